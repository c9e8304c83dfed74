"""Checks the colours and the drawings that a look file names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from gamedsl.json import Json, JsonObject
from gamedsl.page.colours import NAMED
from gamedsl.page.mistakes import Mistakes, suggest
from gamedsl.page.runtime_files import read_runtime

_COLOURS_OF_BROWSERS = frozenset(
    re.findall(r"\w+",
    "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate coral "
    "cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange "
    "darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey "
    "dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo "
    "ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink "
    "lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine "
    "mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose "
    "moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru "
    "pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue "
    "slategray slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet wheat white whitesmoke yellow yellowgreen none")
)  # fmt: skip
"""The words for colours that every browser knows (CSS Color, level 4)."""
_KNOWN = _COLOURS_OF_BROWSERS | NAMED.keys()
_WORD = re.compile(r"[A-Za-z][A-Za-z_-]*")
_DIGITS = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_COLOURED = frozenset(["color", "colors", "fill", "border", "ink", "paper", "back"])
_SHORTEST_DRAWING = 3
"""Shorter texts are signs: letters of a value."""


def check_signs(look: JsonObject, findings: Mistakes) -> None:
    """Reports words that are no colours, and glyphs that look like the name of a drawing that does not exist."""
    for where, said in _texts((), look):
        title, key = f"[{'.'.join(where[:-1])}]", where[-1]
        if key in _COLOURED and (wrong := _no_colour(said, is_back=key == "back")):
            near = suggest(wrong, NAMED) or suggest(wrong, _KNOWN)
            advice = near or ': write a word like "red", or digits like "#a8441f"'
            findings.add(f"{title} {key}: there is no colour `{wrong}`{advice}", *where)
        if key == "glyph" and len(said) >= _SHORTEST_DRAWING and said.isascii() and said.islower() and said.isalpha():
            drawings = _drawings()
            if said not in drawings:
                near = suggest(said, drawings)
                advice = near or ': write a sign like "♞", a drawing like "coin", or `picture = "name.svg"`'
                findings.add(f"{title} glyph: there is no drawing `{said}`{advice}", *where)


def _texts(where: tuple[str, ...], value: Json) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yields all texts of a look file, each with its keys."""
    match value:
        case str() if where:
            yield where, value
        case list():
            yield from ((where, one) for one in value if isinstance(one, str))
        case dict():
            for name, inner in value.items():
                yield from _texts((*where, name), inner)
        case _:
            pass


def _no_colour(said: str, *, is_back: bool) -> str:
    """Returns the word for a colour that is none: `{trade} 15%` is the colour of a value, and the back of a card may be a picture."""
    word = said.partition(" ")[0]
    if word.startswith("#"):
        return "" if _DIGITS.fullmatch(word) else word
    is_word = _WORD.fullmatch(word) is not None and (not is_back or "." not in said)
    return word if is_word and word.lower() not in _KNOWN else ""


@cache
def _drawings() -> frozenset[str]:
    """Returns the names of the drawings that every page holds."""
    text = read_runtime("symbols.svg")
    return frozenset(re.findall(r'<symbol id="i-([^"]+)"', text))
