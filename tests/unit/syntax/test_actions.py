"""The forms of the grammar fit what builds them: the values of methods have the types of their signatures, those of nodes the types of the fields."""

from __future__ import annotations

import inspect
import types
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

import pytest

from gamedsl.source import Source, Span
from gamedsl.syntax.build import Builder, node_class
from gamedsl.syntax.machine import Build
from gamedsl.syntax.parse import parse
from gamedsl.syntax.tables import load
from share import IS_WHOLE

ROOT = Path(__file__).parents[3]
TEXTS = sorted(
    [ROOT / "games" / "gloriana.gdl", *(ROOT / "tests" / "corpus").rglob("*.gdl")],
    key=lambda path: (path.stat().st_size, path.name),
    reverse=True,
)
RARE = """\
component card: "cards.csv"
    let worth = number + 1
component bare:
    let worth = 1
table prices: "prices.csv"
rule bid:
    choose:
        n: one of hand
            as c where openly c.free
            else may
            distinct suit
            seen by owner
    repeat until done, at most 3:
        step
variant long of short:
    add step after other in rounds
    add step after other in end
    add step before other in setup
each Owl of card in built, hand:
    with cost = 3, @deck = 2
each Bat in built:
    "Only a sentence."
each Fox in openly hand:
    "Only a sentence."
whenever bid(openly n):
    step
rule throw:
    roll:
        a: one of 1..6
table facts:
    name  fact
    yes   no
    a     yes
    b     no
variant more of rare:
    remove examples broken by players
    remove examples broken by ranking
"""
"""The forms that no game and no corpus file has."""
OWN = inspect.Parameter
FORMS = {production.node for production in load().productions.every() if production.node}


def test_every_action_has_a_form() -> None:
    assert {name.removeprefix("on_") for name in dir(Builder) if name.startswith("on_")} <= FORMS


def test_few_forms_are_neither_nodes_nor_actions() -> None:
    plain = {form for form in FORMS if not hasattr(Builder, f"on_{form}") and node_class(form) is None}
    assert plain == {
        "answers", "any_order", "args", "as_before", "below", "case_of", "cut_off", "formulas", "hex", "if_able", "indices",
        "keys", "none_type", "openly_word", "params", "start", "taking", "together", "upto",
    }  # fmt: skip


def _fits(value: object, hint: Any) -> bool:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return any(_fits(value, one) for one in args)
    if origin is Literal:
        return any(type(value) is type(one) and value == one for one in args)
    if origin is tuple:
        items = cast("tuple[object, ...]", value) if isinstance(value, tuple) else None
        if items is None or args[1:] == (...,):
            return items is not None and all(_fits(item, args[0]) for item in items)
        return len(items) == len(args) and all(map(_fits, items, args))
    return isinstance(value, hint) and not (hint is int and isinstance(value, bool))


@cache
def _signature(form: str) -> tuple[dict[str, Any], list[inspect.Parameter]]:
    """The types of an action's values by name, and its parameters behind the place."""
    action = getattr(Builder, f"on_{form}")
    return get_type_hints(action), list(inspect.signature(action).parameters.values())[2:]


_HINTS: dict[type, dict[str, Any]] = {}


def _field_types(node: type) -> dict[str, Any]:
    if node not in _HINTS:
        _HINTS[node] = get_type_hints(node)
    return _HINTS[node]


def _checked_node(build: Build, wrong: list[str]) -> Build:
    def checking(parts: list[Any], at: Span) -> object:
        node: object = build(parts, at)
        hints = _field_types(type(node))
        wrong.extend(f"{node}: {name}" for name, hint in hints.items() if not _fits(getattr(node, name), hint))
        return node

    return checking


def _checked(form: str, build: Build, wrong: list[str]) -> Build:
    if node_class(form) is not None and not hasattr(Builder, f"on_{form}"):
        return _checked_node(build, wrong)
    if not hasattr(Builder, f"on_{form}"):
        return build
    hints, parameters = _signature(form)
    fixed = [one for one in parameters if one.kind is OWN.POSITIONAL_OR_KEYWORD]
    repeated = [one for one in parameters if one.kind is OWN.VAR_POSITIONAL]
    behind = [one for one in parameters if one.kind is OWN.KEYWORD_ONLY]

    def checking(parts: list[Any], at: Span) -> object:
        middle = len(parts) - len(behind)
        owners = [*fixed[:middle], *repeated * (middle - len(fixed)), *behind]
        wrong.extend(
            f"{form}: {one.name} is {part}"
            for one, part in zip(owners, parts, strict=True)
            if not _fits(part, hints[one.name])
        )
        value = build(parts, at)
        if not _fits(value, hints["return"]):
            wrong.append(f"{form}: gives {value}")
        return value

    return checking


_ENOUGH = 10
"""How many values of a form everyday runs look at."""


def test_values_have_the_types_of_the_signatures(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    method = Builder.method

    def watched(builder: Builder, form: str) -> Build:
        build = method(builder, form)
        checked = _checked(form, build, wrong)

        def noted(parts: list[Any], at: Span) -> object:
            seen[form] += 1
            return (checked if IS_WHOLE or seen[form] <= _ENOUGH else build)(parts, at)

        return noted

    monkeypatch.setattr(Builder, "method", watched)
    parse(Source("rare.gdl", RARE))
    for path in TEXTS:
        parse(Source(path.name, path.read_text(encoding="utf-8")))
        if seen.keys() == FORMS and not IS_WHOLE:  # smaller texts follow
            break
    assert wrong == []
    assert seen.keys() == FORMS
