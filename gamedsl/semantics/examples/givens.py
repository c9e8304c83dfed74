"""Checks the position in which an example starts."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.model import expressions, statements, types
from gamedsl.graph.model.example_lines import GivenField, GivenZone, Line, Run
from gamedsl.semantics.construction import constants, conversions
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.construction.folding import NotFixed
from gamedsl.semantics.examples.pictures import Drawn, cells_of_picture
from gamedsl.semantics.model.checked import Fragment
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import BoardSymbol
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.values import bag_entries
from gamedsl.semantics.names.lookup import refer
from gamedsl.semantics.problems.kinds_and_zones import NotAZone
from gamedsl.semantics.problems.terms import Described, Thing, about
from gamedsl.semantics.problems.values import NotConstant
from gamedsl.semantics.problems.worked_examples import BadExample, ExampleFlaw
from gamedsl.semantics.rules.program import Program
from gamedsl.semantics.state.zones import box_zone
from gamedsl.source import Span
from gamedsl.syntax.tree import example_lines, formulas


def latest(given: list[GivenZone | GivenField]) -> tuple[GivenZone | GivenField, ...]:
    """Keeps one line for each zone and field; a later one (of the example itself) wins over an inherited one."""
    kept: dict[tuple[str, int, int], GivenZone | GivenField] = {}
    for g in given:
        key = ("zone", g.zone, 0) if isinstance(g, GivenZone) else ("field", int(g.field), g.instance)
        kept[key] = g
    return tuple(kept.values())


def givens_of(program: Program, node: example_lines.ExampleGiven) -> list[GivenZone | GivenField]:
    made: list[GivenZone | GivenField | None] = []
    first: dict[formulas.Expr, Span] = {}
    for line in node.lines:
        place = (
            line.zone
            if isinstance(line, example_lines.GivenZone)
            else line.place
            if isinstance(line, example_lines.GivenValue)
            else line.layer
        )
        if first.setdefault(place, line.span) is not line.span:
            program.world.problem(BadExample(place.span, about(ExampleFlaw.GIVEN_TWICE, words(place))))
        match line:
            case example_lines.GivenZone():
                made.append(_read_zone(program, line))
            case example_lines.GivenValue():
                made.append(_read_field(program, line))
            case example_lines.GivenPicture():
                made.extend(_in_picture(program, cell) for cell in cells_of_picture(program, line))
    return [g for g in made if g is not None]


def _in_picture(program: Program, cell: Drawn) -> GivenZone | GivenField | None:
    """Returns the given for a cell of a picture: a blank one means an empty zone, or the start value of a field."""
    ref = refer(program.world, cell.place, Scope("given"), None)
    if isinstance(ref, expressions.Const) and is_broken(ref):
        return None
    if isinstance(ref, expressions.ZoneAt):
        content = () if cell.value is None else (cell.value,)
        return _read_zone(program, example_lines.GivenZone(cell.place, content, span=cell.span))
    line = example_lines.GivenValue(cell.place, cell.value or formulas.NoneLiteral(span=cell.span), span=cell.span)
    if cell.value is not None or not isinstance(ref, expressions.FieldAt):
        return _read_field(program, line)
    flat = _flat(program, ref, cell.span)
    if flat is None:
        return None
    return GivenField(
        ref.field, flat, program.world.fields[ref.field].start[flat], program.world.site(cell.span, "given")
    )


def _field_as_zone(line: example_lines.GivenZone, found: expressions.Expr, described: Described) -> NotAZone:
    """Returns the problem of something that is no zone; of a field with the line that gives it a value."""
    if not isinstance(found, expressions.FieldAt):
        return NotAZone(line.zone.span, described)
    field, span = words(line.zone), line.zone.span
    match line.content:
        case (formulas.Name() | formulas.Attribute() | formulas.Index() | formulas.Number() as value,):
            text = str(value.value) if isinstance(value, formulas.Number) else words(value)
            sign = Span(span.source, span.end, value.span.start)
            return NotAZone(span, described, field=field, value=text, sign=sign)
        case _:
            return NotAZone(span, described, field=field)


def _read_zone(program: Program, line: example_lines.GivenZone) -> GivenZone | None:
    world = program.world
    zone = world.check.formula(line.zone, Scope("given"))
    if is_broken(zone):
        return None
    instance = instance_of(program, zone)
    if instance is None or not isinstance(zone.type, types.Zone):
        world.problem(_zone_of_each(program, line, zone) or _field_as_zone(line, zone, describe(world, zone.type)))
        return None
    box_zone(world)  # for pieces that have no other start zone
    content: list[tuple[types.KindId, int]] = []
    me = (
        zone.index[0]
        if isinstance(zone, expressions.ZoneAt) and zone.index and zone.index[0].type == world.player
        else None
    )
    scope = Scope("given", me=me)
    for item in line.content:
        if isinstance(item, formulas.NoneLiteral | example_lines.FreeContent):
            continue
        joined = _split_at_and(item)
        if len(joined) > 1:
            world.problem(BadExample(item.span, about(ExampleFlaw.JOINED_PIECES, ", ".join(joined))))
            continue
        found = world.check.formula(
            item,
            scope,
            types.Bag(types.Kind(zone.type.classes), 0)
            if isinstance(item, formulas.SomeOf)
            else types.Kind(zone.type.classes),
        )
        if isinstance(types.plain(found.type), types.Enum | types.Position):
            found = conversions.kind_of_value(world, found, types.Kind(zone.type.classes)) or found
        bag = conversions.as_bag(world, found) if isinstance(types.plain(found.type), types.Kind | types.Bag) else None
        value = find_value(program, bag) if bag is not None else None
        if is_broken(found):
            continue
        if (
            not isinstance(value, tuple)
            or bag is None
            or not isinstance(bag.type, types.Bag)
            or not isinstance(bag.type.of, types.Kind)
        ):
            world.problem(
                BadExample(item.span, about(ExampleFlaw.NO_PIECES, words(line.zone), describe(world, found.type)))
            )
            continue
        if not set(bag.type.of.classes) <= set(zone.type.classes):
            world.problem(BadExample(item.span, about(ExampleFlaw.WRONG_PIECES, words(line.zone))))
            continue
        content.extend((types.KindId(k), n) for k, n in bag_entries(value))
    return GivenZone(instance, tuple(content), world.site(line.span, "given"))


def _split_at_and(item: formulas.Expr) -> tuple[str, ...]:
    """Returns the kinds of `2 Silk and Rum`, as written."""
    match item:
        case formulas.Binary(op="and"):
            return (*_split_at_and(item.left), *_split_at_and(item.right))
        case formulas.SomeOf():
            return (f"{item.number} {item.name.text}",)
        case _:
            return (words(item),)


def _zone_of_each(program: Program, line: example_lines.GivenZone, found: expressions.Expr) -> NotAZone | None:
    """Returns the problem of `stall.ware: …`, where each stall has a ware of its own; None if this is something else."""
    world, node = program.world, line.zone
    if not isinstance(node, formulas.Attribute) or not isinstance(node.of, formulas.Name):
        return None
    symbol = world.symbols.get(node.of.id)
    if not isinstance(symbol, BoardSymbol) or not isinstance(found.type, types.Pieces):
        return None
    places = world.boards[symbol.id].spec.places
    contents = tuple(words(item) for item in line.content if isinstance(item, formulas.Name | formulas.Index))
    is_whole = len(contents) == len(line.content) == len(places) and len(places) <= _MOST_LINES
    described = describe(world, found.type)
    if not is_whole:
        return NotAZone(node.span, described, node.name.text, places[:1])
    return NotAZone(node.span, described, node.name.text, places, contents)


_MOST_LINES = 6
"""Lines that a help writes out at most."""


def free_contents(program: Program, node: example_lines.ExampleGiven, fragments: list[Fragment]) -> list[Line]:
    """Checks `aside: 9 of deck`: any pieces of the deck, drawn by chance when the position is set up."""
    made: list[Line] = []
    for draw in free_draws(program, node.lines):
        fragments.append(Fragment((draw,), None, None, None, "given"))
        made.append(Run(types.NodeId(len(fragments) - 1), "given", draw.site))
    return made


def free_draws(program: Program, lines: Sequence[example_lines.Given]) -> list[statements.Draw]:
    """Returns the draws for the lines that do not name their pieces."""
    world = program.world
    made: list[statements.Draw] = []
    for line in (given for given in lines if isinstance(given, example_lines.GivenZone)):
        for item in line.content:
            if not isinstance(item, example_lines.FreeContent):
                continue
            scope = Scope("given")
            number, source, to = (
                world.check.integer(item.number, scope),
                world.check.formula(item.zone, scope),
                world.check.formula(line.zone, scope),
            )
            if is_broken(number) or not isinstance(source.type, types.Zone) or not isinstance(to.type, types.Zone):
                if not is_broken(source) and not isinstance(source.type, types.Zone):
                    world.problem(NotAZone(item.zone.span, describe(world, source.type)))
                continue
            site = world.site(item.span, "given")
            made.append(statements.Draw(number, False, source, None, None, to, False, site))
    return made


def find_value(program: Program, expr: expressions.Expr) -> types.Value:
    try:
        return constants.fold_value(program.world, expr)
    except NotFixed:
        return None


def instance_of(program: Program, zone: expressions.Expr) -> int | None:
    if not isinstance(zone, expressions.ZoneAt):
        return None
    spec = program.world.zones[zone.zone]
    flat = 0
    for index, dimension in zip(zone.index, spec.dimensions, strict=True):
        at = find_value(program, index)
        if not isinstance(at, int):
            return None
        flat = flat * dimension.size + int(at)
    return spec.base + flat


def _read_field(program: Program, line: example_lines.GivenValue) -> GivenField | None:
    world = program.world
    if not isinstance(line.place, formulas.Name | formulas.Attribute | formulas.Index):
        world.problem(BadExample(line.place.span, ExampleFlaw.NO_FIELD))
        return None
    ref = refer(world, line.place, Scope("given"), None)
    if isinstance(ref, expressions.Const) and is_broken(ref):
        return None
    if not isinstance(ref, expressions.FieldAt):
        world.problem(BadExample(line.place.span, about(ExampleFlaw.NAMED_NO_FIELD, words(line.place))))
        return None
    spec = world.fields[ref.field]
    flat = _flat(program, ref, line.place.span)
    if flat is None:
        return None
    value = world.check.coerce(line.value, Scope("given"), spec.type)
    if is_broken(value):
        return None
    fixed = constants.fold_if_fixed(world, value)
    if not isinstance(fixed, expressions.Const):
        world.problem(NotConstant(line.value.span, Thing.GIVEN_VALUE))
        return None
    bounds = types.plain(spec.type)
    if isinstance(bounds, types.Int) and isinstance(fixed.value, int) and not bounds.low <= fixed.value <= bounds.high:
        world.problem(BadExample(line.value.span, about(ExampleFlaw.OUTSIDE, fixed.value, bounds.low, bounds.high)))
        return None
    return GivenField(ref.field, flat, fixed.value, world.site(line.span, "given"))


def _flat(program: Program, ref: expressions.FieldAt, span: Span) -> int | None:
    """Returns the number of a field among those of its name."""
    flat = 0
    for index, dimension in zip(ref.index, program.world.fields[ref.field].dimensions, strict=True):
        at = find_value(program, index)
        if not isinstance(at, int) or not 0 <= int(at) < dimension.size:
            program.world.problem(NotConstant(span, Thing.WHICH_FIELD))
            return None
        flat = flat * dimension.size + int(at)
    return flat
