"""Functions that the emitter writes for each Game. The library calls them; their text is not here, but in `emit.play`, `emit.decisions` and `emit.hosts`."""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from gamedsl_interpreter.wasm.runtime.language import State

# ---------------------------------------------------------------- play


def go(s: State, node: int, policy: int) -> int:
    """Plays on from a node to the next stop; with a policy to the end. Gives the node where play stands."""
    ...


def chance(s: State, node: int) -> int:
    """Does the event of a chance node, as CHANCE_MODE says."""
    ...


def load_locals(s: State, node: int) -> int:
    """Reads the locals that are live at a node out of the record."""
    ...


def save_locals(s: State, node: int) -> int:
    """Writes the locals that are live at a node into the record."""
    ...


def to_act(s: State) -> int:
    """The seats that have to choose, as bits."""
    ...


def outcome(s: State) -> int:
    """Writes the outcome of a match that has ended: OUTCOME, RANKED, REASON."""
    ...


def verified(s: State) -> int:
    """A fault if an invariant does not hold."""
    ...


# ---------------------------------------------------------------- decisions


def seat(s: State, node: int) -> int:
    """The seat that chooses at a decision."""
    ...


def search(s: State, node: int) -> int:
    """Goes through the moves of a decision that begin with PREFIX; each ends in `leaf`. STOP if a leaf has stopped it."""
    ...


def decide(s: State, node: int, policy: int) -> int:
    """The exit of a move that is made by a policy; -1 if somebody has to be asked."""
    ...


def count_moves(s: State, node: int) -> int:
    """The number of moves; -1 where they are not counted without going through them."""
    ...


def find_move(s: State, node: int, number: int) -> int:
    """The exit of a move by its number, where moves are counted."""
    ...


def exit_of(node: int, exit: int) -> int:
    """The node to which an exit leads."""
    ...


def pick(s: State, node: int, number: int) -> int:
    """Notes at OFFERED what a decision of one simple selection offers, and at LEAVES how much; binds the element with a number and gives the exit (-1: there
    are not so many)."""
    ...


def reply(s: State, node: int, seat: int) -> int:
    """The value with which a scripted seat answers the open step; -1 if chance has to say."""
    ...


def asked(s: State, node: int) -> int:
    """A simultaneous decision begins: who takes part has to choose."""
    ...


def commit(s: State, node: int, seat: int, exit: int) -> int:
    """A seat has chosen in a simultaneous decision."""
    ...


# ---------------------------------------------------------------- what hosts are told


def field_seen(s: State, instance: int) -> int:
    """The seats that see a field, as bits; -1 where that never changes."""
    ...


def zone_seen(s: State, zone: int) -> int:
    """The seats that see a zone, as bits; -1 where that never changes."""
    ...


def observe_parts(s: State, seat: int, at: int) -> int:
    """Writes what a seat sees of fields and zones as numbers of an observation."""
    ...


def tell_choice(s: State, node: int, seat: int, exit: int) -> int:
    """Tells what a seat has chosen."""
    ...


def rolled_again(s: State, field: int, node: int, seat: int) -> int:
    """A field instance keeps the result of a chance node, rolled by a seat."""
    ...
