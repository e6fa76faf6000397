"""A plan's plain values as texts by their places, such as "sections[0].items[1].kind": what a form holds of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from quizzes.kinds import KINDS
from trainer.certification.plans import Plan, Quota, to_table

Typed = dict[str, str]
"""What stands in the fields, by their places."""

ROW = re.compile(r"(sections|performance\.parts)\[(\d{1,4})\](?:\.items\[(\d{1,4})\])?\.(.+)")
"""The place of what is in a row: of what, its number, the number of the row in it, and the rest. No form has a row with
a longer number.
"""

_MOST_DIGITS = 9

_NUMBERS = frozenset({"minutes", "pass_mark", "wait_days", "remedial", "valid_months", "weight", "marks", "count"})


def as_written(plan: Plan) -> dict[str, Any]:
    """Return a plan's plain values as its author writes them: what is all that a kind has, or the exam's own pass mark,
    is left out, so that it goes with the next version's.
    """
    table = to_table(plan)
    for written, section in zip(table["sections"], plan.sections, strict=True):
        if section.pass_mark == plan.pass_mark:
            del written["pass_mark"]
        for row, quota in zip(written["items"], section.quotas, strict=True):
            for key in _unsaid(quota):
                del row[key]
    return table


def _unsaid(quota: Quota) -> Iterator[str]:
    """Yield what need not be said of a quota, since it is all that its kind has beside the rest."""
    kind = KINDS[quota.kind]
    if quota.levels == kind.levels:
        yield "levels"
    games, limits = {each.game for each in quota.variants}, {each.limit for each in quota.variants}
    beside = kind.variants
    if quota.variants == tuple(each for each in kind.variants if each.game in games):
        yield "limits"
    else:
        beside = tuple(each for each in kind.variants if each.limit in limits)
    if quota.variants == beside:
        yield "games"


def flat(table: Mapping[str, Any], at: str = "") -> Typed:
    """Return a plan's plain values as texts by their places."""
    found: Typed = {}
    for key, value in table.items():
        place = f"{at}.{key}" if at else key
        if isinstance(value, Mapping):
            found |= flat(value, place)
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            for number, row in enumerate(value):
                found |= flat(row, f"{place}[{number}]")
        elif isinstance(value, list):
            found[place] = ", ".join(map(str, value))
        elif isinstance(value, bool):
            found |= {place: "on"} if value else {}
        else:
            found[place] = str(value)
    return found


def compressed(data: Mapping[str, Any]) -> Typed:
    """Return what was typed without empty fields, and without the rows that are empty: others move up."""
    filled = {
        place: text
        for place in data
        if (text := str(data[place]).replace("\r", "").strip()) and place != "csrfmiddlewaretoken"
    }
    renamed: dict[str, dict[str, str]] = {}
    found: Typed = {}
    for place, text in sorted(filled.items(), key=lambda pair: _order(pair[0])):
        row = ROW.fullmatch(place)
        if row is None:
            found[place] = text
            continue
        outer = _moved(renamed, row[1], row[2])
        inner = f".items[{_moved(renamed, f'{row[1]}[{row[2]}]', row[3])}]" if row[3] else ""
        found[f"{row[1]}[{outer}]{inner}.{row[4]}"] = text
    return found


def as_table(typed: Typed) -> dict[str, Any]:
    """Return texts by their places as a plan's plain values; what is no number stays a text, for `load` to refuse."""
    made: dict[str, Any] = {}
    for place, text in typed.items():
        _put(made, re.findall(r"[^.\[\]]+", place), _value(place, text))
    return made


def count(typed: Typed, of: str) -> int:
    """Return how many rows of something there are."""
    numbers = re.compile(re.escape(of) + r"\[(\d{1,4})\]")
    return max((int(found[1]) + 1 for place in typed if (found := numbers.match(place))), default=0)


def words(text: str) -> list[str]:
    """Return what stands in a text with commas between."""
    return re.findall(r"[^\s,;]+", text)


def _moved(renamed: dict[str, dict[str, str]], of: str, number: str) -> str:
    """Return the number that a row gets: rows are met in their order."""
    known = renamed.setdefault(of, {})
    return known.setdefault(number, str(len(known)))


def _order(place: str) -> tuple[int, int]:
    row = ROW.fullmatch(place)
    return (int(row[2]), int(row[3] or -1)) if row else (-1, -1)


def _value(place: str, text: str) -> Any:
    key = re.split(r"[.\]]", place)[-1]
    if key == "must_pass":
        return True
    if key == "levels":
        return list(map(_number, words(text)))
    if key in ("games", "limits"):
        return words(text)
    return _number(text) if key in _NUMBERS else text


def _number(text: str) -> int | str:
    """Return a whole number; what is none, or longer than any that is asked for, stays a text."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else text


def _put(made: dict[str, Any], path: list[str], value: Any) -> None:
    """Put a value to its place in tables and lists, which are made on the way."""
    at: Any = made
    for key, following in zip(path, [*path[1:], ""], strict=True):
        last = not following
        if isinstance(at, list):
            while len(at) <= int(key):
                at.append({})
            at = at[int(key)]
        elif last:
            at[key] = value
        else:
            at = at.setdefault(key, [] if following.isdecimal() else {})
