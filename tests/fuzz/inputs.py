"""What a fuzzer without a guide sends: bytes that were sound before something happened to them, and odd values."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

LONGEST = 3_000
CUTS = 6
"""So many things happen to a text at most."""

SIGNS: Sequence[bytes] = tuple(
    sign.encode("utf-8", "surrogatepass")
    for sign in (
        *("", "\0", "\n", "\r\n", "\t", " ", '"', "'", "\\", "[", "]", "{", "}", "[[", "=", ",", ";", ":", "#", "~"),
        *("%", "-1", "0", "9" * 30, "1e999", "NaN", "1.5", "true", "null", "é", "²", "١", "😀"),
        *("\u202e", "\ufeff", "\ud800", "\\u0000", "\\ud800", "[x]", "(", "<b>", "&#0;"),
        *("A", "all-in", "raises to", "-- flop", "(out of turn)", "As Kd"),
    )
)

ODD: Sequence[str] = (
    *("", " ", "0", "-1", "1", "2", "3", "7", "9" * 23, "9" * 5000, "1e309", "nan", "inf", "1.5", "1_000", "²", "١٢"),
    *("\0", "a\0b", "\ufffe", "\u202e", "😀", "é" * 300, "x" * 65_000, "\n\n", "<b>x</b>", "'\"", "%", "%(a)s"),
    *("{{ x }}", "[]", "{}", '{"a": 1}', "[1, 2]", "../../etc/passwd", "=1+1", "true", "None", "on", "en", "xx"),
    *("tda", "min_raise", "A", "A bets 100", "-- flop", "As Kd", "a,b;c", f"own-{'9' * 20}", f"house:{'9' * 20}"),
    *("2030-01-01", "2030-02-31T25:61", "0001-01-01", "9999-12-31T23:59", "00000000-0000-0000-0000-000000000000"),
)
"""What nobody types into a form, and some of what somebody does."""


@st.composite
def damaged(draw: st.DrawFn, sound: Sequence[bytes]) -> bytes:
    """One of the sound texts in which parts are taken out, written over or written twice; or bytes of no sense."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=200))
    text = draw(st.sampled_from(sound))[:LONGEST]
    for _ in range(draw(st.integers(1, CUTS))):
        first = draw(st.integers(0, len(text)))
        last = min(first + draw(st.integers(0, 12)), len(text))
        put = draw(st.one_of(st.sampled_from(SIGNS), st.binary(max_size=4), st.just(2 * text[first:last])))
        text = text[:first] + put + text[last:]
    return text
