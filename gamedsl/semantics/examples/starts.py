"""Checks the named starts of one setup: positions from which a match can begin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gamedsl.graph.model.example_lines import GivenField, GivenZone
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.types import KindId, SeatId
from gamedsl.semantics.examples.givens import free_draws, givens_of, latest
from gamedsl.semantics.examples.moves import seat_of
from gamedsl.semantics.model.checked import RoundPlan, StartPosition
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.symbols import PhaseSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.terms import Role, about
from gamedsl.semantics.problems.worked_examples import BadExample, ExampleFlaw
from gamedsl.semantics.rules.program import Program
from gamedsl.syntax.marks import sentence_or_none
from gamedsl.syntax.tree import example_lines, formulas


def check_starts(
    program: Program, rounds: RoundPlan, starts: tuple[example_lines.StartPosition, ...]
) -> tuple[StartPosition, ...]:
    """Returns the starts of this setup, players named like the seats."""
    return tuple(_start(program, rounds, start) for start in starts)


def _start(program: Program, rounds: RoundPlan, start: example_lines.StartPosition) -> StartPosition:
    world = program.world
    lines = tuple(line for line in start.lines if isinstance(line, example_lines.Given))
    given = latest(givens_of(program, example_lines.ExampleGiven(lines, span=start.span)))
    draws: tuple[Stmt, ...] = tuple(free_draws(program, lines))
    _check_pieces(world, given)
    runs = [line for line in start.lines if isinstance(line, example_lines.ExampleRun)]
    for line in runs[1:]:
        world.problem(BadExample(line.span, about(ExampleFlaw.SEVERAL_PLACES)))
    phase, seat = _place(program, rounds, runs[0]) if runs else (None, None)
    return StartPosition(
        start.name.text,
        sentence_or_none(start.doc),
        _with_round(world, given, in_round=phase is not None),
        draws,
        phase,
        seat,
    )


def _place(program: Program, rounds: RoundPlan, line: example_lines.ExampleRun) -> tuple[int | None, SeatId | None]:
    """Returns the phase in which play continues, and the seat whose turn it is."""
    world = program.world
    name = line.call
    symbol = world.symbols.get(name.id) if isinstance(name, formulas.Name) else None
    known = tuple(program.phase_decls[entry.phase].name.text for entry in rounds.phases)
    if not isinstance(name, formulas.Name) or not isinstance(symbol, PhaseSymbol) or name.id not in known:
        world.problem(UnknownName(name.span, words(name), Role.PHASE_OF_ROUNDS, known))
        return None, None
    if line.who is None:
        return symbol.index, None
    each = program.phase_decls[symbol.index].each
    if each is None:
        world.problem(BadExample(line.span, about(ExampleFlaw.NO_TURNS, name.id)))
        return symbol.index, None
    if each.together:
        world.problem(BadExample(line.span, about(ExampleFlaw.ALL_AT_ONCE, name.id)))
        return symbol.index, None
    return symbol.index, seat_of(program, line.who)


def _with_round(
    world: World, given: tuple[GivenZone | GivenField, ...], *, in_round: bool
) -> tuple[GivenZone | GivenField, ...]:
    """Adds the number of the round, if the rules keep it and none is given: the first one. The beginning of a round counts it up."""
    field = world.round_field
    if field is None:
        return given
    written = next((g for g in given if isinstance(g, GivenField) and g.field == field), None)
    number = 1 if written is None or not isinstance(written.value, int) else max(1, written.value)
    site = world.site(world.at, "start") if written is None else written.site
    rest = tuple(g for g in given if g is not written)
    return (*rest, GivenField(field, 0, number if in_round else number - 1, site))


def _check_pieces(world: World, given: Sequence[GivenZone | GivenField]) -> None:
    """Reports pieces that do not exist, and zones that are too small for theirs."""
    used: Counter[KindId] = Counter()
    for item in given:
        if not isinstance(item, GivenZone):
            continue
        span = world.sites[item.site].span
        spec = next(z for z in world.zones if z.base <= item.zone < z.base + len(z.start))
        room = 1 if spec.form == "slot" else spec.capacity
        size = sum(number for _, number in item.content)
        if room is not None and size > room:
            world.problem(BadExample(span, about(ExampleFlaw.TOO_MANY_IN_ZONE, spec.name, room, size)))
        for kind, number in item.content:
            used[kind] += number
            there = world.kinds[kind].copies
            if used[kind] > there >= used[kind] - number:
                needed = about(ExampleFlaw.TOO_MANY_OF_KIND, used[kind], world.kinds[kind].name, there)
                world.problem(BadExample(span, needed))
