"""A server that is killed has every move that it accepted: the short form of `python -m bench.server_kills`."""

from __future__ import annotations

from pathlib import Path

from bench.server_kills import killed


def test_a_killed_server_has_every_move(tmp_path: Path) -> None:
    moves, tables, _ = killed(tmp_path, kills=2, seed=3, least=40)
    assert moves >= 40
    assert tables >= 1
