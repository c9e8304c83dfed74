"""The list of the shipped games, for a menu."""

from __future__ import annotations

from gamedsl import pipeline
from gamedsl.bases import Bases, content, shipped, shown
from gamedsl.json import Json, JsonObject
from gamedsl.source import Source
from gamedsl.syntax import tree
from gamedsl.syntax.marks import told_or_none


def catalogue() -> list[JsonObject]:
    """Returns the shipped games and variants: `name`, `folder`, `of` (what a variant builds on), `sentence`."""
    found: list[JsonObject] = []
    for place in shipped():
        bases = Bases(str(place.parent), (), lambda path: content(str(path)).decode("utf-8"), shown)
        parsed = pipeline.parse_files(Source(place.name, content(str(place)).decode("utf-8")), bases.find, bases)
        own = parsed.chain.files[-1][1].decls
        variant = next((decl for decl in own if isinstance(decl, tree.Variant)), None)
        doc = told_or_none(variant.doc if variant is not None else parsed.game.doc if parsed.game is not None else None)
        of: list[Json] = [] if variant is None else [base.text for base in variant.bases]
        found.append({"name": place.stem, "folder": place.parent.name, "of": of, "sentence": doc or ""})
    return found
