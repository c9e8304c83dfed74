"""What a run has come to, for people."""

from __future__ import annotations

from collections.abc import Iterator

from fuzz.state import State
from fuzz.verdict import OUTCOMES


def table(state: State, inputs: int, seconds: float, spent: float) -> Iterator[str]:
    """Counts by generator and outcome over all that is recorded; of this run the number of `inputs`, the `seconds` by the clock and those of process
    time that were `spent`; and the failures that are known."""
    generators = sorted({generator for generator, _ in state.counts})
    outcomes = [o for o in OUTCOMES if any(state.counts[generator, o] for generator in generators)]
    yield "".join([f"{'':10}", *(f"{outcome:>12}" for outcome in outcomes), f"{'in all':>12}"])
    for generator in [*generators, "all"]:
        of = generators if generator == "all" else [generator]
        numbers = [sum(state.counts[one, outcome] for one in of) for outcome in outcomes]
        yield "".join([f"{generator:10}", *(f"{number:12,}" for number in (*numbers, sum(numbers)))])
    speed, own = inputs / max(seconds, 0.001), inputs / max(spent, 0.001)
    yield f"{inputs:,} inputs in {seconds:.0f} s, {speed:.0f} per second, {own:.0f} per second of process time"
    for mark, what in sorted(state.known.items()):
        yield f"{mark}: {what}"
