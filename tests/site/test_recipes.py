"""The recipes of CONTRIBUTING.md, walked: what each says is done, in folders of the test's own, and suffices.

What is expected: issue 9, "For those who carry on".
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import polib
import pytest
from django.conf import settings
from django.test import override_settings
from django.utils.translation import gettext, override

from quizzes import kinds, wording
from quizzes.engine.fields import LANGUAGES
from quizzes.engine.questions import QUESTION_KEYS
from quizzes.engine.rulesets import TOGGLES, ruleset
from quizzes.exchange.gift import TRUE_FALSE
from quizzes.kinds import second
from quizzes.kinds.base import IllFormed, Kind
from quizzes.wording.houses import house_note
from quizzes.wording.kinds import words_of
from quizzes.wording.places import LANGUAGE_NAMES
from quizzes.wording.steps import step_text
from quizzes.wording.typed_actions import ACTIONS
from tests.engine.derivations import check
from trainer import catalogues
from trainer.certification import blueprints
from trainer.certification.models import Blueprint
from trainer.certification.plans import LANGUAGES as PLAN_LANGUAGES
from trainer.certification.plans import load

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MODEL = ROOT / "tests" / "recipes"
RULESETS = ROOT / "quizzes" / "engine" / "rulesets"


def recipe(title: str) -> str:
    """The text under a heading."""
    return re.split(r"^## ", GUIDE, flags=re.M)[1:][titles().index(title)]


def titles() -> list[str]:
    return re.findall(r"^## (.+)$", GUIDE, flags=re.M)


def block(title: str) -> str:
    """The TOML that a recipe shows."""
    found = re.search(r"^```toml\n(.+?)^```", recipe(title), flags=re.M | re.S)
    assert found is not None
    return found[1]


# Every recipe.


def test_every_file_that_the_guide_names_is_there() -> None:
    named = re.findall(r"`([\w./<>-]+/[\w./<>-]*|\w+\.(?:py|md|toml))`", GUIDE)
    paths = {re.sub("<[a-z]+>", "*", name).rstrip("/") for name in named if not name.startswith("/")}
    folders = (ROOT, ROOT / "quizzes", RULESETS)
    assert len(paths) > 30
    assert [path for path in paths if not any(any(folder.glob(path)) for folder in folders)] == []


def test_every_command_that_the_guide_names_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.M))
    assert {"run", "test"} <= set(re.findall(r"`make\s([a-z-]+)", GUIDE)) <= targets
    commands = {path.stem for path in ROOT.glob("*/**/management/commands/*.py")}
    assert {"solve"} <= set(re.findall(r"manage\.py ([a-z_]+)", GUIDE)) <= commands


# A new question kind.


@pytest.fixture
def new_kind(monkeypatch: pytest.MonkeyPatch) -> Iterator[Kind]:
    """The kind of tests/recipes, as if its files lay where the recipe puts them."""
    places: dict[ModuleType, str] = {kinds: "kinds", second: "second", wording: "wording"}
    for package, folder in places.items():
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(MODEL / folder)])
    monkeypatch.setitem(QUESTION_KEYS, "comes_back", ())
    yield kinds._drilled()["comes_back"]
    for package in places:
        sys.modules.pop(f"{package.__name__}.comes_back", None)
        monkeypatch.delattr(package, "comes_back", raising=False)
    kinds.solver.cache_clear()
    words_of.cache_clear()


def test_a_kind_needs_a_file_a_second_one_its_words_and_its_keys(new_kind: Kind) -> None:
    for seed in range(20):
        document = new_kind.generate(Random(seed), 1, ruleset("tda"))
        assert kinds.agree(new_kind, document)
        solution = kinds.solve(document)
        check(document, solution)
        assert all(step_text(step) for step in solution.steps)
        right, wrong = (
            kinds_of[0] for kinds_of in (new_kind.examples(document).right, new_kind.examples(document).wrong)
        )
        assert new_kind.grade(document, new_kind.parse(document, right)).right
        assert new_kind.grade(document, new_kind.parse(document, wrong)).misconceptions == ("nothing-comes-back",)
        with pytest.raises(IllFormed):
            new_kind.parse(document, {})


def test_a_kind_asks_and_names_its_mistakes_in_words(new_kind: Kind) -> None:
    words = words_of("comes_back")
    document = new_kind.generate(Random(1), 1, ruleset("tda"))
    assert words.prompt(document, "") == "How many chips come back?"
    assert set(words.mistakes) == {trap.id for trap in new_kind.misconceptions}
    assert set(words.labels()) == set(new_kind.fields(document))


# A new house.

ASK = """
from quizzes.engine.rulesets import TOGGLES, RULES, ruleset
house = ruleset("our-room")
print(house.name, house["reopen"], house["tips"], house.rule("tips"), RULES[house.rule("tips")].cite()["house"])
print(ruleset("tda")["tips"])
"""


def test_a_house_is_a_file_and_a_toggle_a_few_lines(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "quizzes" / "engine", tmp_path / "quizzes" / "engine")
    rulesets = tmp_path / RULESETS.relative_to(ROOT)
    house, toggle, rule = re.split(r"^# .+\n", block("A new house"), flags=re.M)[1:]
    (rulesets / "our-room.toml").write_text(house)
    for name, lines in (("toggles", toggle), ("rules", rule)):
        with (rulesets / f"{name}.toml").open("a") as file:
            file.write(lines)
    told = subprocess.run([sys.executable, "-c", ASK], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == ["Our room single back-to-pot tips-back our-room", "kept"]
    assert "tips" not in TOGGLES


def test_a_house_whose_words_are_still_to_come_is_shown_without_them() -> None:
    assert house_note("our-room") == ""


# A new language.


def test_a_language_begins_with_a_catalogue_and_is_spoken_when_it_is_translated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    monkeypatch.setitem(catalogues.SENTENCES_PER_PLURAL, "de", 2)
    monkeypatch.setattr(catalogues, "marked", catalogues._in_houses)  # all of the code takes seconds to read
    catalogues.main(["de"])
    path = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    begun = polib.pofile(str(path))
    assert {entry.msgstr for entry in begun} == {""}
    wanted = ruleset("single-raise").name
    next(entry for entry in begun if entry.msgid == wanted).msgstr = "Einzelne Erhöhung"
    begun.save()
    catalogues.main([])
    with override_settings(LOCALE_PATHS=[tmp_path], LANGUAGES=[("en", "English"), ("de", "Deutsch")]), override("de"):
        assert gettext(wanted) == "Einzelne Erhöhung"


def test_every_place_that_the_recipe_names_has_the_same_languages() -> None:
    offered = {code for code, _name in settings.LANGUAGES}
    places = [LANGUAGES, LANGUAGE_NAMES, *TRUE_FALSE, ACTIONS, PLAN_LANGUAGES]
    for languages in places:
        assert set(languages) == offered
    assert {code.lower().replace("_", "-") for code in catalogues.SENTENCES_PER_PLURAL} == offered


# A new exam.


@pytest.mark.django_db
def test_an_exam_is_a_file_that_is_loaded_and_waits_for_its_questions(tmp_path: Path) -> None:
    exam = block("A new exam")
    plan = load(tomllib.loads(exam))
    (tmp_path / f"{plan.slug}.toml").write_text(exam)
    assert [(each.slug, each.done) for each in blueprints.load_files(tmp_path)] == [(plan.slug, "loaded")]
    assert [(each.slug, each.done) for each in blueprints.load_files(tmp_path)] == [(plan.slug, "same")]
    row = Blueprint.objects.get(slug=plan.slug)
    assert (row.waiting, row.open) == (True, False)
    assert blueprints.wanting() != []
