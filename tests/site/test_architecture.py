"""The picture in CONTRIBUTING.md against the imports, and types everywhere.

What is expected: issue 9, "For those who carry on".
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]
ROOMS: Mapping[str, str] = {
    "quizzes": "acts",
    "quizzes.engine": "engine",
    "quizzes.kinds": "kinds",
    "quizzes.learning": "learning",
    **dict.fromkeys(("quizzes.spot_templates", "quizzes.sightings", "quizzes.reference.spot_changes"), "spots"),
    "quizzes.fingerprint": "spots",
    **dict.fromkeys(("quizzes.wording", "quizzes.drawing"), "wording"),
    **dict.fromkeys(("quizzes.models", "quizzes.migrations", "quizzes.house_rules"), "models"),
    **dict.fromkeys(("quizzes.views", "quizzes.urls", "quizzes.forms", "quizzes.templatetags"), "pages"),
    **dict.fromkeys(("quizzes.admin", "quizzes.apps", "quizzes.management"), "pages"),
    "trainer": "site",
    "trainer.accounts": "accounts",
    "trainer.classrooms": "classrooms",
    "trainer.certification": "certification",
    "trainer.operation": "operation",
}
"""The room of each package or module, and of all inside it that is not named itself."""

BOTH_WAYS = {("accounts", "classrooms"), ("accounts", "site"), ("operation", "site")}

Arrows = dict[str, set[str]]


def room_of(module: str) -> str:
    """The room of a module: that of the longest name that it begins with."""
    while module not in ROOMS:
        module = module.rpartition(".")[0]
    return ROOMS[module]


def drawn() -> Arrows:
    """The arrows of the picture."""
    picture = re.search(r"^```mermaid\n(.+?)^```", (ROOT / "CONTRIBUTING.md").read_text(), flags=re.M | re.S)
    assert picture is not None
    return {start: set(ends.split(" & ")) for start, ends in re.findall(r"(\w+) --> ([\w &]+)", picture[1])}


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph("quizzes", "trainer", cache_dir=None)


def imported(graph: grimp.ImportGraph) -> Arrows:
    """The arrows that the imports make."""
    found: Arrows = defaultdict(set)
    for module in graph.modules:
        found[room_of(module)] |= {room_of(other) for other in graph.find_modules_directly_imported_by(module)}
    return {room: others - {room} for room, others in found.items() if others - {room}}


def test_the_picture_has_every_arrow_that_the_imports_make_and_no_other(imports: grimp.ImportGraph) -> None:
    assert drawn() == imported(imports)


def test_every_room_of_the_picture_has_modules(imports: grimp.ImportGraph) -> None:
    assert ROOMS.keys() <= imports.modules
    assert {*drawn(), *set().union(*drawn().values())} == set(ROOMS.values())


def test_only_those_rooms_know_each_other_of_which_the_guide_says_so() -> None:
    arrows = drawn()
    both = {(one, other) for one, others in arrows.items() for other in others if one in arrows.get(other, ())}
    assert {tuple(sorted(pair)) for pair in both} == BOTH_WAYS


# Types.


def test_no_module_is_left_out_of_the_strict_check_of_types() -> None:
    """Strict refuses every function that leaves out what it takes or returns."""
    checked = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]
    assert checked["strict"] is True
    assert {"exclude", "ignore_errors", "disable_error_code"} & checked.keys() == set()
    loosened = [module for each in checked["overrides"] for module in each["module"]]
    assert [module for module in loosened if module.startswith(("quizzes", "trainer", "tests"))] == []


def test_a_silenced_error_of_types_says_which() -> None:
    paths = [path for folder in ("quizzes", "trainer", "tests") for path in (ROOT / folder).rglob("*.py")]
    silenced = re.compile(r"#\s*type:\s*ignore(?!\[[a-z, -]+\])|#\s*mypy:")
    assert [str(path) for path in paths if silenced.search(path.read_text(encoding="utf-8"))] == []
