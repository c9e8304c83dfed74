"""Trees that a module explores level by level, in one part or in several.

The tables of positions are in separate instances, whose memory has room for `most` positions. Ways are counted with 128 bits. Probabilities are kept modulo
some primes below 2**31; a bound on the fractions is known at the end of the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm, prod
from struct import pack_into, unpack_from
from typing import TYPE_CHECKING, Protocol

from gamedsl.errors import GameDslError
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.types import SeatId
from gamedsl.values import define, field, frozen
from gamedsl_interpreter import perft
from gamedsl_interpreter.aims import Aim, utility_of
from gamedsl_interpreter.engine import TooManyOutcomes
from gamedsl_interpreter.perft import TooManyError
from gamedsl_interpreter.wasm.bulk.tree_parts import LARGE, FullError, Part, Plan, Room, deliver, work
from gamedsl_interpreter.wasm.emit.hosts import exploring
from gamedsl_interpreter.wasm.emit.memory.memory import PAGE
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.instances.calls import instance_with_budget
from gamedsl_interpreter.wasm.instances.interface import Purpose
from gamedsl_interpreter.wasm.instances.modules import Loaded, Modules
from gamedsl_interpreter.wasm.state import Apart, Facts, WasmState

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.reference_twin import TwinEngine, TwinState


_MOST_WAYS = 1 << 127
_MORE, _CHANCE = 1, 3
_ENDED, _OPEN, _LEFT = 1, 0, 2


class TreeEngine(Protocol):
    """The parts of the wasm engine that a tree needs."""

    modules: Modules
    budget: int
    facts: Facts

    @property
    def game(self) -> Game: ...

    @property
    def reference(self) -> TwinEngine: ...

    def reference_state(self, state: WasmState) -> TwinState:
        """Converts the position to a state of the reference executor."""
        ...

    def start_image(self, start: str | None) -> bytes:
        """Returns the bytes of the position in which a match begins."""
        ...


class SlowError(Exception):
    """The module cannot explore this tree; the reference executor can."""


class OrderMattersError(GameDslError):
    """The results depend on the order in which positions are reached. One part keeps this order, several parts do not."""


class LargeError(Exception):
    """A level is so large that several parts are faster."""


@frozen
class Attempt:
    """One attempt to search a tree, with this number of parts. `is_beginning`: it ends with LargeError before the first large level."""

    parts: int
    is_beginning: bool = False


def _module_for_trees(engine: TreeEngine) -> Loaded:
    """Returns the module for trees. Raises SlowError if there is none."""
    try:
        return engine.modules.of(Purpose.TREES)
    except Unsupported:
        raise SlowError from None


@define
class _Found:
    """The counts of a level: the number of ways for each kind of end, and the number of different positions, without those at which chance decides."""

    open: int
    over: int
    left: int
    positions: int


@define
class _Ending:
    """The matches with the same winners, who have the victory in `parts`: the number of ways, and their probability as residues."""

    first: tuple[SeatId, ...]
    parts: int
    ways: int
    chance: tuple[int, ...]


@define
class _Bounds:
    """Bounds for the numbers of a tree: at most `ways` ways; `whole` is a multiple of the denominator of every probability."""

    ways: int = 1
    total: int = 1
    whole: int | None = 1
    rounds: dict[int, int] = field(factory=dict[int, int])
    """For the current level, by the number of draws before a draw: a multiple of its weights' sums."""
    most: dict[int, int] = field(factory=dict[int, int])
    """For the current level, by the number of draws before a draw: the most outcomes."""

    def add_draw(self, number: int, weights: int, outcomes: int) -> None:
        """Updates the bounds with a draw that follows `number` other draws of this level."""
        self.rounds[number] = lcm(self.rounds.get(number, 1), weights)
        self.most[number] = max(self.most.get(number, 1), outcomes)

    def level(self) -> None:
        """Completes a level. Raises SlowError if there can be more ways than are counted."""
        self.ways *= prod(self.most.values())
        self.whole = None if self.whole is None else self.whole * prod(self.rounds.values())
        self.total += self.ways * (len(self.most) + 1)
        self.rounds.clear()
        self.most.clear()
        if self.total > _MOST_WAYS:
            raise SlowError


class Tree:
    """A tree that a module explores level by level, in one part or in several."""

    def __init__(
        self, engine: TreeEngine, most: int, start: str | None, attempt: Attempt, *, tracks: bool, primes: int
    ) -> None:
        if engine.game.scripts:
            # If a scripted seat leaves a step to chance, the steps before it belong to the position, but tables do not store them.
            raise SlowError
        self._engine = engine
        made = _module_for_trees(engine)
        module = made.module
        self._state_size = module.state_size
        self._is_beginning = attempt.is_beginning
        self._size = 1
        """The number of entries of the previous level."""
        self._most = most
        self._tracks = tracks
        self._primes = primes
        self._a = module.addresses
        self._stride = module.state_size + exploring.EXTRA.size(primes)
        self._has_chance = any(isinstance(node, ChanceNode) for node in engine.game.nodes)
        self._bounds = _Bounds()
        parts = attempt.parts
        base = module.pages * PAGE
        seen = exploring.key_size(module.layout_size) + 8 if tracks else 0
        room = Room(self._stride, seen, base, parts)
        self._entries = room.fitting(most)
        self._is_cramped = self._entries < most
        plan = Plan(self._a, room, self._entries, module.state_size + exploring.EXTRA.hash, parts)
        more = room.end(self._entries) - base
        self._parts = [Part(number, plan, instance_with_budget(made, engine.budget, more)) for number in range(parts)]
        for part in self._parts:
            if start is not None:
                image, at = engine.start_image(start), self._a["START"]
                part.memory[at : at + len(image)] = image
            part.set("PRIMES_USED", primes)
            part.set("TRACKS", int(tracks))

    # ------------------------------------------------------------ levels

    def begin(self) -> None:
        """Makes the first level."""
        self._parts[0].call["rooted"](0)
        deliver(self._parts, self._parts[0])

    def expand(self) -> None:
        """Makes the next level: the successors of all open positions. Raises LargeError."""
        size = self._count()
        if self._is_beginning and size * size >= LARGE * self._size and not self._parts[0].word("DIFFERS"):
            # The next level will be large if it grows as this one has.
            raise LargeError
        self._size = size
        for part in self._parts:
            part.call["onward"](0)
            part.set("WIDEST", 0)
            at = self._a["USED"]
            part.memory[at : at + exploring.MOST_CHOICES] = bytes(exploring.MOST_CHOICES)
        self._work("expand", size)
        widest = max(part.word("WIDEST") for part in self._parts)
        used, has_more = self._list_used_choices(min(widest + 1, exploring.MOST_CHOICES))
        self._bounds.add_draw(-1, lcm(*used), widest)
        if has_more:
            self._bounds.whole = None

    def _list_used_choices(self, end: int) -> tuple[list[int], bool]:
        """Returns the numbers of choices below `end` that occurred in the level, and whether a position had more choices than can be noted."""
        at, noted = self._a["USED"], 0
        for part in self._parts:
            noted |= int.from_bytes(part.memory[at : at + end], "little")
        table = noted.to_bytes(end, "little")
        choices, number = list[int](), table.find(1, 1)
        while number >= 0:
            choices.append(number)
            number = table.find(1, number + 1)
        return choices, bool(table[0])

    def settle(self) -> _Found:
        """Resolves chance in the new level, and counts it."""
        if self._has_chance:
            self._draw()
        self._bounds.level()
        counts = self._a["COUNTS"]
        for part in self._parts:
            part.memory[counts : counts + 96] = bytes(96)
            part.set("ENTRY", 0)
        self._work("classed", self._count())
        if len(self._parts) > 1 and any(part.word("DIFFERS") for part in self._parts):
            raise OrderMattersError
        ways = [sum(part.wide(counts + 32 * what) for part in self._parts) for what in range(3)]
        number = [sum(part.wide(counts + 32 * what + 16) for part in self._parts) for what in range(3)]
        return _Found(ways[_OPEN], ways[_ENDED], ways[_LEFT], number[_OPEN] + number[_ENDED])

    def leaves_ahead(self) -> int:
        """Counts the ways to make one more move from the positions of the level."""
        counts = self._a["COUNTS"]
        for part in self._parts:
            part.memory[counts : counts + 96] = bytes(96)
            part.set("ENTRY", 0)
        self._work("ways_ahead", self._count())
        return sum(part.wide(counts) for part in self._parts)

    def _work(self, name: str, size: int) -> None:
        """Runs a function in all parts, for a level of `size` entries. Raises TooManyError."""
        try:
            work(self._parts, name, self._watch, is_large=size >= LARGE)
        except FullError:
            raise self._make_too_many_error() from None

    def _watch(self) -> None:
        """Raises FullError after a slice if there are too many positions."""
        if self._count() > self._entries or (self._tracks and self.states() > self._most):
            raise FullError

    def _make_too_many_error(self) -> Exception:
        if self._is_cramped:
            return TooManyError(f"more than {self._entries} positions, all that there is room for")
        return TooManyError(f"more than {self._most} positions")

    # ------------------------------------------------------------ chance

    def _draw(self) -> None:
        """Replaces every position at which chance decides by its successors: part by part, until no part has such a position."""
        draws: list[dict[int, int]] = [{} for _ in self._parts]
        places = [0] * len(self._parts)
        at_rest = 0
        while at_rest < len(self._parts):
            for part in self._parts:
                if places[part.number] == part.count():
                    at_rest += 1
                    continue
                at_rest = 0
                part.set("ENTRY", places[part.number])
                while self._status(part, "chances") == _CHANCE:
                    number = part.word("ENTRY")
                    self._apply_draw(part, number, draws)
                    part.set("ENTRY", number + 1)
                places[part.number] = part.word("ENTRY")

    def _status(self, part: Part, name: str) -> int:
        """Calls a function until it has no more to do, or has found something."""
        try:
            while (status := part.slice(name)) == _MORE:
                pass
        except FullError:
            raise self._make_too_many_error() from None
        return status

    def _apply_draw(self, part: Part, number: int, draws: list[dict[int, int]]) -> None:
        engine, before = self._engine, draws[part.number].get(number, 0)
        entry = self._table(part) + number * self._stride
        record = bytes(part.memory[entry : entry + self._state_size])
        state = WasmState(engine.facts, record, (), (), None, None, Apart())
        try:
            outcomes = engine.reference.chances(engine.reference_state(state), perft.limit_outcomes(self._most))
        except TooManyOutcomes:
            raise perft.too_many_outcomes(self._most) from None
        total = sum(outcome.weight for _, outcome in outcomes)
        self._bounds.add_draw(before, total, len(outcomes))
        at = entry + self._state_size + exploring.EXTRA.chance
        likely = unpack_from(f"<{self._primes}I", part.memory, at)
        for result, outcome in outcomes:
            share = (x * outcome.weight * pow(total, -1, p) % p for x, p in zip(likely, exploring.PRIMES, strict=False))
            pack_into(f"<{self._primes}I", part.memory, self._a["SHARE"], *share)
            pack_into(f"<{len(result)}i", part.memory, self._a["GIVEN"], *result)
            owner, joined = self._spread(part, entry)
            after = (joined - self._table(owner)) // self._stride
            draws[owner.number][after] = max(draws[owner.number].get(after, 0), before + 1)

    def _spread(self, part: Part, entry: int) -> tuple[Part, int]:
        """Applies the outcome at GIVEN to an entry of a part; returns the part and the entry of the result."""
        if not part.call["spread"](entry):
            raise self._make_too_many_error()
        owner = next((self._parts[other] for other in part.boxes()), part)
        try:
            deliver(self._parts, part)
        except FullError:
            raise self._make_too_many_error() from None
        if self._count() > self._entries:
            raise self._make_too_many_error()
        return owner, owner.word("JOINED")

    def _table(self, part: Part) -> int:
        """Returns the address of the entries of TO."""
        return part.word("TO")

    # ------------------------------------------------------------ results

    def states(self) -> int:
        """Counts the different positions that were seen."""
        return sum(part.count("SEEN") for part in self._parts)

    def endings(self) -> list[_Ending]:
        """Lists how matches ended."""
        found: dict[tuple[tuple[SeatId, ...], int], _Ending] = {}
        for one in (one for part in self._parts for one in self._endings(part)):
            known = found.get((one.first, one.parts), _Ending(one.first, one.parts, 0, (0,) * self._primes))
            chance = self._add_residues(known.chance, one.chance)
            found[one.first, one.parts] = _Ending(one.first, one.parts, known.ways + one.ways, chance)
        return list(found.values())

    def _endings(self, part: Part) -> Iterator[_Ending]:
        seats = range(len(self._engine.game.seats))
        for at in range(
            self._a["ENDINGS"], self._a["ENDINGS"] + exploring.MOST_ENDINGS * exploring.ENDING, exploring.ENDING
        ):
            bits, is_used = unpack_from("<ii", part.memory, at)
            if not is_used:
                break
            first = tuple(SeatId(seat) for seat in seats if bits >> seat & 1)
            chance = unpack_from(f"<{self._primes}I", part.memory, at + 32)
            parts = 1 if bits & exploring.VERDICT_BIT else len(first)
            yield _Ending(first, parts, part.wide(at + 16), chance)

    def _add_residues(self, some: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
        """Adds residues."""
        return tuple((a + b) % p for a, b, p in zip(some, more, exploring.PRIMES, strict=False))

    def values(self) -> tuple[Fraction, ...] | int:
        """Computes the value of uniformly random play by seat; or returns the number of primes that this needs. SlowError if there are not enough primes, or
        for ranks."""
        game, whole = self._engine.game, self._bounds.whole
        if whole is None:
            raise SlowError
        # A value times `whole` is an integer; totals of points have 32 bits.
        bound = whole << 33
        needed = next((k for k in range(1, len(exploring.PRIMES) + 1) if prod(exploring.PRIMES[:k]) > bound), None)
        if needed is None:
            raise SlowError
        if needed > self._primes:
            return needed
        seats = range(len(game.seats))
        utility = utility_of(game)
        if utility.aim is Aim.RANK:
            raise SlowError
        if utility.aim is Aim.VICTORY:
            likely = [(one.first, self._fraction(one.chance) / one.parts) for one in self.endings()]
            return tuple(sum((part for first, part in likely if seat in first), Fraction(0)) for seat in seats)
        step = 4 * len(exploring.PRIMES)
        return tuple(utility.sign * self._fraction(self._residues(self._a["EXPECTED"] + step * seat)) for seat in seats)

    def _residues(self, at: int) -> tuple[int, ...]:
        """Sums up a number kept as residues over all parts."""
        sums: tuple[int, ...] = (0,) * self._primes
        for part in self._parts:
            sums = self._add_residues(sums, unpack_from(f"<{self._primes}I", part.memory, at))
        return sums

    def _fraction(self, residues: Sequence[int]) -> Fraction:
        """Returns the fraction with these residues, by the Chinese remainder theorem: the fraction times `whole` is an integer with a known bound."""
        whole = self._bounds.whole
        if whole is None:
            raise AssertionError("fractions are asked for where their denominators are known")
        modulus, value = 1, 0
        for residue, prime in zip(residues, exploring.PRIMES, strict=False):
            wanted = (residue * whole - value) * pow(modulus, -1, prime) % prime
            value += modulus * wanted
            modulus *= prime
        return Fraction(value if value * 2 < modulus else value - modulus, whole)

    # ------------------------------------------------------------ memory

    def _count(self) -> int:
        """Counts the entries of the new level."""
        return sum(part.count() for part in self._parts)
