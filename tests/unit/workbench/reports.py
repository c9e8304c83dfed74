"""The evidence of reports on games of tests, and its sections."""

from __future__ import annotations

import gamedsl
from gamedsl.workbench.playing.jobs import Job
from gamedsl.workbench.reporting.make import Evidence, evidence
from gamedsl.workbench.reporting.model import Section
from gamedsl.workbench.reporting.skill import Thinking
from gamedsl_interpreter.matches.fastest import fastest


def found(game: str, players: int | None = None, matches: int = 60, thinking: int = 0) -> Evidence:
    """The evidence of random matches of a game that is shipped."""
    return _evidence(gamedsl.load_rules(game).game(players=players), matches, "random", thinking)


def found_in(text: str, matches: int, agents: str = "random") -> Evidence:
    """The evidence of matches of these rules."""
    return _evidence(gamedsl.parse_rules(text).game(), matches, agents, 0)


def _evidence(game: gamedsl.Game, matches: int, agents: str, thinking: int) -> Evidence:
    return evidence(Job(fastest(game), agents, 1), matches, Thinking(thinking, 60), 1)


def section(evidence: Evidence, name: str) -> Section:
    """The section with this id."""
    return next(one for one in evidence.sections if one.id == name)
