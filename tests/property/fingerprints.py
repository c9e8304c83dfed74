"""Digests of matches, for comparing processes; as a program it prints them."""

from __future__ import annotations

from hashlib import sha256

from games import shipped
from property.walks import match
from share import few

SEED = 31


def some_games() -> list[str]:
    """A digest for each of these games: all positions of a match, and what is offered in them."""
    return [_digest(name) for name in few(shipped.QUICK, 3, 4)]


def _digest(name: str) -> str:
    engine = shipped.engine(name, shipped.setups(name)[-1])
    found = sha256()
    for state, turn in match(engine, SEED, most=60):
        found.update(state.bytes)
        if turn is not None and turn.number % 10 == 0:
            found.update("\n".join(move.text for move in engine.moves(state, turn.seat)).encode())
    return found.hexdigest()


if __name__ == "__main__":
    print("\n".join(some_games()))
