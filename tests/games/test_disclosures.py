"""Matches in which disclosures are counted are the matches of the game itself, and all that shipped games tell is said by their rules."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl.pipeline.secrets import count_disclosures
from gamedsl.workbench.playing import telling
from gamedsl.workbench.playing.jobs import Detail, Job
from gamedsl.workbench.playing.workers import play_chunks
from gamedsl.workbench.tables import MatchTable, table_of
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.wasm.instances.interface import Purpose
from games import shipped
from share import few

HIDING = [name for name in shipped.GAMES if name in shipped.HIDING]


def _table(game: gamedsl.Game, matches: int) -> MatchTable:
    job = Job(fastest(game, purpose=Purpose.PLAYOUTS), "random", 1)
    (chunk, *more) = play_chunks(job, range(1), Detail.RESULTS, 1)
    assert not more
    return table_of(game, chunk.table(job))


@pytest.mark.parametrize("name", few(HIDING, 5, 2))
def test_counting_changes_no_match(name: str) -> None:
    rules = gamedsl.load_rules(name)
    setup = rules.setups()[0]
    both = count_disclosures(rules.known.parsed, setup)
    assert both is not None
    found, marked = both
    plain = _table(rules.game(setup.players, **dict(setup.options)), 1)
    with_marks = _table(telling.counting(marked, len(found.told)), 1)
    assert with_marks.points[: len(plain.points)] == plain.points
    assert with_marks.columns["decisions"] == plain.columns["decisions"]


def test_shipped_games_say_what_they_tell() -> None:
    for name in few(HIDING, 5, 1):
        found = gamedsl.secrets_told(gamedsl.load_rules(name), matches=0)
        assert found.is_whole
        assert [one for one in found.disclosures if one.said == "nothing"] == []
        assert all(one.matches is None for one in found.disclosures)


def test_how_often_is_counted_by_matches() -> None:
    found = gamedsl.secrets_told(gamedsl.load_rules("kuhn_poker"), matches=200)
    (shown,) = found.disclosures
    assert (shown.hidden, shown.who, shown.said) == (("hand",), "everybody", "shown")
    # Both show their cards unless one of them gives up: with random moves in 5 of 8 matches.
    assert shown.matches is not None
    assert 100 < shown.matches < 150
