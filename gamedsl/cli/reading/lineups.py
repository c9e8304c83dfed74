"""Reads from the command line who plays which seat."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.graph.model.game import Game
from gamedsl.workbench.lineups import lineup_for, lineup_with
from gamedsl_interpreter.thinking.specs import AgentSpecError
from gamedsl_interpreter.worlds.lost import WorldsError


def lineup_text(agents: str, seats: Sequence[str], policy: str, game: Game, aim: str | None = None) -> str:
    """Returns the text of the lineup that `--agents`, `--seat` and `--policy` name. The policy determines how agents called only `random` choose; `aim` is
    the aim of players that search. Raises WrongUseError."""
    try:
        text = lineup_with(agents, seats, game)
        if aim is not None:
            text = lineup_for(text, aim, game)
    except AgentSpecError as wrong:
        raise WrongUseError(wrong.text, wrong.advice or None) from None
    if policy == "moves":
        text = ",".join("random:moves" if word == "random" else word for word in text.split(","))
    return text


@contextmanager
def without_worlds() -> Generator[None]:
    """Turns errors about agents into WrongUseError: there is no such agent, or a thinking one cannot play this game."""
    try:
        yield
    except AgentSpecError as wrong:
        raise WrongUseError(wrong.text, wrong.advice or None) from None
    except WorldsError as error:
        from gamedsl_interpreter.thinking.cfr import NoStrategyError  # imported here because few matches need it

        if isinstance(error, NoStrategyError):
            raise WrongUseError(f"`cfr` cannot play this game: {error}", "`mcts` plays games of any size") from None
        raise WrongUseError(
            f"players that think cannot play this game: {error}", "`--agents random` plays it"
        ) from None
