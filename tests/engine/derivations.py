"""A reader of derivations who trusts nobody: does every outcome follow from its values by its operation?

It knows the operations as the scenario format names them and works each outcome out itself: amounts in plain chips,
hands by brute force, and facts of a hand from the second computation's book of entries, which shares no arithmetic with
the engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from quizzes.engine.cards import cards_text, parse_card
from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.notation import to_table
from quizzes.engine.rulesets import RULES
from quizzes.engine.steps import Solution, Step
from quizzes.kinds import second
from quizzes.kinds.second import awards, hands, legal_actions, nuts, raises, side_pots
from quizzes.kinds.second.table import asked, replay
from quizzes.kinds.second.winner import decided_by
from tests.engine import limit_facts, ruling_facts, table_facts

STRICTLY_MORE = ("reopening-half", "table-stakes")
"""Rules whose comparison asks for more; every other one is satisfied by as much."""

AMOUNTS = (
    "seats",
    "blinds",
    "ante",
    "straddle",
    "chip",
    "pot",
    "put_in",
    "order",
    "order_low",
    "pushed",
    "button",
    "question",
)
"""A document's keys that tell chips and seats; a level, a title or a tag tells none."""


class Broken(AssertionError):
    """A derivation that does not hold."""


@dataclass(slots=True)
class Told:
    """What a reader knows so far: the document, what stands in it, and the outcomes of the steps before."""

    document: Document
    leaves: set[Any]
    outcomes: list[tuple[str, Any]] = field(default_factory=list)
    asked: Document | None = None

    def last(self, name: str) -> Any:
        """Return the last outcome of this name."""
        found = [out for key, out in self.outcomes if key == name]
        if not found:
            raise Broken(f"no step before gives {name}")
        return found[-1]


def check(document: Document, solution: Solution) -> None:
    """Raise Broken where a derivation breaks its contract (scenario format, `steps`)."""
    told = Told(ruling_facts.in_turn(document), _of_document(document), asked=document)
    for step in solution.steps:
        if step.rule not in RULES:
            raise Broken(f"{step}: the rule is not in the book")
        if step.rule == "pot-limit" and document.limit != "pot-limit":
            raise Broken(f"{step}: the pot limits nothing here")
        _check_known(step, told)
        _CHECKS[step.op](step, told)
        told.outcomes += step.out.items()
        told.leaves |= {leaf for leaf in leaves(step.out) if not isinstance(leaf, bool)}
    for name, value in solution.answer.items():
        if not any(key == name and _equal(out, value) for key, out in told.outcomes):
            raise Broken(f"no step gives the answer's {name} = {value!r}")


def leaves(value: Any) -> Iterator[Any]:
    """Yield every plain value in a value, however deep it lies; a table's keys too, where they are seats."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key not in ("amount", "eligible", "winners", "name", "stack", "cards", "empty"):
                yield key
            yield from leaves(item)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def _of_document(document: Document) -> set[Any]:
    """Return every amount, seat and card of a document, and the chip of 1 that is meant where it names none."""
    table = to_table(document)
    told: set[Any] = {document.chip, 0}
    for key in AMOUNTS:
        told |= {leaf for leaf in leaves(table.get(key, [])) if not isinstance(leaf, bool)}
    told |= {int(digits) for digits in re.findall(r"\d+", str(table.get("actions", "")))}
    told |= {int(digits) for digits in re.findall(r"\d+", table.get("pushed", {}).get("said", "").replace(",", ""))}
    told.add(document.question.extra.get("found"))
    told |= {item.verb for item in document.actions if isinstance(item, Action)}
    cards = [*document.board, *(card for item in document.actions for card in getattr(item, "cards", ()))]
    cards += [card for seat in document.seats for card in seat.cards if card is not None]
    return told | set(cards_text(cards)) | limit_facts.told(document)


def _check_known(step: Step, told: Told) -> None:
    """Every value is in the document or an earlier outcome; a verdict is an outcome under its own name."""
    for name, value in step.values.items():
        if isinstance(value, bool):
            _expect(step, told.last(name), value)
            continue
        for leaf in leaves(value):
            if leaf not in told.leaves:
                raise Broken(f"{step}: {leaf!r} is neither told nor found out before")
        named = name in _NAMED and (name, value) not in told.outcomes
        if named and value not in _NAMED[name](told.document, step.seat):
            raise Broken(f"{step}: the document's {name} is not {value!r}")


_NAMED: Mapping[str, Callable[[Document, str | None], Sequence[Any]]] = {
    "big_blind": lambda document, seat: (document.blinds or ())[1:],
    "straddle": lambda document, seat: document.straddles,
    "ante": lambda document, seat: (document.ante,),
    "pot": lambda document, seat: (document.pot,),
    "chip": lambda document, seat: (document.chip,),
    "stack": lambda document, seat: [place.stack for place in document.seats if place.name == seat],
    **limit_facts.NAMED,
}
"""Values that are called what the document calls them are the document's."""


def _equal(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _expect(step: Step, want: Any, got: Any) -> None:
    if not _equal(want, got):
        raise Broken(f"{step}: {want!r} follows, not {got!r}")


def _whole(step: Step) -> list[int]:
    values = list(step.values.values())
    if not all(_equal(int, type(value)) for value in values):
        raise Broken(f"{step} reckons with what are no chips")
    return values


def _one_out(step: Step) -> Any:
    if len(step.out) != 1:
        raise Broken(f"{step} has not just one outcome")
    return next(iter(step.out.values()))


def _sum(step: Step, told: Told) -> None:
    _expect(step, sum(_whole(step)), _one_out(step))


def _difference(step: Step, told: Told) -> None:
    values = _whole(step)
    if len(values) != 2:
        raise Broken(f"{step} takes not one value from another")
    _expect(step, values[0] - values[1], _one_out(step))


def _least(step: Step, told: Told) -> None:
    _expect(step, min(_whole(step)), _one_out(step))


def _share(step: Step, told: Told) -> None:
    """An amount is halved, the odd chip dropped; a pot goes around its winners chip by chip, in their order."""
    chip = step.values.get("chip", 1)
    if "winners" not in step.values:
        amount = _whole(step)[0]
        _expect(step, (amount - amount % (2 * chip)) // 2, _one_out(step))
        return
    winners = list(step.values["winners"])
    low = "low_winners" in step.out
    _expect(step, sorted(told.last("best_low" if low else "best")), sorted(winners))
    if step.rule != "side-pots":
        _expect(step, _line(told, winners, low), winners)
    whole, crumbs = divmod(step.values["amount"], chip)
    paid = {name: chip * len(range(place, whole, len(winners))) for place, name in enumerate(winners)}
    paid[winners[whole % len(winners)]] += crumbs
    _expect(step, {name: amount for name, amount in paid.items() if amount}, dict(_one_out(step)))


def _compare(step: Step, told: Told) -> None:
    if any(isinstance(value, list) or value is None for value in step.values.values()):
        _compare_hands(step, told)
        return
    first, second = _whole(step)
    _expect(step, first > second if step.rule in STRICTLY_MORE else first >= second, _one_out(step))


def _compare_hands(step: Step, told: Told) -> None:
    """Hands side by side on the game's scale; of a split game, the high ones or those lows that there are."""
    low = "low" in step.out or "best_low" in step.out
    scale = "ace-to-five" if low else told.document.game.scale
    cards = {name: [parse_card(text) for text in five] for name, five in step.values.items() if five is not None}
    worth = {name: hands.key(scale, five) for name, five in cards.items()}
    if low and not worth:
        _expect(step, None, step.out["low"])
        return
    down = sorted(set(worth.values()), reverse=True)
    order = [[name for name, key in worth.items() if key == level] for level in down]
    if step.out.keys() & {"best", "best_low"}:
        best = hands.low_worth if low else hands.worth
        _expect(step, {name: best(told.document, name) for name in worth}, worth)
    facts = {
        "best": order[0],
        "best_low": order[0],
        "winners": order[0],
        "split": len(order[0]) > 1,
        "category": hands.category(scale, down[0]),
        "decided_by": "nothing" if len(order[0]) > 1 else decided_by(down[0], (down * 2)[1]),
        "order": order,
    }
    half = next((step.out[name] for name in ("high", "low") if name in step.out), step.out)
    for name, value in half.items():
        _expect(step, facts[name], value)


def _layer(step: Step, told: Told) -> None:
    """Chips between two totals; a layer without a top takes all above its foot, for everybody live who is above it.

    Where nobody live has put anything in, that is for all of them.
    """
    put_in, above = step.values["put_in"], step.values.get("above", 0)
    up_to = step.values.get("up_to")
    reach = {name: chips if up_to is None else min(chips, up_to) for name, chips in put_in.items()}
    live = [name for name in put_in if name in side_pots.stakes(told.document).live]
    _expect(step, live, step.values["live"])
    _expect(step, sum(reach.values()) - above * len(reach), step.out["amount"])
    reached = [name for name in live if put_in[name] >= (up_to or above + 1)]
    _expect(step, reached or [name for name in live if above == 0], step.out["eligible"])


def _state(step: Step, told: Told) -> None:
    """A fact of the hand, by the name of its outcome; else what an earlier verdict leaves, or a value as it stands."""
    if "player" in step.values:
        _expect(step, step.seat, step.values["player"])
    for name, value in step.out.items():
        fact = _FACTS.get(name)
        verdicts = {key: verdict for key, verdict in step.values.items() if isinstance(verdict, bool)}
        if told.document.question.kind in table_facts.KINDS:
            _expect(step, table_facts.fact(told.document, name), value)
            _expect(step, all(verdicts.values()) if verdicts else value, value)
        elif name in ruling_facts.FACTS and told.asked is not None:
            _expect(step, ruling_facts.FACTS[name](step, told.asked), value)
        elif name in limit_facts.FACTS:
            _expect(step, limit_facts.FACTS[name](step, told.document), value)
        elif verdicts:
            _expect(step, None if value is None else all(verdicts.values()), value)
        elif fact is not None:
            fact(step, told)
        else:
            _expect(step, _one_value(step), value)
        if value is None and verdicts and next(iter(verdicts.items())) not in _LEAVES_NOTHING:
            raise Broken(f"{step}: that leaves something")


_LEAVES_NOTHING = (("may_raise", False), ("full_raise", False), ("may_check", True))
"""Verdicts after which there is no amount: no raise, no full raise, no call."""


def _one_value(step: Step) -> Any:
    if len(step.values) != 1:
        raise Broken(f"{step} has not just one value that could stand")
    return next(iter(step.values.values()))


def _to_act(step: Step, told: Told) -> None:
    _expect(step, asked(replay(told.document)), step.out["to_act"])


def _acted_at(step: Step, told: Told) -> None:
    """What the bet was when the player last acted on this street."""
    own = [deed for deed in raises.deeds(replay(told.document)) if deed.seat == step.seat]
    _expect(step, own[-1].bet, step.out["acted_at"])


def _may_check(step: Step, told: Told) -> None:
    """Without a bet there is nothing to match, but somebody has to bring it in."""
    table = replay(told.document)
    _expect(step, table.bet == 0 and not table.brings_in, step.out["may_check"])


def _may_raise(step: Step, told: Told) -> None:
    """Nobody else has chips, or the player has not acted."""
    table = replay(told.document)
    answered = any(name != step.seat for name in table.able)
    acted = raises.reopening(table, str(step.seat)) is not None
    if answered and acted:
        raise Broken(f"{step}: a player who has acted needs a reason")
    _expect(step, answered, step.out["may_raise"])


def _open(step: Step, told: Told) -> None:
    """Nobody has raised since the player acted."""
    found = raises.reopening(replay(told.document), str(step.seat))
    _expect(step, found is not None and found.facing > 0, step.out["open"])


def _no_all_in(step: Step, told: Told) -> None:
    """A full raise that the player has the chips for is no mere all-in."""
    most = replay(told.document).most(str(step.seat))
    _expect(step, True, most is None or most >= step.out["raise_min_to"])


def _raise_max_to(step: Step, told: Told) -> None:
    """What the stack allows, in a limit also what that does."""
    most = legal_actions.solve(told.document)["raise_max_to"]
    _expect(step, most, step.out["raise_max_to"])
    if most is not None:
        _expect(step, _one_value(step), most)


def _all_in_to(step: Step, told: Told) -> None:
    if step.out["all_in_to"] is None:
        _no_all_in(step, told)
    else:
        _expect(step, _one_value(step), step.out["all_in_to"])


def _best(step: Step, told: Told) -> None:
    """The first of those who play for the pot in the order that is given, or the only one who plays for it."""
    if "eligible" in step.values:
        _expect(step, 1, len(step.values["eligible"]))
        _expect(step, step.values["eligible"], step.out["best"])
        return
    groups = step.values["order"]
    playing = {name for group in groups for name in group}
    given = [[name for name in group if name in playing] for group in told.document.order or ()]
    _expect(step, [group for group in given if group], groups)
    _expect(step, sorted(groups[0]), sorted(step.out["best"]))


def _best_low(step: Step, told: Told) -> None:
    """The first of those who play for the pot in the order of the lows; nobody, where no hand is low enough."""
    if "eligible" in step.values:
        lows = [hands.low_worth(told.document, name) for name in step.values["eligible"]]
        _expect(step, [None] * len(lows), lows)
        _expect(step, [], step.out["best_low"])
        return
    playing = {name for group in step.values["order_low"] for name in group}
    given = [[name for name in group if name in playing] for group in told.document.order_low or ()]
    _expect(step, [group for group in given if group], step.values["order_low"])
    _expect(step, sorted(step.values["order_low"][0]), sorted(step.out["best_low"]))


def _read(step: Step, told: Told) -> None:
    """The cards that play of the player's own and the board's, the strongest group first."""
    _check_seen(step, told)
    scale = told.document.game.scale
    groups = hands.playable(told.document, str(step.seat))
    hand = step.out.get("high", step.out)
    played = tuple(parse_card(text) for text in hand["cards"])
    best = max(hands.key(scale, group) for group in groups)
    _expect(step, True, set(played) in map(set, groups) and len(set(played)) == len(played))
    _expect(step, best, hands.key(scale, played))
    _expect(step, hands.category(scale, best), hand["category"])
    _expect(step, [abs(value) % 13 for value in best[1]], [(2 + (card >> 2)) % 13 for card in played])


def _read_low(step: Step, told: Told) -> None:
    """The lowest five different ranks up to the eight, the highest first; nothing where there are none."""
    _check_seen(step, told)
    groups = hands.qualifying(hands.playable(told.document, str(step.seat)))
    best = max((hands.key("ace-to-five", group) for group in groups), default=None)
    if best is None or step.out["low"] is None:
        _expect(step, None, best)
        _expect(step, None, step.out["low"])
        return
    played = [parse_card(text) for text in step.out["low"]["cards"]]
    _expect(step, True, set(played) in map(set, groups))
    _expect(step, [abs(value) % 13 for value in best[1]], [(2 + (card >> 2)) % 13 for card in played])


def _check_seen(step: Step, told: Told) -> None:
    seen = [text for cards in step.values.values() for text in cards]
    _expect(step, sorted(cards_text(hands.seven(told.document, str(step.seat)))), sorted(seen))


def _nuts(step: Step, told: Told) -> None:
    """What one of the second computation's holdings makes, its cards with the board's."""
    first = nuts.solve(told.document)["hands"][0]
    board = hands.dealt(told.document)
    own = [parse_card(text) for text in first]
    best = max(hands.five_key(five) for five in hands.together(told.document, own, board))
    five = [parse_card(text) for text in step.out["nuts"]["cards"]]
    _expect(step, best, hands.five_key(five))
    _expect(step, hands.NAMES[best[0]], step.out["nuts"]["category"])


def _second(step: Step, told: Told) -> None:
    """The answer of the second computation, whole."""
    _expect(step, dict(second.solve(told.document)), dict(step.out))


def _makes(step: Step, told: Told) -> None:
    """What the player has once each of the next cards is dealt."""
    for text in step.values["next"]:
        after = replace(told.document, actions=(*told.document.actions, Deal("", (parse_card(text),))))
        made = hands.worth(after, str(step.seat))
        _expect(step, hands.category(after.game.scale, made), step.out["makes"])


def _pots(step: Step, told: Told) -> None:
    """Layers for the same seats are one pot, dead money is in the main pot; or the pots as they were shared out."""
    if "won" in step.out:
        shares = _shares(told)
        _expect(step, [], [pot for pot in step.out["pots"] if pot["winners"] not in shares])
        return
    pots: dict[tuple[str, ...], int] = {}
    amounts = [out for name, out in told.outcomes if name == "amount"]
    seats = [tuple(out) for name, out in told.outcomes if name == "eligible"]
    for eligible, amount in zip(seats, amounts, strict=False):
        pots[eligible] = pots.get(eligible, 0) + amount
    dead = side_pots.stakes(told.document).dead
    for pot in step.out["pots"]:
        _expect(step, pots.pop(tuple(pot["eligible"]), 0) + dead, pot["amount"])
        dead = 0
    _expect(step, {}, pots)


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
    _expect(step, back, list(step.out["returned"].values()))


def _won(step: Step, told: Told) -> None:
    won: dict[str, int] = {}
    for pot in step.out["pots"]:
        for name, chips in pot["winners"].items():
            won[name] = won.get(name, 0) + chips
    _expect(step, won, dict(step.out["won"]))


def _line(told: Told, winners: Sequence[str], low: bool) -> list[str]:
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
    _expect(step, _line(told, line, low), line)
    moved = line != awards.odd_chip_line(told.document, line, "low" if low else "high")
    _expect(step, moved, step.rule == "odd-chip-one-a-player")
    if moved:
        _expect(step, [seat for seat in line if seat in _served(told)], step.values["have_one"])
    if "button" in step.values:
        _expect(step, told.document.button or told.document.seats[-1].name, step.values["button"])
        return
    shown = step.values["odd_chip_cards"]
    _expect(step, line, list(shown))
    own = {seat: cards_text(hands.seven(told.document, seat)) for seat in line}
    _expect(step, [], [seat for seat, card in shown.items() if card not in own[seat]])


_FACTS: Mapping[str, Callable[[Step, Told], None]] = {
    "to_act": _to_act,
    "acted_at": _acted_at,
    "may_check": _may_check,
    "may_raise": _may_raise,
    "open": _open,
    "all_in_to": _all_in_to,
    "raise_max_to": _raise_max_to,
    "best": _best,
    "best_low": _best_low,
    "category": _read,
    "cards": _read,
    "high": _read,
    "low": _read_low,
    "nuts": _nuts,
    "hands": _second,
    "wins": _second,
    "ties": _second,
    "makes": _makes,
    "pots": _pots,
    "returned": _returned,
    "won": _won,
    "odd_chips_to": _odd_chips_to,
    "low_odd_chips_to": _odd_chips_to,
}

_CHECKS: Mapping[str, Callable[[Step, Told], None]] = {
    "sum": _sum,
    "difference": _difference,
    "least": _least,
    "share": _share,
    "compare": _compare,
    "layer": _layer,
    "state": _state,
}
