"""Inserts counters into the rules at the statements that disclose something: proof counters that count how often play passes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.graph.model import source_statements as source
from gamedsl.graph.model import statements as effects
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import EffectNode
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.types import SiteId
from gamedsl.semantics.model.checked import Body, Checked, Phase, Rule
from gamedsl.semantics.secrets.model import Anchor
from gamedsl.values import evolve

_MOST = 1 << 30
"""The limit of a counter; no match has that many passes."""


def mark_rules(checked: Checked, marks: Mapping[Anchor, Sequence[int]]) -> Checked:
    """Returns the rules with numbered marks. Marks change nothing in a position. Their counters are negative: see `with_counters`."""
    return _Marking(marks).of(checked)


def with_counters(game: Game, marks: int) -> Game:
    """Returns the Game of marked rules with the counters of the marks, in their order, after its own."""
    first = game.counters
    nodes = (
        evolve(node, body=_body(node.body, first)) if isinstance(node, EffectNode) else node for node in game.nodes
    )
    routines = (evolve(routine, body=_body(routine.body, first)) for routine in game.routines)
    return evolve(game, nodes=tuple(nodes), routines=tuple(routines), counters=first + marks)


def _body(stmts: Sequence[Stmt], first: int) -> tuple[effects.Effect, ...]:
    return tuple(_own_counter(one, first) for one in stmts)  # type: ignore[misc]


def _own_counter(one: Stmt, first: int) -> Stmt:
    match one:
        case effects.CountPass(counter) if counter < 0:
            return evolve(one, counter=first - 1 - counter)
        case effects.If(_, then, otherwise):
            return evolve(one, then=_body(then, first), otherwise=_body(otherwise, first))
        case effects.For(body=body) | effects.Repeat(body=body):
            return evolve(one, body=_body(body, first))
        case _:
            return one


class _Marking:
    def __init__(self, marks: Mapping[Anchor, Sequence[int]]) -> None:
        self._marks = marks

    def of(self, checked: Checked) -> Checked:
        return evolve(
            checked,
            rules=tuple(self._rule(rule) for rule in checked.rules),
            phases=tuple(self._phase(phase) for phase in checked.phases),
            setup=self._block(checked.setup),
            rounds=evolve(checked.rounds, after=self._block(checked.rounds.after)),
            end=self._block(checked.end),
        )

    def _marks_at(self, anchor: Anchor) -> Iterator[effects.CountPass]:
        for number in self._marks.get(anchor, ()):
            yield effects.CountPass(-1 - number, _MOST, SiteId(-1))

    def _rule(self, rule: Rule) -> Rule:
        return evolve(
            rule,
            body=self._body(rule.body, is_action=rule.is_action),
            for_seats=tuple((seat, self._body(body, is_action=rule.is_action)) for seat, body in rule.for_seats),
        )

    def _body(self, body: Body, *, is_action: bool = False) -> Body:
        """Marks the body of a rule. The opening of an action stays whole: its marks follow it."""
        size = _count_opening(body.stmts) if is_action else 0
        opening = tuple(self._mark_inside(stmt) for stmt in body.stmts[:size])
        late = tuple(mark for stmt in body.stmts[:size] for mark in self._marks_at(id(stmt)))
        return evolve(body, stmts=(*opening, *late, *self._block(body.stmts[size:])))

    def _phase(self, phase: Phase) -> Phase:
        """Marks a phase. Its opening conditions are also tested before each turn, so its mark is repeated there."""
        early = tuple(self._marks_at(phase.name))
        each = phase.each
        if each is not None:
            each = evolve(each, body=(*(() if each.together else early), *self._block(each.body)))
        return evolve(
            phase,
            each=each,
            stmts=self._block(phase.stmts),
            for_seats=tuple((seat, self._body(body)) for seat, body in phase.for_seats),
            before=(*early, *self._block(phase.before)),
            after=self._block(phase.after),
        )

    def _block(self, stmts: Sequence[Stmt]) -> tuple[Stmt, ...]:
        made = list[Stmt]()
        for stmt in stmts:
            made += self._marks_at(id(stmt))
            made.append(self._mark_inside(stmt))
        return tuple(made)

    def _mark_inside(self, stmt: Stmt) -> Stmt:
        match stmt:
            case effects.If(_, then, otherwise):
                return evolve(stmt, then=self._block(then), otherwise=self._block(otherwise))
            case source.Each(together=True, body=body):
                return evolve(stmt, body=self._block(body))
            case effects.For(body=body) | effects.Repeat(body=body) | source.Each(body=body):
                return evolve(stmt, body=(*self._marks_at(id(stmt)), *self._block(body)))
            case source.Choose(otherwise=otherwise) if otherwise is not None:
                return evolve(stmt, otherwise=self._block(otherwise))
            case _:
                return stmt


def _count_opening(stmts: Sequence[Stmt]) -> int:
    """Returns the number of statements that belong to the choice which picks an action."""
    for number, stmt in enumerate(stmts):
        if isinstance(stmt, source.Choose):
            return number + 1
        if not isinstance(stmt, source.Require | effects.SetLocal):
            return number
    return len(stmts)
