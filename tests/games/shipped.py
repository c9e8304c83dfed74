"""The games of the repository, read and compiled once in a run of the tests."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import made_once
from gamedsl import pipeline
from gamedsl.bases import Bases
from gamedsl.cache.rules import KnownRules
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.pipeline import Parsed
from gamedsl.source import Source
from gamedsl_interpreter.reference import Checking, ReferenceEngine

_FOLDER = Path(__file__).parents[2] / "games"

_PATHS = {path.stem: path for path in sorted(_FOLDER.rglob("*.gdl"))}

VARIANTS = tuple(name for name, path in _PATHS.items() if path.parent.name == "variants")
"""Names of the shipped variants."""

GAMES = tuple(name for name in _PATHS if name not in VARIANTS)
"""Names of the shipped games."""

SLOW = frozenset(
    {
        "backgammon",
        "chess",
        "gin_rummy",
        "go",
        "gomoku",
        "hex",
        "lines_of_action",
        "minichess",
        "polyomino_duel",
        "quoridor",
        "reversi",
    }
)
"""Games whose matches take seconds."""

LARGE = {"go": {"size": frozenset({"13", "19"})}}
"""Values of options with which a match takes minutes, by the same rules as with others; tests of the game itself look at them."""

OPEN = frozenset(
    {
        "amazons", "backgammon", "beetle_nest", "breakthrough", "brimming_bowls", "cant_stop", "chess", "connect_four", "draughts", "dry_thatch",
        "ember_watch", "fewest_discs", "five_in_a_frame", "go", "gomoku", "hamlet", "hex", "kalah", "lines_of_action", "ludo", "minichess",
        "misere_tic_tac_toe", "nim", "nine_mens_morris", "oware", "pig", "polyomino_duel",
        "quoridor", "reversi", "six_seeds", "stone_roads", "three_mens_morris", "three_winters", "tic_tac_toe", "two_dice_pig",
        "ultimate_tic_tac_toe", "wolf_moor",
    }
)  # fmt: skip
"""Games and variants in which everybody sees everything. (`test_secrets` checks that these are all.)"""

HIDING = tuple(name for name in (*GAMES, *VARIANTS) if name not in OPEN)
"""Games and variants in which something is hidden from somebody."""

QUICK = tuple(name for name in GAMES if name not in SLOW)
"""The games for tests that go through many matches."""


def find(name: str) -> Source | None:
    """The rules of a shipped game or variant."""
    return Source(name, _PATHS[name].read_text(encoding="utf-8")) if name in _PATHS else None


@cache
def parsed(name: str) -> Parsed:
    """A shipped game or variant, read."""
    source = find(name)
    assert source is not None, f"no game is called {name}"
    return pipeline.parse_files(source, find)


@cache
def setups(name: str) -> tuple[Setup, ...]:
    """All its setups but the large ones: player counts ascending, the first combination of options first."""
    large = LARGE.get(name, {})
    return tuple(s for s in every_setup(name) if not any(value in large.get(option, ()) for option, value in s.options))


@cache
def every_setup(name: str) -> tuple[Setup, ...]:
    """All its setups."""
    rows = json.loads(made_once.kept(f"setups {name}", lambda: json.dumps(_rows(name)).encode()))
    return tuple(Setup(players, tuple((option, value) for option, value in options)) for players, options in rows)


def _rows(name: str) -> list[tuple[int, list[tuple[str, str]]]]:
    return [(setup.players, list(setup.options)) for setup in pipeline.setups(parsed(name))]


def first_setups(name: str) -> tuple[Setup, ...]:
    """One setup for each player count: the one with the first combination of options."""
    return tuple({setup.players: setup for setup in reversed(setups(name))}[n] for n in player_counts(name))


def player_counts(name: str) -> tuple[int, ...]:
    """How many can play it."""
    return tuple(sorted({setup.players for setup in setups(name)}))


@cache
def game(name: str, setup: Setup) -> Game:
    """The game of one setup."""
    return _rules(name).compile(setup).game


@cache
def _rules(name: str) -> KnownRules:
    """A shipped game or variant as `gamedsl.load_rules` reads it: a game that one of the two has compiled, the other finds in the cache of the run."""
    place = _PATHS[name]
    bases = Bases(place.parent, (), lambda path: Path(path).read_text("utf-8"), str)
    return KnownRules(Source(str(place), place.read_text("utf-8")), bases.find, made_once.store(), near=bases)


@cache
def engine(name: str, setup: Setup) -> ReferenceEngine:
    """The reference executor of one setup; it tests invariants and conservation at every stop."""
    return ReferenceEngine(game(name, setup), Checking.ON)


def label(name: str, setup: Setup) -> str:
    """`glory_islands-3-storm=yes-shipwrecks=no`."""
    return "-".join((name, str(setup.players), *(f"{option}={value}" for option, value in setup.options)))
