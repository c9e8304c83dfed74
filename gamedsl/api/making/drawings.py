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
from gamedsl.values import evolve, frozen
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
    known = arguments.require("game", game, Game, GIVE_GAME)
    arguments.one_of("form", form, GRAPH_FORMS)
    if before is not None:
        from gamedsl.graph.draw.joint import joint_drawing

        return GRAPH_FORMS[form](joint_drawing(arguments.require("before", before, Game, GIVE_GAME), known))
    if form == "text":
        from gamedsl.graph.text.dump import dump

        return dump(known)
    return GRAPH_FORMS[form](drawing(known))


@frozen
class Told:
    """A game whose graph is told in the sentences of its rules: the rules, one setup of them, and their look file."""

    parsed: Parsed
    game: Game
    look: JsonObject

    def drawing(self) -> Drawing:
        """Returns the drawing with sentences in place of lines of the rules, and the labels of the look file."""
        from gamedsl.rulebook.drawn.sentences import drawing_in_words
        from gamedsl.rulebook.labels import labels_in

        labels = names_for_people(self.game, self.look)
        return drawing_in_words(self.game, self.parsed, labels, labels_in(self.look).names)

    def picture(self) -> Drawing:
        """Returns the drawing for a picture of this game alone: what happens in several places is drawn once."""
        from gamedsl.rulebook.drawn.shared import with_shared_parts

        return with_shared_parts(self.drawing())


def graph_picture(told: Told, form: PictureForm, before: Told | None = None) -> str:
    """Writes the graph of a game as a picture for people. With `before` it is a drawing of both games in one, in which what is new, gone or different is marked."""
    if before is None:
        drawn = told.picture()
        return GRAPH_FORMS[form](evolve(drawn, is_linked=len(drawn.clusters) > _FEW))
    from gamedsl.graph.draw.joint import join_drawings

    return GRAPH_FORMS[form](join_drawings(before.drawing(), told.drawing()))


_FEW = 3
"""The most parts of a drawing without links to them."""


def graph_pdf(told: Told) -> bytes:
    """Writes the graph of a game on A4 pages: an overview whose boxes are links, then each part by itself. Raises MissingExtraError."""
    from gamedsl.rulebook.drawn.paper import pdf_of

    return pdf_of(told.picture())


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
