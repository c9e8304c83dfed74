"""Card games against OpenSpiel: the same choices, the same sights, the same results.

`python -m openspiel.gin_rummy 1000` (in `tests`) plays a thousand hands, and so do `openspiel.euchre` and `openspiel.bridge`. `openspiel.cribbage` and
`openspiel.hanabi` play as many matches, `python -m openspiel.holdem 100` a hundred matches for each number of players."""

from __future__ import annotations

from collections import Counter

from games import holdem_stops
from openspiel import bridge, cribbage, euchre, gin_rummy, hanabi, holdem, theirs
from share import less, picked


def test_gin_rummy() -> None:
    """The hands end in all ways there are, and so do those of everyday runs."""
    engine, game, counts = gin_rummy.our_engine(), theirs.load("gin_rummy"), gin_rummy.Counts()
    seeds = picked(range(32), (1, 4, 7, 11, 18, 23, 30))
    for seed in seeds:
        gin_rummy.agree(engine, game, seed, counts)
    assert counts.knocks == counts.answers < len(seeds)
    assert min(counts.gins, counts.undercuts, counts.at_the_wall, counts.thrown_back, counts.fifty_taken) > 0


def test_cribbage() -> None:
    engine, game = cribbage.our_engine(), theirs.load("cribbage")
    matches = less(12, 2)
    assert sum(cribbage.agree(engine, game, seed) for seed in range(matches)) > matches * 80


def test_euchre() -> None:
    """Each custom (in everyday runs in two of the four tables), with hands that are played alone on both sides, lost by the makers, and thrown in."""
    met = Counter[str]()
    for customs in picked(euchre.CUSTOMS, [(True, False), (False, True)]):
        table = euchre.Table(*customs)
        for seed in range(16):
            euchre.agree(table, seed, met)
    assert {"0 points", "1 points", "2 points", "4 points", "ask_maker Alone", "defending_alone Alone"} <= met.keys()
    assert {"order_up", "name_trumps"} <= {name.split()[0] for name in met}


def test_bridge() -> None:
    """Matches of three sorts of bidders: deals that are passed out, doubled, redoubled, and played."""
    engine, met = bridge.our_engine(), Counter[str]()
    for seed in range(3):
        bridge.agree(engine, seed, met)
    assert {"passed out", "deals", "Dbl", "RDbl"} <= met.keys()


def test_hanabi() -> None:
    """For each number of players and of colours a match at random, and a careful one; these end in all three ways, and so do those of everyday runs."""
    met = Counter[str]()
    for number, setup in picked(list(enumerate(hanabi.SETUPS)), [(1, (2, 3)), (3, (3, 3))]):
        both = hanabi.table(*setup)
        for seed in (2 * number, 2 * number + 1):
            hanabi.agree(both, seed, met)
    assert len(met) == 6, "three sorts of moves and three ends"


def test_holdem() -> None:
    counts = holdem.Counts()
    for players in picked(range(2, 7), (2, 5)):
        engine = holdem_stops.engine(holdem_stops.PAUSES, players)
        for seed in range(less(6, 2)):
            holdem.agree(engine, seed, counts)
    assert counts.hands > less(60, 5)
    assert counts.side_pots > less(5, 0)
