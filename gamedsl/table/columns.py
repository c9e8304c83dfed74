"""Columns of different heights that players climb, as a table of numbers: a list of heights in the rules, and fields with a number for each of its columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import click

from gamedsl.cards.faces import bare, entry, text_of
from gamedsl.graph.analysis.shown import list_shown_fields
from gamedsl.graph.model import types
from gamedsl.graph.model.game import FieldSpec, TableSpec
from gamedsl.reports.titles import plain
from gamedsl.table.names import Names
from gamedsl.table.text import faint
from gamedsl.values import frozen
from gamedsl_interpreter.engine import View

_LEAST = 4
"""Fewer columns are told in words."""
_TALLEST = 24
_NOTHING = "·"


@frozen
class _Row:
    """A row of the table: its label, its owner, and the field for each column."""

    label: str
    seat: int | None
    fields: tuple[str, ...]


class Columns:
    """The columns of one game, as `page/src/boards/columns.ts` finds them too."""

    def __init__(self, names: Names) -> None:
        self._names = names

    @cached_property
    def families(self) -> frozenset[str]:
        """The families of fields that the table shows."""
        return frozenset(spec.name for table in self._tables for spec in self._fields_on(table))

    def lines(self, view: View, before: View | None, *, is_new: bool = False) -> Iterator[str]:
        """Yields the tables as a seat sees them, with stars at changes since `before`. `is_new`: leaves out tables without a change."""
        now = dict(view.fields)
        was = now if before is None else dict(before.fields)
        for table in self._tables:
            low, heights = table.lows[0], table.values
            rows = [row for spec in self._fields_on(table) for row in self._rows(spec)]
            if is_new and all(now.get(name) == was.get(name) for row in rows for name in row.fields):
                continue
            rows.sort(key=lambda row: -1 if row.seat is None else row.seat)
            width = max(len(one.label) for one in rows)
            width = max(width, len(plain(table.name)), len("column"))
            cells = [f"{low + at:>4} " for at in range(len(heights))]
            yield f"  {'column'.ljust(width)}{''.join(cells)}".rstrip()
            yield faint(f"  {plain(table.name).ljust(width)}{''.join(f'{one:>4} ' for one in heights)}".rstrip())
            for row in rows:
                told = [self._cell(now.get(name, ""), was.get(name, "")) for name in row.fields]
                if row.seat is None and not any(cell.strip(f" {_NOTHING}") for cell in told):
                    continue
                head = row.label.ljust(width)
                if row.seat is not None:
                    head = click.style(head, fg=self._names.seat_colour(row.seat), bold=True)
                yield f"  {head}{''.join(told)}".rstrip()
            yield ""

    def _cell(self, value: str, before: str) -> str:
        told = _NOTHING if value in ("0", "none", "") else self._names.clean(value)
        return f"{told[:4]:>4}{'*' if value != before else ' '}"

    def _rows(self, spec: FieldSpec) -> Iterator[_Row]:
        """Yields a row for each player, or one for all."""
        look = entry(self._names.look, "field", spec.name)
        label = text_of(look, "label") or plain(spec.name)
        size = spec.dimensions[-1].size
        is_owned = len(spec.dimensions) > 1
        for seat in range(len(self._names.game.seats) if is_owned else 1):
            first = spec.base + seat * size
            fields = tuple(self._names.texts.fields[first : first + size])
            yield _Row(self._names.game.seats[seat] if is_owned else label.lower(), seat if is_owned else None, fields)

    @cached_property
    def _tables(self) -> Sequence[TableSpec]:
        found = [table for table in self._names.game.tables if _are_heights(table)]
        return [table for table in found if any(_climbs(spec, table) for spec in self._fields_on(table))]

    def _fields_on(self, table: TableSpec) -> list[FieldSpec]:
        """Returns the fields that tell how far a player, or the game, has come in each column, and whether they belong to players."""
        shown = list_shown_fields(self._names.game)
        specs = [spec for spec in self._names.game.fields if spec.base in shown and _is_for(spec, table)]
        return [spec for spec in specs if _climbs(spec, table) or isinstance(bare(spec.type), types.Player)]


def _are_heights(table: TableSpec) -> bool:
    return (
        len(table.sizes) == 1
        and not table.row_names
        and table.sizes[0] >= _LEAST
        and all(isinstance(one, int) and 0 < one <= _TALLEST for one in table.values)
    )


def _is_for(spec: FieldSpec, table: TableSpec) -> bool:
    """Whether a field has a number for each column, for all or for each player."""
    *before, last = spec.dimensions or (None,)
    if last is None or not isinstance(last.type, types.Int):
        return False
    is_owned = all(isinstance(one.type, types.Player) for one in before) and len(before) < 2
    return is_owned and (last.low, last.size) == (table.lows[0], table.sizes[0])


def _climbs(spec: FieldSpec, table: TableSpec) -> bool:
    of = bare(spec.type)
    heights = [one for one in table.values if isinstance(one, int)]
    return isinstance(of, types.Int) and of.low == 0 and of.high == max(heights)
