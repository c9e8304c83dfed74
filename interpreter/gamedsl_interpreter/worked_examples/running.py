"""Runs worked examples, and says in English why one fails: all ways of filling in what an example leaves open are tried, and its facts must hold in each of
them.

A run stops before every decision that a later line names, forced or not; other forced decisions are made silently.
Forced decisions never have to be named: if an example fails, a line that was matched with a forced decision may mean the next
decision. The example is then tried again with this reading, from the last such line back to the first. A
roll or draw that a later line fixes waits for that line. At all other chance nodes, and at selections that a `plays` line
leaves out, the example forks. Forks are followed depth-first, up to `LEAVES` ways. If there are more, `SAMPLES` random
ways with fixed seeds are tried in place of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Generic, TypeVar, assert_never

from gamedsl.graph.analysis.walk import plans
from gamedsl.graph.model import expressions
from gamedsl.graph.model import types as t
from gamedsl.graph.model.example_lines import (
    Cannot,
    ExampleSpec,
    FixDraw,
    FixRoll,
    Line,
    MayChoose,
    MovePart,
    Plays,
    Run,
    Sight,
    Then,
)
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.types import SeatId, SiteId, Value
from gamedsl.graph.text.formula_text import formula
from gamedsl.graph.text.names import Style, value_text, words
from gamedsl.values import define, evolve, field, frozen
from gamedsl_interpreter.engine import ChanceOutcome, Fault, Refusal, S
from gamedsl_interpreter.proposals import (
    Walk,
    Wanted,
    agrees,
    as_drawn,
    gate_names,
    has_path,
    part_names,
    selection_names,
)
from gamedsl_interpreter.random import policy_stream
from gamedsl_interpreter.worked_examples.host import ExampleHost, GivenError, OpenChance
from gamedsl_interpreter.worked_examples.proof import ExampleNote, Proof, first_facts
from gamedsl_interpreter.worked_examples.ways import LEAVES, SAMPLES, AllWays, Forks, OneWay, TooManyWaysError, Way

__all__ = [
    "ExampleHost",
    "ExampleNote",
    "ExampleResult",
    "Failure",
    "GivenError",
    "OpenChance",
    "first_failure",
    "given_position",
    "run_example",
    "sampled",
]

A = TypeVar("A")
B = TypeVar("B")


@frozen
class Failure:
    """A failed line of an example. `way` names the free choices and chance outcomes that lead there. `rule` is the place of the formula or statement that
    runs into a fault."""

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


def run_example(host: ExampleHost[S], spec: ExampleSpec, most: int = LEAVES, samples: int = SAMPLES) -> ExampleResult:
    """Runs one example on the host of its Game. Up to `most` ways are tried one by one; if there are more, `samples` random ones are tried."""
    return _read(host, spec, lambda run: _try_all_ways(run, samples), most)


def first_failure(host: ExampleHost[S], spec: ExampleSpec, most: int, samples: int) -> Failure | None:
    """Returns the first failure of an example that is met; None if it passes. The ways after it are not tried."""
    result = _read(host, spec, lambda run: _try_all_ways(run, samples), most, is_enough=_has_failed)
    return next(iter(result.failures), None)


def given_position(host: ExampleHost[S], spec: ExampleSpec) -> S | None:
    """Returns the position with the givens of an example, on one way through what is run before them; None if it has none, or if the way fails."""
    run = _Run(host, spec, OneWay(policy_stream(_seed(spec.name), 0), 0))
    way = next(_start_ways(run), None) if spec.given else None
    while way is not None and not way.placed:
        onward = _try(lambda way: _continue(run, way), way, run, way)
        way = None if onward is None else next(onward, None)
    return None if way is None else way.state


def _has_failed(run: _Run[S]) -> bool:
    return bool(run.failures)


def _needs_all(_: _Run[S]) -> bool:
    return False


def sampled(host: ExampleHost[S], spec: ExampleSpec, number: int) -> ExampleResult:
    """Runs one example along `number` random ways."""
    return _read(host, spec, lambda run: _try_random_ways(run, number), LEAVES)


def _read(
    host: ExampleHost[S],
    spec: ExampleSpec,
    tried: Callable[[_Run[S]], ExampleResult],
    most: int,
    is_enough: Callable[[_Run[S]], bool] = _needs_all,
) -> ExampleResult:
    """Runs an example in all its readings: a line may mean a forced decision or the next one. It passes if one reading passes; otherwise the failures are
    those of the first reading."""
    first: ExampleResult | None = None
    waiting: frozenset[int] = frozenset()
    while True:
        run = _Run(host, spec, AllWays(most), waiting, is_enough=is_enough)
        result = tried(run)
        first = first or result
        if result.passed:
            return result
        failed = {failure.site for failure in result.failures}
        end = next((i for i, line in enumerate(spec.lines) if line.site in failed), len(spec.lines))
        while end < len(spec.lines) and isinstance(spec.lines[end], Then):
            end += 1  # a fact is tested at the position where the next line applies
        named = [line for line in run.forced_lines - waiting if line <= end]
        if not named:
            return first
        waiting |= {max(named)}


def _try_all_ways(run: _Run[S], samples: int) -> ExampleResult:
    try:
        ways = sum(1 for _ in _ways(run))
        return run.result(ways, sampled=False)
    except TooManyWaysError as many:
        if many.is_sure:
            return _try_random_ways(_copy_run(run, run.forks), samples)
    return _try_all_if_few(run, samples)


def _try_all_if_few(run: _Run[S], samples: int) -> ExampleResult:
    """Tries all ways unless every one of some random ways also estimates that there are too many."""
    most = run.forks.most if isinstance(run.forks, AllWays) else LEAVES
    random, counts = _copy_run(run, run.forks), list[int]()
    result = _try_random_ways(random, samples, counts)
    if random.is_enough(random) or (counts and min(counts) > most):
        return result
    return _try_all_ways(_copy_run(run, AllWays(most, is_patient=True)), samples)


def _copy_run(run: _Run[S], forks: Forks) -> _Run[S]:
    return _Run(run.host, run.spec, forks, run.waiting, run.forced_lines, run.is_enough)


def _try_random_ways(run: _Run[S], number: int, counts: list[int] | None = None) -> ExampleResult:
    """Tries `number` random ways; `counts` receives the estimate of all ways that each of them gives."""
    for way in range(number):
        forks = run.forks = OneWay(policy_stream(_seed(run.spec.name), way), 0 if counts is None else 1)
        for _ in _ways(run):
            pass
        if counts is not None:
            counts.append(forks.ways)
        if run.is_enough(run):
            break
    return run.result(number, sampled=True)


# ---------------------------------------------------------------- ways


@define
class _Run(Generic[S]):
    """One example being run; the first failure of each line is kept."""

    host: ExampleHost[S]
    spec: ExampleSpec
    forks: Forks
    waiting: frozenset[int] = frozenset()
    """Numbers of lines that, in this reading, do not mean a forced decision."""
    forced_lines: set[int] = field(factory=set[int])
    """Numbers of lines that were matched with a forced decision."""
    is_enough: Callable[[_Run[S]], bool] = _needs_all
    """Whether to stop before the remaining ways are tried."""
    failures: dict[SiteId, Failure] = field(factory=dict[SiteId, Failure])
    fixed: dict[SiteId, bool] = field(factory=dict[SiteId, bool])
    """For each line that fixes a roll or draw and was reached: whether its outcome was possible on some way."""
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
        """Failures in the order of the lines; those of the givens first."""
        never = {
            site: Failure(site, "it never comes out like this", ()) for site, came in self.fixed.items() if not came
        }
        order = {line.site: number for number, line in enumerate(self.spec.lines)}
        return tuple(sorted((never | self.failures).values(), key=lambda failure: order.get(failure.site, -1)))


def _ways(run: _Run[S]) -> Iterator[Way[S]]:
    """Yields each way that the run's forks follow when it has ended."""
    open_ways: list[Iterator[Way[S]]] = [_start_ways(run)]
    while open_ways:
        way = next(open_ways[-1], None)
        if way is None:
            open_ways.pop()
            continue
        onward = _try(lambda way: _continue(run, way), way, run, way)
        if onward is None:
            run.forks.end(way.share)
            yield way
            if run.is_enough(run):
                return
        else:
            open_ways.append(onward)


def _start_ways(run: _Run[S]) -> Iterator[Way[S]]:
    try:
        yield Way(run.host.table(), 0, 0, not run.spec.given, ())
    except Fault as fault:
        run.failures[run.spec.site] = Failure(run.spec.site, _fault_text(fault), (), _place(fault))


def _try(answer: Callable[[B], A], question: B, run: _Run[S], way: Way[S]) -> A | None:
    """Returns the answer to the question. A fault, or a given that cannot be put on the table, ends the way and is recorded as a failure of its line; then
    the result is None."""
    try:
        return answer(question)
    except Fault as fault:
        line = _line(run, way)
        run.fail(way, line.site if line else run.spec.site, _fault_text(fault), _place(fault))
    except GivenError as error:
        run.fail(way, error.site, str(error))
    return None


def _place(fault: Fault) -> SiteId | None:
    return SiteId(fault.site) if fault.site >= 0 else None


def _fault_text(fault: Fault) -> str:
    return f"the rules break a promise here ({fault.code}): {fault.detail}"


# ---------------------------------------------------------------- continuing a way


def _continue(run: _Run[S], way: Way[S]) -> Iterator[Way[S]] | None:
    """Continues the way by one step, in one or several ways; None where it ends."""
    if way.line >= len(run.spec.lines) and way.placed:
        return None
    way = _note_facts(run, way)
    if (open_chance := run.host.open_chance(way.state)) is not None:
        return _at_chance(run, way, open_chance)
    if (plan := run.host.plan(way.state)) is not None:
        return _at_decision(run, way, plan)
    return _at_rest(run, way)


def _note_facts(run: _Run[S], way: Way[S]) -> Way[S]:
    """Updates the facts that have held at every stop of the way."""
    facts = way.held if way.held is not None else first_facts(run.spec, way.line) if way.placed else None
    if facts is None:
        return way
    return evolve(way, held=frozenset(n for n in facts if _holds(run.host, way.state, run.spec.lines[n])))


def _holds(host: ExampleHost[S], state: S, line: Line) -> bool:
    """Whether a fact holds at a position where no line asks for it. A fact that runs into a fault does not hold."""
    try:
        return isinstance(line, Then) and host.value(state, line.fact) is True
    except Fault:
        return False


def _line(run: _Run[S], way: Way[S]) -> Line | None:
    """Returns the line that comes next; None where the givens come first."""
    if not way.placed and way.line >= run.spec.given_after:
        return None
    return run.spec.lines[way.line] if way.line < len(run.spec.lines) else None


def _scope(run: _Run[S], way: Way[S]) -> Iterator[tuple[int, Line]]:
    """Yields the lines that belong to the current run, with their numbers: up to the next run, or the givens."""
    end = run.spec.given_after if not way.placed else len(run.spec.lines)
    for number, line in enumerate(run.spec.lines[way.line : end], way.line):
        if isinstance(line, Run):
            return
        yield number, line


def _at_rest(run: _Run[S], way: Way[S]) -> Iterator[Way[S]] | None:
    """Continues where nothing is open: the givens are put on the table, a run begins, or a fact is tested."""
    match line := _line(run, way):
        case None:
            return iter((evolve(way.at(run.host.put(way.state, run.spec.given), ""), placed=True),))
        case Run():
            return iter((way.at(run.host.enter(way.state, line.entry), "").on(),))
        case Then():
            return _check_fact(run, way, line)
        case FixRoll() | FixDraw():
            run.fail(way, line.site, "nothing is rolled or drawn here")
            return None
        case Plays() | Cannot() | MayChoose():
            run.fail(way, line.site, f"{_seat(run, line.seat)} is not asked anything here")
            return None
        case _:
            assert_never(line)


def _check_fact(run: _Run[S], way: Way[S], line: Then) -> Iterator[Way[S]]:
    has_held = way.held is not None and way.line in way.held
    is_plain = line.over is None and line.sight is None and not line.as_before
    run.proof.tell(way.line, "it held before" if has_held and is_plain else None)
    if line.over is not None:
        if _is_over(run.host, way.state, line.fact) != line.over:
            run.fail(way, line.site, f"the match is {'not ' if line.over else ''}over")
        elif line.result is not None and run.host.value(way.state, line.result) is not True:
            run.fail(way, line.site, "the match is over with another result")
    elif run.host.value(way.state, line.fact) is not True:
        said = _why_not(run.host, way.state, line.fact) if line.sight is None else _sight(run, line.sight)
        run.fail(way, line.site, said)
    elif line.as_before and not has_held:
        run.fail(way, line.site, _not_before(way))
    return iter((way.on(),))


def _not_before(way: Way[S]) -> str:
    """Says why a fact that holds now does not hold "as before"."""
    return (
        "nothing has run before this" if way.held is None else "it holds now, but it did not hold all the time before"
    )


def _sight(run: _Run[S], sight: Sight) -> str:
    """Says what the seat really sees, if the line claims the opposite."""
    return f"{_seat(run, sight.seat)} {'does not see' if sight.is_seen else 'sees'} {sight.place}"


def _is_over(host: ExampleHost[S], state: S, ends: expressions.Expr) -> bool:
    """Whether the match has ended, or ends by the rules after the current run. While something is open it has not."""
    if host.plan(state) is not None or host.open_chance(state) is not None:
        return False
    return host.is_over(state) or host.value(state, ends) is True


# ---------------------------------------------------------------- chance


def _at_chance(run: _Run[S], way: Way[S], open_chance: OpenChance) -> Iterator[Way[S]]:
    line = _line(run, way)
    if isinstance(line, FixRoll | FixDraw) and _fixes(line, open_chance):
        return _follow_fixed(run, way, line, open_chance)
    if isinstance(line, Then) and any(_fixes(later, open_chance) for _, later in _scope(run, way)):
        return _check_fact(run, way, line)
    return _follow_outcomes(run, way, run.forks.outcomes(run.host, way.state), open_chance)


def _fixes(line: Line, open_chance: OpenChance) -> bool:
    match line:
        case FixRoll(name):
            return name == open_chance.name
        case FixDraw(zone=zone):
            return zone == open_chance.source
        case _:
            return False


def _follow_fixed(run: _Run[S], way: Way[S], line: FixRoll | FixDraw, open_chance: OpenChance) -> Iterator[Way[S]]:
    """Continues with the outcomes that the line fixes; none if they are impossible here."""
    asked = (
        line.kinds if isinstance(line, FixDraw) else as_drawn(run.host.value(way.state, line.value), open_chance.type)
    )
    meant = _named_outcomes(run, way, asked, isinstance(line, FixDraw))
    if meant is None:
        run.fail(
            way, line.site, "it does not come out in this order, and there are too many outcomes to look for another"
        )
        return iter(())
    run.fixed[line.site] = run.fixed.get(line.site, False) or bool(meant)
    return _follow_outcomes(run, way.on(), meant, open_chance)


def _named_outcomes(
    run: _Run[S], way: Way[S], values: tuple[int, ...], is_draw: bool
) -> Sequence[ChanceOutcome] | None:
    """Returns the outcomes with these values: of a roll in this order, or else in any; of a draw in any order only if its order does not matter. None if there
    are too many outcomes to search through."""
    outcome = run.host.named_outcome(way.state, values)
    if outcome is not None or is_draw:
        return () if outcome is None else (outcome,)
    outcomes = run.host.chance(way.state, _FIXABLE)
    if outcomes is None:
        return None
    exact = [outcome for outcome in outcomes if outcome.values == values]
    return exact or [outcome for outcome in outcomes if sorted(outcome.values) == sorted(values)]


_FIXABLE = 1_000_000
"""Most outcomes of a chance node that are searched for those that an example fixes."""


def _follow_outcomes(
    run: _Run[S], way: Way[S], outcomes: Sequence[ChanceOutcome], open_chance: OpenChance
) -> Iterator[Way[S]]:
    for outcome in outcomes:
        label = _outcome_label(open_chance, outcome) if len(outcomes) > 1 or isinstance(run.forks, OneWay) else ""
        after = _try(lambda chosen: run.host.play_chance(way.state, chosen), outcome, run, way)
        if after is not None:
            yield way.at(after, label, len(outcomes))


# ---------------------------------------------------------------- decisions


def _at_decision(run: _Run[S], way: Way[S], plan: Plan) -> Iterator[Way[S]] | None:
    line = _line(run, way)
    asked = run.host.asked(way.state)
    forced = {seat: run.host.forced(way.state, seat) for seat in asked}
    free = [seat for seat, move in forced.items() if move is None]
    passed = frozenset[int]() if free else run.waiting
    if line is not None and way.line not in passed and _addresses(line, way.part, plan, asked):
        if not free:
            run.forced_lines.add(way.line)
        return _handle_line(run, way, line, plan)
    awaited = any(n not in passed and _addresses(later, 0, plan, asked) for n, later in _scope(run, way))
    if isinstance(line, Then) and (awaited or (free and way.looked)):
        if not free:
            run.forced_lines |= {n for n, later in _scope(run, way) if _addresses(later, 0, plan, asked)}
        return _check_fact(run, way, line)
    if (move := forced[asked[0]]) is not None and not free:
        return iter((way.at(run.host.play(way.state, asked[0], move), ""),))
    if isinstance(line, Cannot) and line.seat in free:
        return _handle_line(run, way, line, plan)
    site = line.site if line else run.spec.site
    unanswered = ", and no line answers: say what is chosen, or what may be" if isinstance(line, Then) else ""
    run.fail(way, site, f"{_seat(run, free[0])} is asked {_question(plan)} here{unanswered}")
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


def _handle_line(run: _Run[S], way: Way[S], line: Line, plan: Plan) -> Iterator[Way[S]] | None:
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


def _play_parts(run: _Run[S], way: Way[S], line: Plays, plan: Plan) -> Iterator[Way[S]] | None:
    """Plays as many of the line's remaining parts as belong to this decision, in every matching move. The other parts belong to later decisions."""
    rest = _wanted(run.host, way.state, line.parts[way.part :])
    names = [want.name for want in rest]
    here = next(number for number in range(len(rest), 0, -1) if has_path(plan, names[:number]))
    found = run.host.walks(way.state, line.seat, rest[:here])
    if not found:
        run.fail(way, line.site, run.host.refusal(way.state, line.seat, rest[:here]).text)
        return None
    done = way.part + here
    onward = evolve(way, part=done) if done < len(line.parts) else way.on()
    return _follow_moves(run, way, onward, line.seat, run.forks.walks(found))


def _follow_moves(run: _Run[S], way: Way[S], onward: Way[S], seat: SeatId, walks: Sequence[Walk]) -> Iterator[Way[S]]:
    for walk in walks:
        label = f"{_seat(run, seat)} plays {walk.move.text}" if len(walks) > 1 or isinstance(run.forks, OneWay) else ""
        after = _try(lambda move: run.host.play(way.state, seat, move), walk.move, run, way)
        if after is not None:
            yield onward.at(after, label, len(walks))


def _look_refused(run: _Run[S], way: Way[S], line: Cannot) -> None:
    wanted = _wanted(run.host, way.state, line.parts)
    found = run.host.walks(way.state, line.seat, wanted)
    if found:
        run.fail(way, line.site, f"this move is possible: {found[0].move.text}")
        return
    refusal = run.host.refusal(way.state, line.seat, wanted)
    if line.because is not None and line.because not in (refusal.reason, refusal.menu):
        run.fail(way, line.site, f"it is refused because of {refusal.reason}, not {line.because}: {refusal.text}")
    elif run.proof.is_open(way.line):
        run.proof.tell(way.line, _other_cause(run, way, line, wanted, refusal))


def _other_cause(run: _Run[S], way: Way[S], line: Cannot, wanted: Sequence[Wanted], refusal: Refusal) -> str | None:
    """Names another cause that refuses a move, if no rule of the move itself refuses it; None if such a rule does."""
    last = wanted[-1]
    if last.decline and line.because is None:
        taken = (*wanted[:-1], Wanted(last.name, False, ()))
        none = not run.host.walks(way.state, line.seat, taken)
        return (
            f"`{last.name}` is not open to {_seat(run, line.seat)} here, so there is nothing to decline"
            if none
            else None
        )
    if refusal.kind == "unknown":
        return f"no rule refuses this: {refusal.text}"
    if refusal.kind != "selection" or line.because not in (None, refusal.reason):
        return None
    absence = run.host.absence(way.state, line.seat, wanted, refusal.reason)
    return None if absence is None else f"{absence}, so the condition of `{refusal.reason}` is not asked"


def _look_choices(run: _Run[S], way: Way[S], line: MayChoose) -> None:
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
        run.fail(way, line.site, f"{_seat(run, line.seat)} may choose {_list_values(run.host.game, actual, types)}")


def _values_agree(wanted: Sequence[Value], actual: Sequence[Value], types: Sequence[t.Type]) -> bool:
    return len(wanted) == len(actual) and all(map(agrees, wanted, actual, types))


def _wanted(host: ExampleHost[S], state: S, parts: Sequence[MovePart]) -> tuple[Wanted, ...]:
    return tuple(
        Wanted(part.name, part.decline, tuple((name, host.value(state, value)) for name, value in part.args))
        for part in parts
    )


# ---------------------------------------------------------------- words


def _outcome_label(open_chance: OpenChance, outcome: ChanceOutcome) -> str:
    """Names an outcome: `roll first = Ann`, `draw [Boat, Cook] to crew`."""
    rolled = outcome.text.startswith(f"{open_chance.name} = ")
    return f"roll {outcome.text}" if rolled else f"draw {outcome.text} to {open_chance.name}"


def _seat(run: _Run[S], seat: SeatId) -> str:
    return run.host.game.seats[seat]


def _list_values(game: Game, values: Sequence[Sequence[Value]], types: Sequence[t.Type]) -> str:
    if not values:
        return "nothing"
    texts = [[value_text(game, value, of) for value, of in zip(entry, types, strict=True)] for entry in values]
    return ", ".join(entry[0] if len(entry) == 1 else f"[{', '.join(entry)}]" for entry in texts)


def _why_not(host: ExampleHost[S], state: S, fact: expressions.Expr) -> str:
    """Says what holds instead of the fact."""
    spell = words(host.game, Style.RULES)
    match fact:
        case expressions.And(left, right):
            return _why_not(host, state, left if host.value(state, left) is not True else right)
        case expressions.Equal(left, right) | expressions.Compare(_, left, right):
            shown = [side for side in (left, right) if not isinstance(side, expressions.Const)]
            return " and ".join(
                f"{formula(spell, side)} is {value_text(host.game, host.value(state, side), side.type)}"
                for side in shown
            )
        case _:
            return f"this does not hold: {formula(spell, fact)}"


def _seed(name: str) -> int:
    """A fixed seed for the samples of the example with this name."""
    return int.from_bytes(sha256(name.encode()).digest()[:7], "little")
