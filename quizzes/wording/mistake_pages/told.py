"""The form in which a misconception is told."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise

Message = str | Promise


class Told(NamedTuple):
    """A wrong method in a sentence, and why people do it in one to three.

    `rule` is the id of the rule that it breaks, "" where that is the one by which the missed part of an answer comes
    about.
    """

    what: Message
    why: Message
    rule: str = ""
