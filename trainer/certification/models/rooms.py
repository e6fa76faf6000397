"""Rooms with a proctor, and the tickets by which candidates come in."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from trainer.accounts import codes
from trainer.certification.models.exams import Blueprint
from trainer.certification.models.people import Candidate

ROOM_CODE_LENGTH = 6


def make_room_code() -> str:
    """Return a room's code: nobody outside can guess a ticket's number and spoil its tries."""
    return codes.random_signs(ROOM_CODE_LENGTH)


class Room(models.Model):
    """An exam that a proctor holds for a group. Sittings begin while it is open.

    `networks` are the addresses, as networks in CIDR form, to which tools and practice are closed while it is open.
    `helpers` look after it and examine beside the proctor who made it. `code` begins the numbers of its tickets.
    """

    code = models.CharField(_("code"), max_length=ROOM_CODE_LENGTH, unique=True, default=make_room_code)
    name = models.CharField(_("name"), max_length=80)
    blueprint = models.ForeignKey(Blueprint, models.PROTECT, verbose_name=_("exam"), related_name="rooms")
    proctor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        verbose_name=_("proctor"),
        related_name="rooms_proctored",
        null=True,
        blank=True,
    )
    helpers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, verbose_name=_("helpers"), related_name="rooms_helped", blank=True
    )
    networks = models.JSONField(_("networks closed to tools"), default=list, blank=True)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    opened_at = models.DateTimeField(_("opened"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    reminded_at = models.DateTimeField(_("reminded"), null=True, blank=True)

    class Meta:
        verbose_name = _("exam room")
        verbose_name_plural = _("exam rooms")

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        """Whether sittings may begin in it."""
        return self.opened_at is not None and self.closed_at is None


class Ticket(models.Model):
    """A candidate's place in a room: a one-time PIN, kept as a hash, or a printed code of the same.

    `tries` counts wrong PINs; after five the ticket is locked until the proctor gives another PIN. `confirmed_at` is
    when the proctor compared the printed name with an ID. `walk_in` candidates had no account: one was made for the
    ticket, and only its PIN opens it. `factor` is how much of the usual time they get, in hundredths. `known_again`
    says of a walk-in who came before with what `former` ticket, and the account by which that was said, `by` and `at`.
    """

    room = models.ForeignKey(Room, models.CASCADE, verbose_name=_("room"), related_name="tickets")
    candidate = models.ForeignKey(Candidate, models.PROTECT, verbose_name=_("candidate"), related_name="tickets")
    number = models.PositiveSmallIntegerField(_("number"))
    pin_hash = models.CharField(_("PIN"), max_length=128)
    tries = models.PositiveSmallIntegerField(_("wrong tries"), default=0)
    walk_in = models.BooleanField(_("without an account before"), default=False)
    factor = models.PositiveSmallIntegerField(_("time factor in hundredths"), default=100)
    used_at = models.DateTimeField(_("used"), null=True, blank=True)
    confirmed_at = models.DateTimeField(_("name confirmed"), null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        verbose_name=_("confirmed by"),
        related_name="+",
        null=True,
        blank=True,
    )
    known_again = models.JSONField(_("known again with another ticket"), null=True, blank=True)

    class Meta:
        verbose_name = _("ticket")
        verbose_name_plural = _("tickets")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["room", "number"], name="ticket_number_once"),
            models.UniqueConstraint(fields=["room", "candidate"], name="ticket_candidate_once"),
        ]

    def __str__(self) -> str:
        return f"{self.room} {self.number}"

    @property
    def name(self) -> str:
        """What is typed beside the PIN: the room's code and the number in it."""
        return f"{self.room.code}-{self.number}"
