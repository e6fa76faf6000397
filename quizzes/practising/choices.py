"""What a learner can choose to practise: read from an address, written into one, offered by groups, said in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.engine.games import GAMES, ROTATIONS
from quizzes.engine.rulesets import RULESET_IDS
from quizzes.house_rules import exists, may_use, rules_of
from quizzes.kinds import KINDS
from quizzes.kinds.base import HOLDEM, LEVELS, Kind, Misconception, Variant
from quizzes.practising.asking import Choice, can_show, house_against, house_for, nearest, shown_on
from quizzes.wording.games import game_name
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name
from quizzes.wording.mistakes import mistake_name
from quizzes.wording.numbers import listed

USUAL_HOUSE = Choice().ruleset
MOST_NAMED = 3
KEPT = 2048

GROUPS: tuple[tuple[str | Promise, tuple[str, ...]], ...] = (
    (lazy("Betting"), ("min_raise", "legal_actions", "reopen", "pot_limit", "fixed_limit")),
    (lazy("Pots"), ("side_pots", "awards")),
    (lazy("Hands"), ("read_hand", "winner", "ranking", "nuts", "outs", "starting_hand")),
    (lazy("Showdown"), ("show_order", "may_see")),
    (lazy("Rulings"), ("chip_ruling", "out_of_turn", "correction", "choice")),
    (lazy("Seats and blinds"), ("action_order", "next_button", "posting")),
)
"""The kinds of the scenario format by what they are about. Those that are not drilled are not offered."""


@dataclass(frozen=True, slots=True)
class Group:
    """Skills that belong together, each its kind and its name."""

    name: str
    skills: tuple[tuple[str, str], ...]

    @property
    def boxes(self) -> list[tuple[str, str, str]]:
        """The skills as boxes to tick, each with the games in which it is asked, joined by spaces."""
        return [
            (id, name, " ".join(_in_order(game for game, _limit in KINDS[id].variants))) for id, name in self.skills
        ]


def groups() -> list[Group]:
    """Return every drilled kind in one group; those that no group names come last, together."""
    grouped = {id for _name, ids in GROUPS for id in ids}
    others = (lazy("More"), tuple(id for id in KINDS if id not in grouped))
    found = [
        Group(str(name), tuple((id, kind_name(id)) for id in ids if id in KINDS)) for name, ids in (*GROUPS, others)
    ]
    return [group for group in found if group.skills]


def read_choice(query: QueryDict, user_id: int | None = None) -> Choice:
    """Read what the learner wants to practise; what there is not is left to the mix.

    Kinds come one by one, as a form sends them, or joined by dots. All kinds there are and none at all are the mix. A
    misconception goes with its one kind. A room's own rules are there for the accounts that may use them.
    """
    house = query.get("ruleset", "")
    return _read(query, house if may_use(house, user_id) else USUAL_HOUSE)


def kept_choice(text: str) -> Choice:
    """Read a choice that `choice_query` wrote for a learner and that was stored: whose house it is was seen to then."""
    query = QueryDict(text)
    house = query.get("ruleset", "")
    return _read(query, house if exists(house) else USUAL_HOUSE)


def _read(query: QueryDict, house: str) -> Choice:
    ids = {id for text in query.getlist("kind") for id in text.split(".") if id}
    chosen = [id for id in KINDS if id in ids] if ids <= KINDS.keys() else []
    games = {id for text in query.getlist("game") for id in text.split(".") if id}
    played = [id for id in games_drilled() if id in games] if games else []
    level, mistake = query.get("level", ""), query.get("mistake", "")
    return Choice(
        kind=".".join(chosen) if 0 < len(chosen) < len(KINDS) else None,
        level=int(level) if level in map(str, LEVELS) else None,
        ruleset=house,
        game=".".join(played) or None,
        mistake=mistake if mistake and len(chosen) == 1 and mistake in shown(chosen[0]) else None,
    )


def practised(kind: Kind, trap: Misconception, house: str) -> Choice:
    """Return what practice is asked for to show a misconception under a house, given by its id.

    A game is named where practice would not ask for one of the misconception's by itself.
    """
    games = list(dict.fromkeys(variant.game for variant in kind.variants if trap.known_in(*variant)))
    named = None if HOLDEM.game in games else ".".join(games)
    return Choice(kind.id, ruleset=house, game=named, mistake=trap.id)


def against(kind: str, mistake: str, house: str = USUAL_HOUSE) -> Choice:
    """Return what is practised after a mistake that was made under a house, given by its id: spots that show it, by
    the rules of that house, or of another in which it is a mistake where that has none. Where no drill can show it,
    and for "", a mistake without a name, it is the kind.
    """
    found = [trap for trap in KINDS[kind].misconceptions if trap.id == mistake and shown_on(KINDS[kind], trap)]
    if not found:
        return Choice(kind, ruleset=house_for(KINDS[kind], house).id)
    return practised(KINDS[kind], found[0], house_against(KINDS[kind], found[0], house).id)


def shown(kind: str) -> list[str]:
    """Return the misconceptions of a kind that its drills can be asked for."""
    return [trap.id for trap in KINDS[kind].misconceptions if shown_on(KINDS[kind], trap)]


def game_of(document: Document) -> str | None:
    """Return a document's game as it is chosen: None for no-limit hold'em, which is asked where none is."""
    played = Variant(document.game.id, document.limit)
    return None if played == HOLDEM else played.game


def games_drilled() -> list[str]:
    """Return the games in which some kind is drilled."""
    return _in_order(game for kind in KINDS.values() for game, _limit in kind.variants)


def _in_order(games: Iterable[str]) -> list[str]:
    """Return games once each, in the order in which they are offered."""
    found = set(games)
    return [game for game in GAMES if game in found]


def rotations() -> list[tuple[str, str]]:
    """Return the mixed games as names and the games of each as they stand in an address."""
    return [(id.upper(), ".".join(games)) for id, games in ROTATIONS.items()]


def houses_offered(choice: Choice) -> list[tuple[str, str]]:
    """Return the houses to choose from, each its id and its name: the shipped ones, and the one that is chosen."""
    return [(id, house_name(rules_of(id))) for id in dict.fromkeys((*RULESET_IDS, choice.ruleset))]


@lru_cache(maxsize=KEPT)
def choice_query(choice: Choice) -> str:
    """Return a choice as the query of an address, "" for the usual mix. `read_choice` reads it back."""
    house = None if choice.ruleset == USUAL_HOUSE else choice.ruleset
    parts = {"kind": choice.kind, "level": choice.level, "ruleset": house, "game": choice.game}
    parts["mistake"] = choice.mistake
    return urlencode({name: value for name, value in parts.items() if value is not None})


def choice_words(choice: Choice) -> str:
    """Say what is asked of a choice, “Side pots and Awards, level 4, JJ”: the games and levels that there are of it."""
    names = [kind_name(id) for id in choice.kinds]
    if not names:
        said = _("A mix of all")
    elif len(names) > MOST_NAMED:
        said = _("%(count)s skills") % {"count": len(names)}
    else:
        said = listed(names)
    if choice.mistake and _is_shown(KINDS[choice.kinds[0]], choice):
        said = _("%(skill)s: %(mistake)s") % {"skill": said, "mistake": mistake_name(choice.kinds[0], choice.mistake)}
    if choice.game:
        said = _("%(skills)s (%(games)s)") % {"skills": said, "games": _named(_games_asked(choice))}
    words = {"skills": said, "level": _levels_asked(choice), "house": house_name(rules_of(choice.ruleset))}
    usual = choice.ruleset == USUAL_HOUSE
    if choice.level is None:
        return said if usual else _("%(skills)s, %(house)s") % words
    return _("%(skills)s, level %(level)s") % words if usual else _("%(skills)s, level %(level)s, %(house)s") % words


def unmet(choice: Choice) -> list[str]:
    """Say what of a choice is not asked as it was chosen, and what is asked in its place, a sentence for each."""
    told: list[str] = []
    for id in choice.kinds:
        told += _unmet(choice, KINDS[id])
    short = any(choice.level not in kind.levels for kind in choice.wanted().values())
    if choice.level is not None and not choice.kinds and short:
        told.append(
            _("A skill that has no level %(level)s is asked on the nearest that it has.") % {"level": choice.level}
        )
    return told


def _unmet(choice: Choice, kind: Kind) -> Iterable[str]:
    words = {"skill": kind_name(kind.id)}
    asked = _in_order(game for game, _limit in choice.variants(kind))
    if choice.game and (missing := [game for game in choice.games if game not in asked]):
        games = {"missing": _named(missing), "asked": _named(asked)}
        yield _("“%(skill)s” is not asked in %(missing)s: it is asked in %(asked)s.") % {**words, **games}
    if choice.level is not None and (level := _level(kind, choice, choice.level)) != choice.level:
        levels = {"missing": choice.level, "asked": level}
        yield _("“%(skill)s” is not asked on level %(missing)s: it is asked on level %(asked)s.") % {**words, **levels}
    if (house := house_for(kind, choice.ruleset)).id != choice.ruleset:
        houses = {"missing": house_name(rules_of(choice.ruleset)), "asked": house_name(house)}
        yield _("“%(skill)s” is not asked under %(missing)s: it is asked under %(asked)s.") % {**words, **houses}
    if choice.mistake and not _is_shown(kind, choice):
        told = {"mistake": mistake_name(kind.id, choice.mistake), "house": house_name(house)}
        yield _("“%(mistake)s” is no mistake under %(house)s, so no question shows it.") % told


def _is_shown(kind: Kind, choice: Choice) -> bool:
    """Return whether the drills of a choice can show the misconception that is chosen."""
    return can_show(kind, choice.mistake or "", house_for(kind, choice.ruleset))


def _games_asked(choice: Choice) -> list[str]:
    """Return the games in which the kinds of a choice are asked."""
    return _in_order(game for kind in choice.wanted().values() for game, _limit in choice.variants(kind))


def _levels_asked(choice: Choice) -> str:
    """Return the levels on which the kinds that are chosen are asked; of a mix the level that is chosen."""
    if choice.level is None:
        return ""
    levels = {_level(KINDS[id], choice, choice.level) for id in choice.kinds} or {choice.level}
    return listed([str(level) for level in sorted(levels)])


def levels_of(kind: Kind, choice: Choice) -> tuple[int, ...]:
    """Return the levels on which a kind can be asked: of a misconception that is chosen those that show it."""
    shows = [shown_on(kind, trap) for trap in kind.misconceptions if trap.id == choice.mistake]
    return shows[0] if shows else tuple(kind.levels)


def _level(kind: Kind, choice: Choice, wanted: int) -> int:
    """Return the level on which a kind is asked where one is wanted."""
    return nearest(levels_of(kind, choice), wanted)


def _named(games: Iterable[str]) -> str:
    return listed([game_name(id) for id in games])
