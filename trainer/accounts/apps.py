"""The accounts app."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "trainer.accounts"
    verbose_name = _("Accounts")
