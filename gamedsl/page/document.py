"""Builds the HTML of a page: data, runtime, style and symbols in one self-contained file."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from hashlib import sha256

from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.faults import FAULTS
from gamedsl.html import document
from gamedsl.json import Json, JsonObject
from gamedsl.page.grounds import with_grounds
from gamedsl.page.packing import pack_modules
from gamedsl.page.runtime_files import read_runtime
from gamedsl.page.setups import PageSetup
from gamedsl.reports.titles import title_for_players


def page_html(
    setups: Sequence[PageSetup], rules: str, look: JsonObject, book: str, packed: JsonObject | None = None
) -> str:
    """Returns the page of some setups of a game. `rules` is the file name for saved matches; `look` is a checked look file; `book` is the result of
    `gamedsl.rulebook.rules_beside` for the rules; `packed` are the modules of the setups, if they are packed already."""
    data = (
        (
            "page-data",
            _data([one.setup for one in setups], [_setup_data(one) for one in setups], setups[0].model, rules, look),
        ),
        ("page-modules", packed or pack_modules(one.module for one in setups)),
    )
    return _document(setups[0].model, look, book, "'wasm-unsafe-eval'", "worker-src blob:", data)


def seat_html(model: JsonObject, setup: Setup, rules: str, look: JsonObject, book: str, digest: str) -> str:
    """Returns the page of one seat of a shared match, as `page_html` does. It contains no module: a host at the same address sends it everything that the
    seat may know."""
    nobody: JsonObject = {
        "digest": model["digest"],
        "computer": "takes any move",
        "blind": [],
        "starts": [],
        "teams": [],
        "wantsLeast": False,
        "ends": [],
        "places": [],
    }
    data: tuple[tuple[str, JsonObject], ...] = (
        ("page-data", _data([setup], [nobody], model, rules, look)),
        ("page-seat", {"rules": digest, "model": model}),
    )
    return _document(model, look, book, "", "connect-src 'self'", data)


def _document(
    model: JsonObject, look: JsonObject, book: str, code: str, more: str, data: Sequence[tuple[str, JsonObject]]
) -> str:
    """Returns a page with data for its runtime. `code` and `more` extend its policy: other allowed code, and other directives."""
    script, style, symbols = (read_runtime(name).strip() for name in ("page.js", "page.css", "symbols.svg"))
    policy = (
        f"default-src 'none'; script-src {_hash(script)} {code}; style-src {_hash(style)}; {more};"
        " img-src data:; base-uri 'none'; form-action 'none'"
    ).replace(" ;", ";")
    body = (
        symbols,
        '<div id="app"></div>',
        f'<template id="page-rules">{book}</template>',
        *(f'<script type="application/json" id="{name}">{_embed(one)}</script>' for name, one in data),
        f"<script>{script}</script>",
    )
    return document(_title(model, look), style, body, policy=policy, generator="gamedsl page")


def _title(model: JsonObject, look: JsonObject) -> str:
    """Returns the players' name for the game."""
    variants = model["variants"]
    return title_for_players(
        look, str(model["name"]), [str(one) for one in variants] if isinstance(variants, list) else ()
    )


def _data(
    setups: Sequence[Setup], offered: Sequence[JsonObject], model: JsonObject, rules: str, look: JsonObject
) -> JsonObject:
    chosen: list[Json] = [
        {"players": one.players, "options": dict(one.options), **more}
        for one, more in zip(setups, offered, strict=True)
    ]
    return {
        "name": model["name"],
        "title": _title(model, look),
        "rules": rules,
        "sentence": model["sentence"],
        "options": _options(setups, model),
        "setups": chosen,
        "look": with_grounds(look, model),
        "faults": {code: what.replace("`", "") for code, what in FAULTS.items()},
    }


def _setup_data(one: PageSetup) -> JsonObject:
    """Returns the data of a setup for the page: the digest of its rules, how the computer plays, the named starts of a match, the teams, whether few points
    are good, the players that ends depend on, and the rules that faults point to."""
    known = one.model["starts"]
    starts: list[Json] = [
        {"name": start["name"], "sentence": start["sentence"]}
        for start in (known if isinstance(known, list) else ())
        if isinstance(start, dict)
    ]
    teams: list[Json] = [{"name": name, "seats": [*seats]} for name, seats in one.teams]
    ends: list[Json] = [
        {"reason": end.reason, "name": end.name, "operator": end.operator, "number": end.number} for end in one.ends
    ]
    return {
        "digest": one.model["digest"],
        "computer": one.computer,
        "blind": [*one.blind],
        "starts": starts,
        "teams": teams,
        "wantsLeast": one.wants_least,
        "ends": ends,
        "places": [[first, where] for first, where in one.places],
    }


def _options(setups: Sequence[Setup], model: JsonObject) -> list[Json]:
    """Returns the options that differ between setups, with their values and sentences."""
    values: dict[str, dict[str, None]] = {}
    for one in setups:
        for name, value in one.options:
            values.setdefault(name, {})[value] = None
    said: dict[str, Json] = {}
    sentences = model["sentences"]
    for entry in sentences if isinstance(sentences, list) else ():
        if isinstance(entry, dict) and entry["of"] == "option":
            said[str(entry["name"])] = entry["text"]
    found: list[Json] = []
    for name, known in values.items():
        if len(known) > 1:
            listed: list[Json] = [*known]
            found.append({"name": name, "values": listed, "sentence": said.get(name)})
    return found


def _hash(content: str) -> str:
    """Returns the hash by which a content security policy allows an inline element."""
    return f"'sha256-{base64.b64encode(sha256(content.encode()).digest()).decode()}'"


def _embed(data: JsonObject) -> str:
    """Returns JSON that cannot end the element that contains it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
