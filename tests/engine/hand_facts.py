"""What a derivation may state of a hand, from the second computation's book of entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from quizzes.engine.cards import cards_text, parse_card
from quizzes.engine.document import Deal
from quizzes.engine.steps import Step
from quizzes.kinds import second
from quizzes.kinds.second import awards, hands, legal_actions, nuts, raises, side_pots
from quizzes.kinds.second.table import asked, replay
from tests.engine.reading import Broken, Told, expect, one_value


def _to_act(step: Step, told: Told) -> None:
    expect(step, asked(replay(told.document)), step.out["to_act"])


def _acted_at(step: Step, told: Told) -> None:
    """What the bet was when the player last acted on this street."""
    own = [deed for deed in raises.deeds(replay(told.document)) if deed.seat == step.seat]
    expect(step, own[-1].bet, step.out["acted_at"])


def _may_check(step: Step, told: Told) -> None:
    """Without a bet there is nothing to match, but somebody has to bring it in."""
    table = replay(told.document)
    expect(step, table.bet == 0 and not table.brings_in, step.out["may_check"])


def _may_raise(step: Step, told: Told) -> None:
    """Nobody else has chips, or the player has not acted."""
    table = replay(told.document)
    answered = any(name != step.seat for name in table.able)
    acted = raises.reopening(table, str(step.seat)) is not None
    if answered and acted:
        raise Broken(f"{step}: a player who has acted needs a reason")
    expect(step, answered, step.out["may_raise"])


def _open(step: Step, told: Told) -> None:
    """Nobody has raised since the player acted."""
    found = raises.reopening(replay(told.document), str(step.seat))
    expect(step, found is not None and found.facing > 0, step.out["open"])


def _no_all_in(step: Step, told: Told) -> None:
    """A full raise that the player has the chips for is no mere all-in."""
    most = replay(told.document).most(str(step.seat))
    expect(step, True, most is None or most >= step.out["raise_min_to"])


def _raise_max_to(step: Step, told: Told) -> None:
    """What the stack allows, in a limit also what that does."""
    most = legal_actions.solve(told.document)["raise_max_to"]
    expect(step, most, step.out["raise_max_to"])
    if most is not None:
        expect(step, one_value(step), most)


def _all_in_to(step: Step, told: Told) -> None:
    if step.out["all_in_to"] is None:
        _no_all_in(step, told)
    else:
        expect(step, one_value(step), step.out["all_in_to"])


def _best(step: Step, told: Told) -> None:
    """The first of those who play for the pot in the order that is given, or the only one who plays for it.

    Where the order leaves some of them out, all who play for it are named beside it.
    """
    named = sum(map(len, step.values.get("order", ())))
    if "eligible" in step.values and "order" in step.values:
        expect(step, True, named < len(step.values["eligible"]))
    elif "eligible" in step.values:
        expect(step, 1, len(step.values["eligible"]))
        expect(step, step.values["eligible"], step.out["best"])
        return
    groups = step.values["order"]
    playing = set(step.values.get("eligible", [name for group in groups for name in group]))
    given = [[name for name in group if name in playing] for group in told.document.order or ()]
    expect(step, [group for group in given if group], groups)
    expect(step, sorted(groups[0]), sorted(step.out["best"]))


def _best_low(step: Step, told: Told) -> None:
    """The first of those who play for the pot in the order of the lows; nobody, where no hand is low enough."""
    if "eligible" in step.values:
        lows = [hands.low_worth(told.document, name) for name in step.values["eligible"]]
        expect(step, [None] * len(lows), lows)
        expect(step, [], step.out["best_low"])
        return
    groups = step.values["order_low"]
    playing = {name for group in groups for name in group}
    given = [[name for name in group if name in playing] for group in told.document.order_low or ()]
    expect(step, [group for group in given if group], groups)
    expect(step, sorted(groups[0]) if groups else [], sorted(step.out["best_low"]))


def _both_ways(step: Step, told: Told) -> None:
    """The best high hands of a pot are its best low ones too: those of one seat, or of several who tie."""
    expect(step, sorted(told.last("best")), sorted(step.values["best"]))
    expect(step, sorted(told.last("best_low")), sorted(step.values["best_low"]))
    expect(step, sorted(step.values["best"]), sorted(step.values["best_low"]))
    alone = [step.out["wins_both"]] if "wins_both" in step.out else []
    expect(step, step.values["best"], alone or step.out["shared_once"])
    expect(step, bool(alone), len(step.values["best"]) == 1)


def _players(step: Step, told: Told) -> None:
    """Whoever is left plays for money that nobody has to match."""
    expect(step, list(side_pots.stakes(told.document).live), step.out["players"])


def _read(step: Step, told: Told) -> None:
    """The cards that play of the player's own and the board's, the strongest group first."""
    _check_seen(step, told)
    scale = told.document.game.scale
    groups = hands.playable(told.document, str(step.seat))
    hand = step.out.get("high", step.out)
    played = tuple(parse_card(text) for text in hand["cards"])
    best = max(hands.key(scale, group) for group in groups)
    expect(step, True, set(played) in map(set, groups) and len(set(played)) == len(played))
    expect(step, best, hands.key(scale, played))
    expect(step, hands.category(scale, best), hand["category"])
    expect(step, [abs(value) % 13 for value in best[1]], [(2 + (card >> 2)) % 13 for card in played])


def _read_low(step: Step, told: Told) -> None:
    """The lowest five different ranks up to the eight, the highest first; nothing where there are none."""
    _check_seen(step, told)
    groups = hands.qualifying(hands.playable(told.document, str(step.seat)))
    best = max((hands.key("ace-to-five", group) for group in groups), default=None)
    if best is None or step.out["low"] is None:
        expect(step, None, best)
        expect(step, None, step.out["low"])
        return
    played = [parse_card(text) for text in step.out["low"]["cards"]]
    expect(step, True, set(played) in map(set, groups))
    expect(step, [abs(value) % 13 for value in best[1]], [(2 + (card >> 2)) % 13 for card in played])


def _check_seen(step: Step, told: Told) -> None:
    seen = [text for cards in step.values.values() for text in cards]
    expect(step, sorted(cards_text(hands.seven(told.document, str(step.seat)))), sorted(seen))


def _nuts(step: Step, told: Told) -> None:
    """What one of the second computation's holdings makes, its cards with the board's."""
    first = nuts.solve(told.document)["hands"][0]
    board = hands.dealt(told.document)
    own = [parse_card(text) for text in first]
    best = max(hands.five_key(five) for five in hands.together(told.document, own, board))
    five = [parse_card(text) for text in step.out["nuts"]["cards"]]
    expect(step, best, hands.five_key(five))
    expect(step, hands.NAMES[best[0]], step.out["nuts"]["category"])


def _second(step: Step, told: Told) -> None:
    """The answer of the second computation, whole."""
    expect(step, dict(second.solve(told.document)), dict(step.out))


def _makes(step: Step, told: Told) -> None:
    """What the player has once each of the next cards is dealt."""
    for text in step.values["next"]:
        after = replace(told.document, actions=(*told.document.actions, Deal("", (parse_card(text),))))
        made = hands.worth(after, str(step.seat))
        expect(step, hands.category(after.game.scale, made), step.out["makes"])


def _tied(step: Step, told: Told) -> None:
    """Who has the best hand, the player among them, once any of the next cards is dealt."""
    for text in step.values["next"]:
        after = replace(told.document, actions=(*told.document.actions, Deal("", (parse_card(text),))))
        worth = {seat.name: hands.worth(after, seat.name) for seat in after.seats if seat.cards}
        expect(step, [name for name, own in worth.items() if own == max(worth.values())], step.out["tied"])
    expect(step, True, step.seat in step.out["tied"])


def _pots(step: Step, told: Told) -> None:
    """Layers for the same seats are one pot, dead money is in the main pot; or the pots as they were shared out."""
    if "won" in step.out:
        shares = _shares(told)
        expect(step, [], [pot for pot in step.out["pots"] if pot["winners"] not in shares])
        return
    pots: dict[tuple[str, ...], int] = {}
    amounts = [out for name, out in told.outcomes if name == "amount"]
    seats = [tuple(out) for name, out in told.outcomes if name == "eligible"]
    for eligible, amount in zip(seats, amounts, strict=False):
        pots[eligible] = pots.get(eligible, 0) + amount
    dead = side_pots.stakes(told.document).dead
    for pot in step.out["pots"]:
        expect(step, pots.pop(tuple(pot["eligible"]), 0) + dead, pot["amount"])
        dead = 0
    expect(step, {}, pots)


def _shares(told: Told) -> list[dict[str, int]]:
    """Return what each pot was shared out to, both halves of a split one together."""
    shares: list[dict[str, int]] = []
    for name, out in told.outcomes:
        if name == "winners":
            shares.append(dict(out))
        elif name == "low_winners":
            for seat, chips in out.items():
                shares[-1][seat] = shares[-1].get(seat, 0) + chips
    return shares


def _returned(step: Step, told: Told) -> None:
    back = [out for name, out in told.outcomes if name == "returned"]
    expect(step, back, list(step.out["returned"].values()))


def _won(step: Step, told: Told) -> None:
    won: dict[str, int] = {}
    for pot in step.out["pots"]:
        for name, chips in pot["winners"].items():
            won[name] = won.get(name, 0) + chips
    expect(step, won, dict(step.out["won"]))


def odd_chip_line(told: Told, winners: Sequence[str], low: bool) -> list[str]:
    """Those who share, in the order of the second computation; in some houses who has an odd chip already is last."""
    line = awards.odd_chip_line(told.document, list(winners), "low" if low else "high")
    if not low or told.document.rules["odd_chip_most"] == "each-half":
        return line
    return sorted(line, key=_served(told).__contains__)


def _served(told: Told) -> list[str]:
    """Who has an odd chip of the high half, told by what it paid: more than an even part, or than the low half."""
    high, paid, best = told.last("high_half"), told.last("winners"), told.last("best")
    even = high // (told.document.chip * len(best)) * told.document.chip if len(best) > 1 else told.last("low_half")
    return [seat for seat in best if paid.get(seat, 0) > even]


def _odd_chips_to(step: Step, told: Told) -> None:
    """Those who share, in the order of the second computation; where cards decide, theirs fall or rise all along."""
    ((name, line),) = step.out.items()
    low = name.startswith("low")
    expect(step, odd_chip_line(told, line, low), line)
    moved = line != awards.odd_chip_line(told.document, line, "low" if low else "high")
    expect(step, moved, step.rule == "odd-chip-one-a-player")
    if moved:
        expect(step, [seat for seat in line if seat in _served(told)], step.values["have_one"])
    if "button" in step.values:
        expect(step, told.document.button or told.document.seats[-1].name, step.values["button"])
    if "odd_chip_cards" not in step.values:
        return
    shown = step.values["odd_chip_cards"]
    expect(step, line, list(shown))
    own = {seat: cards_text(hands.seven(told.document, seat)) for seat in line}
    expect(step, [], [seat for seat, cards in shown.items() if not set(cards) <= set(own[seat])])
    same = set(step.values.get("same_cards", ()))
    expect(step, [], [seat for seat in line if not same <= {*own[seat], *cards_text(hands.dealt(told.document))}])
    alike = len(set(map(tuple, shown.values()))) < len(line)
    expect(step, alike, "button" in step.values)


FACTS: Mapping[str, Callable[[Step, Told], None]] = {
    "to_act": _to_act,
    "acted_at": _acted_at,
    "may_check": _may_check,
    "may_raise": _may_raise,
    "open": _open,
    "all_in_to": _all_in_to,
    "raise_max_to": _raise_max_to,
    "best": _best,
    "best_low": _best_low,
    "wins_both": _both_ways,
    "shared_once": _both_ways,
    "category": _read,
    "cards": _read,
    "high": _read,
    "low": _read_low,
    "nuts": _nuts,
    "hands": _second,
    "wins": _second,
    "ties": _second,
    "makes": _makes,
    "tied": _tied,
    "players": _players,
    "pots": _pots,
    "returned": _returned,
    "won": _won,
    "odd_chips_to": _odd_chips_to,
    "low_odd_chips_to": _odd_chips_to,
}
