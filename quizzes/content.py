"""What `manage.py load_content` brings in beside the lessons: other apps add their loaders."""

from __future__ import annotations

from collections.abc import Callable, Iterator


class ContentError(Exception):
    """A file of content that can't be loaded. It names the file."""


LOADERS: list[Callable[[], Iterator[str]]] = []
"""Each loads the files of an app, as often as one likes, and yields a line for everything that it changed. They raise
ContentError.
"""
