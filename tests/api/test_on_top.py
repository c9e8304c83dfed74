"""What programs put on top of rules: variants and single changes."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import gamedsl

NIM = Path(__file__).parents[2] / "games" / "classics" / "nim.gdl"
_TOY = """game toy:
    players 2 to 4

table points from 0: 0 1 3

each player:
    coins: 0..9 = 3

rounds up to 2: turns

phase turns, each player:
    choose take: one of 0..2
    coins = points[take]

ranking by highest coins, ties shared
"""
_RICH = "variant rich of toy:\n    set points[1] = 7\n"


def test_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("toy.gdl").write_text(_TOY)
    Path("drafts").mkdir()
    Path("drafts/rich.gdl").write_text(_RICH)
    rules = gamedsl.load_rules("toy.gdl", variants=["drafts/rich.gdl"], sets=["players 3", "points[2] = 9"])
    assert rules.check().diagnostics == ()
    assert [setup.players for setup in rules.setups()] == [3]
    assert rules.game().variants == ("rich", "set players 3", "set points[2] = 9")
    again: object = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert rules != gamedsl.load_rules("toy.gdl", variants=["drafts/rich.gdl"])


def test_a_text() -> None:
    rules = gamedsl.parse_rules(_TOY, "toy", bases=[_RICH], variants=["rich"])
    assert rules.game() == gamedsl.parse_rules(_RICH, "rich", bases=[_TOY]).game()


def test_mistakes_are_findings() -> None:
    rules = gamedsl.parse_rules(_TOY, "toy", sets=["pionts[1] = 9"])
    (found,) = rules.check().diagnostics
    assert rules.text([found]).startswith("error[E0701]: there is no `pionts` to set\n --> set pionts[1] = 9:1:5\n")
    with pytest.raises(gamedsl.RulesError, match="did you mean `points`"):
        rules.game()


def test_what_is_no_change() -> None:
    with pytest.raises(gamedsl.ArgumentError, match="`set` is empty"):
        gamedsl.parse_rules(_TOY, sets=[""])
    with pytest.raises(gamedsl.ArgumentError, match="`variants` is a list of texts"):
        gamedsl.parse_rules(_TOY, variants="rich")


def test_a_replay_names_it() -> None:
    engine = gamedsl.engine_for(gamedsl.load_rules(NIM, sets=["players 2"]).game())
    record = gamedsl.play_match(engine, [gamedsl.RandomMoves()] * 2, seed=1)
    text = gamedsl.replay_to_json(engine.game, record, str(NIM), sets=["players 2"])
    read = gamedsl.replay_from_json(text)
    assert read.added == ("set players 2",)
    assert gamedsl.verify_replay(engine, read).is_over
    assert "added" not in gamedsl.replay_to_json(engine.game, record, str(NIM))
