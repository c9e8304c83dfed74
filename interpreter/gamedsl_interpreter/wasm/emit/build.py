"""Builds the WebAssembly module of a Game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from gamedsl.graph.analysis.walk import expressions
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.model.types import Int, NodeId, Nothing, Optional, Type
from gamedsl.values import field, frozen
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.plans.spans import highest_score
from gamedsl_interpreter.wasm.emit.assembly.binary import Module, encode
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.metering import add_meter
from gamedsl_interpreter.wasm.emit.assembly.shape import callees
from gamedsl_interpreter.wasm.emit.assembly.source import Library, Mark
from gamedsl_interpreter.wasm.emit.bulk import kept_masks
from gamedsl_interpreter.wasm.emit.context import Context, NumbersBelow, context
from gamedsl_interpreter.wasm.emit.decisions.step_keys import StepKeys, step_keys
from gamedsl_interpreter.wasm.emit.hosts import (
    batch,
    deciding,
    exploring,
    observing,
    probing,
    resuming,
    searching,
    searching_worlds,
    seeing,
)
from gamedsl_interpreter.wasm.emit.hosts.described import describe_for_hosts
from gamedsl_interpreter.wasm.emit.memory.functions import Functions
from gamedsl_interpreter.wasm.emit.memory.memory import MOST, Memory
from gamedsl_interpreter.wasm.emit.memory.refusing import refusing_of
from gamedsl_interpreter.wasm.emit.optimise import optimise_functions
from gamedsl_interpreter.wasm.emit.optimise.ranges import Range
from gamedsl_interpreter.wasm.emit.planning.sizes import GRAINS, Grain, Sizes
from gamedsl_interpreter.wasm.emit.planning.type_forms import wide_size
from gamedsl_interpreter.wasm.emit.play import nodes, stop_notes
from gamedsl_interpreter.wasm.emit.play.stop_notes import Offer
from gamedsl_interpreter.wasm.emit.signals import FAULT_CODES
from gamedsl_interpreter.wasm.emit.telling import telling
from gamedsl_interpreter.wasm.emit.unsupported import TooLong, Unsupported, declaration
from gamedsl_interpreter.wasm.instances.interface import ABI, STATES, Built, Purpose

MOST_CODE = 1 << 21
MOST_WRITTEN = 200_000
"""The most statements of a module."""
_FROM_WORLDS = (Purpose.WORLDS, Purpose.ADVISED_WORLDS, Purpose.THINKING_WORLDS)
_HOSTS_SEARCH = (Purpose.ADVISED, Purpose.THINKING, Purpose.ADVISED_WORLDS, Purpose.THINKING_WORLDS)
_SEARCHING = (Purpose.SEARCHED, *_HOSTS_SEARCH, Purpose.WORLDS)
_HOSTS = (Purpose.EVERY, Purpose.RESUMED, *_HOSTS_SEARCH, Purpose.HOSTED)
"""The purposes of modules that hosts without Python know by the digest of their game."""


def build(game: Game, checking: Checking = Checking.OFF) -> bytes:
    """Builds the module of a Game for any host: see `docs/internals/wasm_abi.md`. Raises Unsupported."""
    return build_module(game, checking).code


Improve = Callable[[Sequence[Fn], Sequence[str], Sequence[tuple[int, bytes]], Mapping[int, Range]], list[Fn]]
"""Makes functions faster: see `optimise`."""
Meter = Callable[[Sequence[Fn], int], None]
"""Makes functions count their work: see `metering`."""


@frozen
class RunLines:
    """The bytes in which a module notes which lines of the run-time library it has run, by file and line."""

    places: dict[tuple[str, int], int] = field(factory=dict[tuple[str, int], int])

    def marks(self, memory: Memory) -> Mark:
        """Gives each line its byte in the memory of a new module."""
        self.places.clear()

        def mark(file: str, line: int) -> int:
            if (file, line) not in self.places:
                self.places[file, line] = memory.space(1, 1)
            return self.places[file, line]

        return mark


def build_module(
    game: Game,
    checking: Checking = Checking.OFF,
    improve: Improve = optimise_functions,
    entries: frozenset[NodeId] | None = None,
    meter: Meter = add_meter,
    purpose: Purpose = Purpose.EVERY,
    lines: RunLines | None = None,
) -> Built:
    """Builds the module of a Game for a purpose. With `entries` (for examples), play may start at these nodes, and stops at every decision and chance node. With
    `lines`, the module notes which lines of the run-time library run. Raises Unsupported."""
    for grain in GRAINS[:-1]:
        try:
            return _try_to_build(game, checking, improve, entries, meter, purpose, grain, lines)
        except TooLong:
            continue
    return _try_to_build(game, checking, improve, entries, meter, purpose, GRAINS[-1], lines)


def _try_to_build(
    game: Game,
    checking: Checking,
    improve: Improve,
    entries: frozenset[NodeId] | None,
    meter: Meter,
    purpose: Purpose,
    grain: Grain,
    lines: RunLines | None,
) -> Built:
    ctx, offers, used = _emit_functions(game, checking, entries, purpose, grain, lines)
    meter(ctx.functions.written, ctx.cells.left.at)
    written = improve(
        [*used, *ctx.functions.bounded, *ctx.functions.written],
        purpose.value,
        ctx.memory.data,
        ctx.locals.bounds(ctx.none_of),
    )
    states = ctx.memory.space(STATES, 16)
    pages = ctx.memory.pages()
    about = json.dumps(_describe(ctx, states, purpose), separators=(",", ":")).encode()
    module = Module(written, purpose.value, pages, [*ctx.memory.data, *ctx.memory.initial], (("gamedsl", about),))
    try:
        code = encode(module)
    except TooLong as refused:
        name, thing = ctx.functions.declarations.get(refused.function, (game.name, ()))
        with declaration(name, thing):
            raise
    # The context refers to itself. Dropping its large parts here frees them without waiting for garbage collection.
    ctx.functions = Functions()
    if len(code) > MOST_CODE:
        raise TooLong(
            f"rules that make {len(code) >> 10} kB of code (at most {MOST_CODE >> 10} kB)",
            advice="use fewer loops inside each other",
        )
    return Built(
        code,
        dict(ctx.constants),
        ctx.record.size,
        game.layout.size,
        states,
        pages,
        offers,
        ctx.locals.word_places(numbers_below=ctx.numbers_below),
    )


def refusal(game: Game) -> Unsupported | None:
    """Gives the reason why a game has no module; None if it has one. Modules are built on trial only for games that may be too large."""
    if certainly_fits(game):
        return None
    try:
        build_module(game)
    except Unsupported as refused:
        return refused
    return None


def certainly_fits(game: Game) -> bool:
    """Whether a game certainly has a module for each purpose, because it is far below all limits. This takes much less time than building one."""
    has_numbers = all(_is_number(of) for of in _types(game)) and highest_score(game) < 1 << 31
    return has_numbers and Sizes(game, GRAINS[-1]).whole() < _FEW and room_of(game) < _SMALL


def _is_number(of: Type) -> bool:
    """Whether 32 bits hold the numbers of a type, if it has numbers."""
    return not isinstance(of, Int) or -(1 << 31) <= of.low <= of.high < 1 << 31


_FEW = 60_000
"""Rules whose Game takes at most this much text certainly fit into a module, if their collections are small as well."""
_A_PIECE = 512
"""Bytes for each piece, by a generous estimate."""
_SMALL = MOST // 4
"""Collections that take at most this much room are small."""


def room_of(game: Game) -> int:
    """Gives a lower bound for the bytes of all locals and formulas of a game, each counted once. If one alone is too large, the bound is above the limit."""
    pieces = sum(kind.copies for kind in game.kinds)
    try:
        return _A_PIECE * pieces + sum(wide_size(game, of) for of in _types(game) if not isinstance(of, Nothing))
    except Unsupported:
        return MOST


def _types(game: Game) -> Iterator[Type]:
    """Lists the types of all locals and formulas."""
    yield from (local.type for local in game.locals)
    for function in game.functions:
        yield from (expr.type for expr in expressions(function.body))
    for thing in (*game.nodes, *game.routines):
        yield from (expr.type for expr in expressions(thing))


def _emit_functions(
    game: Game,
    checking: Checking,
    entries: frozenset[NodeId] | None,
    purpose: Purpose,
    grain: Grain,
    lines: RunLines | None,
) -> tuple[Context, dict[int, Offer], list[Fn]]:
    """Emits the functions of a Game. Gives the context, the offers at the stops of play, and the functions of the library."""
    is_below = any(isinstance(of, Optional) and isinstance(of.of, Int) and of.of.low < 0 for of in _types(game))
    try:
        return _write_required(
            _context(game, checking, entries, purpose, grain, numbers_below=is_below), purpose, lines
        )
    except NumbersBelow:  # A number is compared with an optional one.
        return _write_required(_context(game, checking, entries, purpose, grain, numbers_below=True), purpose, lines)


def _context(
    game: Game,
    checking: Checking,
    entries: frozenset[NodeId] | None,
    purpose: Purpose,
    grain: Grain,
    *,
    numbers_below: bool,
) -> Context:
    can_stop, tells = purpose is not Purpose.PLAYOUTS, purpose in (Purpose.TELLING, Purpose.HOSTED)
    made = context(game, checking, entries, can_stop=can_stop, tells=tells, numbers_below=numbers_below, grain=grain)
    if purpose in _FROM_WORLDS:
        made.set_memo(step_keys(made.memory))
    if purpose is Purpose.HOSTED:
        refusing = refusing_of(game, made.memory)
        made.set_memo(refusing)
        made.constants |= refusing.by_name()
    return made


def _write_required(
    ctx: Context, purpose: Purpose, lines: RunLines | None
) -> tuple[Context, dict[int, Offer], list[Fn]]:
    if ctx.tells:
        telling.declare(ctx)
    if purpose is Purpose.HOSTED:
        seeing.declare(ctx)
        deciding.declare(ctx)
    if purpose is Purpose.OBSERVED:
        observing.declare(ctx)
    nodes.declare(ctx)
    offers = {} if purpose is Purpose.PLAYOUTS else stop_notes.write(ctx)
    exploring.write(ctx)
    if purpose is not Purpose.PLAYOUTS:
        batch.write(ctx)
    resuming.write(ctx)
    if purpose is Purpose.PROBED:
        probing.write(ctx)
    if purpose in _SEARCHING:
        searching.write(ctx)
    keys = ctx.find_memo(StepKeys)
    if keys is not None:
        searching_worlds.write(ctx, keys, offers)
    text = Library(_files(purpose, tells=ctx.tells), None if lines is None else lines.marks(ctx.memory))
    todo, seen, size, read, read_bounded = list(purpose.value), set[str](), 0, 0, 0
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in text:
            todo += sorted(text.callees(name))
        ctx.functions.require(name)
        for fn in (*ctx.functions.written[read:], *ctx.functions.bounded[read_bounded:]):
            size += fn.size
            todo += callees(fn.body)
        read, read_bounded = len(ctx.functions.written), len(ctx.functions.bounded)
        if size > MOST_WRITTEN:
            raise TooLong(
                f"rules that become more than {MOST_WRITTEN:,} statements", advice="use fewer loops inside each other"
            )
    kept_masks.write(ctx)
    return ctx, offers, [text.function(name, ctx.constants) for name in sorted(seen) if name in text]


_MATCHES = (
    "random",
    "faults",
    "bits",
    "piles",
    "zones",
    "moving",
    "drawing",
    "deciding",
    "continuing",
    "hosts/tallies",
    "stop_notes",
    "hosts/resuming",
)
_PLACES = ("states", "hosts/exploring", "hosts/batch")


def _files(purpose: Purpose, *, tells: bool) -> tuple[str, ...]:
    """Lists the files of the run-time library that a module needs."""
    return (
        *_MATCHES,
        *(("hosts/seeing",) if purpose is Purpose.HOSTED else ()),
        *(("hosts/observing",) if purpose is Purpose.OBSERVED else ()),
        *(("hosts/probing",) if purpose is Purpose.PROBED else ()),
        *(("hosts/tree_nodes", "hosts/judging", "hosts/proving", "hosts/searching") if purpose in _SEARCHING else ()),
        *(("hosts/looking", "hosts/dealing", "hosts/searching_worlds") if purpose in _FROM_WORLDS else ()),
        *_PLACES,
        *(("hosts/log", "hosts/telling") if tells else ()),
    )


def _digest(game: Game) -> dict[str, str]:
    # Importing converters takes as long as emitting, and playouts do not need them.
    from gamedsl.graph.serial import digest

    return {"digest": digest(game)}


def _describe(ctx: Context, states: int, purpose: Purpose) -> dict[str, object]:
    """Describes a module. The description of a module for playouts leaves out the parts of positions."""
    game = ctx.game
    described: dict[str, object] = {
        "abi": ABI,
        **(_digest(game) if purpose in _HOSTS else {}),
        "name": game.name,
        "seats": list(game.seats),
        "scores": [line.name for line in game.scores],
        "reasons": list(game.reasons),
        "state": {
            "size": game.layout.size,
            "record": ctx.record.size,
            "note": ctx.constants.get("NOTE_SIZE", 0),
            "offer": ctx.constants.get("OFFER_BYTES", 0),
            "at": states,
            "extras": ctx.record.extras.by_name(),
        },
        "options": [list(option) for option in game.options],
        "variants": list(game.variants),
        "faults": dict(FAULT_CODES),
        "addresses": {name: ctx.constants[name] for name in PUBLIC if name in ctx.constants},
    }
    if purpose is Purpose.PLAYOUTS:
        return described
    if purpose in _HOSTS_SEARCH:
        described["ucb"] = searching.describe_search()
    return described | _describe_positions(ctx) | (describe_for_hosts(ctx) if purpose is Purpose.HOSTED else {})


def _describe_positions(ctx: Context) -> dict[str, object]:
    """Describes the parts of positions and the decisions."""
    game = ctx.game
    decisions = {
        str(i): {"name": node.plan.name, "together": isinstance(node, TogetherNode)}
        for i, node in enumerate(game.nodes)
        if isinstance(node, DecisionNode | TogetherNode)
    }
    return {
        "layout": [[cell.what, cell.id, cell.offset, cell.size] for cell in game.layout.cells],
        "fields": [[field.name, field.base, [d.size for d in field.dimensions]] for field in game.fields],
        "zones": [[zone.name, zone.base, [d.size for d in zone.dimensions], zone.form] for zone in game.zones],
        "kinds": [kind.name for kind in game.kinds],
        "locals": [local.name for local in game.locals],
        "list_end": ctx.cells.list.end,
        "decisions": decisions,
    }


PUBLIC = (
    "SEED", "INDEX", "POLICY", "FAULT", "MODE", "LIMIT", "TARGET", "LEAVES", "END", "EXIT", "STEPS", "PREFIX", "PREFIX_LENGTH", "OPEN", "FIRST_STEPS",
    "FIRST_LENGTH", "PENDING", "PROBE", "OPTION_COUNT", "OPTIONS", "OUT", "LIST", "GIVEN", "OUTCOME", "RANKED", "WON", "REASON", "STATS", "STATS_END", "ROW_AT",
    "DECISIONS", "STEP_COUNT", "ORIGIN", "TAKEN", "TREE_SEED", "TREE_AIM", "TREE_LOW", "TREE_HIGH", "TREE_COUNT", "TREE_STRAYED", "DEAL_RECORD",
    "TREE_ROOT_SAID", *searching.CELLS,
    "BATCH_AGAIN", "BATCH_AT", "BATCH_OFFER_BYTES", "BATCH_ORIGINS", "BATCH_APART", "BATCH_BEFORE", *(f"BATCH_{name}" for name in batch.ARRAYS),
    "BATCH_ENDS", "BATCH_ACTED", "BATCH_END_OBSERVATIONS",
    "EXTRA_BUDGET", "FROM", "TO", "SEEN", "ENTRY", "MADE", "WIDEST", "PRIMES_USED", "TRACKS", "SHARE", "USED", "ENDINGS", "EXPECTED", "COUNTS",
    "PROBE_LONGEST", "PROBE_VISITED", "PROBE_NEWS", "PROBE_MARKS", "PROBE_MARK_COUNT", "PROBE_MEASURE_COUNT", "PROBE_STRIDE", "PROBE_FOUND",
    "PARTS", "PART", "BOXES", "BOX_FULL", "DIFFERS", "JOINED", "NOTE_SIZE", "FULL", "LEFT", "START",
    "TELL", "WHY", "BROKEN", "UNFILTERED", "ANY_NUMBER", "UNTIL", "VISIBLE_FIELDS", "VISIBLE_ZONES", "DECISIVE",
)  # fmt: skip
