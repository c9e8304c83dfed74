"""The tree search of agents, for games without hidden information in which one seat chooses at a time. Its trees equal those of
`gamedsl_interpreter.thinking.tree`, node by node.

The host gives memory for a tree: TREE_INDEX has a word for each place, which holds the address of a node or 0; there are TREE_MASK + 1 places. Nodes lie
one after the other from TREE_FIRST on, up to TREE_NEXT. A node is its key (64 bits), the number of its options, its visits, how many options were tried or
are proved, the seat, the last iteration that was there, the first option that leads there, the next node of TREE_PROVED, and the option that was tried most;
then for each option the sum of its results (64 bits), how often it was tried, its value, the next option that leads to the same node, and its own node if
it is known where it leads.

TREE_ROOM is the number of units of memory left, TREE_SPREADS and TREE_RARITIES are the tables of `thinking.ucb`, TREE_WAY is where the options on the way down
are noted, TREE_WAY_END the end of that memory. TREE_AIM is what players play for, TREE_WORTH the value of the last playout by seat, TREE_LOW and TREE_HIGH the
least and the greatest value of all playouts. TREE_ROUND is a number for each iteration. TREE_LENGTH is the number of decisions of the last playout, from the
first new option on; TREE_BEYOND counts those of them that are in the tree.

What is proved: bit 31 of how often an option was tried says that it loses for sure, bit 30 that it wins. The word with the seat of a node says above the
seat how many options lose, and in bit 31 whether one wins. The way holds for each option the option, the seat, and the node.

The key of a node is a hash of its history, its seat, and the steps of its decision. A history is a hash, too: of the position after
the last decision, and 0 at the root. ORIGIN is the record from which iterations begin and TAKEN the steps taken there; INDEX is the number of the
iteration, TREE_SEED the seed of positions, SEED that of playouts.
"""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.deciding import open_step
from gamedsl_interpreter.wasm.runtime.faults import fault
from gamedsl_interpreter.wasm.runtime.hosts.judging import judge, play_some
from gamedsl_interpreter.wasm.runtime.hosts.proving import is_near, link_way, prove_end, solve
from gamedsl_interpreter.wasm.runtime.hosts.resuming import continue_play, restart
from gamedsl_interpreter.wasm.runtime.hosts.tree_nodes import *
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.random import below, seeded
from gamedsl_interpreter.wasm.runtime.written import outcome, pick


def tree_begun() -> int:
    """Empties the tree."""
    i32[TREE_NEXT] = i32[TREE_FIRST]
    i32[TREE_NODES] = 0
    i32[TREE_LENGTH] = SHORT + 1
    i32[TREE_MASK] = TREE_PLACES - 1
    fill(i32[TREE_INDEX], TREE_PLACES * 4)
    for player in range(SEATS):
        i64[TREE_LOW + player * 8] = wide(1) << wide(62)
        i64[TREE_HIGH + player * 8] = wide(0) - (wide(1) << wide(62))
        i64[TREE_COUNT + player * 8] = wide(0)
        i64[TREE_TOTAL + player * 8] = wide(0)
        i64[TREE_STRAYED + player * 8] = wide(0)
    return 0


def grown(s: State, count: int) -> int:
    """Runs `count` iterations, from number INDEX on."""
    for _ in range(count):
        if is_near(wrap(i64[INDEX])):
            solve(s, wrap(i64[INDEX]) * ANSWERS_EACH)
        descend(s)
        is_sure = 0
        if i32[IS_END + u16[s] * 4]:
            is_sure = is_certain(s)
        play_out(s)
        back_up()
        if is_sure:
            prove_end()
        i64[INDEX] = i64[INDEX] + wide(1)
    return count


def tree_root(s: State) -> int:
    """Finds the node of the step that is open at the root; 0 if there is none."""
    n = set_out(s)
    node = u16[s]
    if not i32[IS_OFFER + node * 4]:
        n = open_step(s, node)
    return find_node(node_key(n))


def descend(s: State) -> int:
    """Descends to the beginning of the playout; PREFIX holds the steps taken there."""
    set_out(s)
    while 1:
        i32[TREE_IS_NEW] = 0
        node = u16[s]
        if i32[IS_OFFER + node * 4]:
            pick(s, node, -1)
            n = i32[LEAVES]
            k = 0
            if n > 1:
                i32[TREE_IS_CERTAIN] = is_certain(s)
                k = choose_option(n, 0, 1)
                if k < 0:
                    break
            i32[PREFIX] = k
            i32[PREFIX_LENGTH] = 1
            pick(s, node, k)
            after = i32[AFTER + node * 4]
        else:
            after = answer_steps(s, node)
            if after < 0:
                break
        if i32[TREE_BEYOND] or i32[TREE_IS_NEW]:
            i32[TREE_BEYOND] = i32[TREE_BEYOND] + 1
        play_on(s, after)
        if i32[IS_END + u16[s] * 4]:
            break
        if i32[TREE_IS_NEW] and i32[TREE_LENGTH] > SHORT:
            if find_node(node_key(0)) == 0:
                break
    return 0


def answer_steps(s: State, node: int) -> int:
    """Answers the open steps of a decision, one after the other. Gives the node after it, or -1 if the playout begins before the last step."""
    open = open_step(s, node)
    while open >= 0:
        i32[TREE_IS_CERTAIN] = is_certain(s)
        k = choose_option(i32[OPTION_COUNT], open, 0)
        if k < 0:
            return -1
        i32[PREFIX + open * 4] = i32[OPTIONS + k * 4]
        i32[PREFIX_LENGTH] = open + 1
        open = open_step(s, node)
        if open >= 0 and i32[TREE_IS_NEW] and i32[TREE_LENGTH] > SHORT:
            return -1
    return find_exit(s, node)


def choose_option(n: int, length: int, is_offer: int) -> int:
    """Chooses one of the n options of an open step, after `length` others, for this iteration; gives -1 if there is no room for its node,
    or if the iteration has been at this node before."""
    place = node_key(length)
    e = find_node(place)
    if e == 0:
        e = make_node(n, is_offer)
        if e == 0:
            return -1
    if i32[e + 24] == i32[TREE_ROUND]:
        return -1
    i32[e + 24] = i32[TREE_ROUND]
    link_way(e)
    visits = i32[e + 12] + 1
    i32[e + 12] = visits
    tried = i32[e + 16]
    o = e + 40
    if i32[e + 20] < 0:
        while (i32[o + 8] & PROVED_WIN) == 0:
            o += 24
    elif tried < n and (tried < 8 or tried * tried < 4 * visits):
        o = fresh_option(e, n - tried)
    else:
        o = best_option(e, n, visits)
        if o == 0:
            if tried < n:
                o = fresh_option(e, n - tried)
            else:
                o = best_lost(e, n, visits)
    note_way(o, e)
    return (o - e - 40) // 24


def fresh_option(e: int, left: int) -> int:
    """Chooses one of the options of a node that were never tried."""
    o = e + 40
    j = below(TREE_DICE, left)
    while j != 0 or i32[o + 8] != 0:
        j -= i32[o + 8] == 0
        o += 24
    i32[TREE_IS_NEW] = 1
    return o


def note_way(o: int, e: int) -> int:
    """Notes an option of a node on the way down."""
    at = i32[TREE_WAY_AT]
    if at >= i32[TREE_WAY_END]:
        fault(NO_ROOM, -1)
    i32[at] = o
    i32[at + 4] = i32[TREE_CHOOSER]
    i32[at + 8] = e
    i32[TREE_WAY_AT] = at + 16
    return 0


def wide_spread(visits: int, part: int) -> int:
    """Gives the first factor of the exploration bonus of an option, by the visits of its node and the part of the bonus."""
    return (i32[i32[TREE_SPREADS] + find_entry(visits) * 4] * part) >> UCB_SHIFT


def part_of(player: int) -> int:
    """Gives the part of the exploration bonus for a seat: see `thinking.ucb.part_of`."""
    whole = 1 << UCB_SHIFT
    if not is_graded():
        return whole
    at = player * 8
    count = i64[TREE_COUNT + at]
    span = i64[TREE_HIGH + at] - i64[TREE_LOW + at]
    if span <= wide(0) or count == wide(0):
        return whole
    strayed = i64[TREE_STRAYED + at]
    left = UCB_SHIFT + 4 - wrap(clz(strayed))
    if left < 0:
        left = 0
    below = (count * span) >> wide(left)
    if below < wide(1):
        below = wide(1)
    x = ((strayed >> wide(left)) << wide(UCB_SHIFT + 2)) // below
    if x > wide(whole):
        return whole
    if x < wide(whole >> 4):
        return whole >> 4
    return wrap(x)


def best_option(e: int, n: int, visits: int) -> int:
    """Finds the option with the highest UCB score among those that are not proved to lose; of equal options, the first; 0 if all are proved to lose."""
    chooser = i32[TREE_CHOOSER]
    spread = wide(wide_spread(visits, part_of(chooser)))
    low = i64[TREE_LOW + chooser * 8]
    span = i64[TREE_HIGH + chooser * 8] - low
    left = wide(digits_left_out(span, visits))
    rarities = i32[TREE_RARITIES]
    o = e + 40
    best = -1
    found = 0
    for _ in range(n):
        t = i32[o + 8]
        if t > 0:
            x = mean_of(i64[o], t, low, span, left)
            x += wrap((spread * wide(i32[rarities + find_entry(t) * 4])) >> wide(UCB_SHIFT))
            if x > best:
                best = x
                found = o
        o += 24
    return found


def best_lost(e: int, n: int, visits: int) -> int:
    """Finds the option with the highest UCB score of a node whose options all lose; the first one if none was tried."""
    o = e + 40
    for _ in range(n):
        i32[o + 8] = i32[o + 8] & TRIED_BITS
        o += 24
    found = best_option(e, n, visits)
    o = e + 40
    for _ in range(n):
        i32[o + 8] = i32[o + 8] | PROVED_LOSS
        o += 24
    if found == 0:
        found = e + 40
    return found


def digits_left_out(span: Wide, tries: int) -> int:
    """Gives how many of the last binary digits must be left out so that a mean fits into 64 bits."""
    missing = SPARE_BITS - wrap(clz(span * wide(tries) | wide(1)))
    return missing if missing > 0 else 0


def mean_of(total: Wide, t: int, low: Wide, span: Wide, left: Wide) -> int:
    """Gives the mean of values as a number from 0 (the least value of all playouts) to 1 (the greatest), with UCB_PRECISION binary digits."""
    if span <= wide(0):
        return 0
    tries = wide(t)
    return wrap((((total - tries * low) >> left) << wide(UCB_PRECISION)) // ((tries * span) >> left))


def find_entry(number: int) -> int:
    """Gives the entry of a number in the tables of `thinking.ucb`."""
    if number < UCB_EXACT:
        return number
    left = UCB_ZEROS - clz(number)
    return UCB_HALF * left + (number >> left)


def play_out(s: State) -> int:
    """Plays random steps to the end, or until the rules can judge the position, and notes the value of the match."""
    n = i32[PREFIX_LENGTH]
    at = TREE_TAKEN
    if n:
        i32[at] = i32[TREE_CHOOSER]
        i32[at + 4] = n
        copy(at + 8, PREFIX, n * 4)
        at += 8 + n * 4
    i32[at] = -1
    root = i32[TAKEN]
    i32[TAKEN] = TREE_TAKEN
    seeded(POLICY, 1, SEED, INDEX)
    restart(s, 1)
    if i32[TREE_AIM] == JUDGED_AIM:
        i32[TREE_LENGTH] = i32[TREE_BEYOND] + play_some(s, n)
    else:
        before = i32[DECISIONS]
        continue_play(s, POLICY_STEPS)
        i32[TREE_LENGTH] = i32[TREE_BEYOND] + i32[DECISIONS] - before
    i32[TAKEN] = root
    if i32[TREE_AIM] == JUDGED_AIM and not i32[IS_END + u16[s] * 4]:
        i32[TREE_LENGTH] = SHORT + 1
        return judge(s)
    outcome(s)
    return note_worths()


def back_up() -> int:
    """Adds the value of the playout to the options on the way, the last one first: `thinking.tree` explains the values of options."""
    change = wide(0)
    changer = -1
    at = i32[TREE_WAY_AT] - 16
    while at >= i32[TREE_WAY]:
        o = i32[at]
        player = i32[at + 4]
        e = i32[at + 8]
        low = i64[TREE_LOW + player * 8]
        high = i64[TREE_HIGH + player * 8]
        worth = i64[TREE_WORTH + player * 8]
        x = worth
        if changer == player:
            x = x + change
        elif changer >= 0 and SEATS == 2:
            x = x - change
        if x < low:
            x = low
        if x > high:
            x = high
        if i32[o + 8] == 0:
            i32[e + 16] = i32[e + 16] + 1
        i32[o + 8] = i32[o + 8] + 1
        i64[o] = i64[o] + x
        b = most_tried(e, o)
        change = wide(0)
        if i32[e + 20] < 0:
            change = high - worth
        elif i32[e + 20] >> 8 == i32[e + 8]:
            change = low - worth
        elif i32[e + 12] >= SURE_VISITS * i32[e + 8]:
            tries = wide(i32[b + 8] & TRIED_BITS)
            change = low + (i64[b] - tries * low) // tries - worth
        changer = player
        at -= 16
    return 0


def most_tried(e: int, o: int) -> int:
    """Gives the option of a node that was tried most, if possible one that is not proved to lose. `o` is the one that was tried last."""
    b = i32[e + 36]
    if b == 0:
        b = o
    elif i32[b + 8] & PROVED_LOSS:
        b = o
    elif (i32[o + 8] & PROVED_LOSS) == 0 and i32[o + 8] > i32[b + 8]:
        b = o
    i32[e + 36] = b
    return b
