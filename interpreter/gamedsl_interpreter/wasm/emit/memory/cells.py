"""The named places in a module's memory that its functions and its hosts share."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.values import field_names, frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Fn, Ir, add, c, load, mul
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
        return load("i32", mul(number, c(4)), self.at)

    def store(self, fn: Fn, value: Ir) -> None:
        """Writes the word."""
        fn.store("32", c(self.at), value)

    def store_word(self, fn: Fn, number: Ir, value: Ir) -> None:
        """Writes the word with a number in the row."""
        fn.store("32", mul(number, c(4)), value, self.at)

    def grow(self, fn: Fn, more: Ir) -> None:
        """Adds to the word."""
        self.store(fn, add(self.value, more))


@frozen
class Extras:
    """The data behind the bytes of a state, as offsets from its start: the stream of chance, whether it has one, counters of loops, the working forms of piles."""

    stream: int
    has_stream: int
    counters: int
    piles: int

    def by_name(self) -> Mapping[str, int]:
        """Gives the offsets by name, for hosts."""
        return {"stream": self.stream, "has_stream": self.has_stream, "counters": self.counters, "piles": self.piles}


@frozen
class Sizes:
    """The numbers that the sizes of cells depend on."""

    pieces: int
    steps: int
    options: int
    kinds: int
    passes: int
    trials: int
    seats: int
    lines: int
    reasons: int


@frozen
class Cells:
    """The cells of a module. The library's text and hosts know them by their names in capital letters."""

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
    work_kind: Cell
    work_cut: Cell
    work_gone: Cell
    leave_kind: Cell
    leave_cut: Cell
    want: Cell
    pool: Cell
    pool_count: Cell
    result: Cell
    result_end: Cell
    is_open: Cell
    chance_mode: Cell
    given: Cell
    given_at: Cell
    hold: Cell
    passes: Cell
    stopped: Cell
    pending: Cell
    bound: Cell
    left: Cell
    extra_budget: Cell
    trying: Cell
    trials: Cell
    keeps_trials: Cell
    tried: Cell
    tell_at: Cell
    decisions: Cell
    step_count: Cell
    outcome: Cell
    ranked: Cell
    reason: Cell
    stats: Cell
    places: Cell
    wins: Cell
    reasons: Cell
    stats_end: Cell
    row_at: Cell

    def by_name(self) -> Mapping[str, int]:
        """Gives their addresses, by their names in capital letters."""
        cells: dict[str, Cell] = {name: getattr(self, name) for name in _names()}
        return {name.upper(): cell.at for name, cell in cells.items()}


def cells(memory: Memory, sizes: Sizes) -> Cells:
    """Reserves memory for each cell. Raises Unsupported."""
    larger = _larger(sizes)
    by_name: dict[str, Cell] = {}
    for name in _names():
        size = larger.get(name, 4)
        by_name[name] = Cell(memory.space(size), size)
    return Cells(**by_name)


def _names() -> tuple[str, ...]:
    """Gives the names of the cells, in the order of their addresses."""
    return field_names(Cells) or ()


def _larger(sizes: Sizes) -> Mapping[str, int]:
    """Gives the bytes of the cells that are larger than a word."""
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
        "outcome": 4 * seats * max(1, sizes.lines),
        "ranked": 8 * seats * seats + 16,
        "stats": 80 + 40 * seats * (sizes.lines + 1),
        "places": 8 * seats * seats,
        "wins": 8 * seats * seats,
        "reasons": 8 * max(1, sizes.reasons),
        "stats_end": 8,
    }
