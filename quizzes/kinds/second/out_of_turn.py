"""Whether an act out of turn binds, by playing the hand once without it up to the turn of who acted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second import legal_actions
from quizzes.kinds.second.table import Table, after, played, replay

RAISING = ("bet", "raise-to", "raise-by", "all-in", "complete")
DECIDING = ("fold", "muck", "check", "call", "bring-in", *RAISING)
"""What counts as an act of a player; cards that are shown, drawn or killed are none (TDA 2024 36)."""


def solve(document: Document) -> dict[str, Any]:
    """Return `binding`, `may_raise`, `raise_min_to`.

    Raises DocumentError where nobody acted out of turn, at a bet, raise or all-in out of turn that can't be, and where
    the turn of who acted never comes, or is not there yet.
    """
    _check_over_bets(document)
    _check_all_ins(document)
    items = document.actions
    acts = [item for item in items if isinstance(item, Action) and item.out_of_turn and item.verb in DECIDING]
    asked = [act for act in acts if document.question.player in (None, act.seat)]
    if not asked:
        raise DocumentError("question.player", "that player has not acted out of turn")
    act, place = asked[0], items.index(asked[0])
    then = in_turn(document, items[:place])
    if act.verb in ("fold", "muck"):
        return _answer(True, False, None)
    if let_go_by(document, act, place):
        return _held(then, act, then.bet)
    now = in_turn(document, played_before_its_turn(document, act, place))
    if now.turn is None:
        raise DocumentError("question", "nobody has anything left to decide")
    menu = legal_actions.menu(now, act.seat)
    if now.turn != act.seat:
        raise DocumentError("question", "it is not %(name)s's turn yet", name=act.seat)
    if now.bet == then.bet or (then.brings_in and now.bet == document.bring_in):
        return _held(now, act, then.bet)
    barred = act.verb in ("check", "call") and document.rules[f"{act.verb}_out_of_turn"] == "no-raise"
    return _answer(False, menu["may_raise"] and not barred, None if barred else menu["raise_min_to"])


def _check_over_bets(document: Document) -> None:
    """Refuse who bets out of turn where there is a bet, and who raises to no more than it."""
    for at, (item, table) in enumerate(zip(document.actions, hands(document), strict=False)):
        if isinstance(item, Deal) or item.verb not in ("bet", "raise-to", "complete"):
            continue
        passes_others = item.out_of_turn or table.turn not in (None, item.seat)
        if passes_others and table.bet and (item.verb == "bet" or (item.amount or 0) <= table.bet):
            raise DocumentError(f"actions[{at}]", "the bet is %(bet)s already", bet=table.bet)


def _check_all_ins(document: Document) -> None:
    """Refuse an all-in out of turn of chips that are not told, and one that names another total than they make."""
    for at, (item, table) in enumerate(zip(document.actions, hands(document), strict=False)):
        if isinstance(item, Deal) or item.verb != "all-in" or not (item.out_of_turn or item.seat != table.turn):
            continue
        most, named = table.most(item.seat), item.amount
        fits = (named or 0) > table.in_front[item.seat] if most is None else named in (None, most)
        if not fits:
            raise DocumentError(f"actions[{at}]", "%(name)s's all-in is not their stack", name=item.seat)


def raises_over(table: Table, act: Action, bet: int) -> int | None:
    """Return the total to which an act bets or raises over a bet; None for one that does not."""
    to = (act.amount or 0) + (bet if act.verb == "raise-by" else 0)
    if act.verb == "all-in":
        to = table.most(act.seat) or to
    return to if act.verb in RAISING and to > bet else None


def _answer(binding: bool, may_raise: bool, to: int | None) -> dict[str, Any]:
    return {"binding": binding, "may_raise": may_raise, "raise_min_to": to}


def in_turn(document: Document, items: tuple[Action | Deal, ...]) -> Table:
    """Return the hand after those of these actions that were made in turn; who folded out of turn is left out."""
    kept = [seen for seen, _ in _followed(replace(document, actions=items)) if seen is not None]
    return replay(replace(document, actions=tuple(kept)))


def hands(document: Document) -> list[Table]:
    """Return the hand before each action and after the last, as it was played in turn.

    Once somebody has acted out of turn, those who pass others need not be marked.
    """
    return [next(played(document)), *(table for _, table in _followed(document))]


def _followed(document: Document) -> Iterator[tuple[Action | Deal | None, Table]]:
    """Yield what is played of each action, and the hand after it."""
    table = next(played(document))
    passing = False
    for at, item in enumerate(document.actions):
        passing = passing or (isinstance(item, Action) and item.verb in DECIDING and item.out_of_turn)
        seen = _seen(_as_passing(item, table) if passing else item)
        table = table if seen is None else after(table, seen, f"actions[{at}]")
        yield seen, table


def _as_passing(item: Action | Deal, table: Table) -> Action | Deal:
    """Return an action marked as out of turn where another one has the turn."""
    if isinstance(item, Deal) or item.verb not in DECIDING:
        return item
    return item._replace(out_of_turn=item.out_of_turn or table.turn not in (None, item.seat))


def _seen(item: Action | Deal) -> Action | Deal | None:
    """Return what is played of an action: all of it in turn, of one out of turn only that who folded is out."""
    if isinstance(item, Deal) or not item.out_of_turn or item.verb not in DECIDING:
        return item
    return Action(item.seat, "is-mucked") if item.verb in ("fold", "muck") else None


def played_before_its_turn(document: Document, act: Action, place: int) -> tuple[Action | Deal, ...]:
    """Return the actions up to the turn of who acted out of turn, those that passed others by marked so too."""
    return (*document.actions[:place], *(item for item, _ in _before_its_turn(document, act, place)))


def _before_its_turn(document: Document, act: Action, place: int) -> Iterator[tuple[Action, Table]]:
    """Yield each action after an act out of turn up to its player's turn, and the hand before that action."""
    table = in_turn(document, document.actions[:place])
    for at, item in enumerate(document.actions[place + 1 :], start=place + 1):
        if isinstance(item, Deal) or table.turn in (None, act.seat):
            return
        if item.seat == act.seat and item.verb in (*DECIDING, "is-mucked"):
            return
        item = item._replace(out_of_turn=item.out_of_turn or item.seat != table.turn)
        yield item, table
        seen = _seen(item)
        table = table if seen is None else after(table, seen, f"actions[{at}]")


def let_go_by(document: Document, act: Action, place: int) -> bool:
    """Say whether two acts with chips, or three, came one after the other before a skipped player spoke up."""
    verbs = [*aside_before(document, place), act.verb]
    if is_substantial(verbs):
        return True
    for item, table in _before_its_turn(document, act, place):
        if item.verb not in DECIDING:
            continue
        if item.seat == table.turn:
            return False
        verbs.append(item.verb)
        if is_substantial(verbs):
            return True
    return False


def aside_before(document: Document, place: int) -> list[str]:
    """Return what those did who acted before a place without having the turn, after the last one who had it."""
    verbs: list[str] = []
    for item, table in zip(document.actions[:place], hands(document), strict=False):
        if isinstance(item, Deal) or (item.verb in DECIDING and item.seat == table.turn):
            verbs.clear()
        elif item.verb in DECIDING:
            verbs.append(item.verb)
    return verbs


def is_substantial(verbs: Sequence[str]) -> bool:
    """Say whether acts in turn are substantial action: any two, one of them with chips, or any three (TDA 2024 36)."""
    return len(verbs) >= 3 or (len(verbs) == 2 and not {*verbs} <= {"check", "fold", "muck"})


def _held(table: Table, act: Action, bet: int) -> dict[str, Any]:
    """Return what is left to who is held to an act: the legal raise that lies nearest to its own, or nothing."""
    to = raises_over(table, act, bet)
    menu = legal_actions.menu(table, act.seat)
    if to is None or not menu["may_raise"]:
        return _answer(True, False, None)
    least = menu["raise_min_to"]
    if least is None or (act.verb == "all-in" and to < least):
        return _answer(True, True, None)
    return _answer(True, True, legal_actions.nearest(table, act.seat, to))
