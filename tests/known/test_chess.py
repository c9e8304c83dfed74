"""Ways to make so many moves in chess, as published: the start and four positions that gather what is easily missed (chessprogramming.org, "Perft
Results"). The module counts all of them; the reference executor small depths. `python -m known.test_chess` (in `tests`) also counts with python-chess, and
tells how long both take. Everyday runs leave the last depth out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from time import process_time

import chess
import pytest

from gamedsl_interpreter.engine import Forced
from gamedsl_interpreter.perft import leaves, perft
from gamedsl_interpreter.reference import Checking, ReferenceEngine
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from independent.test_chess import POSITIONS
from share import less, picked

LEAVES: dict[str | None, tuple[int, ...]] = {
    None: (20, 400, 8_902, 197_281, 4_865_609),
    "kiwipete": (48, 2_039, 97_862, 4_085_603),
    "position_3": (14, 191, 2_812, 43_238, 674_624),
    "position_4": (6, 264, 9_467, 422_333),
    "position_5": (44, 1_486, 62_379, 2_103_487),
}
"""By start; without one, the set-up."""


@cache
def _module() -> WasmEngine:
    return WasmEngine(shipped.game("chess", shipped.setups("chess")[0]), forced=Forced.ASKED)


@cache
def _reference() -> ReferenceEngine:
    return ReferenceEngine(shipped.game("chess", shipped.setups("chess")[0]), Checking.OFF, forced=Forced.ASKED)


@pytest.mark.parametrize(
    ("start", "depth"), [(start, i + 1) for start, numbers in LEAVES.items() for i in range(len(numbers) - less(0, 1))]
)
def test_the_module_counts_what_is_published(start: str | None, depth: int) -> None:
    assert leaves(_module(), depth, start=start) == LEAVES[start][depth - 1]


_SMALL = [*((start, 2) for start in LEAVES), ("position_3", 3)]


@pytest.mark.parametrize(("start", "depth"), picked(_SMALL, [("kiwipete", 2), ("position_4", 2)]))
def test_the_reference_executor_counts_what_is_published(start: str | None, depth: int) -> None:
    """Everyday runs look at the two positions with castling, en passant and promotion."""
    assert leaves(_reference(), depth, start=start) == LEAVES[start][depth - 1]


def test_levels_have_as_many_leaves() -> None:
    for engine in (_module(), _reference()):
        assert [level.leaves for level in perft(engine, 2, start="position_3")] == [1, 14, 191]
    assert [level.leaves for level in perft(_module(), 3, start="kiwipete")] == [1, *LEAVES["kiwipete"][:3]]


def _ways(board: chess.Board, depth: int) -> int:
    """The number by python-chess, which lists the last moves and does not make them."""
    if depth == 1:
        return board.legal_moves.count()
    found = 0
    for move in board.legal_moves:
        board.push(move)
        found += _ways(board, depth - 1)
        board.pop()
    return found


def _rate(count: Callable[[], int], number: int) -> float:
    """Leaves a second."""
    began = process_time()
    assert count() == number
    return number / (process_time() - began)


def _timed() -> Iterator[str]:
    better = _module().improved()
    for name, numbers in LEAVES.items():
        depth, number = len(numbers), numbers[-1]
        plain = _rate(partial(leaves, _module(), depth, start=name), number)
        improved = _rate(partial(leaves, better, depth, start=name), number)
        theirs = _rate(partial(_ways, chess.Board(POSITIONS.get(name or "", chess.STARTING_FEN)), depth), number)
        yield (
            f"{name or 'set-up'} {depth}: {number:,}; leaves a second: module {plain:,.0f}, improved {improved:,.0f}, "
            f"python-chess {theirs:,.0f} ({plain / theirs:.2f}, {improved / theirs:.2f} times)"
        )


if __name__ == "__main__":
    for line in _timed():
        print(line)
