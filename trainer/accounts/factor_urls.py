"""The addresses of second factors: allauth's views, those that sign somebody in as one transaction each."""

from __future__ import annotations

from allauth.mfa.base import views as base
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from django.db.transaction import atomic
from django.urls import path

from trainer.accounts.factors import with_a_password

urlpatterns = [
    path("", base.index, name="mfa_index"),
    path("enter/", atomic(base.authenticate), name="mfa_authenticate"),
    path("again/", base.reauthenticate, name="mfa_reauthenticate"),
    path("app/", with_a_password(totp.activate_totp), name="mfa_activate_totp"),
    path("app/end/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("codes/", recovery.view_recovery_codes, name="mfa_view_recovery_codes"),
    path("codes/new/", recovery.generate_recovery_codes, name="mfa_generate_recovery_codes"),
    path("codes/file/", recovery.download_recovery_codes, name="mfa_download_recovery_codes"),
    path("passkeys/", webauthn.list_webauthn, name="mfa_list_webauthn"),
    path("passkeys/add/", with_a_password(webauthn.add_webauthn), name="mfa_add_webauthn"),
    path("passkeys/again/", webauthn.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("passkeys/enter/", atomic(webauthn.login_webauthn), name="mfa_login_webauthn"),
    path("passkeys/<int:pk>/", webauthn.edit_webauthn, name="mfa_edit_webauthn"),
    path("passkeys/<int:pk>/remove/", webauthn.remove_webauthn, name="mfa_remove_webauthn"),
]
