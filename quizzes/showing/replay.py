"""A hand played back, moment by moment: the table after so many actions and streets, and what came last."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from quizzes.drawing.scene import Scene
from quizzes.drawing.spoken import card_names
from quizzes.engine.document import Document
from quizzes.showing.scenes import moment, moments
from quizzes.wording.log import Line, log
from quizzes.wording.numbers import beside


@dataclass(frozen=True, slots=True)
class Replay:
    """One moment of a replay. `number` counts actions and streets, 0 before the first and `last` as the hand stands."""

    scene: Scene
    number: int
    last: int
    told: str
    lines: tuple[Line, ...]

    @property
    def back(self) -> int | None:
        """The moment before; None at the beginning."""
        return self.number - 1 if self.number else None

    @property
    def forward(self) -> int | None:
        """The moment after; None at the end."""
        return self.number + 1 if self.number < self.last else None


def replay(document: Document, number: int) -> Replay:
    """Return a moment of a document's hand. Raises LookupError for one that it has not, or where there is no replay."""
    last = moments(document)
    if not last or number > last:
        raise LookupError(number)
    lines = tuple(log(document))
    line = next((line for line in lines if line.moment == number and not line.now), None)
    return Replay(moment(document, number), number, last, _told(line) if number and line else _("The beginning"), lines)


def _told(line: Line) -> str:
    """Return a line of the log as one sentence: "Umi raises to 4,000", "Turn: four of clubs"."""
    if line.cards:
        return _("%(street)s: %(cards)s") % {"street": line.text, "cards": card_names(line.cards)}
    return beside(line.text, line.amount)
