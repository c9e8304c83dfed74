"""Finds where a rule is told: below the phase that alone leads to it, or among the rules that several parts use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from gamedsl.rulebook.model import readable, sentence_of_doc
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.walk import followers, name_of_place, walk, walk_in_order

Told = declarations.Rule | declarations.PickDecl
Board = data.Grid | data.GrowingGrid | data.Ring | data.RingAround | data.Track | data.Graph


def rules_below(decls: Sequence[declarations.Decl]) -> dict[str, tuple[Told, ...]]:
    """Returns the rules, actions and picks that are reached from a single phase or only from the set-up: by the name of that phase, or `setup`, and in the
    order in which play reaches them."""
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
                pass  # nothing else calls rules
    reached = {name: _reachable_names(found, rules) for name, found in roots.items()}
    elsewhere = set(_reachable_names(others, rules))
    ways = [name for found in reached.values() for name in found]
    return {
        root: tuple(rules[name] for name in found if ways.count(name) == 1 and name not in elsewhere)
        for root, found in reached.items()
    }


def rules_in_order(decls: Sequence[declarations.Decl]) -> dict[str, tuple[declarations.Decl, ...]]:
    """Returns what a printed book puts below each phase and below the set-up: the rules that they call, and the reactions to these rules. A rule that
    several phases call stands below the first of them."""
    rules = {decl.name.text: decl for decl in decls if isinstance(decl, Told)}
    phases = {decl.name.text: decl for decl in decls if isinstance(decl, declarations.Phase)}
    rounds = (entry.name.text for decl in decls if isinstance(decl, declarations.Rounds) for entry in decl.phases)
    added: dict[str, list[str]] = {}
    for decl in decls:
        if isinstance(decl, declarations.Rule) and decl.into is not None:
            added.setdefault(decl.into.text, []).append(decl.name.text)
    found: dict[str, tuple[declarations.Decl, ...]] = {}
    seen: set[str] = set()
    for phase in dict.fromkeys((*rounds, *phases)):
        roots: list[declarations.Decl] = [phases[phase]]
        after: list[declarations.Decl] = []
        while more := [one for one in _reactions(decls, _reachable_names(roots, rules, added)) if one not in roots]:
            after += (one for one in more if one in decls)
            roots += more
        names = [name for name in _reachable_names(roots, rules, added) if name not in seen]
        seen.update(names)
        found[phase] = (*(rules[name] for name in names), *(one for one in after if _has_sentence(one)))
    set_up = _reachable_names([decl for decl in decls if isinstance(decl, declarations.Setup)], rules)
    return found | {"setup": tuple(rules[name] for name in set_up if name not in seen)}


def _reactions(decls: Sequence[declarations.Decl], names: Sequence[str]) -> Iterator[declarations.Decl]:
    """Yields the reactions that happen after one of some rules, including those of pieces."""
    every = list(decls)
    for decl in decls:
        if isinstance(decl, declarations.KindBlock):
            every += (one for one in decl.members if isinstance(one, declarations.WithBody))
    for name in names:
        yield from followers(every, name)


def _has_sentence(decl: declarations.Decl) -> bool:
    return isinstance(decl, declarations.WithBody) and bool(sentence_of_doc(decl.body.doc))


def _reachable_names(
    roots: Sequence[declarations.Decl], rules: Mapping[str, Told], added: Mapping[str, Sequence[str]] | None = None
) -> list[str]:
    """Returns the reached names in the order of play: first a rule, then the rules that it calls, and exceptions after everything else. If a phase calls a
    rule that has a sentence and offers choices, these choices come directly after the rule. Actions that are `added` to a part come after its own."""
    found: list[str] = []
    later: list[str] = []

    def visit(waiting: list[declarations.Decl]) -> None:
        while waiting:
            decl = waiting.pop(0)
            rare = exceptional(decl, rules)
            for node in walk_in_order(decl):
                if isinstance(node, formulas.Name) and node.id in rules and node.id not in found:
                    if id(node) in rare:
                        later.append(node.id)
                    else:
                        found.append(node.id)
                        if isinstance(decl, declarations.Phase) and _offers_actions(rules[node.id]):
                            visit([rules[node.id]])
                        else:
                            waiting.append(rules[node.id])
            own = decl.name.text if isinstance(decl, declarations.Phase | declarations.Rule) else ""
            more = [name for name in (added or {}).get(own, ()) if name not in found]
            found.extend(more)
            waiting.extend(rules[name] for name in more)

    visit(list(roots))
    while later:
        name = later.pop(0)
        if name not in found:
            found.append(name)
            visit([rules[name]])
    return found


def _offers_actions(decl: Told) -> bool:
    """Whether players choose between actions in a rule that nobody chooses and that a sentence tells."""
    is_done = isinstance(decl, declarations.Rule) and not decl.is_action and bool(sentence_of_doc(decl.body.doc))
    return is_done and any(isinstance(node, statements.Choose) and node.menu is not None for node in walk(decl))


def exceptional(decl: Node, rules: Mapping[str, declarations.Rule] | Mapping[str, Told]) -> set[int]:
    """Returns the identities of the names in the branches of a part of the rules that lead to fewer rules than another branch beside them."""
    found: set[int] = set()
    for node in walk_in_order(decl):
        if isinstance(node, statements.If) and node.otherwise is not None:
            branches = [suite for _, suite in node.arms] + [node.otherwise]
            sizes = [len(names_led_to(branch, rules)) for branch in branches]
            if min(sizes) > 0:
                small = [branch for branch, size in zip(branches, sizes, strict=True) if size < max(sizes)]
                found |= {id(one) for branch in small for one in walk(branch) if isinstance(one, formulas.Name)}
    return found


def names_led_to(node: Node, rules: Mapping[str, declarations.Rule] | Mapping[str, Told]) -> set[str]:
    """Returns all names that a part of the rules calls, directly or through others."""
    found: set[str] = set()
    waiting: list[Node] = [node]
    while waiting:
        for one in walk(waiting.pop()):
            if isinstance(one, formulas.Name) and one.id in rules and one.id not in found:
                found.add(one.id)
                waiting.append(rules[one.id])
    return found


def backstage(decls: Sequence[declarations.Decl]) -> frozenset[str]:
    """Returns the names that players need not know: fields and rules without a sentence. A field is left out if pieces lie in it, or if it is not one value
    on each place of a board. A rule counts if nobody chooses anything in it and no match ends in it (unless only the set-up calls it), or if only rules
    with a sentence call it, because their sentences cover it."""
    rules = {decl.name.text: decl for decl in decls if isinstance(decl, Told)}
    of_set_up = {rule.name.text for rule in rules_below(decls).get("setup", ())}
    untold = {name for name, rule in rules.items() if not _is_told(rule)}
    helpers = {
        name
        for name in untold - of_set_up
        if isinstance(rules[name], declarations.Rule)
        and not any(
            _is_played(one) for one in (rules[name], *(rules[other] for other in names_led_to(rules[name], rules)))
        )
    }
    ways: dict[str, list[declarations.Decl]] = {}
    for decl in decls:
        if isinstance(decl, declarations.WithBody | declarations.KindBlock | declarations.PickDecl):
            for name in {one.id for one in walk(decl) if isinstance(one, formulas.Name)} & rules.keys():
                ways.setdefault(name, []).append(decl)
    found = set(helpers)
    while more := {name for name in untold - found if name in ways and all(_tells(one, found) for one in ways[name])}:
        found |= more
    boards = {decl.name.text for decl in decls if isinstance(decl, Board)}
    state = {
        one.name.text
        for decl in decls
        if isinstance(decl, fields.Fields)
        for one in decl.members
        if isinstance(one, fields.Field)
        and not one.doc
        and (
            not isinstance(one.type, fields.ZoneType | fields.ValueBagType)
            or (one.type.form == "slot" and decl.owner is not None and decl.owner.text in boards)
        )
    }
    return frozenset(found | state | _unread(decls))


def _unread(decls: Sequence[declarations.Decl]) -> set[str]:
    """Returns the names of formulas that no other sentence and no example of the rules uses, and that score no points: people do not need such a word."""
    own = {
        node.name.text: node
        for decl in decls
        for node in (decl.members if isinstance(decl, fields.Fields) else (decl,))
        if isinstance(node, fields.Define) and not isinstance(node.value, formulas.MatchExpr)
    }
    docs = {name: node.doc for name, node in own.items()}
    said: list[str] = []
    shown: set[str] = set()
    for decl in decls:
        for node in walk(decl):
            said += [
                text
                for part in _SENTENCES
                if isinstance(text := getattr(node, part, None), str) and text not in docs.values()
            ]
            if isinstance(decl, example_lines.Example):
                shown |= {name_of_place(node)} if isinstance(node, formulas.Name | formulas.Attribute) else set()
    said += [doc for doc in docs.values() if doc]
    return {
        name
        for name in own.keys() - shown
        if (doc := docs[name]) and _POINTS.search(doc) is None
        if not any(
            re.search(rf"\b{re.escape(readable(name))}(s|es)?\b", text, re.IGNORECASE)
            for text in said
            if text != docs[name]
        )
    }


_POINTS = re.compile(r"\bpoints?\b", re.IGNORECASE)
_SENTENCES = ("doc", "why", "ask")
"""The parts of declarations that are sentences for people."""


def _is_told(rule: Told) -> bool:
    """Whether a rule has a place of its own in a book: it has a sentence, or somebody chooses it."""
    return isinstance(rule, declarations.Rule) and bool(
        rule.is_action or sentence_of_doc(rule.body.doc) or rule.into or rule.chain
    )


def _tells(decl: declarations.Decl, backstage: set[str]) -> bool:
    """Whether a declaration that calls a rule covers the rule with its own sentence, or need not be known to players itself."""
    if isinstance(decl, declarations.PickDecl | declarations.KindBlock):
        return isinstance(decl, declarations.PickDecl) and decl.name.text in backstage
    is_behind = isinstance(decl, declarations.Rule) and decl.name.text in backstage
    return is_behind or bool(sentence_of_doc(decl.body.doc)) if isinstance(decl, declarations.WithBody) else False


def _is_played(decl: Told) -> bool:
    """Whether somebody chooses in a rule, or the match can end in it."""
    of_players = statements.Choose | statements.EndGame
    return isinstance(decl, declarations.PickDecl) or any(isinstance(one, of_players) for one in walk(decl))
