"""What a host has to know of modules, whoever made them: nothing here needs the emitter, which a kept module does without."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from gamedsl.values import frozen

if TYPE_CHECKING:
    from gamedsl.graph.model.game import Game
    from gamedsl_interpreter.wasm.emit.word_places import WordPlaces

ABI = 2
"""Version of the interface of modules that `docs/internals/wasm_abi.md` describes."""

NO_ROOM = 255
"""In FAULT: working memory is too small for what happens. That is no fault of the rules; the reference executor can do it."""

STATES = 1 << 20
"""Bytes for states of the host, behind everything else."""

NO_LIMIT = 1 << 30
"""For LIMIT: more moves than any decision has."""

WIN = 2520
"""What a won match counts in the tree of a player. A victory that k seats share counts WIN / k for each of them, rounded down: exactly a k-th for up to
ten seats."""

UCB_FACTOR_SQUARED = (49, 100)
"""The square of the exploration factor of UCB, 0.7, as a fraction. `thinking.ucb` uses it and the three numbers below."""

UCB_EXACT = 2048
"""Numbers below this power of two have slots of their own in the tables of UCB."""

UCB_PRECISION = 20
"""Binary digits behind the point of a score."""

UCB_SHIFT = 12
"""Binary digits behind the point of the first table of UCB, which the product of both tables has beyond those of a score."""

TELLS = ("tell_begin", "tell_end", "tell_play")
"""The functions of a module that tells what happens."""

_MATCHES = (
    "begin",
    "begin_open",
    "play",
    "reply_with",
    "ask",
    "done",
    "to_act",
    "outcome",
    "noted",
    "ply",
    "make",
    "resume",
)
_TREES = (
    "begin_open",
    "done",
    "indexed",
    "rooted",
    "expand",
    "chances",
    "classed",
    "spread",
    "onward",
    "ways_ahead",
    "received",
)
_SEARCHED = ("tree_begun", "grown", "tree_root")
_WORLDS = ("worlds_begun", "worlds_grown", "dealt_grown", "worlds_root", "worlds_answered")
_EVERY = tuple(
    dict.fromkeys(
        (
            *_MATCHES,
            "enter",
            "playouts",
            "playouts_from",
            *_TREES,
            "batch",
            "batch_began",
            "go",
            "seeded",
            "stop",
            "load_locals",
        )
    )
)


class Purpose(Enum):
    """What a module is for. It has the functions that a host calls for that, and those that they call.

    Records are the same in the modules of all purposes: a position that one of them has come to, another one can play on.
    """

    PLAY = _MATCHES
    """Single matches."""
    PLAYOUTS = ("playouts",)
    """Many random matches from their beginning, summed up."""
    RESUMED = ("playouts_from",)
    """The same from a position."""
    SEARCHED = _SEARCHED
    """The tree of a player that thinks."""
    WORLDS = _WORLDS
    """The same for games that hide something, from worlds that the host has dealt."""
    TREES = _TREES
    """Going through a game tree."""
    BATCHES = ("batch", "batch_began")
    """Many matches side by side."""
    OBSERVED = ("batch", "batch_began", "observed", "observed_ends")
    """The same, with what the seat that is to act sees of each: see `emit.hosts.observing`."""
    EXAMPLES = (*_MATCHES, "enter")
    """Examples: play is entered anywhere, and stops at each decision and chance node."""
    TELLING = ("begin", "begin_open", *TELLS)
    """Playing a match again, and telling what its seats have observed: see `emit.hosts.telling`."""
    HOSTED = (*_MATCHES, *TELLS, "visible")
    """Matches that people play in hosts without Python: beside the moves, what happens, what a seat sees, and why choices are refused."""
    EVERY = _EVERY
    """All but the tree of a player, and what is told."""
    THINKING = (*_EVERY, *_SEARCHED)
    """The same with the tree of a player: for hosts, where a game hides nothing."""


def stream_at(game: Game) -> int:
    """Where in a record the stream of chance lies, behind the position: 16 bytes, and one that says whether there is a stream."""
    return -(-game.layout.size // 16) * 16


def counters_at(game: Game) -> int:
    """Where in a record the proof counters lie, four bytes each. What lies behind them is 0 wherever play stops."""
    return stream_at(game) + 20


class Offer(Protocol):
    """How the offered elements of a decision are noted: bit i stands for `low + i`, in `words` words of 64 bits."""

    @property
    def low(self) -> int: ...
    @property
    def words(self) -> int: ...


@frozen
class Built:
    """A module: its bytes, and where in its memory a host finds what. Sizes are in bytes: of a record, of a position; `states` is where free memory begins."""

    code: bytes
    addresses: Mapping[str, int]
    state_size: int
    layout_size: int
    states: int
    pages: int
    offers: Mapping[int, Offer]
    words: WordPlaces
