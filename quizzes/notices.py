"""What accounts are told at the top of their progress, until they say that they have seen it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from quizzes.models import Notice
from quizzes.practising.sharing import NoSpot, read_name
from quizzes.practising.untold import is_untold
from quizzes.regrades.own_answer import own_answer
from quizzes.wording.kinds import kind_name

SHOWN = 5
"""More at once would push the page down; the next come when these are seen."""

A_BATCH = 1000


@dataclass(frozen=True, slots=True)
class Told:
    """A notice in words, sentence by sentence, with the page where more is said: "" where there is none."""

    pk: int
    sentences: tuple[str, ...]
    url: str


def put(notices: Iterable[Notice]) -> None:
    """Store notices. One that an account has already about the same thing stays as it is."""
    Notice.objects.bulk_create(notices, batch_size=A_BATCH, ignore_conflicts=True)


def unseen(user_id: int | None) -> list[Told]:
    """Return what an account has not seen yet, the oldest first, in the language in force. One query, none for None,
    and for those about a regrade what it takes to see whether its spot may be told, and what was answered there.
    """
    if user_id is None:
        return []
    rows = Notice.objects.filter(user=user_id, seen_at=None, key__in=TEXTS).order_by("pk")[:SHOWN]
    return [Told(row.pk, *TEXTS[row.key](_with_answer(user_id, row.values))) for row in rows]


def _with_answer(user_id: int, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values of a notice, with the answer that was marked again beside the right one, as far as that may be
    told.
    """
    told = _without_untold(user_id, values)
    beside = own_answer(user_id, told)
    return {**told, **beside._asdict()} if beside is not None else told


def _without_untold(user_id: int, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values of a notice, without a spot that the account has still to answer where it counts, or that was
    sealed by another key.
    """
    if not values.get("spot"):
        return values
    try:
        untold = is_untold(user_id, read_name(values["spot"])[0])
    except NoSpot:
        untold = True
    return {**values, "spot": ""} if untold else values


def dismiss(user_id: int | None, pk: int) -> None:
    """Note that an account has seen a notice of its own; one that is not its own, or was seen, stays as it is."""
    Notice.objects.filter(user=user_id, pk=pk, seen_at=None).update(seen_at=timezone.now())


def _regraded(values: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    if values.get("another") == "rules":
        why = _(
            "A question in “%(skill)s” was asked under other house rules than you had been told. It was corrected, and "
            "your answer was marked again by the corrected question."
        )
    elif values.get("another"):
        why = _(
            "A question in “%(skill)s” did not show what you had been told. It was corrected, and your answer was "
            "marked again by the corrected question."
        )
    else:
        why = _("An answer of ours in “%(skill)s” was wrong, and yours was marked again.")
    sentences = [why % {"skill": kind_name(values["kind"])}]
    raised, lowered = values["raised"], values["lowered"]
    if raised:
        said = ngettext(
            "%(number)s answer of yours is worth more than before.",
            "%(number)s answers of yours are worth more than before.",
            raised,
        )
        sentences.append(said % {"number": raised})
    if lowered:
        said = ngettext(
            "%(number)s answer of yours is worth less than before.",
            "%(number)s answers of yours are worth less than before.",
            lowered,
        )
        sentences.append(said % {"number": lowered})
    kept = values.get("kept", 0)
    if kept:
        said = ngettext(
            "%(number)s answer of yours keeps its mark, though the corrected key would give it less.",
            "%(number)s answers of yours keep their marks, though the corrected key would give them less.",
            kept,
        )
        sentences.append(said % {"number": kept})
    if not raised and not lowered and not kept:
        sentences.append(_("It is worth as much as before, but the mistake in it has another name."))
    if "given" in values:
        said = _("You answered “%(given)s”. By the corrected key “%(right)s” is right.")
        sentences.append(said % {"given": values["given"], "right": values["right"]})
    spot = values.get("spot", "")
    return tuple(sentences), reverse("quizzes:spot", args=[spot]) if spot else ""


def _report_answered(values: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    said = _("Your report on a question in “%(skill)s” was answered.") % {"skill": kind_name(values["kind"])}
    return (said,), reverse("quizzes:reports")


TEXTS: dict[str, Callable[[Mapping[str, Any]], tuple[tuple[str, ...], str]]] = {
    "regraded": _regraded,
    "report-answered": _report_answered,
}
"""For each key of a notice, what makes its sentences and its address out of its values. Other apps add their own."""
