"""Everything that is asked and graded."""

from __future__ import annotations
