"""Agents that look ahead do not see what chance will bring."""

from __future__ import annotations

import gamedsl
from docs import pages
from gamedsl_interpreter.reference.engine import ReferenceEngine

HUNDRED = gamedsl.load_rules(pages.ROOT / "docs/examples/hundred.gdl").game()


class Ahead:
    """Tries each move once, and takes the one after which it has most: who sees the next roll never loses a turn."""

    name = "ahead"

    def __init__(self) -> None:
        self.tried: list[bytes] = []

    def choose(self, engine: gamedsl.Engine, state: gamedsl.State, seat: int, dice: gamedsl.Dice) -> gamedsl.Move:
        def worth(move: gamedsl.Move) -> int:
            after = engine.play(state, seat, move)
            self.tried.append(after.bytes)
            fields = {name: int(value) for name, value in engine.view(after, seat).fields if value.isdigit()}
            mine = engine.to_act(after)[:1] == (seat,)
            return fields[f"P{seat + 1}.points"] + mine * fields["pot"]

        return max(engine.moves(state, seat), key=worth)


def test_who_tries_moves_does_not_see_the_dice() -> None:
    agent = Ahead()
    summary = gamedsl.simulate(gamedsl.engine_for(HUNDRED), [agent, gamedsl.RandomSteps()], 1, range(40))
    assert 5 < summary.seats[0].wins < 35
    again = Ahead()
    gamedsl.simulate(ReferenceEngine(HUNDRED), [again, gamedsl.RandomSteps()], 1, range(2))
    assert again.tried == agent.tried[: len(again.tried)]


def test_an_agent_is_given_the_position_and_what_was_seen() -> None:
    engine = gamedsl.engine_for(gamedsl.load_rules(pages.ROOT / "games/classics/leduc_poker.gdl").game())

    class Own:
        name = "random moves"

        def choose(self, engine: gamedsl.Engine, state: gamedsl.State, seat: int, dice: gamedsl.Dice) -> gamedsl.Move:
            engine.view(state, seat)
            return gamedsl.RandomMoves().choose(engine, state, seat, dice)

    for index in range(5):
        asked = gamedsl.play_match(engine, [Own(), Own()], 1, index)
        assert asked == gamedsl.play_match(engine, [gamedsl.RandomMoves(), gamedsl.RandomMoves()], 1, index)
