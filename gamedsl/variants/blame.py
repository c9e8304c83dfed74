"""Whose fault it is: which change of a variant causes a problem in a file that it builds on.

A problem belongs to a change if it is not there without the change. So changes are left out one by one, and the setup is checked again: the likely ones
first, those that speak of the problem's name. This happens only if there is such a problem.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

from gamedsl.graph.compiled import Setup
from gamedsl.semantics.model.merged import literal_text
from gamedsl.semantics.problems.problem import Problem
from gamedsl.source import Span
from gamedsl.syntax import tree
from gamedsl.values import define, field
from gamedsl.variants.chains import without
from gamedsl.variants.merge import Chain
from gamedsl.variants.touches import uses

CheckSetup: TypeAlias = Callable[[Chain, Setup], Collection[Problem]]
"""What is wrong with one setup of a chain of files."""

MOST_TRIES = 60
"""At most this many setups are checked again; what is not explained then is told at its own place."""

_Key: TypeAlias = tuple[type[Problem], Span]


def causes(chain: Chain, found: Mapping[Problem, Setup], check: CheckSetup) -> dict[Problem, tree.Change]:
    """The change that causes each problem of a base, as far as there is one; `found` gives a setup that has the problem."""
    places = {name: i for i, (name, _) in enumerate(chain.files)}
    every = [(places[name], change) for name, change in changes(chain)]
    caused: dict[Problem, tree.Change] = {}
    tries = _Tries(chain, check)
    for problem, setup in found.items():
        own = places.get(problem.span.source, len(places))
        later = [change for place, change in every if place > own]
        if later and problem not in caused:
            caused.update(_cause(tries, problem, setup, later, found))
    return caused


def changes(chain: Chain) -> Iterator[tuple[str, tree.Change]]:
    """All changes of variants, with their files."""
    for name, file in chain.files:
        for variant in (d for d in file.decls if isinstance(d, tree.Variant)):
            yield from ((name, change) for change in variant.changes)


def setup_without(chain: Chain, setup: Setup) -> Setup | None:
    """The same setup of files of which something was left out, or the one most like it; None without a game."""
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
    """What was checked again."""

    chain: Chain
    check: CheckSetup
    number: int = 0
    known: dict[tuple[frozenset[int], Setup], frozenset[_Key]] = field(factory=dict)

    def problems(self, gone: Iterable[tree.Change], setup: Setup) -> frozenset[_Key] | None:
        """What is wrong without some changes; None if that is too much work."""
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
    tries: _Tries, problem: Problem, setup: Setup, later: list[tree.Change], found: Mapping[Problem, Setup]
) -> dict[Problem, tree.Change]:
    """The change that causes this problem; also other problems of the setup that it causes."""
    key = type(problem), problem.span
    before = tries.problems(later, setup)
    if before is None or key in before:
        return {}  # the base's own
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
