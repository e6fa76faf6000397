"""Hand histories in: recorded hands out of files, and each of them as a document without anybody's name.

Each format's module reads one hand to a `RecordedHand`; `files` tells the formats and the hands of a file apart.
"""
