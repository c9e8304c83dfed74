"""The graph as functions: stretches of effects and branches, decisions, chance, ends; and the loop from one node to the next."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Literal

from gamedsl.graph.bytes.codec import Coder
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game, Routine
from gamedsl.graph.model.nodes import BranchNode, ChanceNode, DecisionNode, EffectNode, Node, Plan, TogetherNode
from gamedsl.graph.model.types import NodeId
from gamedsl_interpreter.matches.rows import FIXED
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import c, call
from gamedsl_interpreter.wasm.emit.chance import chance
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.decisions import questions, scripts, search, specialised, trials
from gamedsl_interpreter.wasm.emit.decisions.deciding import static_binds
from gamedsl_interpreter.wasm.emit.decisions.search_state import Search
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering, Questions
from gamedsl_interpreter.wasm.emit.play import invariants
from gamedsl_interpreter.wasm.emit.play.choices import (
    emit_begin_together,
    emit_commit,
    emit_decide,
    emit_exits,
    emit_is_refused,
    emit_numbering,
    emit_seat,
    emit_to_act,
)
from gamedsl_interpreter.wasm.emit.play.dispatch import dispatch
from gamedsl_interpreter.wasm.emit.play.loop import emit_loop
from gamedsl_interpreter.wasm.emit.play.outcome import emit_is_judged, emit_outcome, emit_standing
from gamedsl_interpreter.wasm.emit.play.stops import emit_load_locals, emit_save_locals
from gamedsl_interpreter.wasm.emit.play.stretches import emit_effects, emit_stretch, heads_of
from gamedsl_interpreter.wasm.emit.unsupported import declaration


def declare(ctx: Context) -> None:
    """Declares all functions that come from the Game, and reserves their shared memory."""
    game, writers = ctx.game, ctx.functions.writers
    _write_tables(ctx)
    ctx.trials.judging = trials.judging_routines(ctx)
    ctx.memo(Questions).answer = questions.ask
    searches: dict[int, Search] = {}
    counted: dict[int, specialised.Counted] = {}
    candidates: dict[int, specialised.Numbered] = {}
    starts = frozenset(int(start.node) for start in game.starts)
    tried = frozenset(int(exit) for question in game.questions for exit in question.exits)
    heads = ctx.trials.heads = heads_of(game.nodes, game.start) | starts | tried | (ctx.entries or frozenset())
    for routine in game.routines:
        writers[f"routine{routine.rule}"] = partial(_routine, ctx, routine)
    for question in game.questions:
        writers[questions.function_of(question)] = partial(questions.write, ctx, question)
    for number, node in enumerate(game.nodes):
        match node:
            case EffectNode() | BranchNode() if number in heads:
                writers[f"node{number}"] = _wrap_in_node(ctx, node, partial(emit_stretch, ctx, NodeId(number), heads))
            case DecisionNode() | TogetherNode():
                searches[number] = search.search_of(ctx, number, node)
                write = partial(_search, ctx, number, node.plan, searches[number])
                writers[f"search{number}"] = _wrap_in_node(ctx, node, write)
                if ctx.entries is None:
                    functions = specialised.declare(ctx, number, node, searches[number])
                    searches[number].walks = functions is None
                    if functions is not None:
                        counted[number] = functions
                    elif searches[number].has_candidates:
                        numbered = specialised.declare_numbering(ctx, number, node, searches[number])
                        if numbered is not None:
                            candidates[number] = numbered
            case ChanceNode():
                writers[f"chance{number}"] = _wrap_in_node(ctx, node, partial(_chance, ctx, number, node))
            case _:
                pass
    writers |= {
        "save_locals": partial(emit_save_locals, ctx),
        "load_locals": partial(emit_load_locals, ctx),
        "search": partial(dispatch, ctx, "search", _is_decision, partial(_onward_to, "search")),
        "chance": partial(dispatch, ctx, "chance", _is_chance, partial(_onward_to, "chance")),
        "seat": partial(dispatch, ctx, "seat", lambda node: isinstance(node, DecisionNode), emit_seat),
        "exit_of": partial(emit_exits, ctx),
        "commit": partial(emit_commit, ctx, searches),
        "begin_together": partial(emit_begin_together, ctx),
        "reply": partial(scripts.write, ctx, searches),
        "to_act": partial(emit_to_act, ctx),
        "outcome": partial(emit_outcome, ctx),
        "stands": partial(emit_standing, ctx),
        "is_judged": partial(emit_is_judged, ctx),
        "decide": partial(emit_decide, ctx, counted),
        "count_moves": partial(emit_numbering, ctx, "count_moves", ("i32", "i32"), _function_names(counted, "count")),
        "find_move": partial(emit_numbering, ctx, "find_move", ("i32", "i32", "i32"), _function_names(counted, "find")),
        "count_candidates": partial(
            emit_numbering, ctx, "count_candidates", ("i32", "i32"), _function_names(candidates, "count")
        ),
        "find_candidate": partial(
            emit_numbering, ctx, "find_candidate", ("i32", "i32", "i32"), _function_names(candidates, "find")
        ),
        "is_refused": partial(emit_is_refused, ctx, searches),
        "go": partial(emit_loop, ctx, heads, counted),
    }
    invariants.declare(ctx)


def _function_names(
    numbered: Mapping[int, specialised.Counted | specialised.Numbered], of: Literal["count", "find"]
) -> dict[int, str]:
    """Gives the functions of nodes that count moves, or find one by its number."""
    names = {number: functions.count if of == "count" else functions.find for number, functions in numbered.items()}
    return {number: name for number, name in names.items() if name is not None}


def _routine(ctx: Context, routine: Routine) -> None:
    fn = Fn(f"routine{routine.rule}", ("i32",), "i32")
    ctx.functions.append(fn)
    with _record_owner(ctx, routine.name, routine.body):
        emit_effects(FormulaLowering(ctx, fn), routine.body).fn.ret(c(0))
    ctx.functions.declarations.setdefault(fn.name, (routine.name, routine.body))


def _wrap_in_node(ctx: Context, node: Node, write: Callable[[], None]) -> Callable[[], None]:
    """Wraps a writer: the functions that it writes belong to the rule, phase or action of the node."""

    def write_owned() -> None:
        with _record_owner(ctx, node.path[-1] if node.path else ctx.game.name, node):
            write()

    return write_owned


def _search(ctx: Context, number: int, plan: Plan, found: Search) -> None:
    ctx.binds = static_binds(ctx, plan)
    search.emit_search(found, plan)
    ctx.locals.offers[number] = found.offers
    ctx.binds = {}


def _chance(ctx: Context, number: int, node: ChanceNode) -> None:
    fn = Fn(f"chance{number}", ("i32",), "i32")
    chance.node(FormulaLowering(ctx, fn), number, node)
    fn.ret(c(0))
    ctx.functions.append(fn)


def _is_decision(node: Node) -> bool:
    return isinstance(node, DecisionNode | TogetherNode)


def _is_chance(node: Node) -> bool:
    return isinstance(node, ChanceNode)


def _onward_to(name: str, code: Lowering, number: int) -> None:
    code.fn.ret(call(f"{name}{number}", "i32", code.s))


@contextmanager
def _record_owner(ctx: Context, name: str, thing: object) -> Generator[None]:
    """Records that all functions written inside belong to a rule, phase or action."""
    before = len(ctx.functions.written)
    with declaration(name, thing):
        yield
    for fn in ctx.functions.written[before:]:
        ctx.functions.declarations.setdefault(fn.name, (name, thing))


def _write_tables(ctx: Context) -> None:
    """Writes tables of facts about nodes and the first position, and reserves places for results."""
    game, memory = ctx.game, ctx.memory
    todo, me, next_node, site, private = ([0] * len(game.nodes) for _ in range(5))
    for number, node in enumerate(game.nodes):
        if isinstance(node, DecisionNode | TogetherNode):
            private[number] = int(node.is_private)
        match node:
            case TogetherNode():
                todo[number] = ctx.record.fields[node.todo_field].offset
                me[number] = ctx.locals.at(node.me)
                next_node[number] = node.next
                site[number] = node.plan.site
            case DecisionNode():
                site[number] = node.plan.site
            case ChanceNode():
                next_node[number] = node.next
            case _:
                pass
    tables = (("WAITING_AT", todo), ("ME_AT", me), ("NEXT_AT", next_node), ("SITE_AT", site), ("IS_PRIVATE", private))
    for name, values in tables:
        ctx.constants[name] = memory.words(values)
    candidates = ctx.trials.with_candidates
    ctx.constants["HAS_CANDIDATES"] = (
        memory.words([int(n in candidates) for n in range(len(game.nodes))]) if candidates else 0
    )
    seats, lines = len(game.seats), len(game.scores)
    ctx.constants |= {
        "SEATS": seats, "LINES": lines, "ROW_SIZE": row_size(game), "HUMANS": game.humans, "STATE_SIZE": ctx.record.size, 
        "STREAM": ctx.record.extras.stream, "HAS_STREAM": ctx.record.extras.has_stream,
        "START": memory.changeable(start_image(ctx), 16), "STATE": memory.space(ctx.record.size, 16),
    }  # fmt: skip


def row_size(game: Game) -> int:
    """Gives the bytes of a row of results: see `rows.FIXED`."""
    return 4 * (len(FIXED) + len(game.scores))


def start_image(ctx: Context) -> bytes:
    """Gives the bytes of the first position, without stream and counters."""
    game = ctx.game
    fields = [value for spec in sorted(game.fields, key=lambda f: f.base) for value in spec.start]
    zones: list[types.Value] = []
    for spec in sorted(game.zones, key=lambda z: z.base):
        for content in spec.start:
            ordered = tuple(sorted(content))
            zones.append(((ordered,) if ordered else ()) if spec.form == "pile" else ordered)
    data = Coder(game).encode(NodeId(game.start), fields, zones, [None] * len(game.locals))
    return data + bytes(ctx.record.size - len(data))
