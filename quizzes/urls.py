"""The addresses of the quizzes."""

from __future__ import annotations

from django.urls import path

from quizzes.views import pages, practice, progress, replay, reports, rules, spot, worked

app_name = "quizzes"
urlpatterns = [
    path("", practice.home, name="home"),
    path("practice/", practice.practice, name="practice"),
    path("practice/answer", practice.answer, name="answer"),
    path("practice/summary/", practice.summary, name="summary"),
    path("spot/<slug:name>/", spot.spot, name="spot"),
    path("spot/<slug:name>/replay/<int:number>/", replay.moment, name="moment"),
    path("report/<slug:name>/", reports.report, name="report"),
    path("reports/", reports.reports, name="reports"),
    path("progress/", progress.progress, name="progress"),
    path("rules/", rules.side_by_side, name="rules"),
    path("rules/house/<slug:id>/", rules.house, name="house"),
    path("rules/<slug:name>/", rules.toggle, name="toggle"),
    *(
        path(f"{name}/", pages.page, {"name": name}, name=name)
        for name in ("answers", "about", "privacy", "accessibility")
    ),
    path("documents/", worked.documents, name="documents"),
    path("contact/", pages.contact, name="contact"),
]
