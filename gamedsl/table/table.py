"""The table as a seat sees it, as text: boards, the middle, and a line or two for each player."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

import click

from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl.table.columns import Columns
from gamedsl.table.drawing import Drawer, Legends
from gamedsl.table.keys import Keys
from gamedsl.table.maps.drawing import Lying, Maps
from gamedsl.table.maps.routes import Routes
from gamedsl.table.names import Names, with_label
from gamedsl.table.scene import RUNNER, Row, Scene, Scenes, Spot
from gamedsl.table.text import colour_suits, faint, wrap_items, wrap_whole
from gamedsl.table.tiles import Tiles
from gamedsl.table.tricks import Tricks
from gamedsl_interpreter.engine import View
from gamedsl_interpreter.things import Place

_MANY_ROWS = 6
"""More rows than this in the middle of the table are divided into groups."""
WIDEST = 120
"""Lines are never longer than this, because long ones are hard to read."""


def screen_width() -> int:
    """Returns the number of characters in a line of the terminal; 80 where there is none."""
    return max(40, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))


def screen_rows() -> int | None:
    """Returns the number of lines of the terminal; None if the output goes to no terminal."""
    return shutil.get_terminal_size((80, 24)).lines if sys.stdout.isatty() else None


class Table:
    """Writes the table of one game. `has_known`: for unseen pieces, the table tells which kinds they must be, by everything that the seat has seen."""

    def __init__(self, names: Names, width: int, *, has_known: bool = False) -> None:
        self._names = names
        self._width = width
        self._scenes = Scenes(names, has_known=has_known)
        self._drawer = Drawer(names, self._scenes.letters, width)
        self._columns = Columns(names)
        self._routes = Routes(names, width)
        self._maps = Maps(names, self._routes, width)
        self._keys = Keys(names, self._scenes.letters)
        self._tricks = Tricks(names)
        self._tiles = Tiles(names, self._scenes.letters, width)
        self._looked: tuple[View, Scene] | None = None

    def begin(self, view: View) -> None:
        """Notes how a match begins, so that the table tells which pieces were taken since."""
        self._scenes.begin(view)

    def text(
        self,
        view: View,
        before: View | None = None,
        *,
        is_close: bool = False,
        has_maps: bool = True,
        has_routes: bool = True,
    ) -> str:
        """Returns the table as the seat of a view sees it, with stars at changes since `before`; with `before`, only new legends. `is_close`: without empty
        lines, and with zones side by side. Without `has_maps`, maps are no drawings but lists. Without `has_routes`, only changes of map lines are shown."""
        self._names.wear(view.fields)
        scene = self._scenes.scene(view, before)
        legends = Legends.ALL if before is None else Legends.NEW
        lines = [*self._tile_boards(scene, view, before)]
        drawn = list(self._drawn_maps(scene, view)) if has_maps else []
        routes = list(self._routes.lines(view, before, are_drawn=bool(drawn))) if has_routes else []
        # Where a screen is too low, the drawing is seen longer than the list of its lines.
        lines += [*routes, *drawn] if drawn else []
        lines += self._drawer.lines(scene, legends)
        if not self._names.is_spoken:
            lines += self._columns.lines(view, before)
        if not drawn:
            lines += routes if has_routes else self._routes.list_taken(view, before)
        lines += self._tricks.lines(view, before)
        lines += self._area(None, scene, view, is_close=is_close)
        if any(seat is not None for seat in (*scene.notes, *scene.rows)):
            for seat in range(len(self._names.game.seats)):
                area = list(self._area(seat, scene, view, is_close=is_close))
                if len(area) > 1 and lines and lines[-1]:
                    lines.append("")
                lines += area
        return colour_suits("\n".join(line for line in lines if line or not is_close).rstrip())

    def maps(self, view: View) -> list[str]:
        """Returns what the drawn maps do not say of their lines, and the drawn maps, as the seat of a view sees them; empty in games without such lines."""
        drawn = list(self._drawn_maps(self._scenes.scene(view), view))
        parts = (self._routes.lines(view, None, are_drawn=bool(drawn)), drawn)
        texts = (colour_suits("\n".join(part).rstrip()) for part in parts)
        return [text for text in texts if text]

    def _drawn_maps(self, scene: Scene, view: View, before: View | None = None) -> Iterator[str]:
        """Yields the maps that are drawn, and takes them out of the scene; with `before`, only those on which things have changed since, without their legends."""
        for board in () if self._names.is_spoken else self._maps.boards:
            if before is not None and not any(spot.is_changed for spot in scene.boards.get((board, None), {}).values()):
                continue
            spots = {at: _without_own_markers(spot) for at, spot in scene.boards.get((board, None), {}).items()}
            lying = {
                at: Lying(
                    ", ".join(self._drawer.words_for(spot)),
                    self._drawer.signs(spot, is_own=False),
                    spot.marks[0].seat if len({mark.seat for mark in spot.marks}) == 1 else None,
                    spot.is_changed,
                )
                for at, spot in spots.items()
            }
            key = None if before is not None else self._keys.of_things([*spots.values()], self._width)
            grounds = self._keys.grounds(board)
            lines = self._maps.lines(board, grounds, lying, view, key, is_filled=self._routes.is_filled(board))
            if lines:
                scene.boards.pop((board, None), None)
                yield from (*lines, "")

    def changes(
        self, view: View, before: View, *, has_own: bool = False, is_close: bool = False, has_maps: bool = True
    ) -> str:
        """Returns the changes on the table since `before`: boards without their legends, and rows and numbers. `has_own`: all things of the seat itself are
        included. `is_close`: zones are side by side. Without `has_maps`, the places of maps that have changed are listed."""
        self._names.wear(view.fields)
        scene = self._scenes.scene(view, before).only_changes(has_own=has_own)
        drawn = list(self._drawn_maps(scene, view, before)) if has_maps else []
        lines = [*self._tile_boards(scene, view, before), *drawn, *self._drawer.lines(scene, Legends.NONE)]
        if not self._names.is_spoken:
            lines += self._columns.lines(view, before, is_new=True)
            lines += self._routes.changes(view, before)
        lines += self._tricks.lines(view, before, is_new=True)
        for seat in (None, *range(len(self._names.game.seats))):
            if seat is None or seat in scene.notes or seat in scene.rows:
                lines += [line for line in self._area(seat, scene, view, is_close=is_close) if line]
        return colour_suits("\n".join(line for line in lines if line or not is_close).rstrip())

    def _tile_boards(self, scene: Scene, view: View, before: View | None) -> Iterator[str]:
        """Yields the boards that are drawn as tiles side by side, and takes them out of the scene."""
        for board in () if self._names.is_spoken else self._tiles.boards:
            lines = self._tiles.lines(board, view, before)
            if lines:
                scene.boards.pop((board, None), None)
                yield from (*lines, "")

    def at(self, view: View, place: Place) -> str:
        """Describes in words what a seat sees on a place; empty if nothing lies there."""
        return self._drawer.at(self._scene(view), place)

    def kinds_beside_boards(self, view: View) -> Iterator[tuple[int, bool]]:
        """Yields the kinds of the cards that the table names in the middle and before the seat of a view without saying what they are, and whether they lie before
        the seat."""
        scene = self._scene(view)
        for seat in (None, view.seat):
            for row in scene.rows.get(seat, []):
                named = (kind for kind in row.kinds if self._names.kind(kind) in row.text)
                yield from ((kind, seat is not None) for kind in named if f"{self._names.kind(kind)} (" not in row.text)

    def letters_at(self, view: View, place: Place) -> frozenset[str]:
        """Returns the letters, in capitals, of the pieces that a seat sees on a place."""
        marks = self._drawer.marks_at(self._scene(view), place)
        # The mark of the owner is no letter of the piece.
        return frozenset(
            one.text.upper() for one in marks if one.seat is None or one.text != self._names.marks[one.seat]
        )

    def _scene(self, view: View) -> Scene:
        """Returns the scene of a view, made once for the questions about its places."""
        if self._looked is None or self._looked[0] is not view:
            self._looked = view, self._scenes.scene(view)
        return self._looked[1]

    def _area(self, seat: int | None, scene: Scene, view: View, *, is_close: bool) -> Iterator[str]:
        """Yields the lines of a seat, or of the middle of the table. The things of another player are on one line if there is room for it, or if the table
        is close."""
        notes = scene.notes.get(seat, [])
        if seat is None:
            notes = [one for one in notes if one.name != "round"]
        texts = [*self._notes(notes)]
        rows = scene.rows.get(seat, [])
        is_close = is_close and not self._names.is_spoken
        is_long = seat is None and len(rows) > _MANY_ROWS and not self._names.is_spoken
        piles = [row for row in rows if is_long and not (row.kinds or row.is_fixed or row.group)]
        if is_close:
            texts, rows = [*texts, *(self._beside(row) for row in rows if not row.is_fixed)], []
        if seat is not None:
            name = self._names.game.seats[seat]
            head = click.style(name, fg=self._names.seat_colour(seat), bold=True)
            plain = name
            is_row = seat != view.seat or all(row.name[-1:].isdigit() for row in rows)
            if seat == view.seat:
                head, plain = f"{head} (you)", f"{plain} (you)"
            if is_row and not self._names.is_spoken:
                called = zip(_with_word_once([row.name for row in rows]), rows, strict=True)
                whole = [*texts, *(f"{with_label(name, row.text)}{self._star(row)}" for name, row in called)]
                texts, rows = (whole, []) if len(self._pack(whole, plain)) <= 1 else (texts, rows)
            if texts or rows:
                yield from self._note_lines(head, plain, texts)
        elif texts:
            yield from self._note_lines("", "", texts)
        if len(piles) > 1 and rows:
            # Where there is much to see, piles of which only the number is known share a line.
            yield from self._note_lines("", "", [self._beside(row) for row in piles])
            rows = [row for row in rows if row not in piles]
        width = max((len(row.name) for row in rows), default=0)
        for before, row in zip([None, *rows], rows, strict=False):
            if before is not None and before.group != row.group and is_long:
                yield ""
            yield from self._row(row, width)
        if rows or (seat is None and notes):
            yield ""

    def _notes(self, notes: Sequence[Row]) -> Iterator[str]:
        """Yields numbers and words; those with the same name for several things share an entry: `heap: Forest 5, Coppice 3`."""
        names = Counter(one.name for one in notes if one.part)
        for name, group in groupby(notes, key=lambda one: (one.name, bool(one.part))):
            parts = [f"{with_label(one.part, one.text)}".strip() + self._star(one) for one in group]
            if not name[1]:
                yield from (f"{name[0]} {text}".strip() for text in parts)
            elif parts[0][:1].isdigit():
                yield f"{name[0]} {', '.join(parts)}"
            elif names[name[0]] == 1:
                yield f"{name[0]} of {parts[0]}"
            else:
                yield f"{name[0]}: {', '.join(parts)}"

    def _note_lines(self, head: str, plain: str, texts: Sequence[str]) -> Iterator[str]:
        """Yields a head with the numbers after it."""
        first, *more = self._pack(texts, plain) or [""]
        if head:
            yield f"{head}   {first}".rstrip() if not self._names.is_spoken else f"{head}: {first}".rstrip(": ")
        else:
            yield f"  {first}"
        yield from (f"{' ' * (len(plain) + 3)}{line}" if head else f"  {line}" for line in more)

    def _pack(self, texts: Sequence[str], head: str) -> list[str]:
        """Returns texts in lines after a head; none is broken over two lines if it fits into one."""
        return wrap_whole(texts, ", " if self._names.is_spoken else " · ", self._width - len(head) - 4)

    def _row(self, row: Row, width: int) -> Iterator[str]:
        if self._names.is_spoken:
            yield f"  {row.name}: {row.text}{self._star(row)}"
            return
        indent = " " * (width + 5)
        sides = self._tiles.sides_text(row.kinds[0]) if len(row.kinds) == 1 else ""
        text = f"{row.text} ({sides})" if sides else row.text
        lines = wrap_items(text, self._width - len(indent)) or [""]
        yield f"  {faint(row.name.ljust(width))} {'*' if row.is_changed else ' '} {lines[0]}".rstrip()
        yield from (f"{indent}{line}" for line in lines[1:])

    def _beside(self, row: Row) -> str:
        """Returns the text of a row that shares its line with others."""
        gap = ":" if "," in row.text and not row.name[-1:].isdigit() else ""
        return f"{with_label(f'{row.name}{gap}', row.text)}{self._star(row)}"

    def _star(self, row: Row) -> str:
        if not row.is_changed:
            return ""
        return ", changed" if self._names.is_spoken else "*"


def _without_own_markers(spot: Spot) -> Spot:
    """Returns a place without the markers of players whose piece lies there too: both say where they are."""
    pieces = {mark.text for mark in spot.marks}
    kept = [mark for mark in spot.marks if mark.text[:1] != RUNNER or mark.text[1:] not in pieces]
    return Spot(kept, is_changed=spot.is_changed)


def in_letters(game: Game, look: JsonObject, view: View) -> tuple[str, ...]:
    """Returns the lines of a drawing of a view for a rulebook: boards, the middle of the table, and the things of players."""
    text = click.unstyle(Table(Names(game, look), _BOOK).text(view))
    return tuple(line.rstrip() for line in text.splitlines())


_BOOK = 84
"""The characters of a line in a rulebook."""


def _with_word_once(names: Sequence[str]) -> Iterator[str]:
    """Yields names that stand beside each other; a common word before their numbers appears only once: `hand 1`, `2`, `3`."""
    before = None
    for name in names:
        word, _, number = name.rpartition(" ")
        yield number if number.isdigit() and word == before else name
        before = word if number.isdigit() else None
