"""The observation of a position by one seat, as bytes that are equal for positions that look equal to it."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from struct import calcsize
from typing import Generic, Protocol, TypeAlias, cast, runtime_checkable

from gamedsl.graph.bytes.codec import coding_of, decode_cell
from gamedsl.graph.bytes.codings import CountZone, MaskZone, PileZone, SlotZone
from gamedsl.graph.model.game import Game, ZoneSpec
from gamedsl.graph.model.layout import Cell
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, EndNode
from gamedsl_interpreter.engine import Engine, S, State
from gamedsl_interpreter.observations import ObservationSpace
from gamedsl_interpreter.watchers import find_fixed_watchers
from gamedsl_interpreter.wording.texts import specs_by_instance

_MOST_CACHED = 4096

_Look: TypeAlias = Callable[[bytes], bytes]


@runtime_checkable
class _Observes(Protocol):
    """An engine that gives observations as numbers; both executors do."""

    def observe_numbers(self, state: State, seat: int, space: ObservationSpace, /) -> array[int]: ...


class Sight(Generic[S]):
    """Reads observations for one seat. If the seat always sees the same fields and zones, and everybody knows who chooses, they are read from the bytes of
    the position; otherwise from the numbers of observations, or from the view."""

    def __init__(self, engine: Engine[S], seat: int) -> None:
        self._engine = engine
        self._seat = seat
        self._observing = engine if isinstance(engine, _Observes) else None
        self._space = ObservationSpace(engine.game)
        self._looks = _looks(engine.game, seat)
        nodes = engine.game.nodes
        phases = [self._space.phases.get(node.cluster, 0) for node in nodes]
        self._phases = [
            phase.to_bytes(4, "little") if isinstance(node, DecisionNode | ChanceNode | EndNode) else None
            for phase, node in zip(phases, nodes, strict=True)
        ]

    def of(self, state: S) -> bytes:
        """Returns the seat's observation of a position."""
        position = state.bytes
        phase = self._phases[position[0] | position[1] << 8]
        if self._looks is not None and phase is not None and not state.pending:
            acting = bytes(self._engine.to_act(state))
            return b"".join((phase, acting, *[look(position[start:end]) for start, end, look in self._looks]))
        if self._observing is not None:
            return self._observing.observe_numbers(state, self._seat, self._space).tobytes()
        view = self._engine.view(state, self._seat)
        return repr((view.phase, view.to_act, view.zones, view.fields)).encode()


def _looks(game: Game, seat: int) -> list[tuple[int, int, _Look]] | None:
    """Returns, for each field or zone that the seat sees, the start and the end of its bytes, and the function that reads them. None if visibility depends
    on the position, or if seats are asked without the others noticing."""
    if any(isinstance(node, DecisionNode) and node.is_unseen for node in game.nodes):
        return None
    fields, zones = specs_by_instance(game)
    found: list[tuple[int, int, _Look]] = []
    for cell in game.layout.cells:
        if cell.what not in ("field", "zone"):
            continue
        spec = fields[cell.id] if cell.what == "field" else zones[cell.id]
        watchers = find_fixed_watchers(game, spec, cell.id - spec.base)
        if watchers is None:
            return None
        is_seen = bool(watchers >> seat & 1)
        look = (
            _zone_look(game, cell, spec, is_seen=is_seen) if isinstance(spec, ZoneSpec) else bytes if is_seen else None
        )
        if look is not None and not (cell.what == "field" and spec.hidden):
            found.append((cell.offset, cell.offset + cell.size, look))
    return found


def _zone_look(game: Game, cell: Cell, spec: ZoneSpec, *, is_seen: bool) -> _Look | None:
    """Returns the function that reads the bytes of a zone for the seat; None if the seat sees nothing of it."""
    coding = coding_of(game, cell)
    if not isinstance(coding, PileZone):
        if is_seen:
            return bytes
        return None if spec.visibility.count_hidden else _piece_counter(game, cell)
    if is_seen or spec.visibility.top_seen:
        return _CachedLook(
            lambda data: _pile(game, cell, data, is_seen=is_seen, has_count=not spec.visibility.count_hidden)
        )
    if spec.visibility.count_hidden:
        return None
    width = calcsize(coding.codes[0])
    return lambda data: data[:width]


def _piece_counter(game: Game, cell: Cell) -> _Look:
    """Returns a function that counts the pieces in the bytes of a zone whose content the seat does not see."""
    coding = coding_of(game, cell)
    if isinstance(coding, MaskZone):
        return lambda data: int.from_bytes(data, "little").bit_count().to_bytes(4, "little")
    if isinstance(coding, SlotZone):
        return lambda data: b"\1" if any(data) else b"\0"
    if isinstance(coding, CountZone) and set(coding.codes) <= {"B"}:
        return lambda data: sum(data).to_bytes(4, "little")

    def count_pieces(data: bytes) -> bytes:
        pieces = cast("tuple[tuple[int, int], ...]", decode_cell(cell, data, game))
        return sum(count for _, count in pieces).to_bytes(4, "little")

    return _CachedLook(count_pieces)


def _pile(game: Game, cell: Cell, data: bytes, *, is_seen: bool, has_count: bool) -> bytes:
    """Returns the visible part of a pile: its content or number of pieces, and its top piece."""
    stretches = cast("tuple[tuple[tuple[int, int], ...], ...]", decode_cell(cell, data, game))
    counts: dict[int, int] = {}
    for stretch in stretches:
        for kind, count in stretch:
            counts[kind] = counts.get(kind, 0) + count
    top = stretches[-1][0][0] if stretches and len(stretches[-1]) == 1 else -1
    number = sum(counts.values()) if is_seen or has_count else -1
    return repr((top, sorted(counts.items()) if is_seen else number)).encode()


class _CachedLook:
    """A look that caches its results."""

    def __init__(self, look: _Look) -> None:
        self._look = look
        self._known: dict[bytes, bytes] = {}

    def __call__(self, data: bytes) -> bytes:
        known = self._known.get(data)
        if known is None:
            if len(self._known) >= _MOST_CACHED:
                self._known.clear()
            known = self._known[data] = self._look(data)
        return known
