"""The table tools: each builds a scenario document from what was typed and asks the engine.

Nothing is computed beside it. One module a tool; `TOOLS` holds them by the names in their addresses.
"""

from __future__ import annotations

from collections.abc import Mapping

from quizzes.tools import chip_ruling, hand_reader, house_compare, minimum_raise, pot_limit, side_pots
from quizzes.tools.base import Tool

TOOLS: Mapping[str, Tool] = {
    module.TOOL.slug: module.TOOL
    for module in (side_pots, minimum_raise, pot_limit, hand_reader, house_compare, chip_ruling)
}
