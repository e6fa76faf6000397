"""Houses are data: every toggle with its values and sources, every citation with its edition, no house in the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quizzes import engine, kinds
from quizzes.engine.citations import cited
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse, to_table
from quizzes.engine.rulesets import RULES, RULESET_IDS, TOGGLES, Rule, parse_rules, ruleset
from quizzes.kinds import KINDS, solve
from quizzes.kinds.base import Variant
from quizzes.wording.houses import house_note
from quizzes.wording.mistakes import known
from quizzes.wording.rules import TEXTS, cite_text, short_cite
from tests.cases.compare import load

TABLE: dict[str, tuple[str | int, ...]] = {
    "min_raise": ("last-raise", "double"),
    "reopen": ("cumulative", "single", "half-raise"),
    "reopened_unit": ("last-full", "sum"),
    "limit_reopen": ("half-bet", "full-bet"),
    "limit_after_short": ("add", "complete", "as-full"),
    "fl_cap": (3, 4, "none", "by-rounds"),
    "fl_cap_heads_up": ("capped", "uncapped", "two-left"),
    "straddle_as": ("raise", "blind"),
    "straddle_seats": ("none", "utg", "utg-or-button"),
    "short_blind": ("full-price", "posted-price"),
    "bb_ante_order": ("blind-first", "ante-first"),
    "ante_order": ("ante-first", "blind-first"),
    "pl_preflop_base": ("full-blinds", "exact", "sb-as-bb"),
    "pl_rounding": ("none", "up"),
    "odd_chip": ("left-of-button", "high-card"),
    "odd_chip_stud": ("five-cards", "all-cards"),
    "odd_chip_low": ("high-card", "low-card"),
    "odd_chip_most": ("each-half", "one-a-player"),
    "multi_chip": ("removable-half", "same-denomination-call"),
    "undercall": ("full-call", "half-rule"),
    "string_raise": ("one-motion", "motions-after-raise"),
    "check_out_of_turn": ("free-if-changed", "no-raise"),
    "call_out_of_turn": ("free-if-changed", "no-raise"),
    "all_in_showdown": ("all-at-once", "first-all-in", "in-order"),
    "show_first": ("last-aggressor", "side-pot"),
    "stud_open_pair": ("single", "double"),
    "stud_tie": ("suit", "seat", "suit-then-seat"),
    "draw_most": (5, 3),
    "button": ("dead", "moving", "simplified"),
    "new_player": ("none", "big-blind"),
    "missed_blinds": ("none", "live-and-dead"),
    "chart": ("none", "jj"),
    "may_see": ("river-caller", "nobody", "showdown", "turn", "anybody"),
}
"""The scenario format's table of toggles, each value in its order. Beyond it, of RRoP 11: "by-rounds" and "two-left"
("Betting and raising" 3 and 4), "suit-then-seat" ("Seven-card stud" 1), `odd_chip_most` ("Ties" 4) and
`call_out_of_turn` ("Betting and raising" 11)."""

SILENT = {
    "fl_cap",
    "limit_after_short",
    "straddle_as",
    "straddle_seats",
    "pl_rounding",
    "new_player",
    "missed_blinds",
    "stud_open_pair",
    "stud_tie",
    "draw_most",
    "chart",
}
"""Where the TDA rules say nothing, as the scenario format lists it (`straddle_*` are two)."""

DIFFERENCES: dict[str, dict[str, str | int]] = {
    "tda": {},
    "jj": {"min_raise": "double", "new_player": "big-blind", "chart": "jj"},
    "half-raise": {"reopen": "half-raise"},
    "single-raise": {"reopen": "single"},
    "rrop": {
        "straddle_as": "blind",
        "straddle_seats": "utg",
        "fl_cap": "by-rounds",
        "fl_cap_heads_up": "two-left",
        "odd_chip_stud": "all-cards",
        "odd_chip_low": "low-card",
        "odd_chip_most": "one-a-player",
        "string_raise": "motions-after-raise",
        "check_out_of_turn": "no-raise",
        "call_out_of_turn": "no-raise",
        "all_in_showdown": "in-order",
        "show_first": "side-pot",
        "stud_open_pair": "double",
        "stud_tie": "suit-then-seat",
        "may_see": "anybody",
        "new_player": "big-blind",
        "missed_blinds": "live-and-dead",
    },
}
"""In what each house differs from the first values: issue of the rulesets and rules.md, "Toggles: who plays what".

Robert's Rules on asking for a hand: RRoP 11, "The showdown" 5; on an open pair and on equal boards: "Seven-card stud" 4
and 1.
"""


@pytest.mark.parametrize("toggle", [*TABLE, *(set(TOGGLES) - set(TABLE))])
def test_a_toggle_has_the_formats_values_in_their_order(toggle: str) -> None:
    assert tuple(TOGGLES[toggle].rules) == TABLE[toggle]


def test_the_tda_ruleset_plays_the_first_value_of_each_toggle() -> None:
    assert dict(ruleset("tda").toggles) == {toggle: values[0] for toggle, values in TABLE.items()}


@pytest.mark.parametrize("house", RULESET_IDS)
def test_a_house_differs_from_tda_only_in_what_it_is_known_for(house: str) -> None:
    own = ruleset(house).toggles.items() - ruleset("tda").toggles.items()
    assert dict(own) == DIFFERENCES[house]


def test_the_toggles_on_which_tda_is_silent_are_marked_so() -> None:
    assert {name for name, toggle in TOGGLES.items() if toggle.silent} == SILENT


@pytest.mark.parametrize(
    ("toggle", "value"), [(toggle, value) for toggle in TOGGLES for value in TOGGLES[toggle].rules]
)
def test_every_value_of_a_toggle_says_who_plays_it(toggle: str, value: str | int) -> None:
    who = TOGGLES[toggle].who[value]
    assert who
    assert all(source.strip() == source != "" for source in who)


@pytest.mark.parametrize(
    ("toggle", "value", "rule"),
    [(name, value, rule) for name, toggle in TOGGLES.items() for value, rule in toggle.rules.items() if rule],
)
def test_every_rule_that_a_toggle_cites_is_in_the_book(toggle: str, value: str | int, rule: str) -> None:
    assert rule in RULES


def test_a_toggle_without_a_written_rule_says_so_when_it_is_cited() -> None:
    every = [(name, value, rule) for name, toggle in TOGGLES.items() for value, rule in toggle.rules.items()]
    toggle, value, _ = next(row for row in every if row[2] is None)
    with pytest.raises(KeyError, match=f"{toggle} = {value}"):
        parse_rules({toggle: value}).rule(toggle)


# Rules are renumbered from edition to edition (rules.md 0: 43-A of 2024 is 45-A of 2026): a bare number says nothing.


@pytest.mark.parametrize(
    "fields",
    [
        {"book": "TDA", "number": "43-A"},
        {"book": "TDA", "edition": "", "number": "43-A"},
        {"book": "TDA", "edition": "2024"},
        {"edition": "2024", "number": "43-A"},
        {},
        {"book": "TDA", "edition": "2024", "number": "43-A", "house": "jj"},
        {"book": "TDA", "edition": "2024", "number": "43-A", "later": {"number": "45-A", "confirmed": True}},
        {"book": "TDA", "edition": "2024", "number": "43-A", "later": {"edition": "2026", "number": "45-A"}},
    ],
)
def test_a_citation_without_its_edition_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="raise-amounts"):
        Rule("raise-amounts", **fields)


@pytest.mark.parametrize("id", RULES)
def test_a_rule_is_cited_by_book_edition_and_number_or_by_its_house(id: str) -> None:
    cite = RULES[id].cite()
    assert all(cite.values())
    assert set(cite) in ({"house"}, {"book", "edition", "number", "confirmed"})


@pytest.mark.parametrize("id", [id for id, rule in RULES.items() if rule.book == "TDA"])
def test_the_tda_rules_are_cited_by_the_edition_that_was_read(id: str) -> None:
    """rules.md 0: the text of 2024 was read; of 2026 only 45-A and 49-A are confirmed, by the seeds."""
    rule = RULES[id]
    assert rule.edition == "2024"
    if rule.later is not None:
        assert rule.later["edition"] == "2026"
        assert rule.later["confirmed"] == (rule.later["number"] in ("45-A", "49-A"))


@pytest.mark.parametrize(
    ("number", "later"),
    [("43-A", "45-A"), ("43-B", "45-B"), ("47-A", "49-A"), ("20", "21"), ("21", "23"), ("12", "13"), ("15", "16")],
)
def test_a_tda_number_of_2024_stands_beside_its_number_of_2026(number: str, later: str) -> None:
    """The edition map of rules.md 0."""
    rules = [rule for rule in RULES.values() if (rule.book, rule.number) == ("TDA", number)]
    assert rules
    assert all(rule.later is not None and rule.later["number"] == later for rule in rules)


@pytest.mark.parametrize("id", [*RULES, *(set(TEXTS) - set(RULES))])
def test_every_rule_has_its_sentence_and_its_place_in_words(id: str) -> None:
    assert str(TEXTS[id]).endswith(".")
    assert RULES[id].edition in cite_text(id)


def test_a_rule_that_no_book_holds_is_cited_by_who_plays_it_and_not_by_an_id() -> None:
    """Who plays what: toggles.toml; a rule in an author's own words is cited by these."""
    assert short_cite("posted-price") == "a house rule of a few rooms in recorded hands"
    assert cite_text("odd-chips-high-card") == "House rule: some rooms."
    assert cite_text("raise-double") == "House rule: JJ."
    assert short_cite("Our house sheet") == "a house rule of Our house sheet"


def test_a_house_with_a_book_of_its_own_is_cited_that_where_it_says_the_same() -> None:
    """Robert's Rules 11 have the raise of one who acted and short all-ins under no-limit, and odd chips under ties; a
    short stack's call stands in no section that was read, so TDA 2024 41 is cited under every house (rules.md A1, A5).
    """
    robert, tda = ruleset("rrop"), ruleset("tda")
    own = replace(robert, id="17", name="Friday", base="rrop")
    assert cited("reopening", tda) == {"book": "TDA", "edition": "2024", "number": "47-A", "confirmed": True}
    for house in (robert, own):
        assert cited("reopening", house) == {"book": "RRoP", "edition": "11", "number": "no-limit", "confirmed": True}
        assert short_cite("odd-chips", house) == "RRoP 11, “ties”"
        assert short_cite("calling", house) == "TDA 2024, rule 41"
    both = "TDA 2024, rule 20, in our words. In the 2026 edition 21 (number not confirmed)."
    assert cite_text("odd-chips", tda) == both
    assert cite_text("odd-chips") == f"{both} Also in RRoP 11, section “ties”."


def test_a_book_without_numbers_is_cited_by_its_sections() -> None:
    """Robert's Rules number the rules within a section, and what is cited is the section."""
    assert cite_text("blind-seats") == "RRoP 11, section “button and blind use”, in our words."
    assert short_cite("blind-seats") == "RRoP 11, “button and blind use”"
    assert short_cite("odd-chips") == "TDA 2024, rule 20"


@pytest.mark.parametrize("house", RULESET_IDS)
def test_every_house_has_its_name_its_source_and_its_note(house: str) -> None:
    assert ruleset(house).name
    assert ruleset(house).source
    assert house_note(house)


@pytest.mark.parametrize("kind", KINDS)
def test_every_misconception_has_its_words(kind: str) -> None:
    assert [trap.id for trap in KINDS[kind].misconceptions if not known(kind, trap.id)] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_reads_only_toggles_that_there_are(kind: str) -> None:
    assert set(KINDS[kind].toggles) <= set(TOGGLES)


# Wrong rules are errors at their place (scenario format: `where` is a key path such as `rules.reopen`).


@pytest.mark.parametrize(
    ("rules", "where"),
    [
        ({"base": "tda", "reopens": "single"}, "rules.reopens"),
        ({"base": "tda", "reopen": "twice"}, "rules.reopen"),
        ({"reopen": True}, "rules.reopen"),
        ({"reopen": 1}, "rules.reopen"),
        ({"reopen": None}, "rules.reopen"),
        ({"reopen": ["single"]}, "rules.reopen"),
        ({"fl_cap": 5}, "rules.fl_cap"),
        ({"fl_cap": 3.0}, "rules.fl_cap"),
        ({"fl_cap": True}, "rules.fl_cap"),
        ({"base": "wsop"}, "rules.base"),
        ({"base": ["tda"]}, "rules.base"),
        ("wsop", "rules"),
        ("", "rules"),
        ("rules", "rules"),
        ("toggles", "rules"),
        (["tda"], "rules"),
        (None, "rules"),
        (3, "rules"),
    ],
)
def test_wrong_rules_are_refused_at_their_place(rules: object, where: str) -> None:
    with pytest.raises(DocumentError) as error:
        parse_rules(rules)
    assert error.value.where == where


def test_a_table_without_a_base_starts_from_tda() -> None:
    """`rules` is `tda` where nothing else is said (scenario format, Keys)."""
    found = parse_rules({"reopen": "single"})
    assert (found.id, found["reopen"]) == ("tda", "single")
    assert dict(found.toggles) == {**ruleset("tda").toggles, "reopen": "single"}


def test_a_table_changes_the_house_that_it_starts_from_and_no_other() -> None:
    found = parse_rules({"base": "jj", "reopen": "half-raise"})
    assert (found["min_raise"], found["reopen"]) == ("double", "half-raise")
    assert ruleset("jj")["reopen"] == "cumulative"


def test_houses_that_agree_on_the_toggles_of_a_kind_have_one_key() -> None:
    """Design, Drill pools: a bucket is a kind and the toggles that it reads."""
    toggles = ("min_raise", "odd_chip")
    assert ruleset("tda").key(toggles) == ruleset("half-raise").key(toggles) != ruleset("jj").key(toggles)


@pytest.mark.parametrize("other", [1, -1], ids=["second values", "last values"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_toggle_that_a_kind_does_not_name_changes_none_of_its_answers(kind: str, other: int) -> None:
    """Else two houses that differ would share a pool of drills (design, Drill pools)."""
    house = next(ruleset(id) for id in RULESET_IDS if KINDS[kind].asked_by(ruleset(id)))
    drill = to_table(KINDS[kind].generate(Random(1), KINDS[kind].levels[0], house))
    cases = [case["doc"] for case in load([kind])] or [drill]
    plain = [case for case in cases if isinstance(case.get("rules", "tda"), str)]
    assert plain
    for case in plain:
        asked = parse(case)
        read = KINDS[kind].toggles_in(Variant(asked.game.id, asked.limit))
        changes = {toggle: values[other] for toggle, values in TABLE.items() if toggle not in read}
        rules = {"base": case.get("rules", "tda"), **changes}
        assert solve(parse({**case, "rules": rules})).answer == solve(asked).answer


# A house that differs is a few lines of data, never an `if` in the code (design, The house). Only what reads the files
# of the houses may name one.

CODE = sorted(path for package in (engine, kinds) for path in Path(str(package.__file__)).parent.rglob("*.py"))


def places_that_ask_for_a_house(source: str) -> Iterator[int]:
    """Yield the lines on which code asks which house it is in. A toggle, `rules["reopen"]`, is what it should ask."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare | ast.MatchValue):
            parts = list(ast.walk(node))
            ids = [part for part in parts if isinstance(part, ast.Constant) and part.value in RULESET_IDS]
            toggles = [part for part in parts if isinstance(part, ast.Subscript)]
            whose = [part.value for part in parts if isinstance(part, ast.Attribute) and part.attr == "id"]
            names = {ast.unparse(value).rpartition(".")[2] for value in whose}
            if (ids and not toggles) or names & {"rules", "ruleset", "house"}:
                yield node.lineno


@pytest.mark.parametrize(
    "source",
    [
        'if rules.id == "anything": pass',
        "if document.rules.id != other: pass",
        'double = house == "jj"',
        'if "tda" == name: pass',
        'x = ruleset.id in ("a", "b")',
        'match name:\n    case "jj":\n        pass',
    ],
)
def test_code_that_asks_for_a_house_is_found(source: str) -> None:
    assert list(places_that_ask_for_a_house(source))


@pytest.mark.parametrize("source", ['if rules["reopen"] == "single": pass', 'rules = ruleset("tda")', "a.id == b.id"])
def test_code_that_asks_for_a_toggle_is_not_taken_for_it(source: str) -> None:
    assert not list(places_that_ask_for_a_house(source))


@pytest.mark.parametrize(
    "path",
    [path for path in CODE if path.parent.name != "rulesets"],
    ids=lambda path: "/".join(path.parts[-2:]),
)
def test_no_code_of_poker_asks_which_house_it_is_in(path: Path) -> None:
    assert list(places_that_ask_for_a_house(path.read_text(encoding="utf-8"))) == []
