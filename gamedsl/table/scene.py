"""Sorts the things that a seat sees: onto boards, into the middle of the table, and into the areas of players."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from gamedsl.cards.faces import bare, entry, text_of
from gamedsl.cards.table.places import Where, find_place, where_of
from gamedsl.graph.analysis.piece_words import singular
from gamedsl.graph.analysis.shown import LAST_COUNTERS, list_shown_fields, list_shown_zones
from gamedsl.graph.model import types
from gamedsl.graph.model.game import FieldSpec, ZoneSpec
from gamedsl.reports.titles import plain
from gamedsl.table.captured import Captured
from gamedsl.table.card_details import CardDetails
from gamedsl.table.columns import Columns
from gamedsl.table.letters import Letters
from gamedsl.table.logs.folding import find_arrivals, find_moving_zones, throws_on_table
from gamedsl.table.maps.routes import Routes
from gamedsl.table.names import Names, lower_first
from gamedsl.table.text import join_keys
from gamedsl.table.tricks import Tricks, names_suit
from gamedsl.table.value_signs import read_value
from gamedsl.values import define, evolve, field, frozen
from gamedsl_interpreter.engine import View, ZoneView
from gamedsl_interpreter.wording.texts import specs_by_instance

_EMPTY = frozenset({"no", "none", "[]"})
"""Values that are not told in words."""
_NOTHING = _EMPTY | {"0"}
"""Values of fields that a board does not show."""
RUNNER = "▸"
"""Stands before the mark of a player that is no piece but a marker."""
_MOST_KINDS = 12
"""Zones in the middle with more kinds than this are counted."""
_HIGHEST = 6
"""Of an open pile in the middle with more pieces only the top is told."""
_LONG = 8
"""So many kinds in a zone fill more than a line."""
_LONGEST_ROW = 8
"""Cards lie in the order in which they came where at most so many lie side by side."""
_SCORES = re.compile("point|score|glory|earned|banked|prestige|renown|tokens|profit|coins|money|chips|won|tricks")
"""Names of fields that are likely to count the points of a player."""
_KEPT = frozenset({"bar", "tray"})
"""Roles of zones beside a board that are shown also while nothing lies there."""

BoardKey: TypeAlias = tuple[int, "int | None"]
"""A board, and the seat that it belongs to if every player has one."""


@frozen
class Mark:
    """A thing on a place: `text` for a drawing, `words` for a list, and the seat that owns it."""

    text: str
    words: str
    seat: int | None = None
    counts: str = ""
    """The thing that a number counts; empty if the text is no number."""
    is_free: bool = False
    """Whether it belongs to nobody, whoever else is on its place; or, of a marker of a player, owns nothing there."""
    one: str = ""
    """One of the things, in words."""
    meaning: str = ""
    """The words of the look file for a value."""


@define
class Spot:
    """The things on a place of a board, and whether they have changed since the last look."""

    marks: list[Mark] = field(factory=list[Mark])
    is_changed: bool = False


@frozen
class Row:
    """A line beside the boards: its name, its contents in words, the kinds that lie there, and whether it has changed."""

    name: str
    text: str
    kinds: tuple[int, ...] = ()
    is_changed: bool = False
    part: str = ""
    """The part of the name that this one is about: `Forest` of `heap` as a note (notes of one name stand together), `1` of `hand 1` as a zone."""
    is_kept: bool = False
    """Whether it is shown also where only what has changed is."""
    is_fixed: bool = False
    """Whether it never changes, so that it is left out where there is little room."""
    group: str = ""
    """What it has in common with the rows of other places: `crew` for that of each tavern."""


@define
class Scene:
    """The view of `seat`. `notes` are the numbers and words of each seat or of the middle (None); `rows` are the zones of each."""

    seat: int | None
    boards: dict[BoardKey, dict[int, Spot]] = field(factory=dict[BoardKey, "dict[int, Spot]"])
    rows: dict[int | None, list[Row]] = field(factory=dict["int | None", list[Row]])
    notes: dict[int | None, list[Row]] = field(factory=dict["int | None", list[Row]])

    def only_changes(self, *, has_own: bool = False) -> Scene:
        """Returns the scene with only those rows that have changed. Its boards are whole, because a change is easier to see in its surroundings. `has_own`:
        includes all rows of the seat itself."""
        rows, notes = _rows_with_changes(self.rows), _rows_with_changes(self.notes)
        if has_own:
            rows |= {seat: all_rows for seat, all_rows in self.rows.items() if seat == self.seat}
            notes |= {seat: all_notes for seat, all_notes in self.notes.items() if seat == self.seat}
        return Scene(self.seat, dict(self.boards), rows, notes)


@frozen
class _Zone:
    spec: ZoneSpec
    where: Where


@frozen
class _Field:
    spec: FieldSpec
    where: Where
    start: str


class Scenes:
    """Makes the scenes of one game. `has_known`: for unseen pieces, the scene tells which kinds they must be, by everything that the seat has seen."""

    def __init__(self, names: Names, *, has_known: bool = False) -> None:
        self._names = names
        self._has_known = has_known
        self._details = CardDetails(names)
        self._captured = Captured(names)
        self._came: dict[tuple[str, str], int] = {}
        game = names.game
        fields, zones = specs_by_instance(game)
        texts = names.texts
        shown = list_shown_zones(game)
        self._zones = {
            name: _Zone(zones[i], where_of(game, zones[i].dimensions, i - zones[i].base))
            for i, name in enumerate(texts.zones)
            if i in shown
        }
        shown = list_shown_fields(game)
        self._in_tricks = Tricks(names).zones
        tabled = frozenset[str]() if names.is_spoken else Columns(names).families | Routes(names, 0).families
        self._fields = {
            name: _Field(
                spec := fields[i],
                where_of(game, spec.dimensions, i - spec.base),
                texts.value(spec.start[i - spec.base], spec.type),
            )
            for i, name in enumerate(texts.fields)
            if i in shown and fields[i].name not in tabled and not self._is_between_squares(fields[i])
        }

    def _is_between_squares(self, spec: FieldSpec) -> bool:
        """Whether a field is about the lines between the squares of a grid. These lines have no names; places beside them show their content."""
        edges = {shape.edges for shape in self._names.game.about.shapes if shape.kind == "grid"} - {None}
        return any(isinstance(one.type, types.Enum) and one.type.id in edges for one in spec.dimensions)

    def begin(self, view: View) -> None:
        """Notes how a match begins, so that scenes tell which pieces were taken since."""
        self._captured.begin(view)

    def scene(self, view: View, before: View | None = None) -> Scene:
        """Returns the scene for a view. `before` is the seat's view when it looked last."""
        found = Scene(view.seat)
        zones_before = {} if before is None else {zone.name: zone for zone in before.zones}
        self._came = find_arrivals(view.events)
        moving = find_moving_zones(view.events)
        for zone in view.zones:
            is_changed = before is not None and _content(zone) != _content(zones_before.get(zone.name))
            # A long row that never changes is told once.
            if before is None or zone.name in moving or len(zone.contents or ()) < _LONG:
                self._add_zone(found, zone, is_changed=is_changed)
        fields_before = {} if before is None else dict(before.fields)
        moved = self._moving(view)
        for name, value in view.fields:
            is_changed = before is not None and fields_before.get(name) != value
            was = fields_before.get(name, "") if is_changed else ""
            self._add_field(found, name, value, moved, was, is_changed=is_changed)
        taken_before = {} if before is None else self._captured.texts(before)
        for seat, text in self._captured.texts(view).items():
            is_new = before is not None and taken_before.get(seat) != text
            found.notes.setdefault(seat, []).append(Row("taken", text, (), is_new))
        self._tell_beside(found)
        self._add_lists(found)
        self._add_thrown(found, view, before)
        return found

    @staticmethod
    def _tell_beside(found: Scene) -> None:
        """Tells what a seat has noted about each of its numbered zones in the rows of these zones: `hand 1: hidden (told colour Red)`."""
        for seat, rows in found.rows.items():
            notes = found.notes.get(seat, []) if seat is not None else []
            for at, row in enumerate(rows):
                if own := [one for one in notes if one.part and one.part == row.part]:
                    told = f"{row.text} ({', '.join(f'{one.name} {one.text}' for one in own)})"
                    rows[at] = evolve(row, text=told, is_changed=any(one.is_changed for one in (row, *own)))
                    found.notes[seat] = notes = [one for one in notes if one not in own]

    def _add_thrown(self, found: Scene, view: View, before: View | None) -> None:
        """Adds the results of throws of this turn, or earlier ones that are still needed."""
        thrown = self._thrown(view)
        is_changed = before is not None and thrown != self._thrown(before)
        found.notes.setdefault(None, []).extend(Row(*one, (), is_changed, is_kept=True) for one in thrown)

    def _thrown(self, view: View) -> list[tuple[str, str]]:
        specs = ((self._fields[name].spec.name, value) for name, value in view.fields if name in self._fields)
        shown = {(name, value) for name, value in specs if not entry(self._names.look, "field", name).get("hide")}
        return throws_on_table(self._names, view, shown)

    def _add_lists(self, found: Scene) -> None:
        """Adds the short lists of numbers that players look up, if the look file names them."""
        for table in self._names.game.tables:
            look = entry(self._names.look, "list", table.name)
            label, head = text_of(look, "label"), text_of(look, "head")
            is_short = len(table.sizes) == 1 and table.sizes[0] <= _MOST_KINDS and "columns" not in look
            if label is not None and is_short:
                numbers = [f"{at}: {value}" for at, value in enumerate(table.values, start=table.lows[0]) if value]
                told = f"{f'{lower_first(head)} ' if head else ''}{', '.join(numbers)}"
                found.rows.setdefault(None, []).append(Row(lower_first(label), told, is_fixed=True))

    # ------------------------------------------------------------ zones

    def _add_zone(self, found: Scene, zone: ZoneView, *, is_changed: bool) -> None:
        known = self._zones.get(zone.name)
        if known is None or zone.name in self._in_tricks:
            return
        spec, where = known.spec, known.where
        if where.place is not None:
            spot = self._spot(found, where)
            spot.marks += self._marks(zone, where)
            spot.is_changed |= is_changed
            return
        look = entry(self._names.look, "zone", spec.name)
        may_run_out = where.seat is None and (spec.form == "pile" or bool(where.rest))
        is_kept = look.get("role") in _KEPT or (is_changed and may_run_out)
        if look.get("role") == "hide" or (zone.count == 0 and not is_kept):
            return
        name = lower_first(text_of(look, "label") or plain(spec.name))
        rest = join_keys(map(self._names.clean, where.rest))
        if rest:
            # A number alone needs the name of its zone.
            alone = f"{singular(name)} {rest}" if rest.isdigit() else rest
            name = alone if self._is_only_zone(spec) else f"{rest}: {name}"
        kinds = tuple(self._names.kind_numbers[one] for one, _ in zone.contents or ())
        text = self._contents(zone, spec, where.seat, found.seat)
        told = self._number_alone(name, text, zone, spec)
        part, group = (rest if rest.isdigit() else ""), (spec.name if rest else "")
        found.rows.setdefault(where.seat, []).append(Row(name, told or text, kinds, is_changed, part, group=group))

    def _number_alone(self, name: str, text: str, zone: ZoneView, spec: ZoneSpec) -> str:
        """Returns the number of pieces in a zone whose name is that of its pieces: `tools 5`; empty for other zones, and if more than a number is shown."""
        one, several = (self._names.pieces(number, spec.classes).partition(" ")[2] for number in (1, 2))
        is_number = bool(zone.count) and text == self._names.pieces(zone.count or 0, spec.classes)
        is_counted = is_number or (zone.count == 1 and text.lower() == one.lower())
        return str(zone.count) if is_counted and name in (one, several) else ""

    def _is_only_zone(self, spec: ZoneSpec) -> bool:
        """Whether the elements that the zone belongs to have no other zone."""
        return [tuple(one.type for one in zone.dimensions) for zone in self._names.game.zones].count(
            tuple(one.type for one in spec.dimensions)
        ) == 1

    def _is_row(self, spec: ZoneSpec) -> bool:
        """Whether cards lie openly in a zone, in the order in which they entered it."""
        is_short = spec.capacity is not None and spec.capacity <= _LONGEST_ROW
        faces = [self._names.face(self._names.game.classes[cls].first) for cls in spec.classes]
        return is_short and spec.visibility.who == "everyone" and all(face.rank is not None for face in faces)

    def _contents(self, zone: ZoneView, spec: ZoneSpec, seat: int | None, looker: int | None) -> str:
        if zone.contents is not None:
            if not zone.contents:
                return "empty"
            kinds = [(self._names.kind_numbers[name], count) for name, count in zone.contents]
            size = sum(count for _, count in kinds)
            is_spread = "spread" in entry(self._names.look, "zone", spec.name)
            if seat is None and spec.form == "pile" and not is_spread and size > _HIGHEST:
                return f"{self._names.pieces(size, spec.classes)}, on top {self._names.kind(kinds[-1][0])}"
            if seat is None and len(kinds) > _MOST_KINDS:
                return self._names.pieces(size, spec.classes)
            if spec.form == "pile":
                kinds = kinds if is_spread else kinds[::-1]
            elif self._is_row(spec):
                kinds.sort(key=lambda one: self._came.get((zone.name, self._names.game.kinds[one[0]].name), -1))
            else:
                kinds.sort(key=lambda one: self._names.order(one[0]))
            listed = [(self._called(kind, seat), count) for kind, count in kinds]
            alike = self._names.alike(*kinds[0], seat) if len(kinds) == 1 else None
            return (alike or self._names.count_text(listed)) + (
                " (top first)" if spec.form == "pile" and len(kinds) > 1 and not is_spread else ""
            )
        if zone.count is None:
            return "an unknown number"
        if zone.count == 0:
            return "empty"
        if spec.form == "slot" and not zone.backs and seat is not None and seat == looker:
            return "hidden"
        backs = ", ".join(f"{count} {self._names.clean(name)}" for name, count in zone.backs)
        number = self._names.pieces(zone.count, spec.classes)
        if self._has_known and zone.known:
            known = self._names.count_text((self._names.clean(name), count) for name, count in zone.known)
            is_all = sum(count for _, count in zone.known) == zone.count
            return f"{number} ({known})" if is_all else f"{number}, among them {known}"
        if spec.form == "pile" and zone.backs:
            return f"{number}, on top {self._names.clean(zone.backs[-1][0])}"
        return f"{number} ({backs})" if backs else number

    def _called(self, kind: int, seat: int | None) -> str:
        """Returns the name of a card before a seat or in the middle, with the way that it names: `Flour (Ferry–Cove, worth 5)`."""
        way = self._details.of_way(kind)
        return f"{self._names.kind(kind, seat)} ({way})" if way else self._names.kind(kind, seat)

    def _marks(self, zone: ZoneView, where: Where) -> Iterator[Mark]:
        if zone.contents is None:
            if zone.count:
                yield Mark("?" if zone.count == 1 else f"{zone.count}?", f"{zone.count} hidden")
            return
        for name, count in zone.contents:
            number = self._names.kind_numbers[name]
            owner = self._names.game.kinds[number].owner
            text, words = self.letters.kind(number), self._names.kind(number)
            several = self._names.alike(number, count) or f"{count} {words}"
            drawn, told = (text, words) if count == 1 else (f"{count}{text}", several)
            seat = where.seat if owner is None and self._board_of(where)[1] is None else owner
            yield Mark(drawn, told if owner is not None else self._whose(told, where), seat, one=words)

    # ------------------------------------------------------------ fields

    def _add_field(
        self, found: Scene, name: str, value: str, moved: frozenset[str], was: str, *, is_changed: bool
    ) -> None:
        known = self._fields.get(name)
        if known is None:
            return
        spec, where = known.spec, known.where
        look = entry(self._names.look, "field", spec.name)
        if where.place is not None and value in _NOTHING and not is_changed:
            found.boards.setdefault(self._board_of(where), {})
            return
        inner = bare(spec.type)
        if isinstance(inner, types.Int) and isinstance(board := look.get("board"), str) and where.seat is not None:
            self._add_runner(found, board, where.seat, int(value) if value.isdigit() else 0, is_changed=is_changed)
            return
        if look.get("hide") is True:
            return
        if where.place is not None:
            spot = self._spot(found, where)
            is_word = not isinstance(inner, types.Int | types.Flag)
            if is_word and value == known.start and not spot.marks and where.place[0] in self._filled:
                # The orientation of a piece means nothing on a place without a piece.
                return
            mark = self._field_mark(spec, value, where)
            spot.is_changed |= is_changed
            if mark is not None:
                spot.marks.append(mark)
            return
        if isinstance(inner, types.Position) and not where.rest and (where.seat is not None or "board" in look):
            if (left := find_place(self._names.game, inner.board, was)) is not None:
                self._spot(found, Where(left, None, ())).is_changed = True
            if (at := find_place(self._names.game, inner.board, value)) is not None:
                if where.seat is not None:
                    self._put_seat(found, at, where.seat, is_changed=is_changed)
                else:
                    label = lower_first(text_of(look, "label") or plain(spec.name))
                    spot = self._spot(found, Where(at, None, ()))
                    spot.marks.append(Mark(label.split(" ")[-1][:1].lower(), label, is_free=True))
                    spot.is_changed |= is_changed
            return
        note = self._note(known, value, moved, is_own=where.seat is not None and where.seat == found.seat)
        if note is not None:
            label = lower_first(text_of(look, "label") or plain(spec.name))
            rest = join_keys(map(self._names.clean, where.rest))
            label = "" if not rest and self._names.is_label_in(spec, label, value) else label
            row = Row(label, note, (), is_changed, rest, is_kept=names_suit(self._names, spec))
            found.notes.setdefault(where.seat, []).append(row)

    @cached_property
    def _filled(self) -> frozenset[int]:
        """The boards on whose places pieces can lie."""
        return frozenset(zone.where.place[0] for zone in self._zones.values() if zone.where.place is not None)

    @cached_property
    def _score(self) -> str:
        """The field that counts each player's points, found by the same rules as in `page/src/game/roles.ts`; empty if there is none."""
        game, look = self._names.game, self._names.look
        own = (one for one in self._fields.values() if one.where.seat is not None and not one.where.rest)
        specs = {one.spec.name: one.spec for one in own}
        names = [name for name, spec in specs.items() if isinstance(bare(spec.type), types.Int)]
        lines = {line.name for line in game.scores}
        told = [name for name in names if entry(look, "field", name).get("score") is True]
        return next(chain(told, filter(lines.__contains__, names), filter(_SCORES.search, names)), "")

    def _moving(self, view: View) -> frozenset[str]:
        """Returns the families of fields of which at least one differs from its start."""
        return frozenset(
            self._fields[name].spec.name
            for name, value in view.fields
            if name in self._fields and value != self._fields[name].start
        )

    def _note(self, known: _Field, value: str, moved: frozenset[str], *, is_own: bool) -> str | None:
        """Returns the value of a field in words; None if the value is not worth showing: nothing, 0 of something (except beside a few others, such as prices), and
        what is as at the start, except for numbers that are kept through the match or that the looker has for a turn."""
        spec, where, inner = known.spec, known.where, bare(known.spec.type)
        if value in _EMPTY or (value == "0" and spec.name in LAST_COUNTERS):
            return None
        # Where a number may be missing, 0 is a number like others: somebody promises no trick.
        is_zero = isinstance(inner, types.Int) and value == "0" and known.start != "none"
        is_of_few = not where.rest or (where.seat is None and len(spec.start) <= _MOST_KINDS)
        if is_zero and (spec.reset is not None or not is_of_few):
            return None
        is_stock = isinstance(inner, types.Int) and not is_zero and (spec.reset is None or is_own)
        if not (is_stock or spec.name in moved or not spec.dimensions or spec.name == self._score):
            return None
        return "" if isinstance(inner, types.Flag) else self._names.value(spec, value)

    def _add_runner(self, found: Scene, board: str, seat: int, steps: int, *, is_changed: bool) -> None:
        """Puts a seat's mark on a board at the number of steps that the seat has gone along it."""
        boards = self._names.game.boards
        number = next((i for i, one in enumerate(boards) if one.name == board), None)
        if number is None:
            return
        self._put_seat(found, (number, steps % len(boards[number].places)), seat, is_changed=is_changed)

    def _put_seat(self, found: Scene, place: tuple[int, int], seat: int, *, is_changed: bool) -> None:
        spot = self._spot(found, Where(place, None, ()))
        mark = self._names.marks[seat]
        # The sign distinguishes a marker from pieces with the letter of their owner.
        told = f"{RUNNER}{mark}" if self._has_owners and not self._names.is_spoken else mark
        spot.marks.append(Mark(told, self._names.game.seats[seat], seat, is_free=True))
        spot.is_changed |= is_changed

    def _field_mark(self, spec: FieldSpec, value: str, where: Where) -> Mark | None:
        if value in _NOTHING:
            return None
        inner, words, label = bare(spec.type), self._names.value(spec, value), plain(spec.name)
        told = f"{self._whose(label, where)} {words}"
        sign, meaning = read_value(entry(self._names.look, "field", spec.name), inner, value)
        match inner:
            case types.Player():
                seat = self._names.game.seats.index(value)
                return Mark(self._names.marks[seat], words, seat)
            case types.Flag():
                return Mark(self.letters.field(spec.name), self._whose(label, where), where.seat, one=meaning or label)
            case types.Enum(id):
                return Mark(self.letters.word(id, value), self._whose(words, where), where.seat, one=words)
            case types.Int():
                return Mark(sign or words, meaning if sign else told, where.seat, label, meaning=meaning)
            case _:
                return Mark(words, told, where.seat)

    def _whose(self, label: str, where: Where) -> str:
        """Returns a field or pieces on a place with the player and the things that they are about: `Ann’s barges`, `stock of Fish`."""
        is_told = where.seat is not None and self._board_of(where)[1] is None
        owner = f"{self._names.game.seats[where.seat or 0]}’s " if is_told else ""
        rest = join_keys(map(self._names.clean, where.rest))
        return f"{owner}{label}{f' of {rest}' if rest else ''}"

    def _spot(self, found: Scene, where: Where) -> Spot:
        _, place = where.place or (0, 0)
        return found.boards.setdefault(self._board_of(where), {}).setdefault(place, Spot())

    def _board_of(self, where: Where) -> BoardKey:
        board, _ = where.place or (0, 0)
        return board, where.seat if self._names.game.about.shapes[board].is_owned else None

    @cached_property
    def _has_owners(self) -> bool:
        """Whether pieces on boards have nothing but the letters of their owners."""
        classes = {cls for zone in self._zones.values() if zone.where.place is not None for cls in zone.spec.classes}
        firsts = [self._names.game.classes[cls].first for cls in classes]
        return any(self._names.game.kinds[one].owner is not None and self._names.is_plain(one) for one in firsts)

    @cached_property
    def letters(self) -> Letters:
        """The letters for kinds and values on boards."""
        return Letters(self._names)


def _rows_with_changes(areas: Mapping[int | None, list[Row]]) -> dict[int | None, list[Row]]:
    """Returns the rows of each area that have changed, with those that are read beside them: all prices, if one has changed. Areas without such rows are left
    out."""
    kept: dict[int | None, list[Row]] = {}
    for seat, rows in areas.items():
        changed = {row.name for row in rows if row.is_changed and row.part}
        kept[seat] = [row for row in rows if row.is_changed or row.is_kept or (row.part and row.name in changed)]
    return {seat: rows for seat, rows in kept.items() if rows}


def _content(zone: ZoneView | None) -> object:
    return None if zone is None else (zone.contents, zone.count)
