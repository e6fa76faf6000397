"""What accounts are told at the top of their progress, until they say that they have seen it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from quizzes.models import Notice
from quizzes.practising.sharing import NoSpot, read_name
from quizzes.practising.untold import untold_drills
from quizzes.regrades.own_answer import own_answers
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
    and for those about regrades what it takes to see which spots may be told, and what was answered there.
    """
    if user_id is None:
        return []
    rows = list(_unseen(user_id).order_by("pk")[:SHOWN])
    values = _with_answers(user_id, _without_untold(user_id, [row.values for row in rows]))
    return [Told(row.pk, *TEXTS[row.key](said)) for row, said in zip(rows, values, strict=True)]


def any_unseen(user_id: int | None) -> bool:
    """Return whether there is anything that an account has not seen yet. One query, none for None."""
    return user_id is not None and _unseen(user_id).exists()


def _unseen(user_id: int) -> QuerySet[Notice]:
    return Notice.objects.filter(user=user_id, seen_at=None, key__in=TEXTS)


def _with_answers(user_id: int, told: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the values of notices, with the answer that was marked again beside the right one, as far as that may be
    told.
    """
    answers = own_answers(user_id, told)
    return [{**values, **(beside._asdict() if beside else {})} for values, beside in zip(told, answers, strict=True)]


def _without_untold(user_id: int, told: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the values of notices, without the spots that the account has still to answer where it counts, or that
    were sealed by another key.
    """
    if not any(values.get("spot") for values in told):
        return list(told)
    untold = untold_drills(user_id)
    return [{**values, "spot": ""} if _is_in(untold, values.get("spot", "")) else values for values in told]


def _is_in(untold: Collection[int], spot: str) -> bool:
    try:
        return spot != "" and read_name(spot)[0] in untold
    except NoSpot:
        return True


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
    return tuple(sentences), reverse("quizzes:spot", args=[spot]) + "?from=progress" if spot else ""


def _report_answered(values: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    said = _("Your report on a question in “%(skill)s” was answered.") % {"skill": kind_name(values["kind"])}
    return (said,), reverse("quizzes:reports")


TEXTS: dict[str, Callable[[Mapping[str, Any]], tuple[tuple[str, ...], str]]] = {
    "regraded": _regraded,
    "report-answered": _report_answered,
}
"""For each key of a notice, what makes its sentences and its address out of its values. Other apps add their own."""
