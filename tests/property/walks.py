"""Random matches for laws, and positions read from their canonical bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from attrs import field, frozen
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from gamedsl.graph.bytes.codec import Coder
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl.graph.text.names import instance_text
from gamedsl_interpreter.engine import Engine, Move, S
from gamedsl_interpreter.matches.agents import RandomSteps
from gamedsl_interpreter.random import policy_stream
from games import shipped
from share import less

SEEDS = st.integers(0, 2**32 - 1)


def law(examples: int) -> settings:
    """A law is tried on the same few matches in every run, on a tenth of so many in everyday ones, two at least; `gamedsl test` goes further."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(
        max_examples=less(examples, max(2, examples // 10)),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=slow,
    )


def some_setups(*names: str) -> st.SearchStrategy[tuple[str, Setup]]:
    """A setup of one of the games; each game is as likely as any other."""
    return st.sampled_from(names).flatmap(lambda name: st.tuples(st.just(name), st.sampled_from(shipped.setups(name))))


@frozen
class Turn:
    """A decision of a match: the position, who acts, and what is played. (Its state is kept apart, as it has a type of its own.)"""

    number: int
    seat: SeatId
    move: Move


def match(engine: Engine[S], seed: int, most: int = 10_000) -> Iterator[tuple[S, Turn | None]]:
    """The stops of a match with random steps, with what is done there (nothing at the end); at most `most` of them."""
    agent, dice = RandomSteps(), policy_stream(seed)
    state = engine.initial(seed)
    for number in range(most):
        if state.is_over:
            yield state, None
            return
        seat = engine.to_act(state)[0]
        move = agent.choose(engine, state, seat, dice)
        yield state, Turn(number, seat, move)
        state = engine.play(state, seat, move)


# ---------------------------------------------------------------- positions


@frozen
class Position:
    """What lies where, kinds by name and zones by instance name (piles without their order); and the fields. `piles` are the stretches of each pile, the
    lowest first: within one the order is open."""

    zones: Mapping[str, Counter[str]]
    fields: Mapping[str, Any]
    piles: Mapping[str, tuple[Counter[str], ...]] = field(factory=dict[str, tuple[Counter[str], ...]])

    def copies(self) -> Counter[str]:
        """All pieces by kind."""
        found: Counter[str] = Counter()
        for pieces in self.zones.values():
            found.update(pieces)
        return found

    def size(self, zone: str) -> int:
        """How many pieces lie in a zone."""
        return sum(self.zones[zone].values())


class Reading:
    """Reads the positions of one game from their canonical bytes."""

    def __init__(self, game: Game) -> None:
        self._coder = Coder(game)
        self._kinds = [kind.name for kind in game.kinds]
        self._zones = [
            (instance_text(game, spec.name, spec.dimensions, spec.owned, i), spec.form == "pile")
            for spec in game.zones
            for i in range(len(spec.start))
        ]
        self._fields = [
            instance_text(game, spec.name, spec.dimensions, spec.owned, i)
            for spec in game.fields
            for i in range(len(spec.start))
        ]

    def position(self, data: bytes) -> Position:
        """The position in these bytes."""
        _, values, contents, _ = self._coder.decode(data)
        zones: dict[str, Counter[str]] = {}
        piles: dict[str, tuple[Counter[str], ...]] = {}
        for (name, is_pile), lying in zip(self._zones, contents, strict=True):
            pieces: Any = lying
            zones[name] = self._counted([entry for part in pieces for entry in part] if is_pile else pieces)
            if is_pile:
                piles[name] = tuple(self._counted(part) for part in pieces)
        return Position(zones, dict(zip(self._fields, values, strict=True)), piles)

    def _counted(self, entries: Iterable[tuple[int, int]]) -> Counter[str]:
        found: Counter[str] = Counter()
        for kind, count in entries:
            found[self._kinds[kind]] += count
        return found


@cache
def reading(name: str, setup: Setup) -> Reading:
    """The reader for a shipped game."""
    return Reading(shipped.game(name, setup))
