"""Lists changes of a variant that sentences may contradict: numbers with the things that they count, and removed things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gamedsl.pipeline.outdated import phrases
from gamedsl.pipeline.outdated.units import Unit, end_name, numbers_in, units_of
from gamedsl.semantics.data.cells import cell_target, cell_text
from gamedsl.semantics.data.set_lines import argument_text, plain_cell
from gamedsl.semantics.model.merged import Merged
from gamedsl.source import Span
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas
from gamedsl.values import frozen


@frozen
class OldFact:
    """A fact that held before a change. A sentence that matches `pattern` (and names `about`) states it. `only` are the declarations whose sentences are
    about this number; None: any sentence with the noun of the pattern is. `number` is a number that a declaration's sentence may still contain, if the
    declaration's own formulas have it. `now` is the fact that holds instead."""

    change: Span
    pattern: re.Pattern[str]
    now: str
    only: frozenset[str] | None = None
    number: int | None = None
    about: re.Pattern[str] | None = None


_LEAST = 2
"""The least number of things that a sentence names as a number: *one* is mostly an article."""


def old_facts(before: Merged, after: Merged, file: str, changes: Sequence[declarations.Change]) -> Iterator[OldFact]:
    """Yields the facts that the changes of a file have made wrong. `before` are the rules without the changes, `after` the rules with them."""
    places = {
        one.name: one.change.span
        for one in reversed(after.changed)
        if one.file == file and not _is_about_cells(one.change)
    }
    old = {unit.name: unit for unit in units_of(before.written)}
    new = {unit.name: unit for unit in units_of(after.written)}
    things = _things(before)
    for name, unit in old.items():
        place = places.get(name)
        if place is None:
            continue
        if name not in new:
            yield from _compare_removed(unit, place, _things(after))
        elif new[name].node != unit.node:
            yield from _compare_changed(unit, new[name], place, new, things)
    for change in changes:
        match change:
            case declarations.SetPlayers(fewest, most):
                yield from _of_players(before.game, fewest, most, change.span)
            case declarations.SetCopies():
                yield from _of_copies(before.written, change)
            case declarations.SetValue():
                yield from _of_cell(before.written, change, new)
            case declarations.ChangeEnd(sentence, declarations.Ends() as end):
                ends = [one for one in old.values() if one.name == end_name(sentence.text)]
                yield from _of_end(ends, end, change.span, new, things)
            case declarations.Replace(declarations.Ends() as end):
                ends = [one for one in old.values() if isinstance(one.node, declarations.Ends)]
                yield from _of_end(ends, end, change.span, new, things)
            case _:
                pass


def _is_about_cells(change: declarations.Change) -> bool:
    """Whether a change leaves the text of the declaration unchanged."""
    return isinstance(change, declarations.SetCopies | declarations.Reword) or (
        isinstance(change, declarations.SetValue) and not isinstance(change.place, formulas.Name)
    )


def _near(name: str, units: Mapping[str, Unit]) -> frozenset[str]:
    """Returns the names of a declaration and of the declarations that use it: sentences of all of these explain it."""
    return frozenset((name, *(unit.name for unit in units.values() if name in unit.uses)))


def _of_end(
    old: Sequence[Unit], new: declarations.Ends, change: Span, units: Mapping[str, Unit], things: frozenset[str]
) -> Iterator[OldFact]:
    """Yields the numbers that the condition of an end has no more, if it is clear which end is replaced."""
    if len(old) == 1:
        name = old[0].name
        yield from _of_formulas(old[0], Unit(name, new, new), change, units, things)


# ---------------------------------------------------------------- people


def _of_players(game: declarations.Game, fewest: int, most: int, change: Span) -> Iterator[OldFact]:
    now = f"it is for {fewest} to {most} players now" if fewest != most else f"it is for {fewest} players now"
    for number in range(max(game.fewest, _LEAST), game.most + 1):
        if not fewest <= number <= most:
            yield OldFact(change, phrases.people(number), now)
    if most > game.most:
        yield OldFact(change, phrases.match_bound_of_people(game.most, is_most=True), now)
    if fewest < game.fewest:
        yield OldFact(change, phrases.match_bound_of_people(game.fewest, is_most=False), now)


# ---------------------------------------------------------------- things


def _things(rules: Merged) -> frozenset[str]:
    """Returns the names of things on the table, and of things that players have."""
    return frozenset(name for unit in units_of(rules.written) for name in unit.things)


_NOT_NAMED = (
    example_lines.Example,
    example_lines.StartPosition,
    declarations.Invariant,
    declarations.Possible,
    declarations.Ends,
    declarations.Option,
)


def _compare_removed(unit: Unit, change: Span, left: frozenset[str]) -> Iterator[OldFact]:
    """Yields facts about a removed declaration that sentences may name: things, and rules whose names have several words. No sentence names examples."""
    if isinstance(unit.node, _NOT_NAMED):
        return
    named = unit.things or ((unit.name,) if "_" in unit.name else ())
    yield from _gone(named, change, left)


def _gone(names: Iterable[str], change: Span, left: frozenset[str]) -> Iterator[OldFact]:
    kept = [set(name.lower().split("_")) for name in left]
    for name in names:
        words = set(name.lower().split("_"))
        if len(name) > _LEAST and not any(words <= other for other in kept):
            yield OldFact(change, phrases.thing(name), "this is gone")


def _compare_changed(
    old: Unit, new: Unit, change: Span, units: Mapping[str, Unit], things: frozenset[str]
) -> Iterator[OldFact]:
    match old.node, new.node:
        case (data.EnumType(name=name, values=was), data.EnumType(values=values)):
            yield from _compare_counts(len(was), len(values), (name.text,), change)
            kept = frozenset(one.text for one in values)
            yield from _gone([one.text for one in was if one.text not in kept], change, things - {*old.things} | kept)
        case (data.Component() as one, data.Component() as other) if one.total is not None and other.total is not None:
            yield from _compare_counts(
                one.total, other.total, (*_list_nouns(one), *(_PIECES if one.total >= _MANY else ())), change
            )
        case (data.Grid() as one, data.Grid() as other):
            yield from _compare_counts(one.rows, other.rows, ("row",), change)
            yield from _compare_counts(one.columns, other.columns, ("column",), change)
            yield from _compare_counts(
                one.rows * one.columns, other.rows * other.columns, (one.name.text, "space", "square"), change
            )
        case (data.Ring() | data.Track() as one, data.Ring() | data.Track() as other):
            yield from _compare_counts(one.size, other.size, (one.name.text, "space", "place"), change)
        case (declarations.Rounds() as one, declarations.Rounds() as other):
            yield from _of_rounds(one, other, change)
        case _:
            yield from _of_formulas(old, new, change, units, things)


def _compare_counts(was: int, number: int, nouns: tuple[str, ...], change: Span) -> Iterator[OldFact]:
    if was != number and was >= _LEAST:
        yield OldFact(change, phrases.number_of(was, nouns), f"there are {number} now")


_MANY = 10
"""The least number of pieces of which a sentence says only that they are pieces; smaller numbers are those of other pieces, too."""
_PIECES = ("piece", "card", "tile", "token")


def _list_nouns(component: data.Component) -> tuple[str, ...]:
    return (component.name.text, *(component.called or ()))


def _of_rounds(old: declarations.Rounds, new: declarations.Rounds, change: Span) -> Iterator[OldFact]:
    match old.limit, new.limit:
        case (one, other) if one is not None and one != other and isinstance(one.number, formulas.Number):
            number = one.number.value
            now = (
                "there is no such limit now"
                if other is None
                else f"there are {other.number.value} rounds now"
                if isinstance(other.number, formulas.Number)
                else "there is another limit now"
            )
            if number >= _LEAST:
                yield OldFact(change, phrases.number_or_nth_of(number, ("round",)), now)
        case _:
            pass


# ---------------------------------------------------------------- formulas


def _of_formulas(
    old: Unit, new: Unit, change: Span, units: Mapping[str, Unit], things: frozenset[str]
) -> Iterator[OldFact]:
    """Yields the numbers that formulas and statements no longer contain. Sentences of the declaration, and of declarations that use it, may contain the
    number alone; sentences about the game need a noun with it. Declarations that use a field may also speak of other numbers."""
    was, now = numbers_in(old.node), numbers_in(new.node)
    gone, more = [number for number in was if number not in now], [number for number in now if number not in was]
    near = _near(old.name, units)
    about_all = frozenset(unit.name for unit in units.values() if unit.is_about_all)
    counting = (units[name] for name in near if name in units and isinstance(units[name].node, _COUNTING))
    around = frozenset(name for unit in counting for name in unit.uses)
    for number in gone:
        if number < _LEAST:
            continue
        told = f"it is {more[0]} now" if len(more) == 1 and len(gone) == 1 else "this number is another one now"
        alone = frozenset((old.name,)) if isinstance(old.node, fields.Field) else near
        yield OldFact(change, phrases.number_alone(number), told, alone, number)
        names = was[number] | around
        nouns = [*names & things, *((old.name,) if len(old.name) > _LEAST else ()), *_nouns_of(names)]
        if nouns:
            yield OldFact(change, phrases.number_or_nth_of(number, nouns), told, near | about_all, number)


_COUNTING = (declarations.Ends, declarations.Score, declarations.Ranking, fields.Define)
"""Declarations whose formulas say what a number is compared with or added to."""


def _nouns_of(names: Iterable[str]) -> Iterator[str]:
    """Yields the words that people use for built-in names."""
    if "round" in names:
        yield "round"
    if "lines" in names:
        yield from ("in a row", "in a line")


# ---------------------------------------------------------------- cells


def _of_copies(decls: Sequence[declarations.Decl], change: declarations.SetCopies) -> Iterator[OldFact]:
    """Yields how many pieces there were of a kind, or of a component with only one."""
    kind, zone = argument_text(change.of), None if change.zone is None else argument_text(change.zone)
    new = change.value.value if isinstance(change.value, formulas.Number) else None
    for decl in decls:
        if not isinstance(decl, data.Component):
            continue
        count = decl.numbers.value if isinstance(decl.numbers, formulas.Number) else decl.total
        if decl.name.text == kind and decl.rows is None and count is not None:
            yield from _number_of_copies(count, new, _list_nouns(decl), change.span)
        for row in () if decl.rows is None else decl.rows.rows[1:]:
            if cell_text(row.cells[0]) == kind and decl.rows is not None:
                head = decl.rows.rows[0]
                numbers = [
                    (one.zone.text, cell.value)
                    for one, cell in zip(head.cells, row.cells, strict=False)
                    if isinstance(one, data.CellZone) and isinstance(cell, data.CellNumber)
                ]
                changed = sum(number for where, number in numbers if zone in (None, where))
                if new == 0 and changed == sum(number for _, number in numbers):
                    yield OldFact(change.span, phrases.thing(kind), "there are no copies of it now")
                else:
                    yield from _number_of_copies(changed, new, (kind,), change.span)


def _number_of_copies(was: int, new: int | None, nouns: tuple[str, ...], change: Span) -> Iterator[OldFact]:
    if was >= _LEAST and was != new:
        now = "there is another number now" if new is None else f"there are {new} now"
        yield OldFact(change, phrases.number_of(was, nouns), now)


def _of_cell(
    decls: Sequence[declarations.Decl], change: declarations.SetValue, units: Mapping[str, Unit]
) -> Iterator[OldFact]:
    """Yields the number that a cell of a table, or an attribute of a piece, had before."""
    cell = plain_cell(change.value)
    now = f"it is {cell_text(cell)} now" if cell is not None else "it is another number now"
    for decl in decls:
        match decl:
            case data.ListTable(name=name, first=first, cells=cells):
                match change.place:
                    case formulas.Index(of=formulas.Name(id), args=(formulas.Number(at),)) if id == name.text:
                        if 0 <= at - first < len(cells):
                            others = [one for number, one in enumerate(cells) if number != at - first]
                            yield from _of_number(name.text, cells[at - first], others, change, now, units)
                    case _:
                        pass
            case data.RowTable(rows=rows) | data.RecordType(rows=rows) | data.Component(rows=data.Rows() as rows):
                head, *body = rows.rows
                heads = [cell_text(one) for one in head.cells]
                target = cell_target(change.place, decl.name.text, {cell_text(row.cells[0]) for row in body}, heads)
                if target is not None and target[1] in heads:
                    keys, column = target[0], heads.index(target[1])
                    firsts = [row.cells[0] for row in body]
                    for row in body:
                        if [cell_text(one) for one in row.cells[: len(keys)]] == keys:
                            cell = row.cells[column]
                            yield from _of_number(decl.name.text, cell, firsts, change, now, units, keys[0])
            case _:
                pass


def _of_number(
    name: str,
    cell: data.Cell,
    others: Iterable[data.Cell],
    change: declarations.SetValue,
    now: str,
    units: Mapping[str, Unit],
    row: str = "",
) -> Iterator[OldFact]:
    """Yields a number in a cell, unless another cell has it as well, or a row is called like it."""
    if not isinstance(cell, data.CellNumber) or cell.value < _LEAST:
        return
    pattern = phrases.number_alone(cell.value)
    if pattern.search(row.replace("_", " ")) or any(
        isinstance(one, data.CellNumber) and one.value == cell.value for one in others
    ):
        return
    about = phrases.thing(row) if row and not row.isdecimal() else None
    yield OldFact(change.span, pattern, now, _near(name, units), cell.value, about)
