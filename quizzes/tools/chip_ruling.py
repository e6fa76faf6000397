"""Chip rulings: what a player is held to who said something, pushed chips in, or both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes import kinds
from quizzes.engine.document import Document, Question
from quizzes.engine.questions import MOST_CHIPS
from quizzes.kinds.base import read_or_note
from quizzes.tools import line
from quizzes.tools.base import NoForm, Problems, Table, Tool, Typed, names, of
from quizzes.tools.fields import Fields
from quizzes.tools.told import tell
from quizzes.wording.numbers import chips
from quizzes.wording.prompts import problem_text
from quizzes.wording.typed_actions import SAYINGS, declaration_in_notation

OWN = ("y", "ch", "bf", "pu")
PULLED = ("none", "some", "all")
COINS = (5, 25, 100, 500, 1000, 5000)

EXAMPLE = {
    **{"sb": "100", "bb": "200", "t": "flop", "d": "3", "a": "A bets 1200", "ch": "1000, 1000"},
    **{"n1": "A", "n2": "B", "n3": "C"},
}


def table(typed: Typed, problems: Problems) -> Table:
    """Build the question what the player to act is held to; motions are parted by strokes."""
    made = line.table(typed, problems, {"kind": "chip_ruling"})
    hand = line.standing(typed)
    players = names(typed, line.ROW)
    turn = hand.name(hand.round.turn) if hand is not None and hand.round.turn is not None else (*players, "")[0]
    motions = [_chips(part, "ch", problems) for part in typed.get("ch", "").split("/")]
    pushed: Table = {
        "player": turn,
        "said": declaration_in_notation(typed.get("y", "")),
        "pulled": of(typed, "pu", PULLED),
    }
    pushed |= {"motions": motions} if len(motions) > 1 else {"chips": motions[0]}
    before = _chips(typed.get("bf", ""), "bf", problems)
    return {**made, "pushed": pushed | ({"before": before} if before else {})}


def _chips(text: str, key: str, problems: Problems) -> list[int]:
    """Return chips one by one, "3x100" for three of a value; notes what is none, and "500,100", which is one or two."""
    found: list[int] = []
    for part in (part.strip(",") for part in re.split(r"[;\s+]+", text)):
        pieces = part.split(",")
        if re.fullmatch(r"\d{1,3}(,[1-9]\d\d)+", part):
            problems[key] = _("%(typed)s can be one chip or several: write a space after each chip.") % {"typed": part}
            return []
        for piece in [part] if part.endswith(",000") else pieces:
            found += _alike(piece, key, problems) if piece else []
    return found


def _alike(text: str, key: str, problems: Problems) -> list[int]:
    many, _times, one = text.lower().replace("×", "x").rpartition("x")
    noted: dict[str, str] = {}
    value = read_or_note(one, key, noted)
    if noted or (many and not re.fullmatch("[0-9]{1,3}", many)):
        problems[key] = problem_text(noted.get(key, "no-number"), one)
        return []
    return [value] * min(int(many or 1), MOST_CHIPS + 1)


def typed(document: Document) -> Typed:
    """Return the fields that make a chip ruling. Raises NoForm where it is not the turn of the player who acted."""
    pushed = document.pushed
    found = line.typed(replace(document, pushed=None, question=Question("legal_actions")))
    hand = line.standing(found)
    turn = None if hand is None else hand.round.turn
    if pushed is None or pushed.before == () or hand is None or turn is None or hand.name(turn) != pushed.player:
        raise NoForm
    motions = [", ".join(map(str, motion)) for motion in pushed.motions]
    before = ", ".join(map(str, pushed.before or ()))
    return {**found, "y": pushed.said, "ch": " / ".join(motions), "pu": pushed.pulled, "bf": before}


def change(typed: Typed, command: str, value: str) -> Typed:
    """Return what is typed after a tap: a chip more, the last chip less, or an action."""
    if command == "chip" and value in map(str, COINS):
        return {**typed, "ch": f"{typed['ch']}, {value}" if typed.get("ch", "").strip() else value}
    if command == "undo":
        return {**typed, "ch": typed.get("ch", "").rpartition(",")[0].strip()}
    return line.change(typed, command, value)


def form(typed: Typed, problems: Problems) -> Mapping[str, Any]:
    """Return the fields of the betting, and of what was said and pushed in."""
    fields = Fields(typed, problems)
    pulled = (("none", _("none of them")), ("some", _("some of them")), ("all", _("all of them")))
    return {
        **line.form(typed, problems),
        "said": fields.text("y", _("What was said"), _("nothing")),
        "chips": fields.text("ch", _("Chips pushed in"), "500, 100"),
        "before": fields.text("bf", _("Chips in front before"), _("what was bet")),
        "pulled": fields.pick("pu", _("Taken back"), pulled),
        "coins": [(str(coin), chips(coin)) for coin in COINS],
        "sayings": SAYINGS.get(get_language() or "", SAYINGS["en"]),
    }


def told(document: Document) -> Mapping[str, Any]:
    """Return the ruling."""
    return {"told": tell(document, kinds.solve(document))}


TOOL = Tool(
    slug="chip-ruling",
    name=lazy("Chip rulings"),
    lead=lazy("What was said and which chips went in: what the player is held to, and why."),
    keys=(*OWN, *line.KEYS),
    row_keys=line.ROW,
    example=EXAMPLE,
    table=table,
    typed=typed,
    form=form,
    tell=told,
    practise="chip_ruling",
    toggles=("multi_chip", "undercall", "string_raise"),
    change=change,
)
