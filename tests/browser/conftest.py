"""A browser on the real site: gunicorn on the test database, Debian's Chromium."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

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
PATIENCE = 120_000
"""Milliseconds that a page may take: how long it does says something of the machine, and of what else runs on it."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    if not CHROMIUM.exists():
        pytest.skip(f"Debian's Chromium is not installed: there is no {CHROMIUM}")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright's event loop runs in this thread; Django would refuse it the database.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        expect.set_options(timeout=PATIENCE)
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site_url(children_use_test_database: None) -> Iterator[str]:
    """The address of a running site."""
    with socket.create_server(("127.0.0.1", 0)) as listener, run.web(listener):
        yield f"http://localhost:{listener.getsockname()[1]}"


@pytest.fixture
def new_tab(browser: Browser, site_url: str, transactional_db: None) -> Iterator[Callable[..., Page]]:
    """Opens an empty tab with no cookies, in a browser with the options of `Browser.new_context`."""
    with ExitStack() as opened:

        def open_tab(**options: Any) -> Page:
            context = browser.new_context(base_url=site_url, **options)
            opened.callback(context.close)
            context.set_default_timeout(PATIENCE)
            return context.new_page()

        yield open_tab


@pytest.fixture
def page(new_tab: Callable[..., Page]) -> Page:
    """An empty tab with no cookies; `page.goto("/practice/")` goes to the site."""
    return new_tab()
