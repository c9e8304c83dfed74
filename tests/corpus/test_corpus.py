"""The corpus: rule texts that say themselves what is reported, and where.

A comment `#! E0021 a ':' is missing` at the end of a line means: on this line a diagnostic with this code is reported
whose message contains these words (none are needed). Several may stand on one line. The diagnostics of a file are
exactly those that it names. What `#!` says is cut off before the text is read. Beside a file is the text that people see of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

import pytest
from attrs import frozen

from gamedsl.bases import Bases
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.render import render
from gamedsl.pipeline import Find, check, parse_files
from gamedsl.pipeline.catalogue import CATALOGUE
from gamedsl.rulebook.words import words_findings
from gamedsl.source import Source

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.gdl"))
_NAME = "corpus.gdl"
PAGES = files("gamedsl.diagnostics") / "pages"

_MARK = re.compile(r"[ \t]*#! *")
_INSIDE = re.compile(
    r"\b(None|True|False|Const|Int|Flag|Enum|Kind|Optional|SetOf|ListOf|tuple|str|Span)\b|[a-z]\(\)|_NL|0x"
)
"""Words of the program itself, which no message may show."""


@frozen
class Expected:
    """A diagnostic that a file names."""

    line: int
    code: str
    words: str


def diagnose(source: Source, find: Find) -> Sequence[Diagnostic]:
    """What is reported about a text."""
    return [d for d in check(parse_files(source, find)).diagnostics if d.primary.span.source == source.name]


def split(text: str) -> tuple[str, list[Expected]]:
    """The text without its expectations, and these in the order of the text."""
    lines: list[str] = []
    expected: list[Expected] = []
    for number, line in enumerate(text.split("\n"), 1):
        code, *marks = _MARK.split(line)
        lines.append(code)
        for mark in marks:
            name, _, words = mark.strip().partition(" ")
            expected.append(Expected(number, name, words.strip()))
    return "\n".join(lines), expected


def bases_of(path: Path) -> Bases:
    """Games and variants that lie beside a file, without their expectations."""
    return Bases(path.parent, (), lambda base: split(base.read_text(encoding="utf-8"))[0], str)


def _reported(path: Path) -> tuple[Mapping[str, Source], Sequence[Diagnostic]]:
    """A file of the corpus and those that it builds on, with what is reported about it."""
    source = Source(_NAME, split(path.read_text(encoding="utf-8"))[0])
    bases = bases_of(path)
    parsed = parse_files(source, bases.find, bases)
    found = (*check(parsed).diagnostics, *(words_findings(parsed) if path.parent.name == "bare_names" else ()))
    sources = {one.name: one for one in (*parsed.sources, source)}
    return sources, [d for d in found if d.primary.span.source == source.name]


def _differences(source: Source, diagnostics: Sequence[Diagnostic], expected: Sequence[Expected]) -> list[str]:
    """What is missing and what is too much, in words; empty if the file is right."""
    found = [(source.position(d.primary.span.start)[0], d) for d in diagnostics]
    wrong: list[str] = []
    for wish in expected:
        for i, (line, diagnostic) in enumerate(found):
            if (line, diagnostic.code) == (wish.line, wish.code) and wish.words in diagnostic.message:
                del found[i]
                break
        else:
            wrong.append(f"line {wish.line}: not reported: {wish.code} {wish.words}")
    wrong += [f"line {line}: not expected: {diagnostic.code} {diagnostic.message}" for line, diagnostic in found]
    return wrong


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HERE)))
def test_file(path: Path, blessing: bool) -> None:
    """A file is checked once: by one test, since each may be run by another process."""
    sources, diagnostics = _reported(path)
    assert _differences(sources[_NAME], diagnostics, split(path.read_text(encoding="utf-8"))[1]) == []
    _check_wording(diagnostics)
    _check_texts(path, sources, diagnostics, blessing=blessing)


def _check_texts(
    path: Path, sources: Mapping[str, Source], diagnostics: Sequence[Diagnostic], *, blessing: bool
) -> None:
    """Compares the texts of the findings with their corrections; `--bless` writes them anew."""
    text = "\n".join(render(one, sources) + "".join(_fixes(sources[_NAME], one)) for one in diagnostics)
    text = text.replace(f"{HERE}/", "")
    place = path.with_suffix(".txt")
    if blessing:
        place.unlink(missing_ok=True)
        if text:
            place.write_text(text, encoding="utf-8", newline="\n")
    assert text == (place.read_text(encoding="utf-8") if place.exists() else "")


def _fixes(source: Source, diagnostic: Diagnostic) -> Iterator[str]:
    for fix in diagnostic.fixes:
        yield f"fix ({fix.level.name.lower()}): {fix.title}\n"
        for edit in fix.edits:
            line, column = source.position(edit.span.start)
            yield f"  {line}:{column} {source.text[edit.span.start : edit.span.end]!r} -> {edit.text!r}\n"


def test_every_text_belongs_to_a_file() -> None:
    assert {path.with_suffix(".gdl") for path in HERE.rglob("*.txt")} <= set(FILES)


def test_every_code_has_a_line_and_a_page() -> None:
    named = {wish.code for path in FILES for wish in split(path.read_text(encoding="utf-8"))[1]}
    assert named == set(CATALOGUE)
    assert {path.name.removesuffix(".md") for path in PAGES.iterdir()} == set(CATALOGUE)


def _check_wording(diagnostics: Sequence[Diagnostic]) -> None:
    """Sentences begin small and have no full stop; nothing of what the checker is made of is seen."""
    for diagnostic in diagnostics:
        shown = [diagnostic.message, diagnostic.primary.text, *(o.text for o in diagnostic.others), *diagnostic.help]
        for text in (one.replace(f"{HERE}/", "") for one in shown):
            assert not text.endswith(".") or text.endswith("...")
            assert not text[:1].isupper()
            assert not _INSIDE.search(text), text


def test_the_form_of_expectations() -> None:
    text = "a  #! E0053 starts with  #! E0053\nb\n"
    assert split(text) == ("a\nb\n", [Expected(1, "E0053", "starts with"), Expected(1, "E0053", "")])
    source = Source("corpus.gdl", "a\nb\n")
    assert _differences(source, diagnose(source, lambda name: None), split(text)[1]) == [
        "line 1: not reported: E0053 ",
        "line 2: not expected: E0053 no declaration starts with `b`",
    ]
