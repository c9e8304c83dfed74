"""The nodes of the search trees of agents, and the positions that a search goes through: see `searching`."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.continuing import load_node
from gamedsl_interpreter.wasm.runtime.deciding import renew_budget, run_search
from gamedsl_interpreter.wasm.runtime.hosts.resuming import copy_taken
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.random import seeded
from gamedsl_interpreter.wasm.runtime.states import copy_state
from gamedsl_interpreter.wasm.runtime.written import exit_of, go, seat


def set_out(s: State) -> int:
    """Begins iteration INDEX; gives the number of steps taken."""
    copy_state(s, i32[ORIGIN])
    i32[s + HAS_STREAM] = 1
    fill(s + STREAM, 16)
    seeded(s + STREAM, 0, TREE_SEED, INDEX)
    seeded(TREE_DICE, 1, TREE_SEED, INDEX)
    i64[TREE_HISTORY] = wide(0)
    i32[TREE_ROUND] = i32[TREE_ROUND] + 1
    i32[TREE_BEYOND] = 0
    i32[TREE_WAY_AT] = i32[TREE_WAY]
    i32[PENDING] = -1
    is_certain(s)
    return enter_decision(s, 1)


def is_certain(s: State) -> int:
    """Gives 1 if no chance has decided since the last call, else 0."""
    at = s + STREAM
    changed = (i64[at] ^ i64[TREE_STREAM]) | (i64[at + 8] ^ i64[TREE_STREAM + 8])
    copy(TREE_STREAM, at, 16)
    return changed == wide(0)


def enter_decision(s: State, is_root: int) -> int:
    """Enters a decision of the tree; gives the number of its steps that are taken."""
    node = load_node(s)
    i32[TREE_CHOOSER] = seat(s, node)
    i32[PREFIX_LENGTH] = 0
    if is_root:
        return copy_taken(i32[TREE_CHOOSER])
    return 0


def play_on(s: State, after: int) -> int:
    """Plays from the end of a decision to the next stop."""
    i32[PREFIX_LENGTH] = 0
    renew_budget()
    go(s, after, POLICY_ASKS)
    if i32[IS_END + u16[s] * 4] == 0:
        remember(s)
        enter_decision(s, 0)
    return 0


def find_exit(s: State, node: int) -> int:
    """Gives the node after a decision whose steps are all in PREFIX."""
    i32[TARGET] = 0
    run_search(s, node, SEARCH_PICK)
    return exit_of(node, i32[EXIT])


def remember(s: State) -> int:
    """Sets the history to this position."""
    h = HASH_FACTOR
    g = rotl(h, wide(31)) + wide(KEY_BYTES)
    for i in range(KEY_BYTES >> 3):
        h = rotl((h ^ i64[s + i * 8]) * HASH_FACTOR, wide(29))
        g = (g + h) * HASH_FACTOR
    h = (h ^ (h >> wide(32)) ^ rotl(g, wide(17))) * HASH_FACTOR
    i64[TREE_HISTORY] = h ^ (h >> wide(29))
    return 0


def hash_steps(at: int, length: int) -> int:
    """Extends the hash with the steps of PREFIX."""
    h = i64[at]
    for i in range(length):
        h = rotl((h ^ (wide(i32[PREFIX + i * 4]) + wide(1))) * HASH_FACTOR, wide(29))
    h = (h ^ (h >> wide(32))) * HASH_FACTOR
    i64[at] = h ^ (h >> wide(29))
    return 0


def node_key(length: int) -> int:
    """Writes the key of the node of an open step, after `length` others, to SEEDING; gives the first place of the index to search."""
    i64[SEEDING] = i64[TREE_HISTORY] + wide(i32[TREE_CHOOSER] + 1) * HASH_FACTOR
    hash_steps(SEEDING, length)
    return wrap(i64[SEEDING] >> wide(32))


def find_node(place: int) -> int:
    """Finds the node whose key is in SEEDING; 0 if there is none, and then SLOT is the place in the index where it belongs."""
    index = i32[TREE_INDEX]
    mask = i32[TREE_MASK]
    while 1:
        slot = index + (place & mask) * 4
        e = i32[slot]
        if e == 0:
            i32[SLOT] = slot
            return 0
        if i64[e] == i64[SEEDING]:
            return e
        place += 1


def make_node(n: int, is_offer: int) -> int:
    """Makes a node for the key in SEEDING, with n options; 0 if there is no room."""
    if i32[TREE_ROOM] < n + 2:
        return 0
    i32[TREE_ROOM] = i32[TREE_ROOM] - n - 2
    e = i32[TREE_NEXT]
    i32[i32[SLOT]] = e
    fill(e, 40 + n * 24)
    i32[TREE_NEXT] = e + 40 + n * 24
    i64[e] = i64[SEEDING]
    i32[e + 8] = n
    i32[e + 20] = i32[TREE_CHOOSER]
    for k in range(n):
        i32[e + 52 + k * 24] = k if is_offer else i32[OPTIONS + k * 4]
    m = i32[TREE_NODES] + 1
    i32[TREE_NODES] = m
    if m * 2 > i32[TREE_MASK]:
        widen_index()
    return e


def widen_index() -> int:
    """Doubles the places of the index."""
    mask = i32[TREE_MASK] * 2 + 1
    i32[TREE_MASK] = mask
    index = i32[TREE_INDEX]
    fill(index, (mask + 1) * 4)
    e = i32[TREE_FIRST]
    while e < i32[TREE_NEXT]:
        place = wrap(i64[e] >> wide(32)) & mask
        while i32[index + place * 4] != 0:
            place = (place + 1) & mask
        i32[index + place * 4] = e
        e += 40 + i32[e + 8] * 24
    return 0


def note_worths() -> int:
    """Writes the value of the outcome by seat to TREE_WORTH: see `gamedsl_interpreter.aims`."""
    aim = i32[TREE_AIM]
    n = i32[RANKED]
    first = 0
    while first < n:
        end = first + 1
        while end < n and not i32[RANKED + end * 8 + 8]:
            end += 1
        units = 0
        if aim == 2:
            if n > 1:
                units = (2 * (n - end) + end - first - 1) * WIN // (2 * (n - 1))
        elif first == 0:
            units = WIN // end
        for j in range(first, end):
            player = i32[RANKED + j * 8 + 4]
            if JUDGES:
                if aim == 0 and i32[WON] != -1:
                    units = ((i32[WON] >> player) & 1) * WIN
            i64[TREE_WORTH + player * 8] = wide(units)
        first = end
    for player in range(n):
        x = signed(points_of_seat(player))
        if aim != 1:
            if x > wide(MOST_POINTS):
                x = wide(MOST_POINTS)
            if x < signed(0 - MOST_POINTS):
                x = signed(0 - MOST_POINTS)
            x = x + (i64[TREE_WORTH + player * 8] << wide(POINTS_BITS))
        i64[TREE_WORTH + player * 8] = x
    return note_spans(n)


def note_spans(n: int) -> int:
    """Notes the least and the greatest value of each seat. Where values are graded, notes also how far they lie from the mean of earlier values."""
    for player in range(n):
        x = i64[TREE_WORTH + player * 8]
        if is_graded():
            note_stray(player * 8, x)
        if x < i64[TREE_LOW + player * 8]:
            i64[TREE_LOW + player * 8] = x
        if x > i64[TREE_HIGH + player * 8]:
            i64[TREE_HIGH + player * 8] = x
    return 0


def is_graded() -> int:
    """Whether values are graded: points, or a measure of how well players stand."""
    return i32[TREE_AIM] == 1 or i32[TREE_AIM] == JUDGED_AIM


def note_stray(at: int, x: Wide) -> int:
    """Notes a value of the seat whose figures lie this many bytes after the first ones: see `thinking.tree.Strays`."""
    count = i64[TREE_COUNT + at]
    total = i64[TREE_TOTAL + at]
    if count > wide(0):
        mean = total // count
        if total < wide(0):
            mean = wide(0) - (count - wide(1) - total) // count
        off = x - mean
        if off < wide(0):
            off = wide(0) - off
        i64[TREE_STRAYED + at] = i64[TREE_STRAYED + at] + off
    i64[TREE_COUNT + at] = count + wide(1)
    i64[TREE_TOTAL + at] = total + x
    return 0


def points_of_seat(player: int) -> int:
    """Gives the total of a seat, below 0 where few points are good."""
    total = 0
    for line in range(LINES):
        total += i32[OUTCOME + (player * LINES + line) * 4]
    if FEW_POINTS:
        total = 0 - total
    return total
