"""The JSON schemas of models (`gamedsl build --model`) and of the messages to pages (`Match.message`), and their types for TypeScript, derived from the
records that `gamedsl_interpreter.hosting` writes: `python -m tools.model_schema` writes all of them.

The schema allows keys that it does not know, because later versions add some. The tests use a `closed` one, so that no key is missing in the records.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ForwardRef,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from gamedsl.api.json_forms import (
    EventData,
    MoveData,
    OutcomeData,
    PlayedData,
    RefusedData,
    ReplayData,
    StepData,
    ViewData,
)
from gamedsl_interpreter.hosting.messages import Message, MessageMove, ThingData
from gamedsl_interpreter.hosting.records import Model, Type

_ROOT = Path(__file__).parents[1]


def schema(*, closed: bool = False) -> dict[str, object]:
    """The schema of models as JSON data; `closed`: without unknown keys."""
    return _schema(Model, "The model of a game of gamedsl", closed)


def message_schema(*, closed: bool = False) -> dict[str, object]:
    """The schema of messages as JSON data; `closed`: without unknown keys."""
    return _schema(Message, "What the page of a seat is sent of a match of gamedsl", closed)


def results_schema(*, closed: bool = False) -> dict[str, object]:
    """The schema of what `json_of` gives; a result has the form of its class in `$defs`."""
    found: dict[str, object] = {}
    for form in _RESULTS:
        _of(form, found, closed)
    title = "The results of matches as JSON data: what `gamedsl.json_of` gives"
    return {"$schema": _DRAFT, "title": title, "$defs": dict(sorted(found.items()))}


def replay_schema(*, closed: bool = False) -> dict[str, object]:
    """The schema of saved matches."""
    return _schema(ReplayData, "A match of gamedsl as it is saved", closed)


_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_RESULTS = (ViewData, EventData, MoveData, PlayedData, StepData, RefusedData, OutcomeData)


def _schema(form: Any, title: str, closed: bool) -> dict[str, object]:
    found: dict[str, object] = {}
    top = _of(form, found, closed)
    return {
        "$schema": _DRAFT,
        "title": title,
        **top,
        "$defs": dict(sorted(found.items())),
    }


def files() -> dict[Path, str]:
    """What is written where."""
    return {
        _ROOT / "docs/embedding/model.schema.json": json.dumps(schema(), indent=1, ensure_ascii=False) + "\n",
        _ROOT / "hosts/js/model.d.ts": typescript(),
        _ROOT / "docs/embedding/message.schema.json": json.dumps(message_schema(), indent=1, ensure_ascii=False) + "\n",
        _ROOT / "docs/embedding/results.schema.json": json.dumps(results_schema(), indent=1, ensure_ascii=False) + "\n",
        _ROOT / "docs/embedding/replay.schema.json": json.dumps(replay_schema(), indent=1, ensure_ascii=False) + "\n",
        _ROOT / "hosts/js/message.d.ts": message_typescript(),
        _ROOT / "hosts/js/results.d.ts": results_typescript(),
    }


_NAMED: dict[str, Any] = {"Type": Type, "ThingData": ThingData}
"""The unions that have a name of their own."""


def typescript() -> str:
    """The types of models as declarations of TypeScript."""
    return _declarations(Model, "The model of a game, as `gamedsl build` writes it.", "Type")


def message_typescript() -> str:
    """The types of messages as declarations of TypeScript."""
    return _declarations(
        Message,
        "What the page of a seat is sent: see `Match.message`. `MessageMove` is a move, and `ReplayData` a saved match.",
        "ThingData",
        MessageMove,
        ReplayData,
    )


def results_typescript() -> str:
    """The types of what `json_of` gives as declarations of TypeScript."""
    things: dict[str, str] = {}
    _union(ThingData, things)
    found = dict(things)
    for one in _RESULTS:
        _script(one, found)
    named = ", ".join([*things, "ThingData"])
    head = _head("What a host in Python sends with `gamedsl.json_of`.")
    shared = f'import type {{ {named} }} from "./message.js";\n\nexport type {{ {named} }};'
    return "\n".join([head, shared, *(text for name, text in found.items() if name not in things)])


def _declarations(form: Any, about: str, union: str, *others: Any) -> str:
    found: dict[str, str] = {}
    for one in (form, *others):
        _script(one, found)
    return "\n".join([_head(about), f"export type {union} = {_union(_NAMED[union], found)};", *found.values()])


def _head(about: str) -> str:
    return f"// {about} Made by `python -m tools.model_schema`.\n"


def _union(form: Any, found: dict[str, str]) -> str:
    return " | ".join([_script(part, found) for part in get_args(form)])


_SCRIPTS: dict[object, str] = {str: "string", int: "number", bool: "boolean", NoneType: "null", object: "unknown"}


def _script(form: Any, found: dict[str, str]) -> str:
    """A type in TypeScript; those of TypedDicts are noted in `found`."""
    origin, parts = get_origin(form), get_args(form)
    if is_typeddict(form):
        if form.__name__ not in found:
            found[form.__name__] = ""
            found[form.__name__] = _interface(form, found)
        return str(form.__name__)
    if isinstance(form, ForwardRef | str):
        return _name(form)
    if origin in (Annotated, NotRequired):
        return _script(parts[0], found)
    if origin is tuple:
        return f"[{', '.join(_script(part, found) for part in parts)}]"
    if origin is Literal:
        return " | ".join(json.dumps(part) for part in parts)
    if origin is list:
        inner = _script(parts[0], found)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {_script(parts[1], found)}>"
    if origin in (Union, UnionType):
        names = [_script(part, found) for part in parts]
        for name, union in _NAMED.items():
            if _holds(form, union):
                whole = [_script(part, found) for part in get_args(union)]
                return " | ".join([name, *(one for one in names if one not in whole)])
        return " | ".join(names)
    return _SCRIPTS[form]


def _holds(form: Any, union: Any) -> bool:
    """Whether a union holds all dictionaries of another one."""
    return {part for part in get_args(union) if is_typeddict(part)} <= {
        part for part in get_args(form) if is_typeddict(part)
    }


def _name(reference: ForwardRef | str) -> str:
    return reference if isinstance(reference, str) else reference.__forward_arg__


def _interface(form: Any, found: dict[str, str]) -> str:
    lines: list[str] = [f"/** {form.__doc__} */"] if _is_described(form) else []
    lines.append(f"export interface {form.__name__} {{")
    for key, hint in get_type_hints(form, include_extras=True).items():
        inner = get_args(hint)[0] if get_origin(hint) is NotRequired else hint
        lines += [f"  /** {get_args(inner)[1]} */"] if get_origin(inner) is Annotated else []
        mark = "?" if inner is not hint else ""
        lines.append(f"  {key}{mark}: {_script(inner, found)};")
    return "\n".join([*lines, "}", ""])


def _is_described(form: Any) -> bool:
    """Python writes a docstring where there is none."""
    return bool(form.__doc__) and not form.__doc__.startswith("dict(")


_PLAIN: dict[object, dict[str, object]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    object: {},
}


def _of(form: Any, found: dict[str, object], closed: bool) -> dict[str, object]:
    """The schema of a type; those of TypedDicts are noted in `found`."""
    if is_typeddict(form):
        if form.__name__ not in found:
            found[form.__name__] = {}
            found[form.__name__] = _object(form, found, closed)
        return {"$ref": f"#/$defs/{form.__name__}"}
    if isinstance(form, ForwardRef | str):
        return {"$ref": f"#/$defs/{_name(form)}"}
    origin, parts = get_origin(form), get_args(form)
    if origin is Annotated:
        return {**_of(parts[0], found, closed), "description": parts[1]}
    if origin is NotRequired:
        return _of(parts[0], found, closed)
    if origin is Literal:
        return {"enum": [*parts]}
    if origin is list:
        return {"type": "array", "items": _of(parts[0], found, closed)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _of(parts[1], found, closed)}
    if origin is tuple:
        items = [_of(part, found, closed) for part in parts]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if origin in (Union, UnionType) and _holds(form, ThingData):
        if "ThingData" not in found:
            found["ThingData"] = {}
            found["ThingData"] = {"anyOf": [_of(part, found, closed) for part in parts]}
        return {"$ref": "#/$defs/ThingData"}
    if origin in (Union, UnionType):
        return {"anyOf": [_of(part, found, closed) for part in parts]}
    return dict(_PLAIN[form])


def _object(form: Any, found: dict[str, object], closed: bool) -> dict[str, object]:
    hints = get_type_hints(form, include_extras=True)
    about: dict[str, object] = {"description": form.__doc__} if _is_described(form) else {}
    return {
        "type": "object",
        **about,
        "properties": {key: _of(hint, found, closed) for key, hint in hints.items()},
        "required": [key for key, hint in hints.items() if get_origin(hint) is not NotRequired],
        **({"additionalProperties": False} if closed else {}),
    }


if __name__ == "__main__":
    for place, content in files().items():
        place.write_text(content, encoding="utf-8")
    sys.exit(0)
