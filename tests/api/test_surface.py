"""What `import gamedsl` offers: every name that a signature mentions, and no two names that are easily confused."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import get_type_hints, is_typeddict

import gamedsl

INSIDE = {
    "Bases", "Calls", "Compiled", "Game", "KnownRules", "Parsed", "ReferenceEngine", "ReferenceState", "WasmEngine", "WasmState",
}  # fmt: skip
"""Classes whose parts are no matter of embedding."""
ELSEWHERE = {
    "Callable", "Enum", "ForwardRef", "Fraction", "Generic", "Iterable", "Iterator", "Literal", "Mapping", "None", "OFF", "ON", "Path", "PLAYED", "Self", "Sequence",
}  # fmt: skip
"""Words of Python."""
OFFERED: list[str] = gamedsl.__all__
NUMBERS = {"NodeId": int, "SeatId": int, "SiteId": int}
"""Numbers by what they count."""


def _mentioned(thing: object) -> Iterator[str]:
    """The words with capitals in the signatures of a class or function."""
    members = [thing]
    if is_typeddict(thing):
        yield from _words(get_type_hints(thing))
        return
    if inspect.isclass(thing):
        yield from _words(inspect.get_annotations(thing))
        members = [m.fget if isinstance(m, property) else m for n, m in vars(thing).items() if n[:1] != "_"]
    for function in members:
        if inspect.isfunction(function):
            yield from _words(function.__annotations__)


def _words(annotations: dict[str, object]) -> list[str]:
    return [
        word for name, one in annotations.items() if name[:1] != "_" for word in re.findall(r"\b[A-Z]\w+\b", str(one))
    ]


def test_every_type_that_a_signature_mentions_is_offered() -> None:
    known = {*OFFERED, *INSIDE, *ELSEWHERE, *NUMBERS}
    offered = {name: getattr(gamedsl, name) for name in OFFERED if name not in INSIDE}
    assert {
        f"{name}: {word}" for name, one in offered.items() for word in _mentioned(one) if word not in known
    } == set()


def test_what_type_checkers_see_is_what_there_is() -> None:
    tree = ast.parse(Path(gamedsl.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gamedsl")
    ]
    seen = {alias.name: node.module for node in imports for alias in node.names}
    assert sorted(seen) == sorted(OFFERED)
    for name, module in seen.items():
        assert getattr(
            sys.modules[str(module)] if module in sys.modules else __import__(str(module), fromlist=[name]), name
        ) is getattr(gamedsl, name)


def test_no_two_names_differ_only_in_case_or_in_an_ending() -> None:
    names = sorted(OFFERED)
    alike = [(a, b) for a, b in combinations(names, 2) if a.lower() == b.lower() or a.lower() + "s" == b.lower()]
    assert alike == []


def test_the_package_says_its_version() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert gamedsl.__version__ == project["version"]


def test_rules_say_what_they_are() -> None:
    games = Path(__file__).parents[2] / "games"
    said = repr(gamedsl.load_rules(games / "gloriana.gdl", variants=["gossip"], sets=["points[7] = 26"]))
    assert said == f"Rules(gloriana, {games / 'gloriana.gdl'} with gossip, points[7] = 26)"
    assert repr(gamedsl.parse_rules("game nothing:\n    players 2\n", name="mine")) == "Rules(nothing, mine)"
    assert repr(gamedsl.parse_rules("what is this?")) == "Rules(no game, rules)"
