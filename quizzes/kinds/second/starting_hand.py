"""The JJ chart as rules in words, and the seat and what happened before counted by hand."""

from __future__ import annotations

from typing import Any

from quizzes.engine.cards import cards_text
from quizzes.engine.document import Action, Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.forced import blinds, clockwise
from quizzes.kinds.second.raises import may_raise
from quizzes.kinds.second.table import asked, replay

HIGH = "AKQJT98765432"


def solve(document: Document) -> dict[str, Any]:
    """Return the answer of a `starting_hand` question under the JJ chart."""
    found = facts(document)
    return {"action": found["action"], "group": found["group"]}


def facts(document: Document) -> dict[str, Any]:
    """Return the answer, and the hand, seat and situation that it comes from."""
    table = replay(document)
    player = asked(table)
    if document.rules["chart"] == "none" or not blinds(document):
        raise DocumentError("question", "no chart can be asked")
    texts = cards_text(card for card in document.seats[document.index(player)].cards if card is not None)
    first, second = sorted(texts, key=lambda text: HIGH.index(text[0]))
    suited = first[1] == second[1]
    before, seat = _before(document, player), _seat(document, player)
    name = first[0] + second[0] + ("" if first[0] == second[0] else "s" if suited else "o")
    group = _group(first[0], second[0], suited)
    says = _says(group, name, seat, before)
    free = table.in_front[player] >= table.to_call(player)
    action = "check" if free and says in ("fold", "check") else "fold" if says == "check" else says
    if says == "raise" and table.turn == player and not may_raise(table, player):
        action = "check" if free else "call"
    return {"hand": name, "group": group, "position": seat, "before": before, "chart_says": says, "action": action}


def _group(high: str, low: str, suited: bool) -> str | None:
    """Return a hand's group by its pair, its gap and its suits."""
    if high == low:
        return "very-strong" if high in "AKQ" else "strong" if high in "JT9" else "speculative"
    ladder: dict[str, dict[str, tuple[str | None, ...]]] = {
        "A": {"K": ("very-strong",) * 2, "Q": ("strong",) * 2, "J": ("strong", "medium"), "T": ("medium",) * 2},
        "K": {"Q": ("medium",) * 2, "J": ("speculative", "mixed"), "T": ("speculative", "mixed"), "9": ("mixed", None)},
        "Q": {"J": ("speculative", "mixed"), "T": ("speculative", "mixed")},
        "J": {"T": ("speculative", "mixed")},
        "T": {"9": ("speculative", None)},
        "9": {"8": ("mixed", None)},
        "8": {"7": ("mixed", None)},
    }
    small_ace: tuple[str | None, ...] = ("mixed", None) if high == "A" else (None, None)
    return ladder.get(high, {}).get(low, small_ace)[0 if suited else 1]


def _says(group: str | None, hand: str, seat: str, before: str) -> str:
    """Return the chart's action, situation by situation."""
    early, big = seat == "early", seat == "big-blind"
    blind = seat in ("small-blind", "big-blind")
    if group == "very-strong":
        return "raise"
    if group is None or before == "raises":
        return "fold"
    if before == "raise-call":
        calls = group in ("strong", "speculative") or hand == "KQs" or (group == "medium" and big)
        return "call" if calls else "fold"
    if before == "raise":
        if group == "strong":
            return "fold" if early else "raise"
        return "call" if big and group != "mixed" else "fold"
    if group == "strong" or (group == "medium" and not early):
        return "raise"
    if group == "medium" or (seat in ("early", "middle") and not (group == "speculative" and before == "calls")):
        return "fold"
    if before == "folds":
        return "raise"
    if big:
        return "check"
    return "fold" if (group, before) == ("mixed", "one-call") and not blind else "call"


def _seat(document: Document, player: str) -> str:
    """Return the position: counted backwards from the button."""
    names = list(blinds(document))
    if player in names:
        return ("small-blind", "big-blind")[names.index(player)]
    back = [name for name in clockwise(document, names[-1]) if name not in names][::-1]
    return ("late", "late", "middle", "middle", "middle", *["early"] * len(back))[back.index(player)]


def _before(document: Document, player: str) -> str:
    """Return what the others did, with each raise beginning the count of calls anew."""
    told = ""
    for item in document.actions:
        if isinstance(item, Action) and item.seat != player:
            told += _letter(document, item)
    raises, calls = told.count("r"), told.rpartition("r")[2].count("c")
    if raises:
        return "raises" if raises > 1 else "raise-call" if calls else "raise"
    return ("folds", "one-call", "calls")[min(calls, 2)]


def _letter(document: Document, item: Action) -> str:
    if item.verb in ("bet", "raise-to", "raise-by"):
        return "r"
    if item.verb == "all-in":
        lines = [line for line in replay(document).book if line.all_in]
        own = [line for line in lines if line.seat == item.seat]
        return "r" if own and own[-1].did == "raise" else "c"
    return "c" if item.verb == "call" else ""
