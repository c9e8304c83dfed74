"""What a seat can tell although the rules do not say so is found in matches, without the analysis of the rules; what they say, and what shows itself, is not."""

from __future__ import annotations

from typing import cast

import pytest
from attrs import evolve

from gamedsl import pipeline
from gamedsl.pipeline.secrets import count_disclosures, split_disclosures
from gamedsl.source import Source
from gamedsl_interpreter.engine import Engine, Refusal, State
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.trouble.attempts import Attempt, attempt, make_pick
from gamedsl_interpreter.trouble.secrecy import CODE, Told, leaks
from games import shipped
from share import picked, share
from unit.semantics.secrets.small import Small
from unit.semantics.secrets.telling import LEAKS
from unit.semantics.secrets.telling_nothing import CLEAN

FOUND = (
    "offer_other", "offer_number", "offer_range", "offer_may", "menu_cond", "action_require", "asked_if", "asked_order", "asked_from", "secret_choice",
    "secret_choice_field", "unseen_choice", "may_choose_hidden", "may_flag", "group_param2", "others_hand", "pick_named", "cell_offer", "hit",
    "scripted_key", "may_hidden_rule", "repeat_may_hidden", "together_secret", "together_hidden_field", "as_seat_known", "unseen_menu", "unseen_yes",
    "unseen_may_choose", "say_mark_sum", "let_chain", "param", "field_public", "pile_sorted",
)  # fmt: skip
"""Small games in which few matches are enough."""


def _with_pause(small: Small) -> Small:
    """The game with a choice in each turn: matches are compared where somebody has one."""
    return small if "choose" in small.turn else evolve(small, turn=f"choose pause: one of 1..2\n{small.turn}")


def _leaks(source: Source, matches: int) -> tuple[Attempt, ...]:
    parsed = pipeline.parse_files(source, shipped.find)
    setup = pipeline.setups(parsed)[0]
    both = count_disclosures(parsed, setup)
    assert both is not None
    told = Told(*split_disclosures(*both, pipeline.compile(parsed, setup).sites))
    return leaks(both[1], told, matches, 1)


@pytest.mark.parametrize("name", picked(FOUND, ("offer_number", "asked_if", "unseen_menu")))
def test_what_is_told_is_found_by_exchanging_hidden_facts(name: str) -> None:
    source = Source("small.gdl", _with_pause(LEAKS[name]).text)
    first, *_ = _leaks(source, 12)
    assert first.fault is not None
    assert first.fault.code == CODE
    assert " can tell whether " in first.fault.detail
    _replays(source, first)


def _replays(source: Source, found: Attempt) -> None:
    """The match is one of its seed, up to what can be told."""
    parsed = pipeline.parse_files(source, shipped.find)
    engine = ReferenceEngine(pipeline.compile(parsed, pipeline.setups(parsed)[0]).game)
    state = engine.initial(found.seed, found.index)
    for played in found.moves:
        move = engine.parse_move(state, played.seat, played.text)
        assert not isinstance(move, Refusal)
        state = engine.play(state, played.seat, move)
    same = cast("Engine[State]", engine)
    assert len(attempt(same, found.seed, found.index, None, make_pick(found.choices)).moves) == len(found.moves)


@pytest.mark.parametrize("name", share(list(CLEAN), 16))
def test_what_tells_nothing_is_left_alone(name: str) -> None:
    source = Source("small.gdl", _with_pause(CLEAN[name]).text)
    assert _leaks(source, 4) == ()


@pytest.mark.parametrize("name", share([name for name in shipped.GAMES if name in shipped.HIDING], 30))
def test_shipped_games_tell_only_what_they_say(name: str) -> None:
    source = shipped.find(name)
    assert source is not None
    assert _leaks(source, 1) == ()
