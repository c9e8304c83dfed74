"""The decks that the documentation shows are those of its examples."""

from __future__ import annotations

import re

from docs import pages

SAMPLES = pages.ROOT / "docs/examples/cards"


def test_the_page_about_layouts_shows_the_look_files_of_the_examples() -> None:
    text = pages.text("docs/how-to/layouts.md")
    shown = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert shown == [(SAMPLES / f"{name}.look.toml").read_text("utf-8") for name in ("lanterns", "tinkers", "moor")]
    assert f"```gdl\n{(SAMPLES / 'lanterns.gdl').read_text('utf-8')}```" in text


def test_the_page_about_cards_shows_a_part_of_a_look_file() -> None:
    text = pages.text("docs/cards.md")
    known = (pages.ROOT / "games/modern/mill_valley.look.toml").read_text("utf-8")
    scene = next(line for line in known.splitlines() if line.startswith("scene"))
    assert scene in text
