"""Pieces that move from zone to zone."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.faults import fault
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.piles import pack, pile_take, sort_work, unpack
from gamedsl_interpreter.wasm.runtime.zones import z_add, z_clear, z_count, z_list, z_size


def is_pile(z: int) -> int:
    """Whether a zone is a pile."""
    return i32[ZONES + z * 32 + 4] == 5


def move(s: State, at: int, end: int, to: int, site: int, flags: int) -> int:
    """Moves the piece entries from at to end, which are used up; flags 1: under, 2: from the bottom, 4: beneath as one stretch, 8: to be mixed in."""
    if at >= end:
        return 0
    if to < 0:
        fault(E_NONE, site)
    out = leave(s, at, end, 0, is_pile(to), site, flags)
    fits(s, to, out, site)
    arrive(s, to, 0, out, flags)
    return 0


def take_one(s: State, z: int, kind: int, site: int) -> int:
    """Takes the top-most piece of a kind out of a pile."""
    if z_count(s, z, kind) < 1:
        fault(E_MISSING, site)
    i32[WANT + kind * 4] = 1
    pile_take(s, z, 0, 0)
    i32[WANT + kind * 4] = 0
    return 0


def leave(s: State, at: int, end: int, out: int, by_zone: int, site: int, flags: int) -> int:
    """Takes pieces out of their zones, and lists them in LEAVE from `out` on. With by_zone, all entries of a zone are handled at its first entry.
    Pieces of adjacent unordered zones leave as one heap, without order."""
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
                    z_add(s, z, k, -n)
                    for _ in range(n):
                        u16[LEAVE_KIND + out * 2] = k
                        u8[LEAVE_CUT + out] = heap == 0
                        heap = 1
                        out += 1
                    if b != a:
                        i32[b] = -2
                b += 12
        a += 12
    return out


def swap_pieces(s: State, ends: int, site: int) -> int:
    """Exchanges the entries from the first to the second address at `ends` with those from the third to the fourth."""
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


def fits(s: State, z: int, n: int, site: int) -> int:
    """Raises a fault unless n more pieces fit into a zone."""
    capacity = i32[ZONES + z * 32 + 20]
    if capacity >= 0:
        if z_size(s, z) + n > capacity:
            fault(E_FULL, site)
    return 0


def arrive(s: State, to: int, start: int, n: int, flags: int) -> int:
    """Puts the n pieces of LEAVE from `start` on into a zone."""
    if not is_pile(to):
        for j in range(n):
            z_add(s, to, u16[LEAVE_KIND + (start + j) * 2], 1)
        return 0
    map = i32[ZONES + to * 32 + 12]
    if flags & 5:
        at = 0
        end = unpack(s, to, n)
    else:
        at = unpack(s, to, 0)
        end = at + n
    for j in range(n):
        u16[WORK_KIND + (at + j) * 2] = i32[map + u16[LEAVE_KIND + (start + j) * 2] * 4]
        u8[WORK_CUT + at + j] = u8[LEAVE_CUT + start + j]
    if flags & 4:
        sort_work(at, at + n)
    else:
        i = at
        while i < at + n:
            j = i + 1
            while j < at + n and not u8[WORK_CUT + j]:
                j += 1
            sort_work(i, j)
            i = j
    pack(s, to, 0, end)
    return 0


def swap_zones(s: State, a: int, b: int, site: int) -> int:
    """Exchanges the contents of two zones."""
    if a < 0 or b < 0:
        fault(E_NONE, site)
    if a == b:
        return 0
    i32[PASSES] = a
    i32[PASSES + 4] = b
    i32[PASSES + 8] = b
    i32[PASSES + 12] = a
    return exchange(s, PASSES, 2, site)


def exchange(s: State, passes: int, n: int, site: int) -> int:
    """Moves the whole contents from the first zone to the second of each of n pairs, all at the same time."""
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
            m = unpack(s, z, 0)
            i32[at] = -m - 1
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
            m = -e - 1
            map = i32[ZONES + to * 32 + 12]
            for j in range(m):
                u16[WORK_KIND + j * 2] = i32[map + u16[at + 4 + j * 4] * 4]
                u8[WORK_CUT + j] = u16[at + 6 + j * 4]
            pack(s, to, 0, m)
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


def is_by_place(at: int, end: int) -> int:
    """Whether places, and the kinds of each place, ascend."""
    a = at
    while a + 12 < end:
        if i32[a] > i32[a + 12] or (i32[a] == i32[a + 12] and i32[a + 4] >= i32[a + 16]):
            return 0
        a += 12
    return 1


def by_place(at: int, end: int, to: int) -> int:
    """Copies piece entries, with the counts of equal places and kinds added up: places in order of first mention, kinds ascending. Gives the new end."""
    if is_by_place(at, end):
        copy(to, at, end - at)
        return to + end - at
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


def pieces_total(at: int, end: int) -> int:
    """Counts the pieces of the entries."""
    n = 0
    while at < end:
        n += i32[at + 8]
        at += 12
    return n


def take_wanted(at: int, end: int, out: int) -> int:
    """Takes the pieces in WANT out of the entries, from the first entry on; WANT keeps the missing ones."""
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


def without(at: int, end: int, gone: int, gone_end: int, out: int) -> int:
    """Subtracts piece entries from others: from the entries with the same place, or, if a piece has no place, from the first entries that have its kind. The
    entries of `gone` are overwritten."""
    while at < end:
        n = i32[at + 8]
        for pass_ in range(2):
            g = gone
            while g < gone_end:
                if i32[g + 4] == i32[at + 4] and i32[g] == (i32[at] if pass_ == 0 else -1):
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
