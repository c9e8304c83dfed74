"""A match as a text for people: who acts, what is chosen out of how much, what the seats see, and how it ends.

Before each move stands a digest of the canonical bytes of the position in which it is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from textwrap import wrap
from typing import cast

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Engine, Outcome, S, State, View, ZoneView
from gamedsl_interpreter.matches.agents import Agent, RandomMoves, RandomSteps
from gamedsl_interpreter.random import policy_stream

SEED = 2024
SHOWN = (1, 10, 40)
"""The decisions before which the views of all seats are shown; and they are shown at the end."""

_EVENTS = 4
"""How many of the events seen last are told."""

_WIDTH = 140


BY_MOVES = frozenset({"go"})
"""Games played by random moves, because random steps end them early: half of these steps would be passes."""


def playthrough(engine: Engine[S]) -> str:
    """Match 0 of the seed, every seat playing random steps (or moves)."""
    game = engine.game
    agent = RandomMoves() if game.name in BY_MOVES else RandomSteps()
    options = "".join(f", {name} = {value}" for name, value in game.options)
    heading = f"{game.name}, {game.humans} players{options}; {', '.join(game.seats)}; seed {SEED}, {agent.name}"
    return "\n".join([heading, "", *_match(engine, agent)]) + "\n"


def _match(engine: Engine[S], agent: Agent) -> Iterator[str]:
    dice = policy_stream(SEED)
    state = engine.initial(SEED)
    number = 0
    while not state.is_over:
        number += 1
        if number in SHOWN:
            yield from _views(engine, state)
        seats = engine.to_act(state)
        seat = seats[0]
        move = agent.choose(cast("Engine", engine), state, seat, dice)
        together = f" (of {', '.join(engine.game.seats[other] for other in seats)})" if len(seats) > 1 else ""
        choice = f"{engine.game.seats[seat]}{together}, 1 of {len(engine.moves(state, seat))}"
        yield f"{_digest(state)} {number:4}. {choice}: {move.text}"
        state = engine.play(state, seat, move)
    yield f"{_digest(state)}  the end"
    yield from _views(engine, state)
    outcome = engine.outcome(state)
    assert outcome is not None
    yield from _outcome(engine.game.seats, outcome)


def _digest(state: State) -> str:
    return sha256(state.bytes).hexdigest()[:12]


# ---------------------------------------------------------------- views


def _views(engine: Engine[S], state: S) -> Iterator[str]:
    """What all seats see, then what each sees beyond that."""
    views = [engine.view(state, SeatId(seat)) for seat in range(len(engine.game.seats))]
    told = [tuple(_sights(view)) for view in views]
    shared = [sight for sight in told[0] if all(sight in others for others in told)]
    names = engine.game.seats
    yield ""
    yield from _block(f"    in {views[0].phase or 'no phase'}, all see", shared)
    for name, view, sights in zip(names, views, told, strict=True):
        yield from _block(f"    {name} sees", [sight for sight in sights if sight not in shared])
        lately = [event.text for event in view.events[-_EVENTS:]]
        yield from _block(f"    {name} has seen {len(view.events)} events, lately", lately)
    yield ""


def _block(heading: str, items: Sequence[str]) -> list[str]:
    return wrap(
        f"{heading}: {'; '.join(items) or 'nothing'}", _WIDTH, subsequent_indent=" " * 8, break_on_hyphens=False
    )


def _sights(view: View) -> Iterator[str]:
    """Zones that hold something, and fields."""
    yield from (f"{zone.name} {sight}" for zone in view.zones if (sight := _zone(zone)))
    yield from (f"{name} = {value}" for name, value in view.fields)


def _zone(zone: ZoneView) -> str:
    if zone.contents is not None:
        return _listed(zone.contents) if zone.contents else ""
    parts = ["unseen" if zone.count is None else f"{zone.count} unseen" if zone.count else ""]
    parts += [f"backs {_listed(zone.backs)}"] if zone.backs else []
    parts += [f"known {_listed(zone.known)}"] if zone.known and zone.count != 0 else []
    return " ".join(part for part in parts if part)


def _listed(counts: Sequence[tuple[str, int]]) -> str:
    return f"[{', '.join(name if count == 1 else f'{count} {name}' for name, count in counts)}]"


# ---------------------------------------------------------------- the end


def _outcome(seats: Sequence[str], outcome: Outcome) -> Iterator[str]:
    yield f"ended: {outcome.reason}"
    for seat, (name, lines) in enumerate(zip(seats, outcome.scores, strict=True)):
        scores = "".join(f", {line} {points}" for line, points in lines)
        yield f"{name}: total {outcome.totals[seat]}{scores}; share {outcome.shares[seat]}"
    yield "ranking: " + ", then ".join(" and ".join(seats[seat] for seat in group) for group in outcome.ranking)
