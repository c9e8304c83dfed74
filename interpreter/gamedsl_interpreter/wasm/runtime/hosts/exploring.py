"""Explores a game tree level by level inside the module: tables of positions with the number of ways that lead to them.

A *table* has eight words: the address of its entries, their number, the address of its index, the number of places of the index less one, the bytes of
an entry, the offset of the hash in an entry, the end of the room for entries, and the most places that the index can have, less one. The index has two
words for each place: hash and address of the entry (0: free). Two positions are the same if all their bytes are equal; the hash only says where to
look. An *entry* of a level is a record, then its hash, its status (1: open, 2: ended, 3: waiting for chance), the number of ways that lead to it (128
bits), and the probability of reaching it under uniformly random play, as residues modulo some primes, from which the host computes exact fractions. An
entry of SEEN is the bytes of a position and its hash.

Several instances can search one tree in parallel. Then each of PARTS instances holds the positions whose hash belongs to it. A position that belongs to
another part is put into a box for that part: BOXES has two words for each part, the address of the next entry and the address from which on the box
counts as full. The host carries boxes to their parts. Only the position decides to which part it belongs, so sums over all parts equal those of a
search with one part. If a result depends on the order in which positions are reached, that is noted in DIFFERS: histories that reach one position with
other proof counters, and a position of chance that is reached again after its outcomes.
"""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.continuing import ask, begin_open, done, play
from gamedsl_interpreter.wasm.runtime.deciding import renew_budget
from gamedsl_interpreter.wasm.runtime.faults import fault
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.states import copy_state, hash_state, same
from gamedsl_interpreter.wasm.runtime.written import go, load_locals, outcome, pick, to_act


def copy_entry(to: int, from_: int) -> int:
    """Copies an entry of a level: the record and the data after it."""
    copy_state(to, from_)
    for k in range((i32[TO + 16] - STATE_SIZE) >> 3):
        i64[to + STATE_SIZE + k * 8] = i64[from_ + STATE_SIZE + k * 8]
    return 0


def look_up(table: int, s: State, h: int) -> int:
    """Gives the entry of the position at s, or 0; then SLOT is the place in the index where it belongs."""
    index = i32[table + 8]
    mask = i32[table + 12]
    place = h & mask
    while 1:
        slot = index + place * 8
        e = i32[slot + 4]
        if e == 0:
            i32[SLOT] = slot
            return 0
        if i32[slot] == h:
            if same(e, s):
                if table == SEEN or i32[e + WHAT] != 3:
                    return e
                i32[DIFFERS] = 1
        place = (place + 1) & mask


def add_entry(table: int, e: int, h: int) -> int:
    """Adds an entry to the table, after `look_up` has set SLOT; the index is kept half empty."""
    slot = i32[SLOT]
    i32[slot] = h
    i32[slot + 4] = e
    i32[e + i32[table + 20]] = h
    n = i32[table + 4] + 1
    i32[table + 4] = n
    if n * 2 > i32[table + 12]:
        indexed(table, i32[table + 12] * 2 + 1)
    return 0


def indexed(table: int, mask: int) -> int:
    """Rebuilds the index with mask + 1 places."""
    index = i32[table + 8]
    i32[table + 12] = mask
    fill(index, (mask + 1) * 8)
    e = i32[table]
    stride = i32[table + 16]
    at = i32[table + 20]
    for _ in range(i32[table + 4]):
        h = i32[e + at]
        place = h & mask
        while i32[index + place * 8 + 4] != 0:
            place = (place + 1) & mask
        i32[index + place * 8] = h
        i32[index + place * 8 + 4] = e
        e += stride
    return 0


def times(a: int, b: int, prime: int) -> int:
    """Multiplies two residues."""
    return wrap((wide(a) * wide(b)) % i64[PRIMES + prime * 8])


def inverse(n: int, prime: int) -> int:
    """Computes 1/n modulo a prime, by Fermat; results for small numbers are kept."""
    at = INVERSES + (n * PRIMES_MOST + prime) * 4
    if n < MOST_CHOICES:
        if i32[at] != 0:
            return i32[at]
    result = 1
    power = wrap(wide(n) % i64[PRIMES + prime * 8])
    e = wrap(i64[PRIMES + prime * 8]) - 2
    while e != 0:
        if e & 1:
            result = times(result, power, prime)
        power = times(power, power, prime)
        e = e >> 1
    if n < MOST_CHOICES:
        i32[at] = result
    return result


def add_128(at: int, from_: int) -> int:
    """Adds a number of 128 bits."""
    low = i64[at] + i64[from_]
    carry = lt_u(low, i64[from_])
    i64[at] = low
    i64[at + 8] = i64[at + 8] + i64[from_ + 8] + wide(carry)
    return 0


def add_residues(at: int, from_: int) -> int:
    """Adds residues."""
    for k in range(i32[PRIMES_USED]):
        x = i32[at + k * 4] + i32[from_ + k * 4]
        p = wrap(i64[PRIMES + k * 8])
        i32[at + k * 4] = x - p if ge_u(x, p) else x
    return 0


def share_out(e: int, n: int) -> int:
    """Sets SHARE to the part of the entry's probability that each of n choices has; notes that n occurred."""
    for k in range(i32[PRIMES_USED]):
        i32[SHARE + k * 4] = times(i32[e + CHANCE + k * 4], inverse(n, k), k)
    if n < MOST_CHOICES:
        u8[USED + n] = 1
    else:
        u8[USED] = 1
    if n > i32[WIDEST]:
        i32[WIDEST] = n
    return 0


def place_for_next() -> int:
    """Gives the address at which the next position is made. Several positions wait there before they are stored, so that the processor fetches the memory
    for all of them at the same time."""
    return CRADLE + i32[WAITING] * CRADLE_SIZE


def complete_position(e: int) -> int:
    """Completes the next position, which comes from entry e and has the probability SHARE. Gives 0 if there is no more room."""
    n = i32[WAITING]
    s = CRADLE + n * CRADLE_SIZE
    i32[s + WHAT] = 0
    i64[s + WAYS] = i64[e + WAYS]
    i64[s + WAYS + 8] = i64[e + WAYS + 8]
    for k in range(i32[PRIMES_USED]):
        i32[s + CHANCE + k * 4] = i32[SHARE + k * 4]
    i32[s + HASH] = hash_state(s)
    i32[WAITING] = n + 1
    if n + 1 == CRADLES:
        return join_waiting()
    return 1


def post(s: State, part: int) -> int:
    """Puts the position into the box of another part."""
    box = BOXES + part * 8
    at = i32[box]
    copy_entry(at, s)
    i32[box] = at + i32[TO + 16]
    if i32[box] >= i32[box + 4]:
        i32[BOX_FULL] = 1
    return 1


def received(at: int, n: int) -> int:
    """Adds the n entries of a box that another part has filled to the table TO. Gives 0 if there is no more room."""
    while n > 0:
        m = CRADLES if n > CRADLES else n
        for j in range(m):
            i32[OWN + j * 4] = at
            at += i32[TO + 16]
        if not merge(m):
            return 0
        n -= m
    return 1


def join_waiting() -> int:
    """Adds all waiting positions to TO, or puts them into the boxes of other parts. Gives 0 if there is no more room."""
    n = i32[WAITING]
    i32[WAITING] = 0
    parts = i32[PARTS]
    me = i32[PART]
    s = CRADLE
    m = 0
    for _ in range(n):
        part = ((i32[s + HASH] >> 16) * parts) >> 16
        if part == me:
            i32[OWN + m * 4] = s
            m += 1
        else:
            post(s, part)
        s += CRADLE_SIZE
    return merge(m)


def merge(n: int) -> int:
    """Adds the n positions whose addresses are at OWN to the table TO. Gives 0 if there is no more room."""
    index = i32[TO + 8]
    mask = i32[TO + 12]
    seen = 0
    for j in range(n):
        s = i32[OWN + j * 4]
        seen = seen ^ i32[index + (i32[s + HASH] & mask) * 8] ^ i32[s]
    for j in range(n):
        s = i32[OWN + j * 4]
        slot = index + (i32[s + HASH] & mask) * 8
        if i32[slot] == i32[s + HASH]:
            seen = seen ^ i32[i32[slot + 4]]
    i32[SLOT] = seen
    for j in range(n):
        s = i32[OWN + j * 4]
        h = i32[s + HASH]
        x = look_up(TO, s, h)
        if x == 0:
            if not has_room(TO):
                return 0
            x = i32[TO] + i32[TO + 4] * i32[TO + 16]
            copy_entry(x, s)
            add_entry(TO, x, h)
        else:
            for k in range(COUNTER_WORDS):
                if i32[x + COUNTERS + k * 4] != i32[s + COUNTERS + k * 4]:
                    i32[DIFFERS] = 1
            add_128(x + WAYS, s + WAYS)
            add_residues(x + CHANCE, s + CHANCE)
        i32[JOINED] = x
    return 1


def has_room(table: int) -> int:
    """Whether one more entry fits into a table."""
    return i32[table] + (i32[table + 4] + 1) * i32[table + 16] <= i32[table + 24]


def expand(budget: int) -> int:
    """Expands the entries of FROM from number ENTRY on, until the budget of choices is used up; of the first one, MADE choices have been made before. The
    successors are added to TO. 0: all done; 1: more to do, or a box is full; 2: no more room."""
    while i32[ENTRY] < i32[FROM + 4]:
        if budget <= 0 or i32[BOX_FULL]:
            break
        e = i32[FROM] + i32[ENTRY] * i32[FROM + 16]
        if i32[e + WHAT] == 1:
            if i32[IS_OFFER + u16[e] * 4]:
                n = choose_each(e)
            else:
                n = choose_listed(e)
            if n < 0:
                return 2
            budget -= n
            if i32[MADE] == 0:
                i32[ENTRY] += 1
        else:
            i32[ENTRY] += 1
    if not join_waiting():
        return 2
    return i32[ENTRY] < i32[FROM + 4]


def choose_each(e: int) -> int:
    """Makes all choices of a decision of one simple selection. Gives their number, or -1 if there is no more room."""
    node = u16[e]
    load_locals(e, node)
    pick(e, node, -1)
    n = i32[LEAVES]
    share_out(e, n)
    at = i32[BOUND_AT + node * 4]
    after = i32[AFTER + node * 4]
    low = i32[OFFER_LOW + node * 4]
    word = OFFERED
    left = i64[word]
    for k in range(n):
        renew_budget()
        s = place_for_next()
        copy_state(s, e)
        load_locals(s, node)
        if at != 0:
            while left == wide(0):
                word += 8
                low += 64
                left = i64[word]
            i32[at] = low + wrap(ctz(left))
            left = left & (left - wide(1))
        else:
            pick(s, node, k)
        go(s, after, POLICY_ASKS)
        if not complete_position(e):
            return -1
    return n


def choose_listed(e: int) -> int:
    """Makes the choices of a decision from number MADE on, as many as the list holds. Gives their number, or -1 if there is no more room. MADE is 0
    again after the last one."""
    seats = to_act(e)
    seat = ctz(seats)
    first = i32[MADE]
    prepare_search(SEARCH_LIST_FROM, first)
    n = ask(e, seat)
    end = i32[OUT]
    more = i32[FULL]
    if first == 0:
        if more:
            prepare_search(SEARCH_COUNT, 0)
            n = ask(e, seat)
        share_out(e, n)
    n = 0
    at = LIST
    while at < end:
        if i32[BOX_FULL]:
            more = 1
            break
        s = place_for_next()
        copy_state(s, e)
        size = i32[at] * 4
        copy(PREFIX, at + 4, size)
        i32[PREFIX_LENGTH] = i32[at]
        play(s, seat)
        if not complete_position(e):
            return -1
        at += 4 + size
        n += 1
    i32[MADE] = first + n if more else 0
    return n


def prepare_search(mode: int, first: int) -> int:
    """Prepares a search in a mode that begins with move number `first`."""
    i32[MODE] = mode
    i32[TARGET] = first
    i32[PREFIX_LENGTH] = 0
    i32[PROBE] = -1
    i32[LEAVES] = 0
    i32[LIMIT] = ON
    i32[OUT] = LIST
    i32[FULL] = 0
    return 0


def chances(budget: int) -> int:
    """Looks for a position at which chance has to decide, from entry ENTRY of TO on. Gives 0: there is none; 1: the search is not finished; 3: entry
    ENTRY is one."""
    while i32[ENTRY] < i32[TO + 4]:
        if budget <= 0:
            return 1
        e = i32[TO] + i32[ENTRY] * i32[TO + 16]
        if not i32[IS_END + u16[e] * 4]:
            if to_act(e) == 0:
                i32[e + WHAT] = 3
                return 3
        i32[ENTRY] += 1
        budget -= 1
    return 0


def classed(budget: int) -> int:
    """Sets the status of the entries of TO from number ENTRY on, and counts entries and ways by status. Gives 0: all done; 1: more to do; 2: no more room."""
    while i32[ENTRY] < i32[TO + 4]:
        if budget <= 0:
            return 1
        e = i32[TO] + i32[ENTRY] * i32[TO + 16]
        if i32[TRACKS]:
            if not i32[ENTRY] % CRADLES:
                prefetch(e)
            if not add_seen(e):
                return 2
        if i32[e + WHAT] != 3:
            i32[e + WHAT] = 2 if i32[IS_END + u16[e] * 4] else 1
            if i32[TRACKS] and i32[e + WHAT] == 2:
                count_end(e)
        at = COUNTS + (i32[e + WHAT] - 1) * 32
        add_128(at, e + WAYS)
        i32[at + 16] += 1
        i32[ENTRY] += 1
        budget -= 1
    return 0


def ways_ahead(budget: int) -> int:
    """Adds up at COUNTS the ways to make one more move from the entries of TO from number ENTRY on. 0: all done; 1: more to do."""
    while i32[ENTRY] < i32[TO + 4]:
        if budget <= 0:
            return 1
        e = i32[TO] + i32[ENTRY] * i32[TO + 16]
        if i32[e + WHAT] == 1:
            prepare_search(SEARCH_COUNT, 0)
            n = ask(e, ctz(to_act(e)))
            if n >= ON:
                fault(NO_ROOM, -1)
            low = i64[e + WAYS]
            part = (low & LOW_HALF) * wide(n)
            more = (low >> 32) * wide(n) + (part >> 32)
            i64[COUNTS + 32] = (more << wide(32)) | (part & LOW_HALF)
            i64[COUNTS + 40] = i64[e + WAYS + 8] * wide(n) + (more >> 32)
            add_128(COUNTS, COUNTS + 32)
            budget -= 1 + (n >> 4)
        i32[ENTRY] += 1
    return 0


def prefetch(e: int) -> int:
    """Makes the processor fetch the memory of the next positions in the index of SEEN."""
    end = i32[TO] + i32[TO + 4] * i32[TO + 16]
    index = i32[SEEN + 8]
    mask = i32[SEEN + 12]
    seen = 0
    for _ in range(CRADLES):
        if e < end:
            seen = seen ^ i32[index + (i32[e + HASH] & mask) * 8]
            e += i32[TO + 16]
    i32[SLOT] = seen
    return 0


def add_seen(e: int) -> int:
    """Adds a position to SEEN; gives 0 if there is no room."""
    h = i32[e + HASH]
    if look_up(SEEN, e, h) == 0:
        if not has_room(SEEN):
            return 0
        x = i32[SEEN] + i32[SEEN + 4] * i32[SEEN + 16]
        copy(x, e, KEY_BYTES)
        add_entry(SEEN, x, h)
    return 1


def count_end(e: int) -> int:
    """Counts the end of a match."""
    outcome(e)
    first = 0
    bits = 0
    while first < i32[RANKED] and (first == 0 or not i32[RANKED + first * 8 + 8]):
        bits = bits | (1 << i32[RANKED + first * 8 + 4])
        first += 1
    if JUDGES:
        if i32[WON] != -1:
            bits = i32[WON] | VERDICT_BIT
    at = ENDINGS
    while i32[at + 4] != 0 and i32[at] != bits:
        at += ENDING
        if at >= ENDINGS_END:
            fault(0, 0)
    i32[at] = bits
    i32[at + 4] = 1
    add_128(at + 16, e + WAYS)
    add_residues(at + 32, e + CHANCE)
    for seat in range(SEATS):
        total = 0
        for line in range(LINES):
            total += i32[OUTCOME + (seat * LINES + line) * 4]
        for k in range(i32[PRIMES_USED]):
            p = i64[PRIMES + k * 8]
            x = times(wrap(rem_s(signed(total), p) + p) % wrap(p), i32[e + CHANCE + k * 4], k)
            i32[SHARE + k * 4] = x
        add_residues(EXPECTED + seat * CHANCE_BYTES, SHARE)
    return 0


def rooted() -> int:
    """Makes the first stop of a match without a stream of chance the only entry of TO."""
    for k in range(i32[PRIMES_USED]):
        i32[SHARE + k * 4] = 1
    s = place_for_next()
    begin_open(s)
    fill(s + WAYS, 16)
    i32[s + WAYS] = 1
    return complete_position(s) and join_waiting()


def spread(e: int) -> int:
    """Applies the outcome of chance at GIVEN to an entry of TO; SHARE is the probability of the result. Gives 0 if there is no room."""
    s = place_for_next()
    copy_state(s, e)
    done(s)
    return complete_position(e) and join_waiting()


def onward() -> int:
    """Makes TO the new FROM, and empties TO."""
    for i in range(8):
        x = i32[FROM + i * 4]
        i32[FROM + i * 4] = i32[TO + i * 4]
        i32[TO + i * 4] = x
    i32[TO + 4] = 0
    mask = i32[TO + 12]
    while mask < i32[FROM + 4] * 4 and mask < i32[TO + 28]:
        mask = mask * 2 + 1
    indexed(TO, mask)
    i32[ENTRY] = 0
    i32[MADE] = 0
    return 0
