"""Declares fields, and their start values."""

from __future__ import annotations

from itertools import product
from typing import Literal

from gamedsl.diagnostics.meant import Meant
from gamedsl.graph.analysis import walk
from gamedsl.graph.analysis.number_words import PLACES
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.about import NumberWords
from gamedsl.graph.model.game import Dimension, FieldSpec
from gamedsl.graph.model.types import UNKNOWN, FieldId, Int, Type, plain
from gamedsl.semantics.construction import conversions
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.data.type_names import find_type, type_of
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import FieldSymbol
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.choices import BadNumberWords
from gamedsl.semantics.problems.data import NeedsType
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.rules import Misplacement
from gamedsl.semantics.problems.terms import Role, Thing
from gamedsl.semantics.problems.values import Mismatch, NotConstant, OutOfRange
from gamedsl.semantics.state import member_heads
from gamedsl.semantics.state.start_room import has_room, room_of
from gamedsl.semantics.state.visibility import EVERYONE, owners_of, visibility_of
from gamedsl.syntax.marks import sentence_or_none
from gamedsl.syntax.tree import fields, formulas
from gamedsl.values import evolve

_SAME_FOR_ALL = (formulas.Number, formulas.FlagLiteral, formulas.NoneLiteral)
"""Start values that are the same for every element."""


def declare_field(world: World, member: fields.Field, owner: str | None) -> types.FieldId | None:
    """Declares a field without its visibility, which may depend on members declared below it."""
    member_heads.allow_only(
        world,
        member,
        (fields.SeenBy, fields.ResetEach, fields.NotShown, fields.ShownAs),
        Misplacement.ATTRIBUTE_OF_FIELD,
    )
    dimensions = member_heads.dimensions_of(world, member, owner)
    type_ = type_of(world, member.type) if member.type is not None else None
    starts: tuple[expressions.Expr, ...] = ()
    if member.type is None and (meant := _range_as_start(member)) is not None:
        world.problem(NeedsType(member.name.span, member.name.text, meant))
    elif member.start is not None:
        starts = _starts(world, member, member.start, owner, dimensions or (), type_)
        if member.type is None:  # a mistake in the type leaves it unknown
            type_ = _type_of_starts(world, member.start, starts)
    elif type_ is None and member.type is None:
        simple = find_type(world, member.name.text)
        if simple is None:
            world.problem(NeedsType(member.name.span, member.name.text))
        type_ = simple
    if type_ is None or dimensions is None:
        type_, dimensions = types.UNKNOWN, dimensions or ()
    n = member_heads.instance_count(dimensions)
    if not has_room(world, member.name, n, room_of(world, type_)):
        n = 0  # no space is kept for it; its uses are still checked
    values = (
        (first_value(world, type_),)
        if member.start is None
        else tuple(_start_value(world, member.name.text, member.start, type_, start) for start in starts)
    )
    reset = next((a.period for a in member.attributes if isinstance(a, fields.ResetEach)), None)
    if reset is not None and not member_heads.is_period(world, reset.text):
        world.problem(UnknownName(reset.span, reset.text, Role.PERIOD, ("round", "turn", *member_heads.periods(world))))
        reset = None
    base = member_heads.next_slot(world)
    field = types.FieldId(len(world.fields))
    if not member_heads.claim_member(world, owner, member.name, FieldSymbol(field)):
        return None
    if not member.is_shown:
        world.unshown_fields.append(field)
    words = next((one for one in member.attributes if isinstance(one, fields.ShownAs)), None)
    if words is not None:
        add_number_words(world, field, words, type_)
    world.fields.append(
        FieldSpec(
            member.name.text, type_, dimensions, owner is not None, None, base, tuple(v for v in values for _ in range(n // len(values))),
            reset.text if reset is not None else None, EVERYONE, False, sentence_or_none(member.doc),
        )
    )  # fmt: skip
    return field


def show_field(world: World, field: types.FieldId, member: fields.Field, owner: str | None) -> None:
    """Sets who sees the field."""
    world.fields[field] = evolve(
        world.fields[field], visibility=visibility_of(world, member, owner), owners=owners_of(world, owner)
    )


def _range_as_start(member: fields.Field) -> Meant | None:
    """Returns the intended declaration for `boats = 0..2`, which says between which numbers a field is, and not where it begins."""
    match member.start:
        case formulas.Binary(op="..", left=formulas.Number(value=low), right=formulas.Number(value=high)):
            place = member.name.span.to(member.start.span)
            return Meant(place, f"{member.name.text}: {low}..{high} = {low}")
        case _:
            return None


def _starts(
    world: World,
    member: fields.Field,
    written: formulas.Expr,
    owner: str | None,
    dimensions: tuple[Dimension, ...],
    type_: types.Type | None,
) -> tuple[expressions.Expr, ...]:
    """Returns the start values of the elements of an `each` block, in their order; one if all have the same."""
    owners = dimensions[: len(dimensions) - len(member.indices)]
    scope = Scope(member.name.text)
    if owner is None or not owners or isinstance(written, _SAME_FOR_ALL):
        return (world.check.formula(written, scope, type_),)
    made: list[expressions.Expr] = []
    for ordinals in product(*(range(d.low, d.low + d.size) for d in owners)):
        elements = [expressions.Const(k, d.type) for k, d in zip(ordinals, owners, strict=True)]
        own = scope
        if isinstance(elements[0].type, types.Player):
            own = evolve(own, me=elements[0])
        if not isinstance(elements[-1].type, types.Player):
            own = own.with_element(elements[-1])
        made.append(world.check.formula(written, own, type_))
    return tuple(made)


def _type_of_starts(world: World, written: formulas.Expr, starts: tuple[expressions.Expr, ...]) -> types.Type | None:
    """Infers the type of a field from its start values."""
    found: types.Type = types.UNKNOWN
    for start in starts:
        if is_broken(start):
            return None
        joined = conversions.join_types(world, found, start.type)
        if joined is None:
            world.problem(Mismatch(written.span, describe(world, found), describe(world, start.type)))
            return None
        found = joined
    return types.WORD if isinstance(found, types.Int) else found


def _start_value(
    world: World, name: str, written: formulas.Expr, type_: types.Type, start: expressions.Expr
) -> types.Value:
    if is_broken(start) or isinstance(type_, types.Unknown):
        return None
    wanted = conversions.coerce(world, Scope(name), start, type_, written.span)
    limits = wanted.type
    if (
        isinstance(wanted, expressions.Within)
        and isinstance(wanted.operand, expressions.Const)
        and isinstance(limits, types.Int)
    ):
        world.problem(OutOfRange(written.span, str(wanted.operand.value), f"{limits.low}..{limits.high}"))
        return limits.low
    if not isinstance(wanted, expressions.Const):
        if not any(map(is_broken, walk.expressions(wanted))):
            world.problem(NotConstant(written.span, Thing.START_VALUE))
        return first_value(world, type_)
    return wanted.value


def first_value(world: World, type_: types.Type) -> types.Value:
    """Returns the start value of a field of this type that declares none."""
    match type_:
        case types.Int():
            return 0 if type_.low <= 0 <= type_.high else type_.low
        case types.Flag():
            return False
        case types.Optional() | types.Unknown():
            return None
        case types.SetOf() | types.Bag():
            return ()
        case types.ListOf():
            return tuple(range(len(world.seats))) if isinstance(type_.of, types.Player) else ()
        case _:
            return 0


def declare_hidden_field(
    world: World,
    name: str,
    type_: types.Type,
    start: types.Value,
    dimensions: tuple[Dimension, ...] = (),
    *,
    told: Literal["in views", "never"] = "in views",
) -> types.FieldId:
    """Declares a field that the language itself keeps."""
    base = member_heads.next_slot(world)
    owned = bool(dimensions) and isinstance(dimensions[0].type, types.Player)
    world.fields.append(
        FieldSpec(
            name,
            type_,
            dimensions,
            owned,
            None,
            base,
            (start,) * member_heads.instance_count(dimensions),
            None,
            EVERYONE,
            told == "never",
            None,
        )
    )
    return types.FieldId(len(world.fields) - 1)


def round_field(world: World) -> types.FieldId:
    """Returns the field for the number of the round: kept only where something reads it, so that positions of different rounds can be equal."""
    if world.round_field is None:
        world.round_field = declare_hidden_field(world, "round", types.Int(0, world.round_limit), 0)
    return world.round_field


def add_number_words(world: World, field: FieldId, words: fields.ShownAs, of: Type) -> None:
    """Adds the words of a field, which holds numbers or is a mistake."""
    inner = plain(of)
    if not isinstance(inner, Int):
        if inner != UNKNOWN:
            world.problem(BadNumberWords(words.span, words.text, describe(world, of)))
        return
    several = words.text if words.several is None else words.several
    for text in dict.fromkeys((words.text, several)):
        if len(PLACES.findall(text)) != 1:
            world.problem(BadNumberWords(words.span, text))
            return
    world.number_words.append(NumberWords(field, words.text, several))
