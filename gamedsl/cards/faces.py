"""Finds colours and emblems of values, and the faces of kinds, from the declarations and the look file.

The rules are those of pages: `page/src/game/looks.ts` implements them for browsers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from gamedsl.cards.drawing.signs import is_symbol
from gamedsl.cards.emblems import FLAT, GLYPHS, HUES, RANKS, emblem_of, is_rank
from gamedsl.cards.layouts import Laid, Values, lay_out
from gamedsl.cards.style import Style
from gamedsl.cards.words import kind_title, place_name
from gamedsl.graph.analysis.shown import fields_for_players
from gamedsl.graph.model import types
from gamedsl.graph.model.about import ColumnSpec
from gamedsl.graph.model.game import ClassSpec, Game, KindSpec, ZoneSpec
from gamedsl.graph.model.types import ClassId, EnumId, KindId, SeatId, Type, Value
from gamedsl.json import Json, JsonObject
from gamedsl.page.colours import INK, NAMED, PALETTE, SEATS, Colour, read_colour
from gamedsl.page.layouts import OWN_FIELDS, file_word, without_icons
from gamedsl.reports.titles import title_of
from gamedsl.values import evolve, frozen

Form: TypeAlias = Literal["pawn", "stone", "card", "token"]


@frozen
class Foot:
    """A column of a kind that is shown below its emblem. `number` is set if the value is a number; `is_price`: it is the kind's price in a good."""

    name: str
    text: str
    style: Style | None
    number: int | None = None
    is_price: bool = False


@frozen
class Face:
    """The content of a piece's side: `numeral` in the middle if there is one, with the name of what it `counts`, `rank` in the corners beside the emblem of
    its suit, `mark` beside the emblem of a token, `feet` below, and on paper `more`: values of the type to which its main value belongs. `text` comes
    from the look file, or is the sentence of the kind. `laid` is the face as a layout of the look file draws it."""

    form: Form
    title: str
    style: Style
    seat: SeatId | None = None
    numeral: int | None = None
    rank: str | None = None
    counts: str = ""
    feet: tuple[Foot, ...] = ()
    text: str = ""
    laid: Laid | None = None
    mark: str = ""
    picture: Style | None = None
    """On paper, the emblem in the middle if it is not that of the style."""
    more: tuple[Foot, ...] = ()
    slots: tuple[str, ...] = ()
    """The columns whose numbers have each its own place below the emblem, also on a card that lacks some: without a sign, nothing else tells them apart."""

    @property
    def has_emblem(self) -> bool:
        """Whether its emblem means something on paper: it shows what the piece is, or to which other pieces it belongs. A coat of arms for a single kind
        adds nothing to its name."""
        symbol = self.style.symbol or ""
        return not (
            symbol.startswith("o-")
            and self.style.picture is None
            and self.style.glyph is None
            and self.style.word in self.title
        )


_SUITS = frozenset({"hearts", "diamonds", "clubs", "spades"})
_MANY, _SMALL = 5, 4
_COLOURED = re.compile(r"colou?r|suit")
_UNITLESS = re.compile(r"value|number|rank|size|strength|figure|digit|pips|worth")
"""Numbers of a card that need no name: the card is what they say."""
_COSTS = re.compile(r"(?:^|_)(?:costs?|price|fee|wages?|toll)$")
"""Columns of costs: a card is not known by them."""
_OWNER = re.compile(r"\.[^.]*$")
_GREY, _BROWN = PALETTE[8], PALETTE[9]


def entry(look: JsonObject, section: str, name: str) -> Mapping[str, Json]:
    """Returns the section `[section.name]` of a look file; empty if it is missing."""
    found = look.get(section)
    inner = found.get(name) if isinstance(found, dict) else None
    return inner if isinstance(inner, dict) else {}


def text_of(found: Mapping[str, Json], key: str) -> str | None:
    """Returns the text of a key; None if there is none."""
    value = found.get(key)
    return value if isinstance(value, str) and value else None


class Looks:
    """The styles and faces of a game with a look."""

    def __init__(self, game: Game, look: JsonObject) -> None:
        self._game = game
        self._look = look
        self._sentences = {one.name: one.text for one in game.about.sentences if one.of == "kind"}

    def seat(self, seat: SeatId) -> Colour:
        """Returns the colour of a seat; scripted seats are grey."""
        if seat >= self._game.humans:
            return _GREY
        seats = self._look.get("seats")
        listed = seats.get("colors") if isinstance(seats, dict) else None
        named = listed[seat] if isinstance(listed, list) and seat < len(listed) else None
        found = read_colour(named) if isinstance(named, str) else None
        return found or SEATS[seat % len(SEATS)]

    def label(self, section: str, name: str) -> str:
        """Returns the label of a zone, field or board for people."""
        return text_of(entry(self._look, section, name), "label") or title_of(name)

    # ------------------------------------------------------------ values

    def word(self, of: EnumId, value: int) -> Style:
        """Returns the look of a value of an enumerated type."""
        values = self._game.enums[of].values
        name = values[value] if value < len(values) else ""
        near = self._base_type(of)
        inherited = near[1][value] if near else None
        base = self._ordinary(value, values) if near is None or inherited is None else self.word(near[0], inherited)
        return self._apply_look(name, evolve(base, word=title_of(name)))

    def _ordinary(self, number: int, names: Sequence[str]) -> Style:
        """Returns the look of a value: the colour and emblem for its name, or else for its number among the names."""
        # Ranks of a deck have no colour of their own: that is the suit's.
        is_ink = is_rank(names[number].lower(), [name.lower() for name in names])
        own = INK if is_ink else _GREY if len(names) == 1 else PALETTE[number % len(PALETTE)]
        symbol, glyph = emblem_of(number, names)
        return Style(NAMED.get(names[number].lower(), own), title_of(names[number]), symbol, glyph)

    def _alone(self, title: str, owner: SeatId | None) -> Style:
        """Returns the look of the only kind of a component: brown, which is no seat's colour, unless its name is a colour."""
        found = self._ordinary(0, [title])
        return found if owner is not None or title.lower() in NAMED else evolve(found, colour=_BROWN)

    def _apply_look(self, name: str, style: Style) -> Style:
        own = entry(self._look, "value", name)
        glyph, colour, label = text_of(own, "glyph"), text_of(own, "color"), text_of(own, "label")
        style = _with_emblem(style, glyph, text_of(own, "picture"))
        named = read_colour(colour) if colour is not None else None
        return evolve(style, colour=named or style.colour, word=label or style.word)

    def _base_type(self, of: EnumId) -> tuple[EnumId, tuple[int | None, ...]] | None:
        """Returns the type whose look a type inherits, with the value for each of its values that has one: a column must map them to different values. None if
        there is none."""
        for column in self._game.about.columns:
            to = bare(column.type)
            if column.of != "enum" or column.number != of or not isinstance(to, types.Enum) or to.id == of:
                continue
            values = [one for one in column.values if isinstance(one, int)]
            if len(values) > 1 and len(set(values)) == len(values):
                return to.id, tuple(one if isinstance(one, int) else None for one in column.values)
        return None

    def value(self, of: Type, value: Value) -> Style | None:
        """Returns the look of a value of any type; None if it is only a number or a text."""
        inner = bare(of)
        if not isinstance(value, int) or isinstance(value, bool):
            return None
        if isinstance(inner, types.Enum):
            return self.word(inner.id, value)
        return self.kind(KindId(value)).style if isinstance(inner, types.Kind) else None

    # ------------------------------------------------------------ faces

    def kind(self, kind: KindId) -> Face:
        """Returns the face of a kind."""
        spec = self._game.kinds[kind]
        group = self._game.classes[spec.cls]
        row = kind - group.first
        title = _title_of(spec)
        columns = _distinct(self._columns(spec.cls))
        words = [one for one in columns if isinstance(bare(one.type), types.Enum)]
        first = next((one for one in words if _COLOURED.fullmatch(one.name)), words[0] if words else None)
        style = self._style(spec, group, first, row)
        if spec.owner is not None:
            glyph = GLYPHS.get(title.lower())
            style = evolve(style, colour=self.seat(spec.owner))
            style = evolve(style, glyph=glyph, symbol=None, picture=None) if glyph else style
        like = text_of(entry(self._look, "value", spec.name), "like")
        style = (like and self._namesake_style(like)) or style
        own = entry(self._look, "class", group.name)
        if emblem := text_of(own, "glyph"):
            style = evolve(style, glyph=emblem, symbol=None, picture=None)
        corner = self._corner(columns, row)
        form = _read_form(text_of(own, "form")) or self._form(spec.cls, len(columns))
        written = text_of(entry(self._look, "value", spec.name), "text") or self._sentences.get(spec.name, "")
        text = without_icons(written)
        label = text_of(entry(self._look, "value", spec.name), "label")
        if corner is not None:
            suit, rank = corner
            title = _name_with_suit(title, suit.word)
            face = Face(form, label or title, evolve(suit, word=label or title), spec.owner, None, rank, text=text)
        else:
            face = self._plain_face(label or title, style, columns, first, row)
            more = () if first is None or like else self._more_feet(first, row)
            face = evolve(face, form=form, seat=spec.owner, text=text, more=more)
        layout = text_of(entry(self._look, "value", spec.name), "layout") or text_of(own, "layout")
        if layout is None:
            return face
        return evolve(face, laid=lay_out(self._look, layout, self._values(kind, label or title, written, face)))

    def _values(self, kind: KindId, title: str, text: str, face: Face) -> Values:
        """Returns the values of a kind with a face that layouts can show."""
        spec = self._game.kinds[kind]
        row = kind - self._game.classes[spec.cls].first
        columns = {one.name: one for one in self._columns(spec.cls)}

        def word(name: str) -> str:
            if name in OWN_FIELDS:
                return title if name == "name" else text
            return self._word(columns[name], row) if name in columns else ""

        def file(name: str) -> str | None:
            if name == "name":
                return file_word(spec.name)
            return self._file_word(columns[name], row) if name in columns else None

        def emblem(name: str) -> Style | None:
            if name == "name":
                return self._look_of_kind(kind, face.style)
            return self.value(columns[name].type, columns[name].values[row]) if name in columns else None

        def number(name: str) -> int:
            value = columns[name].values[row] if name in columns else None
            return int(value) if isinstance(value, int) else 0

        return Values(word, file, emblem, self.icon, number)

    def _look_of_kind(self, kind: KindId, style: Style) -> Style:
        """Returns the style of a kind, with the emblem that the look file gives to this kind alone."""
        own = entry(self._look, "value", self._game.kinds[kind].name)
        return _with_emblem(style, text_of(own, "glyph"), text_of(own, "picture"))

    def thing(self, name: str, label: str, number: int) -> Style:
        """Returns the look of a thing that players have a number of: by its name, with the colour for its number if the name has none."""
        word = name if name.lower() in NAMED else name.rpartition("_")[2]
        symbol, glyph = emblem_of(0, [word])
        is_drawn = glyph is not None or (symbol or "").startswith("i-")
        colour = NAMED.get("gold" if symbol == "i-coin" else word.lower(), PALETTE[number % len(PALETTE)])
        return Style(colour, label, symbol if is_drawn else "o-roundel", glyph)

    def feet_of(self, of: EnumId, value: int) -> tuple[Foot, ...]:
        """Returns the entries for one value of a type, from the type's columns."""
        found = [one for one in self._game.about.columns if one.of == "enum" and one.number == of]
        return tuple(foot for one in found if (foot := self._foot(one, value)) is not None)

    def _more_feet(self, column: ColumnSpec, row: int) -> tuple[Foot, ...]:
        """Returns the entries for the value by which a card is known, without numbers."""
        of, value = bare(column.type), column.values[row]
        if not isinstance(of, types.Enum) or not isinstance(value, int):
            return ()
        return tuple(foot for foot in self.feet_of(of.id, value) if foot.style is not None)

    def icon(self, name: str) -> Style | None:
        """Returns the emblem of an icon of the look file, of a value, or of a kind."""
        own = entry(self._look, "icon", name)
        if own:
            base = self._ordinary(0, [name])
            named = read_colour(text_of(own, "color") or "")
            style = evolve(base, colour=named or (INK if text_of(own, "glyph") else base.colour))
            return _with_emblem(style, text_of(own, "glyph"), text_of(own, "picture"))
        of_namesake = self._namesake_style(name)
        if of_namesake is not None:
            return of_namesake
        number = next((i for i, one in enumerate(self._game.kinds) if one.name == name), None)
        return None if number is None else self.kind(KindId(number)).style

    def _word(self, column: ColumnSpec, row: int) -> str:
        """Returns the value of a column in words; empty for none and no."""
        value, of = column.values[row], bare(column.type)
        if value is None or value is False:
            return ""
        style = self.value(column.type, value)
        match of:
            case types.Position(board) if isinstance(value, int):
                return place_name(self._game, board, value)
            case types.Flag():
                return title_of(column.name)
            case _:
                return style.word if style is not None else str(value)

    def _file_word(self, column: ColumnSpec, row: int) -> str | None:
        """Returns the value of a column in the form for names of files; None for none and no."""
        value = column.values[row]
        if value is None or value is False or not isinstance(value, int):
            return None
        match bare(column.type):
            case types.Enum(of):
                return self._game.enums[of].values[value]
            case types.Kind():
                return file_word(self._game.kinds[value].name)
            case types.Position(board):
                return file_word(self._game.boards[board].places[value])
            case types.Flag():
                return column.name
            case _:
                return str(value)

    def _style(self, spec: KindSpec, group: ClassSpec, first: ColumnSpec | None, row: int) -> Style:
        found = None if first is None else self.value(first.type, first.values[row])
        if found is not None:
            return found
        titles = [_title_of(one) for one in self._game.kinds[group.first : group.first + group.count]]
        alone = group.count == 1
        return self._apply_look(spec.name, self._alone(titles[0], spec.owner) if alone else self._ordinary(row, titles))

    def _plain_face(
        self, title: str, style: Style, columns: Sequence[ColumnSpec], first: ColumnSpec | None, row: int
    ) -> Face:
        """Returns a face with its numeral and feet, but without its form and seat."""
        numbers = [one for one in columns if isinstance(one.type, types.Int)]
        varied = [
            one
            for one in numbers
            if any(value != one.values[0] for value in one.values) and self._namesake_style(one.name) is None
        ]
        lead = min(varied, key=lambda one: _COSTS.search(one.name) is not None, default=None)
        is_large = lead is not None and any(isinstance(value, int) and value > _SMALL for value in lead.values)
        value = lead.values[row] if lead is not None and (is_large or first is None) else None
        numeral = value if isinstance(value, int) else None
        feet = [
            foot
            for one in columns
            if (one is not lead or numeral is None)
            and not (one is first and (style.word in title or (numeral is not None and style.word.lower() in HUES)))
            if (foot := self._foot(one, row)) is not None
        ]
        short = ""
        if numeral is not None and first is not None:
            short = title_of(" ".join(word for word in title.split(" ") if word != style.word))
        named = style.word if short == str(numeral) else short or title
        counts = "" if lead is None or numeral is None or _UNITLESS.fullmatch(lead.name) else title_of(lead.name)
        others = [one for one in numbers if one is not lead or not (is_large or first is None)]
        return Face("card", named, style, numeral=numeral, counts=counts, feet=tuple(feet), slots=self._slots(others))

    def _slots(self, columns: Sequence[ColumnSpec]) -> tuple[str, ...]:
        """Returns the names of columns of numbers, if more than one of them has no sign beside its numbers."""
        found = [
            foot
            for one in columns
            for foot in [next(filter(None, (self._foot(one, row) for row in range(len(one.values)))), None)]
            if foot is not None
        ]
        return tuple(one.name for one in found) if sum(one.style is None for one in found) > 1 else ()

    def _columns(self, of: ClassId) -> list[ColumnSpec]:
        found = self._game.about.columns
        return [one for one in found if one.of == "class" and one.number == of and one.name != "owner"]

    def _corner(self, columns: Sequence[ColumnSpec], row: int) -> tuple[Style, str] | None:
        """Returns the suit and the rank of a playing card; None for other cards."""
        suited = next((one for one in columns if self._is_suit(one.type)), None)
        ranked = next((o for o in columns if o is not suited and isinstance(o.type, types.Enum | types.Int)), None)
        if suited is None or ranked is None:
            return None
        suit, value = self.value(suited.type, suited.values[row]), ranked.values[row]
        if suit is None:
            return None
        name = str(value)
        if isinstance(ranked.type, types.Enum) and isinstance(value, int):
            name = self._game.enums[ranked.type.id].values[value]
        return suit, RANKS.get(name.lower(), title_of(name))

    def _is_suit(self, of: Type) -> bool:
        return isinstance(of, types.Enum) and any(o.lower() in _SUITS for o in self._game.enums[of.id].values)

    def _foot(self, column: ColumnSpec, row: int) -> Foot | None:
        value, of, name = column.values[row], bare(column.type), title_of(column.name)
        if value is None or value is False or isinstance(of, types.Kind):
            return None
        style = self.value(column.type, value)
        if style is not None:
            return Foot(name, style.word, style)
        match of:
            case types.Position(board) if isinstance(value, int):
                return Foot(name, place_name(self._game, board, value), None)
            case types.Int() if isinstance(value, int) and value:
                good = _COSTS.sub("", column.name)
                style = self._namesake_style(column.name) or (self._good(good) if good != column.name else None)
                return Foot(name, str(value), style, value, is_price=style is not None and good != column.name)
            case types.Flag():
                return Foot(name, name, None)
            case _:
                return None

    def _good(self, name: str) -> Style | None:
        """Returns the look of a good that players have a number of, which is the look of its counters; None if there is no such good."""
        for number, field in enumerate(fields_for_players(self._game)):
            if field.name == name and [type(one.type) for one in field.dimensions] == [types.Player]:
                return self.thing(name, self.label("field", name), number)
        return self._namesake_style(name)

    def _namesake_style(self, name: str) -> Style | None:
        """Returns the look of the value that a column is named after, such as a price in `Wood`; None if there is none."""
        for number, spec in enumerate(self._game.enums):
            if name in spec.values:
                return self.word(EnumId(number), spec.values.index(name))
        return None

    def _form(self, of: ClassId, columns: int) -> Form:
        spec = self._game.classes[of]
        kinds = self._game.kinds[spec.first : spec.first + spec.count]
        zones = [zone for zone in self._game.zones if of in zone.classes]
        on_board = [zone for zone in zones if any(isinstance(d.type, types.Position) for d in zone.dimensions)]
        is_owned = any(kind.owner is not None for kind in kinds)
        if is_owned and (on_board or columns == 0):
            names = " ".join([spec.name, *(kind.name for kind in kinds)])
            return "stone" if FLAT.search(names) else "pawn"
        is_read = spec.name == "card" or any(kind.name in self._sentences for kind in kinds)
        if not is_read and any(zone.form == "slot" and self._is_on_grid(zone) for zone in on_board):
            return "token"  # it is laid on the board, as a tile
        is_read = spec.name == "card" or any(kind.name in self._sentences for kind in kinds)
        if not is_read and any(zone.form == "slot" and self._is_on_grid(zone) for zone in on_board):
            return "token"  # it is laid on the board, as a tile
        if spec.name == "card" or any(zone.form == "pile" for zone in zones) or columns >= 2:
            return "card"
        if is_owned or any(zone.form == "slot" for zone in on_board):
            return "token"
        is_silent = columns < 2 and not any(kind.name in self._sentences for kind in kinds)
        is_open = all(zone.visibility.who == "everyone" for zone in zones)
        if is_silent and is_open and (len(kinds) == 1 or all(kind.copies > 1 for kind in kinds)):
            return "token"  # nobody hides it and there is nothing to read, as on a crate
        is_plain = columns + (len(kinds) > 1) < 2 + (len(kinds) == 1)
        return "token" if is_plain and all(kind.copies >= _MANY for kind in kinds) else "card"

    def _is_on_grid(self, zone: ZoneSpec) -> bool:
        """Whether a zone is on the places of a grid."""
        boards = [one.type.board for one in zone.dimensions if isinstance(one.type, types.Position)]
        return any(self._game.about.shapes[board].kind in ("grid", "hex") for board in boards)


def _with_emblem(style: Style, glyph: str | None, picture: str | None) -> Style:
    """Returns a style with the glyph, the drawing with that name or the picture of the look file, if there is one."""
    if picture is not None:
        return evolve(style, glyph=None, symbol=None, picture=picture)
    if glyph is not None and is_symbol(f"i-{glyph}"):
        return evolve(style, glyph=None, symbol=f"i-{glyph}", picture=None)
    return style if glyph is None else evolve(style, glyph=glyph, symbol=None, picture=None)


def bare(of: Type) -> Type:
    """Returns the type without `or none`."""
    return bare(of.of) if isinstance(of, types.Optional) else of


def _name_with_suit(called: str, suit: str) -> str:
    """Returns the name of a card with a suit: “Ten of Hearts” for `Ten Hearts`; unchanged if the name does not contain the suit."""
    rest = " ".join(word for word in called.split(" ") if word != suit)
    return f"{rest} of {suit}" if rest and rest != called else called


def disc(colour: Colour, mark: str, title: str, seat: SeatId | None = None) -> Face:
    """Returns the face of a plain disc with a mark on it."""
    return Face("token", title, Style(colour, title, glyph=mark), seat)


def counter(title: str) -> Face:
    """Returns the face of a thing that is only counted."""
    return Face("token", title, Style(INK, title, "o-roundel"))


def _title_of(spec: KindSpec) -> str:
    return kind_title(spec.name if spec.owner is None else _OWNER.sub("", spec.name))


def _distinct(columns: Sequence[ColumnSpec]) -> list[ColumnSpec]:
    """Removes columns with the values of an earlier one in every row. Numbers stay: a cost is another thing than an equal value."""
    found: list[ColumnSpec] = []
    for one in columns:
        if isinstance(bare(one.type), types.Int) or not any(
            other.values == one.values and other.type == one.type for other in found
        ):
            found.append(one)
    return found


def _read_form(name: str | None) -> Form | None:
    match name:
        case "pawn" | "stone" | "card" | "token":
            return name
        case _:
            return None
