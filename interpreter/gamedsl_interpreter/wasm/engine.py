"""The wasm engine: the Engine protocol on a module that is emitted for one Game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import pack_into, unpack_from

from gamedsl.graph.game import Game
from gamedsl.graph.nodes import ChanceNode, EndNode, TogetherNode
from gamedsl.graph.types import NodeId, SeatId
from gamedsl_interpreter.engine import (
    ChanceOutcome,
    Checking,
    Fault,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    Step,
    StepOption,
    View,
)
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.wasm.emit.build import Built, built
from gamedsl_interpreter.wasm.emit.context import NO_ROOM, ON
from gamedsl_interpreter.wasm.emit.optimise import optimised, unchanged
from gamedsl_interpreter.wasm.module import STACK_OVERFLOW, UNREACHABLE, Program, Trapped
from gamedsl_interpreter.wasm.shadow import MismatchError, Shadow
from gamedsl_interpreter.wasm.state import Began, Happened, Made, WasmState

_COUNT, _PICK, _LIST, _OPEN, _OPTIONS = range(5)


class WasmEngine:
    """Plays as the reference executor does, some hundred times faster. Raises Unsupported for rules that cannot be emitted yet, Unavailable where
    wasmtime does not run. See `Engine` for the methods. One engine belongs to one thread; `module` and `program` can be shared.

    It starts at once, with functions as they are written; `improved` takes a second for better ones, and is worth it for whoever plays for some seconds.
    """

    def __init__(
        self,
        game: Game,
        checking: Checking = Checking.OFF,
        module: Built | None = None,
        program: Program | None = None,
    ) -> None:
        self._game = game
        self.checking = checking
        self.module = built(game, checking, unchanged) if module is None else module
        self.program = Program(self.module.code) if program is None else program
        self.instance = self.program.instance()
        self._memory = self.instance.memory
        self._at = self.module.states
        self._call = self.instance.functions
        at = self.module.addresses
        self._a = at
        self._shadow = Shadow(game, checking, at["STREAM"], at["HAS_STREAM"] + 4)
        self._ends = frozenset(i for i, node in enumerate(game.nodes) if isinstance(node, EndNode))
        self._together = frozenset(i for i, node in enumerate(game.nodes) if isinstance(node, TogetherNode))

    @property
    def game(self) -> Game:
        return self._game

    def improved(self) -> WasmEngine:
        """An engine for the same game whose functions went through the optimiser."""
        return WasmEngine(self._game, self.checking, built(self._game, self.checking, optimised))

    def another(self) -> WasmEngine:
        """An engine with the same module, for another thread."""
        return WasmEngine(self._game, self.checking, self.module, self.program)

    # ------------------------------------------------------------ memory

    def _write(self, state: WasmState) -> None:
        self._memory[self._at : self._at + len(state.record)] = state.record

    def _word(self, name: str) -> int:
        value: int = unpack_from("<i", self._memory, self._a[name])[0]
        return value

    def _words(self, name: str, count: int) -> tuple[int, ...]:
        return unpack_from(f"<{count}i", self._memory, self._a[name])

    def _set(self, name: str, value: int) -> None:
        pack_into("<i", self._memory, self._a[name], value)

    def _set_prefix(self, steps: tuple[int, ...]) -> None:
        pack_into(f"<{len(steps)}i", self._memory, self._a["PREFIX"], *steps)
        self._set("PREFIX_LENGTH", len(steps))

    def _read(self, before: WasmState | None, happened: Happened, pending: dict[SeatId, tuple[int, ...]]) -> WasmState:
        record = bytes(self._memory[self._at : self._at + self.module.state_size])
        node = NodeId(record[0] | record[1] << 8)
        if (seat := self._word("PENDING")) >= 0:
            pending = {**pending, SeatId(seat): self._words("PREFIX", self._word("PREFIX_LENGTH"))}
        taken = tuple(sorted((seat, steps) for seat, steps in pending.items() if steps))
        return WasmState(
            record, self.module.layout_size, node, node in self._ends, node in self._together, taken, before, happened
        )

    def _guarded(self, call: Callable[[], int], fault: Callable[[], Fault]) -> int:
        """The result of a call; where it traps, the fault as the reference executor tells it."""
        try:
            return call()
        except Trapped as trapped:
            if trapped.code != UNREACHABLE:
                raise MismatchError(f"the module stopped with trap {trapped.code}") from trapped
            raise fault() from trapped

    def has_no_room(self, trapped: Trapped) -> bool:
        """Whether a trap was for want of working memory, which is no fault of the rules. Raises MismatchError for a trap that should not be."""
        if trapped.code not in (UNREACHABLE, STACK_OVERFLOW):
            raise MismatchError(f"the module stopped with trap {trapped.code}") from trapped
        return trapped.code == STACK_OVERFLOW or self._word("FAULT") == NO_ROOM

    def reference_state(self, state: WasmState) -> ReferenceState:
        """The position as the reference executor has it, without what was observed."""
        return self._shadow.state(state)

    # ------------------------------------------------------------ examples

    def laid(self, state: ReferenceState) -> WasmState:
        """A position that somebody has laid out, as the beginning of what follows."""
        record = self._shadow.record(state, self.module.state_size)
        return WasmState(
            record, self.module.layout_size, state.node, state.is_over, state.is_shared, (), None, Began(None, 0)
        )

    def entered(self, state: WasmState, node: NodeId, again: Callable[[], ReferenceState]) -> WasmState:
        """The first stop when play goes on at a node; `again` does the same on the reference executor."""
        self._write(state)
        self._guarded(lambda: self._call["enter"](self._at, node), lambda: self._shadow.fault_of(again))
        return self._read(state, Began(None, 0), {})

    # ------------------------------------------------------------ matches

    def initial(self, seed: int | None, index: int = 0) -> WasmState:
        """The first stop of a match."""
        self._set_prefix(())
        if seed is None:
            call: Callable[[], int] = lambda: self._call["begin_open"](self._at)  # noqa: E731 (one call or the other)
        else:
            pack_into("<Q", self._memory, self._a["SEED"], seed & (1 << 64) - 1)
            pack_into("<Q", self._memory, self._a["INDEX"], index & (1 << 64) - 1)
            call = lambda: self._call["begin"](self._at, 0)  # noqa: E731
        self._guarded(call, lambda: self._shadow.fault_of_beginning(seed, index))
        return self._read(None, Began(seed, index), {})

    def to_act(self, state: WasmState) -> tuple[SeatId, ...]:
        """Seats that have to choose."""
        if state.is_over:
            return ()
        self._write(state)
        bits = self._call["to_act"](self._at)
        return tuple(SeatId(seat) for seat in range(len(self._game.seats)) if bits >> seat & 1)

    def _asking(self, state: WasmState, seat: SeatId) -> tuple[int, ...]:
        """The steps that a seat has taken. Raises IllegalMove if it is not to act."""
        if seat not in self.to_act(state):
            text = f"it is not the turn of {self._game.seats[seat]}"
            raise IllegalMove(Refusal("not_your_turn", self._game.seats[seat], None, text, -1))
        return dict(state.pending).get(seat, ())

    # ------------------------------------------------------------ moves

    def move_steps(self, state: WasmState, seat: SeatId) -> list[tuple[int, ...]] | None:
        """The steps of all complete moves in normative order; None if they are too many for the module's buffer."""
        self._ask(state, seat, self._asking(state, seat), _LIST)
        if self._word("FULL"):
            return None
        found: list[tuple[int, ...]] = []
        at, end = self._a["LIST"], self._word("OUT")
        while at < end:
            (length,) = unpack_from("<i", self._memory, at)
            found.append(unpack_from(f"<{length}i", self._memory, at + 4))
            at += 4 + 4 * length
        return found

    def _ask(self, state: WasmState, seat: SeatId, prefix: tuple[int, ...], mode: int) -> int:
        self._write(state)
        self._set_prefix(prefix)
        for name, value in (
            ("MODE", mode),
            ("LEAVES", 0),
            ("LIMIT", ON),
            ("OUT", self._a["LIST"]),
            ("FULL", 0),
            ("OPTION_COUNT", 0),
        ):
            self._set(name, value)
        self._set("PROBE", len(prefix) if mode == _OPTIONS else -1)
        return self._call["ask"](self._at, seat)

    def moves(self, state: WasmState, seat: SeatId) -> Sequence[Move]:
        """All complete moves in normative order."""
        steps = self.move_steps(state, seat)
        if steps is None:
            return self._shadow.engine.moves(self._shadow.state(state), seat)
        decision, frame, _ = self._shadow.engine.asking(self._shadow.state(state), seat)
        return tuple(decision.moves(frame, step)[0][1] for step in steps)

    def play(self, state: WasmState, seat: SeatId, move: Move) -> WasmState:
        """The next stop. Raises IllegalMove, Fault."""
        prefix = self._asking(state, seat)
        played = -1
        if move.steps[: len(prefix)] == prefix:
            self._set_prefix(move.steps)
            played = self._guarded(
                lambda: self._call["play"](self._at, seat), lambda: self._shadow.fault_of_move(state, seat, move.steps)
            )
        if played < 0:
            raise IllegalMove(self._refusal(state, seat, move))
        pending = {other: steps for other, steps in state.pending if other != seat}
        return self._read(state, Made(seat, move), pending)

    def _refusal(self, state: WasmState, seat: SeatId, move: Move) -> Refusal:
        try:
            self._shadow.engine.play(self._shadow.state(state), seat, move)
        except IllegalMove as illegal:
            return illegal.refusal
        raise MismatchError("only one executor refuses a move")

    def parse_move(self, state: WasmState, seat: SeatId, text: str) -> Move | Refusal:
        """The move that a text names, or why there is none."""
        return self._shadow.engine.parse_move(self._shadow.state(state), seat, text)

    # ------------------------------------------------------------ steps

    def options(
        self, state: WasmState, seat: SeatId, prefix: tuple[int, ...]
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """The steps before the open step (forced ones included) and its completable values; None if there are no two moves."""
        found = self._ask(state, seat, prefix, _OPEN)
        at = self._word("OPEN")
        if not found or at >= self._word("FIRST_LENGTH"):
            return None
        before = self._words("FIRST_STEPS", at)
        self._ask(state, seat, before, _OPTIONS)
        return before, self._words("OPTIONS", self._word("OPTION_COUNT"))

    def step(self, state: WasmState, seat: SeatId) -> Step:
        """The open step of the seat's decision."""
        found = self.options(state, seat, self._asking(state, seat))
        assert found is not None, "play stops where there are two moves"
        step = self._shadow.engine.step(self._shadow.state(state), seat)
        texts = {option.value: option.text for option in step.options}
        return Step(step.decision, step.kind, step.name, step.about, tuple(StepOption(v, texts[v]) for v in found[1]))

    def take_step(self, state: WasmState, seat: SeatId, value: int) -> WasmState:
        """The state after the step; steps with one completable value are taken at once, and a complete move is played."""
        found = self.options(state, seat, self._asking(state, seat))
        assert found is not None, "play stops where there are two moves"
        before, values = found
        if value not in values:
            step = self.step(state, seat)
            text = f"{value} is no option of `{step.name}` here"
            raise IllegalMove(Refusal("selection", step.name, None, text, self._site(state)))
        onward = self.options(state, seat, (*before, value))
        if onward is None:
            steps = self._first(state, seat, (*before, value))
            after = self.play(state, seat, Move(steps, ""))
            return WasmState(
                after.record,
                after.size,
                after.node,
                after.is_over,
                after.is_shared,
                after.pending,
                state,
                Made(seat, value),
            )
        self._write(state)
        return self._read(state, Made(seat, value), {**dict(state.pending), seat: onward[0]})

    def _first(self, state: WasmState, seat: SeatId, prefix: tuple[int, ...]) -> tuple[int, ...]:
        self._set("TARGET", 0)
        self._ask(state, seat, prefix, _PICK)
        return self._words("STEPS", self._word("END"))

    def _site(self, state: WasmState) -> int:
        plan = getattr(self._game.nodes[state.node], "plan", None)
        return -1 if plan is None else int(plan.site)

    def walk(self, state: WasmState, seat: SeatId, pick: Callable[[Step], int]) -> Move:
        """The complete move made of the values that `pick` gives."""
        return self._shadow.engine.walk(self._shadow.state(state), seat, pick)

    # ------------------------------------------------------------ chance

    def chance(self, state: WasmState) -> Sequence[ChanceOutcome]:
        """Outcomes in canonical order."""
        return self._shadow.engine.chance(self._shadow.state(state))

    def play_chance(self, state: WasmState, outcome: ChanceOutcome) -> WasmState:
        """The next stop after an outcome."""
        result = self._shadow.result(state, outcome)
        self._write(state)
        pending = dict(state.pending)
        if isinstance(self._game.nodes[state.node], ChanceNode):
            pack_into(f"<{len(result)}i", self._memory, self._a["GIVEN"], *result)
            call: Callable[[], int] = lambda: self._call["done"](self._at)  # noqa: E731 (one call or the other)
        else:
            seat = self._shadow.left_to_chance(state)
            self._set_prefix((*pending.pop(seat, ()), *result))
            call = lambda: self._call["reply_with"](self._at, seat)  # noqa: E731
        self._guarded(call, lambda: self._shadow.fault_of_chance(state, outcome))
        return self._read(state, outcome, pending)

    # ------------------------------------------------------------ what can be seen

    def view(self, state: WasmState, seat: SeatId) -> View:
        """What a seat may know."""
        return self._shadow.engine.view(self._shadow.played_again(state), seat)

    def outcome(self, state: WasmState) -> Outcome | None:
        """The result; None before the end."""
        return self._shadow.engine.outcome(self._shadow.state(state)) if state.is_over else None
