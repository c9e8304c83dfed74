"""Short moves such as `e2e4`, for games whose rules give players' names to the places of a board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.graph.model.game import Game
from gamedsl_interpreter.engine import Engine, Move, Refusal, S
from gamedsl_interpreter.open_steps import step_after
from gamedsl_interpreter.things import Piece, Place, Thing, Word, Zone

_PLACE = re.compile(r"[a-z]\d+|\d+[a-z]")
_SHORT = re.compile(rf"(?:{_PLACE.pattern})(?:[-x ]?(?:{_PLACE.pattern}))*(?:[= ]?([a-z]\w*))?")
_MOST_TRIED = 500
"""The most steps that are asked while a short move is read."""


class ShortMoves:
    """The short moves of one game. They name the places that a move chooses, in the order of its selections, and then one word: `e7e8 queen`."""

    def __init__(self, game: Game) -> None:
        self._names = {
            board.name: named
            for board, shape in zip(game.boards, game.about.shapes, strict=True)
            if (named := shape.place_names)
        }

    def text(self, engine: Engine[S], state: S, seat: int, move: Move) -> str:
        """Returns the shortest text that `move` reads as this move; its whole text if the rules name no places, or if it chooses something else. Raises
        IllegalMove."""
        parts = self._parts(move)
        if parts is None or not parts[0]:
            return move.text
        places, words = "".join(parts[0]), [word.lower() for word in parts[1]]
        for text in (places, *(f"{places} {word}" for word in words)):
            if self.move(engine, state, seat, text) == move:
                return text
        return move.text

    def move(self, engine: Engine[S], state: S, seat: int, text: str) -> Move | Refusal | None:
        """Returns the move that a short text names, or why there is none; None if the text does not have the form of a short move. Raises IllegalMove."""
        places, word = self._read(text)
        if not places:
            return None
        found: dict[tuple[int, ...], Move] = {}
        for tried, move in enumerate(self._moves(engine, state, seat, places)):
            if move is not None and self._fits(move, places, word):
                found[move.steps] = move
            if tried >= _MOST_TRIED:
                break
        if len(found) == 1:
            return next(iter(found.values()))
        if found:
            told = ", ".join(f"`{move.text}`" for move in found.values())
            return Refusal("unknown", text, None, f"`{text}` may be each of {told}", -1)
        return Refusal("not_offered", text, None, f"`{text}` is no move here", -1)

    def _read(self, text: str) -> tuple[tuple[str, ...], str]:
        """Returns the places and the word of a short text; no places if the text is not a short move."""
        plain = text.strip().lower()
        known = {name for names in self._names.values() for name in names}
        matched = _SHORT.fullmatch(plain) if known else None
        if matched is None:
            return (), ""
        word = matched[1] or ""
        places = tuple(_PLACE.findall(plain[: len(plain) - len(word)]))
        return (places if known.issuperset(places) else ()), word

    def _moves(self, engine: Engine[S], state: S, seat: int, places: Sequence[str]) -> Iterator[Move | None]:
        """Yields the moves that choose only these places, and None for each step that is answered on the way."""
        open_answers: list[tuple[int, ...]] = [()]
        while open_answers:
            answers = open_answers.pop()
            step = step_after(engine, state, seat, answers)
            if isinstance(step, Move):
                yield step
                continue
            yield None
            values = [option.value for option in step.options if self._may_be(option.thing, places)]
            open_answers += [(*answers, value) for value in reversed(values)]

    def _may_be(self, thing: Thing, places: Sequence[str]) -> bool:
        name = self._place(thing)
        return name is None or name in places

    def _fits(self, move: Move, places: Sequence[str], word: str) -> bool:
        named = self._parts(move)
        if named is None or named[0] != tuple(places):
            return False
        return not word or any(one.lower().startswith(word) for one in named[1])

    def _parts(self, move: Move) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Returns the names of the chosen places and the other chosen words; None if something was chosen that has neither a place nor a word."""
        places: list[str] = []
        words: list[str] = []
        for thing in (thing for choice in move.choices for _, thing in choice.values):
            name = self._place(thing)
            if name is not None:
                places.append(name)
            elif isinstance(thing, Word):
                words.append(thing.name)
            else:
                return None
        return tuple(places), tuple(words)

    def _place(self, thing: Thing) -> str | None:
        """Returns the players' name for a place, or for the place of a piece; None for anything else."""
        match thing:
            case Place():
                names = self._names.get(thing.board)
                return None if names is None else names[thing.number]
            case Piece(_, Zone(_, (Place() as place,))):
                return self._place(place)
            case _:
                return None
