"""Lists the ways to set a game up, and the names of its seats."""

from __future__ import annotations

from itertools import product

from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.compiled import Setup
from gamedsl.pipeline.reading import Parsed
from gamedsl.semantics.model.merged import Merged, literal_text
from gamedsl.semantics.problems.data import Amount, BadData, DataFlaw, TooMany
from gamedsl.semantics.problems.terms import about
from gamedsl.variants.frame import Frame
from gamedsl.variants.merge import merge
from gamedsl.variants.prepared_examples import resolve_starts
from gamedsl.variants.prepared_examples import start_people as _start_people

MOST_PLAYERS = 16
"""The most players of one game."""


MOST_SETUPS = 1000
"""The most setups (numbers of players and values of options): each is checked separately."""


def setups(parsed: Parsed) -> tuple[Setup, ...]:
    """Returns all legal setups: numbers of people ascending, then options in written order, default values first."""
    frame = parsed.chain.frame
    if frame is None or wrong_players(frame) is not None or too_many_setups(frame) is not None:
        return ()
    game = frame.game
    values = [[(o.name.text, literal_text(v)) for v in o.values] for o in frame.options]
    return tuple(Setup(n, tuple(chosen)) for n in range(game.fewest, game.most + 1) for chosen in product(*values))


def wrong_players(frame: Frame) -> Problem | None:
    """Returns the problem with the number of players, or None."""
    game = frame.game
    if not 1 <= game.fewest <= game.most:
        return BadData(frame.players, about(DataFlaw.NOBODY_PLAYS, game.fewest, game.most))
    if game.most > MOST_PLAYERS:
        return TooMany(frame.players, about(Amount.PLAYERS, game.name.text), game.most, MOST_PLAYERS)
    return None


def too_many_setups(frame: Frame) -> Problem | None:
    """Returns a problem if there are too many setups, at the option that exceeds the limit."""
    options = frame.options
    found = frame.game.most - frame.game.fewest + 1
    for number, option in enumerate(options, start=1):
        found *= len(option.values)
        if found > MOST_SETUPS:
            kept = ", ".join(f"`{o.name.text}`" for o in options[:number])
            what = about(Amount.SETUPS, kept) if number < 5 else about(Amount.SETUPS_OF_MANY, number)
            return TooMany(option.name.span, what, found, MOST_SETUPS)
    return None


def default_setup(parsed: Parsed) -> Setup | None:
    """Returns the setup with the fewest people and every option's first value."""
    every = setups(parsed)
    return every[0] if every else None


def start_names(parsed: Parsed, setup: Setup) -> tuple[str, ...]:
    """Returns the named starts of a setup."""
    merged, _ = merge(parsed.chain, setup)
    return () if merged is None else tuple(s.name.text for s in resolve_starts(merged, seat_names(merged, None)))


def start_people(parsed: Parsed, setup: Setup, start: str) -> tuple[str, ...] | None:
    """Returns the names that a start gives to the people of a setup; None if it names nobody."""
    merged, _ = merge(parsed.chain, setup)
    return None if merged is None else _start_people(merged, start)


def seat_names(merged: Merged, people: tuple[str, ...] | None) -> tuple[str, ...]:
    """Returns the names of all seats: people P1, P2, … if they have no names, then the scripted seats."""
    names = people if people is not None else tuple(f"P{i}" for i in range(1, merged.setup.players + 1))
    return (*names, *(s.name for s in merged.seats))
