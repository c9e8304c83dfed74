"""Adapts the faces of pieces for paper: decides which faces of a set have a drawing for a word of their name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gamedsl.cards.emblems import ORDINARIES, drawings_of
from gamedsl.cards.faces import Face, Foot, entry, text_of
from gamedsl.cards.style import Style
from gamedsl.json import JsonObject
from gamedsl.values import evolve


def has_own_emblem(look: JsonObject, name: str) -> bool:
    """Whether a look file gives a value or a kind an emblem."""
    own = entry(look, "value", name)
    return text_of(own, "glyph") is not None or text_of(own, "picture") is not None


def on_paper(faces: Sequence[Face], chosen: Sequence[bool]) -> list[Face]:
    """Returns the faces of a set of pieces as they are printed. Either all similar cards have a drawing or none, because a set with only some drawings looks
    unfinished. `chosen` tells for each face whether its drawing comes from the look file; such a drawing stays."""
    taken: set[str] = set()
    listed = [_list_numeral(face) for face in faces] if _have_many_values(faces) else faces
    drawn = [_with_drawing(_drop_zero(face), taken) for face in listed]
    are_uneven = {
        is_numbered: 0 < sum(one.has_emblem for one in alike) < len(alike)
        for is_numbered in (False, True)
        if (alike := [one for one in drawn if one.form == "card" and (one.numeral is not None) == is_numbered])
    }
    return _told_apart(
        [
            face
            if own or face.form != "card" or not are_uneven[face.numeral is not None]
            else evolve(face, style=_without_drawing(face.style, face.title))
            for face, own in zip(drawn, chosen, strict=True)
        ]
    )


def _told_apart(faces: Sequence[Face]) -> list[Face]:
    """Returns the faces of a set, each with a coat of arms of its own in the middle if it only has that of its group there, as several others do. The first
    of a group keeps the group's."""
    groups = Counter(face.style for face in faces if _shows_group(face))
    seen: Counter[Style] = Counter()
    found: list[Face] = []
    for face in faces:
        if not _shows_group(face) or groups[face.style] < _SEVERAL:
            found.append(face)
            continue
        first = ORDINARIES.index((face.style.symbol or "").removeprefix("o-"))
        own = ORDINARIES[(first + seen[face.style]) % len(ORDINARIES)]
        seen[face.style] += 1
        found.append(evolve(face, picture=evolve(face.style, symbol=f"o-{own}")))
    return found


def _shows_group(face: Face) -> bool:
    """Whether the middle of a card has nothing but the coat of arms of its group."""
    is_arms = (face.style.symbol or "").startswith("o-") and face.style.picture is None and face.style.glyph is None
    is_bare = face.form == "card" and face.numeral is None and face.rank is None and not face.text
    return is_arms and is_bare and face.has_emblem


_SEVERAL = 2


_MANY_VALUES = 4
"""The fewest values beside a numeral that make a card a list: no single one of them is what the card is."""


def _have_many_values(faces: Sequence[Face]) -> bool:
    """Whether cards without texts have so many values that a large numeral would say the wrong thing first."""
    return any(len(one.feet) >= _MANY_VALUES for one in faces) and not any(one.text for one in faces)


def _list_numeral(face: Face) -> Face:
    """Returns a face whose numeral is one of its values, the last one."""
    if face.numeral is None or not face.counts:
        return face
    shown = (Foot(face.counts, str(face.numeral), None, face.numeral),) if face.numeral else ()
    return evolve(face, numeral=None, counts="", feet=(*face.feet, *shown))


def _drop_zero(face: Face) -> Face:
    """Returns a face without the number 0 of a counted thing, such as `0 gems`, unless it shows nothing else."""
    is_idle = face.numeral == 0 and bool(face.counts) and bool(face.text or face.feet)
    return evolve(face, numeral=None, counts="") if is_idle else face


def _with_drawing(face: Face, taken: set[str]) -> Face:
    """Returns a face with a drawing for a word of its name, if on pages several faces share a drawing and so have coats of arms instead. Each drawing is
    given to only one of them (`taken`), because a shared one would suggest that they belong together."""
    if face.has_emblem:
        taken.add(face.style.symbol or "")
        return face
    for drawing in drawings_of(face.title.lower()):
        if f"i-{drawing}" not in taken:
            taken.add(f"i-{drawing}")
            return evolve(face, style=evolve(face.style, symbol=f"i-{drawing}"))
    return face


def _without_drawing(style: Style, title: str) -> Style:
    """Returns a style with a coat of arms instead of a drawing for a word of its name."""
    is_drawn = (style.symbol or "").startswith("i-") and style.picture is None and style.glyph is None
    return evolve(style, symbol=f"o-{ORDINARIES[0]}") if is_drawn and style.word in title else style
