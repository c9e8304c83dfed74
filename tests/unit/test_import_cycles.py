"""No import cycles between modules, apart from imports for types only."""

from __future__ import annotations

from collections.abc import Mapping

import grimp
import pytest


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
    assert cycles(imports) == []


def test_cycles_are_found() -> None:
    imports = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": {"e"}, "e": {"f"}, "f": {"d"}, "g": {"a"}}
    assert cycles({module: frozenset(found) for module, found in imports.items()}) == [["b", "c"], ["d", "e", "f"]]
