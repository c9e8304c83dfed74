"""The fast executor plays the same random matches as ever: for each game, a digest of the statistics of some matches of both random players.

A difference means that another match was played for the same seed: that rules, the order of moves, or random draws have changed. Where that is meant,
the change is written down, and `--bless` writes the digests anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import pytest

from gamedsl.pipeline import Setup
from gamedsl_interpreter.matches.simulate import Summary, Tally
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from golden.conftest import Compare
from share import IS_WHOLE, few

FOLDER = Path(__file__).parent / "playouts"
NAMES = (*shipped.GAMES, *shipped.VARIANTS)
LONG = frozenset({"backgammon", "chess", "go"})
"""Games whose digests were made by the reference executor."""
MANY_MOVES = frozenset({"beetle_nest", "polyomino_duel", "stone_roads"})
"""Games with hundreds of moves at a time."""
MATCHES = {
    name: 1 if name in LONG else 2 if name in MANY_MOVES else 10 if name in shipped.SLOW else 200 for name in NAMES
}
SEED = 2026


def digest(summary: Summary) -> str:
    """The first 20 hexadecimal digits of the SHA-256 of all numbers of a summary, as text."""
    return sha256(" ".join(_numbers(summary)).encode()).hexdigest()[:20]


def _numbers(summary: Summary) -> Iterator[str]:
    yield from _tally(summary.decisions)
    yield from _tally(summary.steps)
    for seat in summary.seats:
        for name, line in seat.lines:
            yield name
            yield from _tally(line)
        yield from _tally(seat.total)
        yield str(seat.wins)
        yield from map(str, seat.ranks)
    for reason, number in summary.reasons:
        yield f"{reason}: {number}"


def _tally(tally: Tally) -> Iterator[str]:
    return map(str, (tally.count, tally.total, tally.squares, tally.least, tally.most))


def _played(name: str, setup: Setup, policy: Policy) -> Summary:
    return playouts(WasmEngine(shipped.game(name, setup)), policy, SEED, 0, MATCHES[name])


@pytest.mark.parametrize("name", few(NAMES, 5, 1))
def test_playouts(name: str, golden: Compare, blessing: bool) -> None:
    """Everyday runs play with the fewest and with the most people, and a variant with the most and one sort of random player."""
    setups, heading = shipped.first_setups(name), f"{MATCHES[name]} matches from seed {SEED}"
    if blessing or IS_WHOLE:
        golden(f"playouts/{name}.txt", "\n".join([heading, *_lines(name, setups, list(Policy))]) + "\n")
    else:
        policies = [Policy.STEPS] if name in shipped.VARIANTS else list(Policy)
        some = setups[-1:] if name in shipped.VARIANTS else setups[:: max(1, len(setups) - 1)]
        expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        assert {heading, *_lines(name, some, policies)} <= set(expected)


def _lines(name: str, setups: Sequence[Setup], policies: Sequence[Policy]) -> Iterator[str]:
    for setup in setups:
        for policy in policies:
            yield f"{shipped.label(name, setup)} {policy.name.lower()}: {digest(_played(name, setup, policy))}"


def test_every_game_has_digests_and_no_other_is_left(blessing: bool) -> None:
    expected = {f"{name}.txt" for name in NAMES}
    for path in FOLDER.iterdir():
        if blessing and path.name not in expected:
            path.unlink()
    assert {path.name for path in FOLDER.iterdir()} == expected
