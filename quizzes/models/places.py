"""Where an account was when it last practised."""

from __future__ import annotations

from django.conf import settings
from django.db import connection, models
from django.utils.translation import gettext_lazy as _


class Place(models.Model):
    """An account's last choice of what to practise, as the query of the practice page's address."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("account"), related_name="+", primary_key=True
    )
    choice = models.CharField(_("last choice"), max_length=1000, blank=True)

    class Meta:
        verbose_name = _("last choice")
        verbose_name_plural = _("last choices")

    def __str__(self) -> str:
        return f"{self.user} {self.choice}".rstrip()


_KEEP = """
    INSERT INTO quizzes_place (user_id, choice) VALUES (%s, %s)
    ON CONFLICT (user_id) DO UPDATE SET choice = excluded.choice
"""


def keep(user_id: int, choice: str) -> None:
    """Keep an account's last choice. One statement, which no answer has to compose anew."""
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, [user_id, choice])
