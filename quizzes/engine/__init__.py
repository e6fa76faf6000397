"""Poker, and nothing else: no Django, no I/O but the rulesets' own files, no randomness of its own."""
