"""Finds where the rules compute something visible from something hidden. A seat can draw conclusions from such a value, but beliefs ignore them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gamedsl.graph.analysis import walk
from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.model import statements
from gamedsl.graph.model.expressions import Contents, Convert, Expr, Local, TopPiece, ZoneAt
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import BranchNode, ChanceNode, EffectNode, Node
from gamedsl.graph.model.types import LocalId, NodeId, Pieces
from gamedsl_interpreter.worlds.lost import Lost, LostKind
from gamedsl_interpreter.worlds.rules.polarity import Polarities, Polarity


def leaks(game: Game, replayed: Iterable[NodeId]) -> frozenset[Lost]:
    """Lists the conclusions that beliefs ignore in a Game. `replayed`: the decisions after which beliefs use all events up to the next stop."""
    finder = _Leaks(game)
    used = _nodes_only_behind(game, replayed)
    return frozenset(lost for i, node in enumerate(game.nodes) if i not in used for lost in finder.of_node(node))


def _nodes_only_behind(game: Game, replayed: Iterable[NodeId]) -> set[int]:
    """Returns the nodes that play can reach only from these decisions, without chance in between."""
    decisions = set(replayed)
    others: list[NodeId] = [game.start]
    for number, node in enumerate(game.nodes):
        if number not in decisions and not isinstance(node, EffectNode | BranchNode):
            others += walk.successors(node)
    numbers = {id(node): number for number, node in enumerate(game.nodes)}

    def ahead(starts: Iterable[NodeId]) -> set[int]:
        return {numbers[id(node)] for node in walk.reachable_without_stop(game.nodes.__getitem__, tuple(starts))}

    return ahead(after for number in decisions for after in walk.successors(game.nodes[number])) - ahead(others)


class _Leaks:
    def __init__(self, game: Game) -> None:
        self._game = game
        self._polarities = Polarities(game)
        self._routines = {routine.rule: routine for routine in game.routines}
        self._known = self._locals()

    def _locals(self) -> Mapping[LocalId, Polarity]:
        """Finds the locals that are given something hidden. Selections do not count: a selected piece is seen, or it moves."""
        known: dict[LocalId, Polarity] = {}
        bodies = (*self._game.nodes, *(routine.body for routine in self._game.routines))
        while True:
            before = len(known)
            for body in bodies:
                for stmt in walk.statements(body):
                    for local, value in self._bindings(stmt):
                        if not is_pieces(self._game.locals[local].type) and self._is_hidden(value, known):
                            known[local] = Polarity.ANY
            if len(known) == before:
                return known

    def _bindings(self, stmt: object) -> Iterator[tuple[LocalId, Expr]]:
        match stmt:
            case statements.SetLocal(local, value):
                yield local, value
            case statements.For(locals, source):
                yield from ((local, source) for local in locals)
            case statements.CallRule(rule, _, args) if rule in self._routines:
                yield from zip(self._routines[rule].params, args, strict=True)
            case _:
                pass

    def _is_hidden(self, expr: Expr, known: Mapping[LocalId, Polarity]) -> bool:
        return self._polarities.of(expr, known) is not Polarity.FIXED

    def _is_any_hidden(self, *exprs: Expr | None) -> bool:
        return any(expr is not None and self._is_hidden(expr, self._known) for expr in exprs)

    # ------------------------------------------------------------ nodes

    def of_node(self, node: Node) -> Iterator[Lost]:
        """Yields the conclusions that beliefs ignore at a node."""
        path = getattr(node, "path", ())
        where = path[-1] if path else getattr(node, "cluster", "")
        match node:
            case BranchNode(condition=condition):
                yield from self._condition(condition, where)
            case ChanceNode(event=statements.Draw() as draw):
                if draw.condition is not None or self._is_any_hidden(draw.number):
                    yield _pieces(where)
            case ChanceNode(event=statements.Roll() as roll):
                yield from self._roll(roll, where)
            case EffectNode(body=body):
                yield from self._of_effects(body, where)
            case _:
                pass

    def _roll(self, roll: statements.Roll, where: str) -> Iterator[Lost]:
        if isinstance(roll.source.type, Pieces):
            # A seat that does not see the zone does not learn which piece was chosen.
            if not self._is_whole(roll.source) or self._is_any_hidden(roll.number):
                yield _pieces(where)
        elif roll.seat is None and self._is_any_hidden(roll.source, roll.number):
            yield _values(where)

    def _of_effects(self, effects: object, where: str) -> Iterator[Lost]:
        for stmt in walk.statements(effects):
            match stmt:
                case statements.If(condition):
                    yield from self._condition(condition, where)
                case statements.Repeat(until=until) if until is not None:
                    yield from self._condition(until, where)
                case _:
                    pass
            yield from self._of_effect(stmt, where)

    def _of_effect(self, stmt: object, where: str) -> Iterator[Lost]:
        match stmt:
            case statements.SetField(field, index, value):
                if not self._game.fields[field].hidden and self._is_any_hidden(*index, value) and self._is_shown(field):
                    yield _values(where)
            case statements.Award(prizes=prizes, ranking=ranking):
                if self._is_any_hidden(prizes, ranking):
                    yield _values(where)
            case statements.ResetFields():
                pass
            case statements.Say(values=values):
                if self._is_any_hidden(*values):
                    yield _values(where)
            case statements.Move(what=what) | statements.Peek(what=what):
                if not self._is_whole(what):
                    yield _pieces(where)
            case statements.Shuffle(what=what):
                if what is not None and not self._is_whole(what):
                    yield _pieces(where)
            case statements.SwapPieces(first, second):
                if not (self._is_whole(first) and self._is_whole(second)):
                    yield _pieces(where)
            case statements.CallRule(rule) if rule in self._routines:
                routine = self._routines[rule]
                yield from self._of_effects(routine.body, routine.name)
            case _:
                pass

    def _is_shown(self, field: int) -> bool:
        return self._game.fields[field].visibility.who == "everyone"

    def _condition(self, condition: Expr, where: str) -> Iterator[Lost]:
        if self._is_any_hidden(condition):
            yield Lost(
                LostKind.CONDITIONS,
                where,
                f"how a test of hidden things comes out in `{where}` may say more than the worlds keep",
            )

    def _is_whole(self, what: Expr) -> bool:
        """Whether pieces are chosen regardless of their kinds: all of a zone, the top one, or selected ones."""
        while isinstance(what, Convert | Contents):
            what = what.operand if isinstance(what, Convert) else what.zone
        if isinstance(what, ZoneAt | TopPiece):
            return True
        if isinstance(what, Local) and is_pieces(self._game.locals[what.id].type):
            return True
        return not self._is_any_hidden(what)


def _values(where: str) -> Lost:
    return Lost(
        LostKind.VALUES,
        where,
        f"a visible value that `{where}` computes from hidden things may say more than the worlds keep",
    )


def _pieces(where: str) -> Lost:
    return Lost(
        LostKind.PIECES,
        where,
        f"`{where}` picks hidden pieces by what they are, which may say more than the worlds keep",
    )
