"""State shared by all functions of a module: the Game, all addresses in memory, tables, and the functions made so far."""

from __future__ import annotations

from typing import TypeVar, cast

from gamedsl.graph.analysis.trials import ensures_ahead
from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import LocalId, NodeId, RuleId
from gamedsl.values import define, field
from gamedsl_interpreter.engine import BUDGET, Checking
from gamedsl_interpreter.plans.analysis import Analysis
from gamedsl_interpreter.plans.candidates import MOST_DRAWS, nodes_with_candidates
from gamedsl_interpreter.plans.piece_places import PiecePlaces
from gamedsl_interpreter.random import FACTOR, GOLDEN, MIX_A, MIX_B
from gamedsl_interpreter.wasm.emit.memory.cells import LEAST_OPTIONS, MOST_TRIED, Cells, cells
from gamedsl_interpreter.wasm.emit.memory.cells import Sizes as CellSizes
from gamedsl_interpreter.wasm.emit.memory.functions import Functions
from gamedsl_interpreter.wasm.emit.memory.memory import Memory
from gamedsl_interpreter.wasm.emit.planning import capacities
from gamedsl_interpreter.wasm.emit.planning.locals import Locals
from gamedsl_interpreter.wasm.emit.planning.records import Record, record_of
from gamedsl_interpreter.wasm.emit.planning.sizes import GRAINS, Grain, Sizes
from gamedsl_interpreter.wasm.emit.planning.type_forms import NO_NUMBER, NONE
from gamedsl_interpreter.wasm.emit.planning.zone_tables import descriptors, nth_bits, pile_extras, zone_owners
from gamedsl_interpreter.wasm.emit.signals import FAULT_CODES, NO_ROOM, ON, STOP
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.instances.modes import MODE_NAMES

MOST_PIECES = 1 << 16
"""The most pieces of a game."""

K = TypeVar("K")


class NumbersBelow(Exception):
    """An optional integer may be negative, so -1 cannot encode none in this game."""


@define
class Trials:
    """The parts of a game that belong to trials of moves."""

    ahead: frozenset[NodeId]
    """The nodes from which play can reach an `ensure` before it stops."""
    heads: frozenset[int] = frozenset()
    """The nodes at which a function begins."""
    with_candidates: frozenset[NodeId] = frozenset()
    """The decisions at which random players draw before moves are judged."""
    judging: frozenset[RuleId] = frozenset()
    """The routines in which an `ensure` can fail."""


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
    sizes: Sizes
    """The size estimates that decide what becomes a function of its own."""
    analysis: Analysis = field(init=False)
    """Facts about plans and formulas."""
    piece_places: PiecePlaces = field(init=False)
    """The zones in which pieces can lie."""
    memory: Memory = field(factory=Memory)
    functions: Functions = field(factory=Functions)
    constants: dict[str, int] = field(factory=dict[str, int])
    """The numbers that the run-time library and hosts know by name."""
    record: Record = field(init=False)
    cells: Cells = field(init=False)
    """The places in memory that functions share."""
    locals: Locals = field(init=False)
    trials: Trials = field(init=False)
    binds: dict[LocalId, Expr] = field(factory=dict[LocalId, Expr])
    """While a decision is emitted: the formulas that its locals stand for, if they do not read the state."""
    most_steps: int = field(init=False)
    """The most steps of one move."""
    most_options: int = field(init=False)
    """The most values of one step."""
    _memos: dict[type[object], object] = field(factory=dict[type[object], object])

    def __attrs_post_init__(self) -> None:
        self.analysis = Analysis(self.game)
        self.piece_places = PiecePlaces(self.game)
        self.record = record_of(self.game, tells=self.tells)
        self.locals = Locals(self.game, self.memory)
        self.trials = Trials(ensures_ahead(self.game), with_candidates=nodes_with_candidates(self.game))
        self.most_steps = capacities.steps(self.game)
        self.most_options = max(LEAST_OPTIONS, capacities.values(self.game))

    def memo(self, kind: type[K]) -> K:
        """Gives the only instance of a class for this module, made at the first call. Each part of the emitter keeps its private memory in a class of its
        own."""
        if kind not in self._memos:
            self._memos[kind] = kind()
        return cast("K", self._memos[kind])

    def set_memo(self, value: object) -> None:
        """Sets the instance of a class that exists only for this purpose of the module."""
        self._memos[type(value)] = value

    def find_memo(self, kind: type[K]) -> K | None:
        """Gives the instance of a class, or None if the module's purpose does not need one."""
        return cast("K | None", self._memos.get(kind))

    def none_of(self, of: types.Type) -> int:
        """Gives the number that stands for none. Raises NumbersBelow if -1 is needed for an integer."""
        inner = types.plain(of)
        if not isinstance(inner, types.Int):
            return NONE
        if inner.low < 0 and not self.numbers_below:
            raise NumbersBelow
        return NO_NUMBER if self.numbers_below else NONE

    @property
    def pieces(self) -> int:
        """Gives an upper bound for the entries of a zone or a move: pieces are never made anew. The bound has 8 to spare."""
        return sum(kind.copies for kind in self.game.kinds) + 8


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
    made = Context(game, checking, entries, can_stop, tells, numbers_below, Sizes(game, grain))
    memory, kinds, passes = made.memory, max(1, len(game.kinds)), max(2, *(len(spec.start) for spec in game.zones), 2)
    most = made.pieces
    if most > MOST_PIECES:
        raise Unsupported(
            f"{most - 8:,} pieces (at most {MOST_PIECES - 8:,})",
            advice="count things that are all alike with a number instead of pieces",
        )
    made.constants |= {**FAULT_CODES, **MODE_NAMES} | {
        "NO_ROOM": NO_ROOM,
        "BUDGET": BUDGET,
        "MOST_OPTIONS": made.most_options,
        "MOST_DRAWS": MOST_DRAWS,
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
        "NTH": memory.table(nth_bits()),
        "ON": ON,
        "STOP": STOP,
        "STOPS_EVERYWHERE": int(entries is not None),
        "MAY_STOP": int(can_stop),
        "TELLS": int(tells),
        "TRIES": int(bool(made.trials.ahead)),
        "CANDIDATES": int(bool(made.trials.with_candidates)),
        "JUDGES": int(bool(game.verdicts)),
    }
    sizes = CellSizes(
        pieces=most,
        steps=made.most_steps,
        options=made.most_options,
        kinds=kinds,
        passes=passes,
        trials=MOST_TRIED if made.trials.ahead else 0,
        has_candidates=bool(made.trials.with_candidates),
        seats=len(game.seats),
        lines=len(game.scores),
        reasons=len(game.reasons),
    )
    made.cells = cells(memory, sizes)
    made.constants |= made.cells.by_name()
    if game.verdicts:
        made.constants["WON"] = made.cells.won
    made.constants["ZONE_COUNT"] = sum(family.size for family in made.record.zones)
    made.constants["ZONE_OWNER"] = memory.words(zone_owners(game))
    made.constants["KIND_OWNER"] = memory.words([-1 if kind.owner is None else kind.owner for kind in game.kinds])
    made.constants["OUT_END"] = made.cells.list.end
    made.constants["ZONES"] = memory.words(descriptors(game, made.record, memory))
    made.constants["PILE_EXTRAS"] = memory.words(pile_extras(made.record))
    return made
