"""Search: words as they stand and pairs of Chinese characters, in every language, the reader's own first. Once that has
them anywhere, what there is in it is not told in another.

PostgreSQL's `simple` configuration takes words as they are, so all that is particular to a language is done here, the
same way for what is kept and for what is asked: full-width forms and capitals are evened out, and a run of Chinese
characters becomes each of its pairs, since it has no spaces. A run's last character stands alone as well: so a single
character is found as the beginning of a pair or at the end of a run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from django.contrib.postgres.search import SearchQuery, SearchRank
from django.db.models import Case, Exists, F, OuterRef, Value, When
from django.urls import reverse
from django.utils import translation

from quizzes.models import Findable

LONGEST = 200
MOST_SHOWN = 40
LANGUAGES_AT_MOST = 4  # how often one thing can be among the rows: three languages and the glossary
PREFIX_FROM = 3  # letters: a shorter word is taken whole
EXCERPT = 180
GLOSSARY = "words"
"""The lesson that is the glossary."""

_CHINESE = "\u3400-\u9fff"
_LETTER = rf"[^\W_{_CHINESE}]"
_RUN = re.compile(rf"[{_CHINESE}]+|{_LETTER}+")
_NUMBER = re.compile(r"\b(\d+)-([a-z])\b")
"""A rule's number, such as 47-A, is one word."""

Piece = tuple[str, bool]
"""Part of an excerpt, and whether it is what was asked for."""


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that was found. `language` is that of its text, "" where that is the reader's own or no matter."""

    about: str
    title: str
    excerpt: tuple[Piece, ...]
    address: str
    language: str


@dataclass(frozen=True, slots=True)
class Results:
    """What was found, the best first. `partly`: nothing has all the words, and these have some of them."""

    found: tuple[Found, ...] = ()
    more: bool = False
    partly: bool = False


def tokens(text: str) -> Iterator[str]:
    """Yield what a text is found by: words, and of Chinese each pair of characters and each run's last one."""
    for run in _runs(text):
        if _is_chinese(run):
            yield from (run[place : place + 2] for place in range(len(run)))
        else:
            yield run
            if run[:-1].isdecimal() and run[-1].isalpha():
                yield run[:-1]  # whoever asks for 47 is shown 47-A


def results(asked: str, language: str) -> Results:
    """Return what fits what was asked, as a reader of this language gets it. At most two queries."""
    terms = list(dict.fromkeys(term for run in _runs(asked[:LONGEST]) for term in _terms(run)))
    if not terms:
        return Results()
    rows = _rows(" & ".join(terms), language)
    partly = not rows and len(terms) > 1
    if partly:
        rows = _rows(" | ".join(terms), language)
    best = list(_once(rows, language))
    marked = _marked(_runs(asked[:LONGEST]))
    shown = tuple(_found(row, language, marked) for row in best[:MOST_SHOWN])
    return Results(shown, len(best) > MOST_SHOWN, partly)


def _once(rows: Sequence[Findable], language: str) -> Iterator[Findable]:
    """Yield rows, the best of each thing: of a mistake that has one name in several skills it is one of these."""
    in_own = any(row.language == language for row in rows)
    known: set[tuple[str, str]] = set()
    for row in rows:
        things = {(row.about, row.name)}
        if row.about == Findable.About.MISTAKE:
            things.add((row.name.partition("/")[2], row.title))
        elsewhere = in_own and row.language not in ("", language) and row.in_own  # type: ignore[attr-defined]  # by _rows
        if not elsewhere and things.isdisjoint(known):
            yield row
            known |= things


def _runs(text: str) -> list[str]:
    return _RUN.findall(_NUMBER.sub(r"\1\2", normalize("NFKC", text).casefold()))


def _is_chinese(run: str) -> bool:
    return "\u3400" <= run[0] <= "\u9fff"


def _terms(run: str) -> Iterator[str]:
    """Yield a run as parts of a query: a word as a beginning, so that "raise" finds "raises"; Chinese as its pairs."""
    if _is_chinese(run):
        pairs = [run[place : place + 2] for place in range(len(run) - 1)]
        yield from (f"'{pair}'" for pair in pairs) if pairs else (f"'{run}':*",)
    else:
        yield f"'{run}':*" if len(run) >= PREFIX_FROM else f"'{run}'"


def _rows(query: str, language: str) -> list[Findable]:
    search = SearchQuery(query, config="simple", search_type="raw")
    own = Case(When(language__in=(language, ""), then=0), default=1)
    # 1 divides by the length, as a logarithm: a long lesson that has the word often is no better than a rule about it.
    rank = SearchRank(F("vector"), search, normalization=Value(1))
    same = Findable.objects.filter(about=OuterRef("about"), name=OuterRef("name"), language=language)
    found = Findable.objects.filter(vector=search).annotate(own=own, rank=rank, in_own=Exists(same))
    rows = found.order_by("own", "-rank", "name")
    return list(rows.defer("vector", "title_words", "words")[: (MOST_SHOWN + 1) * LANGUAGES_AT_MOST])


def _marked(runs: Iterable[str]) -> re.Pattern[str]:
    """Return what is marked in an excerpt: what was asked for, at the beginning of words, the longest first."""
    ways = []
    for run in sorted(set(runs), key=len, reverse=True):
        number = re.sub(r"^(\d+)([a-z])$", r"\1-?\2", run)
        end = "" if len(run) >= PREFIX_FROM else rf"(?!{_LETTER})"
        ways.append(re.escape(run) if _is_chinese(run) else rf"(?<!{_LETTER}){number}{end}")
    return re.compile("|".join(ways), re.IGNORECASE)


def _found(row: Findable, language: str, marked: re.Pattern[str]) -> Found:
    foreign = row.language if row.language not in ("", language) else ""
    with translation.override(foreign or language):  # a page in the language in which it was found
        there = address(row)
    return Found(str(row.get_about_display()), row.title, tuple(_excerpt(row.text, marked)), there, foreign)


def address(row: Findable) -> str:
    """Return the page on which something stands."""
    match row.about:
        case Findable.About.RULE:
            return f"{reverse('quizzes:rule_book')}#{row.name}"
        case Findable.About.MISTAKE:
            return reverse("quizzes:mistake", args=row.name.split("/"))
        case Findable.About.TOGGLE:
            return reverse("quizzes:toggle", args=[row.name])
        case Findable.About.WORD:
            return reverse("quizzes:lesson", args=[GLOSSARY])
        case _:
            return reverse("quizzes:lesson", args=[row.name])


def _excerpt(text: str, marked: re.Pattern[str]) -> Iterator[Piece]:
    """Yield the text around the first of what was asked for, cut at spaces where there are any."""
    first = marked.search(text)
    start = max(0, first.start() - EXCERPT // 3) if first else 0
    begin = start and max(text.find(" ", start, first.start() if first else None) + 1, start)
    end = begin + EXCERPT
    last = len(text) if end >= len(text) else max(text.rfind(" ", begin + EXCERPT // 2, end), begin + EXCERPT // 2)
    shown = f"{'… ' if begin else ''}{text[begin:last].strip()}{' …' if last < len(text) else ''}"
    place = 0
    for match in marked.finditer(shown):
        yield shown[place : match.start()], False
        yield match[0], True
        place = match.end()
    yield shown[place:], False
