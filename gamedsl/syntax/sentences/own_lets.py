"""Finds what a text computes for its players, places and pieces, and the rules that it calls, by its lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from gamedsl.syntax.guessing.own_names import OwnNames, own_names
from gamedsl.values import frozen

_LINE = re.compile(r"(?m)^(?:each (\w+)|( *)let (\w+)(?:\((\w+): (\w+)\))? = ([^\n#\"]+)|(\S))")
_RULE = re.compile(r"(?m)^rule (\w+)(?:\(([^)\n]*)\))?:")
_TYPE = re.compile(r"\w+: (\w+)")
_BRACKETS = re.compile(r"\([^()]*\)")
_TEST = re.compile(r"\b(?:is|in|not|no|some|any|all|and|or)\b|[<>]")


@frozen
class OwnLets:
    """Formulas with a name. `tests`: those that are true or false, each with what it tells of: a board, a component or `player`. `called`: the tests that have
    their thing in brackets. `sets`: those of several things, each with its board or component; `plain_sets`: those of them that take nothing. `rules`: rules
    with the types of what they take."""

    tests: Mapping[str, str]
    called: frozenset[str]
    sets: Mapping[str, str]
    plain_sets: frozenset[str]
    rules: Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=2)
def own_lets(text: str) -> OwnLets:
    """Finds the formulas and rules of a text."""
    own = own_names(text)
    tests: dict[str, str] = {}
    sets: dict[str, str] = {}
    called: set[str] = set()
    plain_sets: set[str] = set()
    owner = ""
    for found in _LINE.finditer(text):
        each, indent, name, _, taken, formula = found.groups()[:6]
        if not name:
            owner = each or ""
            continue
        of = taken or (owner if indent else "")
        plain = _without_brackets(formula)
        things = _things(formula, own, sets)
        if things and (" where " in plain or plain.strip() in own.boards):
            sets[name] = things
            plain_sets |= set() if taken or of in own.boards else {name}
        elif of and " if " not in plain and " where " not in plain and _TEST.search(plain):
            tests[name] = of
            called |= {name} if taken else set()
    rules = {name: tuple(_TYPE.findall(taken)) for name, taken in _RULE.findall(text)}
    return OwnLets(tests, frozenset(called), sets, frozenset(plain_sets), rules)


def _without_brackets(formula: str) -> str:
    """Returns a formula with nothing in its brackets."""
    shorter = _BRACKETS.sub("", formula)
    return formula if shorter == formula else _without_brackets(shorter)


def _things(formula: str, own: OwnNames, sets: Mapping[str, str]) -> str:
    """Returns the board or component that a formula begins with; empty if it begins with none."""
    zones = {zone.name: zone.pieces[0] for zone in own.zones}
    known = {"players": "player", **{name: name for name in (*own.boards, *own.pieces)}, **zones, **sets}
    first = re.match(r"\W*(\w+)", formula)
    return known.get(first[1], "") if first else ""
