"""What is done with an input: it is read and formatted, checked, played. A stage gives how the input ended; what breaks a law of the project is raised."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from zlib import crc32

from attrs import frozen

from fuzz.laws import BrokenLawError, law
from fuzz.seeds import ROOT
from gamedsl.bases import Bases
from gamedsl.cli.common.fixing import correct_files
from gamedsl.cli.reading.files import Files
from gamedsl.diagnostics.export import to_json
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.render import render_all
from gamedsl.pipeline import Parsed, check, parse_files
from gamedsl.pipeline.checking import TOO_MUCH_WORK
from gamedsl.source import Source
from gamedsl.syntax.format import format_text
from gamedsl.syntax.parse import parse

NAME = "input.gdl"

UNREADABLE = "unreadable"
REFUSED = "refused"
FINE = "fine"
FAULTY = "faulty"
"""How an input may end: no text in UTF-8, with errors, without, and with a fault while it was played."""

ENDINGS = (UNREADABLE, REFUSED, FINE, FAULTY)


def parsed(data: bytes) -> str:
    """Reads a text; where it can be read, formatting it keeps what it means."""
    source = _source(data)
    if source is None:
        return UNREADABLE
    if parse(source).problems:
        return REFUSED
    _same_when_formatted(source)
    return FINE


def checked(data: bytes) -> str:
    """Checks a text, and makes everything that the command prints about it."""
    source = _source(data)
    return UNREADABLE if source is None else _report(source)[1]


def played(data: bytes) -> str:
    """Checks a text, and plays it if it has no errors."""
    source = _source(data)
    if source is None:
        return UNREADABLE
    rules, ending = _report(source)
    if ending == REFUSED:
        return ending
    from fuzz.playing import runs_into_fault

    return FAULTY if runs_into_fault(rules) else FINE


@frozen
class Stage:
    """How far an input goes. `tried` gives one of ENDINGS and may raise anything; of one input, `seconds` of process time and `memory` in bytes are the
    limits; `reserved` bytes of address space may be taken without being used. `block` inputs are one job, and after `lifetime` jobs a process is
    replaced, so that what it remembers does not count as memory of a later input."""

    name: str
    tried: Callable[[bytes], str]
    seconds: float
    memory: int
    reserved: int
    block: int
    lifetime: int


_MIB = 1 << 20
STAGES = {
    "parse": Stage("parse", parsed, 5, 1024 * _MIB, 0, 250, 100),
    "check": Stage("check", checked, 5, 1024 * _MIB, 0, 250, 100),
    "play": Stage("play", played, 20, 3072 * _MIB, 96 << 30, 20, 20),
}

_SOMETIMES = 3
"""Beyond the stage `parse`, one in so many inputs is also formatted."""
_RARELY = 16
"""One in so many inputs is also corrected (which checks it several times) and exported."""
_LARGEST_BASE = 4000
"""Characters of a game on which a variant may build here: reading the largest takes as long as a hundred inputs."""


def _source(data: bytes) -> Source | None:
    try:
        return Source(NAME, data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return None


def _report(source: Source) -> tuple[Parsed, str]:
    rules = parse_files(source, _find)
    share = crc32(source.text.encode())
    if not rules.diagnostics and share % _SOMETIMES == 0:
        _same_when_formatted(source)
    report = check(rules)
    sources = {one.name: one for one in rules.sources}
    _in_their_text(report.diagnostics, sources)
    render_all(report.diagnostics, sources)
    if share % _RARELY == 0:
        to_json(report.diagnostics, sources)
        if all(diagnostic.code != TOO_MUCH_WORK for diagnostic in report.diagnostics):
            correct_files(Files(NAME, source, _bases()))
    return rules, REFUSED if report.has_errors else FINE


def _bases() -> Bases:
    return Bases(ROOT / "games", (), lambda path: path.read_text(encoding="utf-8"), str)


def _same_when_formatted(source: Source) -> None:
    once = format_text(source).text
    law(parse(Source(NAME, once)).tree == parse(source).tree, "formatting changes what a text means")
    law(format_text(Source(NAME, once)).text == once, "formatting a second time changes the text")


def _in_their_text(diagnostics: Iterable[Diagnostic], sources: dict[str, Source]) -> None:
    for diagnostic in diagnostics:
        edits = [edit for fix in diagnostic.fixes for edit in fix.edits]
        labels = [diagnostic.primary, *diagnostic.others]
        for span in (*(label.span for label in labels), *(edit.span for edit in edits)):
            text = sources[span.source].text if span.source in sources else None
            if text is None or not 0 <= span.start <= span.end <= len(text):
                raise BrokenLawError(f"a finding {diagnostic.code} points outside of its text")


@cache
def _find(name: str) -> Source | None:
    """A shipped game, so that variants have something to build on."""
    if not name.isidentifier():
        return None
    path = next(iter(sorted((ROOT / "games").rglob(f"{name}.gdl"))), None)
    text = "" if path is None else path.read_text(encoding="utf-8")
    return None if path is None or len(text) > _LARGEST_BASE else Source(path.name, text)
