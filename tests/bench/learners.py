"""What the model of learning finds out about simulated learners, whose abilities and misconceptions are known.

Run as `python -m tests.bench.learners`: some minutes. Each figure comes from both simulators of
`tests.learning.simulated`: one that answers as the model supposes, one that slips, guesses, drifts, forgets and holds
two misconceptions at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from random import Random
from statistics import correlation, mean, median
from typing import NamedTuple

from quizzes.learning import mastery, ratings
from quizzes.learning.choosing import Next, Reason
from quizzes.learning.placement import QUESTIONS
from quizzes.learning.ratings import Rating
from tests.learning.seats import DAY, START, Seat
from tests.learning.simulated import Modelled, Other, shapes, world

SIMULATORS: Mapping[str, type[Modelled]] = {"modelled": Modelled, "other": Other}

LEARNERS, ANSWERS = 100, 25
WITHIN = 12
LONGEST_CHECK = 150
CAREFUL, WEAK = 3.0, 0.5
"""By how much careful and weak learners are abler than the mean difficulty: nine of ten right, and six of ten."""

FEW = 8
A_DAY = 20
LONGEST_COURSE = 120
"""Days after which a learner who has not mastered everything counts as having taken so many."""

Chooser = Callable[[Seat], Next]


def main(worlds: int = 5, repeats: int = 10, careful: int = 320, students: int = 40) -> None:
    """Print each figure beside what is wanted."""
    print(f"{'simulated learners':58}{'modelled':>10}{'other':>10}{'wanted':>9}")
    for name, ask in {"placement, then as chosen": None, "any item at random": at_random}.items():
        found = [[recovered(sim, f"world {n}", ask) for n in range(worlds)] for sim in SIMULATORS.values()]
        line(f"difficulty, correlation, {name}", [mean(each) for each in found], ">0.9")
        line("  in the worst of the worlds", [min(each) for each in found], ">0.9")
    checks = [planted(sim, repeats) for sim in SIMULATORS.values()]
    line(f"misconceptions found within {WITHIN} drills that show them", [each.within for each in checks], "1")
    line("  drills that showed them until then, median", [each.drills for each in checks])
    line(f"  found within {WITHIN} questions of a check of the kind", [each.questions for each in checks])
    line("  told besides in a check, all of it", [each.besides for each in checks])
    alarms = [false_alarms(sim, careful, CAREFUL) for sim in SIMULATORS.values()]
    line(f"careful learners without a false alarm in {WITHIN}", [1 - each for each in alarms], ">0.95")
    weak = [false_alarms(sim, careful, WEAK) for sim in SIMULATORS.values()]
    line("weak ones who hold no misconception", [1 - each for each in weak])
    for name, chooser in {"as chosen": Seat.choice, "at random": at_random, "at random, suited": suited}.items():
        courses = [[course(sim, f"student {n}", chooser) for n in range(students)] for sim in SIMULATORS.values()]
        line(f"questions until all is mastered, {name}", [median(each.questions for each in few) for few in courses])
        line("  right answers", [mean(each.right for each in few) for few in courses])
        line("  true chance on the level that counts, then", [mean(each.chance for each in few) for few in courses])
    for name, chooser in {"as chosen": Seat.choice, "at random": at_random}.items():
        courses = [[course(sim, f"student {n}", chooser, FEW) for n in range(students)] for sim in SIMULATORS.values()]
        line(f"the same with {FEW} skills, {name}", [median(each.questions for each in few) for few in courses])


def line(name: str, values: Iterable[float], wanted: str = "") -> None:
    """Print the figures of both simulators."""
    print(f"{name:58}" + "".join(f"{value:>10.4g}" for value in values) + f"{wanted:>9}", flush=True)


def at_random(seat: Seat) -> Next:
    """Return any skill on any of its levels."""
    kind = seat.rng.choice(seat.order)
    return Next(kind, seat.rng.choice(list(shapes()[kind].levels)), Reason("weakest"))


def suited(seat: Seat) -> Next:
    """Return any skill on the level that suits the learner: only the order is left to chance."""
    offer = seat.world.offer(seat.rng.choice(seat.order))
    level = ratings.level_for(seat.state(offer.skill).ability.value, offer.difficulties, offer.floor)
    return Next(offer.skill, level, Reason("weakest"))


def recovered(simulator: type[Modelled], seed: str, chooser: Chooser | None) -> float:
    """Return the correlation of true and rated difficulties of all items after a hundred learners' 25 answers each.

    Without a chooser the first twelve are a placement test, and the model chooses the others.
    """
    place = world(Random(seed))
    seats = []
    for number in range(LEARNERS):
        rng = Random(f"{seed}/{number}")
        general, kinds = rng.gauss(0, 1), list(shapes())
        abilities = {kind: general + rng.gauss(0, 0.5) for kind in kinds}
        seats.append(Seat(simulator(Random(f"{seed}/{number}/"), abilities), place, rng, rng.sample(kinds, len(kinds))))
    if chooser is None:
        for seat in seats:
            seat.take_placement()
    for _ in range(ANSWERS if chooser else ANSWERS - QUESTIONS):
        for seat in seats:
            seat.ask((chooser or Seat.choice)(seat))
    items = list(place.truth)
    return correlation([place.truth[item] for item in items], [place.rating(*item).value for item in items])


class Flag(NamedTuple):
    """When a misconception was flagged: after how many drills that showed it, and how many diagnostic ones in all."""

    shown: int
    asked: int


def check(
    simulator: type[Modelled], kind: str, held: frozenset[str], seed: str, able: float, longest: int
) -> dict[str, Flag]:
    """Check a learner for the misconceptions of one kind, until those held are found or were shown twelve times.

    Return what was flagged. `able` is the ability over the kind's mean difficulty. Plain drills are not counted.
    """
    place = world(Random(seed))
    base = mean(place.truth[kind, level] for level in shapes()[kind].levels)
    learner = simulator(Random(f"{seed}/answers"), {kind: base + able}, {kind: held})
    seat = Seat(learner, place, Random(f"{seed}/drills"), [kind])
    found: dict[str, Flag] = {}
    shown: Counter[str] = Counter()
    asked = 0
    while asked < longest and not (held and all(id in found or shown[id] >= WITHIN for id in held)):
        if not seat.undecided(kind):
            break
        told, _ = seat.ask(seat.check(kind))
        asked += bool(told)
        shown.update({id for group in told for id in group})
        for id in seat.skills[kind].habits.flagged:
            found.setdefault(id, Flag(shown[id], asked))
    return found


class Planted(NamedTuple):
    """How planted misconceptions were found: shares of them, the drills it took, and how many others were told."""

    within: float
    drills: float
    questions: float
    besides: float


def planted(simulator: type[Modelled], repeats: int) -> Planted:
    """Plant each misconception of each kind several times, in `Other` with a second one, and check for it."""
    flags: list[Flag | None] = []
    besides = []
    for kind, shape in shapes().items():
        for trap in shape.shows:
            for number in range(repeats):
                rng = Random(f"{kind}/{trap}/{number}")
                second = rng.choice([other for other in shape.shows if other != trap])
                held = frozenset([trap, second] if simulator is Other else [trap])
                found = check(simulator, kind, held, f"{kind}/{trap}/{number}", rng.uniform(0, 2), LONGEST_CHECK)
                flags += [found.get(id) for id in sorted(held)]
                besides.append(len(found.keys() - held))
    return Planted(
        mean(flag is not None and flag.shown <= WITHIN for flag in flags),
        median(flag.shown for flag in flags if flag),
        mean(flag is not None and flag.asked <= WITHIN for flag in flags),
        mean(besides),
    )


def false_alarms(simulator: type[Modelled], learners: int, able: float) -> float:
    """Return the share of learners without misconceptions of whom one is told within twelve diagnostic questions."""
    kinds = [kind for kind, shape in shapes().items() if shape.shows]
    return mean(
        bool(check(simulator, kinds[number % len(kinds)], frozenset(), f"careful/{number}", able, WITHIN))
        for number in range(learners)
    )


class Course(NamedTuple):
    """How many questions a learner needed to master every skill, the share that was right, and the mean true chance of
    a right answer on the level that counts for mastery, when a skill was first mastered.
    """

    questions: int
    right: float
    chance: float


def student(simulator: type[Modelled], seed: str) -> Seat:
    """Return a learner who learns: six kinds with misconceptions, each answer a tenth of the way up.

    The items' ratings are those of a site that has been used: off by 0.3 logits.
    """
    rng = Random(seed)
    place = world(rng)
    place.rated = {item: Rating(value + rng.gauss(0, 0.3), 50) for item, value in place.truth.items()}
    kinds, general = list(shapes()), rng.gauss(-0.3, 0.7)
    held = {
        kind: frozenset(rng.sample(sorted(shapes()[kind].shows), 2 if simulator is Other else 1))
        for kind in rng.sample([kind for kind in kinds if shapes()[kind].shows], 6)
    }
    abilities = {kind: general + rng.gauss(0, 0.5) for kind in kinds}
    learner = simulator(Random(f"{seed}/answers"), abilities, held, gain=0.1, unlearns=0.3)
    if isinstance(learner, Other):
        learner.forgets = 0.03
    return Seat(learner, place, rng, kinds)


def course(simulator: type[Modelled], seed: str, chooser: Chooser, kinds: int | None = None) -> Course:
    """Let a learner answer twenty questions a day until every skill, or of so many kinds, is mastered at once."""
    seat = student(simulator, seed)
    seat.order = seat.order[:kinds]
    right = 0
    chances: dict[str, float] = {}
    for day in range(LONGEST_COURSE):
        seat.now = START + day * DAY
        for _ in range(A_DAY):
            chosen = chooser(seat)
            right += seat.ask(chosen)[1]
            if seat.mastered(chosen.skill) and chosen.skill not in chances:
                chances[chosen.skill] = _true_chance(seat, chosen.skill)
            if all(seat.mastered(kind) for kind in seat.order):
                return Course(seat.count, right / seat.count, mean(chances.values()))
        seat.learner.sleep()
    return Course(seat.count, right / seat.count, mean(chances.values() or [0]))


def _true_chance(seat: Seat, kind: str) -> float:
    shape = shapes()[kind]
    level = mastery.enough(max(shape.levels))
    return seat.learner.chance(kind, seat.world.truth[kind, level], shape.floor)


if __name__ == "__main__":
    main()
