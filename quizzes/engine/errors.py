"""What can be wrong with a document, said once and at its place.

What is said is an English sentence with named values, so that it can be said in another language too:
`quizzes.wording.errors` does that, and `trainer.catalogues` finds the sentences where they are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or a part of one: `template` is English, with a place such as `%(name)s` for each of its values.

    A value is a number or a text, or a part of the sentence that has values of its own.
    """

    template: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        return self.template % {name: str(value) for name, value in self.values.items()}


class DocumentError(ValueError):
    """A document that can't be used. `where` is a key path such as `actions[2]` or `seats[1].cards`.

    `sentence` says what is wrong, and `message` says it in English.
    """

    def __init__(self, where: str, said: str | Sentence, /, **values: object) -> None:
        self.where = writable(where)
        self.sentence = said if isinstance(said, Sentence) else Sentence(said, values)
        self.message = writable(str(self.sentence))
        super().__init__(f"{self.where}: {self.message}")

    def at(self, where: str) -> DocumentError:
        """Return the same error at another place, such as one that names the file too."""
        return DocumentError(where, self.sentence)


def writable(text: str) -> str:
    """Return a text that can be written out whatever a document held: half characters as escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
