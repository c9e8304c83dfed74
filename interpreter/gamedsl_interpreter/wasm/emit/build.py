"""A Game as the bytes of a WebAssembly module."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.model.types import NodeId
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.wasm.emit import batch, exploring, library, nodes, source, stop_notes, telling
from gamedsl_interpreter.wasm.emit.binary import Module, encoded
from gamedsl_interpreter.wasm.emit.context import FAULT_CODES, Context, NumbersBelow, context
from gamedsl_interpreter.wasm.emit.ir import Fn
from gamedsl_interpreter.wasm.emit.metering import metered
from gamedsl_interpreter.wasm.emit.optimise import optimised
from gamedsl_interpreter.wasm.emit.optimise.ranges import Range
from gamedsl_interpreter.wasm.emit.stop_notes import Offer
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.emit.word_places import WordPlaces

ABI = 1
STATES = 1 << 20
"""Bytes for states of the host, behind everything else."""
MOST_CODE = 1 << 21
EXPORTS = (
    "begin", "begin_open", "enter", "play", "reply_with", "ask", "done", "to_act", "outcome", "playouts", "go", "seeded", "stop", "load_locals",
    "noted", "ply", "make", "indexed", "rooted", "expand", "chances", "classed", "spread", "onward", "batch", "batch_began",
)  # fmt: skip


@frozen
class Built:
    """A module: its bytes, and where in its memory a host finds what."""

    code: bytes
    addresses: dict[str, int]
    state_size: int
    layout_size: int
    states: int
    pages: int
    offers: dict[int, Offer]
    words: WordPlaces


def build(game: Game, checking: Checking = Checking.OFF) -> bytes:
    """The module of a Game, for any host: see `docs/internals/wasm_abi.md`. Raises Unsupported."""
    return built(game, checking).code


Improve = Callable[[Sequence[Fn], Sequence[str], Sequence[tuple[int, bytes]], Mapping[int, Range]], list[Fn]]
"""What makes functions faster: see `optimise`."""
Meter = Callable[[Sequence[Fn], int], None]
"""What makes functions count their work: see `metering`."""


def built(
    game: Game,
    checking: Checking = Checking.OFF,
    improve: Improve = optimised,
    entries: frozenset[NodeId] | None = None,
    meter: Meter = metered,
    *,
    tells: bool = False,
) -> Built:
    """The module of a Game. With `entries` (for examples) play may be entered at these nodes, and stops at every decision and chance node. With
    `tells` the module also tells what happens (see `telling`). Raises Unsupported."""
    for question in game.questions:
        raise Unsupported(f"`can({question.name})`, which asks whether an action could be chosen")
    ctx = _emit_game(game, checking, entries, tells=tells)
    offers = stop_notes.write(ctx)
    exploring.write(ctx)
    batch.write(ctx)
    text = library.TEXT + stop_notes.TEXT + batch.TEXT + exploring.text(ctx.constants["KEY_BYTES"])
    exports: tuple[str, ...] = EXPORTS
    if tells:
        telling.write(ctx)
        text, exports = telling.wrapped(text), EXPORTS + telling.EXPORTS
    meter(ctx.functions, ctx.constants["LEFT"])
    ctx.functions[:0] = source.functions(text, ctx.constants)
    ctx.functions = improve(ctx.functions, exports, ctx.memory.data, ctx.bounds())
    states = ctx.memory.space(STATES, 16)
    pages = ctx.memory.pages()
    about = json.dumps(_about(ctx, states), separators=(",", ":")).encode()
    code = encoded(
        Module(ctx.functions, exports, pages, [*ctx.memory.data, *ctx.memory.initial], (("gamedsl", about),))
    )
    if len(code) > MOST_CODE:
        raise Unsupported(f"rules that make {len(code) >> 10} kB of code (at most {MOST_CODE >> 10} kB)")
    return Built(code, dict(ctx.constants), ctx.state_size, game.layout.size, states, pages, offers, ctx.word_places())


def _emit_game(game: Game, checking: Checking, entries: frozenset[NodeId] | None, *, tells: bool) -> Context:
    """All functions that come from the Game."""
    try:
        ctx = context(game, checking, entries, tells=tells, numbers_below=False)
        _write(ctx)
    except NumbersBelow:
        ctx = context(game, checking, entries, tells=tells, numbers_below=True)
        _write(ctx)
    return ctx


def _write(ctx: Context) -> None:
    if ctx.tells:
        telling.prepare(ctx)
    nodes.write(ctx)


def _about(ctx: Context, states: int) -> dict[str, object]:
    game = ctx.game
    layout = [[cell.what, cell.id, cell.offset, cell.size] for cell in game.layout.cells]
    decisions = {
        str(i): {"name": node.plan.name, "together": isinstance(node, TogetherNode)}
        for i, node in enumerate(game.nodes)
        if isinstance(node, DecisionNode | TogetherNode)
    }
    return {
        "abi": ABI,
        "name": game.name,
        "seats": list(game.seats),
        "scores": [line.name for line in game.scores],
        "reasons": list(game.reasons),
        "state": {
            "size": game.layout.size,
            "record": ctx.state_size,
            **_notes(ctx),
            "at": states,
            "extras": ctx.extras,
        },
        "layout": layout,
        "fields": [[field.name, field.base, [d.size for d in field.dimensions]] for field in game.fields],
        "zones": [[zone.name, zone.base, [d.size for d in zone.dimensions], zone.form] for zone in game.zones],
        "kinds": [kind.name for kind in game.kinds],
        "locals": [local.name for local in game.locals],
        "options": [list(option) for option in game.options],
        "variants": list(game.variants),
        "faults": dict(FAULT_CODES),
        "list_end": ctx.constants["OUT_END"],
        "decisions": decisions,
        "addresses": {name: ctx.constants[name] for name in PUBLIC},
    }


def _notes(ctx: Context) -> dict[str, int]:
    return {"note": ctx.constants["NOTE_SIZE"], "offer": ctx.constants["OFFER_BYTES"]}


PUBLIC = (
    "SEED", "INDEX", "POLICY", "FAULT", "MODE", "LIMIT", "TARGET", "LEAVES", "END", "EXIT", "STEPS", "PREFIX", "PREFIX_LENGTH", "OPEN", "FIRST_STEPS",
    "FIRST_LENGTH", "PENDING", "PROBE", "OPTION_COUNT", "OPTIONS", "OUT", "LIST", "GIVEN", "OUTCOME", "RANKED", "REASON", "STATS", "STATS_END",
    "DECISIONS", "STEP_COUNT",
    "BATCH_AGAIN", "BATCH_AT", "BATCH_BEFORE", *(f"BATCH_{name}" for name in batch.ARRAYS),
    "EXTRA_BUDGET", "FROM", "TO", "SEEN", "ENTRY", "MADE", "WIDEST", "PRIMES_USED", "TRACKS", "SHARE", "USED", "ENDINGS", "EXPECTED", "COUNTS",
)  # fmt: skip
