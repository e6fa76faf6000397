"""Forms that are no answers."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from quizzes.models import Report


class ReportForm(forms.Form):
    """A problem with one question."""

    about = forms.ChoiceField(label=_("What is wrong?"), choices=Report.About.choices)
    text = forms.CharField(
        label=_("What should it be, and by which rule?"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class ContactForm(forms.Form):
    """A message to the people who run the site: a dispute, a mistake in a text, a wish."""

    about = forms.CharField(
        label=_("Which question"),
        max_length=200,
        required=False,
        help_text=_("If it is about an answer: its number, or a few words about the spot."),
    )
    message = forms.CharField(
        label=_("Message"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("For a dispute: what you think is right, and by which rule and edition."),
    )
    reply_to = forms.EmailField(label=_("Your e-mail"), required=False, help_text=_("Only if you want an answer."))
