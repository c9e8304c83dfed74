"""Tests the facts of worked examples, and describes what is true instead."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.model import expressions
from gamedsl.graph.model.example_lines import Line, Sight, Then
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Fault, S
from gamedsl_interpreter.worked_examples.host import ExampleHost
from gamedsl_interpreter.worked_examples.instead import what_holds_instead
from gamedsl_interpreter.worked_examples.proof import first_facts
from gamedsl_interpreter.worked_examples.run import ExampleRun, seat_name
from gamedsl_interpreter.worked_examples.ways import Way


def check_fact(run: ExampleRun[S], way: Way[S], line: Then) -> Iterator[Way[S]]:
    has_held = way.held is not None and way.line in way.held
    is_plain = line.over is None and line.sight is None and not line.as_before
    run.proof.tell(way.line, "it held before" if has_held and is_plain else None)
    if line.over is not None:
        if _is_over(run.host, way.state, line.fact) != line.over:
            run.fail(way, line.site, f"the match is {'not ' if line.over else ''}over")
        elif line.result is not None and run.host.value(way.state, line.result) is not True:
            run.fail(way, line.site, "the match is over with another result")
    elif run.host.value(way.state, line.fact) is not True:
        said = what_holds_instead(run.host, way.state, line.fact) if line.sight is None else _sight(run, line.sight)
        run.fail(way, line.site, said)
    elif line.as_before and not has_held:
        run.fail(way, line.site, _not_before(way))
    return iter((way.on(),))


def _not_before(way: Way[S]) -> str:
    """Says why a fact that holds now does not hold "as before"."""
    return (
        "nothing has run before this" if way.held is None else "it holds now, but it did not hold all the time before"
    )


def _sight(run: ExampleRun[S], sight: Sight) -> str:
    """Describes what the seat really sees, if the line claims the opposite."""
    return f"{seat_name(run, sight.seat)} {'does not see' if sight.is_seen else 'sees'} {sight.place}"


def _is_over(host: ExampleHost[S], state: S, ends: expressions.Expr) -> bool:
    """Whether the match has ended, or ends by the rules after the current run; False while a decision is open."""
    if host.plan(state) is not None or host.open_chance(state) is not None:
        return False
    return host.is_over(state) or host.value(state, ends) is True


def note_facts(run: ExampleRun[S], way: Way[S]) -> Way[S]:
    """Updates the facts that have held at every stop of the way."""
    facts = way.held if way.held is not None else first_facts(run.spec, way.line) if way.placed else None
    if facts is None:
        return way
    return evolve(way, held=frozenset(n for n in facts if _holds(run.host, way.state, run.spec.lines[n])))


def _holds(host: ExampleHost[S], state: S, line: Line) -> bool:
    """Whether a fact is true at a position where no line tests it. A fact that causes a fault is not."""
    try:
        return isinstance(line, Then) and host.value(state, line.fact) is True
    except Fault:
        return False
