"""Reads the results of campaigns for commands."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.cli.printing.text import plural
from gamedsl.graph.compiled import Setup
from gamedsl.reports.setups import setup_text
from gamedsl.workbench.campaigns.groups import Group, groups
from gamedsl.workbench.campaigns.part_files import check_parquet
from gamedsl.workbench.campaigns.results import ResultsError, read_results


def is_results(path: str) -> bool:
    """Whether this is a folder: results of a campaign, or nothing that a command reads."""
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def groups_in(path: str, least: int) -> list[Group]:
    """Returns the groups in the results of a campaign. Raises WrongUseError if there are fewer than `least`, MissingExtraError."""
    check_parquet()
    try:
        with read_results(path) as index:
            found = groups(index)
    except ResultsError as error:
        raise WrongUseError(f"{path}: {error}", error.advice) from None
    except sqlite3.Error as error:
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
    return (
        f"{setup_text(Setup(one.players, one.options))}, {one.agents}: {plural(len(one.matches), 'match', 'matches')}"
    )
