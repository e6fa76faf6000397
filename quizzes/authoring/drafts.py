"""The acts on drafts: begun, kept, copied, thrown away. Only a draft's author changes it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from quizzes.authoring.written import as_written, columns, read, text_of
from quizzes.engine.notation import MOST_BYTES, load_table
from quizzes.models import Scenario, ScenarioVersion
from quizzes.showing.worked import FOLDER as STARTERS

State = ScenarioVersion.State
OPEN = (State.DRAFT, State.REVIEW)
_OF_ONE = ("title", "note", "source", "tags")


class Refused(Exception):
    """What can't be done with a scenario as it stands. Its text says why, in the language in force."""


class Unasked(Refused):
    """A scenario that can't be asked as it is written. Its text names the place."""


class Stale(Refused):
    """A draft that was saved elsewhere since its author read it; `version` is what is stored of it."""

    def __init__(self, version: ScenarioVersion) -> None:
        super().__init__(_("This draft was saved elsewhere since you opened it."))
        self.version = version


def stamp(version: ScenarioVersion) -> str:
    """Return what is another one once anything of a version has changed: a form says with it what it was made from."""
    return version.changed_at.isoformat()


@transaction.atomic
def begin(author: int, text: str, exam: bool = False) -> ScenarioVersion:
    """Begin a scenario with a text as its first draft, and return that.

    A draft of the author's that holds just this text and was never changed is taken up again: a form that is sent
    twice begins one.
    """
    get_user_model().objects.select_for_update().get(pk=author)
    found = columns(read(text))
    untouched = ScenarioVersion.objects.filter(
        author=author, state=State.DRAFT, number=1, scenario__exam=exam, document=found["document"], text=found["text"]
    )
    return untouched.first() or _first(author, text, exam)


def _first(author: int, text: str, exam: bool) -> ScenarioVersion:
    scenario = Scenario.objects.create(owner_id=author, exam=exam)
    return ScenarioVersion.objects.create(scenario=scenario, number=1, author_id=author, **columns(read(text)))


def begin_with(author: int, kind: str) -> ScenarioVersion:
    """Begin a scenario with the worked document of a kind, to be changed. Raises KeyError for no kind's name."""
    return begin(author, starter(kind))


def starter(kind: str) -> str:
    """Return the text that a scenario of a kind begins with: a worked example without what is said of that one alone.

    Raises KeyError for no kind's name.
    """
    texts = {path.stem: path for path in STARTERS.glob("*.toml")}
    text = texts[kind].read_text(encoding="utf-8").strip()
    table = load_table(text)
    clean = {key: value for key, value in table.items() if key not in _OF_ONE}
    return text if clean == table else as_written(clean)


def save(
    scenario: int, author: int, text: str, exam: bool | None = None, *, looked_at: str | None = None
) -> ScenarioVersion:
    """Keep what an author has written of a draft, a document or not; `exam` moves it to the exams or out of them.

    `looked_at` is the `stamp` of what the author changed, None for whatever is there. Where something else was saved
    since, nothing is kept and Stale raised; what is just like the stored draft is no other one.

    Raises Refused where there is no draft, the text is longer than any document, or a published version stands against
    moving it, and PermissionDenied for who is not its owner.
    """
    if len(text.encode()) > MOST_BYTES:
        raise Refused(_("A document has at most %(kilobytes)s KB.") % {"kilobytes": MOST_BYTES // 1024})
    found = columns(read(text))
    with _draft(scenario, author) as version:
        same = all(getattr(version, name) == value for name, value in found.items())
        same = same and exam in (None, version.scenario.exam)
        if looked_at is not None and looked_at != stamp(version) and not same:
            raise Stale(version)
        for name, value in found.items():
            setattr(version, name, value)
        version.author_id = author
        version.save()
        if exam is not None and exam != version.scenario.exam:
            _move(version.scenario, exam)
        return version


def _move(scenario: Scenario, exam: bool) -> None:
    if scenario.versions.exclude(state__in=OPEN).exists():
        raise Refused(_("It has been published: what is for exams and what is for everybody is settled with that."))
    scenario.exam = exam
    scenario.save(update_fields=["exam"])


@transaction.atomic
def again(scenario: int, author: int) -> ScenarioVersion:
    """Return the draft of a scenario's next version; begins it with the text of the newest one that was to be asked,
    where there is none.

    Raises Refused where a draft corrects an earlier version, and PermissionDenied for who is not its owner.
    """
    held = held_by(scenario, author)
    there = _open_draft(held, corrects=None)
    return there or _next(held, author, held.versions.filter(corrects=None).latest("number"))


@transaction.atomic
def correct(scenario: int, author: int, number: int) -> ScenarioVersion:
    """Return a draft that corrects the key of a retired version, given by its number: begun with what that one showed,
    or with the last correction of it. A draft that does so already is taken up again.

    Raises Refused where another draft is open, ScenarioVersion.DoesNotExist where no version of that number may be
    corrected, and PermissionDenied for who is not its owner.
    """
    held = held_by(scenario, author)
    if not held.versions.get(number=number).may_be_corrected:
        raise ScenarioVersion.DoesNotExist(number)
    there = _open_draft(held, corrects=number)
    shown = held.versions.filter(Q(number=number) | Q(corrects=number)).exclude(state__in=OPEN).latest("number")
    return there or _next(held, author, shown, corrects=number)


def _open_draft(held: Scenario, corrects: int | None) -> ScenarioVersion | None:
    """Return the draft of a scenario that corrects a version, or none with None. Raises Refused for another draft."""
    there = held.versions.filter(state__in=OPEN).first()
    if there is not None and there.corrects != corrects:
        raise Refused(_("Version %(number)s is a draft: publish it or throw it away first.") % {"number": there.number})
    return there


def _next(held: Scenario, author: int, like: ScenarioVersion, corrects: int | None = None) -> ScenarioVersion:
    """Begin the next version of a scenario with the text of another one."""
    number = held.versions.latest("number").number + 1
    written = columns(read(text_of(like.document, like.text)))
    return ScenarioVersion.objects.create(scenario=held, number=number, author_id=author, corrects=corrects, **written)


def copy(version: ScenarioVersion, author: int) -> ScenarioVersion:
    """Begin a scenario of one's own with the text of a version. Of an exam's it is for exams too."""
    return begin(author, text_of(version.document, version.text), version.scenario.exam)


def drop(scenario: int, author: int) -> None:
    """Throw a draft away, and with it a scenario that has no other version. Raises as `save` does."""
    with _draft(scenario, author) as version:
        version.delete()
        if not version.scenario.versions.exists():
            version.scenario.delete()


@contextmanager
def _draft(scenario: int, author: int) -> Iterator[ScenarioVersion]:
    """Hold a scenario's draft for one transaction."""
    with transaction.atomic():
        held = held_by(scenario, author)
        version = held.versions.filter(state=State.DRAFT).first()
        if version is None:
            raise Refused(_("It is not a draft any more."))
        version.scenario = held
        yield version


def held_by(scenario: int, owner: int) -> Scenario:
    """Return a scenario, locked until the transaction ends. Raises PermissionDenied for who is not its owner."""
    held = Scenario.objects.select_for_update().get(pk=scenario)
    if held.owner_id != owner:
        raise PermissionDenied("another author's scenario")
    return held
