"""The named places in a module's memory that its functions and its hosts share."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.values import field_names, frozen
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, load
from gamedsl_interpreter.wasm.emit.memory.memory import Memory

MOST_ROLLS = 1024
"""The most rolls at once."""
LEAST_OPTIONS = 4096
"""The least room for values of one step."""
MOST_TRIED = 1 << 14
"""The most trials of one decision whose results are kept."""
LIST_BYTES = 1 << 20


@frozen
class Cell:
    """A number of bytes of memory; most cells are one word of 32 bits, or a row of words."""

    at: int
    size: int

    @property
    def address(self) -> Ir:
        """Gives its address."""
        return c(self.at)

    @property
    def end(self) -> int:
        """Gives the first address after it."""
        return self.at + self.size

    @property
    def value(self) -> Ir:
        """Loads the word."""
        return load("i32", c(self.at))

    def word(self, number: Ir) -> Ir:
        """Loads the word with a number in the row."""
        return load("i32", number * 4, self.at)

    def store(self, fn: Fn, value: Ir) -> None:
        """Writes the word."""
        fn.store("32", c(self.at), value)

    def store_word(self, fn: Fn, number: Ir, value: Ir) -> None:
        """Writes the word with a number in the row."""
        fn.store("32", number * 4, value, self.at)

    def grow(self, fn: Fn, more: Ir) -> None:
        """Adds to the word."""
        self.store(fn, self.value + more)


@frozen
class Sizes:
    """The numbers that determine the sizes of cells."""

    pieces: int
    steps: int
    options: int
    kinds: int
    passes: int
    trials: int
    has_candidates: bool
    seats: int
    lines: int
    reasons: int


@frozen
class Cells:
    """The cells of a module. The library's text and hosts know them by their names in capital letters."""

    # Calls of the module: faults, policies, the arguments of play, and where play stops.
    fault: Cell
    seeding: Cell
    seed: Cell
    index: Cell
    policy: Cell
    mode: Cell
    leaves: Cell
    limit: Cell
    target: Cell
    exit: Cell
    end: Cell

    # Searches: the steps on the way, the offer of each step, and the list of moves.
    steps: Cell
    prefix: Cell
    prefix_length: Cell
    first_steps: Cell
    first_length: Cell
    open: Cell
    probe: Cell
    option_count: Cell
    options: Cell
    out: Cell
    full: Cell
    asked: Cell
    list: Cell

    # Working memory of the library, for pieces that move and pools that are drawn from.
    work_kind: Cell
    work_cut: Cell
    work_gone: Cell
    leave_kind: Cell
    leave_cut: Cell
    want: Cell
    pool: Cell
    pool_count: Cell

    # Chance: results that are drawn or given by the host.
    result: Cell
    result_end: Cell
    is_open: Cell
    chance_mode: Cell
    given: Cell
    given_at: Cell
    hold: Cell
    passes: Cell

    # Stops: why play ends a call, and the work that is left to it.
    stopped: Cell
    pending: Cell
    bound: Cell
    left: Cell
    extra_budget: Cell

    # Trials of moves that an `ensure` judges.
    trying: Cell
    trials: Cell
    keeps_trials: Cell
    tried: Cell
    finds_candidates: Cell
    asks_candidates: Cell
    value: Cell
    value_phase: Cell
    value_at: Cell
    value_count: Cell
    value_first: Cell

    # Numbers of events, decisions and steps of a match.
    tell_at: Cell
    decisions: Cell
    step_count: Cell

    # The outcome of a match, and statistics of many.
    outcome: Cell
    ranked: Cell
    reason: Cell
    stats: Cell
    places: Cell
    wins: Cell
    reasons: Cell
    stats_end: Cell
    row_at: Cell

    @property
    def won(self) -> int:
        """The address of the seats that have won by a verdict, as bits, in the last words of `ranked`; the word is -1 if no verdict but the ranking decides."""
        return self.ranked.end - 4

    def by_name(self) -> Mapping[str, int]:
        """Gives their addresses, by their names in capital letters."""
        return {
            name.upper(): cell.at for name in field_names(Cells) or () if isinstance(cell := getattr(self, name), Cell)
        }


def cells(memory: Memory, sizes: Sizes) -> Cells:
    """Reserves memory for each cell, one after the other. Raises Unsupported."""
    larger, found = _larger(sizes), dict[str, Cell]()
    for name in field_names(Cells) or ():
        size = larger.get(name, 4)
        found[name] = Cell(memory.space(size), size)
    return Cells(**found)


_OF_CANDIDATES = (
    "finds_candidates",
    "asks_candidates",
    "value",
    "value_phase",
    "value_at",
    "value_count",
    "value_first",
)
"""The cells that only games with candidates have."""


def _larger(sizes: Sizes) -> Mapping[str, int]:
    """Gives the bytes of the cells that are not one word."""
    seats, given = sizes.seats, 4 * sizes.pieces + 4 * MOST_ROLLS
    return {
        "fault": 16,
        "seeding": 16,
        "seed": 8,
        "index": 8,
        "policy": 16,
        "steps": 4 * sizes.steps,
        "prefix": 4 * sizes.steps,
        "first_steps": 4 * sizes.steps,
        "options": 4 * sizes.options,
        "list": LIST_BYTES,
        "work_kind": 4 * sizes.pieces,
        "work_cut": 2 * sizes.pieces,
        "work_gone": 2 * sizes.pieces,
        "leave_kind": 2 * sizes.pieces,
        "leave_cut": sizes.pieces,
        "want": 4 * sizes.kinds,
        "pool": 8 * (LEAST_OPTIONS + sizes.kinds),
        "result": given,
        "given": given,
        "hold": 16 * sizes.pieces + 4 * sizes.passes,
        "passes": 8 * sizes.passes,
        "tried": sizes.trials,
        **dict.fromkeys(_OF_CANDIDATES, 4 if sizes.has_candidates else 0),
        "outcome": 4 * seats * max(1, sizes.lines),
        "ranked": 8 * seats * seats + 16,
        "stats": 80 + 40 * seats * (sizes.lines + 1),
        "places": 8 * seats * seats,
        "wins": 8 * seats * seats,
        "reasons": 8 * max(1, sizes.reasons),
        "stats_end": 8,
    }
