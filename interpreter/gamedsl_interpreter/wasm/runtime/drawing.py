"""Draws of random pieces, and the tops of piles that become known."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.faults import fault
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.moving import arrive, fits, is_pile, move
from gamedsl_interpreter.wasm.runtime.piles import pack, pile_len, pile_take, plain, shuffle_pile, unpack
from gamedsl_interpreter.wasm.runtime.random import below
from gamedsl_interpreter.wasm.runtime.zones import z_add, z_count, z_list, z_size


def stage(r: int, wanted: int, ordered: int, res: int) -> int:
    """Draws from the pool of (thing, count) pairs at POOL, and writes the drawn things from `res` on. Nothing is drawn at random if only one result is possible."""
    n = i32[POOL_COUNT]
    total = 0
    for i in range(n):
        total += i32[POOL + i * 8 + 4]
    number = total if total < wanted else wanted
    if number < 1:
        return res
    if MAY_STOP:
        if i32[CHANCE_MODE] == CHANCE_GIVEN:
            copy(res, i32[GIVEN_AT], number * 4)
            i32[GIVEN_AT] = i32[GIVEN_AT] + number * 4
            return res + number * 4
    if n < 2 or (not ordered and number == total):
        left = number
        for i in range(n):
            m = i32[POOL + i * 8 + 4]
            for _ in range(m):
                if left > 0:
                    i32[res] = i32[POOL + i * 8]
                    res += 4
                    left -= 1
        return res
    i32[IS_OPEN] = 1
    if MAY_STOP:
        if i32[CHANCE_MODE] == CHANCE_STOPS:
            fill(res, number * 4)
            return res + number * 4
    size = total
    kinds = n
    for _ in range(number):
        i = 0
        if kinds > 1:
            x = below(r, size)
            while x >= i32[POOL + i * 8 + 4]:
                x -= i32[POOL + i * 8 + 4]
                i += 1
        else:
            while i32[POOL + i * 8 + 4] == 0:
                i += 1
        i32[res] = i32[POOL + i * 8]
        res += 4
        i32[POOL + i * 8 + 4] -= 1
        if i32[POOL + i * 8 + 4] == 0:
            kinds -= 1
        size -= 1
    return res


def draw_to(s: State, z: int, at: int, end: int, to: int, site: int, flags: int) -> int:
    """Moves the drawn kinds from `at` to `end` out of a zone (a pile: from its top) to another one, where they arrive one by one. Flags 1: under, 2: from
    the bottom of a pile."""
    if at >= end:
        return 0
    n = (end - at) >> 2
    fits(s, to, 0 if to == z else n, site)
    a = at
    if is_pile(z):
        while a < end:
            i32[WANT + i32[a] * 4] += 1
            a += 4
        if flags & 2:
            pile_take(s, z, 1, 0)
        elif take_top(s, z) < n:
            pile_take(s, z, 0, 0)
        a = at
        while a < end:
            i32[WANT + i32[a] * 4] = 0
            a += 4
    else:
        while a < end:
            z_add(s, z, i32[a], -1)
            a += 4
    for j in range(n):
        u16[LEAVE_KIND + j * 2] = i32[(end - 4 - j * 4) if flags & 1 else (at + j * 4)]
        u8[LEAVE_CUT + j] = 1
    arrive(s, to, 0, n, flags)
    return 0


def stretch_start(cuts: int, hi: int) -> int:
    """Gives the start of the stretch that ends before place hi; whole bytes without a cut are skipped."""
    a = hi - 1
    while a > 0:
        b = u8[cuts + (a >> 3)] & ((2 << (a & 7)) - 1)
        if b != 0:
            return (a - (a & 7)) + 31 - clz(b)
        a = a - (a & 7) - 1
    return 0


def top_stretch(s: State, z: int, hi: int) -> int:
    """Makes the pool of the stretch of a pile that ends at hi; gives its start."""
    plain(s, z)
    d = ZONES + z * 32
    w = i32[d + 28]
    a = stretch_start(s + i32[d] + (w & 255) + i32[d + 24] * (w >> 8), hi)
    pool_between(s, z, a, hi)
    return a


def bottom_stretch(s: State, z: int, lo: int) -> int:
    """Makes the pool of the stretch of a pile that starts at lo; gives its end."""
    plain(s, z)
    d = ZONES + z * 32
    w = i32[d + 28]
    cuts = s + i32[d] + (w & 255) + i32[d + 24] * (w >> 8)
    n = pile_len(s + i32[d], d)
    hi = lo + 1
    while hi < n and not u8[cuts + (hi >> 3)] & (1 << (hi & 7)):
        hi += 1
    pool_between(s, z, lo, hi)
    return hi


def pool_between(s: State, z: int, a: int, hi: int) -> int:
    """Makes the pool of the pieces of a pile from place a to hi - 1, which are one stretch."""
    d = ZONES + z * 32
    kinds = i32[d + 16]
    w = i32[d + 28]
    size = w >> 8
    first = s + i32[d] + (w & 255)
    n = 0
    at = a
    while at < hi:
        k = u8[first + at] if size == 1 else u16[first + at * 2]
        b = at + 1
        while b < hi and (u8[first + b] if size == 1 else u16[first + b * 2]) == k:
            b += 1
        i32[POOL + n * 8] = i32[kinds + k * 4]
        i32[POOL + n * 8 + 4] = b - at
        n += 1
        at = b
    i32[POOL_COUNT] = n
    return 0


def take_top(s: State, z: int) -> int:
    """Removes from the top stretch of a pile, in place, the pieces in WANT that it has. The kinds of the pile must be bytes."""
    d = ZONES + z * 32
    w = i32[d + 28]
    if (w >> 8) != 1:
        return 0
    plain(s, z)
    p = s + i32[d]
    kinds = i32[d + 16]
    n = pile_len(p, d)
    base = p + (w & 255)
    cuts = base + i32[d + 24]
    start = stretch_start(cuts, n)
    left = start
    for j in range(start, n):
        v = u8[base + j]
        t = WANT + i32[kinds + v * 4] * 4
        if i32[t] > 0:
            i32[t] -= 1
        else:
            u8[base + left] = v
            left += 1
    for j in range(left, n):
        u8[base + j] = 0
        u8[cuts + (j >> 3)] = u8[cuts + (j >> 3)] & (255 - (1 << (j & 7)))
    if left > start and u8[base + start] == u8[base + left - 1]:
        for j in range(start + 1, left):
            u8[cuts + (j >> 3)] = u8[cuts + (j >> 3)] | (1 << (j & 7))
    if (w & 255) == 1:
        u8[p] = left
    else:
        u16[p] = left
    return n - left


def whole_pool(s: State, z: int) -> int:
    """Makes the pool of all pieces of a zone."""
    d = ZONES + z * 32
    k = i32[d + 8]
    kinds = i32[d + 16]
    n = 0
    for i in range(k):
        kind = i32[kinds + i * 4]
        m = z_count(s, z, kind)
        if m > 0:
            i32[POOL + n * 8] = kind
            i32[POOL + n * 8 + 4] = m
            n += 1
    i32[POOL_COUNT] = n
    return n


def draw_from(s: State, z: int, to: int, wanted: int, refill: int, flags: int, site: int) -> int:
    """Draws a number of pieces. Flags 1: they arrive under, 2: as many as there are, 4: from the bottom. Gives 1 if the outcome is open and nobody draws."""
    ordered = is_pile(to)
    r = s + STREAM
    res = RESULT
    left = wanted
    if is_pile(z):
        hi = z_size(s, z)
        lo = 0
        while lo < hi and left > 0:
            if flags & 4:
                lo = bottom_stretch(s, z, lo)
            else:
                hi = top_stretch(s, z, hi)
            end = stage(r, left, ordered, res)
            left -= (end - res) >> 2
            res = end
    else:
        whole_pool(s, z)
        res = stage(r, left, ordered, res)
        left -= (res - RESULT) >> 2
    found = res
    if refill >= 0 and left != 0:
        whole_pool(s, refill)
        res = stage(r, left, ordered, res)
        left -= (res - found) >> 2
    if left != 0 and not flags & 2:
        fault(E_MISSING, site)
    if MAY_STOP:
        if i32[CHANCE_MODE] == CHANCE_STOPS and i32[IS_OPEN]:
            return 1
    return draw_results(s, z, to, found, res, left, refill, (flags & 1) | (flags & 4) >> 1, site)


def draw_results(s: State, z: int, to: int, found: int, end: int, left: int, refill: int, flags: int, site: int) -> int:
    """Moves the kinds of RESULT out of their zone to another one; those from `found` on were drawn from the refill. Flags as in `draw_to`."""
    draw_to(s, z, RESULT, found, to, site, flags)
    if refill >= 0 and (found != end or left != 0):
        if z_size(s, refill) != 0:
            last = z_list(s, refill, HOLD)
            move(s, HOLD, last, z, site, 8)
            if is_pile(z):
                shuffle_pile(s, z)
            draw_to(s, z, found, end, to, site, flags)
    return 0


def resolve(s: State, r: int, z: int, depth: int) -> int:
    """Settles the top `depth` pieces of a pile (all if -1)."""
    d = ZONES + z * 32
    p = s + i32[d]
    hi = pile_len(p, d)
    if depth < 0 or depth > hi:
        depth = hi
    res = RESULT
    while depth > 0 and hi > 0:
        a = top_stretch(s, z, hi)
        res2 = stage(r, depth, 1, res)
        depth -= (res2 - res) >> 2
        res = res2
        hi = a
    if MAY_STOP:
        if i32[CHANCE_MODE] == CHANCE_STOPS and i32[IS_OPEN]:
            return 1
    n = (res - RESULT) >> 2
    if n == 0:
        return 0
    a = RESULT
    while a < res:
        i32[WANT + i32[a] * 4] += 1
        a += 4
    pile_take(s, z, 0, 0)
    map = i32[d + 12]
    left = unpack(s, z, 0)
    for j in range(n):
        k = i32[res - 4 - j * 4]
        i32[WANT + k * 4] = 0
        u16[WORK_KIND + (left + j) * 2] = i32[map + k * 4]
        u8[WORK_CUT + left + j] = 1
    pack(s, z, 0, left + n)
    return 0
