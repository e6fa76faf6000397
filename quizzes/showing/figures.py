"""The drawing beside the table in a feedback: which one a kind has, and what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from quizzes.drawing.bars import Segment
from quizzes.engine.document import Document
from quizzes.engine.hand import Hand
from quizzes.engine.pots import cut
from quizzes.kinds.base import Answer
from quizzes.showing.duel import reading_duel, showdown_duel
from quizzes.showing.options import told
from quizzes.wording.numbers import chips


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing: the partial that places it, and what it needs."""

    partial: str
    data: Any


def figures(document: Document, hand: Hand, response: Answer, answer: Answer) -> tuple[Figure, ...]:
    """Return the drawings that explain an answer to a learner who gave this response."""
    if document.question.kind == "choice":
        return (Figure("quizzes/figures/options.html", told(document, response)),)
    if "pots" in answer:
        return (Figure("quizzes/figures/pots.html", _pots(hand)),)
    high = answer.get("high", answer)
    if "winners" in high:
        return (Figure("quizzes/figures/duel.html", showdown_duel(document, answer)),)
    if "cards" in high:
        return (Figure("quizzes/figures/duel.html", reading_duel(document, response, answer)),)
    fixed = document.limit == "fixed-limit"
    segments = _raise(hand, response, answer, fixed)
    if not segments:
        return ()
    return (Figure("quizzes/figures/raise.html", {"segments": segments, "caption": _caption(segments, fixed)}),)


def shows_response(answer: Answer) -> bool:
    """Return whether the drawing beside an answer that is not right shows what was answered.

    Pots and the hands of a showdown are those of the table whoever answers, and a right answer adds nothing to any.
    """
    return "pots" not in answer and "winners" not in answer.get("high", answer)


def _pots(hand: Hand) -> dict[str, Any]:
    """Return the players' chips as columns, the totals at which pots end, what comes back, and dead money."""
    pots = cut(hand.put_in, hand.live, hand.dead, hand.mucked)
    tops = {layer.eligible: layer.up_to for layer in pots.layers}
    people = [seat for seat, chips_in in enumerate(hand.put_in) if chips_in]
    return {
        "contributions": tuple((hand.name(seat), hand.put_in[seat], _state(hand, seat)) for seat in people),
        "levels": tuple(tops.values()),
        "returned": {hand.name(seat): amount for seat, amount in pots.returned.items()},
        "dead": hand.dead,
    }


def _state(hand: Hand, seat: int) -> str:
    if not hand.live[seat]:
        return "folded"
    return "all-in" if hand.round.stacks[seat] == 0 else ""


def _raise(hand: Hand, response: Answer, answer: Answer, fixed: bool) -> tuple[Segment, ...]:
    """Return the raise as a bar: the last full raise, short all-ins on top of it, what must be added, the learner's.

    With fixed limits there is only one raise, and nothing of the last one is repeated.
    """
    to = answer.get("raise_to", answer.get("raise_min_to"))
    bet, full_bet = hand.round.bet, hand.round.full_bet
    if to is None or not bet:
        return ()
    full = next((made for made in reversed(hand.raises) if made.full), None)
    base = full.over if full else hand.round.terms.bring_in
    segments = [Segment("base", 0, base, chips(base))] if base else []
    if full_bet > base:
        size = _more(base, full_bet)
        segments.append(Segment("raise", base, full_bet, f"{hand.name(full.seat)} {size}" if full else size, size))
    level = max(base, full_bet)
    if bet > level:
        segments.append(Segment("base", level, bet, _more(level, bet)))
    more = _more(bet, to)
    label = _("the raise %(size)s") if fixed else _("smallest raise %(size)s")
    segments.append(Segment("next", bet, to, label % {"size": more}, more))
    own = response.get("raise_to", response.get("raise_min_to"))
    if own is not None and own != to and bet < own <= 3 * to:
        yours = _more(bet, own)
        segments.append(Segment("yours", bet, own, _("yours %(size)s") % {"size": yours}, yours))
    return tuple(segments)


def _more(start: int, end: int) -> str:
    """Return what a total goes up by, "+200"; without the sign where there was nothing before."""
    return f"+{chips(end - start)}" if start else chips(end)


def _caption(segments: Sequence[Segment], fixed: bool) -> str:
    """Say in a sentence what the bars show."""
    drawn = {segment.kind: segment for segment in segments}
    words = {"bet": chips(drawn["next"].start), "to": chips(drawn["next"].end)}
    if "yours" in drawn:
        words["own"] = chips(drawn["yours"].end)
        if fixed:
            return _("From the bet of %(bet)s the raise is to %(to)s; yours was to %(own)s.") % words
        return _("From the bet of %(bet)s the smallest raise is to %(to)s; yours was to %(own)s.") % words
    if fixed:
        return _("From the bet of %(bet)s the raise is to %(to)s.") % words
    return _("From the bet of %(bet)s the smallest raise is to %(to)s.") % words
