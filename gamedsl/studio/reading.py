"""Reads the rules and checks them: the findings, and whether the rules can be played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from gamedsl import pipeline
from gamedsl.api.making.looks import look_beside, read_look
from gamedsl.api.rules import Rules
from gamedsl.cache.rules import KnownRules
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.render import Piece, pieces
from gamedsl.errors import GameDslError
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.json import Json, JsonObject
from gamedsl.page import LookError
from gamedsl.pipeline.switches import remove_switched_off
from gamedsl.reports.secrets import Disclosure, disclosures_of
from gamedsl.source import Source
from gamedsl.values import frozen

_DRAWN = frozenset(("layout", "value", "icon"))
"""Sections of a look file that can name pictures for pages."""


class UnreadableError(GameDslError):
    """The rules file cannot be read now; the text is a sentence that says why."""


@frozen
class Followed:
    """The rules file of a studio. `read` reads the rules again, and raises UnreadableError. `look` is the look file, which may not exist. `off` holds the
    codes of warnings that are switched off; `choose` selects the requested setups from all."""

    name: str
    read: Callable[[], KnownRules]
    look: Path | None
    off: Sequence[str]
    choose: Callable[[Sequence[Setup]], Sequence[Setup]]


@frozen
class Finding:
    """A finding as it is shown: its severity, its place, and its text in pieces with their styles."""

    severity: str
    place: str
    pieces: tuple[Piece, ...]

    def data(self) -> JsonObject:
        """Returns the finding as data for the page."""
        texts: list[Json] = [[style, text] for style, text in self.pieces]
        return {"severity": self.severity, "place": self.place, "pieces": texts}


@frozen
class Look:
    """The result of reading the files once. `rules` is None if they cannot be played; `sources` are the texts that were read."""

    findings: tuple[Finding, ...]
    rules: KnownRules | None
    setups: tuple[Setup, ...]
    style: JsonObject
    sources: tuple[Source, ...]
    secrets: tuple[Disclosure, ...] = ()
    """The places where something hidden is learned, in the first setup."""
    files: tuple[str, ...] = ()
    """The pictures and fonts of the look file."""

    def is_like(self, other: Look) -> bool:
        """Whether the same texts were read, with the same findings."""
        mine, others = ([(s.name, s.text) for s in look.sources] for look in (self, other))
        return (mine, self.findings, self.style) == (others, other.findings, other.style)


def look_at(followed: Followed) -> Look:
    """Reads and checks the rules and their look file. Raises nothing: every problem becomes a finding."""
    try:
        known = followed.read()
        return _check(followed, known)
    except UnreadableError as error:
        return Look((_make_finding("error", followed.name, str(error)),), None, (), {}, ())


def _check(followed: Followed, known: KnownRules) -> Look:
    report = pipeline.check(known.parsed)
    report = pipeline.level_fixes(report, known.source, known.read, report)
    sources = {source.name: source for source in known.parsed.sources}
    found = [finding(one, sources) for one in remove_switched_off(report.diagnostics, followed.off)]
    if report.has_errors or not known.setups:
        return Look(tuple(found), None, (), {}, known.parsed.sources)
    try:
        setups = tuple(followed.choose(known.setups))
        game = known.compile(setups[0]).game
    except pipeline.NotCompilable as error:
        return Look(tuple(finding(one, sources) for one in error.diagnostics), None, (), {}, known.parsed.sources)
    style, files, wrong = _style(followed.look, Rules(known), game)
    secrets = disclosures_of(known.parsed, setups[0]).disclosures
    return Look((*found, *wrong), known, setups, style, known.parsed.sources, secrets, files)


def secret_data(one: Disclosure) -> JsonObject:
    """Returns a disclosure as data for the page."""
    told = f"{one.who} learns of {', '.join(one.hidden)}: {one.how}"
    return {"place": f"{one.file}:{one.line}", "text": one.text, "told": told}


def finding(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> Finding:
    """Converts a diagnostic to a finding."""
    span = diagnostic.primary.span
    source = sources.get(span.source)
    place = span.source if source is None else f"{source.name}:{source.position(span.start)[0]}"
    return Finding(diagnostic.severity.value, place, tuple(pieces(diagnostic, sources)))


def _style(own: Path | None, rules: Rules, game: Game) -> tuple[JsonObject, tuple[str, ...], tuple[Finding, ...]]:
    """Reads the look file, `own` or that of the rules on which these build, and draws the faces that layouts make. Returns also the files that it
    names, and findings: problems in it, with which the page has its default look, and texts that are hard to read."""
    path = None if own is None else look_beside(own, rules)
    if path is None:
        return {}, (), ()
    try:
        style = read_look(path, rules, [game])
        if not _DRAWN & style.keys():
            return style, (), ()
        from gamedsl.cards import page_look

        made = page_look([game], style, path.parent)
    except OSError as error:
        return {}, (), (_make_finding("warning", str(path), f"the look file cannot be read: {error.strerror}"),)
    except LookError as error:
        lines = ("" if line is None else f":{line}" for line in error.lines)
        found = zip(lines, error.findings, strict=True)
        return {}, (), tuple(_make_finding("warning", f"{path}{line}", text) for line, text in found)
    except GameDslError as error:
        return {}, (), (_make_finding("warning", str(path), str(error)),)
    files = tuple(str(path.parent / name) for name in made.files)
    return made.look, files, tuple(_make_finding("warning", str(path), one) for one in made.unclear)


def _make_finding(severity: str, place: str, text: str) -> Finding:
    """Makes a finding about a file as a whole."""
    shown: tuple[Piece, ...] = (
        ("severity", severity),
        ("plain", ": "),
        ("message", text),
        ("plain", f"\n --> {place}\n"),
    )
    return Finding(severity, place, shown)
