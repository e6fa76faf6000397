"""The addresses of the quizzes."""

from __future__ import annotations

from django.urls import path

from quizzes.views import pages, practice, progress

app_name = "quizzes"
urlpatterns = [
    path("", practice.home, name="home"),
    path("practice/", practice.practice, name="practice"),
    path("practice/answer", practice.answer, name="answer"),
    path("progress/", progress.progress, name="progress"),
    *(
        path(f"{name}/", pages.page, {"name": name}, name=name)
        for name in ("answers", "about", "privacy", "accessibility")
    ),
    path("contact/", pages.contact, name="contact"),
]
