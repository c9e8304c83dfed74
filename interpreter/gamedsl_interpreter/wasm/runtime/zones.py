"""Zones by descriptor (see the package), and the pieces of a player."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.piles import pile_at, pile_len, plain


def z_count(s: State, z: int, kind: int) -> int:
    """Counts the pieces of a kind in a zone."""
    d = ZONES + z * 32
    i = i32[i32[d + 12] + kind * 4]
    if i < 0:
        return 0
    p = s + i32[d]
    form = i32[d + 4]
    if form == 3:
        return u8[p + i]
    if form == 2:
        return bit(u8[p + (i >> 3)], i & 7)
    if form == 0:
        return u8[p] == i + 1
    if form == 4:
        return u16[p + i * 2]
    if form == 1:
        return u16[p] == i + 1
    n = 0
    plain(s, z)
    for j in range(pile_len(p, d)):
        n += pile_at(p, d, j) == i
    return n


def z_size(s: State, z: int) -> int:
    """Counts the pieces in a zone."""
    d = ZONES + z * 32
    p = s + i32[d]
    form = i32[d + 4]
    k = i32[d + 8]
    n = 0
    if form == 3:
        for i in range(k):
            n += u8[p + i]
        return n
    if form == 2:
        for i in range((k + 7) >> 3):
            n += popcnt(u8[p + i])
        return n
    if form == 0:
        return u8[p] != 0
    if form == 4:
        for i in range(k):
            n += u16[p + i * 2]
        return n
    if form == 1:
        return u16[p] != 0
    return pile_len(p, d)


def z_add(s: State, z: int, kind: int, n: int) -> int:
    """Adds n pieces of a kind to a zone that is no pile; a negative n removes pieces."""
    d = ZONES + z * 32
    i = i32[i32[d + 12] + kind * 4]
    p = s + i32[d]
    form = i32[d + 4]
    if form == 3:
        u8[p + i] += n
    elif form == 2:
        u8[p + (i >> 3)] = u8[p + (i >> 3)] ^ (1 << (i & 7))
    elif form == 0:
        u8[p] = i + 1 if n > 0 else 0
    elif form == 4:
        u16[p + i * 2] += n
    elif form == 1:
        u16[p] = i + 1 if n > 0 else 0
    return 0


def z_clear(s: State, z: int) -> int:
    """Empties a zone."""
    d = ZONES + z * 32
    plain(s, z)
    fill(s + i32[d], z_bytes(d))
    return 0


def z_bytes(d: int) -> int:
    """Gives the bytes of a zone, by its descriptor."""
    form = i32[d + 4]
    k = i32[d + 8]
    if form == 3:
        return k
    if form == 2:
        if k > 32:
            return ((k + 63) >> 6) * 8
        return 1 if k < 9 else (2 if k < 17 else 4)
    if form == 4:
        return k * 2
    if form < 2:
        return form + 1
    w = i32[d + 28]
    m = i32[d + 24]
    return (w & 255) + m * (w >> 8) + ((m + 7) >> 3)


def z_list(s: State, z: int, to: int) -> int:
    """Writes the contents of a zone as piece entries, a pile from the bottom; gives the end."""
    d = ZONES + z * 32
    p = s + i32[d]
    form = i32[d + 4]
    k = i32[d + 8]
    kinds = i32[d + 16]
    at = to
    if form == 5:
        plain(s, z)
        for j in range(pile_len(p, d)):
            i32[at] = z
            i32[at + 4] = i32[kinds + pile_at(p, d, j) * 4]
            i32[at + 8] = 1
            at += 12
        return at
    if form < 2:
        i = u8[p] if form == 0 else u16[p]
        if i != 0:
            i32[at] = z
            i32[at + 4] = i32[kinds + i * 4 - 4]
            i32[at + 8] = 1
            at += 12
        return at
    for i in range(k):
        n = u8[p + i]
        if form == 2:
            n = bit(u8[p + (i >> 3)], i & 7)
        elif form == 4:
            n = u16[p + i * 2]
        if n != 0:
            i32[at] = z
            i32[at + 4] = i32[kinds + i * 4]
            i32[at + 8] = n
            at += 12
    return at


def belongings(s: State, player: int, box: int, out: int) -> int:
    """Gives the entries of all pieces of a player: in own zones, and of own kinds in any zone."""
    for z in range(ZONE_COUNT):
        if z != box:
            end = z_list(s, z, out)
            own = i32[ZONE_OWNER + z * 4] == player
            at = out
            while at < end:
                if own or i32[KIND_OWNER + i32[at + 4] * 4] == player:
                    copy(out, at, 12)
                    out += 12
                at += 12
    return out
