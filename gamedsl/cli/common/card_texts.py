"""Texts of cards: the sentences of kinds with rules of their own, for people at the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.diagnostics.suggest import closest
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import Move, StepOption
from gamedsl_interpreter.things import Counted, Kind, Piece, Thing


class CardTexts:
    """The sentences of the kinds of a game, by the names of the kinds. Each is told once in a match, and again when it is asked for."""

    def __init__(self, game: Game) -> None:
        self._texts = {one.name: one.text for one in game.about.sentences if one.of == "kind"}
        self._told: set[str] = set()

    def of_moves(self, moves: Sequence[Move]) -> list[tuple[str, ...]]:
        """Returns for each move the lines with the texts of the cards that it names and that were not told before."""
        return self._lines([[thing for one in move.choices for _, thing in one.values] for move in moves])

    def of_options(self, options: Sequence[StepOption]) -> list[tuple[str, ...]]:
        """Returns the same for the options of a step."""
        return self._lines([[option.thing] for option in options])

    def of_topic(self, topic: Thing) -> tuple[str, ...]:
        """Returns the lines for the card that a question is about."""
        return self._lines([[topic]])[0]

    def answer(self, name: str) -> str:
        """Answers what the card of this name says."""
        if name in self._texts:
            return self._texts[name]
        near = closest(name, self._texts)
        if near is not None:
            return f"no card is called `{name}`: do you mean `{near}`?"
        return f"no card called `{name}` has a text"

    def _lines(self, groups: Sequence[Sequence[Thing]]) -> list[tuple[str, ...]]:
        lines: list[tuple[str, ...]] = []
        for things in groups:
            new = dict.fromkeys(name for thing in things for name in _kinds(thing) if name in self._texts)
            lines.append(tuple(f"{name}: {self._texts[name]}" for name in new if name not in self._told))
            self._told.update(new)
        return lines


def _kinds(thing: Thing) -> Iterator[str]:
    """Yields the names of the kinds in a thing."""
    match thing:
        case Kind():
            yield thing.name
        case Piece():
            yield thing.kind.name
        case Counted():
            for one, _ in thing.entries:
                yield from _kinds(one)
        case _:
            pass
