"""Who plays the seats of a match, from the text of a command line or a plan. The one place of the workbench that knows agents by their names; `specs` says
which there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from gamedsl.graph.model.game import Game
from gamedsl_interpreter.agents import Agent, RandomMoves, RandomSteps
from gamedsl_interpreter.thinking.specs import WORDS, AgentSpecError, agents_from, seat_from, with_seats

DEFAULT = "random"
"""Who plays if nothing is said."""

NAMES = WORDS
"""The words for agents."""

LineupError: TypeAlias = AgentSpecError
"""The text of a lineup names no agent that there is, or not as many as there are players."""


def lineup(text: str, game: Game) -> list[Agent]:
    """The agents by seat, from the text of a lineup: a single agent is for all players; else there is one for each, with commas between them. Seats that
    the rules play have one too, which nobody asks. Raises LineupError."""
    named = list(agents_from(text, game))
    return named + [named[0]] * (len(game.seats) - len(named))


def lineup_text(text: str, game: Game) -> str:
    """How people read it: `random steps`; `mcts:500, random steps`."""
    names = [agent.name for agent in agents_from(text, game)]
    return ", ".join(names if len(set(names)) > 1 else names[:1])


def lineup_with(text: str, seats: Iterable[str], game: Game) -> str:
    """The text of the lineup with other agents at some seats, which `SEAT=AGENT` name. Raises LineupError."""
    changes = list(seats)
    with_seats(agents_from(text, game), changes, game)
    words = [word.strip() for word in text.split(",")]
    if len(words) == 1:
        words *= game.humans
    for change in changes:
        seat, _, agent = change.partition("=")
        words[seat_from(seat.strip(), game)] = agent.strip()
    return ",".join(words if len(set(words)) > 1 else words[:1])


def are_random(text: str, game: Game) -> bool:
    """Whether nobody in the lineup thinks. Raises LineupError."""
    return all(isinstance(agent, RandomMoves | RandomSteps) for agent in agents_from(text, game))
