"""A corrected key: what stored answers are worth by it, and what was counted of them."""

from __future__ import annotations
