"""From a document to the tool that has fields for it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from django.urls import reverse

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.tools import chip_ruling, hand_reader, minimum_raise, pot_limit, side_pots
from quizzes.tools.base import NoForm, Tool, Typed

_TOOLS: Mapping[str, Tool] = {
    "side_pots": side_pots.TOOL,
    "awards": side_pots.TOOL,
    "min_raise": minimum_raise.TOOL,
    "legal_actions": minimum_raise.TOOL,
    "pot_limit": pot_limit.TOOL,
    "read_hand": hand_reader.TOOL,
    "winner": hand_reader.TOOL,
    "ranking": hand_reader.TOOL,
    "chip_ruling": chip_ruling.TOOL,
}


def in_a_tool(document: Document) -> tuple[str, str] | None:
    """Return the name of the tool that has fields for a document, and the address at which they hold it."""
    tool = _TOOLS.get(document.question.kind)
    filled = tool and _fields(tool, document)
    if not tool or not filled:
        return None
    return str(tool.name), f"{reverse('quizzes:tool', args=[tool.slug])}?{urlencode(filled)}"


def as_typed(document: Document) -> Document | None:
    """Return the document that its tool makes of what the fields hold of it; None where no tool has fields for it."""
    tool = _TOOLS.get(document.question.kind)
    filled = tool and _fields(tool, document)
    if not tool or not filled:
        return None
    try:
        return parse(tool.table(tool.read(filled), {}))
    except DocumentError:
        return None


def _fields(tool: Tool, document: Document) -> Typed | None:
    """Return the fields of a tool that are filled for a document, None where it has not all that are needed."""
    try:
        return {key: text for key, text in tool.typed(document).items() if text}
    except (NoForm, DocumentError):
        return None
