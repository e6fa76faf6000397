"""May a player ask to see another's hand at the showdown, and can that be refused?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from quizzes.engine.document import Action, Document, Question
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, frames, play
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.show_order import all_face_up, at_showdown, check_over, last_aggressor
from quizzes.engine.steps import Solution, Step
from quizzes.kinds.base import HOLDEM, Answer, Examples, Kind, Misconception, Raw, Variant, keeping_last
from quizzes.kinds.picks import read_words
from quizzes.kinds.spots import NoSpot, Spot, deal_in, keep_writing

FIELDS = ("may", "right")


@dataclass(frozen=True, slots=True)
class Facts:
    """What decides a request for a hand.

    shown      the hand asked for came to a showdown: at least two were left when the betting was over
    keeps      the player who asks still has its cards
    reached    the player was in when the last street but one began
    bet        the hand asked for made the last bet or raise on the last street
    called     the player who asks called it
    all_in     a hand at this showdown is all-in, so all of them go face up
    """

    shown: bool
    keeps: bool
    reached: bool
    bet: bool
    called: bool
    all_in: bool


@keeping_last
def solve(document: Document) -> Solution:
    """Return `may`: may `question.player` ask to see `question.whose` hand, and `right`: is that a right.

    A request that is no right is for the floor to grant or refuse. In the TDA's rule whoever has no cards any more may
    not ask, who called a bet on the last street has a right to the hand that bet, and any other request is at the
    floor's discretion (TDA 2024 18); with somebody all-in every hand goes face up anyway (TDA 2024 16). A hand that won
    because all others folded is never asked for (TDA 2024 17-B). In other houses nobody may ask, or the players who are
    left, or those who were in on the last street but one, or anybody; there who may ask is not refused.

    Raises DocumentError at `question.player` where none is named, at `question.whose` where it is the same player, and
    at `question` while the betting goes on.
    """
    player, whose = _two(document)
    facts = facts_of(document)
    who_may = document.rules["may_see"]
    steps = [Step("uncontested", "state", {"whose": whose}, {"comes_to_showdown": facts.shown}, whose)]
    if not facts.shown:
        return _solution(steps, _refused("uncontested", "comes_to_showdown"))
    if who_may == "river-caller":
        return _solution(steps, _tda(document, player, whose, facts))
    return _solution(steps, _house(document.rules.rule("may_see"), str(who_may), player, facts))


@keeping_last
def facts_of(document: Document) -> Facts:
    """Return what decides a document's request. Raises DocumentError as `solve` does."""
    player, whose = _two(document)
    hand = play(document)
    check_over(hand)
    seat, other = document.index(player), document.index(whose)
    in_to_the_end = at_showdown(hand)
    bet = last_aggressor(hand) == other
    return Facts(
        shown=other in in_to_the_end and len(in_to_the_end) > 1,
        keeps=hand.live[seat],
        reached=_reached(hand, seat),
        bet=bet,
        called=bet and seat in in_to_the_end and hand.round.acted_at[seat] == hand.round.bet,
        all_in=all_face_up(hand),
    )


def _two(document: Document) -> tuple[str, str]:
    player, whose = document.question.player, str(document.question.extra["whose"])
    if player is None:
        raise DocumentError("question.player", "a may_see question names the player who asks")
    if player == whose:
        raise DocumentError("question.whose", "%(name)s need not ask for their own hand", name=player)
    return player, whose


def _reached(hand: Hand, seat: int) -> bool:
    """Return whether a seat was in when the last street but one began, as far as the document tells it."""
    streets = hand.document.game.streets
    late = [frame for frame in frames(hand.document) if streets.index(frame.street) >= len(streets) - 2]
    return late[0].live[seat] if late else hand.live[seat]


def _solution(steps: list[Step], more: list[Step]) -> Solution:
    found = {field: value for step in more for field, value in step.out.items() if field in FIELDS}
    return Solution({field: found[field] for field in FIELDS}, (*steps, *more))


def _refused(rule: str, verdict: str) -> list[Step]:
    """Derive that there is nothing to ask for from a verdict that says no."""
    return [
        Step(rule, "state", {verdict: False}, {"may": False}),
        Step(rule, "state", {"may": False}, {"right": False}),
    ]


def _tda(document: Document, player: str, whose: str, facts: Facts) -> list[Step]:
    """Derive both fields by the TDA's rule."""
    lost, right = "asking-lost", "asking-right"
    keeps = Step(lost, "state", {"player": player}, {"keeps_cards": facts.keeps}, player)
    if not facts.keeps:
        return [keeps, *_refused(lost, "keeps_cards")]
    steps = [keeps, Step(lost, "state", {"keeps_cards": True}, {"may": True}, player)]
    if facts.all_in:
        rule = document.rules.rule("all_in_showdown")
        return [
            *steps,
            Step(rule, "state", {"whose": whose}, {"all_face_up": True}, whose),
            Step(rule, "state", {"all_face_up": True}, {"right": True}, player),
        ]
    if facts.called:
        found = Step(right, "state", {"whose": whose, "caller": player}, {"made_last_bet": True, "called": True}, whose)
    elif facts.bet:
        found = Step(right, "state", {"player": player}, {"called": False}, player)
    else:
        found = Step(right, "state", {"whose": whose}, {"made_last_bet": False}, whose)
    return [*steps, found, Step(right, "state", found.out, {"right": facts.called}, player)]


def _house(rule: str, who_may: str, player: str, facts: Facts) -> list[Step]:
    """Derive both fields where the house names who may ask, which is then a right."""
    allowed = {"nobody": False, "showdown": facts.keeps, "turn": facts.reached, "anybody": True}[who_may]
    return [
        Step(rule, "state", {"player": player}, {"may_ask_here": allowed}, player),
        Step(rule, "state", {"may_ask_here": allowed}, {"may": allowed}, player),
        Step(rule, "state", {"may": allowed}, {"right": allowed}, player),
    ]


CHOICES = {"may": ("yes", "no"), "right": ("yes", "no")}


def parse(document: Document, raw: Raw) -> Answer:
    """Read whether the player may ask and, where it may, whether that is a right."""
    may = read_words(raw, {"may": CHOICES["may"]})["may"] == "yes"
    right = may and read_words(raw, {"right": CHOICES["right"]})["right"] == "yes"
    return {"may": may, "right": right}


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return both fields."""
    return {field: answer.get(field) for field in FIELDS}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """Without leave to ask there is no right either: the slip is in the first field."""
    answer = solve(document).answer
    return frozenset({"right"}) if not response["may"] and answer["may"] else frozenset()


def _anybody_may(document: Document) -> Answer:
    """Let whoever sits at the table insist on seeing any hand."""
    return {"may": True, "right": True}


def _caller_sees_all(document: Document) -> Answer:
    """Give every player who is left a right to every hand."""
    keeps = facts_of(document).keeps
    return {"may": keeps, "right": keeps}


def _floor_decides(document: Document) -> Answer:
    """Leave even the hand that was called to the floor."""
    return {"may": facts_of(document).keeps, "right": False}


def _nobody_may(document: Document) -> Answer:
    """Let every player decide alone whether to show."""
    return {"may": False, "right": False}


MISCONCEPTIONS = (
    Misconception("anybody-may", lambda d: not facts_of(d).keeps, _anybody_may, right_by=(("may_see", "anybody"),)),
    Misconception(
        "left-sees-all",
        lambda d: facts_of(d).keeps and (not facts_of(d).called or d.rules["may_see"] == "nobody"),
        _caller_sees_all,
        right_by=(("may_see", "showdown"), ("may_see", "turn"), ("may_see", "anybody")),
    ),
    Misconception(
        "called-hand-refused", lambda d: facts_of(d).called, _floor_decides, right_by=(("may_see", "nobody"),)
    ),
    Misconception("nobody-may", lambda d: facts_of(d).keeps, _nobody_may, right_by=(("may_see", "nobody"),)),
)
LEVELS = (1, 2, 3)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 3: one more with three hands left or more, and one for a hand that was mucked."""
    hand = play(document)
    in_to_the_end = sum(hand.live) + len(hand.mucked)
    return 1 + (in_to_the_end > 2) + bool(hand.mucked)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: a river whose betting is over, and one player's wish to see another's hand."""
    return keep_writing(lambda: _write(rng, wanted, rules))


def _write(rng: Random, wanted: int, rules: Ruleset) -> Document:
    mucks = wanted == 3 or (wanted == 2 and rng.random() < 0.3)
    left = 2 if wanted == 1 or (wanted == 2 and mucks) else rng.choice((3, 3, 4))
    spot = deal_in(rng, rules, left + rng.randrange(1, 3), rng.choice(("turn", "river")))
    _play_out(spot, left)
    hand = spot.hand
    live = [seat for seat, alive in enumerate(hand.live) if alive]
    out = [seat for seat, alive in enumerate(hand.live) if not alive]
    aggressor = last_aggressor(hand)
    whose = aggressor if aggressor is not None and rng.random() < 0.5 else rng.choice(live)
    others = [seat for seat in live if seat != whose]
    asks = rng.choice(out) if out and rng.random() < 0.25 else rng.choice(others)
    question = Question("may_see", hand.name(asks), {"whose": hand.name(whose)})
    document = spot.document(question)
    if mucks:
        muck = whose if rng.random() < 0.6 or asks in out else asks
        document = replace(document, actions=(*document.actions, Action(hand.name(muck), "muck")))
    if level(document) != wanted:
        raise NoSpot
    return document


def _play_out(spot: Spot, left: int) -> None:
    """Write the hand to its end with at most one bet a street; some fold until so many players are left."""
    while True:
        bets, wait = spot.rng.randrange(2) if spot.hand.street == "river" else 1, spot.rng.randrange(2)
        while spot.turn is not None:
            if bets and not wait:
                bets = 0
                spot.raise_full()
            elif spot.bet and not bets and sum(spot.hand.live) > left and spot.rng.random() < 0.7:
                spot.act("fold")
            else:
                wait = max(wait - 1, 0)
                spot.passive()
        if spot.hand.street == "river":
            break
        spot.deal()
    if sum(spot.hand.live) != left:
        raise NoSpot


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    right = {field: ["yes" if answer[field] else "no"] for field in FIELDS}
    other = {"may": ["no" if answer["may"] else "yes"], "right": ["yes"]}
    return Examples((right,), ({**right, **other},), ({}, {"may": ["perhaps"]}, {"may": ["yes"], "right": []}))


KIND = Kind(
    id="may_see",
    version=3,
    input="may_see",
    toggles=("may_see", "all_in_showdown"),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: (),
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    levels=LEVELS,
    finite=True,
    parts="in-order",
)
