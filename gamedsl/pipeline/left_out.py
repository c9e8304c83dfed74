"""Finds the examples of bases that a variant leaves out with `remove examples broken by …`. They are found by running the examples."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.model.example_lines import ExampleSpec
from gamedsl.pipeline.compiling import examples_of_files
from gamedsl.pipeline.graph_checks import NotCompilable
from gamedsl.pipeline.reading import Parsed
from gamedsl.semantics.model.merged import Merged
from gamedsl.semantics.problems.worked_examples import LeavesNothingOut
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations
from gamedsl.values import evolve
from gamedsl.variants.blame import setup_without
from gamedsl.variants.chains import declaring, up_to, without
from gamedsl.variants.merge import Chain, merge

Holds = Callable[[Compiled, ExampleSpec], bool]
"""Whether an example holds in a game."""


class LeftOut:
    """The examples that fail because of changes that variants name. `holds` runs one.

    A file leaves out an example that it inherits, that fails in the rules up to this file, and that holds without this file's changes of the names in its
    `remove` lines. So a file that builds on it need not repeat the line, and cannot use the line to hide what it breaks itself.
    """

    def __init__(self, parsed: Parsed, holds: Holds) -> None:
        self._parsed, self._holds = parsed, holds
        self._chains: dict[str, Chain] = {}
        self._known: dict[tuple[str, frozenset[int], Setup], Mapping[str, Sequence[tuple[Compiled, ExampleSpec]]]] = {}
        self._used: set[Span] = set()

    def line(self, setup: Setup, example: str) -> Span | None:
        """Returns the line that leaves out an example which fails in this setup; None if the failure counts."""
        merged, _ = merge(self._parsed.chain, setup)
        files = () if merged is None else tuple(dict.fromkeys(removal.file for removal in merged.removals))
        found = [line for file in files for line in self._lines(file, setup, example)]
        self._used.update(found)
        return found[0] if found else None

    def useless(self) -> tuple[Diagnostic, ...]:
        """Reports lines of the last file that left nothing out. Call it after asking about all failing examples of all setups."""
        _, file = self._parsed.chain.files[-1]
        lines = [c for d in file.decls if isinstance(d, declarations.Variant) for c in d.changes]
        idle = [c for c in lines if isinstance(c, declarations.RemoveBroken) and c.span not in self._used]
        return tuple(LeavesNothingOut(line.span, line.name.text).explain() for line in idle)

    def _lines(self, file: str, setup: Setup, example: str) -> tuple[Span, ...]:
        """Returns the lines of one file that leave the example out."""
        chain = self._chains.setdefault(file, up_to(self._parsed.chain, file))
        own = setup_without(chain, setup)
        merged = None if own is None else merge(chain, own)[0]
        if own is None or merged is None or declaring(chain, example) in (None, file):
            return ()
        if file != self._parsed.name and self._is_good(file, (), own, example):
            return ()
        lines = [removal.line for removal in merged.removals if removal.file == file]
        alone = [line for line in lines if self._is_good(file, _changes(merged, file, (line,)), own, example)]
        if not alone and len(lines) > 1 and self._is_good(file, _changes(merged, file, lines), own, example):
            alone = lines
        return tuple(line.span for line in alone)

    def _is_good(self, file: str, gone: Sequence[declarations.Change], setup: Setup, example: str) -> bool:
        """Whether an example holds in the rules up to a file without some of its changes."""
        chain = without(self._chains[file], gone)
        alike = setup_without(chain, setup)
        if alike is None:
            return False
        key = file, frozenset(map(id, gone)), alike
        if key not in self._known:
            below = {name for name, _ in chain.files if name != file}
            self._known[key] = _by_name(evolve(self._parsed, name=file, chain=chain), alike, below)
        runs = self._known[key].get(example, ())
        return any(self._holds(game, spec) for game, spec in runs)


def _changes(merged: Merged, file: str, lines: Iterable[declarations.RemoveBroken]) -> tuple[declarations.Change, ...]:
    """Returns the changes that a file makes to the names in these lines."""
    names = {line.name.text for line in lines}
    return tuple(c.change for c in merged.changed if c.file == file and c.name in names)


def _by_name(
    parsed: Parsed, setup: Setup, files: Container[str]
) -> Mapping[str, Sequence[tuple[Compiled, ExampleSpec]]]:
    """Returns the examples of a setup from some files with the games they run on; empty if these rules cannot be played."""
    found: dict[str, list[tuple[Compiled, ExampleSpec]]] = {}
    try:
        for game, specs in examples_of_files(parsed, setup, files):
            for spec in specs:
                found.setdefault(spec.name, []).append((game, spec))
    except NotCompilable:
        return {}
    return found
