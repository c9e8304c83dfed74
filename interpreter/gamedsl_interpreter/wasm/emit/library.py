"""The run-time library of every module, as text (see `source`): random numbers, zones by descriptor, piles, moves, draws, the leaves of searches.

A zone descriptor has eight words: offset in the state, form (0, 1: slot of 1 or 2 bytes; 2: bit mask; 3, 4: counts of 1 or 2 bytes; 5: pile), number
of kinds, table kind -> index, table index -> kind, capacity or -1, most pieces of a pile, widths of a pile's length and kinds. A piece entry has
three words: zone, kind, count. A pile being worked on lies in two arrays: kinds (WORK_KIND) and whether a stretch begins there (WORK_CUT).
"""

from __future__ import annotations

RANDOM = """
def word(r):
    old = i64[r]
    i64[r] = old * PCG_FACTOR + i64[r + 8]
    return rotr(wrap(((old >> 18) ^ old) >> 27), wrap(old >> 59))

def below(r, n):
    if n == 1:
        return 0
    m = wide(word(r)) * wide(n)
    if lt_u(wrap(m), n):
        t = (0 - n) % n
        while lt_u(wrap(m), t):
            m = wide(word(r)) * wide(n)
    return wrap(m >> 32)

def mixed(at, x_at):
    z = i64[x_at] + GOLDEN
    z = (z ^ (z >> 30)) * MIX_A
    z = (z ^ (z >> 27)) * MIX_B
    i64[at] = z ^ (z >> 31)
    return 0

def seeded(r, purpose, seed_at, index_at):
    mixed(SEEDING, seed_at)
    i64[SEEDING] = i64[SEEDING] ^ wide(purpose)
    mixed(SEEDING, SEEDING)
    i64[SEEDING] = i64[SEEDING] ^ i64[index_at]
    mixed(SEEDING, SEEDING)
    mixed(SEEDING + 8, SEEDING)
    i64[SEEDING] = i64[SEEDING] + GOLDEN
    mixed(SEEDING, SEEDING)
    one = wide(1)
    inc = (i64[SEEDING] << 1) | one
    i64[r + 8] = inc
    i64[r] = (inc + i64[SEEDING + 8]) * PCG_FACTOR + inc
    return 0

def fault(code, site):
    i32[FAULT] = code
    i32[FAULT + 4] = site
    trap()
"""

ZONES = """
def z_count(s, z, kind):
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
    for j in range(pile_len(p, d)):
        n += pile_at(p, d, j) == i
    return n

def z_size(s, z):
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

def z_add(s, z, kind, n):
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

def z_clear(s, z):
    d = ZONES + z * 32
    fill(s + i32[d], z_bytes(d))
    return 0

def z_bytes(d):
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

def z_list(s, z, to):
    d = ZONES + z * 32
    p = s + i32[d]
    form = i32[d + 4]
    k = i32[d + 8]
    kinds = i32[d + 16]
    at = to
    if form == 5:
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
"""

PILES = '''
def pile_len(p, d):
    return u8[p] if (i32[d + 28] & 255) == 1 else u16[p]

def pile_at(p, d, i):
    w = i32[d + 28]
    a = p + (w & 255)
    return u8[a + i] if (w >> 8) == 1 else u16[a + i * 2]

def pile_cut(p, d, i):
    if i == 0:
        return 1
    w = i32[d + 28]
    a = p + (w & 255) + i32[d + 24] * (w >> 8)
    return bit(u8[a + (i >> 3)], i & 7)

def unpacked(s, z, at):
    d = ZONES + z * 32
    p = s + i32[d]
    n = pile_len(p, d)
    for i in range(n):
        u16[WORK_KIND + (at + i) * 2] = pile_at(p, d, i)
        u8[WORK_CUT + at + i] = pile_cut(p, d, i)
    return at + n

def packed(s, z, start, end):
    """Writes back a pile in its one form: a stretch of one kind is cut everywhere."""
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

def sorted_work(start, end):
    """One stretch of all pieces from start to end - 1."""
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

def shuffle_pile(s, z):
    end = unpacked(s, z, 0)
    sorted_work(0, end)
    packed(s, z, 0, end)
    return 0

def pile_take(s, z, bottom, out):
    """Takes WANT[kind] pieces of each kind from a pile, top-most (or bottom-most) first; they follow at `out`, bottom to top, as kinds of the game."""
    d = ZONES + z * 32
    kinds = i32[d + 16]
    n = unpacked(s, z, 0)
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
    packed(s, z, 0, left)
    return out
'''

MOVES = '''
def is_pile(z):
    return i32[ZONES + z * 32 + 4] == 5

def move(s, at, end, to, site, flags):
    """Moves the piece entries from at to end, which are used up; flags 1: under, 2: from the bottom, 4: beneath as one stretch."""
    if at >= end:
        return 0
    if to < 0:
        fault(E_NONE, site)
    out = leave(s, at, end, 0, is_pile(to), site, flags)
    fits(s, to, out, site)
    arrive(s, to, 0, out, flags)
    return 0

def leave(s, at, end, out, by_zone, site, flags):
    """Pieces leave their zones; they follow in LEAVE from `out` on. by_zone: all entries of a zone where it is first mentioned, in one heap with those of
    other unordered zones that come before or after them."""
    heap = 0
    a = at
    while a < end:
        z = i32[a]
        if z < -1:
            a += 12
            continue
        if z < 0:
            fault(E_MISSING, site)
        if is_pile(z):
            b = a
            while b < end:
                if i32[b] == z:
                    k = i32[b + 4]
                    i32[WANT + k * 4] += i32[b + 8]
                    if z_count(s, z, k) < i32[WANT + k * 4]:
                        fault(E_MISSING, site)
                    if b != a:
                        i32[b] = -2
                b += 12
            out = pile_take(s, z, flags & 2, out)
            b = a
            while b < end:
                i32[WANT + i32[b + 4] * 4] = 0
                b += 12
            heap = 0
        else:
            last = end if by_zone else a + 12
            b = a
            while b < last:
                if i32[b] == z:
                    k = i32[b + 4]
                    n = i32[b + 8]
                    if z_count(s, z, k) < n:
                        fault(E_MISSING, site)
                    z_add(s, z, k, 0 - n)
                    for j in range(n):
                        u16[LEAVE_KIND + out * 2] = k
                        u8[LEAVE_CUT + out] = heap == 0
                        heap = 1
                        out += 1
                    if b != a:
                        i32[b] = -2
                b += 12
        a += 12
    return out

def swap_pieces(s, ends, site):
    """The entries from the first to the second address at `ends` and those from the third to the fourth change places."""
    if i32[ends] >= i32[ends + 4] or i32[ends + 8] >= i32[ends + 12]:
        fault(E_MISSING, site)
    from_ = i32[i32[ends]]
    to = i32[i32[ends + 8]]
    n = leave(s, i32[ends], i32[ends + 4], 0, 1, site, 0)
    m = leave(s, i32[ends + 8], i32[ends + 12], n, 1, site, 0) - n
    fits(s, to, n + m if to == from_ else n, site)
    fits(s, from_, n + m if to == from_ else m, site)
    arrive(s, to, 0, n, 0)
    arrive(s, from_, n, m, 0)
    return 0

def fits(s, z, n, site):
    """A fault unless n more pieces fit in a zone."""
    capacity = i32[ZONES + z * 32 + 20]
    if capacity >= 0:
        if z_size(s, z) + n > capacity:
            fault(E_FULL, site)
    return 0

def arrive(s, to, start, n, flags):
    """The n pieces of LEAVE from `start` on arrive."""
    if not is_pile(to):
        for j in range(n):
            z_add(s, to, u16[LEAVE_KIND + (start + j) * 2], 1)
        return 0
    map = i32[ZONES + to * 32 + 12]
    if flags & 5:
        at = 0
        end = unpacked(s, to, n)
    else:
        at = unpacked(s, to, 0)
        end = at + n
    for j in range(n):
        u16[WORK_KIND + (at + j) * 2] = i32[map + u16[LEAVE_KIND + (start + j) * 2] * 4]
        u8[WORK_CUT + at + j] = u8[LEAVE_CUT + start + j]
    if flags & 4:
        sorted_work(at, at + n)
    else:
        i = at
        while i < at + n:
            j = i + 1
            while j < at + n and not u8[WORK_CUT + j]:
                j += 1
            sorted_work(i, j)
            i = j
    packed(s, to, 0, end)
    return 0

def swap_zones(s, a, b, site):
    if a < 0 or b < 0:
        fault(E_NONE, site)
    if a == b:
        return 0
    i32[PASSES] = a
    i32[PASSES + 4] = b
    i32[PASSES + 8] = b
    i32[PASSES + 12] = a
    return exchange(s, PASSES, 2, site)

def exchange(s, passes, n, site):
    """Whole contents pass at once from the first zone to the second of each of n pairs."""
    at = HOLD
    for i in range(n):
        z = i32[passes + i * 8]
        to = i32[passes + i * 8 + 4]
        capacity = i32[ZONES + to * 32 + 20]
        if capacity >= 0:
            if z_size(s, z) > capacity:
                fault(E_FULL, site)
        i32[at] = 0
        if is_pile(z) and is_pile(to):
            m = unpacked(s, z, 0)
            i32[at] = 0 - m - 1
            map = i32[ZONES + z * 32 + 16]
            for j in range(m):
                u16[at + 4 + j * 4] = i32[map + u16[WORK_KIND + j * 2] * 4]
                u16[at + 6 + j * 4] = u8[WORK_CUT + j]
            at += 4 + m * 4
        else:
            e = z_list(s, z, at + 4)
            i32[at] = e
            at = e
    for i in range(n):
        z_clear(s, i32[passes + i * 8 + 4])
    at = HOLD
    for i in range(n):
        to = i32[passes + i * 8 + 4]
        e = i32[at]
        if e < 0:
            m = 0 - e - 1
            map = i32[ZONES + to * 32 + 12]
            for j in range(m):
                u16[WORK_KIND + j * 2] = i32[map + u16[at + 4 + j * 4] * 4]
                u8[WORK_CUT + j] = u16[at + 6 + j * 4]
            packed(s, to, 0, m)
            at += 4 + m * 4
        else:
            m = 0
            at += 4
            while at < e:
                if is_pile(to):
                    for j in range(i32[at + 8]):
                        u16[LEAVE_KIND + m * 2] = i32[at + 4]
                        u8[LEAVE_CUT + m] = m == 0
                        m += 1
                else:
                    z_add(s, to, i32[at + 4], i32[at + 8])
                at += 12
            if m != 0:
                arrive(s, to, 0, m, 4)
    return 0

def by_place(at, end, to):
    """Copies piece entries with equal places and kinds added up: places in order of first mention, kinds ascending. Gives the new end."""
    out = to
    a = at
    while a < end:
        z = i32[a]
        seen = 0
        b = to
        while b < out:
            if i32[b] == z:
                seen = 1
            b += 12
        if not seen:
            first = out
            b = a
            while b < end:
                if i32[b] == z:
                    k = i32[b + 4]
                    j = first
                    while j < out and i32[j + 4] < k:
                        j += 12
                    if j < out and i32[j + 4] == k:
                        i32[j + 8] += i32[b + 8]
                    else:
                        x = out
                        while x > j:
                            copy(x, x - 12, 12)
                            x -= 12
                        i32[j] = z
                        i32[j + 4] = k
                        i32[j + 8] = i32[b + 8]
                        out += 12
                b += 12
        a += 12
    return out

def pieces_total(at, end):
    n = 0
    while at < end:
        n += i32[at + 8]
        at += 12
    return n

def take_wanted(at, end, out):
    """Pieces of the entries that make up WANT, from the first on; WANT keeps what is missing."""
    while at < end:
        k = i32[at + 4]
        n = i32[at + 8]
        w = i32[WANT + k * 4]
        if w < n:
            n = w
        if n > 0:
            i32[WANT + k * 4] = w - n
            i32[out] = i32[at]
            i32[out + 4] = k
            i32[out + 8] = n
            out += 12
        at += 12
    return out

def without(at, end, gone, gone_end, out):
    """Piece entries less others: at their place, or (without a place) from the first places on. The entries of `gone` are used up."""
    while at < end:
        n = i32[at + 8]
        for pass_ in range(2):
            g = gone
            while g < gone_end:
                if i32[g + 4] == i32[at + 4] and i32[g] == (i32[at] if pass_ == 0 else 0 - 1):
                    t = i32[g + 8]
                    if t > n:
                        t = n
                    if t > 0:
                        i32[g + 8] -= t
                        n -= t
                g += 12
        if n > 0:
            i32[out] = i32[at]
            i32[out + 4] = i32[at + 4]
            i32[out + 8] = n
            out += 12
        at += 12
    return out
'''

CHANCE = '''
def stage(r, wanted, ordered, res):
    """Draws from the pool of (thing, count) pairs at POOL; things follow at `res`. Nothing is consumed where nothing is open."""
    n = i32[POOL_COUNT]
    total = 0
    for i in range(n):
        total += i32[POOL + i * 8 + 4]
    number = total if total < wanted else wanted
    if number < 1:
        return res
    if i32[CHANCE_MODE] == 2:
        copy(res, i32[GIVEN_AT], number * 4)
        i32[GIVEN_AT] = i32[GIVEN_AT] + number * 4
        return res + number * 4
    if n < 2 or (not ordered and number == total):
        left = number
        for i in range(n):
            m = i32[POOL + i * 8 + 4]
            for j in range(m):
                if left > 0:
                    i32[res] = i32[POOL + i * 8]
                    res += 4
                    left -= 1
        return res
    i32[IS_OPEN] = 1
    if i32[CHANCE_MODE] == 0:
        fill(res, number * 4)
        return res + number * 4
    size = total
    kinds = n
    for j in range(number):
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

def draw_to(s, z, at, end, to, site, flags):
    """The drawn kinds from at to end leave a zone (a pile: from the top) and arrive one by one. Flags 1: under."""
    if at >= end:
        return 0
    n = (end - at) >> 2
    fits(s, to, 0 if to == z else n, site)
    a = at
    if is_pile(z):
        while a < end:
            i32[WANT + i32[a] * 4] += 1
            a += 4
        if take_top(s, z) < n:
            pile_take(s, z, 0, 0)
        a = at
        while a < end:
            i32[WANT + i32[a] * 4] = 0
            a += 4
    else:
        while a < end:
            z_add(s, z, i32[a], 0 - 1)
            a += 4
    for j in range(n):
        u16[LEAVE_KIND + j * 2] = i32[(end - 4 - j * 4) if flags & 1 else (at + j * 4)]
        u8[LEAVE_CUT + j] = 1
    arrive(s, to, 0, n, flags)
    return 0

def stretch_start(cuts, hi):
    """Where the stretch begins that ends before place hi; whole bytes without a cut are passed over."""
    a = hi - 1
    while a > 0:
        b = u8[cuts + (a >> 3)] & ((2 << (a & 7)) - 1)
        if b != 0:
            return (a - (a & 7)) + 31 - clz(b)
        a = a - (a & 7) - 1
    return 0

def top_stretch(s, z, hi):
    """Makes the pool of the stretch of a pile that ends at hi; gives where it begins."""
    d = ZONES + z * 32
    p = s + i32[d]
    kinds = i32[d + 16]
    w = i32[d + 28]
    size = w >> 8
    first = p + (w & 255)
    a = stretch_start(first + i32[d + 24] * size, hi)
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
    return a

def take_top(s, z):
    """Takes out what it can of WANT from the top stretch of a pile whose kinds are bytes; the stretch is written where it lies."""
    d = ZONES + z * 32
    w = i32[d + 28]
    if (w >> 8) != 1:
        return 0
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

def whole_pool(s, z):
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

def resolved(s, r, z, depth):
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
    if i32[CHANCE_MODE] == 0 and i32[IS_OPEN]:
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
    left = unpacked(s, z, 0)
    for j in range(n):
        k = i32[res - 4 - j * 4]
        i32[WANT + k * 4] = 0
        u16[WORK_KIND + (left + j) * 2] = i32[map + k * 4]
        u8[WORK_CUT + left + j] = 1
    packed(s, z, 0, left + n)
    return 0
'''

SEATS = '''
def belongings(s, player, box, out):
    """The entries of all pieces of a player: in own zones, or of own kinds wherever they lie."""
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
'''

BITS = '''
def nth_bit(word, place):
    """The place of the set bit that has `place` set bits below it: bits are added up by byte, and a table knows the bits of a byte."""
    sums = word - ((word >> 1) & PAIRS)
    sums = (sums & FOURS) + ((sums >> 2) & FOURS)
    sums = ((sums + (sums >> 4)) & NIBBLES) * BYTES
    before = (((wide(place) * BYTES) | TOPS) - sums) & TOPS
    base = wrap(popcnt(before)) * 8
    left = place - (wrap((sums << 8) >> wide(base)) & 255)
    return base + u8[NTH + (wrap(word >> wide(base)) & 255) * 8 + left]
'''

SEARCH = """
def leaf(depth, exit):
    n = i32[LEAVES]
    i32[LEAVES] = n + 1
    mode = i32[MODE]
    if mode == 0:
        return STOP if n + 1 >= i32[LIMIT] else ON
    if mode == 5:
        i32[EXIT] = exit
        i32[END] = depth
        return STOP
    if mode == 1:
        if n == i32[TARGET]:
            i32[EXIT] = exit
            i32[END] = depth
            return STOP
        return ON
    if mode == 2 or mode == 6:
        if mode == 6 and n < i32[TARGET]:
            return ON
        at = i32[OUT]
        if at + 4 + depth * 4 > OUT_END:
            i32[FULL] = 1
            return STOP
        i32[at] = depth
        copy(at + 4, STEPS, depth * 4)
        i32[OUT] = at + 4 + depth * 4
        return ON
    if mode == 3:
        if n == 0:
            copy(FIRST_STEPS, STEPS, depth * 4)
            i32[FIRST_LENGTH] = depth
            i32[OPEN] = depth
        else:
            d = 0
            while i32[STEPS + d * 4] == i32[FIRST_STEPS + d * 4]:
                d += 1
            i32[OPEN] = d
        return i32[OPEN] - 1
    p = i32[PROBE]
    if depth > p:
        m = i32[OPTION_COUNT]
        if m >= MOST_OPTIONS:
            fault(NO_ROOM, 0 - 1)
        i32[OPTIONS + m * 4] = i32[STEPS + p * 4]
        i32[OPTION_COUNT] = m + 1
    return p
"""

PLAY = '''
def looked(s, node, mode):
    i32[MODE] = mode
    i32[LEAVES] = 0
    search(s, node)
    return i32[LEAVES]

def decide(s, node, policy):
    """The exit of the move that is made; -1 if it is left to somebody (policy 0) which one that is. Policy 1: uniform over complete moves, 2: over steps."""
    i32[PREFIX_LENGTH] = 0
    i32[PROBE] = 0 - 1
    if policy == 2:
        return decide_steps(s, node)
    i32[LIMIT] = 2 if policy == 0 else ON
    n = looked(s, node, 0)
    if n == 0:
        fault(E_CHOICE, i32[SITE_AT + node * 4])
    i32[TARGET] = 0
    if n >= ON:
        fault(NO_ROOM, 0 - 1)
    if n > 1:
        if policy == 0:
            return 0 - 1
        i32[TARGET] = below(POLICY, n)
    looked(s, node, 1)
    if n > 1:
        if CHECKING:
            verified(s)
        i32[DECISIONS] += 1
        i32[STEP_COUNT] += i32[END]
    return i32[EXIT]

def decide_steps(s, node):
    """One search that goes down once: at each step it tries which values can be completed, draws one of them, and goes on with it."""
    i32[MODE] = 5
    i32[ASKED] = 0
    if search(s, node) != STOP:
        fault(E_CHOICE, i32[SITE_AT + node * 4])
    if i32[ASKED]:
        if CHECKING:
            verified(s)
        i32[DECISIONS] += 1
        i32[STEP_COUNT] += i32[END]
    return i32[EXIT]

def probing():
    i32[MODE] = 0
    i32[LIMIT] = 1
    i32[LEAVES] = 0
    return 0

def drawn(n):
    """A number below n: one of so many values, all of which can be completed."""
    if n == 1:
        return 0
    i32[ASKED] = 1
    return below(POLICY, n)

def drawn_option(n):
    i32[MODE] = 5
    if n == 1:
        return i32[OPTIONS]
    i32[ASKED] = 1
    return i32[OPTIONS + below(POLICY, n) * 4]

def answer(s, node, seat):
    """The exit of the move that a scripted seat makes; -1 if chance has to say, and there is no stream: the steps before it are then in PREFIX."""
    i32[PREFIX_LENGTH] = 0
    return answer_on(s, node, seat)

def answer_on(s, node, seat):
    while 1:
        i32[PROBE] = 0 - 1
        if looked(s, node, 3) == 0:
            fault(E_CHOICE, i32[SITE_AT + node * 4])
        open = i32[OPEN]
        if open >= i32[FIRST_LENGTH]:
            break
        copy(PREFIX, FIRST_STEPS, open * 4)
        i32[PREFIX_LENGTH] = open
        i32[PROBE] = open
        i32[OPTION_COUNT] = 0
        looked(s, node, 4)
        value = reply(s, node, seat)
        if value < 0:
            if not i32[s + HAS_STREAM]:
                i32[PENDING] = seat
                return 0 - 1
            value = i32[OPTIONS + below(s + STREAM, i32[OPTION_COUNT]) * 4]
        i32[PREFIX + open * 4] = value
        i32[PREFIX_LENGTH] = open + 1
    i32[TARGET] = 0
    looked(s, node, 1)
    i32[PREFIX_LENGTH] = 0
    return i32[EXIT]

def waiting(s, node):
    base = s + i32[TODO_AT + node * 4]
    n = 0
    for seat in range(SEATS):
        n = n | (u8[base + seat] << seat)
    return n

def settle(s, node, policy):
    """Seats that have nothing to choose commit at once; with a policy all do. Gives who has still to choose."""
    base = s + i32[TODO_AT + node * 4]
    for seat in range(SEATS):
        if u8[base + seat]:
            if STOPS_EVERYWHERE and not is_scripted(seat):
                continue
            i32[i32[ME_AT + node * 4]] = seat
            exit = answer(s, node, seat) if is_scripted(seat) else decide(s, node, 0)
            if exit >= 0:
                commit(s, node, seat, exit)
            elif is_scripted(seat):
                return waiting(s, node)
    if policy != 0:
        for seat in range(SEATS):
            if u8[base + seat]:
                i32[i32[ME_AT + node * 4]] = seat
                commit(s, node, seat, decide(s, node, policy))
    return waiting(s, node)

def is_scripted(seat):
    return seat >= HUMANS

def play(s, seat):
    """Makes the move whose steps are PREFIX. -1 if there is none."""
    node = u16[s]
    load_locals(s, node)
    if i32[TODO_AT + node * 4]:
        i32[i32[ME_AT + node * 4]] = seat
    i32[PENDING] = 0 - 1
    i32[PROBE] = 0 - 1
    i32[TARGET] = 0
    looked(s, node, 1)
    if i32[LEAVES] == 0 or i32[END] != i32[PREFIX_LENGTH]:
        return 0 - 1
    for i in range(i32[PREFIX_LENGTH]):
        if i32[STEPS + i * 4] != i32[PREFIX + i * 4]:
            return 0 - 1
    exit = i32[EXIT]
    if i32[TODO_AT + node * 4]:
        commit(s, node, seat, exit)
        if waiting(s, node):
            return stop(s, node)
        return go(s, i32[NEXT_AT + node * 4], 0)
    return go(s, exit_of(node, exit), 0)

def ask(s, seat):
    """Searches as MODE says."""
    node = u16[s]
    load_locals(s, node)
    if i32[TODO_AT + node * 4]:
        i32[i32[ME_AT + node * 4]] = seat
    search(s, node)
    return i32[LEAVES]

def done(s):
    """Does the outcome at GIVEN of the chance node where play stands."""
    node = u16[s]
    load_locals(s, node)
    i32[PENDING] = 0 - 1
    i32[CHANCE_MODE] = 2
    i32[GIVEN_AT] = GIVEN
    chance(s, node)
    return go(s, i32[NEXT_AT + node * 4], 0)

def reply_with(s, seat):
    """Goes on where a scripted seat left a step to chance: its steps are PREFIX."""
    node = u16[s]
    load_locals(s, node)
    i32[PENDING] = 0 - 1
    together = i32[TODO_AT + node * 4]
    if together:
        i32[i32[ME_AT + node * 4]] = seat
    exit = answer_on(s, node, seat)
    if exit < 0:
        return stop(s, node)
    if together:
        commit(s, node, seat, exit)
        if settle(s, node, 0):
            return stop(s, node)
        return go(s, i32[NEXT_AT + node * 4], 0)
    return go(s, exit_of(node, exit), 0)

def enter(s, node):
    """Goes on at a node where nothing was open."""
    load_locals(s, u16[s])
    i32[PENDING] = 0 - 1
    return go(s, node, 0)

def stop(s, node):
    if CHECKING:
        if i32[VERIFIED_AT + node * 4]:
            verified(s)
    save_locals(s, node)
    u16[s] = node
    return node

def begin(s, policy):
    """A new match of SEED and INDEX, up to the first stop."""
    copy(s, START, STATE_SIZE)
    i32[PENDING] = 0 - 1
    seeded(s + STREAM, 0, SEED, INDEX)
    i32[s + HAS_STREAM] = 1
    return go(s, START_NODE, policy)

def begin_open(s):
    """A new match without a stream of chance."""
    copy(s, START, STATE_SIZE)
    i32[PENDING] = 0 - 1
    return go(s, START_NODE, 0)

def playouts(s, count, policy):
    """So many matches to their end, from INDEX on; the figures are added to the statistics."""
    for i in range(count):
        seeded(POLICY, 1, SEED, INDEX)
        i32[DECISIONS] = 0
        i32[STEP_COUNT] = 0
        begin(s, policy)
        outcome(s)
        tallied(s)
        i64[INDEX] = i64[INDEX] + wide(1)
    return count

def tally(at, x):
    """Adds a number to count, total, squares, least, most."""
    n = i64[at]
    if wrap(n) == 0 or x < i32[at + 24]:
        i32[at + 24] = x
    if wrap(n) == 0 or x > i32[at + 32]:
        i32[at + 32] = x
    i64[at] = n + wide(1)
    i64[at + 8] = i64[at + 8] + signed(x)
    i64[at + 16] = i64[at + 16] + signed(x) * signed(x)
    return 0

def tallied(s):
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
    i64[REASONS + i32[REASON] * 8] = i64[REASONS + i32[REASON] * 8] + wide(1)
    return 0
'''

TEXT = RANDOM + ZONES + PILES + MOVES + CHANCE + SEATS + BITS + SEARCH + PLAY
