"""Piles: stretches of pieces in no order among themselves, one on top of the other."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.language import *


def plain(s: State, z: int) -> int:
    """Makes the bytes of a pile canonical, if it is in its working form."""
    x = i32[PILE_EXTRAS + z * 8]
    if x == 0:
        return 0
    x += s
    above = i32[x + 4]
    if above == 0:
        return 0
    d = ZONES + z * 32
    p = s + i32[d]
    n = u8[p]
    most = i32[d + 24]
    top = n - above + 1
    base = top - i32[x]
    kind = 0
    kinds = 0
    at = p + 1 + base
    words = i32[PILE_EXTRAS + z * 8 + 4]
    for i in range(words if words else 1):
        left = i64[x + 8 + i * 8]
        while left != wide(0):
            kind = wrap(ctz(left))
            many = 1
            if words:
                kind = kind & 56
                many = wrap(left >> wide(kind)) & 255
                left = left - (wide(many) << wide(kind))
                kind = (kind >> 3) + i * 8
            else:
                left = left & (left - wide(1))
            for j in range(many):
                u8[at + j] = kind
            at += many
            kinds += 1
        i64[x + 8 + i * 8] = wide(0)
    i64[x] = wide(0)
    fill(p + 1 + n, most - n)
    cuts = p + 1 + most
    if base == most:
        return 0
    at = cuts + (base >> 3)
    u8[at] = u8[at] & ((1 << (base & 7)) - 1)
    fill(at + 1, cuts + ((most + 7) >> 3) - at - 1)
    for j in range(base, n):
        if j != 0 and (j == base or j >= top or kinds == 1):
            u8[cuts + (j >> 3)] = u8[cuts + (j >> 3)] | (1 << (j & 7))
    return 0


def pile_len(p: int, d: int) -> int:
    """Gives the number of pieces in a pile, by its address and descriptor."""
    return u8[p] if (i32[d + 28] & 255) == 1 else u16[p]


def pile_at(p: int, d: int, i: int) -> int:
    """Gives the kind of the piece at a place from the bottom, in the numbering of the pile."""
    w = i32[d + 28]
    a = p + (w & 255)
    return u8[a + i] if (w >> 8) == 1 else u16[a + i * 2]


def pile_cut(p: int, d: int, i: int) -> int:
    """Whether a stretch begins at a place."""
    if i == 0:
        return 1
    w = i32[d + 28]
    a = p + (w & 255) + i32[d + 24] * (w >> 8)
    return bit(u8[a + (i >> 3)], i & 7)


def unpack(s: State, z: int, at: int) -> int:
    """Writes a pile into the working arrays from place `at` on; gives the next free place."""
    d = ZONES + z * 32
    plain(s, z)
    p = s + i32[d]
    n = pile_len(p, d)
    for i in range(n):
        u16[WORK_KIND + (at + i) * 2] = pile_at(p, d, i)
        u8[WORK_CUT + at + i] = pile_cut(p, d, i)
    return at + n


def pack(s: State, z: int, start: int, end: int) -> int:
    """Writes a pile back in canonical form: a stretch of equal pieces becomes stretches of one piece each."""
    d = ZONES + z * 32
    p = s + i32[d]
    w = i32[d + 28]
    wl = w & 255
    wk = w >> 8
    most = i32[d + 24]
    n = end - start
    fill(p, wl + most * wk + ((most + 7) >> 3))
    if wl == 1:
        u8[p] = n
    else:
        u16[p] = n
    a = p + wl
    cuts = a + most * wk
    i = start
    while i < end:
        j = i + 1
        same = 1
        while j < end and not u8[WORK_CUT + j]:
            if u16[WORK_KIND + j * 2] != u16[WORK_KIND + i * 2]:
                same = 0
            j += 1
        for x in range(i, j):
            k = x - start
            if wk == 1:
                u8[a + k] = u16[WORK_KIND + x * 2]
            else:
                u16[a + k * 2] = u16[WORK_KIND + x * 2]
            if k != 0 and (x == i or same):
                u8[cuts + (k >> 3)] = u8[cuts + (k >> 3)] | (1 << (k & 7))
        i = j
    return 0


def sort_work(start: int, end: int) -> int:
    """Makes one sorted stretch of all pieces from start to end - 1."""
    for i in range(start + 1, end):
        v = u16[WORK_KIND + i * 2]
        j = i
        while j > start and u16[WORK_KIND + j * 2 - 2] > v:
            u16[WORK_KIND + j * 2] = u16[WORK_KIND + j * 2 - 2]
            j -= 1
        u16[WORK_KIND + j * 2] = v
    for i in range(start, end):
        u8[WORK_CUT + i] = i == start
    return 0


def shuffle_pile(s: State, z: int) -> int:
    """Makes one stretch of the pile."""
    end = unpack(s, z, 0)
    sort_work(0, end)
    pack(s, z, 0, end)
    return 0


def pile_take(s: State, z: int, bottom: int, out: int) -> int:
    """Takes WANT[kind] pieces of each kind from a pile, from the top (or the bottom) on, and lists them at `out`, bottom to top, as kinds of the game."""
    d = ZONES + z * 32
    kinds = i32[d + 16]
    n = unpack(s, z, 0)
    fill(WORK_GONE, n)
    hi = n
    i = 0
    while n > 0:
        if bottom:
            if i >= n:
                break
            a = i
            b = a + 1
            while b < n and not u8[WORK_CUT + b]:
                b += 1
            i = b
        else:
            if hi <= 0:
                break
            b = hi
            a = b - 1
            while a > 0 and not u8[WORK_CUT + a]:
                a -= 1
            hi = a
        for j in range(a, b):
            k = i32[kinds + u16[WORK_KIND + j * 2] * 4]
            if i32[WANT + k * 4] > 0:
                i32[WANT + k * 4] -= 1
                u8[WORK_GONE + j] = 1
    left = 0
    fresh_stay = 1
    fresh_gone = 1
    for j in range(n):
        cut = u8[WORK_CUT + j]
        if cut:
            fresh_stay = 1
            fresh_gone = 1
        if u8[WORK_GONE + j]:
            u16[LEAVE_KIND + out * 2] = i32[kinds + u16[WORK_KIND + j * 2] * 4]
            u8[LEAVE_CUT + out] = fresh_gone
            fresh_gone = 0
            out += 1
        else:
            u16[WORK_KIND + left * 2] = u16[WORK_KIND + j * 2]
            u8[WORK_CUT + left] = fresh_stay
            fresh_stay = 0
            left += 1
    pack(s, z, 0, left)
    return out
