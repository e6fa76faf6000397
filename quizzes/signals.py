"""What the quizzes tell to whoever listens, without knowing who that is."""

from __future__ import annotations

from django.dispatch import Signal

answered = Signal()
"""An attempt was stored, which a token sent twice does once; with `kind`, the kind's id, and `verdict`: "right", "part"
or "wrong"."""

regraded = Signal()
"""A regrade is done; with `regrade`, the row. Sent in the transaction that ends it."""
