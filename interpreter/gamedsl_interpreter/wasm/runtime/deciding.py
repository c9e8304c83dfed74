"""The leaves of searches, moves, stops, and continuing play."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.faults import fault
from gamedsl_interpreter.wasm.runtime.hosts.log import tell_revealed
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.random import below, seeded
from gamedsl_interpreter.wasm.runtime.written import (
    chance,
    commit,
    count_candidates,
    count_moves,
    decide,
    exit_of,
    find_candidate,
    go,
    is_refused,
    load_locals,
    reply,
    save_locals,
    search,
    tell_choice,
    verified,
)


def leaf(depth: int, exit: int) -> int:
    """Handles a complete move of a search as MODE says. Gives ON to continue, STOP to end the search, or the depth from which the search continues."""
    n = i32[LEAVES]
    i32[LEAVES] = n + 1
    mode = i32[MODE]
    if mode == SEARCH_COUNT:
        return STOP if n + 1 >= i32[LIMIT] else ON
    if mode == SEARCH_WALK:
        i32[EXIT] = exit
        i32[END] = depth
        return STOP
    if mode == SEARCH_PICK:
        if n == i32[TARGET]:
            i32[EXIT] = exit
            i32[END] = depth
            return STOP
        return ON
    if mode == SEARCH_LIST or mode == SEARCH_LIST_FROM:
        if mode == SEARCH_LIST_FROM and n < i32[TARGET]:
            return ON
        at = i32[OUT]
        if at + 4 + depth * 4 > OUT_END:
            i32[FULL] = 1
            return STOP
        i32[at] = depth
        copy(at + 4, STEPS, depth * 4)
        i32[OUT] = at + 4 + depth * 4
        return ON
    if mode == SEARCH_OPEN:
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
            fault(NO_ROOM, -1)
        i32[OPTIONS + m * 4] = i32[STEPS + p * 4]
        i32[OPTION_COUNT] = m + 1
    return p


def renewed() -> int:
    """Restores the whole budget."""
    i32[LEFT] = BUDGET + i32[EXTRA_BUDGET]
    if TRIES:
        i32[TRYING] = 0
        i32[KEEPS_TRIALS] = 0
    if CANDIDATES:
        i32[FINDS_CANDIDATES] = 0
    return 0


def run_search(s: State, node: int, mode: int) -> int:
    """Searches in a mode; gives how many moves were found."""
    i32[MODE] = mode
    i32[LEAVES] = 0
    if TRIES:
        i32[TRIALS] = 0
    search(s, node)
    return i32[LEAVES]


def decide_by_search(s: State, node: int, policy: int) -> int:
    """Gives the exit of the chosen move; -1 if a player has to choose it (POLICY_ASKS).

    Used for decisions whose moves cannot be counted without iterating over them.
    """
    i32[PREFIX_LENGTH] = 0
    i32[PROBE] = -1
    if policy == POLICY_STEPS:
        return decide_steps(s, node)
    if CANDIDATES:
        if policy == POLICY_MOVES:
            if i32[HAS_CANDIDATES + node * 4]:
                return count_choice(s, node, draw_candidate(s, node))
    private = i32[IS_PRIVATE + node * 4]
    i32[LIMIT] = 2 - private if policy == POLICY_ASKS else ON
    if TRIES:
        i32[KEEPS_TRIALS] = 1
    n = run_search(s, node, SEARCH_COUNT)
    if TRIES:
        i32[KEEPS_TRIALS] = 0
    if n == 0:
        fault(E_CHOICE, i32[SITE_AT + node * 4])
    i32[TARGET] = 0
    if n >= ON:
        fault(NO_ROOM, -1)
    asks = n > 1 or private
    if asks:
        if policy == POLICY_ASKS:
            return -1
        i32[TARGET] = below(POLICY, n)
    if TRIES:
        i32[KEEPS_TRIALS] = 2
    run_search(s, node, SEARCH_PICK)
    if TRIES:
        i32[KEEPS_TRIALS] = 0
    if asks:
        renewed()
        if CHECKING:
            verified(s)
        i32[DECISIONS] += 1
        i32[STEP_COUNT] += 1
    return i32[EXIT]


def decide_steps(s: State, node: int) -> int:
    """Runs one search that goes down once: at each step it tests which values can be completed, draws one of them, and continues."""
    i32[MODE] = SEARCH_WALK
    i32[ASKED] = 0
    if search(s, node) != STOP:
        fault(E_CHOICE, i32[SITE_AT + node * 4])
    if CANDIDATES:
        i32[FINDS_CANDIDATES] = 0
    if i32[ASKED] or i32[IS_PRIVATE + node * 4]:
        renewed()
        if CHECKING:
            verified(s)
        i32[DECISIONS] += 1
        i32[STEP_COUNT] += i32[ASKED] if i32[ASKED] else 1
    return i32[EXIT]


def count_choice(s: State, node: int, asked: int) -> int:
    """Counts a choice that answers `asked` questions, if a player has to make it. Gives EXIT."""
    if asked or i32[IS_PRIVATE + node * 4]:
        renewed()
        if CHECKING:
            verified(s)
        i32[DECISIONS] += 1
        i32[STEP_COUNT] += asked if asked else 1
    return i32[EXIT]


def draw_candidate(s: State, node: int) -> int:
    """Draws candidates that begin with PREFIX until one is legal; if many are refused, draws among the legal moves. Leaves its exit in EXIT. Gives 0 if
    there is only one legal move, else 1."""
    i32[LIMIT] = 2
    n = run_search(s, node, SEARCH_COUNT)
    if n == 0:
        fault(E_CHOICE, i32[SITE_AT + node * 4])
    i32[TARGET] = 0
    if n == 1:
        run_search(s, node, SEARCH_PICK)
        return 0
    is_counted = 0
    n = -1
    if i32[PREFIX_LENGTH] == 0:
        n = count_candidates(s, node)
        is_counted = n >= 0
    i32[LIMIT] = ON
    if not is_counted:
        i32[FINDS_CANDIDATES] = 1
        n = run_search(s, node, SEARCH_COUNT)
        i32[FINDS_CANDIDATES] = 0
    if n >= ON:
        fault(NO_ROOM, -1)
    for _ in range(MOST_DRAWS):
        number = below(POLICY, n)
        if is_counted:
            i32[EXIT] = find_candidate(s, node, number)
        else:
            i32[TARGET] = number
            i32[FINDS_CANDIDATES] = 1
            run_search(s, node, SEARCH_PICK)
            i32[FINDS_CANDIDATES] = 0
        if not is_refused(s, node, i32[EXIT]):
            return 1
    i32[KEEPS_TRIALS] = 1
    n = run_search(s, node, SEARCH_COUNT)
    i32[TARGET] = below(POLICY, n)
    i32[KEEPS_TRIALS] = 2
    run_search(s, node, SEARCH_PICK)
    i32[KEEPS_TRIALS] = 0
    return 1


def draw_candidate_steps(s: State, node: int) -> int:
    """Draws a legal move that begins with PREFIX step by step, at a decision with candidates. Leaves its exit in EXIT. Gives the number of steps drawn."""
    i32[ASKED] = 0
    while 1:
        i32[FINDS_CANDIDATES] = 1
        open = step_opened(s, node)
        i32[PROBE] = -1
        i32[LIMIT] = 1
        if open < 0:
            break
        i32[PREFIX_LENGTH] = open + 1
        begin_drawing()
        while i32[VALUE_PHASE] != VALUE_FOUND:
            i32[PREFIX + open * 4] = i32[VALUE]
            value_tested(run_search(s, node, SEARCH_COUNT))
        if i32[VALUE] < 0:
            fault(E_CHOICE, i32[SITE_AT + node * 4])
        i32[PREFIX + open * 4] = i32[VALUE]
    i32[FINDS_CANDIDATES] = 0
    i32[TARGET] = 0
    if run_search(s, node, SEARCH_PICK) == 0:
        fault(E_CHOICE, i32[SITE_AT + node * 4])
    return i32[ASKED]


def begin_values(first: int, high: int, certain: int) -> int:
    """Begins to draw a value from `first` to `high` (two or more) of a step, at a decision with candidates; `certain`: all of them lead to candidates.

    While VALUE_PHASE is not VALUE_FOUND, VALUE has to be tested, and `value_tested` told whether it leads to a move: to a candidate or, if
    FINDS_CANDIDATES is 0, to a legal move. In the end VALUE is the drawn value; -1 if there is none.
    """
    i32[OPTION_COUNT] = 0
    if certain:
        n = high - first + 1
        if n > MOST_OPTIONS:
            fault(NO_ROOM, -1)
        for i in range(n):
            i32[OPTIONS + i * 4] = first + i
        i32[OPTION_COUNT] = n
        return begin_drawing()
    i32[VALUE_PHASE] = VALUE_OFFERED
    i32[VALUE] = first
    i32[VALUE_AT] = high
    i32[FINDS_CANDIDATES] = 1
    return 0


def begin_drawing() -> int:
    """Begins to draw one of OPTIONS, of which there are two or more."""
    i32[VALUE_PHASE] = VALUE_ABLE
    i32[VALUE_AT] = 0
    i32[VALUE_COUNT] = 0
    i32[VALUE] = i32[OPTIONS]
    i32[FINDS_CANDIDATES] = 0
    return 0


def value_tested(leads_on: int) -> int:
    """Continues to draw a value after VALUE was tested."""
    phase = i32[VALUE_PHASE]
    n = i32[OPTION_COUNT]
    if phase == VALUE_OFFERED:
        if leads_on:
            if n >= MOST_OPTIONS:
                fault(NO_ROOM, -1)
            i32[OPTIONS + n * 4] = i32[VALUE]
            n += 1
            i32[OPTION_COUNT] = n
        i32[VALUE] += 1
        if i32[VALUE] > i32[VALUE_AT]:
            if n > 1:
                begin_drawing()
            else:
                i32[VALUE] = i32[OPTIONS] if n else -1
                i32[VALUE_PHASE] = VALUE_FOUND
        return 0
    if phase == VALUE_DRAWN:
        i32[VALUE_COUNT] += 1
        if leads_on:
            i32[VALUE_PHASE] = VALUE_FOUND
        elif i32[VALUE_COUNT] < MOST_DRAWS:
            i32[VALUE] = i32[OPTIONS + below(POLICY, n) * 4]
        else:
            begin_drawing()
            i32[VALUE_PHASE] = VALUE_LISTED
        return 0
    able = i32[VALUE_COUNT]
    if leads_on:
        if phase == VALUE_ABLE:
            if able:
                i32[ASKED] += 1
                i32[VALUE_PHASE] = VALUE_DRAWN
                i32[VALUE_COUNT] = 0
                i32[VALUE] = i32[OPTIONS + below(POLICY, n) * 4]
                return 0
            i32[VALUE_FIRST] = i32[VALUE]
        else:
            i32[OPTIONS + able * 4] = i32[VALUE]
        able += 1
        i32[VALUE_COUNT] = able
    i32[VALUE_AT] += 1
    if i32[VALUE_AT] < n:
        i32[VALUE] = i32[OPTIONS + i32[VALUE_AT] * 4]
        return 0
    i32[VALUE_PHASE] = VALUE_FOUND
    if phase == VALUE_ABLE:
        i32[VALUE] = i32[VALUE_FIRST] if able else -1
    else:
        i32[VALUE] = i32[OPTIONS + below(POLICY, able) * 4]
    return 0


def probing() -> int:
    """Limits the next search to the question whether there is a move at all."""
    i32[MODE] = SEARCH_COUNT
    i32[LIMIT] = 1
    i32[LEAVES] = 0
    return 0


def drawn(n: int) -> int:
    """Draws a number below n: one of n values, all of which can be completed."""
    if n == 1:
        return 0
    i32[ASKED] += 1
    return below(POLICY, n)


def drawn_option(n: int) -> int:
    """Chooses one of n values of the open step at random."""
    i32[MODE] = SEARCH_WALK
    if n == 1:
        return i32[OPTIONS]
    i32[ASKED] += 1
    return i32[OPTIONS + below(POLICY, n) * 4]


def answer(s: State, node: int, seat: int) -> int:
    """Gives the exit of a scripted seat's move; -1 if chance has to decide and there is no stream. Then the steps before that choice are in PREFIX."""
    i32[PREFIX_LENGTH] = 0
    return answer_on(s, node, seat)


def step_opened(s: State, node: int) -> int:
    """Opens the next step of a move that begins with PREFIX: finds its number and its OPTIONS; gives -1 if the move has no further step."""
    i32[PROBE] = -1
    if run_search(s, node, SEARCH_OPEN) == 0:
        fault(E_CHOICE, i32[SITE_AT + node * 4])
    open = i32[OPEN]
    if open >= i32[FIRST_LENGTH]:
        return -1
    copy(PREFIX, FIRST_STEPS, open * 4)
    i32[PREFIX_LENGTH] = open
    i32[PROBE] = open
    i32[OPTION_COUNT] = 0
    run_search(s, node, SEARCH_OPTIONS)
    return open


def answer_on(s: State, node: int, seat: int) -> int:
    """Gives the exit of a scripted seat's move that begins with PREFIX; -1 as in `answer`."""
    while 1:
        open = step_opened(s, node)
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
    base = s + i32[TODO_AT + node * 4]
    n = 0
    for seat in range(SEATS):
        n = n | (u8[base + seat] << seat)
    return n


def settle(s: State, node: int, policy: int) -> int:
    """Commits the choices of seats that have only one; with a policy, those of all seats. Gives the seats that still have to choose."""
    base = s + i32[TODO_AT + node * 4]
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
    renewed()
    node = u16[s]
    load_locals(s, node)
    if i32[TODO_AT + node * 4]:
        i32[i32[ME_AT + node * 4]] = seat
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
    if i32[TODO_AT + node * 4]:
        commit(s, node, seat, exit)
        if waiting(s, node):
            return stop(s, node)
        if TELLS:
            tell_revealed(node)
        return go(s, i32[NEXT_AT + node * 4], POLICY_ASKS)
    if TELLS:
        tell_choice(s, node, seat, exit)
    return go(s, exit_of(node, exit), POLICY_ASKS)


def ask(s: State, seat: int) -> int:
    """Searches as MODE says."""
    renewed()
    node = u16[s]
    load_locals(s, node)
    if i32[TODO_AT + node * 4]:
        i32[i32[ME_AT + node * 4]] = seat
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
    renewed()
    node = u16[s]
    load_locals(s, node)
    i32[PENDING] = -1
    i32[CHANCE_MODE] = CHANCE_GIVEN
    i32[GIVEN_AT] = GIVEN
    chance(s, node)
    return go(s, i32[NEXT_AT + node * 4], POLICY_ASKS)


def reply_with(s: State, seat: int) -> int:
    """Continues after a scripted seat left a step to chance: PREFIX holds its steps."""
    renewed()
    node = u16[s]
    load_locals(s, node)
    i32[PENDING] = -1
    together = i32[TODO_AT + node * 4]
    if together:
        i32[i32[ME_AT + node * 4]] = seat
    exit = answer_on(s, node, seat)
    if exit < 0:
        return stop(s, node)
    if together:
        commit(s, node, seat, exit)
        if settle(s, node, POLICY_ASKS):
            return stop(s, node)
        if TELLS:
            tell_revealed(node)
        return go(s, i32[NEXT_AT + node * 4], POLICY_ASKS)
    if TELLS:
        tell_choice(s, node, seat, exit)
    return go(s, exit_of(node, exit), POLICY_ASKS)


def enter(s: State, node: int) -> int:
    """Continues play at a node; no decision or chance node is open before."""
    renewed()
    load_locals(s, u16[s])
    i32[PENDING] = -1
    return go(s, node, POLICY_ASKS)


def stop(s: State, node: int) -> int:
    """Stops play: puts the record into the form that the host keeps. Gives the node."""
    if CHECKING:
        if i32[VERIFIED_AT + node * 4]:
            verified(s)
    save_locals(s, node)
    u16[s] = node
    return node


def begin(s: State, policy: int) -> int:
    """Begins match INDEX of SEED and plays to the first stop."""
    renewed()
    copy(s, START, STATE_SIZE)
    i32[PENDING] = -1
    seeded(s + STREAM, 0, SEED, INDEX)
    i32[s + HAS_STREAM] = 1
    return go(s, u16[s], policy)


def begin_open(s: State) -> int:
    """Begins a match without a stream of chance."""
    renewed()
    copy(s, START, STATE_SIZE)
    i32[PENDING] = -1
    return go(s, u16[s], POLICY_ASKS)
