"""Scenarios as people write them: drafts, what is found out about them, their review, and publishing.

`drafts` and `publishing` hold the acts, each in one transaction; `written` reads and prints a document's text,
`findings` says all that is found out about it, and the other modules make the editor's parts from it.
"""
