"""The wishes of the page on tuning: those that its commands read, and those for Gloriana, which name what is there."""

from __future__ import annotations

import re
from pathlib import Path

import gamedsl
from docs import pages
from gamedsl import pipeline
from gamedsl.api.studies.tuning import Asked, read_question
from gamedsl.workbench.tuning.figures import Sort
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.worked_examples.running import run_example

PAGE = pages.text("docs/tuning.md")
EXAMPLES = pages.ROOT / "docs/examples"
SHOWN = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_the_wishes_of_the_page_are_those_that_its_commands_read(tmp_path: Path) -> None:
    own, gloriana, admiral, fair = SHOWN
    assert own == (EXAMPLES / "brook.toml").read_text("utf-8")
    assert admiral == (EXAMPLES / "admiral.toml").read_text("utf-8")
    assert fair == (EXAMPLES / "fair_brook.toml").read_text("utf-8")
    place = tmp_path / "wishes.toml"
    place.write_text(gloriana, encoding="utf-8")
    found = _asked(gamedsl.load_rules("gloriana"), place)
    assert [wish.figure.key for wish in found.wants][:2] == ["seat_advantage", "length"]
    assert len(found.knobs) == 3 + 5


def test_the_wishes_for_an_admiral_name_what_is_there_and_its_examples_hold() -> None:
    rules = gamedsl.load_rules(EXAMPLES / "admiral.gdl")
    assert [knob.key for knob in _asked(rules, EXAMPLES / "admiral.toml").knobs] == ["tribute", "letters"]
    of_three = next(setup for setup in rules.setups() if setup.players == 3)
    groups = pipeline.examples(rules.parsed, (of_three,))
    found = [(made.game, one) for _, made, examples in groups for one in examples if "pays_the_admiral" in one.name]
    ((game, own),) = found
    assert run_example(ReferenceHost(game), own).passed


def _asked(rules: gamedsl.Rules, wishes: Path) -> Asked:
    return read_question(rules, str(wishes), rules.setups()[0], rules.game())


def test_the_page_lists_every_figure() -> None:
    words = {sort.value.partition(" N")[0].replace(" ", "_") for sort in Sort}
    said = PAGE.replace(" ", "_")
    assert [word for word in words if word not in said] == []
