"""Fields, zones, and functions (`let`, score lines) of one setup."""

from __future__ import annotations

from math import prod
from typing import Literal, cast

from attrs import evolve

from gamedsl.diagnostics.suggest import closest
from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import Dimension, FieldSpec, FunctionSpec, Visibility, ZoneSpec
from gamedsl.graph.model.types import (
    FLAG,
    UNKNOWN,
    WORD,
    Bag,
    ClassId,
    Direction,
    Enum,
    FieldId,
    Flag,
    FunctionId,
    Int,
    Kind,
    KindId,
    ListOf,
    Optional,
    Piece,
    Pieces,
    Player,
    Position,
    Row,
    SeatId,
    SetOf,
    Type,
    Unknown,
    Value,
    Zone,
    ZoneId,
)
from gamedsl.semantics.data.declarations import MOST_PLACES, Start, claim, named_type
from gamedsl.semantics.data.start_room import has_room, room_of
from gamedsl.semantics.formulas import construct
from gamedsl.semantics.formulas.construct import is_broken
from gamedsl.semantics.model.expansion_limits import is_too_deep, level, use
from gamedsl.semantics.model.functions import Function
from gamedsl.semantics.model.scope import Scope, Uses
from gamedsl.semantics.model.symbols import (
    BoardSymbol,
    ClassSymbol,
    EnumSymbol,
    FieldSymbol,
    LetSymbol,
    OwnBoardSymbol,
    PhaseSymbol,
    RuleSymbol,
    ScoreSymbol,
    Symbol,
    ZoneSymbol,
)
from gamedsl.semantics.model.types import most, size
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import (
    BadData,
    DeclaredTwice,
    Mismatch,
    Misplaced,
    NeedsType,
    NotConstant,
    Recursion,
    TooFull,
    TooMany,
    UnknownName,
    WrongSort,
)
from gamedsl.source import Span
from gamedsl.syntax import tree

EVERYONE = Visibility("everyone")
WHO: dict[str, Literal["owner", "others", "nobody"]] = {"owner": "owner", "others": "others", "nobody": "nobody"}


# ---------------------------------------------------------------- types as written


def type_of(w: World, e: tree.TypeExpr) -> Type | None:
    """The type of a field or parameter; a reported problem gives None. Zones give a Zone type."""
    match e:
        case tree.TypeName():
            return _simple(w, e.name)
        case tree.RangeType():
            return _range(w, e)
        case tree.SetType():
            of = _simple(w, e.of)
            return None if of is None else SetOf(of)
        case tree.OptionalType():
            of = type_of(w, e.of)
            return None if of is None else Optional(of)
        case tree.ValueBagType():
            if e.form != "bag":
                w.problem(Misplaced(e.span, f"a `{e.form}` of numbers", "numbers lie in a `bag of 1..6`"))
            values = _range(w, e)
            return None if values is None else Bag(values, 64)
        case tree.ZoneType():
            classes = _classes(w, e.classes)
            return None if classes is None else Zone(classes, e.form)
        case tree.UnionType() if all(isinstance(w.symbols.get(n.text), BoardSymbol) for n in e.names):
            board = w.joined_board(tuple(cast("BoardSymbol", w.symbols[n.text]).id for n in e.names))
            w.used.update(n.text for n in e.names)
            return Position(board, len(w.boards[board].spec.places))
        case tree.UnionType():
            classes = _classes(w, e.names)
            return None if classes is None else Kind(classes)


def _range(w: World, e: tree.RangeType | tree.ValueBagType) -> Int | None:
    if e.low > e.high:
        w.problem(BadData(e.span, f"there is no number from {e.low} to {e.high}", "write the smaller number first"))
        return None
    return Int(e.low, e.high)


def _simple(w: World, name: tree.Ident) -> Type | None:
    if name.text == "players":
        return ListOf(w.player, len(w.seats))
    if name.text == "int":
        return WORD
    if name.text == "flag":
        return FLAG
    found = named_type(w, name.text)
    if found is None:
        known = (
            *(e.name for e in w.enums),
            *(c.name for c in w.classes),
            *(b.spec.name for b in w.boards),
            "player",
            "players",
            "direction",
            "flag",
            "int",
        )
        w.problem(UnknownName(name.span, name.text, "type", tuple(sorted(known))))
    else:
        w.used.add(name.text)
    return found


def _classes(w: World, names: tuple[tree.Ident, ...]) -> tuple[ClassId, ...] | None:
    found: list[ClassId] = []
    for name in names:
        symbol = w.symbols.get(name.text)
        if not isinstance(symbol, ClassSymbol):
            w.problem(UnknownName(name.span, name.text, "component", tuple(c.name for c in w.classes)))
            return None
        w.used.add(name.text)
        found.append(symbol.id)
    return tuple(found)


# ---------------------------------------------------------------- fields and zones


def declare_members(
    w: World,
    decls: tuple[tree.Decl, ...],
    starts: list[Start],
    seats: dict[SeatId, tuple[tree.Field | tree.Define, ...]],
) -> None:
    """All `shared:` and `each T:` blocks and the fields of scripted seats, in order."""
    by_zone: dict[str, list[Start]] = {}
    for start in starts:
        by_zone.setdefault(start.zone, []).append(start)
    for block in decls:
        if isinstance(block, tree.Fields):
            owner = block.owner
            if owner is not None and (owner.text != "player" and named_type(w, owner.text) is None):
                w.problem(
                    UnknownName(
                        owner.span,
                        owner.text,
                        "type",
                        _owner_names(w),
                    )
                )
                owner = evolve(owner, text=closest(owner.text, _owner_names(w)) or "player")
            for member in block.members:
                _member(w, member, owner.text if owner is not None else None, by_zone)
    for seat, members in seats.items():
        for member in members:
            _seat_member(w, seat, member, by_zone)
    if by_zone.get("box"):
        box_zone(w)
        _fill(w, cast("ZoneId", w.box), by_zone.pop("box"))
    by_zone.pop("box", None)
    for zone, left in by_zone.items():
        names = (z.name for z in w.zones)
        w.problem(UnknownName(left[0].span, zone, "zone", tuple(sorted({*names, "box"}))))


def _owner_names(w: World) -> tuple[str, ...]:
    """What has elements that can have fields; an option whose values are declared with it has none."""
    return tuple(sorted(["player", *(n for n, s in w.symbols.items() if isinstance(s, EnumSymbol | BoardSymbol))]))


def declare_lets(w: World, decls: tuple[tree.Decl, ...]) -> None:
    """Top-level `let`s are known before the data, which may use constant ones."""
    for decl in decls:
        if isinstance(decl, tree.Define):
            claim(w, decl.name, LetSymbol(decl, None))


def _put(w: World, owner: str | None, name: tree.Ident, symbol: Symbol) -> bool:
    if owner is None:
        return claim(w, name, symbol)
    members = w.members.setdefault(owner, {})
    if owner in w.own_boards and isinstance(symbol, FieldSymbol | ZoneSymbol):
        if not _put(w, "player", name, symbol):
            return False
        symbol = OwnBoardSymbol(symbol)
    if name.text in members:
        w.problem(DeclaredTwice(name.span, name.text, w.spans.get(f"{owner}.{name.text}", name.span)))
        return False
    members[name.text] = symbol
    w.spans[f"{owner}.{name.text}"] = name.span
    return True


def _close_box(w: World, member: tree.Field) -> None:
    """`box, seen by nobody`: the predeclared zone with another visibility."""
    _only(w, member, (tree.SeenBy, tree.CountHidden), "of the `box` only who sees it can be said")
    zone = box_zone(w)
    w.zones[zone] = evolve(w.zones[zone], visibility=_visibility(w, member, None))


_ATTRIBUTES: dict[type[tree.FieldAttribute], str] = {
    tree.SeenBy: "`seen by`",
    tree.CountHidden: "`count hidden`",
    tree.ResetEach: "going back each turn, round or rule",
    tree.Capacity: "a limit on pieces",
    tree.Refilled: "`refilled from`",
}


def _only(w: World, member: tree.Field, allowed: tuple[type[tree.FieldAttribute], ...], where: str) -> None:
    """Reports attributes that say nothing about such a member, and those that are said twice."""
    seen: set[type] = set()
    for attribute in member.attributes:
        if not isinstance(attribute, allowed):
            w.problem(Misplaced(attribute.span, _ATTRIBUTES[type(attribute)], where))
        elif type(attribute) in seen:
            w.problem(Misplaced(attribute.span, f"{_ATTRIBUTES[type(attribute)]} a second time", "once is enough"))
        seen.add(type(attribute))


def _member(w: World, member: tree.Field | tree.Define, owner: str | None, starts: dict[str, list[Start]]) -> None:
    if isinstance(member, tree.Field) and member.name.text == "box" and owner is None and member.type is None:
        _close_box(w, member)
        return
    if isinstance(member, tree.Define):
        _put(w, owner, member.name, LetSymbol(member, owner))
        return
    if isinstance(member.type, tree.ZoneType):
        _zone(w, member, member.type, owner, starts.pop(member.name.text, []))
    else:
        _field(w, member, owner)


def _seat_member(w: World, seat: SeatId, member: tree.Field | tree.Define, starts: dict[str, list[Start]]) -> None:
    """A scripted seat's own field or zone exists for every seat (empty for the others); its formula or type replaces the general one while it acts."""
    known = w.members.setdefault("player", {}).get(member.name.text)
    if isinstance(member, tree.Define):
        if isinstance(known, LetSymbol):
            w.members["player"][member.name.text] = evolve(known, seats=(*known.seats, (seat, member)))
        else:
            _put(w, "player", member.name, LetSymbol(member, "player"))
        return
    if isinstance(known, ZoneSymbol) and isinstance(member.type, tree.ZoneType):
        _seat_zone(w, seat, member, known.id)
    elif known is None:
        _member(w, member, "player", starts)
    else:
        w.problem(
            DeclaredTwice(
                member.name.span, member.name.text, w.spans.get(f"player.{member.name.text}", member.name.span)
            )
        )


def _seat_zone(w: World, seat: SeatId, member: tree.Field, zone: ZoneId) -> None:
    """The seat sees and shows the zone otherwise: its visibility becomes a function of the owner."""
    spec = w.zones[zone]
    _only(w, member, (tree.SeenBy, tree.CountHidden), "a seat can change who sees its zones, and nothing else of them")
    type_ = cast("tree.ZoneType", member.type)
    if type_.form != spec.form or _classes(w, type_.classes) not in (None, spec.classes):
        same = f"`{spec.form} of {' or '.join(w.classes[c].name for c in spec.classes)}`, as for everybody"
        w.problem(Mismatch(type_.span, same, "another kind of zone"))
    own = _visibility(w, member, "player")
    if own == spec.visibility:
        return
    p = w.local("owner", w.player)
    everybody = expressions.Const(tuple(range(len(w.seats))), ListOf(w.player, len(w.seats)))

    def seers(v: Visibility) -> expressions.Expr:
        match v.who:
            case "everyone":
                return everybody
            case "nobody":
                return expressions.Const((), ListOf(w.player, len(w.seats)))
            case "owner":
                return expressions.MakeList((p,), ListOf(w.player, len(w.seats)))
            case "others":
                return expressions.Without(
                    everybody, expressions.MakeList((p,), ListOf(w.player, 1)), ListOf(w.player, len(w.seats))
                )
            case "function":
                return everybody if v.function is None else expressions.Call(v.function, (p,), everybody.type)

    is_seat = expressions.Equal(p, expressions.Const(seat, w.player), FLAG)
    body = expressions.IfElse(is_seat, seers(own), seers(spec.visibility), ListOf(w.player, len(w.seats)))
    function = add_function(w, FunctionSpec(f"who sees {spec.name}", (p.id,), body))
    w.zones[zone] = evolve(spec, visibility=Visibility("function", function, spec.visibility.count_hidden))


def _dimensions(w: World, member: tree.Field, owner: str | None) -> tuple[Dimension, ...] | None:
    found: list[Dimension] = []
    if owner in w.own_boards:
        found.append(Dimension(w.player, len(w.seats), 0))
    if owner is not None:
        type_ = named_type(w, owner)
        if type_ is None:
            return None  # of a seat's block or a mended name: it is reported
        found.append(Dimension(type_, size(w, type_), 0))
    if member.index is not None:
        index = type_of(w, member.index)
        if index is None:
            return None
        if not isinstance(index, Int | Enum | Position | Player | Row | Direction):
            w.problem(WrongSort(member.index.span, "this", "no range or type", "a range, a type or a board"))
            return None
        if size(w, index) > MOST_PLACES:
            places = f"places of `{member.name.text}`"
            w.problem(TooMany(member.index.span, places, size(w, index), MOST_PLACES))
            return None
        found.append(Dimension(index, size(w, index), index.low if isinstance(index, Int) else 0))
    return tuple(found)


def _instances(dimensions: tuple[Dimension, ...]) -> int:
    return prod(d.size for d in dimensions)


def _visibility(w: World, member: tree.Field, owner: str | None) -> Visibility:
    who: Literal["everyone", "owner", "others", "nobody", "function"] = "everyone"
    function: FunctionId | None = None
    for attribute in member.attributes:
        if not isinstance(attribute, tree.SeenBy):
            continue
        text = attribute.who.text
        if text in WHO:
            who = WHO[text]
        elif text != "everyone":
            who, function = "function", _seers(w, attribute.who, owner)
            if function is None:
                who = "everyone"
        if who in ("owner", "others") and owner is None:
            w.problem(
                BadData(
                    attribute.span,
                    "a shared zone has no owner",
                    "write `seen by nobody`, or move it to an `each player:` block",
                )
            )
            who = "nobody"
    return Visibility(who, function, any(isinstance(a, tree.CountHidden) for a in member.attributes))


def _seers(w: World, name: tree.Ident, owner: str | None) -> FunctionId | None:
    symbol = w.members.get(owner or "", {}).get(name.text) or w.symbols.get(name.text)
    if not isinstance(symbol, LetSymbol):
        w.problem(
            UnknownName(name.span, name.text, "`let` that gives players", ("owner", "others", "nobody", "everyone"))
        )
        return None
    function = w.check.let(name.text, symbol, name.span)
    return function.id if function is not None else None


def owners_of(w: World, owner: str | None) -> FunctionId | None:
    """Players that belong to an element of T: those whose field or `let` T is that element."""
    if owner is None or owner == "player":
        return None
    symbol = w.members.get("player", {}).get(owner)
    type_ = named_type(w, owner)
    if symbol is None or type_ is None:
        return None
    element = w.local(owner, type_)
    p = w.local("p", w.player)
    scope = Scope(f"owners of {owner}")
    value = w.check.value_of(owner, symbol, p, scope, w.spans.get(f"player.{owner}", Span("", 0, 0)))
    everybody = expressions.Const(tuple(range(len(w.seats))), ListOf(w.player, len(w.seats)))
    body = expressions.Filter(everybody, p.id, expressions.Equal(value, element, FLAG), everybody.type)
    return add_function(w, FunctionSpec(f"players of {owner}", (element.id,), body))


def _field(w: World, member: tree.Field, owner: str | None) -> None:
    _only(w, member, (tree.SeenBy, tree.ResetEach), "it belongs to zones, like `hand: bag of card`")
    dimensions = _dimensions(w, member, owner)
    type_ = type_of(w, member.type) if member.type is not None else None
    start: expressions.Expr | None = None
    if member.start is not None:
        start = w.check.formula(member.start, Scope(member.name.text), type_)
        if type_ is None and not is_broken(start):
            type_ = WORD if isinstance(start.type, Int) else start.type
    elif type_ is None and member.type is None:
        simple = named_type(w, member.name.text)
        if simple is None:
            w.problem(NeedsType(member.name.span, member.name.text))
        type_ = simple
    if type_ is None or dimensions is None:
        type_, dimensions = UNKNOWN, dimensions or ()
    n = _instances(dimensions)
    if not has_room(w, member.name, n, room_of(w, type_)):
        n = 0  # nothing is kept for it, but its uses mean what they say
    value = (
        first_value(w, type_)
        if start is None or member.start is None
        else _start_value(w, member.name.text, member.start, type_, start)
    )
    reset = next((a.period for a in member.attributes if isinstance(a, tree.ResetEach)), None)
    if reset is not None and not is_period(w, reset.text):
        w.problem(UnknownName(reset.span, reset.text, "period", ("round", "turn", *periods(w))))
        reset = None
    base = _next_slot(w)
    field = FieldId(len(w.fields))
    if not _put(w, owner, member.name, FieldSymbol(field)):
        return
    w.fields.append(
        FieldSpec(
            member.name.text, type_, dimensions, owner is not None, None, base, (value,) * n,
            reset.text if reset is not None else None, EVERYONE, False, member.doc,
        )
    )  # fmt: skip
    w.fields[field] = evolve(w.fields[field], visibility=_visibility(w, member, owner), owners=owners_of(w, owner))


def _start_value(w: World, name: str, written: tree.Expr, type_: Type, start: expressions.Expr) -> Value:
    if is_broken(start) or isinstance(type_, Unknown):
        return None
    wanted = construct.coerce(w, Scope(name), start, type_, written.span)
    if isinstance(wanted, expressions.Within) and isinstance(wanted.operand, expressions.Const):
        from gamedsl.semantics.problems.problems import OutOfRange

        limits = cast("Int", wanted.type)
        w.problem(OutOfRange(written.span, str(wanted.operand.value), f"{limits.low}..{limits.high}"))
        return limits.low
    if not isinstance(wanted, expressions.Const):
        if not is_broken(wanted):
            w.problem(NotConstant(written.span, "the start value of a field"))
        return first_value(w, type_)
    return wanted.value


def first_value(w: World, type_: Type) -> Value:
    """What a field of this type holds if no start value is written."""
    match type_:
        case Int():
            return 0 if type_.low <= 0 <= type_.high else type_.low
        case Flag():
            return False
        case Optional() | Unknown():
            return None
        case SetOf() | Bag():
            return ()
        case ListOf():
            return tuple(range(len(w.seats))) if isinstance(type_.of, Player) else ()
        case _:
            return 0


def _zone(w: World, member: tree.Field, type_: tree.ZoneType, owner: str | None, starts: list[Start]) -> None:
    dimensions = _dimensions(w, member, owner)
    classes = _classes(w, type_.classes)
    if classes is None or dimensions is None:
        _unknown_member(w, member, owner)
        return
    _only(
        w,
        member,
        (tree.SeenBy, tree.CountHidden, tree.Capacity, tree.Refilled),
        "only fields go back: pieces are moved",
    )
    if member.start is not None:
        w.problem(Misplaced(member.start.span, "a start value", "what lies in a zone at the start, its components say"))
    capacity = _capacity(w, member, type_)
    pieces = w.copies_of(classes) if type_.form == "pile" else len(w.kinds_of(classes))
    if not has_room(
        w, member.name, _instances(dimensions), max(1, pieces if capacity is None else min(capacity, pieces))
    ):
        _unknown_member(w, member, owner)
        return
    zone = ZoneId(len(w.zones))
    if not _put(w, owner, member.name, ZoneSymbol(zone)):
        return
    base = _next_instance(w)
    empty: tuple[tuple[KindId, int], ...] = ()
    w.zones.append(
        ZoneSpec(
            member.name.text, type_.form, classes, dimensions, owner is not None, None, base, (empty,) * _instances(dimensions),
            capacity, None, EVERYONE, False, member.doc,
        )
    )  # fmt: skip
    w.zones[zone] = evolve(w.zones[zone], visibility=_visibility(w, member, owner), owners=owners_of(w, owner))
    _fill(w, zone, starts)


def _capacity(w: World, member: tree.Field, type_: tree.ZoneType) -> int | None:
    limit = next((a for a in member.attributes if isinstance(a, tree.Capacity)), None)
    if type_.form == "slot":
        if limit is not None and limit.number != 1:
            w.problem(Misplaced(limit.span, "this limit", "a `slot` holds one piece: more of them are a `bag`"))
        return 1
    return limit.number if limit is not None else None


def _unknown_member(w: World, member: tree.Field, owner: str | None) -> None:
    """Stands for a zone with a problem in its declaration: its uses are not reported too."""
    field = FieldId(len(w.fields))
    if _put(w, owner, member.name, FieldSymbol(field)):
        base = _next_slot(w)
        dimensions = (Dimension(w.player, len(w.seats), 0),) if owner is not None else ()
        start: tuple[Value, ...] = (None,) * _instances(dimensions)
        spec = FieldSpec(member.name.text, UNKNOWN, dimensions, False, None, base, start, None, EVERYONE, False, None)
        w.fields.append(spec)


def declare_refills(w: World, decls: tuple[tree.Decl, ...]) -> None:
    """`, refilled from Z`, when all zones are known."""
    for block in decls:
        for member in block.members if isinstance(block, tree.Fields) else ():
            for attribute in member.attributes if isinstance(member, tree.Field) else ():
                if isinstance(attribute, tree.Refilled):
                    _refill(w, cast("tree.Fields", block), cast("tree.Field", member), attribute)


def _refill(w: World, block: tree.Fields, member: tree.Field, attribute: tree.Refilled) -> None:
    owner = block.owner.text if block.owner is not None else ""
    own = w.members.get(owner, {}).get(member.name.text) or w.symbols.get(member.name.text)
    name = attribute.source.text
    source = w.members.get(owner, {}).get(name) or w.symbols.get(name)
    if not isinstance(source, ZoneSymbol) or not isinstance(own, ZoneSymbol):
        w.problem(UnknownName(attribute.source.span, name, "zone", tuple(z.name for z in w.zones)))
        return
    if not w.zones[source.id].dimensions or w.zones[source.id].dimensions == w.zones[own.id].dimensions:
        w.zones[own.id] = evolve(w.zones[own.id], refill=source.id)
        w.used.add(name)
    else:
        w.problem(
            BadData(
                attribute.span,
                f"`{name}` is not one zone for each `{member.name.text}`",
                "refill from a shared zone, or from one of the same owner",
            )
        )


def _fill(w: World, zone: ZoneId, starts: list[Start]) -> None:
    spec = w.zones[zone]
    content = [dict(c) for c in spec.start]
    too_full: dict[int, TooFull] = {}
    """For each zone that is, with the number of all pieces and the place of the last ones."""
    for start in starts:
        kind = w.kinds[start.kind]
        if kind.cls not in spec.classes:
            w.problem(
                BadData(
                    start.span,
                    f"`{spec.name}` holds no `{w.classes[kind.cls].name}`",
                    f"add `or {w.classes[kind.cls].name}` to its type",
                )
            )
            continue
        if not spec.dimensions:
            at = 0
        elif (
            spec.owned
            and isinstance(spec.dimensions[0].type, Player)
            and start.seat is not None
            and len(spec.dimensions) == 1
        ):
            at = int(start.seat)
        else:
            w.problem(
                BadData(
                    start.span,
                    f"there are several zones `{spec.name}`, and these pieces belong to none of them",
                    "start them in a shared zone and move them in `setup:`",
                )
            )
            continue
        content[at][start.kind] = content[at].get(start.kind, 0) + start.count
        found = sum(content[at].values())
        if spec.capacity is not None and found > spec.capacity and start.count:
            too_full[at] = TooFull(start.span, spec.name, found, spec.capacity)
    for problem in dict.fromkeys(too_full.values()):
        w.problem(problem)
    w.zones[zone] = evolve(spec, start=tuple(tuple(sorted(c.items())) for c in content))


def box_zone(w: World) -> ZoneId:
    """The predeclared `box`, made when something needs it."""
    if w.box is None:
        w.box = ZoneId(len(w.zones))
        base = _next_instance(w)
        classes = tuple(ClassId(i) for i in range(len(w.classes)))
        w.zones.append(
            ZoneSpec("box", "bag", classes, (), False, None, base, ((),), None, None, EVERYONE, False, "Out of play.")
        )
    return w.box


def drawn_zone(w: World, classes: tuple[ClassId, ...]) -> ZoneId:
    """Where pieces of `draw … keep` lie until the player has chosen: one place a player, seen by its owner."""
    for i, spec in enumerate(w.zones):
        if spec.hidden and spec.name == "drawn" and spec.classes == classes:
            return ZoneId(i)
    base = _next_instance(w)
    dimension = Dimension(w.player, len(w.seats), 0)
    empty: tuple[tuple[KindId, int], ...] = ()
    w.zones.append(
        ZoneSpec(
            "drawn",
            "bag",
            classes,
            (dimension,),
            True,
            None,
            base,
            (empty,) * len(w.seats),
            None,
            None,
            Visibility("owner"),
            True,
            None,
        )
    )
    return ZoneId(len(w.zones) - 1)


def hidden_field(
    w: World,
    name: str,
    type_: Type,
    start: Value,
    dimensions: tuple[Dimension, ...] = (),
    *,
    told: Literal["in views", "never"] = "in views",
) -> FieldId:
    """A field that the language itself keeps."""
    base = _next_slot(w)
    owned = bool(dimensions) and isinstance(dimensions[0].type, Player)
    w.fields.append(
        FieldSpec(
            name,
            type_,
            dimensions,
            owned,
            None,
            base,
            (start,) * _instances(dimensions),
            None,
            EVERYONE,
            told == "never",
            None,
        )
    )
    return FieldId(len(w.fields) - 1)


def _next_slot(w: World) -> int:
    """Where the values of a new field begin among those of all fields."""
    return w.fields[-1].base + len(w.fields[-1].start) if w.fields else 0


def _next_instance(w: World) -> int:
    """Where the instances of a new zone begin among those of all zones."""
    return w.zones[-1].base + len(w.zones[-1].start) if w.zones else 0


def periods(w: World) -> tuple[str, ...]:
    """Rules and phases: fields can go back to their start values at the start of each."""
    return tuple(n for n, v in w.symbols.items() if isinstance(v, RuleSymbol | PhaseSymbol))


def is_period(w: World, name: str) -> bool:
    return name in ("round", "turn") or isinstance(w.symbols.get(name), RuleSymbol | PhaseSymbol)


def round_field(w: World) -> FieldId:
    """The number of the round: kept only where something reads it, so that positions of different rounds can be equal."""
    if w.round_field is None:
        w.round_field = hidden_field(w, "round", Int(0, w.round_limit), 0)
    return w.round_field


# ---------------------------------------------------------------- functions


def add_function(w: World, spec: FunctionSpec) -> FunctionId:
    w.functions.append(spec)
    return FunctionId(len(w.functions) - 1)


def let_function(w: World, name: str, symbol: LetSymbol, span: Span) -> Function | None:
    """The function of a `let`, made at its first use; None after a reported recursion."""
    key = (symbol.owner or "", name)
    known = w.function_of.get(key)
    if known is not None:
        if w.functions[known.id] is None:
            w.problem(Recursion(span, (name,)))
            return None
    else:
        if is_too_deep(w, span):
            return None
        w.used.add(name)
        with level(w) as inside:
            known = _new_function(w, key, name, symbol)
        known.inside = inside
    use(w, known.inside, span)
    return known


def _new_function(w: World, key: tuple[str, str], name: str, symbol: LetSymbol) -> Function:
    w.functions.append(None)
    owner_type = (
        None if symbol.owner is None else (w.player if symbol.owner == "player" else named_type(w, symbol.owner))
    )
    function = Function(FunctionId(len(w.functions) - 1), owner_type, [], False, UNKNOWN, [])
    w.function_of[key] = function
    params: list[expressions.Local] = []
    for param in symbol.decl.params:
        type_ = param_type(w, param)
        params.append(w.local(param.name.text, type_))
        function.params.append((param.name.text, type_))
    owner = w.local("owner", owner_type) if owner_type is not None else None
    me = owner if symbol.owner == "player" else (w.local("me", w.player) if owner is None else None)
    uses = Uses()
    scope = Scope(
        name,
        {p.name.text: v for p, v in zip(symbol.decl.params, params, strict=True)},
        me=me,
        uses=uses,
        risks=function.risks,
    )
    if owner is not None and symbol.owner != "player":
        scope = scope.with_element(owner)
    body = w.check.formula(symbol.decl.value, scope)
    if owner is not None:
        for seat, decl in symbol.seats:
            own = w.check.formula(decl.value, scope)
            type_joined = construct.join_types(w, own.type, body.type)
            if type_joined is None:
                own, type_joined = construct.coerce(w, scope, own, body.type, decl.span), body.type
            body = expressions.IfElse(
                expressions.Equal(owner, expressions.Const(seat, w.player), FLAG), own, body, type_joined
            )
    function.needs_me = uses.me and owner is None
    function.type = body.type
    ids = (
        ([owner.id] if owner is not None else [])
        + ([me.id] if function.needs_me and me is not None else [])
        + [p.id for p in params]
    )
    w.functions[function.id] = FunctionSpec(name, tuple(ids), body)
    return function


def hides_nothing(w: World, name: tree.Ident) -> None:
    """A parameter may borrow the name of a type or component, not of a field or zone: reports it if it does."""
    for owner in ("", "player."):
        symbol = w.members.get("player", {}).get(name.text) if owner else w.symbols.get(name.text)
        if isinstance(symbol, FieldSymbol | ZoneSymbol) and named_type(w, name.text) is None:
            w.problem(DeclaredTwice(name.span, name.text, w.spans.get(f"{owner}{name.text}", name.span)))
            return


def same_params(w: World, own: tree.Rule | tree.PickDecl, general: tree.Rule | tree.PickDecl) -> bool:
    """Whether what a scripted seat replaces has the parameters of the general one; if not, that is reported."""
    found, wanted = ([(q.name.text, param_type(w, q)) for q in decl.params] for decl in (own, general))
    if found == wanted:
        return True
    names = ", ".join(name for name, _ in wanted)
    heading = f"{general.name.text}({names})" if names else general.name.text
    w.problem(Mismatch(own.name.span, f"`{heading}`, with the parameters of what it replaces,", "something else"))
    return False


def param_type(w: World, param: tree.Param) -> Type:
    """The declared type, or the type that the parameter is called like. A component is a piece, a bag of them pieces."""
    found = type_of(w, param.type) if param.type is not None else named_type(w, param.name.text)
    if found is None:
        if param.type is None:
            w.problem(NeedsType(param.name.span, param.name.text))
        return UNKNOWN
    if isinstance(found, Kind):
        return Piece(found.classes)
    if isinstance(found, Zone) and found.form != "pile":
        return Pieces(found.classes, most(w, found))
    return found


def score_function(w: World, index: int) -> tuple[FunctionId, Type]:
    """The function player -> points of a score line."""
    decl = w.score_decls[index]
    key = ("score", decl.name.text)
    known = w.function_of.get(key)
    if known is not None:
        if w.functions[known.id] is None:
            w.problem(Recursion(decl.name.span, (decl.name.text,)))
            return known.id, UNKNOWN
        return known.id, known.type
    w.functions.append(None)
    function = Function(FunctionId(len(w.functions) - 1), w.player, [], False, UNKNOWN, [])
    w.function_of[key] = function
    me = w.local("me", w.player)
    body = _points(w, decl, me)
    if decl.after is not None:
        points = add_function(w, FunctionSpec(f"{decl.name.text} after {decl.after.text}", (me.id,), body))
        seats = Dimension(w.player, len(w.seats), 0)
        stored = hidden_field(w, decl.name.text, WORD, 0, (seats,))
        w.score_stores[index] = (stored, points, body.type)
        reader = w.local("me", w.player)
        me, body = reader, expressions.FieldAt(stored, (reader,), WORD, w.site(decl.span, decl.name.text))
    function.type = body.type
    w.functions[function.id] = FunctionSpec(decl.name.text, (me.id,), body)
    return function.id, body.type


def _points(w: World, decl: tree.Score, me: expressions.Local) -> expressions.Expr:
    body = w.check.typed(decl.value, Scope(decl.name.text, me=me), Int(-(2**31), 2**31 - 1))
    return body.operand if isinstance(body, expressions.Within) else body


def score_store(w: World, index: int) -> tuple[FieldId, FunctionId, Type]:
    """Of a line `score … after …`: where it is kept, and what is added to it each time."""
    score_function(w, index)
    return w.score_stores[index]


def total_function(w: World) -> FunctionId:
    """The sum of all score lines of a player."""
    key = ("score", "total")
    known = w.function_of.get(key)
    if known is not None:
        return known.id
    w.functions.append(None)
    function = Function(FunctionId(len(w.functions) - 1), w.player, [], False, UNKNOWN, [])
    w.function_of[key] = function
    me = w.local("me", w.player)
    total: expressions.Expr = construct.number(0)
    for i, decl in enumerate(w.score_decls):
        line, type_ = score_function(w, i)
        if isinstance(type_, Int):
            call = expressions.Call(line, (me,), type_)
            total = call if i == 0 else construct.arithmetic(w, Scope("total"), "+", total, call, decl.span)
    function.type = total.type
    w.functions[function.id] = FunctionSpec("total", (me.id,), total)
    return function.id


def declare_scores(w: World, decls: tuple[tree.Decl, ...]) -> None:
    for decl in decls:
        if isinstance(decl, tree.Score) and decl.after is not None:
            symbol = w.symbols.get(decl.after.text)
            if decl.after.text != "round" and not isinstance(symbol, PhaseSymbol):
                phases = (n for n, s in w.symbols.items() if isinstance(s, PhaseSymbol))
                w.problem(UnknownName(decl.after.span, decl.after.text, "phase", ("round", *phases)))
        if isinstance(decl, tree.Score) and claim(w, decl.name, ScoreSymbol(len(w.score_decls))):
            w.score_decls.append(decl)
