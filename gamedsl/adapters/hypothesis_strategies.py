"""Positions and matches of a game as strategies of Hypothesis, for tests of rules, bots and programs that draw games.

    from hypothesis import given
    from gamedsl.adapters.hypothesis_strategies import positions

    @given(positions(gamedsl.load_rules("games/nim.gdl")))
    def test_somebody_can_move(position: Position) -> None: ...

Failing examples shrink to few moves, the first options of each choice, the fewest players and the first values of options. They are shown with their moves,
and with an expression to paste that plays them again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from json import dumps, loads
from random import Random
from typing import Any

from hypothesis import strategies as st

import gamedsl

MOST_MOVES = 40
"""The most moves before a position, unless a strategy sets another number."""
_GOING_ON = 20
"""One in this many positions ends a match early."""
_SEEDS = st.integers(0, 2**32 - 1)


@dataclass(frozen=True)
class Position:
    """A state with the engine of its game, and the moves that led to it: seats by number, and texts."""

    engine: gamedsl.Engine
    state: gamedsl.State
    seed: int
    played: tuple[gamedsl.Played, ...]

    @property
    def game(self) -> gamedsl.Game:
        """The game."""
        return self.engine.game

    def __repr__(self) -> str:
        match = gamedsl.Match(self.engine, self.seed)
        for one in self.played:
            match.move(one.seat, one.text)
        return f"Position({self.state!r}, {_describe(match)})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Shows the same text in Hypothesis, which otherwise prints the fields of data classes."""
        printer.text(repr(self))


class DrawnMatch(gamedsl.Match):
    """A match of `matches`, which shows its moves."""

    def __repr__(self) -> str:
        return f"Match({_describe(self)})"


def positions(
    rules: gamedsl.Rules, players: int | None = None, *, most_moves: int = MOST_MOVES, **options: str
) -> st.SearchStrategy[Position]:
    """Generates positions of all setups (or those with this number of players and these options), at most `most_moves` moves after the beginning; ends of
    matches are among them. Rules that break a promise on the way raise Fault, with the moves as a note. Raises SetupError, RulesError."""
    drawn = _matches(rules, players, options, most_moves)

    # Hypothesis shows values of `map` and `builds` by their calls, but shows values drawn here by their own text.
    @st.composite
    def position(draw: st.DrawFn) -> Position:
        return _position(draw(drawn))

    return position()


def matches(
    rules: gamedsl.Rules, players: int | None = None, *, most_moves: int = MOST_MOVES, **options: str
) -> st.SearchStrategy[gamedsl.Match]:
    """Generates matches up to their end. The first `most_moves` moves are drawn and shrink; random players play the rest of longer matches. Raises as
    `positions`."""
    drawn = _matches(rules, players, options, most_moves)

    @st.composite
    def match(draw: st.DrawFn) -> gamedsl.Match:
        return _finish(draw(drawn), draw(_SEEDS))

    return match()


def _matches(
    rules: gamedsl.Rules, players: int | None, options: dict[str, str], most_moves: int
) -> st.SearchStrategy[gamedsl.Match]:
    if not isinstance(rules, gamedsl.Rules):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise gamedsl.ArgumentError(f"`rules` are those of `load_rules`, not {rules!r}")
    if type(most_moves) is not int or most_moves < 0:
        raise gamedsl.ArgumentError(f"`most_moves` is a number from 0, not {most_moves!r}")
    rules.game(players, **options)  # raises the fitting error
    setups = [
        setup
        for setup in rules.setups()
        if players in (None, setup.players) and options.items() <= dict(setup.options).items()
    ]

    @cache
    def engine(setup: gamedsl.Setup) -> gamedsl.Engine:
        return gamedsl.engine_for(rules.game(setup.players, **dict(setup.options)))

    @st.composite
    def draw_match(draw: st.DrawFn) -> gamedsl.Match:
        match = DrawnMatch(engine(draw(st.sampled_from(setups))), draw(_SEEDS))
        _play(match, draw, most_moves)
        return match

    return draw_match()


def _play(match: gamedsl.Match, draw: st.DrawFn, most_moves: int) -> None:
    """Plays moves step by step, so that no choice is too large. A drawn number decides before each move whether to continue."""
    while not match.is_over and len(match.played) < most_moves and draw(st.integers(0, _GOING_ON)):
        acting = match.to_act
        seat = acting[0] if len(acting) == 1 else draw(st.sampled_from(acting))
        _go(match, seat, lambda options: draw(st.integers(0, options - 1)))


def _go(match: gamedsl.Match, seat: int, pick: Callable[[int], int]) -> None:
    """Makes one move of a seat; `pick` is called with the number of options. Raises Fault, with the moves as a note."""
    try:
        while True:
            options = match.step(seat).options
            if match.take_step(seat, options[pick(len(options))].value) is not None:
                return
    except gamedsl.Fault as fault:
        fault.add_note(f"after {_position(match)!r}")
        raise


def _finish(match: gamedsl.Match, seed: int) -> gamedsl.Match:
    random = Random(seed)
    while not match.is_over:
        _go(match, match.to_act[0], random.randrange)
    return match


def _position(match: gamedsl.Match) -> Position:
    return Position(match.engine, match.state, match.seed, match.played)


def _describe(match: gamedsl.Match) -> str:
    """Describes a match by its moves, and by an expression that plays it again."""
    game = match.game
    moves = "".join(f"\n    {game.seats[one.seat]} plays {one.text}" for one in match.played)
    replay = dumps(loads(match.to_json()), ensure_ascii=False)
    return f"{_setup(game)}, seed {match.seed}{moves}\n    again: gamedsl.Match.from_json({replay!r}, rules)"


def _setup(game: gamedsl.Game) -> str:
    players = f"{game.humans} player{'' if game.humans == 1 else 's'}"
    return ", ".join((players, *(f"{name} = {value}" for name, value in game.options)))
