"""The calls of one instance: arguments are written into its memory, and results, those of a match too, are read from it."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from struct import Struct, pack_into, unpack_from
from typing import TypeAlias

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import NodeId, SeatId
from gamedsl_interpreter.engine import BUDGET, Outcome
from gamedsl_interpreter.shares import shares_of
from gamedsl_interpreter.wasm.instances.instance import STACK_OVERFLOW, UNREACHABLE, Instance, Trapped
from gamedsl_interpreter.wasm.instances.interface import NO_LIMIT, NO_ROOM, Built
from gamedsl_interpreter.wasm.instances.modes import PolicyNumber, SearchMode
from gamedsl_interpreter.wasm.instances.modules import Loaded
from gamedsl_interpreter.wasm.reference_twin import MismatchError
from gamedsl_interpreter.wasm.state import WasmState

_WORDS = (
    "ASKS_CANDIDATES", "END", "EXIT", "FIRST_LENGTH", "FULL", "LEAVES", "LEFT", "LIMIT", "MODE", "OPEN", "OPTION_COUNT", "OUT", "PENDING", "PREFIX_LENGTH", "PROBE",
    "TAKEN", "TARGET",
)  # fmt: skip
"""Variables of the module that are single words."""

_RUNS = tuple(Struct(f"<{number}i") for number in range(32))
"""Packers for up to 31 words, because most runs of steps are short."""

_U64 = (1 << 64) - 1
_MOST_BUDGET = (1 << 31) - 1

Steps: TypeAlias = tuple[int, ...]

OpenStep: TypeAlias = tuple[Steps, tuple[int, ...]]
"""The steps before an open step (forced ones included), and its completable values."""


def instance_with_budget(made: Loaded, budget: int, more: int = 0) -> Instance:
    """Makes an instance with `more` bytes of memory added, whose calls take at most `budget` units of work. A call over its budget stops as if it lacked
    memory, and the reference executor decides what happens then. Raises NoRoomError, Unavailable."""
    instance = made.program.instance(more)
    pack_into("<i", instance.memory, made.module.addresses["EXTRA_BUDGET"], min(budget, _MOST_BUDGET) - BUDGET)
    return instance


def has_no_room(trapped: Trapped, instance: Instance, module: Built) -> bool:
    """Whether the module ran out of working memory, which is no fault of the rules. Raises MismatchError for an unexplained trap."""
    if trapped.code not in (UNREACHABLE, STACK_OVERFLOW):
        raise MismatchError(f"the module stopped with trap {trapped.code}") from trapped
    fault: int = unpack_from("<i", instance.memory, module.addresses["FAULT"])[0]
    return trapped.code == STACK_OVERFLOW or fault == NO_ROOM


class Calls:
    """The calls with which an engine plays in its instance. All raise Trapped.

    One record is in the memory at `at`; `window` gives its bytes. `held` is the state of that record, so that nothing is written to continue from the last
    state. It is None while a call changes the record. Calls that change it return the seats that act afterwards, as bits.
    """

    def __init__(self, instance: Instance, module: Built, budget: int) -> None:
        self.at = module.states
        self.held: WasmState | None = None
        self._addresses = module.addresses
        self._memory = instance.memory
        self._ints = instance.memory.cast("i")
        self._places = {name: self._addresses[name] >> 2 for name in _WORDS}
        """The indices of these words in memory."""
        self._leaves, self._limit = self._places["LEAVES"], self._places["LIMIT"]
        self._mode, self._probe = self._places["MODE"], self._places["PROBE"]
        self._prefix, self._prefix_length = self._addresses["PREFIX"], self._places["PREFIX_LENGTH"]
        self._most_steps = self._prefix_length - (self._prefix >> 2)
        self._functions = instance.functions
        self._budget = min(budget, _MOST_BUDGET)
        self.ply = self._functions["ply"]
        self._question = self._functions["ask"]
        self._make = self._functions["make"]
        self.window = self._memory[self.at : self.at + module.state_size + self._addresses["NOTE_SIZE"]]
        self._taken = self.at + round_up(len(self.window))

    def write_start(self, image: bytes) -> None:
        """Sets the position in which matches begin, by its bytes."""
        at = self._addresses["START"]
        self._memory[at : at + len(image)] = image

    # ------------------------------------------------------------ the record

    def hold(self, state: WasmState) -> None:
        """Writes the state's record into memory, unless it is there already."""
        if self.held is not state:
            self.held = None
            self.window[:] = state.record
            self.held = state

    def _load(self, state: WasmState) -> None:
        """Writes the state's record into memory, for a call that changes it."""
        self.held = None
        self.window[:] = state.record

    def write(self, record: bytes, scripted: tuple[SeatId, Steps] | None) -> int:
        """Writes another record into memory. `scripted`: the scripted seat that leaves a step to chance, and its steps before that one."""
        self.held = None
        self.window[:] = record
        self._set("PENDING", -1)
        if scripted is not None:
            seat, steps = scripted
            self._set("PENDING", seat)
            self._set_prefix(steps)
        return self._write_note()

    def find_chance_seat(self) -> tuple[SeatId, Steps] | None:
        """After a call that changed the record, returns the scripted seat that leaves a step to chance, and its steps before that one."""
        seat = self._read_word("PENDING")
        return None if seat < 0 else (SeatId(seat), self._read_words("PREFIX", self._read_word("PREFIX_LENGTH")))

    # ------------------------------------------------------------ calls that change the record

    def begin(self, seed: int | None, index: int) -> int:
        """Begins a match; without a seed play stops at chance nodes."""
        self.held = None
        self._set_prefix(())
        if seed is None:
            self._functions["begin_open"](self.at)
        else:
            self._set_match(seed, index)
            self._functions["begin"](self.at, PolicyNumber.ASKS)
        return self._write_note()

    def enter(self, state: WasmState, node: NodeId) -> int:
        """Continues at a node."""
        self._load(state)
        self._functions["enter"](self.at, node)
        return self._write_note()

    def make(self, state: WasmState, seat: SeatId, steps: Steps) -> int:
        """Makes a move; -1 if there is no such move."""
        self._load(state)
        return self.make_here(seat, steps)

    def make_here(self, seat: SeatId, steps: Steps) -> int:
        """Makes a move at the state whose record is in memory; -1 if there is no such move."""
        self._set_prefix(steps)
        return self._make(self.at, seat)

    def apply_chance(self, state: WasmState, numbers: Steps) -> int:
        """Performs an outcome of a chance node."""
        self._load(state)
        pack_into(f"<{len(numbers)}i", self._memory, self._addresses["GIVEN"], *numbers)
        self._functions["done"](self.at)
        return self._write_note()

    def reply(self, state: WasmState, seat: SeatId, steps: Steps) -> int:
        """Continues with the steps of a scripted seat, the last of which was left to chance."""
        self._load(state)
        self._set_prefix(steps)
        self._functions["reply_with"](self.at, seat)
        return self._write_note()

    def resume(self, state: WasmState, seed: int | None, index: int) -> int:
        """Continues with the chance stream of (seed, index), or without one."""
        self._load(state)
        self._set_taken(state)
        self._set_match(seed or 0, index)
        self._functions["resume"](self.at, int(seed is not None))
        return self._write_note()

    def _write_note(self) -> int:
        """Writes the note after the record; returns the acting seats."""
        return self._functions["noted"](self.at)

    # ------------------------------------------------------------ questions

    @contextmanager
    def candidates(self) -> Generator[None]:
        """Makes questions about moves questions about candidates. The decision must have candidates."""
        self._set("ASKS_CANDIDATES", 1)
        try:
            yield
        finally:
            self._set("ASKS_CANDIDATES", 0)

    def move_count(self, state: WasmState, seat: SeatId, prefix: Steps, limit: int = NO_LIMIT) -> int:
        """Counts the complete moves that begin with `prefix`, up to a limit."""
        return self._ask(state, seat, prefix, SearchMode.COUNT, limit)

    def move_steps(self, state: WasmState, seat: SeatId, prefix: Steps) -> list[Steps] | None:
        """Lists the steps of all complete moves that begin with `prefix`, in normative order; None if they are too many for the module's buffer."""
        self._set("OUT", self._addresses["LIST"])
        self._set("FULL", 0)
        self._ask(state, seat, prefix, SearchMode.LIST)
        if self._read_word("FULL"):
            return None
        start, end = self._addresses["LIST"], self._read_word("OUT")
        words = self._memory[start:end].cast("i").tolist()
        moves: list[Steps] = []
        at, end = 0, len(words)
        while at < end:
            onward = at + 1 + words[at]
            moves.append(tuple(words[at + 1 : onward]))
            at = onward
        return moves

    def open_step(self, state: WasmState, seat: SeatId, prefix: Steps) -> OpenStep | None:
        """Returns the first step after `prefix` with two or more completable values; None if at most one move begins with `prefix`."""
        count = self._ask(state, seat, prefix, SearchMode.OPEN)
        at = self._read_word("OPEN")
        if not count or at >= self._read_word("FIRST_LENGTH"):
            return None
        before = self._read_words("FIRST_STEPS", at)
        self._set("OPTION_COUNT", 0)
        self._ask(state, seat, before, SearchMode.OPTIONS)
        return before, self._read_words("OPTIONS", self._read_word("OPTION_COUNT"))

    def onward(self, state: WasmState, seat: SeatId, prefix: Steps) -> tuple[OpenStep | None, Steps]:
        """Returns the open step. If there is none, also returns the steps of the only complete move that begins with `prefix`; there must be one."""
        opened = self.open_step(state, seat, prefix)
        return opened, () if opened is not None else self._read_words("FIRST_STEPS", self._read_word("FIRST_LENGTH"))

    def first_move(self, state: WasmState, seat: SeatId, prefix: Steps) -> Steps:
        """Returns the steps of the first complete move that begins with `prefix`; there must be one."""
        return self.nth_move(state, seat, prefix, 0)

    def nth_move(self, state: WasmState, seat: SeatId, prefix: Steps, number: int) -> Steps:
        """Returns the steps of one of the complete moves that begin with `prefix`, by its number among them."""
        self._set("TARGET", number)
        self._ask(state, seat, prefix, SearchMode.PICK)
        return self._read_words("STEPS", self._read_word("END"))

    def move(self, state: WasmState, seat: SeatId, steps: Steps) -> tuple[memoryview, int]:
        """Searches the first move that begins with these steps; returns the memory in which the search has stopped there, and the exit of the move."""
        self.first_move(state, seat, steps)
        return self._memory, self._read_word("EXIT")

    def outcome(self, game: Game, state: WasmState) -> Outcome:
        """Reads the result of a match that is over; before that, only the current scores are valid."""
        self.hold(state)
        self._set("LEFT", self._budget)
        self._functions["outcome"](self.at)
        return outcome(game, self._memory, self._addresses)

    def _ask(self, state: WasmState, seat: SeatId, prefix: Steps, mode: SearchMode, limit: int = NO_LIMIT) -> int:
        """Runs a search, and returns how many moves it has found."""
        if self.held is not state:
            self.hold(state)
        self._set_prefix(prefix)
        words = self._ints
        words[self._mode] = mode
        words[self._leaves] = 0
        words[self._limit] = limit
        words[self._probe] = len(prefix) if mode == SearchMode.OPTIONS else -1
        return self._question(self.at, seat)

    # ------------------------------------------------------------ memory

    def _read_word(self, name: str) -> int:
        return self._ints[self._places[name]]

    def _read_words(self, name: str, count: int) -> Steps:
        if count < len(_RUNS):
            return _RUNS[count].unpack_from(self._memory, self._addresses[name])
        return unpack_from(f"<{count}i", self._memory, self._addresses[name])

    def _set(self, name: str, value: int) -> None:
        self._ints[self._places[name]] = value

    def _set_match(self, seed: int, index: int) -> None:
        write_match(self._memory, self._addresses, seed, index)

    def _set_taken(self, state: WasmState) -> None:
        """Writes the steps that seats have taken: seat, number of steps, and the steps of each; then -1."""
        write_taken(self._memory, self._taken, state)
        self._set("TAKEN", self._taken)

    def _set_prefix(self, steps: Steps) -> None:
        number = len(steps)
        if number > self._most_steps:
            # The module has too little room for the steps: the reference executor decides.
            raise Trapped(STACK_OVERFLOW)
        if number:
            run = _RUNS[number] if number < len(_RUNS) else Struct(f"<{number}i")
            run.pack_into(self._memory, self._prefix, *steps)
        self._ints[self._prefix_length] = number


def write_match(memory: memoryview, at: Mapping[str, int], seed: int, index: int) -> None:
    """Sets the match that begins next."""
    pack_into("<Q", memory, at["SEED"], seed & _U64)
    pack_into("<Q", memory, at["INDEX"], index & _U64)


def write_taken(memory: memoryview, at: int, state: WasmState) -> None:
    """Writes the steps that seats have taken: seat, number of steps, and the steps of each; then -1."""
    words = [word for seat, steps in state.pending for word in (seat, len(steps), *steps)]
    pack_into(f"<{len(words) + 1}i", memory, at, *words, -1)


def round_up(size: int) -> int:
    """Rounds the size of a record up to the distance between records."""
    return -(-size // 16) * 16


def outcome(game: Game, memory: memoryview, at: Mapping[str, int]) -> Outcome:
    """Reads the outcome that a call of `outcome` has left in memory."""
    seats, lines = len(game.seats), len(game.scores)
    points = unpack_from(f"<{seats * lines}i", memory, at["OUTCOME"])
    rows = [points[seat * lines : (seat + 1) * lines] for seat in range(seats)]
    ranking = _ranking(memory, at["RANKED"])
    won = _winners(memory, at["WON"], seats) if game.verdicts else None
    (reason,) = unpack_from("<i", memory, at["REASON"])
    return Outcome(
        ranking=ranking,
        scores=tuple(tuple(zip((line.name for line in game.scores), row, strict=True)) for row in rows),
        totals=tuple(map(sum, rows)),
        shares=shares_of(ranking, won, seats),
        reason=game.reasons[max(0, reason)] if game.reasons else "",
        won=won,
    )


def _winners(memory: memoryview, at: int, seats: int) -> tuple[bool, ...] | None:
    """Returns for each seat whether it has won by a verdict; None if the ranking says it."""
    (bits,) = unpack_from("<i", memory, at)
    return None if bits == -1 else tuple(bool(bits >> seat & 1) for seat in range(seats))


def _ranking(memory: memoryview, at: int) -> tuple[tuple[SeatId, ...], ...]:
    (count,) = unpack_from("<i", memory, at)
    entries = unpack_from(f"<{2 * count}i", memory, at + 4)
    groups: list[list[SeatId]] = []
    for seat, begins in zip(entries[::2], entries[1::2], strict=True):
        if begins or not groups:
            groups.append([])
        groups[-1].append(SeatId(seat))
    return tuple(tuple(group) for group in groups)
