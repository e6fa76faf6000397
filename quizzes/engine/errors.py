"""What can be wrong with a document, said once and at its place."""

from __future__ import annotations


class DocumentError(ValueError):
    """A document that can't be used. `where` is a key path such as `actions[2]` or `seats[1].cards`."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}")
        self.where = where
        self.message = message
