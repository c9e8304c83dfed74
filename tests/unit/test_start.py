"""What is read in when the program starts: only what the command needs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

GAME = Path(__file__).parents[2] / "games" / "modern" / "love_letter.gdl"
WITHOUT_LOOK = Path(__file__).parents[2] / "games" / "classics" / "go_fish.gdl"
_COMMAND = """
import sys
from gamedsl.cli.main import run
assert run(sys.argv[1:]) == 0
print(*sys.modules, file=sys.stderr)
"""
_PROGRAM = """
import sys
import gamedsl
engine = gamedsl.engine_for(gamedsl.load_rules(sys.argv[1]).game(players=3))
gamedsl.simulate(engine, [gamedsl.RandomSteps()] * 3, 1, range(1))
print(*sys.modules, file=sys.stderr)
"""
_LATE = ("gamedsl.semantics.problems.following.consequences",)
_FRONT = ("gamedsl.pipeline", "gamedsl.syntax", "gamedsl.semantics", "gamedsl.variants", "gamedsl.compile")
_OTHERS = ("attr", "attrs", "cattrs", "lark", "rich", "importlib.metadata")


def _loaded(program: str, *args: str, cache: str = "off") -> set[str]:
    """The modules that a new process has read in when it is done."""
    environment = {**os.environ, "GAMEDSL_CACHE": cache}
    command = [sys.executable, "-c", program, *args]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return set(done.stderr.split())


def _found(loaded: set[str], names: tuple[str, ...]) -> list[str]:
    """Which of these modules and packages were read in."""
    return sorted(one for one in loaded for name in names if one == name or one.startswith(f"{name}."))


def test_importing_the_package_reads_in_its_version_alone() -> None:
    loaded = _loaded("import sys, gamedsl; print(*sys.modules, file=sys.stderr)")
    assert _found(loaded, ("gamedsl", "gamedsl_interpreter", "click", *_OTHERS)) == ["gamedsl", "gamedsl.versions"]


def test_no_name_of_the_package_needs_an_extra() -> None:
    loaded = _loaded("import sys; from gamedsl import *; print(*sys.modules, file=sys.stderr)")
    assert _found(loaded, ("lark", "lsprotocol", "numpy", "pygls", "reportlab", "starlette", "uvicorn")) == []


def test_checking_reads_in_no_executor_and_nothing_that_only_mistakes_need() -> None:
    """Where a look file stands beside the rules, that it has no mistakes is found out once, and kept."""
    loaded = _loaded(_COMMAND, "check", str(WITHOUT_LOOK))
    unwanted = (
        "gamedsl_interpreter",
        "gamedsl.compile",
        "gamedsl.graph.text",
        "gamedsl.graph.draw",
        "gamedsl.graph.serial",
        "gamedsl.page.look",
        "gamedsl.pipeline.trying",
        "gamedsl.rulebook",
        "gamedsl.syntax.guessing.near_lines",
        "gamedsl.syntax.recovery.diagnose",
        "gamedsl.syntax.rewriting",
        "gamedsl.syntax.sentences",
        "wasmtime",
        "csv",
    )
    assert _found(loaded, (*_OTHERS, *_LATE, *unwanted, "hashlib", "secrets", "gamedsl.cli.printing.writing")) == []
    assert "gamedsl.pipeline" in loaded


def test_comparing_reads_in_no_compiler_and_no_executor() -> None:
    loaded = _loaded(_COMMAND, "diff", str(GAME), "love_letter")
    assert (
        _found(
            loaded,
            (*_OTHERS, *_LATE, "gamedsl_interpreter.engine", "gamedsl.compile", "gamedsl.graph.draw", "wasmtime"),
        )
        == []
    )


def test_the_versions_are_known_without_the_emitter() -> None:
    loaded = _loaded(_COMMAND, "--version")
    assert _found(loaded, ("gamedsl_interpreter.wasm.emit", "wasmtime", "gamedsl.graph", *_FRONT)) == []


def test_playing_what_is_kept_reads_in_neither_language_nor_emitter(tmp_path: Path) -> None:
    unwanted = (
        *_OTHERS,
        *_FRONT,
        "gamedsl_interpreter.reference",
        "gamedsl_interpreter.wasm.emit.build",
        "gamedsl_interpreter.wasm.emit.context",
    )
    args = ("simulate", str(GAME), "--players", "3", "--matches", "1")
    assert _found(_loaded(_COMMAND, *args, cache=str(tmp_path)), unwanted) != []
    assert _found(_loaded(_COMMAND, *args, cache=str(tmp_path)), unwanted) == []
    assert (
        _found(_loaded(_PROGRAM, str(GAME), cache=str(tmp_path)), unwanted) != []
    )  # whether the engine can do all is asked once
    assert _found(_loaded(_PROGRAM, str(GAME), cache=str(tmp_path)), unwanted) == []
