"""Declares components: kinds of pieces, their copies and attributes."""

from __future__ import annotations

from itertools import product
from math import prod

from gamedsl.graph.model import expressions
from gamedsl.graph.model.about import PieceWords
from gamedsl.graph.model.game import ClassSpec, KindSpec
from gamedsl.graph.model.types import (
    UNKNOWN,
    ClassId,
    Enum,
    Int,
    Kind,
    KindId,
    ListOf,
    Position,
    SeatId,
    SetOf,
    Type,
    Value,
)
from gamedsl.semantics.construction.conversions import hull
from gamedsl.semantics.data.cells import cell_text, cell_value, column, column_type, rows_with_sets
from gamedsl.semantics.data.claims import claim
from gamedsl.semantics.data.set_lines import Sets, constant
from gamedsl.semantics.model.effort import DECLARATION
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import ClassSymbol, Column
from gamedsl.semantics.model.values import ordinal, ordinals
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import Amount, BadCell, BadData, DataFlaw, TooMany
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.terms import Role, Thing, about
from gamedsl.semantics.problems.values import NotConstant
from gamedsl.source import Span
from gamedsl.syntax.tree import data, fields, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import define, evolve, frozen

OTHER_SIDES = "other sides"
"""The zone of the hidden sides of pieces. The space in its name keeps rules from naming it."""
MOST_COPIES = 4096
"""The most pieces of a component: a position keeps space for each of them."""
MOST_KINDS = 4096
"""The most kinds of all components together: attributes are tables over all kinds."""


@frozen
class Start:
    """A starting place: `count` copies of a kind start in the zone called `zone` (of seat `seat` for families)."""

    kind: KindId
    zone: str
    count: int
    seat: SeatId | None
    span: Span


@define
class _Draft:
    """A kind before it has a number."""

    keys: tuple[Value | str, ...]
    texts: tuple[str, ...]
    cells: dict[str, data.Cell]
    pivot: str | None
    seat: SeatId | None
    starts: dict[str, int]
    span: Span
    side: data.Cell | None = None
    """The kind on the other side."""


def declare_component(world: World, decl: data.Component, sets: Sets) -> list[Start]:
    cls, name = ClassId(len(world.classes)), decl.name.text
    if not claim(world, decl.name, ClassSymbol(cls)):
        return []
    world.classes.append(
        ClassSpec(decl.name.text, KindId(len(world.kinds)), 0, False)
    )  # filled when the cells are read
    drafts, heads, key_types = _drafts(world, decl, sets)
    if decl.per is not None and decl.per.text != "player":
        world.problem(UnknownName(decl.per.span, decl.per.text, Role.OWNER, ("player",)))
    kinds = len(drafts) * (len(world.seats) if decl.per is not None else 1)
    if len(world.kinds) + kinds > MOST_KINDS:
        if not any(isinstance(q, TooMany) and q.span == decl.name.span for q in world.problems):
            what = Amount.KINDS if kinds > MOST_KINDS else Amount.ALL_KINDS
            world.problem(TooMany(decl.name.span, about(what, name), len(world.kinds) + kinds, MOST_KINDS))
        drafts, heads, key_types = [], [], []
    world.effort.spend(kinds * DECLARATION)
    if decl.per is not None:
        drafts = [evolve(d, seat=SeatId(s), starts=dict(d.starts)) for d in drafts for s in range(len(world.seats))]
    depth = _key_depth(world, drafts, len(heads))
    first = KindId(len(world.kinds))
    backs = decl.back is not None and decl.back.text in heads
    if decl.back is not None and not backs:
        world.problem(UnknownName(decl.back.span, decl.back.text, Role.COLUMN, tuple(heads)))
    world.classes[cls] = ClassSpec(name, first, len(drafts), backs)
    if decl.called is not None:
        world.piece_words.append(PieceWords(cls, *decl.called))
    world.key_types[name] = key_types
    back_names: dict[str, int] = {}
    starts: list[Start] = []
    for i, draft in enumerate(drafts):
        kind = KindId(first + i)
        text = _kind_name(world, name, draft, depth, bool(heads))
        back_name = cell_text(draft.cells[decl.back.text]) if backs and decl.back is not None else ""
        back = back_names.setdefault(back_name, len(back_names)) if backs else 0
        world.kinds.append(KindSpec(text, cls, 0, back, back_name, draft.seat))
        world.kind_spans.append(draft.span)
        _register_kind(world, name, draft, depth, kind, text)
        starts.extend(Start(kind, zone, n, draft.seat, draft.span) for zone, n in draft.starts.items() if n)
    _attributes(world, decl, cls, drafts, heads)
    if decl.side is not None:
        _other_sides(world, decl.side, cls, drafts)
    for own in decl.lets:
        _attribute_by_formula(world, cls, own)
    return starts


def _attribute_by_formula(world: World, cls: ClassId, own: fields.Define) -> None:
    """Computes an attribute for each kind of a component: `let heads = 7 if number is 55 else 1`."""

    values: list[Value] = []
    types: list[Type] = []
    for kind in world.kinds_of((cls,)):
        element = expressions.Const(kind, Kind((cls,)))
        found = world.check.formula(own.value, Scope(own.name.text, element=element))
        if not isinstance(found, expressions.Const):
            if found.type != UNKNOWN:
                world.problem(NotConstant(own.value.span, Thing.ATTRIBUTE))
            return
        values.append(found.value)
        types.append(found.type)
    if not types or any(type_ == UNKNOWN for type_ in types):
        return
    world.attributes[(cls, own.name.text)] = Column(hull(types), tuple(values))


def _drafts(world: World, decl: data.Component, sets: Sets) -> tuple[list[_Draft], list[str], list[Type | None]]:
    """Returns the kinds as rows of cells, the headings of their attributes, and the types of the leading ones."""
    zone = decl.start.text if decl.start is not None else "box"
    if decl.rows is not None and decl.rows.rows:
        return _row_drafts(world, decl, decl.rows, sets, zone)
    if decl.numbers is not None:
        found = constant(world, decl.numbers)
        if isinstance(found, expressions.Const) and isinstance(found.type, Int):
            number = ordinal(found.value)
            return [_Draft((), (), {}, None, None, {zone: number}, decl.span)], [], []
        if isinstance(found, expressions.Const) and isinstance(found.type, ListOf) and isinstance(found.type.of, Int):
            numbers = ordinals(found.value)
            if not numbers and _is_written(decl.numbers):  # an option may empty the range
                world.problem(BadData(decl.numbers.span, about(DataFlaw.NO_NUMBERS, decl.name.text)))
            if len(numbers) > MOST_COPIES:
                world.problem(
                    TooMany(decl.numbers.span, about(Amount.KINDS, decl.name.text), len(numbers), MOST_COPIES)
                )
                return [], [], []
            drafts = [
                _Draft(
                    (n,), (str(n),), {"number": data.CellNumber(n, span=decl.span)}, None, None, {zone: 1}, decl.span
                )
                for n in numbers
            ]
            return drafts, ["number"], [Int(min(numbers, default=0), max(numbers, default=0))]
        world.problem(BadData(decl.numbers.span, DataFlaw.COMPONENT_WITHOUT_KINDS))
        return [], [], []
    return [_Draft((), (), {}, None, None, {zone: decl.total or 1}, decl.span)], [], []


def _is_written(numbers: formulas.Expr) -> bool:
    """Whether the formula is a range between two numbers as written."""
    match numbers:
        case formulas.Binary(op="..", left=formulas.Number(), right=formulas.Number()):
            return True
        case _:
            return False


def _row_drafts(
    world: World, decl: data.Component, rows: data.Rows, sets: Sets, zone: str
) -> tuple[list[_Draft], list[str], list[Type | None]]:
    grid = rows_with_sets(world, decl.name.text, rows, sets)
    heading = grid[0].cells
    pivot_enum = world.enum_id(decl.pivot[0].text) if decl.pivot is not None else None
    if decl.pivot is not None and pivot_enum is None:
        world.problem(
            UnknownName(decl.pivot[0].span, decl.pivot[0].text, Role.TYPE, tuple(e.name for e in world.enums))
        )
    pivots = world.enums[pivot_enum].values if pivot_enum is not None else ()
    side_name = decl.side.text if decl.side is not None else None
    sides = [i for i, h in enumerate(heading) if isinstance(h, data.CellName) and h.text == side_name]
    if decl.side is not None and not sides:
        world.problem(UnknownName(decl.side.span, decl.side.text, Role.COLUMN, tuple(cell_text(h) for h in heading)))
    plain = [
        i
        for i, h in enumerate(heading)
        if isinstance(h, data.CellName) and h.text not in ("count", side_name) and h.text not in pivots
    ]
    zones = {i: h.zone.text for i, h in enumerate(heading) if isinstance(h, data.CellZone)}
    counts = [i for i, h in enumerate(heading) if isinstance(h, data.CellName) and h.text == "count"]
    heads = [cell_text(heading[i]) for i in plain]
    drafts: list[_Draft] = []
    for row in grid[1:]:
        ways = [_alternatives(world, c) for c in row.cells]
        pivoted = sum(cell_text(head) in pivots for head in heading)
        found = len(drafts) + prod(len(way) for way in ways) * (pivoted or 1)
        if found > MOST_KINDS:
            world.problem(TooMany(row.span, about(Amount.KINDS, decl.name.text), found, MOST_KINDS))
            return [], [], []
        for cells in product(*ways):
            world.effort.spend(len(cells))
            starts: dict[str, int] = {}
            for i, z in zones.items():
                starts[z] = starts.get(z, 0) + _copies_cell(world, cells[i])
            if counts:
                starts[zone] = starts.get(zone, 0) + _copies_cell(world, cells[counts[0]])
            elif not zones:
                starts[zone] = 1
            base = {cell_text(heading[i]): cells[i] for i in plain}
            texts = tuple(cell_text(cells[i]) for i in plain)
            side = cells[sides[0]] if sides else None
            columns = [
                (cell_text(h), cells[i])
                for i, h in enumerate(heading)
                if isinstance(h, data.CellName) and h.text in pivots
            ]
            if decl.pivot is None:
                drafts.append(_Draft((), texts, base, None, None, starts, row.span, side))
                continue
            for value, cell in columns:
                if isinstance(cell, data.CellBlank):
                    continue
                extra: dict[str, data.Cell] = {decl.pivot[0].text: data.CellName(value, span=cell.span)}
                own = dict(starts)
                if decl.pivot[1].text == "count":
                    own = {zone: _copies_cell(world, cell)}
                else:
                    extra[decl.pivot[1].text] = cell
                drafts.append(_Draft((), texts, base | extra, value, None, own, row.span, side))
    if decl.pivot is not None:
        heads += [decl.pivot[0].text] + ([decl.pivot[1].text] if decl.pivot[1].text != "count" else [])
    types = [
        column_type(world, h, [d.cells[h] for d in drafts if not isinstance(d.cells[h], data.CellBlank)])
        if h != "name"
        else None
        for h in heads
    ]
    for draft in drafts:
        draft.keys = tuple(
            cell_text(c)
            if type_ is None
            else (None if isinstance(c, data.CellBlank) else cell_value(world, h, c, type_))
            for h, type_ in zip(heads, types, strict=True)
            for c in [draft.cells[h]]
        )
    return _merge_drafts(drafts), heads, types


def _merge_drafts(drafts: list[_Draft]) -> list[_Draft]:
    """Merges equal rows into one kind."""
    kept: dict[object, _Draft] = {}
    for draft in drafts:
        texts = tuple((head, cell_text(cell)) for head, cell in draft.cells.items())
        first = kept.setdefault((texts, draft.pivot), draft)
        if first is not draft:
            first.starts = {
                z: first.starts.get(z, 0) + draft.starts.get(z, 0) for z in {**first.starts, **draft.starts}
            }
    return list(kept.values())


def _copies_cell(world: World, cell: data.Cell) -> int:
    if isinstance(cell, data.CellNumber) and cell.value >= 0:
        return cell.value
    if not isinstance(cell, data.CellBlank):
        world.problem(BadCell(cell.span, cell_text(cell), None, Thing.NUMBER_OF_COPIES))
    return 0


def _alternatives(world: World, cell: data.Cell) -> list[data.Cell]:
    """Returns the alternatives of a cell: `each S` gives every element of S, `each 1..9` every number."""
    if isinstance(cell, data.CellEachNumber):
        if cell.high < cell.low:
            world.problem(BadData(cell.span, about(DataFlaw.NO_NUMBERS_IN_CELL, cell.low, cell.high)))
        world.effort.spend(max(0, cell.high - cell.low))
        return [data.CellNumber(number, span=cell.span) for number in range(cell.low, cell.high + 1)]
    if not isinstance(cell, data.CellEach):
        return [cell]
    found = constant(world, formulas.Name(cell.of.text, span=cell.of.span))
    if (
        isinstance(found, expressions.Const)
        and isinstance(found.type, SetOf | ListOf)
        and isinstance(found.value, tuple)
    ):
        if isinstance(found.type.of, Enum):
            names = world.enums[found.type.of.id].values
            return [data.CellName(names[ordinal(v)], span=cell.span) for v in found.value]
        if isinstance(found.type.of, Position):
            names = world.boards[found.type.of.board].spec.places
            return [data.CellName(names[ordinal(v)], span=cell.span) for v in found.value]
        if isinstance(found.type.of, Int):
            return [data.CellNumber(ordinal(v), span=cell.span) for v in found.value]
    if not (
        isinstance(found, expressions.Const)
        and found.type == expressions.Const(None, found.type).type
        and found.value is None
    ):
        world.problem(BadData(cell.span, about(DataFlaw.EACH_OF_CHANGING, cell.of.text)))
    return []


def _key_depth(world: World, drafts: list[_Draft], width: int) -> int:
    """Returns the number of leading cells that name a kind."""
    keys = [(*d.texts, d.pivot, d.seat) for d in drafts]
    for depth in range(1, width + 1):
        world.effort.spend(len(keys) * (1 + depth // 16))
        if len({(*k[:depth], d.pivot, d.seat) for k, d in zip(keys, drafts, strict=True)}) == len(drafts):
            return depth
    return max(1, width)


def _kind_name(world: World, name: str, draft: _Draft, depth: int, has_rows: bool) -> str:
    if not has_rows:
        text = name
    elif depth == 1 and draft.texts[0] != "." and not draft.texts[0].lstrip("-").isdigit():
        text = draft.texts[0]
    else:
        text = f"{name}[{', '.join('none' if cell == '.' else cell for cell in draft.texts[:depth])}]"
    if draft.pivot is not None:
        text = f"{text}.{draft.pivot}"
    return text if draft.seat is None else f"{text}.{world.seats[draft.seat]}"


def _register_kind(world: World, name: str, draft: _Draft, depth: int, kind: KindId, text: str) -> None:
    constant = expressions.Const(kind, world.kind_type(kind))
    first = draft.texts[0] if draft.texts else name
    if draft.seat is not None:
        for word in (word for word, seat in world.seat_called.items() if seat == draft.seat):
            world.pivot_kinds.setdefault((first, word), []).append(kind)
            if not draft.texts:
                world.values.setdefault(word, []).append(constant)
        if draft.texts and depth == 1:
            world.values.setdefault(first, []).append(constant)
    elif draft.pivot is not None:
        world.pivot_kinds.setdefault((first, draft.pivot), []).append(kind)
    elif draft.texts and depth == 1 and "[" not in text:
        world.values.setdefault(first, []).append(constant)
    if draft.texts:
        world.keyed_kinds.setdefault(name, []).append((draft.keys, kind))


def _other_sides(world: World, name: Ident, cls: ClassId, drafts: list[_Draft]) -> None:
    """Sets the kind on the other side of each kind, as an attribute. Two kinds are the sides of one piece, so each names the other one."""
    first = world.classes[cls].first
    if drafts and drafts[0].seat is not None:
        world.problem(BadData(name.span, DataFlaw.SIDES_OF_PLAYERS))
        return
    named: dict[tuple[str, str | None, SeatId | None], list[int]] = {}
    for i, draft in enumerate(drafts):
        named.setdefault((draft.texts[0] if draft.texts else "", draft.pivot, draft.seat), []).append(i)
    other: dict[int, int] = {}
    for i, draft in enumerate(drafts):
        if draft.side is None or isinstance(draft.side, data.CellBlank):
            continue
        found = named.get((cell_text(draft.side), draft.pivot, draft.seat), [])
        if len(found) != 1 or found[0] == i:
            world.problem(BadCell(draft.side.span, cell_text(draft.side), name.text, Thing.OTHER_KIND))
            continue
        for one, second in ((i, found[0]), (found[0], i)):
            if other.setdefault(one, second) != second:
                world.problem(BadData(draft.side.span, about(DataFlaw.THIRD_SIDE, drafts[one].texts[0])))
    values = tuple(KindId(first + other[i]) if i in other else None for i in range(len(drafts)))
    world.attributes[(cls, name.text)] = Column(Kind((cls,)), values)
    world.sides[cls] = name.text


def _attributes(world: World, decl: data.Component, cls: ClassId, drafts: list[_Draft], heads: list[str]) -> None:
    for i, head in enumerate(heads):
        if head == "name":
            continue
        found = column(world, head, [d.cells[head] for d in drafts])
        world.attributes[(cls, head)] = found
        if (
            i == 0
            and isinstance(found.type, Enum | Position)
            and len(set(found.values)) == len(found.values)
            and None not in found.values
        ):
            first = world.classes[cls].first
            by_value: list[KindId | None] = [None] * found.type.size
            for j, value in enumerate(found.values):
                by_value[ordinal(value)] = KindId(first + j)
            world.kind_of_value[cls] = (found.type, tuple(by_value))
    if decl.per is not None:
        world.attributes[(cls, "owner")] = Column(world.player, tuple(d.seat for d in drafts))
