"""Layouts of the look file as values, and the content of their parts for a kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias

from gamedsl.cards.style import Style
from gamedsl.json import Json, JsonObject
from gamedsl.page.colours import PAPER, Colour, mix, read_colour
from gamedsl.page.layouts import Bit, FieldOf, Format, Icon, Plain, bits, fields_in, file_of, format_of
from gamedsl.values import evolve, frozen

Shape: TypeAlias = Literal["box", "round", "circle", "hex"]
_SHAPES: Mapping[str, Shape] = {"round": "round", "circle": "circle", "hex": "hex"}
_LETTERS = 11.0
"""The largest size of letters, in points, if a part says none."""
_MOST_ICONS = 24


Run: TypeAlias = str | Style
"""A part of a text: words, or an emblem among them."""


@frozen
class Part:
    """A part of a layout, filled in for a kind. Its place is in millimetres from the top left corner of the card. It shows either a text with emblems or a
    picture; `size` is the largest size of letters in points."""

    name: str
    x: float
    y: float
    width: float
    height: float
    runs: tuple[Run, ...] = ()
    picture: str | None = None
    shape: Shape = "box"
    fill: Colour | None = None
    border: Colour | None = None
    ink: Colour | None = None
    size: float = _LETTERS
    is_bold: bool = False
    align: frozenset[str] = frozenset()
    font: str = ""
    is_whole: bool = False
    is_twice: bool = False


@frozen
class Laid:
    """A card, tile or token that is drawn by a layout. `bleed` is what is printed beyond each of its edges."""

    layout: str
    form: Format
    bleed: float
    paper: Colour
    parts: tuple[Part, ...]


@frozen
class Values:
    """The parts of a kind that a layout can show: the words of its columns, their names for files, their emblems, colours and numbers."""

    word: Callable[[str], str]
    file: Callable[[str], str | None]
    emblem: Callable[[str], Style | None]
    named: Callable[[str], Style | None]
    number: Callable[[str], int]


def lay_out(look: JsonObject, name: str, values: Values) -> Laid | None:
    """Returns a kind as a layout draws it; None if there is no such layout."""
    layouts = look.get("layout")
    found = layouts.get(name) if isinstance(layouts, dict) else None
    form = format_of(str(found.get("size") or "poker")) if isinstance(found, dict) else None
    if not isinstance(found, dict) or form is None:
        return None
    font = str(found.get("font") or "")
    parts = found.get("parts")
    made = [
        part
        for key, one in (parts.items() if isinstance(parts, dict) else ())
        if isinstance(one, dict)
        for part in _part(look, key, one, font, values)
    ]
    return Laid(name, form, _number(found, "bleed", 0.0), _colour(found, "paper", values) or PAPER, tuple(made))


def scale_layout(laid: Laid, scale: float) -> Laid:
    """Returns a layout in another size."""
    parts = tuple(
        evolve(
            one,
            x=one.x * scale,
            y=one.y * scale,
            width=one.width * scale,
            height=one.height * scale,
            size=one.size * scale,
        )
        for one in laid.parts
    )
    form = evolve(laid.form, width=laid.form.width * scale, height=laid.form.height * scale)
    return evolve(laid, form=form, bleed=0.0, parts=parts)


def _part(look: JsonObject, name: str, own: Mapping[str, Json], font: str, values: Values) -> Iterator[Part]:
    """Yields a part; nothing if each column that it names is empty."""
    at = own.get("at")
    x, y, width, height = (
        (float(one) for one in at if isinstance(one, int | float)) if isinstance(at, list) else (0.0,) * 4
    )
    show, template = str(own.get("show") or ""), own.get("picture")
    runs = tuple(_runs(look, show, values))
    picture = file_of(template, values.file) if isinstance(template, str) else None
    if (show and not runs) or (template and picture is None):
        return
    yield Part(
        name, x, y, width, height, runs, picture,
        shape=_SHAPES.get(str(own.get("shape")), "box"),
        fill=_colour(own, "fill", values),
        border=_colour(own, "border", values),
        ink=_colour(own, "ink", values),
        size=_number(own, "size", _LETTERS if any(isinstance(run, str) and run.strip() for run in runs) else 400.0),
        is_bold=own.get("bold") is True,
        align=frozenset(str(own.get("align") or "").split()),
        font=str(own.get("font") or font),
        is_whole=own.get("whole") is True,
        is_twice=own.get("twice") is True,
    )  # fmt: skip


def _number(own: Mapping[str, Json], key: str, usual: float) -> float:
    found = own.get(key)
    return float(found) if isinstance(found, int | float) else usual


def _colour(own: Mapping[str, Json], key: str, values: Values) -> Colour | None:
    """Returns a colour: a word or digits, or `{column}` for the colour of the column's value; `15%` after it mixes it into white."""
    text = own.get(key)
    if not isinstance(text, str):
        return None
    word, _, share = text.partition(" ")
    named = fields_in(word)
    found = values.emblem(named[0]) if named else None
    colour = found.colour if found is not None else None if named else read_colour(word)
    return colour if colour is None or not share else mix(colour, PAPER, int(share.removesuffix("%")) / 100)


# ---------------------------------------------------------------- texts


def _runs(look: JsonObject, show: str, values: Values) -> Iterator[Run]:
    """Yields the parts of a text. Nothing if it names columns, and all of them are empty."""
    found = [(bit, list(_runs_of(look, bit, values))) for bit in bits(show)]
    filled = [bool(runs) for bit, runs in found if _names_column(bit)]
    if any(filled) or not filled:
        for _, runs in found:
            yield from runs


def _names_column(bit: Bit) -> bool:
    return isinstance(bit, FieldOf) or (isinstance(bit, Icon) and bool(bit.field or bit.times_field))


def _runs_of(look: JsonObject, bit: Bit, values: Values) -> Iterator[Run]:
    match bit:
        case FieldOf("text"):
            yield from _with_icons(look, values.word("text"), values)
        case FieldOf(name):
            word = values.word(name)
            if word:
                yield word
        case Icon():
            emblem = values.emblem(bit.field) if bit.field else values.named(bit.name)
            times = values.number(bit.times_field) if bit.times_field else bit.times
            if emblem is not None:
                yield from [emblem] * min(times, _MOST_ICONS)
        case _:
            yield bit.text


def _with_icons(look: JsonObject, text: str, values: Values) -> Iterator[Run]:
    """Puts icons into a text of the rules: where it names them as `:coin:`, or where it contains their words."""
    for bit in bits(text):
        match bit:
            case Icon(name, "", times, "") if (emblem := values.named(name)) is not None:
                yield from [emblem] * min(times, _MOST_ICONS)
            case Plain(words):
                yield from _with_words(look, words, values)
            case _:
                pass


def _with_words(look: JsonObject, text: str, values: Values) -> Iterator[Run]:
    words = _words(look)
    listed = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    at = 0
    for found in re.finditer(rf"\b({listed})\b", text, re.IGNORECASE) if words else ():
        emblem = values.named(words[found[0].lower()])
        if emblem is None:
            continue
        if found.start() > at:
            yield text[at : found.start()]
        yield emblem
        at = found.end()
    if at < len(text):
        yield text[at:]


def _words(look: JsonObject) -> dict[str, str]:
    """Returns the icons by the words for which they stand."""
    icons = look.get("icon")
    found: dict[str, str] = {}
    for name, own in icons.items() if isinstance(icons, dict) else ():
        listed = own.get("words") if isinstance(own, dict) else None
        found |= {str(word).lower(): name for word in (listed if isinstance(listed, list) else ())}
    return found
