"""Finds where a rule is told: below the phase that alone leads to it, or among the rules that several parts use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.syntax.tree import declarations, formulas
from gamedsl.syntax.tree.walk import walk_in_order

Told = declarations.Rule | declarations.PickDecl


def rules_below(decls: Sequence[declarations.Decl]) -> dict[str, tuple[Told, ...]]:
    """Returns the rules, actions and picks that only one phase, or only the set-up, leads to: by the name of the phase, in the order in which they are met.
    The set-up has the name `setup`."""
    rules = {decl.name.text: decl for decl in decls if isinstance(decl, Told)}
    roots: dict[str, list[declarations.Decl]] = {}
    others: list[declarations.Decl] = []
    for decl in decls:
        match decl:
            case declarations.Phase(name=name):
                roots.setdefault(name.text, []).append(decl)
            case declarations.Setup():
                roots.setdefault("setup", []).append(decl)
            case declarations.Rule(into=into) if into is None:
                pass
            case _ if isinstance(decl, declarations.WithBody | declarations.KindBlock):
                others.append(decl)
            case _:
                pass  # Nothing else runs rules.
    reached = {name: _reached(found, rules) for name, found in roots.items()}
    elsewhere = set(_reached(others, rules))
    ways = [name for found in reached.values() for name in found]
    return {
        root: tuple(rules[name] for name in found if ways.count(name) == 1 and name not in elsewhere)
        for root, found in reached.items()
    }


def _reached(roots: Sequence[declarations.Decl], rules: Mapping[str, Told]) -> list[str]:
    """Returns the reached names, each followed by those that it leads to first."""
    found: list[str] = []

    def add(decl: declarations.Decl) -> None:
        for name in _called(decl):
            if name in rules and name not in found:
                found.append(name)
                add(rules[name])

    for root in roots:
        add(root)
    return found


def _called(decl: declarations.Decl) -> Iterator[str]:
    """Yields the names that a declaration mentions, in order of place."""
    for node in walk_in_order(decl):
        if isinstance(node, formulas.Name):
            yield node.id
