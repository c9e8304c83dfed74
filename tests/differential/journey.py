"""One long way through the positions of a game, on both executors at once, cheap enough for whole matches of slow games.

At every position the bytes, the seats, the steps and (where they are few) the moves are compared; at some positions everything is. On the way matches
are saved and loaded, played again from their records, and left for positions that were saved earlier or that the fast executor has reached alone.
Chance is resolved by the stream, or by hand: by one of the listed outcomes, or, where they are too many, by a sample.
"""

from __future__ import annotations

from operator import add
from random import Random
from time import process_time

from attrs import astuple, define, field

from differential.lockstep import (
    Pair,
    States,
    begun,
    is_over,
    played,
    resolved,
    same_chance,
    same_choices,
    same_refusal,
    same_seats,
    same_views,
    step_taken,
)
from gamedsl.api.saved import state_from_json, state_to_json
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Fault, Move
from gamedsl_interpreter.matches.replay import from_json, replay_of, to_json, verify_replay
from gamedsl_interpreter.random import Dice, chance
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.wasm.instances.instance import Trapped
from gamedsl_interpreter.wasm.state import WasmState

FEW = 16
"""Up to this many moves are listed by both executors at every position. Where there are n > FEW, at FEW of n positions."""
FULLY = 32
"""Everything is compared at one of this many positions."""
MOST_FULLY = 2000
"""With more moves than this, not everything is compared: the reference executor would take seconds for their texts."""
ACROSS = 32
"""A match is saved and loaded at one of this many positions."""
AHEAD = 64
"""The fast executor continues alone at one of this many positions."""
FAR = 200
"""It plays at most this many moves alone."""
RECORDED = 10
"""A recorded match is played again after at most this many moves."""
KEPT = 8
"""At most this many saved positions are kept."""


ONLY = (0,)
"""The values of the one step of a private decision with one move."""


@define
class Travelled:
    """How much was compared on a journey."""

    positions: int = 0
    decisions: int = 0
    steps: int = 0
    outcomes: int = 0
    fully: int = 0
    saved: int = 0
    jumps: int = 0
    replays: int = 0
    matches: int = 0
    faults: int = 0

    def __add__(self, other: Travelled) -> Travelled:
        return Travelled(*map(add, astuple(self), astuple(other)))


def travelled(both: Pair, seed: int, most: int = 100, seconds: float | None = None) -> Travelled:
    """Compares this many positions, or as many as this process has time for. A seed leads the same way every time. AssertionError where the executors differ; the
    note of it, or of what an executor breaks down with, tells the seed and the position (counted from 0)."""
    journey = _Journey(both, seed)
    end = None if seconds is None else process_time() + seconds
    for number in range(most):
        if end is not None and process_time() > end:
            break
        try:
            journey.onward()
        except Exception as error:  # whatever an executor breaks down with is raised again, with a note
            error.add_note(f"journey {seed}, position {number}")
            raise
    return journey.done


@define
class _Record:
    """A match from its beginning."""

    seed: int
    moves: list[tuple[SeatId, str]] = field(factory=list[tuple[SeatId, str]])


class _Journey:
    def __init__(self, both: Pair, seed: int) -> None:
        self.done = Travelled()
        self._both = both
        self._random = Random(seed)
        self._saved: list[str] = []
        self._record: _Record | None = None
        self._is_observed = True
        self._states: States | None = None

    def onward(self) -> None:
        """Compares the position, then continues with another one."""
        states = self._states or self._elsewhere()
        self._states = None if states is None else self._compared(states)

    def _seldom(self, number: int) -> bool:
        return self._random.randrange(number) == 0

    def _known(self, states: States | None) -> States | None:
        """The positions that both have come to, a fault counted."""
        self.done.faults += states is None
        return states

    # ------------------------------------------------------------ where to

    def _elsewhere(self) -> States | None:
        """The beginning of a match, or a position that was saved."""
        self._record, self._is_observed = None, True
        if self._saved and self._random.random() < 0.5:
            self.done.jumps += 1
            return self._loaded(self._random.choice(self._saved))
        seed = None if self._seldom(3) else self._random.getrandbits(40)
        if seed is not None and not self._seldom(3):
            self._record = _Record(seed)
        return self._known(begun(self._both, seed))

    def _compared(self, states: States) -> States | None:
        """The next positions; None after the end of a match, or a fault."""
        one, other = states
        self.done.positions += 1
        if is_over(self._both, one, other):
            self.done.matches += 1
            self._replay(one)
            return None
        if self._seldom(AHEAD):
            return self._ahead(other)
        if self._is_observed and self._seldom(ACROSS):
            states = self._across(one, other)
        return self._continued(states)

    def _continued(self, states: States) -> States | None:
        one, other = states
        if not self._both.reference.to_act(one):
            assert not self._both.wasm.to_act(other)
            return self._drawn(states)
        seat = self._random.choice(same_seats(self._both, one, other))
        moves = self._moves(other, seat)
        if moves is not None:
            self._look_at(one, other, seat, moves)
        if self._record is not None and moves is not None:
            return self._recorded(states, seat)
        self._record = None
        if moves is None or self._seldom(2):
            return self._stepped(states, seat)
        return self._moved(states, seat, Move(self._random.choice(moves), ""))

    # ------------------------------------------------------------ looking

    def _moves(self, other: WasmState, seat: SeatId) -> list[tuple[int, ...]] | None:
        """The moves as the module lists them; None where it has no room for them."""
        try:
            return self._both.wasm.move_steps(other, seat)
        except Trapped as trapped:
            self._no_room(trapped)
            return None

    def _look_at(self, one: ReferenceState, other: WasmState, seat: SeatId, moves: list[tuple[int, ...]]) -> None:
        if self._seldom(FULLY) and len(moves) <= MOST_FULLY:
            self.done.fully += 1
            named = same_choices(self._both, one, other, seat)
            same_refusal(self._both, one, other, seat, named, self._random)
            same_views(self._both, one, other)
        elif self._random.random() * len(moves) < FEW:
            decision, frame, prefix = self._both.reference.asking(one, seat)
            expected = [ending.steps for ending in decision.endings(frame, prefix, len(moves) + 1)]
            assert moves == expected, f"moves {moves[:20]}, not {expected[:20]}"

    def _values(self, other: WasmState, seat: SeatId) -> tuple[int, ...]:
        """The values of the open step as the module finds them."""
        try:
            found = self._both.wasm.open_step(other, seat, dict(other.pending).get(seat, ()))
        except Trapped as trapped:
            self._no_room(trapped)
            return tuple(option.value for option in self._both.wasm.step(other, seat).options)
        return ONLY if found is None else found[1]

    def _no_room(self, trapped: Trapped) -> None:
        has_no_room = self._both.wasm.has_no_room(trapped)
        assert has_no_room, "the module traps without a fault"

    # ------------------------------------------------------------ playing

    def _moved(self, states: States, seat: SeatId, move: Move) -> States | None:
        self.done.decisions += 1
        self.done.steps += len(move.steps)
        return self._known(played(self._both, states, seat, move))

    def _stepped(self, states: States, seat: SeatId) -> States | None:
        one, other = states
        step, found = self._both.reference.step(one, seat), self._values(other, seat)
        values = tuple(option.value for option in step.options)
        assert found == values, f"options {found}, not {values}"
        assert (found == ONLY) == (step.kind == "only"), f"options {found} of a step of kind {step.kind}"
        after = self._known(step_taken(self._both, states, seat, self._random.choice(values)))
        self.done.steps += 1
        self.done.decisions += after is None or seat not in dict(after[0].pending)
        return after

    def _drawn(self, states: States) -> States | None:
        one, _ = states
        outcomes = same_chance(self._both, *states)
        assert outcomes != [], "nobody acts, and chance does nothing"
        if outcomes is None:
            outcome = self._both.reference.sample(one, Dice(chance(self._random.getrandbits(40))))
        else:
            outcome = self._random.choice(outcomes)
        self.done.outcomes += 1
        return self._known(resolved(self._both, states, outcome))

    def _ahead(self, other: WasmState) -> States:
        """A position that the fast executor reaches alone; the other one is given it, without what was observed. A match of which that is not known cannot
        be saved."""
        self._record = None
        self._is_observed = False
        self.done.jumps += 1
        wasm, here = self._both.wasm, other
        for _ in range(self._random.randrange(1, FAR)):
            moves = self._moves(here, seat) if (seat := next(iter(wasm.to_act(here)), None)) is not None else None
            if seat is None or moves is None:
                break
            try:
                here = wasm.play(here, seat, Move(self._random.choice(moves), ""))
            except Fault:  # the engine has found the same one on the reference executor
                self.done.faults += 1
                break
        one = wasm.reference_state(here)
        other = wasm.put(one)
        assert (other.bytes, other.acting) == (here.bytes, here.acting), "a position changes when it is put down"
        return one, other

    # ------------------------------------------------------------ saved matches, records

    def _across(self, one: ReferenceState, other: WasmState) -> States:
        """The positions, saved and loaded."""
        self.done.saved += 1
        text = state_to_json(self._both.reference, one)
        theirs = state_to_json(self._both.wasm, other)
        assert text == theirs, f"a match is saved as {theirs[:200]}, not {text[:200]}"
        if len(self._saved) == KEPT:
            del self._saved[self._random.randrange(KEPT)]
        self._saved.append(text)
        states = self._loaded(text)
        assert (states[0].bytes, states[1].bytes) == (one.bytes, other.bytes), "loading changes the position"
        return states

    def _loaded(self, text: str) -> States:
        return state_from_json(self._both.reference, text), state_from_json(self._both.wasm, text)

    def _recorded(self, states: States, seat: SeatId) -> States | None:
        """A move that goes into the record; after enough of them the record is played again."""
        _, other = states
        assert self._record is not None
        offered = self._both.wasm.moves(other, seat)
        move = self._random.choice(offered)
        if self._both.wasm.parse_move(other, seat, move.text) != move:
            # A menu that has a line twice has two moves with one text: no record can tell them apart.
            assert sum(one.text == move.text for one in offered) > 1, (
                f"`{move.text}` is not read as the move that it names"
            )
            self._record = None
            return self._moved(states, seat, move)
        self._record.moves.append((seat, move.text))
        after = self._moved(states, seat, move)
        if after is None:
            self._record = None
        elif len(self._record.moves) >= RECORDED:
            self._replay(after[0])
        return after

    def _replay(self, end: ReferenceState) -> None:
        """Writes the record of the match, and plays it again on both executors."""
        if self._record is None:
            return
        game, outcome = self._both.reference.game, self._both.reference.outcome(end)
        record = replay_of(game, "", self._record.seed, 0, tuple(self._record.moves), outcome)
        again = from_json(to_json(record))
        assert again == record, "a record is read as another one"
        assert verify_replay(self._both.reference, again).bytes == end.bytes, "a record leads elsewhere"
        assert verify_replay(self._both.wasm, again).bytes == end.bytes, "a record leads elsewhere on the fast executor"
        self._record = None
        self.done.replays += 1
