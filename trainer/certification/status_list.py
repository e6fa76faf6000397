"""The published list of revoked certificates: one bit each (W3C Bitstring Status List 1.0).

Each certificate has a place in it for ever, drawn at random: a place says nothing of when it was issued, and so does
whoever asks for the whole list not say whose certificate it is about.
"""

from __future__ import annotations

import gzip
import secrets
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from trainer.certification.models import Certificate

SIZE = 131_072
"""Bits of a list, the least that the standard allows."""

_MULTIBASE = "u"
"""What stands before base64url without padding."""


class BadList(Exception):
    """A list that can't be read, or is too short for the place."""


def new_place() -> int:
    """Return a place that no certificate has, in a list that is at most half full: list and bit are its divmod."""
    number = Certificate.objects.count() // (SIZE // 2)
    while True:
        place = number * SIZE + secrets.randbelow(SIZE)
        if not Certificate.objects.filter(status_index=place).exists():
            return place


def encoded(number: int) -> str:
    """Return a list as it is published: 1 at the place of each certificate that is revoked or replaced."""
    bits = bytearray(SIZE // 8)
    places = Certificate.objects.filter(revoked_at__isnull=False, status_index__range=_range(number))
    for place in places.values_list("status_index", flat=True):
        byte, bit = divmod(place % SIZE, 8)
        bits[byte] |= 0x80 >> bit  # the first bit is the leftmost
    return _MULTIBASE + urlsafe_b64encode(gzip.compress(bytes(bits), mtime=0)).decode().rstrip("=")


def is_published(number: int) -> bool:
    """Return whether there is a list of that number: the first one always."""
    return number == 0 or Certificate.objects.filter(status_index__range=_range(number)).exists()


def is_set(text: str, index: int) -> bool:
    """Return the bit at a place of a list as it is published. Raises BadList."""
    try:
        packed = urlsafe_b64decode(text.removeprefix(_MULTIBASE) + "==")
        bits = zlib.decompressobj(wbits=31).decompress(packed, SIZE)  # never more, whatever was packed
        return index >= 0 and bool(bits[index // 8] & (0x80 >> index % 8))
    except (ValueError, IndexError, zlib.error) as error:
        raise BadList(str(error)) from error


def _range(number: int) -> tuple[int, int]:
    return number * SIZE, number * SIZE + SIZE - 1
