"""Playouts, and the sums over them."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.continuing import begin
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.random import seeded
from gamedsl_interpreter.wasm.runtime.written import outcome


def playouts(s: State, count: int, policy: int) -> int:
    """Plays `count` matches to their end, from INDEX on; their figures are added to the statistics."""
    for _ in range(count):
        reset_players()
        begin(s, policy)
        count_match(s)
    return count


def reset_players() -> int:
    """Resets the random players for match INDEX."""
    seeded(POLICY, 1, SEED, INDEX)
    i32[DECISIONS] = 0
    i32[STEP_COUNT] = 0
    return 0


def count_match(s: State) -> int:
    """Adds the figures of a match that has ended; the next one has the next index."""
    outcome(s)
    tally_match(s)
    if i32[ROW_AT]:
        write_rows(i32[ROW_AT])
    i64[INDEX] = i64[INDEX] + wide(1)
    return 0


def write_rows(at: int) -> int:
    """Writes a row for each seat of a match that has ended, as `rows.FIXED` describes them, and moves on to the rows of the next match."""
    n = i32[RANKED]
    winners = 1
    while winners < n and not i32[RANKED + winners * 8 + 8]:
        winners += 1
    first = 0
    for j in range(n):
        if i32[RANKED + j * 8 + 8]:
            first = j
        row = at + i32[RANKED + j * 8 + 4] * ROW_SIZE
        i32[row + 8] = first + 1
        i32[row + 12] = first == 0
    for seat in range(SEATS):
        i32[at] = wrap(i64[INDEX])
        i32[at + 4] = seat
        i32[at + 16] = winners
        i32[at + 20] = i32[DECISIONS]
        i32[at + 24] = i32[STEP_COUNT]
        i32[at + 28] = i32[REASON]
        total = 0
        for line in range(LINES):
            x = i32[OUTCOME + (seat * LINES + line) * 4]
            i32[at + 36 + line * 4] = x
            total += x
        i32[at + 32] = total
        if JUDGES:
            if i32[WON] != -1:
                i32[at + 12] = (i32[WON] >> seat) & 1
                i32[at + 16] = 1
        at += ROW_SIZE
    i32[ROW_AT] = at
    return 0


def tally(at: int, x: int) -> int:
    """Adds a number to the five figures count, total, sum of squares, least, most."""
    n = i64[at]
    if wrap(n) == 0 or x < i32[at + 24]:
        i32[at + 24] = x
    if wrap(n) == 0 or x > i32[at + 32]:
        i32[at + 32] = x
    i64[at] = n + wide(1)
    i64[at + 8] = i64[at + 8] + signed(x)
    i64[at + 16] = i64[at + 16] + signed(x) * signed(x)
    return 0


def tally_match(s: State) -> int:
    """Adds the figures of a match that has ended to the statistics."""
    at = STATS
    tally(at, i32[DECISIONS])
    tally(at + 40, i32[STEP_COUNT])
    at += 80
    for seat in range(SEATS):
        total = 0
        for line in range(LINES):
            x = i32[OUTCOME + (seat * LINES + line) * 4]
            tally(at, x)
            at += 40
            total += x
        tally(at, total)
        at += 40
    n = i32[RANKED]
    first = 0
    while first < n:
        end = first + 1
        while end < n and not i32[RANKED + end * 8 + 8]:
            end += 1
        for j in range(first, end):
            seat = i32[RANKED + j * 8 + 4]
            i64[PLACES + (seat * SEATS + first) * 8] = i64[PLACES + (seat * SEATS + first) * 8] + wide(1)
            if first == 0:
                i64[WINS + (seat * SEATS + end - 1) * 8] = i64[WINS + (seat * SEATS + end - 1) * 8] + wide(1)
        first = end
    if JUDGES:
        # If a verdict decides, each winner has a whole victory, and the others have none.
        won = i32[WON]
        first = 0
        while won != -1 and first < n and (first == 0 or not i32[RANKED + first * 8 + 8]):
            first += 1
        for j in range(first):
            seat = i32[RANKED + j * 8 + 4]
            at = WINS + (seat * SEATS + first - 1) * 8
            i64[at] = i64[at] - wide(1)
            if (won >> seat) & 1:
                i64[WINS + seat * SEATS * 8] = i64[WINS + seat * SEATS * 8] + wide(1)
    i64[REASONS + i32[REASON] * 8] = i64[REASONS + i32[REASON] * 8] + wide(1)
    return 0
