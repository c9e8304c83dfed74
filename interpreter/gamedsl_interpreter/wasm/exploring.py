"""Game trees inside the module: perft and exploration, level by level, with the results of `perft` and `explore` on the reference executor.

The tables of positions lie in an instance of their own, whose memory has room for `most` positions. Ways are counted with 128 bits. Probabilities are
kept modulo some primes below 2**31. When the tree is done, a bound on its fractions is known. Either it proves the results, or the tree is explored
again with more primes. If the module runs into a fault, or its numbers or its room are too small, the reference executor explores the tree instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import lcm, prod
from struct import pack_into, unpack_from
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.types import SeatId
from gamedsl.values import define, field
from gamedsl_interpreter import explore, perft
from gamedsl_interpreter.engine import TooManyOutcomes
from gamedsl_interpreter.explore import MOST_HISTORIES, Exploration
from gamedsl_interpreter.perft import Level, TooManyError
from gamedsl_interpreter.wasm.emit.binary import MOST_PAGES
from gamedsl_interpreter.wasm.emit.exploring import ENDING, EXTRA, MOST_CHOICES, MOST_ENDINGS, PRIMES, key_size
from gamedsl_interpreter.wasm.emit.memory import PAGE
from gamedsl_interpreter.wasm.interface import Built
from gamedsl_interpreter.wasm.module import Instance, NoRoomError, Trapped
from gamedsl_interpreter.wasm.state import Apart, Facts, WasmState

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.reference_twin import TwinEngine, TwinState

SLICE = 0.05
"""Seconds after which a call returns to the host."""
_MOST_WAYS = 1 << 127
_FIRST_PLACES = 1024
_DONE, _MORE, _FULL, _CHANCE = range(4)
_ENDED, _OPEN, _LEFT = 1, 0, 2


class TreeEngine(Protocol):
    """What a tree needs of the wasm engine."""

    module: Built
    facts: Facts

    @property
    def game(self) -> Game: ...

    @property
    def reference(self) -> TwinEngine: ...

    def reference_state(self, state: WasmState) -> TwinState:
        """The position as the reference executor has it."""
        ...

    def begin_from(self, start: str | None, memory: memoryview | None = None) -> None:
        """Matches that begin in this memory begin from this start."""
        ...

    def bounded_instance(self, more: int = 0) -> Instance:
        """An instance of the module with so many more bytes of memory."""
        ...


class SlowError(Exception):
    """The module cannot explore this tree; the reference executor can."""


def levels(engine: TreeEngine, depth: int, most: int, start: str | None = None) -> Iterator[Level]:
    """The levels of `perft`."""
    done = 0
    try:
        for level in _levels(engine, depth, most, start):
            yield level
            done += 1
    except (SlowError, Trapped, NoRoomError):
        yield from islice(perft.levels(engine.reference, depth, most, start), done, None)


def _levels(engine: TreeEngine, depth: int, most: int, start: str | None) -> Iterator[Level]:
    tree = _Tree(engine, most, start, tracks=False, primes=0)
    tree.begin()
    for reached in range(depth + 1):
        found = tree.settled()
        if not found.positions:
            return
        yield Level(reached, found.open + found.over, found.positions, found.over)
        if reached < depth:
            tree.expand()


def explored(engine: TreeEngine, depth: int | None, most: int, start: str | None = None) -> Exploration:
    """The results of `explore`."""
    try:
        primes = 2
        while True:
            found = _explored(engine, depth, most, primes, start)
            if isinstance(found, Exploration):
                return found
            primes = found
    except (SlowError, Trapped, NoRoomError):
        return explore.explored(engine.reference, depth, most, start)


def _explored(engine: TreeEngine, depth: int | None, most: int, primes: int, start: str | None) -> Exploration | int:
    """The results; or how many primes it takes."""
    tree = _Tree(engine, most, start, tracks=True, primes=primes)
    tree.begin()
    moves, nodes, leaves, cut = 0, 0, 0, 0
    lengths: list[int] = []
    while True:
        found = tree.settled()
        nodes += found.open + found.over + found.left
        leaves += found.over
        if found.over:
            lengths.append(moves)
        if moves == depth:
            cut = found.open
            break
        if not found.open:
            break
        tree.expand()
        moves += 1
    values = None if cut else tree.values()
    if isinstance(values, int):
        return values
    endings = tree.endings()
    return Exploration(
        depth=depth,
        states=tree.states(),
        nodes=nodes,
        leaves=leaves,
        cut=cut,
        endings=tuple(sorted(((one.first, one.ways) for one in endings), key=lambda e: (-e[1], e[0]))),
        shortest=min(lengths, default=None),
        longest=max(lengths, default=None),
        values=values,
        information_sets=explore.information_sets(engine.reference, depth, most, start)
        if nodes <= min(most, MOST_HISTORIES)
        else None,
    )


@define
class _Found:
    """What a level holds: ways by what they lead to, and different positions without those at which chance goes on."""

    open: int
    over: int
    left: int
    positions: int


@define
class _Ending:
    """Who is first, in how many ways, and how likely that is as residues."""

    first: tuple[SeatId, ...]
    ways: int
    chance: tuple[int, ...]


@define
class _Bounds:
    """What is known of a tree's numbers: no more ways than `ways`; `whole` is a multiple of the denominator of every probability."""

    ways: int = 1
    total: int = 1
    whole: int | None = 1
    rounds: dict[int, int] = field(factory=dict[int, int])
    """Of the level at hand: by how many draws came before a draw, a multiple of its weights' sums, …"""
    most: dict[int, int] = field(factory=dict[int, int])
    """… and the most outcomes."""

    def drawn(self, number: int, weights: int, outcomes: int) -> None:
        """A draw that follows so many others of this level."""
        self.rounds[number] = lcm(self.rounds.get(number, 1), weights)
        self.most[number] = max(self.most.get(number, 1), outcomes)

    def level(self) -> None:
        """A level is complete. SlowError if there can be more ways than are counted."""
        self.ways *= prod(self.most.values())
        self.whole = None if self.whole is None else self.whole * prod(self.rounds.values())
        self.total += self.ways * (len(self.most) + 1)
        self.rounds.clear()
        self.most.clear()
        if self.total > _MOST_WAYS:
            raise SlowError


class _Tree:
    """A tree that a module explores level by level."""

    def __init__(self, engine: TreeEngine, most: int, start: str | None, *, tracks: bool, primes: int) -> None:
        if engine.game.scripts:
            # Where a scripted seat leaves a step to chance, the steps before it belong to the position.
            raise SlowError
        self._engine = engine
        self._most = most
        self._tracks = tracks
        self._primes = primes
        self._a = engine.module.addresses
        self._stride = engine.module.state_size + EXTRA.size(primes)
        self._has_chance = any(isinstance(node, ChanceNode) for node in engine.game.nodes)
        self._bounds = _Bounds()
        self._slice = 1 << 12
        base = engine.module.pages * PAGE
        room = _Room(self._stride, key_size(engine.module.layout_size) + 8 if tracks else 0, base)
        self._entries = room.fitting(most)
        self._is_cramped = self._entries < most
        self._instance = engine.bounded_instance(room.end(self._entries) - base)
        self._memory = self._instance.memory
        if start is not None:
            engine.begin_from(start, self._memory)
        self._call = self._instance.functions
        for name, value in (("PRIMES_USED", primes), ("TRACKS", int(tracks))):
            pack_into("<i", self._memory, self._a[name], value)
        hash_at = engine.module.state_size + EXTRA.hash
        for name, (at, index, stride) in zip(("FROM", "TO", "SEEN"), room.tables(self._entries), strict=False):
            words = (
                at,
                0,
                index,
                _FIRST_PLACES - 1,
                stride,
                hash_at if name != "SEEN" else stride - 8,
                index,
                _places(self._entries) - 1,
            )
            pack_into("<8i", self._memory, self._a[name], *words)

    # ------------------------------------------------------------ levels

    def begin(self) -> None:
        """The first level."""
        self._call["rooted"](0)

    def expand(self) -> None:
        """The next level: what all open positions lead to."""
        self._call["onward"](0)
        pack_into("<i", self._memory, self._a["WIDEST"], 0)
        at = self._a["USED"]
        self._memory[at : at + MOST_CHOICES] = bytes(MOST_CHOICES)
        self._in_slices("expand")
        (widest,) = unpack_from("<i", self._memory, self._a["WIDEST"])
        used = bytes(self._memory[at : at + MOST_CHOICES])
        self._bounds.drawn(-1, lcm(*(n for n in range(1, MOST_CHOICES) if used[n])), widest)
        if used[0]:
            self._bounds.whole = None

    def settled(self) -> _Found:
        """Lets chance happen in the new level, and counts what it holds."""
        if self._has_chance:
            self._draw()
        self._bounds.level()
        counts = self._a["COUNTS"]
        self._memory[counts : counts + 96] = bytes(96)
        self._set("ENTRY", 0)
        self._in_slices("classed")
        ways = [self._wide(counts + 32 * what) for what in range(3)]
        number = [self._word(counts + 32 * what + 16) for what in range(3)]
        return _Found(ways[_OPEN], ways[_ENDED], ways[_LEFT], number[_OPEN] + number[_ENDED])

    def _in_slices(self, name: str) -> int:
        """Calls a function until it has done all; gives why it stopped."""
        while True:
            began = perf_counter()
            status = self._call[name](self._slice)
            spent = perf_counter() - began
            if spent > SLICE:
                self._slice = max(1, self._slice // 2)
            elif spent < SLICE / 4:
                self._slice = min(1 << 24, self._slice * 4)
            if status == _FULL or (self._tracks and self.states() > self._most):
                raise self._too_many()
            if status != _MORE:
                return int(status)

    def _too_many(self) -> Exception:
        if self._is_cramped:
            return TooManyError(f"more than {self._entries} positions, all that there is room for")
        return TooManyError(f"more than {self._most} positions")

    # ------------------------------------------------------------ chance

    def _draw(self) -> None:
        """Replaces every position at which chance goes on by what it can make of it."""
        draws: dict[int, int] = {}
        self._set("ENTRY", 0)
        while self._in_slices("chances") == _CHANCE:
            number = self._word(self._a["ENTRY"])
            before = draws.get(number, 0)
            first = self._count()
            self._drawn(number, before)
            for other in range(first, self._count()):
                draws[other] = before + 1
            self._set("ENTRY", number + 1)

    def _drawn(self, number: int, before: int) -> None:
        engine = self._engine
        (start,) = unpack_from("<i", self._memory, self._a["TO"])
        entry = start + number * self._stride
        record = bytes(self._memory[entry : entry + engine.module.state_size])
        state = WasmState(engine.facts, record, (), (), None, None, Apart())
        try:
            outcomes = engine.reference.chances(engine.reference_state(state), perft.listed(self._most))
        except TooManyOutcomes:
            raise perft.too_many_outcomes(self._most) from None
        total = sum(outcome.weight for _, outcome in outcomes)
        self._bounds.drawn(before, total, len(outcomes))
        at = entry + engine.module.state_size + EXTRA.chance
        likely = unpack_from(f"<{self._primes}I", self._memory, at)
        for result, outcome in outcomes:
            share = (x * outcome.weight * pow(total, -1, p) % p for x, p in zip(likely, PRIMES, strict=False))
            pack_into(f"<{self._primes}I", self._memory, self._a["SHARE"], *share)
            pack_into(f"<{len(result)}i", self._memory, self._a["GIVEN"], *result)
            if not self._call["spread"](entry):
                raise self._too_many()

    # ------------------------------------------------------------ results

    def states(self) -> int:
        """How many different positions were seen."""
        return self._word(self._a["SEEN"] + 4)

    def endings(self) -> list[_Ending]:
        """How matches ended."""
        found: list[_Ending] = []
        seats = range(len(self._engine.game.seats))
        for at in range(self._a["ENDINGS"], self._a["ENDINGS"] + MOST_ENDINGS * ENDING, ENDING):
            bits, is_used = unpack_from("<ii", self._memory, at)
            if not is_used:
                break
            first = tuple(SeatId(seat) for seat in seats if bits >> seat & 1)
            chance = unpack_from(f"<{self._primes}I", self._memory, at + 32)
            found.append(_Ending(first, self._wide(at + 16), chance))
        return found

    def values(self) -> tuple[Fraction, ...] | int:
        """What uniformly random play is worth by seat; or how many primes it takes to say so. SlowError if there are not so many."""
        game, whole = self._engine.game, self._bounds.whole
        if whole is None:
            raise SlowError
        # A value times `whole` is a whole number; totals of points have 32 bits.
        bound = whole << 33
        needed = next((k for k in range(1, len(PRIMES) + 1) if prod(PRIMES[:k]) > bound), None)
        if needed is None:
            raise SlowError
        if needed > self._primes:
            return needed
        seats = range(len(game.seats))
        if not game.scores:
            likely = [(one.first, self._fraction(one.chance)) for one in self.endings()]
            return tuple(sum((p / len(first) for first, p in likely if seat in first), Fraction(0)) for seat in seats)
        step = 4 * len(PRIMES)
        residues = (unpack_from(f"<{self._primes}I", self._memory, self._a["EXPECTED"] + step * seat) for seat in seats)
        return tuple(map(self._fraction, residues))

    def _fraction(self, residues: Sequence[int]) -> Fraction:
        """The number with these residues, by the Chinese remainder theorem: `whole` times it is a whole number of a known size."""
        whole = self._bounds.whole
        if whole is None:
            raise AssertionError("fractions are asked for where their denominators are known")
        modulus, value = 1, 0
        for residue, prime in zip(residues, PRIMES, strict=False):
            wanted = (residue * whole - value) * pow(modulus, -1, prime) % prime
            value += modulus * wanted
            modulus *= prime
        return Fraction(value if value * 2 < modulus else value - modulus, whole)

    # ------------------------------------------------------------ memory

    def _count(self) -> int:
        return self._word(self._a["TO"] + 4)

    def _word(self, at: int) -> int:
        value: int = unpack_from("<i", self._memory, at)[0]
        return value

    def _wide(self, at: int) -> int:
        low, high = unpack_from("<QQ", self._memory, at)
        return int(low | high << 64)

    def _set(self, name: str, value: int) -> None:
        pack_into("<i", self._memory, self._a[name], value)


@define
class _Room:
    """Where tables lie: two of levels and, if `seen` is not 0, one of all positions that were seen, of so many entries each."""

    level: int
    seen: int
    start: int

    def tables(self, entries: int) -> list[tuple[int, int, int]]:
        """Of each table: where its entries and its index begin, and bytes of an entry."""
        at, found = self.start, list[tuple[int, int, int]]()
        for size in (self.level, self.level, self.seen):
            if size:
                index = at + _rounded(size * entries)
                found.append((at, index, size))
                at = index + 8 * _places(entries)
        return found

    def end(self, entries: int) -> int:
        """Where the last table ends."""
        return self.tables(entries)[-1][1] + 8 * _places(entries)

    def fitting(self, entries: int) -> int:
        """So many entries, or as many as there is room for."""
        while self.end(entries) > MOST_PAGES * PAGE:
            entries = entries * 7 // 8
        return entries


def _rounded(size: int) -> int:
    return -(-size // 16) * 16


def _places(entries: int) -> int:
    """The index is at least half empty, and doubles when it is not."""
    return max(_FIRST_PLACES, 1 << (2 * entries + 1).bit_length())
