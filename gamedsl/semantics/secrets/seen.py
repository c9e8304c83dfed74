"""Finds pieces that are chosen from a hidden zone but shown to everybody before play stops again: statements about them in between disclose nothing."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.graph.analysis.walk import expressions
from gamedsl.graph.model import source_statements as sources
from gamedsl.graph.model import statements as effects
from gamedsl.graph.model.expressions import Contents, Local, ZoneAt
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.types import LocalId, RuleId
from gamedsl.semantics.model.checked import Checked
from gamedsl.semantics.secrets.knowledge import bare

Shown = tuple[frozenset[LocalId], bool]
"""The locals whose pieces move to an open zone on every path, and whether play can reach the end of the statements without a stop."""


class Ahead:
    """Computes, once for each block and rule, which locals the statements from each position on show to everybody."""

    def __init__(self, checked: Checked) -> None:
        self._checked = checked
        self._blocks: dict[int, tuple[Sequence[Stmt], tuple[Shown, ...]]] = {}
        self._rules: dict[RuleId, Shown] = {}

    def of(self, stmts: Sequence[Stmt]) -> tuple[Shown, ...]:
        """For each statement, returns the locals shown by it and the statements after it; one more entry for the end of the block."""
        known = self._blocks.get(id(stmts))
        if known is None:
            found: list[Shown] = [(frozenset(), True)]
            for stmt in reversed(stmts):
                own, goes_on = self._stmt(stmt)
                found.append((own | found[-1][0], found[-1][1]) if goes_on else (own, False))
            known = self._blocks[id(stmts)] = stmts, tuple(reversed(found))
        return known[1]

    def _stmt(self, stmt: Stmt) -> Shown:
        match stmt:
            case effects.Move(what, to):
                inner = bare(what.zone if isinstance(what, Contents) else what)
                zones = [one for one in expressions(to) if isinstance(one, ZoneAt)]
                is_open = bool(zones) and all(self._is_open(zone) for zone in zones)
                return (frozenset({inner.id}) if isinstance(inner, Local) and is_open else frozenset()), True
            case effects.If(_, then, otherwise):
                (yes, yes_on), (no, no_on) = self.of(then)[0], self.of(otherwise)[0]
                return yes & no, yes_on and no_on
            case effects.For(locals, source, body):
                shown, goes_on = self.of(body)[0]
                inner = bare(source)
                whole = isinstance(inner, Local) and len(locals) == 1 and locals[0] in shown and goes_on
                return (frozenset({inner.id}) if whole and isinstance(inner, Local) else frozenset()), goes_on
            case effects.Repeat(body=body):
                return frozenset(), self.of(body)[0][1]
            case effects.CallRule(rule, _, args):
                if rule not in self._rules:
                    self._rules[rule] = self.of(self._checked.rules[rule].body.stmts)[0]
                shown, goes_on = self._rules[rule]
                params = self._checked.rules[rule].body.params
                handed = zip(params, map(bare, args), strict=True)
                return frozenset(arg.id for param, arg in handed if param in shown and isinstance(arg, Local)), goes_on
            case sources.Choose() | sources.Each() | sources.DrawKeep() | sources.EndGame():
                return frozenset(), False
            case _:
                return frozenset(), True

    def _is_open(self, zone: ZoneAt) -> bool:
        return self._checked.zones[zone.zone].visibility.who == "everyone"
