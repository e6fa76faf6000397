"""Who signs in."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account. Its role says what it may do with content and classes; staff and superuser only open the admin."""

    class Role(models.TextChoices):
        LEARNER = "learner", _("learner")
        INSTRUCTOR = "instructor", _("instructor")

    role = models.CharField(_("role"), max_length=16, choices=Role, default=Role.LEARNER)
