"""What is asked next: what a learner asks for beside what is known, and what the model of learning makes of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from random import Random
from typing import NamedTuple

from quizzes import kinds
from quizzes.engine.rulesets import RULESET_IDS, Ruleset
from quizzes.house_rules import rules_of
from quizzes.kinds.base import HOLDEM, LEVELS, Kind, Misconception, Variant
from quizzes.learners import Learner
from quizzes.learning import choosing
from quizzes.learning.choosing import Next, Offer, Reason, Situation
from quizzes.learning.ratings import Rating
from quizzes.practising.course import Known, difficulty, floor, read_for

FIRST = (
    *("min_raise", "read_hand", "side_pots", "action_order", "winner", "legal_actions", "awards", "chip_ruling"),
    *("show_order", "reopen", "nuts", "next_button", "ranking", "pot_limit", "out_of_turn", "outs", "may_see"),
    *("posting", "correction", "fixed_limit", "starting_hand", "choice"),
)
"""The order in which skills are begun: something of each group first, then what builds on it. Others come last."""

CONFUSABLE = (
    *(("min_raise", "legal_actions"), ("min_raise", "pot_limit"), ("reopen", "legal_actions"), ("min_raise", "reopen")),
    *(("pot_limit", "fixed_limit"), ("side_pots", "awards")),
    *(("read_hand", "winner"), ("winner", "ranking"), ("read_hand", "ranking"), ("nuts", "outs")),
    *(("chip_ruling", "correction"), ("chip_ruling", "out_of_turn")),
    *(("show_order", "may_see"), ("show_order", "action_order")),
    *(("next_button", "posting"), ("next_button", "action_order"), ("posting", "action_order")),
)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a learner asks for: kinds, a level, a house, games, a misconception.

    None leaves kinds and level to what is known of the learner, and the game to no-limit hold'em. `kind` is one kind,
    or several joined by dots as in the page's address, "side_pots.awards"; so is `game`, which stands for all its
    limits. `mistake` is a misconception of the one kind, which the drills should show where it is one in the house.
    """

    kind: str | None = None
    level: int | None = None
    ruleset: str = "tda"
    game: str | None = None
    mistake: str | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that are asked; none means all there are."""
        return tuple(self.kind.split(".")) if self.kind else ()

    @property
    def games(self) -> tuple[str, ...]:
        """The games that are asked about."""
        return tuple(self.game.split(".")) if self.game else (HOLDEM.game,)

    def variants(self, kind: Kind) -> tuple[Variant, ...]:
        """Return the games and limits in which a kind is asked; all of its own where it has none of those chosen.

        Where a misconception is chosen that none of them knows, they are those that know it, of the same games if there
        are any.
        """
        played = tuple(variant for variant in kind.variants if variant.game in self.games) or kind.variants
        chosen = (HOLDEM,) if self.game is None and HOLDEM in kind.variants else played
        knowing = (_knowing(kind, variants, self.mistake) for variants in (chosen, played, kind.variants))
        return next(filter(None, knowing), chosen)

    def wanted(self) -> dict[str, Kind]:
        """Return the kinds that are asked: those named, or all that the house has in the games chosen.

        Raises KeyError for a kind that there is not.
        """
        if self.kinds:
            return {id: kinds.KINDS[id] for id in self.kinds}
        games, house = set(self.games), rules_of(self.ruleset)
        return {
            id: kind
            for id, kind in kinds.KINDS.items()
            if kind.asked_by(house) and games & {game for game, _limit in kind.variants}
        }


def shown_on(kind: Kind, trap: Misconception) -> tuple[int, ...]:
    """Return the levels of a kind on which a spot can show a misconception."""
    return tuple(level for level in kind.levels if level in trap.levels)


def nearest(levels: Sequence[int], wanted: int) -> int:
    """Return the level that is asked where one is wanted: the nearest, of two the easier."""
    return min(levels, key=lambda level: (abs(level - wanted), level))


def _knowing(kind: Kind, variants: Sequence[Variant], mistake: str | None) -> tuple[Variant, ...]:
    """Return the variants in which a kind's misconception can show; all where none is named."""
    traps = [trap for trap in kind.misconceptions if trap.id == mistake]
    return tuple(variant for variant in variants if not traps or traps[0].known_in(*variant))


def house_for(kind: Kind, wanted: str) -> Ruleset:
    """Return the house that a kind is asked under: the one wanted, or the first that has what is asked about."""
    return next(house for id in (wanted, *RULESET_IDS) if kind.asked_by(house := rules_of(id)))


def house_against(kind: Kind, trap: Misconception, wanted: str) -> Ruleset:
    """Return the house under which a kind is asked against a misconception: as `house_for`, but one by whose rules it
    is a mistake. Where there is no such house it is that of the kind.
    """
    houses = [house for id in (wanted, *RULESET_IDS) if kind.asked_by(house := rules_of(id))]
    return next((house for house in houses if trap.known_by(house)), houses[0])


def can_show(kind: Kind, mistake: str, house: Ruleset) -> bool:
    """Return whether the spots of a kind can show a misconception by the rules of a house."""
    return any(trap.id == mistake and trap.known_by(house) and shown_on(kind, trap) for trap in kind.misconceptions)


class Chosen(NamedTuple):
    """What is asked next, in which game and limit, of what is known of the learner."""

    next: Next
    variant: Variant
    known: Known


def choose(learner: Learner, choice: Choice, key: str, now: datetime) -> Chosen:
    """Return what is asked next of those kinds that are wanted, in one query.

    The same until something is answered or wished for, or another day comes; `key` settles what is equally good. Raises
    KeyError for a kind or level that there is not.
    """
    if choice.level is not None and choice.level not in LEVELS:
        raise KeyError(choice.level)
    wanted = choice.wanted()
    variants = {id: choice.variants(kind) for id, kind in wanted.items()}
    found, items = read_for(learner, wanted.keys(), chain(*variants.values()))
    rng = Random(f"{key}/{found.answered}")
    played = {id: rng.choice(variants[id]) for id in wanted}
    order = [id for id in FIRST if id in wanted] + [id for id in wanted if id not in FIRST]
    asked = choosing.choose(
        Situation(
            skills=found.skills,
            offers=[_offer(wanted[id], choice, variants[id], items.get((id, played[id]), {})) for id in order],
            recent=found.recent,
            now=now,
            seed=f"{key}/{found.answered}",
            wish=found.wish,
            pairs=CONFUSABLE,
            cap=found.cap,
        )
    )
    kind = wanted[asked.skill]
    if choice.mistake and can_show(kind, choice.mistake, house_for(kind, choice.ruleset)):
        because = Reason("chosen", {"misconception": choice.mistake}) if asked.reason.id == "chosen" else asked.reason
        asked = replace(asked, misconception=choice.mistake, reason=because)
    fitting = _knowing(kind, variants[kind.id], asked.misconception) or variants[kind.id]
    variant = played[kind.id] if played[kind.id] in fitting else rng.choice(fitting)
    return Chosen(asked, variant, found)


def _offer(kind: Kind, choice: Choice, variants: Sequence[Variant], rated: Mapping[int, Rating]) -> Offer:
    """Return a kind as the model takes it: the levels that may be asked, how hard they are, and what they can show."""
    house = house_for(kind, choice.ruleset)
    traps = [trap for trap in kind.misconceptions if choice.mistake in (None, trap.id) and trap.known_by(house)]
    shows = {
        trap.id: shown_on(kind, trap)
        for trap in traps
        if shown_on(kind, trap) and any(trap.known_in(*variant) for variant in variants)
    }
    levels: Sequence[int] = shows.get(choice.mistake or "", kind.levels)
    if (wanted := choice.level) is not None:
        levels = [nearest(levels, wanted)]
    difficulties = {level: difficulty(rated, level).value for level in levels}
    return Offer(kind.id, floor(kind), difficulties, max(kind.levels), shows)
