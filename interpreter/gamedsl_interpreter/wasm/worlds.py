"""Worlds of the fast executor: dealt by the reference executor's plan, and written into records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Worlds
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.wasm.state import WasmState
from gamedsl_interpreter.worlds.lost import Lost

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.engine import WasmEngine
    from gamedsl_interpreter.wasm.reference_twin import TwinState


class WasmWorlds:
    """See `Worlds`."""

    def __init__(self, engine: WasmEngine, plan: Worlds[TwinState]) -> None:
        self._engine = engine
        self._plan = plan

    @property
    def seat(self) -> SeatId:
        """Whose worlds they are."""
        return self._plan.seat

    @property
    def exact(self) -> bool:
        """Whether nothing is lost."""
        return self._plan.exact

    @property
    def lossy(self) -> tuple[Lost, ...]:
        """What the seat could conclude and the worlds may contradict."""
        return self._plan.lossy

    def sample(self, dice: Dice) -> WasmState:
        """One world. Raises Fault, ArgumentError."""
        return self._engine.put(self._plan.sample(dice))
