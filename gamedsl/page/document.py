"""The HTML of a page: data, runtime, style and symbols in one file that asks for nothing else."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files

from gamedsl.json import Json, JsonObject
from gamedsl.page.packing import packed
from gamedsl.page.setups import PageSetup


def page_html(setups: Sequence[PageSetup], rules: str, look: JsonObject) -> str:
    """The page of some setups of a game; `rules` is the name of the file that saved matches mention. `look` is a checked look file."""
    script, style, symbols = (_runtime(name) for name in ("page.js", "page.css", "symbols.svg"))
    policy = (
        f"default-src 'none'; script-src {_hash(script)} 'wasm-unsafe-eval'; style-src {_hash(style)}; worker-src blob:;"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )
    model = setups[0].model
    title = look.get("title") or str(model["name"]).replace("_", " ").capitalize()
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="generator" content="gamedsl page">',
            f"<title>{html.escape(str(title))}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            symbols,
            '<div id="app"></div>',
            f'<script type="application/json" id="page-data">{_embedded(_data(setups, rules, look))}</script>',
            f'<script type="application/json" id="page-modules">{_embedded(packed([one.module for one in setups]))}</script>',
            f"<script>{script}</script>",
            "</body>",
            "</html>",
            "",
        )
    )


def _data(setups: Sequence[PageSetup], rules: str, look: JsonObject) -> JsonObject:
    model = setups[0].model
    chosen: list[Json] = [
        {"players": one.setup.players, "options": dict(one.setup.options), "computer": one.computer} for one in setups
    ]
    return {
        "name": model["name"],
        "rules": rules,
        "sentence": model["sentence"],
        "options": _options(setups),
        "setups": chosen,
        "look": look,
    }


def _options(setups: Sequence[PageSetup]) -> list[Json]:
    """The options that differ between setups, with their values and what is said of them."""
    values: dict[str, dict[str, None]] = {}
    for one in setups:
        for name, value in one.setup.options:
            values.setdefault(name, {})[value] = None
    said: dict[str, Json] = {}
    sentences = setups[0].model["sentences"]
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
