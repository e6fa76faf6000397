"""What accounts are told at the top of their progress, until they say that they have seen it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from quizzes.models import Notice
from quizzes.practising.sharing import NoSpot, read_name
from quizzes.practising.untold import Where, untold_drills
from quizzes.regrades.own_answer import own_answers
from quizzes.wording.authored import scenario_name
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
    were sealed by another key; with `where` it can answer them by now.
    """
    if not any(values.get("spot") for values in told):
        return list(told)
    untold = untold_drills(user_id)
    return [_without(untold, values) if values.get("spot") else values for values in told]


def _without(untold: Mapping[int, Where | None], values: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        drill = read_name(values["spot"])[0]
    except NoSpot:
        return {**values, "spot": ""}
    return {**values, "spot": "", "where": untold[drill]} if drill in untold else values


def dismiss(user_id: int | None, pk: int) -> None:
    """Note that an account has seen a notice of its own; one that is not its own, or was seen, stays as it is."""
    Notice.objects.filter(user=user_id, pk=pk, seen_at=None).update(seen_at=timezone.now())


def _regraded(values: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    sentences = [_why_again(values), *_what_came_of_it(values)]
    if "given" in values:
        many = sum(values.get(name, 0) for name in ("raised", "lowered", "kept", "misled")) > 1
        one = _("You answered “%(given)s”. By the corrected key “%(right)s” is right.")
        said = _("The last of them was “%(given)s”. By the corrected key “%(right)s” is right.") if many else one
        sentences.append(said % {"given": values["given"], "right": values["right"]})
    where: Where | None = values.get("where")
    if where is not None:
        return (*sentences, where.said), where.url
    spot = values.get("spot", "")
    return tuple(sentences), reverse("quizzes:spot", args=[spot]) + "?from=progress" if spot else ""


def _why_again(values: Mapping[str, Any]) -> str:
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
    return why % {"skill": kind_name(values["kind"])}


def _what_came_of_it(values: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each way in which answers were marked again; notices of earlier regrades name fewer."""
    raised, lowered = values["raised"], values["lowered"]
    kept, misled = values.get("kept", 0), values.get("misled", 0)
    said = {
        ngettext(
            "%(number)s answer of yours is worth more than before.",
            "%(number)s answers of yours are worth more than before.",
            raised,
        ): raised,
        ngettext(
            "%(number)s answer of yours is worth less than before.",
            "%(number)s answers of yours are worth less than before.",
            lowered,
        ): lowered,
        ngettext(
            "%(number)s answer of yours keeps its mark, though the corrected key would give it less.",
            "%(number)s answers of yours keep their marks, though the corrected key would give them less.",
            kept,
        ): kept,
        ngettext(
            "%(number)s answer of yours keeps its mark, but what our key gave as right is wrong.",
            "%(number)s answers of yours keep their marks, but what our key gave as right is wrong.",
            misled,
        ): misled,
    }
    if not any(said.values()):
        return [_("It is worth as much as before, but the mistake in it has another name.")]
    return [sentence % {"number": number} for sentence, number in said.items() if number]


def _report_answered(values: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    said = _("Your report on a question in “%(skill)s” was answered.") % {"skill": kind_name(values["kind"])}
    return (said,), reverse("quizzes:reports")


def _scenario_refused(values: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    said = _("“%(name)s” is asked no more: today’s engine finds something in it that the rules do not allow.")
    name = scenario_name(values["title"], values["scenario"], kind_name(values["kind"]), None)
    return (said % {"name": name},), reverse("quizzes:author_scenario", args=[values["scenario"]])


TEXTS: dict[str, Callable[[Mapping[str, Any]], tuple[tuple[str, ...], str]]] = {
    "regraded": _regraded,
    "report-answered": _report_answered,
    "scenario-refused": _scenario_refused,
}
"""For each key of a notice, what makes its sentences and its address out of its values. Other apps add their own."""
