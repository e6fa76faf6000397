"""Where lessons are kept: loaded from files, edited by instructors, read in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from quizzes.engine.fields import LANGUAGES
from quizzes.lessons.front import front
from quizzes.lessons.text import LessonError, Text, read
from quizzes.models import Lesson, LessonVersion
from quizzes.reference import findables

FOLDER = Path(__file__).parents[2] / "fixtures" / "lessons"
ENGLISH = "en"

Done = Literal["loaded", "same", "kept"]
"""What became of a file: a new version, or none: it is the same, or somebody has edited the lesson since."""


class Loaded(NamedTuple):
    """A file of a lesson, and what became of it."""

    slug: str
    language: str
    done: Done


class Version(NamedTuple):
    """A lesson's text that is shown, and the English text beside it, whose front matter and documents it shares."""

    row: LessonVersion
    text: Text
    english: Text

    @property
    def documents(self) -> Mapping[str, Mapping[str, Any]]:
        return {**self.english.documents, **self.text.documents}


def load(folder: Path = FOLDER) -> Iterator[Loaded]:
    """Load the lessons of a folder, in English first. Again and again it changes nothing that is as it was.

    A lesson that an instructor has edited since keeps its edit. Raises LessonError, with the file in its message.
    """
    for language in LANGUAGES:
        for path in sorted(folder.glob(f"*/{language}.md")):
            slug = path.parent.name
            try:
                yield Loaded(slug, language, _load(slug, language, path.read_text(encoding="utf-8")))
            except LessonError as error:
                raise LessonError(error.line, f"{slug}/{language}.md: {error.message}") from error


@transaction.atomic
def _load(slug: str, language: str, source: str) -> Done:
    before = versions(slug, language).first()
    of_files = versions(slug, language).filter(author=None).first()
    if of_files is not None and of_files.source == source:
        return "same"
    if before is not None and before.author_id is not None:
        return "kept"
    save(slug, language, source, None)
    return "loaded"


@transaction.atomic
def save(slug: str, language: str, source: str, author_id: int | None) -> LessonVersion:
    """Store a text as the newest version of a lesson in a language, and return it.

    The English text carries the lesson's part, place, needs and exit. Raises LessonError where the text can't be shown,
    a translation has no English text, or a translation names a document that a new English text has no more.
    """
    shown = looked_at(slug, language, source)
    text = shown.text
    if language == ENGLISH:
        lesson, _new = Lesson.objects.update_or_create(slug=slug, defaults=front(text.head)._asdict())
    else:
        lesson = Lesson.objects.select_for_update().get(slug=slug)
    number = lesson.versions.filter(language=language).aggregate(last=Max("number"))["last"] or 0
    row = LessonVersion.objects.create(
        lesson=lesson,
        language=language,
        number=number + 1,
        source=shown.row.source,
        title=text.title,
        summary=text.summary,
        minutes=text.minutes,
        checks=text.checks,
        author_id=author_id,
    )
    findables.keep(row)
    return row


def looked_at(slug: str, language: str, source: str) -> Version:
    """Return a text as it would be shown once it is saved; nothing is stored. Raises LessonError as `save` does."""
    row = LessonVersion(lesson=Lesson(slug=slug), language=language, source=source.replace("\r\n", "\n"))
    if language == ENGLISH:
        text = read(row.source)
        front(text.head)
        _hold_translations(slug, text)
        return Version(row, text, text)
    english = current(slug, ENGLISH)
    if english is None:
        raise LessonError(1, _("a translation comes after the English text"))
    return Version(row, read(row.source, english.documents), english.text)


def _hold_translations(slug: str, text: Text) -> None:
    """Raise LessonError where a translation would lose a document that it shows."""
    for language in LANGUAGES[1:]:
        row = versions(slug, language).first()
        if row is None:
            continue
        try:
            read(row.source, text.documents)
        except LessonError as error:
            message = _("the text in %(language)s needs what is gone: %(message)s")
            raise LessonError(1, message % {"language": language, "message": error.message}) from error


def current(slug: str, language: str) -> Version | None:
    """Return the version of a lesson that is shown in a language, in English where there is none; None without any."""
    rows = {row.language: row for row in _newest(slug) if row.language in (language, ENGLISH)}
    english = rows.get(ENGLISH)
    if english is None:
        return None
    return version_of(rows.get(language, english), english.source)


def version_of(row: LessonVersion, english: str) -> Version:
    """Return a stored version as it is shown, beside the English text of the lesson."""
    text = _text(row.source, "" if row.language == ENGLISH else english)
    return Version(row, text, _text(english, ""))


@lru_cache(maxsize=256)
def _text(source: str, english: str) -> Text:
    """Read a source once a process: a stored version never changes."""
    return read(source, _text(english, "").documents if english else None)


def _newest(slug: str) -> QuerySet[LessonVersion]:
    """The newest version of each language of a lesson."""
    rows = LessonVersion.objects.filter(lesson__slug=slug).select_related("lesson")
    return rows.order_by("language", "-number").distinct("language")


def versions(slug: str, language: str) -> QuerySet[LessonVersion]:
    """Return the versions of a lesson in a language, the newest first."""
    return LessonVersion.objects.filter(lesson__slug=slug, language=language).order_by("-number")
