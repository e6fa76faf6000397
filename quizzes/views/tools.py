"""The table tools: the list, and each tool as a page whose address is all that it knows."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url, reswap

from quizzes.limits import limited
from quizzes.tools import TOOLS
from quizzes.tools.base import work
from quizzes.views.parts import is_htmx, template
from quizzes.wording.kinds import kind_name
from quizzes.wording.toggles import toggle_name


@require_safe
def tools(request: HttpRequest) -> HttpResponse:
    """Show all tools."""
    return render(request, "tools/list.html", {"tools": TOOLS.values()})


@require_safe
@limited("tool", reads=True)
def tool(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tool with what its address holds worked out; for htmx its form and its result alone.

    After a button the page stands at the address of what came of it. What is wrong is told at its field, with 422.
    """
    if slug not in TOOLS:
        raise Http404(slug)
    shown = TOOLS[slug]
    sheet = work(shown, request.GET.dict())
    link = f"{reverse('quizzes:tool', args=[slug])}?{sheet.query}"
    if sheet.changed and not is_htmx(request):
        return redirect(f"{link}#tool")
    context = {
        "tool": shown,
        "sheet": sheet,
        "form": sheet.form,
        "link": link,
        "form_partial": f"tools/forms/{slug}.html",
        "result_partial": f"tools/results/{slug}.html",
        "skill": kind_name(shown.practise),
        "toggles": [(toggle, toggle_name(toggle)) for toggle in shown.toggles],
    }
    page = template(request, "tools/tool", "tool")
    response = render(request, page, context, status=422 if sheet.problems else 200)
    if is_htmx(request):
        replace_url(response, link)
        if sheet.focus:
            reswap(response, "innerHTML")  # rows may have moved: nothing that was ticked may stay where it was
    return response
