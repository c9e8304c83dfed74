"""Hashes a seat's observation of a position: two positions have equal hashes exactly if `gamedsl_interpreter.thinking.sight` gives equal bytes for
them.

The looks of each seat are at LOOKS, eight words each: see `emit.hosts.looking`.
"""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.continuing import waiting
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.written import begin_together, field_audience, load_locals, to_act, zone_audience


def hash_view(s: State, seat: int) -> int:
    """Writes the hash of the seat's observation to LOOK_HASH."""
    node = u16[s]
    hash_on(wide(i32[PHASES + node * 4]))
    hash_on(wide(find_acting(s, node, seat)))
    at = i32[LOOKS + seat * 4]
    for i in range(i32[LOOKS_NUMBER + seat * 4]):
        if is_looked_at(s, seat, i32[at + 24], i32[at + 28]):
            if LOOKS_COMPUTED:
                hash_on(wide(i))
            hash_look(s + i32[at + 4], i32[at], i32[at + 8], at)
        at += 32
    return 0


def hash_on(word: Wide) -> int:
    """Adds a word to the hash."""
    i64[LOOK_HASH] = rotl((i64[LOOK_HASH] ^ word) * HASH_FACTOR, wide(29))
    return 0


def find_acting(s: State, node: int, seat: int) -> int:
    """Finds the seats that have to choose, as far as the seat may know: if several choose at once, it does not know who has chosen."""
    todo = i32[WAITING_AT + node * 4]
    if todo == 0:
        return to_act(s)
    load_locals(s, node)
    bits = waiting(s, node)
    begin_together(s, node)
    others = waiting(s, node)
    for i in range(SEATS):
        u8[s + todo + i] = (bits >> i) & 1
    return (others - (others & (1 << seat))) | (bits & (1 << seat))


def is_looked_at(s: State, seat: int, when: int, instance: int) -> int:
    """Whether a look applies, as its `when` says."""
    if when == 0:
        return 1
    if when == IF_FIELD_SEEN:
        mask = field_audience(s, instance)
    else:
        mask = zone_audience(s, instance)
    seen = (mask >> seat) & 1
    if when == IF_ZONE_HIDDEN:
        return 1 - seen
    return seen


def hash_look(a: int, form: int, size: int, look: int) -> int:
    """Adds the bytes of a field or zone to the hash, in one of the forms of a look."""
    if form == LOOK_BYTES:
        end = a + size
        while a + 8 <= end:
            hash_on(i64[a])
            a += 8
        if a < end:
            hash_on(i64[a] & ((wide(1) << wide((end - a) * 8)) - wide(1)))
        return 0
    if form == LOOK_BITS:
        n = 0
        for i in range(size):
            n += popcnt(u8[a + i])
        return hash_on(wide(n))
    if form == LOOK_FILLED:
        n = 0
        for i in range(size):
            n = n | u8[a + i]
        return hash_on(wide(n != 0))
    if form == LOOK_SUM:
        n = 0
        width = i32[look + 12]
        for i in range(size // width):
            n += number_at(a + i * width, width)
        return hash_on(wide(n))
    return hash_pile(a, form, look)


def hash_pile(a: int, form: int, look: int) -> int:
    """Adds a pile to the hash: the number of pieces, the top one if it is settled, and the number of each kind if the seat sees them all."""
    width = i32[look + 12]
    most = i32[look + 16]
    kind_width = i32[look + 20]
    n = number_at(a, width)
    hash_on(wide(n))
    a += width
    top = 0
    if n != 0:
        cut = u8[a + most * kind_width + ((n - 1) >> 3)] >> ((n - 1) & 7)
        if n == 1 or (cut & 1):
            top = 1 + number_at(a + (n - 1) * kind_width, kind_width)
    hash_on(wide(top))
    if form == LOOK_PILE:
        h = wide(0)
        for i in range(n):
            x = (wide(number_at(a + i * kind_width, kind_width)) + GOLDEN) * MIX_A
            x = (x ^ (x >> wide(31))) * MIX_B
            h = h + (x ^ (x >> wide(29)))
        hash_on(h)
    return 0


def number_at(a: int, width: int) -> int:
    """Reads a number of one, two or four bytes."""
    if width == 1:
        return u8[a]
    if width == 2:
        return u16[a]
    return i32[a]
