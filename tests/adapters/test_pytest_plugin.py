"""Rules files as tests of pytest, in a project of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from docs import pages


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with rules that hold, rules that fail, rules with mistakes, and a test that uses fixtures."""
    (tmp_path / "games").mkdir()
    kuhn = (pages.ROOT / "games/classics/kuhn_poker.gdl").read_text(encoding="utf-8")
    (tmp_path / "games/good.gdl").write_text(kuhn, encoding="utf-8")
    wrong = kuhn.replace("then Ann.chips is 1 and", "then Ann.chips is 2 and").replace("paid: 0..2", "paid: 0..1")
    (tmp_path / "games/failing.gdl").write_text(wrong, encoding="utf-8")
    (tmp_path / "test_it.py").write_text(
        "import pytest\n"
        "@pytest.mark.gamedsl('games/good.gdl', names=['Ann', 'Bob'])\n"
        "def test_seats(gamedsl_engine):\n"
        "    assert gamedsl_engine.game.seats == ('Ann', 'Bob')\n"
        "@pytest.mark.gamedsl('kuhn_poker')\n"
        "def test_by_name(gamedsl_game):\n"
        "    assert gamedsl_game.name == 'kuhn_poker'\n"
        "def test_nothing_named(gamedsl_game):\n"
        "    pass\n"
        "@pytest.mark.gamedsl('games/god.gdl')\n"
        "def test_no_file(gamedsl_rules):\n"
        "    pass\n"
        "@pytest.mark.gamedsl('games')\n"
        "def test_a_folder(gamedsl_rules):\n"
        "    pass\n"
        "@pytest.mark.gamedsl('games/good.gdl', 2, ['Ann', 'Bob'])\n"
        "def test_in_order(gamedsl_game):\n"
        "    assert gamedsl_game.seats == ('Ann', 'Bob')\n"
        "@pytest.mark.gamedsl('games/good.gdl', players=7)\n"
        "def test_no_setup(gamedsl_game):\n"
        "    pass\n",
        encoding="utf-8",
    )
    return tmp_path


def run(folder: Path, *args: str) -> str:
    """What pytest prints."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    paths = os.pathsep.join([str(pages.ROOT), str(pages.ROOT / "interpreter")])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "gamedsl.adapters.pytest_plugin", "-p", "no:cacheprovider", "--strict-markers", *args],
        cwd=folder, capture_output=True, text=True, check=False,
        env={**plain, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": paths},
    )  # fmt: skip
    return done.stdout + done.stderr


def test_nothing_is_collected_unasked(project: Path) -> None:
    assert "no tests ran" in run(project, "games")


def test_examples_and_matches_are_tests_that_fail_with_the_report(project: Path) -> None:
    (project / "pytest.ini").write_text("[pytest]\ngamedsl_rules = games\ngamedsl_matches = 3\n", encoding="utf-8")
    said = run(project, "-v", "games")
    assert "games/good.gdl::bluff PASSED" in said
    assert "games/good.gdl::random matches, 2 players PASSED" in said
    assert (
        "games/failing.gdl:87:5: Ann plays bet\n  the rules break a promise here (E_BOUND): a value outside its range: `paid` would be 2, and holds 0..1\n"
        in said
    )
    assert (
        "error[E_BOUND]: a value outside its range: `paid` would be 2, and holds 0..1\n --> games/failing.gdl:57:5\n"
        in said
    )
    assert "3 failed, 3 passed" in said


def test_what_an_example_does_not_prove_is_in_its_report(project: Path) -> None:
    good = project / "games/good.gdl"
    quiet = "\nexample quiet:\n    players Ann, Bob\n    setup\n    then no(Ann.shown)\n"
    good.write_text(good.read_text(encoding="utf-8") + quiet, encoding="utf-8")
    said = run(project, "-rP", "games/good.gdl", "--gamedsl-matches", "0")
    assert "then no(Ann.shown)\n  this held before `setup` as well" in said
    assert "3 passed" in said


def test_files_that_are_given_are_collected(project: Path) -> None:
    (project / "wrong.gdl").write_text("game x:\n    players 2\nfoo\n", encoding="utf-8")
    said = run(project, "games/good.gdl", "wrong.gdl", "--gamedsl-matches", "0", "--continue-on-collection-errors")
    assert "error[E0053]" in said
    assert "2 passed, 1 error" in said
    assert "not `many`" in run(project, "games/good.gdl", "--gamedsl-matches", "many")


def test_fixtures_give_the_marked_game_or_say_what_is_missing(project: Path) -> None:
    said = run(project, "test_it.py")
    assert "3 passed, 4 errors" in said
    assert "gamedsl_rules: `games` cannot be read: this is a folder: name a rules file in it" in said
    assert "During handling" not in said
    assert "gamedsl_rules: name one rules file: `@pytest.mark.gamedsl('games/nim.gdl')`" in said
    assert "there is no rules file `games/god.gdl`" in said
    assert "gamedsl_game: the game is for 2 players, not 7" in said


def test_the_programs_of_the_page_work_as_they_are_printed(tmp_path: Path) -> None:
    """Each block that is a test of its own, pasted into a file beside the games."""
    blocks = [one for one in pages.blocks("docs/embedding/testing.md") if "@pytest.mark.gamedsl" in one.text]
    assert [one.text.count("def test_") for one in blocks] == [2]
    shutil.copytree(pages.ROOT / "games", tmp_path / "games")
    (tmp_path / "test_nim.py").write_text(blocks[0].text, encoding="utf-8")
    assert "2 passed" in run(tmp_path, "test_nim.py")


def test_the_plugin_reads_in_nothing_of_the_package() -> None:
    program = "import sys, gamedsl.adapters.pytest_plugin; print(*(m for m in sys.modules if m.startswith('gamedsl')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == [
        "gamedsl",
        "gamedsl.adapters",
        "gamedsl.adapters.pytest_plugin",
        "gamedsl.versions",
    ]


def test_the_plugin_is_an_entry_point() -> None:
    points = tomllib.loads(pages.text("pyproject.toml"))["project"]["entry-points"]
    assert points["pytest11"] == {"gamedsl": "gamedsl.adapters.pytest_plugin"}
