"""The modules of a page: the same from one process and from several, and made once."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest

import gamedsl
from gamedsl.api.asked import compile_setup
from gamedsl.cache.store import Store
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.page import PageSetup, page_setup, page_setups, setups
from gamedsl.page.packing import pack_modules
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

_RACE = """game race:
    "Run, and draw a card."
    players 2 to 5

component 6 card in deck: 1..6

shared:
    deck: pile of card, seen by nobody

each player:
    steps: 0..20 = 0
    hand: bag of card, seen by owner

setup:
    shuffle deck
    each player: draw 1 from deck to hand

rounds up to 2:
    turns

phase turns, each player:
    choose n: one of 1..3
    roll die: one of 1..6
    steps += n + die

ranking by highest steps, ties shared
"""
"""Small rules with four setups, more than are optimised together."""


@cache
def _chosen() -> list[tuple[Setup, Compiled]]:
    rules = gamedsl.parse_rules(_RACE)
    return [(setup, compile_setup(rules, setup)) for setup in rules.setups()]


@cache
def _alone() -> list[PageSetup]:
    """What this process makes of each."""
    return [page_setup(setup, game, lambda _, make: make()) for setup, game in _chosen()]


def test_several_processes_make_what_one_makes_and_the_store_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen, alone = _chosen()[:2], _alone()[:2]
    store = Store(str(tmp_path))
    made = page_setups(chosen, 2, store, 2, lambda games, models: None)
    assert made[:2] == (alone, pack_modules(one.module for one in alone))
    monkeypatch.setattr(setups, "advising_module", None)
    monkeypatch.setattr(setups, "Packer", _NeverPacks)
    assert page_setups(chosen, 2, store, 2, lambda games, models: None) == made


class _NeverPacks:
    add = None


def test_on_one_core_no_process_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = _chosen()[:2]
    monkeypatch.setattr(setups, "_pool", None)
    assert _made(chosen, None, 1) == _alone()[:2]


def test_what_is_done_meanwhile_gets_all_games_and_their_models() -> None:
    chosen = _chosen()
    done = page_setups(iter(chosen), len(chosen), None, 2, lambda games, models: list(zip(games, models, strict=True)))
    assert done[2] == [(game.game, one.model) for (_, game), one in zip(chosen, done[0], strict=True)]


def _made(chosen: Sequence[tuple[Setup, Compiled]], store: Store | None, processes: int) -> list[PageSetup]:
    return page_setups(chosen, len(chosen), store, processes, lambda games, models: None)[0]


def test_what_a_process_refuses_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = _chosen()[:2]
    monkeypatch.setattr(setups, "advising_module", _refuses)
    with pytest.raises(Unsupported, match="too much of something; use less"):
        _made(chosen, None, 2)


def _refuses(_: gamedsl.Game, improve: object) -> bytes:
    raise Unsupported("too much of something", advice="use less")


def test_the_modules_of_many_setups_are_not_optimised_and_play_the_same() -> None:
    chosen, alone = _chosen(), _alone()
    together = _made(chosen, None, 2)
    assert [one.model for one in together] == [one.model for one in alone]
    assert [one.computer for one in together] == [one.computer for one in alone]
    assert sum(len(one.module) for one in together) != sum(len(one.module) for one in alone)


def test_copies_in_packed_modules_give_the_modules_back() -> None:
    modules = [one.module for one in _alone()]
    packed = pack_modules(modules)
    literals, copies = (zlib.decompress(base64.b64decode(str(packed[name]))) for name in ("literals", "copies"))
    whole = bytearray()
    for fresh, back, length in struct.iter_unpack("<III", copies):
        whole += literals[:fresh]
        literals = literals[fresh:]
        for _ in range(length):
            whole.append(whole[-back])
    assert bytes(whole) == b"".join(modules)
    assert len(copies) > 12


def test_what_was_long_ago_is_copied_from_there() -> None:
    """Parts that are nearer are left to the deflating, and so are those of less than 24 bytes."""
    far = Random(1).randbytes(30_000).replace(b"\x0b", b"-").replace(b"!", b"-").replace(b"{", b"-")
    part = b"before {the part that is there twice} behind"
    again, all_new = len(far) + len(part), (len(part) + len(far), 0, 0)
    assert _copies(part + far, b"x" + part + b"y") == [all_new, (1, again + 1, len(part)), (1, 0, 0)]
    assert _copies(part + far, part) == [all_new, (0, again, len(part)), (0, 0, 0)]
    near = far[: 30_000 - len(part)]
    assert _copies(part + near, part)[1:] == [(len(part), 0, 0)], "exactly as far as deflating looks"
    assert _copies(part + near + b"-", part)[1:] == [(0, len(part) + len(near) + 1, len(part)), (0, 0, 0)]
    short = b"{23 bytes, one too few "
    assert len(short) == 23
    assert _copies(b"a" + short + b"a" + far, b"b" + short + b"b")[1:] == [(25, 0, 0)]
    assert pack_modules([part])["sizes"] == [len(part)]
    assert _copies(part) == [(len(part), 0, 0)]


def _copies(*modules: bytes) -> list[tuple[int, ...]]:
    packed = pack_modules(modules)
    assert packed["sizes"] == [len(module) for module in modules]
    return list(struct.iter_unpack("<III", zlib.decompress(base64.b64decode(str(packed["copies"])))))
