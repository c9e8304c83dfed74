"""The JSON schema of models (`gamedsl build --model`) and their types for TypeScript, derived from the records that
`gamedsl_interpreter.hosting` writes: `python -m tools.model_schema` writes both.

The schema allows keys that it does not know, because later versions add some. The tests use a `closed` one, so that no key is missing in the records.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from gamedsl_interpreter.hosting.records import Model, Type

_ROOT = Path(__file__).parents[1]


def schema(*, closed: bool = False) -> dict[str, object]:
    """The schema as JSON data; `closed`: without unknown keys."""
    found: dict[str, object] = {}
    top = _of(Model, found, closed)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The model of a game of gamedsl",
        **top,
        "$defs": dict(sorted(found.items())),
    }


def files() -> dict[Path, str]:
    """What is written where."""
    return {
        _ROOT / "docs/embedding/model.schema.json": json.dumps(schema(), indent=1, ensure_ascii=False) + "\n",
        _ROOT / "hosts/js/model.d.ts": typescript(),
    }


def typescript() -> str:
    """The types as declarations of TypeScript."""
    found: dict[str, str] = {}
    _script(Model, found)
    head = "// The model of a game, as `gamedsl build` writes it. Made by `python -m tools.model_schema`.\n"
    return "\n".join(
        [head, f"export type Type = {' | '.join(one.__name__ for one in get_args(Type))};", *found.values()]
    )


_SCRIPTS: dict[object, str] = {str: "string", int: "number", bool: "boolean", NoneType: "null", object: "unknown"}


def _script(form: Any, found: dict[str, str]) -> str:
    """A type in TypeScript; those of TypedDicts are noted in `found`."""
    origin, parts = get_origin(form), get_args(form)
    if is_typeddict(form):
        if form.__name__ not in found:
            found[form.__name__] = ""
            found[form.__name__] = _interface(form, found)
        return str(form.__name__)
    if origin in (Annotated, NotRequired):
        return _script(parts[0], found)
    if origin is Literal:
        return " | ".join(json.dumps(part) for part in parts)
    if origin is list:
        inner = _script(parts[0], found)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {_script(parts[1], found)}>"
    if origin in (Union, UnionType):
        names = [_script(part, found) for part in parts]
        whole = [_script(part, found) for part in get_args(Type)]
        rest = [name for name in names if name not in whole]
        return " | ".join(names if len(rest) + len(whole) > len(names) else ["Type", *rest])
    return _SCRIPTS[form]


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
