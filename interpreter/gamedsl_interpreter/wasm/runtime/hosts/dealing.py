"""Samples worlds inside the module. The draws equal the draws of `gamedsl_interpreter.worlds`. The host writes the plan of the sampling once for each root.

DEAL is the address of the plan, DEAL_WORK that of working memory for a deal, and DEAL_RECORD the record with everything that is not sampled (0: there
is no plan). All parts of a plan are words:

* plan: the sum of all weights, the address of the list of explanations, the number of zones that are overwritten, the address of their numbers, the
number of fields that are rolled again, the address of three words for each (field instance, chance node, seat), whether a simultaneous decision is
open;
* list of explanations, for each: the sum of the weights up to and including its own, its address;
* explanation: the bytes of its holders and their address, the number of steps and their address, the address of the number of stretches of each zone;
* holders: for each, the number of its pieces and the offset of the first one; after all of them the pieces, as 16-bit kinds. A deal works on a copy at
DEAL_WORK, and offsets of pieces count from there;
* step: the holder whose pieces are handed out, the number of places, and for each place its holder and how many pieces it gets. If masks restrict which
pieces can lie where: -1, the number of groups, the first of their holders, the address of a split;
* split (see `Split`): the class as a holder (-1: no class is left) and the number of all its ways; for each way, the number of ways up to and including
it, the address of the next split, and how many pieces each group gets.
"""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.continuing import settle
from gamedsl_interpreter.wasm.runtime.deciding import renew_budget
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.piles import pack
from gamedsl_interpreter.wasm.runtime.random import below, seeded
from gamedsl_interpreter.wasm.runtime.written import load_locals, roll_again
from gamedsl_interpreter.wasm.runtime.zones import z_add


def deal_world(s: State) -> int:
    """Turns the record, which has everything that is not sampled, into the world of INDEX."""
    plan = i32[DEAL]
    r = s + STREAM
    i32[s + HAS_STREAM] = 1
    seeded(r, WORLDS_STREAM, TREE_SEED, INDEX)
    one = i32[plan + 4]
    x = below(r, i32[plan])
    while x >= i32[one]:
        one += 8
    one = i32[one + 4]
    copy(i32[DEAL_WORK], i32[one + 4], i32[one])
    deal_pools(r, i32[one + 12], i32[one + 8])
    fill_zones(s, i32[one + 16])
    if i32[plan + 16] or i32[plan + 24]:
        renew_budget()
        i32[CHANCE_MODE] = CHANCE_DRAWS
        at = i32[plan + 20]
        for _ in range(i32[plan + 16]):
            roll_again(s, i32[at], i32[at + 4], i32[at + 8])
            at += 12
        if i32[plan + 24]:
            load_locals(s, u16[s])
            settle(s, u16[s], POLICY_ASKS)
    return 0


def deal_pools(r: int, at: int, count: int) -> int:
    """Hands out the pieces of the given number of pools."""
    work = i32[DEAL_WORK]
    for _ in range(count):
        if i32[at] < 0:
            deal_classes(r, i32[at + 12], work + i32[at + 8] * 8, i32[at + 4])
            at += 16
        else:
            pool = work + i32[at] * 8
            places = i32[at + 4]
            at += 8
            for j in range(places):
                deal_out(r, pool, work + i32[at] * 8, i32[pool] if j + 1 == places else i32[at + 4])
                at += 8
    return 0


def deal_out(r: int, pool: int, to: int, n: int) -> int:
    """Moves n random pieces of a holder to another one; if these are all its pieces, they keep their order."""
    work = i32[DEAL_WORK]
    pieces = work + i32[pool + 4]
    end = work + i32[to + 4] + i32[to] * 2
    left = i32[pool]
    i32[to] = i32[to] + n
    if n == left:
        copy(end, pieces, n * 2)
        i32[pool] = 0
        return 0
    i32[pool] = left - n
    while n != 0:
        a = pieces + below(r, left) * 2
        left -= 1
        u16[end] = u16[a]
        u16[a] = u16[pieces + left * 2]
        end += 2
        n -= 1
    return 0


def deal_classes(r: int, at: int, groups: int, count: int) -> int:
    """Hands out classes of pieces to groups, following the splits."""
    while i32[at] >= 0:
        pool = i32[DEAL_WORK] + i32[at] * 8
        x = below(r, i32[at + 4])
        at += 8
        while x >= i32[at]:
            at += 8 + count * 4
        for j in range(count):
            n = i32[at + 8 + j * 4]
            if n != 0:
                deal_out(r, pool, groups + j * 8, n)
        at = i32[at + 4]
    return 0


def fill_zones(s: State, stretches: int) -> int:
    """Puts the dealt pieces into the zones."""
    holder = i32[DEAL_WORK]
    zones = i32[i32[DEAL] + 12]
    for i in range(i32[i32[DEAL] + 8]):
        z = i32[zones + i * 4]
        n = i32[stretches + i * 4]
        if i32[ZONES + z * 32 + 4] == 5:
            end = 0
            for j in range(n):
                end = lay_stretch(z, holder, end)
                holder += 8
            pack(s, z, 0, end)
        else:
            a = i32[DEAL_WORK] + i32[holder + 4]
            for j in range(i32[holder]):
                z_add(s, z, u16[a + j * 2], 1)
            holder += 8
    return 0


def lay_stretch(z: int, holder: int, end: int) -> int:
    """Appends the pieces of a holder to the pile under construction, as one stretch; gives the new end."""
    n = i32[holder]
    if n == 0:
        return end
    d = ZONES + z * 32
    a = i32[DEAL_WORK] + i32[holder + 4]
    fill(DEAL_COUNTS, i32[d + 8] * 4)
    for j in range(n):
        at = DEAL_COUNTS + i32[i32[d + 12] + u16[a + j * 2] * 4] * 4
        i32[at] = i32[at] + 1
    start = end
    for k in range(i32[d + 8]):
        for j in range(i32[DEAL_COUNTS + k * 4]):
            u16[WORK_KIND + end * 2] = k
            u8[WORK_CUT + end] = end == start
            end += 1
    return end
