"""A simulated learner at practice: what the site would do, with a clock of its own and no database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from quizzes.learning import habits, placement, ratings, skills
from quizzes.learning.choosing import Asked, Next, Offer, Situation, choose, diagnose
from quizzes.learning.habits import Habits
from quizzes.learning.placement import WORTH, Answered
from quizzes.learning.ratings import Rating
from quizzes.learning.skills import Skill, Try
from tests.learning.simulated import CONFUSABLE, Modelled, Told, World, drill, shapes

START = datetime(2026, 5, 4, 19, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


@dataclass
class Seat:
    """A learner, the world that they practise in, and what the model knows of them. `order` is the kinds' order."""

    learner: Modelled
    world: World
    rng: Random
    order: Sequence[str]
    skills: dict[str, Skill] = field(default_factory=dict)
    recent: list[Asked] = field(default_factory=list)
    now: datetime = START
    count: int = 0

    @property
    def offers(self) -> list[Offer]:
        return [self.world.offer(kind) for kind in self.order]

    def state(self, kind: str) -> Skill:
        """Return what is known of the learner in a kind, at its first question from the other kinds."""
        return self.skills.get(kind) or Skill(ratings.begun(each.ability for each in self.skills.values()))

    def mastered(self, kind: str) -> bool:
        return self.state(kind).mastery.mastered

    def undecided(self, kind: str) -> bool:
        """Return whether there is a misconception of the kind that is not flagged."""
        return habits.to_show(self.state(kind).habits, list(shapes()[kind].shows)) is not None

    def situation(self) -> Situation:
        seed = f"{self.rng.random()}"
        return Situation(self.skills, self.offers, self.recent, self.now, seed, pairs=CONFUSABLE)

    def choice(self) -> Next:
        """Return what the model asks next."""
        return choose(self.situation())

    def check(self, kind: str) -> Next:
        """Return what a check of the kind's misconceptions asks next."""
        return diagnose(self.situation(), kind)

    def ask(self, chosen: Next) -> tuple[Told, bool]:
        """Ask a drill, and take the answer. Return what the drill told apart and whether the answer was right."""
        kind, level = chosen.skill, chosen.level
        state, item, shape = self.state(kind), self.world.rating(kind, level), shapes()[kind]
        told = drill(self.rng, kind, level, state.habits, chosen.misconception)
        response = self.learner.answer(kind, self.world.truth[kind, level], shape.floor, told)
        tried = Try(
            level,
            max(shape.levels),
            shape.floor,
            response.right,
            mixed=bool(self.recent) and self.recent[-1].skill != kind,
            told_apart=told,
            named=response.named,
        )
        self.skills[kind], self.world.rated[kind, level] = skills.after(state, item, tried, self.now)
        self.recent = [*self.recent[-2:], Asked(kind, response.right, chosen.reason.id)]
        self.now += MINUTE
        self.count += 1
        return told, response.right

    def take_placement(self) -> list[Answered]:
        """Take the placement test, and begin from what it says. Return its answers."""
        answers: list[Answered] = []
        while asked := placement.next_question(answers, self.offers, f"{self.rng.random()}"):
            kind, level = asked
            item, floor = self.world.rating(kind, level), shapes()[kind].floor
            told = drill(self.rng, kind, level, Habits(), None)
            right = self.learner.answer(kind, self.world.truth[kind, level], floor, told).right
            general = Rating(placement.general(answers), WORTH)
            _, self.world.rated[kind, level] = ratings.update(general, item, floor, right)
            answers.append(Answered(kind, level, item.value, floor, right))
        found = placement.abilities(answers, self.order)
        self.skills = {kind: Skill(ability) for kind, ability in found.items()}
        return answers
