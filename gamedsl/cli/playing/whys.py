"""Explains why a move is possible or refused, in whatever form a person writes the move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gamedsl.cli.choices.between import Between
from gamedsl.cli.choices.move_words import MoveWords
from gamedsl.cli.choices.notation import Reader, Reading, tokens_of
from gamedsl.cli.choices.piece_letters import CASTLES
from gamedsl.cli.choices.refusing import Refusals
from gamedsl.cli.choices.told_moves import ToldMoves
from gamedsl.cli.choices.ways import Row, Ways
from gamedsl.cli.playing.closed import Closed
from gamedsl.cli.playing.explaining import Explainer
from gamedsl.cli.reading.rules import Rules
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.types import SeatId
from gamedsl.reports.places import position
from gamedsl.table.names import Names, key
from gamedsl.table.steps import kind_of, step_after
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Move, State
from gamedsl_interpreter.things import Piece

_MOST_SAID = 420
"""Rules with more characters than this are told only by the sentences that are about what is asked for."""
_FIRST = 2
"""So many sentences of a long rule are told of which none is about what is asked for."""
_SUBJECT = 4
"""The subject of a sentence is among this many words at its beginning."""
_THE_PIECE = re.compile(r"\bthe (\w+) from ")
"""The piece of which a sentence tells the way."""
_FOLLOWING = ("Neither ", "It ", "They ", "These ", "This ", "Both ", "Then ")
"""Beginnings of sentences that say more about the one before them."""


@frozen
class Whys:
    """Answers `why MOVE` in one match."""

    engine: Engine[State]
    names: Names
    words: MoveWords
    told: ToldMoves
    ways: Ways
    refusals: Refusals
    between: Between
    explainer: Explainer
    closed: Closed
    rules: Rules
    compiled: Compiled

    def answer(self, state: State, seat: SeatId, text: str) -> str:
        """Returns why a move is possible or refused."""
        if not text:
            return "Why what? Say `why MOVE`, or `why NUMBER` about one of the list."
        way = self.ways.read(state, seat, text)
        if isinstance(way, Row):
            return self.possible(state, seat, way.first)
        if isinstance(way, str):
            return self._join(way, self._rule(state, seat, text))
        read = Reader(self.engine, self.names, state, seat).read(text)
        if isinstance(read, Reading):
            return (
                self.why_possible(state, seat, read.values)
                if read.move is None
                else self.possible(state, seat, read.move)
            )
        meant = self.refusals.find_meant(state, seat, text)
        move = meant[0] if meant else self.engine.parse_move(state, seat, text)
        if isinstance(move, Move):
            return self.possible(state, seat, move)
        if "(" in text and 0 <= move.site < len(self.compiled.sites):
            # A person who writes moves as the rules do wants to see the line of the rules.
            why = f"\n  {move.reason}: {move.why}" if move.why and move.why not in move.text else ""
            place = position(self.compiled.sites[move.site].span, self.rules.files.sources)
            return f"{move.text}{why}\n  --> {place}"
        reason = move.why or self.refusals.reason(state, seat, text)
        if (not reason or "`" in reason) and (name := self.closed.find(state, seat, text)):
            return self._join(self.closed.why(name), self._about(self.explainer.sentences([name]), text))
        return self.explain_refusal(state, seat, text, reason)

    def explain_refusal(self, state: State, seat: SeatId, text: str, reason: str) -> str:
        """Explains why something is refused: the reason, the obstacle, and the rules about it."""
        standing = self.standing(state, seat, text)
        is_rule = bool(reason) and "`" not in reason
        if not is_rule and standing:
            reason = standing
        rule = "" if is_rule else self._rule(state, seat, text)
        reason = reason or f"`{text}` is not offered here."
        return self._join(reason.replace("; `?` tells the rule", "") if rule else reason, rule)

    def standing(self, state: State, seat: SeatId, text: str) -> str:
        """Describes the obstacle to a move from one square to another; empty in games with other moves."""
        if self.refusals.is_on_square(state, seat):
            return self.between.describe_square(text)
        called = self.refusals.in_letters(text)
        if not self.refusals.is_between_squares(state, seat):
            return ""
        return self.between.obstacle(called) or self.refusals.why_unreachable(state, seat, text)

    def possible(self, state: State, seat: SeatId, move: Move) -> str:
        """Says that a move is possible, with the rules about it and its effects."""
        names = [choice.name for choice in reversed(move.choices)]
        chosen = [thing for choice in move.choices for _, thing in choice.values]
        kinds = [kind for thing in chosen if (kind := kind_of(thing)) is not None]
        printed = next((text for kind in kinds if (text := self.names.sentence(kind))), "")
        told = self.words.text_of(state, seat, move)
        rule = self.explainer.sentences(names)
        way = self._way(state, seat, move, has_rule=bool(rule))
        # Keeps only the sentences about this piece, of the rules for all pieces.
        piece = _THE_PIECE.search(way)
        about = told if not way else piece[1] if piece else ""
        said = printed or self._join(way, about and self._about(rule, about))
        effects = self.told.effects(state, seat, move)
        said = self._join(said, effects and f"What follows: {effects}.")
        if self.engine.step(state, seat).kind == "only":
            return self._join(
                f"It is the only move that is possible here: {told}.", self._against(state, seat, move) or said
            )
        return self._join(f"It is possible: {told}.", said)

    def _way(self, state: State, seat: SeatId, move: Move, *, has_rule: bool) -> str:
        """Returns the sentence with which the log would report a move, if it explains letters and numbers in the move, or if the rules have no sentence
        about the move."""
        [sentence] = self.told.sentences(state, seat, [move])
        is_said = not sentence.startswith(f"{self.engine.game.seats[seat]}: ")
        is_way = self.refusals.is_between_squares(state, seat) or self.ways.way(state, seat, move) is not None
        return sentence if is_said and (is_way or not has_rule) else ""

    def _against(self, state: State, seat: SeatId, move: Move) -> str:
        """Returns why no other piece can be chosen from the place where a move takes one, in the words of the rules; empty if the rules say nothing about
        it."""
        things = [thing for choice in move.choices for _, thing in choice.values]
        piece = next((one for one in things if isinstance(one, Piece) and one.zone is not None), None)
        if piece is None or piece.zone is None:
            return ""
        lying = next((one for one in self.engine.view(state, seat).zones if one.name == piece.zone.name), None)
        others = [name for name, _ in (lying.contents or ()) if name != piece.kind.name] if lying is not None else []
        reasons = (self.refusals.reason(state, seat, self.names.clean(name)) for name in others)
        return next((one for one in reasons if one and "`" not in one), "")

    def why_possible(self, state: State, seat: SeatId, values: Sequence[int]) -> str:
        """Says that these answers are possible: as a move, or as the beginning of one, with an example of a move that begins with them."""
        made = step_after(self.engine, state, seat, values)
        if isinstance(made, Move):
            return self.possible(state, seat, made)
        rest = iter(values)
        move = self.engine.walk(state, seat, lambda step: next(rest, step.options[0].value))
        said = self._about(self.explainer.sentences([choice.name for choice in reversed(move.choices)]), "")
        return self._join(f"It is possible, for example: {self.words.text_of(state, seat, move)}.", said)

    def one_of_several(self, state: State, seat: SeatId, words: str) -> str:
        """Returns the sentence that something can be among the things that are chosen together."""
        return self._join(f"{words} may be one of those that you choose.", self._rule(state, seat, words))

    # ------------------------------------------------------------ sentences

    def _rule(self, state: State, seat: SeatId, text: str) -> str:
        """Returns the rules about the thing that a text names, at the decision of a seat."""
        step = step_after(self.engine, state, seat, ())
        names = [choice.name for choice in step.choices] if isinstance(step, Move) else [step.decision]
        if not isinstance(step, Move) and step.kind == "menu":
            tokens = set(tokens_of(text))
            called = [(option.text, set(tokens_of(self.names.action(option.text)))) for option in step.options]
            names = [name for name, words in called if tokens & words] + names
        return self._about(self.explainer.sentences(names), text)

    def _about(self, said: str, text: str) -> str:
        """Returns the sentences about the words of a text, or about the piece with which the named move begins; all sentences if they are few."""
        if len(said) <= _MOST_SAID // 2:
            return said
        place = self.between.source(self.refusals.in_letters(text))
        lying = "" if place is None else self.between.lying(place)
        castles = ["castle"] if text.upper() in CASTLES else []
        words = [
            key(one) for one in (*castles, *([] if castles else lying.split(" of ")[0].split(" ")), *text.split(" "))
        ]
        wanted = [one for one in words if len(one) > 2]
        sentences = re.split(r"(?<=[.!?]) ", said)
        found = list(_about(sentences, wanted))
        return " ".join(found) if found else said if len(said) <= _MOST_SAID else " ".join(sentences[:_FIRST])

    @staticmethod
    def _join(*parts: str) -> str:
        return " ".join(filter(None, parts))


def _about(sentences: Sequence[str], wanted: Sequence[str]) -> Iterator[str]:
    """Yields the sentences that begin with a wanted word, each with the next sentence if that continues it; if none does, the sentences that contain such a
    word."""
    for most in (_SUBJECT, None):
        found: list[str] = []
        was_found = False
        for sentence in sentences:
            words = [key(one) for one in sentence.split(" ")[:most]]
            is_named = any(word.startswith(one) for word in words for one in wanted)
            was_found = is_named or (was_found and sentence.startswith(_FOLLOWING))
            found += [sentence] * was_found
        if found:
            yield from found
            return
