"""The texts that an editor shows, which take precedence over those on disk, and the knowledge about them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from threading import Lock

from gamedsl import pipeline
from gamedsl.bases import LARGEST, LOOK_SUFFIX, Bases, content
from gamedsl.garbage import garbage_stays
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.pipeline.checking import Kept, Report
from gamedsl.pipeline.merging import elaborate_setup, merge_setup
from gamedsl.pipeline.reading import Parsed, Trees
from gamedsl.semantics.elaboration import Elaborated
from gamedsl.semantics.model.checked import Checked
from gamedsl.semantics.model.effort import Effort
from gamedsl.semantics.model.meanings import Meanings
from gamedsl.semantics.rules.program import Program
from gamedsl.services.declarations import Declared, declarations_in
from gamedsl.source import Source
from gamedsl.syntax.parse import Parsed as ParsedText
from gamedsl.syntax.reparse import parse_again
from gamedsl.syntax.tree import declarations
from gamedsl.values import define, field, frozen


@frozen
class LastCheck:
    """The last whole check of a file."""

    view: View
    report: Report
    kept: Kept


@frozen
class Watched:
    """The things that never happened in this many matches of a text: sorts and names of declarations, with a text about each."""

    text: str
    matches: int
    idle: Mapping[tuple[str, str], str]


@define(eq=False)
class Workspace:
    """The open texts by their absolute path, and the last look at each file."""

    more: tuple[str, ...] = ()
    """Folders in which bases are searched too."""
    opened: dict[str, str] = field(factory=dict)
    checked: dict[str, LastCheck] = field(factory=dict)
    """The last whole check of each open file."""
    watched: dict[str, Watched] = field(factory=dict)
    """The findings of the last matches of each open file."""
    _views: dict[str, View] = field(factory=dict)
    _trees: Trees = field(factory=dict)

    def open(self, path: str, text: str) -> None:
        """Shows a text in place of the file, or another text than before."""
        self.opened[path] = text

    def close(self, path: str) -> None:
        """Forgets the editor's text, so that the file on disk counts again."""
        self.opened.pop(path, None)
        self.checked.pop(path, None)
        self.watched.pop(path, None)
        self._views.pop(path, None)

    def stop(self, path: str) -> None:
        """Ends the check of a file whose result is no longer needed."""
        view = self._views.get(path)
        if view is not None:
            view.stop()

    def text(self, path: str) -> str | None:
        """Returns the text of a file with rules or a table as the editor shows it, else as it is on disk; None for a look file, and if it cannot be read."""
        if path.endswith(LOOK_SUFFIX):
            return None
        if path in self.opened:
            return self.opened[path]
        try:
            data = content(path, LARGEST)
        except (OSError, ValueError):
            return None
        return data.decode("utf-8-sig", errors="replace")

    def source(self, path: str) -> Source | None:
        """Returns the text of a file with its path."""
        text = self.text(path)
        return None if text is None else Source(path, text)

    def view(self, path: str) -> View | None:
        """Returns the knowledge about the present text of a file; None if there is no such file."""
        text = self.text(path)
        if text is None:
            self._views.pop(path, None)
            return None
        known = self._views.get(path)
        if known is None or not known.is_current(text):
            known = self._views[path] = self.view_of(path, text)
        return known

    def glance(self, path: str) -> tuple[View, Source] | None:
        """Returns the last view of a file, which may be of an older text, and the text that it has now. For answers that must not wait."""
        source, view = self.source(path), self._views.get(path) or self.view(path)
        return None if view is None or source is None else (view, source)

    def view_of(self, path: str, text: str) -> View:
        """Reads a text in place of a file."""
        view = View(path, Source(path, text), self)
        known = self._views.get(path)
        with garbage_stays():
            if known is not None and view.source not in self._trees:
                self._trees[view.source] = parse_again(view.source, known.source, known.own)
            view.read(self._trees)
        # Only the trees of the texts that are looked at now are kept.
        kept = {source for one in (*self._views.values(), view) for source in one.parsed.sources}
        for source in [source for source in self._trees if source not in kept]:
            del self._trees[source]
        return view

    def dependents(self, path: str) -> list[str]:
        """Returns the open files that build on a file."""
        return [
            other
            for other, view in self._views.items()
            if other != path and any(source.name == path for source in view.parsed.sources)
        ]


class View:
    """The knowledge about one file with a text. Each part is computed when it is first needed."""

    def __init__(self, path: str, source: Source, workspace: Workspace) -> None:
        self.path, self.source, self.workspace = path, source, workspace
        self._asked: dict[str, Source | None] = {}
        self._effort, self.is_stopped = Effort(), False
        self._report: Report | None = None
        self._checking = Lock()
        self.parsed: Parsed
        self.own: ParsedText
        """The text as it was read."""

    def read(self, trees: Trees) -> None:
        """Parses the text with all files that it builds on."""
        bases = self._bases()
        self.parsed = self._read(self.source, bases, self._asked, trees)
        self._others = self._others_near(bases)
        self.own = trees[self.source]

    @property
    def file(self) -> declarations.File:
        """The tree of the text itself."""
        return self.own.tree

    def read_with(self, source: Source) -> Parsed:
        """Parses another text in place of this one, with the files around it."""
        return self._read(source, self._bases(), {}, None)

    def _read(self, source: Source, bases: Bases, asked: dict[str, Source | None], trees: Trees | None) -> Parsed:
        def find(name: str) -> Source | None:
            found = bases.find(name)
            asked[name] = found
            return found

        return pipeline.parse_files(source, find, bases, trees=trees)

    def _bases(self) -> Bases:
        return Bases(Path(self.path).parent, self.workspace.more, self._text_of, os.path.normpath)

    def _text_of(self, place: Path) -> str:
        return self.workspace.text(os.path.normpath(place)) or ""

    def is_current(self, text: str) -> bool:
        """Whether this view is still valid: the text, and all files that were looked for, are unchanged. A stopped view does not know all findings, so it is
        never valid."""
        if self.is_stopped or text != self.source.text:
            return False
        bases = self._bases()
        is_same = all(bases.find(name) == found for name, found in self._asked.items())
        return is_same and self._others_near(bases) == self._others

    def _others_near(self, bases: Bases) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
        """Returns facts about files that are not read, for findings: files with the same name as a base, and the names of all files if a base is missing."""
        return bases.clashes, bases.list_names() if None in self._asked.values() else ()

    def find(self, name: str) -> Source | None:
        """Returns the file that a variant or a table of the text names."""
        return self._asked.get(name)

    @property
    def report(self) -> Report:
        """The findings over all setups. A second thread that asks waits for the first."""
        with self._checking:
            if self._report is None:
                self._report = self._check()
            return self._report

    def _check(self) -> Report:
        kept = Kept()
        report = pipeline.check(self.parsed, effort=self._new_effort(), kept=kept)
        report = pipeline.level_fixes(report, self.source, self.read_with, report, self._new_effort)
        if self.path in self.workspace.opened and not self.is_stopped:
            self.workspace.checked[self.path] = LastCheck(self, report, kept)
        return report

    def _new_effort(self) -> Effort:
        """Returns the effort of the next check, which `stop` ends."""
        self._effort = Effort()
        if self.is_stopped:
            self._effort.stop()
        return self._effort

    def stop(self) -> None:
        """Ends checking early, from another thread: the report is incomplete then. A report that is already made stays."""
        if self._report is None:
            self.is_stopped = True
            self._effort.stop()

    @cached_property
    def setup(self) -> Setup | None:
        """The first setup; None if there is none."""
        return pipeline.default_setup(self.parsed)

    @cached_property
    def _first(self) -> tuple[Meanings, Elaborated | None]:
        found, result = Meanings(), None
        if self.setup is not None:
            merged, _ = merge_setup(self.parsed, self.setup)
            if merged is not None:
                result = elaborate_setup(merged, Effort(), found)
        return found, result

    @property
    def meanings(self) -> Meanings:
        """The meanings of names and formulas in the first setup, as far as checking gets."""
        return self._first[0]

    @property
    def first_program(self) -> Program | None:
        """The declarations of the first setup; None if there is no setup."""
        return None if self._first[1] is None else self._first[1].program

    @property
    def first_checked(self) -> Checked | None:
        """The first setup as it was checked; None if it has mistakes."""
        return None if self._first[1] is None else self._first[1].checked

    def compile(self) -> Game | None:
        """Returns the game of the first setup; None if the rules have mistakes."""
        if self.setup is None or self.report.has_errors:
            return None
        try:
            return pipeline.compile(self.parsed, self.setup).game
        except pipeline.NotCompilable:
            return None

    @cached_property
    def declared(self) -> dict[str, Declared]:
        """The declarations in all files, by key; a later file replaces those of its bases."""
        return {one.key: one for _, file in self.parsed.chain.files for one in declarations_in(file)}

    def source_of(self, name: str) -> Source | None:
        """Returns one of the texts by its path."""
        return next((source for source in self.parsed.sources if source.name == name), None)
