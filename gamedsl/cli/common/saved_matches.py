"""Saved matches as the beginning of others: the position after some moves of a replay."""

from __future__ import annotations

from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.cli.common.files import read_text
from gamedsl.cli.common.rules import Rules, chosen_setup, compiled
from gamedsl.cli.common.text import plural
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.replay import DivergedError, Replay, ReplayError, from_json, verify_replay


def read_replay(file: str) -> Replay:
    """The replay in a file. Raises WrongUseError."""
    try:
        return from_json(read_text(file))
    except ReplayError as error:
        raise WrongUseError(f"`{file}`: {error}") from error


@frozen
class SavedMatch:
    """The beginning of a match that was saved in a file."""

    file: str
    record: Replay

    @property
    def text(self) -> str:
        """`5 moves of match.json`."""
        return f"{plural(len(self.record.moves), 'move')} of {self.file}"

    def game(self, rules: Rules) -> tuple[Setup, Compiled]:
        """The game as it was set up for the match. Raises WrongUseError, FindingsError."""
        options = [f"{name}={value}" for name, value in self.record.options.items()]
        setup = chosen_setup(rules, self.record.players, options)
        return setup, compiled(rules, setup, self.record.seats[: self.record.players])

    def state(self, engine: Engine[State]) -> State:
        """The position. Raises Fault, and WrongUseError if the rules do not lead there."""
        try:
            return verify_replay(engine, self.record)
        except DivergedError as error:
            raise WrongUseError(f"the match in `{self.file}` cannot be played by these rules: {error}") from error


def saved_match(file: str, after: int | None) -> SavedMatch:
    """The match in a file, after so many of its moves (None: all). Raises WrongUseError."""
    record = read_replay(file)
    if after is None:
        return SavedMatch(file, record)
    if after > len(record.moves):
        raise WrongUseError(f"the match in `{file}` has {plural(len(record.moves), 'move')}, not {after}")
    return SavedMatch(file, evolve(record, moves=record.moves[:after], outcome=None))
