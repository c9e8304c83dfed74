"""Many matches side by side: one call makes a move in each of them, and writes the next choices into arrays.

A record and its note lie at BATCH_RECORDS for each match; the other arrays have 32-bit numbers, in the order of the matches. If BATCH_ORIGINS is not 0,
it is the address of the record from which match 0 begins, and BATCH_APART the bytes from there to that of the next match. If BATCH_ENDS is not 0, the
record at the end of a match is kept there, before the next one begins in its place.
"""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.continuing import *
from gamedsl_interpreter.wasm.runtime.hosts.exploring import prepare_search
from gamedsl_interpreter.wasm.runtime.hosts.resuming import continue_play, restart
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.stop_notes import noted
from gamedsl_interpreter.wasm.runtime.written import *


def batch_began(i: int) -> int:
    """Begins match INDEX at place i, and increases INDEX."""
    s = i32[BATCH_RECORDS] + i * BATCH_STRIDE
    if i32[BATCH_ORIGINS]:
        copy(s, i32[BATCH_ORIGINS] + i * i32[BATCH_APART], STATE_SIZE)
        restart(s, 1)
        continue_play(s, POLICY_ASKS)
        if i32[IS_END + u16[s] * 4]:
            i32[i32[BATCH_DONE] + i * 4] = 1
            results(s, i)
    else:
        begin(s, POLICY_ASKS)
    i64[INDEX] = i64[INDEX] + wide(1)
    return describe(s, i)


def describe(s: State, i: int) -> int:
    """Writes who chooses, and how many moves there are (0: the match is over)."""
    seats = noted(s)
    i32[i32[BATCH_SEATS] + i * 4] = ctz(seats) if seats != 0 else -1
    at = i32[BATCH_OFFERS] + i * BATCH_OFFER_BYTES
    fill(at, BATCH_OFFER_BYTES)
    copy(at, s + STATE_SIZE + 8, OFFER_BYTES)
    n = 0
    if i32[s + STATE_SIZE + 4] >= 0:
        for k in range(OFFER_BYTES >> 3):
            n += wrap(popcnt(i64[s + STATE_SIZE + 8 + k * 8]))
    elif seats != 0:
        menu = i32[IS_MENU + u16[s] * 4]
        prepare_search(SEARCH_LIST if menu else SEARCH_COUNT, 0)
        n = ask(s, ctz(seats))
        if menu:
            list_lines(at)
    i32[i32[BATCH_COUNTS] + i * 4] = n
    return 0


def list_lines(at: int) -> int:
    """Gives the lines of a menu that were listed, as bits; each is a complete move."""
    p = LIST
    while p < i32[OUT]:
        i64[at] = i64[at] | (wide(1) << wide(i32[p + 4]))
        p += 4 + i32[p] * 4
    return 0


def batch(n: int) -> int:
    """Makes move number ACTIONS[i] in each match i that is not over, and gives -1. If some match has no such move, it makes no move at all and gives the
    first such match."""
    for i in range(n):
        count = i32[i32[BATCH_COUNTS] + i * 4]
        if count != 0 and ge_u(i32[i32[BATCH_ACTIONS] + i * 4], count):
            return i
    for i in range(n):
        s = i32[BATCH_RECORDS] + i * BATCH_STRIDE
        i32[i32[BATCH_DONE] + i * 4] = 0
        if i32[i32[BATCH_COUNTS] + i * 4] != 0:
            i32[BATCH_AT] = i
            copy(BATCH_BEFORE, s, STATE_SIZE)
            make_by_number(s, i32[i32[BATCH_ACTIONS] + i * 4], i32[i32[BATCH_SEATS] + i * 4])
            if i32[IS_END + u16[s] * 4]:
                i32[i32[BATCH_DONE] + i * 4] = 1
                results(s, i)
                if i32[BATCH_ENDS]:
                    noted(s)
                    copy(i32[BATCH_ENDS] + i * BATCH_STRIDE, s, BATCH_STRIDE)
                    i32[i32[BATCH_ACTED] + i * 4] = i32[i32[BATCH_SEATS] + i * 4]
                if i32[BATCH_AGAIN]:
                    batch_began(i)
                else:
                    describe(s, i)
            else:
                describe(s, i)
    return -1


def make_by_number(s: State, number: int, seat: int) -> int:
    """Makes a move by its number in normative order."""
    node = load_node(s)
    if i32[IS_OFFER + node * 4]:
        pick(s, node, number)
        return go(s, i32[AFTER + node * 4], POLICY_ASKS)
    set_chooser(node, seat)
    if count_moves(s, node) < 0:
        prepare_search(SEARCH_PICK, number)
        search(s, node)
        exit = i32[EXIT]
    else:
        exit = find_move(s, node, number)
    if i32[WAITING_AT + node * 4]:
        commit(s, node, seat, exit)
        return go_on_together(s, node, waiting(s, node))
    return go_on(s, node, seat, exit)


def results(s: State, i: int) -> int:
    """Writes the totals and places (1: first) of the seats. If a verdict decides, winners have place 0, and the others the place after the last seat."""
    outcome(s)
    for seat in range(SEATS):
        total = 0
        for line in range(LINES):
            total += i32[OUTCOME + (seat * LINES + line) * 4]
        i32[i32[BATCH_TOTALS] + (i * SEATS + seat) * 4] = total
    place = 1
    for j in range(i32[RANKED]):
        if j == 0 or i32[RANKED + j * 8 + 8]:
            place = j + 1
        i32[i32[BATCH_PLACES] + (i * SEATS + i32[RANKED + j * 8 + 4]) * 4] = place
    if JUDGES:
        won = i32[WON]
        if won != -1:
            for seat in range(SEATS):
                i32[i32[BATCH_PLACES] + (i * SEATS + seat) * 4] = 0 if (won >> seat) & 1 else SEATS + 1
    return 0
