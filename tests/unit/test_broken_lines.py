"""The tool that breaks lines: what it breaks, what it notes, by which tests, and that it continues."""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from bench.broken_lines import __main__ as tool
from bench.broken_lines import copies, folders, places, recording, trying
from bench.broken_lines.copies import ROOT
from bench.broken_lines.places import Place
from bench.broken_lines.recording import Recorded
from bench.broken_lines.trying import Tried

TEXT = '''"""A module."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import x

LIMIT = 5

def f(a: int, found: list[int]) -> int:
    found.append(a)
    if a < 2 and found:
        a += 3
    while a is not None:
        return a - 1
    return 0
'''


def test_every_place_is_broken_in_one_way() -> None:
    found = list(places.places("module.py", TEXT))
    told = {(place.line, place.how, _changed(place)) for place in found}
    assert told == {
        (10, "number", "LIMIT = 6"),
        (13, "left out", "pass"),
        (14, "condition", "if not (a < 2 and found):"),
        (14, "operator", "if a < 2 or found:"),
        (14, "comparison", "if a <= 2 and found:"),
        (14, "number", "if a < 3 and found:"),
        (15, "left out", "pass"),
        (15, "number", "a += 4"),
        (16, "condition", "while not a is not None:"),
        (16, "comparison", "while a is None:"),
        (17, "operator", "return a + 1"),
        (17, "number", "return a - 2"),
        (18, "number", "return 1"),
    }
    assert len(told) == len(found)
    assert {place.line for place in found if places.runs_at_import(TEXT, place)} == {10}


def _changed(place: Place) -> str:
    plain = ast.unparse(ast.parse(TEXT)).splitlines()
    (line,) = set(places.broken(TEXT, place).splitlines()) - set(plain)
    return line.strip()


def test_a_marked_module_notes_the_places_that_it_executes(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[int] = []
    hits = ModuleType("hits")
    vars(hits)["hit"] = noted.append
    monkeypatch.setitem(sys.modules, "hits", hits)
    found = list(places.places("module.py", TEXT))
    lines = {mark: place.line for mark, place in enumerate(found)}
    module = ModuleType("module")
    exec(places.marked(TEXT, {place.number: mark for mark, place in enumerate(found)}, "hits"), vars(module))
    assert module.__doc__ == "A module."
    assert {lines[mark] for mark in noted} == {10}
    noted.clear()
    assert module.f(4, []) == 3
    assert {lines[mark] for mark in noted} == {13, 14, 16, 17}


def test_every_module_has_tests() -> None:
    for path in places.modules(ROOT):
        tests = folders.tests_of(ROOT, path)
        assert tests
        assert all((ROOT / one).exists() for one in tests), (path, tests)
    assert "tests/cli/test_replay_places.py" in folders.tests_of(ROOT, "gamedsl/cli/commands/replay.py")


RECORDED = Recorded("tests/a.py", "", {"x": 1.0, "y": 2.0}, [], {"": [7], "x": [8]})


def test_what_happens_before_a_test_counts_for_all_tests_of_the_file(tmp_path: Path) -> None:
    recording.add(tmp_path / "recording.jsonl", RECORDED)
    (one,) = recording.read(tmp_path / "recording.jsonl").values()
    assert one == RECORDED
    assert [one.tests_that_execute(number) for number in (7, 8, 9)] == [["x", "y"], ["x"], []]
    assert [one.tests_if_any_executes(number) for number in (7, 8, 9)] == [["x", "y"], ["x", "y"], []]
    assert [one.tests_beside(number) for number in (7, 8, 9)] == [[], ["y"], []]


@pytest.fixture(name="copy")
def _copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns a tiny repository with a module, a test of its folder, which notices nothing, and one of another folder, which does. Its tests need no plugin of
    pytest; to read in all that are installed takes longer than to run them."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin")
    copy = tmp_path / "copy"
    for name, text in {
        "gamedsl/__init__.py": "",
        "gamedsl/adapters/pytest_plugin.py": "",
        "gamedsl/html.py": TEXT,
        "tests/unit/test_html.py": "def test_runs():\n    from gamedsl.html import f\n    f(4, [])\n",
        "tests/other/test_html_again.py": "from gamedsl.html import f\n\ndef test_more():\n    assert f(4, []) == 3\n",
    }.items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text(text)
    (copy / "bench").symlink_to(ROOT / "bench")
    return copy


def test_tests_of_the_folder_are_asked_first_then_those_that_execute_the_place(copy: Path) -> None:
    (place,) = (one for one in places.places("gamedsl/html.py", TEXT) if one.how == "operator" and one.line == 17)
    recording.mark(copy, [place])
    recorded = list(recording.record_each(copy, recording.files_of_tests(copy, ["tests"])))
    assert [one.executed for one in recorded] == [
        {"tests/other/test_html_again.py::test_more": [0]},
        {"tests/unit/test_html.py::test_runs": [0]},
    ]
    (copy / "gamedsl/html.py").write_text(TEXT)
    prepared = copies.Prepared(copy, recording.files_of_tests(copy, ["tests"]))
    try:
        forked = trying.try_place(copy, place, 0, recorded, 100, prepared)
    finally:
        prepared.end()
    tried = trying.try_place(copy, place, 0, recorded, budget=100)
    assert (forked.noticed, forked.by, forked.ran) == (tried.noticed, tried.by, tried.ran)
    assert (tried.noticed, tried.by, tried.ran) == ("suite", "tests/other/test_html_again.py::test_more", 2)
    assert (copy / "gamedsl/html.py").read_text() == TEXT
    unseen = trying.try_place(copy, place, 0, recorded, budget=0)
    assert (unseen.noticed, unseen.ran, unseen.left) == ("", 1, 1)


def test_tests_that_read_what_another_test_has_made_are_asked(copy: Path) -> None:
    (copy / "tests/unit/test_html.py").write_text(
        "from functools import cache\n\n@cache\ndef made():\n    from gamedsl.html import f\n    return f(4, [])\n\n"
        "def test_makes():\n    made()\n\ndef test_reads():\n    assert made() == 3\n"
    )
    (place,) = (one for one in places.places("gamedsl/html.py", TEXT) if one.how == "operator" and one.line == 17)
    recording.mark(copy, [place])
    (recorded,) = recording.record_each(copy, ["tests/unit/test_html.py"])
    assert recorded.tests_that_execute(0) == ["tests/unit/test_html.py::test_makes"]
    (copy / "gamedsl/html.py").write_text(TEXT)
    tried = trying.try_place(copy, place, 0, [recorded], budget=100)
    assert (tried.noticed, tried.by) == ("folder", "tests/unit/test_html.py::test_reads")


def test_a_prepared_process_runs_tests_with_places_broken(copy: Path) -> None:
    files = recording.files_of_tests(copy, ["tests"])
    name = "tests/other/test_html_again.py::test_more"
    prepared = copies.Prepared(copy, files)
    try:
        found = {
            (place.how, place.line): prepared.run(place, TEXT, [name], 60)
            for place in places.places("gamedsl/html.py", TEXT)
            if place.how in ("operator", "left out")
        }
        assert {at for at, ran in found.items() if ran and ran.has_failed} == {("operator", 14), ("operator", 17)}
        assert [one.test for ran in found.values() if ran for one in ran.results] == [name] * len(found)
    finally:
        prepared.end()


def test_tests_that_do_not_end_are_stopped(copy: Path) -> None:
    (copy / "tests/unit/test_html.py").write_text("def test_waits():\n    import time\n    time.sleep(600)\n")
    ran = copies.run_tests(copy, ["tests/unit/test_html.py"], (), (), 1)
    assert (ran.code, ran.has_failed) == (None, True)


def test_only_runs_to_the_end_are_recorded(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_: Path, files: Sequence[str], *__: object) -> copies.Ran:
        return copies.Ran(-9 if "tests/unit/test_html.py" in files else 0, [])

    monkeypatch.setattr(recording, "run_tests", run)
    files = recording.files_of_tests(copy, ["tests"])
    assert [one.file for one in recording.record_each(copy, files)] == ["tests/other/test_html_again.py"]


def test_a_module_that_was_left_broken_is_whole_again(copy: Path) -> None:
    broken = copy / "gamedsl/html.py"
    broken.rename(broken.with_name("html.py.whole"))
    broken.write_text("broken")
    trying.mend(copy)
    assert broken.read_text() == TEXT
    assert not broken.with_name("html.py.whole").exists()


def test_the_table_tells_equal_breaks_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = [Place("a.py", 3, "number", at) for at in range(4)]
    for place, noticed in zip(chosen, ("folder", "suite", "", ""), strict=True):
        trying.add(tmp_path / "tried.jsonl", Tried("a.py", 3, "number", place.number, noticed, "test", 5, 0, 1.0))
    (tmp_path / "equal.txt").write_text("a.py:3 number 3 # nobody can tell\n")
    tool.print_table(tmp_path, chosen)
    told = capsys.readouterr().out
    assert "all breaks: 4\n  noticed by the tests of the folder: 1 of 4, 25 % (" in told
    assert "that change something: 3\n  noticed by the tests of the folder: 1 of 3, 33 % (" in told
    assert "by any test: 2 of 3, 67 % (" in told
    assert "SURVIVED a.py:3 number 3 after 5 tests (1.0 s) # nobody can tell" in told


def test_the_interval_of_a_share() -> None:
    low, high = tool.interval(45, 60)
    assert (round(low, 3), round(high, 3)) == (0.628, 0.842)
