"""Answers, stops, and continuing play from one decision to the next."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.deciding import open_step, renew_budget, run_search
from gamedsl_interpreter.wasm.runtime.hosts.log import tell_revealed
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.random import below, seeded
from gamedsl_interpreter.wasm.runtime.written import *


def answer(s: State, node: int, seat: int) -> int:
    """Gives the exit of a scripted seat's move; -1 if chance has to decide and there is no stream. In the last case PREFIX holds the steps before the
    undecided one."""
    i32[PREFIX_LENGTH] = 0
    return answer_on(s, node, seat)


def answer_on(s: State, node: int, seat: int) -> int:
    """Gives the exit of a scripted seat's move that begins with PREFIX; -1 as in `answer`."""
    while 1:
        open = open_step(s, node)
        if open < 0:
            break
        value = reply(s, node, seat)
        if value < 0:
            if not i32[s + HAS_STREAM]:
                i32[PENDING] = seat
                return -1
            value = i32[OPTIONS + below(s + STREAM, i32[OPTION_COUNT]) * 4]
        i32[PREFIX + open * 4] = value
        i32[PREFIX_LENGTH] = open + 1
    i32[TARGET] = 0
    run_search(s, node, SEARCH_PICK)
    i32[PREFIX_LENGTH] = 0
    return i32[EXIT]


def waiting(s: State, node: int) -> int:
    """Gives the seats that still have to choose in a simultaneous decision, as bits."""
    base = s + i32[WAITING_AT + node * 4]
    n = 0
    for seat in range(SEATS):
        n = n | (u8[base + seat] << seat)
    return n


def settle(s: State, node: int, policy: int) -> int:
    """Commits the choices of seats that have only one; with a policy, those of all seats. Gives the seats that still have to choose."""
    base = s + i32[WAITING_AT + node * 4]
    for seat in range(SEATS):
        if u8[base + seat]:
            if STOPS_EVERYWHERE and not is_scripted(seat):
                continue
            i32[i32[ME_AT + node * 4]] = seat
            exit = answer(s, node, seat) if is_scripted(seat) else decide(s, node, POLICY_ASKS)
            if exit >= 0:
                commit(s, node, seat, exit)
            elif is_scripted(seat):
                return waiting(s, node)
    if policy != POLICY_ASKS:
        for seat in range(SEATS):
            if u8[base + seat]:
                i32[i32[ME_AT + node * 4]] = seat
                commit(s, node, seat, decide(s, node, policy))
    return waiting(s, node)


def is_scripted(seat: int) -> int:
    """Whether the seat is scripted."""
    return seat >= HUMANS


def play(s: State, seat: int) -> int:
    """Makes the move whose steps are PREFIX; gives -1 if there is none."""
    node = load_node(s)
    set_chooser(node, seat)
    i32[PENDING] = -1
    i32[PROBE] = -1
    i32[TARGET] = 0
    run_search(s, node, SEARCH_PICK)
    if i32[LEAVES] == 0 or i32[END] != i32[PREFIX_LENGTH]:
        return -1
    for i in range(i32[PREFIX_LENGTH]):
        if i32[STEPS + i * 4] != i32[PREFIX + i * 4]:
            return -1
    exit = i32[EXIT]
    if i32[WAITING_AT + node * 4]:
        commit(s, node, seat, exit)
        return go_on_together(s, node, waiting(s, node))
    return go_on(s, node, seat, exit)


def ask(s: State, seat: int) -> int:
    """Searches as MODE says."""
    node = load_node(s)
    set_chooser(node, seat)
    if i32[MODE] == SEARCH_COUNT and i32[PREFIX_LENGTH] == 0 and i32[LIMIT] == ON:
        n = count_moves(s, node)
        if n >= 0:
            i32[LEAVES] = n
            return n
    if CANDIDATES:
        i32[FINDS_CANDIDATES] = i32[ASKS_CANDIDATES]
    search(s, node)
    if CANDIDATES:
        i32[FINDS_CANDIDATES] = 0
    return i32[LEAVES]


def done(s: State) -> int:
    """Performs the outcome at GIVEN of the current chance node."""
    node = load_node(s)
    i32[PENDING] = -1
    i32[CHANCE_MODE] = CHANCE_GIVEN
    i32[GIVEN_AT] = GIVEN
    chance(s, node)
    return go(s, i32[NEXT_AT + node * 4], POLICY_ASKS)


def reply_with(s: State, seat: int) -> int:
    """Continues after a scripted seat left a step to chance: PREFIX holds its steps."""
    node = load_node(s)
    i32[PENDING] = -1
    set_chooser(node, seat)
    exit = answer_on(s, node, seat)
    if exit < 0:
        return stop(s, node)
    if i32[WAITING_AT + node * 4]:
        commit(s, node, seat, exit)
        return go_on_together(s, node, settle(s, node, POLICY_ASKS))
    return go_on(s, node, seat, exit)


def load_node(s: State) -> int:
    """Restores the budget and loads the locals of the current node. Gives the node."""
    renew_budget()
    node = u16[s]
    load_locals(s, node)
    return node


def set_chooser(node: int, seat: int) -> int:
    """Sets the seat whose choice in a simultaneous decision is searched for."""
    if i32[WAITING_AT + node * 4]:
        i32[i32[ME_AT + node * 4]] = seat
    return 0


def go_on_together(s: State, node: int, seats: int) -> int:
    """Continues at a simultaneous decision in which these seats, as bits, still have to choose."""
    if seats:
        return stop(s, node)
    if TELLS:
        tell_revealed(node)
    return go(s, i32[NEXT_AT + node * 4], POLICY_ASKS)


def go_on(s: State, node: int, seat: int, exit: int) -> int:
    """Continues after the choice of the only seat that has one."""
    if TELLS:
        tell_choice(s, node, seat, exit)
    return go(s, exit_of(node, exit), POLICY_ASKS)


def enter(s: State, node: int) -> int:
    """Continues play at a node; no decision or chance node is open before."""
    load_node(s)
    i32[PENDING] = -1
    return go(s, node, POLICY_ASKS)


def stop(s: State, node: int) -> int:
    """Stops play: puts the record into the form that the host keeps. Gives the node."""
    u16[s] = node
    if CHECKING:
        if i32[VERIFIED_AT + node * 4]:
            verify(s)
    save_locals(s, node)
    return node


def begin(s: State, policy: int) -> int:
    """Begins match INDEX of SEED and plays to the first stop."""
    renew_budget()
    copy(s, START, STATE_SIZE)
    i32[PENDING] = -1
    seeded(s + STREAM, 0, SEED, INDEX)
    i32[s + HAS_STREAM] = 1
    return go(s, u16[s], policy)


def begin_open(s: State) -> int:
    """Begins a match without a stream of chance."""
    renew_budget()
    copy(s, START, STATE_SIZE)
    i32[PENDING] = -1
    return go(s, u16[s], POLICY_ASKS)
