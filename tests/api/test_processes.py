"""Engines in other processes, however these are begun. A child that hangs fails its test: it is ended, and so is everything that it has begun."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from multiprocessing import get_all_start_methods
from pathlib import Path

import pytest

from share import few

_PROGRAM = Path(__file__).with_name("other_processes.py")
_SECONDS = 400.0
"""The program gives its children less."""


def _said_by(tmp_path: Path, *command: str) -> tuple[int, str]:
    """The exit code of a program and what it has written. It has a group of processes of its own, which ends with it, and writes to a file: a child that
    outlives it keeps nobody waiting."""
    said = tmp_path / "said.txt"
    env = {**os.environ, "GAMEDSL_CACHE": "off"}
    with said.open("wb") as out:
        program = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, start_new_session=True, env=env)
        try:
            code = program.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            code = -1
        finally:
            with suppress(ProcessLookupError):  # all of them have ended
                os.killpg(program.pid, signal.SIGKILL)
            program.wait()
    return code, said.read_text(encoding="utf-8")


@pytest.mark.parametrize("method", few(get_all_start_methods(), 2))
def test_children_play_with_the_engine_of_their_parent_and_with_their_own(method: str, tmp_path: Path) -> None:
    code, said = _said_by(tmp_path, sys.executable, str(_PROGRAM), method)
    assert (code, said) == (0, f"{method}: all children played as their parent did\n")


_AGENT = """
import gamedsl

class Own:
    name = "own"

    def choose(self, engine, state, seat, dice):
        moves = engine.moves(state, seat)
        return moves[dice.below(len(moves))]

def play(agents, **more):
    engine = gamedsl.engine_for(gamedsl.load_rules("tic_tac_toe").game())
    try:
        return gamedsl.simulate(engine, agents, 1, range(30), **more)
    except gamedsl.ArgumentError as error:
        print(str(error).partition(".")[0])
"""


def test_matches_of_own_agents_are_the_same_in_other_processes(tmp_path: Path) -> None:
    """And agents that cannot be sent there are refused in a sentence."""
    program = tmp_path / "study.py"
    program.write_text(
        _AGENT
        + """
def made():
    class Local(Own):
        pass
    return Local()

if __name__ == "__main__":
    agents = [gamedsl.Greedy(2), Own()]
    print(play(agents, processes=2) == play(agents))
    play([made()] * 2, processes=2)
    play(agents, processes=2, watch=print)
"""
    )
    code, said = _said_by(tmp_path, sys.executable, str(program))
    true, local, watch = said.splitlines()
    assert (code, true) == (0, "True")
    assert local.startswith("these agents cannot be sent to other processes, which need a class at the top of a module")
    assert watch == "matches in other `processes` cannot be watched: give `watch` or `processes`, not both"


def test_a_script_without_a_guard_is_told_what_is_missing(tmp_path: Path) -> None:
    """Its processes say nothing: they are begun by the line that is wrong. They never read what they are given, which may be more than a pipe holds."""
    program = tmp_path / "study.py"
    program.write_text(_AGENT + "much = Own()\nmuch.known = 'x' * 200_000\nplay([much] * 2, processes=2)\n")
    assert _said_by(tmp_path, sys.executable, str(program)) == (0, "the other processes ended before they could play\n")
