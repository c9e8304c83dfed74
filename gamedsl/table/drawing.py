"""Draws boards with characters: grids, boards of hexagons, rows and rings, and graphs whose places are named like squares. Other boards become lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cached_property
from itertools import pairwise, zip_longest

import click

from gamedsl.cards.geometry import HEX_HEIGHT, Plan, boards_to_draw, plan_of
from gamedsl.cards.geometry import Spot as Position
from gamedsl.cards.table.places import part_of
from gamedsl.cards.words import column_name, row_name
from gamedsl.graph.model.types import BoardId
from gamedsl.table.keys import Keys
from gamedsl.table.letters import Letters
from gamedsl.table.names import Names
from gamedsl.table.scene import BoardKey, Mark, Scene, Spot
from gamedsl.table.text import faint, hang, wrap_whole
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.things import Place

_WIDEST = 9
"""The widest cell that is drawn; boards with wider ones become lists."""
_MARGIN = 1.3
"""How far around the pieces a board is drawn that has no edge, or is too wide to be drawn whole."""
_GAP = 4
"""The space between boards side by side."""
_NOTHING = Spot()
_MANY = 12
"""So many things on a board are listed by their names, if that is shorter."""
_BELOW_EACH_OTHER = 3
"""More places than this are listed side by side."""
_BESIDE = 3
"""So many characters have room beside what is printed on a place."""


class Legends(Enum):
    """Which legends are printed: all, those that are new, or none."""

    ALL = "all"
    NEW = "new"
    NONE = "none"


@frozen
class _Cell:
    """A cell: the things on it and the print on it, each with its text and its style."""

    text: str
    style: Callable[[str], str]
    is_changed: bool


class Drawer:
    """Draws the boards of one game, at most `width` characters wide."""

    def __init__(self, names: Names, letters: Letters, width: int) -> None:
        self._names = names
        self._letters = letters
        self._width = width
        self._plans: dict[int, Plan] = {}
        self._widest: dict[int, int] = {}
        self._legends = Legends.ALL
        self._told: dict[BoardKey, list[str]] = {}
        self._keys = Keys(names, letters)

    @cached_property
    def _drawn(self) -> list[BoardId]:
        return boards_to_draw(self._names.game)

    def lines(self, scene: Scene, legends: Legends) -> Iterator[str]:
        """Yields the lines of all boards of a scene, several side by side if there is room (but not for screen readers). Without legends, only boards that
        have changed."""
        row: list[list[str]] = []
        self._legends = legends
        for block in self._blocks(scene):
            is_beside = not self._names.is_spoken and sum(map(_width, (*row, block))) + _GAP * len(row) <= self._width
            if row and not is_beside:
                yield from _side_by_side(row)
                row = []
            row.append(block)
        if row:
            yield from _side_by_side(row)

    def _blocks(self, scene: Scene) -> Iterator[list[str]]:
        """Yields the lines of each board."""
        for number in self._drawn:
            owners = sorted(
                seat
                for (board, seat), spots in scene.boards.items()
                if board == number and seat is not None and (spots or seat == scene.seat)
            )
            shape = self._names.game.about.shapes[number]
            keys: list[BoardKey] = [(number, seat) for seat in owners] if shape.is_owned else [(number, None)]
            for one in keys:
                lines = self._board(one, scene) if self._is_wanted(one, scene) else []
                if lines:
                    yield [*self._with_head(one, lines)]
        for one in scene.boards:
            if one[0] not in self._covered and self._is_wanted(one, scene):
                is_drawn = self._names.game.about.shapes[one[0]].torus is not None and any(
                    spot.marks for spot in scene.boards[one].values()
                )
                lines = self._board(one, scene) if is_drawn else self._list(one, scene)
                if lines:
                    yield [*self._with_head(one, lines)]

    def _is_wanted(self, of: BoardKey, scene: Scene) -> bool:
        """Whether a board is drawn: always if all is, else if something has changed on it or around it."""
        spots = self._plan(BoardId(of[0])).spots if of[0] in self._drawn else ()
        around = (self._spots(of, scene, one) for one in spots)
        return self._legends is not Legends.NONE or any(
            spot.is_changed for spot in (*scene.boards.get(of, {}).values(), *around)
        )

    @cached_property
    def _covered(self) -> set[BoardId]:
        """The boards that are part of a drawing."""
        return {spot.board for number in self._drawn for spot in self._plan(number).spots} | set(self._drawn)

    def _with_head(self, of: BoardKey, lines: Sequence[str]) -> Iterator[str]:
        number, seat = of
        title = self._names.looks.label("board", self._names.game.boards[number].name)
        if seat is not None:
            yield click.style(f"{self._names.game.seats[seat]}: {title}", bold=True)
        elif len(self._drawn) > 1 or self._names.is_spoken:
            yield click.style(title, bold=True)
        yield from lines

    def _plan(self, number: BoardId) -> Plan:
        if number not in self._plans:
            self._plans[number] = plan_of(self._names.game, number)
        return self._plans[number]

    def _board(self, of: BoardKey, scene: Scene) -> list[str]:
        if self._names.is_spoken:
            return self._list(of, scene)
        number = BoardId(of[0])
        kind = self._names.game.about.shapes[number].kind
        plan = self._plan(number)
        is_square_graph = kind == "graph" and all(one.x == int(one.x) and one.y == int(one.y) for one in plan.spots)
        if (kind in ("grid", "hex") and self._names.is_grid(number)) or is_square_graph:
            cells = self._cells(of, scene, plan, has_ground=True)
            if self._is_too_wide(plan, cells):
                cells = self._cells(of, scene, plan, has_ground=False)
            if self._is_too_wide(plan, cells) or self._names.game.about.shapes[number].torus is not None:
                plan = self._part_in_use(of, scene, plan)
                cells = self._cells(of, scene, plan, has_ground=False)
            if cells and not self._is_too_wide(plan, cells):
                return [*self._grid(number, plan, cells), *self._legend(of, scene, plan)]
        elif kind in ("row", "ring", "rim"):
            cells = self._cells(of, scene, plan, has_ground=True)
            if not self._is_too_wide(plan, cells, named=True):
                return [*self._cells_with_names(plan, cells), *self._legend(of, scene, plan)]
        return self._list(of, scene)

    def _part_in_use(self, of: BoardKey, scene: Scene, plan: Plan) -> Plan:
        """Returns the part of a board on which something lies, with a margin around it."""
        used = [one for one in plan.spots if self._spots(of, scene, one).marks]
        if not used:
            return evolve(plan, spots=())
        left, right = min(one.x for one in used) - _MARGIN, max(one.x for one in used) + _MARGIN
        top, bottom = min(one.y for one in used) - _MARGIN, max(one.y for one in used) + _MARGIN
        inside = [one for one in plan.spots if left <= one.x <= right and top <= one.y <= bottom]
        left, top = min(one.x for one in inside), min(one.y for one in inside)
        spots = tuple(evolve(one, x=one.x - left, y=one.y - top) for one in inside)
        return evolve(plan, spots=spots, lines=(), width=max(one.x for one in spots) + 1)

    # ------------------------------------------------------------ cells

    def _spots(self, of: BoardKey, scene: Scene, position: Position) -> Spot:
        number, seat = of
        key = (position.board, seat if position.board == number else None)
        return scene.boards.get(key, {}).get(position.place, _NOTHING)

    def _cells(self, of: BoardKey, scene: Scene, plan: Plan, *, has_ground: bool) -> list[_Cell]:
        is_own = of[1] is not None
        spots = [(self._spots(of, scene, one), one) for one in plan.spots]
        return [self._cell(self.signs(spot, is_own=is_own), spot, one, has_ground=has_ground) for spot, one in spots]

    def _cell(self, text: str, spot: Spot, position: Position, *, has_ground: bool) -> _Cell:
        ground = "".join(short for short, _ in self._keys.ground(position)) if has_ground else ""
        seats = [mark.seat for mark in spot.marks if mark.seat is not None]
        if text:
            colour = self._names.seat_colour(seats[0]) if seats else None
            before = f"{ground} " if ground else self._number(position)

            def style(shown: str) -> str:
                lying = click.style(shown.removeprefix(before), fg=colour, bold=True)
                return f"{faint(before)}{lying}" if before else lying

            return _Cell(f"{before}{text}", style, spot.is_changed)
        empty = ground or (self._rim(position) if position.is_rim else "·")
        return _Cell(empty, faint, spot.is_changed)

    def _rim(self, position: Position) -> str:
        """Returns the text for an empty place around a grid: its number, which players use to name it, or the letter for its name."""
        return self._number(position) or self._corners.get(self._keys.label(position), "")

    @cached_property
    def _corners(self) -> dict[str, str]:
        """The letters for places around grids that have names but no numbers, by their names."""
        spots = (spot for number in self._drawn for spot in self._plan(number).spots if spot.is_rim)
        labels = dict.fromkeys(self._keys.label(spot) for spot in spots)
        return self._keys.corners([one for one in labels if not one.isdigit()])

    def _number(self, position: Position) -> str:
        """Returns the number of a place around a grid; empty for other places."""
        name = self._keys.label(position)
        return name if position.is_rim and name.isdigit() else ""

    def signs(self, spot: Spot, *, is_own: bool) -> str:
        """Returns the letters of the things on a place. With two players, capitals are the first player's pieces and small letters the second's; on a
        player's own board, no owner is shown."""
        if is_own:
            return self._beside_each_other([one.text for one in spot.marks])
        owners = [self._keys.owner(one, spot) for one in spot.marks]
        is_shown = any(one.seat is None and owner is not None for one, owner in zip(spot.marks, owners, strict=True))
        return self._beside_each_other(
            [
                one.text if owner is None else self._with_owner(one.text, owner)
                for one, owner in zip(spot.marks, owners, strict=True)
                if owner is not None or not is_shown
            ]
        )

    def _beside_each_other(self, texts: Sequence[str]) -> str:
        """Joins the letters of the things on a place: `BV`, `57J`; with spaces if cards have numbers of several digits: `21 29`."""
        joined = ""
        for text in texts:
            is_ambiguous = self._has_long_numbers and joined[-1:].isdigit() and text[:1].isdigit()
            joined += f" {text}" if is_ambiguous else text
        return joined

    @cached_property
    def _has_long_numbers(self) -> bool:
        """Whether pieces are drawn as numbers of several digits."""
        drawn = map(self._letters.kind, range(len(self._names.game.kinds)))
        return any(text.isdigit() and len(text) > 1 for text in drawn)

    def _with_owner(self, text: str, seat: int) -> str:
        if self._keys.is_cased(text):
            return text.upper() if seat == 0 else text.lower()
        return f"{self._names.marks[seat]}{text}"

    def _is_too_wide(self, plan: Plan, cells: Sequence[_Cell], *, named: bool = False) -> bool:
        widest = max((len(one.text) for one in cells), default=1)
        if named:
            widest = max(widest, *(len(self._keys.label(one)) for one in plan.spots))
        return widest > (_WIDEST + 6 if named else _WIDEST) or (widest + 1) * plan.width + 8 > self._width

    # ------------------------------------------------------------ drawings

    def _grid(self, number: BoardId, plan: Plan, cells: Sequence[_Cell]) -> Iterator[str]:
        """Yields a board with letters above and numbers on both sides."""
        high = HEX_HEIGHT if plan.kind == "hex" else 1.0
        has_rim = any(one.is_rim for one in plan.spots)
        printed = max(max(len(self._keys.ground(one)), len(self._number(one))) for one in plan.spots)
        least = printed + _BESIDE if printed else 0
        # A board keeps its width when it is drawn again.
        widest = max(self._widest.get(number, least), *(len(one.text) for one in cells))
        rows: dict[int, list[tuple[Position, _Cell]]] = {}
        for position, cell in sorted(zip(plan.spots, cells, strict=True), key=lambda one: one[0].x):
            rows.setdefault(round(position.y / high), []).append((position, cell))
        labels = {at: self._row_label(number, [one for one, _ in row]) for at, row in rows.items()}
        # The number of a row needs room after the things around the board and their star.
        outside = [len(row[0][1].text) + len(f"*{labels[at]}│") for at, row in rows.items() if labels[at]]
        wide = max(widest + 2, *outside) if has_rim else widest + 1
        if (widest + 1) * plan.width + 8 <= self._width:
            self._widest[number] = widest
        wide += plan.kind == "hex" and wide % 2
        has_bars = wide > widest + 1
        # Beside what is printed on the next place, a star needs a gap.
        wide += bool(printed and plan.kind == "square" and not has_rim and (wide + 1) * plan.width + 8 <= self._width)
        margin = max(map(len, labels.values())) + 1
        columns = self._column_labels(number, plan, wide)
        if not has_rim:
            yield faint(" " * (margin + 1) + columns)
        order = sorted(rows)
        joined, regions = self._pairs_of_lines(plan), self._keys.regions(plan)
        for at in order:
            row = [(round(position.x * wide), position, cell) for position, cell in rows[at]]
            if has_rim and at == order[-1]:
                yield self._edge(row, wide, margin, columns)
            label = "" if has_rim else labels[at]
            line, end = f"{faint(label.rjust(margin - 1))}  ", 0
            for (x, position, cell), left in zip(row, [None, *row], strict=False):
                is_line = left is not None and (left[1].place, position.place) in joined
                gap = " " * (x - end)
                line += faint("─" * len(gap)) if is_line else gap
                if left is not None and left[1].is_rim != position.is_rim:
                    bar = f"{labels[at]}│" if left[1].is_rim else "│"
                    line = f"{line[: -len(bar)]}{faint(bar)}"
                elif left is not None and regions.get(left[1]) != regions.get(position) and has_bars:
                    line = f"{line[:-1]}{faint('│')}"
                line += self._cell_text(cell, wide, is_line=plan.kind == "graph")
                end = x + (len(cell.text) if plan.kind == "graph" else wide)
            rest = " " * max(0, round(plan.width * wide) - end)
            yield f"{line}{rest} {faint(label)}".rstrip() if label else line
            if has_rim and at == order[0]:
                yield self._edge(row, wide, margin, columns)
            if plan.kind == "graph" and at != order[-1]:
                yield self._verticals(plan, joined, at, wide, margin)

    @staticmethod
    def _edge(row: Sequence[tuple[int, Position, _Cell]], wide: int, margin: int, columns: str) -> str:
        """Returns the line between a board and the places around it, with the letters of its columns."""
        first, last = row[0][0] + wide, row[-1][0]
        letters = columns[first:last].replace(" ", "─").ljust(last - first, "─")
        return faint(f"{' ' * (margin + first)}┼{letters[:-1]}┼")

    def _cell_text(self, cell: _Cell, wide: int, *, is_line: bool) -> str:
        """Returns a cell with its star if it has changed, in its width; cells between lines are not padded."""
        text = cell.style(cell.text)
        if is_line:
            return text
        rest = wide - len(cell.text)
        return f"{text}{'*' if cell.is_changed else ' '}{' ' * (rest - 1)}" if rest else text

    @staticmethod
    def _pairs_of_lines(plan: Plan) -> set[tuple[int, int]]:
        if plan.kind != "graph":
            return set()
        return {pair for a, b in plan.lines for pair in ((a, b), (b, a))}

    @staticmethod
    def _verticals(plan: Plan, joined: set[tuple[int, int]], at: int, wide: int, margin: int) -> str:
        """Returns the line below a row of a graph: strokes where a connection goes straight down through it."""
        spots = {one.place: one for one in plan.spots}
        line = [" "] * (round(plan.width * wide) + margin + 1)
        for a, b in joined:
            upper, lower = spots[a], spots[b]
            if upper.x == lower.x and upper.y <= at < lower.y:
                line[margin + 1 + round(upper.x * wide)] = "│"
        return faint("".join(line).rstrip())

    def _row_label(self, number: BoardId, row: Sequence[Position]) -> str:
        own, game = next((one for one in row if one.board == number), None), self._names.game
        if own is None:
            return ""
        is_grid, spec = self._names.is_grid(number), game.boards[number]
        return row_name(game, number, spec.at[own.place][0]) if is_grid else spec.places[own.place][1:]

    def _column_labels(self, number: BoardId, plan: Plan, wide: int) -> str:
        """Returns the letters above the columns; on a hexagonal board, above its first row."""
        line = [" "] * (round(plan.width * wide) + 1)
        first = min(one.y for one in plan.spots if one.board == number)
        for one in plan.spots:
            if one.board == number and (plan.kind != "hex" or one.y == first):
                at = self._names.game.boards[number].at[one.place][1]
                name = self._names.game.boards[number].places[one.place]
                label = column_name(self._names.game, number, at) if self._names.is_grid(number) else name[0]
                line[round(one.x * wide) : round(one.x * wide) + len(label)] = label
        return "".join(line).rstrip()

    def _cells_with_names(self, plan: Plan, cells: Sequence[_Cell]) -> Iterator[str]:
        """Yields rows of cells, each below its name."""
        wide = max(*(len(one.text) for one in cells), *(len(self._keys.label(one)) for one in plan.spots)) + 2
        rows: dict[int, list[tuple[int, Position, _Cell]]] = {}
        for position, cell in zip(plan.spots, cells, strict=True):
            rows.setdefault(round(position.y), []).append((round(position.x * wide), position, cell))
        for at in sorted(rows):
            names, things = "", ""
            end = 0
            spots = sorted(rows[at], key=lambda one: one[0])
            # Places that are far apart have their names beside them.
            is_beside = len(spots) > 1 and all(x - before >= 2 * wide for (before, *_), (x, *_) in pairwise(spots))
            for x, position, cell in spots:
                gap, label = " " * (x - end), self._keys.label(position)
                names += gap + label.rjust(wide - 1) + " "
                star = "*" if cell.is_changed else " "
                things += gap + " " * (wide - 1 - len(cell.text)) + cell.style(cell.text) + star
                end = x + wide
                if is_beside:
                    things += faint(label)
                    end += len(label)
            if not is_beside:
                yield faint(names.rstrip())
            yield things.rstrip()

    # ------------------------------------------------------------ lists and legends

    def _list(self, of: BoardKey, scene: Scene) -> list[str]:
        """Returns the places of a board with something on them, each with its contents in words."""
        number, seat = of
        positions = [Position(BoardId(number), i, 0, 0) for i in range(len(self._names.game.boards[number].places))]
        if number in self._drawn:
            positions = [*self._plan(BoardId(number)).spots]
        lines, listed, empty = [*self._size(number)], list[str](), 0
        if head := self._keys.of_owners(number):
            return [*lines, *self._owned(head, of, scene, positions)]
        if self._legends is not Legends.NONE and (grouped := list(self._groups(of, scene, positions))):
            return [*lines, *grouped]
        for one in positions:
            spot = scene.boards.get((one.board, seat if one.board == number else None), {}).get(one.place, _NOTHING)
            if not spot.is_changed and self._legends is Legends.NONE:
                continue
            if not spot.marks and self._legends is not Legends.NONE:
                empty += 1
                continue
            words = ", ".join(self.words_for(spot)) or "empty"
            ground = ", ".join(word for _, word in self._keys.ground(one))
            name = self._names.place(one.board, one.place)
            changed = (", changed" if self._names.is_spoken else "*") if spot.is_changed else ""
            listed.append(f"{name}{f' ({ground})' if ground else ''}: {words}{changed}")
        if empty and (lines or listed or self._names.is_spoken):
            told = f"{empty} {'place is' if empty == 1 else 'places are'} empty"
            listed.append(told if self._names.is_spoken else faint(told))
        width = None if self._names.is_spoken else self._width
        if width is not None and len(listed) > _BELOW_EACH_OTHER:
            listed = wrap_whole(listed, " · ", width - 4)
        return [*lines, *(line for one in listed for line in hang(one, width))]

    def _size(self, number: int) -> Iterator[str]:
        """Yields the size of a grid for players who do not see it drawn, where its legend is told too."""
        spec = self._names.game.boards[number]
        if self._names.is_spoken and self._legends is Legends.ALL and self._names.is_grid(number):
            rows, columns = ({at[axis] for at in spec.at} for axis in (0, 1))
            places = [self._names.short_place(number, at) for at in range(len(spec.places))]
            first, *_, last = sorted(places, key=lambda name: (name[0], len(name), name))
            yield f"  {len(rows)} rows and {len(columns)} columns, from {first} to {last}"

    def _groups(self, of: BoardKey, scene: Scene, positions: Sequence[Position]) -> Iterator[str]:
        """Yields the things on a board by name, each with its places, if that is shorter than a line for each place."""
        spots = [(one, self._spots(of, scene, one)) for one in positions]
        taken = [(one, spot) for one, spot in spots if spot.marks]
        places: dict[str, list[str]] = {}
        for one, spot in taken:
            name = f"{self._names.place(one.board, one.place)}{' (changed)' if spot.is_changed else ''}"
            places.setdefault(", ".join(self.words_for(spot)), []).append(name)
        if (
            len(taken) >= _MANY
            and 2 * len(places) <= len(taken)
            and not any(self._keys.ground(one) for one, _ in taken)
        ):
            yield from (f"  {words}: {', '.join(names)}" for words, names in places.items())

    def _owned(self, head: str, of: BoardKey, scene: Scene, positions: Sequence[Position]) -> Iterator[str]:
        """Yields the owners of the places of a board, with all places of a player together: `settler: Ann Cove, Dunes; Bob Ashby`."""
        found: dict[str, list[str]] = {}
        for one in positions:
            spot = self._spots(of, scene, one)
            if spot.marks and (spot.is_changed or self._legends is not Legends.NONE):
                changed = (" (changed)" if self._names.is_spoken else "*") if spot.is_changed else ""
                found.setdefault(spot.marks[0].words, []).append(f"{self._names.place(one.board, one.place)}{changed}")
        width = self._width - len(head) - 6
        told = [f"{owner} {', '.join(found[owner])}" for owner in self._names.game.seats if owner in found]
        for at, line in enumerate(wrap_whole(told, "; ", width)):
            yield f"  {' ' * (len(head) + 1) if at else f'{head}:'} {line}"

    def at(self, scene: Scene, place: Place) -> str:
        """Describes in words what lies on a place of a board that all players share."""
        return ", ".join(self.words_for(self._spot_at(scene, place)))

    def marks_at(self, scene: Scene, place: Place) -> Sequence[Mark]:
        """Returns the things on a place of a board that is shared by all."""
        return self._spot_at(scene, place).marks

    def _spot_at(self, scene: Scene, place: Place) -> Spot:
        board, at = part_of(self._names.game, self._names.board_number(place), place.number)
        return scene.boards.get((board, None), {}).get(at, _NOTHING)

    def words_for(self, spot: Spot) -> Iterator[str]:
        """Yields the things on a place in words, each owner after the piece that it owns."""
        names = self._names
        owners = (one for one in spot.marks if one.seat is not None and not one.is_free)
        owner = next((one for one in owners if one.words == names.game.seats[one.seat or 0]), None)
        others = [one for one in spot.marks if one is not owner]
        if owner is not None and len(others) == 1 and others[0].seat is None and not others[0].is_free:
            yield f"{others[0].words} of {owner.words}"
            return
        yield from (one.words for one in spot.marks)

    def _legend(self, of: BoardKey, scene: Scene, plan: Plan) -> Iterator[str]:
        """Yields the meaning of the letters on the board, if legends are wanted."""
        if self._legends is Legends.NONE:
            return
        lines = list(self._keys.legend(self._lying(of, scene, plan), plan, self._width, is_own=of[1] is not None))
        if self._legends is Legends.ALL or self._told.get(of) != lines:
            yield from lines
            self._told[of] = lines

    def _lying(self, of: BoardKey, scene: Scene, plan: Plan) -> list[Spot]:
        return [self._spots(of, scene, one) for one in plan.spots]


def _width(block: Sequence[str]) -> int:
    return max(len(click.unstyle(line)) for line in block)


def _side_by_side(blocks: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yields the lines of blocks beside each other, and an empty one below them."""
    widths = [_width(block) for block in blocks]
    for lines in zip_longest(*blocks, fillvalue=""):
        padded = (line + " " * (width - len(click.unstyle(line))) for line, width in zip(lines, widths, strict=True))
        yield (" " * _GAP).join(padded).rstrip()
    yield ""
