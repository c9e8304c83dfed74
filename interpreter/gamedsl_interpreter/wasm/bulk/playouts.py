"""Playouts inside the module: many matches of a random policy, which the module sums up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from fractions import Fraction
from itertools import takewhile
from math import inf
from struct import unpack_from
from threading import Lock, Thread
from time import perf_counter

from gamedsl.graph.model.game import Game
from gamedsl.values import evolve, frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.matches.agents import Agent, RandomMoves, RandomSteps
from gamedsl_interpreter.matches.cores import cores
from gamedsl_interpreter.matches.match import MatchFault, MatchRecord
from gamedsl_interpreter.matches.rows import Rows, Sheet
from gamedsl_interpreter.matches.simulate import SeatSummary, Summary, Tally, make_empty_summary, simulate
from gamedsl_interpreter.plans.spans import highest_score
from gamedsl_interpreter.wasm.bulk.player import Player
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.instance import Trapped
from gamedsl_interpreter.wasm.instances.interface import Purpose
from gamedsl_interpreter.wasm.instances.module import IS_BROWSER
from gamedsl_interpreter.wasm.instances.modules import Tier
from gamedsl_interpreter.wasm.reference_twin import MismatchError
from gamedsl_interpreter.wasm.state import WasmState

SLICE = 0.05
"""Seconds after which a call returns to the host, so that Ctrl-C and progress reports wait no longer."""

PATIENCE = 0.3
"""Seconds of playing before the optimised module is considered."""

LONG = 3.0
"""The least remaining seconds of playing for which the optimised module is made: it takes up to one second and makes playing about twice as fast."""

_ROWS_ROOM = 1 << 20
"""The bytes of the rows that an instance writes in one call. There is always room for one match."""

_U64 = (1 << 64) - 1


class Policy(Enum):
    """The two normative random policies; every seat plays the same one."""

    MOVES = 1
    STEPS = 2

    @property
    def agent(self) -> Agent:
        """The agent of this policy for the slow executor."""
        return RandomMoves() if self is Policy.MOVES else RandomSteps()


def playouts(
    engine: WasmEngine,
    policy: Policy,
    seed: int,
    first: int,
    count: int,
    watch: Callable[[int], None] | None = None,
    start: str | None = None,
    state: WasmState | None = None,
) -> Summary:
    """Plays matches `first` to `first + count - 1` of a seed, and sums them up. `watch` is called after each slice with the number of new matches. They begin
    from `start`, a start of the rules, or continue from `state`: see `play_match`. Raises MatchFault, ArgumentError."""
    check_matches(policy, seed, first, count, watch)
    arguments.require("engine", engine, WasmEngine)
    matches, indices = _make_matches(engine, policy, seed, start, state), range(first, first + count)
    if not matches.have_module(engine):
        return _play_by_moves(engine, matches, indices, watch)
    run = _Run(engine, matches, indices, watch)
    run.work()
    return run.result()


def play_rows(
    engine: WasmEngine, policy: Policy, seed: int, indices: range, start: str | None, state: WasmState | None
) -> Rows:
    """Plays these matches. The module writes a row for each match and seat; the result holds these rows. Raises MatchFault, ArgumentError."""
    check_matches(policy, seed, indices.start, len(indices), None)
    matches = _make_matches(engine, policy, seed, start, state)
    sheet = Sheet(engine.game, indices.start, len(indices))
    if matches.have_module(engine):
        run = _Run(engine, matches, indices, None, sheet)
        run.work()
        run.result()
    else:
        agents = [policy.agent] * len(engine.game.seats)
        simulate(engine, agents, seed, indices, sheet.note, start, state)
    return sheet.rows


def parallel(
    engine: WasmEngine,
    policy: Policy,
    seed: int,
    first: int,
    count: int,
    workers: int | None,
    watch: Callable[[int], None] | None = None,
    start: str | None = None,
    state: WasmState | None = None,
    seconds: float | None = None,
) -> Summary:
    """Runs `playouts` with `workers` threads, which run in parallel while they are in the module. With None there is one at first, and one for each
    processor if it takes long. The summary, or the fault, does not depend on the number. After `seconds`, no further match begins. Raises MatchFault,
    ArgumentError.

    The calling thread only waits, so it receives a keyboard interrupt at once. Threads that have not finished their slice by then are left alone;
    nothing else uses their instances.
    """
    check_matches(policy, seed, first, count, watch)
    arguments.require("engine", engine, WasmEngine)
    begun = 1 if workers is None else arguments.whole("workers", workers, 1)
    matches, indices = _make_matches(engine, policy, seed, start, state), range(first, first + count)
    if not matches.have_module(engine):
        return _play_by_moves(engine, matches, in_time(indices, seconds), watch)
    run = _Run(engine, matches, indices, watch, seconds=seconds)
    if IS_BROWSER:  # there are no threads
        run.work()
        return run.result()
    threads = [run.begin() for _ in range(begun)]
    try:
        while waiting := [thread for thread in threads if thread.is_alive()]:
            waiting[0].join(SLICE)
            if workers is None and len(threads) == 1 and run.is_unfinished():
                threads += [run.begin() for _ in range(1, cores())]
    finally:
        run.stop()
    return run.result()


def in_time(indices: range, seconds: float | None) -> Iterable[int]:
    """Yields the indices, but none after this many seconds."""
    if seconds is None:
        return indices
    late = perf_counter() + seconds
    return takewhile(lambda _: perf_counter() < late, indices)


def check_matches(policy: Policy, seed: int, first: int, count: int, watch: Callable[[int], None] | None) -> None:
    """Checks the arguments. Raises ArgumentError."""
    arguments.require("policy", policy, Policy, "`Policy.STEPS` or `Policy.MOVES`")
    arguments.whole("seed", seed)
    arguments.whole("first", first, 0)
    arguments.countable("count", count, 0)
    if watch is not None:
        arguments.function("watch", watch)


@frozen
class _Matches:
    """The matches to play: with a random policy from a seed, beginning at a start of the rules, at a state, or at the set-up."""

    policy: Policy
    seed: int
    start: str | None
    state: WasmState | None

    @property
    def purpose(self) -> Purpose:
        """The purpose of the module that plays them."""
        return Purpose.PLAYOUTS if self.state is None else Purpose.RESUMED

    def have_module(self, engine: WasmEngine) -> bool:
        """Whether a module can play them by itself."""
        try:
            engine.modules.of(self.purpose)
        except Unsupported:
            return False
        return True

    def nothing(self, game: Game) -> Summary:
        """Returns the summary of no matches."""
        return make_empty_summary(game, [self.policy.agent] * len(game.seats), self.seed)


def _make_matches(
    engine: WasmEngine, policy: Policy, seed: int, start: str | None, state: WasmState | None
) -> _Matches:
    """Makes the matches from checked arguments. Raises ArgumentError."""
    arguments.one_origin(start, state)
    if start is not None:
        arguments.start(engine.game, start)
    return _Matches(policy, seed, start, None if state is None else engine.own(state))


class _Run:
    """Matches that several workers play. Slices are given out in order, so the first fault is certain: all matches before it were given out earlier."""

    def __init__(
        self,
        engine: WasmEngine,
        matches: _Matches,
        indices: range,
        watch: Callable[[int], None] | None,
        sheet: Sheet | None = None,
        seconds: float | None = None,
    ) -> None:
        self._engine = engine
        self._sheet = sheet
        self._matches = matches
        self._next, self._end, self._watch = indices.start, indices.stop, watch
        self._summary = matches.nothing(engine.game)
        # The most matches of one slice for which the sums of squares fit into 64 bits.
        most = min(1 << 24, (1 << 62) // (highest_score(engine.game) + 1) ** 2 or 1)
        if sheet is not None:
            most = min(most, max(1, _ROWS_ROOM // sheet.match_bytes))
        self._most = most
        self._room = 0 if sheet is None else most * sheet.match_bytes
        self._failed: list[tuple[int, BaseException]] = []
        self._lock = Lock()
        self._first, self._began = indices.start, perf_counter()
        self._late = inf if seconds is None else self._began + seconds
        self._tier = Tier.QUICK
        self._is_improving = False

    def begin(self) -> Thread:
        """Starts a thread that works."""
        thread = Thread(target=self.work, daemon=True)
        thread.start()
        return thread

    def is_unfinished(self) -> bool:
        """Whether matches are left after some time of playing."""
        return perf_counter() - self._began > PATIENCE and self._next < self._end

    def work(self) -> None:
        """Plays slices until none is left."""
        size = 1
        while span := self._take_slice(size):
            try:
                player = self._get_player()
                began = perf_counter()
                part = _slice(self._engine, player, self._matches, span, self._sheet)
                spent = perf_counter() - began
                with self._lock:
                    self._summary += part
                    if self._watch is not None:
                        self._watch(part.matches)
            except Exception as error:  # noqa: BLE001 (`result` raises every error in the caller's thread)
                self._failed.append((span.start, error))
                self.stop()
                return
            if spent < SLICE / 4:
                size *= 4
            elif spent > SLICE:
                size = max(1, size // 2)

    def _get_player(self) -> Player:
        """Returns the player of the calling thread: the optimised module as soon as there is one. The first worker that finds the run long enough makes it."""
        purpose = self._matches.purpose
        with self._lock:
            is_first = not self._is_improving and self._is_long()
            if not is_first:
                return self._engine.player(purpose, self._tier, self._room)
            self._is_improving = True
        better = self._engine.player(purpose, Tier.OPTIMISED, self._room)
        with self._lock:
            self._tier = Tier.OPTIMISED
        return better

    def _is_long(self) -> bool:
        """Whether playing the remaining matches would take much longer than making the optimised module."""
        now, done = perf_counter(), self._summary.matches
        spent = now - self._began
        return spent > PATIENCE and self._late - now > LONG and (self._end - self._first - done) * spent > LONG * done

    def _take_slice(self, size: int) -> range:
        with self._lock:
            if perf_counter() > self._late:
                self._end = self._next
            span = range(self._next, min(self._next + min(size, self._most), self._end))
            self._next = span.stop
            return span

    def stop(self) -> None:
        """Gives out no more slices."""
        with self._lock:
            self._end = self._next

    def result(self) -> Summary:
        """Returns the summary of all matches. Raises the error of the first match that could not be played."""
        if self._failed:
            raise min(self._failed, key=lambda failure: failure[0])[1]
        return self._summary


def _slice(
    engine: WasmEngine, player: Player, matches: _Matches, indices: range, sheet: Sheet | None = None
) -> Summary:
    """Plays these matches, with their rows if there is a sheet; one for which the module lacks memory is played by the reference executor. Raises MatchFault."""
    player.begin_from(matches.start, engine.start_image)
    summary = matches.nothing(engine.game)
    while indices:
        try:
            player.play(matches.seed, indices.start, len(indices), matches.policy.value, matches.state)
            _note_rows(player, sheet, indices)
            return summary + _read_summary(engine.game, player, matches, len(indices))
        except Trapped as trapped:
            has_no_room = player.has_no_room(trapped)
        done = player.index - indices.start & _U64
        _note_rows(player, sheet, indices[:done])
        played = _play_slowly(engine, matches, indices[done], sheet)
        if not has_no_room:
            raise MismatchError("only one executor runs into a fault")
        summary += _read_summary(engine.game, player, matches, done) + played
        indices = indices[done + 1 :]
    return summary


def _note_rows(player: Player, sheet: Sheet | None, indices: range) -> None:
    """Stores the rows of the matches that a player has just played."""
    if sheet is not None:
        sheet.put(indices.start, player.rows(len(indices) * sheet.match_bytes))


def _play_slowly(engine: WasmEngine, matches: _Matches, index: int, sheet: Sheet | None) -> Summary:
    """Plays one match on the reference executor. Raises MatchFault; its record names the caller's state as the beginning."""
    agents = [matches.policy.agent] * len(engine.game.seats)
    state = None if matches.state is None else engine.reference_state(matches.state)
    try:
        note = None if sheet is None else sheet.note
        return simulate(engine.reference, agents, matches.seed, [index], note, matches.start, state)
    except MatchFault as caught:
        raise MatchFault(caught.fault, evolve(caught.record, state=matches.state), caught.failing) from caught.fault


def _play_by_moves(
    engine: WasmEngine, matches: _Matches, indices: Iterable[int], watch: Callable[[int], None] | None
) -> Summary:
    """Plays matches of a game whose playouts are too large for a module, move by move. Raises MatchFault."""
    agents = [matches.policy.agent] * len(engine.game.seats)

    def note(_: MatchRecord) -> None:
        if watch is not None:
            watch(1)

    return simulate(engine, agents, matches.seed, indices, note, matches.start, matches.state)


def _read_summary(game: Game, player: Player, matches: _Matches, count: int) -> Summary:
    memory, at = player.memory, player.at
    seats = len(game.seats)
    empty = matches.nothing(game)
    where = at["STATS"]

    def tally() -> Tally:
        nonlocal where
        number, total, squares, least, most = unpack_from("<qqqqq", memory, where)
        where += 40
        return Tally(number, total, squares, _convert_signed(least), _convert_signed(most))

    decisions, steps = tally(), tally()
    made: list[SeatSummary] = []
    for seat in range(seats):
        scored = tuple((line.name, tally()) for line in game.scores)
        total = tally()
        places = unpack_from(f"<{seats}q", memory, at["PLACES"] + 8 * seat * seats)
        wins = unpack_from(f"<{seats}q", memory, at["WINS"] + 8 * seat * seats)
        won = sum((Fraction(n, k) for k, n in enumerate(wins, 1)), Fraction(0))
        made.append(evolve(empty.seats[seat], lines=scored, total=total, wins=won, ranks=places))
    counts = unpack_from(f"<{max(1, len(game.reasons))}q", memory, at["REASONS"])
    texts = game.reasons or ("",)
    reasons = sorted(((text, n) for text, n in zip(texts, counts, strict=True) if n), key=lambda r: (-r[1], r[0]))
    return evolve(empty, matches=count, decisions=decisions, steps=steps, seats=tuple(made), reasons=tuple(reasons))


def _convert_signed(value: int) -> int:
    """Converts the low word of a sum to a signed number."""
    low = value & 0xFFFFFFFF
    return low - (1 << 32) if low >> 31 else low
