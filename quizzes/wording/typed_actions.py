"""Actions and declarations as people type them in each of the site's languages, put into the notation of documents.

The words are those of the glossary and those by which the log tells what happened, so that what the site prints can be
typed back. An address means the same in every language: all of them are read, whichever is in force.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from django.utils import translation

from quizzes.wording.games import STREETS, street_name

ACTIONS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "calls N": "calls",
        "calls all-in to N": "all-in to N",
        "brings it in N": "brings in N",
        "NAME's hand is killed": "is mucked",
    },
    "ms": {
        "call( N)?": "calls",
        "(bertaruh|taruhan) N": "bets N",
        "(raise|naikkan|naik) (hingga|ke|kepada) N": "raises to N",
        "(raise|naikkan|naik) sebanyak N": "raises by N",
        "semua masuk": "all-in",
        "(call )?all-in hingga N": "all-in to N",
        "meletakkan N": "posts N",
        "membuat bring-in N": "brings in N",
        "complete hingga N": "completes to N",
        "menukar N": "draws N",
        "menunjukkan kad": "shows",
        "Tangan NAME dimatikan": "is mucked",
    },
    "zh-hant": {
        "(過牌|过牌|讓牌|让牌|看牌)": "checks",
        "(棄牌|弃牌|蓋牌|盖牌)": "folds",
        "跟注( N)?": "calls",
        "(下注|押注) N": "bets N",
        "加注 (到|至) N": "raises to N",
        "加注(額|额) N": "raises by N",
        "(全下|全押|全進|全进|梭哈)": "all-in",
        "(全下|全押|全進|全进|梭哈)(跟注)? 到 N": "all-in to N",
        "放盲注 N": "posts N",
        "下開牌注 N": "brings in N",
        "補足(（complete）)? 到 N": "completes to N",
        "換牌 N": "draws N",
        "不換牌": "stands pat",
        "亮牌": "shows",
        "蓋牌不亮(（muck）)?": "mucks",
        "的手牌作廢": "is mucked",
    },
}
"""What a player does, after the player's name where NAME does not say its place; N is a number of chips or cards.

Malay needs no line for words that the notation reads as they are, such as "fold".
"""

DECLARATIONS: Mapping[str, Mapping[str, str]] = {
    "ms": {
        "(raise|naikkan) (hingga|ke|kepada) N": "raise to N",
        "(raise|naikkan) sebanyak N": "raise by N",
        "naikkan": "raise",
        "(bertaruh|taruhan) N": "bet N",
        "(bertaruh|taruhan)": "bet",
        "semua masuk": "all-in",
    },
    "zh-hant": {
        "(過牌|过牌|讓牌|让牌|看牌)": "check",
        "(棄牌|弃牌|蓋牌|盖牌)": "fold",
        "跟注": "call",
        "加注 (到|至)? N": "raise to N",
        "加注(額|额) N": "raise by N",
        "加注": "raise",
        "(下注|押注) N": "bet N",
        "(下注|押注)": "bet",
        "底池": "pot",
        "(全下|全押|全進|全进|梭哈)": "all-in",
    },
}
"""What a player says. A number right after the word for a raise is its total (TDA 2024 43-B)."""

SAYINGS: Mapping[str, tuple[str, ...]] = {
    "en": ("call", "raise", "raise to 2400", "raise by 400", "2000", "check", "pot"),
    "ms": ("call", "raise", "raise hingga 2400", "raise sebanyak 400", "2000", "check", "pot"),
    "zh-hant": ("跟注", "加注", "加注到 2400", "加注額 400", "2000", "過牌", "底池"),
}
"""What is often heard, one by one the same."""

OUT_OF_TURN = re.compile(r"(out of turn: |di luar giliran: |搶先行動：)", re.IGNORECASE)

_SEPARATOR = re.compile(r"[,;\n，；、。]")
_GROUPING = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def split(text: str) -> list[str]:
    """Return the actions and streets of a line, one by one; the comma in 1,500 parts nothing."""
    return [part.strip() for part in _SEPARATOR.split(_GROUPING.sub("", text)) if part.strip()]


def actions_in_notation(text: str, players: Sequence[str]) -> str:
    """Return a line of these players' actions as a document has it; what is read in no language stays as it is."""
    return ", ".join(_action(part, players) for part in split(text))


def declaration_in_notation(text: str) -> str:
    """Return what was said as a document has it; what is read in no language stays as it is."""
    tidy = _GROUPING.sub("", text).strip()
    for pattern, notation in _patterns("declarations"):
        if found := pattern.fullmatch(tidy.rstrip("!！")):
            return _filled(notation, found)
    return text


def _action(part: str, players: Sequence[str]) -> str:
    words = OUT_OF_TURN.sub("", part, count=1)
    beside = " (out of turn)" if words != part else ""
    for pattern, notation in _patterns("actions"):
        found = pattern.fullmatch(words)
        if found and (name := _player(found["name"], players)):
            return f"{name}{beside} {_filled(notation, found)}"
    if name := next((player for player in players if _begins(words, player)), ""):
        return f"{name}{beside}{words[len(name) :]}" if beside else part
    return _street(part)


def _player(name: str, players: Sequence[str]) -> str:
    """Return the player with this name, in any case of letters; "" for none."""
    return next((player for player in players if player.casefold() == name.casefold()), "")


def _begins(text: str, words: str) -> bool:
    """Return whether a text begins with these words, in any case of letters, and goes on with others or ends."""
    return text[: len(words)].casefold() == words.casefold() and text[len(words) : len(words) + 1].strip() == ""


def _filled(notation: str, found: re.Match[str]) -> str:
    return notation.replace("N", found.groupdict().get("n") or "")


def _street(part: str) -> str:
    """Return the mark of a street that is named alone or with its cards; any other text as it is."""
    words = part.removeprefix("--").strip()
    for name, street in _streets():
        if _begins(words, name):
            return f"-- {street}{words[len(name) :]}"
    return part


@cache
def _streets() -> tuple[tuple[str, str], ...]:
    """Return every street's names, the longest first, each with its mark."""
    found: dict[str, str] = {}
    for language in ACTIONS:
        with translation.override(language):
            found |= {street_name(street): street for street in STREETS}
    return tuple(sorted(found.items(), key=lambda pair: -len(pair[0])))


@cache
def _patterns(of: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the phrases of actions or of declarations in every language, each with what the notation has for it."""
    table = ACTIONS if of == "actions" else DECLARATIONS
    return tuple(
        (_pattern(phrase, language, named=of == "actions"), notation)
        for language, phrases in table.items()
        for phrase, notation in phrases.items()
    )


def _pattern(phrase: str, language: str, *, named: bool) -> re.Pattern[str]:
    whole = phrase if "NAME" in phrase or not named else f"NAME {phrase}"
    # Chinese needs no spaces between words.
    spaced = whole.replace("(", "(?:").replace(" ", r"\s*" if language.startswith("zh") else r"\s+")
    text = spaced.replace("NAME", "(?P<name>.+?)")
    return re.compile(re.sub(r"(?<![A-Z])N(?![A-Z])", r"(?P<n>\\d+)", text), re.IGNORECASE)
