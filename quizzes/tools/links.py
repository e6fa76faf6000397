"""From a document to the tool that has fields for it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from django.urls import reverse

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.tools import chip_ruling, hand_reader, minimum_raise, pot_limit, side_pots
from quizzes.tools.base import NoForm, Tool

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
    if tool is None:
        return None
    try:
        typed = tool.typed(document)
    except (NoForm, DocumentError):
        return None
    filled = {key: text for key, text in typed.items() if text}
    return str(tool.name), f"{reverse('quizzes:tool', args=[tool.slug])}?{urlencode(filled)}"
