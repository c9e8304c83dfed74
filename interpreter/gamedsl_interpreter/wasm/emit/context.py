"""State shared by all functions of a module: the Game, all addresses in memory, tables, and the functions made so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from gamedsl.graph.analysis.trials import ensures_ahead
from gamedsl.graph.analysis.walk import bound_by, plans
from gamedsl.graph.bytes.codings import Counted, CountZone, MaskZone, PileZone, SlotZone, zone_coding
from gamedsl.graph.bytes.scales import code_up_to
from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import FieldSpec, Game, ZoneSpec
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.types import LocalId, NodeId, RuleId
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.engine import BUDGET, Checking
from gamedsl_interpreter.plans.analysis import Analysis
from gamedsl_interpreter.plans.piece_places import PiecePlaces
from gamedsl_interpreter.plans.spans import span
from gamedsl_interpreter.random import FACTOR, GOLDEN, MIX_A, MIX_B
from gamedsl_interpreter.wasm.emit.assembly.ir import Fn, Ir, c
from gamedsl_interpreter.wasm.emit.memory.cells import LEAST_OPTIONS, MOST_TRIED, Cells, Extras, cells
from gamedsl_interpreter.wasm.emit.memory.cells import Sizes as CellSizes
from gamedsl_interpreter.wasm.emit.memory.memory import Memory
from gamedsl_interpreter.wasm.emit.planning import capacities, lane_shapes
from gamedsl_interpreter.wasm.emit.planning.lane_locals import chosen_from, lane_locals
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import zone_kinds
from gamedsl_interpreter.wasm.emit.planning.pile_forms import PileForm, pile_forms
from gamedsl_interpreter.wasm.emit.planning.sizes import GRAINS, Grain, Sizes
from gamedsl_interpreter.wasm.emit.planning.type_forms import (
    NO_NUMBER,
    NONE,
    is_scalar,
    may_be_none,
    wide_size,
)
from gamedsl_interpreter.wasm.emit.planning.word_places import OfferPlace, WordPlaces
from gamedsl_interpreter.wasm.emit.signals import FAULT_CODES, NO_ROOM, ON, STOP
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.instances.interface import counters_at, stream_at
from gamedsl_interpreter.wasm.instances.modes import MODE_NAMES

MOST_PIECES = 1 << 16
"""The most pieces of a game."""

K = TypeVar("K")


@frozen
class Family:
    """The address of the instances of a field or zone: `offset + stride * flat` from the start of a state."""

    offset: int
    stride: int
    size: int


class NumbersBelow(Exception):
    """An optional integer may be negative, so -1 cannot encode none in this game."""


@define
class Context:
    """The shared state of the functions of one module."""

    game: Game
    checking: Checking
    entries: frozenset[NodeId] | None
    """For examples: the nodes at which play may start. Play then stops at every decision and chance node."""
    can_stop: bool
    """Whether play can stop before the end. Modules for playouts always have a policy and a stream of chance, and play to the end."""
    tells: bool
    """Whether the module logs events: see `telling`."""
    numbers_below: bool
    """Whether NO_NUMBER encodes none for integers."""
    analysis: Analysis = field(init=False)
    """Facts about plans and formulas."""
    piece_places: PiecePlaces = field(init=False)
    """The zones in which pieces can lie."""
    memory: Memory = field(factory=Memory)
    functions: list[Fn] = field(factory=list[Fn])
    writers: dict[str, Callable[[], None]] = field(factory=dict[str, Callable[[], None]])
    """The writers of functions that may be needed, by name. A writer is removed once its function is written."""
    _declared: set[str] = field(factory=set[str])
    made: set[str] = field(factory=set[str])
    """The names of shared functions that are written already; each is written on its first use."""
    bounded: list[Fn] = field(factory=list[Fn])
    """Functions that never run for long: their loops count no work."""
    constants: dict[str, int] = field(factory=dict[str, int])
    fields: list[Family] = field(factory=list[Family])
    zones: list[Family] = field(factory=list[Family])
    cells: Cells = field(init=False)
    """The places in memory that functions share."""
    extras: Extras = field(init=False)
    piles: dict[types.ZoneId, PileForm] = field(factory=dict[types.ZoneId, PileForm])
    """The families of piles that have a working form."""
    state_size: int = 0
    grain: Grain = GRAINS[0]
    """How finely the code is divided into functions."""
    sizes: Sizes = field(init=False)
    """The size estimates that decide what becomes a function of its own."""
    _locals: dict[LocalId, int] = field(factory=dict[LocalId, int])
    offers: dict[int, dict[LocalId, OfferPlace]] = field(factory=dict[int, dict[LocalId, OfferPlace]])
    """The addresses of the offers of each decision's selections, valid when its search stops."""
    binds: dict[LocalId, Expr] = field(factory=dict[LocalId, Expr])
    """While a decision is emitted: the formulas that its locals stand for, if they do not read the state."""
    ahead: frozenset[NodeId] = field(init=False)
    """The nodes from which play can reach an `ensure` before it stops."""
    places: dict[str, tuple[str, object]] = field(factory=dict[str, tuple[str, object]])
    """The declaration to which each function belongs: its name, and the node or rule that it is made of."""
    most_steps: int = 0
    """The most steps of one move."""
    most_options: int = 0
    """The most values of one step."""
    heads: frozenset[int] = frozenset()
    """The nodes at which a function begins."""
    judging: frozenset[RuleId] = frozenset()
    """The routines in which an `ensure` can fail."""

    chosen: dict[LocalId, lane_shapes.Families] = field(init=False)
    """The families from which locals of one piece are chosen, if they are known."""
    lanes: dict[LocalId, lane_shapes.Slots] = field(init=False)
    """The slots of the locals of pieces that are kept as lanes."""
    _memos: dict[type[object], object] = field(factory=dict[type[object], object])

    def __attrs_post_init__(self) -> None:
        self.analysis = Analysis(self.game)
        self.ahead = ensures_ahead(self.game)
        self.sizes = Sizes(self.game, self.grain)
        self.piece_places = PiecePlaces(self.game)
        self.chosen = chosen_from(self.game)
        families = lane_locals(self.game, self.chosen)
        self.lanes = {local: lane_shapes.slots(self.game, found) for local, found in families.items()}

    def memo(self, kind: type[K]) -> K:
        """Gives the only instance of a class for this module, made at the first call. Each part of the emitter keeps what it alone looks up again in a
        class of its own."""
        if kind not in self._memos:
            self._memos[kind] = kind()
        return cast("K", self._memos[kind])

    def set_memo(self, value: object) -> None:
        """Sets the instance of a class that the purpose of the module asks for."""
        self._memos[type(value)] = value

    def find_memo(self, kind: type[K]) -> K | None:
        """Gives the instance of a class, or None if the purpose of the module does not ask for it."""
        return cast("K | None", self._memos.get(kind))

    def declare(self, name: str, write: Callable[[], None]) -> None:
        """Declares the writer of a function that may be needed. A second declaration of the name is ignored."""
        if name not in self._declared:
            self._declared.add(name)
            self.writers[name] = write

    def require(self, name: str) -> None:
        """Writes a function, unless it is written already or not declared."""
        write = self.writers.pop(name, None)
        if write is not None:
            write()

    def families(self, expr: Expr) -> lane_shapes.Families | None:
        """Gives the families of pieces that can be lanes."""

        def known(local: LocalId) -> lane_shapes.Families | None:
            return self.lanes[local].families if local in self.lanes else None

        return lane_shapes.families_of(self.game, expr, known, self.chosen.get)

    def none_of(self, of: types.Type) -> int:
        """Gives the number that stands for none. Raises NumbersBelow if -1 is needed for an integer."""
        inner = of.of if isinstance(of, types.Optional) else of
        if not isinstance(inner, types.Int):
            return NONE
        if inner.low < 0 and not self.numbers_below:
            raise NumbersBelow
        return NO_NUMBER if self.numbers_below else NONE

    @property
    def pieces(self) -> int:
        """Gives an upper bound for the entries of a zone or a move: pieces are never made anew. The bound has 8 to spare."""
        return sum(kind.copies for kind in self.game.kinds) + 8

    def local_at(self, local: LocalId) -> int:
        """Gives the address of a local of the graph."""
        if local not in self._locals:
            spec = self.game.locals[local]
            try:
                lanes = self.lanes.get(local)
                size = wide_size(self.game, spec.type) if lanes is None else lanes.bytes
                self._locals[local] = self.memory.space(size)
            except Unsupported as limit:
                limit.declaration = limit.declaration or spec.name
                raise
        return self._locals[local]

    def word_places(self) -> WordPlaces:
        """Gives the addresses from which a host makes the words of moves."""
        return WordPlaces(dict(self._locals), self.offers, self.numbers_below, self.lanes)

    def lasting_words(self, plan: Plan) -> frozenset[int]:
        """Gives the addresses of locals of one word that a decision does not bind."""
        bound = {bound_by(part) for inner in plans(plan) for part in inner.parts}
        return frozenset(
            at for local, at in self._locals.items() if local not in bound and is_scalar(self.game.locals[local].type)
        )

    def bounds(self) -> dict[int, tuple[int, int]]:
        """Gives the least and greatest value of the locals of the graph that are numbers, by address."""
        bounds: dict[int, tuple[int, int]] = {}
        for local, at in self._locals.items():
            of = self.game.locals[local].type
            if is_scalar(of):
                least, most = span(of)
                bounds[at] = (min(self.none_of(of), least) if may_be_none(of) else least, most)
        return bounds

    def at(self, name: str) -> Ir:
        """Gives the address of a part of the context."""
        return c(self.constants[name])


def context(
    game: Game,
    checking: Checking = Checking.OFF,
    entries: frozenset[NodeId] | None = None,
    *,
    can_stop: bool = True,
    tells: bool = False,
    numbers_below: bool = False,
    grain: Grain = GRAINS[0],
) -> Context:
    """Makes the context of a Game's module, with all addresses that the library needs."""
    made = Context(game, checking, entries, can_stop, tells, numbers_below, grain=grain)
    made.fields = [_family(game, "field", spec) for spec in game.fields]
    made.zones = [_family(game, "zone", spec) for spec in game.zones]
    _reserve_extras(made)
    memory, kinds, passes = made.memory, max(1, len(game.kinds)), max(2, *(len(spec.start) for spec in game.zones), 2)
    most = made.pieces
    made.most_steps = capacities.steps(game)
    made.most_options = max(LEAST_OPTIONS, capacities.values(game))
    if most > MOST_PIECES:
        raise Unsupported(
            f"{most - 8:,} pieces (at most {MOST_PIECES - 8:,})",
            advice="count things that are all alike with a number instead of pieces",
        )
    made.constants |= {**FAULT_CODES, **MODE_NAMES} | {
        "NO_ROOM": NO_ROOM,
        "BUDGET": BUDGET,
        "MOST_OPTIONS": made.most_options,
        "CHECKING": int(checking is Checking.ON),
    }
    made.constants |= {
        "PCG_FACTOR": FACTOR,
        "GOLDEN": GOLDEN,
        "MIX_A": MIX_A,
        "MIX_B": MIX_B,
        "PAIRS": 0x5555555555555555,
        "FOURS": 0x3333333333333333,
        "NIBBLES": 0x0F0F0F0F0F0F0F0F,
        "BYTES": 0x0101010101010101,
        "TOPS": 0x8080808080808080,
        "NTH": memory.table(_nth_bits()),
        "ON": ON,
        "STOP": STOP,
        "STOPS_EVERYWHERE": int(entries is not None),
        "MAY_STOP": int(can_stop),
        "TELLS": int(tells),
        "TRIES": int(bool(made.ahead)),
    }
    sizes = CellSizes(
        pieces=most,
        steps=made.most_steps,
        options=made.most_options,
        kinds=kinds,
        passes=passes,
        trials=MOST_TRIED if made.ahead else 0,
        seats=len(game.seats),
        lines=len(game.scores),
        reasons=len(game.reasons),
    )
    made.cells = cells(memory, sizes)
    made.constants |= made.cells.by_name()
    made.constants["ZONE_COUNT"] = sum(family.size for family in made.zones)
    made.constants["ZONE_OWNER"] = memory.words(_zone_owners(game))
    made.constants["KIND_OWNER"] = memory.words([-1 if kind.owner is None else kind.owner for kind in game.kinds])
    made.constants["OUT_END"] = made.cells.list.end
    made.constants["ZONES"] = memory.words(_descriptors(made))
    made.constants["PILE_EXTRAS"] = memory.words(_pile_extras(made))
    return made


def _family(game: Game, what: str, spec: FieldSpec | ZoneSpec) -> Family:
    size = len(spec.start)
    at = {cell.id: cell.offset for cell in game.layout.cells if cell.what == what}
    width = {cell.id: cell.size for cell in game.layout.cells if cell.what == what}
    offsets = [at[spec.base + i] for i in range(size)]
    stride = offsets[1] - offsets[0] if size > 1 else width.get(spec.base, 0)
    if any(offset != offsets[0] + i * stride for i, offset in enumerate(offsets)):
        raise AssertionError("instances of one family follow each other in a layout")
    return Family(offsets[0] if offsets else 0, stride, size)


def _reserve_extras(made: Context) -> None:
    """Reserves the data behind the bytes of a state: chance stream, whether it has one, proof counters, the working forms of piles."""
    game = made.game
    piles = -(-(counters_at(game) + 4 * game.counters) // 8) * 8
    stream = stream_at(game)
    made.extras = Extras(stream=stream, has_stream=stream + 16, counters=counters_at(game), piles=piles)
    forms, end = pile_forms(game, piles)
    # Modules that log events use the library, which writes canonical bytes. The forms are computed all the same, so that records of all modules have
    # the same length.
    made.piles = {} if made.tells else forms
    made.state_size = -(-end // 16) * 16


# ---------------------------------------------------------------- zones


def _descriptors(made: Context) -> list[int]:
    words: list[int] = []
    for spec, family in zip(made.game.zones, made.zones, strict=True):
        for i in range(len(spec.start)):
            words += _descriptor(made, spec, family.offset + family.stride * i)
    return words


def _descriptor(made: Context, spec: ZoneSpec, offset: int) -> list[int]:
    game = made.game
    kinds = zone_kinds(game, spec)
    number = [-1] * len(game.kinds)
    for i, kind in enumerate(kinds):
        number[kind] = i
    capacity = 1 if spec.form == "slot" else -1 if spec.capacity is None else spec.capacity
    tables = made.memory.words(number), made.memory.words(kinds)
    most, widths, form = 0, 0, 0
    match zone_coding(game, spec):
        case SlotZone() as coding:
            form = "BH".index(coding.codes)
        case MaskZone():
            form = 2
        case CountZone(Counted(_, code)):
            form = 3 + "BH".index(code)
        case PileZone(scale, most):
            form = 5
            widths = 1 + "BH".index(code_up_to(most)) | (1 + "BH".index(code_up_to(scale.count))) << 8
        case _:
            raise AssertionError("these are all forms of zones")
    return [offset, form, len(kinds), *tables, capacity, most, widths]


def _pile_extras(made: Context) -> list[int]:
    """Gives, by zone instance, the offset of the extra bytes of its working form in a record (0: it has none), and the number of its words if they are
    lanes (0: they are bits)."""
    words: list[int] = []
    for zone, family in enumerate(made.zones):
        form = made.piles.get(types.ZoneId(zone))
        for i in range(family.size):
            words += (0, 0) if form is None else (form.at + form.stride * i, 0 if form.is_mask else form.words)
    return words


def _nth_bits() -> bytes:
    """Gives the places of the bits of each byte, eight numbers for each."""
    return b"".join(bytes([i for i in range(8) if byte >> i & 1]).ljust(8, b"\0") for byte in range(256))


def _zone_owners(game: Game) -> list[int]:
    """Gives the seat that each zone instance belongs to, or -1."""
    owners: list[int] = []
    for spec in game.zones:
        personal = spec.owned and isinstance(spec.dimensions[0].type, types.Player)
        inner = len(spec.start) // spec.dimensions[0].size if personal else 1
        owners += [i // inner if personal else -1 for i in range(len(spec.start))]
    return owners
