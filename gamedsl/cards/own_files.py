"""The pictures and fonts of a look file that printed pieces and pages need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from gamedsl.cards.drawing.laid_marks import draw_piece
from gamedsl.cards.drawing.marks import Ruler
from gamedsl.cards.faces import Face
from gamedsl.json import JsonObject
from gamedsl.page.pictures import Picture, is_picture, read_picture
from gamedsl.values import frozen


@frozen
class OwnFiles:
    """Pictures and the paths of fonts, by their names in the look file."""

    pictures: dict[str, Picture]
    fonts: dict[str, str]


def own_files(look: JsonObject, faces: Iterable[Face], folder: Path | None) -> OwnFiles:
    """Reads the pictures that a look file names, from this folder, and the pictures that layouts show on some faces. Raises PictureError."""
    if folder is None:
        return OwnFiles({}, {})
    parts = [part for face in faces if face.laid is not None for part in face.laid.parts]
    files = dict.fromkeys([*_picture_files(look), *(part.picture for part in parts if part.picture is not None)])
    fonts = dict.fromkeys(part.font for part in parts if part.font)
    return OwnFiles({file: read_picture(folder, file) for file in files}, {name: str(folder / name) for name in fonts})


def _picture_files(look: JsonObject) -> Iterator[str]:
    for section, key in (("value", "picture"), ("icon", "picture"), ("class", "back")):
        entries = look.get(section)
        for own in entries.values() if isinstance(entries, dict) else ():
            file = own.get(key) if isinstance(own, dict) else None
            if isinstance(file, str) and is_picture(file):
                yield file


def hard_to_read(ruler: Ruler, faces: Iterable[tuple[str, Face]]) -> tuple[str, ...]:
    """Describes problems with the texts of faces that layouts draw: a sentence for each part of a layout, with the pieces that have the problem. Each face
    has a name."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, face in faces:
        if face.laid is not None:
            for trouble in draw_piece(ruler, face.laid).troubles:
                named = found.setdefault((face.laid.layout, trouble), [])
                named += [] if name in named else [name]
    return tuple(
        f"[layout.{layout}.parts] {trouble} ({_name_some(names)})" for (layout, trouble), names in found.items()
    )


def _name_some(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} others"
