"""Reads from the text of a command line or a plan which agents play the seats. The only module of the workbench that knows agents by their names; `specs`
lists them."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.graph.model.game import Game
from gamedsl_interpreter.matches.agents import Agent, RandomMoves, RandomSteps
from gamedsl_interpreter.thinking.specs import agent_from, agents_from, seat_from, with_seats


def lineup(text: str, game: Game) -> list[Agent]:
    """Returns the agents by seat, given the text of a lineup: one agent for all players, or one for each, separated by commas. Scripted seats get one too,
    which is never asked. Raises AgentSpecError."""
    named = list(agents_from(text, game))
    return named + [named[0]] * (len(game.seats) - len(named))


def lineup_text(text: str, game: Game) -> str:
    """Describes a lineup for people: `random steps`; `mcts:500, random steps`."""
    names = [agent.name for agent in agents_from(text, game)]
    return ", ".join(names if len(set(names)) > 1 else names[:1])


def lineup_with(text: str, seats: Iterable[str], game: Game) -> str:
    """Returns the text of the lineup after the changes that `SEAT=AGENT` name. Raises AgentSpecError."""
    changes = list(seats)
    with_seats(agents_from(text, game), changes, game)
    words = [word.strip() for word in text.split(",")]
    if len(words) == 1:
        words *= game.humans
    for change in changes:
        seat, _, agent = change.partition("=")
        words[seat_from(seat.strip(), game)] = agent.strip()
    return ",".join(words if len(set(words)) > 1 else words[:1])


def lineup_for(text: str, aim: str, game: Game) -> str:
    """Returns the text of the lineup in which all players that think play for an aim, unless they have their own. Raises AgentSpecError."""
    words = [word.strip() for word in text.split(",")]
    found = [agent_from(word) for word in words]
    aimed = [
        word if isinstance(agent, RandomMoves | RandomSteps) or " for " in word else f"{word} for {aim}"
        for word, agent in zip(words, found, strict=True)
    ]
    agents_from(",".join(aimed), game)
    return ",".join(aimed)


def are_random(text: str, game: Game) -> bool:
    """Whether all agents of the lineup are random. Raises AgentSpecError."""
    return all(isinstance(agent, RandomMoves | RandomSteps) for agent in agents_from(text, game))
