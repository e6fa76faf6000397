"""The API described in OpenAPI 3.1: what a document holds, and the answer to each kind of question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizzes.api import calls_a_minute, languages
from quizzes.engine.action_text import MOST_ACTIONS
from quizzes.engine.citations import PRINTED_KEYS
from quizzes.engine.fields import LANGUAGES, MOST_AMOUNT
from quizzes.engine.games import GAMES, LIMITS
from quizzes.engine.notation import MOST_BYTES, WORDS
from quizzes.engine.questions import MOST_OPTIONS, QUESTION_KEYS, REASONS
from quizzes.engine.rulesets import RULESET_IDS, TOGGLES
from quizzes.engine.seating import MOST_SEATS

Schema = dict[str, Any]

BOOLEAN: Schema = {"type": "boolean"}
TEXT: Schema = {"type": "string"}
SEAT: Schema = {"type": "string", "description": "A seat's name."}
CHIPS: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_AMOUNT}
CARD: Schema = {"type": "string", "pattern": "^[2-9TJQKA][cdhs]$"}
CATEGORY: Schema = {
    "enum": [
        *("high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house", "four-of-a-kind"),
        *("straight-flush", "royal-flush"),
    ]
}


def one_of(*values: Any) -> Schema:
    return {"enum": list(values)}


def maybe(schema: Schema) -> Schema:
    """What may be null, where there is no such amount, seat or hand."""
    return {"oneOf": [schema, {"type": "null"}]}


def many(schema: Schema, **bounds: int) -> Schema:
    return {"type": "array", "items": schema, **bounds}


def by_seat(schema: Schema) -> Schema:
    return {"type": "object", "additionalProperties": schema}


def table(properties: Mapping[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    """An object with these keys and no others."""
    needed = [name for name in properties if name not in optional]
    return {
        "type": "object",
        "properties": dict(properties),
        **({"required": needed} if needed else {}),
        "additionalProperties": False,
    }


def either(*schemas: Schema) -> Schema:
    return {"oneOf": list(schemas)}


_WON = {"winners": many(SEAT, minItems=1), "split": BOOLEAN}
_DECIDED = {**_WON, "category": CATEGORY, "decided_by": one_of("category", "rank", "kicker", "nothing")}
_POT = {"amount": CHIPS, "eligible": many(SEAT, minItems=1)}
_CARDS = many(CARD)
_HELD = {"category": CATEGORY, "cards": _CARDS}
_FLOOR = one_of(True, False, "floor")

ANSWERS: Mapping[str, Schema] = {
    "min_raise": table({"raise_to": maybe(CHIPS), "raise_by": maybe(CHIPS), "adds": maybe(CHIPS)}),
    "legal_actions": table(
        {
            "to_act": SEAT,
            "may_check": BOOLEAN,
            "call_to": maybe(CHIPS),
            "call_adds": maybe(CHIPS),
            "may_raise": BOOLEAN,
            "raise_min_to": maybe(CHIPS),
            "raise_max_to": maybe(CHIPS),
            "all_in_to": maybe(CHIPS),
        }
    ),
    "reopen": table({"may_raise": BOOLEAN, "facing": CHIPS, "needed": CHIPS, "raise_min_to": maybe(CHIPS)}),
    "pot_limit": table({"pot": CHIPS, "call_adds": CHIPS, "max_raise_by": CHIPS, "max_to": CHIPS, "adds": CHIPS}),
    "fixed_limit": table(
        {"bet_size": CHIPS, "raises_made": CHIPS, "may_raise": BOOLEAN, "raise_to": maybe(CHIPS)},
    ),
    "side_pots": table({"pots": many(table(_POT)), "returned": by_seat(CHIPS)}),
    "awards": table(
        {
            "pots": many(table({**_POT, "winners": by_seat(CHIPS)})),
            "returned": by_seat(CHIPS),
            "won": by_seat(CHIPS),
        }
    ),
    "read_hand": either(table(_HELD), table({"high": table(_HELD), "low": maybe(table({"cards": _CARDS}))})),
    "winner": either(table(_DECIDED), table({"high": table(_DECIDED), "low": maybe(table(_WON))})),
    "ranking": table({"order": many(many(SEAT, minItems=1))}),
    "show_order": table({"order": many(either(SEAT, many(SEAT, minItems=1)))}),
    "nuts": table({"hands": many(many(CARD, minItems=2, maxItems=2))}),
    "outs": table({"wins": _CARDS, "ties": _CARDS}),
    "chip_ruling": table(
        {"ruling": one_of("check", "call", "bet", "raise", "fold", "floor"), "to": maybe(CHIPS)},
    ),
    "out_of_turn": table({"binding": _FLOOR, "may_raise": maybe(BOOLEAN), "raise_min_to": maybe(CHIPS)}),
    "correction": table({"stands": _FLOOR, "to": maybe(CHIPS)}),
    "next_button": table({"button": SEAT, "small_blind": maybe(SEAT), "big_blind": maybe(SEAT)}),
    "posting": table({"live": CHIPS, "dead": CHIPS}),
    "may_see": table({"may": BOOLEAN, "right": BOOLEAN}),
    "action_order": either(
        table({"small_blind": maybe(SEAT), "big_blind": maybe(SEAT), "first": maybe(SEAT), "last": maybe(SEAT)}),
        table({"bring_in": maybe(SEAT), "first": maybe(SEAT), "last": maybe(SEAT)}),
    ),
    "starting_hand": table(
        {
            "action": one_of("fold", "check", "call", "raise"),
            "group": maybe(one_of("very-strong", "strong", "medium", "speculative", "mixed")),
        }
    ),
    "choice": table({"right": many({"type": "integer", "minimum": 1}, minItems=1)}),
}
"""The answer to each kind of question, as the scenario format has it."""


def _document() -> Schema:
    cards = either(TEXT, many(TEXT))
    some = {"type": "integer", "minimum": 1, "maximum": MOST_AMOUNT}
    two = many(CHIPS, minItems=2, maxItems=2)
    words = either(TEXT, table(dict.fromkeys(LANGUAGES, TEXT), optional=LANGUAGES))
    toggles = {name: one_of(*toggle.rules) for name, toggle in TOGGLES.items()}
    rules = either(
        one_of(*RULESET_IDS),
        table({"base": one_of(*RULESET_IDS), **toggles}, optional=("base", *toggles)),
    )
    order = many(many(SEAT, minItems=1))
    properties: dict[str, Schema] = {
        "game": one_of(*GAMES),
        "limit": one_of(*LIMITS),
        "rules": rules,
        "blinds": two,
        "bets": two,
        "ante": CHIPS,
        "ante_by": one_of("all", "big-blind"),
        "straddle": either(some, many(some)),
        "straddle_by": SEAT,
        "bring_in": CHIPS,
        "chip": some,
        "unit": some,
        "seats": many({"$ref": "#/components/schemas/Seat"}, minItems=1, maxItems=MOST_SEATS),
        "button": SEAT,
        "street": TEXT,
        "pot": CHIPS,
        "board": cards,
        "actions": {"type": "string", "description": f"At most {MOST_ACTIONS}: A raises to 300, B calls, C all-in"},
        "put_in": {**by_seat(CHIPS), "minProperties": 1},
        "folded": many(SEAT),
        "order": order,
        "order_low": order,
        "pushed": {"$ref": "#/components/schemas/Pushed"},
        "question": {"$ref": "#/components/schemas/Question"},
        **dict.fromkeys(WORDS, words),
        "tags": either(words, many(TEXT)),
        "level": {"type": "integer", "minimum": 1, "maximum": 5},
    }
    needed = ("seats", "question")
    return table(properties, optional=tuple(name for name in properties if name not in needed))


def _question() -> Schema:
    """Which of the keys a question has depends on its kind."""
    extra: dict[str, Schema] = {
        "control": one_of("raise-to", "raise-by"),
        "street": TEXT,
        "gone": many(SEAT),
        "reason": one_of(*REASONS),
        "whose": SEAT,
        "found": one_of("same-street", "next-card"),
        "rule": either(TEXT, table(dict.fromkeys(PRINTED_KEYS, TEXT))),
        "options": many(either(TEXT, {"type": "object"}), minItems=2, maxItems=MOST_OPTIONS),
        "right": many({"type": "integer", "minimum": 1}, minItems=1),
    }
    return table({"kind": one_of(*QUESTION_KEYS), "player": SEAT, **extra}, optional=("player", *extra))


def _schemas() -> dict[str, Schema]:
    """Return the parts by their names; an answer's is that of its kind."""
    chips = many({"type": "integer", "minimum": 1, "maximum": MOST_AMOUNT})
    pushed = {
        "player": SEAT,
        "chips": chips,
        "motions": many(chips),
        "said": TEXT,
        "before": either(CHIPS, chips),
        "pulled": one_of("none", "some", "all"),
    }
    seat = {"name": TEXT, "stack": CHIPS, "cards": either(TEXT, many(TEXT)), "empty": BOOLEAN}
    step = {
        "rule": {"type": "string", "description": "The rule's name in the book of rules, or an author's citation."},
        "cite": {"$ref": "#/components/schemas/Cite"},
        "op": one_of("sum", "difference", "least", "share", "compare", "layer", "state"),
        "values": {"type": "object", "description": "What went in: of the document, the house or an earlier step."},
        "out": {"type": "object", "description": "What follows from the values."},
        "text": {"type": "string", "description": "The step as a sentence in the language that was asked for."},
    }
    printed = {"book": TEXT, "edition": TEXT, "number": TEXT, "confirmed": BOOLEAN}
    steps = many({"$ref": "#/components/schemas/Step"})
    solved = {
        kind: table({"ok": one_of(True), "kind": one_of(kind), "answer": ANSWERS[kind], "steps": steps})
        for kind in ANSWERS
    }
    refused = {"ok": one_of(False), "error": table({"where": TEXT, "message": TEXT})}
    return {
        "Document": _document(),
        "Seat": table(seat, optional=("stack", "cards", "empty")),
        "Pushed": table(pushed, optional=tuple(name for name in pushed if name != "player")),
        "Question": _question(),
        "Cite": either(table(printed), table({"house": TEXT})),
        "Step": table(step),
        **{f"solved_{kind}": schema for kind, schema in solved.items()},
        "Solved": {
            "oneOf": [{"$ref": f"#/components/schemas/solved_{kind}"} for kind in solved],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {kind: f"#/components/schemas/solved_{kind}" for kind in solved},
            },
        },
        "Refused": table(refused),
    }


REFUSALS: Mapping[int, str] = {
    400: "There is no such language.",
    405: "Only POST is answered.",
    413: f"The document has more than {MOST_BYTES // 1024} KB.",
    415: "The body is neither JSON nor TOML by its content type.",
    422: "The document can't be answered; `where` is the key path that is wrong, or `line 3` of a text that is none.",
    429: f"More than {calls_a_minute()} calls in a minute from one address.",
}


def _responses() -> Schema:
    refused = {"application/json": {"schema": {"$ref": "#/components/schemas/Refused"}}}
    wait = {"Retry-After": {"description": "How many seconds to wait.", "schema": {"type": "integer"}}}
    told: Schema = {str(status): {"description": text, "content": refused} for status, text in REFUSALS.items()}
    told["429"]["headers"] = wait
    solved = {"application/json": {"schema": {"$ref": "#/components/schemas/Solved"}}}
    return {"200": {"description": "The answer with its derivation.", "content": solved}, **told}


def description(server: str) -> Schema:
    """Return the whole description; `server` is the site's address, before /api/."""
    document = {"$ref": "#/components/schemas/Document"}
    language = {
        "name": "lang",
        "in": "query",
        "description": "The language of the steps' sentences.",
        "schema": {**one_of(*languages()), "default": "en"},
    }
    body = {
        "required": True,
        "description": f"One document of at most {MOST_BYTES // 1024} KB.",
        "content": {
            "application/json": {"schema": document},
            "application/toml": {"schema": {"type": "string", "description": "The same document as TOML."}},
        },
    }
    solve = {
        "operationId": "solve",
        "summary": "Answer a scenario document, as `manage.py solve` does.",
        "parameters": [language],
        "requestBody": body,
        "responses": _responses(),
        "security": [],
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Table Stakes",
            "version": "1",
            "summary": "The rules of poker, worked out: who may bet what, and who wins which chips.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": server}],
        "paths": {"/api/v1/solve": {"post": solve}},
        "components": {"schemas": _schemas()},
    }
