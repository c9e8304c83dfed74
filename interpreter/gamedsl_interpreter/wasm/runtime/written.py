"""Functions that the emitter writes for each Game. The library calls them; their code is made in `emit.play`, `emit.decisions` and `emit.hosts`."""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from gamedsl_interpreter.wasm.runtime.language import State

# ---------------------------------------------------------------- play


def go(s: State, node: int, policy: int) -> int:
    """Plays on from a node to the next stop; with a policy to the end. Gives the node at which play stops."""
    ...


def chance(s: State, node: int) -> int:
    """Performs the event of a chance node, as CHANCE_MODE says."""
    ...


def load_locals(s: State, node: int) -> int:
    """Reads the locals that are live at a node from the record."""
    ...


def save_locals(s: State, node: int) -> int:
    """Writes the locals that are live at a node into the record."""
    ...


def to_act(s: State) -> int:
    """Gives the seats that have to choose, as bits."""
    ...


def outcome(s: State) -> int:
    """Writes the outcome of a match that has ended: OUTCOME, RANKED, REASON."""
    ...


def stands(s: State, player: int) -> int:
    """Gives how well a seat stands by the formula of the rules; 0 if the rules have none."""
    ...


def is_judged(s: State) -> int:
    """Whether a position is one that the rules judge before the end."""
    ...


def verify(s: State) -> int:
    """Raises a fault if an invariant does not hold."""
    ...


def measure(s: State) -> int:
    """Writes the distances of a position to the breaks of all promises to PROBE_MEASURES."""
    ...


# ---------------------------------------------------------------- decisions


def seat(s: State, node: int) -> int:
    """Gives the seat that chooses at a decision."""
    ...


def search(s: State, node: int) -> int:
    """Searches the moves of a decision that begin with PREFIX; each ends in `leaf`. Gives STOP if a leaf has stopped the search."""
    ...


def decide(s: State, node: int, policy: int) -> int:
    """Gives the exit of the move that a policy chooses; -1 if a player has to be asked."""
    ...


def count_moves(s: State, node: int) -> int:
    """Gives the number of moves; -1 if they cannot be counted without iterating over them."""
    ...


def find_move(s: State, node: int, number: int) -> int:
    """Gives the exit of a move by its number. Only for decisions that count their moves."""
    ...


def count_candidates(s: State, node: int) -> int:
    """Gives the number of candidates of a decision; -1 if they cannot be counted without iterating over them."""
    ...


def find_candidate(s: State, node: int, number: int) -> int:
    """Gives the exit of a candidate by its number. Only for decisions that count their candidates."""
    ...


def is_refused(s: State, node: int, exit: int) -> int:
    """Tries the move whose values are in the locals; 1 if it is refused."""
    ...


def exit_of(node: int, exit: int) -> int:
    """Gives the node to which an exit leads."""
    ...


def pick(s: State, node: int, number: int) -> int:
    """Writes the offer of a decision of one simple selection to OFFERED, and its size to LEAVES; then binds the element with a number and gives the
    exit (-1 if there are fewer elements)."""
    ...


def reply(s: State, node: int, seat: int) -> int:
    """Gives the value with which a scripted seat answers the open step; -1 if chance has to choose."""
    ...


def begin_together(s: State, node: int) -> int:
    """Begins a simultaneous decision: the seats that take part have to choose."""
    ...


def commit(s: State, node: int, seat: int, exit: int) -> int:
    """Stores a seat's choice in a simultaneous decision."""
    ...


# ---------------------------------------------------------------- data for hosts


def field_audience(s: State, instance: int) -> int:
    """Gives the seats that see a field, as bits; -1 if they never change."""
    ...


def zone_audience(s: State, zone: int) -> int:
    """Gives the seats that see a zone, as bits; -1 if they never change."""
    ...


def observe_parts(s: State, seat: int, at: int) -> int:
    """Writes the fields and zones that a seat sees as numbers of an observation."""
    ...


def tell_choice(s: State, node: int, seat: int, exit: int) -> int:
    """Logs a seat's choice."""
    ...


def roll_again(s: State, field: int, node: int, seat: int) -> int:
    """Rolls a chance node again for a seat, and stores the result in the given instance of a field."""
    ...
