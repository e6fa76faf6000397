"""How the names of people are printed: which signs the fonts of the certificates carry, and what initials are.

The ranges below are what fonts/make.py cuts the fonts to, so a name that passes `can_print` has all its glyphs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from itertools import groupby

Ranges = tuple[tuple[int, int], ...]

LONGEST = 120
"""So many signs a name has at most."""

SCRIPTS: Mapping[str, Ranges] = {
    "latin": ((0x41, 0x5A), (0x61, 0x7A), (0xAA, 0xAA), (0xBA, 0xBA), (0xC0, 0x2AF), (0x300, 0x36F), (0x1E00, 0x1EFF)),
    "arabic": ((0x620, 0x65F), (0x66E, 0x6D3), (0x6D5, 0x6D5), (0x6FA, 0x6FC), (0x750, 0x77F)),
    "devanagari": ((0x900, 0x963), (0x971, 0x97F)),
    "han": ((0x3005, 0x3005), (0x3007, 0x3007), (0x4E00, 0x9FA5)),
    "tamil": ((0xB82, 0xBCD),),
    "thai": ((0xE01, 0xE3A), (0xE40, 0xE4E)),
}
"""The scripts that are printed, with the code points of their letters and marks."""

DIGITS = "0123456789"
SIGNS = " '’ʻʼ`´-‐.,·・/()&@"
"""What stands between letters: O’Neill, Jean-Luc, Ravi a/l Muthu, Tan Ah Kow @ Tan Wei, 阿依古麗·買買提."""

JOINERS = "\u200c\u200d"
"""They choose between the forms of a letter in Arabic and Indic scripts."""

PUNCTUATION = "".join(map(chr, range(0x20, 0x7F))) + SIGNS + DIGITS + JOINERS + "–—‘“”…•©«»○"
CHINESE_PUNCTUATION = "".join(map(chr, range(0x3000, 0x3020))) + "！（），．／：；？○・"

MOST_MARKS = 4
"""On one letter: no script that is printed writes more, as a Thai vowel with tone or an Arabic one with shadda."""

_JOINED = frozenset({"arabic", "devanagari", "tamil"})
_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_THAI_LEADING = "เแโใไ"
_VIRAMAS = "\u094d\u0bcd"


def tidy(name: str) -> str:
    """Return a name in its one form: composed (NFC), with single spaces, and without signs that nobody sees, which
    could turn a line around or make one name look like another. Those that join letters stay.
    """
    return _composed("".join(sign for sign in name if sign in JOINERS or sign.isspace() or not _is_unseen(sign)))


def can_print(name: str) -> bool:
    """Return whether a certificate can carry a name: it has a letter, and each sign is in a script that is printed.

    A mark must stand on a letter of its script, or it would be printed on a dotted circle. More than MOST_MARKS on one
    letter would be printed across the lines above and below.
    """
    signs = _composed(name)
    if len(signs) > LONGEST or _most_marks(signs) > MOST_MARKS:
        return False
    if not any(_script(sign) and not _is_mark(sign) for sign in signs):
        return False
    return all(_fits(sign, before) for sign, before in zip(signs, " " + signs, strict=False))


def may_be_part(name: str) -> bool:
    """Return whether a name that can be printed may be a part of one: a single word, for Chinese a single sign. Many
    people have no more, so this is a reason to ask and none to refuse.
    """
    words = tidy(name).split(" ")
    letters = [sign for sign in words[0] if not _is_mark(sign)]
    return can_print(name) and len(words) == 1 and (len(letters) == 1 or _script(letters[0]) != "han")


def initials(name: str) -> str:
    """Return the initials of a name: the first letter of each of its words, and for Chinese the first sign of each.

    林慧玲 becomes 林○○, as lists in Chinese hide names; a Thai vowel that is written before its consonant is left out.
    """
    return " ".join(filter(None, map(_initial, tidy(name).split(" "))))


def is_right_to_left(name: str) -> bool:
    """Return whether a name begins with a letter of a script that runs from right to left."""
    ways = (unicodedata.bidirectional(sign) for sign in name)
    return next((way for way in ways if way in {"L", "R", "AL"}), "L") in _RIGHT_TO_LEFT


def is_traditional(name: str, language: str) -> bool:
    """Return whether a Chinese name is printed in traditional forms; the language decides where its signs do not."""
    han = [sign for sign in name if _script(sign) == "han"]
    if not all(is_in(sign, "big5") for sign in han):
        return False
    return language == "zh-hant" or not all(is_in(sign, "gb2312") for sign in han)


def is_in(sign: str, codec: str) -> bool:
    """Return whether an encoding, big5 for one, has a sign."""
    try:
        return bool(sign.encode(codec))
    except UnicodeEncodeError:
        return False


def printable(text: str) -> str:
    """Return what the fonts can print of a text that authors wrote."""
    signs = unicodedata.normalize("NFC", text)
    return "".join(sign for sign in signs if _script(sign) or sign in PUNCTUATION or sign in CHINESE_PUNCTUATION)


def _composed(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).split())


def _is_unseen(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cf")


def _most_marks(signs: str) -> int:
    """Return how many marks stand on one letter at most."""
    runs = groupby(signs, key=_is_mark)
    return max((len(list(run)) for are_marks, run in runs if are_marks), default=0)


def _fits(sign: str, before: str) -> bool:
    if sign in SIGNS or sign in DIGITS:
        return True
    if sign in JOINERS:
        return _script(before) in _JOINED
    script = _script(sign)
    if not script or unicodedata.category(sign)[0] not in "LMN":
        return False
    return not _is_mark(sign) or _script(before) == script or (before in JOINERS and script in _JOINED)


def _script(sign: str) -> str:
    """Return the script of a letter or mark, "" for one that isn't printed."""
    point = ord(sign)
    for script, ranges in SCRIPTS.items():
        if any(first <= point <= last for first, last in ranges):
            return script
    return ""


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "M"


def _initial(word: str) -> str:
    """Return the initial of a word, "" for one without letters, like @."""
    word = word.lstrip(SIGNS + DIGITS + JOINERS)
    if not word:
        return ""
    if _script(word[0]) == "han":
        return re.sub(r"[^·・]", "○", word).replace("○", word[0], 1)
    consonants = word.lstrip(_THAI_LEADING) or word
    end = 1
    while end < len(consonants) and (_is_mark(consonants[end]) or consonants[end - 1] in _VIRAMAS):
        end += 1
    return f"{consonants[:end]}."
