"""Continues ways of worked examples at decisions: plays the moves of a line, or tests which moves are possible and which are refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.graph.analysis.walk import plans
from gamedsl.graph.model import types as t
from gamedsl.graph.model.example_lines import Cannot, Line, MayChoose, MovePart, Plays, Then
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.types import SeatId, Value
from gamedsl.graph.text.names import value_text
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Refusal, S
from gamedsl_interpreter.proposals import Walk, Wanted, agrees, gate_names, has_path, part_names, selection_names
from gamedsl_interpreter.worked_examples.facts import check_fact
from gamedsl_interpreter.worked_examples.host import ExampleHost
from gamedsl_interpreter.worked_examples.run import ExampleRun, attempt, lines_ahead, next_line, seat_name
from gamedsl_interpreter.worked_examples.ways import OneWay, Way


def at_decision(run: ExampleRun[S], way: Way[S], plan: Plan) -> Iterator[Way[S]] | None:
    line = next_line(run, way)
    asked = run.host.choosers(way.state)
    forced = {seat: run.host.only_move(way.state, seat) for seat in asked}
    free = [seat for seat, move in forced.items() if move is None]
    passed = frozenset[int]() if free else run.waiting
    if line is not None and way.line not in passed and _addresses(line, way.part, plan, asked):
        if not free:
            run.forced_lines.add(way.line)
        return _handle_line(run, way, line, plan)
    awaited = any(n not in passed and _addresses(later, 0, plan, asked) for n, later in lines_ahead(run, way))
    if isinstance(line, Then) and (awaited or (free and way.looked)):
        if not free:
            run.forced_lines |= {n for n, later in lines_ahead(run, way) if _addresses(later, 0, plan, asked)}
        return check_fact(run, way, line)
    if (move := forced[asked[0]]) is not None and not free:
        return iter((way.at(run.host.play(way.state, asked[0], move), ""),))
    if isinstance(line, Cannot) and line.seat in free:
        return _handle_line(run, way, line, plan)
    site = line.site if line else run.spec.site
    unanswered = ", and no line answers: say what is chosen, or what may be" if isinstance(line, Then) else ""
    run.fail(way, site, f"{seat_name(run, free[0])} is asked {_question(plan)} here{unanswered}")
    return None


def _addresses(line: Line, part: int, plan: Plan, asked: Sequence[SeatId]) -> bool:
    """Whether the line is about the open decision."""
    match line:
        case Plays(seat, parts):
            known = gate_names(plan) if parts[part].decline else part_names(plan)
            return seat in asked and parts[part].name in known
        case Cannot(seat, parts):
            return seat in asked and parts[0].name in part_names(plan)
        case MayChoose(seat, selection):
            return seat in asked and selection in (part_names(plan) if line.is_action else selection_names(plan))
        case _:
            return False


def _question(plan: Plan) -> str:
    """Names the question for people: `card (play_card)`, or `play_card` for a plain menu."""
    first = next((name for inner in plans(plan) for name in sorted(selection_names(inner))), None)
    return plan.name if plan.menu is not None or first is None else f"{first} ({plan.name})"


def _handle_line(run: ExampleRun[S], way: Way[S], line: Line, plan: Plan) -> Iterator[Way[S]] | None:
    match line:
        case Plays():
            return _play_parts(run, way, line, plan)
        case Cannot():
            _look_refused(run, way, line)
        case MayChoose():
            _look_choices(run, way, line)
        case _:
            raise AssertionError("only these lines speak of decisions")
    return iter((evolve(way.on(), looked=True),))


def _play_parts(run: ExampleRun[S], way: Way[S], line: Plays, plan: Plan) -> Iterator[Way[S]] | None:
    """Plays as many of the line's remaining parts as belong to this decision, in every matching move. The other parts belong to later decisions."""
    rest = _wants_of(run.host, way.state, line.parts[way.part :])
    names = [want.name for want in rest]
    here = next(number for number in range(len(rest), 0, -1) if has_path(plan, names[:number]))
    found = run.host.walks(way.state, line.seat, rest[:here])
    if not found:
        run.fail(way, line.site, run.host.refusal(way.state, line.seat, rest[:here]).text)
        return None
    done = way.part + here
    onward = evolve(way, part=done) if done < len(line.parts) else way.on()
    return _follow_moves(run, way, onward, line.seat, run.forks.walks(found))


def _follow_moves(
    run: ExampleRun[S], way: Way[S], onward: Way[S], seat: SeatId, walks: Sequence[Walk]
) -> Iterator[Way[S]]:
    for walk in walks:
        label = (
            f"{seat_name(run, seat)} plays {walk.move.text}" if len(walks) > 1 or isinstance(run.forks, OneWay) else ""
        )
        after = attempt(lambda move: run.host.play(way.state, seat, move), walk.move, run, way)
        if after is not None:
            yield onward.at(after, label, len(walks))


def _look_refused(run: ExampleRun[S], way: Way[S], line: Cannot) -> None:
    wanted = _wants_of(run.host, way.state, line.parts)
    found = run.host.walks(way.state, line.seat, wanted)
    if found:
        run.fail(way, line.site, f"this move is possible: {found[0].move.text}")
        return
    refusal = run.host.refusal(way.state, line.seat, wanted)
    if line.because is not None and line.because not in (refusal.reason, refusal.menu):
        run.fail(way, line.site, f"it is refused because of {refusal.reason}, not {line.because}: {refusal.text}")
    elif run.proof.is_open(way.line):
        run.proof.tell(way.line, _other_cause(run, way, line, wanted, refusal))


def _other_cause(
    run: ExampleRun[S], way: Way[S], line: Cannot, wanted: Sequence[Wanted], refusal: Refusal
) -> str | None:
    """Names another cause that refuses a move, if no rule of the move itself refuses it; None if such a rule does."""
    last = wanted[-1]
    if last.decline and line.because is None:
        taken = (*wanted[:-1], Wanted(last.name, False, ()))
        none = not run.host.walks(way.state, line.seat, taken)
        return (
            f"`{last.name}` is not open to {seat_name(run, line.seat)} here, so there is nothing to decline"
            if none
            else None
        )
    if refusal.kind == "unknown":
        return f"no rule refuses this: {refusal.text}"
    if refusal.kind != "selection" or line.because not in (None, refusal.reason):
        return None
    absence = run.host.absence(way.state, line.seat, wanted, refusal.reason)
    return None if absence is None else f"{absence}, so the condition of `{refusal.reason}` is not asked"


def _look_choices(run: ExampleRun[S], way: Way[S], line: MayChoose) -> None:
    """Tests that the values of the selection (or the selections of the action) over all complete moves are the written ones."""
    types: tuple[t.Type, ...] = ()
    actual: list[tuple[Value, ...]] = []
    for walk in run.host.walks(way.state, line.seat, ()):
        for part in walk.parts:
            mine = [
                c for c in part.chosen if c.name == line.selection or (line.is_action and part.name == line.selection)
            ]
            values = tuple(c.value for c in mine)
            if mine and values not in actual:
                types = tuple(c.type for c in mine)
                actual.append(values)
    expected = [tuple(run.host.value(way.state, item) for item in entry) for entry in line.values]
    same = all(any(_values_agree(want, have, types) for want in expected) for have in actual)
    if not same or not all(any(_values_agree(want, have, types) for have in actual) for want in expected):
        run.fail(way, line.site, f"{seat_name(run, line.seat)} may choose {_list_values(run.host.game, actual, types)}")


def _values_agree(wanted: Sequence[Value], actual: Sequence[Value], types: Sequence[t.Type]) -> bool:
    return len(wanted) == len(actual) and all(map(agrees, wanted, actual, types))


def _list_values(game: Game, values: Sequence[Sequence[Value]], types: Sequence[t.Type]) -> str:
    if not values:
        return "nothing"
    texts = [[value_text(game, value, of) for value, of in zip(entry, types, strict=True)] for entry in values]
    return ", ".join(entry[0] if len(entry) == 1 else f"[{', '.join(entry)}]" for entry in texts)


def _wants_of(host: ExampleHost[S], state: S, parts: Sequence[MovePart]) -> tuple[Wanted, ...]:
    return tuple(
        Wanted(part.name, part.decline, tuple((name, host.value(state, value)) for name, value in part.args))
        for part in parts
    )
