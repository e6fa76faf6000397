"""What the random hands meet: what the tests of them say of every hand is worth nothing for what never comes up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from quizzes.engine import betting, sizes
from quizzes.engine.document import Action, Document
from quizzes.engine.games import GAMES, LIMITS
from quizzes.engine.hand import Hand
from quizzes.engine.pots import cut
from quizzes.engine.rulesets import RULESET_IDS
from quizzes.kinds import awards
from tests.engine.playing import play_on
from tests.engine.tables import any_table

HANDS = 2_000
"""As many as a short run plays: each thing has to come up among them."""

EVERYWHERE = {
    *(f"{game} {limit}" for game in GAMES for limit in LIMITS),
    *(f"{count} players" for count in range(2, 11)),
    *(f"rules {name}" for name in RULESET_IDS),
    *("changed rules", "empty button", "ante", "big-blind ante", "straddle", "two straddles", "deep enough"),
    *(
        "short small blind",
        "short big blind",
        "late post",
        "dead post",
        "later street first",
        "single blind",
        "no blind",
    ),
    *("short all-in", "call for less", "closed to who acted", "nobody to answer"),
    *("one pot", "two pots", "four pots", "uncalled", "split pot", "odd chip", "shared half"),
}
IN_LIMITS = {"the pot is the most", "capped", "all-in that counts", "all-in that does not count", "either bet"}
IN_GAMES = {"bring-in", "short bring-in", "completion", "last card for all", "draw", "stand pat", "draw while all-in"}


def test_the_random_hands_are_of_every_kind() -> None:
    wanted = EVERYWHERE | IN_LIMITS | IN_GAMES
    met: set[str] = set()
    for number in range(HANDS):
        rng = Random(number)
        steps = list(play_on(rng, any_table(rng)))
        for before, after in pairwise(steps):
            met.update(of_an_action(before[0], after[0], after[1].actions[-1]))
        for hand, _ in steps:
            met.update(of_a_state(hand))
        met.update(of_a_table(steps[-1][0]))
        met.update(of_its_awards(steps[-1][1]))
        if wanted <= met:
            return
    raise AssertionError(f"never met: {wanted - met}")


def of_a_table(hand: Hand) -> Iterator[str]:
    document = hand.document
    yield f"{document.game.id} {document.limit}"
    yield f"{sum(not seat.empty for seat in document.seats)} players"
    yield f"rules {document.rules.id}"
    small, big = hand.first.small_blind, hand.first.big_blind
    blinds = document.blinds or (0, 0)
    start = hand.first.round.totals
    found = {
        "changed rules": document.rules.changes,
        "empty button": document.seats[document.index(document.button)].empty,
        "ante": any(hand.first.antes),
        "big-blind ante": document.ante and document.ante_by == "big-blind",
        "straddle": document.straddles,
        "two straddles": len(document.straddles) == 2,
        "short small blind": small is not None and start[small] < blinds[0],
        "short big blind": big is not None and start[big] < blinds[1],
        "single blind": blinds[1] and not blinds[0],
        "no blind": not document.blinds and document.game.family != "stud",
        "late post": any(total for seat, total in enumerate(start) if seat not in (small, big)),
        "dead post": any(isinstance(item, Action) and item.dead for item in document.actions),
        "later street first": document.street != document.game.first,
        "last card for all": document.game.family == "stud" and hand.board,
    }
    yield from (name for name, there in found.items() if there)


def of_a_state(hand: Hand) -> Iterator[str]:
    state = hand.round
    found = {
        "deep enough": None in state.stacks,
        "short all-in": any(not made.full for made in hand.raises),
        "call for less": any(
            0 < total < state.bet and stack == 0 for total, stack in zip(state.totals, state.stacks, strict=True)
        ),
    }
    yield from (name for name, there in found.items() if there)
    if state.turn is None:
        pots = cut(hand.put_in, hand.live, hand.dead)
        yield {1: "one pot", 2: "two pots", 4: "four pots"}.get(len(pots.pots), "pots")
        if pots.returned:
            yield "uncalled"
        return
    offered = betting.options(state, state.turn, hand.document.rules)
    yield {"acted": "closed to who acted", "nobody": "nobody to answer"}.get(offered.why_not, offered.why_not)
    pot_to = sizes.pot_to(state, state.turn, hand.document.rules)
    if state.terms.limit == "pot-limit" and offered.raise_max_to == pot_to:
        yield "the pot is the most"
    if state.terms.limit == "fixed-limit" and offered.raise_max_to != offered.raise_min_to:
        yield "either bet"


def of_an_action(before: Hand, after: Hand, item: object) -> Iterator[str]:
    if not isinstance(item, Action):
        return
    state, seat = before.round, before.document.index(item.seat)
    if item.verb == "bring-in":
        yield "short bring-in" if after.round.totals[seat] < state.terms.bring_in else "bring-in"
    elif item.verb == "complete":
        yield "completion"
    elif item.verb in ("draw", "stand-pat"):
        yield "draw while all-in" if state.stacks[seat] == 0 else item.verb.replace("-", " ")
    elif state.terms.limit == "fixed-limit" and state.bet < after.round.bet < state.full_bet + state.smallest_bet:
        counts = after.round.raises > state.raises
        yield "all-in that counts" if counts else "all-in that does not count"


def of_its_awards(document: Document) -> Iterator[str]:
    for pot in awards.solve(document).answer["pots"]:
        shares = sorted(pot["winners"].values())
        found = {
            "split pot": len(shares) > 1,
            "odd chip": len(set(shares)) > 1,
            "shared half": document.game.split and len(shares) > 2,
        }
        yield from (name for name, there in found.items() if there)
