"""All that is asked of one rules file: it is formatted and read again as it was, checked, compiled, verified, and both executors play it alike."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from differential.lockstep import compared, improved, pair, same_playouts, walked
from gamedsl.graph.model.game import Game
from gamedsl.pipeline import check, compile, parse_files, setups
from gamedsl.source import Source
from gamedsl.syntax.format import format as formatted
from gamedsl.syntax.parse import parse
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from share import share
from tools.verifier.verify import verify


@define
class Trial:
    """What was compared: moves in lockstep, steps and outcomes of chance in lockstep, steps of playouts; and what the emitter refuses."""

    moves: int = 0
    steps: int = 0
    summed: int = 0
    unsupported: list[str] = field(factory=list[str])

    @property
    def compared(self) -> int:
        """Steps that both executors have made."""
        return self.moves + self.steps + self.summed


def refusals(text: str) -> list[str]:
    """The errors that checking finds."""
    report = check(parse_files(Source("generated", text), lambda _: None))
    return [f"{d.code} {d.message}" for d in report.diagnostics if d.code.startswith("E")] if report.has_errors else []


def games(text: str) -> Iterator[Game]:
    """The compiled game of each setup, each as a Game has to be."""
    parsed = parse_files(Source("generated", text), lambda _: None)
    for setup in setups(parsed):
        game = compile(parsed, setup).game
        assert verify(game) == []
        yield game


def same_when_formatted(text: str) -> None:
    """Formatting changes nothing but the form, and a second time nothing at all."""
    once = formatted(text)
    assert parse(Source("generated", once)).tree == parse(Source("generated", text)).tree
    assert formatted(once) == once


def tried(game: Game, trial: Trial, seeds: range = range(2), most: int = 30) -> None:
    """Both executors play matches of a game: whole moves, step by step, and inside the module, which is optimised for odd seeds; there by both policies, of
    which everyday runs take one, the other one for every other seed. AssertionError where they differ."""
    try:
        both = pair(game)
    except Unsupported as lacking:
        trial.unsupported.append(str(lacking))
        return
    better = improved(both) if any(seed % 2 for seed in seeds) else both  # optimising takes longer than all else
    for seed in seeds:
        tier = better if seed % 2 else both
        trial.moves += compared(tier, seed, most)
        trial.moves += sum(compared(tier, seed, most, start.name) for start in game.starts)
        trial.steps += walked(tier, seed, most)
        for policy in share(list(Policy), 2, seed // 2 % 2):
            trial.summed += same_playouts(tier, policy, seed, 0, 1)
