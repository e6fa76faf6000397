"""A browser on the real site: gunicorn on the test database, Debian's Chromium."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from trainer import run

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    if not CHROMIUM.exists():
        pytest.skip(f"Debian's Chromium is not installed: there is no {CHROMIUM}")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright's event loop runs in this thread; Django would refuse it the database.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site_url(children_use_test_database: None) -> Iterator[str]:
    """The address of a running site."""
    with socket.create_server(("127.0.0.1", 0)) as listener, run.web(listener):
        yield f"http://localhost:{listener.getsockname()[1]}"


@pytest.fixture
def page(browser: Browser, site_url: str, transactional_db: None) -> Iterator[Page]:
    """An empty tab with no cookies; `page.goto("/practice/")` goes to the site."""
    context = browser.new_context(base_url=site_url)
    yield context.new_page()
    context.close()
