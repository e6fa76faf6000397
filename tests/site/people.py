"""Browsers that sign up, sign in and practise, for the tests of accounts, classes and progress."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.test import Client
from django.utils import timezone

from quizzes import pools
from quizzes.kinds import KINDS
from quizzes.models import Bucket, Drill
from quizzes.tokens import read_token
from tests.site.stand_ins import make_bucket, opening_bets, store
from trainer.accounts.models import User

PASSWORD = "seat-open-7"  # long enough, not only digits, not a usual one


def deal() -> Bucket:
    """A first generation of minimum raises of level 1, so that practice asks spots that are there."""
    bucket = make_bucket()
    store(bucket, opening_bets(pools.GENERATION))
    return bucket


def question(client: Client) -> str:
    """The token of the question that a browser is shown."""
    page = client.get("/practice/", {"kind": "min_raise", "level": "1"}).content.decode()
    found = re.search(r'name="token" value="([^"]+)"', page)
    assert found, page
    return found[1]


def practise(client: Client, verdicts: Sequence[bool]) -> None:
    """Answer a question for each verdict: right where it is True, else twice the bet and nothing that fits it."""
    for right in verdicts:
        token = question(client)
        response = client.post("/practice/answer", {"token": token, **_fields(token, right)})
        assert response.status_code == 200, response.content.decode()


def _fields(token: str, right: bool) -> Mapping[str, Any]:
    document = Drill.objects.get(pk=read_token(token, timezone.now()).drill).spot("tda")
    examples = KINDS["min_raise"].examples(document)
    return examples.right[0] if right else {"raise_to": "1", "raise_by": "1", "adds": "1"}


def sign_up(client: Client, name: str = "Ann", **changes: str) -> Any:
    """Send the form of the sign-up, and return the response."""
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD, **changes}
    return client.post("/account/signup/", form)


def sign_in(client: Client, login: str = "Ann", password: str = PASSWORD, **extra: Any) -> Any:
    """Send the form of the sign-in, and return the response."""
    return client.post("/account/login/", {"login": login, "password": password}, **extra)


def person(name: str = "Ann", **fields: Any) -> User:
    """An account with the usual password."""
    return User.objects.create_user(name, password=PASSWORD, **fields)


def browser_of(user: User) -> Client:
    """A browser that is signed in."""
    client = Client()
    client.force_login(user)
    return client


def who(client: Client) -> str | None:
    """The name of the account that a browser is signed in to, None for a visitor."""
    found = client.session.get("_auth_user_id")
    return User.objects.get(pk=found).username if found else None
