"""Best responses of one seat to known strategies of the others."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl_interpreter.engine import State
from gamedsl_interpreter.solving.history_tree import CHANCE, END, HistoryTree


def best_response(
    tree: HistoryTree[State], gains: dict[int, float], others: Sequence[Sequence[float]], seat: int
) -> tuple[float, dict[int, int]]:
    """Returns the expected value of the seat's best response to these strategies (`gains` are its own, by end), and the number of its move in each of its
    information sets. The seat has perfect recall, so the sets of its last decisions are solved first, then the sets before these."""
    reach = _reach(tree, others, seat)
    own = {number for number, one in enumerate(tree.information) if one.seat == seat}
    chosen: dict[int, int] = {}
    stages = sorted({tree.information[number].earlier for number in own}, reverse=True)
    for stage in stages:
        worth = _worth(tree, gains, others, chosen, own)
        merits: dict[int, list[float]] = {}
        for node, held in enumerate(tree.sets):
            if held in own and tree.information[held].earlier == stage:
                row = merits.setdefault(held, [0.0] * len(tree.children[node]))
                for at, child in enumerate(tree.children[node]):
                    row[at] += reach[node] * worth[child]
        chosen.update((held, max(range(len(row)), key=row.__getitem__)) for held, row in merits.items())
    return _worth(tree, gains, others, chosen, own)[0], chosen


def _reach(tree: HistoryTree[State], others: Sequence[Sequence[float]], seat: int) -> list[float]:
    """Returns by node the probability that chance and the others lead there."""
    reach = [1.0] * len(tree)
    for node, children in enumerate(tree.children):
        held = tree.sets[node]
        if held != CHANCE and held != END and tree.information[held].seat == seat:
            for child in children:
                reach[child] = reach[node]
        elif held != END:
            shares = tree.chances[node] if held == CHANCE else others[held]
            for child, share in zip(children, shares, strict=True):
                reach[child] = reach[node] * share
    return reach


def _worth(
    tree: HistoryTree[State],
    gains: dict[int, float],
    others: Sequence[Sequence[float]],
    chosen: dict[int, int],
    own: set[int],
) -> list[float]:
    """Returns by node the expected gain of the seat. Where its move is not chosen yet, the number has no meaning."""
    worth = [0.0] * len(tree)
    for node in range(len(tree) - 1, -1, -1):
        held, children = tree.sets[node], tree.children[node]
        if held == END:
            worth[node] = gains[node]
        elif held in own:
            worth[node] = worth[children[chosen[held]]] if held in chosen else 0.0
        else:
            shares = tree.chances[node] if held == CHANCE else others[held]
            worth[node] = sum(share * worth[child] for child, share in zip(children, shares, strict=True))
    return worth
