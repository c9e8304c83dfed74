"""Declares zones, and the pieces that start in them."""

from __future__ import annotations

from typing import cast

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import Dimension, FieldSpec, FunctionSpec, Visibility, ZoneSpec
from gamedsl.graph.model.types import FLAG, UNKNOWN, ClassId, FieldId, KindId, ListOf, Player, SeatId, Value, ZoneId
from gamedsl.semantics.data.components import OTHER_SIDES, Start
from gamedsl.semantics.data.type_names import classes_of
from gamedsl.semantics.model.symbols import FieldSymbol, ZoneSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.certain import SureFault, SureFlaw
from gamedsl.semantics.problems.data import BadData, DataFlaw, TooFull
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.rules import Misplaced, Misplacement
from gamedsl.semantics.problems.terms import Role, Thing, about
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.semantics.state.member_heads import (
    add_function,
    allow_only,
    claim_member,
    dimensions_of,
    instance_count,
    next_instance,
    next_slot,
)
from gamedsl.semantics.state.start_room import has_room
from gamedsl.semantics.state.visibility import EVERYONE, owners_of, visibility_of
from gamedsl.syntax.marks import sentence_or_none
from gamedsl.syntax.tree import declarations, fields
from gamedsl.values import evolve


def close_box(world: World, member: fields.Field) -> None:
    """Applies `box, seen by nobody`: the predeclared zone with another visibility."""
    allow_only(world, member, (fields.SeenBy, fields.CountHidden, fields.NotShown), Misplacement.ATTRIBUTE_OF_BOX)
    zone = box_zone(world)
    if not member.is_shown:
        world.unshown_zones.append(zone)
    world.zones[zone] = evolve(world.zones[zone], visibility=visibility_of(world, member, None))


def declare_seat_zone(world: World, seat: SeatId, member: fields.Field, zone: ZoneId) -> None:
    """Lets a seat change who sees its zone: the visibility becomes a function of the owner."""
    spec = world.zones[zone]
    allow_only(world, member, (fields.SeenBy, fields.CountHidden), Misplacement.ATTRIBUTE_OF_SEATS_ZONE)
    type_ = cast("fields.ZoneType", member.type)
    if type_.form != spec.form or classes_of(world, type_.classes) not in (None, spec.classes):
        classes = " or ".join(world.classes[c].name for c in spec.classes)
        same = about(Thing.ZONE_AS_FOR_ALL, spec.form, classes)
        world.problem(Mismatch(type_.span, same, Thing.OTHER_ZONE))
    own = visibility_of(world, member, "player")
    if own == spec.visibility:
        return
    p = world.local("owner", world.player)
    everybody = expressions.Const(tuple(range(len(world.seats))), ListOf(world.player, len(world.seats)))

    def seers(v: Visibility) -> expressions.Expr:
        match v.who:
            case "everyone":
                return everybody
            case "nobody":
                return expressions.Const((), ListOf(world.player, len(world.seats)))
            case "owner":
                return expressions.MakeList((p,), ListOf(world.player, len(world.seats)))
            case "others":
                return expressions.Without(
                    everybody,
                    expressions.MakeList((p,), ListOf(world.player, 1)),
                    ListOf(world.player, len(world.seats)),
                )
            case "function":
                return everybody if v.function is None else expressions.Call(v.function, (p,), everybody.type)

    is_seat = expressions.Equal(p, expressions.Const(seat, world.player), FLAG)
    body = expressions.IfElse(is_seat, seers(own), seers(spec.visibility), ListOf(world.player, len(world.seats)))
    function = add_function(world, FunctionSpec(f"who sees {spec.name}", (p.id,), body))
    world.zones[zone] = evolve(
        spec, visibility=Visibility("function", function, spec.visibility.count_hidden, spec.visibility.top_seen)
    )


def declare_zone(
    world: World, member: fields.Field, type_: fields.ZoneType, owner: str | None, starts: list[Start]
) -> ZoneId | None:
    """Declares a zone without its visibility, which may depend on members declared below it."""
    dimensions = dimensions_of(world, member, owner)
    classes = classes_of(world, type_.classes)
    if classes is None or dimensions is None:
        _unknown_member(world, member, owner)
        return None
    allow_only(
        world,
        member,
        (fields.SeenBy, fields.TopSeen, fields.CountHidden, fields.Capacity, fields.Refilled, fields.NotShown),
        Misplacement.ATTRIBUTE_OF_ZONE,
    )
    if member.start is not None:
        world.problem(Misplaced(member.start.span, Misplacement.START_VALUE_OF_ZONE))
    capacity = _capacity(world, member, type_)
    pieces = world.copies_of(classes) if type_.form == "pile" else len(world.kinds_of(classes))
    if not has_room(
        world, member.name, instance_count(dimensions), max(1, pieces if capacity is None else min(capacity, pieces))
    ):
        _unknown_member(world, member, owner)
        return None
    zone = ZoneId(len(world.zones))
    if not claim_member(world, owner, member.name, ZoneSymbol(zone)):
        return None
    if not member.is_shown:
        world.unshown_zones.append(zone)
    base = next_instance(world)
    empty: tuple[tuple[KindId, int], ...] = ()
    world.zones.append(
        ZoneSpec(
            member.name.text, type_.form, classes, dimensions, owner is not None, None, base, (empty,) * instance_count(dimensions),
            capacity, None, EVERYONE, False, sentence_or_none(member.doc),
        )
    )  # fmt: skip
    fill_zone(world, zone, starts)
    return zone


def show_zone(world: World, zone: ZoneId, member: fields.Field, owner: str | None) -> None:
    """Sets who sees the zone."""
    world.zones[zone] = evolve(
        world.zones[zone], visibility=visibility_of(world, member, owner), owners=owners_of(world, owner)
    )


def _capacity(world: World, member: fields.Field, type_: fields.ZoneType) -> int | None:
    limit = next((a for a in member.attributes if isinstance(a, fields.Capacity)), None)
    if type_.form == "slot":
        if limit is not None and limit.number != 1:
            world.problem(Misplaced(limit.span, Misplacement.LIMIT_OF_SLOT))
        return 1
    if limit is not None and limit.number == 0:
        world.judge("sure", limit.span, SureFault(limit.span, about(SureFlaw.ROOM_OF_NOTHING, member.name.text)))
    return limit.number if limit is not None else None


def _unknown_member(world: World, member: fields.Field, owner: str | None) -> None:
    """Declares a field in place of a zone with a problem, so that its uses are not reported as well."""
    field = FieldId(len(world.fields))
    if claim_member(world, owner, member.name, FieldSymbol(field)):
        base = next_slot(world)
        dimensions = (Dimension(world.player, len(world.seats), 0),) if owner is not None else ()
        start: tuple[Value, ...] = (None,) * instance_count(dimensions)
        spec = FieldSpec(member.name.text, UNKNOWN, dimensions, False, None, base, start, None, EVERYONE, False, None)
        world.fields.append(spec)


def declare_refills(world: World, decls: tuple[declarations.Decl, ...]) -> None:
    """Adds `, refilled from Z` when all zones are known."""
    for block in (d for d in decls if isinstance(d, fields.Fields)):
        for member in (m for m in block.members if isinstance(m, fields.Field)):
            for attribute in member.attributes:
                if isinstance(attribute, fields.Refilled):
                    _refill(world, block, member, attribute)


def _refill(world: World, block: fields.Fields, member: fields.Field, attribute: fields.Refilled) -> None:
    owner = block.owner.text if block.owner is not None else ""
    own = world.members.get(owner, {}).get(member.name.text) or world.symbols.get(member.name.text)
    name = attribute.source.text
    source = world.members.get(owner, {}).get(name) or world.symbols.get(name)
    if source is own and isinstance(own, ZoneSymbol):
        world.judge("sure", attribute.span, SureFault(attribute.span, about(SureFlaw.REFILLED_FROM_ITSELF, name)))
        return
    if not isinstance(source, ZoneSymbol) or not isinstance(own, ZoneSymbol):
        world.problem(UnknownName(attribute.source.span, name, Role.ZONE, tuple(z.name for z in world.zones)))
        return
    held, fitting = world.zones[source.id].classes, world.zones[own.id].classes
    strange = [world.classes[cls].name for cls in held if cls not in fitting]
    if strange:
        flaw = about(DataFlaw.REFILL_OF_OTHER_PIECES, name, member.name.text, strange[0])
        world.problem(BadData(attribute.span, flaw))
    elif not world.zones[source.id].dimensions or world.zones[source.id].dimensions == world.zones[own.id].dimensions:
        world.zones[own.id] = evolve(world.zones[own.id], refill=source.id)
        world.used.add(name)
    else:
        world.problem(BadData(attribute.span, about(DataFlaw.REFILL_OF_OTHER_OWNER, name, member.name.text)))


def fill_zone(world: World, zone: ZoneId, starts: list[Start]) -> None:
    spec = world.zones[zone]
    content = [dict(c) for c in spec.start]
    too_full: dict[int, TooFull] = {}
    """By instance: the zone that is too full, with the number of its pieces and the place of the last ones."""
    told: set[int] = set()
    """The components already reported as not fitting into the zone; their further kinds are not reported."""
    for start in starts:
        kind = world.kinds[start.kind]
        if kind.cls in told:
            continue
        if kind.cls not in spec.classes:
            told.add(kind.cls)
            world.problem(BadData(start.span, about(DataFlaw.WRONG_ZONE, spec.name, world.classes[kind.cls].name)))
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
            world.problem(BadData(start.span, about(DataFlaw.ZONE_OF_NOBODY, spec.name)))
            continue
        content[at][start.kind] = content[at].get(start.kind, 0) + start.count
        found = sum(content[at].values())
        if spec.capacity is not None and found > spec.capacity and start.count:
            too_full[at] = TooFull(start.span, spec.name, found, spec.capacity)
    for problem in dict.fromkeys(too_full.values()):
        world.problem(problem)
    world.zones[zone] = evolve(spec, start=tuple(tuple(sorted(c.items())) for c in content))


def box_zone(world: World) -> ZoneId:
    """Returns the predeclared `box`, made on first use."""
    if world.box is None:
        world.box = ZoneId(len(world.zones))
        base = next_instance(world)
        classes = tuple(ClassId(i) for i in range(len(world.classes)))
        world.zones.append(
            ZoneSpec("box", "bag", classes, (), False, None, base, ((),), None, None, EVERYONE, False, "Out of play.")
        )
    return world.box


def sides_zone(world: World) -> ZoneId:
    """Returns the zone of the hidden sides of pieces; nobody sees it, and the rules have no name for it."""
    if world.sides_zone is not None:
        return world.sides_zone
    world.sides_zone = ZoneId(len(world.zones))
    base = next_instance(world)
    world.zones.append(
        ZoneSpec(
            OTHER_SIDES, "bag", tuple(sorted(world.sides)), (), False, None, base, ((),), None, None,
            Visibility("nobody"), True, None,
        )
    )  # fmt: skip
    return world.sides_zone


def zone_for_drawing(world: World, classes: tuple[ClassId, ...]) -> ZoneId:
    """Returns the zone for pieces of `draw … keep` until the player has chosen: one for each player, seen by its owner."""
    for i, spec in enumerate(world.zones):
        if spec.hidden and spec.name == "drawn" and spec.classes == classes:
            return ZoneId(i)
    base = next_instance(world)
    dimension = Dimension(world.player, len(world.seats), 0)
    empty: tuple[tuple[KindId, int], ...] = ()
    world.zones.append(
        ZoneSpec(
            "drawn",
            "bag",
            classes,
            (dimension,),
            True,
            None,
            base,
            (empty,) * len(world.seats),
            None,
            None,
            Visibility("owner"),
            True,
            None,
        )
    )
    return ZoneId(len(world.zones) - 1)
