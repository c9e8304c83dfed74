"""The HTML of a page: data, runtime, style and symbols in one file that asks for nothing else."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files

from gamedsl.graph.compiled import Setup
from gamedsl.html import document
from gamedsl.json import Json, JsonObject
from gamedsl.page.packing import packed
from gamedsl.page.setups import PageSetup


def page_html(setups: Sequence[PageSetup], rules: str, look: JsonObject) -> str:
    """The page of some setups of a game; `rules` is the name of the file that saved matches mention. `look` is a checked look file."""
    data = (
        (
            "page-data",
            _data([one.setup for one in setups], [_offered(one) for one in setups], setups[0].model, rules, look),
        ),
        ("page-modules", packed([one.module for one in setups])),
    )
    return _document(setups[0].model, look, "'wasm-unsafe-eval'", "worker-src blob:", data)


def seat_html(model: JsonObject, setup: Setup, rules: str, look: JsonObject, digest: str) -> str:
    """The page of one seat of a shared match. It holds no module: a host at the same address tells it what the seat may know."""
    nobody: JsonObject = {"computer": "takes any move", "blind": [], "starts": []}
    data: tuple[tuple[str, JsonObject], ...] = (
        ("page-data", _data([setup], [nobody], model, rules, look)),
        ("page-seat", {"rules": digest, "model": model}),
    )
    return _document(model, look, "", "connect-src 'self'", data)


def _document(model: JsonObject, look: JsonObject, code: str, more: str, data: Sequence[tuple[str, JsonObject]]) -> str:
    """A page with data for its runtime. `code` and `more` are what its policy allows besides the runtime: other code, and other directives."""
    script, style, symbols = (_runtime(name) for name in ("page.js", "page.css", "symbols.svg"))
    policy = (
        f"default-src 'none'; script-src {_hash(script)} {code}; style-src {_hash(style)}; {more};"
        " img-src data:; base-uri 'none'; form-action 'none'"
    ).replace(" ;", ";")
    title = look.get("title") or str(model["name"]).replace("_", " ").capitalize()
    body = (
        symbols,
        '<div id="app"></div>',
        *(f'<script type="application/json" id="{name}">{_embedded(one)}</script>' for name, one in data),
        f"<script>{script}</script>",
    )
    return document(str(title), style, body, policy=policy, generator="gamedsl page")


def _data(
    setups: Sequence[Setup], offered: Sequence[JsonObject], model: JsonObject, rules: str, look: JsonObject
) -> JsonObject:
    chosen: list[Json] = [
        {"players": one.players, "options": dict(one.options), **more}
        for one, more in zip(setups, offered, strict=True)
    ]
    return {
        "name": model["name"],
        "rules": rules,
        "sentence": model["sentence"],
        "options": _options(setups, model),
        "setups": chosen,
        "look": look,
    }


def _offered(one: PageSetup) -> JsonObject:
    """How the computer plays in a setup, and the named positions from which a match may begin."""
    known = one.model["starts"]
    starts: list[Json] = [
        {"name": start["name"], "sentence": start["sentence"]}
        for start in (known if isinstance(known, list) else ())
        if isinstance(start, dict)
    ]
    return {"computer": one.computer, "blind": [*one.blind], "starts": starts}


def _options(setups: Sequence[Setup], model: JsonObject) -> list[Json]:
    """The options that differ between setups, with their values and what is said of them."""
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


def _runtime(name: str) -> str:
    return files("gamedsl.page").joinpath("runtime", name).read_text("utf-8").strip()


def _hash(content: str) -> str:
    """How a content security policy names an inline element."""
    return f"'sha256-{base64.b64encode(sha256(content.encode()).digest()).decode()}'"


def _embedded(data: JsonObject) -> str:
    """JSON that cannot end the element it stands in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
