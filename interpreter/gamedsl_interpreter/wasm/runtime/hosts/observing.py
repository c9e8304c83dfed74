"""Observations of the seat to act in each match of a batch: the numbers of `observations.ObservationSpace`."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.continuing import waiting
from gamedsl_interpreter.wasm.runtime.deciding import renew_budget
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.written import begin_together, load_locals, observe_parts


def observed(n: int) -> int:
    """Writes the observation of the seat to act in each of n matches; zeros where nobody acts."""
    for i in range(n):
        at = i32[BATCH_OBSERVATIONS] + i * OBSERVATION_BYTES
        fill(at, OBSERVATION_BYTES)
        seat = i32[i32[BATCH_SEATS] + i * 4]
        if seat >= 0:
            i32[BATCH_AT] = i
            observe(i32[BATCH_RECORDS] + i * BATCH_STRIDE, seat, at)
    return 0


def observed_ends(n: int) -> int:
    """Writes the observation of the last acting seat at the end of each of n matches that the last step has ended."""
    for i in range(n):
        if i32[i32[BATCH_DONE] + i * 4]:
            at = i32[BATCH_END_OBSERVATIONS] + i * OBSERVATION_BYTES
            fill(at, OBSERVATION_BYTES)
            i32[BATCH_AT] = i
            observe(i32[BATCH_ENDS] + i * BATCH_STRIDE, i32[i32[BATCH_ACTED] + i * 4], at)
    return 0


def observe(s: State, seat: int, at: int) -> int:
    """Writes the observation of a seat that is to act, or that has acted last in a match that is over."""
    renew_budget()
    node = u16[s]
    i32[at + SEAT_SHOWN + seat * 4] = 1
    i32[at + i32[PHASE_SHOWN + node * 4]] = 1
    acting = 0 if i32[IS_END + node * 4] else 1 << seat
    if i32[WAITING_AT + node * 4]:
        acting = taking_part(s, node)
    for other in range(SEATS):
        i32[at + ACTING_SHOWN + other * 4] = bit(acting, other)
    return observe_parts(s, seat, at)


def taking_part(s: State, node: int) -> int:
    """Finds the seats that take part in a simultaneous decision, whether they have chosen or not: the question is repeated in a copy."""
    copy(ASKED_ANEW, s, STATE_SIZE)
    for other in range(SEATS):
        u8[ASKED_ANEW + i32[WAITING_AT + node * 4] + other] = 0
    load_locals(ASKED_ANEW, node)
    begin_together(ASKED_ANEW, node)
    return waiting(ASKED_ANEW, node)
