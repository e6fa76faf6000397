"""Accounts in the admin; allauth adds its e-mail addresses itself."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from trainer.accounts.models import User


@admin.register(User)
class AccountAdmin(UserAdmin[User]):
    list_display = ("username", "role", "email", "is_staff", "last_login", "date_joined")
    list_filter = ("role", *UserAdmin.list_filter)
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("Role on the site"), {"fields": ("role",)}))
