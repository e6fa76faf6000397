"""Who signs in."""

from __future__ import annotations

import unicodedata
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 40
NAME_SIGNS = frozenset("._+-'’ ")


_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters of Hangul that nobody sees."""

_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK"})
"""Scripts whose letters look the same: in one name of two of them somebody else's could be read."""


def check_name(name: str) -> None:
    """Raise ValidationError unless a name is made of letters, digits, single spaces and a few signs.

    Never an @: no name can be taken for somebody's e-mail address. One has to see it, and no letter may pass for one of
    another script.
    """
    letters = all(sign in NAME_SIGNS or unicodedata.category(sign)[0] in "LMN" for sign in name)
    if not letters or name != " ".join(name.split()):
        raise ValidationError(_("Use letters, digits, single spaces, and no signs but . _ + - and apostrophes."))
    seen = [sign for sign in name if unicodedata.category(sign)[0] in "LN"]
    if not seen or _FILLERS & set(name):
        raise ValidationError(_("A name has a letter or a digit that one can see."))
    if len(_ALIKE & {unicodedata.name(sign, "").partition(" ")[0] for sign in seen}) > 1:
        raise ValidationError(_("Write a name in one alphabet: letters of two that look alike are mixed in this one."))


class User(AbstractUser):
    """An account. Its role says what it may do with content and classes; staff and superuser only open the admin.

    `language` is the code of the one that it chose, "" before it chose any. `exam_until` is the deadline of its open
    sitting: until then what could help in an exam is closed to it.
    """

    class Role(models.TextChoices):
        LEARNER = "learner", _("learner")
        INSTRUCTOR = "instructor", _("instructor")
        PROCTOR = "proctor", _("proctor")
        MANAGER = "manager", _("manager of a card room")

    username = models.CharField(
        _("name"),
        max_length=NAME_LENGTH,
        unique=True,
        validators=[check_name],
        error_messages={"unique": _("Somebody has this name already. Choose another one.")},
    )
    role = models.CharField(_("role"), max_length=16, choices=Role, default=Role.LEARNER)
    language = models.CharField(_("language"), max_length=10, blank=True)
    exam_until = models.DateTimeField(_("in an exam until"), null=True, blank=True)

    class Meta(AbstractUser.Meta):
        constraints: ClassVar = [models.UniqueConstraint(Lower("username"), name="account_name_once")]

    @property
    def has_confirmed_address(self) -> bool:
        """Whether letters get there, such as one that leads to a password. One query."""
        return self.emailaddress_set.filter(verified=True).exists()
