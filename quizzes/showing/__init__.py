"""How a spot, a question about it and what is told afterwards are put together for a page."""

from __future__ import annotations
