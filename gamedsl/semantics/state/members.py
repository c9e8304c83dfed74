"""Declares fields, zones, and functions (`let`, score lines) of one setup."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gamedsl.diagnostics.suggest import closest
from gamedsl.graph.model.types import Kind, SeatId
from gamedsl.semantics.data.claims import claim
from gamedsl.semantics.data.components import OTHER_SIDES, Start
from gamedsl.semantics.data.type_names import find_type
from gamedsl.semantics.model.symbols import BoardSymbol, EnumSymbol, LetSymbol, PhaseSymbol, ScoreSymbol, ZoneSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.kinds_and_zones import BadKindBlock, KindFlaw
from gamedsl.semantics.problems.names import DeclaredTwice, UnknownName
from gamedsl.semantics.problems.terms import Role, about
from gamedsl.semantics.state import zones
from gamedsl.semantics.state.fields import declare_field, show_field
from gamedsl.semantics.state.member_heads import claim_member
from gamedsl.syntax.tree import declarations, fields
from gamedsl.values import evolve

# ---------------------------------------------------------------- fields and zones


def declare_members(
    world: World,
    decls: tuple[declarations.Decl, ...],
    starts: list[Start],
    seats: dict[SeatId, tuple[fields.Field | fields.Define, ...]],
) -> None:
    """Declares all `shared:` and `each T:` blocks and the fields of scripted seats, in order."""
    by_zone: dict[str, list[Start]] = {}
    for start in starts:
        by_zone.setdefault(start.zone, []).append(start)
    shown: list[Callable[[], None]] = []
    for block in decls:
        if isinstance(block, fields.Fields):
            owner = block.owner
            if owner is not None and _is_kind(world, owner.text):
                first = block.members[0].name
                flaw = (
                    KindFlaw.AMOUNT_OF_NOTHING
                    if isinstance(block.members[0], fields.Define)
                    else KindFlaw.FIELD_OF_KIND
                )
                world.problem(BadKindBlock(first.span, about(flaw, owner.text, first.text)))
                continue
            if owner is not None and (owner.text != "player" and find_type(world, owner.text) is None):
                world.problem(UnknownName(owner.span, owner.text, Role.TYPE, _owner_names(world)))
                owner = evolve(owner, text=closest(owner.text, _owner_names(world)) or "player")
            for member in block.members:
                _member(world, member, owner.text if owner is not None else None, by_zone, shown)
    for show in shown:
        show()
    for seat, members in seats.items():
        for member in members:
            _seat_member(world, seat, member, by_zone)
    if by_zone.get("box"):
        zones.fill_zone(world, zones.box_zone(world), by_zone.pop("box"))
    by_zone.pop("box", None)
    if OTHER_SIDES in by_zone:
        zones.fill_zone(world, zones.sides_zone(world), by_zone.pop(OTHER_SIDES))
    for zone, left in by_zone.items():
        names = (z.name for z in world.zones)
        world.problem(UnknownName(left[0].span, zone, Role.ZONE, tuple(sorted({*names, "box"}))))


def _is_kind(world: World, name: str) -> bool:
    """Whether only a kind of pieces has this name."""
    return find_type(world, name) is None and any(isinstance(one.type, Kind) for one in world.values.get(name, ()))


def _owner_names(world: World) -> tuple[str, ...]:
    """Returns the names of types and boards whose elements can have fields. An option that declares its own values cannot."""
    return tuple(sorted(["player", *(n for n, s in world.symbols.items() if isinstance(s, EnumSymbol | BoardSymbol))]))


def declare_lets(world: World, decls: tuple[declarations.Decl, ...]) -> None:
    """Declares the top-level `let`s before the data, because data may use constant ones."""
    for decl in decls:
        if isinstance(decl, fields.Define):
            claim(world, decl.name, LetSymbol(decl, None))


def _member(
    world: World,
    member: fields.Field | fields.Define,
    owner: str | None,
    starts: dict[str, list[Start]],
    shown: list[Callable[[], None]],
) -> None:
    """Declares a member; its visibility is set later, when everything that it may read is declared."""
    if isinstance(member, fields.Field) and member.name.text == "box" and owner is None and member.type is None:
        zones.close_box(world, member)
        return
    if isinstance(member, fields.Define):
        claim_member(world, owner, member.name, LetSymbol(member, owner))
        return
    if isinstance(member.type, fields.ZoneType):
        zone = zones.declare_zone(world, member, member.type, owner, starts.pop(member.name.text, []))
        if zone is not None:
            shown.append(partial(zones.show_zone, world, zone, member, owner))
    else:
        field = declare_field(world, member, owner)
        if field is not None:
            shown.append(partial(show_field, world, field, member, owner))


def _seat_member(
    world: World, seat: SeatId, member: fields.Field | fields.Define, starts: dict[str, list[Start]]
) -> None:
    """Declares a scripted seat's own field or zone, which exists for every seat (empty for the others); its formula or type replaces the general one while
    the seat acts."""
    known = world.members.setdefault("player", {}).get(member.name.text)
    if isinstance(member, fields.Define):
        if isinstance(known, LetSymbol):
            world.members["player"][member.name.text] = evolve(known, seats=(*known.seats, (seat, member)))
        else:
            claim_member(world, "player", member.name, LetSymbol(member, "player"))
        return
    if isinstance(known, ZoneSymbol) and isinstance(member.type, fields.ZoneType):
        zones.declare_seat_zone(world, seat, member, known.id)
    elif known is None:
        shown: list[Callable[[], None]] = []
        _member(world, member, "player", starts, shown)
        for show in shown:
            show()
    else:
        world.problem(
            DeclaredTwice(
                member.name.span, member.name.text, world.spans.get(f"player.{member.name.text}", member.name.span)
            )
        )


def declare_scores(world: World, decls: tuple[declarations.Decl, ...]) -> None:
    for decl in decls:
        if isinstance(decl, declarations.Score) and decl.after is not None:
            symbol = world.symbols.get(decl.after.text)
            if decl.after.text != "round" and not isinstance(symbol, PhaseSymbol):
                phases = (n for n, s in world.symbols.items() if isinstance(s, PhaseSymbol))
                world.problem(UnknownName(decl.after.span, decl.after.text, Role.PHASE, ("round", *phases)))
        if isinstance(decl, declarations.Score) and claim(world, decl.name, ScoreSymbol(len(world.score_decls))):
            world.score_decls.append(decl)
