"""Main and side pots: how many chips, who plays for them, and what comes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from quizzes.engine.document import Document, Question
from quizzes.engine.hand import Hand, contributions, dead_money
from quizzes.engine.pots import Layer, Pots, cut
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, Step, difference, needed, total
from quizzes.kinds.asking import closed
from quizzes.kinds.base import (
    HOLDEM,
    Answer,
    Examples,
    IllFormed,
    Kind,
    Misconception,
    Raw,
    Variant,
    keeping_last,
    one,
    read_or_note,
)
from quizzes.kinds.limit_spots import STUD, LimitSpot, deal_any
from quizzes.kinds.spots import Spot, keep_writing

VARIANTS = (
    HOLDEM,
    Variant("omaha", "pot-limit"),
    *(Variant(game, "fixed-limit") for game in ("stud", "stud5", "27td")),
)


@keeping_last
def solve(document: Document) -> Solution:
    """Return the pots, main pot first, and what nobody matched (TDA 2024 21 and 15)."""
    hand = closed(document)
    pots = cut(hand.put_in, hand.live, hand.dead, hand.mucked)
    return Solution(named(hand, pots), pot_steps(hand, pots))


def named(hand: Hand, pots: Pots) -> dict[str, Any]:
    """Return pots in the words of the scenario format, seats by name."""
    return {
        "pots": [{"amount": pot.amount, "eligible": [hand.name(seat) for seat in pot.eligible]} for pot in pots.pots],
        "returned": {hand.name(seat): chips for seat, chips in pots.returned.items()},
    }


def pot_steps(hand: Hand, pots: Pots) -> tuple[Step, ...]:
    """Derive the pots after what they rest on; what short stacks posted comes first, an ante of nothing too."""
    posted = hand.first.steps
    return (*posted, *needed(hand.background[len(posted) :], _cut_steps(hand, pots)))


def _cut_steps(hand: Hand, pots: Pots) -> list[Step]:
    """Derive the pots: what comes back first, then layer by layer, dead money and layers of the same seats together."""
    kept = [chips - pots.returned.get(seat, 0) for seat, chips in enumerate(hand.put_in)]
    steps = list(contributions(hand))
    for seat, chips in pots.returned.items():
        values = {"put_in": kept[seat] + chips, "matched": kept[seat]}
        steps.append(difference("uncalled-bet", "returned", values, hand.name(seat)))
    parts: dict[tuple[int, ...], dict[str, int]] = {}
    for place, layer in enumerate(pots.layers, 1):
        steps.append(_layer_step(hand, kept, layer))
        parts.setdefault(layer.eligible, {})[f"layer_{place}"] = sum(layer.paid.values())
    steps += dead_money(hand, "side-pots")
    if hand.dead:
        main = pots.pots[0].eligible
        if main not in parts:
            steps.append(_dead_pot(hand, main))
        parts.setdefault(main, {})[_dead_name(hand)] = hand.dead
    steps += [total("side-pots", "amount", amounts) for amounts in parts.values() if len(amounts) > 1]
    answer = named(hand, pots)
    return [*steps, Step("side-pots", "state", answer, answer)]


def _dead_pot(hand: Hand, eligible: Sequence[int]) -> Step:
    """Dead money is the main pot by itself where not all who are left have put more in: all of them play for it."""
    out = {"dead_pot": hand.dead, "players": [hand.name(seat) for seat in eligible]}
    return Step("side-pots", "state", {_dead_name(hand): hand.dead}, out)


def _dead_name(hand: Hand) -> str:
    """Return what dead money is called: the pot, where all of it was in the middle before the street."""
    return "dead" if any(hand.first.dead) else "pot"


def _layer_step(hand: Hand, kept: Sequence[int], layer: Layer) -> Step:
    """A layer's top is left out where folded seats reach above it: then it takes everything above its foot.

    Who plays for chips that folded seats alone put in is named too.
    """
    seats = sorted({*layer.paid, *layer.eligible})
    values: dict[str, Any] = {"above": layer.above} if layer.above else {}
    if sum(layer.paid.values()) == sum(min(kept[seat], layer.up_to) - layer.above for seat in layer.paid):
        values["up_to"] = layer.up_to
    values["put_in"] = {hand.name(seat): kept[seat] for seat in seats}
    values["live"] = [hand.name(seat) for seat in seats if hand.live[seat]]
    out = {"amount": sum(layer.paid.values()), "eligible": [hand.name(seat) for seat in layer.eligible]}
    return Step("side-pots", "layer", values, out)


def parse(document: Document, raw: Raw) -> Answer:
    """Read the grid: `amount_1` and `seats_1` for the main pot and so on, `back` and `back_seat` for what comes back.

    Rows without an amount and without seats are no pots. Raises IllFormed at each cell that is missing or no amount.
    """
    players = {seat.name for seat in document.seats if not seat.empty}
    problems: dict[str, str] = {}
    pots: list[dict[str, Any]] = []
    for row in range(1, len(document.seats) + 1):
        text = one(raw, f"amount_{row}")
        seats = [name for name in raw.get(f"seats_{row}", ()) if name in players]
        if not text and not seats:
            continue
        amount = read_or_note(text, f"amount_{row}", problems)
        if not seats:
            problems[f"seats_{row}"] = "no-choice"
        pots.append({"amount": amount, "eligible": sorted(set(seats), key=document.index)})
    if not pots:
        problems.setdefault("amount_1", "missing")
    returned = read_returned(document, raw, problems)
    if problems:
        raise IllFormed(problems)
    return {"pots": pots, "returned": returned}


def read_returned(document: Document, raw: Raw, problems: dict[str, str]) -> dict[str, int]:
    """Read what comes back to whom from `back` and `back_seat`; both empty is nothing. Notes what is wrong."""
    back, owner = one(raw, "back"), one(raw, "back_seat")
    players = {seat.name for seat in document.seats if not seat.empty}
    if back in ("", "0") and owner not in players:
        return {}
    chips = read_or_note(back, "back", problems)
    if owner not in players:
        problems["back_seat"] = "no-choice"
    return {owner: chips} if chips else {}


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return each right pot's amount as the answer has it for the same seats, pots too many, and what comes back.

    Pots split further than need be count together when they are for the same seats.
    """
    given = _by_seats(answer["pots"])
    fields: dict[str, Any] = {}
    for place, pot in enumerate(right["pots"], 1):
        fields[f"pot-{place}"] = given.pop(frozenset(pot["eligible"]), None)
    if given:
        fields["more-pots"] = tuple(sorted((tuple(sorted(seats)), amount) for seats, amount in given.items()))
    fields["returned"] = tuple(sorted((seat, chips) for seat, chips in answer["returned"].items() if chips))
    return fields


def _by_seats(pots: Sequence[Mapping[str, Any]]) -> dict[frozenset[str], int]:
    """Return what the pots for each set of seats come to; empty pots are none."""
    amounts: dict[frozenset[str], int] = {}
    for pot in pots:
        seats = frozenset(pot["eligible"])
        amounts[seats] = amounts.get(seats, 0) + pot["amount"]
    return {seats: amount for seats, amount in amounts.items() if amount}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """No pot follows from another here: each is judged by itself, so a wrong main pot costs the main pot alone."""
    return frozenset()


def _totals_for_differences(document: Document) -> Answer:
    """Make each side pot of the players' whole totals, without taking off what is in the pots below."""
    hand = closed(document)
    pots = cut(hand.put_in, hand.live, hand.dead, hand.mucked)
    answer = named(hand, pots)
    tops = {layer.eligible: layer.up_to for layer in pots.layers}
    for place, pot in enumerate(pots.pots):
        if place:
            reached = [min(chips, tops[pot.eligible]) for seat, chips in enumerate(hand.put_in) if seat in pot.eligible]
            answer["pots"][place]["amount"] = sum(reached)
    return answer


def _forget_dead_money(document: Document) -> Answer:
    """Leave out what folded players put in, and money that was in the middle before."""
    hand = closed(document)
    chips = [
        own if alive or seat in hand.mucked else 0
        for seat, (own, alive) in enumerate(zip(hand.put_in, hand.live, strict=True))
    ]
    return named(hand, cut(chips, hand.live, 0, hand.mucked))


def _pay_the_folded(document: Document) -> Answer:
    """Let folded players go on playing for the pots that they have chips in."""
    hand = closed(document)
    live = [alive or chips > 0 for alive, chips in zip(hand.live, hand.put_in, strict=True)]
    return named(hand, cut(hand.put_in, live, hand.dead))


def _keep_the_uncalled(document: Document) -> Answer | None:
    """Leave what nobody matched in the last pot; None where nobody matched anything."""
    hand = closed(document)
    pots = cut(hand.put_in, hand.live, hand.dead, hand.mucked)
    if not pots.pots:
        return None
    answer = named(hand, pots)
    answer["pots"][-1]["amount"] += sum(pots.returned.values())
    return {**answer, "returned": {}}


def _one_pot(document: Document) -> Answer:
    """Put everything into one pot for everybody who is left."""
    hand = closed(document)
    pots = cut(hand.put_in, hand.live, hand.dead, hand.mucked)
    answer = named(hand, pots)
    amount = sum(pot.amount for pot in pots.pots)
    return {**answer, "pots": [{"amount": amount, "eligible": answer["pots"][0]["eligible"]}]}


def _forget_the_antes(document: Document) -> Answer:
    """Leave the antes out of the pots."""
    hand = closed(document)
    chips = [own - ante for own, ante in zip(hand.put_in, hand.first.antes, strict=True)]
    return named(hand, cut(chips, hand.live, hand.dead, hand.mucked))


def _has_folded_money(document: Document) -> bool:
    return _folded_money(closed(document))


def _folded_money(hand: Hand) -> bool:
    return any(chips > 0 and not alive for chips, alive in zip(hand.put_in, hand.live, strict=True))


def _pot_count(document: Document) -> int:
    hand = closed(document)
    return len(cut(hand.put_in, hand.live, hand.dead, hand.mucked).pots)


MISCONCEPTIONS = (
    Misconception("totals-for-differences", lambda d: _pot_count(d) > 1, _totals_for_differences),
    Misconception("dead-money-forgotten", lambda d: _has_folded_money(d) or closed(d).dead > 0, _forget_dead_money),
    Misconception("folded-player-paid", _has_folded_money, _pay_the_folded),
    Misconception("uncalled-left-in", lambda d: bool(solve(d).answer["returned"]), _keep_the_uncalled),
    Misconception("one-pot-for-all", lambda d: _pot_count(d) > 1, _one_pot),
    Misconception("antes-forgotten", lambda d: any(closed(d).first.antes), _forget_the_antes, games=STUD),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each side pot beyond the first, folded money, chips that come back,
    money from before, and several streets."""
    return _level(closed(document))


def _level(hand: Hand) -> int:
    pots = cut(hand.put_in, hand.live, hand.dead, hand.mucked)
    points = (
        max(0, len(pots.pots) - 2)
        + _folded_money(hand)
        + bool(pots.returned)
        + (hand.dead > 0)
        + (hand.street != hand.document.street)
    )
    return min(5, 1 + points)


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: the betting is over and somebody is all-in."""
    return keep_writing(lambda: _write(rng, wanted, rules, variant))


def _write(rng: Random, wanted: int, rules: Ruleset, variant: Variant) -> Document:
    spot = all_in_spot(rng, wanted, rules, variant, lambda spot: _level(spot.hand) == wanted, from_before=wanted > 1)
    return spot.document(Question("side_pots"))


def all_in_spot(
    rng: Random,
    wanted: int,
    rules: Ruleset,
    variant: Variant = HOLDEM,
    fits: Callable[[Spot], bool] = bool,
    from_before: bool = True,
) -> Spot:
    """Return a hand that fits, its betting over and somebody all-in, of about a level. Raises NoSpot.

    `from_before` says whether the pot may hold money from earlier streets that are not told.
    """
    players = rng.choice({1: (2, 3, 3, 4), 4: (4, 5, 6, 7), 5: (5, 6, 7)}.get(wanted, (3, 4, 4, 5)))
    ante = rng.choice(("all", "big-blind")) if variant == HOLDEM and wanted > 2 and rng.random() < 0.2 else ""
    street = "preflop" if ante or not from_before or rng.random() < 0.6 else rng.choice(("flop", "turn", "river"))
    spot = deal_any(rng, rules, variant, players, street, ante=ante)
    if street == "preflop" and rng.random() < (0, 0, 0.35, 0.5, 1)[wanted - 1]:
        spot.play_out(folding=0.5 if wanted < 5 else 0.2)
    return go_all_in(spot, wanted, fits)


def go_all_in(spot: Spot, wanted: int, fits: Callable[[Spot], bool] = bool) -> Spot:
    """Return the spot with its street's betting over, somebody all-in, and a hand that fits. Raises NoSpot."""
    if isinstance(spot, LimitSpot) and spot.brings_in and spot.rng.random() < 0.5:
        spot.passive()
    spot.raise_full()
    spot.write_out(lambda: _next_move(spot, wanted), lambda: _is_all_in(spot.hand) and fits(spot))
    return spot


def _is_all_in(hand: Hand) -> bool:
    return sum(hand.live) > 1 and any(stack == 0 for stack in hand.round.stacks)


def _next_move(spot: Spot, wanted: int) -> None:
    """Call for less, go all-in over the bet, call, or fold; nobody raises for ever."""
    chance = spot.rng.random()
    raises, totals = len(spot.hand.raises), spot.hand.round.totals
    heads_up = sum(spot.hand.live) == 2
    if wanted == 1 and totals.count(spot.bet) < 2 and (chance < (0.3 if heads_up else 0.6) or chance >= 0.85):
        # Nothing that nobody matches, so nothing comes back. Heads-up a call ends it: somebody goes all-in before.
        spot.passive()
    elif chance < 0.3:
        spot.call_short()
    elif chance < 0.45 and raises < 2 + wanted // 2:
        spot.short_all_in()
    elif chance < 0.6 and raises < 2:
        spot.raise_full(all_in=True)
    elif chance < 0.85:
        spot.passive()
    else:
        spot.give_up()


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    right: dict[str, list[str]] = {}
    for row, pot in enumerate(answer["pots"], 1):
        right |= {f"amount_{row}": [f"{pot['amount']:,}"], f"seats_{row}": list(pot["eligible"])}
    for seat, chips in answer["returned"].items():
        right |= {"back": [str(chips)], "back_seat": [seat]}
    one_more = {**right, "amount_1": [str(answer["pots"][0]["amount"] + 1)]}
    everybody = {
        **right,
        "seats_1": [seat.name for seat in document.seats],
        "back": ["7"],
        "back_seat": [document.names[0]],
    }
    return Examples(
        right=(right,),
        wrong=(one_more, everybody),
        ill_formed=({}, {**right, "amount_1": ["many"]}, {**right, "seats_1": []}),
    )


KIND = Kind(
    id="side_pots",
    version=6,
    input="pot_grid",
    toggles=("min_raise", "reopen", "reopened_unit", "short_blind", "bb_ante_order", "ante_order"),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=lambda document: ("back",),
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    variants=VARIANTS,
    about_bets=True,
)
