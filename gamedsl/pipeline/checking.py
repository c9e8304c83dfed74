"""Checks every setup and reports each problem once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gamedsl.diagnostics.model import Diagnostic, Severity
from gamedsl.diagnostics.problem import MOST_PROBLEMS, Problem
from gamedsl.graph.compiled import Setup
from gamedsl.pipeline.graph_checks import of_the_graph
from gamedsl.pipeline.merging import also_missing, elaborate_setup, merge_setup
from gamedsl.pipeline.reading import Parsed
from gamedsl.pipeline.secrets import disclosures_of, problems_of_unmarked
from gamedsl.pipeline.setups import seat_names, setups, too_many_setups, wrong_players
from gamedsl.pipeline.slow_formulas import slow_formulas
from gamedsl.pipeline.switches import after_comments
from gamedsl.pipeline.words import errors_of, explain_all
from gamedsl.semantics.elaboration import Elaborated, elaborate
from gamedsl.semantics.formulas.conditions import conditions_of, idle_conditions
from gamedsl.semantics.model.effort import Effort
from gamedsl.semantics.model.merged import Merged
from gamedsl.semantics.model.world import Judged
from gamedsl.semantics.problems.certain import ComparedWithItself, Settled, SureFault, SureTie
from gamedsl.semantics.problems.choices import UnknownSelection
from gamedsl.semantics.problems.data import HardToCheck, SameKey
from gamedsl.semantics.problems.doubtful.advice import advice
from gamedsl.semantics.problems.doubtful.shown_signs import brace_problems, mark_problems
from gamedsl.semantics.problems.names import NoGame
from gamedsl.semantics.problems.rules import SlowFormula
from gamedsl.semantics.problems.secrets import IdleMark
from gamedsl.semantics.problems.usage import NeverChanges, NeverInPlay
from gamedsl.semantics.problems.values import MayBeNone, MayFail, OutOfRange, TooWide
from gamedsl.semantics.problems.variants import Conflict, UnknownTarget
from gamedsl.semantics.rules.program import Program
from gamedsl.source import NOWHERE, Source, Span
from gamedsl.syntax.problems.problem import FIRST_OF_MEANING
from gamedsl.syntax.tree import declarations, example_lines
from gamedsl.values import define, field, frozen
from gamedsl.variants.merge import Chain, Merging, merge
from gamedsl.variants.prepared_examples import name_problems, resolve_examples

TOO_MUCH_WORK = HardToCheck.code
"""The finding that checking has stopped because it takes too long."""


@frozen
class Report:
    """The findings over all setups: diagnostics in source order, each with places in the text (see `Span`), and the decisions of the game as text."""

    diagnostics: tuple[Diagnostic, ...]
    decisions: tuple[str, ...]

    @property
    def has_errors(self) -> bool:
        """Whether a finding is an error, so that no game can be made of the rules."""
        return any(d.severity is Severity.ERROR for d in self.diagnostics)


@define(eq=False)
class Kept:
    """The results that a check leaves for `first_look`: the setups, if all could be checked, and the places of the mistakes."""

    programs: list[Program] = field(factory=list[Program])
    mistakes: tuple[Span, ...] = ()


def check(
    parsed: Parsed, only: Sequence[Setup] | None = None, effort: Effort | None = None, kept: Kept | None = None
) -> Report:
    """Checks every setup (or `only` these) and its examples. Each problem is reported once. Warnings that comments switch off are left out; so are, with
    `only`, the findings that need all setups together. The check can be stopped from another thread through `effort`; then the report is incomplete.
    Results for later use are put into `kept`, if it is given."""
    every = setups(parsed)
    chosen = every if only is None else only
    effort = Effort() if effort is None else effort
    effort.setups = len(chosen)
    checking = _Checking(parsed, effort, kept)
    checking.frame()
    for number, setup in enumerate(chosen, start=1):
        if not checking.goes_on:
            break
        checking.effort.setup = number
        checking.setup(setup)
    if len(chosen) == len(every):
        checking.whole(every)
    else:
        checking.targets(setup for setup in every if setup not in chosen)
    if kept is not None:
        kept.mistakes = tuple(q.span for q in checking.found if q.is_error)
        if len(kept.programs) < len(every):
            kept.programs.clear()
    order = {s.name: i for i, s in enumerate(parsed.sources)}
    once = dict.fromkeys(_diagnostics(parsed, checking))
    placed = sorted(once, key=lambda d: (order.get(d.primary.span.source, 0), d.primary.span.start, d.code))
    return Report(after_comments(placed, {s.name: s for s in parsed.sources}, parsed.name), checking.decisions)


class _Checking:
    """The problems of all setups, each once, in the order in which they are found."""

    def __init__(self, parsed: Parsed, effort: Effort, kept: Kept | None) -> None:
        self.parsed = parsed
        self.effort = effort
        self.kept = kept
        self._merging = Merging(parsed.chain)
        self.found: dict[Problem, None] = {}
        self.found_in: dict[Problem, Setup] = {}
        """The first setup that has each problem."""
        self.decisions: tuple[str, ...] = ()
        self._everywhere: set[Problem] | None = None
        """Problems that count only if every setup has them."""
        self._missing: dict[Span, UnknownTarget] | None = None
        self._left_out: dict[Span, Merged] = {}
        self._reached: set[Span] = set()
        self._judged: Judged = {}
        self._unchanging: Judged = {}
        """Findings about state that no rule changes. They say nothing against the advice about names."""
        self._slow: dict[Span, SlowFormula] = {}
        self._idle_marks: set[Span] = set()
        self._telling_marks: set[Span] = set()
        self._may_ensure = any("ensure" in source.text for source in parsed.sources)

    @property
    def goes_on(self) -> bool:
        """Whether checking another setup is worth the work."""
        return len(self.found) <= MOST_PROBLEMS and self.effort.left >= 0

    def frame(self) -> None:
        """Reports a file without a game, a wrong number of players, or too many setups."""
        frame = self.parsed.chain.frame
        if frame is None:
            span = self.parsed.chain.files[-1][1].span if self.parsed.chain.files else NOWHERE
            if not errors_of(self.parsed.diagnostics):
                self._note([NoGame(Span(span.source, span.start, span.start))])
        else:
            wrong = wrong_players(frame) or too_many_setups(frame)
            self._note([] if wrong is None else [wrong])

    def setup(self, setup: Setup) -> None:
        """Finds the problems of one setup."""
        merged, problems = merge_setup(self.parsed, setup, self._merging)
        conflicts = [q for q in problems if isinstance(q, Conflict)]
        self._note(conflicts or problems)
        if merged is None or conflicts:  # other problems may only be consequences of these
            self._missing = {}
            return
        self._missing = also_missing(merged, self._missing)
        names = name_problems(merged)
        self._note(names)
        result = elaborate_setup(merged, self.effort)
        if self.kept is not None:
            self.kept.programs.append(result.program)
        for problem in (*problems, *names, *result.problems):
            self.found_in.setdefault(problem, setup)
        self._note(q for q in result.problems if not q.needs_every_setup)
        idle: set[Problem] = {q for q in result.problems if q.needs_every_setup}
        self._everywhere = idle if self._everywhere is None else self._everywhere & idle
        left_out = sorted(result.left_out, key=lambda s: (s.source, s.start))
        self._left_out = dict.fromkeys(left_out, merged) | self._left_out
        self._reached |= result.reached
        for slow in () if result.checked is None else slow_formulas(result.checked):
            known = self._slow.get(slow.span)
            self._slow[slow.span] = slow if known is None or known.number < slow.number else known
        for place, answers in result.judged.items():
            self._judged.setdefault(place, {}).update(answers)
        if self._may_ensure or (result.checked is not None and result.checked.asked):
            self._note(of_the_graph(merged, result))
        if result.checked is not None and not any(q.is_error for q in result.problems):
            self._secrets(result)
            if not errors_of(self.parsed.diagnostics):
                self._without_change(merged, result)
        if not self.decisions and result.checked is not None:
            from gamedsl.semantics.rules.decision_text import decision_texts

            self.decisions = decision_texts(result.checked)

    def _secrets(self, result: Elaborated) -> None:
        """Collects the disclosures of this setup."""
        found = disclosures_of(self.parsed, result)
        if found is not None:
            self._note(problems_of_unmarked(found))
            self._idle_marks.update(found.idle)
            self._telling_marks.update(one.mark for one in found.told if one.mark is not None)

    def _without_change(self, merged: Merged, result: Elaborated) -> None:
        """Collects the conditions and zones that no rule of this setup changes."""
        from gamedsl.pipeline.unchanging import without_change

        for place, answers in without_change(merged, result).items():
            self._unchanging.setdefault(place, {}).update(answers)

    def targets(self, others: Iterable[Setup]) -> None:
        """Reports the changes that have no target: neither in the setups that were checked nor in these others."""
        for setup in others:
            merged, _ = merge_setup(self.parsed, setup, self._merging)
            self._missing = {} if merged is None else also_missing(merged, self._missing)
        self._note((self._missing or {}).values())

    def whole(self, every: Sequence[Setup]) -> None:
        """Reports the findings that need all setups together."""
        is_broken = bool(errors_of(self.parsed.diagnostics)) or any(q.is_error for q in self.found)
        self._note(
            q
            for q in self._everywhere or ()
            # What never happens may happen in the part that cannot be read.
            if not is_broken or not isinstance(q, NeverChanges | NeverInPlay)
        )
        self._note((self._missing or {}).values())
        if not any(q.is_error for q in self.found):
            never = {s: m for s, m in self._left_out.items() if s not in self._reached}
            self._note(_check_left_out(never, self.effort))
            self._note(_useless(self.parsed))
            self._note(_find_outdated_sentences(self.parsed, every))
            self._note(self._slow.values())
            idle = self._idle_marks - self._telling_marks
            self._note(IdleMark(span) for span in sorted(idle, key=lambda s: (s.source, s.start)))
        self._certain(self._judged)
        self._note(_idle(self.parsed, every))
        files = [file for _, file in self.parsed.chain.files]
        self._note(mark_problems(self.parsed.sources, files))
        self._note(brace_problems(self.parsed.sources, files))
        if not self.parsed.diagnostics and not any(q.is_error for q in self.found):
            self._note(advice(files))
        self._certain(self._unchanging)

    def _certain(self, judged: Judged) -> None:
        """Reports findings that hold in all setups. If there are errors, reports only findings that cannot be consequences of them."""
        files = self.parsed.chain.files
        found = _certain(judged, own=files[-1][1].span.source) if files else ()
        errors = [q.span for q in self.found if q.is_error]
        self._note(
            q
            for q in found
            if not errors or (isinstance(q, ComparedWithItself) and not any(e.begins_in(q.span) for e in errors))
        )

    def _note(self, problems: Iterable[Problem]) -> None:
        self.found.update(dict.fromkeys(problems))


def _diagnostics(parsed: Parsed, checking: _Checking) -> Iterator[Diagnostic]:
    """Yields the diagnostics of all independent problems. Problems that a variant causes are reported at its changes."""
    found, found_in = checking.found, checking.found_in
    unread = [d.primary.span for d in parsed.diagnostics if d.code < FIRST_OF_MEANING and d.code not in _READ_AS_MEANT]
    mistakes = _independent(found, unread, {s.name: s for s in parsed.sources})
    kept = frozenset(mistakes)
    caused = _problems_of_changes(parsed, {q: found_in[q] for q in found if q in found_in and q in kept})
    yield from parsed.diagnostics
    yield from explain_all([q for q in mistakes if q not in caused])
    yield from _blame_changes(parsed, caused, tuple(found))


_READ_AS_MEANT = frozenset(["E0031", "E0034"])
"""Signs of other languages, after which a line is read as it was meant: other mistakes in it are told too."""


def _idle(parsed: Parsed, every: Sequence[Setup]) -> Iterator[Problem]:
    """Yields conditions of the file itself that always or never hold. Conditions of its bases are left out: a variant may make them useless."""
    frame = parsed.chain.frame
    if frame is not None:
        decls = [d for _, file in parsed.chain.files for d in file.decls]
        own = parsed.chain.files[-1][1].decls
        yield from idle_conditions(own, every, conditions_of(decls, frame.options))


def _certain(judged: Judged, own: str) -> Iterator[Problem]:
    """Yields findings that hold in every setup that reaches the place. Conditions that never change are reported only in the file itself: a variant may make
    conditions of its bases useless."""
    for answers in judged.values():
        found = [problem for problem in answers if problem is not None]
        if not found or len(found) < len(answers):
            continue
        first = found[0]
        if isinstance(first, SureFault | SureTie | SameKey) or (
            first.span.source == own and len({p.always for p in found if isinstance(p, Settled)}) < 2
        ):
            yield first


def _useless(parsed: Parsed) -> Iterator[Problem]:
    """Yields the lines of a variant that name examples which no base has."""
    if any("broken" in source.text for source in parsed.sources):
        from gamedsl.variants.chains import useless

        yield from useless(parsed.chain)


def _find_outdated_sentences(parsed: Parsed, every: Sequence[Setup]) -> Iterator[Problem]:
    """Yields the changes of a variant that inherited sentences contradict."""
    if len(parsed.chain.files) > 1 and every and not errors_of(parsed.diagnostics):
        from gamedsl.pipeline.outdated.sentences import find_outdated_sentences

        yield from find_outdated_sentences(parsed, every[0])


def _check_left_out(left_out: Mapping[Span, Merged], effort: Effort) -> Iterator[Problem]:
    """Yields name and type problems in parts of formulas that all setups leave out: each is checked in one of them."""
    for merged in {id(m): m for m in left_out.values()}.values():
        spans = frozenset(span for span, m in left_out.items() if m is merged)
        names = seat_names(merged, None)
        for problem in elaborate(merged, names, resolve_examples(merged, names), effort, spans).problems:
            inside = any(s.source == problem.span.source and s.start <= problem.span.start < s.end for s in spans)
            if (
                inside
                and not problem.needs_every_setup
                and not isinstance(problem, MayBeNone | MayFail | OutOfRange | TooWide)
            ):
                yield problem


def _independent(
    found: Iterable[Problem], unread: Sequence[Span], sources: Mapping[str, Source]
) -> tuple[Problem, ...]:
    """Returns the problems that are not mere consequences of others."""
    if not found:
        return ()
    from gamedsl.semantics.problems.following.causes import at_causes
    from gamedsl.semantics.problems.following.consequences import independent

    return at_causes(independent(found, unread, sources), sources)


# ---------------------------------------------------------------- blaming


def _problems_of_changes(parsed: Parsed, found: Mapping[Problem, Setup]) -> dict[Problem, declarations.Change]:
    """Returns the problems in the files below a variant that one of its changes causes, with that change."""
    from gamedsl.variants.blame import causes

    inside = {q: setup for q, setup in found.items() if q.span.source != parsed.name}
    return causes(parsed.chain, inside, _problems_of) if inside and not errors_of(parsed.diagnostics) else {}


def _problems_of(chain: Chain, setup: Setup) -> tuple[Problem, ...]:
    wrong = None if chain.frame is None else wrong_players(chain.frame)
    if wrong is not None:  # a change that was left out might have corrected the number
        return (wrong,)
    merged, problems = merge(chain, setup)
    if merged is None:
        return problems
    return (*problems, *name_problems(merged), *elaborate_setup(merged, Effort()).problems)


def _blame_changes(
    parsed: Parsed, caused: Mapping[Problem, declarations.Change], found: Sequence[Problem]
) -> Iterator[Diagnostic]:
    """Yields the problems that changes cause: each change is reported once, with all places that it breaks. Problems in rules come before those in examples."""
    if not caused:
        return
    from gamedsl.semantics.problems.following.consequences import same_mistake
    from gamedsl.semantics.problems.variants import explain_caused

    examples = [d for _, file in parsed.chain.files for d in file.decls if isinstance(d, example_lines.Example)]
    by_change: dict[Span, list[Problem]] = {}
    for problem, change in caused.items():
        by_change.setdefault(change.span, []).append(problem)
    for span, problems in by_change.items():
        alike = [q for q in found if q not in problems and any(same_mistake(q, p) for p in problems)]
        places = {q.span: q for q in (*problems, *alike)}
        inside = {s: [e.name.text for e in examples if s.begins_in(e.span)] for s in places}
        told = sorted(places, key=lambda s: (bool(inside[s]), s.source, s.start))
        names = dict.fromkeys(name for s in told for name in inside[s])
        ways_out = [q.way_out for q in problems if isinstance(q, UnknownSelection) and q.way_out]
        yield explain_caused(span, [places[s].explain() for s in told], tuple(names), ways_out)
