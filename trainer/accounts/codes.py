"""Personal codes: what a learner without an e-mail address comes back with instead of a password."""

from __future__ import annotations

import secrets

from django.utils.crypto import constant_time_compare, salted_hmac

SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that is taken for another when read aloud or off a board
LENGTH = 8


def random_signs(length: int) -> str:
    """Return so many signs that nobody can guess."""
    return "".join(secrets.choice(SIGNS) for _sign in range(length))


def make_code() -> str:
    """Return a personal code, one of 852 thousand millions, in two groups as people copy it."""
    signs = random_signs(LENGTH)
    return f"{signs[: LENGTH // 2]}-{signs[LENGTH // 2 :]}"


def plain(code: str) -> str:
    """Return a code as it is compared: in capitals, without spaces and dashes."""
    return "".join(sign for sign in code.upper() if sign.isalnum())


def hash_of(user_id: int, code: str) -> str:
    """Return what is kept of an account's code.

    A keyed hash and no slow one: a code is random, and a teacher prints those of a whole class at once.
    """
    return salted_hmac("trainer.accounts.codes", f"{user_id}/{plain(code)}", algorithm="sha256").hexdigest()


def fits(user_id: int, code: str, kept: str) -> bool:
    """Return whether a code is an account's, given what is kept of it; nothing fits an account without a code."""
    return bool(kept) and constant_time_compare(hash_of(user_id, code), kept)
