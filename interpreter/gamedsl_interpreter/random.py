"""The random stream: PCG-XSH-RR 64/32 seeded by SplitMix64; the same integers on every executor.

All numbers are unsigned; `mod 2^64` and `mod 2^32` as said. Every executor follows these seven definitions bit by bit.

1. **mix(x)** (one output of SplitMix64 whose state was x): z = x + 0x9E3779B97F4A7C15; z = (z xor z >> 30) * 0xBF58476D1CE4E5B9;
   z = (z xor z >> 27) * 0x94D049BB133111EB; the output is z xor z >> 31, all mod 2^64. Known: mix(0) = 0xE220A8397B1DCDAF.
2. **Seeding** by (seed, purpose, index), each mod 2^64: key = mix(mix(mix(seed) xor purpose) xor index). Start and sequence of the generator are the
   first two outputs of SplitMix64 from state key: start = mix(key), sequence = mix(key + 0x9E3779B97F4A7C15). Purpose 0 is *chance* (deals
   and dice), purpose 1 is *policy* (what agents choose): the same deal can be replayed against other agents. Purpose 2 is *ahead*: the chance that
   agents see when they try moves, independent of the chance of the match.
3. **PCG set-up** (pcg32_srandom_r): increment = 2 * sequence + 1 mod 2^64; state = 0; step; state = state + start mod 2^64; step.
   **step**: state = state * 6364136223846793005 + increment mod 2^64.
4. **word()**, 32 bits: with old = state, step, then x = ((old >> 18) xor old) >> 27 mod 2^32, rotated right by old >> 59.
   Known (pcg32-demo, start 42, sequence 54): a15c02b7 7b47f409 ba1d3330 83d2f293 bfa4784b cbed606e.
5. **below(n)**, 1 <= n <= 2^32: n = 1 is 0 and consumes nothing. Otherwise m = word() * n; while m mod 2^32 < 2^32 mod n, draw again; the result is
   m >> 32 (Lemire, "Fast Random Integer Generation in an Interval", 2019).
6. **below(n)**, 2^32 < n <= 2^64: the same with x = word() * 2^32 + word() (the first word is the high half) and 2^64 in place of 2^32.
7. **shuffle**: for i from length - 1 down to 1, exchange item i with item below(i + 1) (Fisher-Yates from the top).

Known answers of the whole: the first four words of chance(1, 0), and five draws below 6, stand in `tests/unit/interpreter/test_random.py`.
"""

from __future__ import annotations

from typing import TypeVar

from gamedsl.errors import ArgumentError
from gamedsl.values import frozen
from gamedsl_interpreter import arguments

T = TypeVar("T")

CHANCE = 0
POLICY = 1
AHEAD = 2
WORLDS = AHEAD
"""Thinking players draw worlds from what is ahead, too; their seeds are drawn for each tree, so no match has them."""

_WORD = 1 << 32
_LONG = 1 << 64
_LOW = _WORD - 1
_MASK = _LONG - 1
FACTOR = 6364136223846793005
"""The factor of the generator: see above."""
GOLDEN = 0x9E3779B97F4A7C15
MIX_A = 0xBF58476D1CE4E5B9
MIX_B = 0x94D049BB133111EB


@frozen
class Stream:
    """The state of a generator as a value: `draw` returns the next one."""

    state: int
    increment: int

    def draw(self, n: int) -> tuple[int, Stream]:
        """Returns a number from 0 to n - 1 and the stream after it. Raises ArgumentError unless 1 <= n <= 2^64."""
        dice = Dice(self)
        return dice.below(n), dice.stream


class Dice:
    """A stream that advances in place, for loops with many draws."""

    __slots__ = ("_increment", "_state")

    def __init__(self, stream: Stream) -> None:
        """Begins where the stream is. Raises ArgumentError."""
        stream = arguments.require("stream", stream, Stream)
        self._state = stream.state
        self._increment = stream.increment

    @classmethod
    def seeded(cls, seed: int, index: int = 0) -> Dice:
        """Makes the dice of match `index` of a seed, as players of matches receive them. Raises ArgumentError."""
        return policy_stream(arguments.whole("seed", seed), arguments.whole("index", index))

    @property
    def stream(self) -> Stream:
        """The current state of the stream."""
        return Stream(self._state, self._increment)

    def go_to(self, state: int) -> None:
        """Moves to another state of the same sequence, after another executor has drawn up to it. Raises ArgumentError."""
        self._state = arguments.whole("state", state) & _MASK

    def word(self) -> int:
        """Draws the next 32 bits."""
        old = self._state
        self._state = (old * FACTOR + self._increment) & _MASK
        x = ((old >> 18 ^ old) >> 27) & _LOW
        turn = old >> 59
        return x >> turn | (x << (32 - turn) & _LOW)

    def below(self, n: int) -> int:
        """Draws a number from 0 to n - 1, all equally likely; n = 1 consumes nothing. Raises ArgumentError unless 1 <= n <= 2^64."""
        if type(n) is not int:  # in nearly all draws it is one, and they are many
            n = arguments.whole("n", n)
        if n == 1:
            return 0
        if 1 < n <= _WORD:
            product = self.word() * n
            while product & _LOW < _WORD % n:
                product = self.word() * n
            return product >> 32
        return self._below_long(n)

    def shuffle(self, items: list[T]) -> None:
        """Puts the items into a random order, in place. Raises ArgumentError."""
        arguments.require("items", items, list)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def take(self, items: list[T], number: int) -> list[T]:
        """Takes `number` random items out of a list, which has at least so many. Each takes one draw below the number of items left, and the last item fills
        the gap. Raises ArgumentError."""
        arguments.require("items", items, list)
        if not 0 <= arguments.whole("number", number) <= len(items):
            raise ArgumentError(f"`number` is from 0 to {len(items)}, as many as there are items, not {number}")
        # `below` is inlined for speed: worlds are dealt with this, a few dozen pieces each.
        state, increment, left = self._state, self._increment, len(items)
        taken: list[T] = []
        for _ in range(number):
            at = 0
            while left > 1:
                old = state
                state = (old * FACTOR + increment) & _MASK
                x = ((old >> 18 ^ old) >> 27) & _LOW
                turn = old >> 59
                product = (x >> turn | (x << (32 - turn) & _LOW)) * left
                low = product & _LOW
                if low >= left or low >= _WORD % left:
                    at = product >> 32
                    break
            left -= 1
            taken.append(items[at])
            last = items.pop()
            if at < left:
                items[at] = last
        self._state = state
        return taken

    def _below_long(self, n: int) -> int:
        if not 1 < n <= _LONG:
            raise ArgumentError(f"`n` is a number from 1 to 2^64, not {n}: there is no random number below it")
        while True:
            high = self.word()
            product = (high << 32 | self.word()) * n
            if product & _MASK >= _LONG % n:
                return product >> 64


def chance(seed: int, index: int = 0) -> Stream:
    """Returns the stream of deals and rolls in match `index` of `seed`."""
    return stream_for(seed, CHANCE, index)


def policy_stream(seed: int, index: int = 0) -> Dice:
    """Returns the stream from which agents choose in match `index` of `seed`."""
    return Dice(stream_for(seed, POLICY, index))


def seed_ahead(seed: int, index: int) -> int:
    """Returns the seed of the chance that agents see in match `index` of `seed`; the stream's index is the number of the move."""
    return Dice(stream_for(seed, AHEAD, index)).below(_LONG)


def stream_for(seed: int, purpose: int, index: int) -> Stream:
    """Definition 2: a stream for one purpose of one match; negative numbers count mod 2^64."""
    key = mix(mix(mix(seed & _MASK) ^ purpose & _MASK) ^ index & _MASK)
    return start_stream(mix(key), mix(key + GOLDEN & _MASK))


def start_stream(start: int, sequence: int) -> Stream:
    """Definition 3: PCG's own set-up from 64 bits of start and of sequence."""
    increment = sequence << 1 & _MASK | 1
    state = (increment + start) & _MASK
    return Stream((state * FACTOR + increment) & _MASK, increment)


def mix(x: int) -> int:
    """Definition 1: the output of SplitMix64 in state x."""
    z = (x + GOLDEN) & _MASK
    z = ((z ^ z >> 30) * MIX_A) & _MASK
    z = ((z ^ z >> 27) * MIX_B) & _MASK
    return z ^ z >> 31
