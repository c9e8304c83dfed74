"""A match so far, as a value: its moves and all its positions."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.values import evolve, frozen
from gamedsl_interpreter.engine import Fault, Move, Refusal, State
from gamedsl_interpreter.hosting.seat_data import SeatData
from gamedsl_interpreter.matches.match import Played


@frozen
class Course:
    """A match of one game. `states` are the first decision's position and the one after each of the `moves`."""

    data: SeatData
    seed: int
    states: tuple[State, ...]
    moves: tuple[Played, ...]

    @property
    def state(self) -> State:
        """The current position."""
        return self.states[-1]

    def after(self, seat: int, move: Move) -> Course:
        """Returns the match with one more move. Raises IllegalMove, Fault."""
        state = self.data.engine.play(self.state, seat, move)
        return evolve(self, states=(*self.states, state), moves=(*self.moves, Played(seat, move.text)))

    def before(self) -> Course:
        """Returns the match without its last move."""
        return evolve(self, states=self.states[:-1], moves=self.moves[:-1]) if self.moves else self


@frozen
class Followed:
    """A match replayed under other rules. `rest` are the moves that are no longer possible, from the first such move on; `why` is the reason."""

    course: Course
    rest: tuple[Played, ...]
    why: str


def begin_course(data: SeatData, seed: int) -> Course:
    """Begins a match. Raises Fault."""
    return Course(data, seed, (data.engine.initial(seed),), ())


def follow_moves(data: SeatData, seed: int, moves: Sequence[Played]) -> Followed:
    """Plays moves, given their texts, until one is not possible. Raises Fault if the match cannot even begin."""
    course = begin_course(data, seed)
    for number, played in enumerate(moves):
        why = ""
        if not 0 <= played.seat < len(data.engine.game.seats) or course.state.is_over:
            why = "Nobody asks for it there."
        else:
            try:
                move = data.engine.parse_move(course.state, played.seat, played.text)
                if isinstance(move, Refusal):
                    why = move.text
                else:
                    course = course.after(played.seat, move)
            except Fault as fault:
                why = str(fault)
        if why:
            return Followed(course, tuple(moves[number:]), why)
    return Followed(course, (), "")
