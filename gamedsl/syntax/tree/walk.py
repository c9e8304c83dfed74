"""Walks over the nodes of a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, TypeGuard, TypeVar, cast

from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.values import evolve, field_names

Parts = Callable[[object], tuple[object, ...]]


def walk(node: object) -> Iterator[object]:
    """Yields every node of a tree: a node before its parts, and the parts in reverse order."""
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            stack += cast("tuple[object, ...]", top)
        elif (parts := parts_of(type(top))) is not None:
            yield top
            stack += parts(top)


def walk_rules(decls: Iterable[declarations.Decl]) -> Iterator[object]:
    """Yields every node of declarations that hold statements, without tables and pieces, which are most of a text."""
    for decl in decls:
        if isinstance(decl, declarations.WithBody | declarations.PickDecl):
            yield from walk(decl)


def followers(decls: Iterable[declarations.Decl], rule: str) -> Iterator[declarations.Decl]:
    """Yields the declarations whose statements run after each run of a rule."""
    return (decl for decl in decls if isinstance(decl, declarations.Whenever) and decl.of.text == rule)


def as_reaction(decl: declarations.Decl) -> declarations.Whenever | None:
    """Returns a declaration whose statements run after those of a rule; None for others."""
    return decl if isinstance(decl, declarations.Whenever) else None


def list_asked_names(decl: declarations.Decl) -> frozenset[str]:
    """Returns the names by which scripted seats answer the questions of a declaration: the names of its selections, and its own name, by which they decline
    a menu."""
    names = {node.name.text for node in walk(decl) if isinstance(node, statements.Selection)}
    own = decl.name.text if isinstance(decl, declarations.Rule | declarations.Phase) else ""
    return frozenset((*names, own))


def tells_a_choice(body: Sequence[statements.Stmt], at: int, is_choice: bool = False) -> bool:
    """Whether a statement of a block only logs the choice before it, with nothing else happening in between. `is_choice`: the block is that of an action."""
    if not only_says(body[at]):
        return False
    before = next((one for one in reversed(body[:at]) if not isinstance(one, _HAPPENS_NOT)), None)
    return is_choice if before is None else isinstance(before, statements.Choose)


def only_says(node: statements.Stmt) -> bool:
    """Whether a statement is a sentence for the log, or one of several by cases."""
    match node:
        case statements.If(arms, otherwise):
            suites = [*(suite for _, suite in arms), *(() if otherwise is None else (otherwise,))]
            return all(suite.body and all(map(only_says, suite.body)) for suite in suites)
        case _:
            return isinstance(node, statements.Say)


_HAPPENS_NOT = statements.LetStmt | statements.RequireStmt | statements.EnsureStmt


def decision_in(body: statements.Suite) -> statements.Choose | statements.Draw | None:
    """Returns a decision among statements, whose name examples and answers use; None if there is no decision."""
    for node in walk(body):
        if isinstance(node, statements.Choose) or (isinstance(node, statements.Draw) and node.keep is not None):
            return node
    return None


def split_count(node: formulas.Arg) -> tuple[int, formulas.Name | formulas.Attribute | formulas.Index] | None:
    """Splits `3 Horse`, `2 Wager.Red` and `2 card[White, 5]`: the number in front belongs to the whole kind."""
    if isinstance(node, formulas.SomeOf):
        return node.number, formulas.Name(node.name.text, span=node.name.span)
    if isinstance(node, formulas.Attribute | formulas.Index):
        found = split_count(node.of)
        return None if found is None else (found[0], evolve(node, of=found[1]))
    return None


def walk_in_order(node: object) -> Iterator[object]:
    """Yields every node of a tree, in source order."""
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            stack += reversed(cast("tuple[object, ...]", top))
        elif (parts := parts_of(type(top))) is not None:
            yield top
            stack += reversed(parts(top))


def name_of_place(place: formulas.Expr) -> str:
    """Returns the name of the field or zone that a place belongs to: `points[3]` and `p.points` belong to `points`. Empty for other formulas."""
    match place:
        case formulas.Name():
            return place.id
        case formulas.Attribute():
            return place.name.text
        case formulas.Index():
            return name_of_place(place.of)
        case _:
            return ""


def is_tuple(node: object) -> TypeGuard[tuple[object, ...]]:
    """Whether it is several nodes."""
    return isinstance(node, tuple)


def parts_of(kind: type) -> Parts | None:
    """Returns a function for the parts of a node of this class, without its place; None if the class is no node."""
    if kind not in _PARTS:
        _PARTS[kind] = _parts(kind)
    return _PARTS[kind]


_PARTS: dict[type, Parts | None] = {}
"""A cache of the parts of each class, because trees are walked often."""


def _parts(kind: type) -> Parts | None:
    names = field_names(kind)
    if kind is Span or names is None:
        return None
    match [name for name in names if name != "span"]:
        case []:
            return lambda _: ()
        case [name]:
            return lambda node: (getattr(node, name),)
        case parts:
            return attrgetter(*parts)


_Node = TypeVar("_Node")


def with_node(root: _Node, old: object, new: object) -> _Node:
    """Returns the tree with one node replaced: that very node, not others equal to it."""
    return cast("_Node", _with_node(root, old, new))


def _with_node(node: object, old: object, new: object) -> object:
    if node is old:
        return new
    if is_tuple(node):
        items = tuple(_with_node(item, old, new) for item in node)
        return node if all(a is b for a, b in zip(items, node, strict=True)) else items
    if parts_of(type(node)) is None:
        return node
    parts: Any = node  # there is no type for "any class of values"
    made = {
        name: _with_node(getattr(parts, name), old, new) for name in field_names(node.__class__) or () if name != "span"
    }
    is_same = all(part is getattr(parts, name) for name, part in made.items())
    return node if is_same else evolve(parts, **made)


_CONDITIONS: dict[type[object], str] = {
    formulas.Filter: "condition",
    formulas.Leading: "condition",
    formulas.Sort: "keys",
}
"""The parts in which `it` is an element of the same node's source."""


def with_it_named(node: _Node, name: str) -> _Node:
    """Returns the tree with a name in place of each `it` that no filter, sort or order of turns gives another meaning."""
    return cast("_Node", _with_it_named(node, name))


def _with_it_named(node: object, named: str) -> object:
    if is_tuple(node):
        items = tuple(_with_it_named(item, named) for item in node)
        return node if all(a is b for a, b in zip(items, node, strict=True)) else items
    if isinstance(node, formulas.It):
        return formulas.Name(named, span=node.span)
    if parts_of(type(node)) is None:
        return node
    parts: Any = node  # there is no type for "any class of values"
    kept = ("where", "keys") if isinstance(node, statements.EachClause) else (_CONDITIONS.get(type(node)),)
    made = {
        name: getattr(parts, name) if name in kept else _with_it_named(getattr(parts, name), named)
        for name in field_names(node.__class__) or ()
        if name != "span"
    }
    is_same = all(part is getattr(parts, name) for name, part in made.items())
    return node if is_same else evolve(parts, **made)
