"""Hands that people played: every action is legal here too, and every award comes out to the chip."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from quizzes.engine.betting import IllegalAction
from quizzes.engine.cards import RANKS, parse_card, rank_of
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES, Game
from quizzes.engine.hand import Hand, frames
from quizzes.engine.holdings import Holding
from quizzes.engine.notation import parse
from quizzes.engine.pots import share
from quizzes.engine.rulesets import TOGGLES
from quizzes.kinds import awards

Row = dict[str, Any]

SHARED = Path(__file__).parents[2].parent / "shared" / "hands.jsonl"
pytestmark = pytest.mark.skipif(not SHARED.exists(), reason="no ../shared/hands.jsonl beside this checkout")
ALL: list[Row] = list(map(json.loads, SHARED.read_text(encoding="utf-8").splitlines())) if SHARED.exists() else []

PLAYED = {
    "he": "holdem",
    "o": "omaha",
    "o5": "omaha",
    "o6": "omaha",
    "o8": "omaha8",
    "o58": "omaha8",
    "stud": "stud",
    "stud8": "stud8",
    "razz": "razz",
    "5cd": "draw",
    "27td": "27td",
    "27sd": "27sd",
    "a5td": "a5td",
    "badugi": "badugi",
}
"""The games of the file, without their limit, as the scenario format calls them."""

LIMITS = {"nl": "no-limit", "pl": "pot-limit", "fl": "fixed-limit"}


def game_of(row: Row) -> Game | None:
    """Return the game of a hand; None for one that the format does not name."""
    name = row["game"].removeprefix(row["limit"])
    return GAMES[PLAYED[name]] if name in PLAYED else None


ROWS = [row for row in ALL if game_of(row)]

ROOMS: Mapping[str, Mapping[str, str]] = {
    "f1": {"limit_after_short": "complete", "stud_open_pair": "double"},
    "f2": {"stud_open_pair": "double"},
    # Its only odd chips in hold'em: two, to the highest and the second highest card of three who played an ace.
    "f4": {"odd_chip": "high-card"},
    "f5": {"limit_after_short": "as-full", "stud_open_pair": "double"},
    "f8": {"limit_after_short": "as-full", "stud_open_pair": "double"},
}
"""The rules of a room, named as in the file, where it does not play as TDA 2024 does."""

NAMES_THE_TURN = {"f3"}
"""Rooms that call some hands by what they were on the turn."""

NAMED_OTHERWISE = {("f3", "plo"), ("f4", "plo8")}
"""Rooms that call some Omaha hands by something else than two own cards and three of the board make; chips agree."""

REASONS = {
    "run more than once": "The pot was divided among several boards; a document has one.",
    "a card twice": "The source gives a hand a card that it has already.",
    "button has the big blind": "Heads-up the button posted the big blind, against TDA 2024 34-B.",
    "other bets than stated": "Bets were made that are no unit of the limit that the source states.",
    "cards nobody saw": "Several players were in to the end and nobody's cards are known.",
    "nobody could answer": "A raise over an all-in with nobody left to answer, which is offered to nobody here.",
    "told otherwise": "Each seat gets the same chips, but the source counts other ones as the uncalled bet.",
    "rake": "The room took its rake from several winners' shares by a rule of its own.",
}
"""Why a hand may not come out as it was recorded."""

CATEGORIES = {
    "high": "high-card",
    "pair": "pair",
    "two_pair": "two-pair",
    "trips": "three-of-a-kind",
    "straight": "straight",
    "flush": "flush",
    "full_house": "full-house",
    "quads": "four-of-a-kind",
    "straight_flush": "straight-flush",
}


class Wrong(AssertionError):
    """The engine and a recorded hand disagree, and no known reason explains it."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded hand as a document, and the recorded actions by their place in it."""

    document: Document
    actions: Mapping[int, list[Any]]


def test_every_hand_is_played_and_paid_as_recorded_or_disagrees_for_a_known_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = {row["id"]: judge(row) for row in ROWS}
    listed = {id: reason for id, reason in found.items() if reason}
    lines = [f"{id}: {reason}. {REASONS[reason]}" for id, reason in sorted(listed.items())]
    with capsys.disabled():
        sys.stdout.write("\n".join(["", f"{len(found) - len(listed)} of {len(found)} hands as recorded", *lines, ""]))
    assert set(listed.values()) == set(REASONS)
    assert len(listed) < len(found) / 20


def test_a_hand_tampered_with_is_noticed() -> None:
    """Checks that nothing fails are worth nothing: a chip more to a winner, to who is given back a bet, in a raise."""
    noticed: Counter[str] = Counter()
    for row in ROWS[:200]:
        if judge(row):
            continue
        for name, tampered in tamper(row).items():
            with pytest.raises((Wrong, DocumentError, IllegalAction)):
                judge(tampered)
            noticed[name] += 1
    assert min(noticed["award"], noticed["uncalled"], noticed["raise"]) > 10


@pytest.mark.parametrize("room", ROOMS)
def test_a_rooms_own_rule_is_needed(room: str) -> None:
    assert told_apart([row for row in ROWS if row["src"] == room], {})


@pytest.mark.parametrize(
    ("toggle", "value"),
    [
        ("min_raise", "double"),
        ("short_blind", "posted-price"),
        ("ante_order", "blind-first"),
        ("odd_chip", "high-card"),
    ],
)
def test_the_recorded_hands_tell_this_rule_from_the_other(toggle: str, value: str) -> None:
    assert value in TOGGLES[toggle].rules
    assert told_apart(ROWS, {toggle: value})


def test_every_hand_shown_is_called_what_the_room_called_it() -> None:
    compared: Counter[str] = Counter()
    for row, seat, shown, held in shown_hands():
        if "hi" in shown and (row["src"], row["game"]) not in NAMED_OTHERWISE:
            best = [held] if row["src"] not in NAMES_THE_TURN else [held, Holding(held.game, held.own, held.board[:-1])]
            called = CATEGORIES[shown["hi"].partition(":")[0]]
            assert called in [hand.best().category.replace("royal", "straight") for hand in best], (row["id"], seat)
            compared[held.game.id] += 1
    assert compared["holdem"] > 400
    assert min(compared[game] for game in ("omaha", "omaha8", "stud", "draw")) > 10


def test_every_low_shown_is_of_the_cards_that_the_room_named() -> None:
    compared: Counter[str] = Counter()
    for row, seat, shown, held in shown_hands():
        kind, _, ranks = shown.get("lo", "").partition(":")
        if kind == "low":
            low = held.best_low() if held.game.split else held.best()
            assert low is not None
            assert [RANKS[rank_of(card)] for card in low.cards] == ranks.split(","), (row["id"], seat)
            compared[held.game.id] += 1
    assert min(compared[game] for game in ("27td", "badugi", "razz", "omaha8")) > 5


def shown_hands() -> Iterator[tuple[Row, str, Mapping[str, str], Holding]]:
    """Yield the hands that were shown and called something, all of their cards being known."""
    for row in ROWS:
        game = game_of(row)
        for seat, shown in (row["result"]["showdown"] or {}).items():
            own, board = row["hole"].get(seat, ["??"]), row["board"]
            whole = len(board) == 5 if game and game.family == "flop" else True
            if game and whole and "??" not in own and len(own) in game.hand:
                yield row, seat, shown, Holding(game, tuple(map(parse_card, own)), tuple(map(parse_card, board)))


def told_apart(rows: list[Row], rules: Mapping[str, str]) -> list[str]:
    """Return the recorded hands that can't have been played by these rules."""
    found = []
    for row in rows:
        try:
            judge(row, rules)
        except (Wrong, IllegalAction):
            found.append(row["id"])
    return found


def judge(row: Row, rules: Mapping[str, str] | None = None) -> str:
    """Play a recorded hand under its room's rules: "" when all is as recorded, else a known reason why not.

    Raises Wrong for any other disagreement, and IllegalAction for an action that is not legal here.
    """
    if reason := not_to_be_played(row):
        return reason
    recorded = write(row, ROOMS.get(row["src"], {}) if rules is None else rules)
    try:
        hands = frames(recorded.document)
    except IllegalAction as refusal:
        if refusal.reason == "nobody":
            return "nobody could answer"
        raise
    check_posts(row, hands[0])
    for place, action in recorded.actions.items():
        check_action(row, action, hands[place], hands[place + 1])
    if sum(hands[-1].live) > 1 and not any(row["hole"].get(hands[-1].name(seat)) for seat in live_seats(hands[-1])):
        return "cards nobody saw"
    return judge_awards(row, awards.solve(recorded.document).answer)


def not_to_be_played(row: Row) -> str:
    """Return why a recorded hand can't be written as a document that is played by its own rules; "" for most."""
    if "boards" in row:
        return "run more than once"
    if any(len(set(cards)) < len(cards) for cards in row["hole"].values() if "??" not in cards):
        return "a card twice"
    if len(row["seats"]) == 2 and row["button"] and [row["button"]] == posters(row, "bb"):
        return "button has the big blind"
    unit = row.get("bets", {}).get("small", 0)
    made = [to for _, _, verb, to, _, all_in in row["actions"] if verb in ("bet", "complete") and not all_in]
    if unit and any(to not in (unit, 2 * unit) for to in made):
        return "other bets than stated"
    return ""


def live_seats(hand: Hand) -> list[int]:
    return [seat for seat, live in enumerate(hand.live) if live]


def check_posts(row: Row, hand: Hand) -> None:
    """What each seat had in before anybody acted, antes, blinds and dead money together."""
    posted = dict.fromkeys(row["seats"], 0)
    for seat, kind, chips, _ in row["posts"]:
        posted[seat] += chips if kind != "bring_in" else 0
    for seat, chips in posted.items():
        place = hand.document.index(seat)
        if hand.put_in[place] + hand.first.dead[place] != chips:
            raise Wrong(f"{row['id']}: {seat} posted {chips}, not {hand.put_in[place]} and {hand.first.dead[place]}")


def check_action(row: Row, action: list[Any], before: Hand, after: Hand) -> None:
    """A seat's total after its action, the chips it put in, and whether that was all it had. A fold puts in nothing."""
    _, name, verb, to, chips, all_in = action
    seat = after.document.index(name)
    total = after.round.totals[seat]
    if verb == "draw" or (verb == "fold" and total == before.round.totals[seat]):
        return
    if (total, total - before.round.totals[seat], after.round.stacks[seat] == 0) != (to, chips, bool(all_in)):
        raise Wrong(f"{row['id']}: {name} {verb} to {to} with {chips}, not to {total}")


def judge_awards(row: Row, answer: Mapping[str, Any]) -> str:
    """Compare what each seat got: the pots it won less the rake, and the uncalled bet."""
    result = row["result"]
    collected = {seat: chips for seat, chips in result["collected"].items() if chips}
    if less_rake(answer, result["rake"]) == collected and answer["returned"] == result["uncalled"]:
        return ""
    if Counter(less_rake(answer, result["rake"])) + Counter(answer["returned"]) == Counter(collected) + Counter(
        result["uncalled"]
    ):
        return "told otherwise"
    taken = {seat: chips - collected.get(seat, 0) for seat, chips in answer["won"].items()}
    if (
        len(taken) > 1
        and taken.keys() == collected.keys()
        and sum(taken.values()) == result["rake"] > 0
        and min(taken.values()) >= 0
        and answer["returned"] == result["uncalled"]
    ):
        return "rake"
    raise Wrong(f"{row['id']}: won {answer['won']} back {answer['returned']}, recorded {result}")


def less_rake(answer: Mapping[str, Any], rake: int) -> dict[str, int]:
    """Return what each seat won, the rake taken from the pot before it is divided."""
    if rake and len(answer["pots"]) == 1:
        pot = answer["pots"][0]
        names = list(pot["winners"])
        shares = share(pot["amount"] - rake, range(len(names)))
        return {names[place]: chips for place, chips in shares.items()}
    if rake and len(answer["won"]) == 1:
        return {seat: chips - rake for seat, chips in answer["won"].items()}
    return dict(answer["won"])


def write(row: Row, rules: Mapping[str, Any]) -> Recorded:
    """Return a recorded hand as a document."""
    game = game_of(row)
    assert game is not None
    lines = [*dead_small_blind(row), *posts(row)]
    actions: dict[int, list[Any]] = {}
    street = game.first
    for action in row["actions"]:
        while street != action[0]:
            street = game.streets[game.streets.index(street) + 1]
            lines.append(mark(row, game, street))
        actions[len(lines)] = action
        lines.append(action_text(action))
    while street != game.streets[-1] and len(row["board"]) > game.board_cards(street):
        street = game.streets[game.streets.index(street) + 1]
        lines.append(mark(row, game, street))
    lines += unseen(row)
    document = {
        "game": game.id,
        "limit": LIMITS[row["limit"]],
        "rules": {"base": "tda", **rules},
        **forced_bets(row, game),
        "seats": seats(row),
        "button": row["button"] or ("no player" if game.family != "stud" else row["order"][-1]),
        "actions": "\n".join(lines),
        "question": {"kind": "awards"},
    }
    return Recorded(parse(document), actions)


def forced_bets(row: Row, game: Game) -> Row:
    """Return blinds, antes, the bring-in and the units of a hand as a document's keys."""
    found: Row = {"ante": row["antes"]}
    if game.family != "stud":
        big = row["blinds"]["big"]
        found["blinds"] = [row["blinds"].get("small", big // 2), big]
    else:
        found["bring_in"] = row["bring_in"] or 0
    if row["limit"] == "fl":
        small = row.get("bets", {}).get("small") or small_bet(row, game)
        found["bets"] = [small, 2 * small]
    return found


def small_bet(row: Row, game: Game) -> int:
    """Return the small bet of a hand whose source does not state it: what the first bet or completion was."""
    late = game.streets.index(game.big_from)
    made = [action for action in row["actions"] if action[2] in ("bet", "complete", "raise")]
    # An open pair on fourth street may have doubled the bet, so another street is a better witness.
    for street, _, _, to, _, all_in in sorted(made, key=lambda action: action[0] == game.second_card):
        if not all_in:
            return int(to // (2 if game.streets.index(street) >= late else 1))
    return int(max([2 * row["bring_in"], *(to for _, _, _, to, _, _ in made)]))


def posters(row: Row, kind: str) -> list[str]:
    return [seat for seat, posted, _, _ in row["posts"] if posted == kind]


def has_dead_small_blind(row: Row) -> bool:
    """Say whether the big blind sits left of the button: nobody owes a small blind."""
    return len(row["seats"]) > 2 and row["order"][:1] == posters(row, "bb")


def dead_small_blind(row: Row) -> list[str]:
    """A seat without chips stands for the small blind that is dead, and is out of the hand."""
    return ["dead small blind is mucked"] if has_dead_small_blind(row) else []


def seats(row: Row) -> list[dict[str, Any]]:
    """Return the seats clockwise. A button before nobody stands at an empty seat, before whoever posts first."""
    first = [*posters(row, "sb"), *posters(row, "bb")][:1]
    found: list[dict[str, Any]] = []
    for seat in row["seats"]:
        if row["button"] is None and [seat] == first:
            found.append({"name": "no player", "empty": True})
        if has_dead_small_blind(row) and [seat] == first:
            found.append({"name": "dead small blind", "stack": 0})
        found.append({"name": seat, "stack": row["stacks"][seat], "cards": row["hole"].get(seat, [])})
    return found


def posts(row: Row) -> list[str]:
    """Write the posts that the blinds do not tell: late ones, dead ones, a small blind that was less than usual.

    Where nobody posts a small blind as such, what the seat left of the button posts as dead is the small blind.
    """
    posted: dict[str, Counter[str]] = {}
    for seat, kind, chips, all_in in row["posts"]:
        usual = (kind == "bb" and seat not in row["straddle"]) or (
            kind == "sb" and (all_in or chips == row["blinds"]["small"])
        )
        if kind not in ("ante", "bring_in") and not usual:
            small = kind == "dead" and seat == row["order"][0] and not posters(row, "sb")
            posted.setdefault(seat, Counter())["dead" if kind == "dead" and not small else "live"] += chips
    posts = [f"{seat} posts {chips['live']} live {chips['dead']} dead" for seat, chips in posted.items()]
    return posts + [f"{seat} brings in {chips}" for seat, kind, chips, _ in row["posts"] if kind == "bring_in"]


def mark(row: Row, game: Game, street: str) -> str:
    """Write a street mark, with its cards where all of them are known."""
    before = game.streets[game.streets.index(street) - 1]
    cards = row["board"][game.board_cards(before) : game.board_cards(street)]
    if game.family == "stud" and street == game.streets[-1]:
        cards = row["board"]
    return f"-- {street} {' '.join(cards)}".strip()


def action_text(action: list[Any]) -> str:
    """Write an action. A hand that is folded for an all-in player who is away is killed."""
    _, seat, verb, to, _, all_in = action
    if verb == "fold" and all_in:
        return f"{seat} is mucked"
    amounts = {"bet": f"bets {to}", "raise": f"raises to {to}", "complete": f"completes to {to}", "draw": f"draws {to}"}
    return f"{seat} " + amounts.get(verb, f"{verb}s")


def unseen(row: Row) -> list[str]:
    """Muck the hands that nobody saw at the end, if any was seen: only a hand that is shown can win a showdown."""
    folded = {action[1] for action in row["actions"] if action[2] == "fold"}
    left = [seat for seat in row["seats"] if seat not in folded]
    seen = [seat for seat in left if row["hole"].get(seat) and "??" not in row["hole"][seat]]
    return [f"{seat} mucks" for seat in left if len(left) > 1 and seen and seat not in seen]


def tamper(row: Row) -> dict[str, Row]:
    """Return a recorded hand with something changed that can't be right any more."""
    found: dict[str, Row] = {}
    for name in ("collected", "uncalled"):
        for seat in row["result"][name]:
            changed = deepcopy(row)
            changed["result"][name][seat] += 1
            found["award" if name == "collected" else name] = changed
    for place, action in enumerate(row["actions"]):
        if action[2] == "raise":
            changed = deepcopy(row)
            changed["actions"][place][3:5] = [action[3] + 1, action[4]]
            found["raise"] = changed
    return found
