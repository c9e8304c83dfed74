"""The meaning of the letters on drawn boards: letters for the things on a board, and letters that are printed on places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from gamedsl.cards.faces import bare, entry, text_of
from gamedsl.cards.geometry import Plan
from gamedsl.cards.geometry import Spot as Position
from gamedsl.graph.analysis.shown import fields_for_players, zones_for_players
from gamedsl.graph.model import types
from gamedsl.graph.model.game import FieldSpec, ZoneSpec
from gamedsl.graph.model.types import BoardId
from gamedsl.reports.titles import plain
from gamedsl.table.letters import Letters, letters_for
from gamedsl.table.names import Names, lower_first
from gamedsl.table.scene import RUNNER, Mark, Spot
from gamedsl.table.text import faint, wrap_whole

_WATER = "~"
"""The sign before the letter of an empty place around a grid that has a name and no number."""


class Keys:
    """The letters on the boards of one game."""

    def __init__(self, names: Names, letters: Letters) -> None:
        self._names = names
        self._letters = letters

    def legend(self, spots: Sequence[Spot], plan: Plan, width: int, *, is_own: bool) -> Iterator[str]:
        """Yields the meaning of the letters on a board with these things on its places. `is_own`: it is the board of one player."""
        parts = self._things(spots, is_own=is_own)
        corners = [self.label(one) for one in plan.spots if one.is_rim and not self.label(one).isdigit()]
        parts |= {letters: label for label, letters in self.corners(corners).items()}
        parts |= self._ground_legend(plan)
        yield from _told(parts, width)

    def of_things(self, spots: Sequence[Spot], width: int) -> Iterator[str]:
        """Yields the meaning of the letters of the things on the places of a map."""
        yield from _told(self._things(spots, is_own=False), width)

    def _things(self, spots: Sequence[Spot], *, is_own: bool) -> dict[str, str]:
        """Returns the meaning of each sign for the things on places."""
        marks = [mark for spot in spots for mark in spot.marks]
        parts: dict[str, str] = {}
        for seat in sorted({mark.seat for mark in marks if mark.seat is not None}):
            if keys := list(self._seat_keys(seat, spots, is_own=is_own)):
                parts[" and ".join(keys)] = self._names.game.seats[seat]
        for mark in sorted(
            marks, key=lambda one: self._order.get((one.one or one.words).lstrip("0123456789 ").split(" of ")[0], -1)
        ):
            letters = mark.text.lstrip("0123456789")
            is_owner = mark.seat is not None and letters == self._names.marks[mark.seat]
            if not is_owner and letters and letters.isalpha():
                words = (mark.one or mark.words).lstrip("0123456789 ")
                parts.setdefault(letters, words.split(" of ")[0] if mark.seat is not None else words)
        if any(mark.text.startswith(RUNNER) for mark in marks):
            parts[RUNNER] = "marker"
        parts |= {mark.text: mark.meaning for mark in sorted(marks, key=lambda one: one.text) if mark.meaning}
        counted = dict.fromkeys(mark.counts for mark in marks if mark.counts and not mark.meaning)
        parts |= {f"number{' ' * i}": name for i, name in enumerate(counted)}
        return parts

    def ground(self, position: Position) -> list[tuple[str, str]]:
        """Returns the letters and names of the words that are printed on a place."""
        found: list[tuple[str, str]] = []
        for column in self._names.game.about.columns:
            if column.of == "board" and column.number == position.board:
                told = self._letters.of_column(column.type, column.values[position.place])
                if told is not None:
                    found.append((told[0].lower() if found else told[0], told[1]))
        return found

    def grounds(self, board: BoardId) -> list[str]:
        """Returns the words that are printed on each place of a board."""
        count = len(self._names.game.boards[board].places)
        printed = (self.ground(Position(board, at, 0, 0)) for at in range(count))
        return [", ".join(word for _, word in pairs) for pairs in printed]

    def of_owners(self, board: int) -> str:
        """Returns the meaning of a place's owner, where the places of a map show nothing else: `first to get there`; empty for other boards."""
        game = self._names.game
        if game.about.shapes[board].kind != "graph":
            return ""
        fields = [spec for spec in fields_for_players(game) if _is_any_of(board, _dimensions([spec]))]
        if len(fields) != 1 or not isinstance(bare(fields[0].type), types.Player):
            return ""
        others = [*(bare(spec.type) for spec in fields_for_players(game)), *_dimensions(zones_for_players(game))]
        if _is_any_of(board, others) or any(
            column.of == "board" and column.number == board for column in game.about.columns
        ):
            return ""
        look = entry(self._names.look, "field", fields[0].name)
        return "" if look.get("hide") else lower_first(text_of(look, "label") or plain(fields[0].name))

    @staticmethod
    def corners(labels: Sequence[str]) -> dict[str, str]:
        """Returns the letters for the places around a grid that have names but no numbers, by their names."""
        return {label: f"{_WATER}{letters}" for label, letters in letters_for(labels).items()}

    def regions(self, plan: Plan) -> dict[Position, int]:
        """Returns the number of the region to which each place of a grid belongs, if the first word printed on a place names its region: all places with the
        same word are connected. Empty for other boards."""
        words = {one: printed[0][1] for one in plan.spots if (printed := self.ground(one))}
        numbers = {word: number for number, word in enumerate(dict.fromkeys(words.values()))}
        found = {one: numbers[word] for one, word in words.items()}
        is_apart = all(_hang_together([one for one in found if found[one] == number]) for number in numbers.values())
        return found if 1 < len(numbers) <= len(found) // 2 and is_apart else {}

    def label(self, position: Position) -> str:
        """Returns the name of a place without that of its board."""
        return self._names.short_place(position.board, position.place)

    @cached_property
    def _order(self) -> dict[str, int]:
        """The words for values and kinds, in the order of the rules."""
        game = self._names.game
        values = [self._names.clean(name) for spec in game.enums for name in spec.values]
        kinds = [self._names.kind(one).split(" of ")[0] for one in range(len(game.kinds))]
        return {word: at for at, word in enumerate(dict.fromkeys([*values, *kinds]))}

    def _ground_legend(self, plan: Plan) -> Iterator[tuple[str, str]]:
        """Yields the meaning of the letters that are printed on places; values that are letters themselves by the name of their column."""
        boards = {one.board for one in plan.spots}
        told = dict.fromkeys(pair for one in plan.spots for pair in self.ground(one))
        yield from ((short, word) for short, word in told if short != word)
        for column in self._names.game.about.columns:
            if column.of == "board" and column.number in boards:
                pairs = [self._letters.of_column(column.type, value) for value in column.values]
                own = sorted({one[0] for one in pairs if one is not None and one[0] == one[1]})
                if own:
                    yield f"{own[0]}–{own[-1]}", plain(column.name)

    def owner(self, one: Mark, spot: Spot) -> int | None:
        """Returns the owner of a thing on a place: its own seat, or the seat whose mark is the only one beside it. None for the marks themselves, and for
        things that nobody owns."""
        marks = self._names.marks
        if one.seat is not None:
            return None if _bare(one) == marks[one.seat] else one.seat
        own = (other for other in spot.marks if other.seat is not None and not other.is_free)
        others = [other for other in own if other.text == marks[other.seat or 0]]
        return others[0].seat if len(others) == 1 and len(spot.marks) == 2 and not one.is_free else None

    def is_cased(self, text: str) -> bool:
        """Whether capitals and small letters show the owner of a piece: there are two players, and the piece has a letter."""
        return len(self._names.game.seats) == 2 and any(letter.isalpha() for letter in text)

    def _seat_keys(self, seat: int, spots: Sequence[Spot], *, is_own: bool) -> Iterator[str]:
        """Yields how a board shows that something is a player's: by the player's mark, and by capitals or small letters. Empty on a player's own board."""
        shown: set[bool] = set()
        for spot in () if is_own else spots:
            pieces = {self.is_cased(one.text) for one in spot.marks if self.owner(one, spot) == seat}
            shown |= pieces or {False for one in spot.marks if one.seat == seat}
        if False in shown:
            yield self._names.marks[seat]
        if True in shown:
            yield "CAPITALS" if seat == 0 else "small letters"


def _told(parts: Mapping[str, str], width: int) -> Iterator[str]:
    """Yields the lines of a legend, if it says more than letters that stand for themselves."""
    if any(len(word) > 1 for word in parts.values()):
        texts = [f"{short} {word}" for short, word in parts.items()]
        yield from (faint(f"   {line}") for line in wrap_whole(texts, ", ", max(width - 7, 20)))


def _is_any_of(board: int, found: Iterable[types.Type]) -> bool:
    """Whether one of these types is the type of the places of a board."""
    return any(isinstance(of, types.Position) and of.board == board for of in found)


def _dimensions(specs: Sequence[FieldSpec] | Sequence[ZoneSpec]) -> Iterator[types.Type]:
    yield from (one.type for spec in specs for one in spec.dimensions)


def _bare(mark: Mark) -> str:
    """Returns the letters of a thing without its number, and without the sign of a marker."""
    return mark.text.lstrip(f"0123456789{RUNNER}")


def _hang_together(places: Sequence[Position]) -> bool:
    """Whether these places are connected: any two are joined by a path of neighbours among them."""
    reached, left = [places[0]], list(places[1:])
    for one in reached:
        near = [other for other in left if abs(one.x - other.x) + abs(one.y - other.y) == 1]
        reached += near
        left = [other for other in left if other not in near]
    return not left
