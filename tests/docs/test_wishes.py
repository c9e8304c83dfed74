"""The wishes of the page on tuning: those that its commands read, and those for Gloriana, which name what is there."""

from __future__ import annotations

import re
from pathlib import Path

import gamedsl
from docs import pages
from gamedsl.api.studies.tuning import asked_of
from gamedsl.workbench.tuning.figures import Sort

PAGE = pages.text("docs/tuning.md")
SHOWN = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_the_wishes_of_the_page_are_those_that_its_commands_read(tmp_path: Path) -> None:
    own, gloriana = SHOWN
    assert own == (pages.ROOT / "docs/examples/brook.toml").read_text("utf-8")
    place = tmp_path / "wishes.toml"
    place.write_text(gloriana, encoding="utf-8")
    rules = gamedsl.load_rules("gloriana")
    found = asked_of(rules, str(place), rules.setups()[0], rules.game())
    assert [wish.figure.key for wish in found.wants][:2] == ["seat_advantage", "length"]
    assert len(found.knobs) == 3 + 5


def test_the_page_lists_every_figure() -> None:
    words = {sort.value.partition(" N")[0].replace(" ", "_") for sort in Sort}
    said = PAGE.replace(" ", "_")
    assert [word for word in words if word not in said] == []
