"""Draws games."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Literal, TypeAlias

from gamedsl.api.asked import GIVE_GAME
from gamedsl.api.making.looks import names_for_people
from gamedsl.graph.draw.dot import dot_of
from gamedsl.graph.draw.json import json_of
from gamedsl.graph.draw.mermaid import mermaid_of
from gamedsl.graph.draw.model import Drawing, drawing
from gamedsl.graph.draw.svg import svg_of as svg_of_drawing
from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl.pipeline.reading import Parsed
from gamedsl_interpreter import arguments

PictureForm: TypeAlias = Literal["svg", "dot", "mermaid"]
"""The forms that are pictures."""

GraphForm: TypeAlias = Literal["text", "svg", "dot", "mermaid", "json"]
"""The forms in which `graph_of` writes. Its signature says them in full, because `gamedsl` does not offer this name."""


def graph_of(
    game: Game, form: Literal["text", "svg", "dot", "mermaid", "json"] = "text", before: Game | None = None
) -> str:
    """Writes the state-transition graph of a game, as `gamedsl graph --as-written` does: as text, SVG, DOT, Mermaid or JSON. With `before` it is a drawing
    of both games in one, in which what is new, gone or different in `game` is marked, as by `gamedsl graph --diff`. Raises ArgumentError."""
    known = arguments.given("game", game, Game, GIVE_GAME)
    arguments.one_of("form", form, GRAPH_FORMS)
    if before is not None:
        from gamedsl.graph.draw.joint import joint_drawing

        return GRAPH_FORMS[form](joint_drawing(arguments.given("before", before, Game, GIVE_GAME), known))
    if form == "text":
        from gamedsl.graph.text.dump import dump

        return dump(known)
    return GRAPH_FORMS[form](drawing(known))


def told_graph(parsed: Parsed, game: Game, look: JsonObject, form: PictureForm) -> str:
    """Writes the graph of a game as a picture for people: with sentences in place of lines of the rules, and the labels of a look file."""
    from gamedsl.rulebook.graph_words import drawing_in_words

    labels = names_for_people(game, look)
    return GRAPH_FORMS[form](drawing_in_words(drawing(game), parsed, labels))


def svg_of(game: Game) -> str:
    """Draws the state-transition graph of a game as SVG: `graph_of(game, "svg")`. Raises ArgumentError."""
    return graph_of(game, "svg")


def _text(drawn: Drawing) -> str:
    from gamedsl.graph.draw.joint_text import joint_text

    return joint_text(drawn)


def _json(drawn: Drawing) -> str:
    return json.dumps(json_of(drawn), indent=2, ensure_ascii=False) + "\n"


GRAPH_FORMS: dict[str, Callable[[Drawing], str]] = {
    "text": _text,
    "svg": svg_of_drawing,
    "dot": dot_of,
    "mermaid": mermaid_of,
    "json": _json,
}
"""The writers of drawings by their forms."""
