"""What search finds: rules, lessons, terms, mistakes and the points of houses, each in each language."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector, SearchVectorField
from django.db import models
from django.utils.translation import gettext_lazy as _


class Findable(models.Model):
    """One thing that has an address, as it reads in one language; a term of the glossary, whose language is "", in all.

    `about` says what it is and `name` which one. `title_words` and `words` are what it is found by: words with spaces
    between them, of Chinese each pair of characters, as `quizzes.reference.search.tokens` makes them. `rules` are the
    ids of the rules that a lesson cites.
    """

    class About(models.TextChoices):
        LESSON = "lesson", _("Lesson")
        WORD = "word", _("Word")
        RULE = "rule", _("Rule")
        TOGGLE = "toggle", _("Houses differ")
        MISTAKE = "mistake", _("Mistake")

    about = models.CharField(_("about"), max_length=10, choices=About)
    name = models.CharField(_("name"), max_length=120)
    language = models.CharField(_("language"), max_length=10, blank=True)
    title = models.CharField(_("title"), max_length=300)
    text = models.TextField(_("text"))
    rules = models.JSONField(_("rules that it cites"), default=list)
    title_words = models.TextField(_("words of the title"))
    words = models.TextField(_("words of the text"))
    vector = models.GeneratedField(
        expression=SearchVector("title_words", config="simple", weight="A")
        + SearchVector("words", config="simple", weight="C"),
        output_field=SearchVectorField(),
        db_persist=True,
        verbose_name=_("index"),
    )

    class Meta:
        verbose_name = _("search entry")
        verbose_name_plural = _("search entries")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["about", "name", "language"], name="findable_once"),
        ]
        indexes: ClassVar = [GinIndex(fields=["vector"], name="findable_vector")]

    def __str__(self) -> str:
        return f"{self.about} {self.name} {self.language}".strip()
