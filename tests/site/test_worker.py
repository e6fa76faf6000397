"""Tasks travel through a real broker to a real worker; the fixture is in conftest.py."""

from __future__ import annotations

import subprocess
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from trainer.accounts.tasks import forget_expired_sessions


@pytest.mark.django_db(transaction=True)
def test_a_worker_forgets_sessions_that_have_expired_and_keeps_the_others(
    celery_worker: subprocess.Popen[bytes],
) -> None:
    for key, age in (("expired", -1), ("current", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() + timedelta(days=age))
    forget_expired_sessions.apply_async(ignore_result=False).get(timeout=120)
    assert [session.session_key for session in Session.objects.all()] == ["current"]
