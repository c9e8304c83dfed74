"""Reads the pictures and fonts that a look file names, and refuses everything that must not reach a page: files elsewhere, other types, drawings that
contain programs."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from struct import unpack
from typing import Literal, TypeAlias
from xml.etree import ElementTree

from gamedsl.bases import content
from gamedsl.diagnostics.suggest import closest
from gamedsl.errors import GameDslError
from gamedsl.values import frozen

Kind: TypeAlias = Literal["png", "jpeg", "svg"]

MOST_BYTES = 4_000_000
"""The largest file of a picture or a font."""
MOST_SIDE = 8000
"""The most points along a side of a picture."""
_MOST_SHAPES, _DEEPEST = 20_000, 60
_KINDS: Mapping[str, Kind] = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".svg": "svg"}
_FONTS = (".ttf", ".otf")
_TYPES: Mapping[Kind, str] = {"png": "image/png", "jpeg": "image/jpeg", "svg": "image/svg+xml"}

_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_SHAPES = frozenset(
    [
        "svg",
        "g",
        "defs",
        "path",
        "rect",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
        "clipPath",
        "linearGradient",
        "radialGradient",
        "stop",
    ]
)
_SILENT = frozenset(("title", "desc", "metadata"))
_REASONS: Mapping[str, str] = {
    "script": "holds a program; save it without scripts",
    "style": "has a style sheet; save it with its colours at the shapes (Inkscape: “Plain SVG”)",
    "text": "has letters; turn them into paths",
    "image": "holds another picture; use that one, or draw it as shapes",
    "use": "has copies of a shape; draw each for itself (Inkscape: “Unlink clone”)",
    "foreignObject": "holds a part of a web page; save it as plain shapes",
}
_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?|\.\d+)\s*(?:px|mm|cm|pt|in)?\s*")
_ELSEWHERE = re.compile(r"url\(\s*['\"]?(?!#)|@import|javascript:|expression\(", re.IGNORECASE)


class PictureError(GameDslError):
    """A file that cannot be used; the text gives the reason and a remedy."""


@frozen
class Picture:
    """A picture of somebody's own: the name under which the look file knows it, its bytes, and its size in its own unit."""

    file: str
    kind: Kind
    data: bytes
    width: float
    height: float

    @property
    def address(self) -> str:
        """The picture as an address that holds it."""
        return f"data:{_TYPES[self.kind]};base64,{base64.b64encode(self.data).decode()}"

    def fit(self, width: float, height: float, *, is_whole: bool) -> tuple[float, float, float, float]:
        """Returns its left, top, width and height in a rectangle: as large as all of it fits in there, or so large that it fills it and is cropped."""
        across, along = width / self.width, height / self.height
        scale = min(across, along) if is_whole else max(across, along)
        own_width, own_height = self.width * scale, self.height * scale
        return (width - own_width) / 2, (height - own_height) / 2, own_width, own_height


def is_picture(text: str) -> bool:
    """Whether a text of a look file names a picture, and not a colour."""
    return PurePosixPath(text).suffix.lower() in _KINDS


def read_picture(folder: Path, file: str) -> Picture:
    """Reads a picture in the folder of a look file, or below it. Drawings are written anew with their shapes alone. Raises PictureError."""
    kind = _KINDS.get(PurePosixPath(file).suffix.lower())
    if kind is None:
        raise PictureError(f"`{file}` is no picture: use .png, .jpg or .svg")
    data = _read(folder, file)
    if kind == "svg":
        return _drawing(file, data)
    width, height = _png_size(file, data) if kind == "png" else _jpeg_size(file, data)
    if not (0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE):
        raise PictureError(f"`{file}` has {width} × {height} points; at most {MOST_SIDE} along a side can be used")
    return Picture(file, kind, data, width, height)


def read_font(folder: Path, file: str) -> bytes:
    """Reads a font in the folder of a look file, or below it. Raises PictureError."""
    if PurePosixPath(file).suffix.lower() not in _FONTS:
        raise PictureError(f"`{file}` is no font that can be embedded: use .ttf or .otf")
    data = _read(folder, file)
    if not data.startswith((b"\x00\x01\x00\x00", b"OTTO", b"true")):
        raise PictureError(f"`{file}` holds no font: its first bytes are not those of .ttf or .otf")
    return data


def _read(folder: Path, file: str) -> bytes:
    parts = PurePosixPath(file).parts
    is_below = file and "\\" not in file and ":" not in file and not file.startswith("/") and ".." not in parts
    place = folder.joinpath(*parts)
    if "\0" in file:
        raise PictureError(f"no file has the name `{ascii(file)[1:-1]}`")
    if not is_below or not place.resolve().is_relative_to(folder.resolve()):
        raise PictureError(f"`{file}` is outside the folder of the look file: copy it there, and name it from there")
    try:
        data = content(str(place), MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        near = closest(place.name, _neighbours(place))
        found = f": did you mean `{PurePosixPath(*parts[:-1], near)}`?" if near else " in the folder of the look file"
        raise PictureError(f"there is no file `{file}`{found}") from None
    except (OSError, ValueError) as error:
        raise PictureError(f"`{file}` cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > MOST_BYTES:
        raise PictureError(f"`{file}` has more than {MOST_BYTES // 1_000_000} megabytes: make it smaller")
    return data


def _neighbours(place: Path) -> list[str]:
    try:
        return sorted(one.name for one in place.parent.iterdir() if one.is_file())
    except OSError:
        return []


# ---------------------------------------------------------------- pictures made of points


def _png_size(file: str, data: bytes) -> tuple[int, int]:
    if not data.startswith(b"\x89PNG\r\n\x1a\n") or data[12:16] != b"IHDR" or not data.endswith(b"IEND\xaeB`\x82"):
        raise PictureError(f"`{file}` holds no whole PNG picture: save it again as .png, or name it by its type")
    width, height = unpack(">II", data[16:24])
    return width, height


def _jpeg_size(file: str, data: bytes) -> tuple[int, int]:
    if data.startswith(b"\xff\xd8") and b"\xff\xd9" in data[-64:]:
        for kind, at in _segments(data):
            is_frame = 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC)
            if is_frame and at + 9 <= len(data):
                height, width = unpack(">HH", data[at + 5 : at + 9])
                return width, height
    raise PictureError(f"`{file}` holds no whole JPEG picture: save it again as .jpg, or name it by its type")


def _segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Yields the type and the place of each segment before the points."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:  # a filling byte
            at += 1
            continue
        yield kind, at
        at += 2 + int(unpack(">H", data[at + 2 : at + 4])[0])


# ---------------------------------------------------------------- drawings


class _Builder(ElementTree.TreeBuilder):
    """Builds a tree. Refuses drawings with too many elements, or with elements too deep inside others."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = self._number = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> ElementTree.Element:
        self._depth += 1
        self._number += 1
        if self._depth > _DEEPEST or self._number > _MOST_SHAPES:
            raise PictureError("has too many shapes; make it simpler, or save it as .png")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> ElementTree.Element:
        self._depth -= 1
        return super().end(tag)

    def doctype(self, name: str, pubid: str | None, system: str | None, /) -> None:
        """Refuses a declaration of a document type with entities; the declaration of SVG itself says nothing."""
        if name != "svg":
            raise PictureError("is no SVG drawing")


def _drawing(file: str, data: bytes) -> Picture:
    if b"<!ENTITY" in data:
        raise PictureError(f"`{file}` defines entities: save it as plain SVG")
    try:
        root = ElementTree.fromstring(data, ElementTree.XMLParser(target=_Builder()))
        if _name(root.tag) != "svg":
            raise PictureError("is no SVG drawing")
        width, height = _size(root)
        made = _clean(root)
    except PictureError as error:
        raise PictureError(f"`{file}` {error}") from None
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise PictureError(f"`{file}` holds no SVG drawing: {error}") from None
    made.attrib |= {"xmlns": _SVG, "width": f"{width:g}", "height": f"{height:g}"}
    made.attrib.setdefault("viewBox", f"0 0 {width:g} {height:g}")
    return Picture(file, "svg", ElementTree.tostring(made), width, height)


def _name(tag: str) -> str | None:
    """Returns the name of an element of SVG; None for elements of other languages."""
    if tag.startswith("{"):
        return tag.removeprefix(f"{{{_SVG}}}") if tag.startswith(f"{{{_SVG}}}") else None
    return tag


def _size(root: ElementTree.Element) -> tuple[float, float]:
    box = [float(one) for one in re.split(r"[\s,]+", root.attrib.get("viewBox", "").strip()) if one]
    if len(box) == 4:
        width, height = box[2], box[3]
    else:
        found = [_LENGTH.fullmatch(root.attrib.get(key, "")) for key in ("width", "height")]
        width, height = (float(one[1]) if one else 0.0 for one in found)
    if not (0 < width < 1e6 and 0 < height < 1e6):
        raise PictureError("does not say how large it is: give it a viewBox")
    return width, height


def _clean(element: ElementTree.Element) -> ElementTree.Element:
    """Returns an element with the shapes in it, without notes of editors. Raises PictureError for anything that is no shape."""
    made = ElementTree.Element(_name(element.tag) or "g")
    for key, value in element.attrib.items():
        is_link = key in ("href", f"{{{_XLINK}}}href")
        if key.startswith("{") and not is_link:
            continue
        if key.lower().startswith("on"):
            raise PictureError("holds a program; save it without scripts")
        if (is_link and not value.strip().startswith("#")) or _ELSEWHERE.search(value):
            raise PictureError("asks for another file: draw everything in this one")
        if key not in ("class", "xmlns"):
            made.set("href" if is_link else key, value)
    for child in element:
        name = _name(child.tag)
        if name in _SHAPES:
            made.append(_clean(child))
        elif name is not None and name not in _SILENT:
            raise PictureError(_REASONS.get(name, f"has `{name}`, which no card can show: save it as plain shapes"))
    return made
