"""Walks small graphs and writes down what happens: just enough to see in which order compiled statements run.

It knows numbers, flags, seats and lists of them; a decision takes its answers from a list. What a Game means is the
reference executor's business; this machine only shows that lowering put things where they belong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import Factory, define

from gamedsl.graph.model import expressions, nodes, source_statements, statements
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import LocalId, NodeId, Optional

Answer = int | str
"""The number of a menu line or the chosen value; `no` declines, `take` accepts a gate."""


class LimitReached(Exception):
    pass


@define
class Machine:
    """`log` is what is written down: assignments, and who was asked for what."""

    game: Game
    answers: list[Answer]
    fields: list[Any] = Factory(list[Any])
    locals: dict[LocalId, Any] = Factory(dict[LocalId, Any])
    counters: dict[int, int] = Factory(dict[int, int])
    log: list[str] = Factory(list[str])
    stops: list[NodeId] = Factory(list[NodeId])

    def run(self, start: NodeId | None = None) -> list[str]:
        self.fields = [value for spec in self.game.fields for value in spec.start]
        here = self.game.start if start is None else start
        for _ in range(2000):
            node = self.game.nodes[here]
            if isinstance(node, nodes.EndNode | nodes.StopNode):
                return self.log
            here = self.step(here, node)
        raise AssertionError("an endless walk")

    def step(self, here: NodeId, node: nodes.Node) -> NodeId:
        match node:
            case nodes.EffectNode():
                self.effects(node.body)
                return node.next
            case nodes.BranchNode():
                return node.yes if self.value(node.condition) else node.no
            case nodes.DecisionNode():
                self.stop(here, node.live)
                seat: int = self.value(node.seat)
                return node.exits[self.choose(node.plan, self.game.seats[seat])]
            case nodes.TogetherNode():
                return self.together(here, node)
            case nodes.ChanceNode():
                self.stop(here, node.live)
                if isinstance(node.event, statements.Roll):
                    self.locals[node.event.local] = self.answers.pop(0)
                    self.log.append(f"rolls {node.event.name}")
                else:
                    self.log.append("draws" if isinstance(node.event, statements.Draw) else "looks")
                return node.next
            case _:
                raise AssertionError(node)

    def stop(self, here: NodeId, live: Sequence[LocalId]) -> None:
        """As at any stop: only live locals survive."""
        self.stops.append(here)
        self.locals = {local: self.locals[local] for local in live}

    def together(self, here: NodeId, node: nodes.TogetherNode) -> NodeId:
        self.stop(here, node.live)
        before = dict(self.locals)
        for seat, name in enumerate(self.game.seats):
            self.locals = {**before, node.me: seat}
            if self.value(node.asked):
                self.put(node.exit_field, (seat,), self.choose(node.plan, name))
                for local, field in node.commits:
                    self.put(field, (seat,), self.locals.get(local))
        self.locals = before
        return node.next

    # ------------------------------------------------------------ choosing

    def choose(self, plan: nodes.Plan, seat: str) -> int:
        self.take(plan.parts[: plan.gate_at], seat)
        if plan.gate_exit is not None and self.answers.pop(0) == "no":
            self.log.append(f"{seat} declines {plan.name}")
            return plan.gate_exit
        self.take(plan.parts[plan.gate_at :], seat)
        if plan.menu is None:
            assert plan.exit is not None
            return plan.exit
        line = plan.menu[int(self.answers.pop(0))]
        self.log.append(f"{seat} picks {line.name}")
        return self.choose(line, seat)

    def take(self, parts: Sequence[statements.Part], seat: str) -> None:
        for part in parts:
            match part:
                case statements.Bind():
                    self.locals[part.local] = self.value(part.value)
                case statements.Select():
                    answer = self.answers.pop(0)
                    options = self.value(part.sources[0])
                    assert answer in options, (answer, options)
                    self.locals[part.local] = answer
                    self.log.append(f"{seat} chooses {part.name} {answer}")
                case statements.YesNo():
                    self.locals[part.local] = self.answers.pop(0) == "yes"
                case statements.Requirement():
                    assert self.value(part.condition), part.name

    # ------------------------------------------------------------ effects

    def effects(self, body: Sequence[statements.Effect] | Sequence[source_statements.Stmt]) -> None:
        for effect in body:
            self.effect(effect)

    def effect(self, effect: source_statements.Stmt) -> None:
        match effect:
            case statements.SetLocal():
                self.locals[effect.local] = self.value(effect.value)
            case statements.SetField():
                index = tuple(self.value(i) for i in effect.index)
                self.put(effect.field, index, self.value(effect.value))
            case statements.ResetFields():
                self.reset(effect)
            case statements.If():
                self.effects(effect.then if self.value(effect.condition) else effect.otherwise)
            case statements.For():
                for element in self.value(effect.source):
                    bound = element if len(effect.locals) > 1 else (element,)
                    self.locals.update(zip(effect.locals, bound, strict=True))
                    self.effects(effect.body)
            case statements.Check():
                assert self.value(effect.condition), effect.name
            case statements.Ensure():
                pass
            case statements.CallRule():
                routine = next(r for r in self.game.routines if r.rule == effect.rule)
                self.log.append(f"calls {routine.name}")
                self.locals.update(zip(routine.params, map(self.value, effect.args), strict=True))
                if routine.me is not None and effect.me is not None:
                    self.locals[routine.me] = self.value(effect.me)
                self.effects(routine.body)
            case statements.StartCount():
                self.counters[effect.counter] = 0
            case statements.CountPass():
                self.counters[effect.counter] += 1
                if self.counters[effect.counter] > effect.limit:
                    raise LimitReached
            case statements.Move() | statements.Shuffle():
                self.log.append(type(effect).__name__.lower())
            case _:
                raise AssertionError(effect)

    def reset(self, effect: statements.ResetFields) -> None:
        owner = None if effect.owner is None else self.value(effect.owner)
        for field in effect.fields:
            spec = self.game.fields[field]
            for i, start in enumerate(spec.start):
                if owner is None or owner == i:
                    self.fields[spec.base + i] = start
            if not spec.hidden:
                self.log.append(f"reset {spec.name}" + ("" if owner is None else f" of {self.game.seats[owner]}"))

    def put(self, field: int, index: tuple[int, ...], value: Any) -> None:
        spec = self.game.fields[field]
        at = index[0] if index else 0
        self.fields[spec.base + at] = value
        if not spec.hidden:
            owner = f"{self.game.seats[at]}." if spec.owned else ""
            self.log.append(f"{owner}{spec.name} = {value}")

    # ------------------------------------------------------------ formulas

    def value(self, expr: expressions.Expr) -> Any:
        match expr:
            case expressions.Const():
                return expr.value
            case expressions.LimitReached():
                return self.counters[expr.counter] >= expr.limit
            case expressions.Local():
                return self.locals[expr.id]
            case expressions.FieldAt():
                index = tuple(self.value(i) for i in expr.index)
                return self.fields[self.game.fields[expr.field].base + (index[0] if index else 0)]
            case expressions.Arithmetic():
                left, right = self.value(expr.left), self.value(expr.right)
                return {"+": left + right, "-": left - right}[expr.op] if expr.op in "+-" else left % right
            case expressions.Compare():
                left, right = self.value(expr.left), self.value(expr.right)
                return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[expr.op]
            case expressions.Equal():
                return self.value(expr.left) == self.value(expr.right)
            case expressions.Not():
                return not self.value(expr.operand)
            case expressions.And():
                return self.value(expr.left) and self.value(expr.right)
            case expressions.Or():
                return self.value(expr.left) or self.value(expr.right)
            case expressions.IfElse():
                return self.value(expr.yes if self.value(expr.condition) else expr.no)
            case expressions.Need():
                found = self.value(expr.operand)
                assert found is not None or isinstance(expr.type, Optional)
                return found
            case _:
                return self.collection(expr)

    def collection(self, expr: expressions.Expr) -> Any:
        match expr:
            case expressions.MakeList():
                return tuple(self.value(i) for i in expr.items)
            case expressions.Seats():
                seats = len(self.game.seats)
                first = 0 if expr.first is None else self.value(expr.first)
                around = [(first + i) % seats for i in range(seats)]
                out = self.game.builtins.out
                base = None if out is None else self.game.fields[out].base
                return tuple(p for p in around if not expr.playing or base is None or not self.fields[base + p])
            case expressions.Filter():
                return tuple(self.passing(expr))
            case expressions.Pick():
                found = self.value(expr.source)
                return found[0] if found else None
            case expressions.Rest():
                return self.value(expr.source)[1:]
            case expressions.Item():
                return self.value(expr.source)[self.value(expr.index)]
            case expressions.Count():
                return len(self.value(expr.source))
            case expressions.Convert():
                return self.value(expr.operand)
            case expressions.Contents():
                return ()
            case _:
                raise AssertionError(expr)

    def passing(self, expr: expressions.Filter) -> Sequence[Any]:
        found: list[Any] = []
        for element in self.value(expr.source):
            self.locals[expr.local] = element
            if self.value(expr.condition):
                found.append(element)
        return found


def played(game: Game, *answers: Answer, start: NodeId | None = None) -> list[str]:
    """What happens in a match in which these answers are given; all of them are used up."""
    machine = Machine(game, list(answers))
    log = machine.run(start)
    assert not machine.answers
    return log
