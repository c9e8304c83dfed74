"""The tree search of agents, for games without hidden information in which one seat chooses at a time: see `gamedsl_interpreter.thinking.tree`, whose
trees these equal, node by node.

The host gives memory for a tree: TREE_INDEX has a word for each place, which holds the address of a node or 0; there are TREE_MASK + 1 places. Nodes
lie one after the other from TREE_FIRST on, up to TREE_NEXT. A node is its key (64 bits), the number of its options, its visits, how many options were
tried, the seat; then for each option the sum of its results (64 bits), how often it was tried, its value. TREE_ROOM is the number of units of memory
left, TREE_SPREADS and TREE_RARITIES are the tables of `thinking.ucb`, TREE_WAY is where the options on the way down are noted, TREE_WAY_END the end of
that memory.

The key of a node is a hash of its history, its seat, and the steps of its decision. A history is a hash, too: of the history before it, the steps of
the searching seat, and the position. ORIGIN is the record from which iterations begin and TAKEN the steps taken there; INDEX is the number of the
iteration, TREE_SEED the seed of positions, SEED that of playouts.
"""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.deciding import renewed, run_search, step_opened
from gamedsl_interpreter.wasm.runtime.faults import fault
from gamedsl_interpreter.wasm.runtime.hosts.resuming import restarted, resumed, taken
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.random import below, seeded
from gamedsl_interpreter.wasm.runtime.states import copied
from gamedsl_interpreter.wasm.runtime.written import exit_of, go, load_locals, outcome, pick, seat


def tree_begun() -> int:
    """Empties the tree."""
    i32[TREE_NEXT] = i32[TREE_FIRST]
    i32[TREE_NODES] = 0
    i32[TREE_MASK] = TREE_PLACES - 1
    fill(i32[TREE_INDEX], TREE_PLACES * 4)
    return 0


def grown(s: State, count: int) -> int:
    """Runs `count` iterations, from number INDEX on."""
    for _ in range(count):
        descended(s)
        played_out(s)
        i64[INDEX] = i64[INDEX] + wide(1)
    return count


def tree_root(s: State) -> int:
    """Finds the node of the step that is open at the root; 0 if there is none."""
    n = set_out(s)
    node = u16[s]
    if not i32[IS_OFFER + node * 4]:
        n = step_opened(s, node)
    return known_node(node_key(n))


def set_out(s: State) -> int:
    """Begins iteration INDEX; gives the number of steps taken."""
    copied(s, i32[ORIGIN])
    i32[s + HAS_STREAM] = 1
    fill(s + STREAM, 16)
    seeded(s + STREAM, 0, TREE_SEED, INDEX)
    seeded(TREE_DICE, 1, TREE_SEED, INDEX)
    i64[TREE_HISTORY] = wide(0)
    i32[TREE_WAY_AT] = i32[TREE_WAY]
    i32[PENDING] = -1
    return looked_about(s, 1)


def looked_about(s: State, is_root: int) -> int:
    """Enters a decision of the tree; gives the number of its steps that are taken."""
    renewed()
    node = u16[s]
    load_locals(s, node)
    i32[TREE_CHOOSER] = seat(s, node)
    i32[PREFIX_LENGTH] = 0
    if is_root:
        return taken(i32[TREE_CHOOSER])
    return 0


def descended(s: State) -> int:
    """Descends to the beginning of the playout; PREFIX holds the steps taken there."""
    set_out(s)
    while 1:
        i32[TREE_IS_NEW] = 0
        node = u16[s]
        if i32[IS_OFFER + node * 4]:
            pick(s, node, -1)
            n = i32[LEAVES]
            k = 0
            if n > 1:
                k = chosen(n, 0, 1)
                if k < 0:
                    break
            i32[PREFIX] = k
            i32[PREFIX_LENGTH] = 1
            pick(s, node, k)
            after = i32[AFTER + node * 4]
        else:
            after = walked(s, node)
            if after < 0:
                break
        i64[TREE_OWN] = wide(0)
        if i32[TREE_CHOOSER] == i32[TREE_SEAT]:
            i64[TREE_OWN] = wide(1)
            steps_hashed(TREE_OWN, i32[PREFIX_LENGTH])
        i32[PREFIX_LENGTH] = 0
        renewed()
        go(s, after, POLICY_ASKS)
        if i32[TREE_IS_NEW] or i32[IS_END + u16[s] * 4]:
            break
        remembered(s)
        looked_about(s, 0)
    return 0


def walked(s: State, node: int) -> int:
    """Answers the open steps of a decision, one after the other. Gives the node after it, or -1 if the playout begins before the last step."""
    open = step_opened(s, node)
    while open >= 0:
        k = chosen(i32[OPTION_COUNT], open, 0)
        if k < 0:
            return -1
        i32[PREFIX + open * 4] = i32[OPTIONS + k * 4]
        i32[PREFIX_LENGTH] = open + 1
        open = step_opened(s, node)
        if open >= 0 and i32[TREE_IS_NEW]:
            return -1
    i32[TARGET] = 0
    run_search(s, node, SEARCH_PICK)
    return exit_of(node, i32[EXIT])


def remembered(s: State) -> int:
    """Extends the history with this position."""
    h = (i64[TREE_HISTORY] ^ i64[TREE_OWN]) * HASH_FACTOR
    g = rotl(h, wide(31)) + wide(KEY_BYTES)
    for i in range(KEY_BYTES >> 3):
        h = rotl((h ^ i64[s + i * 8]) * HASH_FACTOR, wide(29))
        g = (g + h) * HASH_FACTOR
    h = (h ^ (h >> wide(32)) ^ rotl(g, wide(17))) * HASH_FACTOR
    i64[TREE_HISTORY] = h ^ (h >> wide(29))
    return 0


def steps_hashed(at: int, length: int) -> int:
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
    steps_hashed(SEEDING, length)
    return wrap(i64[SEEDING] >> wide(32))


def known_node(place: int) -> int:
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


def made_node(n: int, is_offer: int) -> int:
    """Makes a node for the key in SEEDING, with n options; 0 if there is no room."""
    if i32[TREE_ROOM] < n + 2:
        return 0
    i32[TREE_ROOM] = i32[TREE_ROOM] - n - 2
    e = i32[TREE_NEXT]
    i32[i32[SLOT]] = e
    fill(e, 24 + n * 16)
    i32[TREE_NEXT] = e + 24 + n * 16
    i64[e] = i64[SEEDING]
    i32[e + 8] = n
    i32[e + 20] = i32[TREE_CHOOSER]
    for k in range(n):
        i32[e + 36 + k * 16] = k if is_offer else i32[OPTIONS + k * 4]
    m = i32[TREE_NODES] + 1
    i32[TREE_NODES] = m
    if m * 2 > i32[TREE_MASK]:
        widened()
    return e


def widened() -> int:
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
        e += 24 + i32[e + 8] * 16
    return 0


def chosen(n: int, length: int, is_offer: int) -> int:
    """Chooses one of the n options of an open step, after `length` others, for this iteration; gives -1 if there is no room for its node."""
    place = node_key(length)
    e = known_node(place)
    if e == 0:
        e = made_node(n, is_offer)
        if e == 0:
            return -1
    visits = i32[e + 12] + 1
    i32[e + 12] = visits
    tried = i32[e + 16]
    o = e + 24
    if tried < n and (tried < 8 or tried * tried < 4 * visits):
        j = below(TREE_DICE, n - tried)
        while j != 0 or i32[o + 8] != 0:
            j -= i32[o + 8] == 0
            o += 16
        i32[e + 16] = tried + 1
        i32[TREE_IS_NEW] = 1
    else:
        o = best_option(o, n, wide_spread(visits))
    at = i32[TREE_WAY_AT]
    if at >= i32[TREE_WAY_END]:
        fault(NO_ROOM, -1)
    i32[at] = o
    i32[at + 4] = i32[TREE_CHOOSER]
    i32[TREE_WAY_AT] = at + 8
    return (o - e - 24) >> 4


def wide_spread(visits: int) -> int:
    """Gives the first factor of the exploration bonus of an option, by the visits of its node."""
    return i32[i32[TREE_SPREADS] + slotted(visits) * 4]


def best_option(o: int, n: int, spread: int) -> int:
    """Finds the option with the highest UCB score; the first of equals."""
    rarities = i32[TREE_RARITIES]
    best = -1
    found = o
    for _ in range(n):
        t = i32[o + 8]
        if t != 0:
            mean = (i64[o] << wide(UCB_PRECISION)) // (wide(t) * wide(WIN))
            x = wrap(mean) + wrap((wide(spread) * wide(i32[rarities + slotted(t) * 4])) >> wide(UCB_SHIFT))
            if x > best:
                best = x
                found = o
        o += 16
    return found


def slotted(number: int) -> int:
    """Gives the entry of a number in the tables of `thinking.ucb`."""
    if number < UCB_EXACT:
        return number
    left = UCB_ZEROS - clz(number)
    return UCB_HALF * left + (number >> left)


def played_out(s: State) -> int:
    """Plays random steps to the end, and adds the value of the match to the options on the way."""
    n = i32[PREFIX_LENGTH]
    at = TREE_TAKEN
    if n:
        i32[at] = i32[TREE_CHOOSER]
        i32[at + 4] = n
        copy(at + 8, PREFIX, n * 4)
        at += 8 + n * 4
    i32[at] = -1
    root = i32[TAKEN]
    i32[TAKEN] = TREE_TAKEN
    seeded(POLICY, 1, SEED, INDEX)
    restarted(s, 1)
    resumed(s, POLICY_STEPS)
    i32[TAKEN] = root
    outcome(s)
    ranked = i32[RANKED]
    winners = 1
    while winners < ranked and not i32[RANKED + winners * 8 + 8]:
        winners += 1
    firsts = 0
    for j in range(winners):
        firsts = firsts | (1 << i32[RANKED + j * 8 + 4])
    share = WIN // winners
    if JUDGES:
        if i32[WON] != -1:
            firsts = i32[WON]
            share = WIN
    at = i32[TREE_WAY]
    while at < i32[TREE_WAY_AT]:
        o = i32[at]
        i32[o + 8] = i32[o + 8] + 1
        if (firsts >> i32[at + 4]) & 1:
            i64[o] = i64[o] + wide(share)
        at += 8
    return 0
