"""Turns a match that leads to a fault into an example that can be pasted into the rules and fails as long as the fault exists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from gamedsl.graph.bytes.codec import Coder
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, Node, TogetherNode
from gamedsl.graph.model.types import Value
from gamedsl.graph.text.formula_text import formula
from gamedsl.graph.text.names import Style, field_text, kind_name, value_text, words, zone_text
from gamedsl.pipeline import NotCompilable, Parsed, examples
from gamedsl.source import Source
from gamedsl.syntax.tree import example_lines
from gamedsl_interpreter.engine import Checking, Engine, Forced, State
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.trouble.attempts import Attempt, attempt, make_pick
from gamedsl_interpreter.trouble.survey import pairs_of
from gamedsl_interpreter.worked_examples.run import Failure, fault_text
from gamedsl_interpreter.worked_examples.running import first_failure

_MOST_TURNS = 4
"""The most decisions before the fault at which an example may begin."""

_MOST_LATER = 4
"""The most decisions before the fault at which an example may begin that runs more than one phase."""

_NO_PHASES = ("rounds", "setup", "end")
"""Parts of a match that are not phases."""

_MOST_TRIES = 60
"""The most attempts to leave out a given."""

_WAYS, _SAMPLES = 30, 10
"""The most ways of an example that are all tried, and the number of random ways that are tried if there are more."""

Read = Callable[[Source], Parsed]
"""Reads rules with all files that they build on."""


def example_text(read: Read, own: Source, setup: Setup, game: Compiled, found: Attempt, name: str) -> str | None:
    """Returns the text of an example that runs into the fault of a match. It begins from a position as close to the fault as possible, else from the
    setup. None if no example fails in this way; each is tried. `own` are the rules to which the example would be appended."""
    bare = without_examples(read, own)

    def fails(lines: Sequence[str]) -> bool:
        return _fails(read, bare, setup, found, name, text_of(name, lines))

    chosen = next((lines for lines in _candidates(game.game, setup, found) if fails(lines)), None)
    return None if chosen is None else text_of(name, _shorten(chosen, fails))


def text_of(name: str, lines: Sequence[str]) -> str:
    """Returns the text of an example."""
    return "\n".join((f"example {name}:", *(f"    {line}" for line in lines))) + "\n"


def _shorten(lines: list[str], fails: Callable[[Sequence[str]], bool]) -> list[str]:
    """Removes the givens that are not needed for the failure."""
    for tries, line in enumerate([line for line in lines if line.startswith("    ")]):
        fewer = [other for other in lines if other is not line]
        if not any(other.startswith("    ") for other in fewer):
            fewer.remove("given:")
        if tries < _MOST_TRIES and fails(fewer):
            lines = fewer
    return lines


def without_examples(read: Read, own: Source) -> Source:
    """Returns the rules without their examples, which takes less time to read."""
    text = own.text
    for _, file in read(own).chain.files:
        for decl in reversed(file.decls):
            if isinstance(decl, example_lines.Example) and decl.span.source == own.name:
                text = f"{text[: decl.span.start]}\n{text[decl.span.end :]}"
    return Source(own.name, text)


def _fails(read: Read, own: Source, setup: Setup, found: Attempt, name: str, text: str) -> bool:
    """Whether the example, appended to the rules, fails by the same fault. If it fails by its fact, everything before the fact must succeed: it must not end
    at a decision that no line answers, or go on to another one."""
    if found.fault is None:
        return False
    failed = _first_failure(read, own, setup, name, text)
    if failed is None:
        return False
    failure, is_last = failed
    if "\n    then " not in text or not is_last:
        return failure.text == fault_text(found.fault)
    before, _, fact = text.rstrip().rpartition("\n    then ")
    return _first_failure(read, own, setup, name, f"{before}\n    then ({fact}) or not ({fact})\n") is None


def _first_failure(read: Read, own: Source, setup: Setup, name: str, text: str) -> tuple[Failure, bool] | None:
    """Returns the first failure of an example that is appended to the rules, and whether its last line has failed; None if there is no failure, or no such
    example."""
    written = Source(own.name, f"{own.text.rstrip()}\n\n{text}")
    last = written.text.rstrip().rfind("\n") + 1
    try:
        groups = examples(read(written), (setup,))
    except NotCompilable:
        return None
    for _, compiled, specs in groups:
        for spec in specs:
            failure = first_failure(ReferenceHost(compiled.game), spec, _WAYS, _SAMPLES) if spec.name == name else None
            if failure is not None:
                return failure, compiled.sites[failure.site].span.start >= last
    return None


# ---------------------------------------------------------------- lines


def _candidates(game: Game, setup: Setup, found: Attempt) -> Iterator[list[str]]:
    """Yields the lines of possible examples, the shortest first."""
    head = head_lines(game, setup)
    told = [*found.moves, *(() if found.failing is None else (found.failing,))]
    plays = [f"{game.seats[move.seat]} plays {move.text}" for move in told]
    stops, then = _stops(game, found), _expectation(game, found)
    for back in range(1, min(len(told), len(stops), _MOST_TURNS) + 1):
        at = len(told) - back
        given = ["given:", *(f"    {line}" for line in givens(game, stops[at]))]
        for run in run_lines(game, stops[at], told[at]):
            yield [*head, *(given if len(given) > 1 else ()), run, *plays[at:], *then]
    for back in range(1, min(len(told), len(stops), _MOST_LATER) + 1):
        at = len(told) - back
        given = ["given:", *(f"    {line}" for line in givens(game, stops[at]))]
        for run in run_lines(game, stops[at], told[at]):
            for later in _later(game, stops[at]):
                yield [*head, *(given if len(given) > 1 else ()), run, *plays[at:], *later, *then]
    prepared = sum(1 for state in stops[: len(plays)] if node_at(game, state).cluster == "setup")
    rounds = ("rounds", *plays[prepared:]) if plays[prepared:] else ()
    yield [*head, "setup", *plays[:prepared], *rounds, *then]
    yield [*head, "rounds", *plays, *then]


def head_lines(game: Game, setup: Setup) -> list[str]:
    """Returns the lines with which an example of this setup begins."""
    head = [f"players {', '.join(game.seats[: game.humans])}"]
    if setup.options:
        head.append(f"with {', '.join(f'{name} = {value}' for name, value in setup.options)}")
    return head


def _later(game: Game, state: State) -> Iterator[tuple[str, ...]]:
    """Yields the parts of the program that an example can run after the last decision, to reach a fault that comes later: the end of the match, or more and
    more of the following phases, including those of the next round."""
    clusters = dict.fromkeys(node.cluster for node in game.nodes)
    if "end" in clusters:
        yield ("end",)
    phases = [name for name in clusters if name.isidentifier() and name not in _NO_PHASES]
    now = node_at(game, state).cluster
    at = phases.index(now) + 1 if now in phases else 0
    order = (*phases[at:], *phases[:at])
    yield from (order[:number] for number in range(1, len(order) + 1))


def _expectation(game: Game, found: Attempt) -> list[str]:
    """Returns the line that should hold at the end: the broken invariant. Other faults already break the run itself."""
    if found.fault is None:
        return []
    names = words(game, Style.RULES)
    broken = (one for one in game.invariants if one.site == found.fault.site and found.fault.code == "E_INVARIANT")
    return [f"then {formula(names, one.condition)}" for one in broken]


def _stops(game: Game, found: Attempt) -> Sequence[State]:
    """Returns the positions of a match at which somebody chose."""
    engine = cast("Engine[State]", fastest(game, Checking.ON, forced=Forced.ASKED).engine)
    seen: list[State] = []
    attempt(engine, found.seed, found.index, found.start, make_pick(found.choices), seen.append)
    return seen


def run_lines(game: Game, state: State, played: Played) -> Iterator[str]:
    """Yields lines that may lead to the decision: one turn of its phase, or the whole phase."""
    node = node_at(game, state)
    if isinstance(node, DecisionNode | TogetherNode):
        names = dict.fromkeys((node.cluster, *node.path, node.plan.name))
        for name in names:
            if name.isidentifier() and name not in _NO_PHASES:
                yield f"as {game.seats[played.seat]}: {name}"
                yield name


def node_at(game: Game, state: State) -> Node:
    """Returns the node of a position."""
    number, *_ = Coder(game).decode(state.bytes)
    return game.nodes[number]


def givens(game: Game, state: State) -> Iterator[str]:
    """Yields the differences between a position and the initial one."""
    _, fields, zones, _ = Coder(game).decode(state.bytes)
    for spec in game.zones:
        for at, start in enumerate(spec.start):
            now = zones[spec.base + at]
            if not spec.hidden and now != _as_lies(spec.form, start):
                yield f"{zone_text(game, spec.base + at)}: {_pieces(game, now)}"
    for field in game.fields:
        for at, begun in enumerate(field.start):
            value = fields[field.base + at]
            if not field.hidden and value != begun:
                yield f"{field_text(game, field.base + at)} = {value_text(game, value, field.type)}"


def _as_lies(form: str, start: Value) -> Value:
    return (start,) if form == "pile" and start else start


def _pieces(game: Game, zone: Value) -> str:
    """Describes pieces: `3 Boat, Horse`; `none`."""
    found: list[str] = []
    for kind, number in pairs_of(zone):
        found.append(kind_name(game, kind) if number == 1 else f"{number} {kind_name(game, kind)}")
    return ", ".join(found) or "none"
