"""Finds where a rule is told: below the phase that alone leads to it, or among the rules that several parts use."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from gamedsl.rulebook.model import readable
from gamedsl.syntax.tree import declarations, fields, formulas, statements
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.walk import walk, walk_in_order

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
    """Returns the reached names as play goes: what a rule leads to before what that leads to, and what exceptions lead to behind everything else."""
    found: list[str] = []
    later: list[str] = []

    def visit(waiting: list[declarations.Decl]) -> None:
        while waiting:
            decl = waiting.pop(0)
            rare = _exceptional(decl, rules)
            for node in walk_in_order(decl):
                if isinstance(node, formulas.Name) and node.id in rules and node.id not in found:
                    if id(node) in rare:
                        later.append(node.id)
                    else:
                        found.append(node.id)
                        waiting.append(rules[node.id])

    visit(list(roots))
    while later:
        name = later.pop(0)
        if name not in found:
            found.append(name)
            visit([rules[name]])
    return found


def _exceptional(decl: declarations.Decl, rules: Mapping[str, Told]) -> set[int]:
    """Returns the identities of the names in the branches of a declaration that lead to fewer rules than another branch beside them."""
    found: set[int] = set()
    for node in walk_in_order(decl):
        if isinstance(node, statements.If) and node.otherwise is not None:
            branches = [suite for _, suite in node.arms] + [node.otherwise]
            sizes = [len(_led_to(branch, rules)) for branch in branches]
            if min(sizes) > 0:
                small = [branch for branch, size in zip(branches, sizes, strict=True) if size < max(sizes)]
                found |= {id(one) for branch in small for one in walk(branch) if isinstance(one, formulas.Name)}
    return found


def _led_to(node: Node, rules: Mapping[str, Told]) -> set[str]:
    """Returns all names to which a part of the rules leads."""
    found: set[str] = set()
    waiting: list[Node] = [node]
    while waiting:
        for one in walk(waiting.pop()):
            if isinstance(one, formulas.Name) and one.id in rules and one.id not in found:
                found.add(one.id)
                waiting.append(rules[one.id])
    return found


def backstage(decls: Sequence[declarations.Decl], called: Container[str]) -> frozenset[str]:
    """Returns the names of what players can do without. These are rules without a sentence in which nobody chooses anything and no match ends, unless only the
    set-up does them. And they are fields without a sentence in which no pieces lie, and that have no label: `called` are the names with one."""
    rules = {decl.name.text: decl for decl in decls if isinstance(decl, declarations.Rule | declarations.PickDecl)}
    of_set_up = {rule.name.text for rule in rules_below(decls).get("setup", ())}
    helpers = {
        name
        for name, rule in rules.items()
        if isinstance(rule, declarations.Rule)
        and name not in of_set_up
        and not (rule.is_action or rule.body.doc or rule.into or rule.chain)
        and not any(_is_played(one) for one in (rule, *(rules[name] for name in _led_to(rule, rules))))
    }
    state = {
        one.name.text
        for decl in decls
        if isinstance(decl, fields.Fields)
        for one in decl.members
        if isinstance(one, fields.Field)
        and not isinstance(one.type, fields.ZoneType | fields.ValueBagType)
        and not one.doc
        and readable(one.name.text) not in called
    }
    return frozenset(helpers | state)


def _is_played(decl: Told) -> bool:
    """Whether somebody chooses in a rule, or the match can end in it."""
    of_players = statements.Choose | statements.EndGame
    return isinstance(decl, declarations.PickDecl) or any(isinstance(one, of_players) for one in walk(decl))
