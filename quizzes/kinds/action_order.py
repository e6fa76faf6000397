"""Who posts the blinds or brings it in, and who acts first and last on a street?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from quizzes.engine import opening
from quizzes.engine.cards import card_text, cards_text
from quizzes.engine.document import Document
from quizzes.engine.games import GAMES
from quizzes.engine.posting import blind_seats, players_from
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, Step
from quizzes.engine.turn_order import TurnOrder, as_it_begins, from_the_left, straddle_seat, turn_order
from quizzes.kinds.base import HOLDEM, Answer, Examples, Kind, Misconception, Raw, Variant, keeping_last
from quizzes.kinds.order_spots import SETS, blinds_table, stud_table
from quizzes.kinds.picks import NOBODY, read_seats
from quizzes.kinds.spots import attempt

STUD = (Variant("stud", "fixed-limit"), Variant("razz", "fixed-limit"), Variant("stud8", "fixed-limit"))


@keeping_last
def solve(document: Document) -> Solution:
    """Return `small_blind`, `big_blind`, `first` and `last` on `question.street`; in stud `bring_in`, `first`, `last`.

    Raises DocumentError as `turn_order` does.
    """
    found = turn_order(document, _street(document))
    answer = _answer(document, found)
    steps = (
        _stud_steps(document, found, answer)
        if document.game.family == "stud"
        else _blind_steps(document, found, answer)
    )
    return Solution(answer, tuple(steps))


def _street(document: Document) -> str:
    return str(document.question.extra["street"])


def _name(document: Document, seat: int | None) -> str | None:
    return None if seat is None else document.seats[seat].name


def _answer(document: Document, found: TurnOrder) -> dict[str, str | None]:
    ends = {"first": _name(document, found.able[0]), "last": _name(document, found.able[-1])}
    if document.game.family == "stud":
        return {"bring_in": _name(document, found.bring_in), **ends}
    return {
        "small_blind": _name(document, found.small_blind),
        "big_blind": _name(document, found.big_blind),
        **ends,
    }


def _blind_steps(document: Document, found: TurnOrder, answer: Mapping[str, Any]) -> list[Step]:
    """Derive the blinds from the button, and the order from the button, the big blind or the last straddle."""
    heads_up = _heads_up(document) and found.big_blind is not None
    button = {"button": document.button}
    blinds = {field: answer[field] for field in ("small_blind", "big_blind")}
    ends = {field: answer[field] for field in ("first", "last")}
    steps = [Step(_blinds_rule(found, heads_up), "state", button, blinds)]
    begins: dict[str, Any] = button
    rule = "heads-up-button" if heads_up else "first-before-flop"
    if _street(document) != document.game.first or found.big_blind is None:
        rule = "heads-up-button" if heads_up else "first-after-flop"
    elif found.straddle is not None:
        rule, begins = "first-before-flop", {"straddler": document.seats[found.straddle].name}
        steps += straddle_seat(document, found.big_blind)
    else:
        begins = {"big_blind_seat": blinds["big_blind"]}
    over = {"passed_over": _names(document, found.passed)} if found.passed else {}
    return [*steps, *_passed_steps(document, found, begins), Step(rule, "state", {**begins, **over}, ends)]


def _passed_steps(document: Document, found: TurnOrder, begins: Mapping[str, Any]) -> list[Step]:
    """Note who is passed over before the first to act and after the last: who has folded, and who has no chips left."""
    live, over = as_it_begins(document, _street(document)).live, (*found.passed, *found.behind)
    reasons = {
        "folded": _names(document, [seat for seat in over if not live[seat]]),
        "no_chips": _names(document, [seat for seat in over if live[seat]]),
    }
    return [Step("turn", "state", begins, {why: names}) for why, names in reasons.items() if names]


def _names(document: Document, seats: Sequence[int]) -> list[str]:
    return [document.seats[seat].name for seat in seats]


def _blinds_rule(found: TurnOrder, heads_up: bool) -> str:
    if found.big_blind is None:
        return "no-blinds"
    if found.small_blind is None:
        return "single-blind"
    return "heads-up-button" if heads_up else "blind-seats"


def _stud_steps(document: Document, found: TurnOrder, answer: Mapping[str, Any]) -> list[Step]:
    """Derive who brings it in from the first open cards, and who begins from that, or from the boards of the street."""
    game, street = document.game, _street(document)
    low, tie = game.scale == "ace-to-five", document.rules.rule("stud_tie")
    everybody = from_the_left(document)
    rule = tie if _tied(document, everybody) else "bring-in-razz" if low else "bring-in"
    ends = {field: answer[field] for field in ("first", "last")}
    bring_in = {"bring_in": answer["bring_in"]}
    low_card = {"low_card": _name(document, found.low_card)}
    passed = [Step("bring-in-all-in", "state", low_card, bring_in)] if found.low_card != found.bring_in else []
    steps = [
        Step(rule, "state", {"open_cards": _open(document, game.first, everybody)}, low_card if passed else bring_in)
    ]
    steps += passed
    if street == game.first:
        return [*steps, Step(rule, "state", bring_in, ends)]
    return [*steps, *_later_stud_steps(document, found, ends)]


def _later_stud_steps(document: Document, found: TurnOrder, ends: Mapping[str, str]) -> list[Step]:
    """Derive who begins a later street from the boards, and from the seats where the board that should is all-in."""
    street, low = _street(document), document.game.scale == "ace-to-five"
    hand = as_it_begins(document, street)
    live = [seat for seat in from_the_left(document) if hand.live[seat]]
    boards: dict[str, Any] = {"open_cards": _open(document, street, live)}
    tied = opening.equal_boards(document, street, live)
    rule = "low-board" if low else "high-board"
    if len(tied) > 1:
        rule = document.rules.rule("stud_tie")
        leading = {seat: opening.leading_card(opening.open_cards(document, seat, street), document) for seat in tied}
        boards["leading_cards"] = {_name(document, seat): card_text(card) for seat, card in leading.items()}
    if found.board == found.able[0]:
        return [Step(rule, "state", boards, ends)]
    opens = {"opening_board": _name(document, found.board)}
    return [Step(rule, "state", boards, opens), Step("board-all-in", "state", opens, ends)]


def _open(document: Document, street: str, seats: list[int]) -> dict[str, list[str]]:
    return {document.seats[seat].name: list(cards_text(opening.open_cards(document, seat, street))) for seat in seats}


def _tied(document: Document, seats: list[int]) -> bool:
    """Return whether another of these seats shows the rank of the one whose card brings it in."""
    first = document.game.first
    ranks = {seat: opening.board(opening.open_cards(document, seat, first), document) for seat in seats}
    return list(ranks.values()).count(ranks[opening.brings_in(document, seats)]) > 1


def _heads_up(document: Document) -> bool:
    """Return whether two play, one of them on the button."""
    players = players_from(document, 0)
    return len(players) == 2 and document.index(document.button) in players


def fields(document: Document) -> tuple[str, ...]:
    """Return what is asked of a spot."""
    ends = ("first", "last")
    return ("bring_in", *ends) if document.game.family == "stud" else ("small_blind", "big_blind", *ends)


def parse(document: Document, raw: Raw) -> Answer:
    """Read a player for every field."""
    players = [seat.name for seat in document.seats if not seat.empty]
    return read_seats(raw, fields(document), players, nobody=True)


def values(document: Document, right: Answer, answer: Answer) -> Mapping[str, Any]:
    """Return the fields as they are."""
    return {field: answer.get(field) for field in fields(document)}


def follow(document: Document, response: Answer) -> frozenset[str]:
    """Nothing: a seat is right or wrong by itself."""
    return frozenset()


def _ordered(document: Document, begin: int, passed_over: bool = True) -> Answer:
    """Return the answer with another order: clockwise from the seat left of `begin`."""
    able = turn_order(document, _street(document)).able
    if not passed_over:
        able = tuple(players_from(document, 0))
    order = [document.seats[seat].name for seat in players_from(document, begin + 1) if seat in able]
    return {**solve(document).answer, "first": order[0], "last": order[-1]}


def _big_blind(document: Document) -> int:
    return document.index(document.button) if document.blinds is None else blind_seats(document)[1]


def _big_blind_begins(document: Document) -> Answer:
    """Let the big blind speak first heads-up."""
    return _ordered(document, _big_blind(document) - 1)


def _always_left_of_big_blind(document: Document) -> Answer:
    """Begin on later streets where the first street began."""
    return _ordered(document, _big_blind(document))


def _always_left_of_button(document: Document) -> Answer:
    """Begin left of the button on the first street too."""
    return _ordered(document, document.index(document.button))


def _button_begins(document: Document) -> Answer:
    """Let the button, as the dealer, begin."""
    return _ordered(document, document.index(document.button) - 1)


def _folded_act(document: Document) -> Answer:
    """Count seats that have folded."""
    return _ordered(document, document.index(document.button), passed_over=False)


def _first_street(document: Document) -> bool:
    return _street(document) == document.game.first


def _later(document: Document) -> bool:
    return not _first_street(document) and document.game.family != "stud"


def _folds(document: Document) -> bool:
    return not all(
        alive or seat.empty
        for alive, seat in zip(as_it_begins(document, _street(document)).live, document.seats, strict=True)
    )


def _left_of_dealer(document: Document) -> Answer:
    """Begin left of the dealer in stud, as in a game with blinds."""
    return _ordered(document, document.index(document.button))


def _bring_in_again(document: Document) -> Answer:
    """Let the bring-in begin later streets too."""
    return _ordered(document, document.index(solve(document).answer["bring_in"]) - 1)


def _wrong_end(document: Document) -> Answer:
    """Let the highest card bring it in, or in razz the lowest."""
    ranks = {
        seat: opening.board(opening.open_cards(document, seat, document.game.first), document)
        for seat in from_the_left(document)
    }
    pick = min if document.game.scale == "ace-to-five" else max
    seat = pick(ranks, key=ranks.__getitem__)
    answer = _ordered(document, seat - 1) if _first_street(document) else solve(document).answer
    return {**answer, "bring_in": document.seats[seat].name}


BLIND_GAMES, STUD_GAMES = ("holdem",), tuple(variant.game for variant in STUD)
HARDER = (2, 3, 4, 5)

MISCONCEPTIONS = (
    Misconception(
        "big-blind-first",
        lambda d: _heads_up(d) and _first_street(d) and bool(d.blinds),
        _big_blind_begins,
        (2, 3),
        BLIND_GAMES,
    ),
    Misconception(
        "left-of-big-blind-always",
        lambda d: _later(d) and not _heads_up(d),
        _always_left_of_big_blind,
        HARDER,
        BLIND_GAMES,
    ),
    Misconception(
        "left-of-button-always",
        lambda d: _first_street(d) and bool(d.blinds) and not _heads_up(d),
        _always_left_of_button,
        (1, 2, 3, 4),
        BLIND_GAMES,
    ),
    Misconception("button-first", _later, _button_begins, (2, 3, 4), BLIND_GAMES),
    Misconception(
        "straddle-ignored",
        lambda d: _first_street(d) and bool(d.straddles),
        _always_left_of_big_blind,
        (2, 3, 4),
        BLIND_GAMES,
    ),
    Misconception("folded-seat-acts", lambda d: _later(d) and _folds(d), _folded_act, (3, 4, 5), BLIND_GAMES),
    Misconception("left-of-dealer-first", lambda d: d.game.family == "stud", _left_of_dealer, games=STUD_GAMES),
    Misconception(
        "bring-in-again",
        lambda d: d.game.family == "stud" and not _first_street(d),
        _bring_in_again,
        HARDER,
        STUD_GAMES,
    ),
    Misconception("wrong-end", lambda d: d.game.family == "stud", _wrong_end, games=STUD_GAMES),
)


def level(document: Document) -> int:
    """Return a spot's level, 1 to 5: one more for each thing that has to be kept apart.

    A later street; folds before it; a straddle; two players; an empty seat; a button without a player. In stud besides:
    a tie for the bring-in, six players or more, and an open pair.
    """
    stud = document.game.family == "stud"
    points = (
        not _first_street(document),
        _folds(document),
        bool(document.straddles),
        _heads_up(document),
        any(seat.empty for seat in document.seats),
        document.seats[document.index(document.button)].empty,
        stud and _tied(document, from_the_left(document)),
        stud and len(document.seats) > 5,
        stud and opening.has_open_pair(document, _street(document), from_the_left(document)),
    )
    return min(5, 1 + sum(points))


def generate(rng: Random, wanted: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
    """Return a spot of a level: a table with its button, and a street to name the order on."""
    game = GAMES[variant.game]
    if game.family == "stud":
        return attempt(lambda: stud_table(rng, rules, game, wanted), level, wanted)
    return attempt(lambda: blinds_table(rng, rng.choice(SETS[wanted]), rules), level, wanted)


def examples(document: Document) -> Examples:
    """Return responses that are right, wrong and ill-formed for a spot."""
    answer = solve(document).answer
    right = {field: [NOBODY if answer[field] is None else str(answer[field])] for field in fields(document)}
    other = {"first": right["last"], "last": right["first"]}
    return Examples(
        right=(right,),
        wrong=({**right, **other},),
        ill_formed=({}, {**right, "first": ["Nobody"]}, {**right, "last": []}),
    )


KIND = Kind(
    id="action_order",
    version=4,
    input="action_order",
    toggles=("stud_tie",),
    misconceptions=MISCONCEPTIONS,
    generate=generate,
    level=level,
    solve=solve,
    fields=fields,
    parse=parse,
    values=values,
    follow=follow,
    examples=examples,
    variants=(HOLDEM, *STUD),
    finite=True,
    parts="whole",
)
