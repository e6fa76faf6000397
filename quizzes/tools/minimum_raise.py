"""The minimum raise: what the next player may do and why, and after it everybody else whose turn comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes import kinds
from quizzes.engine.document import Action, Document, Question
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand, play
from quizzes.tools import line
from quizzes.tools.base import Problems, Table, Tool, Typed
from quizzes.tools.told import Line, Number, lines, tell
from quizzes.wording.kinds import words_of
from quizzes.wording.numbers import chips

EXAMPLE = {
    **{"sb": "50", "bb": "100", "d": "4", "a": "C raises to 300, D all-in"},
    **{"n1": "A", "s1": "5000", "n2": "B", "s2": "2500", "n3": "C", "s3": "4000", "n4": "D", "s4": "420"},
}


@dataclass(frozen=True, slots=True)
class Option:
    """A player whose turn comes: what it may do in a sentence, and how that is worked out."""

    says: str
    lines: tuple[Line, ...]


def table(typed: Typed, problems: Problems) -> Table:
    """Build the question what the player to act may do."""
    return line.table(typed, problems, {"kind": "legal_actions"})


def typed(document: Document) -> Typed:
    """Return the fields that make a document of betting."""
    return line.typed(document)


def told(document: Document) -> Mapping[str, Any]:
    """Return what the player to act may do, its smallest raise, and what the others may do after it."""
    solution = kinds.solve(document)
    return {
        "told": tell(document, solution, _numbers(document, solution.answer)),
        "others": others(document),
        "out": out(play(document)),
    }


def _numbers(document: Document, answer: Mapping[str, Any]) -> list[Number]:
    """Return the call, and the smallest raise as total, increase and chips; none for whom the stack allows none."""
    call = _("nothing") if answer["may_check"] else chips(answer["call_adds"])
    numbers = [Number(_("To call"), call)]
    try:
        smallest = kinds.solve(replace(document, question=Question("min_raise"))).answer
    except DocumentError:
        return [*numbers, Number(_("All-in, to"), chips(answer["all_in_to"]))] if answer["all_in_to"] else numbers
    if smallest["raise_to"] is None:
        return [*numbers, Number(_("Raise"), _("not open"))]
    return [
        *numbers,
        Number(_("Smallest raise to"), chips(smallest["raise_to"])),
        Number(_("Smallest raise by"), chips(smallest["raise_by"])),
        Number(_("Chips added"), chips(smallest["adds"])),
    ]


def others(document: Document) -> list[Option]:
    """Return what each player may do whose turn comes after the one to act, if everybody before checks or calls."""
    found: list[Option] = []
    hand = play(document)
    while hand.round.turn is not None:
        name = hand.name(hand.round.turn)
        solution = kinds.solve(document)
        said = words_of("legal_actions").title(document, name, solution.answer)
        found.append(Option(said, lines(solution, document.rules)))
        passed = Action(name, "check" if solution.answer["may_check"] else "call")
        document = replace(document, actions=(*document.actions, passed))
        hand = play(document)
    return found[1:]


def out(hand: Hand) -> list[str]:
    """Say of each player who has no turn to come why that is."""
    found = []
    for seat, live in enumerate(hand.live):
        words = {"player": hand.name(seat)}
        if not live:
            found.append(_("%(player)s has folded.") % words)
        elif hand.round.stacks[seat] == 0:
            found.append(_("%(player)s is all-in.") % words)
        elif hand.round.acted_at[seat] is not None and hand.round.totals[seat] == hand.round.bet:
            found.append(_("%(player)s has acted: its turn comes again only after another raise.") % words)
    return found


TOOL = Tool(
    slug="minimum-raise",
    name=lazy("Minimum raise"),
    lead=lazy("Type the action or tap it. What the next player may do follows, with the reason, and everybody after."),
    keys=line.KEYS,
    row_keys=line.ROW,
    example=EXAMPLE,
    table=table,
    typed=typed,
    form=line.form,
    tell=told,
    practise="legal_actions",
    toggles=("min_raise", "reopen", "reopened_unit", "straddle_as", "short_blind", "limit_after_short"),
    change=line.change,
)
