"""The strongly connected components of a graph: positions that can be repeated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


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
