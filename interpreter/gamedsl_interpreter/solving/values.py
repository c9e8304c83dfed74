"""Computes the value of each position under best play, by backward induction; positions on cycles are solved together."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from gamedsl.errors import GameDslError
from gamedsl_interpreter.aims import Number, Payoff
from gamedsl_interpreter.solving.position_graph import CHANCE

PRECISE = 1e-12
"""Values that are approached step by step are taken when no step changes them by more."""
MOST_PASSES = 100_000
"""Passes after which the approach is given up."""


class EndlessError(GameDslError):
    """No method computes the values of positions on cycles: there are three or more players, or value iteration does not converge."""


def values(
    movers: Sequence[int],
    after: Sequence[Sequence[int]],
    weights: Mapping[int, Sequence[int]],
    ends: Mapping[int, Payoff],
    endless: Payoff,
    tick: Callable[[int], object] = abs,
) -> dict[int, Payoff]:
    """Returns the value of every position that position 0 leads to. `ends` gives the payoffs of finished matches, and assumed payoffs of positions that are
    not continued.

    Each seat maximises its own payoff; the first of equal moves counts, which matters with three or more players only. With one or two players
    there may be cycles: endless play is worth `endless`. `tick` is
    called with the number of positions solved, or updated once by value iteration. Raises EndlessError.
    """
    found: dict[int, Payoff] = {}
    for part in components(after):
        if len(part) == 1 and part[0] not in after[part[0]]:
            node = part[0]
            found[node] = ends[node] if node in ends else _step(movers, after, weights, found, node)
        elif len(endless) > 2:
            raise EndlessError("positions come again, and with three or more players nobody can say what that is worth")
        elif any(movers[node] == CHANCE for node in part):
            _approach(movers, after, weights, found, part, endless, tick)
        else:
            _settle(movers, after, found, part, endless)
    return found


def _step(
    movers: Sequence[int],
    after: Sequence[Sequence[int]],
    weights: Mapping[int, Sequence[int]],
    found: Mapping[int, Payoff],
    node: int,
) -> Payoff:
    """Returns the value of a position from those of its successors."""
    if movers[node] == CHANCE:
        return _mean([found[other] for other in after[node]], weights[node])
    return max((found[other] for other in after[node]), key=lambda payoff: payoff[movers[node]])


def _mean(payoffs: Sequence[Payoff], weights: Sequence[int]) -> Payoff:
    total = sum(weights)
    pairs = list(zip(payoffs, weights, strict=True))
    return tuple(
        sum((payoff[seat] * Fraction(weight, total) for payoff, weight in pairs), start=Fraction(0))
        for seat in range(len(payoffs[0]))
    )


def _approach(
    movers: Sequence[int],
    after: Sequence[Sequence[int]],
    weights: Mapping[int, Sequence[int]],
    found: dict[int, Payoff],
    part: Sequence[int],
    endless: Payoff,
    tick: Callable[[int], object],
) -> None:
    """Computes the values of positions on cycles with chance by value iteration, until they no longer change."""
    found.update(dict.fromkeys(part, tuple(map(float, endless))))
    outside = {other for node in part for other in after[node]}.difference(part)
    near = {node: tuple(map(float, found[node])) for node in chain(part, outside)}
    shares = {node: [weight / sum(weights[node]) for weight in weights[node]] for node in part if node in weights}
    for _ in range(MOST_PASSES):
        change = 0.0
        tick(len(part))
        for node in part:
            if node in shares:
                pairs = list(zip(after[node], shares[node], strict=True))
                new = tuple(sum(near[other][seat] * share for other, share in pairs) for seat in range(len(endless)))
            else:
                mover = movers[node]
                new = max((near[other] for other in after[node]), key=lambda payoff: payoff[mover])
            change = max(change, abs(new[0] - near[node][0]))
            near[node] = new
        if change < PRECISE:
            found.update((node, near[node]) for node in part)
            return
    raise EndlessError("positions come again, and their values could not be approached")


def _settle(
    movers: Sequence[int],
    after: Sequence[Sequence[int]],
    found: dict[int, Payoff],
    part: Sequence[int],
    endless: Payoff,
) -> None:
    """Computes the values of positions on cycles without chance: first the values that the first seat can force, the best first, then the values that the
    second seat can force. Positions in which nobody can force anything have the value of endless play; a single player takes the best reachable value."""
    inside = set(part)
    exits = {
        payoff[0]: payoff for node in part for other in after[node] if other not in inside for payoff in (found[other],)
    }
    alone = len(endless) == 1
    default = min(exits.values(), key=lambda payoff: payoff[0], default=endless) if alone else endless
    before: dict[int, list[int]] = {node: [] for node in part}
    for node in part:
        for other in after[node]:
            if other in inside:
                before[other].append(node)
    good = sorted((value for value in exits if value > default[0]), reverse=True)
    poor = sorted(value for value in exits if value < default[0])
    for seat, wanted in ((0, good), (1, poor)):
        waiting = {node: len(after[node]) for node in part if node not in found}
        for value in wanted:
            _force(movers, after, found, waiting, before, seat, exits[value])
    found.update((node, default) for node in part if node not in found)


def _force(
    movers: Sequence[int],
    after: Sequence[Sequence[int]],
    found: dict[int, Payoff],
    waiting: dict[int, int],
    before: Mapping[int, Sequence[int]],
    seat: int,
    wanted: Payoff,
) -> None:
    """Gives this value to all positions from which the seat can force it. `waiting` counts, for each position without a value, the successors that are not as
    good for the seat."""
    reached = deque(
        node for node in waiting for other in after[node] if other not in before and found[other][0] == wanted[0]
    )
    while reached:
        node = reached.popleft()
        if node not in waiting:
            continue
        waiting[node] -= 1
        if movers[node] == seat or waiting[node] == 0:
            del waiting[node]
            found[node] = wanted
            reached.extend(before[node])


# ---------------------------------------------------------------- lengths of matches


def lengths(
    movers: Sequence[int],
    after: Sequence[Sequence[int]],
    ends: Mapping[int, Payoff],
    found: Mapping[int, Payoff],
    level: Number,
) -> dict[int, int]:
    """Returns how many moves a match lasts from each position if the player ahead (more than `level` for the first seat, or less) hurries and the other one
    delays. Only moves that keep the value count. Positions at the level have no length. For games of one or two players without chance."""
    kept = {node: [other for other in after[node] if found[other] == found[node]] for node in found}
    before: dict[int, list[int]] = {node: [] for node in found}
    for node, others in kept.items():
        for other in others:
            before[other].append(node)
    waiting = {node: len(others) for node, others in kept.items() if node not in ends}
    made = {node: 0 for node in found if node in ends and found[node][0] != level}
    queue = deque(made)
    while queue:
        other = queue.popleft()
        for node in before[other]:
            if node in made:
                continue
            waiting[node] -= 1
            if waiting[node] == 0 or movers[node] == _seat_ahead(found[node], level):
                made[node] = made[other] + 1
                queue.append(node)
    return made


def _seat_ahead(payoff: Payoff, level: Number) -> int:
    return 0 if len(payoff) == 1 or payoff[0] > level else 1


def components(after: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yields the components of the graph that node 0 leads to, each after all components that it leads to (R. Tarjan, 1972; without recursion)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    is_on_stack: set[int] = set()
    work: list[tuple[int, int]] = [(0, 0)]
    while work:
        node, at = work.pop()
        if at == 0:
            order[node] = low[node] = len(order)
            stack.append(node)
            is_on_stack.add(node)
        waits = False
        for next_at in range(at, len(after[node])):
            other = after[node][next_at]
            if other not in order:
                work += [(node, next_at + 1), (other, 0)]
                waits = True
                break
            if other in is_on_stack:
                low[node] = min(low[node], order[other])
        if waits:
            continue
        if low[node] == order[node]:
            part = _pop_component(stack, node)
            is_on_stack.difference_update(part)
            yield part
        if work:
            above = work[-1][0]
            low[above] = min(low[above], low[node])


def _pop_component(stack: list[int], node: int) -> list[int]:
    """Pops the component that ends with `node` from the stack."""
    part = [stack.pop()]
    while part[-1] != node:
        part.append(stack.pop())
    return part
