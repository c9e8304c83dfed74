"""`gamedsl test`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

import click

from gamedsl import pipeline
from gamedsl.api.tests import breaking_changes, leaving_out
from gamedsl.cache.passed_examples import KnownExamples
from gamedsl.cli.common.caching import cache_option, store
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, WrongUseError
from gamedsl.cli.common.options import matches_option, quiet_option, refuse_empty_name, seed_option
from gamedsl.cli.printing.faults import show_fault
from gamedsl.cli.printing.findings import text_with_colours
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.junit import Case, junit
from gamedsl.cli.printing.made_files import Made, add_mark, makes
from gamedsl.cli.printing.progress import Tick, announcement, progress
from gamedsl.cli.printing.text import bad, good, plural
from gamedsl.cli.printing.writing import STANDARD_OUTPUT, Output, force_option, sources_of
from gamedsl.cli.reading.dependents import dependents_option, with_dependents
from gamedsl.cli.reading.rules import Rules, all_setups_options, choose_setups, compile_game, read_whole
from gamedsl.cli.reading.settings import settings
from gamedsl.cli.reading.targets import Reader, exclude_option, rules_files
from gamedsl.diagnostics.export import as_data
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.model.example_lines import ExampleSpec
from gamedsl.graph.model.game import CUT_OFF
from gamedsl.pipeline.left_out import LeftOut
from gamedsl.reports.failed_examples import ReportLine, notes, reasons
from gamedsl.reports.faults import BrokenMatch, diagnostic, fault_data, find_broken_match
from gamedsl.reports.places import position, quote_line
from gamedsl.reports.setups import setup_text
from gamedsl.reports.titles import variant_names
from gamedsl.source import Span
from gamedsl.table.text import faint
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.engine import Checking, Fault
from gamedsl_interpreter.matches.fastest import fastest, random_matches
from gamedsl_interpreter.matches.match import MatchFault
from gamedsl_interpreter.matches.simulate import Summary
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.worked_examples.run import ExampleResult
from gamedsl_interpreter.worked_examples.running import run_example

_Faults: TypeAlias = dict[tuple[str, Span], Setup]
"""The setups in which the faults of a file were found first, by code and place."""


@frozen
class Worked:
    """One example with its setup, game and result."""

    setup: Setup
    spec: ExampleSpec
    game: Compiled
    result: ExampleResult
    broken_by: tuple[Span, ...] = ()
    """For an example of a base: the change of a variant that makes it fail, or several of which each does."""
    left_out_by: Span | None = None
    """The line of a variant that allows this example of a base to fail."""
    is_known: bool = False
    """Whether an earlier result was reused, because nothing that the example depends on has changed."""


@frozen
class Matches:
    """Random matches of one setup: their summary, or the fault that stopped them."""

    setup: Setup
    game: Compiled
    summary: Summary | None
    fault: Fault | None
    broken: BrokenMatch | None
    note: str | None
    """The reason why the reference executor played them; None if the fast one did."""

    @property
    def doubt(self) -> str | None:
        """The reason why these rules are probably wrong for this setup, although no promise was broken."""
        if self.summary is None or not self.summary.matches:
            return None
        if all(reason.startswith(CUT_OFF) for reason, _ in self.summary.reasons):
            return "every match was cut off before its end"
        return None if self.summary.decisions.most else "no player ever had to choose"


@frozen
class Tested:
    """The results of one rules file."""

    rules: Rules
    examples: tuple[Worked, ...]
    matches: tuple[Matches, ...]
    findings: tuple[Diagnostic, ...] = ()
    """Findings that only running the examples reveals: lines that leave out no example."""

    @property
    def passed(self) -> bool:
        return all(worked.result.passed for worked in self.examples) and not any(m.fault for m in self.matches)


_DATA = (
    "JSON: `files`, a list with `file`, `variants`, `passed`, `examples` (`name`, `passed`, `ways`, `sampled`, `known`: whether it was not run again, "
    "`because`: null, or the change of a variant that breaks an example of its base, "
    "`and_because`: other changes that break it as well, "
    "`left_out`: null, or the line of a variant because of which a failing example counts as passed, "
    "`notes`: lines of a passing example that prove nothing, each with `place` and `text`, "
    "`failures`: `place`, `text`, `rule`, `way`) and `setups` (`players`, `options`, `matches`, `decisions`, "
    "`doubt`: null, or why no match ends well, `fault`: null, or a diagnostic with the `match`), "
    "and `findings`, diagnostics about lines that leave out no example. "
    "`unread`, a list with `file` and `reason` for each file that cannot be tested."
)


_EXAMPLES = (
    "test my_game.gdl",
    "test my_game.gdl --only last_stone --matches 0",
    "test games --matches 5 --junit results.xml",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@matches_option(least=0, default=100)
@seed_option
@click.option("-k", "--only", metavar="TEXT", help="Run only the examples whose names contain this.")
@quiet_option
@click.option(
    "--junit", "junit_file", metavar="FILE", callback=refuse_empty_name, help="Also write the results as JUnit XML."
)
@all_setups_options
@exclude_option
@dependents_option
@force_option
@cache_option
@json_option
def command(
    files: tuple[str, ...],
    matches: int,
    seed: int,
    only: str | None,
    quiet: bool,
    junit_file: str | None,
    players: int | None,
    options: tuple[str, ...],
    exclude: tuple[str, ...],
    dependents: bool,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Run the examples, then random matches for every player count and all options, with invariants and conservation
    tested at every step. A folder stands for all rules in it."""
    left_out = (*settings().exclude, *exclude)
    targets, reader = rules_files(files, left_out), Reader()
    if dependents:
        targets = with_dependents(targets, left_out)
    output = None if junit_file is None else Output(junit_file, makes(Made.RESULTS), targets, force)
    if output is not None:
        output.check()
    has_text = not as_json and junit_file != STANDARD_OUTPUT
    if as_json and junit_file == STANDARD_OUTPUT:
        raise WrongUseError("XML and JSON cannot both go to standard output", "name a file with `--junit`")
    tested: list[Tested] = []
    show = _ShowAtOnce() if has_text and not quiet else _ShowNothing()
    for one in reader.each(targets, lambda path: _test_file(path, players, options, matches, seed, only, show)):
        tested.append(one)
        if has_text and quiet and (one.findings or not one.passed):
            _show(one)
    if only is not None and tested and not any(one.examples for one in tested):
        raise WrongUseError(f"no example has `{only}` in its name")
    if output is not None:
        _write(output, tested, reader)
    if as_json:
        unread = [{"file": path, "reason": reader.reasons[path]} for path in (*reader.unread, *reader.wrong)]
        print_json({"files": [_data(one) for one in tested], "unread": unread})
    elif has_text and len(targets) > 1 and not (quiet and reader.is_clean and all(one.passed for one in tested)):
        _show_all(tested, reader)
    return reader.code(not all(one.passed for one in tested))


class _ShowNothing:
    """Leaves the results to those who show them as a whole."""

    def examples(self, tested: Tested) -> None:
        """Is told the examples of a file, once they have run."""

    def matches(self, tested: Tested, matches: Matches) -> None:
        """Receives the matches of a setup, once they are over."""


class _ShowAtOnce(_ShowNothing):
    """Shows results as they come."""

    def __init__(self) -> None:
        self._notes: set[str] = set()
        self._faults: _Faults = {}

    def examples(self, tested: Tested) -> None:
        self._notes.clear()
        self._faults.clear()
        _show_beginning(tested)

    def matches(self, tested: Tested, matches: Matches) -> None:
        if matches.note and matches.note not in self._notes:
            self._notes.add(matches.note)
            _show_note(matches.note)
        _show_matches(tested.rules, matches, self._faults)


def _test_file(
    path: str,
    players: int | None,
    options: Sequence[str],
    matches: int,
    seed: int,
    only: str | None,
    show: _ShowNothing,
) -> Tested:
    with announcement(f"Checking {path} …"):
        rules = read_whole(path)
        setups = choose_setups(rules.title, rules.known.setups, players, options)
    left_out = leaving_out(rules.known)
    worked = _run_examples(rules, setups, only, left_out)
    is_all = only is None and len(setups) == len(rules.known.setups)
    tested = Tested(rules, worked, (), left_out.useless() if is_all else ())
    show.examples(tested)
    played: list[Matches] = []
    for setup in setups if matches else ():
        with progress(f"matches, {setup_text(setup)}", matches) as tick:
            played.append(_matches(rules, setup, matches, seed, tick))
        show.matches(tested, played[-1])
    return evolve(tested, matches=tuple(played))


def _run_examples(rules: Rules, setups: Sequence[Setup], only: str | None, left_out: LeftOut) -> tuple[Worked, ...]:
    """Runs the examples of these setups whose names contain a text. What the examples of a setup run is compiled first."""
    names = [name for setup, name, _ in pipeline.example_names(rules.parsed) if setup in setups]
    worked: list[Worked] = []
    with progress("examples", sum(only is None or only in name for name in names)) as tick:
        for setup in setups:
            for _, game, specs in pipeline.examples(rules.parsed, (setup,)):
                run = _Runner(rules, setup, game, left_out)
                for spec in specs:
                    if only is None or only in spec.name:
                        worked.append(run(spec))
                        tick()
    return tuple(worked)


class _Runner:
    """A function that runs the examples of one setup, except for those that are known to pass."""

    def __init__(self, rules: Rules, setup: Setup, game: Compiled, left_out: LeftOut) -> None:
        self._rules, self._setup, self._game, self._left_out = rules, setup, game, left_out
        kept = store()
        self._known = None if kept is None else KnownExamples(game.game, kept)

    @cached_property
    def _host(self) -> ReferenceHost:
        return ReferenceHost(self._game.game)

    def __call__(self, spec: ExampleSpec) -> Worked:
        known = None if self._known is None else self._known.result(spec)
        result = known or run_example(self._host, spec)
        if known is None and self._known is not None:
            self._known.keep(spec, result)
        if result.passed:
            return Worked(self._setup, spec, self._game, result, is_known=known is not None)
        line = self._left_out.line(self._setup, spec.name)
        if line is not None:
            return Worked(self._setup, spec, self._game, evolve(result, left_out=True), left_out_by=line)
        broken_by = breaking_changes(self._rules.known, self._setup, self._host, spec)
        return Worked(self._setup, spec, self._game, result, broken_by)


def _matches(rules: Rules, setup: Setup, number: int, seed: int, tick: Tick) -> Matches:
    game = compile_game(rules, setup)
    chosen = fastest(game.game, Checking.ON, keeper=store())
    note = chosen.note
    try:
        summary = random_matches(chosen, Policy.STEPS, seed, 0, number, watch=tick)
    except MatchFault as caught:
        return Matches(setup, game, None, caught.fault, find_broken_match(setup, caught), note)
    return Matches(setup, game, summary, None, None, note)


# ---------------------------------------------------------------- for people


def _show(tested: Tested) -> None:
    _show_beginning(tested)
    for note in dict.fromkeys(matches.note for matches in tested.matches if matches.note):
        _show_note(note)
    faults: _Faults = {}
    for matches in tested.matches:
        _show_matches(tested.rules, matches, faults)


def _show_beginning(tested: Tested) -> None:
    """Shows the examples of a file, and what they have revealed."""
    click.echo(tested.rules.title)
    _show_examples(tested)
    for finding in tested.findings:
        click.echo(text_with_colours(finding, tested.rules.files.sources), err=True, nl=False)


def _show_note(note: str) -> None:
    click.echo(faint(f"     {note}"))


def _show_matches(rules: Rules, matches: Matches, faults: _Faults) -> None:
    """Shows the matches of a setup. A fault that another setup has had before is shown once."""
    if matches.fault is not None and matches.broken is not None:
        place = (matches.fault.code, diagnostic(matches.fault, matches.game).primary.span)
        told = f"  {bad('FAILED')} {setup_text(matches.setup)}"
        if place in faults:
            first, broken = setup_text(faults[place]), matches.broken
            click.echo(f"{told}: the same fault as with {first}, in match {broken.index} of seed {broken.seed}")
            return
        faults[place] = matches.setup
        click.echo(told)
        show_fault(rules, matches.game, matches.fault, matches.broken)
    elif matches.summary is not None:
        number = plural(matches.summary.matches, "match", "matches")
        length = f"{matches.summary.decisions.mean:.1f} decisions each"
        doubt = matches.doubt
        verdict = good("ok") if doubt is None else bad("doubtful")
        click.echo(f"  {verdict} {setup_text(matches.setup)}: {number}, {length}{f'; {doubt}' if doubt else ''}")


def _show_all(tested: Sequence[Tested], reader: Reader) -> None:
    failed = sum(not one.passed for one in tested)
    parts = [plural(len(tested), "file"), f"{failed} FAILED" if failed else good("all passed")]
    if reader.wrong:
        parts.append(f"{len(reader.wrong)} with mistakes")
    if reader.unread:
        parts.append(f"{plural(len(reader.unread), 'file')} could not be read")
    click.echo(f"{parts[0]}: {', '.join(parts[1:])}")


def _show_examples(tested: Tested) -> None:
    failed = [worked for worked in tested.examples if not worked.result.passed]
    sampled = [worked for worked in tested.examples if worked.result.sampled]
    if tested.examples:
        verdict = bad(f"{len(failed)} FAILED of") if failed else good("ok")
        click.echo(f"  {verdict} {plural(len(tested.examples), 'example')}")
    known = sum(worked.is_known for worked in tested.examples)
    if known:
        click.echo(
            faint(f"     {_not_again(known, len(tested.examples))} not run again: nothing they depend on has changed")
        )
    if sampled:
        names = ", ".join(worked.spec.name for worked in sampled)
        click.echo(faint(f"     sampled, having too many ways to try them all: {names}"))
    for place, left_out in _examples_left_out(tested).items():
        click.echo(faint(f"     left out by {quote_line(place, tested.rules.files.sources)}: {', '.join(left_out)}"))
    for worked in tested.examples:
        told = list(_notes(tested.rules, worked))
        if told:
            click.echo(f"  note {worked.spec.name}")
        for line in told:
            click.echo(f"    {line.text}")
    for worked in failed:
        click.echo(f"  {bad('FAILED')} {worked.spec.name}{f': {worked.spec.doc}' if worked.spec.doc else ''}")
        for line in _reasons(tested.rules, worked):
            click.echo(f"    {faint(line.text) if line.is_aside else line.text}")
    for advice in _all_at_once(tested.rules, failed):
        click.echo(f"     {advice}")


def _all_at_once(rules: Rules, failed: Sequence[Worked]) -> Iterator[str]:
    """Suggests lines that leave out all examples broken by the same change, if there are several."""
    flags = {source.name for source in rules.files.additions.sources}
    broken = [worked for worked in failed if len(worked.broken_by) == 1 and worked.broken_by[0].source not in flags]
    for span in dict.fromkeys(worked.broken_by[0] for worked in broken):
        same = [worked for worked in broken if worked.broken_by == (span,)]
        names = dict.fromkeys(worked.spec.name for worked in same)
        changed = pipeline.name_of_thing(rules.parsed, same[0].setup, span)
        if len(names) > 1 and changed is not None:
            yield f"{len(names)} of these at once: `remove examples broken by {changed}`"


def _examples_left_out(tested: Tested) -> dict[Span, list[str]]:
    """Returns the names of the examples that each line leaves out."""
    found: dict[Span, list[str]] = {}
    for worked in tested.examples:
        if worked.left_out_by is not None:
            names = found.setdefault(worked.left_out_by, [])
            names += [worked.spec.name] if worked.spec.name not in names else []
    return found


def _not_again(known: int, number: int) -> str:
    return plural(known, "example") if known < number else "all"


def _reasons(rules: Rules, worked: Worked) -> Iterator[ReportLine]:
    """Yields the reasons why an example failed, in lines."""
    flags = {source.name for source in rules.files.additions.sources}
    return reasons(worked.result, worked.game, rules.files.sources, worked.broken_by, flags)


def _notes(rules: Rules, worked: Worked) -> Iterator[ReportLine]:
    """Yields report lines about the parts of a passing example that prove nothing."""
    return notes(worked.result, worked.game, rules.files.sources, rules.files.source.name)


# ---------------------------------------------------------------- for build servers


def _cases(tested: Tested) -> Iterator[Case]:
    name = tested.rules.title
    for worked in tested.examples:
        failure = "" if worked.result.passed else "\n".join(line.text for line in _reasons(tested.rules, worked))
        line = worked.left_out_by
        skipped = "" if line is None else f"left out by {quote_line(line, tested.rules.files.sources)}"
        yield Case(name, worked.spec.name, failure, skipped)
    for matches in tested.matches:
        fault = "" if matches.fault is None else f"{matches.fault}"
        yield Case(name, f"random matches, {setup_text(matches.setup)}", fault)


def _write(output: Output, tested: Sequence[Tested], reader: Reader) -> None:
    """Writes the results, but never over a file that was read; only now all of those are known."""
    cases = [*(case for one in tested for case in _cases(one)), *_not_run(reader)]
    read_files = [source for one in tested for source in sources_of(one.rules.files)]
    evolve(output, sources=(*output.sources, *read_files)).write(add_mark(junit(cases), "html", Made.RESULTS))


def _not_run(reader: Reader) -> Iterator[Case]:
    for path in (*reader.unread, *reader.wrong):
        yield Case(path, "the rules can be read", reader.reasons[path])


# ---------------------------------------------------------------- as data


def _data(tested: Tested) -> dict[str, object]:
    return {
        "file": tested.rules.name,
        "variants": list(variant_names(tested.rules.parsed)),
        "passed": tested.passed,
        "examples": [_example_data(tested.rules, worked) for worked in tested.examples],
        "findings": [as_data(finding, tested.rules.files.sources) for finding in tested.findings],
        "setups": [_matches_data(tested.rules, matches) for matches in tested.matches],
    }


def _example_data(rules: Rules, worked: Worked) -> dict[str, object]:
    result = worked.result
    return {
        "name": result.name,
        "passed": result.passed,
        "ways": result.ways,
        "sampled": result.sampled,
        "known": worked.is_known,
        "left_out": None if worked.left_out_by is None else position(worked.left_out_by, rules.files.sources),
        "notes": [
            {"place": position(worked.game.sites[note.site].span, rules.files.sources), "text": note.text}
            for note in result.notes
        ],
        "because": position(worked.broken_by[0], rules.files.sources) if worked.broken_by else None,
        "and_because": [position(span, rules.files.sources) for span in worked.broken_by[1:]],
        "failures": [
            {
                "place": position(worked.game.sites[failure.site].span, rules.files.sources),
                "text": failure.text,
                "rule": None
                if failure.rule is None
                else position(worked.game.sites[failure.rule].span, rules.files.sources),
                "way": list(failure.way),
            }
            for failure in result.failures
        ],
    }


def _matches_data(rules: Rules, matches: Matches) -> dict[str, object]:
    fault = (
        fault_data(matches.fault, matches.game, matches.broken, rules.files.sources)
        if matches.fault and matches.broken
        else None
    )
    return {
        "players": matches.setup.players,
        "options": dict(matches.setup.options),
        "matches": matches.summary.matches if matches.summary else matches.broken.index if matches.broken else 0,
        "decisions": matches.summary.decisions.total if matches.summary else None,
        "doubt": matches.doubt,
        "fault": fault,
    }
