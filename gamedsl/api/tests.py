"""The tests in rules, one by one, for programs that run tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from gamedsl.api.stores import own_store
from gamedsl.cache.rules import KnownRules
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.source import Source, Span
from gamedsl.values import field, frozen

if TYPE_CHECKING:
    from gamedsl.diagnostics.model import Diagnostic
    from gamedsl.graph.model.example_lines import ExampleSpec
    from gamedsl.pipeline.left_out import LeftOut
    from gamedsl_interpreter.engine import Fault
    from gamedsl_interpreter.matches.match import MatchFault
    from gamedsl_interpreter.reference.host import ReferenceHost


_FEW_WAYS, _SAMPLES, _MORE_SAMPLES = 24, 4, 40
"""The ways in which an example is tried where a sure answer would take too long: all, if there are so few, else random ones. Whether it holds asks for more of
them than whether it fails."""


@frozen
class RulesTestResult:
    """The result of a test. `report` is the text of `gamedsl test`, without colours; empty if the test has passed. `file` and `line` (from 1) give the
    place of the failure in the rules; line 0 if no line is to blame. `left_out`: an example of a base that fails because of a change that a variant names
    with `remove examples broken by`; it counts as passed, and `report`, `file` and `line` describe that line of the variant. `notes`: why lines of an
    example that passes prove nothing, each with its place."""

    passed: bool
    report: str = ""
    file: str = ""
    line: int = 0
    left_out: bool = False
    notes: tuple[str, ...] = ()


@frozen
class RulesTest:
    """A test of rules: a worked example, or random matches of one setup with invariants and conservation tested at every step.

    `name` is that of the example, or `random matches, 2 players`. `file` and `line` (from 1) give the place of the example, or the file of the game (line
    1). Nothing is compiled or run before `run` is called.
    """

    name: str
    file: str
    line: int
    setup: Setup
    is_example: bool
    _suite: _Suite = field(repr=False)

    def run(self) -> RulesTestResult:
        """Runs the test."""
        from gamedsl import pipeline

        try:
            return self._suite.example(self.setup, self.name) if self.is_example else self._suite.play(self.setup)
        except pipeline.NotCompilable as error:
            return self._suite.unplayable(error.diagnostics)


def tests_of(rules: KnownRules, matches: int, seed: int) -> Iterator[RulesTest]:
    """Yields the examples in the order of setups, then a test with this many matches for each setup (0: none). Raises NotCompilable."""
    from gamedsl import pipeline
    from gamedsl.reports.setups import setup_text

    suite = _Suite(rules, matches, seed)
    for setup, name, span in pipeline.example_names(rules.parsed):
        yield RulesTest(name, span.source, suite.line(span), setup, True, suite)
    for setup in rules.setups if matches else ():
        yield RulesTest(f"random matches, {setup_text(setup)}", rules.source.name, 1, setup, False, suite)


def leaving_out(rules: KnownRules) -> LeftOut:
    """Returns a predicate that says which examples of their bases the rules leave out."""
    from gamedsl.pipeline.left_out import LeftOut

    return LeftOut(rules.parsed, holds)


def holds(game: Compiled, spec: ExampleSpec) -> bool:
    """Whether an example passes in a game. Of one that fails, the ways after the first failure are not tried."""
    from gamedsl_interpreter.reference.host import ReferenceHost
    from gamedsl_interpreter.worked_examples.running import first_failure
    from gamedsl_interpreter.worked_examples.ways import LEAVES, SAMPLES

    return first_failure(ReferenceHost(game.game), spec, LEAVES, SAMPLES) is None


def find_inherited_examples_that_fail(rules: KnownRules) -> dict[str, bool]:
    """Returns the names of examples that the last file of a variant inherits and that fail in it, each with whether a line of a variant leaves it out. An example
    that leaves much open is tried in a few ways only, so this takes a second where a whole test takes a minute."""
    if len(rules.parsed.chain.files) == 1:
        return {}
    from gamedsl import pipeline
    from gamedsl.pipeline.left_out import LeftOut
    from gamedsl_interpreter.reference.host import ReferenceHost

    left_out = LeftOut(rules.parsed, lambda game, spec: not _fails_soon(ReferenceHost(game.game), spec))
    found: dict[str, bool] = {}
    for setup, game, specs in pipeline.examples(rules.parsed):
        host = ReferenceHost(game.game)
        for spec in specs:
            if game.sites[spec.site].span.source != rules.parsed.name and _fails_soon(host, spec):
                found[spec.name] = left_out.line(setup, spec.name) is not None
    return found


def _fails_soon(host: ReferenceHost, spec: ExampleSpec, samples: int = _SAMPLES) -> bool:
    """Whether an example fails in one of a few ways. That none of them fits it says nothing if there are more."""
    from gamedsl_interpreter.worked_examples.running import first_failure, run_example

    first = first_failure(host, spec, _FEW_WAYS, samples)
    if first is None or first.way:
        return first is not None
    result = run_example(host, spec, _FEW_WAYS, samples)
    return any(failure.way for failure in result.failures) if result.sampled else not result.passed


def breaking_changes(rules: KnownRules, setup: Setup, host: ReferenceHost, spec: ExampleSpec) -> tuple[Span, ...]:
    """Returns the change of a variant that breaks an example of its base, or several of which each does. `host` plays the rules in which it fails. An example
    that fails in nearly every way is tried in some ways only: whether it holds without a change shows in them, too."""
    from gamedsl import pipeline

    test = _holds_in_some_ways if _fails_soon(host, spec) else holds
    return tuple(change.span for change in pipeline.breaking_changes(rules.parsed, setup, spec.name, test))


def _holds_in_some_ways(game: Compiled, spec: ExampleSpec) -> bool:
    from gamedsl_interpreter.reference.host import ReferenceHost

    return not _fails_soon(ReferenceHost(game.game), spec, _MORE_SAMPLES)


class _Suite:
    """All tests of some rules. Games are compiled when a test first needs them."""

    def __init__(self, rules: KnownRules, matches: int, seed: int) -> None:
        self._rules, self._matches, self._seed = rules, matches, seed

    @property
    def _sources(self) -> dict[str, Source]:
        return {source.name: source for source in self._rules.parsed.sources}

    def line(self, span: Span) -> int:
        """Returns the line of a place; 0 if its text is unknown."""
        source = self._sources.get(span.source)
        return 0 if source is None else source.position(span.start)[0]

    @cached_property
    def _examples(self) -> dict[tuple[Setup, str], tuple[Compiled, ReferenceHost, ExampleSpec]]:
        """All examples, each with its game and the host that runs it. Raises NotCompilable."""
        from gamedsl import pipeline
        from gamedsl_interpreter.reference.host import ReferenceHost

        found: dict[tuple[Setup, str], tuple[Compiled, ReferenceHost, ExampleSpec]] = {}
        for setup, game, specs in pipeline.examples(self._rules.parsed):
            host = ReferenceHost(game.game)
            found |= {(setup, spec.name): (game, host, spec) for spec in specs}
        return found

    def example(self, setup: Setup, name: str) -> RulesTestResult:
        """Runs an example. Raises NotCompilable."""
        from gamedsl.reports.failed_examples import notes, reasons
        from gamedsl.reports.places import quote_line
        from gamedsl_interpreter.worked_examples.running import run_example

        game, host, spec = self._examples[setup, name]
        result = run_example(host, spec)
        if result.passed:
            told = [line.text for line in notes(result, game, self._sources, self._rules.source.name)]
            return RulesTestResult(True, notes=tuple(map("\n".join, zip(told[::2], told[1::2], strict=True))))
        line = self._left_out.line(setup, name)
        if line is not None:
            report = f"left out by {quote_line(line, self._sources)}"
            return RulesTestResult(True, report, line.source, self.line(line), left_out=True)
        flags = {source.name for source in self._rules.additions.sources}
        lines = reasons(result, game, self._sources, breaking_changes(self._rules, setup, host, spec), flags)
        span = game.sites[result.failures[0].site].span
        return RulesTestResult(False, "\n".join(line.text for line in lines), span.source, self.line(span))

    @cached_property
    def _left_out(self) -> LeftOut:
        return leaving_out(self._rules)

    def play(self, setup: Setup) -> RulesTestResult:
        """Plays random matches of a setup. Raises NotCompilable."""
        from gamedsl_interpreter.engine import Checking
        from gamedsl_interpreter.matches.fastest import fastest, random_matches
        from gamedsl_interpreter.matches.match import MatchFault
        from gamedsl_interpreter.wasm.bulk.playouts import Policy

        game = self._rules.compile(setup)
        chosen = fastest(game.game, Checking.ON, keeper=own_store())
        try:
            random_matches(chosen, Policy.STEPS, self._seed, 0, self._matches)
        except MatchFault as caught:
            return self._fault_result(setup, game, caught)
        return RulesTestResult(True)

    def unplayable(self, diagnostics: tuple[Diagnostic, ...]) -> RulesTestResult:
        """Makes the result for a game that cannot be compiled."""
        from gamedsl.diagnostics.render import render_all

        span = diagnostics[0].primary.span
        return RulesTestResult(False, render_all(diagnostics, self._sources), span.source, self.line(span))

    def _fault_result(self, setup: Setup, game: Compiled, caught: MatchFault) -> RulesTestResult:
        from gamedsl.diagnostics.render import render
        from gamedsl.reports.faults import diagnostic, find_broken_match, retold

        fault: Fault = caught.fault
        finding = diagnostic(fault, game)
        match = "\n".join(line.text for line in retold(game, find_broken_match(setup, caught)))
        span = finding.primary.span
        return RulesTestResult(False, render(finding, self._sources) + match, span.source, self.line(span))
