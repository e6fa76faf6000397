"""What does a player owe before the next hand, live and dead?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from quizzes.engine.document import Document, Question
from quizzes.engine.errors import DocumentError
from quizzes.engine.posting import ante_first, blind_seats
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, Step, difference
from quizzes.kinds.base import HOLDEM, Answer, Examples, Kind, Misconception, Raw, Variant, keeping_last, read_amounts
from quizzes.kinds.spots import NoSpot, attempt, deal_in

FIELDS = ("live", "dead")
TOGGLES = {
    "new": "new_player",
    "missed-both": "missed_blinds",
    "missed-big": "missed_blinds",
    "missed-small": "missed_blinds",
}
"""The toggle that says whether a house asks for anything, for each reason but a short stack."""


@keeping_last
def solve(document: Document) -> Solution:
    """Return `live`, the chips of a bet, and `dead`, the chips of nobody's bet, that `question.player` owes.

    new           a player who sits down at a running game: a live big blind where the house asks for one (JJ, cash
                  games), nothing in a tournament
    missed-both   both blinds were missed: a live big blind and a dead small blind (RRoP 11), nothing in a tournament
    missed-big    only the big blind was missed: it is live
    missed-small  only the small blind was missed: it is dead
    short         the stack is shorter than the blind that falls due: all of it, live (table stakes). The blind is the
                  small one for the player in the small blind, else the big one. An ante that the house takes first
                  (A7, ante_order and bb_ante_order) leaves the rest of the stack for it; what the big blind pays of an
                  ante for the whole table is dead

    Where the player sits changes nothing of it but for a short stack. In a house that plays by Robert's Rules who sits
    on the button or in the small blind comes in, and owes it, once the button has passed; who waits for the big blind
    owes that alone (RRoP 11, button and blind use).

    Raises DocumentError at `blinds` where none are named, at `question.player` where nobody is, and at `seats[n].stack`
    of a short stack that is not stated, and of one that does not cover what is owed for another reason.
    """
    if document.blinds is None:
        raise DocumentError("blinds", "what is owed is told in blinds, and none are named")
    player = document.question.player
    if player is None:
        raise DocumentError("question.player", "a posting question names its player")
    reason = _reason(document)
    steps = _short(document, player) if reason == "short" else _owed(document, player, reason)
    answer = {field: _outcome(steps, field) for field in FIELDS}
    _check_covered(document, player, sum(answer.values()))
    return Solution(answer, tuple(steps))


def _check_covered(document: Document, player: str, owed: int) -> None:
    """Refuse a player who has not the chips for what is owed: nobody posts more than they have (table stakes)."""
    seat = document.index(player)
    stack = document.seats[seat].stack
    if _reason(document) == "short" or not owed or stack is None:
        return
    owed += _ante(document, seat)
    if stack < owed:
        raise DocumentError(
            f"seats[{seat}].stack",
            "%(name)s has %(stack)s, which does not cover the %(owed)s that they owe",
            name=player,
            stack=stack,
            owed=owed,
        )


def _ante(document: Document, seat: int) -> int:
    """Return the ante that falls due for a seat besides what it posts: everybody's own, or the big blind's for all."""
    if document.ante_by == "big-blind" and seat != blind_seats(document)[1]:
        return 0
    return document.ante


def _reason(document: Document) -> str:
    return str(document.question.extra["reason"])


def _outcome(steps: list[Step], field: str) -> int:
    return next(int(step.out[field]) for step in steps if field in step.out)


def _waits(document: Document, player: str) -> bool:
    """Return whether a player sits where nobody comes in until the button has passed: on it, or in the small blind."""
    closed = (document.index(document.button), blind_seats(document)[0])
    return document.rules.book == "RRoP" and document.index(player) in closed


def _owed(document: Document, player: str, reason: str) -> list[Step]:
    assert document.blinds is not None
    rule = document.rules.rule(TOGGLES[reason])
    if document.rules[TOGGLES[reason]] == "none":
        return [Step(rule, "state", {"player": player}, {"live": 0, "dead": 0}, player)]
    small, big = document.blinds
    waits = [Step(rule, "state", {"button": document.button}, {"comes_in_after": document.button}, player)]
    live = {"big_blind": big} if reason != "missed-small" else {"player": player}
    dead = {"small_blind": small} if reason in ("missed-both", "missed-small") else {"player": player}
    return [
        *(waits if _waits(document, player) else []),
        Step(rule, "state", live, {"live": live.get("big_blind", 0)}, player),
        Step(rule, "state", dead, {"dead": dead.get("small_blind", 0)}, player),
    ]


def _short(document: Document, player: str) -> list[Step]:
    assert document.blinds is not None
    seat = document.index(player)
    stack = document.seats[seat].stack
    if stack is None:
        raise DocumentError(f"seats[{seat}].stack", "%(name)s's stack is not stated", name=player)
    small, _ = blind_seats(document)
    due = {"small_blind": document.blinds[0]} if seat == small else {"big_blind": document.blinds[1]}
    ante, blind = _ante(document, seat), min(due.values())
    toggle = "bb_ante_order" if document.ante_by == "big-blind" else "ante_order"
    if ante and stack < ante + blind and document.rules[toggle] == "ante-first":
        steps = ante_first(document.rules.rule(toggle), player, {"ante": ante, "stack": stack}, blind)
        left = steps[-1].out["blind_paid"]
        steps.append(Step("table-stakes", "state", {"blind_paid": left}, {"live": left}, player))
    else:
        steps = [Step("table-stakes", "least", {**due, "stack": stack}, {"live": min(stack, blind)}, player)]
    return [*steps, _dead(document, player, ante, steps)]


def _dead(document: Document, player: str, ante: int, steps: list[Step]) -> Step:
    """Derive `dead` after the live chips of a stack: what it pays of an ante for the whole table, which is dead money.

    A player's own ante is no part of what is posted.
    """
    if not ante or document.ante_by != "big-blind":
        return Step("table-stakes", "state", {"player": player}, {"dead": 0}, player)
    rule, live = document.rules.rule("bb_ante_order"), _outcome(steps, "live")
    stack = document.seats[document.index(player)].stack or 0
    if stack < ante + live:
        return difference(rule, "dead", {"stack": stack, "live": live}, player)
    return Step(rule, "state", {"table_ante": ante}, {"dead": ante}, player)


def parse(document: Document, raw: Raw) -> Answer:
    """Read the chips that are live and those that are dead."""
    return read_amounts(raw, FIELDS)


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return both amounts."""
    return {field: answer.get(field) for field in FIELDS}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """Nothing: each amount stands for itself."""
    return frozenset()


def _both_live(document: Document) -> Answer:
    """Post both missed blinds as live bets."""
    small, big = document.blinds or (0, 0)
    return {"live": small + big, "dead": 0}


def _as_in_cash(document: Document) -> Answer:
    """Post in a tournament what a cash game asks for, whether there are chips for it or not."""
    assert document.question.player is not None
    toggles = {**document.rules.toggles, "new_player": "big-blind", "missed_blinds": "live-and-dead"}
    cash = replace(document, rules=replace(document.rules, toggles=toggles))
    steps = _owed(cash, document.question.player, _reason(document))
    return {field: _outcome(steps, field) for field in FIELDS}


def _small_blind_live(document: Document) -> Answer:
    """Take the small blind that was missed for a live bet."""
    small, _ = document.blinds or (0, 0)
    return {"live": small, "dead": 0}


def _whole_blind(document: Document) -> Answer:
    """Let a short stack owe the whole blind."""
    assert document.question.player is not None
    small, big = document.blinds or (0, 0)
    due = small if document.index(document.question.player) == blind_seats(document)[0] else big
    return {**solve(document).answer, "live": due}


MISCONCEPTIONS = (
    Misconception("both-live", lambda d: _reason(d) == "missed-both", _both_live, (2,)),
    Misconception("as-in-cash", lambda d: _reason(d) != "short", _as_in_cash, (1, 2)),
    Misconception("small-blind-live", lambda d: _reason(d) == "missed-small", _small_blind_live, (2,)),
    Misconception("whole-blind", lambda d: _reason(d) == "short", _whole_blind, (3,)),
)
LEVELS = (1, 2, 3)
REASONS = {1: ("new", "missed-big"), 2: ("missed-both", "missed-small"), 3: ("short",)}
"""Why a player posts, by level: a live blind or nothing, then chips that may be dead, then a stack that is short."""


def level(document: Document) -> int:
    """Return a spot's level, 1 to 3, by the reason for posting."""
    return next(level for level, reasons in REASONS.items() if _reason(document) in reasons)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: a table with its blinds, a player, and why it is asked to post."""
    return attempt(lambda: _write(rng, rng.choice(REASONS[wanted]), rules), level, wanted)


def _write(rng: Random, reason: str, rules: Ruleset) -> Document:
    spot = deal_in(rng, rules, rng.randrange(4, 9))
    blinds = blind_seats(spot.hand.document)
    button = spot.hand.document.index(spot.hand.document.button)
    others = [seat for seat in range(len(spot.hand.document.seats)) if seat not in (*blinds, button)]
    places = blinds if reason == "short" else others
    seat = rng.choice(places)
    question = Question("posting", spot.hand.name(seat), {"reason": reason})
    document = spot.document(question)
    if reason != "short" or document.blinds is None:
        return document
    due = document.blinds[0 if seat == blind_seats(document)[0] else 1]
    if due <= spot.unit:
        raise NoSpot
    seats = list(document.seats)
    seats[seat] = replace(seats[seat], stack=rng.randrange(spot.unit, due, spot.unit))
    return replace(document, seats=tuple(seats))


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    right = {field: [str(answer[field])] for field in FIELDS}
    return Examples(
        right=(right, {**right, "live": [f"{answer['live']:,}"]}),
        wrong=({**right, "live": [str(answer["live"] + 1)]}, {**right, "dead": ["7"]}),
        ill_formed=({}, {**right, "dead": []}, {**right, "live": ["a blind"]}),
    )


KIND = Kind(
    id="posting",
    version=3,
    input="posting",
    toggles=("new_player", "missed_blinds"),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: FIELDS,
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    levels=LEVELS,
    finite=True,
)
