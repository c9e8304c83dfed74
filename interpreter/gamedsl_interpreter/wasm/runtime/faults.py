"""Faults: play stops, and the host reads the reason."""

from typing import NoReturn

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.language import *


def fault(code: int, site: int) -> NoReturn:
    """Stops play; the host reads the code and the place in the rules."""
    i32[FAULT] = NO_ROOM if i32[TRYING] else code
    i32[FAULT + 4] = site
    trap()
