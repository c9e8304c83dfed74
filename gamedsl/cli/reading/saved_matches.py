"""Continues saved matches: finds the position after some moves of a replay."""

from __future__ import annotations

import os
from pathlib import Path

import click

from gamedsl.additions import Additions, from_lines
from gamedsl.bases import SUFFIX
from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.cli.printing.text import plural
from gamedsl.cli.reading.files import additions_asked_for, read_text
from gamedsl.cli.reading.on_top import MARK
from gamedsl.cli.reading.rules import Rules, choose_setup, compile_game, read
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.serial import digest
from gamedsl.reports.titles import game_text
from gamedsl.table.text import faint
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.matches.replay import DivergedError, Replay, ReplayError, from_json, verify_replay


def read_replay(file: str) -> Replay:
    """Reads the replay in a file. Raises WrongUseError."""
    try:
        return from_json(read_text(file))
    except ReplayError as error:
        raise WrongUseError(
            f"`{file}`: {error}", "a replay is what `gamedsl play` writes at the end of a match, and with `save`"
        ) from error


def additions_of(record: Replay, file: str) -> Additions:
    """Returns the additions with which a match was played. Raises WrongUseError."""
    additions = from_lines(record.added, MARK)
    if additions is None:
        raise WrongUseError(f"`{file}` was written by a newer gamedsl: it does not say `variant` or `set` in `added`")
    return additions


def is_saved_match(file: str) -> bool:
    """Whether a file is a saved match and not rules: by its name, or because rules never begin like it."""
    try:
        with Path(file).open("rb") as read:
            return file.endswith(".json") or read.read(1) in (b"{", b"[")
    except (OSError, ValueError):
        return file.endswith(".json")


def rules_of(record: Replay, file: str, advice: str) -> str:
    """Finds the rules file that a replay names: as written, beside the replay, or by the game's name. Raises WrongUseError with the advice."""
    folder = Path(file).parent
    own = f"{record.game}{SUFFIX}"
    names = (record.rules, own, f"games/{own}", f"games/classics/{own}", f"games/modern/{own}")
    places = [place for name in names for place in (Path(name), folder / name, folder / Path(name).name)]
    found = next(filter(os.path.isfile, places), None)  # `Path.is_file` fails for very long names
    if found is None:
        raise WrongUseError(f"the rules `{record.rules}` are not found", advice)
    return str(found)


def other_rules(record: Replay, game: Compiled) -> str | None:
    """Says in one sentence that a match was played by other rules than these; None if the rules are equal."""
    then, now = game_text(record.game, record.variants), game_text(game.game.name, game.game.variants)
    if digest(game.game) == record.digest and then == now:
        return None
    return (
        "the rules have changed since this was written"
        if then == now
        else f"this is a match of {then}, and these are the rules of {now}"
    )


@frozen
class SavedMatch:
    """The first moves of a match that was saved in a file."""

    file: str
    record: Replay

    @property
    def text(self) -> str:
        """A short description: `5 moves of match.json`."""
        return f"{plural(len(self.record.moves), 'move')} of {self.file}"

    def read(self, path: str) -> Rules:
        """Reads the rules in a file, with the match's additions unless the command line names others. Raises WrongUseError, FindingsError."""
        return read(path, additions_asked_for() or additions_of(self.record, self.file))

    def game(self, rules: Rules) -> tuple[Setup, Compiled]:
        """Returns the setup and game of the match; prints a note if the rules differ. Raises WrongUseError, FindingsError."""
        options = [f"{name}={value}" for name, value in self.record.options.items()]
        setup = choose_setup(rules, self.record.players, options)
        game = compile_game(rules, setup, self.record.seats[: self.record.players])
        note = other_rules(self.record, game)
        if note is not None:
            click.echo(faint(f"note: {note}"), err=True)
        return setup, game

    def state(self, engine: Engine[State]) -> State:
        """Returns the position after the moves. Raises Fault, and WrongUseError if these rules do not allow the moves."""
        try:
            return verify_replay(engine, self.record)
        except DivergedError as error:
            raise WrongUseError(f"the match in `{self.file}` cannot be played by these rules: {error}") from error


def read_saved_match(file: str, after: int | None) -> SavedMatch:
    """Reads the match in a file up to this number of moves (None: all). Raises WrongUseError."""
    record = read_replay(file)
    if after is None:
        return SavedMatch(file, record)
    if after > len(record.moves):
        raise WrongUseError(f"the match in `{file}` has {plural(len(record.moves), 'move')}, not {after}")
    return SavedMatch(file, evolve(record, moves=record.moves[:after], outcome=None))
