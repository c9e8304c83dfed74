"""Who plays the seats of a match, from the text of a command line or a plan. The one place of the workbench that knows agents by their names."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.agents import Agent, RandomMoves, RandomSteps

DEFAULT = "steps"
"""Who plays if nothing is said."""

_RANDOM: dict[str, Agent] = {"steps": RandomSteps(), "moves": RandomMoves()}

NAMES = tuple(_RANDOM)
"""The agents that there are."""


class LineupError(ArgumentError):
    """The text of a lineup names no agent that there is; `word` is what it names, `known` what there is."""

    def __init__(self, word: str) -> None:
        super().__init__(f"there is no agent `{word}`")
        self.word = word
        self.known = NAMES


def lineup(text: str, game: Game) -> list[Agent]:
    """The agents by seat. A single name is for all seats; several, with commas between them, are for the seats in order, and begin again after the last.
    Raises LineupError."""
    words = lineup_words(text)
    return [_RANDOM[words[seat % len(words)]] for seat in range(len(game.seats))]


def lineup_words(text: str) -> Sequence[str]:
    """The names in the text of a lineup. Raises LineupError for one that is none."""
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if word not in _RANDOM:
            raise LineupError(word)
    return words


def lineup_text(text: str) -> str:
    """How people read it: `random steps`."""
    return ", ".join(_RANDOM[word].name for word in lineup_words(text))
