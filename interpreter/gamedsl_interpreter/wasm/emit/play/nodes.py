"""The graph as functions: stretches of effects and branches, decisions, chance, ends; and the loop that goes from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import partial

from gamedsl.graph.analysis.walk import successors
from gamedsl.graph.bytes.codec import Coder
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game, Routine
from gamedsl.graph.model.nodes import (
    BranchNode,
    ChanceNode,
    DecisionNode,
    EffectNode,
    EndNode,
    Node,
    Plan,
    StopNode,
    TogetherNode,
)
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.types import LocalId, NodeId
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.plans.spans import span
from gamedsl_interpreter.wasm.emit.assembly.ir import Fn, Ir, add, c, call, eq, eqz, le, load, lt, mul, op2, select, sub
from gamedsl_interpreter.wasm.emit.chance import chance
from gamedsl_interpreter.wasm.emit.collections import sorting
from gamedsl_interpreter.wasm.emit.decisions import questions, scripts, search, specialised, trials
from gamedsl_interpreter.wasm.emit.decisions.deciding import static_binds
from gamedsl_interpreter.wasm.emit.effects import effects
from gamedsl_interpreter.wasm.emit.hosts import telling
from gamedsl_interpreter.wasm.emit.memory import state_access
from gamedsl_interpreter.wasm.emit.memory.context import Context
from gamedsl_interpreter.wasm.emit.piles.forms import ABOVE
from gamedsl_interpreter.wasm.emit.play import invariants
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported, declared
from gamedsl_interpreter.wasm.emit.values import places
from gamedsl_interpreter.wasm.emit.values.lowering import Lowering
from gamedsl_interpreter.wasm.emit.values.values import ListV, RankV, Value, expect

_LONG = 400
"""Statements after which effects go on in another function."""
_CASES = 96
"""Most nodes that one function chooses among."""


def declare(ctx: Context) -> None:
    """Declares all functions that come from the Game, and gives what they share its place in memory."""
    game, writers = ctx.game, ctx.writers
    _tables(ctx)
    ctx.judging = trials.judging_routines(ctx)
    ctx.asking = questions.asked
    searches: dict[int, search.Search] = {}
    counted: dict[int, specialised.Counted] = {}
    starts = frozenset(int(start.node) for start in game.starts)
    tried = frozenset(int(exit) for question in game.questions for exit in question.exits)
    heads = ctx.heads = _heads(game.nodes, game.start) | starts | tried | (ctx.entries or frozenset())
    for routine in game.routines:
        writers[f"routine{routine.rule}"] = partial(_routine, ctx, routine)
    for question in game.questions:
        writers[questions.function_of(question)] = partial(questions.write, ctx, question)
    for number, node in enumerate(game.nodes):
        match node:
            case EffectNode() | BranchNode() if number in heads:
                writers[f"node{number}"] = _in_node(ctx, node, partial(_stretch, ctx, NodeId(number), heads))
            case DecisionNode() | TogetherNode():
                searches[number] = search.search_of(ctx, f"search{number}", node)
                write = partial(_search, ctx, number, node.plan, searches[number])
                writers[f"search{number}"] = _in_node(ctx, node, write)
                if ctx.entries is None:
                    found = specialised.declare(ctx, number, node, searches[number])
                    searches[number].walks = found is None
                    if found is not None:
                        counted[number] = found
            case ChanceNode():
                writers[f"chance{number}"] = _in_node(ctx, node, partial(_chance, ctx, number, node))
            case _:
                pass
    writers |= {
        "save_locals": partial(_save_locals, ctx),
        "load_locals": partial(_load_locals, ctx),
        "search": partial(_dispatch, ctx, "search", _is_decision, partial(_onward_to, "search")),
        "chance": partial(_dispatch, ctx, "chance", _is_chance, partial(_onward_to, "chance")),
        "seat": partial(_dispatch, ctx, "seat", lambda node: isinstance(node, DecisionNode), _seat),
        "exit_of": partial(_exits, ctx),
        "commit": partial(_commit, ctx, searches),
        "asked": partial(_asked, ctx),
        "reply": partial(scripts.write, ctx, searches),
        "to_act": partial(_to_act, ctx),
        "outcome": partial(_outcome, ctx),
        "decide": partial(_decide, ctx, counted),
        "count_moves": partial(_count_moves, ctx, counted),
        "find_move": partial(_find_move, ctx, counted),
        "go": partial(_go, ctx, heads, counted),
    }
    invariants.declare(ctx)


def _routine(ctx: Context, routine: Routine) -> None:
    fn = Fn(f"routine{routine.rule}", ("i32",), "i32")
    ctx.functions.append(fn)
    with _inside(ctx, routine.name, routine.body):
        _effects(Lowering(ctx, fn), routine.body).fn.ret(c(0))
    ctx.places.setdefault(fn.name, (routine.name, routine.body))


def _in_node(ctx: Context, node: Node, write: Callable[[], None]) -> Callable[[], None]:
    """What is written for a node belongs to its rule, phase or action."""

    def written() -> None:
        with _inside(ctx, node.path[-1] if node.path else ctx.game.name, node):
            write()

    return written


def _search(ctx: Context, number: int, plan: Plan, found: search.Search) -> None:
    ctx.binds = static_binds(ctx, plan)
    search.emit_search(found, plan)
    ctx.offers[number] = found.offers
    ctx.binds = {}


def _chance(ctx: Context, number: int, node: ChanceNode) -> None:
    fn = Fn(f"chance{number}", ("i32",), "i32")
    chance.node(Lowering(ctx, fn), number, node)
    fn.ret(c(0))
    ctx.functions.append(fn)


def _is_decision(node: Node) -> bool:
    return isinstance(node, DecisionNode | TogetherNode)


def _is_chance(node: Node) -> bool:
    return isinstance(node, ChanceNode)


def _onward_to(name: str, code: Lowering, number: int) -> None:
    code.fn.ret(call(f"{name}{number}", "i32", code.s))


@contextmanager
def _inside(ctx: Context, name: str, thing: object) -> Generator[None]:
    """What is written here belongs to a rule, phase or action."""
    before = len(ctx.functions)
    with declared(name, thing):
        yield
    for fn in ctx.functions[before:]:
        ctx.places.setdefault(fn.name, (name, thing))


def _tables(ctx: Context) -> None:
    """Facts of nodes by number, the first position, and places for results."""
    game, memory = ctx.game, ctx.memory
    todo, me, next_node, site, private = ([0] * len(game.nodes) for _ in range(5))
    for number, node in enumerate(game.nodes):
        if isinstance(node, DecisionNode | TogetherNode):
            private[number] = int(node.is_private)
        match node:
            case TogetherNode():
                todo[number] = ctx.fields[node.todo_field].offset
                me[number] = ctx.local_at(node.me)
                next_node[number] = node.next
                site[number] = node.plan.site
            case DecisionNode():
                site[number] = node.plan.site
            case ChanceNode():
                next_node[number] = node.next
            case _:
                pass
    tables = (("TODO_AT", todo), ("ME_AT", me), ("NEXT_AT", next_node), ("SITE_AT", site), ("IS_PRIVATE", private))
    for name, values in tables:
        ctx.constants[name] = memory.words(values)
    seats, lines = len(game.seats), len(game.scores)
    ctx.constants |= {
        "SEATS": seats, "LINES": lines, "HUMANS": game.humans, "STATE_SIZE": ctx.state_size, 
        "STREAM": ctx.extras["stream"], "HAS_STREAM": ctx.extras["has_stream"],
        "START": memory.changeable(start_image(ctx), 16), "STATE": memory.space(ctx.state_size, 16),
    }  # fmt: skip
    for name, size in (
        ("DECISIONS", 4), ("STEP_COUNT", 4), ("OUTCOME", 4 * seats * max(1, lines)), ("RANKED", 8 * seats * seats + 16), ("REASON", 4),
        ("STATS", 80 + 40 * seats * (lines + 1)), ("PLACES", 8 * seats * seats), ("WINS", 8 * seats * seats), ("REASONS", 8 * max(1, len(game.reasons))),
        ("STATS_END", 8),
    ):  # fmt: skip
        ctx.constants[name] = memory.space(size)


def start_image(ctx: Context) -> bytes:
    """The bytes of the position before anything has happened, without stream and counters."""
    game = ctx.game
    fields = [value for spec in sorted(game.fields, key=lambda f: f.base) for value in spec.start]
    zones: list[types.Value] = []
    for spec in sorted(game.zones, key=lambda z: z.base):
        for content in spec.start:
            ordered = tuple(sorted(content))
            zones.append(((ordered,) if ordered else ()) if spec.form == "pile" else ordered)
    data = Coder(game).encode(NodeId(game.start), fields, zones, [None] * len(game.locals))
    return data + bytes(ctx.state_size - len(data))


# ---------------------------------------------------------------- effects and branches


def _heads(nodes: tuple[Node, ...], start: NodeId) -> frozenset[int]:
    """Nodes at which the loop begins a function: where play comes from elsewhere, or from several nodes."""
    before = [0] * len(nodes)
    heads = {int(start)}
    for node in nodes:
        for to in successors(node):
            before[to] += 1
            if not isinstance(node, EffectNode | BranchNode):
                heads.add(to)
    heads |= {i for i, n in enumerate(before) if n > 1}
    return frozenset(heads)


def _stretch(ctx: Context, start: NodeId, heads: frozenset[int]) -> None:
    """The function of a head: all that follows it up to other heads and stops."""
    fn = Fn(f"node{start}", ("i32",), "i32")
    ctx.functions.append(fn)
    _onward(Lowering(ctx, fn), start, heads, first=True)


def _onward(code: Lowering, number: NodeId, heads: frozenset[int], *, first: bool = False) -> None:
    node = code.game.nodes[number]
    if not first and (number in heads or not isinstance(node, EffectNode | BranchNode)):
        code.fn.ret(c(number))
        return
    if code.fn.size > _LONG and isinstance(node, BranchNode):
        code = _continued(code)
    match node:
        case EffectNode(body, after):
            code = _effects(code, body)
            _trials_end(code, number, after, heads)
            _onward(code, after, heads)
        case BranchNode(condition, yes, no):
            test = code.scalar(condition)
            before = dict(code.env)
            with code.fn.when(test):
                _trials_end(code, number, yes, heads)
                _onward(code, yes, heads)
            code.env = before
            _trials_end(code, number, no, heads)
            _onward(code, no, heads)
        case _:
            raise AssertionError("only effects and branches are stretches")


def _trials_end(code: Lowering, before: NodeId, after: NodeId, heads: frozenset[int]) -> None:
    """A trial goes no further than to where no `ensure` can follow."""
    if before in code.ctx.ahead and after not in code.ctx.ahead and after not in heads:
        with code.fn.when(load("i32", code.ctx.at("TRYING"))):
            code.fn.ret(c(after))


def _effects(code: Lowering, body: tuple[Stmt, ...]) -> Lowering:
    """Writes effects, and gives where to go on writing: in another function if this one has become long. What is at hand lies in working memory too."""
    for group in effects.groups(code, body):
        if code.fn.size > _LONG:
            code = _continued(code)
        effects.together(code, group)
    return code


def _continued(code: Lowering) -> Lowering:
    """Where the rest of a function is written, in another one. What is at hand lies in working memory too."""
    fn = Fn(f"{code.fn.name}_{len(code.ctx.functions)}", code.fn.params, code.fn.result)
    code.fn.ret(call(fn.name, "i32", code.s))
    code.ctx.functions.append(fn)
    return Lowering(code.ctx, fn)


# ---------------------------------------------------------------- locals at stops


def _stops(node: Node) -> tuple[LocalId, ...] | None:
    """The locals that are live where play can stop; None where it never stops."""
    match node:
        case DecisionNode() | TogetherNode() | ChanceNode() | StopNode():
            return node.live
        case EndNode():
            return ()
        case _:
            return None


def _save_locals(ctx: Context) -> None:
    """Writing live locals into a state."""
    game, at = ctx.game, _places_of_locals(ctx.game)
    first = min(at.values(), default=game.layout.size)

    def save(code: Lowering, number: int) -> None:
        for local in _stops(game.nodes[number]) or ():
            code.env.clear()
            state_access.put(code, game.locals[local].type, add(code.s, c(at[local])), code.pinned(code.local(local)))
        code.fn.ret(c(0))

    def plain(code: Lowering) -> None:
        code.fn.fill(add(code.s, c(first)), c(game.layout.size - first))
        _plain_piles(code)

    _dispatch(ctx, "save_locals", lambda node: bool(_stops(node)), save, plain)


def _load_locals(ctx: Context) -> None:
    """Reading live locals back from a state."""
    game, at = ctx.game, _places_of_locals(ctx.game)

    def restore(code: Lowering, number: int) -> None:
        for local in _stops(game.nodes[number]) or ():
            state_access.restore(code, local, add(code.s, c(at[local])))
        code.fn.ret(c(0))

    _dispatch(ctx, "load_locals", lambda node: bool(_stops(node)), restore)


def _places_of_locals(game: Game) -> dict[int, int]:
    return {cell.id: cell.offset for cell in game.layout.cells if cell.what == "local"}


def _plain_piles(code: Lowering) -> None:
    """The bytes of all piles become canonical."""
    fn = code.fn
    for family, form in code.ctx.piles.items():
        spec = code.game.zones[family]
        with fn.count(c(0), c(len(spec.start))) as i:
            extra = add(add(code.s, mul(i, c(form.stride))), c(form.at))
            with fn.when(load("i32", extra, ABOVE)):
                fn.drop(call("plain", "i32", code.s, add(i, c(spec.base))))


def _dispatch(
    ctx: Context,
    name: str,
    concerned: Callable[[Node], bool],
    body: Callable[[Lowering, int], None],
    before: Callable[[Lowering], None] | None = None,
) -> None:
    """A function of a state and a node that does what belongs to the node."""
    fn = Fn(name, ("i32", "i32"), "i32")
    ctx.functions.append(fn)
    if before is not None:
        before(Lowering(ctx, fn))
    numbers = [i for i, node in enumerate(ctx.game.nodes) if concerned(node)]
    parts = _parts(numbers)
    for i, part in enumerate(parts):
        code = Lowering(ctx, fn if len(parts) == 1 else Fn(f"{name}_{i}", fn.params, fn.result))
        code.fn.switch(code.fn.param(1), [(number, partial(_alone, code, number, body)) for number in part])
        if len(parts) > 1:
            code.fn.ret(c(0))
            ctx.functions.append(code.fn)
            with fn.when(le(fn.param(1), c(part[-1]))):
                fn.ret(call(code.fn.name, "i32", *map(fn.param, range(len(fn.params)))))
    fn.ret(c(0))


def _alone(code: Lowering, number: int, body: Callable[[Lowering, int], None]) -> None:
    code.env.clear()
    body(code, number)


def _parts(numbers: list[int]) -> list[list[int]]:
    """Cases in as many groups as functions are needed for them."""
    return [numbers[i : i + _CASES] for i in range(0, len(numbers), _CASES)] or [[]]


# ---------------------------------------------------------------- decisions


def _decide(ctx: Context, counted: Mapping[int, specialised.Counted]) -> None:
    """Goes to the function that decides for a policy at a node."""
    fn = Fn("decide", ("i32", "i32", "i32"), "i32")
    _at_node(fn, {number: found.decide for number, found in counted.items()})
    fn.ret(call("decide_by_search", "i32", *map(fn.param, range(3))))
    ctx.functions.append(fn)


def _count_moves(ctx: Context, counted: Mapping[int, specialised.Counted]) -> None:
    """Goes to the function that counts the moves of a node; -1 where going through the moves is as good."""
    fn = Fn("count_moves", ("i32", "i32"), "i32")
    _at_node(fn, {number: found.count for number, found in counted.items() if found.count is not None})
    fn.ret(c(-1))
    ctx.functions.append(fn)


def _find_move(ctx: Context, counted: Mapping[int, specialised.Counted]) -> None:
    """The same for the function that then finds the move of a number."""
    fn = Fn("find_move", ("i32", "i32", "i32"), "i32")
    _at_node(fn, {number: found.find for number, found in counted.items() if found.find is not None})
    fn.ret(c(-1))
    ctx.functions.append(fn)


def _at_node(fn: Fn, names: Mapping[int, str]) -> None:
    """Returns what the function of the node gives."""

    def case(name: str) -> Callable[[], None]:
        return lambda: fn.ret(call(name, "i32", fn.param(0), *map(fn.param, range(2, len(fn.params)))))

    fn.switch(fn.param(1), [(number, case(name)) for number, name in sorted(names.items())])


def _seat(code: Lowering, number: int) -> None:
    node = code.game.nodes[number]
    assert isinstance(node, DecisionNode)
    code.fn.ret(code.scalar(node.seat))


def _exits(ctx: Context) -> None:
    """Where an exit of a decision leads."""
    memory = ctx.memory
    lists = [
        memory.words([int(e) for e in node.exits]) if isinstance(node, DecisionNode) else 0 for node in ctx.game.nodes
    ]
    fn = Fn("exit_of", ("i32", "i32"), "i32")
    exits = load("i32", mul(fn.param(0), c(4)), memory.words(lists))
    fn.ret(load("i32", add(mul(fn.param(1), c(4)), exits)))
    ctx.functions.append(fn)


def _commit(ctx: Context, searches: dict[int, search.Search]) -> None:
    """Stores a seat's choice of a simultaneous decision: what the plans on its way have bound, and the exit."""
    fn = Fn("commit", ("i32", "i32", "i32", "i32"), "i32")
    code = Lowering(ctx, fn)
    seat, number = fn.param(2), fn.param(3)
    if ctx.tells:
        fn.drop(call("tell_choice", "i32", *map(fn.param, range(4))))

    def case(node: TogetherNode, ways: dict[int, search.Way]) -> Callable[[], None]:
        def body() -> None:
            for local, field in node.commits:
                is_bound = c(0)
                for way in (w for w, found in ways.items() if local in found.bound):
                    is_bound = op2("or", is_bound, eq(number, c(way)))
                with fn.when(is_bound):
                    code.env.clear()
                    value = code.pinned(code.local(local))
                    state_access.put(
                        code, ctx.game.fields[field].type, fn.let(places.field_address(code, field, seat)), value
                    )
            exit_number = number
            for way in (w for w, found in ways.items() if w != found.exit):
                exit_number = fn.let(select(eq(number, c(way)), c(ways[way].exit), exit_number))
            of = ctx.game.fields[node.exit_field].type
            state_access.put(code, of, fn.let(places.field_address(code, node.exit_field, seat)), exit_number)
            fn.store("8", places.field_address(code, node.todo_field, seat), c(0))

        return body

    together = [(i, node) for i, node in enumerate(ctx.game.nodes) if isinstance(node, TogetherNode)]
    for i, _ in together:
        ctx.require(f"search{i}")
    fn.switch(fn.param(1), [(i, case(node, searches[i].ways)) for i, node in together])
    fn.ret(c(0))
    ctx.functions.append(fn)


def _asked(ctx: Context) -> None:
    """Who takes part in a simultaneous decision."""

    def body(code: Lowering, number: int) -> None:
        node, fn, out = ctx.game.nodes[number], code.fn, ctx.game.builtins.out
        assert isinstance(node, TogetherNode)
        with fn.count(c(0), c(len(ctx.game.seats))) as seat, fn.block() as onward:
            if out is not None:
                fn.br_if(onward, load("u8", places.field_address(code, out, seat)))
            code.env[node.me] = seat
            fn.br_if(onward, eqz(code.scalar(node.asked)))
            fn.store("8", places.field_address(code, node.todo_field, seat), c(1))
        fn.ret(c(0))

    _dispatch(ctx, "asked", lambda node: isinstance(node, TogetherNode), body)


def _to_act(ctx: Context) -> None:
    """Who has to choose, as bits; nobody where a scripted seat leaves its choice to chance."""
    fn = Fn("to_act", ("i32",), "i32")
    code = Lowering(ctx, fn)
    number = fn.let(load("u16", code.s))
    fn.drop(call("load_locals", "i32", code.s, number))
    with fn.when(load("i32", mul(number, c(4)), ctx.constants["TODO_AT"])):
        bits = fn.let(call("waiting", "i32", code.s, number))
        with fn.when(op2("shr_u", bits, c(ctx.game.humans))):
            fn.ret(c(0))
        fn.ret(bits)
    is_decision = ctx.memory.words([int(isinstance(node, DecisionNode)) for node in ctx.game.nodes])
    with fn.when(load("i32", mul(number, c(4)), is_decision)):
        seat = fn.let(call("seat", "i32", code.s, number))
        with fn.when(op2("lt_s", seat, c(ctx.game.humans))):
            fn.ret(op2("shl", c(1), seat))
    fn.ret(c(0))
    ctx.functions.append(fn)


# ---------------------------------------------------------------- the end


def _outcome(ctx: Context) -> None:
    """Scores by seat and line, the ranking of seats, the reason."""
    game = ctx.game
    if highest_score(game) >= 1 << 31:
        raise Unsupported(f"scores up to {highest_score(game)} (32 bits hold a score)")
    fn = Fn("outcome", ("i32",), "i32")
    code = Lowering(ctx, fn)
    with fn.count(c(0), c(len(game.seats))) as seat:
        for row, line in enumerate(game.scores):
            one = Fn(f"score{row}", ("i32", "i32"), "i32")
            inner = Lowering(ctx, one)
            inner.env = {game.functions[line.function].params[0]: one.param(1)}
            one.ret(inner.scalar(game.functions[line.function].body))
            ctx.functions.append(one)
            at = ctx.constants["OUTCOME"] + 4 * row
            fn.store("32", mul(seat, c(4 * len(game.scores))), call(one.name, "i32", code.s, seat), at)
    ranked = ctx.constants["RANKED"]
    groups = sorting.ranking(code, game.ranking.order)
    count = fn.let_var(c(0))

    def put(seat: Value, begins: Ir) -> None:
        at = fn.let(mul(count, c(8)))
        fn.store("32", at, expect(Ir, seat), ranked + 4)
        fn.store("32", at, begins, ranked + 8)
        fn.set(count, add(count, c(1)))

    total = fn.reuse(groups.count)
    if game.ranking.members is None:
        with fn.count(c(0), total) as i:
            begins = fn.let(groups.begins(i))
            put(groups.get(i), begins)
    else:
        _teams(code, game.ranking.members, groups, total, put)
    # The flag of entry j lies at RANKED + 8 * j + 8: `tallied` looks at it to see where a group ends.
    fn.store("32", c(ranked), count)
    reason = game.builtins.reason
    fn.store(
        "32",
        ctx.at("REASON"),
        c(0)
        if reason is None
        else expect(Ir, state_access.get(code, game.fields[reason].type, places.field_address(code, reason, c(0)))),
    )
    fn.ret(c(0))
    ctx.functions.append(fn)


def highest_score(game: Game) -> int:
    """No seat's lines come to more points together, nor to fewer than this below 0."""
    spans = [span(game.functions[line.function].body.type) for line in game.scores]
    return sum(max(abs(low), abs(high)) for low, high in spans)


def _teams(
    code: Lowering, members_of: types.FunctionId, groups: RankV, total: Ir, put: Callable[[Value, Ir], None]
) -> None:
    """The members of ranked teams, each group in seat order."""
    fn, game = code.fn, code.game
    spec = game.functions[members_of]
    first = fn.let_var(c(0))
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, op2("ge_s", first, total))
        end, bits = fn.let_var(first), fn.let_var(c(0))
        with fn.block() as closed, fn.loop() as more:
            code.env = {}
            code.bound(spec.params[0], groups.get(end))
            members = expect(ListV, code.value(spec.body))
            with fn.count(c(0), fn.reuse(members.count)) as i:
                fn.set(bits, op2("or", bits, op2("shl", c(1), expect(Ir, members.get(i)))))
            fn.set(end, add(end, c(1)))
            fn.br_if(closed, op2("ge_s", end, total))
            fn.br_if(closed, groups.begins(end))
            fn.br(more)
        fresh = fn.let_var(c(1))
        with fn.count(c(0), c(len(game.seats))) as seat, fn.when(op2("and", op2("shr_u", bits, seat), c(1))):
            put(seat, fresh)
            fn.set(fresh, c(0))
        fn.set(first, end)
        fn.br(again)


# ---------------------------------------------------------------- the loop


def _go(ctx: Context, heads: frozenset[int], counted: Mapping[int, specialised.Counted]) -> None:
    """Goes on at a node until play stops; with a policy (1, 2) until the end. Many nodes are put into several functions: each gives the next node, or
    -1 less the node where play stops."""
    fn = Fn("go", ("i32", "i32", "i32"), "i32")
    ctx.functions.append(fn)
    code = Lowering(ctx, fn)
    node = fn.param(1)
    fn.store("32", ctx.at("CHANCE_MODE"), load("i32", code.s, ctx.extras["has_stream"]))
    numbers = [i for i, n in enumerate(ctx.game.nodes) if not isinstance(n, EffectNode | BranchNode) or i in heads]
    parts = _parts(numbers)
    with fn.loop() as again:
        if len(parts) == 1:
            fn.switch(
                node, [(number, partial(_case, code, number, counted, lambda stopped: stopped)) for number in numbers]
            )
        for i, part in enumerate(parts if len(parts) > 1 else ()):
            with fn.when(le(node, c(part[-1]))):
                after = fn.let(call(_part_of_go(ctx, f"go_{i}", part, counted), "i32", code.s, node, fn.param(2)))
                with fn.when(lt(after, c(0))):
                    fn.ret(sub(c(-1), after))
                fn.set(node, after)
                fn.br(again)
        fn.br(again)


def _part_of_go(ctx: Context, name: str, numbers: list[int], counted: Mapping[int, specialised.Counted]) -> str:
    fn = Fn(name, ("i32", "i32", "i32"), "i32")
    code = Lowering(ctx, fn)
    cases = [(number, partial(_case, code, number, counted, lambda stopped: sub(c(-1), stopped))) for number in numbers]
    fn.switch(fn.param(1), cases)
    fn.ret(fn.param(1))
    ctx.functions.append(fn)
    return name


def _case(code: Lowering, number: int, counted: Mapping[int, specialised.Counted], halted: Callable[[Ir], Ir]) -> None:
    fn, node, policy = code.fn, code.fn.param(1), code.fn.param(2)
    stop = halted(call("stop", "i32", code.s, c(number)))
    match code.game.nodes[number]:
        case EffectNode() | BranchNode():
            fn.set(node, call(f"node{number}", "i32", code.s))
        case ChanceNode() if code.ctx.entries is not None:
            fn.ret(stop)
        case ChanceNode(next=after):
            with fn.when(fn.let(call(f"chance{number}", "i32", code.s))):
                fn.ret(stop)
            fn.set(node, c(after))
        case DecisionNode() as decision:
            exit_number = fn.let_var(c(-1))
            if number in counted:
                decided = call(counted[number].decide, "i32", code.s, policy)
            else:
                decided = call("decide_by_search", "i32", code.s, c(number), policy)
            chooser = fn.let(call("seat", "i32", code.s, c(number))) if code.ctx.tells else c(0)
            if code.game.scripts:
                seat = fn.let(call("seat", "i32", code.s, c(number)))
                with fn.when(call("is_scripted", "i32", seat)):
                    fn.set(exit_number, call("answer", "i32", code.s, c(number), seat))
                if code.ctx.entries is None:
                    with fn.orelse():
                        fn.set(exit_number, decided)
            elif code.ctx.entries is not None:
                pass
            else:
                fn.set(exit_number, decided)
            with fn.when(op2("lt_s", exit_number, c(0))):
                fn.ret(stop)
            if code.ctx.tells:
                telling.choice(code, number, chooser, exit_number)
            fn.set(node, code.from_table([int(e) for e in decision.exits], exit_number))
        case TogetherNode(next=after):
            fn.drop(call("asked", "i32", code.s, c(number)))
            if code.ctx.tells:
                telling.opened(code, number)
            with fn.when(fn.let(call("settle", "i32", code.s, c(number), policy))):
                fn.ret(stop)
            if code.ctx.tells:
                telling.revealed(code, number)
            fn.set(node, c(after))
        case EndNode():
            ranking = code.game.ranking
            if ranking.ties == "error":
                code.env.clear()
                _no_ties(code)
            if code.ctx.piles and code.ctx.checking is Checking.OFF:
                # Nobody looks at the last position of a playout: its piles stay as they are.
                with fn.when(policy):
                    fn.ret(halted(c(number)))
            fn.ret(stop)
        case StopNode():
            fn.ret(stop)


def _no_ties(code: Lowering) -> None:
    groups = sorting.ranking(code, code.game.ranking.order)
    with code.fn.count(c(1), code.fn.reuse(groups.count)) as i:
        code.check(groups.begins(i), "E_TIE", code.game.ranking.site)
