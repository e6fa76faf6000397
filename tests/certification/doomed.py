"""The site for gunicorn, in which a request can have its own process killed before it is answered.

`X-Die: answering` kills once the site has made its answer and nothing of it is sent, `X-Die: printing` while a
certificate is made.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable
from typing import Any
from unittest.mock import patch

from trainer.wsgi import application as site

HEADER = "X-Die"
ANSWERING, PRINTING = "answering", "printing"

INTO_IT = 0.005
"""Seconds into the making of a certificate, which takes several times as long."""


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer as the site does, unless the request is the process's last one."""
    when = environ.get("HTTP_X_DIE", "")
    if when == PRINTING:
        print_dying()
    response: Iterable[bytes] = site(environ, start_response)
    if when == ANSWERING:
        os.kill(os.getpid(), signal.SIGKILL)
    return response


def print_dying() -> None:
    """Have the next certificate of this process be its end. The alarm is the kernel's, and nothing handles it."""
    from trainer.certification import pdf  # it needs the models

    def compiled(*given: Any, **how: Any) -> bytes:
        signal.setitimer(signal.ITIMER_REAL, INTO_IT)
        return whole(*given, **how)

    whole = pdf.compiled
    patch.object(pdf, "compiled", compiled).start()
