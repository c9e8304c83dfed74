"""Continues from a position that a host gives: with another chance stream to the next stop, or with a random policy to the end.

The position is a stop of a match. Seats may have taken some steps of an open decision: TAKEN is the address of words that hold, for each of them, the
seat, the number of its steps and the steps, and then -1.
"""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.continuing import answer_on, is_scripted, load_node, stop, waiting
from gamedsl_interpreter.wasm.runtime.deciding import *
from gamedsl_interpreter.wasm.runtime.faults import fault
from gamedsl_interpreter.wasm.runtime.hosts.tallies import count_match, reset_players
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.random import below, seeded
from gamedsl_interpreter.wasm.runtime.written import commit, decide, exit_of, go, seat, verify


def resume(s: State, is_seeded: int) -> int:
    """Continues with the chance stream of SEED and INDEX, or with none, up to the next stop."""
    restart(s, is_seeded)
    return continue_play(s, POLICY_ASKS)


def playouts_from(s: State, count: int, policy: int) -> int:
    """Plays `count` matches on from the record at ORIGIN to their end, as `playouts` does from the beginning."""
    for _ in range(count):
        reset_players()
        copy(s, i32[ORIGIN], STATE_SIZE)
        restart(s, 1)
        continue_play(s, policy)
        count_match(s)
    return count


def restart(s: State, is_seeded: int) -> int:
    """Gives the record another stream."""
    i32[s + HAS_STREAM] = is_seeded
    fill(s + STREAM, 16)
    if is_seeded:
        seeded(s + STREAM, 0, SEED, INDEX)
    return 0


def continue_play(s: State, policy: int) -> int:
    """Continues play: with POLICY_ASKS to a stop, else to the end."""
    node = load_node(s)
    i32[PENDING] = -1
    if i32[IS_END + node * 4]:
        return stop(s, node)
    if i32[WAITING_AT + node * 4]:
        return continue_together(s, node, policy)
    if not i32[IS_DECISION + node * 4]:
        return go(s, node, policy)
    chooser = seat(s, node)
    n = copy_taken(chooser)
    if is_scripted(chooser):
        exit = answer_on(s, node, chooser)
        if exit < 0:
            return stop(s, node)
    else:
        if policy == POLICY_ASKS:
            return stop(s, node)
        if n == 0:
            return go(s, node, policy)
        exit = complete_move(s, node, policy)
    return go(s, exit_of(node, exit), policy)


def continue_together(s: State, node: int, policy: int) -> int:
    """Continues at a simultaneous decision: scripted seats first, then with a policy all others."""
    for scripted in range(HUMANS, SEATS):
        if (waiting(s, node) >> scripted) & 1:
            i32[i32[ME_AT + node * 4]] = scripted
            copy_taken(scripted)
            exit = answer_on(s, node, scripted)
            if exit < 0:
                return stop(s, node)
            commit(s, node, scripted, exit)
    if policy != POLICY_ASKS:
        for human in range(HUMANS):
            if (waiting(s, node) >> human) & 1:
                i32[i32[ME_AT + node * 4]] = human
                if copy_taken(human):
                    commit(s, node, human, complete_move(s, node, policy))
                else:
                    commit(s, node, human, decide(s, node, policy))
    if waiting(s, node):
        return stop(s, node)
    return go(s, i32[NEXT_AT + node * 4], policy)


def copy_taken(chooser: int) -> int:
    """Copies the steps that a seat has taken to PREFIX; gives their number."""
    i32[PREFIX_LENGTH] = 0
    at = i32[TAKEN]
    if at != 0:
        while i32[at] >= 0:
            n = i32[at + 4]
            if i32[at] == chooser:
                copy(PREFIX, at + 8, n * 4)
                i32[PREFIX_LENGTH] = n
                return n
            at += 8 + n * 4
    return 0


def complete_move(s: State, node: int, policy: int) -> int:
    """Gives the exit of a move that begins with PREFIX, drawn among all such moves or step by step."""
    if CHECKING:
        verify(s)
    i32[TARGET] = 0
    i32[PROBE] = -1
    if CANDIDATES:
        if i32[HAS_CANDIDATES + node * 4]:
            if policy == POLICY_MOVES:
                asked = draw_candidate(s, node)
            else:
                asked = draw_candidate_steps(s, node)
            i32[PREFIX_LENGTH] = 0
            return count_choice(s, node, asked)
    if policy == POLICY_MOVES:
        i32[LIMIT] = ON
        n = run_search(s, node, SEARCH_COUNT)
        if n >= ON:
            fault(NO_ROOM, -1)
        i32[TARGET] = below(POLICY, n)
        i32[STEP_COUNT] += 1
    else:
        draw_steps(s, node)
    run_search(s, node, SEARCH_PICK)
    i32[PREFIX_LENGTH] = 0
    i32[DECISIONS] += 1
    renew_budget()
    return i32[EXIT]


def draw_steps(s: State, node: int) -> int:
    """Draws the open steps of a move that begins with PREFIX, one after the other."""
    while 1:
        open = open_step(s, node)
        if open < 0:
            break
        i32[PREFIX + open * 4] = i32[OPTIONS + below(POLICY, i32[OPTION_COUNT]) * 4]
        i32[PREFIX_LENGTH] = open + 1
        i32[STEP_COUNT] += 1
    return 0
