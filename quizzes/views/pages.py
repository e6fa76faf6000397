"""The pages that hold only text."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def page(request: HttpRequest, name: str) -> HttpResponse:
    """Show one of the text pages; the addresses name them."""
    return render(request, f"pages/{name}.html")
