"""Reads the results of campaigns for commands."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.graph.compiled import Setup
from gamedsl.reports.setups import setup_text
from gamedsl.workbench.campaigns.groups import Group, groups
from gamedsl.workbench.campaigns.results import Results, ResultsError

_HEAD = b"SQLite format 3\0"


def is_results(path: str) -> bool:
    """Whether a file is a SQLite file."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(_HEAD)) == _HEAD
    except (OSError, ValueError):
        return False


def groups_in(path: str, least: int) -> list[Group]:
    """Returns the groups in a file of results. Raises WrongUseError if there are fewer than `least`."""
    try:
        connection = sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True, timeout=60)
        try:
            found = groups(connection, Results(connection).totals())
        finally:
            connection.close()
    except (ResultsError, sqlite3.Error) as error:
        raise WrongUseError(f"{path}: {error}", "`gamedsl campaign` writes results") from None
    if len(found) < least:
        message = "nothing was played yet" if not found else "there is one game only, with nothing to compare it with"
        raise WrongUseError(f"{path}: {message}", "`gamedsl campaign` plays what is missing")
    return found


def group_names(every: Sequence[Group]) -> list[str]:
    """Names the groups so that each name is unique: the game, followed by the setup and the agents if these differ between groups."""
    setups = [setup_text(Setup(one.players, one.options)) for one in every]
    parts = [
        [
            text
            for texts, text in ((setups, setup), ([other.agents for other in every], one.agents))
            if len(set(texts)) > 1
        ]
        for one, setup in zip(every, setups, strict=True)
    ]
    return [f"{one.game} ({', '.join(part)})" if part else one.game for one, part in zip(every, parts, strict=True)]


def group_text(one: Group) -> str:
    """Describes a group in one line: `3 players, random: 600 matches`."""
    return f"{setup_text(Setup(one.players, one.options))}, {one.agents}: {len(one.matches):,} matches"
