"""Fields, and what they hold at the start."""

from __future__ import annotations

from typing import Literal

from attrs import evolve

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import Dimension, FieldSpec
from gamedsl.graph.model.types import (
    UNKNOWN,
    WORD,
    Bag,
    FieldId,
    Flag,
    Int,
    ListOf,
    Optional,
    Player,
    SetOf,
    Type,
    Unknown,
    Value,
)
from gamedsl.semantics.construction import conversions
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.data.member_heads import (
    allow_only,
    claim_member,
    dimensions_of,
    instance_count,
    is_period,
    next_slot,
    periods,
)
from gamedsl.semantics.data.start_room import has_room, room_of
from gamedsl.semantics.data.type_names import named_type, type_of
from gamedsl.semantics.data.visibility import EVERYONE, owners_of, visibility_of
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import FieldSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import NeedsType, NotConstant, OutOfRange, UnknownName
from gamedsl.syntax import tree


def declare_field(world: World, member: tree.Field, owner: str | None) -> None:
    allow_only(world, member, (tree.SeenBy, tree.ResetEach), "it belongs to zones, like `hand: bag of card`")
    dimensions = dimensions_of(world, member, owner)
    type_ = type_of(world, member.type) if member.type is not None else None
    start: expressions.Expr | None = None
    if member.start is not None:
        start = world.check.formula(member.start, Scope(member.name.text), type_)
        if type_ is None and not is_broken(start):
            type_ = WORD if isinstance(start.type, Int) else start.type
    elif type_ is None and member.type is None:
        simple = named_type(world, member.name.text)
        if simple is None:
            world.problem(NeedsType(member.name.span, member.name.text))
        type_ = simple
    if type_ is None or dimensions is None:
        type_, dimensions = UNKNOWN, dimensions or ()
    n = instance_count(dimensions)
    if not has_room(world, member.name, n, room_of(world, type_)):
        n = 0  # nothing is kept for it, but its uses mean what they say
    value = (
        first_value(world, type_)
        if start is None or member.start is None
        else _start_value(world, member.name.text, member.start, type_, start)
    )
    reset = next((a.period for a in member.attributes if isinstance(a, tree.ResetEach)), None)
    if reset is not None and not is_period(world, reset.text):
        world.problem(UnknownName(reset.span, reset.text, "period", ("round", "turn", *periods(world))))
        reset = None
    base = next_slot(world)
    field = FieldId(len(world.fields))
    if not claim_member(world, owner, member.name, FieldSymbol(field)):
        return
    world.fields.append(
        FieldSpec(
            member.name.text, type_, dimensions, owner is not None, None, base, (value,) * n,
            reset.text if reset is not None else None, EVERYONE, False, member.doc,
        )
    )  # fmt: skip
    world.fields[field] = evolve(
        world.fields[field], visibility=visibility_of(world, member, owner), owners=owners_of(world, owner)
    )


def _start_value(world: World, name: str, written: tree.Expr, type_: Type, start: expressions.Expr) -> Value:
    if is_broken(start) or isinstance(type_, Unknown):
        return None
    wanted = conversions.coerce(world, Scope(name), start, type_, written.span)
    if isinstance(wanted, expressions.Within) and isinstance(wanted.operand, expressions.Const):
        limits = wanted.type
        world.problem(OutOfRange(written.span, str(wanted.operand.value), f"{limits.low}..{limits.high}"))
        return limits.low
    if not isinstance(wanted, expressions.Const):
        if not is_broken(wanted):
            world.problem(NotConstant(written.span, "the start value of a field"))
        return first_value(world, type_)
    return wanted.value


def first_value(world: World, type_: Type) -> Value:
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
            return tuple(range(len(world.seats))) if isinstance(type_.of, Player) else ()
        case _:
            return 0


def hidden_field(
    world: World,
    name: str,
    type_: Type,
    start: Value,
    dimensions: tuple[Dimension, ...] = (),
    *,
    told: Literal["in views", "never"] = "in views",
) -> FieldId:
    """A field that the language itself keeps."""
    base = next_slot(world)
    owned = bool(dimensions) and isinstance(dimensions[0].type, Player)
    world.fields.append(
        FieldSpec(
            name,
            type_,
            dimensions,
            owned,
            None,
            base,
            (start,) * instance_count(dimensions),
            None,
            EVERYONE,
            told == "never",
            None,
        )
    )
    return FieldId(len(world.fields) - 1)


def round_field(world: World) -> FieldId:
    """The number of the round: kept only where something reads it, so that positions of different rounds can be equal."""
    if world.round_field is None:
        world.round_field = hidden_field(world, "round", Int(0, world.round_limit), 0)
    return world.round_field
