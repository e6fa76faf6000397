"""The page of a class's messages, and the page by which a reader ends the mail about a class."""

from __future__ import annotations

from uuid import uuid4

from allauth.core import ratelimit
from django import forms
from django.conf import settings
from django.contrib import messages as notices
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from trainer.classrooms import messages, misconceptions, outbox
from trainer.classrooms.models import ClassMessage, Classroom
from trainer.classrooms.permissions import RIGHTS, find
from trainer.classrooms.views.common import user_of


class MessageForm(forms.ModelForm[ClassMessage]):
    class Meta:
        model = ClassMessage
        fields = ("subject", "text", "key")
        labels = {"subject": gettext_lazy("Subject"), "text": gettext_lazy("Message, as plain text")}  # noqa: RUF012  read once
        widgets = {"text": forms.Textarea({"rows": 8}), "key": forms.HiddenInput}  # noqa: RUF012  read once, by the form's own class

    def validate_unique(self) -> None:
        """A key that was sent before is no mistake: the message is there already."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def class_messages(request: HttpRequest, pk: int) -> HttpResponse:
    """Show its staff what was written to a class and how far it has come; POST writes to all its learners, who have it
    on the page of the class.
    """
    classroom, role = find(user_of(request), pk, "teach" if request.method == "POST" else "belong")
    if "see" not in RIGHTS[role]:
        return redirect("classroom", pk)
    begun = {"key": uuid4(), **_begun(request.GET.get("kind", ""), request.GET.get("mistake", ""), classroom)}
    form = MessageForm(request.POST if request.method == "POST" else None, initial=begun)
    limited = form.is_valid() and not ratelimit.consume(request, action="class_message")
    if limited:
        form.add_error(None, _("You have sent as many messages as go out in an hour. Send this one later."))
    if form.is_valid():
        words = form.cleaned_data
        messages.send(classroom, user_of(request), words["subject"], words["text"], words["key"])
        notices.success(request, _("Your message stands on the page of the class for all its learners."))
        return redirect("class_messages", pk)
    page, told = messages.sent(classroom, request.GET.get("page", 1))
    learners, confirmed = messages.reached(classroom)
    context = {
        "classroom": classroom,
        "form": form,
        "teaches": "teach" in RIGHTS[role],
        "page": page,
        "told": told,
        "learners": learners,
        "confirmed": confirmed,
    }
    status = 429 if limited else 422 if form.is_bound else 200
    return render(request, "classrooms/messages.html", context, status=status)


def _begun(kind: str, mistake: str, classroom: Classroom) -> dict[str, str]:
    """Return how a message begins that sends a class to the spots which show a mistake; nothing for any other."""
    row = misconceptions.find(classroom, kind, mistake)
    if row is None or not row.drill:
        return {}
    words = {"mistake": row.name, "what": row.what, "link": f"{settings.SITE}{reverse('quizzes:practice')}?{row.drill}"}
    text = _("%(mistake)s: %(what)s\n\nPractise spots that show it:\n%(link)s") % words
    return {"subject": _("Practise: %(mistake)s") % words, "text": text}


@csrf_exempt  # mail programs send it by themselves (RFC 8058), and the signed address says all
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def class_mail(request: HttpRequest, signed: str) -> HttpResponse:
    """Ask whether a reader wants no more mail about a class; POST ends it, or has it come again."""
    try:
        classroom, reader = outbox.read_link(signed)
    except outbox.NoSuchLink as error:
        raise Http404 from error
    said = ""
    if request.method == "POST":
        again = request.POST.get("do") == "resume"
        (outbox.resume if again else outbox.stop)(classroom, reader)
        said = "resumed" if again else "stopped"
    return render(request, "classrooms/messages_stop.html", {"classroom": classroom, "said": said})
