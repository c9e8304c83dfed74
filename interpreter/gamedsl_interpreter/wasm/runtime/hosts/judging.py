"""Judges a match that a search has not played to its end, where the rules define how well players stand: see `gamedsl_interpreter.thinking.rollouts`.

JUDGED_AFTER is the number of choices at random before the position is judged (-1: as soon as a condition holds), JUDGED_AIM the aim that the rules speak of; -1
if they say nothing.
"""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.continuing import load_node, waiting
from gamedsl_interpreter.wasm.runtime.deciding import renew_budget
from gamedsl_interpreter.wasm.runtime.hosts.resuming import complete_move, copy_taken
from gamedsl_interpreter.wasm.runtime.hosts.tree_nodes import note_spans
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.written import commit, decide, exit_of, go, is_judged, seat, stands


def play_some(s: State, is_begun: int) -> int:
    """Plays choices at random until the position is to be judged; gives how many were played. `is_begun`: some steps of a choice are taken already, so this
    choice is completed first. At a simultaneous decision, some seats may have chosen already, so it is completed first too."""
    done = 0
    if not i32[IS_END + u16[s] * 4]:
        if i32[WAITING_AT + u16[s] * 4]:
            is_begun = 1
    while not i32[IS_END + u16[s] * 4]:
        if not is_begun:
            if done >= JUDGED_AFTER if JUDGED_AFTER >= 0 else is_judged(s):
                break
        is_begun = 0
        done += play_one(s)
        i32[TAKEN] = TREE_NOTHING
    return done


def play_one(s: State) -> int:
    """Plays the choices of a stop at random; gives how many."""
    node = load_node(s)
    i32[PENDING] = -1
    if i32[WAITING_AT + node * 4]:
        done = 0
        for human in range(HUMANS):
            if (waiting(s, node) >> human) & 1:
                i32[i32[ME_AT + node * 4]] = human
                commit(s, node, human, draw_exit(s, node, human))
                done += 1
        renew_budget()
        go(s, i32[NEXT_AT + node * 4], POLICY_ASKS)
        return done
    exit = draw_exit(s, node, seat(s, node))
    renew_budget()
    go(s, exit_of(node, exit), POLICY_ASKS)
    return 1


def draw_exit(s: State, node: int, chooser: int) -> int:
    """Draws a move that begins with the steps that the seat has taken: among all moves, or step by step if a condition is awaited. Gives its exit."""
    policy = POLICY_MOVES if JUDGED_AFTER >= 0 else POLICY_STEPS
    if copy_taken(chooser):
        return complete_move(s, node, policy)
    return decide(s, node, policy)


def judge(s: State) -> int:
    """Writes to TREE_WORTH how well each seat stands: a share of the victory, a share of the best rank, or points. A share is computed from a chance in
    percent."""
    for player in range(SEATS):
        x = stands(s, player)
        if JUDGED_AIM == 1:
            i64[TREE_WORTH + player * 8] = signed(0 - x) if FEW_POINTS else signed(x)
        else:
            if x < 0:
                x = 0
            if x > 100:
                x = 100
            i64[TREE_WORTH + player * 8] = wide(x * WIN // 100) << wide(POINTS_BITS)
    return note_spans(SEATS)
