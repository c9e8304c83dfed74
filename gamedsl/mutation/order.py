"""Operators on the order of steps: swaps neighbouring steps if the order matters."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.mutation.changes import Change, Operator, TextEdit, Words
from gamedsl.mutation.known import Known, names_in
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.syntax.tree.traits import traits_of
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import evolve, frozen

_ASKS = "?"
"""A marker for questions to players, whose order is always noticed."""

_ONLY_NAMES = frozenset(["me", "it", "players", "playing", "count"])
"""Names whose meaning nothing changes."""


@frozen
class Effects:
    """The names that a step reads, the names that it writes, and the names that it only adds to or subtracts from."""

    reads: frozenset[str]
    writes: frozenset[str]
    adds: frozenset[str]
    binds: frozenset[str]

    def matters_before(self, later: Effects) -> bool:
        """Whether the order of the two steps makes a difference. Adding twice to the same place does not."""
        changed, also = self.writes | self.adds, later.writes | later.adds
        return bool(changed & later.reads or self.reads & also or self.writes & also or changed & later.writes)


def swap_steps(node: statements.Suite, words: Words, known: Known) -> Iterator[Change]:
    """Yields swaps of neighbouring steps. A step that binds a name stays before the steps that use it."""
    effects = [_effects(statement, known) for statement in node.body]
    for number in range(len(node.body) - 1):
        one, two = node.body[number], node.body[number + 1]
        first, second = effects[number], effects[number + 1]
        if first.binds & second.reads or not first.matters_before(second):
            continue
        body = (*node.body[:number], two, one, *node.body[number + 2 :])
        yield _swap(node, evolve(node, body=body), one, two, words)


def swap_phases(node: declarations.Rounds, words: Words, known: Known) -> Iterator[Change]:
    """Yields swaps of neighbouring phases whose order matters."""
    effects = [_rule_effects(entry.name.text, known) for entry in node.phases]
    for number in range(len(node.phases) - 1):
        one, two = node.phases[number], node.phases[number + 1]
        if effects[number].matters_before(effects[number + 1]):
            phases = (*node.phases[:number], two, one, *node.phases[number + 2 :])
            yield _swap(node, evolve(node, phases=phases), one, two, words)


def _swap(
    node: object,
    new: object,
    one: statements.Stmt | declarations.RoundEntry,
    two: statements.Stmt | declarations.RoundEntry,
    words: Words,
) -> Change:
    before, after = words.trim(one.span), words.trim(two.span)
    text = words.source.text
    edits = (
        TextEdit(before.start, before.end, text[after.start : after.end]),
        TextEdit(after.start, after.end, text[before.start : before.end]),
    )
    notice = "an example in which the second of these lines uses or changes what the first one does"
    return Change(Operator.SWAP, node, new, edits, before.to(after), notice)


# ---------------------------------------------------------------- effects of steps


def _effects(statement: object, known: Known, above: tuple[str, ...] = ()) -> Effects:
    """Returns the effects of a statement, or of all statements of a body."""
    reads, writes, adds, binds = set[str](), set[str](), set[str](), set[str]()
    for node in walk(statement):
        match node:
            case statements.LetStmt(name=name):
                binds.add(name.text)
            case statements.Selection(name=name):
                binds.add(name.text)
                writes.add(_ASKS)
            case statements.Menu():
                writes.add(_ASKS)
            case statements.Assign(op="=", target=target):
                writes |= _place(target)
            case statements.Assign(target=target):
                adds |= _place(target)
            case statements.Move() | statements.Draw():
                _add_zones(node, known, writes, adds)
            case statements.Shuffle(what=what, target=target):
                writes |= _place(what) | (_place(target) if target is not None else set[str]())
            case statements.Swap(first=one, second=two):
                writes |= _place(one) | _place(two)
            case statements.Award(field=field):
                adds |= _place(field)
            case _ if traits_of(type(node)).changes_all:
                writes |= names_in(node)
            case formulas.Name(id=name) if name in known.bodies:
                called = _rule_effects(name, known, above)
                reads |= called.reads
                writes |= called.writes
                adds |= called.adds
            case _:
                pass
    reads |= known.read(names_in(statement) - _ONLY_NAMES - binds) - writes - adds
    return Effects(frozenset(reads), frozenset(writes), frozenset(adds), frozenset(binds))


_NOTHING = Effects(frozenset(), frozenset(), frozenset(), frozenset())


def _add_zones(node: statements.Move | statements.Draw, known: Known, writes: set[str], adds: set[str]) -> None:
    """Records that zones lose and gain pieces; for piles the order matters."""
    places: list[formulas.Expr | None] = [node.target, node.source]
    if isinstance(node, statements.Move):
        places.append(node.what)
    for name in (name for place in places if place is not None for name in _place(place)):
        zone = known.zones.get(name)
        if zone is not None:  # other names are pieces
            (adds if zone.form == "bag" else writes).add(name)


def _rule_effects(name: str, known: Known, above: tuple[str, ...] = ()) -> Effects:
    """Returns the effects of a rule or phase and of the rules that it calls."""
    return _NOTHING if name in above else _effects(known.bodies.get(name, ()), known, (*above, name))


def _place(place: formulas.Expr) -> set[str]:
    """Returns the name of the field or zone that a formula refers to; all names for other formulas."""
    match place:
        case formulas.Name(id=name):
            return {name}
        case formulas.Attribute(name=name):
            return {name.text}
        case formulas.Index(of=of):
            return _place(of)
        case formulas.Filter(source=source) | formulas.Leading(source=source) | formulas.Sort(source=source):
            return _place(source)
        case _:
            return set(names_in(place))
