"""The data of modules that hosts need, without imports from the emitter: a cached module does not need it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from gamedsl.values import frozen

if TYPE_CHECKING:
    from gamedsl.graph.model.game import Game
    from gamedsl_interpreter.wasm.emit.planning.word_places import WordPlaces

ABI = 2
"""Version of the interface of modules that `docs/internals/wasm_abi.md` describes."""

NO_ROOM = 255
"""The value of FAULT if working memory is too small for the play. That is no fault of the rules; the reference executor can do it."""

STATES = 1 << 20
"""The bytes for states of the host, after everything else."""

NO_LIMIT = 1 << 30
"""A LIMIT that is greater than the number of moves of any decision."""

WIN = 2520
"""The value of a won match in a search tree. A victory that k seats share counts WIN / k for each of them, rounded down: exactly a k-th for up to
ten seats."""

SHORT_PLAYOUT = 8
"""After a playout of at most so many decisions, the next iteration of a search goes on in the tree to the end."""

FIRST_PROOF = 32
"""Before iteration number 32, 64, 128 and so on, a search that is near the end of a match looks depth-first for what is proved."""

ANSWERS_EACH = 4
"""The most answers of the depth-first search for each iteration before it: about a third of the cost of the iterations themselves."""

SURE_VISITS = 16
"""A node of a search tree with so many visits for each of its options is worth what its option that was tried most is."""

POINTS_BITS = 16
"""The binary digits of a value in a search tree behind the units of WIN: points are there, so that they decide where the victory makes no difference."""

AIM_NUMBERS = {"victory": 0, "points": 1, "rank": 2}
"""The numbers of aims in TREE_AIM."""

PROVED_LOSS, PROVED_WIN = 1 << 31, 1 << 30
"""The bits of an option of a search tree that say that it is proved to lose or to win; the bits below them count how often it was tried."""

UCB_FACTOR_SQUARED = (49, 100)
"""The square of the exploration factor of UCB, 0.7, as a fraction. `thinking.ucb` uses it and the three numbers below."""

UCB_EXACT = 2048
"""Numbers below this power of two have entries of their own in the tables of UCB."""

UCB_PRECISION = 20
"""The binary digits after the point of a score."""

UCB_SHIFT = 12
"""The additional binary digits in the first table of UCB: the product of both tables has this many more than a score."""

PROBE_FACTS = 16
"""The bytes before the record of a position that a walk has kept: see `runtime.hosts.probing`."""

TELLS = ("tell_begin", "tell_end", "tell_play")
"""The functions of a module that logs events."""

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
    """The purpose of a module. The module contains the functions that a host calls for this purpose, and all functions that these call.

    Records have one format in the modules of all purposes: one module can continue from a position of another.
    """

    PLAY = _MATCHES
    """Single matches."""
    PLAYOUTS = ("playouts",)
    """Many random matches from their beginning, summed up."""
    RESUMED = ("playouts_from",)
    """Many random matches from a position, summed up."""
    SEARCHED = _SEARCHED
    """Tree search, for games that hide nothing."""
    WORLDS = _WORLDS
    """Tree search for games that hide something, from sampled worlds."""
    PROBED = ("probed",)
    """Random walks that keep the positions nearest to the break of a promise."""
    TREES = _TREES
    """Searching a whole game tree level by level."""
    BATCHES = ("batch", "batch_began")
    """Many matches side by side."""
    OBSERVED = ("batch", "batch_began", "observed", "observed_ends")
    """Many matches side by side, with the observation of the seat to act in each: see `emit.hosts.observing`."""
    EXAMPLES = (*_MATCHES, "enter")
    """Examples: play is entered anywhere, and stops at each decision and chance node."""
    TELLING = ("begin", "begin_open", *TELLS)
    """Replaying a match, and logging its events: see `emit.telling.telling`."""
    HOSTED = (*_MATCHES, *TELLS, "visible", "decisive")
    """Matches that people play in hosts without Python: moves, event log, views, reasons for refusals, and the places that have decided the end."""
    EVERY = _EVERY
    """Everything except tree search and the event log."""
    ADVISED = ("playouts_from", *_SEARCHED)
    """Random matches from a position, and tree search: for the computer on a page, if a game hides nothing."""
    ADVISED_WORLDS = ("playouts_from", *_WORLDS)
    """Random matches from a position, and tree search from worlds that the host makes: for the computer on a page, if a game hides something."""
    THINKING = (*_EVERY, *_SEARCHED)
    """Everything except the event log, with tree search: for hosts, if a game hides nothing."""
    THINKING_WORLDS = (*_EVERY, *_WORLDS)
    """The functions for games that hide something: trees grow from worlds that the host makes."""


def stream_at(game: Game) -> int:
    """Returns the place of the chance stream in a record, after the position: 16 bytes, and one that says whether there is a stream."""
    return -(-game.layout.size // 16) * 16


def counters_at(game: Game) -> int:
    """Returns the place of the proof counters in a record, four bytes each. The bytes after them are 0 wherever play stops."""
    return stream_at(game) + 20


class Offer(Protocol):
    """The encoding of the offered elements of a decision in the note: bit i stands for `low + i`, in `words` words of 64 bits."""

    @property
    def low(self) -> int: ...
    @property
    def words(self) -> int: ...


@frozen
class Built:
    """A module: its bytes, and the addresses in its memory that a host needs. Sizes, of a record and of a position, are in bytes; `states` is where free
    memory begins."""

    code: bytes
    addresses: Mapping[str, int]
    state_size: int
    layout_size: int
    states: int
    pages: int
    offers: Mapping[int, Offer]
    words: WordPlaces
