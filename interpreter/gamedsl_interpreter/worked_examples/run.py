"""One worked example while it runs: the data that its ways share, and the next lines on each way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from gamedsl.graph.model.example_lines import ExampleSpec, Line, Run
from gamedsl.graph.model.types import SeatId, SiteId
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.engine import Fault, S
from gamedsl_interpreter.worked_examples.host import ExampleHost, GivenError
from gamedsl_interpreter.worked_examples.proof import ExampleNote, Proof
from gamedsl_interpreter.worked_examples.ways import Forks, Way

A = TypeVar("A")
B = TypeVar("B")


@frozen
class Failure:
    """A failed line of an example. `way` names the free choices and chance outcomes that lead there. `rule` is the place of the formula or statement that
    causes a fault."""

    site: SiteId
    text: str
    way: tuple[str, ...]
    rule: SiteId | None = None


@frozen
class ExampleResult:
    """The result of an example. `ways` counts the ways that were tried; `sampled`: there are more, and these were picked at random. `left_out`: it is an
    example of the base rules, and a variant allows it to fail."""

    name: str
    failures: tuple[Failure, ...]
    ways: int
    sampled: bool
    left_out: bool = False
    notes: tuple[ExampleNote, ...] = ()

    @property
    def passed(self) -> bool:
        return self.left_out or not self.failures


def needs_all(_: ExampleRun[S]) -> bool:
    return False


@define
class ExampleRun(Generic[S]):
    """One example being run; the first failure of each line is kept."""

    host: ExampleHost[S]
    spec: ExampleSpec
    forks: Forks
    waiting: frozenset[int] = frozenset()
    """Numbers of lines that, in this reading, do not mean a forced decision."""
    forced_lines: set[int] = field(factory=set[int])
    """Numbers of lines that were matched with a forced decision."""
    is_enough: Callable[[ExampleRun[S]], bool] = needs_all
    """Whether to stop before the remaining ways are tried."""
    failures: dict[SiteId, Failure] = field(factory=dict[SiteId, Failure])
    fixed: dict[SiteId, bool] = field(factory=dict[SiteId, bool])
    """For each line that fixes a roll or draw and was reached: whether its outcome was possible on some way."""
    drawn_at_once: dict[SiteId, int] = field(factory=dict[SiteId, int])
    """For each line that fixes more draws than the rules make at once: how many they draw."""
    proof: Proof = field(factory=Proof)
    """The lines that prove something, and those that do not."""

    def fail(self, way: Way[S], site: SiteId, text: str, rule: SiteId | None = None) -> None:
        self.failures.setdefault(site, Failure(site, text, way.trail, rule))

    def result(self, ways: int, *, sampled: bool) -> ExampleResult:
        """Makes the result after this number of ways."""
        failures = self.verdict()
        notes = () if failures else self.proof.notes(self.spec)
        return ExampleResult(self.spec.name, failures, ways, sampled, notes=notes)

    def verdict(self) -> tuple[Failure, ...]:
        """Returns the failures in the order of the lines; failures of the givens come first."""
        never = {site: Failure(site, self._reason(site), ()) for site, came in self.fixed.items() if not came}
        order = {line.site: number for number, line in enumerate(self.spec.lines)}
        return tuple(sorted((never | self.failures).values(), key=lambda failure: order.get(failure.site, -1)))

    def _reason(self, site: SiteId) -> str:
        """Explains why the roll or draw that a line fixes was not possible on any way."""
        number = self.drawn_at_once.get(site)
        if number is None:
            return "it never comes out like this"
        return f"the rules draw {number} at a time here: write a line for each draw"


def attempt(answer: Callable[[B], A], question: B, run: ExampleRun[S], way: Way[S]) -> A | None:
    """Returns the answer to the question. A fault, or a given that cannot be put on the table, ends the way and is recorded as a failure of its line; then
    the result is None."""
    try:
        return answer(question)
    except Fault as fault:
        line = next_line(run, way)
        run.fail(way, line.site if line else run.spec.site, fault_text(fault), fault_place(fault))
    except GivenError as error:
        run.fail(way, error.site, str(error))
    return None


def fault_place(fault: Fault) -> SiteId | None:
    return SiteId(fault.site) if fault.site >= 0 else None


def fault_text(fault: Fault) -> str:
    return f"the rules break a promise here ({fault.code}): {fault.text}"


def next_line(run: ExampleRun[S], way: Way[S]) -> Line | None:
    """Returns the line that comes next; None where the givens come first."""
    if not way.placed and way.line >= run.spec.given_after:
        return None
    return run.spec.lines[way.line] if way.line < len(run.spec.lines) else None


def lines_ahead(run: ExampleRun[S], way: Way[S]) -> Iterator[tuple[int, Line]]:
    """Yields the lines that belong to the current run, with their numbers: up to the next run, or the givens."""
    end = run.spec.given_after if not way.placed else len(run.spec.lines)
    for number, line in enumerate(run.spec.lines[way.line : end], way.line):
        if isinstance(line, Run):
            return
        yield number, line


def seat_name(run: ExampleRun[S], seat: SeatId) -> str:
    return run.host.game.seats[seat]
