"""The same spot under several houses: what each of them says, which agree, and the toggles that make the difference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from quizzes import kinds
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.rulesets import TOGGLES, Ruleset, Value
from quizzes.engine.steps import Solution
from quizzes.kinds.base import Answer


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a house says to a spot: its solution, or where and why the spot is none there.

    `toggles` are the fewest that turn the first house's ruling into this one; none where the two agree.
    """

    house: Ruleset
    solution: Solution | None
    error: DocumentError | None
    toggles: tuple[str, ...] = ()

    @property
    def answer(self) -> Answer | None:
        return None if self.solution is None else self.solution.answer

    @property
    def refused_at(self) -> str:
        """Where the house refuses the spot; "" where it answers."""
        return "" if self.error is None else self.error.where

    def agrees(self, other: Ruling) -> bool:
        """Return whether another house says the same: the same answer, or that the spot is none, at the same place."""
        return self.answer == other.answer and self.refused_at == other.refused_at


Solver = Callable[[Document], Solution]
"""What answers a document's question; raises DocumentError where it can't be asked."""

Comparison = tuple[tuple[Ruling, ...], ...]
"""The rulings on one spot, those that agree together; the first group is that of the first house."""


def compare(document: Document, rulesets: Sequence[Ruleset], solve: Solver = kinds.solve) -> Comparison:
    """Return what each house says to a document, whatever rules it names, set against the first of the houses.

    Groups and the houses in them keep the order of `rulesets`. Every kind can be compared; what a house refuses is a
    ruling too, with its DocumentError.
    """
    noted = [_noting(document, rulesets[0], solve)]
    first, read = noted[0]
    groups = [[first]]
    for house in rulesets[1:]:
        ruling = _known(noted, house)
        if ruling is None:
            noted.append(_noting(document, house, solve))
            ruling = noted[-1][0]
        if not ruling.agrees(first):
            ruling = replace(ruling, toggles=_fewest(document, first.house, read, ruling, solve))
        group = next((group for group in groups if ruling.agrees(group[0])), None)
        if group is None:
            groups.append([ruling])
        else:
            group.append(ruling)
    return tuple(map(tuple, groups))


def rule(document: Document, house: Ruleset, solve: Solver = kinds.solve) -> Ruling:
    """Return what a house says to a document, whatever rules the document names."""
    try:
        return Ruling(house, solve(replace(document, rules=house)), None)
    except DocumentError as error:
        return Ruling(house, None, error)


def _known(noted: Sequence[tuple[Ruling, set[str]]], house: Ruleset) -> Ruling | None:
    """Return what a house says that plays all by which another one has answered as that does; None without such a one.

    What refuses a spot names its house: that is asked for anew.
    """
    for ruling, read in noted:
        if ruling.error is None and all(house[name] == ruling.house[name] for name in read):
            return replace(ruling, house=house)
    return None


def _noting(document: Document, house: Ruleset, solve: Solver) -> tuple[Ruling, set[str]]:
    """Return a house's ruling, and the toggles that were read for it."""
    noted = _Noted(house.toggles)
    return replace(rule(document, replace(house, toggles=noted), solve), house=house), noted.read


def _fewest(document: Document, first: Ruleset, read: set[str], ruling: Ruling, solve: Solver) -> tuple[str, ...]:
    """Return the fewest toggles that turn the first house's ruling into this one; of as many, those that come first.

    They are changed one at a time, and only those that the ruling so far has read: another one would change nothing.
    So a few tries find the smallest set, however many toggles the houses differ in.
    """
    differ = [name for name in TOGGLES if first[name] != ruling.house[name]]
    if len(differ) == 1:
        return tuple(differ)
    tries = {frozenset[str](): read}
    while tries:
        longer: dict[frozenset[str], set[str]] = {}
        for changed, known in tries.items():
            for more in (changed | {name} for name in differ if name in known - changed):
                if more in longer:
                    continue
                toggles = {**first.toggles, **{name: ruling.house[name] for name in more}}
                tried, longer[more] = _noting(document, replace(first, toggles=toggles), solve)
                if tried.agrees(ruling):
                    return tuple(name for name in differ if name in more)
        tries = longer
    return tuple(differ)


class _Noted(Mapping[str, Value]):
    """A house's toggles, noting which of them are read."""

    def __init__(self, toggles: Mapping[str, Value]) -> None:
        self.read: set[str] = set()
        self._toggles = toggles

    def __getitem__(self, name: str) -> Value:
        self.read.add(name)
        return self._toggles[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._toggles)

    def __len__(self) -> int:
        return len(self._toggles)
