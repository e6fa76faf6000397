"""The help for those who write documents."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from quizzes.showing.worked import worked


@require_safe
def documents(request: HttpRequest) -> HttpResponse:
    """Show a document of each kind with its answer and its derivation."""
    return render(request, "pages/documents.html", {"examples": worked()})
