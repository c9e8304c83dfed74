"""What holds in every position of every game; `tests/laws` has what holds in the two large ones."""

from __future__ import annotations

from collections import Counter

from hypothesis import given

from gamedsl.graph.compiled import Setup
from games import shipped
from property.walks import SEEDS, law, match, reading, some_setups


@law(examples=24)
@given(some_setups(*shipped.QUICK), SEEDS)
def test_no_piece_is_lost_or_made(which: tuple[str, Setup], seed: int) -> None:
    engine, read = shipped.engine(*which), reading(*which).position
    copies = Counter[str]()
    for kind in engine.game.kinds:
        copies[kind.name] += kind.copies
    for state, _ in match(engine, seed):
        assert read(state.bytes).copies() == copies
