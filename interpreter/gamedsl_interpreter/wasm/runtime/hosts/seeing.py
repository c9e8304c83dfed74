"""The parts of a position that a seat sees: a byte for each field and each zone."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.deciding import renew_budget
from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.written import field_audience, zone_audience


def visible(s: State, seat: int) -> int:
    """Writes to VISIBLE_FIELDS and VISIBLE_ZONES which of them the seat sees, a byte for each."""
    renew_budget()
    for i in range(FIELDS_SEEN):
        mask = i32[FIELD_MASKS + i * 4]
        if mask < 0:
            mask = field_audience(s, i)
        u8[VISIBLE_FIELDS + i] = (mask >> seat) & 1
    for i in range(ZONES_SEEN):
        mask = i32[ZONE_MASKS + i * 4]
        if mask < 0:
            mask = zone_audience(s, i)
        u8[VISIBLE_ZONES + i] = (mask >> seat) & 1
    return 0
