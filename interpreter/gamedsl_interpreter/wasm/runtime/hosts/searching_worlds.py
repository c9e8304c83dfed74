"""The tree search of agents, for games with hidden information. Its trees equal those of `gamedsl_interpreter.thinking.tree`, node by node.

Each iteration begins in a world: a record that the host has sampled, or one that is sampled here (`dealing`). The rest of the search is that of
`searching`, with these differences.

* A node stands for an information set: the observations of the searching seat (`looking`), the seat that chooses, and this seat's steps in its open
decision. Steps and options are identified by their meaning (`emit.decisions.step_keys`), not by their numbers.
* Where the rules say how well players stand, nodes of other seats are told apart by that: TREE_STANDING.
* An option can be offered in one world and not in another. So a node has a list of options that grows, and counts how often each was offered.
* If several seats choose at once, they choose one after the other; at the root, the searching seat is first.

A node is its key (64 bits), the number of its options, its visits, its first option, the seat, its last option, the next node. An option is the sum of
its results (64 bits), how often it was tried, its value, its key (64 bits), how often it was offered, the next option. Nodes and options are placed in
the order of their creation; TREE_FIRST is the first node.
"""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.continuing import load_node, stop, waiting
from gamedsl_interpreter.wasm.runtime.deciding import open_step, renew_budget, run_search
from gamedsl_interpreter.wasm.runtime.faults import fault
from gamedsl_interpreter.wasm.runtime.hosts.dealing import deal_world
from gamedsl_interpreter.wasm.runtime.hosts.looking import hash_view
from gamedsl_interpreter.wasm.runtime.hosts.resuming import continue_play, copy_taken
from gamedsl_interpreter.wasm.runtime.hosts.searching import *
from gamedsl_interpreter.wasm.runtime.hosts.tree_nodes import find_node
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.random import below, seeded
from gamedsl_interpreter.wasm.runtime.states import copy_state
from gamedsl_interpreter.wasm.runtime.written import commit, exit_of, go, pick, seat, stands


def worlds_begun() -> int:
    """Empties the tree."""
    tree_begun()
    i32[TREE_LAST] = 0
    i64[TREE_ROOT_SAID] = wide(0)
    return 0


def worlds_grown(s: State, at: int, count: int) -> int:
    """Runs `count` iterations, from number INDEX on; each uses the next record in memory."""
    for _ in range(count):
        go_down(s, at)
        play_out(s)
        add_results()
        i64[INDEX] = i64[INDEX] + wide(1)
        at += STATE_SIZE
    return count


def dealt_grown(s: State, at: int, count: int) -> int:
    """Runs `count` iterations, each from a world that is sampled to the record at an address."""
    for _ in range(count):
        go_down(s, at)
        play_out(s)
        add_results()
        i64[INDEX] = i64[INDEX] + wide(1)
    return count


def add_results() -> int:
    """Adds the value of the playout to the options on the way."""
    at = i32[TREE_WAY]
    while at < i32[TREE_WAY_AT]:
        o = i32[at]
        i32[o + 8] = i32[o + 8] + 1
        i64[o] = i64[o] + i64[TREE_WORTH + i32[at + 4] * 8]
        at += 16
    return 0


def worlds_root(s: State, at: int) -> int:
    """Finds the node of the step that is open at the root; 0 if there is none."""
    world_set_out(s, at)
    node = u16[s]
    if i32[IS_OFFER + node * 4]:
        i64[KEY_STEP] = wide(i32[OFFER_STEPS + node * 4]) * HASH_FACTOR
    else:
        open_step(s, node)
    return find_node(key_of_node())


def worlds_answered(s: State, at: int, value: int) -> int:
    """Answers the step that is open at the root; the host writes the steps taken there to TAKEN."""
    world_set_out(s, at)
    node = u16[s]
    if not i32[IS_OFFER + node * 4]:
        open_step(s, node)
        n = keys_of_options()
        for k in range(n):
            if i32[OPTIONS + k * 4] == value:
                answer_option(k)
    i64[TREE_ROOT_SAID] = i64[TREE_SAID]
    return 0


def world_set_out(s: State, at: int) -> int:
    """Begins iteration INDEX in the world of a record; if the record is at DEAL_RECORD, the world is sampled first."""
    copy_state(s, at)
    if at == i32[DEAL_RECORD]:
        deal_world(s)
    i32[s + HAS_STREAM] = 1
    fill(s + STREAM, 16)
    seeded(s + STREAM, 0, TREE_SEED, INDEX)
    seeded(TREE_DICE, 1, TREE_SEED, INDEX)
    i64[TREE_HISTORY] = wide(0)
    i64[TREE_OWN] = wide(0)
    i32[TREE_WAY_AT] = i32[TREE_WAY]
    i32[PENDING] = -1
    if not i32[IS_DECISION + u16[s] * 4]:
        continue_play(s, POLICY_ASKS)
    begin_decision(s, i32[TREE_SEAT])
    i64[TREE_SAID] = i64[TREE_ROOT_SAID]
    return copy_taken(i32[TREE_SEAT])


def begin_decision(s: State, chooser: int) -> int:
    """Enters a decision for a seat."""
    node = load_node(s)
    if i32[WAITING_AT + node * 4]:
        if chooser < 0:
            chooser = ctz(waiting(s, node))
        i32[i32[ME_AT + node * 4]] = chooser
    elif chooser < 0:
        chooser = seat(s, node)
    i32[TREE_CHOOSER] = chooser
    i32[PREFIX_LENGTH] = 0
    i64[TREE_SAID] = wide(0)
    i32[TREE_STANDING] = 0
    if chooser != i32[TREE_SEAT] and i32[TREE_AIM] == JUDGED_AIM:
        i32[TREE_STANDING] = stands(s, chooser)
    return 0


def go_down(s: State, at: int) -> int:
    """Descends to the beginning of the playout; PREFIX holds the steps taken there."""
    world_set_out(s, at)
    while 1:
        i32[TREE_IS_NEW] = 0
        node = u16[s]
        if i32[IS_OFFER + node * 4]:
            exit = take_element(s, node)
        else:
            exit = go_through(s, node)
        if exit < 0:
            break
        if i32[TREE_CHOOSER] == i32[TREE_SEAT]:
            i64[TREE_OWN] = i64[TREE_SAID]
        i32[PREFIX_LENGTH] = 0
        renew_budget()
        others = 0
        if i32[WAITING_AT + node * 4]:
            commit(s, node, i32[TREE_CHOOSER], exit)
            others = waiting(s, node)
            if others:
                stop(s, node)
            else:
                go(s, i32[NEXT_AT + node * 4], POLICY_ASKS)
        else:
            go(s, exit, POLICY_ASKS)
        if i32[TREE_IS_NEW] or i32[IS_END + u16[s] * 4]:
            break
        if others == 0:
            renew_budget()
            extend_history(s)
        begin_decision(s, -1)
    return 0


def take_element(s: State, node: int) -> int:
    """Takes one of the elements of a simple selection. Gives the node after it, or -1 if the playout begins before."""
    for i in range(OFFER_BYTES >> 3):
        i64[OFFERED + i * 8] = wide(0)
    pick(s, node, -1)
    k = 0
    if i32[LEAVES] > 1:
        i64[KEY_STEP] = wide(i32[OFFER_STEPS + node * 4]) * HASH_FACTOR
        k = choose_key(keys_of_bits(i32[OFFER_LOW + node * 4]), 1)
        if k < 0:
            return -1
        answer_option(k)
    i32[PREFIX] = k
    i32[PREFIX_LENGTH] = 1
    pick(s, node, k)
    return i32[AFTER + node * 4]


def go_through(s: State, node: int) -> int:
    """Answers the open steps of a decision, one after the other. Gives the node after it (the exit, if several seats choose at once), or -1 if the
    playout begins before the last step."""
    open = open_step(s, node)
    while open >= 0:
        k = choose_key(keys_of_options(), 0)
        if k < 0:
            return -1
        answer_option(k)
        i32[PREFIX + open * 4] = i32[OPTIONS + k * 4]
        i32[PREFIX_LENGTH] = open + 1
        open = open_step(s, node)
        if open >= 0 and i32[TREE_IS_NEW]:
            return -1
    i32[TARGET] = 0
    run_search(s, node, SEARCH_PICK)
    if i32[WAITING_AT + node * 4]:
        return i32[EXIT]
    return exit_of(node, i32[EXIT])


def extend_history(s: State) -> int:
    """Extends the history with the choices of the searching seat, and its new observation."""
    i64[LOOK_HASH] = (i64[TREE_HISTORY] ^ i64[TREE_OWN]) * HASH_FACTOR
    hash_view(s, i32[TREE_SEAT])
    h = i64[LOOK_HASH]
    h = (h ^ (h >> wide(32))) * HASH_FACTOR
    i64[TREE_HISTORY] = h ^ (h >> wide(29))
    i64[TREE_OWN] = wide(0)
    return 0


def keys_of_bits(low: int) -> int:
    """Writes the elements that a simple selection offers to TREE_KEYS; bit 0 of the offer stands for `low`. Gives their number."""
    n = 0
    for i in range(OFFER_BYTES >> 3):
        word = i64[OFFERED + i * 8]
        while word != wide(0):
            i64[TREE_KEYS + n * 8] = wide(low + i * 64 + wrap(ctz(word)))
            word = word & (word - wide(1))
            n += 1
    return n


def keys_of_options() -> int:
    """Writes the keys of the OPTIONS to TREE_KEYS; gives their number."""
    n = i32[OPTION_COUNT]
    words = i32[KEY_WORDS]
    for k in range(n):
        value = i32[OPTIONS + k * 4]
        key = wide(value)
        if words != 0:
            if i32[KEY_ORDER] and value == 0:
                key = GOLDEN
            else:
                if i32[KEY_ORDER]:
                    value = i32[i32[KEY_ORDER] + value * 4 - 4]
                a = i32[KEY_AT] + value * i32[KEY_SIZE]
                key = wide(i32[a])
                if words == 2:
                    key = key | (wide(i32[a + 4]) << wide(32))
        i64[TREE_KEYS + k * 8] = key
    return n


def answer_option(k: int) -> int:
    """Answers the open step with option k."""
    h = rotl((i64[TREE_SAID] ^ i64[KEY_STEP]) * HASH_FACTOR, wide(29))
    h = (h ^ i64[TREE_KEYS + k * 8]) * HASH_FACTOR
    h = (h ^ (h >> wide(32)) ^ GOLDEN) * HASH_FACTOR
    i64[TREE_SAID] = h ^ (h >> wide(29))
    return 0


def key_of_node() -> int:
    """Writes the key of the node of the open step to SEEDING; gives the first place of the index to search."""
    h = i64[TREE_HISTORY] + wide(i32[TREE_CHOOSER] + 1) * HASH_FACTOR
    h = rotl((h ^ signed(i32[TREE_STANDING])) * HASH_FACTOR, wide(29))
    h = rotl((h ^ i64[TREE_SAID]) * HASH_FACTOR, wide(29))
    h = rotl((h ^ i64[KEY_STEP]) * HASH_FACTOR, wide(29))
    h = (h ^ (h >> wide(32))) * HASH_FACTOR
    i64[SEEDING] = h ^ (h >> wide(29))
    return wrap(i64[SEEDING] >> wide(32))


def choose_key(n: int, is_offer: int) -> int:
    """Chooses one of the n options of TREE_KEYS for this iteration; gives -1 if there is no room for them."""
    e = find_node(key_of_node())
    missing = n
    if e != 0:
        missing = find_options(e, n)
    if missing != 0:
        e = make_options(e, n, missing, is_offer)
        if e == 0:
            return -1
    visits = i32[e + 12] + 1
    i32[e + 12] = visits
    tried = 0
    for k in range(n):
        o = i32[TREE_FOUND + k * 4]
        i32[o + 24] = i32[o + 24] + 1
        tried += i32[o + 8] != 0
    if tried < n and (tried < 8 or tried * tried < 4 * visits):
        k = find_untried(below(TREE_DICE, n - tried))
        i32[TREE_IS_NEW] = 1
    else:
        k = best_offered(n)
    at = i32[TREE_WAY_AT]
    if at >= i32[TREE_WAY_END]:
        fault(NO_ROOM, -1)
    i32[at] = i32[TREE_FOUND + k * 4]
    i32[at + 4] = i32[TREE_CHOOSER]
    i32[TREE_WAY_AT] = at + 16
    return k


def find_options(e: int, n: int) -> int:
    """Writes to TREE_FOUND the options of a node that are offered now, and 0 for each offered key that the node has no option for; gives the number of these
    zeros. The options mostly come in the same order as before."""
    first = i32[e + 16]
    o = first
    missing = 0
    for k in range(n):
        start = o
        while i64[o + 16] != i64[TREE_KEYS + k * 8]:
            o = i32[o + 28]
            if o == 0:
                o = first
            if o == start:
                break
        if i64[o + 16] == i64[TREE_KEYS + k * 8]:
            i32[TREE_FOUND + k * 4] = o
            o = i32[o + 28]
            if o == 0:
                o = first
        else:
            i32[TREE_FOUND + k * 4] = 0
            missing += 1
    return missing


def make_options(e: int, n: int, missing: int, is_offer: int) -> int:
    """Adds the missing options to a node, or makes a node for them if `e` is 0. Gives the node; 0 if there is no room."""
    units = missing
    if e == 0:
        units += 2
    if i32[TREE_ROOM] < units:
        return 0
    i32[TREE_ROOM] = i32[TREE_ROOM] - units
    at = i32[TREE_NEXT]
    i32[TREE_NEXT] = at + units * 32
    fill(at, units * 32)
    if e == 0:
        e = at
        at += 64
        make_world_node(e)
        fill(TREE_FOUND, n * 4)
    for k in range(n):
        if i32[TREE_FOUND + k * 4] == 0:
            i32[TREE_FOUND + k * 4] = at
            i64[at + 16] = i64[TREE_KEYS + k * 8]
            i32[at + 12] = k if is_offer else i32[OPTIONS + k * 4]
            if i32[e + 24]:
                i32[i32[e + 24] + 28] = at
            else:
                i32[e + 16] = at
            i32[e + 24] = at
            at += 32
    i32[e + 8] = i32[e + 8] + missing
    return e


def make_world_node(e: int) -> int:
    """Makes a node without options for the key in SEEDING."""
    i32[i32[SLOT]] = e
    i64[e] = i64[SEEDING]
    i32[e + 20] = i32[TREE_CHOOSER]
    if i32[TREE_LAST]:
        i32[i32[TREE_LAST] + 28] = e
    i32[TREE_LAST] = e
    m = i32[TREE_NODES] + 1
    i32[TREE_NODES] = m
    if m * 2 > i32[TREE_MASK]:
        widen_world_index()
    return 0


def widen_world_index() -> int:
    """Doubles the places of the index."""
    mask = i32[TREE_MASK] * 2 + 1
    i32[TREE_MASK] = mask
    index = i32[TREE_INDEX]
    fill(index, (mask + 1) * 4)
    e = i32[TREE_FIRST]
    while e != 0:
        place = wrap(i64[e] >> wide(32)) & mask
        while i32[index + place * 4] != 0:
            place = (place + 1) & mask
        i32[index + place * 4] = e
        e = i32[e + 28]
    return 0


def find_untried(j: int) -> int:
    """Gives number j of the offered options that were never tried."""
    k = 0
    while j != 0 or i32[i32[TREE_FOUND + k * 4] + 8] != 0:
        j -= i32[i32[TREE_FOUND + k * 4] + 8] == 0
        k += 1
    return k


def best_offered(n: int) -> int:
    """Finds the offered option with the highest UCB score; the first of equals."""
    chooser = i32[TREE_CHOOSER]
    low = i64[TREE_LOW + chooser * 8]
    span = i64[TREE_HIGH + chooser * 8] - low
    part = part_of(chooser)
    best = -1
    found = 0
    for k in range(n):
        o = i32[TREE_FOUND + k * 4]
        t = i32[o + 8]
        if t != 0:
            spread = wide(wide_spread(i32[o + 24], part)) * wide(i32[i32[TREE_RARITIES] + find_entry(t) * 4])
            x = mean_of(i64[o], t, low, span, wide(digits_left_out(span, i32[o + 24]))) + wrap(
                spread >> wide(UCB_SHIFT)
            )
            if x > best:
                best = x
                found = k
    return found
