"""Explains why an answer to a question is no choice, and what can be answered instead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.cli.choices.move_words import MoveWords
from gamedsl.cli.choices.notation import Misread, Reader, is_number
from gamedsl.cli.choices.numbers import are_numbers
from gamedsl.cli.choices.refusing import FITS_NOTHING, Refusals
from gamedsl.cli.playing.offers import FEW, Meant, Open
from gamedsl.cli.playing.whys import Whys
from gamedsl.cli.printing.option_lists import Answer
from gamedsl.table.names import Names
from gamedsl.table.text import join_items
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Move, State

_TO_SQUARE = re.compile(r"(?:to )?(?P<column>[a-z]) ?(?P<row>\d+)")
"""Where an option leads."""


@frozen
class Replies:
    """The replies to answers that are no choices, in one match."""

    engine: Engine[State]
    names: Names
    words: MoveWords
    refusals: Refusals
    whys: Whys

    def reply_to(self, asked: Open, line: str, read: Misread) -> str | Meant:
        """Returns why an answer is no choice, or the moves that it may mean."""
        state, seat, offer = asked.state, asked.seat, asked.offer
        if read.moves:
            return self._several(asked, line, read.moves)
        if is_number(line) and offer.several is None:
            rule = self.refusals.rule_against(state, seat, line) if are_numbers(offer.texts) else ""
            return " ".join(filter(None, (rule, self.refusals.of_number(line, offer.texts))))
        if (
            offer.several is None
            and len(numbers := line.replace(",", " ").split()) > 1
            and all(map(is_number, numbers))
        ):
            return f"One is chosen here, not {len(numbers)}: {self.refusals.how_to_answer(state, seat, offer.answers)}."
        refusal = self.engine.parse_move(state, seat, line)
        if "(" in line and "=" in line and not isinstance(refusal, Move):
            return refusal.text
        if offer.several is not None:
            reader = Reader(self.engine, self.names, state, seat)
            chosen, unread = reader.read_things(line, asked.values, offer.steps[-1], offer.several)
            return self.refusals.of_several(line, unread, chosen, offer.several, seat)
        if below := beside(line, offer.answers):
            return below
        reason = self.refusals.reason(state, seat, line)
        standing = self.whys.standing(state, seat, line)
        if standing and (not reason or "`" in reason):
            return standing
        if reason:
            return reason
        if not asked.values and (name := self.whys.closed.find(state, seat, line)):
            return self.whys.closed.why(name)
        if len(offer.answers) == 1:
            return f"There is only one thing to do here, {offer.texts[0]}: Enter does it."
        part = "" if asked.values else self.refusals.in_part(state, seat, line, offer.texts)
        if (not part or part.endswith(FITS_NOTHING)) and (near := self.refusals.moves.nearest(state, seat, line)):
            return near
        if part:
            return part
        if several := self.refusals.moves.with_words(state, seat, line):
            return self._several(asked, line, several)
        return self.refusals.of_word(state, seat, read.word, offer.answers, offer.words, has_begun=bool(asked.values))

    def _several(self, asked: Open, line: str, moves: Sequence[Move]) -> str | Meant:
        """Returns the moves that an answer may mean, or a text with some of them if they are too many for a list."""
        found = self.refusals.moves.paths_of(asked.state, asked.seat, moves)
        if 1 < len(found) <= FEW and len(found) == len(moves):
            return Meant(found)
        return f"`{line}` may mean several moves: {self.words.several(asked.state, asked.seat, moves)}."


def beside(line: str, answers: Sequence[Answer]) -> str:
    """Names the possible square in the column that an answer names, if every option leads to a square and none to the named one; otherwise empty."""
    square = _TO_SQUARE.fullmatch(line.lower())
    goals = [found for one in answers if (found := _TO_SQUARE.fullmatch(one.detail))]
    if square is None or len(goals) < len(answers):
        return ""
    near = next((one for one in goals if one["column"] == square["column"]), None)
    instead = join_items([f"`{one['column']}{one['row']}`" for one in ([near] if near else goals)], "or")
    return f"Nothing gets to {square['column']}{square['row']} now: say {instead}."
