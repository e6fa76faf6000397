"""A candidate's browser as the site meets it: over real connections, which can break."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.test import Client

from quizzes.kinds.base import Raw
from tests.certification.doomed import HEADER
from tests.site.sitting import address_of
from trainer.accounts.models import User
from trainer.certification.models import Sitting

TOKEN = "a" * 32
"""Stands in the cookie and in the forms, as one that the site has made would."""

LOST = (ConnectionError, http.client.HTTPException, TimeoutError)
"""What a browser sees of a process that dies."""


class Reply(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def told(self) -> dict[str, Any]:
        """What a script is told."""
        found: dict[str, Any] = json.loads(self.body)
        return found


class Browser:
    """A browser that is signed in, with a connection of its own for each request."""

    def __init__(self, port: int, user: User) -> None:
        client = Client()
        client.force_login(user)
        self.port = port
        self.cookies = {"sessionid": client.cookies["sessionid"].value, "csrftoken": TOKEN}

    def get(self, address: str, die: str = "") -> Reply:
        """Ask for a page."""
        return self._ask("GET", address, None, {HEADER: die})

    def post(self, address: str, fields: Mapping[str, Any] | None = None, die: str = "", **headers: str) -> Reply:
        """Send a form."""
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **(fields or {})}, doseq=True)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", address, body, {**kind, HEADER: die, **headers})

    def save(self, sitting: Sitting, place: int, typed: Raw, number: int = 1, die: str = "") -> Reply:
        """Save an answer as the page's script does."""
        fields = {**typed, "device": sitting.device, "number": number}
        return self.post(address_of(sitting, place), fields, die, Accept="application/json")

    def hand_in(self, sitting: Sitting, die: str = "") -> Reply:
        """Hand a sitting in."""
        return self.post(f"/exams/sitting/{sitting.key}/submit", die=die)

    def _ask(self, method: str, address: str, body: str | None, headers: Mapping[str, str]) -> Reply:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        cookies = "; ".join(f"{name}={text}" for name, text in self.cookies.items())
        try:
            connection.request(method, address, body, {**headers, "Cookie": cookies, "Host": "localhost"})
            response = connection.getresponse()
            for line in response.headers.get_all("Set-Cookie", []):
                self.cookies |= {name: cookie.value for name, cookie in SimpleCookie(line).items()}
            return Reply(response.status, dict(response.headers), response.read())
        finally:
            connection.close()
