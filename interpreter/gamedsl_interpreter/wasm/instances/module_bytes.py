"""Writes and reads modules as bytes for caches; the bytes are tied to the version of the package."""

from __future__ import annotations

import json

from gamedsl.graph.model.types import LocalId, ZoneId
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import Slots
from gamedsl_interpreter.wasm.emit.planning.word_places import OfferPlace, WordPlaces
from gamedsl_interpreter.wasm.instances.interface import Built


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
