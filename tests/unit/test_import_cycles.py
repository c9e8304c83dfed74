"""No import cycles between modules, apart from imports for types only; the exceptions are named with their reasons."""

from __future__ import annotations

from collections.abc import Mapping

import grimp
import pytest

EXCEPTIONS: Mapping[str, frozenset[str]] = {
    "a formula contains formulas of other forms, so the groups of forms that the fast executor lowers call each other": frozenset(
        f"gamedsl_interpreter.wasm.emit.{name}"
        for name in (
            "collections.bulk_conditions", "collections.connectivity", "collections.joint_sums", "collections.lane_conditions", "collections.lanes",
            "collections.lines", "collections.piece_subsets", "collections.queries", "collections.runs", "collections.sets", "collections.sorting",
            "collections.streams", "collections.zones", "decisions.multi_select", "decisions.search", "memory.scratch_values", "memory.state_access",
            "values.compare", "values.places", "values.scalars", "values.tabulated",
        )
    ),
}  # fmt: skip
"""Modules that may import each other, by the reason."""


def cycles(imports: Mapping[str, frozenset[str]]) -> list[list[str]]:
    """The largest groups of modules each of which leads to every other one of its group; modules in order of their names."""
    reached = {module: _reached(imports, module) for module in imports}
    found: list[list[str]] = []
    for module in sorted(imports):
        group = sorted(other for other in reached[module] if module in reached[other])
        if len(group) > 1 and group not in found:
            found.append(group)
    return found


def _reached(imports: Mapping[str, frozenset[str]], start: str) -> set[str]:
    reached: set[str] = set()
    left = [start]
    while left:
        for module in imports.get(left.pop(), frozenset()) - reached:
            reached.add(module)
            left.append(module)
    return reached


@pytest.fixture(scope="module")
def imports() -> dict[str, frozenset[str]]:
    """What each module imports when it runs."""
    graph = grimp.build_graph("gamedsl", "gamedsl_interpreter", exclude_type_checking_imports=True, cache_dir=None)
    return {module: frozenset(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


def test_modules_do_not_import_each_other(imports: dict[str, frozenset[str]]) -> None:
    allowed = frozenset[str]().union(*EXCEPTIONS.values())
    others = {module: found - allowed for module, found in imports.items() if module not in allowed}
    assert cycles(others) == []
    for group in cycles(imports):
        assert any(set(group) <= names for names in EXCEPTIONS.values()), f"a cycle that is no exception: {group}"


def test_no_exception_is_left_over(imports: dict[str, frozenset[str]]) -> None:
    in_cycles = {module for group in cycles(imports) for module in group}
    assert [name for names in EXCEPTIONS.values() for name in sorted(names) if name not in in_cycles] == []


def test_cycles_are_found() -> None:
    imports = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": {"e"}, "e": {"f"}, "f": {"d"}, "g": {"a"}}
    assert cycles({module: frozenset(found) for module, found in imports.items()}) == [["b", "c"], ["d", "e", "f"]]
