"""A page as a test reads it: its elements, what its answer form would send, and all that it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.http import HttpResponse
from django.test import Client
from django.test.html import Element, parse_html
from django.utils import timezone

from quizzes.engine.document import Document
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds import KINDS, second
from quizzes.kinds.base import Kind, Raw, Variant
from quizzes.models import Drill
from quizzes.practising.asking import Choice
from quizzes.tokens import read_token
from quizzes.wording.kinds import words_of

FIELDS_OF_THE_SITE = {"csrfmiddlewaretoken", "token", "kind", "level", "ruleset", "game", "mistake", "sure"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the responses by which its kind tests itself."""

    kind: Kind
    document: Document

    @property
    def right(self) -> Raw:
        """A response that is right in every part."""
        return self.kind.examples(self.document).right[0]

    @property
    def wrong(self) -> Raw:
        """A response that is wrong in some part."""
        return self.kind.examples(self.document).wrong[0]

    @property
    def right_values(self) -> list[str]:
        """The right answer field by field, in words, by the second computation."""
        answer = second.solve(self.document)
        values = self.kind.values(self.document, answer, answer)
        return [words_of(self.kind.id).value(name, value) for name, value in values.items()]


def question_of(token: str) -> Asked:
    """The question that a token was made for: the page that carries it holds no answer."""
    shown = read_token(token, timezone.now())
    drill = Drill.objects.select_related("bucket").get(pk=shown.drill)
    return Asked(KINDS[drill.bucket.kind], drill.spot(shown.ruleset))


def asked(page: str) -> Asked:
    """The question that a page shows."""
    return question_of(sent(page)["token"][0])


def drill_of(kind: str, level: int = 3, seed: int = 1) -> Document:
    """A spot of a kind, always the same for the same seed: in hold'em and by TDA where the kind is asked so."""
    asked = usual(KINDS[kind], level)
    return KINDS[kind].generate(Random(f"{kind} {level} {seed}"), asked.level, ruleset(asked.house), asked.variant)


class Usual(NamedTuple):
    """What practice asks of a kind when a level is chosen and nothing else."""

    variant: Variant
    level: int
    house: str


def usual(kind: Kind, level: int) -> Usual:
    """What practice asks of a kind on a level, or the nearest that it has."""
    house = next(id for id in RULESET_IDS if kind.asked_by(ruleset(id)))
    return Usual(Choice().variants(kind)[0], min(kind.levels, key=lambda one: (abs(one - level), one)), house)


@lru_cache(maxsize=8)
def tree(page: str) -> Element:
    """A page as a tree. Raises where a tag is not closed."""
    return parse_html(page)


def elements(page: str | Element, *names: str) -> Iterator[Element]:
    """The elements of a page or of one of its parts, all or those of these names, in the page's order."""
    for found in _every(page) if isinstance(page, str) else _within(page):
        if not names or found.name in names:
            yield found


@lru_cache(maxsize=8)
def _every(page: str) -> Sequence[Element]:
    return list(_within(tree(page)))


def _within(part: Element) -> Iterator[Element]:
    waiting = [part]
    while waiting:
        found = waiting.pop()
        yield found
        waiting += [child for child in reversed(found.children) if isinstance(child, Element)]


@lru_cache(maxsize=8)
def _by_class(page: str) -> Mapping[str, Sequence[Element]]:
    found: dict[str, list[Element]] = {}
    for element in _every(page):
        for name in set((attribute(element, "class") or "").split()):
            found.setdefault(name, []).append(element)
    return found


def attribute(element: Element, name: str) -> str | None:
    """An element's attribute, "" where it has no value, None where it is not there."""
    return next((value or "" for key, value in element.attributes if key == name), None)


def with_attribute(page: str | Element, name: str, value: str) -> list[Element]:
    """The elements whose attribute is just this."""
    return [element for element in elements(page) if attribute(element, name) == value]


def with_class(page: str | Element, name: str) -> list[Element]:
    """The elements of a class."""
    if isinstance(page, str):
        return list(_by_class(page).get(name, ()))
    return [element for element in elements(page) if name in (attribute(element, "class") or "").split()]


def text(element: Element) -> str:
    """What an element says, with one space between its parts."""
    parts = (text(child) if isinstance(child, Element) else child for child in element.children)
    return " ".join(" ".join(parts).split())


def landmarks(page: str | Element, within: str | Element | None = None) -> list[str]:
    """The names of the regions and navigations of a page, or of a part `within` one, in its order. A section without a
    name is no region (HTML-AAM 1.0).
    """
    ids = {attribute(element, "id"): element for element in elements(page if within is None else within)}
    found = []
    for element in elements(page):
        named = (attribute(element, "aria-labelledby") or "").split()
        name = " ".join(text(ids[id]) for id in named) or attribute(element, "aria-label") or ""
        role = attribute(element, "role") or element.name
        if role in ("nav", "aside", "region") or (role == "section" and name):
            found.append(f"{'region' if role == 'section' else role}: {name}")
    return found


def form(page: str | Element) -> Element:
    """The form that takes the answer."""
    return with_class(page, "spot-answer")[0]


def sent(page: str | Element) -> dict[str, list[str]]:
    """What the answer form would send as it stands, fields without anything left out."""
    return filled_in(form(page))


def filled_in(part: Element) -> dict[str, list[str]]:
    """What the fields of a part of a page would send as they stand, those without anything left out."""
    fields: dict[str, list[str]] = {}
    for field in elements(part, "input", "select", "textarea"):
        name, kind = attribute(field, "name"), attribute(field, "type")
        values = [text(field) if field.name == "textarea" else attribute(field, "value") or ""]
        if field.name == "select":
            options = list(elements(field, "option"))
            chosen = [option for option in options if attribute(option, "selected") is not None] or options[:1]
            values = [attribute(option, "value") or "" for option in chosen]
        elif kind in ("checkbox", "radio") and attribute(field, "checked") is None:
            values = []
        for value in values:
            if name and value:
                fields.setdefault(name, []).append(value)
    return fields


def names_of_fields(page: str | Element) -> set[str]:
    """The names of the fields that take the answer."""
    fields = elements(form(page), "input", "select", "textarea")
    return {attribute(field, "name") or "" for field in fields} - FIELDS_OF_THE_SITE


def offered(page: str | Element) -> dict[str, set[str]]:
    """What the choices of the answer form offer, by the names of their fields."""
    choices: dict[str, set[str]] = {}
    for field in elements(form(page), "input", "select"):
        if field.name == "select" or attribute(field, "type") in ("checkbox", "radio"):
            values = elements(field, "option") if field.name == "select" else [field]
            found = choices.setdefault(attribute(field, "name") or "", set())
            found.update(attribute(value, "value") or "" for value in values)
    return choices


def ask(client: Client, **choice: Any) -> str:
    """Have a browser shown the practice page and return it."""
    response = client.get("/practice/", choice)
    assert response.status_code == 200
    return response.content.decode()


def answer(client: Client, page: str, raw: Raw, *, htmx: bool = False) -> HttpResponse:
    """Send a response with what the page's form carries beside it, by htmx or as a plain form."""
    carried = {name: values for name, values in sent(page).items() if name in FIELDS_OF_THE_SITE}
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post("/practice/answer", {**carried, **raw}, headers=headers)  # type: ignore[return-value]  # the test client's own response


Spoil = Callable[[str], str]
"""Makes another token of a token."""


def links(page: str) -> set[str]:
    """The addresses on this site that a page leads to, without their fragments."""
    targets = {attribute(link, "href") or "" for link in elements(page, "a")}
    return {target.partition("#")[0] for target in targets if not urlsplit(target).netloc and target[:1] == "/"}
