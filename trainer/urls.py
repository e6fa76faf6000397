"""The addresses of the whole site."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from trainer.mail import mail_page

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("quizzes.urls")),
    path("admin/", admin.site.urls),
]
if settings.MAIL_FOLDER:
    urlpatterns.append(path("mail/", mail_page, name="mail"))
