"""Nasty files and what is expected of them. The comments at the head of a file say it:

# expect: E0606          the code of a finding or fault; `ok` or `fine`; or words in quotes, which an answer with another exit code than 0 contains
# expect: E0606:7 W0902:9    exactly these findings, with their lines
# run: perft --depth 2   the command, without the file (else `check`); `@name` is a file beside it
# stdin: 1 | quit        lines of standard input, for `play`
# seconds: 5             process time (else 5)
# memory: 1 GiB          address space (else 1 GiB)
"""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen

from zoo import limited

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.gdl"))

_LINE = re.compile(r"# (expect|run|stdin|seconds|memory): (.+)")
_FINDING = re.compile(r"^(?:error|warning|info)\[(\w+)\]: .*\n *--> .*?:(\d+):\d+$", re.MULTILINE)
_UNITS = {"MiB": 1 << 20, "GiB": 1 << 30}
_PATIENCE = 20
"""By the clock a run may take so many times its process time: other tests run beside it."""


@frozen
class Case:
    """One file of the zoo. `expect` as it is written; `seconds` of process time, `memory` in bytes."""

    path: Path
    expect: str
    run: tuple[str, ...]
    stdin: str
    seconds: int
    memory: int


@frozen
class Ran:
    """How it ended: exit code (negative for a signal), and all that was printed."""

    code: int
    printed: str


def read(path: Path) -> Case:
    """The case in a file. Raises ValueError if its comments do not say what is expected."""
    said: dict[str, str] = {}
    for line in path.read_bytes().decode("utf-8", "replace").splitlines():
        if not line.startswith("#"):
            break
        if match := _LINE.fullmatch(line.rstrip()):
            said[match[1]] = match[2]
    if "expect" not in said:
        raise ValueError(f"{path} does not say what is expected")
    number, unit = said.get("memory", "1 GiB").split()
    lines = said.get("stdin", "").split(" | ") if "stdin" in said else []
    return Case(
        path,
        said["expect"],
        tuple(said.get("run", "check --strict").split()),
        "".join(f"{line}\n" for line in lines),
        int(said.get("seconds", "5")),
        int(number) * _UNITS[unit],
    )


def ran(case: Case, folder: Path) -> Ran:
    """Runs the command on the file in a folder, within the limits."""
    command, *arguments = case.run
    arguments = [str(case.path.parent / a[1:]) if a.startswith("@") else a for a in arguments]
    given, printed = folder / "given", folder / "printed"
    given.write_text(case.stdin, encoding="utf-8")
    line = [command, *arguments, str(case.path)]
    code = limited.run(line, given, printed, case.seconds, case.memory, _PATIENCE * case.seconds)
    return Ran(code, printed.read_bytes().decode("utf-8", "replace"))


def wrong(case: Case, found: Ran) -> str:
    """What is not as expected, in words; empty if all is."""
    if "Traceback" in found.printed or found.code not in (0, 1, 2, 3):
        return f"it ended with {found.code}:\n{found.printed[-2000:]}"
    match case.expect:
        case "fine" | "ok":
            is_right = found.code == 0
        case words if words.startswith('"'):
            is_right = found.code != 0 and words.strip('"') in found.printed
        case findings if ":" in findings:
            is_right = found.code == 1 and [":".join(f) for f in _FINDING.findall(found.printed)] == findings.split()
        case code:
            is_right = found.code == 1 and f"[{code}]" in found.printed
    return "" if is_right else f"exit code {found.code}, not {case.expect}:\n{found.printed[-2000:]}"
