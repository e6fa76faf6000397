"""How drills do as questions: `formulas` says what is figured, `reading` out of which tries, `fairness` of variants."""

from __future__ import annotations
