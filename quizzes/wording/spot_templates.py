"""Templates of spots in words: what they ask for, and why a spot that was tried did not do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.house_rules import rules_of
from quizzes.spot_templates.finding import AGAIN, DROPPED, NO_ANSWER, NO_SPOT
from quizzes.spot_templates.ranges import COUNTS, Range, Recipe
from quizzes.wording.games import game_name, street_name
from quizzes.wording.houses import house_name
from quizzes.wording.mistakes import mistake_name
from quizzes.wording.moments import FEATURES
from quizzes.wording.numbers import chips, comma

COUNT_NAMES: Mapping[str, tuple[Promise, Promise]] = {
    "raises": (lazy("Full bets and raises"), lazy("An all-in that is at least a full raise is one of them.")),
    "short_all_ins": (lazy("Short all-ins"), lazy("All-ins over the bet by less than a full bet or raise.")),
    "calls_for_less": (lazy("Calls for less"), lazy("All-ins for less than the bet.")),
    "callers": (lazy("Callers"), lazy("Players who call all of a bet.")),
    "folders": (lazy("Folders"), lazy("Players who fold.")),
}
"""What is counted of a hand: its name, and what it is."""

_TURN: Mapping[str, tuple[Promise, Promise]] = {
    "not-reopened": (
        lazy("The betting is not reopened"),
        lazy("The player asked has acted, and all that came since is less than a full raise."),
    ),
    "reopened": (
        lazy("The betting is reopened"),
        lazy("The player asked has acted, and may raise again."),
    ),
}

_WHY: Mapping[str, Promise] = {
    "players": lazy("Players"),
    "blinds": lazy("Blinds"),
    "streets": lazy("Street"),
    "stacks": lazy("Stacks"),
    "asked": lazy("Whose turn it is"),
    "level": lazy("Level"),
    NO_SPOT: lazy("The hand ended before all of this could happen"),
    NO_ANSWER: lazy("The question has no answer there"),
    AGAIN: lazy("The same spot once more"),
    DROPPED: lazy("A spot that you dropped"),
}


def place_name(place: int) -> str:
    """Return a seat's name by its distance clockwise from the button, among three players or more."""
    named = {0: _("Button"), 1: _("Small blind"), 2: _("Big blind"), 3: _("Under the gun")}
    if place in named:
        return named[place]
    return _("%(number)s. seat left of the button") % {"number": place}


def condition_name(id: str) -> str:
    """Return a condition's name."""
    return str((_TURN.get(id) or FEATURES[id])[0])


def condition_text(id: str) -> str:
    """Return what a condition is, in a sentence."""
    return str((_TURN.get(id) or FEATURES[id])[1])


def why_not(recipe: Recipe, key: str) -> str:
    """Return in words what kept a spot out, by the keys of `finding.Search`."""
    if key in COUNT_NAMES:
        return str(COUNT_NAMES[key][0])
    if key in _WHY:
        return str(_WHY[key])
    if key.startswith("stacks-"):
        return _("Stack: %(seat)s") % {"seat": place_name(int(key.removeprefix("stacks-")))}
    if key.startswith("mistake-"):
        name = mistake_name(recipe.kind, key.removeprefix("mistake-"))
        return _("“%(mistake)s” gives another answer") % {"mistake": name}
    return condition_name(key)


def range_text(ends: Range) -> str:
    """Return a range of numbers: "2", "2 to 4", "2 or more", "4 at most"."""
    least, most = ("" if end is None else chips(end) for end in ends)
    words = {"least": least, "most": most}
    if not least:
        return _("%(most)s at most") % words
    if not most:
        return _("%(least)s or more") % words
    return least if least == most else _("%(least)s to %(most)s") % words


def told(recipe: Recipe) -> list[tuple[str, str]]:
    """Return what a recipe asks for as names with their values, what is left open left out."""
    return [
        (_("Game"), game_name(recipe.game, recipe.limit)),
        (_("House rules"), house_name(rules_of(recipe.house))),
        *_numbers(recipe),
        *((condition_name(id), condition_text(id)) for id in recipe.conditions),
        *((_("Another answer by"), mistake_name(recipe.kind, id)) for id in recipe.mistakes),
    ]


def _numbers(recipe: Recipe) -> Iterator[tuple[str, str]]:
    if recipe.level is not None:
        yield _("Level"), str(recipe.level)
    if not recipe.players.any:
        yield _("Players"), range_text(recipe.players)
    if recipe.blinds:
        yield _("Blinds"), comma(f"{small}/{big}" for small, big in recipe.blinds)
    if recipe.streets:
        yield _("Street"), comma(map(street_name, recipe.streets))
    if not recipe.stacks.any:
        yield _("Stacks"), _big_blinds(recipe.stacks)
    for place, ends in recipe.seat_stacks.items():
        yield _("Stack: %(seat)s") % {"seat": place_name(place)}, _big_blinds(ends)
    for name in COUNTS:
        if name in recipe.counts:
            yield str(COUNT_NAMES[name][0]), range_text(recipe.counts[name])
    if recipe.asked is not None:
        yield _("Whose turn it is"), place_name(recipe.asked)


def _big_blinds(ends: Range) -> str:
    return _("%(range)s big blinds") % {"range": range_text(ends)}
