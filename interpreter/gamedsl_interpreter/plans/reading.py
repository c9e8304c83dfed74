"""Analyses counting trees: which locals a count reads, whether it can fail, and whether a move can certainly be completed."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.graph.analysis.walk import expressions, free_locals
from gamedsl.graph.model.expressions import Count, Expr, Local
from gamedsl.graph.model.types import LocalId
from gamedsl.values import define
from gamedsl_interpreter.plans.completability import is_free
from gamedsl_interpreter.plans.facts import Dependence
from gamedsl_interpreter.plans.spans import span
from gamedsl_interpreter.plans.totality import Totality
from gamedsl_interpreter.plans.ways import Bound, Flag, Gate, IfAble, Kept, Leaf, Menu, One, Several, Tested, Ways


@define
class Reading:
    """Answers questions about the nodes of a counting tree."""

    totality: Totality

    def reads(self, node: Ways) -> dict[LocalId, Dependence]:
        """Returns the locals from outside that the count of a node reads: NUMBER if it reads only their number of elements."""
        match node:
            case Leaf():
                return {}
            case Menu(lines=lines):
                return _merge_reads(*map(self.reads, lines))
            case Gate(take=inner) | IfAble(take=inner) | Kept(ways=inner):
                return self.reads(inner)
            case Tested(conditions, then):
                return _merge_reads(*map(mentions, conditions), self.reads(then))
            case Bound(part, then, is_counted):
                inside = self.reads(then)
                return _merge_reads(mentions(part.value) if is_counted else {}, _drop_local(inside, part.local))
            case Flag(part=part, then=then):
                condition = {} if part.condition is None else mentions(part.condition)
                return _merge_reads(condition, _drop_local(self.reads(then), part.local))
            case One() | Several():
                bounds = () if isinstance(node, One) else self._bounds(node)
                return _merge_reads(
                    self.offer_reads(node), *map(mentions, bounds), _drop_local(self.reads(node.then), node.part.local)
                )

    def offer_reads(self, node: One | Several) -> dict[LocalId, Dependence]:
        """Returns the locals that the offer of a choice and the keys of its groups read. Rivals are among them, because the pieces that they took are not
        offered."""
        taken = {rival.local: Dependence.CHOICE for rival in node.rivals}
        groups = {} if node.part.distinct is None else _drop_local(mentions(node.part.distinct), node.part.element)
        return _merge_reads(*map(mentions, node.part.sources), groups, taken)

    def _bounds(self, node: Several) -> list[Expr]:
        found = (node.part.number, node.part.least, *(limit.most for limit in node.limits))
        return [expr for expr in found if expr is not None]

    def is_total(self, node: Ways) -> bool:
        """Whether counting from a node on cannot fail."""
        total = self.totality.is_total
        match node:
            case Leaf():
                return True
            case Menu(lines=lines):
                return all(map(self.is_total, lines))
            case Gate(take=inner) | IfAble(take=inner) | Kept(ways=inner):
                return self.is_total(inner)
            case Tested(conditions, then):
                return all(map(total, conditions)) and self.is_total(then)
            case Bound(part, then):
                return total(part.value) and self.is_total(then)
            case Flag(part=part, then=then):
                return (part.condition is None or total(part.condition)) and self.is_total(then)
            case One(then=then):
                return self.is_offer_total(node) and self.is_total(then)
            case Several(then=then):
                return self.is_offer_total(node) and self._are_bounds_total(node) and self.is_total(then)

    def is_offer_total(self, node: One | Several) -> bool:
        """Whether the offer of a choice, and the keys of its groups, cannot fail."""
        asked = (*node.part.sources, *(() if node.part.distinct is None else (node.part.distinct,)))
        return all(map(self.totality.is_total, asked))

    def _are_bounds_total(self, node: Several) -> bool:
        number = node.part.number
        return (number is None or span(number.type)[0] >= 0) and all(map(self.totality.is_total, self._bounds(node)))

    def is_certain(self, node: Ways) -> bool:
        """Whether a move can certainly be completed from a node on, and trying it cannot fail."""
        match node:
            case Leaf():
                return True
            case Menu(lines=lines):
                first = next((i for i, line in enumerate(lines) if self.is_certain(line)), None)
                return first is not None and all(map(self.is_total, lines[:first]))
            case Gate(take=inner) | IfAble(take=inner):
                return self.is_total(inner)
            case Kept(ways=inner):
                return self.is_certain(inner)
            case Tested() | One():
                return False
            case Bound(part, then):
                return self.totality.is_total(part.value) and self.is_certain(then)
            case Flag(part=part, then=then):
                return (part.condition is None or self.totality.is_total(part.condition)) and self.is_certain(then)
            case Several(then=then):
                whole = is_free(node.part) and self.is_offer_total(node) and self._are_bounds_total(node)
                return whole and self.is_certain(then)


def mentions(expr: Expr) -> dict[LocalId, Dependence]:
    """Returns the locals that a formula reads: NUMBER where it only reads their number of elements."""
    free = free_locals(expr)
    if not free:
        return {}
    whole = [e.id for e in expressions(expr) if isinstance(e, Local)]
    counts = [e.source.id for e in expressions(expr) if isinstance(e, Count) and isinstance(e.source, Local)]
    return {
        local: Dependence.NUMBER if whole.count(local) == counts.count(local) else Dependence.CHOICE for local in free
    }


def _merge_reads(*found: Mapping[LocalId, Dependence]) -> dict[LocalId, Dependence]:
    """Merges the reads: a local is read whole if any of them reads it whole."""
    joined: dict[LocalId, Dependence] = {}
    for reads in found:
        for local, dependence in reads.items():
            if joined.get(local) is not Dependence.CHOICE:
                joined[local] = dependence
    return joined


def _drop_local(reads: Mapping[LocalId, Dependence], local: LocalId) -> dict[LocalId, Dependence]:
    return {other: dependence for other, dependence in reads.items() if other != local}
