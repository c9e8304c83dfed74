"""Decisions of a Game as JSON data: their selections, the sources of these, and their requirements."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.graph.analysis.filters import remove_filters
from gamedsl.graph.analysis.walk import list_named_zones, list_read_fields, plans, with_functions
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Bind, Part, Requirement, Select, YesNo
from gamedsl.graph.text.formula_text import formula
from gamedsl.graph.text.names import Words
from gamedsl_interpreter.hosting import records
from gamedsl_interpreter.hosting.type_data import type_data
from gamedsl_interpreter.plans.elements import element_type, is_counted, takes_pieces


class Plans:
    """The plans of a Game. Each has a number among all plans, which texts of moves use too."""

    def __init__(self, game: Game, words: Words) -> None:
        self._game = game
        self._words = words
        self._numbers: dict[int, int] = {}
        first = 0
        for number, node in enumerate(game.nodes):
            if isinstance(node, DecisionNode | TogetherNode):
                self._numbers[number] = first
                first += sum(1 for _ in plans(node.plan))

    def plan(self, node: int, plan: Plan) -> records.Plan:
        """Describes the plan of a node, including the plans in its menus."""
        return self._plan(plan, iter(range(self._numbers[node], self._numbers[node] + sum(1 for _ in plans(plan)))))

    def _plan(self, plan: Plan, numbers: Iterable[int]) -> records.Plan:
        number = next(iter(numbers))
        return {
            "name": plan.name,
            "number": number,
            "site": plan.site,
            "gate": plan.gate,
            "gate_exit": plan.gate_exit,
            "exit": plan.exit,
            "offered_if": None if plan.offered_if is None else self._text(plan.offered_if),
            "parts": [self._part(part) for part in plan.parts],
            "menu": None if plan.menu is None else [self._plan(line, numbers) for line in plan.menu],
        }

    def _part(self, part: Part) -> records.Selection | records.YesNo | records.Bound | records.Requirement:
        match part:
            case Select():
                return self._selection(part)
            case YesNo():
                condition = None if part.condition is None else self._text(part.condition)
                return {
                    "is": "yes_no",
                    "name": part.name,
                    "local": part.local,
                    "condition": condition,
                    "why": part.why,
                    "ask": part.ask,
                    "site": part.site,
                }
            case Bind(local, value):
                name = self._game.locals[local].name
                return {"is": "let", "name": name, "local": local, "type": type_data(value.type)}
            case Requirement():
                text = self._text(part.condition)
                return {"is": "requirement", "name": part.name, "why": part.why, "text": text, "site": part.site}

    def _selection(self, part: Select) -> records.Selection:
        of = self._game.locals[part.local].type
        element = element_type(part.sources[0].type)
        return {
            "is": "selection",
            "name": part.name,
            "local": part.local,
            "quantity": part.quantity,
            "number": None if part.number is None else self._text(part.number),
            "least": None if part.least is None else self._text(part.least),
            "element": type_data(element),
            "sources": [self._source(source) for source in part.sources],
            "distinct": None if part.distinct is None else type_data(part.distinct.type),
            "is_secret": part.secret,
            "takes_pieces": takes_pieces(element),
            "is_counted": is_counted(of),
            "why": part.why,
            "ask": part.ask,
            "site": part.site,
        }

    def _source(self, source: Expr) -> records.Source:
        """Describes the source of a selection: as the rules write it, with and without its filters, and the zones and fields that it reads."""
        whole = remove_filters(source)
        reached = with_functions(self._game, source)
        offered = {zone for body in with_functions(self._game, whole) for zone in list_named_zones(body)}
        return {
            "text": self._text(source),
            "offers": self._text(whole),
            "from_zones": sorted(offered),
            "reads_zones": sorted({zone for body in reached for zone in list_named_zones(body)}),
            "reads_fields": sorted({field for body in reached for field in list_read_fields(body)}),
        }

    def _text(self, expr: Expr) -> str:
        return formula(self._words, expr)
