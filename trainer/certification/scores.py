"""What the points of a sitting come to, and who passes by them: pure functions on exact numbers, nothing is rounded.

A question's points are the parts of its answer that count as right. By the exam's plan they are counted as they are,
or every question is worth one point and each part an equal share of it: then every candidate's form is out of the same
points, however many parts its questions happen to have.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from trainer.certification.plans import Plan, reaches

NO_BREAK = "\N{NO-BREAK SPACE}"


class Marked(NamedTuple):
    """The parts of a question that count as right, how many it has, and the number of its section."""

    section: int
    points: int
    out_of: int


class Sheet(NamedTuple):
    """The marks of a signed performance sheet, and what they are out of."""

    marks: int
    out_of: int


class Score(NamedTuple):
    """The points of some questions as the exam counts them."""

    points: Fraction
    out_of: int


class Verdict(NamedTuple):
    """The parts of the written part that count as right, of how many, and whether the exam is passed."""

    points: int
    out_of: int
    passed: bool


def score(plan: Plan, rows: Sequence[Marked]) -> Score:
    """Return what some questions of an exam come to."""
    if plan.marking == "questions":
        return Score(sum((Fraction(row.points, row.out_of) for row in rows), Fraction()), len(rows))
    return Score(Fraction(sum(row.points for row in rows)), sum(row.out_of for row in rows))


def total(plan: Plan, rows: Sequence[Marked], sheet: Sheet | None = None) -> Fraction:
    """Return the whole result in percent: the written part for 100 - weight of them, the sheet for the weight; the
    written part alone where no sheet counts.
    """
    written = score(plan, rows)
    share = written.points / (written.out_of or 1)
    if sheet is None:
        return 100 * share
    return (100 - plan.weight) * share + plan.weight * Fraction(sheet.marks, sheet.out_of)


def decide(plan: Plan, rows: Sequence[Marked], sheet: Sheet | None = None) -> Verdict:
    """Return who passes: the total reaches the exam's mark, and every section that must be passed its own.

    `sheet` is the performance sheet, None where none counts.
    """
    passed = total(plan, rows, sheet) >= plan.pass_mark
    for number, section in enumerate(plan.sections):
        if section.must_pass:
            mine = score(plan, [row for row in rows if row.section == number])
            passed = passed and reaches(mine.points, mine.out_of, section.pass_mark)
    return Verdict(sum(row.points for row in rows), sum(row.out_of for row in rows), passed)


def mixed(number: Fraction, joint: str = NO_BREAK) -> str:
    """Return an exact number as people write it: whole, or whole and a fraction, with `joint` between them.

    On a page no line ends there: 2 1/3 that is torn apart reads as 1/3.
    """
    whole, rest = divmod(number, 1)
    if not rest:
        return str(whole)
    return f"{whole}{joint}{rest}" if whole else str(rest)


def cut(number: Fraction) -> str:
    """Return a number as people read it: whole, or with two decimals, what comes after them cut off. Never rounded:
    79.999 % reads as 79.99, since it is not 80.
    """
    whole, hundredths = divmod(number * 100 // 1, 100)
    return str(whole) if number == whole else f"{whole}.{hundredths:02}"
