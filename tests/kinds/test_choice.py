"""Written questions: what every published scenario holds, how one is answered, cited and graded, and its page.

What is expected: issue 4, "Kinds" (at least 60 scenarios on these subjects, each with rule, edition and a reason for
every wrong option), scenario-format.md, `choice`, and rules.md A5 to A8 for what is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from quizzes import pools
from quizzes.answering import solve_table
from quizzes.engine.document import Document
from quizzes.engine.games import GAMES
from quizzes.engine.notation import loads, parse, to_table
from quizzes.engine.rulesets import RULES, ruleset
from quizzes.fingerprint import fingerprint
from quizzes.kinds import KINDS, published, second, solve
from quizzes.kinds.base import LEVELS
from quizzes.models import Bucket, Drill
from quizzes.showing.options import offered
from quizzes.wording.rules import cite_text
from tests.site import pages
from tests.site.pages import attribute, elements, text, with_class
from tests.site.stand_ins import make_bucket, store

PATHS = sorted(path for path in published.FOLDER.glob("*/*.toml"))
SUBJECTS = {
    "misdeals", "burns", "exposed cards", "boxed cards", "flop", "premature streets", "stub", "button", "disputes",
    "clock", "at your seat", "chip race", "seat draw", "broken tables", "balancing", "deck", "fouled deck",
    "tabled hands", "live cards", "cards speak", "devices", "new level", "hidden chips", "conditional statements",
    "accepted action", "folding", "big-blind ante", "house variants",
}  # fmt: skip
KIND = KINDS["choice"]


def read(path: Path) -> Document:
    return loads(path.read_text(encoding="utf-8"))


SCENARIOS = [read(path) for path in PATHS]
scenario = pytest.mark.parametrize("document", SCENARIOS, ids=[path.stem for path in PATHS])


def options(document: Document) -> list[Mapping[str, Any]]:
    return list(document.question.extra["options"])


def right_texts(document: Document) -> list[str]:
    return [options(document)[number - 1]["text"]["en"] for number in document.question.extra["right"]]


# What is published


@scenario
def test_a_scenario_has_all_that_a_learner_is_told(document: Document) -> None:
    assert document.question.kind == "choice"
    assert document.words["level"] in LEVELS
    assert document.words["tags"]
    told = [document.words["title"], document.words["prompt"]]
    assert len(options(document)) >= 3
    for option in options(document):
        told += [option["text"], option["why"]]
    assert all(words["en"].strip() for words in told)
    assert document.words["prompt"]["en"].splitlines()[-1].endswith("?")
    texts = [option["text"]["en"] for option in options(document)]
    assert len(set(texts)) == len(texts)


@scenario
def test_a_scenario_rests_on_a_rule_of_the_book_with_its_edition(document: Document) -> None:
    rule = RULES[document.question.extra["rule"]]
    assert rule.house or rule.edition
    if rule.book:
        assert rule.edition in document.words["source"]
        assert rule.number in document.words["source"]


@scenario
def test_a_scenario_is_answered_by_what_was_written(document: Document) -> None:
    answer = solve(document).answer
    assert answer == {"right": document.question.extra["right"]} == second.solve(document)
    assert 0 < len(answer["right"]) < len(options(document))


def test_there_are_enough_scenarios_of_every_level_and_subject() -> None:
    assert len(SCENARIOS) >= 60
    levels = Counter(document.words["level"] for document in SCENARIOS)
    assert min(levels[level] for level in LEVELS) >= 10
    assert {tag for document in SCENARIOS for tag in document.words["tags"]} >= SUBJECTS


def test_no_two_scenarios_ask_the_same() -> None:
    prompts = [document.words["prompt"]["en"] for document in SCENARIOS]
    assert len(set(prompts)) == len(prompts)
    assert len({fingerprint(document) for document in SCENARIOS}) == len(SCENARIOS), "a pool would keep one of them"


def test_the_right_answer_is_not_to_be_told_by_its_length_or_by_a_word() -> None:
    """Of four options one is the longest: where the right one is, in more than four of ten, length gives it away."""
    single = [document for document in SCENARIOS if len(right_texts(document)) == 1]
    lengths = [(len(right_texts(each)[0]), sorted(len(row["text"]["en"]) for row in options(each))) for each in single]
    assert sum(right == of_all[-1] > of_all[-2] for right, of_all in lengths) < 0.4 * len(single)
    assert sum(right == of_all[0] for right, of_all in lengths) < 0.4 * len(single)
    assert sum("floor" in right_texts(each)[0].lower() for each in single) < 0.1 * len(single)
    assert len(Counter(each.question.extra["right"][0] for each in single)) == 4, "nor by its place in the file"


def the(name: str) -> Document:
    return read(published.FOLDER / f"{name}.toml")


def test_as_many_players_as_the_deck_can_serve() -> None:
    """Two cards each, five on the board, and a burn before each of three streets."""
    cards, own, board, burns = len(GAMES["holdem"].deck), 2, 5, 3
    assert right_texts(the("deck/full-table")) == [str((cards - board - burns) // own)]
    assert right_texts(the("deck/without-burns")) == [str((cards - board) // own)]
    assert (len(GAMES["royal"].deck) - board - burns) // own == 6
    assert right_texts(the("deck/royal"))[0].startswith("No: six players")


@pytest.mark.parametrize(
    ("name", "starts"),
    [
        pytest.param("misdeals/one-boxed-card", "No", id="35-A: two or more boxed cards"),
        pytest.param("misdeals/two-boxed-cards", "It is a misdeal", id="35-A"),
        pytest.param("misdeals/seen-after-two-folds", "No", id="36: two acts need chips"),
        pytest.param("misdeals/seen-after-three-folds", "The hand is played", id="36: any three acts"),
        pytest.param("flop/four-cards", "They are scrambled", id="39-A"),
        pytest.param("flop/four-cards-rrop", "The four are taken back", id="RRoP redeals the flop"),
        pytest.param("burns/forgotten-after-check", "It stands", id="39-B: after any action it stands"),
        pytest.param("early-streets/no-second-burn", "No", id="RP-5: no new burn"),
        pytest.param("button/short-after-action", "She gets her missing card", id="37"),
        pytest.param("button/short-and-acted", "His hand is dead", id="37: the button has acted"),
        pytest.param("disputes/pot-count", "No", id="22: pots until substantial action"),
        pytest.param("disputes/last-hand-before-a-break", "For one minute", id="22: a break"),
        pytest.param("clock/how-long", "25 seconds and then a countdown of five", id="29"),
        pytest.param("chip-race/one-chip-at-most", "One", id="24: one chip each"),
        pytest.param("chip-race/no-exact-multiple", "It does not say", id="24 fixes no rounding"),
        pytest.param("antes/blind-comes-first", "1,000 to the blind", id="RP-11: blind first"),
    ],
)
def test_what_is_right_is_what_the_rule_says(name: str, starts: str) -> None:
    """rules.md A2, A7 and A8, each with the rule's number in the 2024 edition."""
    assert [answer.startswith(starts) for answer in right_texts(the(name))] == [True]


# How a choice is answered and cited

PLAIN: dict[str, Any] = {
    "seats": [{"name": "A"}, {"name": "B"}],
    "question": {"kind": "choice", "options": ["One", {"en": "Two"}, {"text": "Three", "why": "x"}], "right": [3, 1]},
}


def asked(**question: Any) -> dict[str, Any]:
    """The plain question with some keys of its own."""
    return {**PLAIN, "question": {**PLAIN["question"], **question}}


def test_an_id_of_the_rule_book_brings_its_citation_and_its_words() -> None:
    told = solve_table(asked(rule="misdeal"))
    assert told["answer"] == {"right": [1, 3]}
    [step] = told["steps"]
    assert step["rule"] == "misdeal"
    # rules.md A8: misdeals are 35-A of the 2024 edition
    assert step["cite"] == {"book": "TDA", "edition": "2024", "number": "35-A", "confirmed": True}
    assert (step["op"], step["out"]) == ("state", {"right": [1, 3]})
    assert "boxed cards" in step["text"]


@pytest.mark.parametrize(
    "rule",
    ["TDA 2024 35-A", "TDA 2024 rule 35-A", {"book": "TDA", "edition": "2024", "number": "35-A"}],
    ids=["text", "text with the word rule", "table"],
)
def test_an_authors_own_citation_is_shown_as_it_is_and_confirmed_by_nobody(rule: Any) -> None:
    [step] = solve_table(asked(rule=rule))["steps"]
    assert step["cite"] == {"book": "TDA", "edition": "2024", "number": "35-A", "confirmed": False}
    assert cite_text(step["rule"]) == "TDA 2024, rule 35-A, as the author cites it."


def test_a_text_without_an_edition_is_a_rule_of_the_authors_house() -> None:
    [step] = solve_table(asked(rule="Friday game, our custom"))["steps"]
    assert step["cite"] == {"house": "Friday game, our custom"}
    assert step["text"] == "The author rests this on Friday game, our custom."


@pytest.mark.parametrize(
    ("question", "where"),
    [
        ({}, "question.rule"),
        ({"rule": " "}, "question.rule"),
        ({"rule": {"book": "TDA", "number": "35-A"}}, "question.rule"),
        ({"rule": "misdeal", "right": []}, "question.right"),
        ({"rule": "misdeal", "right": [4]}, "question.right"),
        ({"rule": "misdeal", "right": [1, 1]}, "question.right"),
        ({"rule": "misdeal", "options": ["Only one"]}, "question.options"),
        ({"rule": "misdeal", "options": ["One", "Two", {"text": "One", "why": "It is not."}]}, "question.options[2]"),
    ],
)
def test_a_question_that_can_not_be_answered_is_refused_at_its_place(question: Any, where: str) -> None:
    told = solve_table(asked(**question))
    assert (told["ok"], told["error"]["where"]) == (False, where)


def test_several_right_options_are_right_together_only() -> None:
    document = parse(asked(rule="misdeal"))
    assert KIND.grade(document, KIND.parse(document, {"right": ["3", "1"]})).right
    for some in (["1"], ["3"], ["1", "2", "3"], ["2"]):
        assert KIND.grade(document, KIND.parse(document, {"right": some})).points == 0


# How it is practised


@pytest.mark.django_db
def test_a_pool_holds_every_scenario_of_its_level_once_however_often_it_is_filled() -> None:
    published_here = [each for each in SCENARIOS if each.words["level"] == 2]
    bucket = pools.bucket_for(KIND, 2, ruleset("tda"))
    for _ in range(4):
        pools.fill(bucket.pk)
    bucket.refresh_from_db()
    assert bucket.full
    assert bucket.size == len(published_here)
    prompts = {drill.document["prompt"]["en"] for drill in Drill.objects.filter(bucket=bucket)}
    assert prompts == {each.words["prompt"]["en"] for each in published_here}
    shown = [pools.next_drill(bucket, "learner", count).pk for count in range(bucket.size)]
    assert len(set(shown)) == bucket.size, "nothing comes twice until all have come"


@pytest.mark.django_db
def test_no_scenario_is_kept_back_for_exams() -> None:
    """Design, Drill pools: finite kinds need no reserve."""
    pools.standard_buckets()
    assert Bucket.objects.filter(kind="choice").exists()
    assert not Bucket.objects.filter(kind="choice", reserve=True).exists()


def test_a_scenario_that_is_added_changed_or_moved_makes_new_pools(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(published, "FOLDER", tmp_path)
    versions = [published.version()]
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    for write in (
        lambda: one.write_text("level = 1", encoding="utf-8"),
        lambda: one.write_text("level = 2", encoding="utf-8"),
        lambda: one.rename(other),
    ):
        write()
        versions.append(published.version())
    assert len(set(versions)) == len(versions)
    assert published.version() == versions[-1]


def ask_of(client: Client, document: Document) -> str:
    """Have the page ask just this scenario."""
    store(make_bucket(KIND, level=KIND.level(document)), [document])
    return pages.ask(client, kind="choice", level=KIND.level(document))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "control"), [("misdeals/two-boxed-cards", "radio"), ("misdeals/which-are-misdeals", "checkbox")]
)
def test_the_page_offers_every_option_and_no_reason(client: Client, name: str, control: str) -> None:
    document = the(name)
    page = ask_of(client, document)
    labels = {text(label): next(elements(label, "input")) for label in elements(pages.form(page), "label")}
    boxes = {label: box for label, box in labels.items() if attribute(box, "name") == "right"}
    numbered = {option["text"]["en"]: str(number) for number, option in enumerate(options(document), 1)}
    assert {label: attribute(box, "value") for label, box in boxes.items()} == numbered
    assert {attribute(box, "type") for box in boxes.values()} == {control}
    assert not any(option["why"]["en"] in page for option in options(document))
    assert not with_class(page, "spot-table"), "plain seats are no table to look at"
    assert "TDA 2024" in text(next(elements(pages.form(page), "legend")))


@pytest.mark.django_db
def test_the_feedback_tells_the_reason_of_each_option_and_the_rule(client: Client) -> None:
    document = the("misdeals/two-boxed-cards")
    page = ask_of(client, document)
    wrong = next(number for number in ("1", "2") if int(number) not in document.question.extra["right"])
    told = pages.answer(client, page, {"right": [wrong]}).content.decode()
    assert "is-wrong" in (attribute(with_class(told, "verdict-sign")[0], "class") or "")
    rows = [text(row) for row in elements(with_class(told, "reasons")[0], "li")]
    assert len(rows) == len(options(document))
    for option in options(document):
        assert any(option["text"]["en"] in row and option["why"]["en"] in row for row in rows)
    assert [options(document)[int(wrong) - 1]["text"]["en"] in row for row in rows if "your answer" in row] == [True]
    # rules.md A8 and its edition map: 35 of the 2024 edition
    assert text(next(elements(told, "cite"))).startswith("TDA 2024, rule 35-A, in our words.")


@pytest.mark.django_db
def test_the_right_option_is_right_and_none_chosen_is_asked_again(client: Client) -> None:
    document = the("clock/how-long")
    page = ask_of(client, document)
    assert pages.answer(client, page, {}).status_code == 422
    right = [str(number) for number in document.question.extra["right"]]
    told = pages.answer(client, page, {"right": right}).content.decode()
    assert "is-right" in (attribute(with_class(told, "verdict-sign")[0], "class") or "")


def test_each_showing_has_its_own_order_and_keeps_it() -> None:
    document = the("clock/how-long")

    def order(token: str) -> list[str]:
        shown = offered(document, token)
        assert shown
        return [row.number for row in shown.rows]

    orders = [order(f"token {number}") for number in range(40)]
    assert orders == [order(f"token {number}") for number in range(40)]
    assert {first for first, *_ in orders} == {"1", "2", "3", "4"}
    assert {tuple(sorted(each)) for each in orders} == {("1", "2", "3", "4")}


@pytest.mark.django_db
def test_a_scenario_with_cards_and_bets_shows_its_table(client: Client) -> None:
    table = {**to_table(the("clock/how-long")), "blinds": [1, 2], "street": "preflop"}
    assert with_class(ask_of(client, parse(table)), "spot-table")
