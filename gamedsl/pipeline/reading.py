"""Reads rules files with all that they build on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from gamedsl.additions import JOIN, NO_ADDITIONS, Additions
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.semantics.problems.variants import AlreadyThere, NoBase, OtherGame, TwoBases
from gamedsl.source import Source, Span
from gamedsl.syntax.parse import Parsed as ParsedText
from gamedsl.syntax.parse import parse, parse_change
from gamedsl.syntax.tree import declarations
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import evolve, frozen
from gamedsl.variants.csv_rows import with_csv
from gamedsl.variants.merge import Chain

Find = Callable[[str], Source | None]


class Near(Protocol):
    """The other rules files in the places where bases are searched."""

    def list_names(self) -> tuple[str, ...]:
        """Returns the names of all rules that would be found."""
        ...

    def others(self, name: str) -> tuple[str, ...]:
        """Returns files with other rules of this name, as near as the chosen one."""
        ...


@frozen
class Parsed:
    """A rules file with all files it builds on, the game's own file first. `name` is the name of the last file; `sources` are the texts, for showing places
    in them. Without `has_examples` examples are not checked."""

    name: str
    sources: tuple[Source, ...]
    chain: Chain
    diagnostics: tuple[Diagnostic, ...]
    has_examples: bool = True

    @property
    def game(self) -> declarations.Game | None:
        """The `game` declaration with the effective number of players, if there is one."""
        frame = self.chain.frame
        return None if frame is None else frame.game


Read = Callable[[Source], Parsed]
"""Reads a text in place of the one that has the findings, with all that it builds on."""

Trees = dict[Source, ParsedText]
"""The parsed trees of texts."""


def parse_files(
    source: Source,
    find: Find,
    near: Near | None = None,
    additions: Additions = NO_ADDITIONS,
    trees: Trees | None = None,
) -> Parsed:
    """Reads a file, for a variant the files it builds on, and the additions on top (`find` gives the source of a game or variant by its name, or by the path
    as written). Texts in `trees` are not parsed again; newly parsed texts are added to it."""
    reading = _Reading(find, near, {} if trees is None else trees)
    reading.read(source, ())
    if additions:
        reading.add(source, additions)
    return Parsed(
        reading.files[-1][0],
        tuple(reading.sources),
        Chain(tuple(reading.files), tuple(reading.ancestors.items())),
        tuple(reading.diagnostics),
        additions.has_examples,
    )


class _Reading:
    """Files by name, each read once, bases before the files that build on them."""

    def __init__(self, find: Find, near: Near | None, trees: Trees) -> None:
        self.trees = trees
        self.find = find
        self.near = near
        self.sources: list[Source] = []
        self.files: list[tuple[str, declarations.File]] = []
        self.ancestors: dict[str, frozenset[str]] = {}
        self.games: dict[str, str] = {}
        """The game that each file is about, as far as it is known."""
        self.diagnostics: list[Diagnostic] = []
        self.main: Source | None = None
        """The rules under the additions, once they are read."""
        self.main_names: set[str] = set()

    def read(self, source: Source, above: tuple[str, ...]) -> frozenset[str]:
        """Returns the names of the file and of all it builds on."""
        parsed = self.trees.get(source) or parse(source)
        self.trees[source] = parsed
        self.diagnostics.extend(p.explain() for p in parsed.problems)
        self.sources.append(source)
        below: set[str] = set()
        games = [d.name.text for d in parsed.tree.decls if isinstance(d, declarations.Game)]
        for variant in (d for d in parsed.tree.decls if isinstance(d, declarations.Variant)):
            for base in variant.bases:
                before = len(self.files)
                found = self._base(base, (*above, source.name, variant.name.text))
                others = [self.games[name] for name in found if name in self.games]
                if games and others and others[0] != games[0]:
                    self.diagnostics.append(OtherGame(base.span, base.text, others[0], games[0]).explain())
                    del self.files[before:]
                    continue
                games += others
                below |= found
        file, problems = with_csv(parsed.tree, self.find)
        self.diagnostics.extend(p.explain() for p in problems)
        self.files.append((source.name, file))
        if games:
            self.games[source.name] = games[0]
        self.ancestors[source.name] = frozenset(below)
        return frozenset(below | {source.name})

    def add(self, main: Source, additions: Additions) -> None:
        """Adds variants and single changes on top of the file that was read. If the base of such a variant has the name of this file, this file is the base,
        wherever it lies."""
        self.main, self.main_names = main, {name.text for name in _names(self.files[-1][1])}
        is_variant = any(isinstance(d, declarations.Variant) for d in self.files[-1][1].decls)
        tops = [main.name] if is_variant else []
        for name, place in zip(additions.variants, additions.variant_sources, strict=True):
            own = Ident(name, span=Span(place.name, len(place.text) - len(name), len(place.text)))
            tops += self._read_addition(own, self.games.get(main.name))
        self.sources += dict.fromkeys(additions.sources)
        variants = [self._change(place, len(additions.mark)) for place in additions.set_sources]
        every = [name for name, _ in self.files]
        if not self.ancestors[every[-1]].issuperset(every[:-1]):
            variants.insert(0, _join_variants([dict(self.files)[top] for top in tops], additions.variant_sources[-1]))
        if variants:
            self.files.append(
                (f"{main.name}{additions.text}", declarations.File(tuple(variants), span=variants[0].span))
            )
            self.ancestors[self.files[-1][0]] = frozenset(every)

    def _read_addition(self, name: Ident, game: str | None) -> list[str]:
        """Reads the file of an added variant with all it builds on; returns its name, or nothing if it adds nothing to this game."""
        before, at = {file for file, _ in self.files}, len(self.files)
        found = self._base(name, ())
        others = [self.games[file] for file in found if file in self.games]
        if game is not None and others and others[0] != game:
            self.diagnostics.append(OtherGame(name.span, name.text, others[0], game).explain())
            del self.files[at:]
            return []
        if found and found <= before:
            own = [one.span for file, parsed in self.files if file in found for one in _names(parsed)]
            first = own[-1] if own else name.span
            self.diagnostics.append(AlreadyThere(name.span, name.text, first, is_variant=True).explain())
        elif found and not _names(self.files[-1][1]):
            self.diagnostics.append(NoBase(name.span, name.text, ()).explain())
        return [self.files[-1][0]] if not found <= before else []

    def _change(self, place: Source, start: int) -> declarations.Variant:
        """Parses a single change as a variant of its own."""
        parsed = parse_change(place, start)
        written = f'`{place.text[:start]}set "\\1"`' if start else r"`\1`"
        self.diagnostics.extend(_advise_on_addition(p.explain(), written) for p in parsed.problems)
        changes = tuple(c for d in parsed.tree.decls if isinstance(d, declarations.Variant) for c in d.changes)
        span = Span(place.name, start, len(place.text))
        return declarations.Variant(Ident(place.text[start:], span=span), (), None, changes, span=span)

    def _base(self, base: Ident, above: tuple[str, ...]) -> frozenset[str]:
        source = self._find_source(base.text)
        if source is not None and (base.text in above or source.name in above):
            circle = _circle(above, base.text if base.text in above else source.name)
            self.diagnostics.append(NoBase(base.span, base.text, (), circle).explain())
            return frozenset()
        if source is None and self._lacks_colon(base.span):
            return frozenset()
        if source is None:
            known = self.near.list_names() if self.near is not None else ()
            self.diagnostics.append(NoBase(base.span, base.text, known).explain())
            return frozenset()
        others = self.near.others(base.text) if self.near is not None else ()
        if others:
            self.diagnostics.append(TwoBases(base.span, base.text, source.name, others).explain())
        if source.name in self.ancestors:
            return self.ancestors[source.name] | {source.name}
        return self.read(source, above)

    def _lacks_colon(self, name: Span) -> bool:
        """Whether the `:` is missing directly after a name: then another letter may have replaced it, as in `kalahp`."""
        gap = Span(name.source, name.end, name.end)
        return any(one.code == "E0021" and one.primary.span == gap for one in self.diagnostics)

    def _find_source(self, name: str) -> Source | None:
        """Returns the source of a base. The rules under the additions are found by their own name, wherever they lie."""
        if name in self.main_names:
            return self.main
        source = self.find(name)
        is_main = source is not None and self.main is not None and source.text == self.main.text
        return self.main if is_main else source


def _advise_on_addition(finding: Diagnostic, written: str) -> Diagnostic:
    """Returns a finding about a single change, with advice in the form in which the user gave the change: `--set "rounds up to 60"` for `set rounds up to
    60`."""
    return evolve(finding, help=tuple(_SET.sub(written, line) for line in finding.help))


_SET = re.compile(r"`set ([^`]+)`")


def _circle(above: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Returns the names of the variants in the circle, beginning with this one; `above` alternates between files and the names of their variants."""
    at = above.index(name)
    return above[at - at % 2 + 1 :: 2]


def _names(file: declarations.File) -> list[Ident]:
    return [d.name for d in file.decls if isinstance(d, declarations.Game | declarations.Variant)]


def _join_variants(tops: list[declarations.File], place: Source) -> declarations.Variant:
    """Makes the variant that joins files which do not build on each other. Its name combines theirs."""
    name = JOIN.join(name.text for file in tops for name in _names(file))
    span = Span(place.name, 0, len(place.text))
    return declarations.Variant(Ident(name, span=span), (), None, (), span=span)
