"""The site in its languages: catalogues that are whole, addresses with a prefix, and a choice that is kept.

What is expected: the issue on languages.
"""

from __future__ import annotations

import re

import polib
import pytest
from django.test import Client
from django.utils import translation

from quizzes.drawing.spoken import card_name
from quizzes.kinds.typed import read_chips
from quizzes.wording.numbers import chips, sentences
from tests.site.people import browser_of, person, sign_in, sign_up
from trainer import catalogues
from trainer.accounts.models import User

LANGUAGES = ("ms", "zh_Hant")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w+\}")
TAG = re.compile(r"</?\w+[^>]*>")


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(catalogues.LOCALE / language / "LC_MESSAGES" / "django.po"))


def translations(entry: polib.POEntry | polib.MOEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_every_message_of_the_code_translated_and_no_other(language: str) -> None:
    wanted = {(entry.msgid, entry.msgctxt) for entry in catalogues.template_of(catalogues.marked())}
    found = catalogue(language)
    assert {(entry.msgid, entry.msgctxt) for entry in found} == wanted, "make messages"
    assert [entry.msgid for entry in found if not all(translations(entry)) and entry.msgid.strip()] == []
    assert [entry.msgid for entry in found if entry.fuzzy] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_placeholders_and_the_tags_of_its_message(language: str) -> None:
    for entry in catalogue(language):
        allowed = {*PLACEHOLDER.findall(entry.msgid), *PLACEHOLDER.findall(entry.msgid_plural)}
        needed = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
        for text in translations(entry):
            assert needed <= set(PLACEHOLDER.findall(text)) <= allowed, entry.msgid
            assert sorted(TAG.findall(text)) == sorted(TAG.findall(entry.msgid_plural or entry.msgid)), entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_the_catalogue(language: str) -> None:
    compiled = polib.mofile(str(catalogues.LOCALE / language / "LC_MESSAGES" / "django.mo"))
    told = {(entry.msgid, entry.msgctxt): translations(entry) for entry in compiled}
    assert told == {(entry.msgid, entry.msgctxt): translations(entry) for entry in catalogue(language)}


@pytest.mark.parametrize("language", ["en", "ms", "zh-hant"])
@pytest.mark.parametrize("amount", [0, 7, 950, 1300, 12_500, 1_000_000, 48_750_300])
def test_chips_are_read_as_they_are_written(language: str, amount: int) -> None:
    with translation.override(language):
        assert read_chips(chips(amount)) == amount


@pytest.mark.parametrize(
    ("texts", "together"),
    [
        (("A bets.", "", "B calls."), "A bets. B calls."),
        (("A 下注。", "", "B 跟注。"), "A 下注。B 跟注。"),  # U+3002 is as wide as a letter and the space after it
    ],
)
def test_whole_sentences_stand_one_after_the_other(texts: tuple[str, ...], together: str) -> None:
    assert sentences(texts) == together


def test_cards_have_the_names_of_the_language() -> None:
    # how the lessons of each language name the ace of spades
    names = {"en": "ace of spades", "ms": "ace spade", "zh-hant": "黑桃A"}
    for language, name in names.items():
        with translation.override(language):
            assert card_name("As").replace(" ", "") == name.replace(" ", "")


@pytest.mark.django_db
def test_the_address_says_the_language(client: Client) -> None:
    pages = {prefix: client.get(f"{prefix}/rules/").content.decode() for prefix in ("", "/ms", "/zh-hant")}
    for prefix, said in (("", "House rules"), ("/ms", "rumah"), ("/zh-hant", "牌室規則")):
        assert said in pages[prefix]
        assert f'href="{prefix}/practice/"' in pages[prefix]
    assert '<html lang="zh-hant">' in pages["/zh-hant"]
    assert 'hreflang="ms" href="http://testserver/ms/rules/"' in pages[""]


@pytest.mark.django_db
def test_a_choice_is_kept_in_the_browser_and_in_the_account(client: Client) -> None:
    chosen = client.post("/language", {"language": "ms", "next": "/rules/"})
    assert chosen["Location"] == "/ms/rules/"
    assert chosen.cookies["django_language"]["max-age"] > 30 * 24 * 3600
    client.get("/ms/lessons/")  # whatever language the request before was in
    assert client.get("/practice/?kind=reopen")["Location"] == "/ms/practice/?kind=reopen"
    assert client.post("/language", {"language": "zh-hant", "next": "/ms/rules/"})["Location"] == "/zh-hant/rules/"
    assert client.post("/language", {"language": "en", "next": "/zh-hant/rules/"})["Location"] == "/rules/"
    assert client.get("/rules/").status_code == 200

    user = person("Ann")
    browser_of(user).post("/language", {"language": "zh-hant", "next": "/"})
    assert User.objects.get().language == "zh-hant"
    elsewhere = Client()
    sign_in(elsewhere)
    assert elsewhere.get("/rules/")["Location"] == "/zh-hant/rules/"


@pytest.mark.django_db
def test_a_newcomers_browser_is_asked_on_the_first_page_only(client: Client) -> None:
    asks = {"Accept-Language": "zh-TW,zh;q=0.9,en;q=0.5"}
    for told in ("zh-TW", "zh-HK,en;q=0.5", "zh-Hant-TW", asks["Accept-Language"]):
        assert client.get("/", headers={"Accept-Language": told})["Location"] == "/zh-hant/"
    assert client.get("/", headers={"Accept-Language": "ms-MY,en;q=0.5"})["Location"] == "/ms/"
    assert client.get("/rules/", headers=asks).status_code == 200
    assert client.get("/", headers={"Accept-Language": "fi"}).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["fr", "tlh", ""])
def test_a_language_that_the_site_does_not_speak_changes_nothing(code: str) -> None:
    browser = browser_of(person("Ann"))
    chosen = browser.post("/language", {"language": code, "next": "/rules/"})
    assert (chosen["Location"], dict(chosen.cookies)) == ("/rules/", {})
    assert User.objects.get().language == ""


@pytest.mark.django_db
def test_a_new_account_has_the_language_that_was_chosen_before(client: Client) -> None:
    client.post("/language", {"language": "ms", "next": "/"})
    sign_up(client)
    assert User.objects.get().language == "ms"
