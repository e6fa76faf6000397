"""The form of a template: its ranges and conditions as fields, those alone that its kind and game have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes import house_rules
from quizzes.engine.games import GAMES
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds import KINDS
from quizzes.kinds.base import Kind, Variant
from quizzes.models.houses import PREFIX
from quizzes.models.templates import LEAST, MOST
from quizzes.reference import rulebook
from quizzes.spot_templates.conditions import OF_A_TURN, offered
from quizzes.spot_templates.ranges import COUNTS, MOST_PLAYERS, Range, Recipe
from quizzes.spot_templates.writing import is_played
from quizzes.wording.games import game_name, street_name
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name
from quizzes.wording.mistakes import mistake_name
from quizzes.wording.spot_templates import COUNT_NAMES, condition_name, condition_text, place_name

WRITTEN = frozenset({"choice"})
"""Kinds whose spots people write: there is nothing to make them of."""

MOST_BIG_BLINDS = 500
MOST_COUNTED = 12
MOST_BLINDS = 12
MOST_CHIPS = 1_000_000

_PAIR = re.compile(r"(\d{1,7})\s*/\s*(\d{1,7})")


def kinds() -> dict[str, Kind]:
    """Return the kinds that a template can be of."""
    return {id: kind for id, kind in KINDS.items() if id not in WRITTEN}


class BeginForm(forms.Form):
    """What a template begins with: its name, and what stays as it is, its kind and its game."""

    name = forms.CharField(label=lazy("Name"), max_length=80)
    kind = forms.ChoiceField(label=lazy("What is asked"))
    game = forms.ChoiceField(label=lazy("Game"))

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        games = dict.fromkeys(variant for kind in kinds().values() for variant in kind.variants)
        _choose(self, "kind", [(id, kind_name(id)) for id in kinds()])
        _choose(self, "game", [(".".join(variant), game_name(*variant)) for variant in games])

    @property
    def variant(self) -> Variant:
        """The game and limit that were chosen, once the form is valid."""
        return Variant(*self.cleaned_data["game"].split("."))

    def clean(self) -> dict[str, Any]:
        """Hold the game to those in which the kind is asked."""
        found = self.cleaned_data
        if "kind" in found and "game" in found and self.variant not in KINDS[found["kind"]].variants:
            games = [game_name(*variant) for variant in KINDS[found["kind"]].variants]
            words = {"skill": kind_name(found["kind"]), "games": "; ".join(games)}
            self.add_error("game", _("“%(skill)s” is asked in these: %(games)s.") % words)
        return found


@dataclass(frozen=True, slots=True)
class Row:
    """Two fields beside each other, a range's ends, under one name."""

    name: str
    text: str
    least: forms.BoundField
    most: forms.BoundField

    @property
    def errors(self) -> list[str]:
        """What is wrong with either of them."""
        return [*map(str, self.least.errors), *map(str, self.most.errors)]


class TemplateForm(forms.Form):
    """A template's ranges and conditions. What is left empty is left to chance."""

    name = forms.CharField(label=lazy("Name"), max_length=80)
    house = forms.ChoiceField(label=lazy("House rules"))
    level = forms.TypedChoiceField(label=lazy("Level"), coerce=int, empty_value=None, required=False)

    def __init__(self, recipe: Recipe, user: int, name: str, data: Any = None) -> None:
        super().__init__(data, initial={"name": name, **_initial(recipe)})
        self.recipe_before, self.kind = recipe, KINDS[recipe.kind]
        self.bets, self.played = self.kind.about_bets, is_played(recipe)
        _choose(self, "house", list(_houses(recipe, user)))
        _choose(self, "level", [("", _("any")), *((str(level), str(level)) for level in self.kind.levels)])
        self._range("players", 2, MOST_PLAYERS)
        if self.bets:
            self._about_bets(GAMES[recipe.game].streets)
        if self.played:
            self._stacks()
        if recipe.kind in OF_A_TURN:
            seats = [(str(place), place_name(place)) for place in range(MOST_PLAYERS)]
            self.fields["asked"] = forms.TypedChoiceField(
                label=_("Whose turn it is"), coerce=int, empty_value=None, required=False
            )
            _choose(self, "asked", [("", _("anybody’s")), *seats])
        conditions = [(id, condition_name(id)) for id in offered(recipe.kind, recipe.game, recipe.limit)]
        traps = [trap.id for trap in self.kind.misconceptions if trap.known_in(*recipe.variant)]
        self._boxes("conditions", conditions)
        self._boxes("mistakes", [(id, mistake_name(recipe.kind, id)) for id in traps])

    def _about_bets(self, streets: Sequence[str]) -> None:
        if GAMES[self.recipe_before.game].family != "stud":
            self.fields["blinds"] = forms.CharField(
                label=_("Blinds"),
                required=False,
                max_length=200,
                help_text=_("Small and big blind, several pairs if you like: 25/50, 50/100, 100/200."),
            )
        self._boxes("streets", [(street, street_name(street)) for street in streets])
        for name in COUNTS:
            self._range(name, 0, MOST_COUNTED)

    def _stacks(self) -> None:
        self._range("stacks", 1, MOST_BIG_BLINDS)
        for place in range(MOST_PLAYERS):
            self._range(f"stack{place}", 1, MOST_BIG_BLINDS)

    def _boxes(self, name: str, choices: list[tuple[str, str]]) -> None:
        self.fields[name] = forms.MultipleChoiceField(choices=choices, required=False)

    def _range(self, name: str, least: int, most: int) -> None:
        for end in ("least", "most"):
            self.fields[f"{name}_{end}"] = forms.IntegerField(required=False, min_value=least, max_value=most)

    def _row(self, name: str, label: str, text: str = "") -> Row:
        return Row(label, text, self[f"{name}_least"], self[f"{name}_most"])

    @property
    def players(self) -> Row:
        """How many play."""
        return self._row("players", _("Players"))

    @property
    def stacks(self) -> Row | None:
        """What everybody begins with."""
        return (
            self._row("stacks", _("Stacks, in big blinds"), _("Of everybody who has no range below."))
            if self.played
            else None
        )

    @property
    def seat_stacks(self) -> list[Row]:
        """What single seats begin with."""
        return [self._row(f"stack{place}", place_name(place)) for place in range(MOST_PLAYERS)] if self.played else []

    @property
    def any_seat(self) -> bool:
        """Whether any seat has a range of its own, or something is wrong with one."""
        return any(row.least.value() or row.most.value() or row.errors for row in self.seat_stacks)

    @property
    def counts(self) -> list[Row]:
        """How often things happen."""
        return [self._row(name, *map(str, COUNT_NAMES[name])) for name in COUNTS] if self.bets else []

    @property
    def condition_boxes(self) -> list[tuple[str, str, str, bool]]:
        """The conditions as boxes: id, name, what it is, and whether it is ticked."""
        return [(id, name, condition_text(id), on) for id, name, on in self.ticked("conditions")]

    @property
    def mistake_boxes(self) -> list[tuple[str, str, bool]]:
        """The misconceptions as boxes."""
        return self.ticked("mistakes")

    @property
    def street_boxes(self) -> list[tuple[str, str, bool]]:
        """The streets as boxes."""
        return self.ticked("streets") if "streets" in self.fields else []

    def ticked(self, name: str) -> list[tuple[str, str, bool]]:
        """Return the boxes of a field: value, name, and whether it is ticked."""
        field, value = self.fields[name], self[name].value() or ()
        assert isinstance(field, forms.ChoiceField)
        return [(str(id), str(text), id in value) for id, text in list(field.choices)]  # type: ignore[arg-type]  # pairs

    def clean_blinds(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of blinds that were typed."""
        text = self.cleaned_data["blinds"].strip()
        pairs = tuple((int(small), int(big)) for small, big in _PAIR.findall(text))
        if _PAIR.sub("", text).strip(" ,;\n\t") or any(not 0 < small <= big <= MOST_CHIPS for small, big in pairs):
            raise forms.ValidationError(_("Write pairs such as 25/50, the small blind first."))
        if len(pairs) > MOST_BLINDS:
            raise forms.ValidationError(_("At most %(most)s pairs of blinds.") % {"most": MOST_BLINDS})
        return tuple(dict.fromkeys(pairs))

    def clean(self) -> dict[str, Any]:
        """Hold every range to its order, and seats to the players that there can be."""
        found = self.cleaned_data
        names = [name.removesuffix("_least") for name in self.fields if name.endswith("_least")]
        for name in names:
            least, most = self._ends(name)
            if least is not None and most is not None and least > most:
                self.add_error(f"{name}_most", _("This is less than the least."))
        fewest = found.get("players_most") or MOST_PLAYERS
        asked = found.get("asked")
        if asked is not None and asked >= fewest:
            self.add_error("asked", _("There are too few players for that seat."))
        for place in range(fewest, MOST_PLAYERS):
            if f"stack{place}" in names and not self._ends(f"stack{place}").any:
                self.add_error(f"stack{place}_least", _("There are too few players for that seat."))
        return found

    def _ends(self, name: str) -> Range:
        return Range(self.cleaned_data.get(f"{name}_least"), self.cleaned_data.get(f"{name}_most"))

    @property
    def recipe(self) -> Recipe:
        """What the template asks for, once the form is valid."""
        found, before = self.cleaned_data, self.recipe_before
        places = range(MOST_PLAYERS) if self.played else ()
        counts = {name: self._ends(name) for name in (COUNTS if self.bets else ())}
        return Recipe(
            kind=before.kind,
            game=before.game,
            limit=before.limit,
            house=found["house"],
            level=found["level"],
            players=self._ends("players"),
            blinds=found.get("blinds", ()),
            streets=tuple(found.get("streets", ())),
            stacks=self._ends("stacks"),
            seat_stacks={place: ends for place in places if not (ends := self._ends(f"stack{place}")).any},
            counts={name: ends for name, ends in counts.items() if not ends.any},
            asked=found.get("asked"),
            conditions=tuple(found["conditions"]),
            mistakes=tuple(found["mistakes"]),
        )


class PublishForm(forms.Form):
    """How many spots a pool gets."""

    wanted = forms.IntegerField(label=lazy("Spots in the pool"), min_value=LEAST, max_value=MOST, initial=100)


def usual_house(kind: str) -> str:
    """Return the house that a kind is asked under where nothing is chosen."""
    houses = (rulebook.USUAL, *RULESET_IDS)
    return next(id for id in houses if KINDS[kind].asked_by(ruleset(id)))


def _initial(recipe: Recipe) -> dict[str, Any]:
    """Return what stands in the fields for a recipe."""
    ranges = {
        "players": recipe.players,
        "stacks": recipe.stacks,
        **{f"stack{place}": ends for place, ends in recipe.seat_stacks.items()},
        **recipe.counts,
    }
    ends = {f"{name}_{end}": getattr(each, end) for name, each in ranges.items() for end in ("least", "most")}
    blinds = ", ".join(f"{small}/{big}" for small, big in recipe.blinds)
    kept = ("house", "level", "asked", "streets", "conditions", "mistakes")
    return {**ends, "blinds": blinds, **{name: getattr(recipe, name) for name in kept}}


def _houses(recipe: Recipe, user: int) -> Iterator[tuple[str, str]]:
    """Yield the houses by which a kind can be asked: those shipped, the author's own, and the one that stands there."""
    own = house_rules.usable(user).order_by("name", "pk").values_list("pk", flat=True)
    ids = dict.fromkeys([*RULESET_IDS, *(f"{PREFIX}{pk}" for pk in own), recipe.house])
    for id in ids:
        house = house_rules.rules_of(id)
        if KINDS[recipe.kind].asked_by(house):
            yield id, house_name(house)


def _choose(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices
    field.widget.attrs["class"] = "select"
