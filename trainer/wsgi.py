"""What a web server calls: `gunicorn --config trainer/gunicorn.py trainer.wsgi`."""

from __future__ import annotations

import os

import django
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")


class Request(WSGIRequest):
    """A request that lets go of all it holds once its response is closed.

    Its user, its messages and what htmx sent point back at it: such a circle waits for the garbage collector, with the
    session, the form and the page's drill in it, and finding these again is a tenth of what an answer costs.
    """

    def close(self) -> None:
        super().close()
        vars(self).clear()


class Handler(WSGIHandler):
    """Django's handler, with requests that let go."""

    request_class = Request


django.setup(set_prefix=False)
application = Handler()
