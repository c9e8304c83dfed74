"""The modules of a page: the same from one process and from several, and made once."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamedsl
from gamedsl.api.asked import compiled
from gamedsl.cache.store import Store
from gamedsl.page import page_setup, page_setups, setups
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

_PIG = Path(__file__).parents[2] / "games/classics/pig.gdl"


def test_several_processes_make_what_one_makes_and_the_store_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = gamedsl.load_rules(_PIG)
    chosen = [(setup, compiled(rules, setup)) for setup in rules.setups()[:2]]
    alone = [page_setup(setup, game, lambda _, make: make()) for setup, game in chosen]
    store = Store(str(tmp_path))
    assert page_setups(chosen, store, 2) == alone
    monkeypatch.setattr(setups, "playing_module", None)
    assert page_setups(chosen, store, 2) == alone


def test_what_a_process_refuses_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = gamedsl.load_rules(_PIG)
    chosen = [(setup, compiled(rules, setup)) for setup in rules.setups()[:2]]
    monkeypatch.setattr(setups, "playing_module", _refuses)
    with pytest.raises(Unsupported, match="too much of something; use less"):
        page_setups(chosen, None, 2)


def _refuses(_: gamedsl.Game) -> bytes:
    raise Unsupported("too much of something", advice="use less")
