"""Logs the changes of a position: see `emit.telling.telling`.

In a module that logs events, some functions of this file replace functions of the same name for all callers: each imports the function that it replaces
under another name (`… as …_untold`).
"""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.continuing import play
from gamedsl_interpreter.wasm.runtime.drawing import draw_to as draw_to_untold
from gamedsl_interpreter.wasm.runtime.drawing import resolve as resolve_untold
from gamedsl_interpreter.wasm.runtime.hosts.log import tell, tell_bytes, tell_triples
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.moving import (
    exchange as exchange_untold,
)
from gamedsl_interpreter.wasm.runtime.moving import (
    is_pile,
)
from gamedsl_interpreter.wasm.runtime.moving import (
    move as move_untold,
)
from gamedsl_interpreter.wasm.runtime.moving import (
    swap_pieces as swap_pieces_untold,
)
from gamedsl_interpreter.wasm.runtime.piles import pile_at, pile_cut, pile_len
from gamedsl_interpreter.wasm.runtime.piles import shuffle_pile as shuffle_pile_untold
from gamedsl_interpreter.wasm.runtime.written import field_audience, zone_audience
from gamedsl_interpreter.wasm.runtime.zones import z_list, z_size


def tell_begin(s: State) -> int:
    """Begins the log; notes the seats that see the zones with computed visibility."""
    i32[TELL_AT] = TELL
    for i in range(MOVING_COUNT):
        i32[TELL_MASKS + i * 4] = zone_audience(s, i32[MOVING_ZONES + i * 4])
    return 0


def tell_end(s: State) -> int:
    """Logs the seats that have begun to see a zone. Gives the end of the log."""
    for i in range(MOVING_COUNT):
        z = i32[MOVING_ZONES + i * 4]
        now = zone_audience(s, z)
        more = (now ^ i32[TELL_MASKS + i * 4]) & now
        if more != 0:
            tell(TELLS_SHOWN)
            tell(z)
            tell(more)
            tell_triples(TELL_PIECES, z_list(s, z, TELL_PIECES))
    return i32[TELL_AT]


def tell_play(s: State, seat: int) -> int:
    """Makes the move whose steps are PREFIX, and logs its events. Gives the end of the log; 0 if there is no such move."""
    tell_begin(s)
    if play(s, seat) < 0:
        return 0
    return tell_end(s)


def tell_peek(at: int, end: int, seat: int, noticed: int) -> int:
    """Logs the pieces at which a seat looks."""
    tell(TELLS_PEEKED)
    tell(seat)
    tell(noticed)
    tell_triples(at, end)
    return 0


def tell_field(s: State, instance: int, at: int, old: int, size: int) -> int:
    """Logs the new value of a field, if it has changed."""
    same = 1
    for i in range(size):
        if u8[at + i] != u8[old + i]:
            same = 0
            break
    if same == 0:
        tell(TELLS_FIELD)
        tell(instance)
        tell(field_audience(s, instance))
        tell_bytes(at, size)
    return 0


def top_kind(s: State, z: int) -> int:
    """Gives the kind on top of a pile, if it is known; else -1."""
    if not is_pile(z):
        return -1
    d = ZONES + z * 32
    p = s + i32[d]
    j = pile_len(p, d) - 1
    if j < 0:
        return -1
    k = pile_at(p, d, j)
    while not pile_cut(p, d, j):
        j -= 1
        if pile_at(p, d, j) != k:
            return -1
    return i32[i32[d + 16] + k * 4]


def tell_leaving(s: State, at: int, end: int, to: int, flags: int) -> int:
    """Logs the leaving pieces; gives the address for the seats that see them arrive."""
    tell(TELLS_MOVED)
    tell(flags)
    tell(to)
    here = i32[TELL_AT]
    tell(0)
    tell((end - at) // 12)
    while at < end:
        z = i32[at]
        tell(z)
        tell(i32[at + 4])
        tell(i32[at + 8])
        if z < 0:
            tell(0)
            tell(0)
            tell(-1)
        else:
            tell(z_size(s, z))
            tell(zone_audience(s, z))
            tell(top_kind(s, z))
        at += 12
    return here


def move(s: State, at: int, end: int, to: int, site: int, flags: int) -> int:
    """Moves pieces, and logs them."""
    if at >= end:
        return 0
    here = tell_leaving(s, at, end, to, flags)
    move_untold(s, at, end, to, site, flags)
    i32[here] = zone_audience(s, to)
    if flags & 4:
        tell(TELLS_SHUFFLED)
        tell(to)
        tell(1)
    return 0


def swap_pieces(s: State, ends: int, site: int) -> int:
    """Exchanges pieces, and logs them."""
    if i32[ends] < i32[ends + 4] and i32[ends + 8] < i32[ends + 12]:
        from_ = i32[i32[ends]]
        to = i32[i32[ends + 8]]
        first = tell_leaving(s, i32[ends], i32[ends + 4], to, 0)
        second = tell_leaving(s, i32[ends + 8], i32[ends + 12], from_, TELLS_SWAPPED)
        swap_pieces_untold(s, ends, site)
        i32[first] = zone_audience(s, to)
        i32[second] = zone_audience(s, from_)
        return 0
    return swap_pieces_untold(s, ends, site)


def exchange(s: State, passes: int, n: int, site: int) -> int:
    """Exchanges the contents of zones, and logs these contents."""
    tell(TELLS_EXCHANGED)
    tell(n)
    at = i32[TELL_AT]
    for i in range(n):
        z = i32[passes + i * 8]
        tell(z)
        tell(i32[passes + i * 8 + 4])
        tell(zone_audience(s, z))
        tell(0)
        end = z_list(s, z, TELL_PIECES)
        tell((end - TELL_PIECES) // 12)
        a = TELL_PIECES
        while a < end:
            tell(i32[a + 4])
            tell(i32[a + 8])
            a += 12
    exchange_untold(s, passes, n, site)
    for i in range(n):
        i32[at + 12] = zone_audience(s, i32[at + 4])
        at += 20 + i32[at + 16] * 8
    return 0


def shuffle_pile(s: State, z: int) -> int:
    """Shuffles a pile, and logs it."""
    shuffle_pile_untold(s, z)
    tell(TELLS_SHUFFLED)
    tell(z)
    tell(0)
    return 0


def draw_to(s: State, z: int, at: int, end: int, to: int, site: int, flags: int) -> int:
    """Moves drawn pieces, and logs them."""
    if at >= end:
        return 0
    tell(TELLS_DRAWN)
    tell(flags)
    tell(to)
    here = i32[TELL_AT]
    tell(0)
    tell(z)
    tell(z_size(s, z))
    tell(zone_audience(s, z))
    tell(top_kind(s, z))
    tell((end - at) >> 2)
    a = at
    while a < end:
        tell(i32[a])
        a += 4
    draw_to_untold(s, z, at, end, to, site, flags)
    i32[here] = zone_audience(s, to)
    return 0


def resolve(s: State, r: int, z: int, depth: int) -> int:
    """Settles the top of a pile, and logs the number of pieces."""
    size = z_size(s, z)
    waits = resolve_untold(s, r, z, depth)
    if waits == 0 and size != 0 and depth != 0:
        tell(TELLS_RESOLVED)
        tell(z)
        if depth < 0 or depth > size:
            tell(size)
        else:
            tell(depth)
        tell(i32[RESULT])
        if i32[TOP_SEEN + z * 4]:
            tell(TELLS_SHOWN)
            tell(z)
            tell(SEATS_MASK)
            tell(1)
            tell(z)
            tell(i32[RESULT])
            tell(1)
    return waits
