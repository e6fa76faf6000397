"""How fast hands are settled and played, and documents answered, beside pokerkit in the same run.

Run as `python -m tests.bench.play`. Ours and pokerkit's take turns in several rounds and medians of CPU time are
compared. A pokerkit hand is six players with mixed stacks who choose at random among what it calls legal; drills of
other games are compared with hands of those games.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from pokerkit import Automation, State

from quizzes.engine import betting
from quizzes.engine.awarding import award
from quizzes.engine.cards import DECK
from quizzes.engine.document import Action, Deal, Document, Question, Seat
from quizzes.engine.games import GAMES
from quizzes.engine.hand import Hand, begin, play, take
from quizzes.engine.notation import parse
from quizzes.kinds import solve
from quizzes.kinds.base import HOLDEM
from tests.cases.compare import load
from tests.engine.pokerkit_play import VARIANTS

ROUNDS = 5
STACKS = (1000, 3000, 8000)
BETS = (100, 200)
ANTE, BRING_IN = 10, 25
BOARD = "2c 7d Jh 9s Kd"
HOLES = ("As Ah", "Ks Kh", "Qs Qh", "Ts Th", "8s 8h", "3s 3h")
ALL_INS = {"D": 500, "E": 1200, "F": 2500, "A": 4000}
BUILT = ("min_raise", "legal_actions", "reopen", "side_pots", "awards", "read_hand", "winner", "ranking")


def main() -> None:
    """Print the ratios as a table."""
    hand = play(settled())
    cases = [parse(case["doc"]) for case in load(list(BUILT))]
    rng = Random(7)
    rows: list[tuple[str, int, Callable[[], object], Callable[[], object]]] = [
        ("settle four all-ins, three pots", 50, lambda: award(hand), settle_with_pokerkit),
        ("play a random hand", 25, lambda: play_at_random(rng), lambda: play_with_pokerkit(rng)),
        ("solve a public case", 15, Endless(cases), lambda: play_with_pokerkit(rng)),
    ]
    print(f"{'':34}{'a second':>10}{'x pokerkit':>12}{'wanted':>8}")
    for name, wanted, ours, theirs in rows:
        rates = [(_rate(ours, 200), _rate(theirs, 8)) for _ in range(ROUNDS)]
        ratio = median(our / their for our, their in rates)
        print(f"{name:34}{median(our for our, _ in rates):>10,.0f}{ratio:>12.1f}{wanted:>8}")


class Endless:
    """Answers one document after the other, round and round."""

    def __init__(self, documents: list[Document]) -> None:
        self._documents = documents
        self._place = 0

    def __call__(self) -> object:
        self._place = (self._place + 1) % len(self._documents)
        return solve(self._documents[self._place])


def _rate(work: Callable[[], object], times: int) -> float:
    start = process_time()
    for _ in range(times):
        work()
    return times / (process_time() - start)


def settled() -> Document:
    """Return a hand of six in which four go all-in for different amounts and two fold, cards and board known."""
    seats = [
        {"name": name, "stack": ALL_INS.get(name, 6000), "cards": cards}
        for name, cards in zip("ABCDEF", HOLES, strict=True)
    ]
    actions = "C folds, D all-in to 500, E all-in to 1200, F all-in to 2500, A all-in to 4000, B folds"
    flop, turn, river = BOARD[:8], BOARD[9:11], BOARD[12:]
    streets = f"{actions}, -- flop {flop}, -- turn {turn}, -- river {river}"
    question = {"kind": "awards"}
    return parse({"seats": seats, "blinds": [50, 100], "button": "F", "actions": streets, "question": question})


def _table(stacks: tuple[int, ...], automations: tuple[Automation, ...], game: str, limit: str) -> State:
    variant = VARIANTS[game, limit]
    if GAMES[game].family == "stud":
        return variant(automations, True, ANTE, BRING_IN, *BETS)(stacks, len(stacks))
    sizes = BETS if limit == "fixed-limit" else BETS[:1]
    return variant(automations, True, 0, (50, 100), *sizes)(stacks, len(stacks))


def settle_with_pokerkit() -> State:
    """Settle the same hand with pokerkit."""
    manual = {Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING}
    stacks = tuple(ALL_INS.get(name, 6000) for name in "ABCDEF")
    state = _table(stacks, tuple(step for step in Automation if step not in manual), *HOLDEM)
    for cards in HOLES:
        state.deal_hole(cards.replace(" ", ""))
    state.fold()
    for name in ("D", "E", "F", "A"):
        state.complete_bet_or_raise_to(ALL_INS[name])
    state.fold()
    for cards in (BOARD[:8], BOARD[9:11], BOARD[12:]):
        state.burn_card("??")
        state.deal_board(cards.replace(" ", ""))
    return state


def play_with_pokerkit(rng: Random, game: str = HOLDEM.game, limit: str = HOLDEM.limit) -> State:
    """Play a hand of a game with pokerkit, asking at each turn for what is legal."""
    state = _table(tuple(rng.choice(STACKS) for _ in range(6)), tuple(Automation), game, limit)
    while state.status:
        if state.can_stand_pat_or_discard():
            held = state.hole_cards[state.stand_patter_or_discarder_index or 0]
            state.stand_pat_or_discard(held[: rng.randrange(2)])
        else:
            _act(state, rng)
    return state


def _act(state: State, rng: Random) -> None:
    low, high = state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount
    chance = rng.random()
    if chance < 0.15 and low is not None and high is not None:
        state.complete_bet_or_raise_to(rng.choice((low, high)))
    elif state.can_post_bring_in():
        state.post_bring_in()
    elif chance < 0.7 or not state.can_fold():
        state.check_or_call()
    else:
        state.fold()


def play_at_random(rng: Random) -> Hand:
    """Play a hand with our engine, asking at each turn for what is legal, and pay its pots."""
    deck = rng.sample(DECK, 17)
    seats = tuple(
        Seat(name, rng.choice(STACKS), tuple(deck[2 * place : 2 * place + 2])) for place, name in enumerate("ABCDEF")
    )
    document = Document(seats=seats, question=Question("awards"), blinds=(50, 100), button="F")
    hand = begin(document)
    for street, dealt in (("flop", deck[12:15]), ("turn", deck[15:16]), ("river", deck[16:]), ("", [])):
        while hand.round.turn is not None:
            hand = take(hand, _choice(rng, hand, betting.options(hand.round, hand.round.turn, document.rules)))
        if sum(hand.live) < 2 or not street:
            break
        hand = take(hand, Deal(street, tuple(dealt)))
    award(hand)
    return hand


def _choice(rng: Random, hand: Hand, offered: betting.Options) -> Action:
    name = "ABCDEF"[offered.seat]
    chance = rng.random()
    if chance < 0.15 and offered.may_raise:
        if offered.raise_min_to is None or rng.random() < 0.5:
            return Action(name, "all-in")
        return Action(name, "raise-to" if hand.round.bet else "bet", offered.raise_min_to)
    if offered.may_check:
        return Action(name, "check")
    return Action(name, "call" if chance < 0.7 else "fold")


if __name__ == "__main__":
    main()
