"""In how many matches each disclosure happens: a Game with marks is played, whose score lines behind its own say which marks play came by."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamedsl.graph.model.game import FunctionSpec, Game, LocalSpec, ScoreLine
from gamedsl.graph.model.nodes import EffectNode
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.statements import CountPass, Effect, For, If, Repeat
from gamedsl.graph.model.types import FunctionId, LocalId, Player
from gamedsl.values import evolve
from gamedsl.workbench.playing.jobs import Detail, Job
from gamedsl.workbench.playing.noticing import BITS, bits
from gamedsl.workbench.playing.workers import played
from gamedsl.workbench.tables import table_of
from gamedsl_interpreter.fastest import fastest
from gamedsl_interpreter.wasm.interface import Purpose
from gamedsl_interpreter.wasm.modules import Keeper


def matches_with(
    game: Game,
    marks: int,
    matches: int,
    seed: int,
    keeper: Keeper | None = None,
    tick: Callable[[int], object] = abs,
) -> tuple[int, ...]:
    """For each mark of a Game (number n is the counter -1 - n) the number of random matches in which play came by it, of `matches` from match 0 of the seed on.

    Raises MatchFault."""
    whole = counting(game, marks)
    job = Job(fastest(whole, keeper=keeper, purpose=Purpose.PLAYOUTS), "random", seed)
    found = [0] * marks
    for chunk in played(job, range(matches), Detail.RESULTS, 1):
        table = table_of(whole, chunk.table(job))
        rows = len(whole.seats)
        for number in range(marks):
            column = table.points[len(game.scores) + number // BITS]
            found[number] += sum(column[at] >> number % BITS & 1 for at in range(0, len(column), rows))
        tick(chunk.count)
    return tuple(found)


def counting(game: Game, marks: int) -> Game:
    """The Game with counters of its own for the marks, and with score lines that tell them."""
    first = game.counters
    nodes = [
        evolve(node, body=_body(node.body, first)) if isinstance(node, EffectNode) else node for node in game.nodes
    ]
    routines = tuple(evolve(routine, body=_body(routine.body, first)) for routine in game.routines)
    counters = range(first, first + marks)
    groups = [counters[at : at + BITS] for at in range(0, marks, BITS)]
    seat = LocalId(len(game.locals))
    return evolve(
        game,
        nodes=tuple(nodes),
        routines=routines,
        counters=first + marks,
        locals=(*game.locals, LocalSpec("seat", Player(len(game.seats)))),
        functions=(*game.functions, *(FunctionSpec("marks", (seat,), bits(group)) for group in groups)),
        scores=(
            *game.scores,
            *(
                ScoreLine(f"marks {number}", FunctionId(len(game.functions) + number), None)
                for number in range(len(groups))
            ),
        ),
    )


def _body(stmts: Sequence[Stmt], first: int) -> tuple[Effect, ...]:
    return tuple(_own_counter(one, first) for one in stmts)  # type: ignore[misc]


def _own_counter(one: Stmt, first: int) -> Stmt:
    match one:
        case CountPass(counter) if counter < 0:
            return evolve(one, counter=first - 1 - counter)
        case If(_, then, otherwise):
            return evolve(one, then=_body(then, first), otherwise=_body(otherwise, first))
        case For(_, _, body) | Repeat(body=body):
            return evolve(one, body=_body(body, first))
        case _:
            return one
