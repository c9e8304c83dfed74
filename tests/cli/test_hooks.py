"""The files with which other tools call gamedsl: hooks of pre-commit, and the action for GitHub. Their commands run as they stand there."""

from __future__ import annotations

import os
import re
import shlex
import stat
import subprocess
import sys
from pathlib import Path
from typing import TypedDict

import pytest
import yaml

from cli.running import Runs, environment

ROOT = Path(__file__).parents[2]
HOOK_KEYS = {"id", "name", "description", "entry", "language", "files"}


class Hook(TypedDict):
    """What is used here of a hook."""

    id: str
    entry: str
    files: str


Step = dict[str, str | dict[str, str]]
"""A step of the action: `uses`, or `shell`, `run` and perhaps `env`."""


class Runner(TypedDict):
    """How the action runs."""

    using: str
    steps: list[Step]


class Action(TypedDict):
    """The action as a whole."""

    name: str
    description: str
    inputs: dict[str, dict[str, str]]
    runs: Runner


HOOKS: list[Hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION: Action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


# ---------------------------------------------------------------- pre-commit


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_hooks(gamedsl: Runs, heap: str, hook: Hook) -> None:
    assert set(hook) >= HOOK_KEYS
    assert re.search(hook["files"], "games/heap.gdl")
    assert not re.search(hook["files"], "heap.gdl.txt")
    program, *words = shlex.split(hook["entry"])
    assert program == "gamedsl"
    assert gamedsl(*words, heap).code == 0
    Path(heap).write_text("game")
    assert gamedsl(*words, heap).code == 1


# ---------------------------------------------------------------- GitHub


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder with a `gamedsl` in it, as an installed package has it."""
    place = tmp_path / "bin" / "gamedsl"
    place.parent.mkdir()
    place.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m gamedsl "$@"\n')
    place.chmod(place.stat().st_mode | stat.S_IXUSR)
    return place.parent


def _run(program: Path, **inputs: str) -> tuple[list[int], str]:
    """The exit codes and the output of the action's own steps, up to the first that fails."""
    given = {name: one["default"] for name, one in ACTION["inputs"].items()} | inputs
    codes, shown = list[int](), ""
    for step in ACTION["runs"]["steps"]:
        script, variables = step.get("run", ""), step.get("env")
        if not isinstance(script, str) or "gamedsl" not in script or not isinstance(variables, dict):
            continue
        own = {name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda m: given[m[1]], v) for name, v in variables.items()}
        path = f"{program}{os.pathsep}{os.environ['PATH']}"
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        ran = subprocess.run(
            command,
            env={**environment(GITHUB_WORKSPACE=""), **own, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        codes.append(ran.returncode)
        shown += ran.stdout + ran.stderr
        if ran.returncode:
            break
    return codes, shown


def test_the_action_has_what_github_asks_for() -> None:
    assert ACTION["runs"]["using"] == "composite"
    assert all(one["description"] and "default" in one for one in ACTION["inputs"].values())
    assert all(("uses" in step) != (step.get("shell") == "bash") for step in ACTION["runs"]["steps"])
    used = {name for step in ACTION["runs"]["steps"] for name in re.findall(r"inputs\.(\w+)", str(step.get("env")))}
    assert used == set(ACTION["inputs"])


@pytest.mark.usefixtures("heap")
def test_the_action_passes_good_rules(program: Path) -> None:
    codes, shown = _run(program, matches="2", junit="results.xml", sarif="findings.json")
    assert (codes, shown) == ([0, 0], "")
    assert Path("results.xml").exists()
    assert Path("findings.json").exists()


def test_the_action_annotates_mistakes(program: Path, heap: str) -> None:
    Path(heap).write_text("game")
    codes, shown = _run(program, files=f"{heap} .", sarif="findings.json")
    assert codes == [1]
    assert shown.startswith("::error file=heap.gdl,line=1")
    assert Path("findings.json").read_text().count('"E0') > 0
