"""Files of documents in: sent, looked at line by line, and confirmed or thrown away."""

from __future__ import annotations

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models.fields.json import KT
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from quizzes import tasks
from quizzes.authoring import importing
from quizzes.authoring.choice import rule_book
from quizzes.engine.errors import DocumentError
from quizzes.engine.questions import QUESTION_KEYS
from quizzes.exchange.found import MOST_DOCUMENTS, MOST_FILE_BYTES
from quizzes.limits import limited
from quizzes.models import ImportedLine, ImportJob
from quizzes.practising.sharing import spot_name
from quizzes.views.parts import template
from quizzes.wording.errors import placed_error
from quizzes.wording.kinds import kind_name
from quizzes.wording.numbers import chips

A_PAGE = 50
MEGABYTES = MOST_FILE_BYTES // 1024 // 1024
UNREAD = 2 * MOST_FILE_BYTES
"""What is sent in more bytes than that is refused before it is read: up to there its sender is told at the field."""

author = permission_required("quizzes.add_scenario", raise_exception=True)

State, Result = ImportJob.State, ImportedLine.Result


class ImportForm(forms.Form):
    """A file of documents, and what is chosen for all of them."""

    file = forms.FileField(
        label=lazy("File"),
        max_length=200,
        help_text=lazy("TOML, JSON, JSON Lines, a ZIP of those, CSV or GIFT, as text in UTF-8."),
    )
    rule = forms.ChoiceField(
        label=lazy("Rule of a GIFT file’s questions"),
        required=False,
        help_text=lazy("A question of GIFT names no rule. Without one it is a draft that can’t be published yet."),
        widget=forms.Select(attrs={"class": "select"}),
    )
    exam = forms.BooleanField(label=lazy("For exams: practice never asks them"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rule = self.fields["rule"]
        assert isinstance(rule, forms.ChoiceField)
        rule.choices = [("", _("none yet")), *rule_book()]


@csrf_exempt  # `_uploads` is protected: the bytes are counted before anything reads them
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@author
@limited("import")
def author_imports(request: HttpRequest) -> HttpResponse:
    """Take a file, and show those that were sent before. Two queries beside who asks."""
    sent = request.META.get("CONTENT_LENGTH") or "0"
    if not sent.isdecimal() or int(sent) > UNREAD:
        return _imports(request, ImportForm(), too_much=True)
    return _uploads(request)


@csrf_protect
def _uploads(request: HttpRequest) -> HttpResponse:
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if form.is_valid():
        job = _taken(request, form)
        if job is not None:
            _go_on(job)
            return redirect("quizzes:author_import", job.pk)
    return _imports(request, form)


def _taken(request: HttpRequest, form: ImportForm) -> ImportJob | None:
    """Take the form's file; where that can't be, say why at its field and return None."""
    told = form.cleaned_data
    file = told["file"]
    try:
        return importing.take(
            _me(request),
            file.name,
            file.read(MOST_FILE_BYTES + 1),
            get_language() or "en",
            rule=told["rule"],
            exam=told["exam"],
        )
    except DocumentError as error:
        form.add_error("file", placed_error(error))
    except importing.TooMany:
        form.add_error("file", _("You have several files under way. Import one of them or throw it away first."))
    return None


def _imports(request: HttpRequest, form: ImportForm, *, too_much: bool = False) -> HttpResponse:
    jobs = ImportJob.objects.filter(owner=_me(request)).defer("raw").order_by("-made_at", "-pk")
    page = Paginator(jobs, A_PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "page": page, "too_much": too_much, "most": chips(MOST_DOCUMENTS), "megabytes": MEGABYTES}
    status = 413 if too_much else 422 if form.is_bound else 200
    return render(request, "author/imports.html", context, status=status)


@require_safe
@never_cache
@login_required
@author
def author_import(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a file with what was found of each document; htmx gets its standing alone, every two seconds.

    Four queries beside who asks.
    """
    job = get_object_or_404(ImportJob.objects.defer("raw"), pk=pk, owner=_me(request))
    counts = importing.results(job)
    usual = Result.ERROR if job.state == State.REFUSED else "all"
    asked = request.GET.get("result", usual)
    wanted = asked if asked in Result.values else ""
    lines = job.lines.filter(result=wanted) if wanted else job.lines.all()
    lines = (
        lines.select_related("twin_version").defer("columns").annotate(house=KT("columns__house")).order_by("number")
    )
    page = Paginator(lines, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "job": job,
        "counts": [(result, name, counts[result]) for result, name in Result.choices],
        "new": counts[Result.NEW],
        "twins": counts[Result.TWIN],
        "errors": counts[Result.ERROR],
        "wanted": wanted,
        "page": page,
        "rows": [_row(line) for line in page],
        "under_way": job.state in (State.CHECKING, State.SAVING),
    }
    return render(request, template(request, "author/import", "standing"), context)


def _row(line: Any) -> dict[str, Any]:
    """Return a line with its kind's name and, where practice asks its spot, that spot's name in addresses."""
    return {
        "line": line,
        "kind": kind_name(line.kind) if line.kind in QUESTION_KEYS else "",
        "spot": spot_name(line.twin_drill_id, line.house) if line.twin_drill_id and line.house else "",
    }


@require_POST
@login_required
@author
def author_import_confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Have a file's drafts made."""
    try:
        job = importing.confirm(pk, _me(request), twins="twins" in request.POST)
    except ImportJob.DoesNotExist as error:
        raise Http404 from error
    except importing.NotReady:
        messages.error(request, _("This file can’t be imported as it is."))
        return redirect("quizzes:author_import", pk)
    _go_on(job)
    job.refresh_from_db(fields=["state", "made"])
    if job.state == State.DONE:
        text = ngettext("%(made)s draft was made.", "%(made)s drafts were made.", job.made)
        messages.success(request, text % {"made": job.made})
    return redirect("quizzes:author_import", pk)


@require_POST
@login_required
@author
def author_import_discard(request: HttpRequest, pk: int) -> HttpResponse:
    """Throw a file away."""
    importing.discard(pk, _me(request))
    return redirect("quizzes:author_imports")


def _go_on(job: ImportJob) -> None:
    """Go on with a small file at once, and have a worker go on with a large one."""
    if job.size <= importing.AT_ONCE:
        importing.go_on(job.pk)
    else:
        transaction.on_commit(partial(tasks.import_file.delay, job.pk), robust=True)


def _me(request: HttpRequest) -> int:
    if request.user.pk is None:
        raise PermissionDenied
    return int(request.user.pk)
