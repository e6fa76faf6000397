"""The addresses of accounts: allauth's pages as far as this site has them, and our own.

A page that signs somebody in is one transaction, with the answers that come along; SignupView sees to its own.
"""

from __future__ import annotations

from allauth.account import views as allauth
from django.db.transaction import atomic
from django.urls import include, path, re_path

from trainer.accounts import views

urlpatterns = [
    path("", views.home, name="account_home"),
    path("signup/", views.SignupView.as_view(), name="account_signup"),
    path("leave-out/", views.leave_out, name="account_leave_out"),
    path("login/", atomic(allauth.login), name="account_login"),
    path("logout/", allauth.logout, name="account_logout"),
    path("inactive/", allauth.account_inactive, name="account_inactive"),
    path("again/", allauth.reauthenticate, name="account_reauthenticate"),
    path("factors/", include("trainer.accounts.factor_urls")),
    path("name/", views.name, name="account_name"),
    path("email/", allauth.email, name="account_email"),
    path("email/<str:key>/", allauth.confirm_email, name="account_confirm_email"),
    path("password/", allauth.password_change, name="account_change_password"),
    path("password/set/", views.set_password, name="account_set_password"),
    path("password/reset/", allauth.password_reset, name="account_reset_password"),
    path("password/reset/done/", allauth.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        atomic(allauth.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path("data/", views.data, name="account_data"),
    path("delete/", views.delete, name="account_delete"),
]
