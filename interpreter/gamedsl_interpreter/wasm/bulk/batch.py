"""Many matches of one game side by side, for learning and search: one call into the module makes a move in each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from struct import pack, pack_into, unpack_from
from threading import Lock
from typing import Literal, NoReturn

from gamedsl.errors import ArgumentError
from gamedsl.graph.model.types import SeatId, SiteId
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Engine, Fault, Move, S, State
from gamedsl_interpreter.observations import ObservationSpace
from gamedsl_interpreter.wasm.emit.hosts.batch import ARRAYS
from gamedsl_interpreter.wasm.emit.memory.memory import PAGE
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.calls import instance_with_budget
from gamedsl_interpreter.wasm.instances.instance import Trapped
from gamedsl_interpreter.wasm.instances.interface import NO_ROOM, Purpose
from gamedsl_interpreter.wasm.reference_twin import MismatchError, is_of_reference
from gamedsl_interpreter.wasm.state import Apart, WasmState

_U64 = (1 << 64) - 1


class Finished(Enum):
    """What a batch does with a match that ends: leave it at its end, or begin the next match in its place. With `BEGINS_AGAIN_AND_SHOWS_END`, its last
    position and observation are kept."""

    STAYS = 0
    BEGINS_AGAIN = 1
    BEGINS_AGAIN_AND_SHOWS_END = 2


class Observing(Enum):
    """The observations that a batch writes: none, or that of the seat to act in each match."""

    NOTHING = 0
    SEAT_TO_ACT = 1


class Batch:
    """`number` matches of a seed; match i begins with index `first + i`, and a match that begins in place of a finished one has the next index.
    All begin from `start`, a start of the rules (None: the set-up), or continue from given states. Match `index` then has the position of its
    state and the chance of (seed, index), as `Engine.reseeded` describes; this also holds for one that begins in place of a finished one.

    The arrays are views of the module's memory that stay valid: nothing is copied, and they can be given to `numpy.asarray`. `actions` (by match) is
    written by the caller: the number of a move in normative order, less than `counts`. The others are written by `step`: `counts`, how many moves there
    are (0: the match is over and stays so); `seats`, who chooses (-1: nobody); `done`, 1 where the step ended a match, whose `totals` and `places`
    (by match and seat; 1 is first) are then those of that match; `offers` (by match, some 64-bit words), the offer as bits, if the decision is one selection
    from numbers or places, or a menu whose lines ask for nothing more: move k takes the k-th set bit, and no bit from `offer_bits` on is set;
    `positions` (by match, some bytes): the first `game.layout.size` bytes are the canonical bytes of the position, hidden facts included, and the bytes
    after them are internal to the module; `observations` (with `Observing.SEAT_TO_ACT`; by match, 32-bit numbers): the result of `observation` for the seat
    that chooses, and zeros where nobody does.

    With `Finished.BEGINS_AGAIN_AND_SHOWS_END` there is also `ended_positions`, as `positions`, and with `Observing.SEAT_TO_ACT` `ended_observations`: the
    observation of the seat that made the last move. Both hold the end of the match where `done` is 1, and have no meaning elsewhere.

    Threads may call `step`, `state` and `moves`, which wait for each other. A batch lives in its memory: it cannot be pickled or copied."""

    def __init__(
        self,
        engine: Engine[S],
        number: int,
        seed: int,
        first: int = 0,
        finished: Finished = Finished.BEGINS_AGAIN,
        start: str | None = None,
        states: S | Sequence[S] | None = None,
        observing: Observing = Observing.NOTHING,
    ) -> None:
        """`states`: one state for all places, or one for each place. Raises ArgumentError, Fault, Unsupported if this game has no module
        for batches, and NoRoomError if there is too little memory."""
        advice = (
            "`fastest(game).note` says why this game has none"
            if is_of_reference(engine)
            else "`engine_for(game)` gives one"
        )
        self._engine = arguments.require("engine", engine, WasmEngine, advice)
        self._number = number = arguments.countable("number", number, 1)
        seed, first = arguments.whole("seed", seed), arguments.whole("first", first)
        arguments.require("finished", finished, Finished, "`Finished.STAYS` or `Finished.BEGINS_AGAIN`")
        arguments.require("observing", observing, Observing, "`Observing.NOTHING` or `Observing.SEAT_TO_ACT`")
        arguments.one_origin(start, states)
        self._origins = None if states is None else _origins(self._engine, number, states)
        self._lock = Lock()
        observes = observing is Observing.SEAT_TO_ACT
        made = self._engine.modules.of(Purpose.OBSERVED if observes else Purpose.BATCHES)
        self._addresses = at = made.module.addresses
        self._state_size = made.module.state_size
        seats = len(engine.game.seats)
        words = at["BATCH_OFFER_BYTES"] // 8
        sizes = {"TOTALS": 4 * seats, "PLACES": 4 * seats, "OFFERS": 8 * words, "RECORDS": at["BATCH_STRIDE"]}
        shows_ends = finished is Finished.BEGINS_AGAIN_AND_SHOWS_END
        arrays = (*ARRAYS, *(("OBSERVATIONS",) if observes else ()), *(("ENDS", "ACTED") if shows_ends else ()))
        if observes:
            sizes["OBSERVATIONS"] = sizes["END_OBSERVATIONS"] = at["OBSERVATION_BYTES"]
        if shows_ends:
            sizes["ENDS"] = at["BATCH_STRIDE"]
            arrays = (*arrays, *(("END_OBSERVATIONS",) if observes else ()))
        base = made.module.pages * PAGE
        self._at: dict[str, int] = {}
        end = base
        for name in arrays:
            self._at[name] = end
            end += -(-number * sizes.get(name, 4) // 16) * 16
        origins, end = end, end + (0 if self._origins is None else len(self._origins) * at["BATCH_STRIDE"])
        instance = instance_with_budget(made, self._engine.budget, end - base)
        self._memory = instance.memory
        if start is not None:
            image = self._engine.start_image(start)
            self._memory[at["START"] : at["START"] + len(image)] = image
        self._call = instance.functions
        for name in arrays:
            pack_into("<i", self._memory, at[f"BATCH_{name}"], self._at[name])
        pack_into("<i", self._memory, at["BATCH_AGAIN"], int(finished is not Finished.STAYS))
        if self._origins is not None:
            self._memory[origins:end] = b"".join(state.record for state in self._origins)
            pack_into("<i", self._memory, at["BATCH_ORIGINS"], origins)
            pack_into("<i", self._memory, at["BATCH_APART"], at["BATCH_STRIDE"] if len(self._origins) > 1 else 0)
        pack_into("<Q", self._memory, at["SEED"], seed & _U64)
        pack_into("<Q", self._memory, at["INDEX"], first & _U64)
        self.actions = self._numbers("ACTIONS")
        self.counts = self._numbers("COUNTS")
        self.seats = self._numbers("SEATS")
        self.done = self._numbers("DONE")
        self.totals = self._numbers("TOTALS", seats)
        self.places = self._numbers("PLACES", seats)
        self.offers = self._view("OFFERS", "Q", 8, words) if words else None
        self.offer_bits = at["BATCH_OFFER_BITS"]
        self._observations = self._numbers("OBSERVATIONS", at["OBSERVATION_BYTES"] // 4) if observes else None
        self.positions: memoryview[int] = self._view("RECORDS", "B", 1, at["BATCH_STRIDE"])
        self._ended_positions = self._view("ENDS", "B", 1, at["BATCH_STRIDE"]) if shows_ends else None
        self._ended_observations = (
            self._numbers("END_OBSERVATIONS", at["OBSERVATION_BYTES"] // 4) if shows_ends and observes else None
        )
        for i in range(number):
            self._begin(i, seed, first + i, start)
        self._observe()

    def _begin(self, i: int, seed: int, index: int, start: str | None) -> None:
        """Begins match `index` at place i. Raises the fault as the reference executor reports it."""
        try:
            self._call["batch_began"](i)
        except Trapped:
            if self._origins is None:
                self._engine.initial(seed, index, start)
            else:
                self._engine.reseeded(self._origins[i % len(self._origins)], seed, index)
            raise Fault("E_BUDGET", SiteId(-1), f"match {i} takes more room or time than a batch has") from None

    def _numbers(self, name: str, columns: int | None = None) -> memoryview[int]:
        return self._view(name, "i", 4, columns)

    def _view(self, name: str, code: Literal["B", "i", "Q"], size: int, columns: int | None) -> memoryview[int]:
        start = self._at[name]
        part = self._memory[start : start + self._number * (columns or 1) * size]
        return part.cast("B").cast(code, (self._number, columns)) if columns else part.cast(code)

    @property
    def observations(self) -> memoryview[int]:
        """The observation of the seat that chooses, by match. Raises ArgumentError in a batch that does not observe."""
        if self._observations is None:
            raise ArgumentError("this batch does not observe: make it with `observing=Observing.SEAT_TO_ACT`")
        return self._observations

    @property
    def ended_positions(self) -> memoryview[int]:
        """The positions at the end of the matches that `done` marks. Raises ArgumentError in a batch that does not show them."""
        if self._ended_positions is None:
            raise ArgumentError(
                f"this batch keeps no ends: make it with `finished={Finished.BEGINS_AGAIN_AND_SHOWS_END}`"
            )
        return self._ended_positions

    @property
    def ended_observations(self) -> memoryview[int]:
        """The observations of `ended_positions`, each by the seat that acted last. Raises ArgumentError in a batch that does not show them, or does not
        observe."""
        if self._ended_observations is None:
            raise ArgumentError(
                "this batch does not observe ends: make it with "
                f"`finished={Finished.BEGINS_AGAIN_AND_SHOWS_END}, observing={Observing.SEAT_TO_ACT}`"
            )
        return self._ended_observations

    def __len__(self) -> int:
        return self._number

    def step(self) -> None:
        """Makes move `actions[i]` in each match that is not over. Raises ArgumentError if there is no such move (then no match has changed), and Fault if the
        rules break a promise (then some matches have continued, and some not)."""
        with self._lock:
            try:
                wrong = self._call["batch"](self._number)
            except Trapped:
                raise self._fault() from None
            if wrong < 0:
                self._observe()
        if wrong >= 0:
            raise ArgumentError(
                f"match {wrong} has {self.counts[wrong]} moves, and none with number {self.actions[wrong]}"
            )

    def _observe(self) -> None:
        """Writes the observations. Raises the fault as the reference executor reports it: the rules can compute who sees something."""
        if self._observations is None:
            return
        try:
            self._call["observed"](self._number)
        except Trapped:
            raise self._find_unseen_fault("RECORDS", self.seats) from None
        if self._ended_observations is None:
            return
        try:
            self._call["observed_ends"](self._number)
        except Trapped:
            raise self._find_unseen_fault("ENDS", self._numbers("ACTED")) from None

    def _find_unseen_fault(self, records: str, seats: memoryview[int]) -> Fault:
        """Returns the fault of the match whose observation was not finished."""
        (number,) = unpack_from("<i", self._memory, self._addresses["BATCH_AT"])
        state, space = self._read_state(number, records), ObservationSpace(self._engine.game)
        try:
            self._engine.observe_numbers(state, seats[number], space)
        except Fault as fault:
            return fault
        return Fault("E_BUDGET", SiteId(-1), f"what match {number} shows takes more room or time than a batch has")

    def _fault(self) -> Fault:
        """Returns the fault as the reference executor reports it: it repeats the move."""
        at = self._addresses
        (number,) = unpack_from("<i", self._memory, at["BATCH_AT"])
        start, size = at["BATCH_BEFORE"], self._state_size
        seat = SeatId(self.seats[number])
        # The note after the record has been overwritten. This one tells that the seat chooses, and that its offer is
        # unknown.
        note = pack("<ii", 1 << seat, -1).ljust(at["BATCH_STRIDE"] - size, b"\0")
        state = self._state(bytes(self._memory[start : start + size]) + note, seat)
        try:
            after = self._engine.play(state, seat, self._engine.moves(state, seat)[self.actions[number]])
            for other in after.acting[:1]:
                self._engine.moves(after, other)
        except Fault as fault:
            return fault
        if unpack_from("<i", self._memory, at["FAULT"]) == (NO_ROOM,):
            return Fault("E_BUDGET", SiteId(-1), f"a move of match {number} takes more room or time than a batch has")
        raise MismatchError("only the batch runs into a fault")

    def state(self, i: int) -> WasmState:
        """Returns the position of match i as a value from which the engine can continue. It has no event log, so it has no views."""
        with self._lock:
            return self._read_state(self._index(i))

    def _index(self, i: int) -> int:
        number = arguments.whole("i", i, 0)
        if number >= self._number:
            raise ArgumentError(f"there is no match {number} in a batch of {self._number}")
        return number

    def _read_state(self, i: int, records: str = "RECORDS") -> WasmState:
        start = self._at[records] + i * self._addresses["BATCH_STRIDE"]
        size = self._addresses["BATCH_STRIDE"]
        return self._state(bytes(self._memory[start : start + size]), self.seats[i])

    def _state(self, record: bytes, seat: int) -> WasmState:
        acting = int.from_bytes(record[self._state_size :][:4], "little")
        return WasmState(self._engine.facts, record, self._engine.seats(acting), (), None, None, Apart())

    def moves(self, i: int) -> Sequence[Move]:
        """Lists the moves of match i, with their texts; their numbers are the actions."""
        with self._lock:
            state, seat = self._read_state(self._index(i)), SeatId(self.seats[i])
        return self._engine.moves(state, seat) if state.acting else ()

    def __copy__(self) -> NoReturn:
        raise ArgumentError(_STAYS)

    def __deepcopy__(self, memo: object) -> NoReturn:
        raise ArgumentError(_STAYS)

    def __reduce__(self) -> NoReturn:
        raise ArgumentError(_STAYS)


_STAYS = "a batch lives in the memory of its module and cannot be copied or pickled; its states can: `batch.state(i)`"


def _origins(engine: WasmEngine, number: int, states: State | Sequence[State]) -> tuple[WasmState, ...]:
    """Returns the states from which the matches of a batch begin: one, or one for each. Raises ArgumentError."""
    origins = tuple(arguments.each("states", states)) if isinstance(states, Iterable) else (states,)
    if len(origins) != 1 and len(origins) != number:
        raise ArgumentError(f"`states` is one state or {number}, one for each match, not {len(origins)}")
    own = tuple(
        engine.own(arguments.require("states", state, WasmState, "give states of this engine")) for state in origins
    )
    for state in own:
        if state.pending:
            raise ArgumentError(
                "a batch makes complete moves, and steps of an open decision are taken in this state: give the one before them"
            )
    return own
