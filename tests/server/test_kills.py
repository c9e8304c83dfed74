"""A server that is killed has every move that it accepted: the short form of `python -m bench.server_kills`."""

from __future__ import annotations

from pathlib import Path

from bench.server_kills import killed
from share import less


def test_a_killed_server_has_every_move(tmp_path: Path) -> None:
    moves, tables, _ = killed(tmp_path, kills=less(2, 1), seed=3, least=less(40, 20))
    assert moves >= less(40, 20)
    assert tables >= 1
