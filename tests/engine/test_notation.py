"""The scenario document, as the scenario format describes it: what is read, and that it prints back to itself."""

from __future__ import annotations

import json
from datetime import date
from random import Random

import pytest

from quizzes.engine.document import Action, Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import play
from quizzes.engine.notation import loads, parse, to_table
from quizzes.engine.questions import QUESTION_KEYS
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds import KINDS
from tests.cases.compare import Case, load
from tests.engine.spots import TABLE, refusal
from tests.scale import scale

TOML = """
seats = [{name = "A", stack = 1000}, {name = "B", stack = 150}, {name = "C", stack = 1000}]
blinds = [50, 100]
street = "flop"
actions = "A bets 100, B all-in, C calls"
question = {kind = "legal_actions", player = "A"}
"""


def actions_of(line: str, *names: str) -> tuple[Action | Deal, ...]:
    """Return a line of actions as it is read at a table with these seats, A, B and C where none are named."""
    seats = [{"name": name} for name in names or ("A", "B", "C")]
    return parse({"seats": seats, "actions": line, "question": {"kind": "min_raise"}}).actions


def test_toml_and_json_are_the_same_document() -> None:
    assert loads(TOML) == loads(json.dumps(TABLE)) == loads("\n  " + json.dumps(TABLE, indent=2)) == parse(TABLE)


def test_what_is_left_out_has_the_formats_default() -> None:
    document = parse({"seats": [{"name": "A"}, {"name": "B"}], "question": {"kind": "min_raise"}})
    assert (document.game.id, document.limit, document.rules.id, document.blinds) == ("holdem", "no-limit", "tda", None)
    assert (document.ante, document.ante_by, document.chip, document.pot) == (0, "all", 1, 0)
    assert (document.button, document.street, document.straddles, document.actions) == ("B", "preflop", (), ())
    assert (document.seats[0].stack, document.seats[0].cards, document.seats[0].empty) == (None, (), False)


def test_every_key_is_read() -> None:
    document = loads("""
        rules = {base = "jj", reopen = "single"}
        blinds = [50, 100]
        ante = 10
        ante_by = "big-blind"
        straddle = [200, 400]
        chip = 25
        seats = [{name = "A", stack = 900, cards = "As Kd"}, {name = "B", cards = ["??", "10c"]}, {name = "C"},
                 {name = "D"}, {name = "E", empty = true}]
        button = "E"
        pot = 30
        actions = "C folds, D calls"
        question = {kind = "min_raise", control = "raise-by"}
        title = {en = "A title", ms = "Tajuk", zh-hant = "題目"}
        prompt = "How much?"
        tags = ["raises"]
        level = 3
    """)
    assert (document.rules["min_raise"], document.rules["reopen"]) == ("double", "single")
    assert (document.blinds, document.ante, document.ante_by, document.straddles) == (
        (50, 100),
        10,
        "big-blind",
        (200, 400),
    )
    assert (document.chip, document.button, document.pot) == (25, "E", 30)
    assert [seat.stack for seat in document.seats] == [900, None, None, None, None]
    assert [len(seat.cards) for seat in document.seats] == [2, 2, 0, 0, 0]
    assert document.seats[1].cards[0] is None
    assert document.seats[4].empty
    assert document.question.extra == {"control": "raise-by"}
    assert document.words["title"]["ms"] == "Tajuk"
    assert (document.words["tags"], document.words["level"]) == (["raises"], 3)


@pytest.mark.parametrize("tags", ["raises", ["raises"], {"en": "raises", "zh-hant": "加注"}])
def test_tags_are_an_authors_words_as_titles_are_or_a_list(tags: object) -> None:
    """The scenario format: an author's words are a string, or a table by language."""
    table = {"seats": [{"name": "A"}, {"name": "B"}], "question": {"kind": "min_raise"}, "tags": tags}
    assert to_table(parse(table))["tags"] == tags


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"seats": [{"name": "A"}], "chip": 5, "chip": 25}', 1, 45),
        ('{"seats": [{"name": "A", "stack": 1,\n "st\\u0061ck": 2}]}', 2, 14),
        ('{"title": "{\\"chip\\": 1",\n"chip": 1,\n"chip": 2}', 3, 7),
    ],
)
def test_a_key_that_stands_twice_in_json_is_an_error_at_its_place(text: str, line: int, column: int) -> None:
    """As in TOML 1.0: a key may not be defined twice. The column after the second key is counted by hand."""
    with pytest.raises(DocumentError) as error:
        loads(text)
    assert error.value.where == f"line {line}"
    assert error.value.message == f"this is no JSON: the key before column {column} is there already"


@pytest.mark.parametrize(
    ("value", "written"),
    [(True, "true"), (None, "null"), (1.5, "1.5"), (date(2026, 1, 2), '"2026-01-02"'), ("5", "'5'")],
)
def test_a_value_that_is_no_amount_is_named_as_a_document_writes_it(value: object, written: str) -> None:
    """JSON and TOML write true, null and dates so (RFC 8259, TOML 1.0)."""
    with pytest.raises(DocumentError) as error:
        parse({**TABLE, "chip": value})
    assert error.value.message == f"{written} is no whole number of chips"


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ("A posts 100, A checks", "A can't post: posts go in before the first action of a hand"),
        ("A bets 0", "A can't bet 0: a bet is of one chip at least"),
    ],
)
def test_a_refusal_on_the_flop_says_what_is_true_there(actions: str, said: str) -> None:
    """Nobody has acted or bet: a post belongs to the first street (rules.md A7), and a bet puts chips in."""
    table = {"seats": [{"name": name} for name in "ABC"], "blinds": [50, 100], "street": "flop", "pot": 300}
    with pytest.raises(DocumentError) as error:
        play(parse({**table, "actions": actions, "question": {"kind": "min_raise"}}))
    assert (error.value.where, error.value.message) == ("actions[0]", said)


@pytest.mark.parametrize(
    ("street", "actions"),
    [
        ("flop", "A checks, B checks, C checks, -- turn 5s"),
        ("preflop", "C calls, A calls, B checks, -- flop, A checks, B checks, C checks, -- turn 5s"),
    ],
)
def test_cards_are_dealt_also_where_the_board_before_them_was_left_out(street: str, actions: str) -> None:
    """The scenario format: a betting question may leave the board out; what needs it says so."""
    spot = {**TABLE, "seats": [{"name": name} for name in "ABC"], "street": street, "actions": actions}
    assert play(parse({**spot, "question": {"kind": "legal_actions"}})).street == "turn"
    assert refusal({**spot, "question": {"kind": "nuts"}}).where == "board"


def test_digits_of_an_action_are_those_of_ascii() -> None:
    """The format writes amounts as JSON and TOML do, with the digits 0 to 9."""
    for amount in ("٥٠٠", "５００"):
        with pytest.raises(DocumentError) as error:
            parse({**TABLE, "actions": f"A bets {amount}"})
        assert error.value.where == "actions[0]"


def test_a_pot_question_is_read_without_actions() -> None:
    document = loads("""
        seats = [{name = "A"}, {name = "B"}, {name = "F"}]
        put_in = {A = 50, B = 250, F = 50}
        folded = ["F"]
        order = [["F"], ["A", "B"]]
        question = {kind = "awards"}
    """)
    assert (document.put_in, document.folded) == ({"A": 50, "B": 250, "F": 50}, ("F",))
    assert document.order == (("F",), ("A", "B"))


def test_a_straddle_may_be_one_amount_by_a_named_seat() -> None:
    document = parse({**TABLE, "street": "preflop", "actions": "", "straddle": 200, "straddle_by": "C"})
    assert (document.straddles, document.straddle_by) == ((200,), "C")


# The line of actions.


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("folds", Action("A", "fold")),
        ("checks", Action("A", "check")),
        ("calls", Action("A", "call")),
        ("bets 40", Action("A", "bet", 40)),
        ("raises to 300", Action("A", "raise-to", 300)),
        ("raises by 200", Action("A", "raise-by", 200)),
        ("all-in", Action("A", "all-in")),
        ("all-in to 500", Action("A", "all-in", 500)),
        ("posts 50", Action("A", "post", 50)),
        ("posts 2 live 1 dead", Action("A", "post", 2, dead=1)),
        ("shows", Action("A", "show")),
        ("mucks", Action("A", "muck")),
        ("is mucked", Action("A", "is-mucked")),
        ("(out of turn) raises to 800", Action("A", "raise-to", 800, out_of_turn=True)),
        ("(out of turn) checks", Action("A", "check", out_of_turn=True)),
    ],
)
def test_every_verb_is_read(words: str, action: Action) -> None:
    assert actions_of(f"A {words}") == (action,)


@pytest.mark.parametrize(
    "verb", ["fold", "check", "call", "bet 40", "raise to 300", "raise by 200", "post 5", "show", "muck"]
)
def test_singular_forms_are_read(verb: str) -> None:
    first, *rest = verb.split()
    assert actions_of(f"A {verb}") == actions_of(" ".join([f"A {first}s", *rest]))


@pytest.mark.parametrize("line", ["A RAISES TO 300", "a raises to 300", "A Raise To 300", "A  raises\tto   300"])
def test_capital_letters_and_spaces_make_no_difference(line: str) -> None:
    assert actions_of(line) == (Action("A", "raise-to", 300),)


@pytest.mark.parametrize(
    "line", ["A checks, B checks", "A checks; B checks", "A checks\nB checks", "\n A checks;\n\nB checks,"]
)
def test_commas_semicolons_and_new_lines_separate_actions(line: str) -> None:
    assert actions_of(line) == (Action("A", "check"), Action("B", "check"))


def test_a_street_mark_brings_its_cards_or_none() -> None:
    items = actions_of("-- flop 9c Kc 3h, --turn 10s, -- RIVER 9h")
    assert [(item.street, len(item.cards)) for item in items if isinstance(item, Deal)] == [
        ("flop", 3),
        ("turn", 1),
        ("river", 1),
    ]
    assert actions_of("-- flop, -- turn") == (Deal("flop"), Deal("turn"))


def test_the_longest_name_that_fits_is_the_seat() -> None:
    line = "Tan folds, Tan Ah calls, Tan Ah Kow checks"
    assert [item.seat for item in actions_of(line, "Tan", "Tan Ah", "Tan Ah Kow") if isinstance(item, Action)] == [
        "Tan",
        "Tan Ah",
        "Tan Ah Kow",
    ]


def test_names_that_differ_only_in_capitals_stay_apart() -> None:
    assert actions_of("a folds, A calls", "a", "A") == (Action("a", "fold"), Action("A", "call"))


@pytest.mark.parametrize("name", ["Björn", "阿明", "Siti-2", "B. B.", "to", "calls"])
def test_a_seat_may_have_any_name_without_separators(name: str) -> None:
    assert actions_of(f"{name} calls", name, "Z") == (Action(name, "call"),)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("A is mucked", Action("A", "is-mucked")),
        ("A is calls", Action("A is", "call")),
        ("A is all-in", Action("A is", "all-in")),
        ("B  1 bets 100", Action("B  1", "bet", 100)),
        ("B 1 bets 100", Action("B  1", "bet", 100)),
        ("Straße bets 100", Action("STRASSE", "bet", 100)),
    ],
)
def test_the_seat_is_the_one_whose_action_can_be_read(line: str, action: Action) -> None:
    """The scenario format: NAME verb, in any case of letters; the longest name that leaves an action."""
    assert actions_of(line, "A", "A is", "B  1", "STRASSE") == (action,)


NO_ACTIONS = """Z calls
A
calls
A raises 300
A raises to
A bets
A bets -5
A bets 1.5
A bets ten
A bets 1000000000001
A bets 99999999999999999999
A checks 5
A draws one
A calls B calls
A posts 5 live dead
A (in turn) calls
-- showdown
-- preflop
--
-- flop 9c Kc
-- flop 9c Kc 3x
-- turn 9c Kc"""


@pytest.mark.parametrize("line", NO_ACTIONS.splitlines())
def test_what_is_no_action_is_refused_at_its_number(line: str) -> None:
    """`actions[n]` counts from 0, street marks included."""
    assert refusal({**TABLE, "actions": f"A checks, -- turn 2d, {line}"}).where == "actions[2]"


# A document prints as plain values, its defaults left out, and reads back to itself.


def prints_back(document: Document) -> None:
    """Hold a document against what it prints, as JSON with its keys in another order too."""
    table = to_table(document)
    assert parse(table) == document
    assert loads(json.dumps(table, sort_keys=True)) == document
    assert to_table(parse(table)) == table


PUBLIC = load(QUESTION_KEYS)


@pytest.mark.parametrize("case", PUBLIC, ids=[case["id"] for case in PUBLIC])
def test_a_public_case_prints_back(case: Case) -> None:
    prints_back(parse(case["doc"]))


@pytest.mark.parametrize("kind", KINDS)
def test_drills_print_back(kind: str) -> None:
    rng = Random(f"notation {kind}")
    for _ in range(scale(4, 200)):
        for level in KINDS[kind].levels:
            house = rng.choice([id for id in RULESET_IDS if KINDS[kind].asked_by(ruleset(id))])
            prints_back(KINDS[kind].generate(rng, level, ruleset(house), rng.choice(KINDS[kind].variants)))


def test_what_an_author_wrote_prints_back() -> None:
    words = {
        "title": {"en": "T", "zh-hant": "題"},
        "prompt": "P",
        "note": "N",
        "source": "S",
        "tags": ["a"],
        "level": 2,
    }
    rules = {"base": "jj", "reopen": "single", "fl_cap": 4}
    document = parse(
        {**TABLE, **words, "rules": rules, "street": "preflop", "actions": "A posts 5 live 2 dead", "ante": 5}
    )
    prints_back(document)
    assert to_table(document)["title"] == words["title"]


@pytest.mark.parametrize(
    "line",
    [
        "A raises by 200, B (out of turn) calls, C all-in to 40",
        "A posts 2 live 1 dead, B all-in, -- flop 9c Kc Th, C is mucked",
        "A folds; B mucks; C shows",
        "-- flop, -- turn 9h, -- river",
    ],
)
def test_every_action_prints_back(line: str) -> None:
    table = {"seats": TABLE["seats"], "question": TABLE["question"], "actions": line}
    prints_back(parse(table))


def test_defaults_are_left_out_of_what_is_printed() -> None:
    table = to_table(parse({"seats": [{"name": "A"}, {"name": "B"}], "question": {"kind": "min_raise"}}))
    assert set(table) == {"rules", "seats", "button", "street", "question"}
