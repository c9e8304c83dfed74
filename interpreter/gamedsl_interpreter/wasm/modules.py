"""Modules of Games: emitted, or kept from an earlier start. The emitter is read in when there is something to emit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from typing import Protocol

from gamedsl.garbage import garbage_stays
from gamedsl.graph import compact
from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.wasm.interface import Built


class Keeper(Protocol):
    """Keeps bytes by key for later starts of the same program, or does not."""

    def get(self, key: str) -> bytes | None:
        """What was kept; None if nothing was."""
        ...

    def put(self, key: str, content: bytes) -> None:
        """Keeps it, if that is possible."""
        ...


class Tier(Enum):
    """How much time goes into a module: it is emitted as quickly as possible, or the optimiser takes about a second for faster functions."""

    QUICK = "quick"
    OPTIMISED = "optimised"


def first_module(game: Game, checking: Checking, keeper: Keeper | None) -> Built:
    """The module to begin with: the optimised one if an earlier start has made it. Raises Unsupported."""
    kept = None if keeper is None else _kept(keeper, _key(game, checking, Tier.OPTIMISED))
    return module_of(game, checking, Tier.QUICK, keeper) if kept is None else kept


def module_of(game: Game, checking: Checking, tier: Tier, keeper: Keeper | None) -> Built:
    """The module of a Game. Raises Unsupported."""
    if keeper is None:
        return _emitted(game, checking, tier)
    key = _key(game, checking, tier)
    kept = _kept(keeper, key)
    if kept is not None:
        return kept
    made = _emitted(game, checking, tier)
    keeper.put(key, to_bytes(made))
    return made


def _emitted(game: Game, checking: Checking, tier: Tier) -> Built:
    from gamedsl_interpreter.wasm.emit.build import built
    from gamedsl_interpreter.wasm.emit.optimise import optimised, unchanged

    with garbage_stays():
        return built(game, checking, unchanged if tier is Tier.QUICK else optimised)


def _key(game: Game, checking: Checking, tier: Tier) -> str:
    return f"module {compact.digest(game)} {checking.name} {tier.value}"


def _kept(keeper: Keeper, key: str) -> Built | None:
    data = keeper.get(key)
    return None if data is None else from_bytes(data)


# ---------------------------------------------------------------- as bytes


@frozen
class _Offer:
    low: int
    words: int


@frozen
class _Module:
    code: bytes
    addresses: Mapping[str, int]
    state_size: int
    layout_size: int
    states: int
    pages: int
    offers: Mapping[int, _Offer]


def to_bytes(made: Built) -> bytes:
    """A module with what its host has to know, as data: four bytes with the length of a JSON text, the text, and the module."""
    about = {
        "addresses": dict(made.addresses),
        "sizes": [made.state_size, made.layout_size, made.states, made.pages],
        "offers": [[node, offer.low, offer.words] for node, offer in made.offers.items()],
    }
    text = json.dumps(about, separators=(",", ":")).encode()
    return len(text).to_bytes(4, "little") + text + made.code


def from_bytes(data: bytes) -> Built:
    """The module that `to_bytes` wrote."""
    end = 4 + int.from_bytes(data[:4], "little")
    about = json.loads(data[4:end])
    offers = {node: _Offer(low, words) for node, low, words in about["offers"]}
    state_size, layout_size, states, pages = about["sizes"]
    return _Module(data[end:], about["addresses"], state_size, layout_size, states, pages, offers)
