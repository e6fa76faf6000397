"""Accounts in the admin, and what lets into them."""

from __future__ import annotations

from typing import Any

from allauth.account.admin import EmailAddressAdmin
from allauth.account.models import EmailAddress
from allauth.mfa.admin import AuthenticatorAdmin
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from trainer.accounts.models import User

GRANTS = ("role", "is_active", "is_staff", "is_superuser", "groups", "user_permissions")


@admin.register(User)
class AccountAdmin(UserAdmin[User]):
    """Nobody grants a role they don't have: only a superuser, who has them all, changes what an account may do."""

    list_display = ("username", "role", "email", "is_staff", "last_login", "date_joined")
    list_filter = ("role", *UserAdmin.list_filter)
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("Role on the site"), {"fields": ("role",)}))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        fields = tuple(super().get_readonly_fields(request, obj))
        return fields if _has_all(request) else (*fields, *GRANTS)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Whoever may more than learn is changed by a superuser alone: a password is worth what its account may."""
        if obj is None or obj == request.user or _has_all(request):
            return super().has_change_permission(request, obj)
        above = obj.is_staff or obj.is_superuser or obj.role != User.Role.LEARNER
        return super().has_change_permission(request, obj) and not above


class ForSuperusers:
    """What lets into accounts, or says what they may do, is for whoever may all to change: others look at it."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _has_all(request)

    has_change_permission = has_delete_permission = has_add_permission

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        found: dict[str, Any] = super().get_actions(request) if _has_all(request) else {}  # type: ignore[misc]  # stubs
        return found


for model, usual in ((Group, GroupAdmin), (EmailAddress, EmailAddressAdmin), (Authenticator, AuthenticatorAdmin)):
    admin.site.unregister(model)
    admin.site.register(model, type(usual.__name__, (ForSuperusers, usual), {}))


def _has_all(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_superuser", False))
