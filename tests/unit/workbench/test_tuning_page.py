"""The page of a search: nothing that only rules have is shown, and each wish is named."""

from __future__ import annotations

import re

from gamedsl.workbench.reporting.page import page
from gamedsl.workbench.statistics.estimates import Estimate
from gamedsl.workbench.tuning.conflicts import Told
from gamedsl.workbench.tuning.goals import Goal, Unit
from gamedsl.workbench.tuning.knobs import Number
from gamedsl.workbench.tuning.page import report_of_tuning
from gamedsl.workbench.tuning.results import Outcome, Variant

WISHES = (
    Told("length", Goal("under 10", high=10), Unit.DECISIONS),
    Told("seat advantage", Goal("as low as can be", is_lowest=True), Unit.POINTS_OF_PERCENT),
)
SHORT, LONG = Estimate(8, 7.5, 8.5, 1), Estimate(12, 11.5, 12.5, 1)
FAIR = Estimate(0.01, 0.0, 0.02, 1)


def test_a_page_shows_variants_wishes_and_what_they_cost_each_other() -> None:
    knob = Number("prize[Small_one].first_half", 1, 9, now=5, now_text="5")
    best = Variant("variant 1", {knob.key: 3}, ("first half of prize for Small one: 3 instead of 5",), (SHORT, FAIR))
    now = Variant("as it is", None, (), (LONG, None))
    tried = ((SHORT, FAIR), (LONG, FAIR), (None, None))
    outcome = Outcome(
        WISHES, (knob,), now, (best,), tried, tried, ("They contradict.",), ("A note.",), "All.", "Fresh."
    )
    report = report_of_tuning("Mine", "All of it", outcome, {})
    findings = [one.text for section in report.sections for one in section.findings]
    assert findings[:2] == ["Variant 1 meets all wishes that have bounds.", "They contradict."]
    assert "Nearest to the wish for length: variant 1 with 8.00 (7.50 to 8.50)." in findings
    trade = next(one for one in report.sections if one.id == "trade-1-2")
    assert trade.picture is not None
    assert trade.picture["data"] == {
        "values": [
            {"x": x, "y": 1.0, "sort": sort} for x, sort in ((8, "candidate"), (12, "candidate"), (8, "variant"))
        ]
    }
    text = page(report)
    shown = re.sub(r"<style>.*?</style>|<[^>]+>", " ", text, flags=re.DOTALL)
    assert "What do length and seat advantage cost each other?" in shown
    assert "first half of prize for Small one" in shown
    assert "not known" in shown
    assert not re.search(r"\w_\w|\[\w+\]", shown)
