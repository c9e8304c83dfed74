"""Draws boards with everything that lies and stands on them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from gamedsl.cards.boards import Board, Grounds, board_of
from gamedsl.cards.drawing.board_marks import EDGE, HEAD, board_marks, extent, has_names_below, routes_on
from gamedsl.cards.drawing.emblems import emblem, strong
from gamedsl.cards.drawing.fitting import Area, Ink, fit_text
from gamedsl.cards.drawing.marks import At, Box, Circle, Line, Mark, Ruler, Sign
from gamedsl.cards.drawing.routes import RING, sign_area
from gamedsl.cards.faces import Face, Looks
from gamedsl.cards.geometry import HEX_HEIGHT, Spot, boards_to_draw, grow_plan, knots_of
from gamedsl.cards.pieces import Size
from gamedsl.cards.table.blocks import Block
from gamedsl.cards.table.pieces import back, badge, disc, is_second, piece
from gamedsl.cards.table.places import own_boards
from gamedsl.cards.table.scene import Drawn, Flag, Label, Man, Pieces, Scene, Stone, Thing, Words
from gamedsl.cards.words import place_name, seat_mark
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import BoardId, SeatId
from gamedsl.json import JsonObject
from gamedsl.page.colours import INK, PALETTE, PAPER, contrast, mix
from gamedsl.reports.titles import title_of
from gamedsl.values import evolve, frozen

_CARD = Size(63.0, 88.0)
_HIGHEST = 112.0
"""The greatest height of the places of a board, in millimetres."""
_LARGEST, _LEAST = 22.0, 3.0
"""The sides of places, in millimetres."""
_COLUMN = 5
"""The most pieces that lie one after the other in a column."""
_CONTRAST = 3.0
"""Colours of seats that differ less in brightness look alike in black and white."""
_SEEDS, _DOTS = 12, 12
"""The copies from which pieces that are all alike are drawn as dots, and the most dots."""


_POINTER = PALETTE[0]
"""The colour of rings and crosses."""
_POINTED = {False: "A ring is around", True: "A cross is on"}
"""How rings and crosses are told, by whether what they are at is refused."""


@frozen
class Pointed:
    """A place (its board and its number) or a route of a board that somebody chooses, or that may not be chosen."""

    seat: SeatId
    board: int
    place: int | None
    edge: int | None
    is_refused: bool


@frozen
class Boards:
    """Draws the boards of a game with the things of a scene."""

    game: Game
    looks: Looks
    look: JsonObject
    grounds: Grounds
    ruler: Ruler
    words: Words
    pointed: Sequence[Pointed] = ()

    def blocks(self, scene: Scene, width: float, only: frozenset[int] | None) -> Iterator[Block]:
        """Yields a block for each board (only for boards of `only`, if given), and for each seat if every seat has a board."""
        numbers = [one for one in self._boards_to_draw() if only is None or only & self._parts(one)]
        own = own_boards(self.game)
        for number in numbers:
            is_owned = number in own
            seats: Sequence[SeatId | None] = [SeatId(i) for i in range(len(self.game.seats))] if is_owned else [None]
            if only is not None and is_owned:
                seats = [seat for seat in seats if any(scene.places.get((number, seat), {}).values())] or seats
            own_width = (width - 6) / min(len(seats), 2)
            for seat in seats:
                board = self._with_signs(self._board(scene, number, seat), scene, number)
                titled = board if len(numbers) > 1 or is_owned else evolve(board, title="")
                yield self._block(scene, titled, number, seat, own_width)

    def _boards_to_draw(self) -> list[BoardId]:
        """Returns the boards that get a drawing of their own, including boards without an edge."""
        endless = [BoardId(i) for i, shape in enumerate(self.game.about.shapes) if shape.torus is not None]
        return [*boards_to_draw(self.game), *endless]

    def _parts(self, number: BoardId) -> frozenset[int]:
        """Returns the boards that are drawn together with a board: itself, boards around it, and boards of its corners."""
        shapes = enumerate(self.game.about.shapes)
        rims = [i for i, shape in shapes if shape.around == number or knots_of(self.game, i) == number]
        return frozenset((number, *rims))

    def _board(self, scene: Scene, number: BoardId, seat: SeatId | None) -> Board:
        board = board_of(self.game, self.looks, self.look, self.grounds, number, seat, _CARD)
        if seat is not None and self.game.about.shapes[number].place_names:
            named = board_of(self.game, self.looks, self.look, self.grounds, number, None, _CARD)
            board = evolve(board, rows=named.rows, columns=named.columns)
        if self.game.about.shapes[number].torus is None:
            return board
        laid = frozenset(place for place, things in scene.places.get((number, seat), {}).items() if things)
        plan = grow_plan(self.game, number, laid)
        cells = {one.spot.place: one for one in board.cells}
        moved = tuple(evolve(cells[spot.place], spot=spot, name="") for spot in plan.spots)
        return evolve(board, plan=plan, cells=moved, rows=(), columns=())

    def _with_signs(self, board: Board, scene: Scene, number: int) -> Board:
        """Returns a board whose lines have the colour of their owner, and room on their labels for a disc of the same and for a cross."""
        refused = {one.edge for one in self.pointed if one.board == number and one.is_refused}
        owners = [scene.edges.get((number, i)) for i in range(len(board.routes))]
        routes = [
            evolve(
                one, signs=(seat is not None) + (i in refused), owner=None if seat is None else self.looks.seat(seat)
            )
            for i, (one, seat) in enumerate(zip(board.routes, owners, strict=True))
        ]
        return evolve(board, routes=tuple(routes))

    # ------------------------------------------------------------ a board

    def _block(self, scene: Scene, board: Board, number: BoardId, seat: SeatId | None, width: float) -> Block:
        plan = board.plan
        high = (plan.height - 1 + 1 / HEX_HEIGHT if plan.kind == "hex" else plan.height) * plan.tall
        side = min(_LARGEST, (width - 2 * EDGE) / plan.width, _HIGHEST / high)
        cell = Size(max(side, _LEAST), max(side, _LEAST) * plan.tall)
        whole = extent(board, cell)
        marks: list[Mark] = [*board_marks(self.ruler, board, cell), *self._edges(scene, board, number, cell)]
        told: list[str] = []
        pointed: list[str] = []
        corners = {
            (BoardId(i), spot.place): evolve(spot, board=BoardId(i), x=spot.x + 0.5, y=spot.y + 0.5)
            for i in range(len(self.game.boards))
            if knots_of(self.game, i) == number
            for spot in self._knots(board, i)
        }
        spots: Mapping[tuple[BoardId, int], Spot] = {(one.board, one.place): one for one in plan.spots} | corners
        is_below = has_names_below(self.ruler, board, cell)
        texts = {
            (one.spot.board, one.spot.place): not is_below and self._has_text(board, one.spot) for one in board.cells
        }
        for key, spot in spots.items():
            things = scene.places.get((key[0], seat), {}).get(key[1], [])
            if things:
                marks += self._things(
                    things, self._area(board, spot, cell), board, spot, has_text=texts.get(key, False)
                )
                name = place_name(self.game, key[0], key[1])
                told.append(f"{name}: {', '.join(map(self.words.thing, things))}")
        at = {key: self._area(board, spot, cell) for key, spot in spots.items()}
        for one in self.pointed:
            if seat in (None, one.seat) and (found := list(self._pointer(board, number, cell, one, at))):
                marks += found
                pointed.append(f"{_POINTED[one.is_refused]} {self._name_of(one)}.")
        title = board.title or self.looks.label("board", board.name)
        cut = 0.0 if board.title else HEAD
        moved: tuple[Mark, ...] = (At(0, -cut, tuple(marks)),) if cut else tuple(marks)
        said = f"{title}: {'; '.join(told)}." if told else f"{title}: empty."
        return Block(whole.width, whole.height - cut, moved, (said, *pointed))

    def _knots(self, board: Board, number: int) -> Iterator[Spot]:
        """Yields the places at the corners of a grid's places, with the place above on the left of each."""
        first = {(one.spot.y, one.spot.x): one.spot for one in board.cells}
        at = self.game.boards[number].at
        top, left = min(row for row, _ in at), min(column for _, column in at)
        for place, (row, column) in enumerate(at):
            spot = first.get((row - top, column - left))
            if spot is not None:
                yield evolve(spot, place=place)

    def _area(self, board: Board, spot: Spot, cell: Size) -> Area:
        height = cell.width / HEX_HEIGHT if board.plan.kind == "hex" else cell.height
        return Area(EDGE + spot.x * cell.width, HEAD + EDGE + spot.y * cell.height, cell.width, height)

    def _has_text(self, board: Board, spot: Spot) -> bool:
        cell = next(one for one in board.cells if one.spot == spot)
        is_named = spot.is_rim or not (board.rows or board.cells[0].words)
        return bool(cell.words or cell.emblems) or (is_named and bool(cell.name))

    def _edges(self, scene: Scene, board: Board, number: BoardId, cell: Size) -> Iterator[Mark]:
        """Draws walls between places, and the owners of routes."""
        spots = {one.place: one for one in board.plan.spots if one.board == number}
        drawn = routes_on(self.ruler, board, cell)
        for (of, edge), seat in scene.edges.items():
            if of != number:
                continue
            one, other = (self._area(board, spots[place], cell) for place in self.game.about.shapes[of].ends[edge])
            x, y = (one.x + other.x + cell.width) / 2, (one.y + other.y + cell.height) / 2
            if seat is not None:
                yield from self._disc(seat, sign_area(drawn[edge], 0))
            elif abs(one.x - other.x) < 0.01:
                yield Line(one.x, y, one.x + cell.width, y, INK, 1.4)
            else:
                yield Line(x, one.y, x, one.y + cell.height, INK, 1.4)

    def _pointer(
        self, board: Board, number: BoardId, cell: Size, one: Pointed, at: Mapping[tuple[BoardId, int], Area]
    ) -> Iterator[Mark]:
        """Draws a ring around a chosen place or route of this board, or a cross over one that may not be chosen."""
        area = None if one.place is None else at.get((BoardId(one.board), one.place))
        if one.edge is not None and one.board == number and board.routes:
            drawn = routes_on(self.ruler, board, cell)[one.edge]
            label, last = drawn.label, board.routes[one.edge].signs - 1
            around = label.inner(-RING - 0.4)
            area = sign_area(drawn, last) if one.is_refused else around
        if area is None:
            return
        if one.is_refused:
            part = area if one.edge is not None else _square(area).inner(min(area.width, area.height) * 0.2)
            right, bottom = part.x + part.width, part.y + part.height
            yield Line(part.x, part.y, right, bottom, _POINTER, 0.9)
            yield Line(right, part.y, part.x, bottom, _POINTER, 0.9)
        elif board.plan.kind == "square" or one.edge is not None:
            yield Box(area.x + 0.4, area.y + 0.4, area.width - 0.8, area.height - 0.8, None, _POINTER, 0.9, 1.0)
        else:
            x, y = area.x + area.width / 2, area.y + area.height / 2
            yield Circle(x, y, min(area.width, area.height) * 0.46, None, _POINTER, 0.9)

    def _name_of(self, one: Pointed) -> str:
        """Returns the name of a pointed place or route."""
        edges = self.game.about.shapes[one.board].edges
        if one.edge is not None and edges is not None:
            return title_of(self.game.enums[edges].values[one.edge])
        return place_name(self.game, BoardId(one.board), one.place or 0)

    # ------------------------------------------------------------ things on a place

    def _things(
        self, things: Sequence[Thing], area: Area, board: Board, spot: Spot, *, has_text: bool
    ) -> Iterator[Mark]:
        if board.plan.tall > 1:
            yield from self._columns(things, area, is_below=spot.y >= 1)
            return
        free = self._find_free_part(area, board, has_text=has_text)
        flags = [one for one in things if isinstance(one, Flag)]
        others = [one for one in things if not isinstance(one, Flag)]
        across = max(1, math.ceil(math.sqrt(len(others))))
        down = max(1, math.ceil(len(others) / across))
        for number, thing in enumerate(others):
            row, column = divmod(number, across)
            wide, high = free.width / across, free.height / down
            yield from self._thing(thing, Area(free.x + column * wide, free.y + row * high, wide, high))
        for flag in flags:
            side = area.width * 0.34
            colour = self.looks.seat(flag.seat)
            yield Sign("i-flag", area.x + area.width - side, area.y, side, colour, PAPER, PAPER)

    def _find_free_part(self, area: Area, board: Board, *, has_text: bool) -> Area:
        """Returns the part of a place that is free for things."""
        match board.plan.kind:
            case "hex":
                return area.inner(area.width * 0.14, area.height * 0.18)
            case "graph" if not has_text:
                return area.inner(area.width * 0.2, area.height * 0.22)
            case "graph":
                return Area(area.x + area.width * 0.2, area.y + area.height * 0.4, area.width * 0.6, area.height * 0.5)
            case _ if has_text:
                top = area.height * 0.27
                return Area(area.x, area.y + top, area.width, area.height - top).inner(area.width * 0.05)
            case _:
                return area.inner(area.width * 0.08)

    def _thing(self, thing: Thing, area: Area) -> Iterator[Mark]:
        match thing:
            case Pieces():
                yield from self._pieces(thing, area)
            case Stone(seat):
                yield from self._disc(seat, area)
            case Man(style, seat) if seat is not None:
                own = evolve(style, colour=self.looks.seat(seat))
                yield from piece(self.ruler, Face("pawn", style.word, own, seat), area)
                yield from self._owner(seat, area)
            case Man(style):
                yield from emblem(self.ruler, style, area, strong(style.colour), PAPER)
            case Label(text):
                line = Area(area.x, area.y + area.height * 0.2, area.width, area.height * 0.6)
                yield from fit_text(self.ruler, text, line, Ink(min(area.height * 1.6, 11), INK, True))
            case Drawn(styles):
                side = min(area.height * 0.8, area.width / len(styles), area.width * 0.6)
                left = area.x + (area.width - side * len(styles)) / 2
                for number, style in enumerate(styles):
                    at = Area(left + number * side, area.y + (area.height - side) / 2, side, side)
                    yield from emblem(self.ruler, style, at, style.colour, PAPER)
            case Flag():
                pass

    def _pieces(self, pieces: Pieces, area: Area) -> Iterator[Mark]:
        kind, count = pieces.kind, pieces.count
        if kind is None:
            yield from back(mix(INK, PAPER, 0.6), _square(area))
            yield from self._count(count, area)
            return
        spec = self.game.kinds[kind]
        face = self.looks.kind(kind)
        is_seed = self.game.classes[spec.cls].count == 1 and spec.owner is None and spec.copies >= _SEEDS
        if is_seed:
            yield from self._dots(face, count, area)
            return
        inner = _upright(area) if face.form == "card" else area
        yield from piece(self.ruler, face, inner, is_second=is_second(self.game, spec.owner))
        if spec.owner is not None and face.form == "pawn":
            yield from self._owner(spec.owner, area)
        yield from self._count(count, area)

    def _owner(self, seat: SeatId, area: Area) -> Iterator[Mark]:
        """Draws the mark of a seat beside its piece, where colours do not tell seats apart in black and white."""
        colours = [self.looks.seat(SeatId(other)) for other in range(len(self.game.seats))]
        if all(contrast(one, other) > _CONTRAST for one, other in combinations(colours, 2)):
            return
        square = _square(area)
        side = max(2.4, square.width * 0.36)
        at = Area(square.x, square.y + square.height - side, side, side)
        yield Circle(at.x + side / 2, at.y + side / 2, side / 2, PAPER, INK, 0.2)
        yield from fit_text(
            self.ruler, seat_mark(self.game.seats[seat]), at.inner(side * 0.14), Ink(side * 2, INK, True)
        )

    def _dots(self, face: Face, count: int, area: Area) -> Iterator[Mark]:
        """Draws equal pieces as dots, with their number below."""
        number = min(count, _DOTS)
        across = max(3, math.ceil(math.sqrt(number)))
        step = min(area.width, area.height * 0.7) / across
        rows = math.ceil(number / across)
        top = area.y + max(0.0, (area.height * 0.68 - rows * step) / 2)
        for i in range(number):
            row, column = divmod(i, across)
            short = (across - min(across, number - row * across)) * step / 2
            left = area.x + (area.width - across * step) / 2 + short
            x, y = left + (column + 0.5) * step, top + (row + 0.5) * step
            yield Circle(x, y, step * 0.4, face.style.colour, strong(face.style.colour), 0.15)
        line = Area(area.x, area.y + area.height * 0.7, area.width, area.height * 0.3)
        yield from fit_text(self.ruler, str(count), line, Ink(9, INK, True))

    def _count(self, count: int, area: Area) -> Iterator[Mark]:
        if count > 1:
            yield from badge(self.ruler, f"×{count}", area.x + area.width, area.y + area.height)

    def _columns(self, things: Sequence[Thing], area: Area, *, is_below: bool) -> Iterator[Mark]:
        """Draws the pieces of a place one after the other, from the edge of the board inwards."""
        side = area.width * 0.9
        at = 0
        for thing in things:
            if not isinstance(thing, Pieces) or thing.kind is None:
                continue
            face, owner = self.looks.kind(thing.kind), self.game.kinds[thing.kind].owner
            left = area.x + (area.width - side) / 2
            for _ in range(min(thing.count, _COLUMN)):
                y = area.y + area.height - (at + 1) * side if is_below else area.y + at * side
                place = Area(left, y, side, side)
                yield from disc(self.ruler, face.style.colour, "", place, is_second=is_second(self.game, owner))
                at += 1
            if thing.count > _COLUMN:
                y = area.y + area.height - at * side if is_below else area.y + (at - 1) * side
                yield from badge(self.ruler, f"×{thing.count}", area.x + area.width, y + side)

    def _disc(self, seat: SeatId, area: Area) -> Iterator[Mark]:
        """Draws a disc of a seat with its letter; for two seats a ring tells them apart."""
        mark = "" if len(self.game.seats) == 2 else seat_mark(self.game.seats[seat])
        yield from disc(self.ruler, self.looks.seat(seat), mark, area, is_second=is_second(self.game, seat))


def _square(area: Area) -> Area:
    side = min(area.width, area.height)
    return Area(area.x + (area.width - side) / 2, area.y + (area.height - side) / 2, side, side)


def _upright(area: Area) -> Area:
    """Returns the largest card in an area."""
    wide = min(area.width, area.height / 1.2)
    return Area(area.x + (area.width - wide) / 2, area.y + (area.height - wide * 1.2) / 2, wide, wide * 1.2)
