"""Finds the change of a variant that causes a problem in a file that it builds on.

A problem belongs to a change if it disappears without the change. So changes are left out one by one, and the setup is checked again: first the likely ones,
which mention the problem's name. This happens only if there is such a problem.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.compiled import Setup
from gamedsl.semantics.model.merged import literal_text
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations
from gamedsl.values import define, field
from gamedsl.variants.chains import without
from gamedsl.variants.merge import Chain
from gamedsl.variants.touches import uses

CheckSetup: TypeAlias = Callable[[Chain, Setup], Collection[Problem]]
"""Returns the problems of one setup of a chain of files."""

MOST_TRIES = 60
"""The most setups that are checked again; problems still unexplained are reported at their own places."""

_Key: TypeAlias = tuple[type[Problem], Span]


def causes(chain: Chain, found: Mapping[Problem, Setup], check: CheckSetup) -> dict[Problem, declarations.Change]:
    """Returns the change that causes each problem of a base, where there is one; `found` gives a setup that has the problem."""
    places = {name: i for i, (name, _) in enumerate(chain.files)}
    every = [(places[name], change) for name, change in changes(chain)]
    caused: dict[Problem, declarations.Change] = {}
    tries = _Tries(chain, check)
    for problem, setup in found.items():
        own = places.get(problem.span.source, len(places))
        later = [change for place, change in every if place > own]
        if later and problem not in caused:
            caused.update(_cause(tries, problem, setup, later, found))
    return caused


def changes(chain: Chain) -> Iterator[tuple[str, declarations.Change]]:
    """Yields all changes of variants, with their files."""
    for name, file in chain.files:
        for variant in (d for d in file.decls if isinstance(d, declarations.Variant)):
            yield from ((name, change) for change in variant.changes)


def setup_without(chain: Chain, setup: Setup) -> Setup | None:
    """Returns the equal or most similar setup of a reduced chain of files; None without a game."""
    frame = chain.frame
    if frame is None:
        return None
    chosen = dict(setup.options)
    options: list[tuple[str, str]] = []
    for option in frame.options:
        values = [literal_text(value) for value in option.values]
        value = chosen.get(option.name.text, values[0])
        options.append((option.name.text, value if value in values else values[0]))
    return Setup(min(max(setup.players, frame.game.fewest), frame.game.most), tuple(options))


@define
class _Tries:
    """A memo of repeated checks."""

    chain: Chain
    check: CheckSetup
    number: int = 0
    known: dict[tuple[frozenset[int], Setup], frozenset[_Key]] = field(factory=dict)

    def problems(self, gone: Iterable[declarations.Change], setup: Setup) -> frozenset[_Key] | None:
        """Returns the problems without some changes; None if that is too much work."""
        left_out = tuple(gone)
        key = frozenset(map(id, left_out)), setup
        if key not in self.known:
            if self.number >= MOST_TRIES:
                return None
            self.number += 1
            chain = without(self.chain, left_out)
            alike = setup_without(chain, setup)
            found = () if alike is None else self.check(chain, alike)
            self.known[key] = frozenset((type(problem), problem.span) for problem in found)
        return self.known[key]


def _cause(
    tries: _Tries, problem: Problem, setup: Setup, later: list[declarations.Change], found: Mapping[Problem, Setup]
) -> dict[Problem, declarations.Change]:
    """Returns the change that causes this problem, also for other problems of the setup with the same cause."""
    key = type(problem), problem.span
    before = tries.problems(later, setup)
    if before is None or key in before:
        return {}  # the base has the problem itself
    name = getattr(problem, "name", "")
    likely = sorted(later, key=lambda change: name not in uses(change))
    for change in likely:
        left = tries.problems((change,), setup)
        if left is not None and key not in left:
            same = {q: change for q, s in found.items() if s == setup and (type(q), q.span) not in left | before}
            return {q: c for q, c in same.items() if q.span.source == problem.span.source}
    for change in likely:
        alone = tries.problems((c for c in later if c is not change), setup)
        if alone is not None and key in alone:
            return {problem: change}
    return {}
