"""Derives limits of loops. A loop needs no limit if each pass uses up something that nothing refills: pieces of a zone, or a number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gamedsl.graph.model.types import Int
from gamedsl.semantics.model.symbols import FieldSymbol, RuleSymbol, ZoneSymbol
from gamedsl.semantics.model.world import World
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.syntax.tree.walk import followers, walk
from gamedsl.values import frozen

USUAL = {"rounds": 1000, "turns": 1000, "passes": 100}
"""The numbers proposed where a limit is missing and nothing proves one."""

_Used = dict[str, int]
"""The resources that a pass consumes: each name with the most passes that it allows. Every pass consumes at least one of them."""


@frozen
class _Loop:
    """A loop, everything that its passes can run, and the rule that contains it."""

    body: statements.Suite
    reached: tuple[object, ...]
    owner: str


def derive_limit(world: World, body: statements.Suite, owner: str) -> int | None:
    """Returns the greatest number of passes of a loop with this body, if every pass takes a piece from a zone that nothing fills after `setup`, or a number
    from a field to which the loop adds nothing. A pass in which a `may choose` of the loop itself is declined does not count."""
    loop = _Loop(body, tuple(_walk_reached(world, body)), owner)
    found = [sum(used.values()) for used in _find_used(world, loop, body.body, owner, ())]
    return min(found, default=None)


def _walk_reached(world: World, body: statements.Suite) -> Iterator[object]:
    """Yields all nodes of the body and of the rules that it can run."""
    todo: list[object] = [body]
    known: set[str] = set()
    added = [d for d in world.decls if isinstance(d, declarations.Rule) and d.into is not None]
    todo += added
    while todo:
        for node in walk(todo.pop()):
            yield node
            symbol = world.symbols.get(node.id) if isinstance(node, formulas.Name) else None
            if isinstance(node, formulas.Name) and isinstance(symbol, RuleSymbol) and node.id not in known:
                known.add(node.id)
                todo += [symbol.decl, *(own for _, own in symbol.seats)]
                todo += followers(world.decls, node.id)


def _find_used(
    world: World, loop: _Loop, stmts: tuple[statements.Stmt, ...], owner: str, above: tuple[str, ...]
) -> Iterator[_Used]:
    """Yields the resources that every pass consumes: only unconditional statements count."""
    chosen: dict[str, str] = {}
    for stmt in stmts:
        match stmt:
            case statements.Draw(up_to=False, number=formulas.Number(value=n), source=formulas.Name(id=name)) if n > 0:
                yield from _pieces(world, name)
            case statements.Move(what=formulas.SomeOf(number=n), source=formulas.Name(id=name)) if n > 0:
                yield from _pieces(world, name)
            case statements.Move(what=formulas.Name(id=what), quantity=None) if what in chosen:
                yield from _pieces(world, chosen[what])
            case statements.Assign(op="-=", target=formulas.Name(id=name), value=formulas.Number(value=n)) if n > 0:
                yield from _number(world, loop, name, n)
            case statements.CallStmt(call=formulas.Name(id=name) | formulas.Apply(of=formulas.Name(id=name))) if (
                name not in above
            ):
                yield from _find_used_by_rule(world, loop, name, above)
            case statements.Choose():
                if above and (stmt.may or stmt.if_able):
                    return  # a decline skips the rest of the rule, and the loop continues
                chosen |= {s.name.text: zone for s in stmt.lines if (zone := _find_source(s)) is not None}
                if stmt.menu is not None:
                    yield from _find_used_by_menu(world, loop, stmt.menu, owner, above)
            case _:
                pass


def _find_used_by_rule(world: World, loop: _Loop, name: str, above: tuple[str, ...]) -> Iterator[_Used]:
    symbol = world.symbols.get(name)
    if isinstance(symbol, RuleSymbol) and not symbol.seats:
        yield from _find_used(world, loop, symbol.decl.body.body, name, (*above, name))


def _find_used_by_menu(
    world: World, loop: _Loop, menu: statements.Menu, owner: str, above: tuple[str, ...]
) -> Iterator[_Used]:
    """Yields the resources of a menu: each action must consume something, and the sum of all limits the passes."""
    names = [entry.call.of if isinstance(entry.call, formulas.Apply) else entry.call for entry in menu.lines]
    actions = [name.id for name in names if isinstance(name, formulas.Name) and name.id not in above]
    actions += [
        d.name.text
        for d in world.decls
        if isinstance(d, declarations.Rule) and d.into is not None and d.into.text == owner
    ]
    together: _Used = {}
    for action in actions:
        used = list(_find_used_by_rule(world, loop, action, above or (owner,)))
        if not used:
            return
        together = {**together, **min(used, key=partial(_more, together))}
    if actions:
        yield together


def _more(known: _Used, used: _Used) -> int:
    """Returns the number of passes possible in addition to the known ones."""
    return sum(most for name, most in used.items() if name not in known)


def _find_source(line: statements.Selection | statements.LetStmt | statements.RequireStmt) -> str | None:
    """Returns the zone from which a selection takes at least one piece."""
    match line:
        case statements.Selection(picks=(statements.PickOf(quantity=quantity, source=source),)):
            at_least_one = quantity.kind in ("one", "some") or (
                quantity.kind in ("exactly", "between")
                and isinstance(quantity.number, formulas.Number)
                and quantity.number.value > 0
            )
            while isinstance(source, formulas.Filter):
                source = source.source
            return source.id if at_least_one and isinstance(source, formulas.Name) else None
        case _:
            return None


def _number(world: World, loop: _Loop, name: str, step: int) -> Iterator[_Used]:
    """Yields how often a number can be subtracted from a field; one pass more, which is a fault because of the field's range."""
    symbol = world.members.get("player", {}).get(name, world.symbols.get(name))
    if not isinstance(symbol, FieldSymbol):
        return
    spec = world.fields[symbol.id]
    periods = {n.id for n in loop.reached if isinstance(n, formulas.Name)}
    turns = spec.reset is not None and any(isinstance(n, statements.Each) for n in loop.reached)
    grows = turns or spec.reset in periods or any(_adds(node, name) for node in loop.reached)
    if not isinstance(spec.type, Int) or grows:
        return
    yield {name: (spec.type.high - spec.type.low) // step + 1}


def _adds(node: object, name: str) -> bool:
    """Whether a statement may make a field larger."""
    match node:
        case statements.Assign(op="-=", value=formulas.Number()):
            return False
        case statements.Assign(target=target) | statements.Award(field=target) | statements.Rotate(zone=target):
            return _mentions(target, name)
        case _:
            return False


def _pieces(world: World, name: str) -> Iterator[_Used]:
    """Yields the number of pieces that can ever leave a zone, if nothing fills it after `setup`."""
    symbol = world.members.get("player", {}).get(name, world.symbols.get(name))
    if not isinstance(symbol, ZoneSymbol) or world.zones[symbol.id].refill is not None:
        return
    for decl in world.decls:
        if not isinstance(decl, declarations.Setup) and any(_fills(node, name) for node in walk(decl)):
            return
    yield {name: world.copies_of(world.zones[symbol.id].classes)}


def _fills(node: object, name: str) -> bool:
    match node:
        case statements.Draw(target=target, keep=keep, source=source):
            return _mentions(target, name) or (keep is not None and _mentions(source, name))
        case statements.Move(target=target):
            return _mentions(target, name)
        case statements.Shuffle(target=target) if target is not None:
            return _mentions(target, name)
        case statements.Swap(first=first, second=second):
            return _mentions(first, name) or _mentions(second, name)
        case statements.LetStmt(value=value):
            return isinstance(value, formulas.Name) and value.id == name
        case formulas.Apply(args=args):
            return any(isinstance(a, formulas.Name) and a.id == name for a in args) and not _is_question(node)
        case _:
            return False


def _is_question(call: formulas.Apply) -> bool:
    """Whether the call is of a built-in function, which changes nothing."""
    return isinstance(call.of, formulas.Name | formulas.FlagLiteral)


def _mentions(place: formulas.Expr, name: str) -> bool:
    return any(isinstance(n, formulas.Name) and n.id == name for n in walk(place)) or (
        isinstance(place, formulas.Attribute) and place.name.text == name
    )
