"""Files of documents in: taken, checked line by line, and made drafts all at once.

A file is a row with its bytes. Its documents are checked in batches, each one transaction that leaves a line for every
document and moves the place where the next batch begins; the drafts are made in one last transaction. So whoever is
stopped in between, or comes twice, leaves nothing out and makes nothing twice, and nobody sees half a file. A fault of
ours ends a job as an error in the file does, and says whose it is.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from hashlib import sha256
from itertools import islice
from typing import Any, TypeVar

from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, transaction
from django.db.models import BooleanField, Count, Q, QuerySet
from django.db.models.expressions import RawSQL
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from quizzes.authoring.checks import checked
from quizzes.authoring.written import Written, columns
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.exchange import READERS, format_of, toml
from quizzes.exchange.found import Found
from quizzes.kinds.choice import option_text
from quizzes.models import Drill, ImportedLine, ImportJob, Scenario, ScenarioVersion
from quizzes.wording.errors import error_text

State, Result = ImportJob.State, ImportedLine.Result

BATCH = 250
AT_ONCE = BATCH
"""A file with so many documents is checked while its sender waits: less than a second."""

MOST_OPEN = 10
"""Files of one person that are neither imported nor thrown away: each keeps its bytes."""

KEPT = timedelta(days=30)
ANY_RULE = "one-burn"
"""Stands in for the rule of a question that has none yet, to see whether the rest of it is right."""

_SPACES = "".join(sign for sign in map(chr, range(0x10000)) if sign.isspace())
_NO_SPACES = str.maketrans("", "", _SPACES)
_SAYS_FIRST = """
EXISTS (
    SELECT FROM jsonb_path_query(
        quizzes_scenarioversion.document, '$.question.options[0].** ? (@.type() == "string")'
    ) AS said
    WHERE regexp_replace(said #>> '{}', %s, '', 'g') = ANY(%s)
)
"""
"""Whether the first answer of a version says one of some texts in any language: what counts as a space comes first."""

_LONGEST = 200

PASSES = (DatabaseError, SoftTimeLimitExceeded)
"""What is no document's fault: a database that is away, and the time of the task that checks."""

T = TypeVar("T")

logger = logging.getLogger(__name__)


class TooMany(Exception):
    """Somebody has as many files on their way as are kept for one person."""


class NotReady(Exception):
    """A file that has errors, or is not checked to its end."""


def take(owner: int, name: str, raw: bytes, language: str, *, rule: str = "", exam: bool = False) -> ImportJob:
    """Take a file and return its job, to be gone on with; the same file sent again is the job that is open already.

    `rule` is the one that a GIFT file's questions get; `language` is that of the errors. Raises DocumentError where the
    file as a whole can't be read, and TooMany.
    """
    format = format_of(name, len(raw))
    size = len(READERS[format](raw))
    digest = sha256(b"\0".join((format.encode(), rule.encode(), str(exam).encode(), raw))).hexdigest()
    with transaction.atomic():
        mine = ImportJob.objects.defer("raw").filter(owner=owner, state__in=ImportJob.OPEN)
        open_already = mine.filter(digest=digest).first()
        if open_already is not None:
            return open_already
        if mine.count() >= MOST_OPEN:
            raise TooMany
        job, _made = ImportJob.objects.get_or_create(
            owner_id=owner,
            digest=digest,
            state=State.CHECKING,
            defaults={
                "name": _storable(name),
                "format": format,
                "rule": rule,
                "exam": exam,
                "language": language,
                "raw": raw,
                "size": size,
            },
        )
        return job


def go_on(job_id: int) -> None:
    """Go on with a job from where it stands: check what is not checked, or make the drafts that were confirmed.

    Nothing happens where there is nothing to do, or where the job was thrown away. What it raises where the database is
    away leaves the job as it was; any other fault ends it, see `fail`.
    """
    job = ImportJob.objects.filter(pk=job_id).first()
    if job is None:
        return
    try:
        with translation.override(job.language):
            _go_on(job)
    except PASSES:
        raise
    except Exception:
        logger.exception("file %s of documents", job_id)
        fail(job_id)


def _go_on(job: ImportJob) -> None:
    if job.state == State.CHECKING:
        found = READERS[job.format](bytes(job.raw))
        while _check_batch(job.pk, found):
            pass
    elif job.state == State.SAVING:
        _save(job.pk)


@transaction.atomic
def fail(job_id: int) -> None:
    """End a job that the site can't do, with a line that says so to its owner, who can send the file again. No draft is
    made of it. Nothing happens where nobody waits for it.
    """
    waiting = ImportJob.objects.defer("raw").filter(state__in=(State.CHECKING, State.SAVING))
    job = waiting.select_for_update().filter(pk=job_id).first()
    if job is None:
        return
    with translation.override(job.language):
        message = _("This is a fault of the site, which is noted. Nothing was imported: send the file again later.")
    ImportedLine.objects.create(job=job, number=job.checked + 1, result=Result.ERROR, message=message)
    job.state, job.raw = State.REFUSED, b""
    job.save(update_fields=["state", "raw"])


@transaction.atomic
def confirm(job_id: int, owner: int, *, twins: bool) -> ImportJob:
    """Have a checked file's drafts made, those of spots that are there already only with `twins`; return its job.

    What is confirmed already stays as it is. Raises NotReady, and ImportJob.DoesNotExist for another person's.
    """
    job = ImportJob.objects.defer("raw").select_for_update().get(pk=job_id, owner=owner)
    if job.state in (State.CHECKING, State.REFUSED):
        raise NotReady
    if job.state == State.READY:
        job.state, job.twins = State.SAVING, twins
        job.save(update_fields=["state", "twins"])
    return job


@transaction.atomic
def discard(job_id: int, owner: int) -> None:
    """Throw a file away with its lines; drafts that were made of it stay. Nothing happens where there is none."""
    job = ImportJob.objects.defer("raw").select_for_update().filter(pk=job_id, owner=owner).first()
    if job is not None and job.state != State.SAVING:
        job.delete()


def unfinished() -> list[int]:
    """Return the ids of the jobs that somebody has to go on with."""
    waiting = ImportJob.objects.filter(state__in=(State.CHECKING, State.SAVING))
    return list(waiting.order_by("pk").values_list("pk", flat=True))


def forget() -> int:
    """Throw away what was uploaded long ago, imported or not. Return how many files."""
    old = ImportJob.objects.filter(made_at__lt=timezone.now() - KEPT).exclude(state=State.SAVING)
    return old.delete()[1].get("quizzes.ImportJob", 0)


def results(job: ImportJob) -> dict[str, int]:
    """Return how many lines of a job have each result. One query."""
    counts = {result.value: Count("pk", filter=Q(result=result)) for result in Result}
    return dict(job.lines.aggregate(**counts))


def _check_batch(job_id: int, found: Sequence[Found]) -> bool:
    """Check the next documents of a file; return whether there may be more. One transaction."""
    with transaction.atomic():
        jobs = ImportJob.objects.defer("raw").select_for_update()
        job = jobs.filter(pk=job_id, state=State.CHECKING).first()
        if job is None:
            return False
        batch = found[job.checked : job.checked + BATCH]
        lines = [_line(job, number, each) for number, each in enumerate(batch, job.checked + 1)]
        _find_twins(job, lines)
        if job.format == "gift":
            _find_written(job, lines, batch)
        ImportedLine.objects.bulk_create(lines)
        job.checked += len(batch)
        done = job.checked >= len(found)
        if done:
            faulty = job.lines.filter(result=Result.ERROR).exists()
            job.state, job.raw = State.REFUSED if faulty else State.READY, b""
            job.save(update_fields=["checked", "state", "raw"])
        else:
            job.save(update_fields=["checked"])
        return not done


def _line(job: ImportJob, number: int, found: Found) -> ImportedLine:
    """Return what is found of one document, its twins left out."""
    line = ImportedLine(job=job, number=number, place=_storable(found.place))
    try:
        if found.error is not None:
            raise found.error
        draft = _columns(job, found.table or {})
    except DocumentError as error:
        line.result, line.where, line.message = Result.ERROR, _storable(error.where), _storable(error_text(error), 2000)
        return line
    except PASSES:
        raise
    except Exception:
        logger.exception("document %s of file %s", number, job.pk)
        line.result = Result.ERROR
        line.message = _("This document could not be checked: it is a fault of the site, which is noted.")
        return line
    line.result, line.columns = Result.NEW, draft
    line.title, line.kind, line.level = draft["title"], draft["kind"], draft["level"]
    line.fingerprint = draft["fingerprint"]
    return line


def _columns(job: ImportJob, table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of the draft that a document becomes. Raises DocumentError where it can't be asked.

    A question out of a GIFT file gets the file's rule; without one it becomes a text that is no document yet.
    """
    if job.format != "gift":
        return _document_columns(table)
    question = {**table["question"], "rule": job.rule or ANY_RULE}
    found = _document_columns({**table, "question": question})
    if job.rule:
        return found
    return {
        **found,
        "document": {},
        "text": _ruleless(table),
        "fingerprint": "",
        "house": "",
        "kind": "",
        "level": None,
    }


def _ruleless(table: Mapping[str, Any]) -> str:
    """Return the text of a draft that a question becomes which has no rule yet."""
    return toml.dumps(table).rstrip("\n")


def _document_columns(table: Mapping[str, Any]) -> dict[str, Any]:
    document = parse(table)
    checked(document)
    return columns(Written("", table, document)) | {"text": ""}


def _find_twins(job: ImportJob, lines: Sequence[ImportedLine]) -> None:
    """Note of each line where its spot is already, as far as its importer may know it: three queries for all."""
    wanted = [line for line in lines if line.fingerprint]
    prints = {line.fingerprint for line in wanted}
    first = dict(job.lines.filter(fingerprint__in=prints).order_by("-number").values_list("fingerprint", "place"))
    versions = _versions_known(job).filter(fingerprint__in=prints)
    scenarios = dict(versions.values_list("fingerprint", "pk"))
    # A spot's kind is part of its fingerprint: with it each pool is looked up by its index.
    drills = Drill.objects.filter(
        bucket__kind__in={line.kind for line in wanted}, bucket__reserve=False, bucket__bank="", fingerprint__in=prints
    )
    practised = dict(drills.order_by("-pk").values_list("fingerprint", "pk"))
    for line in wanted:
        line.twin_line = first.get(line.fingerprint, "")
        line.twin_version_id = scenarios.get(line.fingerprint)
        line.twin_drill_id = practised.get(line.fingerprint)
        if line.twin_line or line.twin_version_id or line.twin_drill_id:
            line.result = Result.TWIN
        first.setdefault(line.fingerprint, line.place)


def _find_written(job: ImportJob, lines: Sequence[ImportedLine], batch: Sequence[Found]) -> None:
    """Note of each question out of a GIFT file where it is already, as far as its importer may know it: two queries.

    GIFT keeps neither the seats nor the rule, not all spaces, and one language: what asks and answers the same in any
    language is the same question. So is a draft that was made of it without a rule.
    """
    wanted = [
        (line, found.table)
        for line, found in zip(lines, batch, strict=True)
        if line.result == Result.NEW and found.table
    ]
    if not wanted:
        return
    there = _written_by_prompt(job, [asked["question"] for _line, asked in wanted])
    drafts = _versions_known(job).filter(kind="", text__in=[_ruleless(asked) for _line, asked in wanted])
    ruleless = dict(drafts.order_by("pk").values_list("text", "pk"))
    for line, asked in wanted:
        alike = [each for prompt in _texts(asked.get("prompt", "")) for each in there.get(prompt, ())]
        same = (pk for pk, written in alike if _same_choice(asked["question"], written))
        line.twin_version_id = next(same, None) or ruleless.get(_ruleless(asked))
        if line.twin_version_id:
            line.result = Result.TWIN


def _written_by_prompt(
    job: ImportJob, asked: Sequence[Mapping[str, Any]]
) -> dict[str, list[tuple[int, Mapping[str, Any]]]]:
    """Return the written questions that an importer may know of and whose first answer is one of those asked, under
    each of their prompts, with the keys of their versions, the newest first.
    """
    said = sorted({text for each in asked for text in _texts(each["options"][0])})
    begins = RawSQL(_SAYS_FIRST, [f"[{_SPACES}]", said], output_field=BooleanField())
    rows = _versions_known(job).filter(begins, kind="choice")
    found: defaultdict[str, list[tuple[int, Mapping[str, Any]]]] = defaultdict(list)
    for pk, prompt, question in rows.values_list("pk", "document__prompt", "document__question"):
        for text in _texts(prompt or ""):
            found[text].append((pk, question))
    return found


def _same_choice(read: Mapping[str, Any], question: Mapping[str, Any]) -> bool:
    """Return whether a question out of GIFT has the answers of a written one, in their order, and the same right."""
    options = [_texts(option) for option in question["options"]]
    given = [_texts(option) for option in read["options"]]
    same = len(options) == len(given) and all(one & other for one, other in zip(options, given, strict=True))
    return same and sorted(question["right"]) == read["right"]


def _texts(said: Any) -> set[str]:
    """Return what a prompt or an answer says in each of its languages, without any spaces."""
    text = option_text(said)
    return {each.translate(_NO_SPACES) for each in (text.values() if isinstance(text, Mapping) else (text,))}


def _versions_known(job: ImportJob) -> QuerySet[ScenarioVersion]:
    """Return the versions that an importer may know of, the newest first."""
    seen = Q(state=ScenarioVersion.State.PUBLISHED, scenario__exam=False)
    mine = Q(author=job.owner_id) | Q(scenario__owner=job.owner_id)
    return ScenarioVersion.objects.filter(seen | mine).order_by("-pk")


@transaction.atomic
def _save(job_id: int) -> None:
    """Make the drafts of a confirmed file, all of them or none."""
    job = ImportJob.objects.defer("raw").select_for_update().filter(pk=job_id, state=State.SAVING).first()
    if job is None:
        return
    wanted = job.lines.filter(result__in=(Result.NEW, Result.TWIN) if job.twins else (Result.NEW,))
    rows = wanted.order_by("number").values_list("columns", flat=True)
    for batch in _batches(rows.iterator(chunk_size=BATCH)):
        job.made += _drafted(job, batch)
    job.state = State.DONE
    job.save(update_fields=["state", "made"])


def _drafted(job: ImportJob, batch: Sequence[Mapping[str, Any]]) -> int:
    """Make a draft of each of these columns, and return how many."""
    scenarios = Scenario.objects.bulk_create(Scenario(owner_id=job.owner_id, exam=job.exam) for _ in batch)
    ScenarioVersion.objects.bulk_create(
        ScenarioVersion(scenario=scenario, number=1, author_id=job.owner_id, **draft)
        for scenario, draft in zip(scenarios, batch, strict=True)
    )
    return len(batch)


def _batches(rows: Iterable[T]) -> Iterable[list[T]]:
    left = iter(rows)
    while batch := list(islice(left, BATCH)):
        yield batch


def _storable(text: str, longest: int = _LONGEST) -> str:
    """Return a text as the database takes it: without nulls, and not without end."""
    shown = text.replace("\0", "\\0")
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"
