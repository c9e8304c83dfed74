"""How figures of reports are written for people: digits by size, units, intervals, and what stands where there are too few matches."""

from __future__ import annotations

import pytest

from gamedsl.workbench.reporting.figures import figure_of, figure_text, number_of, value_text
from gamedsl.workbench.reporting.model import ENOUGH, Unit
from gamedsl.workbench.reporting.sources import Source
from gamedsl.workbench.statistics.estimates import Estimate

SOURCE = Source("Somebody", "A book.")


@pytest.mark.parametrize(
    ("unit", "number", "text"),
    [
        ("share", 0.625, "62%"),
        ("share", 1.0, "100%"),
        ("points", 0.074, "7"),
        ("points", -0.5, "-50"),
        ("minutes", 9.94, "9.9"),
        ("minutes", 10.0, "10"),
        ("minutes", 10.6, "11"),
    ],
)
def test_numbers_have_as_many_digits_as_mean_something(unit: Unit, number: float, text: str) -> None:
    assert number_of(unit, number) == text


@pytest.mark.parametrize(
    ("unit", "ends", "text"),
    [
        ("share", (0.62, 0.51, 0.71), "62% (51% to 71%)"),
        ("share", (0.62, 0.618, 0.622), "62%"),
        ("points", (0.07, 0.02, 0.12), "7 percentage points (2 to 12)"),
        ("minutes", (12.0, 9.5, 14.2), "12 minutes (9.5 to 14)"),
    ],
)
def test_a_figure_has_its_interval(unit: Unit, ends: tuple[float, float, float], text: str) -> None:
    known = figure_of("a", "A", unit, range(ENOUGH), lambda _: Estimate(*ends, ENOUGH), "Means this.", SOURCE)
    assert figure_text(known) == text
    assert (known.count, known.needed) == (ENOUGH, ENOUGH)


def test_too_few_matches_make_no_figure() -> None:
    unknown = figure_of("a", "A", "share", range(ENOUGH - 1), lambda _: Estimate(1, 1, 1, 1), "", SOURCE, "rounds")
    assert unknown.estimate is None
    assert figure_text(unknown) == value_text(unknown) == f"too few rounds ({ENOUGH - 1} of {ENOUGH})"
