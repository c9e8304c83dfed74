"""Games built and changed generically from the contracts, so that no field of any class is forgotten by a test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from attrs import AttrsInstance, evolve, fields, has, resolve_types

from gamedsl.graph.model.expressions import Expr, Form
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, Node
from gamedsl.graph.model.statements import Effect, Part
from gamedsl.graph.model.types import FLAG, Type, Unknown
from share import less

Path = tuple[tuple[str, str], ...]
"""(class name, field name) pairs from the Game down to a value."""


def members(union: object) -> tuple[type[AttrsInstance], ...]:
    """The classes of a closed union, in order as written."""
    return tuple(member for member in get_args(union) if has(member) and member is not Unknown)


def zoo(like: Game) -> Game:
    """`like`, with one more node, function, effect and local for every class that the contracts know."""
    functions = tuple(evolve(made(type(like.functions[0])), name=c.__name__, body=made(c)) for c in members(Form))
    locals_ = tuple(evolve(like.locals[0], type=made(c)) for c in members(Type))
    effects = evolve(made(members(Node)[0]), body=tuple(made(c) for c in members(Effect)))
    decision = next(node for node in like.nodes if isinstance(node, DecisionNode))
    parts = evolve(decision, plan=evolve(decision.plan, parts=tuple(made(c) for c in members(Part))))
    return evolve(
        like,
        functions=like.functions + functions,
        locals=like.locals + locals_,
        nodes=(*like.nodes, effects, parts, *(made(c) for c in members(Node))),
    )


def made(cls: type[AttrsInstance]) -> Any:
    """A small instance of the class: nothing is left empty that may be filled, so that a change has something to
    change.
    """
    return cls(**{field.name: _made(field.type, 0) for field in _fields(cls)})


def few_changes(value: object, cls: object) -> Iterator[tuple[Path, Any]]:
    """Values that differ from `value` in one place, with the place: up to three for each field of each class, one in everyday runs."""
    seen: Counter[tuple[str, str]] = Counter()
    yield from _changes(value, cls, (("", ""),), seen)


def _changes(value: Any, cls: Any, path: Path, seen: Counter[tuple[str, str]]) -> Iterator[tuple[Path, Any]]:
    """All values that differ from `value` in one place, with the place; `cls` is the declared form."""
    items: Any = value
    for changed in _own_changes(value, cls):
        seen[path[-1]] += 1
        if seen[path[-1]] <= less(3, 1):
            yield path, changed
    own: Any = value.__class__
    if has(own):
        for field in _fields(own):
            step = (own.__name__, field.name)
            for where, changed in _changes(getattr(value, field.name), field.type, (*path, step), seen):
                yield where, evolve(value, **{field.name: changed})
    elif isinstance(value, tuple):
        for index, (item, form) in enumerate(zip(items, _item_forms(items, cls), strict=True)):
            for where, changed in _changes(item, form, path, seen):
                yield where, (*items[:index], changed, *items[index + 1 :])


# ---------------------------------------------------------------- by declared form


@cache
def _fields(cls: type[AttrsInstance]) -> Any:
    return fields(resolve_types(cls))


def _is_union(form: object) -> bool:
    return get_origin(form) in (Union, UnionType)


def _is_value(form: object) -> bool:
    return _is_union(form) and {NoneType, bool, int} <= {m for m in get_args(form) if isinstance(m, type)}


def _plain(form: Any) -> Any:
    """The form itself: no new name for it, and no `None` beside a tuple."""
    if hasattr(form, "__supertype__"):
        return _plain(form.__supertype__)
    tuples = [member for member in get_args(form) if get_origin(member) is tuple] if _is_union(form) else []
    if form is Expr:
        return get_args(Form)[0]
    return tuples[0] if tuples and not _is_value(form) else form


def _made(form: Any, depth: int) -> Any:
    form = _plain(form)
    if form is int:
        return 1
    if form is str:
        return "word"
    if form is bool:
        return False
    if get_origin(form) is Literal:
        return get_args(form)[0]
    if get_origin(form) is tuple:
        args = get_args(form)
        return tuple(_made(a, depth) for a in args if a is not ...) if depth < 3 or args[-1] is not ... else ()
    if _is_value(form):
        return (0, (True, None))
    if _is_union(form):
        return None if NoneType in get_args(form) and depth > 2 else _made_member(get_args(form), depth)
    return form(**{field.name: _made(field.type, depth + 1) for field in _fields(form)})


def _made_member(options: tuple[Any, ...], depth: int) -> Any:
    return (
        FLAG
        if any(o is type(FLAG) for o in options)
        else _made(next(o for o in options if o is not NoneType), depth + 1)
    )


def _own_changes(value: Any, form: Any) -> Iterator[Any]:
    if _is_union(form) and NoneType in get_args(form):
        yield _made(form, 0) if value is None else None
    form = _plain(form)
    items: Any = value
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        options = _literals(form)
        yield from (option for option in options if option != value) if options else (value + "x",)
    elif isinstance(value, tuple) and value and (_is_value(form) or get_args(form)[-1] is ...):
        yield value[:-1]
        yield (*value, value[0])
        if any(item != items[0] for item in items):
            yield value[::-1]


def _literals(form: Any) -> tuple[Any, ...]:
    if _is_union(form):
        return tuple(option for member in get_args(form) for option in _literals(member))
    return get_args(form) if get_origin(form) is Literal else ()


def _item_forms(value: tuple[Any, ...], form: Any) -> tuple[Any, ...]:
    if _is_value(form):
        return (form,) * len(value)
    args = get_args(_plain(form))
    return (args[0],) * len(value) if args[-1] is ... else args
