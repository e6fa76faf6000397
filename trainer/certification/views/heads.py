"""The heads of the audit's chains, for everybody: a page, and files that one can keep."""

from __future__ import annotations

from datetime import date

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from trainer.certification import heads as path
from trainer.certification.models import Head

A_PAGE = 50
AN_HOUR = 3600


@require_safe
def heads(request: HttpRequest) -> HttpResponse:
    """Show the heads of all days, the latest first, and what they are good for."""
    page = Paginator(Head.objects.order_by("-day"), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "certification/heads.html", {"page": page})


@require_safe
@cache_control(public=True, max_age=AN_HOUR)
def heads_file(request: HttpRequest) -> HttpResponse:
    """Send the heads of the latest days."""
    return JsonResponse(path.published())


@require_safe
@cache_control(public=True, max_age=AN_HOUR)
def heads_day(request: HttpRequest, day: str) -> HttpResponse:
    """Send the heads of one day with the chains that they list."""
    try:
        return JsonResponse(path.published_day(date.fromisoformat(day)))
    except (ValueError, Head.DoesNotExist) as error:
        raise Http404 from error
