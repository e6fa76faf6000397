"""What was done to sittings and certificates: one chain of events each, and the heads that are published."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Event(models.Model):
    """An act, chained to the one before it by its hash. It never changes.

    `chain` is "sitting-12" or "certificate-7", `number` counts from 1. `actor` is the id of an account, None for the
    site itself. `details` hold ids and salted digests, never a name. `why` is a digest too: the text is in the event's
    note. `salt` goes into the hash, so that nobody can try out what an event says on the heads that are published; it
    is "" for events of before there were salts.
    """

    chain = models.CharField(_("chain"), max_length=40)
    number = models.PositiveIntegerField(_("number"))
    at = models.DateTimeField(_("at"))
    actor = models.BigIntegerField(_("account that acted"), null=True, blank=True)
    act = models.CharField(_("act"), max_length=40)
    details = models.JSONField(_("details"), default=dict)
    why = models.CharField(_("digest of the reason"), max_length=64, blank=True)
    salt = models.CharField(_("salt"), max_length=64, blank=True, default="", db_default="")
    before = models.CharField(_("hash before"), max_length=64, blank=True)
    hash = models.CharField(_("hash"), max_length=64)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints: ClassVar = [models.UniqueConstraint(fields=["chain", "number"], name="event_number_once")]

    def __str__(self) -> str:
        return f"{self.chain} {self.number} {self.act}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("an event never changes")
        super().save(*args, **kwargs)


class EventNote(models.Model):
    """The reason that somebody gave, and the salt of its digest; erasure empties both."""

    event = models.OneToOneField(Event, models.CASCADE, verbose_name=_("event"), related_name="note")
    text = models.TextField(_("reason"), blank=True)
    salt = models.CharField(_("salt"), max_length=64, blank=True)

    class Meta:
        verbose_name = _("note of an event")
        verbose_name_plural = _("notes of events")

    def __str__(self) -> str:
        return f"{self.event}"


class Head(models.Model):
    """The heads of all chains on a day, as one signed digest that anybody may keep: see `heads`."""

    day = models.DateField(_("day"), unique=True)
    chains = models.PositiveIntegerField(_("chains"))
    digest = models.CharField(_("digest"), max_length=64)
    signed = models.TextField(_("signed"))
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("heads of a day")
        verbose_name_plural = _("heads of days")

    def __str__(self) -> str:
        return f"{self.day}"


class HeadEntry(models.Model):
    """The last event that a chain had when a day's heads were taken; only of chains that grew since the day before."""

    head = models.ForeignKey(Head, models.CASCADE, verbose_name=_("heads of a day"), related_name="entries")
    chain = models.CharField(_("chain"), max_length=40)
    number = models.PositiveIntegerField(_("number"))
    hash = models.CharField(_("hash"), max_length=64)

    class Meta:
        verbose_name = _("head of a chain")
        verbose_name_plural = _("heads of chains")
        constraints: ClassVar = [models.UniqueConstraint(fields=["chain", "number"], name="head_entry_once")]

    def __str__(self) -> str:
        return f"{self.chain} {self.number}"
