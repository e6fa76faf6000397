"""Lessons: texts with documents in them, which the engine draws and works out wherever they are shown."""

from __future__ import annotations
