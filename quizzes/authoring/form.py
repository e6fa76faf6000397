"""The editor's form: its fields with what stands in them, what is wrong with each, and what can be tapped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from quizzes import house_rules
from quizzes.authoring import choice, taps
from quizzes.authoring.deck import Deck, deck
from quizzes.authoring.fields import CONTROLS, FOUND, KEPT, ROW, beside
from quizzes.engine.fields import LANGUAGES
from quizzes.engine.games import GAMES
from quizzes.engine.questions import MOST_OPTIONS, QUESTION_KEYS, REASONS
from quizzes.engine.rulesets import RULESET_IDS
from quizzes.kinds.base import LEVELS
from quizzes.models import HouseRules
from quizzes.tools.base import Problems, Typed, names, place_of, rows
from quizzes.tools.fields import Entry, Fields, Pick
from quizzes.wording.games import LIMIT_NAMES, game_name, street_name
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name
from quizzes.wording.places import LANGUAGE_NAMES

_PLACES = (
    (r"game", "g"),
    (r"limit", "l"),
    (r"rules.*", "h"),
    (r"ante_by", "ab"),
    (r"bets(?:\[0\])?", "si"),
    (r"bets\[1\]", "bg"),
    (r"bring_in", "bi"),
    (r"straddle.*", "st"),
    (r"button", "d"),
    (r"street", "t"),
    (r"question\.player", "p"),
    (r"question\.rule", "rule"),
    (r"question\.(?:options|right).*", "options"),
    (r"question\.(street|reason|whose|found|control|gone).*", "q."),
    (r"question.*", "q"),
    (r"level", "lv"),
)


ABOUT_NOBODY = frozenset({
    "side_pots", "awards", "winner", "ranking", "nuts", "choice", "action_order", "next_button", "show_order",
})  # fmt: skip
"""The kinds that ask about no player: a text may name one all the same, who then sits at the bottom of the picture."""


@dataclass(frozen=True, slots=True)
class Words:
    """An author's words of one sort in each language, what holds where there are none, and how many lines they take."""

    label: str
    help: str
    entries: tuple[Entry, ...]
    lines: int


@dataclass(frozen=True, slots=True)
class Form:
    """The form.

    asked    the kind, the player, and what else the question holds
    table    what is played, by which rules, on which street, and with which blinds
    rows     a player a row, as the tools' forms have them
    beside   the keys of the document for which there is no field
    """

    asked: tuple[Entry | Pick, ...]
    table: tuple[Entry | Pick, ...]
    more: tuple[Entry | Pick, ...]
    rows: tuple[tuple[str, str, list[Entry]], ...]
    columns: tuple[str, ...]
    may_remove: bool
    board: Entry
    actions: Entry
    size: Entry
    turn: str
    taps: tuple[tuple[str, str], ...]
    deck: Deck
    words: tuple[Words, ...]
    options: tuple[choice.Option, ...]
    option_language: Pick
    may_add_option: bool
    rule: Entry
    problem_of_options: str
    beside: tuple[str, ...]

    def label(self, name: str) -> str:
        """Return how the field of a key is called, in a player's row with the player; "" where none can be seen."""
        for field in (*self.asked, *self.table, *self.more, self.board, self.actions):
            if field.name == name:
                return field.label
        for _row, player, entries in self.rows:
            for field in entries:
                if field.name == name:
                    return _("%(who)s: %(label)s") % {"who": player, "label": field.label}
        labels = {"options": _("Answers to choose from, with the reason of each"), "rule": self.rule.label}
        return labels.get(name, "") if self.options else ""


def place_in_form(where: str) -> str:
    """Return the key of the field that an error's key path names, "" for none."""
    for pattern, key in _PLACES:
        found = re.fullmatch(pattern, where)
        if found:
            return key + (found[1] if found.groups() else "")
    return place_of(where)


def form(table: Mapping[str, Any], typed: Typed, problems: Problems, viewer: int, usual: str) -> Form:
    """Return the form of a table for an author; `usual` is what a question of its kind asks where nobody words it."""
    fields = Fields(typed, problems)
    hand = taps.standing(table)
    players = names(typed, ROW)
    turn = hand.round.turn if hand is not None else None
    is_choice = typed.get("q") == "choice"
    return Form(
        asked=_asked(fields, typed, players),
        table=_table(fields, typed, viewer),
        more=_more(fields),
        rows=tuple((str(row), name, _row(fields, row)) for row, name in enumerate(players, 1)),
        columns=(_("Player"), _("Starting stack"), _("Cards")),
        may_remove=rows(typed, ROW) > 1,
        board=fields.text("b", _("Board")),
        actions=fields.text("a", _("What has happened")),
        size=fields.number("v", _("Another size: total")),
        turn=hand.name(turn) if hand is not None and turn is not None else "",
        taps=tuple(taps.offered(hand)) if hand is not None else (),
        deck=deck(typed),
        words=_words(fields, usual),
        options=choice.options(typed) if is_choice else (),
        option_language=fields.pick("ol", _("Options in"), LANGUAGE_NAMES.items()),
        may_add_option=choice.count(typed) < MOST_OPTIONS,
        rule=fields.text("rule", _("Rule"), _("misdeal, or TDA 2024 35-A")),
        problem_of_options=problems.get("options", ""),
        beside=beside(table),
    )


def _row(fields: Fields, row: int) -> list[Entry]:
    return [
        fields.text(f"n{row}", _("Player")),
        fields.number(f"s{row}", _("Starting stack")),
        fields.text(f"c{row}", _("Cards")),
    ]


def _asked(fields: Fields, typed: Typed, players: Iterable[str]) -> tuple[Entry | Pick, ...]:
    kind, everybody = typed.get("q", ""), [(name, name) for name in players]
    game = GAMES.get(typed.get("g", ""), GAMES["holdem"])
    extras = {
        "street": (_("Street asked about"), [(street, street_name(street)) for street in game.streets]),
        "reason": (_("Why chips are owed"), [(reason, _reason(reason)) for reason in REASONS]),
        "whose": (_("Whose hand"), everybody or [("", "–")]),
        "found": (_("Found"), list(zip(FOUND, (_("on the same street"), _("after the next card")), strict=True))),
        "control": (
            _("Typed as"),
            [("", _("all three numbers")), *zip(CONTROLS, (_("raise to"), _("raise by")), strict=True)],
        ),
    }
    found: list[Entry | Pick] = [
        fields.pick(
            "q", _("Question"), sorted(((id, kind_name(id)) for id in QUESTION_KEYS), key=lambda pair: pair[1])
        ),
    ]
    if kind not in ABOUT_NOBODY:
        found.append(fields.pick("p", _("Asked about"), [("", _("whose turn it is")), *everybody]))
    elif typed.get("p"):
        found.append(fields.pick("p", _("Asked about"), [("", _("nobody")), *everybody]))
    for key in QUESTION_KEYS.get(kind, ()):
        if key in extras:
            found.append(fields.pick(f"q.{key}", *extras[key]))
        elif key == "gone":
            found.append(fields.text("q.gone", _("Seats that left"), "B, C"))
    level = fields.pick(
        "lv", _("Level"), [("", _("by its structure")), *((str(level), str(level)) for level in LEVELS)]
    )
    return (*found, level)


def _reason(reason: str) -> str:
    return {
        "new": pgettext("why a player owes chips", "new at the table"),
        "missed-both": pgettext("why a player owes chips", "missed both blinds"),
        "missed-big": pgettext("why a player owes chips", "missed the big blind"),
        "missed-small": pgettext("why a player owes chips", "missed the small blind"),
        "short": pgettext("why a player owes chips", "too short for the blind"),
    }[reason]


def _table(fields: Fields, typed: Typed, viewer: int) -> tuple[Entry | Pick, ...]:
    game = GAMES.get(typed.get("g", ""), GAMES["holdem"])
    forced = [fields.number("sb", _("Small blind")), fields.number("bb", _("Big blind"))]
    if game.family == "stud":
        forced = [fields.number("bi", _("Bring-in"))]
    if typed.get("l") == "fixed-limit":
        forced += [fields.number("si", _("Small bet")), fields.number("bg", _("Big bet"))]
    return (
        fields.pick("g", _("Game"), ((id, game_name(id)) for id in GAMES)),
        fields.pick("l", _("Limit"), LIMIT_NAMES.items()),
        fields.pick("h", _("House rules"), _houses(typed, viewer)),
        fields.pick("t", _("The betting begins"), ((street, street_name(street)) for street in game.streets)),
        fields.button(ROW),
        *forced,
    )


def _houses(typed: Typed, viewer: int) -> list[tuple[str, str]]:
    """Return the shipped houses, the author's own, and the rules of the text where those are none of them."""
    shipped = [(id, house_name(house_rules.rules_of(id))) for id in RULESET_IDS]
    newest = HouseRules.objects.filter(owner=viewer, after=None).order_by("name")[:50]
    own = [(row.id_in_drills, f"{row.name} {row.number}") for row in newest]
    kept = [(KEPT, _("as the text has them"))] if typed.get("h") == KEPT else []
    return [*kept, *shipped, *own]


def _more(fields: Fields) -> tuple[Entry | Pick, ...]:
    by = (("all", _("each player")), ("big-blind", _("the big blind for all")))
    return (
        fields.number("an", _("Ante")),
        fields.pick("ab", _("Posted by"), by),
        fields.number("st", _("Straddle")),
        fields.number("m", _("Pot before this street")),
        fields.number("k", _("Smallest chip")),
    )


def _words(fields: Fields, usual: str) -> tuple[Words, ...]:
    """Return the title, the question and the note in each language."""
    asked = _("Where there is none, this is asked: %(question)s") % {"question": usual}
    sorts = (
        ("title", _("Title"), _("Where there is none, lists name it by its number."), 1),
        ("prompt", _("Question in your own words"), asked if usual else "", 3),
        ("note", _("Note, shown with the answer"), "", 3),
    )
    return tuple(
        Words(
            label,
            said,
            tuple(fields.text(f"{key}.{language}", LANGUAGE_NAMES[language]) for language in LANGUAGES),
            lines,
        )
        for key, label, said, lines in sorts
    )
