"""Sorts the things on a table for a picture: onto the places of boards, into the middle, and before the players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from gamedsl.cards.emblems import drawing_of
from gamedsl.cards.faces import Looks, bare, entry
from gamedsl.cards.style import Style
from gamedsl.cards.table.drawn_values import drawings_of_value, meaning_of_value
from gamedsl.cards.table.places import Where, own_boards, part_of, where_of
from gamedsl.cards.table.position import Lying, Position
from gamedsl.cards.words import place_name, seat_title
from gamedsl.graph.analysis.shown import LAST_COUNTERS
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Dimension, FieldSpec, Game, ZoneSpec
from gamedsl.graph.model.types import KindId, SeatId, Type, Value
from gamedsl.json import JsonObject
from gamedsl.page.colours import INK
from gamedsl.reports.titles import plain, title_of
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.wording.texts import Texts, specs_by_instance


@frozen
class Pieces:
    """Equal pieces on a place, or a pile with a piece on top; None if they lie face down."""

    kind: KindId | None
    count: int
    is_mixed: bool = False
    """Whether others lie below the top."""


@frozen
class Stone:
    """A disc of a seat."""

    seat: SeatId


@frozen
class Man:
    """A value that stands on a place: as a piece of a seat, or as an emblem."""

    style: Style
    seat: SeatId | None


@frozen
class Flag:
    """The owner of a place on which something else stands."""

    seat: SeatId


@frozen
class Label:
    """A number, or the word of a flag that holds."""

    text: str
    told: str


@frozen
class Drawn:
    """A number or flag that the look file draws, as one flame or two."""

    styles: tuple[Style, ...]
    told: str


Thing = Pieces | Stone | Man | Flag | Label | Drawn


@frozen
class Laid:
    """A zone beside the boards: its family, the elements to which it belongs besides a seat, and its contents."""

    spec: ZoneSpec
    rest: tuple[tuple[Type, int], ...]
    lying: Lying


@frozen
class Note:
    """A value beside the boards."""

    spec: FieldSpec
    rest: tuple[tuple[Type, int], ...]
    value: Value


@define
class Scene:
    """Things by place. A place belongs to a shared board, or to a seat's own one; zones and notes belong to a seat or to nobody. `edges` are the values of
    routes and edges, by the number of their board and their own number."""

    places: dict[tuple[int, int | None], dict[int, list[Thing]]] = field(
        factory=lambda: defaultdict[tuple[int, "int | None"], "dict[int, list[Thing]]"](lambda: defaultdict(list))
    )
    zones: dict[int | None, list[Laid]] = field(factory=lambda: defaultdict["int | None", list[Laid]](list))
    notes: dict[int | None, list[Note]] = field(factory=lambda: defaultdict["int | None", list[Note]](list))
    edges: dict[tuple[int, int], SeatId | None] = field(factory=dict[tuple[int, int], "SeatId | None"])


def scene_of(game: Game, looks: Looks, look: JsonObject, position: Position) -> Scene:
    """Returns the things that a picture of a position shows."""
    return _Sorting(game, looks, look, position).scene()


class _Sorting:
    def __init__(self, game: Game, looks: Looks, look: JsonObject, position: Position) -> None:
        self._game, self._looks, self._look, self._position = game, looks, look, position
        self._found = Scene()
        self._own = own_boards(game)

    def scene(self) -> Scene:
        """Sorts all zones and fields."""
        fields, zones = specs_by_instance(self._game)
        for number, lying in sorted(self._position.zones.items()):
            self._zone(zones[number], number - zones[number].base, lying)
        standing: dict[tuple[tuple[int, int], int | None], list[tuple[FieldSpec, Value]]] = defaultdict(list)
        for number, value in sorted(self._position.fields.items()):
            spec, flat = fields[number], number - fields[number].base
            where = where_of(self._game, spec.dimensions, flat)
            if entry(self._look, "field", spec.name).get("hide") is True:
                continue
            if where.place is not None:
                standing[where.place, where.seat].append((spec, value))
            elif not self._is_on_board(spec, where, value) and not self._is_on_edge(spec, flat, value):
                self._note(spec, flat, where, value)
        for (place, seat), values in standing.items():
            self._put_values(place, seat, values)
        return self._found

    # ------------------------------------------------------------ zones

    def _zone(self, spec: ZoneSpec, flat: int, lying: Lying) -> None:
        where = where_of(self._game, spec.dimensions, flat)
        if where.place is not None:
            self._on_place(spec, where.place, where.seat, lying)
            return
        box = self._game.builtins.box
        is_box = box is not None and self._game.zones[box] == spec
        if is_box or lying.count == 0 or entry(self._look, "zone", spec.name).get("role") == "hide":
            return
        self._found.zones[where.seat].append(Laid(spec, _other_elements(spec.dimensions, flat), lying))

    def _on_place(self, spec: ZoneSpec, place: tuple[int, int], seat: int | None, lying: Lying) -> None:
        if lying.count == 0:
            return
        things = self._things_on(place, seat)
        if lying.contents is None:
            things.append(Pieces(None, lying.count or 1))
        elif spec.form == "pile":
            top = lying.contents[-1][0]
            is_mixed = any(kind != top for kind, _ in lying.contents)
            things.append(Pieces(top, len(lying.contents), is_mixed))
        else:
            things += [Pieces(kind, count) for kind, count in lying.contents]

    def _things_on(self, place: tuple[int, int], seat: int | None) -> list[Thing]:
        board, number = place
        own = seat if board in self._own else None
        return self._found.places[board, own][number]

    # ------------------------------------------------------------ fields

    def _put_values(self, place: tuple[int, int], seat: int | None, values: Sequence[tuple[FieldSpec, Value]]) -> None:
        """Puts the values of a place on it: its owner, the piece on it, numbers and flags."""
        things = self._things_on(place, seat)
        is_covered = bool(things)
        side: SeatId | None = None
        men: list[Style] = []
        for spec, value in values:
            of, label = bare(spec.type), self._looks.label("field", spec.name)
            drawings = drawings_of_value(self._look, spec, value)
            if drawings is not None and isinstance(value, int):
                if drawings:
                    told = meaning_of_value(self._look, spec, value) or (label if value is True else f"{label} {value}")
                    things.append(Drawn(drawings, told))
                continue
            if value is None or value is False:
                continue
            match of:
                case types.Player() if isinstance(value, int):
                    side = SeatId(value)
                case types.Enum(number) if isinstance(value, int):
                    men.append(self._looks.word(number, value))
                case types.Flag():
                    things.append(Label(label, label))
                case types.Int() if value:
                    things.append(Label(str(value), f"{label} {value}"))
                case _:
                    pass
        if men:
            things[:0] = [Man(men[0], side), *(Man(one, None) for one in men[1:])]
        elif side is not None:
            things.insert(0, Flag(side) if is_covered else Stone(side))

    def _is_on_board(self, spec: FieldSpec, where: Where, value: Value) -> bool:
        """Puts a piece (of a seat, or of nobody) on the place that its field names. For a seat, also follows a number that leads along a board. Returns
        whether it did."""
        of = bare(spec.type)
        if isinstance(of, types.Position):
            if not where.rest and isinstance(value, int) and value >= 0:
                seat = None if where.seat is None else SeatId(where.seat)
                self._stand(spec, seat, part_of(self._game, of.board, value), _symbol(spec.name))
            return True
        board = entry(self._look, "field", spec.name).get("board")
        boards = self._game.boards
        if not isinstance(board, str) or where.seat is None or not isinstance(value, int):
            return False
        at = next((i for i, one in enumerate(boards) if one.name == board), None)
        if at is not None:
            self._stand(spec, SeatId(where.seat), (at, value % len(boards[at].places)), _RUNNER)
        return True

    def _stand(self, spec: FieldSpec, seat: SeatId | None, place: tuple[int, int], symbol: str) -> None:
        """Puts a piece on a place: a seat's piece, or one without owner that has the name of its field."""
        word = self._looks.label("field", spec.name) if seat is None else ""
        colour = INK if seat is None else self._looks.seat(seat)
        self._things_on(place, seat).append(Man(Style(colour, word, symbol), seat))

    def _is_on_edge(self, spec: FieldSpec, flat: int, value: Value) -> bool:
        """Puts the owner of a route, or a wall, on its edge. Returns whether the field is about edges."""
        of = spec.dimensions[0].type if len(spec.dimensions) == 1 else None
        for board, shape in enumerate(self._game.about.shapes):
            if isinstance(of, types.Enum) and shape.edges == of.id and shape.ends:
                is_owner = isinstance(bare(spec.type), types.Player)
                if is_owner and isinstance(value, int):
                    self._found.edges[board, flat] = SeatId(value)
                elif value is True:
                    self._found.edges[board, flat] = None
                return is_owner or isinstance(bare(spec.type), types.Flag)
        return False

    def _note(self, spec: FieldSpec, flat: int, where: Where, value: Value) -> None:
        is_number = isinstance(bare(spec.type), types.Int)
        if value is None or value is False or value == () or (spec.name in LAST_COUNTERS and value == 0):
            return
        if is_number and (value == 0 or (spec.reset is not None and value == spec.start[flat])):
            return
        self._found.notes[where.seat].append(Note(spec, _other_elements(spec.dimensions, flat), value))


def _other_elements(dimensions: Sequence[Dimension], flat: int) -> tuple[tuple[Type, int], ...]:
    """Returns the elements to which an instance belongs, without a seat and a place."""
    found: list[tuple[Type, int]] = []
    for dimension in reversed(dimensions):
        flat, at = divmod(flat, max(dimension.size, 1))
        if not isinstance(dimension.type, types.Player | types.Position):
            found.append((dimension.type, at + dimension.low))
    return tuple(reversed(found))


_RUNNER = "i-ship"
"""The drawing of what runs along a board, as it is printed."""


def _symbol(name: str) -> str:
    """Returns the symbol of the piece that stands for a field, by its name."""
    drawn = drawing_of(name)
    return "pawn" if drawn is None else f"i-{drawn}"


class Words:
    """The words for values, and for things that stand on places."""

    def __init__(self, game: Game, looks: Looks) -> None:
        self._game, self._looks = game, looks
        self._texts = Texts(game)

    def seat(self, seat: int) -> str:
        """Returns the name of a seat."""
        return seat_title(self._game.seats[seat])

    def kind(self, kind: KindId) -> str:
        """Returns the name of a kind, with its owner."""
        face = self._looks.kind(kind)
        numeral = f" {face.numeral}" if face.numeral is not None and str(face.numeral) not in face.title else ""
        name = face.style.word if face.rank is not None else f"{face.title}{numeral}"
        return name if face.seat is None else f"{name} of {self.seat(face.seat)}"

    def list_kinds(self, contents: Sequence[tuple[KindId, int]]) -> str:
        """Lists kinds with their numbers."""
        return ", ".join(self.kind(kind) if count == 1 else f"{count}× {self.kind(kind)}" for kind, count in contents)

    def value(self, of: Type, value: Value) -> tuple[str, Style | None]:
        """Returns a value in words, and its look if it has one."""
        inner = bare(of)
        style = self._looks.value(inner, value)
        match inner:
            case types.Kind() if isinstance(value, int):
                return self.kind(KindId(value)), style
            case types.Player() if isinstance(value, int):
                return self.seat(value), None
            case types.Position(board) if isinstance(value, int):
                return place_name(self._game, board, value), None
            case types.ListOf(one) | types.SetOf(one) if isinstance(value, tuple):
                return ", ".join(self.value(one, item)[0] for item in value if not isinstance(item, tuple)), None
            case _:
                return (plain(self._texts.value(value, inner)) if style is None else style.word), style

    def rest(self, rest: Sequence[tuple[Type, int]]) -> str:
        """Returns the elements that a zone or value belongs to, in words."""
        return ", ".join(title_of(self.value(of, value)[0]) for of, value in rest)

    def thing(self, thing: Thing) -> str:
        """Describes in words what stands on a place."""
        match thing:
            case Pieces(kind, count, is_mixed):
                if kind is None:
                    return f"{count} face down"
                return f"a pile of {count}, on top {self.kind(kind)}" if is_mixed else self.list_kinds([(kind, count)])
            case Man(style, seat):
                return " of ".join(part for part in (style.word, "" if seat is None else self.seat(seat)) if part)
            case Stone(seat) | Flag(seat):
                return self.seat(seat)
            case Label(_, told) | Drawn(_, told):
                return told
