"""Loading files of hands, looking through their teachable moments, and making drafts of them.

A file is kept for a day, the names in it never: what is stored are documents whose seats are A, B, C ...
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from quizzes import house_rules
from quizzes.authoring import drafts
from quizzes.authoring.moments import Moment, Rarity, moments, question, rarities, weight
from quizzes.authoring.written import as_written
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse, to_table
from quizzes.histories.files import read_hands
from quizzes.histories.record import RecordedHand
from quizzes.histories.to_document import to_document
from quizzes.models import HandFile, ScenarioVersion
from quizzes.models.moments import KEPT
from quizzes.sightings import FEATURES
from quizzes.wording.errors import placed_error


class Found(NamedTuple):
    """A moment of a file by its number there, 0 for the best, and its hand: which one of those that could be played,
    counted from 1, and the line at which it begins.
    """

    number: int
    moment: Moment
    line: int
    hand: int


class _Hand(NamedTuple):
    line: int
    document: Document
    moments: list[Moment]

    @property
    def features(self) -> frozenset[str]:
        return frozenset(feature for moment in self.moments for feature in moment.features)


def load(owner: int, house: str, raw: bytes, now: datetime) -> HandFile:
    """Find the moments in a file of hands, played by a house's rules, and keep them for a day.

    One file is kept for an author: this one takes the place of the one before. Hands that can't be read are told with
    their line, in the language in force. Raises DocumentError for a file that is none of hands, or too long.
    """
    hands, problems = _played(read_hands(raw), house_rules.value_for_document(house))
    rare = rarities([hand.features for hand in hands])
    ranked = [(place, moment) for place, hand in enumerate(hands) for moment in hand.moments]
    ranked.sort(key=lambda pair: weight(pair[1], rare), reverse=True)
    with transaction.atomic():
        HandFile.objects.filter(owner=owner).delete()
        return HandFile.objects.create(
            owner_id=owner,
            house=house,
            hands=[[hand.line, to_table(hand.document)] for hand in hands],
            moments=[[place, *moment] for place, moment in ranked],
            rarities={feature: each.loaded for feature, each in rare.items()},
            problems=problems,
            made_at=now,
        )


def _played(records: Iterable[RecordedHand | DocumentError], rules: Any) -> tuple[list[_Hand], list[str]]:
    """Return the hands that could be played by these rules, and what is wrong with the others."""
    hands, problems = list[_Hand](), list[str]()
    for record in records:
        if isinstance(record, DocumentError):
            problems.append(placed_error(record))
            continue
        try:
            document = to_document(record, rules)
        except DocumentError as error:
            problems.append(placed_error(error))
            continue
        hands.append(_Hand(record.line, document, moments(document)))
    return hands, problems


def forget_old(now: datetime) -> int:
    """Delete the files that are older than a day. Return how many there were."""
    return HandFile.objects.filter(made_at__lt=now - KEPT).delete()[0]


def kept(owner: int, now: datetime) -> HandFile | None:
    """Return the file that an author has loaded within a day; None where there is none. One query."""
    return HandFile.objects.filter(owner=owner, made_at__gte=now - KEPT).first()


def found(file: HandFile, feature: str = "") -> list[Found]:
    """Return a file's moments, best first: those about a feature, or all."""
    every = [Found(number, _moment(row), file.hands[row[0]][0], row[0] + 1) for number, row in enumerate(file.moments)]
    return [each for each in every if not feature or feature in each.moment.features]


def _moment(row: list[Any]) -> Moment:
    _, kind, at, seat, features, level = row
    return Moment(kind, at, seat, tuple(features), level)


def asked(file: HandFile, number: int) -> Document:
    """Return a moment's document. Raises LookupError for a number that the file does not have."""
    row = file.moments[number]
    return parse(to_table(question(parse(file.hands[row[0]][1]), _moment(row))))


def rarities_of(file: HandFile) -> list[Rarity]:
    """Return the features that a file's hands show, in the order in which pages have them."""
    return [Rarity(each, file.rarities[each], len(file.hands)) for each in FEATURES if each in file.rarities]


def draft(file: HandFile, number: int, author: int) -> ScenarioVersion:
    """Begin a scenario with a moment's document, and return its draft; clicked twice it is the same one.

    Raises LookupError for a number that the file does not have.
    """
    return drafts.begin(author, as_written(to_table(asked(file, number))))
