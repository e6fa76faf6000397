"""What can be wrong with a document, said once and at its place."""

from __future__ import annotations


class DocumentError(ValueError):
    """A document that can't be used. `where` is a key path such as `actions[2]` or `seats[1].cards`."""

    def __init__(self, where: str, message: str) -> None:
        self.where = _writable(where)
        self.message = _writable(message)
        super().__init__(f"{self.where}: {self.message}")


def _writable(text: str) -> str:
    """Return a text that can be written out whatever a document held: half characters as escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
