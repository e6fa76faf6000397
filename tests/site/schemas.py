"""JSON Schema as far as the site's own description uses it, by the standard (draft 2020-12) and not by the code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}
SAYS_NOTHING = {"description", "default", "discriminator"}


def faults(schema: Mapping[str, Any], value: Any, root: Mapping[str, Any], where: str = "") -> Iterator[str]:
    """Yield where a value does not fit a schema of a description. A keyword that is not known here is an error."""
    for word, wants in schema.items():
        match word:
            case "$ref":
                yield from faults(resolved(root, wants), value, root, where)
            case "oneOf":
                fits = [not any(faults(each, value, root)) for each in wants]
                if sum(fits) != 1:
                    yield f"{where}: {sum(fits)} of the schemas fit {value!r}"
            case "type":
                if not isinstance(value, TYPES[wants]) or (wants == "integer" and isinstance(value, bool)):
                    yield f"{where}: {value!r} is no {wants}"
            case "enum":
                if not any(value == each and type(value) is type(each) for each in wants):
                    yield f"{where}: {value!r} is none of {wants}"
            case "pattern":
                if isinstance(value, str) and not re.search(wants, value):
                    yield f"{where}: {value!r} is not like {wants}"
            case "minimum" | "maximum":
                if isinstance(value, int) and (value < wants if word == "minimum" else value > wants):
                    yield f"{where}: {value} is past the {word} {wants}"
            case "minItems" | "maxItems" | "minProperties":
                if isinstance(value, list | dict) and (
                    len(value) > wants if word == "maxItems" else len(value) < wants
                ):
                    yield f"{where}: {len(value)} are past {word} {wants}"
            case "items":
                for place, item in enumerate(value if isinstance(value, list) else ()):
                    yield from faults(wants, item, root, f"{where}[{place}]")
            case "required":
                yield from (f"{where}: no {name}" for name in wants if isinstance(value, dict) and name not in value)
            case "properties" | "additionalProperties":
                yield from _of_an_object(word, schema, value, root, where)
            case _ if word not in SAYS_NOTHING:
                raise AssertionError(f"{word} is not known here")


def _of_an_object(
    word: str, schema: Mapping[str, Any], value: Any, root: Mapping[str, Any], where: str
) -> Iterator[str]:
    known = schema.get("properties", {})
    for name, item in value.items() if isinstance(value, dict) else ():
        if word == "properties" and name in known:
            yield from faults(known[name], item, root, f"{where}.{name}")
        elif word == "additionalProperties" and name not in known:
            if schema[word] is False:
                yield f"{where}: {name} is too much"
            else:
                yield from faults(schema[word], item, root, f"{where}.{name}")


def resolved(root: Mapping[str, Any], reference: str) -> Any:
    """The part of a description that a reference such as "#/components/schemas/Seat" names. Raises KeyError."""
    found: Any = root
    for key in reference.removeprefix("#/").split("/"):
        found = found[key]
    return found


def references(part: Any) -> Iterator[str]:
    """Yield every reference in a description."""
    if isinstance(part, Mapping):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for each in part.values():
            yield from references(each)
    elif isinstance(part, list):
        for each in part:
            yield from references(each)
