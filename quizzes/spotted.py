"""The spots that people type into tools, the API and the editor, for other apps that want to hear of them."""

from __future__ import annotations

from collections.abc import Callable

from quizzes.engine.document import Document

LISTENERS: list[Callable[[Document, str], None]] = []
"""What other apps do with a spot that somebody typed, and the place where: "tool", "api" or "editor"."""


def tell(document: Document, where: str) -> None:
    """Tell whoever wants to know that somebody typed a spot."""
    for listener in LISTENERS:
        listener(document, where)
