"""Continues ways of worked examples where chance decides: with the outcomes that a line fixes, or with all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.graph.model.example_lines import FixDraw, FixRoll, Line, Then
from gamedsl_interpreter.engine import ChanceOutcome, S
from gamedsl_interpreter.proposals import convert_to_outcome
from gamedsl_interpreter.worked_examples.facts import check_fact
from gamedsl_interpreter.worked_examples.host import OpenChance
from gamedsl_interpreter.worked_examples.run import ExampleRun, attempt, lines_ahead, next_line
from gamedsl_interpreter.worked_examples.ways import OneWay, Way


def at_chance(run: ExampleRun[S], way: Way[S], open_chance: OpenChance) -> Iterator[Way[S]]:
    line = next_line(run, way)
    if isinstance(line, FixRoll | FixDraw) and _fixes(line, open_chance):
        return _follow_fixed(run, way, line, open_chance)
    if isinstance(line, Then) and any(_fixes(later, open_chance) for _, later in lines_ahead(run, way)):
        return check_fact(run, way, line)
    return _follow_outcomes(run, way, run.forks.outcomes(run.host, way.state), open_chance)


def _fixes(line: Line, open_chance: OpenChance) -> bool:
    match line:
        case FixRoll(name):
            return name == open_chance.name
        case FixDraw(zone=zone):
            return zone == open_chance.source
        case _:
            return False


def _follow_fixed(
    run: ExampleRun[S], way: Way[S], line: FixRoll | FixDraw, open_chance: OpenChance
) -> Iterator[Way[S]]:
    """Continues with the outcomes that the line fixes; none if they are impossible here."""
    asked = (
        line.kinds
        if isinstance(line, FixDraw)
        else convert_to_outcome(run.host.value(way.state, line.value), open_chance.type)
    )
    meant = _find_outcomes(run, way, asked, isinstance(line, FixDraw))
    if meant is None:
        run.fail(
            way, line.site, "it does not come out in this order, and there are too many outcomes to look for another"
        )
        return iter(())
    run.fixed[line.site] = run.fixed.get(line.site, False) or bool(meant)
    if not meant and isinstance(line, FixDraw):
        _note_fewer(run, way, line)
    return _follow_outcomes(run, way.on(), meant, open_chance)


def _find_outcomes(
    run: ExampleRun[S], way: Way[S], values: tuple[int, ...], is_draw: bool
) -> Sequence[ChanceOutcome] | None:
    """Returns the outcomes with these values. For a roll, the order of the values counts if some outcome has it; for a draw, any order is accepted if order
    does not matter. None if there are too many outcomes to search."""
    outcome = run.host.find_outcome(way.state, values)
    if outcome is not None or is_draw:
        return () if outcome is None else (outcome,)
    outcomes = run.host.chance(way.state, _FIXABLE)
    if outcomes is None:
        return None
    exact = [outcome for outcome in outcomes if outcome.values == values]
    return exact or [outcome for outcome in outcomes if sorted(outcome.values) == sorted(values)]


def _note_fewer(run: ExampleRun[S], way: Way[S], line: FixDraw) -> None:
    """Notes how many pieces are drawn at once, if these are the first pieces that the line fixes."""
    for number in range(1, len(line.kinds)):
        if run.host.find_outcome(way.state, line.kinds[:number]) is not None:
            run.drawn_at_once[line.site] = number
            return


_FIXABLE = 1_000_000
"""Most outcomes of a chance node that are searched for those that an example fixes."""


def _follow_outcomes(
    run: ExampleRun[S], way: Way[S], outcomes: Sequence[ChanceOutcome], open_chance: OpenChance
) -> Iterator[Way[S]]:
    for outcome in outcomes:
        label = _outcome_label(open_chance, outcome) if len(outcomes) > 1 or isinstance(run.forks, OneWay) else ""
        after = attempt(lambda chosen: run.host.play_chance(way.state, chosen), outcome, run, way)
        if after is not None:
            yield way.at(after, label, len(outcomes))


def _outcome_label(open_chance: OpenChance, outcome: ChanceOutcome) -> str:
    """Names an outcome: `roll first = Ann`, `draw [Boat, Cook] to crew`."""
    rolled = outcome.text.startswith(f"{open_chance.name} = ")
    return f"roll {outcome.text}" if rolled else f"draw {outcome.text} to {open_chance.name}"
