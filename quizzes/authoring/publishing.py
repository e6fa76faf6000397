"""The acts that take a scenario from its draft to everybody: review, publishing, retiring."""

from __future__ import annotations

from hashlib import sha256

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from quizzes import house_rules
from quizzes.authoring.checks import Checked, checked, doubt
from quizzes.authoring.drafts import OPEN, Refused, State, Unasked, held_by, stamp
from quizzes.authoring.duplicates import BANK, across_the_wall, of_kind
from quizzes.authoring.written import level_of, read, text_of
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse, to_table
from quizzes.engine.rulesets import Ruleset
from quizzes.fingerprint import fingerprint
from quizzes.models import Bucket, Drill, HouseRules, Scenario, ScenarioVersion
from quizzes.regrades import marking
from quizzes.wording.errors import placed_error


@transaction.atomic
def send(scenario: int, author: int) -> None:
    """Send a draft to review. It has to pass what publishing asks of it; nothing happens where it is in review already.

    Raises Refused with the reason, and PermissionDenied for who is not its owner.
    """
    version = _open(held_by(scenario, author))
    if version.state == State.DRAFT:
        _ready(version)
        version.state, version.remark, version.reviewer = State.REVIEW, "", None
        version.save()


@transaction.atomic
def give_back(scenario: int, by: int, remark: str, *, may_review: bool) -> None:
    """Make a draft of what is in review again, with a remark; its author may take it back too.

    Raises Refused where it is not in review, and PermissionDenied for who is neither its owner nor a reviewer.
    """
    held = Scenario.objects.select_for_update().get(pk=scenario)
    version = _open(held)
    if version.state != State.REVIEW:
        raise Refused(_("It is not in review any more."))
    if held.owner_id != by:
        _check_reviewer(may_review)
        version.reviewer_id = by
    version.state, version.remark = State.DRAFT, remark
    version.save()


@transaction.atomic
def publish(scenario: int, by: int, *, may_review: bool, looked_at: str | None = None) -> ScenarioVersion:
    """Publish a scenario's draft, or what is in review, and retire the version before; return what is published. What
    only corrects an earlier version is retired at once instead: what is asked stays as it is.

    An author publishes their own at once, but for exams: for those a second person approves what is in review;
    `looked_at` is the `stamp` of what that person read, None asks for none. The version gets the drill that is asked
    from here on, and changes no more. What is published already is returned as it is: a form that is sent twice
    publishes once.

    Raises Refused with the reason, and PermissionDenied for who is neither its owner nor a reviewer.
    """
    held = Scenario.objects.select_for_update().get(pk=scenario)
    version = held.versions.filter(state__in=OPEN).first()
    before = held.versions.filter(state=State.PUBLISHED).first()
    _check_publisher(held, version, by, may_review)
    if version and looked_at is not None and by != held.owner_id and looked_at != stamp(version):
        raise Refused(_("It has changed since you read it: read it once more, then approve it."))
    if version is None and before is not None:
        return before
    if version is None:
        raise Refused(_("There is no draft to publish."))
    found, now = _ready(version), timezone.now()
    version.house = _house(found.document.rules, by=version.author_id, name=version.title)
    version.drill = _drill(held, version, found)
    version.state, version.published_at = State.PUBLISHED, now
    retired = before if version.corrects is None else version
    if retired is not None:
        retired.state, retired.retired_at = State.RETIRED, now
        retired.save()
    version.reviewer_id = None if held.owner_id == by else by
    version.save()
    return version


def _check_publisher(held: Scenario, version: ScenarioVersion | None, by: int, may_review: bool) -> None:
    own = by in (held.owner_id, version.author_id if version else None)
    if held.exam and own:
        raise Refused(_("What is kept for exams is published by a second person: send it to review."))
    if not own:
        _check_reviewer(may_review)
        if version is not None and version.state == State.DRAFT:
            raise PermissionDenied("another author's draft")


def _check_reviewer(may_review: bool) -> None:
    if not may_review:
        raise PermissionDenied("no reviewer")


@transaction.atomic
def retire(scenario: int, by: int, *, may_review: bool) -> None:
    """Retire what is published, without another version in its place: it is asked no more. What was answered stays.

    Nothing happens where nothing is published. Raises PermissionDenied for who is neither its owner nor a reviewer.
    """
    held = Scenario.objects.select_for_update().get(pk=scenario)
    if held.owner_id != by:
        _check_reviewer(may_review)
    held.versions.filter(state=State.PUBLISHED).update(
        state=State.RETIRED, retired_at=timezone.now(), changed_at=timezone.now()
    )


def _open(held: Scenario) -> ScenarioVersion:
    version = held.versions.filter(state__in=OPEN).first()
    if version is None:
        raise Refused(_("There is no draft."))
    return version


def _ready(version: ScenarioVersion) -> Checked:
    """Return what is worked out of a version that may be published. Raises Refused with the reason."""
    written = read(text_of(version.document, version.text))
    try:
        if written.document is None:
            assert written.error is not None
            raise written.error
        found = checked(written.document)
    except DocumentError as error:
        raise Unasked(_("It can’t be asked yet: %(error)s.") % {"error": placed_error(error)}) from error
    disagreement = doubt(found)
    if disagreement:
        raise Refused(disagreement)
    if version.corrects is not None:
        _check_correction(version.scenario.versions.get(number=version.corrects), found.document)
    exam = version.scenario.exam
    if across_the_wall(found.kind, version.fingerprint, exam):
        asked = _("Practice asks this spot already, so it can’t be kept for exams: change it.")
        raise Refused(asked if exam else _("An exam keeps this spot for itself: change it."))
    return found


def _check_correction(corrected: ScenarioVersion, document: Document) -> None:
    """A correction marks the answers to an earlier version, so it has to show what that one showed."""
    before = parse(corrected.document)
    if marking.unlike(before, document) or marking.differing(before, document):
        raise Refused(_("A correction leaves what was shown as it is. Put that back, or throw this draft away."))


def _house(rules: Ruleset, by: int | None, name: str) -> str:
    """Return the id of the house by which a document is asked: rules that no shipped house plays are kept as one."""
    differing = house_rules.differing(rules.shipped, dict(rules.changes))
    if not differing:
        return rules.shipped
    known = HouseRules.objects.filter(owner=by, base=rules.shipped, changes=differing).order_by("-pk").first()
    if known is None:
        label = name or _("The rules of a scenario")
        known = house_rules.keep(rules.shipped, differing, by, label[: HouseRules._meta.get_field("name").max_length])
    return known.id_in_drills


def _drill(held: Scenario, version: ScenarioVersion, found: Checked) -> Drill:
    """Store the drill of a version in the next slot of its bucket.

    A bucket has each fingerprint once. A second version of the same spot, whose words or rules alone are others, gets a
    name of its own there: the first one's keeps the spot out of all other pools.
    """
    document, kind = found.document, found.kind
    bucket, _made = Bucket.objects.get_or_create(
        kind=kind.id,
        game=found.variant.game,
        limit=found.variant.limit,
        level=level_of(document) or min(kind.levels),
        rules_key=document.rules.key(kind.toggles_in(found.variant)),
        version=kind.version,
        reserve=held.exam,
        bank=BANK,
    )
    bucket = Bucket.objects.select_for_update(no_key=True).get(pk=bucket.pk)
    name = fingerprint(document)
    taken = of_kind(kind.id, name).filter(bucket=bucket).exists()
    table = {key: value for key, value in to_table(document).items() if key != "rules"}
    drill = Drill.objects.create(
        bucket=bucket,
        slot=bucket.size,
        fingerprint=sha256(f"{name}/{version.pk}".encode()).hexdigest() if taken else name,
        document=table,
        told_apart=found.told_apart,
    )
    bucket.size += 1
    bucket.save(update_fields=["size"])
    return drill
