"""Colours and progress on a terminal, and only there."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from cli.running import Runs, environment
from cli.terminals import on_terminal, read
from gamedsl.cli.playing import prompt
from gamedsl.cli.printing import paging
from gamedsl.cli.printing.progress import announcement
from share import share


def on_a_terminal(*args: str, typed: str = "", **more: str) -> str:
    """What a command shows on a terminal on which somebody has `typed`; `more` are variables of the environment."""
    settings = {"TERM": "xterm", "COLUMNS": "100", "LINES": "20"} | more
    with on_terminal(*args, typed=typed, **settings) as terminal:
        shown = b"".join(iter(lambda: read(terminal), b""))
    return shown.decode().replace("\r\n", "\n")


def test_findings_have_colours_on_a_terminal_only(gamedsl: Runs, heap: str) -> None:
    Path(heap).write_text(Path(heap).read_text().replace("heap -= stones", "heap -= stonse"))
    assert "\x1b[31m\x1b[1merror" in on_a_terminal("check", heap)
    assert "\x1b" not in gamedsl("check", heap).out


class _Screen(io.StringIO):
    """A terminal that says when something is written."""

    def __init__(self) -> None:
        super().__init__()
        self.is_written = Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.is_written.set()
        return super().write(text)


def test_what_takes_long_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = _Screen()
    monkeypatch.setattr("sys.stderr", screen)
    with announcement("Checking the rules …", after=0):
        assert screen.is_written.wait(60)
    assert screen.getvalue().startswith("Checking the rules …")
    quick = _Screen()
    monkeypatch.setattr("sys.stderr", quick)
    with announcement("Checking the rules …", after=3600):
        pass
    assert not quick.getvalue()


@pytest.mark.usefixtures("gamedsl")
def test_many_matches_show_their_progress(heap: str) -> None:
    shown = on_a_terminal("simulate", heap, "--matches", "60")
    assert "matches" in shown
    assert "60/60" in shown
    assert "The heap is empty\n" in shown


def test_what_takes_long_tells_lines_where_there_is_no_terminal(
    gamedsl: Runs, heap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert gamedsl("simulate", heap, "--matches", "60").err == ""
    monkeypatch.setattr("gamedsl.cli.printing.progress.EVERY", -1.0)
    assert re.match(r"mutants: \d of 8\n", gamedsl("mutate", heap, "--sample", "8", "-j", "1").err)


@pytest.mark.usefixtures("gamedsl")
def test_data_are_plain_on_a_terminal_too(heap: str) -> None:
    assert "\x1b" not in on_a_terminal("check", heap, "--json")


@pytest.mark.parametrize(
    "words", [["explain"], ["help", "check"], ["check", "--help"], ["games"], ["graph", "kuhn_poker"]]
)
def test_long_texts_go_through_the_pager(words: list[str]) -> None:
    assert on_a_terminal(*words, PAGER="sed s/^/paged:/").startswith("paged:")


@pytest.mark.parametrize("words", share([["explain"], ["help", "check"], ["games"], ["graph", "kuhn_poker"]], 4))
def test_an_option_keeps_long_texts_from_the_pager(words: list[str]) -> None:
    assert "paged:" not in on_a_terminal(*words, "--no-pager", PAGER="sed s/^/paged:/")


@pytest.mark.parametrize(
    ("typed", "shown", "told"),
    [
        (["", ""], "1 2 3 4 5 / 6 7 8 9 10 / 11 12", ""),
        (["", "e4"], "1 2 3 4 5 / 6 7 8 9 10", "e4"),
        (["Q"], "1 2 3 4 5", ""),
        ([None], "1 2 3 4 5", ""),
    ],
)
def test_a_person_reads_page_by_page(
    typed: list[str | None], shown: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)

    def size(_: int) -> os.terminal_size:
        return os.terminal_size((80, 7))

    def read_line(*_: object) -> str | None:
        print("/")
        return typed.pop(0)

    monkeypatch.setattr(prompt, "get_terminal_size", size)
    monkeypatch.setattr(prompt, "read_line", read_line)
    assert prompt.show_pages([f"{line}" for line in range(1, 13)]) == told
    assert typed == []
    assert " ".join(capsys.readouterr().out.split()) == (shown if " / 11" in shown else f"{shown} /")


@pytest.mark.parametrize(
    ("text", "is_paged"),
    [("x\n" * 9, False), ("x\n" * 10, True), ("x" * 80 + "\n" * 7, False), ("x" * 80 + "\n" * 9, True)],
)
def test_what_fills_the_screen_goes_through_the_pager(
    text: str, is_paged: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("PAGER", "less")
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((80, 10)))

    def page(*_: object, **__: object) -> None:
        print("paged")

    monkeypatch.setattr("click.echo_via_pager", page)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    paging.show_long(text)
    assert (capsys.readouterr().out == "paged\n") is is_paged


@pytest.mark.parametrize("pager", ["", "cat"])
def test_no_pager_is_wanted(pager: str) -> None:
    assert on_a_terminal("explain", PAGER=pager).startswith("E0")


def test_short_texts_and_plain_terminals_need_no_pager() -> None:
    assert "paged:" not in on_a_terminal("explain", "E_BOUND", PAGER="sed s/^/paged:/", LINES="60")
    assert "paged:" not in on_a_terminal("explain", PAGER="sed s/^/paged:/", TERM="dumb")


@pytest.mark.usefixtures("gamedsl")
@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_and_no_progress_where_they_are_not_wanted(heap: str, more: dict[str, str]) -> None:
    Path("broken.gdl").write_text("game")
    assert "\x1b" not in on_a_terminal("check", "broken.gdl", **more)
    assert "\x1b[31m" in on_a_terminal("check", "broken.gdl", "--color", "always", **more)
    if "TERM" in more:
        assert "\x1b" not in on_a_terminal("simulate", heap, "--matches", "60", **more)


def test_headings_of_help_are_bold() -> None:
    assert "\x1b[1mExamples:\x1b[0m" in on_a_terminal("new", "--help", LINES="99")


@pytest.mark.usefixtures("gamedsl")
def test_who_reads_from_a_terminal_says_so() -> None:
    main, side = pty.openpty()
    os.write(main, b"game\n\x04")
    command = [sys.executable, "-m", "gamedsl", "check", "-"]
    ran = subprocess.run(
        command,
        env=environment(TERM="xterm", COLUMNS="100", LINES="20"),
        stdin=side,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == "reading rules from the terminal; Ctrl-D ends them\n"
    assert ran.stdout.startswith("error[")


@pytest.mark.usefixtures("gamedsl")
def test_who_waits_for_a_hint_reads_that_somebody_thinks() -> None:
    play = ("play", "tic_tac_toe", "--seed", "3", "--replay", "kept.json")
    shown = on_a_terminal(*play, typed="hint\nquit\n")
    thinks, told = shown.index("The computer is thinking …"), shown.index("The computer would choose: ")
    assert thinks < shown.index("\x1b[2K", thinks) < told, "the line is taken away again"
    plain = on_a_terminal(*play, typed="hint\nquit\n", TERM="dumb")
    assert "The computer is thinking …\nThe computer would choose: " in plain
    assert "\x1b" not in plain
