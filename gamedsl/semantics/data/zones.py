"""Zones, and the pieces that start in them."""

from __future__ import annotations

from typing import cast

from attrs import evolve

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import Dimension, FieldSpec, FunctionSpec, Visibility, ZoneSpec
from gamedsl.graph.model.types import (
    FLAG,
    UNKNOWN,
    ClassId,
    FieldId,
    KindId,
    ListOf,
    Player,
    SeatId,
    Value,
    ZoneId,
)
from gamedsl.semantics.data.components import Start
from gamedsl.semantics.data.member_heads import (
    add_function,
    allow_only,
    claim_member,
    dimensions_of,
    instance_count,
    next_instance,
    next_slot,
)
from gamedsl.semantics.data.start_room import has_room
from gamedsl.semantics.data.type_names import classes_of
from gamedsl.semantics.data.visibility import EVERYONE, owners_of, visibility_of
from gamedsl.semantics.model.symbols import (
    FieldSymbol,
    ZoneSymbol,
)
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import (
    BadData,
    Mismatch,
    Misplaced,
    TooFull,
    UnknownName,
)
from gamedsl.syntax import tree


def close_box(w: World, member: tree.Field) -> None:
    """`box, seen by nobody`: the predeclared zone with another visibility."""
    allow_only(w, member, (tree.SeenBy, tree.CountHidden), "of the `box` only who sees it can be said")
    zone = box_zone(w)
    w.zones[zone] = evolve(w.zones[zone], visibility=visibility_of(w, member, None))


def declare_seat_zone(w: World, seat: SeatId, member: tree.Field, zone: ZoneId) -> None:
    """The seat sees and shows the zone otherwise: its visibility becomes a function of the owner."""
    spec = w.zones[zone]
    allow_only(
        w, member, (tree.SeenBy, tree.CountHidden), "a seat can change who sees its zones, and nothing else of them"
    )
    type_ = cast("tree.ZoneType", member.type)
    if type_.form != spec.form or classes_of(w, type_.classes) not in (None, spec.classes):
        same = f"`{spec.form} of {' or '.join(w.classes[c].name for c in spec.classes)}`, as for everybody"
        w.problem(Mismatch(type_.span, same, "another kind of zone"))
    own = visibility_of(w, member, "player")
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


def declare_zone(w: World, member: tree.Field, type_: tree.ZoneType, owner: str | None, starts: list[Start]) -> None:
    dimensions = dimensions_of(w, member, owner)
    classes = classes_of(w, type_.classes)
    if classes is None or dimensions is None:
        _unknown_member(w, member, owner)
        return
    allow_only(
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
        w, member.name, instance_count(dimensions), max(1, pieces if capacity is None else min(capacity, pieces))
    ):
        _unknown_member(w, member, owner)
        return
    zone = ZoneId(len(w.zones))
    if not claim_member(w, owner, member.name, ZoneSymbol(zone)):
        return
    base = next_instance(w)
    empty: tuple[tuple[KindId, int], ...] = ()
    w.zones.append(
        ZoneSpec(
            member.name.text, type_.form, classes, dimensions, owner is not None, None, base, (empty,) * instance_count(dimensions),
            capacity, None, EVERYONE, False, member.doc,
        )
    )  # fmt: skip
    w.zones[zone] = evolve(w.zones[zone], visibility=visibility_of(w, member, owner), owners=owners_of(w, owner))
    fill_zone(w, zone, starts)


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
    if claim_member(w, owner, member.name, FieldSymbol(field)):
        base = next_slot(w)
        dimensions = (Dimension(w.player, len(w.seats), 0),) if owner is not None else ()
        start: tuple[Value, ...] = (None,) * instance_count(dimensions)
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


def fill_zone(w: World, zone: ZoneId, starts: list[Start]) -> None:
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
        base = next_instance(w)
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
    base = next_instance(w)
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
