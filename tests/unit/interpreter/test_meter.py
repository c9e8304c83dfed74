"""The budget of a call: who has how much of it, and who says that it is used up."""

from __future__ import annotations

from threading import Thread

import pytest

from gamedsl.graph.model.types import SiteId
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.reference.meter import Meter, OverBudgetError, Scope


def test_a_call_has_the_whole_budget() -> None:
    meter = Meter(10)
    scope = Scope(meter, SiteId(3), "this")
    for _ in range(5):
        with scope:
            meter.spend(10)


def test_the_parts_of_a_call_share_it() -> None:
    meter = Meter(10)
    outer, inner = Scope(meter, SiteId(3), "this"), Scope(meter, SiteId(4), "that")

    def part() -> None:
        with inner:
            meter.spend(5)

    def whole() -> None:
        with outer:
            meter.spend(6)
            part()

    with pytest.raises(Fault) as failed:
        whole()
    assert (failed.value.code, failed.value.site, failed.value.detail) == (
        "E_BUDGET",
        4,
        "that takes more than 10 steps",
    )
    with outer, inner:
        meter.spend(10)


def test_nothing_is_bounded_outside_of_calls() -> None:
    meter = Meter(10)
    with pytest.raises(Fault), Scope(meter, SiteId(3), "this"):
        meter.spend(11)
    for _ in range(5):
        meter.spend(11)


def test_each_thread_counts_for_itself() -> None:
    meter = Meter(10)
    scope = Scope(meter, SiteId(3), "this")
    failed: list[BaseException] = []

    def other() -> None:
        try:
            with scope:
                meter.spend(10)
        except (Fault, OverBudgetError) as error:
            failed.append(error)

    with scope:
        meter.spend(10)
        thread = Thread(target=other)
        thread.start()
        thread.join()
    assert not failed
