"""Lists the dice that a game needs; they are not printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.statements import Roll
from gamedsl.reports.titles import plain


def dice_of(games: Iterable[Game]) -> tuple[str, ...]:
    """Describes the dice by their ranges: “2 dice (die, other)”, “1 die from 1 to 20 (value)”, “1 die”."""
    found: dict[tuple[int, int], dict[str, int]] = {}
    for game in games:
        for name, low, high, number in _rolls(game):
            names = found.setdefault((low, high), {})
            names[name] = max(number, names.get(name, 0))
    return tuple(_describe(low, high, names) for (low, high), names in found.items())


def _rolls(game: Game) -> Iterator[tuple[str, int, int, int]]:
    """Yields, for each roll of numbers, its name, the lowest and highest number, and the number of dice."""
    for node in game.nodes:
        event = node.event if isinstance(node, ChanceNode) else None
        of = event.source.type if isinstance(event, Roll) else None
        inner = of.of if isinstance(of, types.ListOf | types.SetOf) else None
        if isinstance(event, Roll) and isinstance(inner, types.Int):
            number = event.number.value if isinstance(event.number, expressions.Const) else 1
            yield plain(event.name), inner.low, inner.high, number if isinstance(number, int) else 1


def _describe(low: int, high: int, names: dict[str, int]) -> str:
    number = sum(names.values())
    sides = "" if (low, high) == (1, 6) else f" from {low} to {high}"
    called = "" if set(names) <= {"die", "dice"} else f" ({', '.join(names)})"
    return f"{number} {'die' if number == 1 else 'dice'}{sides}{called}"
