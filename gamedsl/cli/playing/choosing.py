"""Reads a person's answer to a question as a choice: by a number, by its words, or in a notation such as `e2e4`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gamedsl.cli.choices.costs import COSTS_ALL
from gamedsl.cli.choices.directions import Directions
from gamedsl.cli.choices.extremes import Extremes
from gamedsl.cli.choices.move_words import MoveWords
from gamedsl.cli.choices.moves_by_words import options_with
from gamedsl.cli.choices.notation import Misread, Reader, Reading, is_number, tokens_of
from gamedsl.cli.choices.numbers import are_numbers
from gamedsl.cli.choices.refusing import Refusals, consenting
from gamedsl.cli.choices.ways import Row, Ways
from gamedsl.cli.playing.offers import Begun, Meant, Offer, Open
from gamedsl.cli.playing.prompt import is_sure, say
from gamedsl.cli.playing.replies import Replies
from gamedsl.graph.model.types import SeatId
from gamedsl.table.names import Names, key
from gamedsl.table.text import join_items
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Move, State
from gamedsl_interpreter.things import Thing

_EVERYTHING = frozenset({"all", "allin"})
"""The words of somebody who pays everything, whatever the action is called."""


@frozen
class Choices:
    """Reads the choices of one match."""

    engine: Engine[State]
    names: Names
    words: MoveWords
    ways: Ways
    refusals: Refusals
    replies: Replies
    extremes: Extremes
    directions: Directions
    is_final: Callable[[State, SeatId, Move], bool]
    """Whether a move cannot be taken back without a stronger word."""

    def read(self, asked: Open, line: str) -> int | Reading | Move | Row | Meant | Begun | None:
        """Reads an answer as a choice. Returns None if it is none, after explaining why."""
        offer = asked.offer
        if (
            key(line) in _EVERYTHING
            and line not in offer.texts
            and (all_ones := [at for at, one in enumerate(offer.answers) if COSTS_ALL in one.detail])
        ):
            told = f"{offer.texts[all_ones[0]]}: {offer.answers[all_ones[0]].detail}"
            return all_ones[0] if is_sure(f"That is {told}. Do you do it? (yes or no) ") else None
        if not line:
            return self._answer_nothing(offer)
        if twice := self._named_again(asked, line):
            say(f"{twice} is chosen already: name another one, or say `undo`.")
            return Begun(asked.named)
        alone, line = line, self._with_named(asked, line)
        fewest, most = (1, 1) if offer.several is None else (offer.several.fewest, offer.several.most)
        extreme = self.extremes.read(line, offer.things, fewest, most)
        if isinstance(extreme, str):
            say(extreme)
            return None
        if extreme is not None:
            line = _option_numbers(extreme, offer)
        read = self._read_words(asked, line)
        if isinstance(read, Misread) and not read.moves and (rest := self.words.without_verb(line, offer.question)):
            again = self._read_words(asked, rest)
            read = again if not isinstance(again, Misread) or again.moves else read
        is_by_number = extreme is not None or line != alone
        ranked = None if is_by_number else self.extremes.by_rank(line, offer.things)
        if ranked is not None and isinstance(read, Misread):
            read = ranked[0] if offer.several is None else self._read_words(asked, _option_numbers(ranked, offer))
        elif ranked is not None and offer.several is not None and not self._are_meant_by_number(offer, line):
            return None
        if isinstance(read, Misread) and (begun := self._begin_move(asked, line)) is not None:
            return begun
        if isinstance(read, Misread) and (things := self._find_first(asked, line)):
            if ranked is not None and not self._are_meant_by_number(offer, line):
                return None
            more = (0 if offer.several is None else offer.several.fewest) - len(things)
            told = join_items([self.names.thing(one, asked.seat) for one in things])
            say(f"{told}, and which {'other' if more == 1 else f'{more} others'}? `undo` begins anew.")
            return Begun(things)
        reply = self.replies.reply_to(asked, line, read) if isinstance(read, Misread) else read
        if isinstance(reply, str):
            say(reply)
            return None
        if isinstance(reply, Meant):
            say(f"`{line}` may mean several moves.")
            return reply
        return reply if self._is_meant(asked, line, reply) else None

    def _with_named(self, asked: Open, line: str) -> str:
        """Returns an answer together with the things that were named before it, as numbers of the list, if they make a set; else the answer alone."""
        of = asked.offer.several
        if of is None or not asked.named:
            return line
        things, unread = self._things(asked, line)
        if unread or not things or len(asked.named) + len(things) > of.most:
            return line
        return self._numbers_of(asked, (*asked.named, *things))

    def _named_again(self, asked: Open, line: str) -> str:
        """Returns the words of the only thing that an answer names, if that was named before and is there no more often; else nothing."""
        things, unread = self._things(asked, line)
        of = asked.offer.several
        is_again = (
            of is not None
            and not unread
            and len(things) == 1
            and dict(of.candidates)[things[0]] <= asked.named.count(things[0])
        )
        return self.names.thing(things[0], asked.seat) if is_again else ""

    def _find_first(self, asked: Open, line: str) -> tuple[Thing, ...]:
        """Returns the things that an answer names, if more must be chosen with them; else nothing."""
        of = asked.offer.several
        things, unread = self._things(asked, line)
        return tuple(things) if of is not None and not unread and 0 < len(things) < of.fewest else ()

    def _things(self, asked: Open, line: str) -> tuple[Sequence[Thing], str]:
        """Returns the things of an open set that an answer names, and the first word that names none."""
        of = asked.offer.several
        if of is None:
            return (), line
        reader = Reader(self.engine, self.names, asked.state, asked.seat)
        return reader.read_things(line, asked.values, asked.offer.steps[-1], of)

    @staticmethod
    def _numbers_of(asked: Open, things: Sequence[Thing]) -> str:
        """Returns the numbers in the list of some things that are offered."""
        offered = asked.offer.things
        return " ".join(str(1 + offered.index(one)) for one in things)

    def _begin_move(self, asked: Open, line: str) -> Reading | None:
        """Begins a move with the option that must come before the things that an answer names, and tells the person so; None if there is no such option."""
        offer = asked.offer
        if asked.values or not offer.values:
            return None
        at = self.refusals.find_first(asked.state, line, offer.texts)
        if at is None:
            return None
        say(f"`{line}` is chosen after: {offer.texts[at]}.")
        return Reading(offer.values[at], None, implied=1)

    def is_rank(self, asked: Open, line: str) -> bool:
        """Whether a letter is the rank of a card that is offered: `q` a queen."""
        return self.extremes.has_rank(line, asked.offer.things)

    @staticmethod
    def _are_meant_by_number(offer: Offer, line: str) -> bool:
        """Asks whether numbers are meant as numbers of the list, if they are also ranks of cards. Returns the answer."""
        told = join_items([offer.texts[int(one) - 1] for one in tokens_of(line)])
        return is_sure(f"By their numbers in the list `{line}` are {told}. Do you mean these? (yes or no)")

    def _answer_nothing(self, offer: Offer) -> int | None:
        """Handles Enter without an answer: takes the only option if there is just one, otherwise explains what to type."""
        if len(offer.texts) == 1 and offer.several is None:
            return 0
        what = "numbers of the list" if offer.several is not None else "a number" if are_numbers(offer.texts) else ""
        say(f"Type {what or 'a number of the list'}, or `?` for the rule and `help` for what else can be said.")
        return None

    def _read_words(self, asked: Open, line: str) -> int | Reading | Move | Row | Misread | str:
        """Reads a choice. If it cannot be read, returns the reason: a sentence, or the unreadable word."""
        state, seat, offer = asked.state, asked.seat, asked.offer
        numbered = offer.at_number(int(line)) if is_number(line) and offer.several is None else None
        if numbered is not None:
            return numbered
        way = self.ways.read(state, seat, line)
        if way is not None:
            return way
        reader = Reader(self.engine, self.names, state, seat)
        read = reader.read(line, asked.values, offer.several)
        if isinstance(read, Misread) and asked.values:
            # The whole move may be typed at any of its questions.
            whole = reader.read(line)
            read = whole if isinstance(whole, Reading) else read
        if isinstance(read, Misread) and (step := self.directions.read(state, seat, line)) is not None:
            return step
        if isinstance(read, Misread) and (beside := self.ways.beside(state, seat, line)) is not None:
            return beside
        if isinstance(read, Reading) and not read.is_vague:
            return read
        if isinstance(read, Misread) and (begun := self._common_beginning(asked, read.moves)) is not None:
            return begun
        if isinstance(read, Misread) and isinstance(found := self.engine.parse_move(state, seat, line), Move):
            return found
        return self._read_vague(asked, line, read)

    def _read_vague(self, asked: Open, line: str, read: Reading | Misread) -> int | Reading | Move | Misread | str:
        """Reads words that name an option of the list, or only a part of one, or of some other move."""
        offer = asked.offer
        is_open = isinstance(read, Misread) and bool(read.moves)
        named = [] if offer.several is not None or is_open else options_with(line, offer.texts)
        if len(named) != 1:
            named = [at for at, one in enumerate(offer.answers) if _leads_to(one.detail, line)] or named
        if len(named) == 1:
            return named[0]
        if not named and isinstance(read, Misread) and (answer := consenting(line, offer.texts)) is not None:
            return answer
        meant = self.refusals.find_meant(asked.state, asked.seat, line)
        if len(named) > 1 and (asked.values or len(meant) != 1):
            return _ambiguous(line, [(offer.numbers[at], offer.texts[at]) for at in named])
        if len(meant) > 1:
            return self._common_beginning(asked, meant) or Misread(line, tuple(meant))
        if isinstance(read, Reading):
            return read
        if not meant:
            return read
        return Reading((), meant[0], implied=1) if len(line.split()) == 1 else meant[0]

    def _common_beginning(self, asked: Open, moves: Sequence[Move]) -> Reading | None:
        """Returns the common beginning of the moves that an answer may mean, so that the next question is asked; None if it is no longer than the answers so
        far."""
        begun = self.refusals.moves.common_beginning(asked.state, asked.seat, moves) if moves else ()
        return Reading(begun, None, implied=1) if len(begun) > len(asked.values) else None

    def _is_meant(self, asked: Open, line: str, read: int | Reading | Move | Row) -> bool:
        """Asks whether an answer that omits a choice is meant, in the middle of another move or where it cannot be taken back. Returns whether it is."""
        if not isinstance(read, Reading) or read.move is None or not read.is_vague:
            return True
        is_final = self.is_final(asked.state, asked.seat, read.move)
        begun = self.refusals.moves.common_beginning(asked.state, asked.seat, [read.move])
        if not is_final and begun[: len(asked.values)] == tuple(asked.values):
            return True
        told = self.words.text_of(asked.state, asked.seat, read.move)
        return is_sure(f"`{line}` would be: {told}. Do you do that? (yes or no)")


def _leads_to(detail: str, line: str) -> bool:
    """Whether an option leads where an answer says: `to c1`, `c1`, or by its column alone `c`."""
    place = re.escape(re.sub(r"^([a-z]) (?=\d+$)", r"\1", line.lower().removeprefix("to ")))
    return re.fullmatch(rf"to {place}" if len(line) > 1 else rf"to {place}\d*", detail.lower()) is not None


def _ambiguous(line: str, named: Sequence[tuple[int, str]]) -> str:
    """Says which options of the list an answer may name: each has its number and its words."""
    told = [f"{number}, {words}" for number, words in named]
    if len(told) == 2:
        return f"`{line}` may be {join_items(told, 'or')}: say its number."
    return "\n".join([f"`{line}` may be one of these; say its number:", *(f"  {one}" for one in told)])


def _option_numbers(chosen: Sequence[int], offer: Offer) -> str:
    """Returns the numbers in the list of some options, which are given from 0."""
    return " ".join(str(offer.numbers[at]) for at in chosen)
