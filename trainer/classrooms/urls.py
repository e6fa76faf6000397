"""The addresses of classes."""

from __future__ import annotations

from django.urls import path

from trainer.classrooms import views

urlpatterns = [
    path("", views.home, name="classes"),
    path("make", views.make, name="make_class"),
    path("join", views.join, name="join_class"),
    path("<int:pk>/", views.classroom, name="classroom"),
    path("<int:pk>/leave", views.leave, name="leave_class"),
]
