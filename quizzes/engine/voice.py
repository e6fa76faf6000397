"""What a player said, read: the words of a bet, and the amount that goes with them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from quizzes.engine.document import Pushed
from quizzes.engine.errors import DocumentError
from quizzes.engine.fields import whole

Word = Literal["", "call", "check", "fold", "raise", "raise-to", "raise-by", "amount", "pot", "all-in"]


@dataclass(frozen=True, slots=True)
class Said:
    """A declaration: its word, and the number in it, 0 where there is none.

    `raise-to` is a total, also in "raise 8000" (TDA 2024 43-B); `amount` is a bare number. "Bet" is heard as "raise".
    """

    word: Word
    number: int = 0


_DIGITS = r"(?P<number>[0-9]{1,3}(?:[,. ][0-9]{3})+|[0-9]+)"
_PHRASES: tuple[tuple[Word, re.Pattern[str]], ...] = (
    ("", re.compile("")),
    ("call", re.compile(r"(?:i )?calls?(?:(?:,| and|\.+|…).*)?")),
    ("check", re.compile(r"(?:i )?checks?")),
    ("fold", re.compile(r"(?:i )?folds?")),
    ("raise", re.compile(r"(?:i )?(?:raise|bet)s?")),
    ("raise-by", re.compile(rf"(?:i )?raises? by {_DIGITS}")),
    ("raise-to", re.compile(rf"(?:i )?(?:raise|bet)s?,?(?: to)? {_DIGITS}")),
    ("pot", re.compile(r"(?:i )?(?:(?:bet|raise)s? )?(?:the )?pot")),
    ("all-in", re.compile(r"(?:i'm |i am )?all[- ]?in")),
    ("amount", re.compile(_DIGITS)),
)


def hear(pushed: Pushed) -> Said:
    """Read what was said before or with the chips. Raises DocumentError at `pushed.said` for what is no bet.

    Only the first declaration counts: "call and raise" is a call (TDA 2024 56).
    """
    for word, pattern in _PHRASES:
        found = pattern.fullmatch(pushed.said.rstrip("!"))
        if found:
            digits = found.groupdict().get("number")
            return Said(word) if digits is None else Said(word, whole(int(re.sub(r"\D", "", digits)), "pushed.said", 1))
    raise DocumentError(
        "pushed.said",
        "%(said)s is no declaration: write call, raise, raise to 400, raise by 200, 1500, check, fold, pot",
        said=repr(pushed.said),
    )


def readings(number: int) -> list[int]:
    """Return what a bare number may stand for, smallest first: "five" is 5, 500, 5,000, 500,000 ... (TDA 2024 57)."""
    return [number * 1000**thousands * hundred for thousands in range(5) for hundred in (1, 100)]
