"""The accounts app."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "trainer.accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        # they need models, which are ready only after the apps
        from allauth.mfa.signals import authenticator_added, authenticator_removed

        from trainer.accounts.claim import bring_practice_along
        from trainer.accounts.factors import note_added, note_removed
        from trainer.languages import remember

        user_logged_in.connect(bring_practice_along)
        user_logged_in.connect(remember)
        authenticator_added.connect(note_added)
        authenticator_removed.connect(note_removed)
