"""House compare: one spot under every house, from a document as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from urllib.parse import quote_plus

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.drawing.scene import Scene
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import play
from quizzes.engine.notation import load_table, to_table
from quizzes.engine.rulesets import RULESET_IDS, TOGGLES, Ruleset, ruleset
from quizzes.reference import rulebook
from quizzes.showing.houses import Ruling, compare
from quizzes.showing.scenes import asked_seat, has_picture, scene
from quizzes.tools import odd_chips
from quizzes.tools.base import Problems, Table, Tool, Typed
from quizzes.tools.links import in_a_tool
from quizzes.tools.told import Line, as_text, lines
from quizzes.wording.errors import placed_error
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name, words_of
from quizzes.wording.prompts import setting, standing
from quizzes.wording.toggles import refused, toggle_name, toggle_with_value

MOST_CHARACTERS = 3900
"""As many as the text may have as part of an address: more does not come through every server."""

EXAMPLE_SPOT = "reopen"


@dataclass(frozen=True, slots=True)
class Says:
    """What houses that agree say, how it is worked out, and the points in which they differ from the first."""

    houses: tuple[str, ...]
    title: str
    lines: tuple[Line, ...]
    points: tuple[tuple[str, str], ...]


def spot_text(toggle: str) -> str:
    """Return the text of the spot in which a toggle's values tell; "" where there is none."""
    path = rulebook.FOLDER / f"{toggle}.toml"
    return path.read_text(encoding="utf-8").strip() if toggle in TOGGLES and path.exists() else ""


@cache
def _told_apart() -> tuple[str, ...]:
    """Return the toggles in whose spot the houses here differ; of others every house plays the same value."""
    houses = [ruleset(id) for id in RULESET_IDS]
    spots = {toggle: rulebook.spots(toggle) for toggle in TOGGLES}
    return tuple(toggle for toggle, found in spots.items() if found and len(compare(found[0].document, houses)) > 1)


def table(typed: Typed, problems: Problems) -> Table:
    """Read the document's text."""
    text = typed.get("x", "").replace("\r\n", "\n")
    if len(quote_plus(text, errors="replace")) > MOST_CHARACTERS:
        problems["x"] = _("This document is too long for an address: leave out its title and its notes, or some seats.")
    elif not text.strip():
        problems["x"] = _("Write a document, or take one of the spots below.")
    else:
        try:
            return load_table(text)
        except DocumentError as error:
            problems["x"] = placed_error(error)
    return {}


def form(typed: Typed, problems: Problems) -> Mapping[str, Any]:
    """Return the text and the spots that can be taken."""
    spots = [(toggle, toggle_name(toggle)) for toggle in _told_apart()]
    return {"text": typed.get("x", ""), "problem": problems.get("x", ""), "spots": spots}


def change(typed: Typed, command: str, value: str) -> Typed:
    """Return what is typed after a spot was taken."""
    return {**typed, "x": spot_text(value) or typed.get("x", "")} if command == "spot" else typed


def told(document: Document) -> Mapping[str, Any]:
    """Return the spot and what each house says to it, those that agree together; rules of its own come first."""
    rules = [document.rules] if document.rules.changes else []
    groups = odd_chips.apart(document, compare(document, [*rules, *map(ruleset, RULESET_IDS)], odd_chips.solve))
    answered = next((group[0] for group in groups if group[0].solution is not None), None)
    if answered is None:
        assert groups[0][0].error is not None
        raise groups[0][0].error
    spot = replace(document, rules=answered.house)
    hand, words = play(spot), words_of(document.question.kind)
    seat = asked_seat(spot, hand)
    player = "" if seat is None else hand.name(seat)
    picture: Scene | None = scene(spot, hand) if has_picture(spot) else None
    return {
        "prompt": words.prompt(spot, player),
        "kind": kind_name(document.question.kind),
        "setting": f"{setting(spot, hand)} {words.story(spot)}".strip(),
        "standing": standing(spot),
        "picture": picture,
        "in_a_tool": in_a_tool(spot),
        "says": [_says(document, player, group) for group in groups],
    }


def _says(document: Document, player: str, group: tuple[Ruling, ...]) -> Says:
    first, steps = group[0], tuple[Line, ...]()
    if first.solution is None:
        assert first.error is not None
        title = refused(first.error)
    else:
        title, known = odd_chips.told(replace(document, rules=first.house), first.solution, player)
        steps = lines(known, first.house)
    points = {toggle: toggle_with_value(toggle, ruling.house[toggle]) for ruling in group for toggle in ruling.toggles}
    return Says(tuple(_name(ruling.house) for ruling in group), title, steps, tuple(points.items()))


def _name(house: Ruleset) -> str:
    name = house_name(house)
    return _("%(house)s, as this document changes it") % {"house": name} if house.changes else name


TOOL = Tool(
    slug="house-compare",
    name=lazy("House compare"),
    lead=lazy("One spot under every house: who says what, and which point of the rules makes the difference."),
    keys=("x",),
    example={"x": spot_text(EXAMPLE_SPOT)},
    table=table,
    typed=lambda document: {"x": as_text(to_table(document))},
    form=form,
    tell=told,
    practise="reopen",
    toggles=("reopen", "min_raise", "odd_chip"),
    change=change,
    where=lambda error: ("x", placed_error(error)),
)
