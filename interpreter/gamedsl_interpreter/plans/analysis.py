"""The analysis of plans. Each executor makes one `Analysis` of a Game when it is made, and uses it once for each plan."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.analysis.effort import Effort
from gamedsl.graph.analysis.walk import exits_of, expressions, local_of
from gamedsl.graph.model.expressions import Count, Local
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Part, Requirement, Select
from gamedsl.values import evolve
from gamedsl_interpreter.plans import completability
from gamedsl_interpreter.plans.elements import element_type, is_counted, takes_pieces
from gamedsl_interpreter.plans.facts import Dependence, Limit, PartFacts, PlanFacts, SelectionFacts, Stretch
from gamedsl_interpreter.plans.schedule import Due, schedule
from gamedsl_interpreter.plans.sources import zones_of_all
from gamedsl_interpreter.plans.totality import Totality


class Analysis:
    """Analyses the plans of a Game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.totality = Totality(game)
        self.effort = Effort(game.functions, game.classes)

    def plan(self, plan: Plan, before: tuple[Select, ...] = (), *, tried: frozenset[int] = frozenset()) -> PlanFacts:
        """Analyses a plan; `before`: selections of the plans around it that take pieces; `tried`: the exits whose moves are legal only if an `ensure` allows
        their result."""
        early, late = plan.parts[: plan.gate_at], plan.parts[plan.gate_at :]
        menu = tuple(
            self.plan(line, before + self._piece_selections(plan.parts), tried=tried) for line in plan.menu or ()
        )
        judged = any(exit in tried for exit, _ in exits_of(plan))
        can_end = self._can_end(plan, menu, tried)
        behind = self._stretch(plan, late, before + self._piece_selections(early), can_finish=can_end, judged=judged)
        has_gate = plan.gate is not None and plan.gate_exit is not None
        front = self._stretch(plan, early, before, can_finish=behind.can_finish and not has_gate, judged=judged)
        return PlanFacts(plan, front, behind, menu, front.can_finish and plan.offered_if is None)

    def _can_end(self, plan: Plan, menu: tuple[PlanFacts, ...], tried: frozenset[int]) -> bool:
        """Whether a move can certainly be completed after all parts of a plan. Scripted seats can fail to answer."""
        if self._game.scripts:
            return False
        if plan.exit is not None:
            return plan.exit not in tried
        can_finish = [line.can_finish for line in menu]
        return any(can_finish) and (
            can_finish[0] or all(completability.cannot_fail(self.totality, line.plan) for line in menu)
        )

    def _stretch(
        self, plan: Plan, parts: tuple[Part, ...], before: tuple[Select, ...], *, can_finish: bool, judged: bool
    ) -> Stretch:
        due = schedule(parts)
        found: list[PartFacts] = []
        for i in range(len(parts) - 1, -1, -1):
            part = parts[i]
            limits = self._limits(part, due[i + 1], parts[i + 1 :])
            can_finish = can_finish and len(limits) == len(due[i + 1].requirements)
            selection = None
            if isinstance(part, Select):
                settled = [limit.requirement.condition for limit in limits]
                others = (*(p for p in parts[:i] if isinstance(p, Requirement)), *parts[i + 1 :], *(plan.menu or ()))
                rest = tuple(p for p in others if not (isinstance(p, Requirement) and p.condition in settled))
                selection = self._selection(part, before + self._piece_selections(parts[:i]), rest)
                if judged:
                    selection = evolve(selection, dependence=Dependence.CHOICE)
            passes = can_finish and completability.always_passes(self.totality, part)
            found.append(PartFacts(part, due[i + 1], limits, can_finish, passes, selection))
            can_finish = passes
        return Stretch(due[0], tuple(reversed(found)), can_finish and not due[0].requirements)

    def _limits(self, part: Part, due: Due, later: tuple[Part, ...]) -> tuple[Limit, ...]:
        if not due.requirements:
            return ()
        bound_later = frozenset(local for p in later if (local := local_of(p)) is not None)
        found = (
            (requirement, completability.limit_of(self.totality, part, requirement.condition, bound_later))
            for requirement in due.requirements
        )
        return tuple(Limit(requirement, most) for requirement, most in found if most is not None)

    def _selection(self, part: Select, before: tuple[Select, ...], rest: tuple[Part | Plan, ...]) -> SelectionFacts:
        of, element = self._game.locals[part.local].type, element_type(part.sources[0].type)
        return SelectionFacts(
            element=element,
            takes_pieces=takes_pieces(element),
            is_counted=part.quantity != "one" and is_counted(of),
            rivals=self._rivals(part, before) if takes_pieces(element) else (),
            dependence=Dependence.CHOICE if part.quantity == "one" else self._dependence(part, rest),
        )

    def _piece_selections(self, parts: tuple[Part, ...]) -> tuple[Select, ...]:
        """Returns the selections that take pieces."""
        return tuple(p for p in parts if isinstance(p, Select) and takes_pieces(element_type(p.sources[0].type)))

    def _rivals(self, part: Select, before: tuple[Select, ...]) -> tuple[Select, ...]:
        if not before:
            return ()
        mine = zones_of_all(self._game, part.sources)
        theirs = [(other, zones_of_all(self._game, other.sources)) for other in before]
        return tuple(other for other, zones in theirs if mine is None or zones is None or zones & mine)

    def _dependence(self, part: Select, rest: tuple[Part | Plan, ...]) -> Dependence:
        if self._piece_selections(tuple(_parts(rest))):
            return Dependence.CHOICE
        mentions = counts = 0
        for expr in expressions(rest):
            mentions += isinstance(expr, Local) and expr.id == part.local
            counts += isinstance(expr, Count) and isinstance(expr.source, Local) and expr.source.id == part.local
        if mentions != counts:
            return Dependence.CHOICE
        return Dependence.NUMBER if mentions else Dependence.NONE


def _parts(things: tuple[Part | Plan, ...]) -> Iterator[Part]:
    """Yields the parts, and the parts of plans and their menus."""
    for thing in things:
        if isinstance(thing, Plan):
            yield from _parts((*thing.parts, *(thing.menu or ())))
        else:
            yield thing
