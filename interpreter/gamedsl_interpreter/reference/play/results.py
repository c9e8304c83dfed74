"""The result at a position by the rules: the winners, the order of the seats, the reason, and how well seats stand before the end."""

from __future__ import annotations

from gamedsl.graph.analysis.decisive import decisive_places
from gamedsl.graph.model.game import Game, VerdictSpec
from gamedsl_interpreter.reference.formulas.compiler import Formulas
from gamedsl_interpreter.reference.values.slots import Contents, Frame


class Results:
    """The verdicts and the ranking of a Game."""

    def __init__(self, game: Game, make: Formulas) -> None:
        self._game = game
        self._make = make

    def reason(self, frame: Contents) -> int:
        """Returns the index, in the Game's reasons, of the reason for which the match ended."""
        field = self._game.builtins.reason
        number = None if field is None else frame[self._game.fields[field].base]
        return number if isinstance(number, int) else 0

    def decisive(self, frame: Contents) -> list[tuple[int, int]]:
        """Lists the places that have made the end come true, each once, as the number of its board and its own."""
        reason = self.reason(frame)
        ends = [end for end in decisive_places(self._game) if end.reason == reason]
        places = ((end.board, place) for end in ends for place in self._make.of(end.places)(list(frame)))
        return [*dict.fromkeys(places)]

    def verdict(self, frame: Contents) -> VerdictSpec | None:
        """Returns who has won according to the rules; None if the ranking says it."""
        verdicts = self._game.verdicts
        reason = self.reason(frame) if verdicts else 0
        return next((spec for spec in verdicts if reason in spec.reasons), None)

    def winners(self, frame: Contents) -> tuple[bool, ...] | None:
        """Returns for each seat whether it has won; None if the ranking says it."""
        spec = self.verdict(frame)
        if spec is None:
            return None
        seats = range(len(self._game.seats))
        return tuple(self._make.function(spec.wins, seat)(list(frame)) is True for seat in seats)

    def ranking(self, frame: Frame) -> tuple[tuple[int, ...], ...]:
        """Computes the final order of the ranked seats or teams."""
        groups: tuple[tuple[int, ...], ...] = self._make.of(self._game.ranking.order)(list(frame))
        return groups

    def standings(self, frame: Contents) -> tuple[int, ...]:
        """Computes how well each seat stands; empty if the rules have no formula for it."""
        judged = self._game.judged
        if judged is None:
            return ()
        return tuple(self._make.function(judged.function, seat)(list(frame)) for seat in range(len(self._game.seats)))

    def is_judged(self, frame: Contents) -> bool:
        """Whether a position fulfils the condition under which the rules judge a match before its end."""
        judged = self._game.judged
        return judged is not None and judged.when is not None and bool(self._make.of(judged.when)(list(frame)))

    def try_judging(self, frame: Contents) -> None:
        """Computes how well the seats stand, if a search may stop here, to find faults of the formula. Raises Fault."""
        judged = self._game.judged
        if judged is not None and (judged.when is None or self.is_judged(frame)):
            self.standings(frame)
