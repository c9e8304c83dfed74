"""What `?` tells about the decisions of the games is told in sentences of their rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import click
import pytest

from gamedsl.cli.common.engines import playing_engine
from gamedsl.cli.playing.explaining import Explainer
from gamedsl.cli.reading.look_files import look_for_setup
from gamedsl.cli.reading.rules import choose_setup, compile_game, read
from gamedsl_interpreter.engine import Step
from share import share
from words.walking import GAMES, ROOT

MOST = 60
"""So many moves of a match are looked at."""
FORMAL = re.compile(r"^ *- |`[^?]|_|\bthe (?:from|die)\b|^ *Given |\[")


@pytest.mark.parametrize("game", share(GAMES, 24))
def test_decisions_are_explained_in_sentences(game: str) -> None:
    decisions = dict(_explained(game))
    assert decisions
    for name, told in decisions.items():
        *lines, more = told.splitlines()
        assert more == "`? full` tells it step by step."
        for line in lines:
            assert FORMAL.search(line) is None, (name, line)


def _explained(game: str) -> Iterator[tuple[str, str]]:
    """Yields what `?` tells at the decisions of a random match, by their names."""
    rules = read(str(ROOT / f"games/{game}.gdl"))
    setup = choose_setup(rules, None, (), None)
    made = compile_game(rules, setup, None, None)
    engine = playing_engine(made, rules.files.sources)
    explainer = Explainer(rules, made, look_for_setup(rules, None, made.game), 100)
    random, found = Random(3), dict[str, tuple[str, ...]]()

    def answer(step: Step) -> int:
        actions = tuple(option.text for option in step.options if step.kind == "menu")
        found[step.decision] = found.get(step.decision) or actions
        return random.choice(step.options).value

    state = engine.initial(3, 0, None)
    for _ in range(MOST):
        if state.is_over:
            break
        seat = engine.to_act(state)[0]
        state = engine.play(state, seat, engine.walk(state, seat, answer))
    for name, actions in found.items():
        yield name, click.unstyle("\n".join(explainer.answer("", name, actions)))
