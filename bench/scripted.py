"""Players written by hand, each for one shipped game: what players that think are measured against."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import gamedsl
from gamedsl.values import define, field
from gamedsl_interpreter.engine import S

_GOAL = 100
_PIECES = {"Pawn": 1, "Knight": 3, "Bishop": 3, "Rook": 5, "Queen": 9}


@define
class BestPig:
    """The optimal policy of Pig for two, by value iteration (Neller and Presser, "Optimal Play of the Dice Game Pig", 2004)."""

    name: str = "optimal"
    _holds: NDArray[np.bool_] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._holds = _best_holds()

    def choose(self, engine: gamedsl.Engine[S], state: S, seat: int, dice: gamedsl.Dice) -> gamedsl.Move:
        """Holds or throws, by the points of both and the pot."""
        known = {name: int(value) for name, value in engine.view(state, seat).fields if value.isdigit()}
        own, other, pot = known[f"P{seat + 1}.banked"], known[f"P{2 - seat}.banked"], known["pot"]
        word = "hold" if own + pot >= _GOAL or self._holds[own, other, pot] else "throw"
        return next(move for move in engine.moves(state, seat) if move.text == word)


def _best_holds() -> NDArray[np.bool_]:
    """Says by own points, points of the other and pot whether holding is best."""
    size = _GOAL
    won = np.full((size, size, size + 6), 0.5)  # the chance of the player whose turn it is
    own = np.arange(size)
    holds = np.zeros((size, size, size), np.bool_)
    change = 1.0
    while change > 1e-9:
        before = won[:, :, :size].copy()
        lost = 1 - won[:, :, 0].T
        for pot in range(size - 1, -1, -1):
            after = np.minimum(own + pot, size - 1)
            held = np.where((own + pot >= size)[:, None], 1.0, 1 - won[:, after, 0].T)
            rolled = (lost + sum(won[:, :, pot + die] for die in range(2, 7))) / 6
            holds[:, :, pot] = held >= rolled
            won[:, :, pot] = np.maximum(held, rolled)
            won[own + pot >= size, :, pot] = 1.0
        won[:, :, size:] = 1.0
        change = float(np.abs(won[:, :, :size] - before).max())
    return holds


@define
class OneAhead:
    """Takes the move after which a number is greatest, any of equals; `plies` 2: after the worst answer of the other."""

    name: str
    worth: Callable[[gamedsl.View, int], float]
    plies: int = 1

    def choose(self, engine: gamedsl.Engine[S], state: S, seat: int, dice: gamedsl.Dice) -> gamedsl.Move:
        """One of the best moves."""
        moves = engine.moves(state, seat)
        worths = [self._value(engine, engine.play(state, seat, move), seat, self.plies - 1) for move in moves]
        best = [move for move, worth in zip(moves, worths, strict=True) if worth == max(worths)]
        return best[dice.below(len(best))]

    def _value(self, engine: gamedsl.Engine[S], state: S, seat: int, plies: int) -> float:
        outcome = engine.outcome(state)
        if outcome is not None:
            return 1000 * (2 * float(outcome.shares[seat]) - 1)
        acting = engine.to_act(state)[0]
        if not plies or acting == seat:
            return self.worth(engine.view(state, seat), seat)
        after = (engine.play(state, acting, move) for move in engine.moves(state, acting))
        return min(self._value(engine, one, seat, plies - 1) for one in after)


def _pips(view: gamedsl.View, seat: int) -> float:
    """How many more pips the other has to go, in backgammon."""
    left = [0, 0]
    for zone in view.zones:
        place = re.fullmatch(r"point\[(\d+)\]\.men", zone.name)
        for kind, number in zone.contents or ():
            owner = int(kind[-1]) - 1
            if place:
                left[owner] += number * (int(place[1]) if owner == 0 else 25 - int(place[1]))
            elif zone.name.endswith(".bar"):
                left[owner] += number * 25
    return left[1 - seat] - left[seat]


def _material(view: gamedsl.View, seat: int) -> float:
    """How much more the own pieces are worth, in chess."""
    fields, own = dict(view.fields), f"P{seat + 1}"
    found = 0
    for name, piece in fields.items():
        if name.endswith(".piece") and piece in _PIECES:
            found += _PIECES[piece] if fields[name.removesuffix("piece") + "side"] == own else -_PIECES[piece]
    return found


PLAYERS: dict[str, Callable[[], gamedsl.Agent]] = {
    "optimal": BestPig,
    "pips": lambda: OneAhead("pips", _pips),
    "material": lambda: OneAhead("material", _material, 2),
}
"""Players by the words of a duel."""
