"""Worked examples of one setup: tree in, `ExampleSpec`s and the fragments they run out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, cast

import attrs
from attrs import evolve

from gamedsl.graph.model import expressions, statements
from gamedsl.graph.model.examples import (
    Cannot,
    ExampleSpec,
    FixDraw,
    FixRoll,
    GivenField,
    GivenZone,
    Line,
    MayChoose,
    MovePart,
    Plays,
    Run,
    Then,
)
from gamedsl.graph.model.types import (
    Bag,
    Enum,
    Int,
    Kind,
    KindId,
    ListOf,
    NodeId,
    Piece,
    Pieces,
    SeatId,
    SiteId,
    Type,
    Unknown,
    Zone,
)
from gamedsl.semantics.construction import constants, conversions
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.construction.folding import NotFixed
from gamedsl.semantics.model.checked import Fragment
from gamedsl.semantics.model.expansion_limits import MOST_BASES
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.functions import Inside
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import PhaseSymbol, RuleSymbol
from gamedsl.semantics.model.types import describe, plain
from gamedsl.semantics.model.world import ONCE
from gamedsl.semantics.names.lookup import refer
from gamedsl.semantics.problems.problems import (
    BadExample,
    NotAZone,
    NotConstant,
    TooMany,
    UnknownName,
    UnknownSelection,
    WrongSort,
)
from gamedsl.semantics.rules.statements import acting, callee
from gamedsl.syntax import tree

if TYPE_CHECKING:
    from gamedsl.semantics.model.world import World
    from gamedsl.semantics.rules.program import Program


PARTS: dict[str, Literal["setup", "rounds", "end"]] = {"setup": "setup", "rounds": "rounds", "end": "end"}


def check_examples(
    p: Program, examples: tuple[tree.Example, ...]
) -> tuple[tuple[ExampleSpec, ...], tuple[Fragment, ...]]:
    """The examples of this setup (already with what they inherit, players named like the seats). Run lines hold their fragment's
    number in place of a node; `with_entries` puts the nodes in."""
    _check_bases(p)
    p.w.match = Inside()  # each run of an example is compiled by itself
    fragments: list[Fragment] = []
    specs = tuple(_example(p, e, fragments) for e in examples)
    return specs, tuple(fragments)


def _check_bases(p: Program) -> None:
    """Reports the examples with which a chain of examples that build on each other becomes too long."""
    declared = {d.name.text: d for d in p.merged.decls if isinstance(d, tree.Example)}
    for example in declared.values():
        above, base = 0, example
        while base.of is not None and base.of.text in declared and above <= MOST_BASES:
            above, base = above + 1, declared[base.of.text]
        if above > MOST_BASES and base.of is None:
            p.w.problem(TooMany(example.name.span, "examples that build on each other", above, MOST_BASES))


def with_entries(spec: ExampleSpec, entries: tuple[NodeId, ...]) -> ExampleSpec:
    """The example with fragment numbers replaced by entry nodes."""
    lines = tuple(evolve(line, entry=entries[line.entry]) if isinstance(line, Run) else line for line in spec.lines)
    return evolve(spec, lines=lines)


def _example(p: Program, e: tree.Example, fragments: list[Fragment]) -> ExampleSpec:
    before_it = len(p.w.problems)
    given: list[GivenZone | GivenField] = []
    lines: list[Line] = []
    given_after = 0
    for line in e.lines:
        match line:
            case tree.ExamplePlayers() | tree.ExampleWith():
                pass
            case tree.ExampleGiven():
                given.extend(_givens(p, line))
                given_after = len(lines)
                lines.extend(_free_contents(p, line, fragments))
            case _:
                made = _line(p, e, line, fragments)
                if made is not None:
                    lines.append(made)
    _call_players(p.w, e, before_it)
    before = any(isinstance(line, Run) and line.text == "setup" for line in lines[:given_after])
    return ExampleSpec(
        e.name.text,
        e.doc,
        _latest(given),
        given_after if before else 0,
        tuple(lines),
        p.w.site(e.name.span, e.name.text),
    )


def _call_players(w: World, e: tree.Example, first: int) -> None:
    """In problems the players are called as the example calls them, not like the seats."""
    names = next((line.names for line in e.lines if isinstance(line, tree.ExamplePlayers)), ())
    called = {seat: name.text for seat, name in zip(w.seats, names, strict=False)}

    def renamed(value: object) -> object:
        if isinstance(value, str):
            return re.sub(r"\w+", lambda word: called.get(word.group(), word.group()), value)
        return tuple(map(renamed, cast("tuple[object, ...]", value))) if isinstance(value, tuple) else value

    for i, problem in enumerate(w.problems[first:], first):
        names_of = [a.name for a in attrs.fields(type(problem)) if a.name != "span"]
        changes = {name: renamed(getattr(problem, name)) for name in names_of}
        w.problems[i] = evolve(cast("Any", problem), **changes)


def _latest(given: list[GivenZone | GivenField]) -> tuple[GivenZone | GivenField, ...]:
    """One line for each zone and field; a later one (of the example itself) wins over an inherited one."""
    kept: dict[tuple[str, int, int], GivenZone | GivenField] = {}
    for g in given:
        key = ("zone", g.zone, 0) if isinstance(g, GivenZone) else ("field", int(g.field), g.instance)
        kept[key] = g
    return tuple(kept.values())


# ---------------------------------------------------------------- given


def _givens(p: Program, node: tree.ExampleGiven) -> list[GivenZone | GivenField]:
    made = [_given_zone(p, line) if isinstance(line, tree.GivenZone) else _given_field(p, line) for line in node.lines]
    return [g for g in made if g is not None]


def _given_zone(p: Program, line: tree.GivenZone) -> GivenZone | None:
    w = p.w
    zone = w.check.formula(line.zone, Scope("given"))
    if is_broken(zone):
        return None
    instance = _instance(p, zone)
    if instance is None or not isinstance(zone.type, Zone):
        w.problem(NotAZone(line.zone.span, describe(w, zone.type)))
        return None
    content: list[tuple[KindId, int]] = []
    me = (
        zone.index[0]
        if isinstance(zone, expressions.ZoneAt) and zone.index and zone.index[0].type == w.player
        else None
    )
    scope = Scope("given", me=me)
    for item in line.content:
        if isinstance(item, tree.NoneLiteral | tree.FreeContent):
            continue
        found = w.check.formula(
            item,
            scope,
            Bag(Kind(zone.type.classes), 0) if isinstance(item, tree.SomeOf) else Kind(zone.type.classes),
        )
        if isinstance(plain(found.type), Enum):
            found = conversions.named_kind(w, found, Kind(zone.type.classes)) or found
        bag = conversions.as_bag(w, found) if isinstance(plain(found.type), Kind | Bag) else None
        value = _value(p, bag) if bag is not None else None
        if is_broken(found):
            continue
        if (
            not isinstance(value, tuple)
            or bag is None
            or not isinstance(bag.type, Bag)
            or not isinstance(bag.type.of, Kind)
        ):
            w.problem(
                BadExample(
                    item.span,
                    f"`{words(line.zone)}` cannot hold {describe(w, found.type)}",
                    "name kinds of its pieces, as `3 Horse, Boat`",
                )
            )
            continue
        if not set(bag.type.of.classes) <= set(zone.type.classes):
            w.problem(
                BadExample(
                    item.span, f"`{words(line.zone)}` holds no pieces of this kind", "check which zone they belong to"
                )
            )
            continue
        content.extend((KindId(k), n) for k, n in cast("tuple[tuple[int, int], ...]", value))
    return GivenZone(instance, tuple(content), w.site(line.span, "given"))


def _free_contents(p: Program, node: tree.ExampleGiven, fragments: list[Fragment]) -> list[Line]:
    """`aside: 9 of deck`: pieces that are there, whichever they are; drawn like by chance when the position is set up."""
    w = p.w
    made: list[Line] = []
    for line in (given for given in node.lines if isinstance(given, tree.GivenZone)):
        for item in line.content:
            if not isinstance(item, tree.FreeContent):
                continue
            scope = Scope("given")
            number, source, to = (
                w.check.integer(item.number, scope),
                w.check.formula(item.zone, scope),
                w.check.formula(line.zone, scope),
            )
            if is_broken(number) or not isinstance(source.type, Zone) or not isinstance(to.type, Zone):
                if not is_broken(source) and not isinstance(source.type, Zone):
                    w.problem(NotAZone(item.zone.span, describe(w, source.type)))
                continue
            site = w.site(item.span, "given")
            fragments.append(
                Fragment(
                    (statements.Draw(number, False, source, None, None, to, False, site),), None, None, None, "given"
                )
            )
            made.append(Run(NodeId(len(fragments) - 1), "given", site))
    return made


def _value(p: Program, e: expressions.Expr) -> object:
    try:
        return constants.fold_value(p.w, e)
    except NotFixed:
        return None


def _instance(p: Program, zone: expressions.Expr) -> int | None:
    if not isinstance(zone, expressions.ZoneAt):
        return None
    spec = p.w.zones[zone.zone]
    flat = 0
    for index, dimension in zip(zone.index, spec.dimensions, strict=True):
        at = _value(p, index)
        if not isinstance(at, int):
            return None
        flat = flat * dimension.size + int(at)
    return spec.base + flat


def _given_field(p: Program, line: tree.GivenValue) -> GivenField | None:
    w = p.w
    if not isinstance(line.place, tree.Name | tree.Attribute | tree.Index):
        w.problem(BadExample(line.place.span, "this is no field", "write `field = value`"))
        return None
    ref = refer(w, line.place, Scope("given"), None)
    if isinstance(ref, expressions.Const) and is_broken(ref):
        return None
    if not isinstance(ref, expressions.FieldAt):
        w.problem(
            BadExample(line.place.span, f"`{words(line.place)}` is no field", "zones are filled with `zone: pieces`")
        )
        return None
    spec = w.fields[ref.field]
    flat = 0
    for index, dimension in zip(ref.index, spec.dimensions, strict=True):
        at = _value(p, index)
        if not isinstance(at, int) or not 0 <= int(at) < dimension.size:
            w.problem(NotConstant(line.place.span, "which field this is"))
            return None
        flat = flat * dimension.size + int(at)
    value = w.check.typed(line.value, Scope("given"), spec.type)
    if is_broken(value):
        return None
    fixed = constants.folded(w, value)
    if not isinstance(fixed, expressions.Const):
        w.problem(NotConstant(line.value.span, "a given value"))
        return None
    if isinstance(plain(spec.type), Int) and isinstance(fixed.value, int):
        bounds = cast("Int", plain(spec.type))
        if not bounds.low <= fixed.value <= bounds.high:
            w.problem(
                BadExample(
                    line.value.span,
                    f"{fixed.value} is outside {bounds.low}..{bounds.high}",
                    "give a value that the field can hold",
                )
            )
            return None
    return GivenField(ref.field, flat, fixed.value, w.site(line.span, "given"))


# ---------------------------------------------------------------- lines


def _line(p: Program, e: tree.Example, line: tree.ExampleLine, fragments: list[Fragment]) -> Line | None:
    w = p.w
    site = w.site(line.span, e.name.text)
    match line:
        case tree.ExampleRun():
            fragment = _run(p, line)
            if fragment is None:
                return None
            fragments.append(fragment)
            return Run(NodeId(len(fragments) - 1), fragment.name, site)
        case tree.ExampleRoll():
            type_ = p.roll_types.get(line.name.text)
            if type_ is None:
                w.problem(UnknownSelection(line.name.span, line.name.text, "roll", tuple(sorted(p.roll_types))))
                return None
            value = _offered(p, line.value, Scope(e.name.text), type_)
            return None if value is None else FixRoll(line.name.text, value, site)
        case tree.ExampleDraw():
            return _draw(p, e, line, site)
        case tree.ExamplePlays():
            who, parts = _seat(p, line.who), _parts(p, e, line.moves, line.who)
            return None if who is None or parts is None else Plays(who, parts, "", site)
        case tree.ExampleDeclines():
            who, parts = _seat(p, line.who), _parts(p, e, (tree.Decline(line.name, span=line.name.span),), line.who)
            return None if who is None or parts is None else Plays(who, parts, "", site)
        case tree.ExampleCannot():
            who, parts = _seat(p, line.who), _parts(p, e, line.moves, line.who)
            because = line.because.text if line.because is not None else None
            if line.because is not None:
                _check_reason(p, line.because)
            return None if who is None or parts is None else Cannot(who, parts, because, "", site)
        case tree.ExampleOptions():
            return _options(p, e, line, site)
        case tree.ExampleThen():
            fact = w.check.flag(line.fact, Scope(e.name.text))
            return None if is_broken(fact) else Then(fact, "", site)
        case _:
            return None


def _run(p: Program, line: tree.ExampleRun) -> Fragment | None:
    w = p.w
    scope = Scope("example")
    if line.who is not None:
        me = w.check.typed(line.who, scope, w.player)
        if is_broken(me):
            return None
        scope = evolve(scope, me=me)
    name = line.call.of if isinstance(line.call, tree.Apply) else line.call
    part = PARTS.get(name.id) if isinstance(name, tree.Name) else None
    if part is not None:
        return Fragment(None, None, scope.me, part, part)
    symbol = w.symbols.get(name.id) if isinstance(name, tree.Name) else None
    if isinstance(symbol, PhaseSymbol) and isinstance(name, tree.Name):
        if scope.me is not None and p.phase_decls[symbol.index].each is None:
            w.problem(BadExample(line.span, f"in `{name.id}` nobody takes turns", "leave out `as …:`"))
        return Fragment(None, symbol.index, scope.me, None, name.id)
    if isinstance(name, tree.Name) and symbol is None:
        known = (n for n, v in w.symbols.items() if isinstance(v, RuleSymbol | PhaseSymbol))
        w.problem(UnknownName(name.span, name.id, "rule, phase, `setup`, `rounds` or `end`", tuple(sorted(known))))
        return None
    found = callee(w, line.call, scope, p.place("example"))
    if found is None:
        return None
    rule, args = found
    me_arg = acting(w, scope, line.call, rule)
    call = statements.CallRule(rule.id, me_arg, args, w.site(line.span, "example"))
    return Fragment((call,), None, None, None, words(line.call))


def _draw(p: Program, e: tree.Example, line: tree.ExampleDraw, site: SiteId) -> Line | None:
    w = p.w
    zone = w.check.formula(line.source, Scope(e.name.text))
    instance = _instance(p, zone)
    if instance is None or not isinstance(zone.type, Zone):
        if not is_broken(zone):
            w.problem(NotAZone(line.source.span, describe(w, zone.type)))
        return None
    kinds: list[KindId] = []
    for piece in line.pieces:
        found = w.check.formula(piece, Scope(e.name.text), Kind(zone.type.classes))
        bag = conversions.as_bag(
            w,
            conversions.named_kind(w, found, Kind(zone.type.classes)) or found
            if isinstance(found.type, Enum)
            else found,
        )
        value = _value(p, bag) if bag is not None else None
        if not isinstance(value, tuple):
            if not is_broken(found):
                w.problem(
                    BadExample(
                        piece.span, f"{describe(w, found.type)} cannot be drawn", "name the kinds that are drawn"
                    )
                )
            return None
        for kind, count in cast("tuple[tuple[int, int], ...]", value):
            kinds.extend([KindId(kind)] * count)
    return FixDraw(tuple(kinds), instance, site)


def _seat(p: Program, who: tree.Expr) -> SeatId | None:
    found = p.w.check.typed(who, Scope("example"), p.w.player)
    if isinstance(found, expressions.Const) and not is_broken(found):
        return SeatId(cast("int", found.value))
    if not is_broken(found):
        p.w.problem(NotConstant(who.span, "who plays"))
    return None


def _owners(p: Program) -> set[str]:
    w = p.w
    return (
        {o for o, _ in p.selection_types}
        | {n for n, v in w.symbols.items() if isinstance(v, RuleSymbol | PhaseSymbol)}
        | {"ranking"}
    )


def _parts(
    p: Program, e: tree.Example, moves: tuple[tree.Expr | tree.Decline, ...], who: tree.Expr
) -> tuple[MovePart, ...] | None:
    w = p.w
    seat = _seat(p, who)
    made: list[MovePart] = []
    for move in moves:
        if isinstance(move, tree.Decline):
            if move.name.text not in _owners(p):
                w.problem(UnknownName(move.span, move.name.text, "rule, action or phase", tuple(sorted(_owners(p)))))
                return None
            made.append(MovePart(move.name.text, True, (), w.site(move.span, e.name.text)))
            continue
        name = move.of if isinstance(move, tree.Apply) else move
        if not isinstance(name, tree.Name) or name.id not in _owners(p):
            w.problem(_unknown_move(name, tuple(sorted(_owners(p)))))
            return None
        args: list[tuple[str, expressions.Expr]] = []
        for arg in move.args if isinstance(move, tree.Apply) else ():
            if not isinstance(arg, tree.Named):
                w.problem(BadExample(arg.span, "a move names its selections", f"write `{name.id}(selection = value)`"))
                return None
            known = p.selection_types.get((name.id, arg.name.text))
            if known is None:
                names = tuple(n for o, n in p.selection_types if o == name.id)
                w.problem(UnknownSelection(arg.name.span, arg.name.text, f"selection in `{name.id}`", names))
                return None
            scope = Scope(e.name.text, me=expressions.Const(seat, w.player) if seat is not None else None)
            value = _offered(p, arg.value, scope, known[0])
            if value is None:
                return None
            args.append((arg.name.text, value))
        made.append(MovePart(name.id, False, tuple(args), w.site(move.span, e.name.text)))
    return tuple(made)


def _unknown_move(name: tree.Expr, known: tuple[str, ...]) -> UnknownName | WrongSort:
    if isinstance(name, tree.Name):
        return UnknownName(name.span, name.id, "action, rule or phase", known)
    return WrongSort(name.span, "this", "no move", "the name of an action, rule or phase")


def _offered(p: Program, e: tree.Expr, scope: Scope, type_: Type) -> expressions.Expr | None:
    """A value as a selection's local would hold it; pieces without a place stand for any place."""
    w = p.w
    if isinstance(type_, Unknown):
        return None  # the selection is reported already
    wanted: Type = type_
    if isinstance(type_, Piece):
        wanted = Kind(type_.classes)
    elif isinstance(type_, Pieces):
        wanted = Bag(Kind(type_.classes), type_.most)
    elif isinstance(type_, Int):
        wanted = Int(-(2**31), 2**31 - 1)
    found = w.check.formula(e, scope, wanted)
    if is_broken(found):
        return None
    if isinstance(wanted, Bag) and isinstance(plain(found.type), Enum | Kind):
        kind = conversions.named_kind(w, found, cast("Kind", wanted.of)) if isinstance(found.type, Enum) else found
        found = expressions.MakeBag(((constants.number(1), kind or found),), Bag(wanted.of, 1))
    if isinstance(wanted, ListOf) and isinstance(found.type, ListOf):
        return found
    made = conversions.coerce(w, scope, found, wanted, e.span, words(e))
    if is_broken(made):
        return None
    if isinstance(type_, Piece):
        return expressions.PieceOf(made, type_)
    if isinstance(type_, Pieces):
        return expressions.Convert(made, type_)
    return made


def _options(p: Program, e: tree.Example, line: tree.ExampleOptions, site: SiteId) -> Line | None:
    w = p.w
    seat = _seat(p, line.who)
    name = line.selection.text
    scope = Scope(e.name.text, me=expressions.Const(seat, w.player) if seat is not None else None)
    types = [local for (_, n), (local, _) in p.selection_types.items() if n == name]
    if seat is None:
        return None
    if types:
        values = [_offered(p, v, scope, types[0]) for v in line.values if not isinstance(v, tree.NoneLiteral)]
        if any(v is None for v in values):
            return None
        return MayChoose(seat, name, False, tuple((v,) for v in values if v is not None), "", site)
    own = [local for (o, _), (local, _) in p.selection_types.items() if o == name]
    if name not in _owners(p):
        w.problem(
            UnknownSelection(
                line.selection.span, name, "decision", tuple(sorted({n for _, n in p.selection_types} | _owners(p)))
            )
        )
        return None
    tuples: list[tuple[expressions.Expr, ...]] = []
    for v in line.values:
        items = (
            tuple(cast("tree.Expr", i) for i in v.items) if isinstance(v, tree.ListLiteral) and len(own) != 1 else (v,)
        )
        if len(items) != len(own):
            w.problem(
                BadExample(v.span, f"`{name}` has {len(own)} selections", "list one value for each of them, in order")
            )
            return None
        made = [_offered(p, i, scope, type_) for i, type_ in zip(items, own, strict=True)]
        if any(m is None for m in made):
            return None
        tuples.append(tuple(m for m in made if m is not None))
    return MayChoose(seat, name, True, tuple(tuples), "", site)


def _check_reason(p: Program, name: tree.Ident) -> None:
    reasons = {n for _, n in p.selection_types} | _owners(p) | requirement_names(p)
    if p.w.once_fields:
        reasons.add(ONCE)
    if name.text not in reasons:
        p.w.problem(UnknownSelection(name.span, name.text, "reason", tuple(sorted(reasons))))


def requirement_names(p: Program) -> set[str]:
    """All names of `require` lines."""
    from gamedsl.semantics.model.tree_walk import walk_rules

    decls = [*p.merged.decls, *(d for seat in p.merged.seats for d in seat.replaced)]
    return {node.name.text for node in walk_rules(decls) if isinstance(node, tree.RequireStmt)}
