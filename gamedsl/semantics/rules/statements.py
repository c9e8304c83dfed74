"""Statements: tree in, typed statements out; names bound on the way are in scope for what follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, assert_never, cast

from attrs import define, evolve, field

from gamedsl.graph.model import expressions, source_statements
from gamedsl.graph.model import statements as s
from gamedsl.graph.model.game import CUT_OFF
from gamedsl.graph.model.types import (
    FLAG,
    Bag,
    Enum,
    Int,
    Kind,
    ListOf,
    Optional,
    Piece,
    Pieces,
    Player,
    Ranking,
    RuleId,
    SetOf,
    Type,
    Zone,
)
from gamedsl.semantics.data.members import drawn_zone
from gamedsl.semantics.data.start_room import check_room
from gamedsl.semantics.formulas import construct
from gamedsl.semantics.formulas.construct import BROKEN, is_broken
from gamedsl.semantics.formulas.formulas import (
    alike,
    arm_value,
    combine,
    elements,
    flag,
    formula,
    integer,
    missing_values,
    named_element,
    ranking,
    sort_key,
    typed,
    words,
)
from gamedsl.semantics.model.effort import FORMULA
from gamedsl.semantics.model.expansion_limits import count_statement
from gamedsl.semantics.model.types import arguments, describe, most, plain
from gamedsl.semantics.model.world import ClassSymbol, FieldSymbol, RuleSymbol, Scope, Uses, World, ZoneSymbol
from gamedsl.semantics.names.lookup import NeedsIndex, Ref, as_formula, hides, refer, row_as_list
from gamedsl.semantics.problems.problems import (
    CannotAssign,
    CannotMove,
    DeclaredTwice,
    Mismatch,
    Misplaced,
    NeedsOrder,
    NobodyActs,
    NoLimit,
    NotACollection,
    NotAZone,
    NotExhaustive,
    UnknownName,
    WrongArguments,
    WrongSort,
)
from gamedsl.semantics.rules.loop_limits import USUAL, derived_limit
from gamedsl.source import Span
from gamedsl.syntax import tree


@define(eq=False)
class Place:
    """Where statements stand: the rule's name, whether inside a player's turn, and how rules are called from here."""

    owner: str
    call: Callable[[str, RuleSymbol, Span], RuleCallee | None]
    in_turn: bool = False
    added: tuple[tuple[str, Span], ...] = ()
    """Actions that diffs append to this rule's menu."""
    menu: Span | None = None
    selections: dict[str, Span] = field(factory=dict)
    note_selection: Callable[[str, str, Type, Type], None] = lambda owner, name, local, element: None
    zones_peeked: list[expressions.Expr] = field(factory=list)


@define(eq=False)
class RuleCallee:
    """What a call needs to know of a rule."""

    id: RuleId
    is_action: bool
    params: tuple[tuple[str, Type], ...]
    needs_me: bool


def suite(w: World, body: tree.Suite, scope: Scope, place: Place) -> tuple[source_statements.Stmt, ...]:
    """The statements of a block; names bound inside end with it."""
    return statements(w, body.body, scope, place)


def statements(
    w: World, body: tuple[tree.Stmt, ...], scope: Scope, place: Place, *, opening: bool = False
) -> tuple[source_statements.Stmt, ...]:
    """`opening`: the head of an action, where `let` and `require` decide what may be chosen."""
    made: list[source_statements.Stmt] = []
    for node in body:
        head = opening and isinstance(node, tree.LetStmt | tree.RequireStmt)
        inner = scope.choosing() if head else scope
        new, scope_after = statement(w, node, inner, place, may_require=opening)
        made.extend(new)
        scope = evolve(scope_after, total=scope.total)
        if not isinstance(node, tree.LetStmt | tree.RequireStmt):
            opening = False
    return tuple(made)


def statement(
    w: World, node: tree.Stmt, scope: Scope, place: Place, *, may_require: bool
) -> tuple[list[source_statements.Stmt], Scope]:
    """One statement, and the scope after it."""
    from gamedsl.semantics.rules import choices

    w.work(node.span, FORMULA)
    stops = isinstance(
        node, tree.Choose | tree.Roll | tree.Draw | tree.Shuffle | tree.Peek | tree.Reveal | tree.Each | tree.Repeat
    )
    count_statement(w, node.span, stops=stops)
    match node:
        case tree.LetStmt():
            return let(w, node, scope, place)
        case tree.CallStmt():
            return _call(w, node, scope, place), scope
        case tree.Assign():
            return _assign(w, node, scope), scope
        case tree.RequireStmt():
            if not may_require:
                w.problem(
                    Misplaced(
                        node.span, "`require`", "it belongs to the first lines of an action, or into a `choose` block"
                    )
                )
            return [source_statements.Require(choices.requirement(w, node, scope))], scope
        case tree.Move():
            return _move(w, node, scope), scope
        case tree.Draw():
            return _draw(w, node, scope, place)
        case tree.Swap():
            return _swap(w, node, scope), scope
        case tree.Rotate():
            return _rotate(w, node), scope
        case tree.Shuffle():
            return _shuffle(w, node, scope), scope
        case tree.Peek():
            return _peek(w, node, scope, place), scope
        case tree.Reveal():
            return _reveal(w, node, scope), scope
        case tree.Eliminate():
            who = typed(w, node.who, scope, w.player)
            return ([] if is_broken(who) else [s.Eliminate(who)]), scope
        case tree.Award():
            return _award(w, node, scope), scope
        case tree.Choose():
            return choices.choose(w, node, scope, place)
        case tree.Roll():
            return choices.roll(w, node, scope, place)
        case tree.If():
            return _if(w, node, scope, place)
        case tree.Match():
            return _match(w, node, scope, place), scope
        case tree.For():
            return _for(w, node, scope, place), scope
        case tree.Each():
            made = each(w, node.clause, node.body, scope, place)
            return ([] if made is None else [made]), scope
        case tree.Repeat():
            return _repeat(w, node, scope, place), scope
        case tree.As():
            return _as(w, node, scope, place), scope
        case _:
            assert_never(node)


# ---------------------------------------------------------------- names and calls


def bind(w: World, scope: Scope, name: tree.Ident, value: expressions.Expr, place: Place) -> Scope:
    """A name for a value; it may hide a type's or component's name only."""
    if name.text in scope.names:
        w.problem(DeclaredTwice(name.span, name.text, place.selections.get(name.text, name.span)))
    elif (first := hides(w, scope, name)) is not None:
        w.problem(DeclaredTwice(name.span, name.text, first))
    place.selections[name.text] = name.span
    return scope.with_name(name.text, value)


def let(w: World, node: tree.LetStmt, scope: Scope, place: Place) -> tuple[list[source_statements.Stmt], Scope]:
    """A value fixed here; a plain zone is named, not copied."""
    value = formula(w, node.value, scope)
    if is_broken(value):
        return [], bind(w, scope, node.name, BROKEN, place)
    if isinstance(value, expressions.Const):
        return [], bind(w, scope, node.name, value, place)
    if isinstance(value.type, Optional) and isinstance(value.type.of, Zone):
        value = construct.need(w, scope, value, node.value.span, words(node.value))
    check_room(w, node.name.span, f"`{node.name.text}`", value.type)
    local = w.local(node.name.text, value.type)
    return [s.SetLocal(local.id, value)], bind(w, scope, node.name, local, place)


def _call(w: World, node: tree.CallStmt, scope: Scope, place: Place) -> list[source_statements.Stmt]:
    found = callee(w, node.call, scope, place)
    if found is None:
        return []
    rule, args = found
    me = acting(w, scope, node.call, rule)
    return [s.CallRule(rule.id, me, args, w.site(node.span, scope.where))]


def acting(w: World, scope: Scope, call: tree.Expr, rule: RuleCallee) -> expressions.Expr | None:
    """The seat that a called rule acts for."""
    if not rule.needs_me:
        return None
    if scope.me is None:
        w.problem(NobodyActs(call.span, words(call)))
        return None
    scope.uses.me = True
    return scope.me


def callee(
    w: World, call: tree.Expr, scope: Scope, place: Place, sort: str = "rule"
) -> tuple[RuleCallee, tuple[expressions.Expr, ...]] | None:
    """The rule that a statement names, or the action that a menu line names (`sort`), with its arguments."""
    name = call.of if isinstance(call, tree.Apply) else call
    given = call.args if isinstance(call, tree.Apply) else ()
    if not isinstance(name, tree.Name):
        w.problem(WrongSort(call.span, "this", "no rule", "the name of a rule"))
        return None
    symbol = w.symbols.get(name.id)
    if not isinstance(symbol, RuleSymbol):
        rules = {n: v.decl for n, v in w.symbols.items() if isinstance(v, RuleSymbol)}
        if symbol is None and name.id not in scope.names:
            known = tuple(sorted(n for n, decl in rules.items() if decl.is_action or sort == "rule"))
            w.problem(UnknownName(name.span, name.id, sort, known))
        else:
            w.problem(WrongSort(name.span, name.id, "no rule", "a rule or an action"))
        return None
    w.used.add(name.id)
    rule = place.call(name.id, symbol, name.span)
    if rule is None:
        return None
    if len(given) != len(rule.params) or any(isinstance(a, tree.Named | tree.Comprehension) for a in given):
        w.problem(WrongArguments(call.span, name.id, arguments(len(rule.params)), len(given)))
        return None
    args = tuple(typed(w, cast("tree.Expr", a), scope, type_) for a, (_, type_) in zip(given, rule.params, strict=True))
    return None if any(is_broken(a) for a in args) else (rule, args)


def _assign(w: World, node: tree.Assign, scope: Scope) -> list[source_statements.Stmt]:
    if not isinstance(node.target, tree.Name | tree.Attribute | tree.Index):
        w.problem(CannotAssign(node.target.span, "this"))
        return []
    ref = refer(w, node.target, scope, None)
    if isinstance(ref, expressions.Const) and is_broken(ref):
        return []
    return _store(w, node, ref, scope)


def _store(w: World, node: tree.Assign, ref: Ref, scope: Scope) -> list[source_statements.Stmt]:
    """The assignment to what a target refers to: of places on joined boards to the field of the one or the other."""
    if isinstance(ref, expressions.IfElse):
        then, otherwise = _store(w, node, ref.yes, scope), _store(w, node, ref.no, scope)
        return [s.If(ref.condition, tuple(then), tuple(otherwise))] if then and otherwise else []
    if not isinstance(ref, expressions.FieldAt):
        if isinstance(ref, NeedsIndex):
            as_formula(w, ref, scope, node.target, None)
        else:
            w.problem(CannotAssign(node.target.span, words(node.target)))
        return []
    spec = w.fields[ref.field]
    index = tuple(
        construct.need(w, scope, i, node.target.span, words(node.target)) if isinstance(i.type, Optional) else i
        for i in ref.index
    )
    current = expressions.FieldAt(ref.field, index, spec.type, ref.site)
    value = _assigned(w, node, current, spec.type, scope)
    if is_broken(value):
        return []
    return [s.SetField(ref.field, index, value, w.site(node.span, scope.where))]


def _assigned(w: World, node: tree.Assign, current: expressions.Expr, type_: Type, scope: Scope) -> expressions.Expr:
    """The new value; number ranges are asserted by the assignment itself."""
    if node.op == "=":
        value = formula(w, node.value, scope, type_)
    elif isinstance(type_, SetOf | ListOf | Bag):
        element = type_.of
        value = formula(w, node.value, scope, element)
        if plain(value.type) == element or isinstance(value.type, Int):
            value = expressions.MakeList((value,), SetOf(element) if isinstance(type_, SetOf) else ListOf(element, 1))
        fake = tree.Binary("+" if node.op == "+=" else "-", node.target, node.value, span=node.span)
        value = combine(w, fake, "+" if node.op == "+=" else "-", current, construct.as_list(w, value), scope)
    else:
        value = formula(w, node.value, scope, type_)
        if isinstance(plain(value.type), Int) and isinstance(plain(type_), Int):
            right = (
                construct.need(w, scope, value, node.value.span, words(node.value))
                if isinstance(value.type, Optional)
                else value
            )
            left = (
                construct.need(w, scope, current, node.target.span, words(node.target))
                if isinstance(type_, Optional)
                else current
            )
            value = construct.arithmetic(w, scope, "+" if node.op == "+=" else "-", left, right, node.span)
        elif not is_broken(value):
            w.problem(Mismatch(node.value.span, "a number", describe(w, value.type)))
            return BROKEN
    if isinstance(value.type, Int) and isinstance(plain(type_), Int):
        return value
    return construct.coerce(w, scope, value, type_, node.value.span, words(node.value))


# ---------------------------------------------------------------- pieces


def zone_of(w: World, e: tree.Expr, scope: Scope) -> expressions.Expr | None:
    """A zone (instance) formula; where its owner may be none that is checked at run time."""
    found = formula(w, e, scope)
    if is_broken(found):
        return None
    if isinstance(found.type, Optional) and isinstance(found.type.of, Zone):
        found = construct.need(w, scope, found, e.span, words(e))
    if isinstance(found.type, Zone):
        return found
    w.problem(NotAZone(e.span, describe(w, found.type)))
    return None


def _move(w: World, node: tree.Move, scope: Scope) -> list[source_statements.Stmt]:
    source = formula(w, node.source, scope) if node.source is not None else None
    to = zone_of(w, node.target, scope)
    what = moved(w, node.what, source, node.source, scope)
    if what is not None and node.quantity is not None:
        what = _so_many(w, node, node.quantity, what, scope)
    if what is None or to is None or (source is not None and is_broken(source)):
        return []
    site = w.site(node.span, scope.where)
    from_bottom = (
        isinstance(node.what, tree.Apply) and isinstance(node.what.of, tree.Name) and node.what.of.id == "first"
    )
    _check_order(w, what, to, node)
    _check_classes(w, what, to, node.what)
    return [s.Move(what, to, node.side == "under", from_bottom, site)]


def _check_classes(w: World, what: expressions.Expr, to: expressions.Expr, node: tree.Expr) -> None:
    """A zone takes the pieces that it is declared for."""
    if not isinstance(what.type, Pieces | Piece | Zone) or not isinstance(to.type, Zone):
        return
    if what.type.classes and not set(what.type.classes) & set(to.type.classes):
        w.problem(Mismatch(node.span, describe(w, Pieces(to.type.classes, 1)), describe(w, what.type)))


def _so_many(
    w: World, node: tree.Move, quantity: tree.Quantity, what: expressions.Expr, scope: Scope
) -> expressions.Expr | None:
    """`move [up to] e of S`: so many pieces, where the position leaves no doubt which."""
    if not isinstance(what.type, Pieces):
        w.problem(CannotMove(node.what.span, describe(w, what.type)))
        return None
    if quantity.kind not in ("one", "up_to", "exactly"):
        w.problem(
            Misplaced(
                quantity.span,
                "this quantity",
                "`move` takes `one of`, `n of` or `up to n of`: choosing is done by `choose`",
            )
        )
        return None
    wanted = construct.number(1) if quantity.number is None else integer(w, quantity.number, scope)
    if not isinstance(wanted.type, Int):
        return None
    bound = max(0, min(wanted.type.high, what.type.most))
    site = w.site(node.span, scope.where)
    return expressions.TakeSome(wanted, what, quantity.kind == "up_to", Pieces(what.type.classes, bound), site)


def _check_order(w: World, what: expressions.Expr, to: expressions.Expr, node: tree.Move) -> None:
    """Several pieces from a heap onto a pile that everybody sees have no order."""
    if not isinstance(to.type, Zone) or to.type.form != "pile" or not isinstance(to, expressions.ZoneAt):
        return
    if w.zones[to.zone].visibility.who != "everyone" or not isinstance(what.type, Pieces) or what.type.most <= 1:
        return
    origin = construct.bare(what)
    ordered = (isinstance(origin, expressions.ZoneAt) and w.zones[origin.zone].form == "pile") or isinstance(
        origin, expressions.Some
    )
    if not ordered and len(w.kinds_of(what.type.classes)) > 1:
        w.problem(NeedsOrder(node.span, w.zones[to.zone].name))


def moved(
    w: World, e: tree.Expr, source: expressions.Expr | None, source_node: tree.Expr | None, scope: Scope
) -> expressions.Expr | None:
    """What a `move`, `swap` or `shuffle` takes, as Pieces with places."""
    lying = construct.as_pieces(w, source) if source is not None else None
    if source is not None and lying is None:
        if not is_broken(source) and source_node is not None:
            w.problem(NotAZone(source_node.span, describe(w, source.type)))
        return None
    if isinstance(e, tree.SomeOf) and isinstance(symbol := w.symbols.get(e.name.text), ClassSymbol):
        return _some_of_class(w, e, symbol, lying, scope)
    if isinstance(e, tree.SomeOf) and (kinds := alike(w, tree.Name(e.name.text, span=e.name.span), scope)) is not None:
        return _some_of_kinds(w, e, kinds, lying, scope)
    expected = Kind(lying.type.classes) if lying is not None and isinstance(lying.type, Pieces) else None
    found = formula(
        w,
        e,
        scope,
        Bag(expected, 0) if expected is not None and isinstance(e, tree.ListLiteral | tree.SomeOf) else expected,
    )
    if is_broken(found):
        return None
    site = w.site(e.span, scope.where)
    if isinstance(plain(found.type), Zone | Pieces | Piece):
        pieces = construct.as_pieces(w, found)
        if pieces is None or lying is None:
            return pieces
        return expressions.LyingIn(pieces, lying, pieces.type)
    bag = _as_kinds(w, found, expected)
    if bag is None or not isinstance(bag.type, Bag):
        w.problem(CannotMove(e.span, describe(w, found.type)))
        return None
    if lying is None:
        w.problem(CannotMove(e.span, describe(w, found.type) + " without a place: say `from` where"))
        return None
    return expressions.TakeFrom(
        bag, lying, Pieces(bag.type.of.classes if isinstance(bag.type.of, Kind) else (), bag.type.most), site
    )


def _some_of_class(
    w: World, e: tree.SomeOf, symbol: ClassSymbol, lying: expressions.Expr | None, scope: Scope
) -> expressions.Expr | None:
    site = w.site(e.span, scope.where)
    if lying is None or not isinstance(lying.type, Pieces):
        w.problem(CannotMove(e.span, f"{e.number} `{e.name.text}` without a place: say `from` where"))
        return None
    w.used.add(e.name.text)
    if set(lying.type.classes) == {symbol.id}:
        return expressions.TakeSome(construct.number(e.number), lying, False, Pieces((symbol.id,), e.number), site)
    kinds = expressions.Const(tuple(w.kinds_of((symbol.id,))), SetOf(Kind((symbol.id,))))
    return _some_of_kinds(w, e, kinds, lying, scope)


def _some_of_kinds(
    w: World, e: tree.SomeOf, kinds: expressions.Const, lying: expressions.Expr | None, scope: Scope
) -> expressions.Expr | None:
    """So many of the pieces there that are of one of the kinds."""
    if lying is None or not isinstance(lying.type, Pieces):
        w.problem(CannotMove(e.span, f"{e.number} `{e.name.text}` without a place: say `from` where"))
        return None
    classes = kinds.type.of.classes if isinstance(kinds.type, SetOf) and isinstance(kinds.type.of, Kind) else ()
    local = w.local("it", Piece(lying.type.classes))
    is_of = expressions.Has(kinds, expressions.KindOf(local, Kind(lying.type.classes)), FLAG)
    those = expressions.Filter(lying, local.id, is_of, Pieces(classes, lying.type.most))
    return expressions.TakeSome(
        construct.number(e.number), those, False, Pieces(classes, e.number), w.site(e.span, scope.where)
    )


def _as_kinds(w: World, found: expressions.Expr, expected: Kind | None) -> expressions.Expr | None:
    """Kinds, lists of kinds, and lists of values that name kinds, as a bag."""
    if expected is not None:
        if isinstance(plain(found.type), Enum):
            found = construct.named_kind(w, found, expected) or found
        elif isinstance(found.type, ListOf | SetOf) and isinstance(found.type.of, Enum):
            local = w.local("it", found.type.of)
            named = construct.named_kind(w, local, expected)
            if named is not None:
                mapped = expressions.MapList(found, local.id, named, ListOf(plain(named.type), most(w, found.type)))
                found = construct.folded(w, mapped, found)
    if isinstance(found.type, Kind):
        return expressions.MakeBag(((construct.number(1), found),), Bag(found.type, 1))
    return construct.as_bag(w, found)


def _draw(w: World, node: tree.Draw, scope: Scope, place: Place) -> tuple[list[source_statements.Stmt], Scope]:
    number = integer(w, node.number, scope)
    element: expressions.Local | None = None
    condition: expressions.Expr | None = None
    source_node = node.source
    if isinstance(source_node, tree.Filter):
        source = zone_of(w, source_node.source, scope)
        if source is not None and isinstance(source.type, Zone):
            element = w.local("it", Piece(source.type.classes))
            inner = named_element(w, scope, element, "it", source_node.name)
            condition = flag(w, source_node.condition, inner)
    else:
        source = zone_of(w, source_node, scope)
    to = zone_of(w, node.target, scope)
    if source is None or to is None or is_broken(number):
        return [], scope
    _check_classes(w, source, to, node.source)
    site = w.site(node.span, scope.where)
    under = node.side == "under"
    local = element.id if element is not None else None
    if node.keep is None:
        return [s.Draw(number, node.up_to, source, local, condition, to, under, site)], scope
    if scope.me is None:
        w.problem(NobodyActs(node.span, "keep"))
        return [], scope
    if not isinstance(source.type, Zone):
        w.problem(NotAZone(node.source.span, describe(w, source.type)))
        return [], scope
    scope.uses.me = True
    zone = drawn_zone(w, source.type.classes)
    drawn = expressions.ZoneAt(zone, (scope.me,), Zone(source.type.classes, "bag"), site)
    keep = integer(w, node.keep, scope)
    high = keep.type.high if isinstance(keep.type, Int) else 1
    one = isinstance(keep, expressions.Const) and keep.value == 1
    kept_type: Type = Piece(source.type.classes) if one else Pieces(source.type.classes, high)
    kept = w.local("kept", kept_type)
    choice_element = w.local("it", Piece(source.type.classes))
    place.note_selection(place.owner, "kept", kept_type, Piece(source.type.classes))
    draw = s.Draw(number, node.up_to, source, local, condition, drawn, False, site)
    return [
        source_statements.DrawKeep(draw, scope.me, keep, kept.id, choice_element.id, to, under, place.owner, site)
    ], scope


def _swap(w: World, node: tree.Swap, scope: Scope) -> list[source_statements.Stmt]:
    first, second = formula(w, node.first, scope), formula(w, node.second, scope)
    if is_broken(first) or is_broken(second):
        return []
    site = w.site(node.span, scope.where)
    if isinstance(first.type, Zone) and isinstance(second.type, Zone):
        return [s.SwapZones(first, second, site)]
    a, b = construct.as_pieces(w, first), construct.as_pieces(w, second)
    if a is None or b is None:
        wrong = node.first if a is None else node.second
        w.problem(CannotMove(wrong.span, describe(w, (first if a is None else second).type)))
        return []
    return [s.SwapPieces(a, b, site)]


def _rotate(w: World, node: tree.Rotate) -> list[source_statements.Stmt]:
    symbol = w.members.get("player", {}).get(node.zone.id) if isinstance(node.zone, tree.Name) else None
    if not isinstance(symbol, ZoneSymbol):
        zones = tuple(n for n, v in w.members.get("player", {}).items() if isinstance(v, ZoneSymbol))
        w.problem(UnknownName(node.zone.span, words(node.zone), "zone that every player has", zones))
        return []
    return [s.Rotate(symbol.id, node.side)]


def _shuffle(w: World, node: tree.Shuffle, scope: Scope) -> list[source_statements.Stmt]:
    site = w.site(node.span, scope.where)
    if node.target is None:
        zone = zone_of(w, node.what, scope)
        return [] if zone is None else [s.Shuffle(zone, None, None, False, site)]
    what = moved(w, node.what, None, None, scope)
    into = zone_of(w, node.target, scope)
    if what is None or into is None:
        return []
    return [s.Shuffle(None, what, into, node.side == "under", site)]


def _peek(w: World, node: tree.Peek, scope: Scope, place: Place) -> list[source_statements.Stmt]:
    found = formula(w, node.zone, scope)
    pieces = construct.as_pieces(w, found)
    if pieces is None or scope.me is None:
        if scope.me is None:
            w.problem(NobodyActs(node.span, "peek"))
        elif not is_broken(found):
            w.problem(NotAZone(node.zone.span, describe(w, found.type)))
        return []
    scope.uses.me = True
    place.zones_peeked.append(construct.bare(pieces))
    made: list[source_statements.Stmt] = []
    if isinstance(found.type, Zone) and found.type.form == "pile":
        made.append(s.Resolve(found, None, w.site(node.span, scope.where)))
    return [*made, s.Peek(pieces, scope.me)]


def _reveal(w: World, node: tree.Reveal, scope: Scope) -> list[source_statements.Stmt]:
    """Every player sees what lies there."""
    found = formula(w, node.zone, scope)
    pieces = construct.as_pieces(w, found)
    if pieces is None:
        if not is_broken(found):
            w.problem(NotAZone(node.zone.span, describe(w, found.type)))
        return []
    made: list[source_statements.Stmt] = []
    if isinstance(found.type, Zone) and found.type.form == "pile":
        made.append(s.Resolve(found, None, w.site(node.span, scope.where)))
    seat = w.local("seat", w.player)
    everybody = expressions.Const(tuple(range(len(w.seats))), ListOf(w.player, len(w.seats)))
    return [*made, s.For((seat.id,), everybody, (s.Peek(pieces, seat),))]


def _award(w: World, node: tree.Award, scope: Scope) -> list[source_statements.Stmt]:
    symbol = w.members.get("player", {}).get(node.field.id) if isinstance(node.field, tree.Name) else None
    if not isinstance(symbol, FieldSymbol):
        fields = tuple(n for n, v in w.members.get("player", {}).items() if isinstance(v, FieldSymbol))
        w.problem(UnknownName(node.field.span, words(node.field), "number that every player has", fields))
        return []
    prizes = formula(w, node.prizes, scope)
    prizes = row_as_list(w, prizes) or construct.as_list(w, prizes)
    if not isinstance(node.to, tree.Sort):
        w.problem(Mismatch(node.to.span, "players sorted with `by highest …`", "something unsorted"))
        return []
    ranked = ranking(w, node.to, scope)
    if is_broken(prizes) or is_broken(ranked):
        return []
    if not isinstance(prizes.type, ListOf) or not isinstance(prizes.type.of, Int):
        w.problem(Mismatch(node.prizes.span, "a list of numbers", describe(w, prizes.type)))
        return []
    if not isinstance(ranked.type, Ranking) or not isinstance(ranked.type.of, Player):
        w.problem(Mismatch(node.to.span, "players", describe(w, ranked.type)))
        return []
    return [s.Award(symbol.id, prizes, ranked, node.rounding, w.site(node.span, scope.where), node.share)]


# ---------------------------------------------------------------- control


def _if(w: World, node: tree.If, scope: Scope, place: Place) -> tuple[list[source_statements.Stmt], Scope]:
    made = _arms(w, list(node.arms), node.otherwise, scope, place)
    return list(made), scope


def _arms(
    w: World, arms: list[tuple[tree.Expr, tree.Suite]], otherwise: tree.Suite | None, scope: Scope, place: Place
) -> tuple[source_statements.Stmt, ...]:
    if not arms:
        return suite(w, otherwise, scope, place) if otherwise is not None else ()
    (test, body), *rest = arms
    condition = flag(w, test, scope)
    then = suite(w, body, scope.with_facts(construct.holds(condition)), place)
    other = _arms(w, rest, otherwise, scope.with_facts(construct.fails(condition)), place)
    if isinstance(condition, expressions.Const):
        return then if condition.value else other
    return (s.If(condition, then, other),)


def _match(w: World, node: tree.Match, scope: Scope, place: Place) -> list[source_statements.Stmt]:
    subject = construct.as_kind(formula(w, node.subject, scope))
    if is_broken(subject):
        for arm in node.arms:
            suite(w, arm.body, scope, place)
        return []
    if isinstance(subject.type, Optional) and not any(
        isinstance(v, tree.NoneLiteral) for a in node.arms for v in a.values
    ):
        subject = construct.need(w, scope, subject, node.subject.span, words(node.subject))
    local = w.local("subject", subject.type)
    seen: set[object] = set()
    arms: list[tuple[expressions.Expr, tuple[source_statements.Stmt, ...]]] = []
    for arm in node.arms:
        tests: list[expressions.Expr] = []
        for value in arm.values:
            wanted = arm_value(w, value, scope, local.type)
            if isinstance(wanted, expressions.Const):
                if wanted.value in seen and not is_broken(wanted):
                    w.problem(DeclaredTwice(value.span, words(value), value.span))
                seen.add(wanted.value)
            tests.append(expressions.Equal(local, wanted, FLAG))
        arms.append((construct.any_of(tests), suite(w, arm.body, scope, place)))
    if node.otherwise is None:
        _check_exhaustive(w, node, local.type, seen)
    tail: tuple[source_statements.Stmt, ...] = (
        suite(w, node.otherwise, scope, place) if node.otherwise is not None else ()
    )
    if node.otherwise is None and arms:
        tail = arms.pop()[1]
    tail = construct.first_of(arms, tail, lambda test, then, otherwise: (s.If(test, then, otherwise),))
    return [s.SetLocal(local.id, subject), *tail]


def _check_exhaustive(w: World, node: tree.Match, type_: Type, seen: set[object]) -> None:
    missing = missing_values(w, type_, seen)
    if missing:
        w.problem(NotExhaustive(node.span, missing))


def _for(w: World, node: tree.For, scope: Scope, place: Place) -> list[source_statements.Stmt]:
    if len(node.names) == 2:
        return _for_pairs(w, node, scope, place)
    source, local = elements(w, node.source, scope, name=node.names[0].text)
    if source is None:
        suite(w, node.body, scope.with_name(node.names[0].text, BROKEN), place)
        return []
    body = suite(w, node.body, bind(w, scope, node.names[0], local, place), place)
    source = construct.as_list(w, source)
    check_room(w, node.source.span, "the list of this `for`", source.type)
    return [s.For((local.id,), source, body)]


def _for_pairs(w: World, node: tree.For, scope: Scope, place: Place) -> list[source_statements.Stmt]:
    source = construct.as_list(w, formula(w, node.source, scope))
    element = source.type.of if isinstance(source.type, ListOf) else None
    if not isinstance(element, ListOf):
        if not is_broken(source):
            w.problem(NotACollection(node.source.span, describe(w, source.type)))
        return []
    check_room(w, node.source.span, "the list of this `for`", source.type)
    locals_ = tuple(w.local(n.text, element.of) for n in node.names)
    for name, local in zip(node.names, locals_, strict=True):
        scope = bind(w, scope, name, local, place)
    return [s.For(tuple(v.id for v in locals_), source, suite(w, node.body, scope, place))]


def limit(
    w: World, node: tree.Limit | None, scope: Scope
) -> tuple[Literal["up_to", "at_most"] | None, expressions.Expr | None]:
    if node is None:
        return None, None
    number = integer(w, node.number, scope)
    return node.kind, (construct.number(1) if is_broken(number) else number)


def each(
    w: World, clause: tree.EachClause, body: tree.Suite, scope: Scope, place: Place
) -> source_statements.Each | s.Repeat | None:
    """Players one after the other."""
    if clause.noun.text != "player":
        w.problem(UnknownName(clause.noun.span, clause.noun.text, "kind of turn", ("player",)))
        return None
    order = typed(w, clause.order, scope, ListOf(w.player, len(w.seats))) if clause.order is not None else None
    if clause.keys:
        order = _sorted_players(w, clause, order, scope)
    first = typed(w, clause.first, scope, w.player) if clause.first is not None else None
    me = w.local("me", w.player)
    inner = evolve(scope, me=me, element=None, uses=Uses())
    where = flag(w, clause.where, inner) if clause.where is not None else None
    until = flag(w, clause.until, scope) if clause.until is not None else None
    kind, number = limit(w, clause.limit, scope)
    if clause.until is not None and order is not None and not clause.together:
        help_ = "turns until something holds go clockwise, `from` whom you say: put the ordered ones into a `repeat`"
        w.problem(Misplaced(clause.until.span, "`until`", help_))
        order = None
    if until is None and clause.limit is not None:
        w.problem(Misplaced(clause.limit.span, "this limit", "everybody has one turn here: a limit belongs to `until`"))
    if until is not None and kind is None:
        derived = derived_limit(w, body)
        if derived is None:
            end = Span(clause.span.source, clause.span.end, clause.span.end)
            w.problem(NoLimit(clause.span, "these turns", end, f", at most {USUAL['turns']}"))
        kind, number = "at_most", construct.number(derived or 1)
    turn = not place.in_turn
    inner_place = evolve(place, in_turn=True)
    facts = construct.holds(where) if where is not None else frozenset[expressions.Expr]()
    made = suite(w, body, inner.with_facts(facts), inner_place)
    site = w.site(clause.span, scope.where)
    cut = clause.limit is not None and clause.limit.cut_off
    reason = cut_reason(w, number, "passes" if clause.together else "turns") if cut else 0
    if clause.together and until is not None and kind is not None and number is not None:
        once = source_statements.Each(me.id, order, first, where, True, None, None, None, turn, made, site)
        return s.Repeat(kind, number, until, (once,), site, cut, reason)
    return source_statements.Each(
        me.id, order, first, where, clause.together, until, kind, number, turn, made, site, cut, reason
    )


def cut_reason(w: World, number: expressions.Expr | None, what: str) -> int:
    """The reason of a match that is cut off, as an index."""
    bound = number.value if isinstance(number, expressions.Const) else "so many"
    w.cuts.append(f"{CUT_OFF} {bound} {what}")
    return w.first_cut + len(w.cuts) - 1


def _sorted_players(
    w: World, clause: tree.EachClause, order: expressions.Expr | None, scope: Scope
) -> expressions.Expr:
    """`each player by lowest played.number`: the order in which they take their turns."""
    everybody = expressions.Const(tuple(range(len(w.seats))), ListOf(w.player, len(w.seats)))
    source = order if order is not None else everybody
    local = w.local("me", w.player)
    inner = evolve(scope, me=local, element=local, uses=Uses())
    keys = tuple(expressions.SortKey(k.direction == "highest", sort_key(w, k.value, inner)) for k in clause.keys)
    ranked = expressions.Sorted(source, local.id, keys, Ranking(w.player, len(w.seats)))
    return expressions.Convert(ranked, ListOf(w.player, len(w.seats)))


def _repeat(w: World, node: tree.Repeat, scope: Scope, place: Place) -> list[source_statements.Stmt]:
    kind, number = limit(w, node.limit, scope)
    until = flag(w, node.until, scope) if node.until is not None else None
    body = suite(w, node.body, scope, place)
    if kind is None or number is None:
        derived = derived_limit(w, node.body) if until is not None else None
        if derived is None:
            word = Span(node.span.source, node.span.start, node.span.start + len("repeat"))
            after = Span(word.source, word.end, word.end)
            w.problem(NoLimit(word, "this `repeat`", after, f" at most {USUAL['passes']}"))
        kind, number = "at_most", construct.number(derived or 1)
    cut = node.limit is not None and node.limit.cut_off
    reason = cut_reason(w, number, "passes") if cut else 0
    return [s.Repeat(kind, number, until, body, w.site(node.span, scope.where), cut, reason)]


def _as(w: World, node: tree.As, scope: Scope, place: Place) -> list[source_statements.Stmt]:
    who = typed(w, node.who, scope, w.player)
    me = w.local("me", w.player)
    body = suite(w, node.body, evolve(scope, me=me, uses=Uses()), place)
    return [] if is_broken(who) else [s.SetLocal(me.id, who), *body]
