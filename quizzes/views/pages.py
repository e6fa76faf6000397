"""The pages that hold only text, and the one that takes a message."""

from __future__ import annotations

import logging
from smtplib import SMTPException

from django.conf import settings
from django.contrib import messages
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from quizzes import limits
from quizzes.forms import ContactForm

logger = logging.getLogger(__name__)


@require_safe
def page(request: HttpRequest, name: str) -> HttpResponse:
    """Show one of the text pages; the addresses name them."""
    return render(request, f"pages/{name}.html")


@require_http_methods(["GET", "HEAD", "POST"])
def contact(request: HttpRequest) -> HttpResponse:
    """Take a message to the people who run the site and mail it to them."""
    form = ContactForm(request.POST or None, initial={"about": request.GET.get("about", "")[:200]})
    if request.method == "POST" and form.is_valid():
        if limits.count("contact", limits.address_of(request)):
            form.add_error(None, _("That is enough for now. Please try again in an hour."))
        elif _send(form):
            messages.success(request, _("Thank you: your message has been sent."))
            return redirect("quizzes:contact")
        else:
            form.add_error(None, _("Your message can’t be sent at the moment. Please try again later."))
    status = 422 if form.is_bound else 200
    return render(request, "pages/contact.html", {"form": form, "contact": settings.CONTACT}, status=status)


def _send(form: ContactForm) -> bool:
    """Mail what a form holds. Return whether the mail server took it."""
    sent = form.cleaned_data
    about = " ".join(sent["about"].split())
    reply_to = [sent["reply_to"]] if sent["reply_to"] else []
    subject = f"Table Stakes: {about}" if about else "Table Stakes: a message"
    letter = EmailMessage(subject, sent["message"], to=[settings.CONTACT or settings.SERVER_EMAIL], reply_to=reply_to)
    try:
        return letter.send() > 0
    except (OSError, SMTPException):
        logger.exception("a message of the contact form is not sent")
        return False
