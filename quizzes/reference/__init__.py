"""The pages that one looks things up in: house rules, the book of rules, mistakes in pairs of spots, and search."""

from __future__ import annotations
