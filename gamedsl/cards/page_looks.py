"""Draws the faces of kinds for pages, as they are printed, and packs the pictures and fonts of a look file beside them."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from pathlib import Path

from gamedsl.cards.drawing.laid_marks import draw_piece
from gamedsl.cards.drawing.marks import Ruler
from gamedsl.cards.drawing.pdf import Printer
from gamedsl.cards.drawing.svg_tree import svg_tree
from gamedsl.cards.drawing.usual_ruler import UsualRuler
from gamedsl.cards.faces import Face, Looks
from gamedsl.cards.layouts import Laid
from gamedsl.cards.own_files import OwnFiles, hard_to_read, own_files
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import KindId
from gamedsl.json import Json, JsonObject
from gamedsl.page.colours import unknown_colours
from gamedsl.page.pictures import read_font
from gamedsl.values import frozen

_SHORT = 3
"""The most characters of a number or a mark, which can be read on small pieces too."""


@frozen
class PageLook:
    """The look of a page: the look file, with `faces` by the names of kinds, `pictures` as addresses that hold them, and `fonts`. `unclear` describes texts
    that are hard to read, and colours of layouts that do not exist; `files` are the names of the pictures and fonts."""

    look: JsonObject
    unclear: tuple[str, ...]
    files: tuple[str, ...]


def page_look(games: Sequence[Game], look: JsonObject, folder: Path | None) -> PageLook:
    """Completes a checked look file, which lies in this folder, for a page of some setups of a game. Raises PictureError, FontError, and MissingExtraError
    if fonts of the look file need an extra package."""
    faces = {name: face for game in reversed(games) for name, face in _faces(game, look)}
    own = own_files(look, faces.values(), folder)
    if not own.pictures and all(face.laid is None for face in faces.values()):
        return PageLook(look, (), ())
    ruler: Ruler = Printer(fonts=own.fonts) if own.fonts else UsualRuler()
    names = {file: f"own{number}" for number, file in enumerate(own.fonts)}
    drawn: JsonObject = {
        name: _drawing(ruler, face.laid, names, own) for name, face in faces.items() if face.laid is not None
    }
    pictures: JsonObject = {file: picture.address for file, picture in own.pictures.items()}
    more: JsonObject = {"faces": drawn, "pictures": pictures, "fonts": _fonts(own, names, folder)}
    titled = [(face.title, face) for face in faces.values()]
    layouts: JsonObject = {key: look[key] for key in ("layout", "icon") if key in look}
    colours = (f"`{one}` is no colour that can be drawn: write a name, or #b58a2a" for one in unknown_colours(layouts))
    return PageLook({**look, **more}, (*colours, *hard_to_read(ruler, titled)), (*own.pictures, *own.fonts))


def _faces(game: Game, look: JsonObject) -> Iterator[tuple[str, Face]]:
    looks = Looks(game, look)
    for number, spec in enumerate(game.kinds):
        yield spec.name, looks.kind(KindId(number))


def _drawing(ruler: Ruler, laid: Laid, fonts: dict[str, str], own: OwnFiles) -> JsonObject:
    has_words = any(isinstance(run, str) and len(run.strip()) > _SHORT for part in laid.parts for run in part.runs)
    marks = draw_piece(ruler, laid, bleed=0.0).marks
    form = laid.form
    return {
        "width": form.width,
        "height": form.height,
        "isHex": form.is_hex,
        "hasWords": has_words,
        "marks": svg_tree(marks, fonts, own.pictures),
    }


def _fonts(own: OwnFiles, names: dict[str, str], folder: Path | None) -> JsonObject:
    found: dict[str, Json] = {}
    for file in own.fonts:
        if folder is not None:
            found[names[file]] = base64.b64encode(read_font(folder, file)).decode()
    return found
