"""Random matches on both sides: the same moves at every stop, the same results, the same information.

The slower games play fewer matches here; `python -m openspiel.agreement 1000` (in `tests`) plays a thousand of each."""

from __future__ import annotations

import pytest

from openspiel import theirs
from openspiel.agreement import Seen, agree, engine_of
from openspiel.pairs import PAIRS, Pair
from share import few, less


@pytest.mark.parametrize("pair", few(PAIRS, 2, 7), ids=lambda pair: pair.label)
def test_random_matches_agree(pair: Pair) -> None:
    engine, game, seen = engine_of(pair), pair.other_side(), Seen()
    for seed in range(less(pair.quick, -(-pair.quick // 4))):
        agree(pair, engine, game, seed, seen)
    assert bool(seen.here) == pair.hides
    assert seen.only_there() == []
    assert pair.forgets or seen.only_here() == []


def test_what_goofspiel_forgets_there_is_public() -> None:
    """Two histories with one text there, although everybody saw different bids."""
    game = theirs.load("goofspiel(num_cards=4,points_order=random)")
    texts: set[str] = set()
    for bids in (((1, 2), (3, 4)), ((3, 4), (1, 2))):
        state = game.new_initial_state()
        for prize, bid in zip((1, 2), bids, strict=True):
            state.apply_action(theirs.actions(state, -1)[f"Deal {prize}"])
            state.apply_actions([theirs.actions(state, s)[f"[P{s}]Bid: {card}"] for s, card in enumerate(bid)])
        texts.add(state.information_state_string(0))
    assert len(texts) == 1
