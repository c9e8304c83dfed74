"""Modules of Games by purpose: emitted when a purpose is first needed, or kept from an earlier start. The emitter is imported only for emitting."""

from __future__ import annotations

import json
from enum import Enum
from threading import Lock
from typing import Protocol

from gamedsl.errors import GameDslError
from gamedsl.garbage import garbage_stays
from gamedsl.graph import compact
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import LocalId, ZoneId
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import Slots
from gamedsl_interpreter.wasm.emit.planning.word_places import OfferPlace, WordPlaces
from gamedsl_interpreter.wasm.instances.interface import Built, Purpose
from gamedsl_interpreter.wasm.instances.module import IS_BROWSER, Program, check_available


class Keeper(Protocol):
    """Keeps bytes by key for later starts of the same program, or drops them."""

    def get(self, key: str) -> bytes | None:
        """Returns the kept bytes; None if there are none."""
        ...

    def put(self, key: str, content: bytes) -> None:
        """Keeps the bytes, if that is possible."""
        ...


class Tier(Enum):
    """How much time is spent on making a module: it is emitted as fast as possible, or the optimiser takes about a second to make its functions faster."""

    QUICK = "quick"
    OPTIMISED = "optimised"


@frozen
class Loaded:
    """A module, and its compiled program."""

    module: Built
    program: Program


_APART = (Purpose.TELLING, Purpose.SEARCHED, Purpose.WORLDS, Purpose.OBSERVED, Purpose.PROBED)
"""Purposes with functions that the module for all purposes does not have."""


class Modules:
    """The modules of a Game, for all threads. The module of a purpose is made when it is first needed. A `given` module serves all purposes except logging,
    searching and observing. A copy in another process begins with the modules made so far."""

    def __init__(
        self,
        game: Game,
        checking: Checking,
        keeper: Keeper | None = None,
        given: Built | None = None,
        tier: Tier = Tier.QUICK,
        made: dict[Purpose, Built] | None = None,
    ) -> None:
        self._game, self._checking, self._tier = game, checking, tier
        self._keeper, self._given = keeper, given
        self._built: dict[Purpose, Built] = made or {}
        self._programs: dict[Purpose, Loaded] = {}
        self._failed: dict[Purpose, GameDslError] = {}
        self._better: Modules | None = None
        self._lock = Lock()

    def of(self, purpose: Purpose) -> Loaded:
        """Returns the module for a purpose. Raises Unsupported, Unavailable, also when it is called again."""
        if self._given is not None and purpose not in _APART:
            purpose = Purpose.EVERY
        known = self._programs.get(purpose)
        if known is not None:
            return known
        with self._lock:
            if purpose in self._failed:
                raise self._failed[purpose]
            if purpose not in self._programs:
                try:
                    self._programs[purpose] = self._load(purpose)
                except GameDslError as error:
                    self._failed[purpose] = error
                    raise
            return self._programs[purpose]

    def assure(self) -> None:
        """Ensures that there is a module for each purpose, without making one if the size of the Game is proof enough. Raises Unsupported, Unavailable."""
        if self._programs:
            return
        check_available()
        if self._given is not None:
            return
        key = f"fits {compact.digest(self._game)}" if self._keeper is not None else ""
        if self._keeper is not None and self._keeper.get(key) is not None:
            return
        from gamedsl_interpreter.wasm.emit.build import certainly_fits

        if not certainly_fits(self._game):
            self.of(Purpose.PLAY)
        elif self._keeper is not None:
            self._keeper.put(key, b"")

    def improved(self) -> Modules:
        """Returns modules of the same Game whose functions are, or will be, optimised. A browser optimises them by itself."""
        if self._tier is Tier.OPTIMISED or IS_BROWSER:
            return self
        with self._lock:
            if self._better is None:
                self._better = Modules(self._game, self._checking, self._keeper, tier=Tier.OPTIMISED)
            return self._better

    def __reduce__(self) -> tuple[object, ...]:
        return Modules, (self._game, self._checking, None, self._given, self._tier, dict(self._built))

    def _load(self, purpose: Purpose) -> Loaded:
        if purpose not in self._built:
            self._built[purpose] = self._make_module(purpose)
        module = self._built[purpose]
        return Loaded(module, Program(module.code))

    def _make_module(self, purpose: Purpose) -> Built:
        if self._given is not None and purpose is Purpose.EVERY:
            return self._given
        if purpose is Purpose.TELLING:
            # A quick, unchecked module: logs are for people and take little time, and invariants were tested while the match was played.
            return module_of(self._game, Checking.OFF, purpose, Tier.QUICK, self._keeper)
        if self._tier is Tier.QUICK:
            return first_module(self._game, self._checking, purpose, self._keeper)
        return module_of(self._game, self._checking, purpose, self._tier, self._keeper)


def first_module(game: Game, checking: Checking, purpose: Purpose, keeper: Keeper | None) -> Built:
    """Makes the first module: the optimised one if an earlier start has kept it. Raises Unsupported."""
    kept = None if keeper is None else _find_kept(keeper, _key(game, checking, purpose, Tier.OPTIMISED))
    return module_of(game, checking, purpose, Tier.QUICK, keeper) if kept is None else kept


def module_of(game: Game, checking: Checking, purpose: Purpose, tier: Tier, keeper: Keeper | None) -> Built:
    """Returns the module of a Game for a purpose, kept or new. Raises Unsupported."""
    if keeper is None:
        return emit_module(game, checking, purpose, tier)
    key = _key(game, checking, purpose, tier)
    kept = _find_kept(keeper, key)
    if kept is not None:
        return kept
    made = emit_module(game, checking, purpose, tier)
    keeper.put(key, to_bytes(made))
    return made


def emit_module(game: Game, checking: Checking, purpose: Purpose, tier: Tier) -> Built:
    """Emits the module of a Game for a purpose. Raises Unsupported."""
    from gamedsl_interpreter.wasm.emit.build import build_module
    from gamedsl_interpreter.wasm.emit.optimise import keep_functions, optimise_functions

    with garbage_stays():
        return build_module(
            game, checking, keep_functions if tier is Tier.QUICK else optimise_functions, purpose=purpose
        )


def _key(game: Game, checking: Checking, purpose: Purpose, tier: Tier) -> str:
    return f"module {compact.digest(game)} {checking.name} {purpose.name} {tier.value}"


def _find_kept(keeper: Keeper, key: str) -> Built | None:
    data = keeper.get(key)
    return None if data is None else from_bytes(data)


@frozen
class _Offer:
    low: int
    words: int


def to_bytes(made: Built) -> bytes:
    """Writes a module with the data for its host: four bytes with the length of a JSON text, the text, and the module."""
    about = {
        "addresses": dict(made.addresses),
        "sizes": [made.state_size, made.layout_size, made.states, made.pages],
        "offers": [[node, offer.low, offer.words] for node, offer in made.offers.items()],
        "words": _words_data(made.words),
    }
    text = json.dumps(about, separators=(",", ":")).encode()
    return len(text).to_bytes(4, "little") + text + made.code


def from_bytes(data: bytes) -> Built:
    """Reads the module that `to_bytes` wrote."""
    end = 4 + int.from_bytes(data[:4], "little")
    about = json.loads(data[4:end])
    offers = {node: _Offer(low, words) for node, low, words in about["offers"]}
    state_size, layout_size, states, pages = about["sizes"]
    return Built(data[end:], about["addresses"], state_size, layout_size, states, pages, offers, _words(about["words"]))


_WordsData = tuple[
    list[tuple[LocalId, int]],
    list[tuple[int, list[tuple[LocalId, list[int]]]]],
    bool,
    list[tuple[LocalId, list[ZoneId], list[list[int]]]],
]
"""The addresses of locals; of offers by node and local; whether numbers can be below 0; families and kinds by local."""


def _words_data(words: WordPlaces) -> _WordsData:
    offers = [
        (node, [(local, [o.elements, o.step, o.count, o.groups, o.starts, o.order, o.keys]) for local, o in by.items()])
        for node, by in words.offers.items()
    ]
    lanes = [(local, list(slots.families), list(map(list, slots.kinds))) for local, slots in words.lanes.items()]
    return list(words.locals.items()), offers, words.has_numbers_below, lanes


def _words(data: _WordsData) -> WordPlaces:
    locals, offers, has_numbers_below, lanes = data
    return WordPlaces(
        locals=dict(locals),
        offers={node: {local: OfferPlace(*place) for local, place in by} for node, by in offers},
        has_numbers_below=has_numbers_below,
        lanes={local: Slots(tuple(families), tuple(map(tuple, kinds))) for local, families, kinds in lanes},
    )
