"""What happened, line by line, as a dealer would tell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from quizzes.engine.cards import cards_text
from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.hand import Hand
from quizzes.engine.irregular import frames
from quizzes.kinds.asking import ABOUT_CARDS, HIDES_POSTS
from quizzes.wording.games import street_name
from quizzes.wording.numbers import beside, chips, listed, semicolon

WHO_PLAYS = frozenset({"side_pots", "awards", "winner", "show_order", "may_see"})
"""The kinds in which it matters who of those with chips in the hand still plays for them."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: its number, or "" for a street; who does what; the amount; a street's cards.

    `moment` says how many actions and streets of the hand are over with it.
    """

    number: str
    text: str
    amount: str = ""
    cards: tuple[str, ...] = ()
    now: bool = False
    moment: int = 0


def log(document: Document) -> list[Line]:
    """Return the hand's lines: blinds and the like first, then each action, then whose turn it is.

    Where a question asks for the blinds or for whose turn it is, neither they nor the actions are told.
    """
    hands = frames(document)
    lines = [Line("", street_name(document.street), cards=tuple(cards_text(document.board)))]
    lines += [Line("", text, amount) for text, amount in _posts(hands[0])]
    if document.question.kind in HIDES_POSTS:
        return lines
    number = 0
    for moment, (hand, item) in enumerate(zip(hands, document.actions, strict=False), 1):
        if isinstance(item, Deal):
            lines.append(Line("", street_name(item.street), cards=tuple(cards_text(item.cards)), moment=moment))
            continue
        number += 1
        text, amount = _action(hand, item)
        lines.append(Line(str(number), text, amount, moment=moment))
    turn = hands[-1].round.turn
    if turn is not None and document.question.kind not in ABOUT_CARDS:
        lines.append(
            Line(
                str(number + 1),
                _("%(player)s to act") % {"player": hands[-1].name(turn)},
                now=True,
                moment=len(hands) - 1,
            )
        )
    return lines


def story(document: Document) -> str:
    """Return what happened on the last street in one sentence; "" where that is asked.

    Checks are left out, and folds but of players who had put chips in: on the street by an act of theirs, or at all
    where it matters who plays for the chips.
    """
    if document.question.kind in HIDES_POSTS:
        return ""
    street = [item for item in document.actions if isinstance(item, Deal)]
    begin = document.actions.index(street[-1]) + 1 if street else 0
    moves = zip(frames(document)[begin:], document.actions[begin:], strict=False)
    acts = [(hand, item) for hand, item in moves if isinstance(item, Action) and _matters(hand, item)]
    told = [_told_together(list(calls)) for _key, calls in groupby(acts, _same_call)]
    return _("%(actions)s.") % {"actions": semicolon(told)} if told else ""


def _matters(hand: Hand, action: Action) -> bool:
    """Return whether an action is told in a street's sentence."""
    if action.verb == "fold":
        seat = hand.document.index(action.seat)
        if hand.document.question.kind in WHO_PLAYS:
            return hand.put_in[seat] > 0
        return hand.round.totals[seat] > 0 and hand.round.acted_at[seat] is not None
    return action.verb not in ("check", "draw", "stand-pat")


def _same_call(move: tuple[Hand, Action]) -> tuple[str, str]:
    """Return what calls of the same total have in common, and nothing else has."""
    hand, action = move
    text, amount = _action(hand, action)
    return ("call", amount) if action.verb == "call" else (text, amount)


def _told_together(moves: Sequence[tuple[Hand, Action]]) -> str:
    """Return one action, or several calls of the same total, as a part of a sentence."""
    text, amount = _action(*moves[0])
    if len(moves) == 1:
        return beside(text, amount)
    return _("%(players)s call %(to)s") % {"players": listed([action.seat for _hand, action in moves]), "to": amount}


def _posts(hand: Hand) -> Iterator[tuple[str, str]]:
    document, first = hand.document, hand.first
    if document.pot:
        yield _("In the pot already"), chips(document.pot)
    if document.ante and document.ante_by == "all" and document.street == document.game.first:
        yield _("Each player antes"), chips(document.ante)
    if document.question.kind in HIDES_POSTS:
        return
    for seat, text in (
        (first.small_blind, _("%(player)s, small blind")),
        (first.big_blind, _("%(player)s, big blind")),
    ):
        if seat is not None:
            yield text % {"player": hand.name(seat)}, chips(first.round.totals[seat])
    if document.ante and document.ante_by == "big-blind" and first.big_blind is not None:
        yield _("%(player)s antes for the table") % {"player": hand.name(first.big_blind)}, chips(sum(first.dead))
    for seat, total in enumerate(first.round.totals):
        if document.straddles and seat not in (first.small_blind, first.big_blind) and total:
            yield _("%(player)s straddles") % {"player": hand.name(seat)}, chips(total)


def _action(hand: Hand, action: Action) -> tuple[str, str]:
    """Return an action in words and its amount in figures, "" where it has none."""
    text, amount = _in_turn(hand, action)
    return (_("Out of turn: %(act)s") % {"act": text} if action.out_of_turn else text), amount


def _in_turn(hand: Hand, action: Action) -> tuple[str, str]:
    words = {"player": action.seat}
    seat = hand.document.index(action.seat)
    to = {"to": chips(_total_after(hand, seat, action))}
    if action.verb == "all-in":
        if _total_after(hand, seat, action) <= hand.round.bet:
            return _("%(player)s calls all-in") % words, _("to %(to)s") % to
        return _("%(player)s goes all-in") % words, _("to %(to)s") % to
    if action.verb in ("raise-to", "raise-by"):
        return _("%(player)s raises") % words, _("to %(to)s") % to
    if action.verb == "bet":
        return _("%(player)s bets") % words, str(to["to"])
    if action.verb == "call":
        # A bet made out of turn is no bet yet: who calls it has no total to call.
        return _("%(player)s calls") % words, str(to["to"]) if hand.round.bet else ""
    texts = {
        "fold": _("%(player)s folds"),
        "check": _("%(player)s checks"),
        "post": _("%(player)s posts"),
        "bring-in": _("%(player)s brings it in"),
        "complete": _("%(player)s completes"),
        "draw": _("%(player)s draws"),
        "stand-pat": _("%(player)s stands pat"),
        "show": _("%(player)s shows"),
        "muck": _("%(player)s mucks"),
        "is-mucked": _("%(player)s's hand is killed"),
    }
    told = action.amount if action.verb in ("post", "bring-in", "draw") else None
    if action.verb == "complete":
        return texts["complete"] % words, _("to %(to)s") % to
    return texts[action.verb] % words, chips(told) if told else ""


def _total_after(hand: Hand, seat: int, action: Action) -> int:
    """Return the seat's street total after an action that puts chips in."""
    total, stack = hand.round.totals[seat], hand.round.stacks[seat]
    if action.verb == "raise-by":
        return hand.round.bet + (action.amount or 0)
    if action.verb == "call":
        return hand.round.bet if stack is None else min(hand.round.bet, total + stack)
    return action.amount if action.amount is not None else total + (stack or 0)
