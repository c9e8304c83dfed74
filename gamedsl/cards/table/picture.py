"""Draws a whole table: values in the middle, boards, zones, and the things before each player."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.cards.boards import Grounds
from gamedsl.cards.drawing.board_marks import EDGE
from gamedsl.cards.drawing.card_marks import back_colour
from gamedsl.cards.drawing.emblems import emblem
from gamedsl.cards.drawing.fitting import Area, Ink, box, fit_text
from gamedsl.cards.drawing.marks import At, Mark, Ruler
from gamedsl.cards.faces import Looks, entry, text_of
from gamedsl.cards.pieces import Piece
from gamedsl.cards.style import Style
from gamedsl.cards.table.blocks import Block, below, beside
from gamedsl.cards.table.boards import Boards, Pointed
from gamedsl.cards.table.pieces import CARD, SMALL, back, badge, disc, foot_height, is_second, piece, small_size
from gamedsl.cards.table.position import Lying, Position
from gamedsl.cards.table.scene import Laid, Note, Scene, Words, scene_of
from gamedsl.cards.words import seat_mark
from gamedsl.graph.analysis.piece_words import count_of_pieces
from gamedsl.graph.model.game import Game, ZoneSpec
from gamedsl.graph.model.types import KindId, SeatId, Type
from gamedsl.json import JsonObject
from gamedsl.page.colours import FAINT, INK, PAPER, SOFT, Colour, mix
from gamedsl.reports.titles import title_of

WIDTH = 168.0
"""The width of a picture in millimetres, which fits between the margins of A4."""
_GAP, _PAD = 3.0, 2.0
_LEAST_BESIDE = 30.0
"""The width beside the boards, in millimetres, in which everything else may stand."""
_HEADING = 3.8
_LETTERS = 7.5
_MOST_KINDS, _FEW_OF_MANY = 14, 3
"""More kinds than this, all of a zone that everybody sees, are shown by some of them."""
_OVERLAP = 0.42
"""The part of a playing card that the next one in a hand leaves free."""


def picture(
    game: Game,
    look: JsonObject,
    grounds: Grounds,
    ruler: Ruler,
    position: Position,
    boards: frozenset[int] | None = None,
    pointed: Sequence[Pointed] = (),
) -> Block:
    """Draws a position, with all boards or some; pointed places get rings."""
    return _Table(game, look, grounds, ruler).draw(position, boards, pointed)


class _Table:
    def __init__(self, game: Game, look: JsonObject, grounds: Grounds, ruler: Ruler) -> None:
        self._game, self._look, self._grounds, self._ruler = game, look, grounds, ruler
        self._looks = Looks(game, look)
        self._words = Words(game, self._looks)

    def draw(self, position: Position, only: frozenset[int] | None, pointed: Sequence[Pointed]) -> Block:
        """Draws everything."""
        scene = scene_of(self._game, self._looks, self._look, position)
        boards = Boards(self._game, self._looks, self._look, self._grounds, self._ruler, self._words, pointed)
        drawn = list(boards.blocks(scene, WIDTH, only))
        whole = beside(drawn, _GAP, WIDTH) if drawn else _EMPTY
        above, *others = self._draw_surroundings(scene, WIDTH, only, has_boards=bool(drawn))
        parts = [above, whole, *others]
        found = below(parts, _GAP, middle=max(part.width for part in parts))
        rest = WIDTH - whole.width - _GAP
        if not drawn or rest < _LEAST_BESIDE:
            return found
        column = below(self._draw_surroundings(scene, rest, only, has_boards=True), _GAP)
        lower = Block(column.width, column.height + EDGE, (At(0, EDGE, column.marks),), column.told)
        right = beside([whole, lower], _GAP, WIDTH)
        return right if column.width <= rest and right.height < found.height else found

    def _draw_surroundings(
        self, scene: Scene, width: float, only: frozenset[int] | None, *, has_boards: bool
    ) -> list[Block]:
        """Draws everything beside the boards, in this width: values, things in the middle, and the things of players. If players have nothing, draws whose
        colour is which."""
        players = [
            self._player(seat, scene.zones[seat], scene.notes[seat], width)
            for seat in range(len(self._game.seats))
            if has_boards or only is None or scene.zones[seat] or scene.notes[seat]
        ]
        has_players = any(scene.zones[seat] or scene.notes[seat] for seat in range(len(self._game.seats)))
        return [
            self._notes(scene.notes[None], width),
            self._zones(scene.zones[None], width, scene.notes[None]),
            beside(players, _GAP, width) if has_players else self._legend(width) if has_boards else _EMPTY,
        ]

    def _legend(self, width: float) -> Block:
        """Shows which colour belongs to whom, if nothing lies before any player."""
        heads = [self._name(seat, min(80, width - 6)) for seat in range(len(self._game.seats))]
        return beside(heads, _GAP, width) if len(heads) > 1 else _EMPTY

    # ------------------------------------------------------------ players

    def _player(self, seat: int, zones: Sequence[Laid], notes: Sequence[Note], width: float) -> Block:
        room = width - 2 * _PAD
        head = self._name(seat, 60)
        values = self._notes(notes, room - head.width - _GAP)
        top = beside([head, *([values] if values.width else [])], _GAP, room)
        inner = below([top, self._zones(zones, room, notes)], 1.5)
        name = self._words.seat(seat)
        told = (f"{name} has: {' '.join(inner.told)}",) if inner.told else ()
        framed = _frame(inner, mix(self._looks.seat(SeatId(seat)), PAPER, 0.06), self._looks.seat(SeatId(seat)))
        return Block(framed.width, framed.height, framed.marks, told)

    def _name(self, seat: int, room: float) -> Block:
        name = self._words.seat(seat)
        wide = min(self._ruler.width(name, 9, True) + 1, room)
        colour = self._looks.seat(SeatId(seat))
        mark = seat_mark(self._game.seats[seat]) if len(self._game.seats) > 2 else ""
        dot = disc(self._ruler, colour, mark, Area(0, 0.2, 4.4, 4.4), is_second=is_second(self._game, seat))
        words = fit_text(self._ruler, name, Area(5.4, 0, wide, 4.8), Ink(9, INK, True), "left")
        return Block(wide + 5.4, 4.8, (*dot, *words))

    # ------------------------------------------------------------ values

    def _notes(self, notes: Sequence[Note], width: float) -> Block:
        chips = [self._note(note) for note in notes if not note.rest]
        return beside(chips, 2.0, width) if chips else _EMPTY

    def _note(self, note: Note, room: float = 100) -> Block:
        label = self._looks.label("field", note.spec.name)
        text, style = self._words.value(note.spec.type, note.value)
        text = "" if note.value is True else text
        told = f"{label}: {text}." if text else f"{label}."
        return self._chip(label, text, style, told, room)

    def _chip(self, label: str, text: str, style: Style | None, told: str, room: float) -> Block:
        high, x = 4.6, 1.2
        marks: list[Mark] = []
        for words, colour, is_bold in ((label, SOFT, False), (text, INK, True)):
            if not words:
                continue
            if is_bold and style is not None:
                marks += emblem(self._ruler, style, Area(x, 0.6, 3.4, 3.4), style.colour, PAPER)
                x += 4.2
            wide = min(self._ruler.width(words, _LETTERS, is_bold) + 0.2, room)
            marks += fit_text(self._ruler, words, Area(x, 0, wide, high), Ink(_LETTERS, colour, is_bold), "left")
            x += wide + 1.2
        frame = box(Area(0, 0, x, high), PAPER, FAINT, 0.2, 1.2)
        return Block(x, high, (frame, *marks), (told,))

    # ------------------------------------------------------------ zones

    def _zones(self, zones: Sequence[Laid], width: float, notes: Sequence[Note]) -> Block:
        """Draws zones: those without another element side by side, then a group for each element with its values."""
        plain_ones = [self._zone(one, width) for one in zones if not one.rest]
        groups: list[Block] = []
        for rest in dict.fromkeys([*(one.rest for one in zones), *(one.rest for one in notes)]):
            if rest:
                own = [one for one in zones if one.rest == rest], [one for one in notes if one.rest == rest]
                groups.append(self._group(rest, *own, width))
        parts = [beside(found, _GAP, width) for found in (plain_ones, groups) if found]
        return below(parts, _GAP)

    def _group(
        self,
        rest: tuple[tuple[Type, int], ...],
        zones: Sequence[Laid],
        notes: Sequence[Note],
        width: float,
    ) -> Block:
        name = self._words.rest(rest)
        style = self._words.value(*rest[0])[1]
        room = width - 2 * _PAD
        mark = tuple(emblem(self._ruler, style, Area(0, 0, 3.6, 3.6), style.colour, PAPER)) if style else ()
        left = 4.4 if mark else 0.0
        wide = min(self._ruler.width(name, 8, True) + 0.3, room - left)
        words = fit_text(self._ruler, name, Area(left, 0, wide, 3.8), Ink(8, INK, True), "left")
        head = Block(left + wide, 3.8, (*mark, *words))
        chips = [self._note(note) for note in notes]
        lying = [self._zone(one, room) for one in zones]
        parts = [beside([head, *chips], 2.0, room), *([beside(lying, _GAP, room)] if lying else [])]
        inner = below(parts, 1.2)
        framed = _frame(inner, None, FAINT)
        return Block(framed.width, framed.height, framed.marks, (f"{name} has: {' '.join(inner.told)}",))

    def _zone(self, laid: Laid, width: float) -> Block:
        spec, lying = laid.spec, laid.lying
        label = self._looks.label("zone", spec.name)
        pieces = self._lying(spec, lying, width)
        many = lying.count or 0
        heading = f"{label} ({many})" if many > 1 else label
        wide = min(self._ruler.width(heading, _LETTERS, False) + 0.3, width)
        words = fit_text(self._ruler, heading, Area(0, 0, wide, _HEADING), Ink(_LETTERS, SOFT), "left")
        head = Block(wide, _HEADING, words)
        found = below([head, pieces], 0.4)
        return Block(found.width, found.height, found.marks, (f"{label}: {self._words_for(spec, lying)}.",))

    def _words_for(self, spec: ZoneSpec, lying: Lying) -> str:
        if lying.contents is None:
            return (
                "an unknown number face down"
                if lying.count is None
                else f"{self._count_text(spec, lying.count)} face down"
            )
        if spec.form == "pile" and len(lying.contents) > 1:
            top = self._words.kind(lying.contents[-1][0])
            return f"{self._count_text(spec, len(lying.contents))}, on top {top}"
        if len(lying.contents) > _MOST_KINDS:
            return f"{self._count_text(spec, lying.count or 0)} of {len(lying.contents)} kinds"
        return self._words.list_kinds(self._in_order(lying.contents))

    def _count_text(self, spec: ZoneSpec, count: int) -> str:
        is_card = all(self._looks.kind(self._game.classes[of].first).form == "card" for of in spec.classes)
        return count_of_pieces(self._game, spec.classes, count, are_cards=is_card)

    # ------------------------------------------------------------ pieces

    def _lying(self, spec: ZoneSpec, lying: Lying, width: float) -> Block:
        if lying.contents is None:
            return self._draw_hidden(spec, lying.count)
        if not lying.contents:
            return _EMPTY
        if spec.form == "pile":
            return self._pile(self._piece(lying.contents[-1][0]), len(lying.contents))
        contents = self._in_order(lying.contents)
        if len(contents) > _MOST_KINDS and all(self._looks.kind(kind).rank is None for kind, _ in contents):
            some = [self._piece_with_count(kind, count) for kind, count in contents[:_FEW_OF_MANY]]
            return beside([*some, self._draw_rest(len(contents) - _FEW_OF_MANY)], 1.2, width)
        if all(self._looks.kind(kind).rank is not None and count == 1 for kind, count in contents):
            return self._fan([self._piece(kind) for kind, _ in contents], width)
        return beside([self._piece_with_count(kind, count) for kind, count in contents], 1.2, width)

    def _in_order(self, contents: Sequence[tuple[KindId, int]]) -> list[tuple[KindId, int]]:
        """Sorts pieces as in a hand: cards by their suits, all by their kinds."""

        def order(one: tuple[KindId, int]) -> tuple[str, int]:
            face = self._looks.kind(one[0])
            return (face.style.glyph or "") if face.rank is not None else "", one[0]

        return sorted(contents, key=order)

    def _piece(self, kind: KindId) -> Block:
        face = self._looks.kind(kind)
        width, height = small_size(face)
        marks = piece(self._ruler, face, Area(0, 0, width, height), is_second=is_second(self._game, face.seat))
        return Block(width, height, tuple(marks))

    def _piece_with_count(self, kind: KindId, count: int) -> Block:
        found = self._piece(kind)
        if count == 1:
            return found
        right = found.width + (0 if found.width > CARD[0] / 2 + 3 else 2.4)
        bottom = found.height - foot_height(self._looks.kind(kind))
        return Block(right, found.height, (*found.marks, *badge(self._ruler, f"×{count}", right, bottom)))

    def _draw_rest(self, number: int) -> Block:
        text = f"and {number} other kinds"
        width = self._ruler.width(text, _LETTERS, False) + 0.3
        return Block(width, 8, fit_text(self._ruler, text, Area(0, 0, width, 8), Ink(_LETTERS, SOFT), "left"))

    def _draw_hidden(self, spec: ZoneSpec, count: int | None) -> Block:
        """Draws pieces that lie face down: as a pile, or as a hand."""
        width, height = self._back_size(spec)
        colour = self._back_colour(spec)
        one = Block(width, height, tuple(back(colour, Area(0, 0, width, height))))
        if spec.form != "pile" and count is not None and 1 < count <= _MOST_BACKS:
            step = width * 0.28
            marks = tuple(At(i * step, 0, one.marks) for i in range(count))
            return Block(width + (count - 1) * step, height, marks)
        return self._pile(one, count)

    def _pile(self, top: Block, count: int | None) -> Block:
        """Draws a pile: its top on the edges of others, and their number."""
        under = min((count or 3) - 1, 3)
        edges = tuple(
            box(
                Area(0.7 * (under - i), 0.7 * (under - i), top.width, top.height), PAPER, mix(INK, PAPER, 0.5), 0.2, 1.2
            )
            for i in range(under)
        )
        width, height = top.width + 0.7 * under, top.height + 0.7 * under
        number = () if count == 1 else badge(self._ruler, "?" if count is None else f"×{count}", width, height)
        return Block(width, height, (*edges, *top.marks, *number))

    def _fan(self, cards: Sequence[Block], width: float) -> Block:
        """Draws cards in a hand, each over a part of the one before."""
        step = cards[0].width * _OVERLAP
        most = max(1, int((width - cards[0].width) / step) + 1)
        rows: list[Block] = []
        for first in range(0, len(cards), most):
            row = cards[first : first + most]
            marks = tuple(At(i * step, 0, card.marks) for i, card in enumerate(row))
            rows.append(Block(row[0].width + (len(row) - 1) * step, row[0].height, marks))
        return below(rows, 1.0)

    def _back_size(self, spec: ZoneSpec) -> tuple[float, float]:
        faces = [self._looks.kind(self._game.classes[of].first) for of in spec.classes]
        cards = [small_size(face) for face in faces if face.form == "card"]
        return cards[0] if cards else CARD if not faces else SMALL["token"]

    def _back_colour(self, spec: ZoneSpec) -> Colour:
        """Returns the colour of backs as they are printed, or the colour that the look file gives to the zone."""
        of = spec.classes[0]
        group = self._game.classes[of]
        own = text_of(entry(self._look, "zone", spec.name), "back") or text_of(
            entry(self._look, "class", group.name), "back"
        )
        face = self._looks.kind(group.first)
        return back_colour(Piece((group.name, ""), title_of(group.name), int(of), face, 1, back_colour=own))


_MOST_BACKS = 15
"""The most backs that are shown one by one."""
_EMPTY = Block(0, 0, ())


def _frame(block: Block, fill: Colour | None, border: Colour) -> Block:
    """Puts a frame around a block."""
    width, height = block.width + 2 * _PAD, block.height + 2 * _PAD
    frame = box(Area(0, 0, width, height), fill, border, 0.35, 1.6)
    return Block(width, height, (frame, At(_PAD, _PAD, block.marks)), block.told)
