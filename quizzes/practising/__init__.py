"""The ways to practise: what is asked next and why, runs, placement, shared spots, and where a learner stands."""

from __future__ import annotations
