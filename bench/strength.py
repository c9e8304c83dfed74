"""How well players that think play, match by match into a file that a later run continues.

    PYTHONPATH=.:interpreter python bench/strength.py RESULTS [--duels connect_four hearts] [--matches 100] [--seconds 600]

Each duel has a player who thinks at one seat, another seat in each match, and others at all other seats; counted is the share of victories of the thinking
player. RESULTS gets a line of JSON for each match. `--seconds` stops before a match that would begin later. A table of all that RESULTS holds is printed at
the end, with 95 % intervals (Wilson; a shared victory counts its share).
"""

from __future__ import annotations

import json
import re
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import gamedsl
from bench import scripted
from gamedsl.values import frozen
from gamedsl_interpreter.engine import S
from gamedsl_interpreter.matches.simulate import wilson
from openspiel import searching

GAMES = Path(__file__).parents[1] / "games"


@frozen
class Duel:
    """`thinks` plays one seat of a game, `others` all others: agents by their words, `perfect`, one of `scripted.PLAYERS`, or `openspiel:SIMULATIONS`. `seat`:
    always this seat (None: each in turn), as in misère Nim, which the second player wins."""

    game: str
    thinks: str
    others: str
    matches: int
    players: int | None = None
    seat: int | None = None

    @property
    def name(self) -> str:
        return f"{self.game}: {self.thinks} against {self.others}"


_MORE = (
    "connect_four",
    "breakthrough",
    "kalah",
    "reversi",
    "nine_mens_morris",
    "pig",
    "cant_stop",
    "draughts",
    "backgammon",
    "lost_cities",
)
_BEGUN = (
    "quoridor",
    "connect_four",
    "breakthrough",
    "draughts",
    "minichess",
    "lost_cities",
    "cribbage",
    "love_letter",
    "hearts",
)
"""Games in which beginners of now play against those of before."""

DUELS = (
    Duel("connect_four", "mcts:1000", "random", 200),
    Duel("tic_tac_toe", "mcts:5000", "perfect", 200),
    Duel("tic_tac_toe", "mcts:1000", "perfect", 400),
    Duel("nim", "mcts:1000", "perfect", 200, seat=1),
    Duel("nim", "mcts:4000", "perfect", 200, seat=1),
    Duel("connect_four", "mcts:1000", "openspiel:1000", 400),
    Duel("breakthrough", "mcts:1000", "openspiel:1000", 400),
    Duel("gloriana", "mcts:1000", "random", 60, 4),
    Duel("glory_islands", "mcts:1000", "random", 60),
    Duel("hearts", "mcts:200", "greedy", 40),
    Duel("lost_cities", "mcts:200", "greedy", 100),
    Duel("hearts", "mcts:1000", "greedy", 40),
    Duel("lost_cities", "mcts:1000", "greedy", 100),
    Duel("gin_rummy", "mcts:1000", "greedy", 40),
    Duel("pig", "random", "optimal", 200),
    Duel("pig", "mcts:1000", "optimal", 400),
    Duel("pig", "mcts:4000", "optimal", 200),
    Duel("pig", "mcts:100", "optimal", 200),
    Duel("backgammon", "mcts:200", "pips", 200),
    Duel("chess", "mcts:1000", "material", 20),
    Duel("love_letter", "mcts:1000", "greedy", 200),
    Duel("love_letter", "mcts:1000", "random", 200),
    Duel("holdem", "mcts:1000", "greedy", 200),
    *(Duel(game, "mcts:400", "mcts:100", 100) for game in _MORE),
    *(Duel(game, "mcts:1600", "mcts:400", 100) for game in _MORE),
    *(Duel(game, "mcts:100", "greedy:2", 40) for game in _BEGUN),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays what is missing; gives the exit code."""
    parser = ArgumentParser(description="How well players that think play.")
    parser.add_argument("results", type=Path, help="a file, which is continued")
    parser.add_argument("--duels", nargs="+", help="only duels whose names contain one of these")
    parser.add_argument("--matches", type=int, help="matches of each duel at most (default: what stands beside each)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no match later than this")
    chosen = parser.parse_args(arguments)
    end = monotonic() + chosen.seconds
    known = _read(chosen.results)
    wanted = [duel for duel in DUELS if chosen.duels is None or any(word in duel.name for word in chosen.duels)]
    for duel in wanted:
        matches = duel.matches if chosen.matches is None else min(duel.matches, chosen.matches)
        missing = [index for index in range(matches) if index not in known[duel.name]]
        play = _player(duel) if missing and monotonic() < end else None
        for index in missing:
            if play is None or monotonic() >= end:
                break
            share = play(index)
            known[duel.name][index] = share
            _note(chosen.results, {"duel": duel.name, "index": index, "share": str(share)})
    sys.stdout.write(_table(known))
    return 0


def _read(results: Path) -> dict[str, dict[int, Fraction]]:
    """The shares of victories, by duel and match. A line that was cut off when a run was killed does not count."""
    known: dict[str, dict[int, Fraction]] = defaultdict(dict)
    for line in results.read_text(encoding="utf-8").splitlines(keepends=True) if results.exists() else ():
        if line.endswith("}\n"):
            entry = json.loads(line)
            known[entry["duel"]][entry["index"]] = Fraction(entry["share"])
    return known


def _note(results: Path, entry: dict[str, str | int]) -> None:
    """Adds a line, behind one that was cut off if need be."""
    is_whole = not results.exists() or results.read_bytes()[-1:] in (b"", b"\n")
    with results.open("a", encoding="utf-8") as file:
        file.write(("" if is_whole else "\n") + json.dumps(entry) + "\n")


def _table(known: Mapping[str, Mapping[int, Fraction]]) -> str:
    lines = ["| duel | matches | won | 95 % interval | lost |\n", "|---|---:|---:|---|---:|\n"]
    for name, shares in known.items():
        if not shares:
            continue
        won, lost = sum(shares.values(), Fraction(0)), sum(not share for share in shares.values())
        low, high = wilson(won, len(shares))
        lines.append(
            f"| {name} | {len(shares)} | {float(won) / len(shares):.1%} | {low:.1%} to {high:.1%} | {lost} |\n"
        )
    return "".join(lines)


# ---------------------------------------------------------------- matches


def _player(duel: Duel) -> Callable[[int], Fraction]:
    """What plays match i of a duel, and gives the share of the victory of the one who thinks."""
    game = gamedsl.load_rules(next(GAMES.rglob(f"{duel.game}.gdl"))).game(players=duel.players)
    engine, hero = gamedsl.engine_for(game), gamedsl.agent_from(duel.thinks)
    if duel.others.startswith("openspiel:"):
        spelled = {"connect_four": _column, "breakthrough": _march}[duel.game]
        other = _Spiel(searching.load(duel.game), int(duel.others.partition(":")[2]), spelled)
        return lambda index: _beside(engine, hero, other, index)
    others: gamedsl.Agent = _Perfect() if duel.others == "perfect" else _agent(duel.others)

    def play(index: int) -> Fraction:
        seat = index % game.humans if duel.seat is None else duel.seat
        agents = [hero if one == seat else others for one in range(game.humans)]
        outcome = gamedsl.play_match(engine, agents, 1, index).outcome
        return Fraction(0) if outcome is None else outcome.shares[seat]

    return play


def _agent(words: str) -> gamedsl.Agent:
    return scripted.PLAYERS[words]() if words in scripted.PLAYERS else gamedsl.agent_from(words)


class _Perfect:
    """Plays a small game for two, without chance, as well as can be."""

    name = "perfect"

    def __init__(self) -> None:
        self._worth: dict[bytes, Fraction] = {}

    def choose(self, engine: gamedsl.Engine[S], state: S, seat: int, dice: gamedsl.Dice) -> gamedsl.Move:
        """One of the best moves."""
        moves = engine.moves(state, seat)
        worth = [self._value(engine, engine.play(state, seat, move), seat) for move in moves]
        best = [move for move, value in zip(moves, worth, strict=True) if value == max(worth)]
        return best[dice.below(len(best))]

    def _value(self, engine: gamedsl.Engine[S], state: S, seat: int) -> Fraction:
        outcome = engine.outcome(state)
        if outcome is not None:
            return outcome.shares[seat]
        (acting,) = engine.to_act(state)
        if state.bytes not in self._worth:
            ahead = (engine.play(state, acting, move) for move in engine.moves(state, acting))
            self._worth[state.bytes] = max(self._value(engine, one, acting) for one in ahead)
        return self._worth[state.bytes] if acting == seat else 1 - self._worth[state.bytes]


# ---------------------------------------------------------------- OpenSpiel


@frozen
class _Spiel:
    """OpenSpiel's player, and how it spells moves."""

    game: searching.Game
    simulations: int
    spelled: Callable[[str, int], str]


def _column(text: str, seat: int) -> str:
    return f"{'xo'[seat]}{int(re.findall(r'[0-9]+', text)[0]) - 1}"


def _march(text: str, seat: int) -> str:
    row, column, to_row, to_column = map(int, re.findall(r"[0-9]+", text))
    return f"{'abcdefgh'[column - 1]}{row}{'abcdefgh'[to_column - 1]}{to_row}"


def _beside(engine: gamedsl.Engine, hero: gamedsl.Agent, other: _Spiel, index: int) -> Fraction:
    """A match on both boards side by side."""
    bot = searching.bot(other.game, other.simulations, index)
    theirs, state = other.game.new_initial_state(), engine.initial(1, index)
    own, dice = index % 2, gamedsl.Dice.seeded(1, index)
    while not state.is_over:
        (seat,) = engine.to_act(state)
        named = {theirs.action_to_string(seat, action).rstrip("*"): action for action in theirs.legal_actions()}
        if seat == own:
            move = hero.choose(engine, state, seat, dice)
            action = named[other.spelled(move.text, seat)]
        else:
            action = bot.step(theirs)
            move = next(one for one in engine.moves(state, seat) if named[other.spelled(one.text, seat)] == action)
        theirs.apply_action(action)
        state = engine.play(state, seat, move)
    outcome = engine.outcome(state)
    return Fraction(0) if outcome is None else outcome.shares[own]


if __name__ == "__main__":
    sys.exit(main())
