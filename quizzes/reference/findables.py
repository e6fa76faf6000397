"""What search can find, put together: from the code and its catalogues, and from the lessons as they are stored."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from django.conf import settings
from django.db import transaction
from django.utils import translation

from quizzes.engine.rulesets import RULES, TOGGLES
from quizzes.kinds import KINDS
from quizzes.models import Findable, LessonVersion
from quizzes.reference.book import place_text
from quizzes.reference.search import GLOSSARY, tokens
from quizzes.wording import mistake_pages
from quizzes.wording.kinds import kind_name
from quizzes.wording.mistakes import mistake_name
from quizzes.wording.numbers import named, sentences
from quizzes.wording.rules import cite_text, rule_text
from quizzes.wording.toggles import players, toggle_name, toggle_question, value_text, value_words

About = Findable.About

_FRONT = re.compile(r"\A\+\+\+.*?^\+\+\+$", re.DOTALL | re.MULTILINE)
_FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_CITED = re.compile(r"\{rule ([a-z0-9-]+)\}")
_BRACES = re.compile(r"\{[^{}\n]*\}")
_MARKS = re.compile(r"[*`]|[(（]\s*[)）]")
_SIGNS = re.compile(r"\[([^\]]*)\]\([^)]*\)|^[#>\s-]+|\||-{3,}", re.MULTILINE)
_ROW = re.compile(r"^\|(.+)\|\s*$", re.MULTILINE)


@transaction.atomic
def rebuild() -> int:
    """Put together anew all that search finds, and return how many entries there are. The old ones serve until then."""
    entries = [*_of_the_code(), *_of_the_lessons()]
    Findable.objects.all().delete()
    Findable.objects.bulk_create(entries, batch_size=500)
    return len(entries)


def keep(row: LessonVersion) -> None:
    """Have search find a lesson as this version has it; of the English glossary its terms too."""
    entries = list(_lesson(row))
    slug, language = row.lesson.slug, row.language
    Findable.objects.filter(about=About.LESSON, name=slug, language=language).delete()
    if (slug, language) == (GLOSSARY, "en"):
        Findable.objects.filter(about=About.WORD).delete()
    Findable.objects.bulk_create(entries)


def _entry(
    about: str, name: str, language: str, title: str, text: str, *, more: str = "", rules: Sequence[str] = ()
) -> Findable:
    """Return an entry; `more` is found too and not shown."""
    return Findable(
        about=about,
        name=name[:120],
        language=language,
        title=title[:300],
        text=text,
        rules=list(rules),
        title_words=" ".join(tokens(title)),
        words=" ".join(tokens(f"{text} {more}")),
    )


def _of_the_code() -> Iterator[Findable]:
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            yield from _rules(language)
            yield from _toggles(language)
            yield from _mistakes(language)


def _rules(language: str) -> Iterator[Findable]:
    for id in RULES:
        yield _entry(About.RULE, id, language, place_text(id), rule_text(id), more=cite_text(id))


def _toggles(language: str) -> Iterator[Findable]:
    for name, toggle in TOGGLES.items():
        parts = [toggle_question(name)]
        for value in toggle.rules:
            parts += [value_words(name, value), value_text(name, value), *players(name, value)]
        yield _entry(About.TOGGLE, name, language, toggle_name(name), " ".join(parts))


def _mistakes(language: str) -> Iterator[Findable]:
    for kind in KINDS.values():
        for trap in kind.misconceptions:
            said = sentences([mistake_pages.what(trap.id), mistake_pages.why(trap.id)])
            text = named(kind_name(kind.id), said)
            yield _entry(About.MISTAKE, f"{kind.id}/{trap.id}", language, mistake_name(kind.id, trap.id), text)


def _of_the_lessons() -> Iterator[Findable]:
    rows = LessonVersion.objects.select_related("lesson").order_by("lesson_id", "language", "-number")
    for row in rows.distinct("lesson_id", "language"):
        yield from _lesson(row)


def _lesson(row: LessonVersion) -> Iterator[Findable]:
    slug, body = row.lesson.slug, _FENCE.sub(" ", _FRONT.sub("", row.source))
    terms = glossary(body) if slug == GLOSSARY else []  # each is found by itself
    text = f"{row.summary} {prose(_ROW.sub('', body) if terms else body)}"
    cited = sorted(set(_CITED.findall(body)))
    yield _entry(About.LESSON, slug, row.language, row.title, text, rules=cited)
    if row.language == "en":
        yield from (_entry(About.WORD, term[0], "", " · ".join(dict.fromkeys(term)), "") for term in terms)


def prose(body: str) -> str:
    """Return a lesson's Markdown as plain text: without marks, and with "…" for what is looked up when it is shown."""
    plain = _MARKS.sub("", _BRACES.sub("…", _CITED.sub("", body)))
    return " ".join(_SIGNS.sub(lambda match: match[1] or " ", plain).split())


def glossary(body: str) -> list[tuple[str, ...]]:
    """Return the rows of the tables with a column a language: a term in English, Malay and Chinese, each once."""
    rows = [tuple(cell.strip() for cell in row.split("|")) for row in _ROW.findall(body)]
    heads = {place - 1 for place, row in enumerate(rows) if set("".join(row)) <= set("-: ")}
    terms = [row for place, row in enumerate(rows) if len(row) == 3 and place not in heads and place - 1 not in heads]
    return list({row[0]: row for row in terms}.values())
