"""An instance that makes random walks and keeps the positions nearest to the break of each promise."""

from __future__ import annotations

from struct import pack_into, unpack_from

from gamedsl.values import frozen
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.wasm.instances.calls import has_no_room, instance_with_budget, write_match
from gamedsl_interpreter.wasm.instances.instance import Trapped
from gamedsl_interpreter.wasm.instances.interface import PROBE_FACTS, Purpose
from gamedsl_interpreter.wasm.instances.modules import Modules

_FAR = (1 << 31) - 1


@frozen
class Near:
    """A position that a walk has met: its record, and the walk's index with its decisions up to there. `number` is the distance, or the rule that was
    reached for the first time."""

    number: int
    record: bytes
    index: int
    decisions: int


@frozen
class Walks:
    """The results of some walks: how many were finished, the positions they visited, the nearest position for each distance (None: no position was nearer
    than the given distance), and a position at which a rule was reached for the first time. `is_broken`: the walk after the finished ones ended in a
    fault."""

    finished: int
    visited: int
    nearest: tuple[Near | None, ...]
    news: Near | None
    is_broken: bool


class Prober:
    """Makes walks in its own instance, for one thread. Raises Unsupported, Unavailable, NoRoomError."""

    def __init__(self, modules: Modules, budget: int) -> None:
        made = modules.of(Purpose.PROBED)
        self._module, self._at = made.module, made.module.addresses
        self._instance = instance_with_budget(made, budget)
        self._memory = self._instance.memory
        self.measures = self._at["PROBE_MEASURE_COUNT"]
        """The number of distances."""

    def begin_from(self, image: bytes) -> None:
        """Sets the position in which matches begin, by its bytes."""
        at = self._at["START"]
        self._memory[at : at + len(image)] = image

    def walk(self, origin: bytes | None, seed: int, first: int, count: int, longest: int, policy: Policy) -> Walks:
        """Makes at most `count` walks of at most `longest` decisions, with the random players of the matches (seed, `first`), (seed, `first` + 1) and so on.
        Walks begin at the record `origin`, or at the beginning of these matches. The last walk is the first one that reaches a rule for the first time or
        ends in a fault."""
        at, memory = self._at, self._memory
        size, places = self._module.state_size, self.measures + 1
        record = self._module.states
        for place in range(places):
            number = _FAR if place < self.measures else 0
            pack_into("<i", memory, at["PROBE_FOUND"] + place * at["PROBE_STRIDE"], number)
        held = record + -(-size // 16) * 16
        if origin is not None:
            memory[held : held + size] = origin
        pack_into("<i", memory, at["ORIGIN"], 0 if origin is None else held)
        for name, value in (("PROBE_LONGEST", longest), ("PROBE_VISITED", 0), ("PROBE_NEWS", 0), ("FAULT", 0)):
            pack_into("<i", memory, at[name], value)
        write_match(memory, at, seed, first)
        is_broken = False
        try:
            finished = self._instance.functions["probed"](record, count, policy.value)
        except Trapped as trapped:
            is_broken = not has_no_room(trapped, self._instance, self._module)
            finished = unpack_from("<Q", memory, at["INDEX"])[0] - first
        visited: int = unpack_from("<i", memory, at["PROBE_VISITED"])[0]
        *nearest, news = (self._near(place, _FAR if place < self.measures else 0) for place in range(places))
        return Walks(finished, visited, tuple(nearest), news, is_broken)

    def _near(self, place: int, nothing: int) -> Near | None:
        where = self._at["PROBE_FOUND"] + place * self._at["PROBE_STRIDE"]
        number, decisions, index = unpack_from("<iiQ", self._memory, where)
        if number == nothing:
            return None
        record = where + PROBE_FACTS
        return Near(number, bytes(self._memory[record : record + self._module.state_size]), index, decisions)
