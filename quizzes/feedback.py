"""What a learner is told about an answer: verdict, mistake, derivation, rule, and what another house would say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from quizzes.drawing.bars import Segment
from quizzes.drawing.pots import Contribution
from quizzes.drawing.scene import Scene
from quizzes.drawing.words import chips
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, play
from quizzes.engine.pots import cut
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.engine.steps import Step
from quizzes.kinds.base import Answer, FieldGrade, Grade
from quizzes.practice import Outcome
from quizzes.scenes import asked_seat, derivation_scene
from quizzes.wording.mistakes import Mistake, mistake
from quizzes.wording.numbers import listed
from quizzes.wording.prompts import field_name
from quizzes.wording.rules import cite_text, house_note, rule_text
from quizzes.wording.steps import step_text

SIGNS = {"sum": " + ", "difference": " − "}


@dataclass(frozen=True, slots=True)
class Row:
    """One field of the answer: the learner's value, the right one and the verdict."""

    name: str
    given: str
    right: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Told:
    """One step as it is told: a sentence, and the sum where there is one."""

    text: str
    sum: str


@dataclass(frozen=True, slots=True)
class Quoted:
    """A rule in our words and where it stands."""

    text: str
    cite: str


@dataclass(frozen=True, slots=True)
class House:
    """What another house would say to the same spot."""

    name: str
    note: str
    says: str
    differs: bool


@dataclass(frozen=True, slots=True)
class PotPicture:
    """The players' chips as columns: contributions, the totals at which pots end, what comes back."""

    contributions: tuple[Contribution, ...]
    levels: tuple[int, ...]
    returned: dict[str, int]
    dead: int


@dataclass(frozen=True, slots=True)
class Feedback:
    """All that a feedback page shows."""

    verdict: str
    title: str
    lead: str
    mistakes: tuple[Mistake, ...]
    rows: tuple[Row, ...]
    follows: bool
    steps: tuple[Told, ...]
    rule: Quoted
    more_rules: tuple[Quoted, ...]
    houses: tuple[House, ...]
    picture: Scene
    pots: PotPicture | None
    bars: tuple[Segment, ...]
    bars_caption: str


def feedback(outcome: Outcome) -> Feedback:
    """Return what the learner is told about an outcome, in the language in force."""
    document, grade, solution = outcome.document, outcome.grade, outcome.solution
    hand = play(document)
    seat = asked_seat(document, hand)
    player = "" if seat is None else hand.name(seat)
    mistakes = tuple(mistake(document, id) for id in grade.misconceptions)
    told = [step for step in solution.steps if step.values != step.out]
    deciding, *others = _rule_ids(document.question.kind, told)
    bars = _bars(document, hand, outcome.response, solution.answer)
    return Feedback(
        verdict="right" if grade.right else "part" if grade.points else "wrong",
        title=_title(document, player, solution.answer),
        lead=_lead(grade),
        mistakes=mistakes,
        rows=tuple(_row(document, field) for field in grade.fields),
        follows=any(field.verdict == "follows" for field in grade.fields),
        steps=tuple(Told(step_text(step), _sum(step)) for step in told),
        rule=Quoted(rule_text(deciding), cite_text(deciding)),
        more_rules=tuple(Quoted(rule_text(id), cite_text(id)) for id in others),
        houses=_houses(document, solution.answer),
        picture=derivation_scene(document, hand, solution.answer, told),
        pots=_pots(hand) if document.question.kind == "side_pots" else None,
        bars=bars,
        bars_caption=_bars_caption(bars),
    )


def _title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    kind = document.question.kind
    if kind == "min_raise":
        if answer["raise_to"] is None:
            return _("%(player)s may not raise") % {"player": player}
        amounts = {"to": chips(answer["raise_to"]), "by": chips(answer["raise_by"])}
        return _("The smallest raise is to %(to)s, by %(by)s") % amounts
    if kind == "reopen":
        to = answer["raise_min_to"]
        if not answer["may_raise"]:
            return _("%(player)s may only call or fold") % {"player": player}
        if to is None:
            return _("%(player)s may raise, but only all-in") % {"player": player}
        return _("%(player)s may raise, to %(to)s or more") % {"player": player, "to": chips(to)}
    count = len(answer["pots"])
    amounts_text = listed([chips(pot["amount"]) for pot in answer["pots"]])
    words = {"count": count, "amounts": amounts_text}
    return ngettext("There is one pot: %(amounts)s", "There are %(count)s pots: %(amounts)s", count) % words


def _lead(grade: Grade) -> str:
    if grade.right:
        return _("Every part of your answer is right.")
    words = {"points": grade.points, "out_of": grade.out_of}
    return _("Right in %(points)s of %(out_of)s parts.") % words


def _row(document: Document, field: FieldGrade) -> Row:
    name = field_name(document.question.kind, field.name)
    return Row(name, _value(field.name, field.given), _value(field.name, field.right), field.verdict)


def _value(field: str, value: Any) -> str:
    """Return a field's comparable value as a reader writes it."""
    if field == "may_raise":
        return _("yes") if value else _("no")
    if field == "more-pots":
        pots = [
            _("%(amount)s for %(seats)s") % {"amount": chips(sum_), "seats": listed(seats)}
            for seats, sum_ in value or ()
        ]
        return "; ".join(pots) or _("none")
    if field == "returned":
        return ", ".join(f"{name} {chips(amount)}" for name, amount in value) or _("nothing")
    return _("none") if value is None else chips(value)


def _sum(step: Step) -> str:
    """Return a step's sum in figures: "300 − 100 = 200"."""
    if step.op not in SIGNS:
        return ""
    outcome = next(iter(step.out.values()))
    return f"{SIGNS[step.op].join(chips(value) for value in step.values.values())} = {chips(outcome)}"


def _rule_ids(kind: str, steps: Sequence[Step]) -> list[str]:
    """Return the rules that the steps cite, each once: first the one that decides the answer, then in their order."""
    deciding = {"min_raise": "raise_to", "reopen": "open", "side_pots": "eligible"}[kind]
    decides = [step.rule for step in steps if deciding in step.out]
    return list(dict.fromkeys([*decides[-1:], *(step.rule for step in steps)]))


def _houses(document: Document, answer: Answer) -> tuple[House, ...]:
    """Return what the other houses would say, those that differ first."""
    from quizzes.kinds import solve

    houses = []
    for id in RULESET_IDS:
        if id == document.rules.id:
            continue
        house = ruleset(id)
        try:
            other = solve(replace(document, rules=house)).answer
        except DocumentError as error:
            houses.append(House(house.name, house_note(id), error.message, differs=True))
            continue
        houses.append(House(house.name, house_note(id), _short(document, other), differs=dict(other) != dict(answer)))
    return tuple(sorted(houses, key=lambda house: not house.differs))


def _short(document: Document, answer: Answer) -> str:
    """Return an answer in a word or two."""
    kind = document.question.kind
    if kind == "side_pots":
        return " + ".join(chips(pot["amount"]) for pot in answer["pots"])
    to = answer["raise_to"] if kind == "min_raise" else answer["raise_min_to"]
    if to is not None:
        return _("to %(to)s") % {"to": chips(to)}
    return _("all-in only") if answer.get("may_raise") else _("no raise")


def _pots(hand: Hand) -> PotPicture:
    pots = cut(hand.put_in, hand.live, hand.dead, hand.mucked)
    tops: dict[tuple[int, ...], int] = {}
    for layer in pots.layers:
        tops[layer.eligible] = layer.up_to
    people = [seat for seat, chips_in in enumerate(hand.put_in) if chips_in]
    return PotPicture(
        contributions=tuple((hand.name(seat), hand.put_in[seat], _state(hand, seat)) for seat in people),
        levels=tuple(tops.values()),
        returned={hand.name(seat): amount for seat, amount in pots.returned.items()},
        dead=hand.dead,
    )


def _state(hand: Hand, seat: int) -> str:
    if not hand.live[seat]:
        return "folded"
    return "all-in" if hand.round.stacks[seat] == 0 else ""


def _bars(document: Document, hand: Hand, response: Answer, answer: Answer) -> tuple[Segment, ...]:
    """Return the raise as a bar: the bet it builds on, what is added, and the learner's own total where it differs."""
    to = answer.get("raise_to", answer.get("raise_min_to"))
    bet = hand.round.bet
    if to is None or not bet:
        return ()
    last = hand.raises[-1] if hand.raises else None
    base = last.over if last else 0
    segments = [Segment("base", 0, base, chips(base))] if base else []
    added = (
        _("%(player)s +%(chips)s") % {"player": hand.name(last.seat), "chips": chips(bet - base)}
        if last
        else chips(bet)
    )
    segments.append(Segment("raise", base, bet, added, f"+{chips(bet - base)}"))
    segments.append(
        Segment("next", bet, to, _("smallest raise +%(chips)s") % {"chips": chips(to - bet)}, f"+{chips(to - bet)}")
    )
    own = response.get("raise_to", response.get("raise_min_to"))
    if own is not None and own != to and bet < own <= 3 * to:
        yours = _("yours +%(chips)s") % {"chips": chips(own - bet)}
        segments.append(Segment("yours", bet, own, yours, f"+{chips(own - bet)}"))
    return tuple(segments)


def _bars_caption(segments: Sequence[Segment]) -> str:
    """Say in a sentence what the bars show."""
    if not segments:
        return ""
    ends = {segment.kind: segment for segment in segments}
    words = {"bet": chips(ends["raise"].end), "to": chips(ends["next"].end)}
    if "yours" in ends:
        return _("From the bet of %(bet)s the smallest raise is to %(to)s; yours was to %(own)s.") % {
            **words,
            "own": chips(ends["yours"].end),
        }
    return _("From the bet of %(bet)s the smallest raise is to %(to)s.") % words
