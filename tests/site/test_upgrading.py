"""What an upgrade leaves to processes that still serve the version before (trainer/deploy/README.md, "Upgrading")."""

from __future__ import annotations

import pytest
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.template.loader import get_template
from django.template.loaders.filesystem import Loader

from trainer import gunicorn
from trainer.local import ROOT


def test_a_process_that_serves_reads_no_template_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    django = engines["django"]
    assert isinstance(django, DjangoTemplates)
    for loader in django.engine.template_loaders:
        loader.reset()
    gunicorn.read_templates()
    monkeypatch.setattr(Loader, "get_contents", lambda _loader, origin: pytest.fail(f"{origin} is read"))
    folder = ROOT / "templates"
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*.*")]
    assert len(names) > 300
    for name in names:
        get_template(name)
