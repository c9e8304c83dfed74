"""Walks of random players, from the beginning of a match or from a position, that keep the positions nearest to the break of each promise.

A place of PROBE_FOUND holds for each distance the least one that was found, the decisions of the walk up to there, the walk's index, and the record. The
place after them holds the position at which a rule was reached for the first time. Chance goes on with the stream of the match, so each position belongs
to a match that can be played again.
"""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.continuing import begin, go_on_together, load_node, set_chooser, waiting
from gamedsl_interpreter.wasm.runtime.hosts.tallies import reset_players
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.written import commit, decide, exit_of, go, measure


def probed(s: State, count: int, policy: int) -> int:
    """Makes `count` walks of at most PROBE_LONGEST decisions from the record at ORIGIN (0: from the beginning), the first with number INDEX. Ends early
    after a walk that reached a rule for the first time. Gives the number of walks."""
    for i in range(count):
        reset_players()
        if i32[ORIGIN]:
            copy(s, i32[ORIGIN], STATE_SIZE)
        else:
            begin(s, POLICY_ASKS)
            notice(s)
        while i32[DECISIONS] < i32[PROBE_LONGEST] and not i32[IS_END + u16[s] * 4]:
            before = i32[DECISIONS]
            walk(s, policy)
            i32[DECISIONS] = before + 1
            notice(s)
        i64[INDEX] = i64[INDEX] + wide(1)
        if i32[PROBE_NEWS]:
            return i + 1
    return count


def walk(s: State, policy: int) -> int:
    """Makes one decision at random, and plays on to the next stop."""
    node = load_node(s)
    i32[PENDING] = -1
    if i32[WAITING_AT + node * 4]:
        seat = ctz(waiting(s, node))
        set_chooser(node, seat)
        commit(s, node, seat, decide(s, node, policy))
        return go_on_together(s, node, waiting(s, node))
    exit = decide(s, node, policy)
    at = i32[PROBE_EXITS + node * 4] + exit
    i32[PROBE_MARKS + at * 4] += 1
    if i32[PROBE_MARKS + at * 4] == 1:
        i32[PROBE_NEWS] = at + 1
    return go(s, exit_of(node, exit), POLICY_ASKS)


def notice(s: State) -> int:
    """Measures a position, and keeps it if it is nearer to a broken invariant than all positions before."""
    i32[PROBE_VISITED] += 1
    if i32[IS_END + u16[s] * 4]:
        return 0
    measure(s)
    at = PROBE_FOUND
    for k in range(PROBE_MEASURE_COUNT):
        if i32[PROBE_MEASURES + k * 4] < i32[at]:
            i32[at] = i32[PROBE_MEASURES + k * 4]
            keep(s, at)
        at += PROBE_STRIDE
    if i32[PROBE_NEWS] and not i32[at]:
        i32[at] = i32[PROBE_NEWS]
        keep(s, at)
    return 0


def keep(s: State, at: int) -> int:
    """Keeps a position with the walk that leads there."""
    i32[at + 4] = i32[DECISIONS]
    i64[at + 8] = i64[INDEX]
    copy(at + PROBE_FACTS, s, STATE_SIZE)
    return 0
