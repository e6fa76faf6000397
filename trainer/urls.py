"""The addresses of the whole site."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from trainer import languages
from trainer.certification.urls import fixed_patterns
from trainer.classrooms.urls import join_patterns
from trainer.classrooms.views import phones
from trainer.mail import mail_page

# Whoever signs in to the admin does so on the site's own page, with its limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth asks

handler400 = "trainer.operation.errors.bad_request"
handler500 = "trainer.operation.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("language", languages.choose, name="set_language"),
    path("", include(fixed_patterns)),
    *i18n_patterns(
        path("", include("quizzes.urls")),
        path("account/", include("trainer.accounts.urls")),
        path("classes/", include("trainer.classrooms.urls")),
        path("wall/", phones.walls, name="walls"),
        path("wall/<slug:code>/", phones.wall, name="wall"),
        path("join/", include(join_patterns)),
        path("", include("trainer.certification.urls")),
        path("admin/", admin.site.urls),
        prefix_default_language=False,
    ),
]
if settings.MAIL_FOLDER:
    urlpatterns.append(path("mail/", mail_page, name="mail"))
