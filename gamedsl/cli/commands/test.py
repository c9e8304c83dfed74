"""`gamedsl test`."""

from __future__ import annotations

import click

from gamedsl import pipeline
from gamedsl.cli.common.caching import cache_option, store
from gamedsl.cli.common.exit_codes import FINDINGS, SUCCESS
from gamedsl.cli.common.faults import BrokenMatch, broken_match, fault_data, show_fault
from gamedsl.cli.common.findings import position
from gamedsl.cli.common.json_output import json_option, print_json
from gamedsl.cli.common.progress import Tick, progress
from gamedsl.cli.common.rules import Rules, compiled, read, setup_text
from gamedsl.cli.common.text import bad, faint, good, plural
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.model.examples import ExampleSpec
from gamedsl.graph.model.game import CUT_OFF
from gamedsl.graph.model.types import SiteId
from gamedsl.source import Span
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Checking, Fault
from gamedsl_interpreter.examples import ExampleResult, run_example
from gamedsl_interpreter.fastest import fastest, random_matches
from gamedsl_interpreter.match import MatchFault
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.simulate import Summary
from gamedsl_interpreter.wasm.playouts import Policy


@frozen
class Worked:
    """One example with the game it ran on."""

    setup: Setup
    spec: ExampleSpec
    game: Compiled
    result: ExampleResult
    broken_by: Span | None = None
    """The change of a variant without which it would hold, if it is an example of the base."""


@frozen
class Matches:
    """Random matches of one setup: their summary, or the fault that stopped them."""

    setup: Setup
    game: Compiled
    summary: Summary | None
    fault: Fault | None
    broken: BrokenMatch | None
    note: str | None
    """Why the reference executor played them; None if the fast one did."""

    @property
    def doubt(self) -> str | None:
        """Why these rules are probably wrong for this setup, although no promise was broken."""
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

    @property
    def passed(self) -> bool:
        return all(worked.result.passed for worked in self.examples) and not any(m.fault for m in self.matches)


_DATA = (
    "JSON: `files`, a list with `file`, `passed`, `examples` (`name`, `passed`, `ways`, `sampled`, "
    "`because`: null, or the change of a variant that breaks an example of its base, "
    "`failures`: `place`, `text`, `rule`, `way`) and `setups` (`players`, `options`, `matches`, `decisions`, "
    "`doubt`: null, or why no match ends well, `fault`: null, or a diagnostic with the `match`)."
)


@click.command(epilog=_DATA)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--matches", type=click.IntRange(0), default=100, show_default=True, help="Random matches of every setup."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed: match i always gets the same chance.")
@cache_option
@json_option
def command(files: tuple[str, ...], matches: int, seed: int, as_json: bool) -> int:
    """Run the examples, then random matches for every player count and all options, with invariants and conservation
    tested at every step."""
    tested: list[Tested] = []
    for path in files:
        rules = read(path)
        tested.append(Tested(rules, _worked(rules), _played(rules, matches, seed)))
        if not as_json:
            _show(tested[-1])
    if as_json:
        print_json({"files": [_data(one) for one in tested]})
    return SUCCESS if all(one.passed for one in tested) else FINDINGS


def _worked(rules: Rules) -> tuple[Worked, ...]:
    """All examples of the file, run."""
    groups = pipeline.examples(rules.parsed)
    worked: list[Worked] = []
    with progress("examples", sum(len(specs) for _, _, specs in groups)) as tick:
        for setup, game, specs in groups:
            host = ReferenceHost(game.game)
            for spec in specs:
                result = run_example(host, spec)
                worked.append(Worked(setup, spec, game, result, None if result.passed else _reason(rules, setup, spec)))
                tick()
    return tuple(worked)


def _reason(rules: Rules, setup: Setup, spec: ExampleSpec) -> Span | None:
    """The change of a variant that breaks an example of its base."""

    def holds(game: Compiled, other: ExampleSpec) -> bool:
        return run_example(ReferenceHost(game.game), other).passed

    change = pipeline.broken_by(rules.parsed, setup, spec.name, holds)
    return None if change is None else change.span


def _played(rules: Rules, number: int, seed: int) -> tuple[Matches, ...]:
    """Random matches of every legal setup."""
    setups = rules.known.setups if number else ()
    with progress("matches", number * len(setups)) as tick:
        return tuple(_matches(rules, setup, number, seed, tick) for setup in setups)


def _matches(rules: Rules, setup: Setup, number: int, seed: int, tick: Tick) -> Matches:
    game = compiled(rules, setup)
    chosen = fastest(game.game, Checking.ON, keeper=store())
    note = chosen.note
    try:
        summary = random_matches(chosen, Policy.STEPS, seed, 0, number, watch=tick)
    except MatchFault as caught:
        return Matches(setup, game, None, caught.fault, broken_match(setup, caught), note)
    return Matches(setup, game, summary, None, None, note)


# ---------------------------------------------------------------- for people


def _show(tested: Tested) -> None:
    click.echo(tested.rules.name)
    _show_examples(tested)
    for note in dict.fromkeys(matches.note for matches in tested.matches if matches.note):
        click.echo(faint(f"     {note}"))
    for matches in tested.matches:
        if matches.fault is not None and matches.broken is not None:
            click.echo(f"  {bad('FAILED')} {setup_text(matches.setup)}")
            show_fault(tested.rules, matches.game, matches.fault, matches.broken)
        elif matches.summary is not None:
            number = plural(matches.summary.matches, "match", "matches")
            length = f"{matches.summary.decisions.mean:.1f} decisions each"
            doubt = matches.doubt
            verdict = good("ok") if doubt is None else bad("doubtful")
            click.echo(f"  {verdict} {setup_text(matches.setup)}: {number}, {length}{f'; {doubt}' if doubt else ''}")


def _show_examples(tested: Tested) -> None:
    failed = [worked for worked in tested.examples if not worked.result.passed]
    sampled = [worked for worked in tested.examples if worked.result.sampled]
    if tested.examples:
        verdict = bad(f"{len(failed)} FAILED of") if failed else good("ok")
        click.echo(f"  {verdict} {plural(len(tested.examples), 'example')}")
    if sampled:
        names = ", ".join(worked.spec.name for worked in sampled)
        click.echo(faint(f"     sampled, having too many ways to try them all: {names}"))
    for worked in failed:
        click.echo(f"  {bad('FAILED')} {worked.spec.name}{f': {worked.spec.doc}' if worked.spec.doc else ''}")
        for failure in worked.result.failures:
            click.echo(f"    {_quoted(tested.rules, worked, failure.site)}")
            click.echo(f"      {failure.text}")
            if failure.rule is not None:
                click.echo(f"      at {_quoted(tested.rules, worked, failure.rule)}")
            for step in failure.way:
                click.echo(faint(f"      after {step}"))
        if worked.broken_by is not None:
            click.echo(f"    because of {_line(tested.rules, worked.broken_by)}")
            click.echo(f"      if this is meant, add `remove {worked.spec.name}`, and write the example anew")


def _quoted(rules: Rules, worked: Worked, site: SiteId) -> str:
    """A place, and the line that stands there."""
    return _line(rules, worked.game.sites[site].span)


def _line(rules: Rules, span: Span) -> str:
    source = rules.files.sources.get(span.source)
    text = source.line(source.position(span.start)[0]).strip() if source else ""
    return f"{position(span, rules.files.sources)}: {text}"


# ---------------------------------------------------------------- as data


def _data(tested: Tested) -> dict[str, object]:
    return {
        "file": tested.rules.name,
        "passed": tested.passed,
        "examples": [_example_data(tested.rules, worked) for worked in tested.examples],
        "setups": [_matches_data(tested.rules, matches) for matches in tested.matches],
    }


def _example_data(rules: Rules, worked: Worked) -> dict[str, object]:
    result = worked.result
    return {
        "name": result.name,
        "passed": result.passed,
        "ways": result.ways,
        "sampled": result.sampled,
        "because": None if worked.broken_by is None else position(worked.broken_by, rules.files.sources),
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
    fault = fault_data(rules, matches.game, matches.fault, matches.broken) if matches.fault and matches.broken else None
    return {
        "players": matches.setup.players,
        "options": dict(matches.setup.options),
        "matches": matches.summary.matches if matches.summary else matches.broken.index if matches.broken else 0,
        "decisions": matches.summary.decisions.total if matches.summary else None,
        "doubt": matches.doubt,
        "fault": fault,
    }
