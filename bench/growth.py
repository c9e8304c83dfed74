"""How cost grows with a game: check, compile, module, playouts and views as one thing in it becomes 2, 4, 8 and 16 times as large.

The games are written here: a small game of cards with more kinds of cards, more copies, more players, more lines of rules or more rounds, and a game on
a row of places. Nothing else grows: matches on more places are not longer. Process time; medians of the runs. The last column is the exponent that fits
the cost of the three largest games (cost ~ size ** exponent); more than n log n is marked. `playout` is a whole match, `decision` what one decision of it
costs, `view` the first look of a seat at the end of a match, `views` a look of each seat at each stop, by look.

`docs/internals/measurements.md` tells what was found last, and why some exponents are larger.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from math import log
from statistics import median
from time import process_time

from attrs import frozen

from gamedsl import pipeline
from gamedsl.graph.model.types import SeatId
from gamedsl.source import Source
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.emit.build import build_module
from gamedsl_interpreter.wasm.emit.optimise import keep_functions
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.module import Program
from gamedsl_interpreter.wasm.state import WasmState

FACTORS = (1, 2, 4, 8, 16)
STEEP = 1.3
"""The exponent of n log n for the sizes compared here is below this."""


def main() -> None:
    """Prints a table for each thing that grows."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.1, help="of one run of playouts")
    parser.add_argument("--only", default="", help="things whose name contains this")
    given = parser.parse_args()
    for name, base, text in AXES:
        if given.only in name:
            _table(name, base, [_costs(text(base * factor), given.runs, given.seconds) for factor in FACTORS])


def _table(name: str, base: int, costs: list[dict[str, float]]) -> None:
    sizes = [base * factor for factor in FACTORS]
    print(f"\n| {name} | {' | '.join(map(str, sizes))} | exponent |")
    print(f"|---|{'---:|' * (len(sizes) + 1)}")
    for what in costs[0]:
        numbers = [cost[what] for cost in costs]
        steepness = exponent(sizes[-3:], numbers[-3:])
        mark = " **!**" if steepness > STEEP else ""
        print(f"| {what} | {' | '.join(f'{n:,.3g}' for n in numbers)} | {steepness:.2f}{mark} |", flush=True)


def exponent(sizes: list[int], costs: list[float]) -> float:
    """The slope of the line through the logarithms that fits best (least squares)."""
    xs, ys = [log(size) for size in sizes], [log(cost) for cost in costs]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


# ---------------------------------------------------------------- costs


def _costs(text: str, runs: int, seconds: float) -> dict[str, float]:
    source = Source("growth", text)
    parsed = pipeline.parse_files(source, lambda _: None)
    report = pipeline.check(parsed)
    if report.has_errors:
        raise SystemExit(f"{text}\n{report.diagnostics}")
    setup = pipeline.setups(parsed)[0]
    game = pipeline.compile(parsed, setup).game
    module = build_module(game, improve=keep_functions)
    engine = WasmEngine(game, module=module)
    count, decisions = _matches(engine, seconds)
    played = _timed(runs, lambda: playouts(engine, Policy.MOVES, 1, 0, count)) / count
    looks, seen = _views(engine)
    return {
        "check ms": 1000 * _timed(runs, lambda: pipeline.check(pipeline.parse_files(source, lambda _: None))),
        "compile ms": 1000 * _timed(runs, lambda: pipeline.compile(parsed, setup)),
        "emit ms": 1000 * _timed(runs, lambda: build_module(game, improve=keep_functions)),
        "assemble ms": 1000 * _timed(runs, lambda: Program(module.code)),
        "module kB": len(module.code) / 1024,
        "position bytes": game.layout.size,
        "playout µs": 1e6 * played,
        "decision µs": 1e6 * played * count / max(1, decisions),
        "view ms": 1000 * _first_view(engine, runs),
        "views ms": 1000 * seen / looks,
    }  # fmt: skip


def _timed(runs: int, deed: Callable[[], object]) -> float:
    def once() -> float:
        began = process_time()
        deed()
        return process_time() - began

    return median(once() for _ in range(runs))


def _matches(engine: WasmEngine, seconds: float) -> tuple[int, int]:
    """So many matches take about so long; how many decisions they have."""
    count = 4
    while True:
        began = process_time()
        summary = playouts(engine, Policy.MOVES, 1, 0, count)
        if process_time() - began > seconds / 2 or count > 1 << 16:
            return count, summary.decisions.total
        count *= 2


def _finished(engine: WasmEngine) -> WasmState:
    """The end of a match. Nobody has looked at it."""
    state = engine.initial(1)
    while not state.is_over:
        seat = engine.to_act(state)[0]
        state = engine.play(state, seat, engine.moves(state, seat)[0])
    return state


def _first_view(engine: WasmEngine, runs: int) -> float:
    """How long the first look at the end of a match takes. Each run has an engine of its own: an engine remembers what was looked at last."""
    state, spent = _finished(engine), list[float]()
    for _ in range(runs):
        other = engine.another()
        began = process_time()
        other.view(state, SeatId(0))
        spent.append(process_time() - began)
    return median(spent)


def _views(engine: WasmEngine) -> tuple[int, float]:
    """How many looks there are in a match, and how long all of them take."""
    state, looks, spent = engine.initial(1), 0, 0.0
    while not state.is_over:
        seat = engine.to_act(state)[0]
        began = process_time()
        engine.view(state, seat)
        spent += process_time() - began
        looks += 1
        state = engine.play(state, seat, engine.moves(state, seat)[0])
    return looks, spent


# ---------------------------------------------------------------- games


@frozen
class Cards:
    """The game of cards: how many kinds, copies of each, players, rounds, and rules that only count."""

    kinds: int = 8
    copies: int = 4
    players: int = 2
    rounds: int = 8
    rules: int = 1

    @property
    def text(self) -> str:
        """The rules."""
        return _CARDS.format(
            players=self.players,
            colours=", ".join(f"Colour{i}" for i in range(1, self.kinds + 1)),
            cards=self.kinds * self.copies,
            copies=self.copies,
            rounds=self.rounds,
            fields="\n".join(f"    count{i}: 0..9 = 0" for i in range(1, self.rules + 1)),
            calls="\n".join(f"    counting{i}" for i in range(1, self.rules + 1)),
            rules="\n".join(_RULE.format(i=i) for i in range(1, self.rules + 1)),
        )


_CARDS = """\
game growth:
    players {players}

type colour: {colours}

component {cards} card in deck:
    colour       count
    each colour  {copies}

shared:
    deck: pile of card, seen by nobody
    shown: pile of card
{fields}

each player:
    hand: bag of card, seen by owner
    points: 0..99999 = 0

setup:
    shuffle deck
    each player: draw up to 4 from deck to hand

rounds up to {rounds}:
    turns

phase turns, each player:
    if some(hand): play
    draw up to 1 from deck to hand
{calls}

rule play:
    choose card: one of hand
    points += 2 if some(shown) and last(shown).colour is card.colour else 1
    move card to shown

{rules}
ranking by highest points, ties shared
"""
_RULE = """\
rule counting{i}:
    count{i} = 0 if count{i} is 9 else count{i} + 1
    if count{i} is 5 and points < 1000: points += 1
"""
_PLACES = """\
game growth:
    players 2

row cell {places}

each cell:
    mark: player or none = none

each player:
    points: 0..99999 = 0

rounds up to 8:
    turns

phase turns, each player:
    choose spot: one of cell where mark is none
    points += 2 if some(neighbours(spot) where mark is me) else 1
    spot.mark = me

ranking by highest points, ties shared
"""


AXES: tuple[tuple[str, int, Callable[[int], str]], ...] = (
    ("kinds (of 512 cards)", 8, lambda n: Cards(kinds=n, copies=512 // n).text),
    ("cards (8 kinds)", 32, lambda n: Cards(copies=n // 8).text),
    ("cards (all different)", 16, lambda n: Cards(kinds=n, copies=1).text),
    ("places", 16, lambda n: _PLACES.format(places=n)),
    ("players", 1, lambda n: Cards(players=n, copies=64).text),
    ("rules", 8, lambda n: Cards(rules=n).text),
    ("rounds", 16, lambda n: Cards(rounds=n, copies=256).text),
)
"""What grows, its smallest size, and the rules of a size."""


if __name__ == "__main__":
    main()
