"""Hold'em with a stop before the table is cleared, so that a test can look at it."""

from __future__ import annotations

from gamedsl import pipeline
from gamedsl.source import Source
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped

PAUSES = """variant stops of holdem:
    "The cards stay on the table until the button has looked at them."
    add rule look:
        as button:
            choose pause: one of 1..2
            high = pause
    add look before clear_up in showdown
"""

DEALS = (
    PAUSES
    + """    replace rule betting(opener: player): as opener: spoken = yes
"""
)
"""Nobody bets either."""


def engine(rules: str, players: int) -> WasmEngine:
    """The fast executor of one of these variants."""
    parsed = pipeline.parse_files(Source("stops", rules), shipped.find)
    setup = next(setup for setup in pipeline.setups(parsed) if setup.players == players)
    return WasmEngine(pipeline.compile(parsed, setup).game)
