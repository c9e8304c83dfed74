"""Every shipped variant beside its base: nothing that it changes is left untold."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from gamedsl import pipeline
from gamedsl.bases import Bases, files_of_games
from gamedsl.differences.plain_text import text
from gamedsl.differences.report import report
from gamedsl.differences.sides import Side, differences
from gamedsl.pipeline import Parsed
from gamedsl.source import Source
from gamedsl.values import evolve
from gamedsl.variants.blame import changes
from gamedsl.variants.chains import without
from share import few


@cache
def _parsed(path: Path) -> Parsed:
    bases = Bases(path.parent, (), lambda p: p.read_text(encoding="utf-8"), str)
    return pipeline.parse_files(Source(str(path), path.read_text(encoding="utf-8")), bases.find, bases)


def _side(parsed: Parsed, name: str) -> Side:
    """In one setup: most lines count in all of them."""
    return Side(name, parsed, pipeline.setups(parsed)[:1])


def _last_setups(parsed: Parsed, name: str) -> Side:
    """With the fewest players and all options as they are not by default."""
    setups = pipeline.setups(parsed)
    return Side(name, parsed, tuple(setup for setup in setups if setup.players == setups[0].players)[-1:])


VARIANTS = {path.stem: path for path in files_of_games() if path.parent.name == "variants"}


def test_there_are_variants() -> None:
    assert {"frugal_court", "gossip", "long_haul", "parley"} <= VARIANTS.keys()


@pytest.mark.parametrize("name", few(sorted(VARIANTS), 2, 1))
def test_each_change_line_is_told(name: str) -> None:
    """Without any one of its lines, something else is told."""
    variant = _parsed(VARIANTS[name])
    base = _side(_parsed(Path(variant.chain.files[0][0])), "base")
    told = text(report(differences(base, _side(variant, name))))
    untold: list[tuple[object, Parsed]] = []
    lines = [change for _, change in changes(variant.chain)]
    assert lines
    for line in lines:
        less = evolve(variant, chain=without(variant.chain, (line,)))
        if text(report(differences(base, _side(less, name)))) == told:
            untold.append((line, less))
    before = _last_setups(base.parsed, "base")
    whole = differences(before, _last_setups(variant, name)) if untold else None
    for quiet, less in untold:
        assert differences(before, _last_setups(less, name)) != whole, quiet


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_a_variant_is_what_it_is(name: str) -> None:
    variant = _parsed(VARIANTS[name])
    assert differences(_side(variant, name), _side(variant, name)).are_equal
