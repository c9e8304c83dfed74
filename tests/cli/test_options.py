"""Each option of each command is run here, and does what its help says. All that is printed is as it is written in `tests/golden/options/`."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import click
import pytest

from cli.option_cases import CASES
from cli.running import Ran, Runs
from gamedsl.cli.main import COMMANDS, commands
from golden.conftest import HERE, Compare

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
    gamedsl: Runs,
    name: str,
    folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    golden: Compare,
) -> None:
    if name in ("cache", "test"):  # that of the other tests is not to be cleared, and knows examples that they ran
        monkeypatch.setenv("GAMEDSL_CACHE", str(tmp_path_factory.mktemp("cache")))
    before = {place: place.read_bytes() for place in folder.rglob("*") if place.is_file()}
    known: dict[str, Ran] = {}
    told: list[str] = []
    for option, case in CASES[name].items():
        if case.line not in known:
            stdin = f"{case.stdin}\n".encode() if case.stdin else b""
            known[case.line] = gamedsl(*shlex.split(case.line), stdin=stdin)
            told += (f"$ gamedsl {case.line}", *_printed(known[case.line], folder), *_written(folder, before))
        ran = known[case.line]
        said = f"{option}: gamedsl {case.line}\n{ran.out}{ran.err}"
        assert ran.code == case.code, said
        assert case.says in ran.out + ran.err, said
        assert case.says or not ran.out + ran.err, said
        _restore(folder, before)
    if name not in _AT_ADDRESSES:
        golden(f"options/{name}.txt", "\n".join(told) + "\n")


_AT_ADDRESSES = ("serve", "studio")
"""Commands that print addresses, which are others each time."""
_MOST_LINES = 100
"""Of longer texts there is a digest. Pages have tests of their own."""


def _printed(ran: Ran, folder: Path) -> Iterator[str]:
    """Yields what was printed, the same in all folders. Sizes of files change with the programs inside them."""
    text = f"{ran.out}{ran.err}"
    for place in (f"{folder}/", f"{_ROOT}/", os.environ["GAMEDSL_CACHE"]):
        text = text.replace(place, "")
    text = re.sub(r"[\d,]+ bytes\b(?! a position)|(?<=bytes\": )\d+", "…", text)
    lines = text.splitlines()
    if "<html" in text:
        lines = [f"a page with {len(lines)} lines"]
    yield from lines if len(lines) <= _MOST_LINES else [f"{len(lines)} lines {_digest(text)}"]


_ROOT = Path(__file__).parents[2]


def _written(folder: Path, before: dict[Path, bytes]) -> Iterator[str]:
    """Yields the names of the files that were written, and digests of those that are texts for people or other programs alone."""
    for place in sorted(folder.rglob("*")):
        if place.is_file() and place.read_bytes() != before.get(place):
            text = place.read_text("utf-8") if place.suffix in (".csv", ".gdl", ".json", ".jsonl", ".md") else ""
            yield f"[{place.relative_to(folder).as_posix()}] {_digest(text) if text else ''}".rstrip()


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


def test_no_other_text_is_left(blessing: bool) -> None:
    kept = {f"{name}.txt" for name in CASES if name not in _AT_ADDRESSES}
    for path in (HERE / "options").iterdir():
        if blessing and path.name not in kept:
            path.unlink()
    assert {path.name for path in (HERE / "options").iterdir()} == kept


def _restore(folder: Path, before: dict[Path, bytes]) -> None:
    """Leaves what there was, so that no case depends on another."""
    for place in folder.rglob("*"):
        if place.is_file() and place not in before:
            place.unlink()
    for place, content in before.items():
        place.write_bytes(content)
