"""The leaves of searches, and the decisions that searches make."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.faults import fault
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.random import below
from gamedsl_interpreter.wasm.runtime.written import *


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


def renew_budget() -> int:
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
        renew_budget()
        if CHECKING:
            verify(s)
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
        renew_budget()
        if CHECKING:
            verify(s)
        i32[DECISIONS] += 1
        i32[STEP_COUNT] += i32[ASKED] if i32[ASKED] else 1
    return i32[EXIT]


def count_choice(s: State, node: int, asked: int) -> int:
    """Counts a choice that answers `asked` questions, if a player has to make it. Gives EXIT."""
    if asked or i32[IS_PRIVATE + node * 4]:
        renew_budget()
        if CHECKING:
            verify(s)
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
        open = open_step(s, node)
        i32[PROBE] = -1
        i32[LIMIT] = 1
        if open < 0:
            break
        i32[PREFIX_LENGTH] = open + 1
        begin_drawing()
        while i32[VALUE_PHASE] != VALUE_FOUND:
            i32[PREFIX + open * 4] = i32[VALUE]
            continue_drawing(run_search(s, node, SEARCH_COUNT))
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

    While VALUE_PHASE is not VALUE_FOUND, VALUE has to be tested, and `continue_drawing` is told whether it leads to a move: to a candidate or, if
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


def continue_drawing(leads_on: int) -> int:
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


def draw_number(n: int) -> int:
    """Draws a number below n: one of n values, all of which can be completed."""
    if n == 1:
        return 0
    i32[ASKED] += 1
    return below(POLICY, n)


def draw_option(n: int) -> int:
    """Chooses one of n values of the open step at random."""
    i32[MODE] = SEARCH_WALK
    if n == 1:
        return i32[OPTIONS]
    i32[ASKED] += 1
    return i32[OPTIONS + below(POLICY, n) * 4]


def open_step(s: State, node: int) -> int:
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
