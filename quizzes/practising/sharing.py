"""One spot by its address: whoever has the link can answer it, and it counts for nobody.

The address is sealed, so that it gives away no other spot: it can't be made from one that is known. A spot of the
reserve has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from uuid import uuid4

from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from quizzes import house_rules, kinds, practice
from quizzes.kinds.base import Raw
from quizzes.learners import Learner
from quizzes.models import Drill
from quizzes.practice import Outcome, Served
from quizzes.tokens import BadToken, Token, read_token, write_token

STRANGER = "shared"
"""Whom a shared spot's token is made for. No learner has this key: the practice page takes no answer to it."""


_NAME = re.compile(r"(?P<house>.+)-d(?P<drill>[0-9]+)-(?P<seal>[0-9a-f]{32})")


class NoSpot(Exception):
    """An address that was not made here, or of a spot that is not shown."""


def spot_name(drill: int, ruleset: str) -> str:
    """Return the name of a drill under a house in the address of its page: "tda-d17-" and a seal."""
    return f"{ruleset}-d{drill}-{_seal(drill, ruleset)}"


def shared_spot(name: str) -> Served:
    """Return the question that a spot's name stands for, with a token for one answer. Raises NoSpot. One query."""
    drill, house = drill_of(name)
    token = Token(drill.pk, house, timezone.now(), uuid4(), STRANGER)
    return _served(write_token(token), drill, house)


def asked_again(name: str, token_text: str) -> Served:
    """Return the question that a token was made for, to ask it again. Raises NoSpot and BadToken."""
    drill, house = drill_of(name)
    _token(token_text, drill, house)
    return _served(token_text, drill, house)


def answer_shared(name: str, token_text: str, raw: Raw) -> Outcome:
    """Grade an answer to a shared spot as that of a stranger, who is met once: no skill moves and no run.

    Raises NoSpot, BadToken for a token that is not this spot's, and IllFormed; then nothing is written.
    """
    drill, house = drill_of(name)
    token = _token(token_text, drill, house)
    response = kinds.KINDS[drill.bucket.kind].parse(drill.spot(house), raw)
    return practice.take(Learner({}), token, drill, response, timezone.now())


def _served(token: str, drill: Drill, house: str) -> Served:
    return Served(token, drill, drill.spot(house), kinds.KINDS[drill.bucket.kind])


def read_name(name: str) -> tuple[int, str]:
    """Return the drill, by its key, and the house of a spot's name, be they there or not. Raises NoSpot."""
    parts = _NAME.fullmatch(name)
    if parts is None or not constant_time_compare(parts["seal"], _seal(parts["drill"], parts["house"])):
        raise NoSpot(name)
    return int(parts["drill"]), parts["house"]


def drill_of(name: str) -> tuple[Drill, str]:
    """Return the drill and the house that a spot's name stands for, the bucket with it. Raises NoSpot. One query."""
    found = drills_of([name]).get(name)
    if found is None:
        raise NoSpot(name)
    return found


def drills_of(names: Iterable[str]) -> dict[str, tuple[Drill, str]]:
    """Return what `drill_of` does for each of some spots' names, but for those where it raises NoSpot. One query."""
    read = {}
    for name in names:
        with suppress(NoSpot):
            read[name] = read_name(name)
    shown = Drill.objects.select_related("bucket").filter(bucket__reserve=False, bucket__kind__in=kinds.KINDS)
    drills = shown.in_bulk({pk for pk, _house in read.values()})
    return {
        name: (drills[pk], house) for name, (pk, house) in read.items() if pk in drills and house_rules.exists(house)
    }


def _token(text: str, drill: Drill, house: str) -> Token:
    token = read_token(text, timezone.now())
    if (token.learner, token.drill, token.ruleset) != (STRANGER, drill.pk, house):
        raise BadToken("made for another question")
    return token


def _seal(drill: int | str, ruleset: str) -> str:
    return salted_hmac("quizzes.spot", f"{ruleset}/{drill}", algorithm="sha256").hexdigest()[:32]
