"""A page of all symbols that cards, boards and pages draw, each with its name and where it is found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.cards.drawing.emblems import emblem, strong
from gamedsl.cards.drawing.fitting import Area, Ink, fit_text
from gamedsl.cards.drawing.marks import Mark, Ruler
from gamedsl.cards.drawing.signs import sign
from gamedsl.cards.faces import Face, Foot, Looks, bare
from gamedsl.cards.needed.stocks import stocks
from gamedsl.cards.style import Style
from gamedsl.cards.table.blocks import Block, below, beside
from gamedsl.cards.table.drawn_values import drawings_of_value, meaning_of_value
from gamedsl.cards.table.pieces import CARD, SMALL, piece, shows_number, small_feet, small_foot, small_size
from gamedsl.cards.tokens import markers
from gamedsl.graph.analysis.shown import fields_for_players, zones_for_players
from gamedsl.graph.model import types
from gamedsl.graph.model.game import FieldSpec, Game
from gamedsl.graph.model.types import ClassId, EnumId, KindId, Type
from gamedsl.json import JsonObject
from gamedsl.page.colours import INK, PAPER, SOFT
from gamedsl.reports.titles import plain, title_of
from gamedsl.rulebook.model import small
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.values import evolve, frozen

_WIDTH, _COLUMN, _GAP = 168.0, 40.0, 2.0
_SIDE = 7.0
_MOST = 24
"""The most values of a type, and kinds of a component, that are listed."""


def icons(game: Game, look: JsonObject, ruler: Ruler) -> list[Block]:
    """Draws all symbols of a game: a block for each group of them that belong together."""
    found = _Icons(game, look, ruler)
    groups = (
        *found.values(),
        *found.list_drawn_values(),
        *found.pieces(),
        *found.tokens(),
        *found.guides(),
        *found.own(),
    )
    return [found.draw(one) for one in groups if one.items]


@frozen
class _Group:
    """Symbols that belong together: a title, the things on which they appear, and each symbol with its name."""

    title: str
    where: str
    items: tuple[Block, ...]


class _Icons:
    def __init__(self, game: Game, look: JsonObject, ruler: Ruler) -> None:
        self._game, self._look, self._ruler = game, look, ruler
        self._looks = Looks(game, look)
        dimensions = [one.type for zone in zones_for_players(game) for one in zone.dimensions]
        self._places = {one.id for one in dimensions if isinstance(one, types.Enum)}
        """The types at whose values pieces lie."""
        self._shown = set[str]()
        """The symbols of values that stand in a group already."""
        self._values = set[str]()
        """What these values are called."""

    def draw(self, group: _Group) -> Block:
        """Draws a group with its heading."""
        width = self._ruler.width(group.title, 9, True) + 0.5
        words = (
            *fit_text(self._ruler, group.title, Area(0, 0, width, 5), Ink(9, INK, True), "left"),
            *fit_text(self._ruler, group.where, Area(width + 1.5, 0, _WIDTH - width - 1.5, 5), Ink(8, SOFT), "left"),
        )
        names = [told for item in group.items for told in item.told]
        told = f"{group.title}{f' ({group.where})' if group.where else ''}: {', '.join(names)}."
        head = Block(_WIDTH, 5, words)
        whole = below([head, beside(group.items, _GAP, _WIDTH)], 1.0)
        return Block(whole.width, whole.height, whole.marks, (told,))

    def _item(self, width: float, height: float, marks: Sequence[Mark], name: str, column: float = _COLUMN) -> Block:
        """Puts a name beside a symbol."""
        high = max(height, _SIDE)
        room = Area(width + 1.5, 0, column - width - 1.5, high)
        return Block(column, high, (*marks, *fit_text(self._ruler, name, room, Ink(8.5, INK), "left")), (name,))

    # ------------------------------------------------------------ values

    def values(self) -> Iterator[_Group]:
        """Yields the types whose values have an emblem that is drawn somewhere."""
        for number, spec in enumerate(self._game.enums):
            where = self._name_places(EnumId(number))
            styles = [self._looks.word(EnumId(number), value) for value in range(len(spec.values))]
            if where.startswith(_HAVING):
                # These have their names beside them: only what is drawn for a word says more, and only if nothing else has the same drawing.
                styles = [one for one in styles if not _is_of_arms(one) and one.symbol not in self._shown]
            if (
                where
                and len(styles) >= (_FEW if where.startswith(_HAVING) else 1)
                and len(styles) <= _MOST
                and all(map(_is_drawn, styles))
            ):
                self._shown.update(one.symbol for one in styles if one.symbol)
                worn = [evolve(one, colour=INK) for one in styles] if self._is_of_seats(EnumId(number)) else styles
                self._values.update(one.word for one in styles)
                items = tuple(self._item(_SIDE, _SIDE, self._emblem(style), style.word) for style in worn)
                yield _Group(title_of(spec.name), where, items)

    def _is_of_seats(self, of: EnumId) -> bool:
        """Whether the values of a type stand on places for pieces of players, and so are drawn in the players' colours."""
        fields = fields_for_players(self._game)
        owned = [one.dimensions for one in fields if isinstance(bare(one.type), types.Player)]
        ranks = [one.dimensions for one in fields if _is_of(one.type, of)]
        return any(one in owned for one in ranks if any(isinstance(of_.type, types.Position) for of_ in one))

    def _emblem(self, style: Style) -> tuple[Mark, ...]:
        return tuple(emblem(self._ruler, style, Area(0, 0, _SIDE, _SIDE), style.colour, PAPER))

    def _name_places(self, of: EnumId) -> str:
        """Names the things on which the values of a type are drawn."""
        on: dict[str, None] = {}
        for column in self._game.about.columns:
            is_price = column.of == "class" and column.name in self._game.enums[of].values
            is_shown = column.of in ("class", "board") or (column.of == "enum" and column.number in self._places)
            if (_is_of(column.type, of) or is_price) and is_shown:
                names = {
                    "class": [one.name for one in self._game.classes],
                    "board": [one.name for one in self._game.boards],
                    "enum": [one.name for one in self._game.enums],
                }[column.of]
                on[plain(names[column.number])] = None
        values: dict[str, None] = {}
        for field in fields_for_players(self._game):
            if _is_of(field.type, of):
                boards = [one.type.board for one in field.dimensions if isinstance(one.type, types.Position)]
                on |= {plain(self._game.boards[board].name): None for board in boards}
                values |= {} if boards else {self._looks.label("field", field.name).lower(): None}
        having = {
            self._looks.label("zone", zone.name).lower(): None
            for zone in zones_for_players(self._game)
            if any(_is_of(one.type, of) for one in zone.dimensions)
        }
        parts = (("on each ", on), ("in the ", values), (_HAVING, having))
        return next((f"{word}{join_items(list(names))}" for word, names in parts if names), "")

    def list_drawn_values(self) -> Iterator[_Group]:
        """Yields the drawn numbers and flags of places, with their meaning in the words of the look file."""
        for field in fields_for_players(self._game):
            of = bare(field.type)
            low, high = (of.low, of.high) if isinstance(of, types.Int) else (0, 1)
            items: list[Block] = []
            for value in range(low, min(high, low + _MOST) + 1):
                drawings = drawings_of_value(self._look, field, value) or ()
                word = meaning_of_value(self._look, field, value)
                if drawings and word:
                    side = _SIDE * 0.8
                    marks = [
                        mark
                        for i, one in enumerate(drawings)
                        for mark in emblem(self._ruler, one, Area(i * side, 0, side, side), one.colour, PAPER)
                    ]
                    items.append(self._item(len(drawings) * side, side, marks, word, _WIDTH / 3))
            yield _Group(self._looks.label("field", field.name), self._where_lies(field), tuple(items))

    def _where_lies(self, field: FieldSpec) -> str:
        """Names the places that have a field."""
        boards = [one.type.board for one in field.dimensions if isinstance(one.type, types.Position)]
        return f"on each {plain(self._game.boards[boards[0]].name)}" if boards else ""

    # ------------------------------------------------------------ pieces

    def pieces(self) -> Iterator[_Group]:
        """Yields the components with few kinds, drawn as they lie on the table; components with one kind share a group."""
        alone: list[Block] = []
        for number, group in enumerate(self._game.classes):
            titles: dict[str, KindId] = {}
            for kind in range(group.first, group.first + group.count):
                titles.setdefault(self._looks.kind(KindId(kind)).title, KindId(kind))
            kinds = list(titles.values())
            if len(kinds) > _MOST or not self._is_told(ClassId(number), kinds):
                continue
            faces = [self._looks.kind(kind) for kind in kinds]
            is_by_name = len(kinds) > 1 and all(map(_is_known_by_name, faces))
            if is_by_name and any(_is_of_arms(one.style) for one in faces):
                continue  # their names are all that tells them apart
            items = [
                self._item(_SIDE, _SIDE, self._emblem(one.style), one.title) if is_by_name else self._piece(kind)
                for kind, one in zip(kinds, faces, strict=True)
            ]
            if len(items) == 1:
                alone += items
                continue
            is_owned = self._game.kinds[group.first].owner is not None
            yield _Group(title_of(group.name), "in the colour of each player" if is_owned else "", tuple(items))
        yield _Group("Pieces", "", tuple(alone))

    def _is_told(self, of: ClassId, kinds: Sequence[KindId]) -> bool:
        """Whether the pieces have a look of their own, besides that of the values on them."""
        columns = [one for one in self._game.about.columns if one.of == "class" and one.number == of]
        return not any(isinstance(bare(one.type), types.Enum) for one in columns) or len(kinds) <= 1

    def _piece(self, kind: KindId) -> Block:
        face = self._looks.kind(kind)
        width, height = SMALL[face.form]
        marks = tuple(piece(self._ruler, face, Area(0, 0, width, height)))
        if face.form == "card" and face.rank is None:
            return Block(width, height, marks, (face.title,))  # the piece shows its name
        return self._item(width, height, marks, face.title)

    def tokens(self) -> Iterator[_Group]:
        """Yields what lies on the table for numbers and markers that no component declares, as far as it has a drawing of its own."""
        found = (
            *stocks(self._game, self._looks, self._look, frozenset()),
            *markers(self._game, self._looks, self._look),
        )
        faces = {one.face.title: one.face for one in found if one.face.seat is None and not one.face.mark}
        items = [
            self._item(*SMALL["token"], tuple(piece(self._ruler, face, Area(0, 0, *SMALL["token"]))), title)
            for title, face in faces.items()
            if title not in self._values and face.form == "token" and not _is_of_arms(face.style)
        ]
        yield _Group("Tokens", "", tuple(items))

    # ------------------------------------------------------------ numbers on cards

    def guides(self) -> Iterator[_Group]:
        """Yields, for each component of cards with numbers, one of the cards and the meaning of its numbers."""
        for group in self._game.classes:
            faces = [self._looks.kind(KindId(kind)) for kind in range(group.first, group.first + group.count)]
            cards = [one for one in faces if one.form == "card" and one.rank is None and small_size(one) == CARD]
            fullest = max(cards, key=lambda one: len(_numbers_on(one)), default=None)
            if fullest is not None and (numbers := _numbers_on(fullest)):
                width, height = (_LARGER * side for side in CARD)
                card = Block(width, height, tuple(piece(self._ruler, fullest, Area(0, 0, width, height))))
                items = below([self._number(one, fullest) for one in numbers], 0.0)
                yield _Group(
                    title_of(group.name), "what its numbers are, from the top, then from the left", (card, items)
                )

    def _number(self, foot: Foot, face: Face) -> Block:
        """Draws a number as it appears on a card, with its sign, and its meaning beside it."""
        at = Area(0, 0, _SIDE, _SIDE)
        marks = (
            fit_text(self._ruler, foot.text, at, Ink(13, strong(face.style.colour), True))
            if foot.name == face.counts
            else small_foot(self._ruler, foot, at.inner(0.6, 1.4))
        )
        return self._item(_SIDE, _SIDE, tuple(marks), small(foot.name))

    # ------------------------------------------------------------ others

    def own(self) -> Iterator[_Group]:
        """Yields the icons of the look file."""
        named = self._look.get("icon")
        styles = [(name, self._looks.icon(name)) for name in (named if isinstance(named, dict) else {})]
        items = [self._item(_SIDE, _SIDE, self._emblem(style), title_of(name)) for name, style in styles if style]
        yield _Group("In texts", "", tuple(items))


_HAVING = "each with its "
"""What stands before the zones that the values of a type have, such as taverns."""
_FEW = 2
"""The fewest of such values that are a group."""
_LARGER = 1.7
"""How much larger a card is that shows where its numbers are."""


def _is_known_by_name(face: Face) -> bool:
    """Whether nothing but its name tells a card from others, besides numbers: it shows no drawing."""
    return face.form == "card" and face.rank is None and (shows_number(face) or _is_of_arms(face.style))


def _is_of_arms(style: Style) -> bool:
    """Whether a style has a coat of arms, which says nothing by itself."""
    return style.picture is None and style.glyph is None and not (style.symbol or "").startswith("i-")


def _numbers_on(face: Face) -> list[Foot]:
    """Returns the numbers on a small card in their order there. The number by which the card is known is left out, and so are numbers whose sign shows their
    name."""
    large = [Foot(face.counts, str(face.numeral), None, face.numeral)] if face.counts else []
    below = [one for one in small_feet(face) if one is not None and one.number is not None]
    return [*large, *(one for one in below if one.style is None or one.style.word != one.name)]


def _is_of(of: Type, wanted: EnumId) -> bool:
    inner = bare(of)
    if isinstance(inner, types.SetOf | types.ListOf):
        inner = bare(inner.of)
    return isinstance(inner, types.Enum) and inner.id == wanted


def _is_drawn(style: Style) -> bool:
    """Whether a style has a drawing, and not letters alone."""
    name = style.glyph or style.symbol or ""
    return style.picture is not None or sign(name) is not None
