"""What a reader of derivations knows while reading, and how a derivation that does not hold is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quizzes.engine.document import Document
from quizzes.engine.steps import Step


class Broken(AssertionError):
    """A derivation that does not hold."""


@dataclass(slots=True)
class Told:
    """What a reader knows so far: the document, what stands in it, and the outcomes of the steps before."""

    document: Document
    leaves: set[Any]
    outcomes: list[tuple[str, Any]] = field(default_factory=list)
    asked: Document | None = None

    def last(self, name: str) -> Any:
        """Return the last outcome of this name."""
        found = [out for key, out in self.outcomes if key == name]
        if not found:
            raise Broken(f"no step before gives {name}")
        return found[-1]


def leaves(value: Any) -> Iterator[Any]:
    """Yield every plain value in a value, however deep it lies; a table's keys too, where they are seats."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key not in ("amount", "eligible", "winners", "name", "stack", "cards", "empty"):
                yield key
            yield from leaves(item)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def equal(one: Any, other: Any) -> bool:
    """Return whether two values are the same, a verdict never being a number."""
    return type(one) is type(other) and bool(one == other)


def expect(step: Step, want: Any, got: Any) -> None:
    """Raise Broken where a step says something else than what follows."""
    if not equal(want, got):
        raise Broken(f"{step}: {want!r} follows, not {got!r}")


def amounts(step: Step) -> list[int]:
    """Return a step's values, which are chips. Raises Broken where one is not."""
    values = list(step.values.values())
    if not all(equal(int, type(value)) for value in values):
        raise Broken(f"{step} reckons with what are no chips")
    return values


def one_out(step: Step) -> Any:
    """Return a step's only outcome. Raises Broken where it has another number of them."""
    if len(step.out) != 1:
        raise Broken(f"{step} has not just one outcome")
    return next(iter(step.out.values()))


def one_value(step: Step) -> Any:
    """Return a step's only value. Raises Broken where it has another number of them."""
    if len(step.values) != 1:
        raise Broken(f"{step} has not just one value that could stand")
    return next(iter(step.values.values()))
