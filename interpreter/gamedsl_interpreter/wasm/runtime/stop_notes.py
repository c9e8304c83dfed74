"""Writes the note after a record. It tells which seats act and what is offered: see `emit.play.stop_notes`."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.continuing import play
from gamedsl_interpreter.wasm.runtime.deciding import renew_budget
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.written import go, load_locals, pick, to_act


def noted(s: State) -> int:
    """Writes the note after a record; gives the acting seats."""
    node = u16[s]
    at = s + STATE_SIZE
    seats = to_act(s)
    i32[at] = seats
    i32[at + 4] = -1
    for i in range(OFFER_BYTES >> 3):
        i64[at + 8 + i * 8] = wide(0)
    if seats != 0 and i32[IS_OFFER + node * 4] and not STOPS_EVERYWHERE:
        i32[at + 4] = node
        for i in range(OFFER_BYTES >> 3):
            i64[OFFERED + i * 8] = wide(0)
        pick(s, node, -1)
        for i in range(OFFER_BYTES >> 3):
            i64[at + 8 + i * 8] = i64[OFFERED + i * 8]
    return seats


def ply(s: State, seat: int, step: int) -> int:
    """Makes the move of this one step and writes the note; gives the acting seats, or -1 if there is no such move."""
    renew_budget()
    node = u16[s]
    if i32[IS_OFFER + node * 4]:
        load_locals(s, node)
        if pick(s, node, step) < 0:
            return -1
        go(s, i32[AFTER + node * 4], POLICY_ASKS)
        return noted(s)
    i32[PREFIX] = step
    i32[PREFIX_LENGTH] = 1
    return make(s, seat)


def make(s: State, seat: int) -> int:
    """Makes the move whose steps are PREFIX and writes the note; gives the acting seats, or -1 if there is no such move."""
    if play(s, seat) < 0:
        return -1
    return noted(s)
