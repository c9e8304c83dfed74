"""Each option of each command is run here, and does what its help says."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest

from cli.option_cases import CASES
from cli.running import Ran, Runs
from gamedsl.cli.main import COMMANDS, commands

EXTRA = """
option length: short, long

start near_end:
    players Ann, Bob
    heap = 2
    as Ann: turns

rule rest:
    heap += 1
"""


def _options(name: str) -> list[click.Option]:
    command = commands if name == "gamedsl" else commands.get_command(click.Context(commands), name)
    assert command is not None
    return [one for one in command.params if isinstance(one, click.Option) and not one.hidden]


@pytest.mark.parametrize("name", ["gamedsl", *COMMANDS])
def test_every_option_has_a_case(name: str) -> None:
    cases = CASES.get(name)
    assert cases is not None, f"add the options of `{name}` to CASES of tests/cli/option_cases.py"
    for option in _options(name):
        own = [long for long in option.opts if long in cases]
        assert own, f"add {option.opts} of `{name}` to CASES of tests/cli/option_cases.py"
        assert own[0] in shlex.split(cases[own[0]].line)
    known = {long for option in _options(name) for long in option.opts}
    assert set(cases) <= known, f"`{name}` has no such option any more"


@pytest.fixture
def folder(gamedsl: Runs, tmp_path: Path) -> Path:
    """A game, one with more in it, one with a slip, a variant, a variant elsewhere, a saved match, and somebody's file."""
    gamedsl("new", "heap")
    text = (tmp_path / "heap.gdl").read_text()
    (tmp_path / ".far").mkdir()
    (tmp_path / ".bases").mkdir()
    files = {
        "loose.gdl": text.replace("game heap", "game loose") + EXTRA,
        "slip.gdl": text.replace("each player:", "each playr:"),
        "wide.gdl": text.replace("heap -= stones", "heap  -=  stones"),
        "long.gdl": "variant long of heap:\n    set rounds up to 30\n",
        ".far/other.gdl": "variant other of stones:\n    set rounds up to 30\n",
        ".bases/stones.gdl": text.replace("game heap", "game stones"),
        "mine.json": "{}",
        "mine.html": "mine",
        "mine.wasm": "mine",
        "mine.pdf": "mine",
        "mine.md": "My notes.",
        "wishes.toml": '[may]\nheap = [9, 12]\n[want]\nlength = "under 6 decisions"\n',
        "pace.toml": '[may]\nlength = ["short", "long"]\n[want]\nlength = "under 6 decisions"\n',
        "plan.toml": 'matches = 4\n[[games]]\nfile = "heap.gdl"\nplayers = 2\n',
        "far.toml": 'matches = 4\n[[games]]\nfile = ".far/other.gdl"\nplayers = 2\n',
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    gamedsl("play", "heap.gdl", "--seed", "1", "-o", "match.json", stdin=b"1\nquit\n")
    return tmp_path


@pytest.mark.usefixtures("folder", "servers_end")
@pytest.mark.parametrize("name", list(CASES))
def test_options_do_what_they_say(
    gamedsl: Runs, name: str, folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "cache":  # that of the other tests is not to be cleared
        monkeypatch.setenv("GAMEDSL_CACHE", str(tmp_path_factory.mktemp("cache")))
    before = {place: place.read_bytes() for place in folder.rglob("*") if place.is_file()}
    known: dict[str, Ran] = {}
    for option, case in CASES[name].items():
        if case.line not in known:
            stdin = f"{case.stdin}\n".encode() if case.stdin else b""
            known[case.line] = gamedsl(*shlex.split(case.line), stdin=stdin)
        ran = known[case.line]
        told = f"{option}: gamedsl {case.line}\n{ran.out}{ran.err}"
        assert ran.code == case.code, told
        assert case.says in ran.out + ran.err, told
        assert case.says or not ran.out + ran.err, told
        _restore(folder, before)


def _restore(folder: Path, before: dict[Path, bytes]) -> None:
    """Leaves what there was, so that no case depends on another."""
    for place in folder.rglob("*"):
        if place.is_file() and place not in before:
            place.unlink()
    for place, content in before.items():
        place.write_bytes(content)
