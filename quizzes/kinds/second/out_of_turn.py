"""Whether an act out of turn binds, by playing the hand once without it up to the turn of who acted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second import legal_actions
from quizzes.kinds.second.table import Table, after, replay

RAISING = ("bet", "raise-to", "raise-by", "all-in", "complete")


def solve(document: Document) -> dict[str, Any]:
    """Return `binding`, `may_raise`, `raise_min_to`. Raises DocumentError where nobody acted out of turn."""
    items = document.actions
    acts = [item for item in items if isinstance(item, Action) and item.out_of_turn]
    asked = [act for act in acts if document.question.player in (None, act.seat)]
    if not asked:
        raise DocumentError("question.player", "that player has not acted out of turn")
    act, place = asked[0], items.index(asked[0])
    then = in_turn(document, items[:place])
    if act.verb == "fold":
        return _answer(True, False, None)
    if let_go_by(document, act, place):
        return _held(then, act, then.bet)
    now = in_turn(document, played_before_its_turn(document, act, place))
    if now.bet == then.bet:
        return _held(now, act, then.bet)
    menu = legal_actions.menu(now, act.seat)
    barred = act.verb == "check" and document.rules["check_out_of_turn"] == "no-raise"
    return _answer(False, menu["may_raise"] and not barred, None if barred else menu["raise_min_to"])


def _answer(binding: bool, may_raise: bool, to: int | None) -> dict[str, Any]:
    return {"binding": binding, "may_raise": may_raise, "raise_min_to": to}


def in_turn(document: Document, items: tuple[Action | Deal, ...]) -> Table:
    """Return the hand after those of these actions that were made in turn; who folded out of turn is left out."""
    kept = [seen for seen in map(_seen, items) if seen is not None]
    return replay(replace(document, actions=tuple(kept)))


def _seen(item: Action | Deal) -> Action | Deal | None:
    """Return what is played of an action: all of it in turn, of one out of turn only that who folded is out."""
    if isinstance(item, Deal) or not item.out_of_turn:
        return item
    return Action(item.seat, "is-mucked") if item.verb == "fold" else None


def played_before_its_turn(document: Document, act: Action, place: int) -> tuple[Action | Deal, ...]:
    """Return the actions up to the turn of who acted out of turn, those that passed others by marked so too."""
    kept = document.actions[:place]
    table = in_turn(document, kept)
    for at, item in enumerate(document.actions[place + 1 :], start=place + 1):
        if isinstance(item, Deal) or act.seat in (table.turn, item.seat):
            break
        item = item._replace(out_of_turn=item.out_of_turn or item.seat != table.turn)
        kept = (*kept, item)
        seen = _seen(item)
        table = table if seen is None else after(table, seen, f"actions[{at}]")
    return kept


def let_go_by(document: Document, act: Action, place: int) -> bool:
    """Say whether two acts with chips, or three, came one after the other before a skipped player spoke up."""
    turn = in_turn(document, document.actions[:place]).turn
    chips, acts = act.verb not in ("check", "fold"), 1
    for item in document.actions[place + 1 :]:
        if isinstance(item, Deal) or item.seat in (turn, act.seat):
            return False
        chips, acts = chips or item.verb not in ("check", "fold"), acts + 1
        if acts == 3 or chips:
            return True
    return False


def _held(table: Table, act: Action, bet: int) -> dict[str, Any]:
    """Return what is left to who is held to an act: its raise, brought up to a legal one, or nothing."""
    to = (act.amount or 0) + (bet if act.verb == "raise-by" else 0)
    if act.verb == "all-in":
        to = table.most(act.seat) or to
    menu = legal_actions.menu(table, act.seat)
    if act.verb not in RAISING or to <= bet or not menu["may_raise"]:
        return _answer(True, False, None)
    least = menu["raise_min_to"]
    return _answer(True, True, None if least is None else max(least, to))
