"""The front end on one screen: texts in, problems in words and compiled games out."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from typing import TYPE_CHECKING, Protocol

from gamedsl.diagnostics.catalogue import FIRST_OF_MEANING
from gamedsl.diagnostics.model import Diagnostic, Severity
from gamedsl.errors import GameDslError
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.examples import ExampleSpec, FixDraw, FixRoll, Line, Run
from gamedsl.graph.model.expressions import Can
from gamedsl.semantics.elaboration import Elaborated, elaborate, too_deep
from gamedsl.semantics.examples.examples import with_entries
from gamedsl.semantics.formulas.conditions import conditions_of, idle_conditions
from gamedsl.semantics.model.checked import Checked
from gamedsl.semantics.model.effort import Effort
from gamedsl.semantics.model.merged import Merged, literal_text
from gamedsl.semantics.problems.advice import advice
from gamedsl.semantics.problems.problems import (
    MOST_PROBLEMS,
    AsksItself,
    BadData,
    Conflict,
    MayBeNone,
    MayFail,
    NoBase,
    NoGame,
    NotJudged,
    OfEverySetup,
    OtherGame,
    OutOfRange,
    Problem,
    TooMany,
    TooWide,
    TwoBases,
    UnknownTarget,
)
from gamedsl.semantics.problems.terms import Amount, DataFlaw, about
from gamedsl.source import NOWHERE, Source, Span
from gamedsl.syntax import tree
from gamedsl.syntax.parse import parse
from gamedsl.syntax.problems import SyntaxProblem
from gamedsl.syntax.problems import TooMany as TooManyProblems
from gamedsl.syntax.tree_walk import walk_rules
from gamedsl.values import evolve, frozen
from gamedsl.variants.csv_rows import with_csv
from gamedsl.variants.examples import name_problems, player_lists, resolved, resolved_starts
from gamedsl.variants.examples import start_people as _start_people
from gamedsl.variants.frame import Frame
from gamedsl.variants.merge import Chain, merge

if TYPE_CHECKING:
    from gamedsl.graph.compiled import Compiled

Find = Callable[[str], Source | None]


class Near(Protocol):
    """What else there is where bases are looked for."""

    def known(self) -> tuple[str, ...]:
        """The names of all rules that would be found."""
        ...

    def others(self, name: str) -> tuple[str, ...]:
        """Files with other rules of this name, as near as the one that was taken."""
        ...


__all__ = [
    "Find",
    "Parsed",
    "Report",
    "Setup",
    "broken_by",
    "check",
    "compile",
    "default_setup",
    "examples",
    "parse_files",
    "setups",
    "start_names",
    "wrong_names",
]


@frozen
class Parsed:
    """A rules file with all files it builds on, the game's own file first. `sources` by name, for showing places."""

    name: str
    sources: tuple[Source, ...]
    chain: Chain
    diagnostics: tuple[Diagnostic, ...]

    @property
    def game(self) -> tree.Game | None:
        """The `game` declaration with the number of players that counts, if there is one."""
        frame = self.chain.frame
        return None if frame is None else frame.game


@frozen
class Report:
    """What checking found over all setups: diagnostics in order of place, and the decisions of the game as text."""

    diagnostics: tuple[Diagnostic, ...]
    decisions: tuple[str, ...]

    @property
    def has_errors(self) -> bool:
        return any(d.severity is Severity.ERROR for d in self.diagnostics)


class NotCompilable(GameDslError, ValueError):
    """Rules with errors cannot be compiled; `diagnostics` say why."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(diagnostics[0].message if diagnostics else "the rules have errors")
        self.diagnostics = diagnostics


def parse_files(source: Source, find: Find, near: Near | None = None) -> Parsed:
    """Reads a file and, for a variant, the files it builds on (`find` gives the source of a game or variant by its name, or by the path that is written)."""
    reading = _Reading(find, near)
    reading.read(source, ())
    return Parsed(
        source.name,
        tuple(reading.sources),
        Chain(tuple(reading.files), tuple(reading.ancestors.items())),
        tuple(reading.diagnostics),
    )


class _Reading:
    """Files by name, each read once, bases before what builds on them."""

    def __init__(self, find: Find, near: Near | None) -> None:
        self.find = find
        self.near = near
        self.sources: list[Source] = []
        self.files: list[tuple[str, tree.File]] = []
        self.ancestors: dict[str, frozenset[str]] = {}
        self.games: dict[str, str] = {}
        """The game that each file is about, as far as it is known."""
        self.diagnostics: list[Diagnostic] = []

    def read(self, source: Source, above: tuple[str, ...]) -> frozenset[str]:
        """The names of the file and of all it builds on."""
        parsed = parse(source)
        self.diagnostics.extend(_explain_syntax(p) for p in parsed.problems)
        self.sources.append(source)
        below: set[str] = set()
        games = [d.name.text for d in parsed.tree.decls if isinstance(d, tree.Game)]
        for variant in (d for d in parsed.tree.decls if isinstance(d, tree.Variant)):
            for base in variant.bases:
                before = len(self.files)
                found = self._base(base, (*above, source.name, variant.name.text))
                others = [self.games[name] for name in found if name in self.games]
                if games and others and others[0] != games[0]:
                    self.diagnostics.append(_explain(OtherGame(base.span, base.text, others[0], games[0])))
                    del self.files[before:]
                    continue
                games += others
                below |= found
        file, problems = with_csv(parsed.tree, self.find)
        self.diagnostics.extend(_explain(p) for p in problems)
        self.files.append((source.name, file))
        if games:
            self.games[source.name] = games[0]
        self.ancestors[source.name] = frozenset(below)
        return frozenset(below | {source.name})

    def _base(self, base: tree.Ident, above: tuple[str, ...]) -> frozenset[str]:
        source = self.find(base.text)
        if source is None or base.text in above or source.name in above:
            known = self.near.known() if self.near is not None else ()
            self.diagnostics.append(_explain(NoBase(base.span, base.text, known)))
            return frozenset()
        others = self.near.others(base.text) if self.near is not None else ()
        if others:
            self.diagnostics.append(_explain(TwoBases(base.span, base.text, source.name, others)))
        if source.name in self.ancestors:
            return self.ancestors[source.name] | {source.name}
        return self.read(source, above)


# ---------------------------------------------------------------- setups


def setups(parsed: Parsed) -> tuple[Setup, ...]:
    """All legal setups: numbers of people ascending, then options in written order, default values first."""
    frame = parsed.chain.frame
    if frame is None or _wrong_players(frame) is not None or _too_many_setups(frame) is not None:
        return ()
    game = frame.game
    values = [[(o.name.text, literal_text(v)) for v in o.values] for o in frame.options]
    return tuple(Setup(n, tuple(chosen)) for n in range(game.fewest, game.most + 1) for chosen in product(*values))


MOST_PLAYERS = 16
"""The most players of one game."""

MOST_SETUPS = 1000
"""The most setups (numbers of players and values of options): each is checked by itself."""


def _wrong_players(frame: Frame) -> Problem | None:
    game = frame.game
    if not 1 <= game.fewest <= game.most:
        return BadData(frame.players, about(DataFlaw.NOBODY_PLAYS, game.fewest, game.most))
    if game.most > MOST_PLAYERS:
        return TooMany(frame.players, about(Amount.PLAYERS, game.name.text), game.most, MOST_PLAYERS)
    return None


def _too_many_setups(frame: Frame) -> Problem | None:
    """Told at the option with which they become too many."""
    options = frame.options
    found = frame.game.most - frame.game.fewest + 1
    for number, option in enumerate(options, start=1):
        found *= len(option.values)
        if found > MOST_SETUPS:
            kept = ", ".join(f"`{o.name.text}`" for o in options[:number])
            what = about(Amount.SETUPS, kept) if number < 5 else about(Amount.SETUPS_OF_MANY, number)
            return TooMany(option.name.span, what, found, MOST_SETUPS)
    return None


def default_setup(parsed: Parsed) -> Setup | None:
    """The fewest people and every option's first value."""
    every = setups(parsed)
    return every[0] if every else None


def start_names(parsed: Parsed, setup: Setup) -> tuple[str, ...]:
    """The named starts that a setup has."""
    merged, _ = merge(parsed.chain, setup)
    return () if merged is None else tuple(s.name.text for s in resolved_starts(merged, seat_names(merged, None)))


def start_people(parsed: Parsed, setup: Setup, start: str) -> tuple[str, ...] | None:
    """What a named start calls the people of a setup; None if it names nobody."""
    merged, _ = merge(parsed.chain, setup)
    return None if merged is None else _start_people(merged, start)


# ---------------------------------------------------------------- check


def check(parsed: Parsed) -> Report:
    """Checks every setup and its examples. Each problem is reported once."""
    found: dict[Problem, None] = {}
    decisions: tuple[str, ...] = ()
    frame = parsed.chain.frame
    if frame is None:
        span = parsed.chain.files[-1][1].span if parsed.chain.files else NOWHERE
        syntax_errors = any(d.severity is Severity.ERROR for d in parsed.diagnostics)
        if not syntax_errors:
            found[NoGame(Span(span.source, span.start, span.start))] = None
    elif (wrong := _wrong_players(frame)) is not None:
        found[wrong] = None
    elif (many := _too_many_setups(frame)) is not None:
        found[many] = None
    every = setups(parsed)
    everywhere: set[Problem] | None = None
    missing: dict[Span, UnknownTarget] | None = None
    found_in: dict[Problem, Setup] = {}
    left_out: dict[Span, Merged] = {}
    reached: set[Span] = set()
    effort = Effort(setups=len(every))
    may_ensure = any("ensure" in source.text for source in parsed.sources)
    for number, setup in enumerate(every, start=1):
        if len(found) > MOST_PROBLEMS or effort.left < 0:
            break
        effort.setup = number
        merged, problems = merge(parsed.chain, setup)
        conflicts = [q for q in problems if isinstance(q, Conflict)]
        found.update(dict.fromkeys(conflicts or problems))
        if merged is None or conflicts:  # what else is wrong may only follow from them
            missing = {}
            continue
        missing = _also_missing(merged, missing)
        found.update(dict.fromkeys(name_problems(merged)))
        result = _elaborated(merged, effort)
        for problem in (*problems, *name_problems(merged), *result.problems):
            found_in.setdefault(problem, setup)
        found.update(dict.fromkeys(q for q in result.problems if not isinstance(q, OfEverySetup)))
        idle: set[Problem] = {q for q in result.problems if isinstance(q, OfEverySetup)}
        everywhere = idle if everywhere is None else everywhere & idle
        left_out = dict.fromkeys(sorted(result.left_out, key=lambda s: (s.source, s.start)), merged) | left_out
        reached |= result.reached
        if may_ensure or (result.checked is not None and result.checked.asked):
            found.update(dict.fromkeys(_of_the_graph(merged, result)))
        if not decisions and result.checked is not None:
            from gamedsl.semantics.rules.decision_text import decision_texts

            decisions = decision_texts(result.checked)
    found.update(dict.fromkeys(everywhere or ()))
    found.update(dict.fromkeys((missing or {}).values()))
    if not any(_explain(q).severity is Severity.ERROR for q in found):
        found.update(dict.fromkeys(_nowhere_reached({s: m for s, m in left_out.items() if s not in reached}, effort)))
    found.update(dict.fromkeys(_idle(parsed, every)))
    if not parsed.diagnostics and not found:
        found.update(dict.fromkeys(advice(file for _, file in parsed.chain.files)))
    by_name = {s.name: s for s in parsed.sources}
    unread = [d.primary.span for d in parsed.diagnostics if d.code < FIRST_OF_MEANING]
    mistakes = _independent(found, unread, by_name)
    caused = _caused(parsed, {q: found_in[q] for q in found if q in found_in and q in mistakes})
    others = _explained([q for q in mistakes if q not in caused])
    diagnostics = [*parsed.diagnostics, *others, *_blamed(parsed, caused, tuple(found))]
    order = {s.name: i for i, s in enumerate(parsed.sources)}
    once = tuple(dict.fromkeys(diagnostics))
    return Report(
        tuple(sorted(once, key=lambda d: (order.get(d.primary.span.source, 0), d.primary.span.start, d.code))),
        decisions,
    )


def _also_missing(merged: Merged, before: dict[Span, UnknownTarget] | None) -> dict[Span, UnknownTarget]:
    """What variants change and neither this setup has nor those before."""
    return {q.span: q for q in merged.missing if before is None or q.span in before}


def _caused(parsed: Parsed, found: Mapping[Problem, Setup]) -> dict[Problem, tree.Change]:
    """Which problems in the files below a variant one of its changes causes."""
    from gamedsl.variants.blame import causes

    inside = {q: setup for q, setup in found.items() if q.span.source != parsed.name}
    return causes(parsed.chain, inside, _problems_of) if inside and not _errors(parsed.diagnostics) else {}


def _problems_of(chain: Chain, setup: Setup) -> tuple[Problem, ...]:
    merged, problems = merge(chain, setup)
    if merged is None:
        return problems
    return (*problems, *name_problems(merged), *_elaborated(merged, Effort()).problems)


def _blamed(parsed: Parsed, caused: Mapping[Problem, tree.Change], found: Sequence[Problem]) -> Iterator[Diagnostic]:
    """The problems that changes cause: each change is told once, with all places that it makes wrong. What is wrong in rules comes before examples."""
    if not caused:
        return
    from gamedsl.semantics.problems.consequences import same_mistake
    from gamedsl.semantics.problems.explain_variants import explain_caused

    examples = [d for _, file in parsed.chain.files for d in file.decls if isinstance(d, tree.Example)]
    by_change: dict[Span, list[Problem]] = {}
    for problem, change in caused.items():
        by_change.setdefault(change.span, []).append(problem)
    for span, problems in by_change.items():
        alike = [q for q in found if q not in problems and any(same_mistake(q, p) for p in problems)]
        places = {q.span: q for q in (*problems, *alike)}
        inside = {s: [e.name.text for e in examples if _is_inside(s, e.span)] for s in places}
        told = sorted(places, key=lambda s: (bool(inside[s]), s.source, s.start))
        names = dict.fromkeys(name for s in told for name in inside[s])
        yield explain_caused(span, [_explain(places[s]) for s in told], tuple(names))


def _is_inside(inner: Span, outer: Span) -> bool:
    return inner.source == outer.source and outer.start <= inner.start < outer.end


def _idle(parsed: Parsed, every: Sequence[Setup]) -> Iterator[Problem]:
    """Conditions of the file itself that always or never hold: a variant may leave those of its bases without a use."""
    frame = parsed.chain.frame
    if frame is not None:
        decls = [d for _, file in parsed.chain.files for d in file.decls]
        own = parsed.chain.files[-1][1].decls
        yield from idle_conditions(own, every, conditions_of(decls, frame.options))


def _is_error(problem: Problem) -> bool:
    return _explain(problem).severity is Severity.ERROR


def _nowhere_reached(left_out: Mapping[Span, Merged], effort: Effort) -> Iterator[Problem]:
    """Problems with names and types in parts of formulas that all setups leave out: each is checked in one of them."""
    for merged in {id(m): m for m in left_out.values()}.values():
        spans = frozenset(span for span, m in left_out.items() if m is merged)
        names = seat_names(merged, None)
        for problem in elaborate(merged, names, resolved(merged, names), effort, spans).problems:
            inside = any(s.source == problem.span.source and s.start <= problem.span.start < s.end for s in spans)
            if inside and not isinstance(problem, MayBeNone | MayFail | OutOfRange | TooWide | OfEverySetup):
                yield problem


def _of_the_graph(merged: Merged, result: Elaborated) -> Iterator[Problem]:
    """What only the compiled graph shows of `ensure` and `can`: rules without them are not compiled for it."""
    decls = [*merged.decls, *(decl for seat in merged.seats for decl in seat.replaced)]
    checked = result.checked
    if checked is None:
        return
    if not checked.asked and not any(isinstance(node, tree.EnsureStmt) for node in walk_rules(decls)):
        return
    if any(_explain(q).severity is Severity.ERROR for q in result.problems):
        return
    from gamedsl.compile import compile_game
    from gamedsl.graph.analysis.trials import unjudged

    try:
        with _within_limits(merged):
            compiled = compile_game(checked)
    except NotCompilable:  # found again when the rules are compiled
        return
    yield from _in_circles(compiled)
    for line in unjudged(compiled.game):
        after, site = line.obstacle
        other = checked.sites[site].span if site is not None and site >= 0 else None
        yield NotJudged(checked.sites[line.ensure.site].span, line.ensure.name, after, other)


def _in_circles(compiled: Compiled) -> Iterator[Problem]:
    """Actions of which what decides whether they can be chosen asks whether they can."""
    from gamedsl.graph.analysis.trials import asked_in_circle
    from gamedsl.graph.analysis.walk import expressions

    names = {question.rule: question.name for question in compiled.game.questions}
    for circle in asked_in_circle(compiled.game):
        asked = (
            e
            for e in expressions(
                (compiled.game.nodes, compiled.game.routines, compiled.game.functions, compiled.game.questions)
            )
            if isinstance(e, Can)
        )
        site = min(e.site for e in asked if e.rule == circle[0])
        yield AsksItself(compiled.sites[site].span, tuple(names[rule] for rule in circle))


def _independent(
    found: Iterable[Problem], unread: Sequence[Span], sources: Mapping[str, Source]
) -> tuple[Problem, ...]:
    """The problems that do not only follow from others."""
    if not found:
        return ()
    from gamedsl.semantics.problems.consequences import independent

    return independent(found, unread, sources, _is_error)


def _explain(problem: Problem) -> Diagnostic:
    """A problem in words. They are read in with the first one: most rules have none."""
    from gamedsl.semantics.problems.explain import explain

    return explain(problem)


def _explain_syntax(problem: SyntaxProblem) -> Diagnostic:
    from gamedsl.syntax.explain import explain

    return explain(problem)


def _explained(problems: Sequence[Problem]) -> Iterator[Diagnostic]:
    """Not more than anybody would read; of the others the number, as an error if one of them is."""
    yield from (_explain(p) for p in problems[:MOST_PROBLEMS])
    hidden = problems[MOST_PROBLEMS:]
    if hidden:
        errors = any(_explain(p).severity is Severity.ERROR for p in hidden)
        more = _explain_syntax(TooManyProblems(hidden[0].span, len(hidden)))
        yield more if errors else evolve(more, severity=Severity.WARNING)


def seat_names(merged: Merged, people: tuple[str, ...] | None) -> tuple[str, ...]:
    """Names of all seats: people P1, P2, … if they have no names, then the scripted seats."""
    names = people if people is not None else tuple(f"P{i}" for i in range(1, merged.setup.players + 1))
    return (*names, *(s.name for s in merged.seats))


def wrong_names(parsed: Parsed, setup: Setup, people: Sequence[str]) -> str | None:
    """Why these cannot be the names of the people in a setup, as one sentence; None if they can. Raises NotCompilable."""
    if len(people) != setup.players:
        return f"{len(people)} name{'s' if len(people) > 1 else ''} for {setup.players} players"
    if len(set(people)) < len(people):
        return "two players have the same name"
    for name in people:
        if not (name.isascii() and name.isidentifier()):
            return f"`{name}` cannot be the name of a player: letters, digits and _, a letter first"
    taken = next((seat.name for seat in _merged(parsed, setup).seats if seat.name in people), None)
    return None if taken is None else f"`{taken}` cannot be the name of a player: a scripted seat has this name"


def _elaborated(merged: Merged, effort: Effort) -> Elaborated:
    names = seat_names(merged, None)
    return elaborate(merged, names, resolved(merged, names), effort, starts=resolved_starts(merged, names))


# ---------------------------------------------------------------- compile (read in when it is needed: checking does without it)


def compile(parsed: Parsed, setup: Setup, people: tuple[str, ...] | None = None) -> Compiled:
    """The game of one setup. Raises NotCompilable if the rules have errors."""
    from gamedsl.compile import compile_game

    merged = _merged(parsed, setup)
    names = seat_names(merged, people)
    checked = _checked(parsed, elaborate(merged, names, (), starts=resolved_starts(merged, names)))
    with _within_limits(merged):
        compiled = compile_game(checked)
    _without_circles(compiled)
    return compiled


def examples(parsed: Parsed) -> tuple[tuple[Setup, Compiled, tuple[ExampleSpec, ...]], ...]:
    """The worked examples by setup and by the names of their players, each group with a game that also holds the
    fragments its examples run. Raises NotCompilable."""
    return tuple(
        (setup, compiled, specs) for setup in setups(parsed) for compiled, specs in _examples_of(parsed, setup)
    )


def _examples_of(parsed: Parsed, setup: Setup) -> Iterator[tuple[Compiled, tuple[ExampleSpec, ...]]]:
    """The examples of one setup, by the names of their players. Raises NotCompilable."""
    from gamedsl.compile import compile_fragments

    merged = _merged(parsed, setup)
    errors = _errors(_explain(p) for p in name_problems(merged))
    if errors:
        raise NotCompilable(errors)
    for people in player_lists(merged):
        names = seat_names(merged, people)
        result = elaborate(merged, names, resolved(merged, names, people), starts=resolved_starts(merged, names))
        checked = _checked(parsed, result)
        with _within_limits(merged):
            compiled = compile_fragments(checked, result.fragments)
        _without_circles(compiled)
        yield compiled, tuple(_texts(parsed, with_entries(e, compiled.entries), compiled) for e in result.examples)


def broken_by(
    parsed: Parsed, setup: Setup, example: str, holds: Callable[[Compiled, ExampleSpec], bool]
) -> tree.Change | None:
    """The change of a variant without which an example of its base holds; None if it is no example of a base, or no single change is the reason."""
    from gamedsl.variants.blame import MOST_TRIES, changes, setup_without, without

    files = [name for name, file in parsed.chain.files if any(_is_example(d, example) for d in file.decls)]
    if not files or files[-1] == parsed.name:
        return None
    below = parsed.chain.files.index(next(pair for pair in parsed.chain.files if pair[0] == files[-1]))
    later = {name for name, _ in parsed.chain.files[below + 1 :]}
    for _, change in [pair for pair in changes(parsed.chain) if pair[0] in later][:MOST_TRIES]:
        chain = without(parsed.chain, (change,))
        alike = setup_without(chain, setup)
        if alike is not None and _holds(evolve(parsed, chain=chain), alike, example, holds):
            return change
    return None


def _is_example(decl: tree.Decl, name: str) -> bool:
    return isinstance(decl, tree.Example) and decl.name.text == name


def _holds(parsed: Parsed, setup: Setup, example: str, holds: Callable[[Compiled, ExampleSpec], bool]) -> bool:
    """Whether an example holds in a setup of rules in which something else may be wrong."""
    try:
        return any(
            holds(compiled, spec)
            for compiled, specs in _examples_of(parsed, setup)
            for spec in specs
            if spec.name == example
        )
    except NotCompilable:
        return False


def _without_circles(compiled: Compiled) -> None:
    """Raises NotCompilable if whether an action can be chosen depends on itself: asking would never end."""
    errors = _errors(_explain(q) for q in _in_circles(compiled))
    if errors:
        raise NotCompilable(errors)


@contextmanager
def _within_limits(merged: Merged) -> Generator[None]:
    """Around compiling: what is only too deep or too much for that is a finding too. Raises NotCompilable."""
    from gamedsl.compile.lowering.draft import MOST_NODES, TooManyNodesError

    game = merged.game.name
    try:
        yield
    except TooManyNodesError as error:
        many = TooMany(game.span, about(Amount.NODES, game.text), MOST_NODES + 1, MOST_NODES)
        raise NotCompilable((_explain(many),)) from error
    except RecursionError as error:
        raise NotCompilable((_explain(too_deep(game)),)) from error


def _texts(parsed: Parsed, spec: ExampleSpec, compiled: Compiled) -> ExampleSpec:
    """The lines with their own words."""
    return evolve(
        spec, lines=tuple(_with_text(line, _words(parsed, compiled.sites[line.site].span)) for line in spec.lines)
    )


def _with_text(line: Line, text: str) -> Line:
    match line:
        case Run() | FixRoll() | FixDraw():
            return line
        case _:
            return evolve(line, text=text)


def _merged(parsed: Parsed, setup: Setup) -> Merged:
    errors = _errors(parsed.diagnostics)
    if errors:
        raise NotCompilable(errors)
    merged, problems = merge(parsed.chain, setup)
    if merged is not None and merged.missing:
        problems = (*problems, *_missing_everywhere(parsed, merged))
    found = _errors(_explain(p) for p in problems)
    if merged is None or found:
        raise NotCompilable(found)
    return merged


def _missing_everywhere(parsed: Parsed, merged: Merged) -> Iterator[Problem]:
    """What variants change and no setup has."""
    missing = _also_missing(merged, None)
    for setup in setups(parsed):
        other, _ = merge(parsed.chain, setup)
        missing = missing if other is None else _also_missing(other, missing)
    yield from missing.values()


def _checked(parsed: Parsed, result: Elaborated) -> Checked:
    """The checked tree; a game end without a sentence gets the text of its condition as its reason."""
    errors = _errors(_explain(p) for p in result.problems)
    if errors or result.checked is None:
        raise NotCompilable(errors)
    checked = result.checked
    reasons = list(checked.reasons)
    for end in checked.ends:
        if not reasons[end.reason]:
            reasons[end.reason] = _words(parsed, checked.sites[end.site].span)
    return evolve(checked, reasons=tuple(reasons))


def _words(parsed: Parsed, span: Span) -> str:
    """The text at a place, on one line."""
    text = next((s.text for s in parsed.sources if s.name == span.source), "")
    return " ".join(text[span.start : span.end].split())


def _errors(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(d for d in diagnostics if d.severity is Severity.ERROR)
