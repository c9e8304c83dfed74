"""Numbers with a fixed meaning, which functions of a module give to each other and to hosts."""

from __future__ import annotations

from gamedsl.graph.model.faults import FAULTS

FAULT_CODES = {code: number for number, code in enumerate(FAULTS, 1)}
NO_ROOM = 255
"""Written to FAULT if working memory is too small for the play. That is no fault of the rules: the reference executor can do it."""
REFUSED = -1
"""The result of functions of nodes, routines and parts of effects if an `ensure` does not hold in a trial. Otherwise nodes give the next node, the others 0."""
ON = 1 << 30
STOP = -1
