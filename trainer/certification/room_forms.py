"""What a proctor fills in: a room, who sits in it, its networks and helpers, and what is done to a candidate."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from trainer.certification import networks, rooms, tickets

LONGEST_LIST = 20_000


class RoomForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the room"), max_length=80)
    exam = forms.ChoiceField(label=gettext_lazy("Exam"), widget=forms.Select({"class": "select"}))


class ListForm(forms.Form):
    """Who sits in a room: accounts by their names, and the names of people without one."""

    accounts = forms.CharField(
        label=gettext_lazy("People with an account"),
        help_text=gettext_lazy("The names of their accounts, one a line."),
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea({"rows": 5, "spellcheck": "false"}),
    )
    names = forms.CharField(
        label=gettext_lazy("People without an account"),
        help_text=gettext_lazy("Full names as they stand on the ID, one a line."),
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea({"rows": 5, "spellcheck": "false"}),
    )
    factor = forms.IntegerField(
        label=gettext_lazy("Time for these people, in percent of the usual"),
        min_value=tickets.FACTORS[0],
        max_value=tickets.FACTORS[1],
        initial=tickets.FACTORS[0],
    )


class NetworksForm(forms.Form):
    networks = forms.CharField(
        label=gettext_lazy("Networks of the room"),
        help_text=gettext_lazy("One a line, like 192.0.2.0/24. Tools and practice are closed there while it is open."),
        required=False,
        max_length=2000,
        widget=forms.Textarea({"rows": 3, "spellcheck": "false"}),
    )

    def clean_networks(self) -> list[str]:
        try:
            return networks.read(self.cleaned_data["networks"])
        except networks.BadNetworks as error:
            raise forms.ValidationError(error.problems) from error


class HelperForm(forms.Form):
    helper = forms.CharField(label=gettext_lazy("Name of the helper’s account"), max_length=40)


class FormerForm(forms.Form):
    former = forms.CharField(
        label=gettext_lazy("Number of a former ticket of theirs"),
        max_length=20,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


class GrantForm(forms.Form):
    minutes = forms.IntegerField(label=gettext_lazy("Minutes"), min_value=1, max_value=rooms.MOST_MINUTES)
    reason = forms.CharField(label=gettext_lazy("Reason, which the candidate sees"), max_length=200)
    known = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class VoidForm(forms.Form):
    """Why a sitting is void. The other form of the page has a reason too, so this one's has an id of its own."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=500, widget=forms.TextInput({"id": "void-reason"})
    )
    against = forms.BooleanField(
        label=gettext_lazy("The candidate broke the rules: the next try waits as after a failed exam"),
        help_text=gettext_lazy("Without this the next try waits only where the exam was failed."),
        required=False,
    )


class NoteForm(forms.Form):
    text = forms.CharField(label=gettext_lazy("What you saw"), max_length=2000, widget=forms.Textarea({"rows": 3}))
