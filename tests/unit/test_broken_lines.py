"""The tool that breaks lines: what it breaks, by which tests, and that it continues."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from attrs import asdict

from bench import broken_lines
from bench.broken_lines import ROOT, Place, Tried

TEXT = """from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import x

def f(a: int, found: list[int]) -> int:
    found.append(a)
    if a < 2 and found:
        a += 3
    while a is not None:
        return a - 1
    return 0
"""


@pytest.fixture(name="module")
def _module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(broken_lines, "ROOT", tmp_path)
    (tmp_path / "module.py").write_text(TEXT)
    return "module.py"


def test_every_place_is_broken_in_one_way(module: str) -> None:
    found = list(broken_lines.places(module))
    told = {(place.line, place.how, _changed(place)) for place in found}
    assert told == {
        (7, "left out", "pass"),
        (8, "condition", "if not (a < 2 and found):"),
        (8, "operator", "if a < 2 or found:"),
        (8, "comparison", "if a <= 2 and found:"),
        (8, "number", "if a < 3 and found:"),
        (9, "left out", "pass"),
        (9, "number", "a += 4"),
        (10, "condition", "while not a is not None:"),
        (10, "comparison", "while a is None:"),
        (11, "operator", "return a + 1"),
        (11, "number", "return a - 2"),
        (12, "number", "return 1"),
    }
    assert len(told) == len(found)


def _changed(place: Place) -> str:
    plain = ast.unparse(ast.parse(TEXT)).splitlines()
    (line,) = set(broken_lines.broken(TEXT, place).splitlines()) - set(plain)
    return line.strip()


def test_every_module_has_tests() -> None:
    for path in broken_lines.modules():
        tests = broken_lines.tests_of(path)
        assert tests
        assert all((ROOT / one).exists() for one in tests), (path, tests)
    assert "tests/cli/test_replay_places.py" in broken_lines.tests_of("gamedsl/cli/commands/replay.py")


def test_the_same_seed_draws_the_same_places() -> None:
    one, other = (broken_lines.drawn(5, seed, "gamedsl/differences") for seed in (1, 2))
    assert one == broken_lines.drawn(5, 1, "gamedsl/differences") != other
    assert all(place.path.startswith("gamedsl/differences") for place in one)


def test_what_was_tried_is_read_again(tmp_path: Path) -> None:
    tried = Tried("a.py", 3, "number", 7, noticed=True)
    results = tmp_path / "results.jsonl"
    assert broken_lines.read(results) == {}
    results.write_text(json.dumps(asdict(tried)) + "\n")
    assert broken_lines.read(results) == {tried.place: tried}


def test_the_interval_of_a_share() -> None:
    low, high = broken_lines.interval(45, 60)
    assert (round(low, 3), round(high, 3)) == (0.628, 0.842)
