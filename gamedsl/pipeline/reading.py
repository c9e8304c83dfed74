"""Rules files with all that they build on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.pipeline.words import explained, explained_syntax
from gamedsl.semantics.problems.problems import NoBase, OtherGame, TwoBases
from gamedsl.source import Source
from gamedsl.syntax import tree
from gamedsl.syntax.parse import Parsed as ParsedText
from gamedsl.syntax.parse import parse
from gamedsl.values import frozen
from gamedsl.variants.csv_rows import with_csv
from gamedsl.variants.merge import Chain

Find = Callable[[str], Source | None]


class Near(Protocol):
    """What else there is where bases are looked for."""

    def known(self) -> tuple[str, ...]:
        """The names of all rules that would be found."""
        ...

    def others(self, name: str) -> tuple[str, ...]:
        """Files with other rules of this name, as near as the one that was taken."""
        ...


@frozen
class Parsed:
    """A rules file with all files it builds on, the game's own file first. `sources` by name, for showing places."""

    name: str
    sources: tuple[Source, ...]
    chain: Chain
    diagnostics: tuple[Diagnostic, ...]

    @property
    def game(self) -> tree.Game | None:
        """The `game` declaration with the number of players that counts, if there is one."""
        frame = self.chain.frame
        return None if frame is None else frame.game


Trees = dict[Source, ParsedText]
"""What texts have been parsed to."""


def parse_files(source: Source, find: Find, near: Near | None = None, trees: Trees | None = None) -> Parsed:
    """Reads a file and, for a variant, the files it builds on (`find` gives the source of a game or variant by its name, or by the path that is written).
    Texts in `trees` are not parsed again; the others are put there."""
    reading = _Reading(find, near, {} if trees is None else trees)
    reading.read(source, ())
    return Parsed(
        source.name,
        tuple(reading.sources),
        Chain(tuple(reading.files), tuple(reading.ancestors.items())),
        tuple(reading.diagnostics),
    )


class _Reading:
    """Files by name, each read once, bases before what builds on them."""

    def __init__(self, find: Find, near: Near | None, trees: Trees) -> None:
        self.trees = trees
        self.find = find
        self.near = near
        self.sources: list[Source] = []
        self.files: list[tuple[str, tree.File]] = []
        self.ancestors: dict[str, frozenset[str]] = {}
        self.games: dict[str, str] = {}
        """The game that each file is about, as far as it is known."""
        self.diagnostics: list[Diagnostic] = []

    def read(self, source: Source, above: tuple[str, ...]) -> frozenset[str]:
        """The names of the file and of all it builds on."""
        parsed = self.trees.get(source) or parse(source)
        self.trees[source] = parsed
        self.diagnostics.extend(explained_syntax(p) for p in parsed.problems)
        self.sources.append(source)
        below: set[str] = set()
        games = [d.name.text for d in parsed.tree.decls if isinstance(d, tree.Game)]
        for variant in (d for d in parsed.tree.decls if isinstance(d, tree.Variant)):
            for base in variant.bases:
                before = len(self.files)
                found = self._base(base, (*above, source.name, variant.name.text))
                others = [self.games[name] for name in found if name in self.games]
                if games and others and others[0] != games[0]:
                    self.diagnostics.append(explained(OtherGame(base.span, base.text, others[0], games[0])))
                    del self.files[before:]
                    continue
                games += others
                below |= found
        file, problems = with_csv(parsed.tree, self.find)
        self.diagnostics.extend(explained(p) for p in problems)
        self.files.append((source.name, file))
        if games:
            self.games[source.name] = games[0]
        self.ancestors[source.name] = frozenset(below)
        return frozenset(below | {source.name})

    def _base(self, base: tree.Ident, above: tuple[str, ...]) -> frozenset[str]:
        source = self.find(base.text)
        if source is None or base.text in above or source.name in above:
            known = self.near.known() if self.near is not None else ()
            self.diagnostics.append(explained(NoBase(base.span, base.text, known)))
            return frozenset()
        others = self.near.others(base.text) if self.near is not None else ()
        if others:
            self.diagnostics.append(explained(TwoBases(base.span, base.text, source.name, others)))
        if source.name in self.ancestors:
            return self.ancestors[source.name] | {source.name}
        return self.read(source, above)
