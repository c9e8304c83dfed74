"""How answers of people are read in many games: moves in their words, with words left out, doubled, misspelt, with numbers; what fits, and why others do not.

A row has the name of a game, a digest, and how many answers were read.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from random import Random
from typing import cast

from gamedsl.cli.choices.extremes import Extremes
from gamedsl.cli.choices.moves_by_words import MovesByWords
from gamedsl.cli.choices.notation import Reader, Reading
from gamedsl.cli.choices.piece_letters import PieceLetters
from gamedsl.cli.choices.questions import Questions
from gamedsl.cli.choices.refusing import Refusals
from gamedsl.cli.choices.told_moves import ToldMoves
from gamedsl.table.logs.telling import Teller
from gamedsl.table.names import Names
from gamedsl.table.steps import SEVERAL, several
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.reference import ReferenceEngine
from games import shipped
from golden.conftest import CompareRows
from property.walks import match

_MANY = ("amazons", "gloriana", "hedge_country", "lines_of_action", "minichess", "polyomino_duel", "shire_quilt")
"""Games with so many moves that each answer is looked for in all of them for long."""
_NAMES = [name for name in shipped.GAMES[::2] if name not in _MANY]
_ALWAYS = ("connect_four", "cribbage", "gin_rummy", "go_fish", "kalah", "three_mens_morris")
_STOPS = 2
_ANSWERS = 12
"""Answers that are read at each stop."""


def test_answers(golden_rows: CompareRows) -> None:
    golden_rows("answers.txt", [partial(_row, name) for name in _NAMES], 4, [_NAMES.index(name) for name in _ALWAYS])


def _row(name: str) -> str:
    game = shipped.game(name, shipped.setups(name)[0])
    engine = ReferenceEngine(game)
    told = list(_read(cast("Engine[State]", engine), Random(name)))
    return f"{name} {sha256(repr(told).encode()).hexdigest()[:8]}: {len(told)} answers"


def _read(engine: Engine[State], dice: Random) -> Iterator[tuple[object, ...]]:
    names = Names(engine.game, {})
    teller = Teller(names)
    questions = Questions(names, teller, 90, lambda _: "")
    told = ToldMoves(engine, teller)
    by_words = MovesByWords(engine, names, teller, told)
    refusals = Refusals(engine, names, teller, questions, PieceLetters(names, lambda _: frozenset("K")), by_words)
    for state, turn in match(engine, 5, most=_STOPS):
        if turn is None:
            return
        seat = turn.seat
        step = engine.step(state, seat)
        options = [answer.words for answer in questions.options(step, seat)]
        known = [*options, *questions.path_words(by_words.paths(state, seat), seat)] or [turn.move.text]
        things = [option.thing for option in step.options]
        numbered = several(engine, state, seat, (), step) if step.kind in SEVERAL else None
        for _ in range(_ANSWERS):
            text = _said(dice.choice(known), dice.choice(known), dice)
            found = Reader(engine, names, state, seat).read(text, (), numbered)
            values = found.values if isinstance(found, Reading) else (found.word, len(found.moves))
            yield (
                text,
                values,
                [move.text for move in by_words.with_words(state, seat, text)],
                by_words.nearest(state, seat, text),
                refusals.reason(state, seat, text),
                refusals.in_part(state, seat, text, options),
                refusals.find_first(state, text, options),
                Extremes(names).read(dice.choice(("all", "the highest", "my 2 lowest", text)), things, 1, 2),
            )


def _said(text: str, other: str, dice: Random) -> str:
    """Returns a text as a person may say it."""
    words, more = text.split() or ["pass"], other.split() or ["pass"]
    at = dice.randrange(len(words))
    match dice.randrange(9):
        case 0:
            return text
        case 1:
            return " ".join(words[:at] + words[at + 1 :])
        case 2:
            return " ".join((*words[:at], words[at][:-1], *words[at + 1 :]))
        case 3:
            return f"{text} {other}"
        case 4:
            return f"{dice.randint(1, 3)} {text}".upper()
        case 5:
            return f"I take {dice.randint(1, 3)}x {words[at]} please"
        case 6:
            return " ".join(sorted(words))
        case 7:
            return f"{words[at]} and {more[-1]}"
        case _:
            return f"{words[0]} {dice.randint(1, 12)} {more[-1]}"
