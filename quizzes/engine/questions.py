"""What can be asked, and what a question holds beside its kind and its player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from quizzes.engine.citations import PRINTED_KEYS
from quizzes.engine.document import Pushed, Question
from quizzes.engine.errors import DocumentError
from quizzes.engine.fields import choice, rows, seat_name, seat_names, whole, words, written
from quizzes.engine.games import Game

QUESTION_KEYS: Mapping[str, tuple[str, ...]] = {
    "min_raise": ("control",),
    "legal_actions": (),
    "reopen": (),
    "side_pots": (),
    "awards": (),
    "read_hand": (),
    "winner": (),
    "ranking": (),
    "action_order": ("street",),
    "next_button": ("gone",),
    "posting": ("reason",),
    "show_order": (),
    "may_see": ("whose",),
    "starting_hand": (),
    "nuts": (),
    "outs": (),
    "pot_limit": (),
    "fixed_limit": (),
    "choice": ("options", "right", "rule"),
    "chip_ruling": (),
    "out_of_turn": (),
    "correction": ("found",),
}
"""The kinds that can be asked, and the keys that a question of each may have beside `kind` and `player`."""

NEEDED = frozenset({"options", "right", "rule", "whose", "reason", "street", "found"})
"""The keys that a question of a kind that has them can't do without."""

REASONS = ("new", "missed-both", "missed-big", "missed-small", "short")
MOST_CHIPS = 100
MOST_OPTIONS = 10
MOST_SAID = 100


def read_question(value: Any, game: Game, players: tuple[str, ...]) -> Question:
    """Read a document's question. Raises DocumentError at the key that is wrong or missing."""
    if not isinstance(value, Mapping):
        raise DocumentError("question", 'a document asks a question such as {kind = "min_raise"}')
    kind = value.get("kind")
    if not isinstance(kind, str) or kind not in QUESTION_KEYS:
        raise DocumentError(
            "question.kind",
            "%(kind)s can't be asked: choose one of %(kinds)s",
            kind=written(kind),
            kinds=", ".join(QUESTION_KEYS),
        )
    extra = {key: item for key, item in value.items() if key not in ("kind", "player")}
    for key in extra:
        if key not in QUESTION_KEYS[kind]:
            raise DocumentError(
                f"question.{key}", "a question of the kind %(kind)s has no key %(key)s", kind=kind, key=repr(key)
            )
    for key in QUESTION_KEYS[kind]:
        if key in NEEDED and key not in extra:
            raise DocumentError(
                f"question.{key}", "a question of the kind %(kind)s needs the key %(key)s", kind=kind, key=repr(key)
            )
    readers = _readers(game, players)
    for key, item in extra.items():
        readers[key](item, f"question.{key}")
    if kind == "choice":
        _check_right(extra)
    player = value.get("player")
    if player is not None:
        seat_name(player, players, "question.player")
    return Question(kind, player, MappingProxyType(extra))


def _readers(game: Game, players: tuple[str, ...]) -> Mapping[str, Callable[[Any, str], object]]:
    """Return for each key what refuses a wrong value of it."""
    return {
        "control": lambda value, where: _one_of(value, ("raise-to", "raise-by"), where),
        "street": lambda value, where: _one_of(value, game.streets, where),
        "reason": lambda value, where: _one_of(value, REASONS, where),
        "found": lambda value, where: _one_of(value, ("same-street", "next-card"), where),
        "whose": lambda value, where: seat_name(value, players, where),
        "gone": lambda value, where: seat_names(value, players, where),
        "rule": _check_rule,
        "options": _check_options,
        "right": lambda value, where: rows(value, where, "%(where)s is a list of the right options' numbers"),
    }


def _one_of(value: Any, choices: tuple[str, ...], where: str) -> None:
    key = where.removeprefix("question.")
    choice({key: value}, key, choices, choices[0], where)


def _check_rule(value: Any, where: str) -> None:
    """A rule is one of the rule book's by its id, a citation as a text, or a table of book, edition and number."""
    if isinstance(value, Mapping) and set(value) != set(PRINTED_KEYS):
        raise DocumentError(where, "a rule that is a table has %(keys)s", keys=", ".join(PRINTED_KEYS))
    texts = value.values() if isinstance(value, Mapping) else [value]
    if not all(isinstance(text, str) and text.strip() for text in texts):
        raise DocumentError(where, 'a rule is named as "misdeal" or "TDA 2024 35-A"')


def _check_options(value: Any, where: str) -> None:
    """An option is a text, a table of texts by language, or `{text, why}` with the reason that it is wrong."""
    options = rows(value, where, "%(where)s is a list of at least two options")
    if not 2 <= len(options) <= MOST_OPTIONS:
        raise DocumentError(
            where, "a choice has 2 to %(most)s options, not %(found)s", most=MOST_OPTIONS, found=len(options)
        )
    for place, option in enumerate(options):
        parts = option if isinstance(option, Mapping) and "text" in option else {"text": option}
        for key, part in parts.items():
            if key not in ("text", "why"):
                raise DocumentError(f"{where}[{place}].{key}", "there is no key %(key)s in an option", key=repr(key))
            words(part, f"{where}[{place}]" if part is option else f"{where}[{place}].{key}")
        texts = [_text_of(other) for other in options[: place + 1]]
        if texts.count(texts[-1]) > 1:
            raise DocumentError(f"{where}[{place}]", "each option has a text of its own")


def _text_of(option: Any) -> Any:
    return option["text"] if isinstance(option, Mapping) and "text" in option else option


def _check_right(extra: Mapping[str, Any]) -> None:
    """The right options are named by their numbers, counted from 1."""
    right, options = extra["right"], extra["options"]
    if not right or any(type(number) is not int or not 1 <= number <= len(options) for number in right):
        raise DocumentError(
            "question.right",
            "right lists the numbers of the right options, from 1 to %(found)s, as in right = [2]",
            found=len(options),
        )
    if len(set(right)) != len(right):
        raise DocumentError("question.right", "an option stands twice in right")


def read_pushed(value: Any, players: tuple[str, ...]) -> Pushed | None:
    """Read what a player said and pushed in. Raises DocumentError at the key that is wrong."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise DocumentError("pushed", 'pushed is a table such as {player = "B", chips = [500, 100], said = ""}')
    for key in value:
        if key not in ("player", "chips", "said", "before", "pulled", "motions"):
            raise DocumentError(f"pushed.{key}", "there is no key %(key)s in pushed", key=repr(key))
    if "chips" in value and "motions" in value:
        raise DocumentError("pushed.motions", "chips that came in several goes stand in motions, not in chips too")
    said = value.get("said", "")
    if not isinstance(said, str):
        raise DocumentError("pushed.said", 'said is what was said, such as "raise to 400"')
    if len(said) > MOST_SAID:
        raise DocumentError("pushed.said", "what was said has at most %(most)s characters", most=MOST_SAID)
    return Pushed(
        player=seat_name(value.get("player"), players, "pushed.player"),
        motions=_motions(value),
        said=" ".join(said.lower().split()),
        before=_before(value.get("before")),
        pulled=choice(value, "pulled", ("none", "some", "all"), "none", "pushed.pulled"),
    )


def _motions(value: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    if "motions" not in value:
        chips = _chips(value.get("chips", []), "pushed.chips")
        return (chips,) if chips else ()
    motions = rows(value["motions"], "pushed.motions", "motions is a list of lists of chips: [[300], [500]]")
    return tuple(_chips(chips, f"pushed.motions[{place}]") for place, chips in enumerate(motions[: MOST_CHIPS + 1]))


def _before(value: Any) -> tuple[int, ...] | None:
    if value is None:
        return None
    return _chips([value] if isinstance(value, int) and value else value or [], "pushed.before")


def _chips(value: Any, where: str) -> tuple[int, ...]:
    chips = rows(value, where, "%(where)s is a list of chips such as [500, 100]")
    if len(chips) > MOST_CHIPS:
        raise DocumentError(where, "at most %(most)s chips are pushed at once", most=MOST_CHIPS)
    return tuple(whole(chip, f"{where}[{place}]", least=1) for place, chip in enumerate(chips))
