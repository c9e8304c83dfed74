"""Proofs about options in the search trees of agents: see `searching`, and `gamedsl_interpreter.thinking.tree`.

The depth-first search keeps its frames where iterations note their ways. A frame is a node, the number of its next option, the seat, the number of its
steps, its history (64 bits), the steps, and the record.
"""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.continuing import load_node
from gamedsl_interpreter.wasm.runtime.deciding import open_step
from gamedsl_interpreter.wasm.runtime.hosts.tree_nodes import *
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.states import copy_state
from gamedsl_interpreter.wasm.runtime.written import outcome, pick


def prove_end() -> int:
    """Notes what the end of a match proves about the options on the way to it. It proves something if chance decided nothing after the last option."""
    at = i32[TREE_WAY_AT] - 16
    if at < i32[TREE_WAY] or i32[TREE_AIM] != 0:
        return 0
    return settle_end(i32[at], i32[at + 8])


def settle_end(o: int, e: int) -> int:
    """Notes what the end of a match proves about the option of a node that has led to it."""
    units = wrap((i64[TREE_WORTH + (i32[e + 20] & 255) * 8] + wide(MOST_POINTS)) >> wide(POINTS_BITS))
    if units == 0:
        note_proof(o, e, PROVED_LOSS)
    elif units == WIN:
        note_proof(o, e, PROVED_WIN)
    spread_proofs()
    return 0


def note_proof(o: int, e: int, proof: int) -> int:
    """Notes that an option of a node is proved to lose or to win. If that proves the node itself, the node is put on the list of TREE_PROVED."""
    if i32[o + 8] & (PROVED_LOSS | PROVED_WIN):
        return 0
    if i32[o + 8] == 0:
        i32[e + 16] = i32[e + 16] + 1
    i32[o + 8] = i32[o + 8] | proof
    if i32[e + 20] < 0:
        return 0
    if proof == PROVED_WIN:
        i32[e + 20] = i32[e + 20] | WON_NODE
    else:
        i32[e + 20] = i32[e + 20] + 256
        if i32[e + 20] >> 8 != i32[e + 8]:
            return 0
    i32[e + 32] = i32[TREE_PROVED]
    i32[TREE_PROVED] = e
    return 0


def spread_proofs() -> int:
    """Takes each node on the list of TREE_PROVED, and passes what is proved about it on to all options that lead to it."""
    while i32[TREE_PROVED] != 0:
        e = i32[TREE_PROVED]
        i32[TREE_PROVED] = i32[e + 32]
        o = i32[e + 28]
        while o != 0:
            follow_proof(o, e)
            o = i32[o + 16]
    return 0


def follow_proof(o: int, e: int) -> int:
    """Notes what the proof of a node means for an option that leads to it. If both have the same seat, the same is proved of the option. If the seats
    differ: where the node's seat wins alone, the option loses; where the node's seat loses and only two play, the option wins."""
    owner = i32[o + 20]
    proof = PROVED_WIN
    if i32[e + 20] > 0:
        proof = PROVED_LOSS
    if (i32[owner + 20] ^ i32[e + 20]) & 255:
        if JUDGES:
            return 0
        if proof == PROVED_WIN:
            proof = PROVED_LOSS
        elif SEATS == 2:
            proof = PROVED_WIN
        else:
            return 0
    note_proof(o, owner, proof)
    return 0


def link_way(e: int) -> int:
    """Notes that the last option on the way leads to this node, if chance decides nothing between the two."""
    at = i32[TREE_WAY_AT] - 16
    if at < i32[TREE_WAY] or not i32[TREE_IS_CERTAIN] or i32[TREE_AIM] != 0:
        return 0
    return link(i32[at], i32[at + 8], e)


def link(o: int, owner: int, e: int) -> int:
    """Notes that an option of a node leads to node `e`."""
    if i32[o + 20] != 0:
        return 0
    i32[o + 20] = owner
    i32[o + 16] = i32[e + 28]
    i32[e + 28] = o
    if is_settled(e):
        follow_proof(o, e)
        spread_proofs()
    return 0


def is_settled(e: int) -> int:
    """Gives 1 if it is proved that a node is won or lost, else 0."""
    return i32[e + 20] < 0 or i32[e + 20] >> 8 == i32[e + 8]


# ---------------------------------------------------------------- depth-first


def is_near(number: int) -> int:
    """Gives 1 if the tree is searched depth-first before the iteration with this number, else 0."""
    if number < FIRST_PROOF or number & (number - 1) or i32[TREE_LENGTH] > SHORT or i32[TREE_AIM] != 0:
        return 0
    return 1


def solve(s: State, answers: int) -> int:
    """Searches depth-first, with at most this many answers, for a proof about the step that is open at the root."""
    i32[TREE_TOP] = i32[TREE_WAY]
    i32[TREE_LEFT] = answers
    set_out(s)
    enter_step(s, 0, 0)
    while i32[TREE_TOP] > i32[TREE_WAY]:
        at = i32[TREE_TOP] - FRAME_SIZE
        e = i32[at]
        k = i32[at + 4]
        if i32[TREE_LEFT] == 0 or k == i32[e + 8] or is_settled(e):
            i32[TREE_TOP] = at
        else:
            i32[at + 4] = k + 1
            o = e + 40 + k * 24
            if (i32[o + 8] & (PROVED_LOSS | PROVED_WIN)) == 0:
                i32[TREE_LEFT] = i32[TREE_LEFT] - 1
                answer_frame(s, at, i32[o + 12])
                enter_step(s, o, e)
    return 0


def answer_frame(s: State, at: int, value: int) -> int:
    """Answers the open step of a frame."""
    copy_state(s, at + FRAME_RECORD)
    is_certain(s)
    i32[PENDING] = -1
    i32[TREE_CHOOSER] = i32[at + 8]
    i64[TREE_HISTORY] = i64[at + 16]
    n = i32[at + 12]
    copy(PREFIX, at + 24, n * 4)
    node = load_node(s)
    i32[PREFIX + n * 4] = value
    i32[PREFIX_LENGTH] = n + 1
    if i32[IS_OFFER + node * 4]:
        pick(s, node, value)
        play_on(s, i32[AFTER + node * 4])
    return 0


def enter_step(s: State, o: int, owner: int) -> int:
    """Goes on to the next step with a choice, and makes a frame for it unless the step is proved or was visited before. Notes what follows for the option
    `o` that leads there (0 at the root). After an outcome of chance nothing is proved."""
    while 1:
        if not is_certain(s):
            return 0
        node = u16[s]
        if i32[IS_END + node * 4]:
            outcome(s)
            note_worths()
            if o:
                settle_end(o, owner)
            return 0
        if i32[IS_OFFER + node * 4]:
            pick(s, node, -1)
            n = i32[LEAVES]
            if n > 1:
                return make_frame(s, o, owner, n, 0, 1)
            i32[PREFIX] = 0
            i32[PREFIX_LENGTH] = 1
            pick(s, node, 0)
            play_on(s, i32[AFTER + node * 4])
        else:
            open = open_step(s, node)
            if open >= 0:
                return make_frame(s, o, owner, i32[OPTION_COUNT], open, 0)
            play_on(s, find_exit(s, node))
    return 0


def make_frame(s: State, o: int, owner: int, n: int, length: int, is_offer: int) -> int:
    """Makes a frame for the step that is open after `length` others, and has n options."""
    e = find_node(node_key(length))
    if e == 0:
        e = make_node(n, is_offer)
        if e == 0:
            return 0
    if o:
        link(o, owner, e)
    at = i32[TREE_TOP]
    if is_settled(e) or i32[e + 24] == i32[TREE_ROUND] or at + FRAME_SIZE > i32[TREE_WAY_END]:
        return 0
    i32[e + 24] = i32[TREE_ROUND]
    i32[at] = e
    i32[at + 4] = 0
    i32[at + 8] = i32[TREE_CHOOSER]
    i32[at + 12] = length
    i64[at + 16] = i64[TREE_HISTORY]
    copy(at + 24, PREFIX, length * 4)
    copy_state(at + FRAME_RECORD, s)
    i32[TREE_TOP] = at + FRAME_SIZE
    return 0
