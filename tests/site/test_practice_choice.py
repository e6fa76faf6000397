"""Several skills, a level and a house are chosen by an address and kept from question to question (issue 3)."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from quizzes import practice
from quizzes.engine.games import GAMES
from quizzes.engine.rulesets import RULESET_IDS
from quizzes.kinds import KINDS
from quizzes.kinds.base import HOLDEM, LEVELS
from quizzes.learning.choosing import Reason
from quizzes.practising import asking
from quizzes.practising.asking import Choice
from quizzes.practising.choices import GROUPS, against, choice_query, choice_words, groups, read_choice, unmet
from quizzes.wording.games import game_name
from quizzes.wording.kinds import kind_name
from tests.site.pages import answer, ask, asked, attribute, elements, text, with_class
from tests.site.stand_ins import visitor

KINDS_OF_THE_FORMAT = {  # scenario-format.md, "Questions and their answers"
    *("min_raise", "legal_actions", "reopen", "pot_limit", "fixed_limit", "side_pots", "awards", "read_hand", "winner"),
    *("ranking", "show_order", "nuts", "outs", "chip_ruling", "out_of_turn", "correction", "next_button", "posting"),
    *("may_see", "action_order", "starting_hand", "choice"),
}

some_kinds = st.sets(st.sampled_from(sorted(KINDS)), max_size=len(KINDS))


def chooser(page: str) -> dict[str, list[str]]:
    """What the form of the chooser would send as it stands."""
    form = with_class(page, "choose-form")[0]
    ticked = [box for box in elements(form, "input") if attribute(box, "checked") is not None]
    found: dict[str, list[str]] = {"kind": []}
    for box in ticked:
        found.setdefault(attribute(box, "name") or "", []).append(attribute(box, "value") or "")
    for field in elements(form, "select"):
        chosen = [option for option in elements(field, "option") if attribute(option, "selected") is not None]
        values = [attribute(option, "value") or text(option) for option in chosen]
        found[attribute(field, "name") or ""] = values
    return found


@given(some_kinds, st.sampled_from([None, *LEVELS]), st.sampled_from(RULESET_IDS))
def test_a_choice_is_read_back_from_its_address(ids: set[str], level: int | None, house: str) -> None:
    kinds = [id for id in KINDS if id in ids]
    choice = Choice(".".join(kinds) or None if len(kinds) < len(KINDS) else None, level, house)
    assert read_choice(QueryDict(choice_query(choice))) == choice


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("kind=winner&kind=awards", ("awards", "winner")),  # boxes of a form
        ("kind=winner.awards", ("awards", "winner")),
        ("kind=winner.winner&kind=winner", ("winner",)),
        ("kind=&kind=winner", ("winner",)),
        ("kind=winner.chess", ()),
        ("kind=.", ()),
        ("&".join(f"kind={id}" for id in KINDS), ()),
        ("", ()),
    ],
)
def test_kinds_come_one_by_one_or_joined_and_all_or_unknown_ones_are_the_mix(
    query: str, kinds: tuple[str, ...]
) -> None:
    choice = read_choice(QueryDict(query))
    assert set(choice.kinds) == set(kinds)
    assert choice.kinds == tuple(id for id in KINDS if id in kinds), "the same choice has one address"
    assert (choice.kind is None) == (not kinds)


@pytest.mark.parametrize(
    ("query", "mistake"),
    [
        ("kind=min_raise&mistake=double-the-bet", "double-the-bet"),
        ("kind=min_raise&mistake=gone-since", None),
        ("kind=min_raise.reopen&mistake=double-the-bet", None),
        ("mistake=double-the-bet", None),
    ],
)
def test_a_misconception_is_chosen_with_its_one_kind(query: str, mistake: str | None) -> None:
    choice = read_choice(QueryDict(query))
    assert choice.mistake == mistake
    assert read_choice(QueryDict(choice_query(choice))) == choice


def test_holdem_is_no_limit_unless_it_is_ticked() -> None:
    kind = KINDS["min_raise"]
    assert read_choice(QueryDict("")).variants(kind) == (HOLDEM,)
    ticked = read_choice(QueryDict("game=holdem")).variants(kind)
    assert ticked == tuple(variant for variant in kind.variants if variant.game == "holdem")


def test_every_drilled_kind_is_offered_in_one_group() -> None:
    offered = [skill for group in groups() for skill in group.skills]
    assert sorted(offered) == sorted((id, kind_name(id)) for id in KINDS)


def test_a_group_is_ready_for_every_kind_of_the_scenario_format() -> None:
    grouped = [id for _name, ids in GROUPS for id in ids]
    assert len(set(grouped)) == len(grouped)
    assert set(grouped) == KINDS_OF_THE_FORMAT


def test_a_kind_that_no_group_names_is_offered_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quizzes.practising.choices.GROUPS", ())
    [group] = groups()
    assert {id for id, _name in group.skills} == KINDS.keys()


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (Choice(), "A mix of all"),
        (Choice("awards.side_pots", 4), "Awards and odd chips and Side pots, level 4"),
        (Choice("side_pots", ruleset="jj"), "Side pots, JJ"),
        (Choice(level=2, ruleset="jj"), "A mix of all, level 2, JJ"),
        (Choice("min_raise.reopen.winner.awards"), "4 skills"),
        (Choice("min_raise", mistake="double-the-bet"), "Minimum raise: Doubling the bet"),
    ],
)
def test_a_choice_is_said_in_words(choice: Choice, words: str) -> None:
    assert choice_words(choice) == words


def games_of(kind: str) -> list[str]:
    """The games in which a kind is asked, by their names."""
    asked = {game for game, _limit in KINDS[kind].variants}
    return [game_name(id) for id in GAMES if id in asked]


@pytest.mark.parametrize("game", ["holdem", "razz", "27td"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_game_in_which_a_chosen_skill_is_not_asked_is_said_with_those_that_are(kind: str, game: str) -> None:
    # a learner chose minimum raises in razz and was asked pot-limit Omaha without a word
    choice = Choice(kind, ruleset="jj", game=game)
    asked = games_of(kind)
    if game_name(game) in asked:
        assert unmet(choice) == []
        assert choice_words(choice) == f"{kind_name(kind)} ({game_name(game)}), JJ"
    else:
        [said] = unmet(choice)
        assert said.startswith(f"“{kind_name(kind)}” is not asked in {game_name(game)}: it is asked in {asked[0]}")
        assert all(name in said and name in choice_words(choice) for name in asked)
        assert game_name(game) not in choice_words(choice)


def test_a_level_or_a_house_that_a_skill_has_not_is_said_with_the_one_that_is_asked() -> None:
    choice = Choice("ranking", level=4, game="razz")  # the ranking of hands has three levels
    assert unmet(choice) == ["“How hands rank” is not asked on level 4: it is asked on level 3."]
    assert choice_words(choice) == "How hands rank (Razz), level 3"
    assert choice_words(Choice("ranking.winner", level=4)) == "How hands rank and Who wins, level 3 and 4"
    assert unmet(Choice(level=5)) == ["A skill that has no level 5 is asked on the nearest that it has."]
    [said] = unmet(Choice("starting_hand"))  # TDA 2024 says nothing of starting hands
    assert said.startswith("“Starting hands” is not asked under TDA 2024: it is asked under ")
    assert unmet(Choice("winner", level=4)) == unmet(Choice(game="razz")) == unmet(Choice()) == []


@pytest.mark.django_db
def test_no_spot_is_said_to_show_a_mistake_that_is_none_in_its_house() -> None:
    """At JJ a raise has to double the bet (its rules, "Minimum raise"); by TDA 2024 43-A it adds the last raise."""
    mistake, asked = "double-the-bet", {}
    for house in ("tda", "jj"):
        choice = Choice("min_raise", ruleset=house, mistake=mistake)
        following = asking.choose(visitor(), choice, "key", timezone.localtime()).next
        asked[house] = (following.misconception, following.reason)
    assert asked["tda"] == (mistake, Reason("chosen", {"misconception": mistake}))
    assert asked["jj"] == (None, Reason("chosen"))
    assert unmet(choice) == ["“Doubling the bet” is no mistake under JJ, so no question shows it."]
    assert choice_words(choice) == "Minimum raise, JJ"
    page = ask(Client(), kind="min_raise", mistake=mistake, ruleset="jj")
    assert "You chose this skill." in page
    assert "You chose spots" not in page


@pytest.mark.parametrize(
    ("kind", "mistake", "house", "query"),
    [
        ("min_raise", "double-the-bet", "tda", "kind=min_raise&mistake=double-the-bet"),
        ("min_raise", "double-the-bet", "rrop", "kind=min_raise&ruleset=rrop&mistake=double-the-bet"),
        ("min_raise", "double-the-bet", "jj", "kind=min_raise&mistake=double-the-bet"),  # no mistake at JJ
        ("reopen", "added-up", "tda", "kind=reopen&ruleset=single-raise&mistake=added-up"),  # TDA 2024 47-A adds up
        ("reopen", "", "jj", "kind=reopen&ruleset=jj"),
        ("reopen", "gone-since", "jj", "kind=reopen&ruleset=jj"),
        ("starting_hand", "", "tda", "kind=starting_hand&ruleset=jj"),  # TDA 2024 says nothing of starting hands
    ],
)
def test_a_mistake_is_practised_by_the_house_it_was_made_under_or_one_in_which_it_is_a_mistake(
    kind: str, mistake: str, house: str, query: str
) -> None:
    assert choice_query(against(kind, mistake, house)) == query


@pytest.mark.django_db
def test_what_a_choice_has_not_is_said_on_the_questions_page(client: Client) -> None:
    page = ask(client, kind="ranking", game="27td", level="4")
    said = [text(each) for each in with_class(page, "choose-unmet")]
    assert said == unmet(Choice("ranking", 4, game="27td"))
    assert len(said) == 2
    assert not with_class(ask(client, kind="ranking", game="razz", level="3"), "choose-unmet")
    boxes = {attribute(box, "value"): box for box in elements(page, "input") if attribute(box, "data-games")}
    assert boxes.keys() == KINDS.keys()
    for kind, box in boxes.items():
        assert [game_name(id) for id in (attribute(box, "data-games") or "").split()] == games_of(kind or "")


@pytest.mark.django_db
def test_chosen_skills_are_asked_and_no_others() -> None:
    learner, kinds = visitor(), []
    for _ in range(6):
        served = practice.next_question(learner, Choice("side_pots.winner", level=1))
        practice.answer(learner, served.token, served.kind.examples(served.document).wrong[0])
        kinds.append(served.kind.id)
    # Until its first success a skill is asked three times in a row at most (quizzes.learning.choosing).
    assert kinds[:3] != kinds[3:]
    assert set(kinds) == {"side_pots", "winner"}


@pytest.mark.django_db
def test_a_kind_that_there_is_not_cannot_be_chosen_among_others() -> None:
    with pytest.raises(KeyError):
        practice.next_question(visitor(), Choice("winner.chess"))


@pytest.mark.django_db
def test_the_choice_is_kept_through_an_answer_and_shown_in_the_chooser(client: Client) -> None:
    choice = {"kind": ["winner", "min_raise"], "level": "2", "ruleset": "jj"}
    page = ask(client, **choice)
    for _ in range(3):
        assert asked(page).kind.id in choice["kind"]
        chosen = chooser(page)
        assert (sorted(chosen["kind"]), chosen["level"], chosen["ruleset"]) == (["min_raise", "winner"], ["2"], ["jj"])
        told = answer(client, page, asked(page).wrong).content.decode()
        onward = attribute(with_class(with_class(told, "onward")[0], "button-act")[0], "href")
        assert onward == "/practice/?kind=min_raise.winner&level=2&ruleset=jj"
        page = client.get(onward).content.decode()


@pytest.mark.django_db
def test_the_choice_is_kept_when_an_answer_can_not_be_read(client: Client) -> None:
    page = ask(client, kind="min_raise.reopen", level="1")
    again = answer(client, page, {})
    assert again.status_code == 422
    assert sorted(chooser(again.content.decode())["kind"]) == ["min_raise", "reopen"]
