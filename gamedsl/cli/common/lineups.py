"""Who plays, as the command line names them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.graph.model.game import Game
from gamedsl.workbench.lineups import lineup_with
from gamedsl_interpreter.thinking.specs import AgentSpecError
from gamedsl_interpreter.worlds.lost import WorldsError


def chosen_lineup(agents: str, seats: Sequence[str], policy: str, game: Game) -> str:
    """The text of the lineup that `--agents`, `--seat` and `--policy` name; the last says how agents that are only called `random` choose.
    Raises WrongUseError."""
    try:
        text = lineup_with(agents, seats, game)
    except AgentSpecError as wrong:
        raise WrongUseError(wrong.text, wrong.advice or None) from None
    if policy == "moves":
        text = ",".join("random:moves" if word == "random" else word for word in text.split(","))
    return text


@contextmanager
def without_worlds() -> Generator[None]:
    """Says so where somebody thinks who cannot: WorldsError becomes WrongUseError."""
    try:
        yield
    except WorldsError as error:
        raise WrongUseError(
            f"players that think cannot play this game: {error}", "`--agents random` plays it"
        ) from None
