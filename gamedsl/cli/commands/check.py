"""`gamedsl check`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING

import click

from gamedsl import pipeline
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, WrongUseError
from gamedsl.cli.common.options import quiet_option, stdin_name_option
from gamedsl.cli.printing.findings import count_by_severity, is_finding, text_with_colours
from gamedsl.cli.printing.json_output import form_asked_for, json_option, print_json, version
from gamedsl.cli.printing.repository import from_root
from gamedsl.cli.printing.text import good, plural
from gamedsl.cli.reading.dependents import dependents_option, with_dependents
from gamedsl.cli.reading.files import STANDARD_INPUT, Files, additions_asked_for, open_file, open_rules
from gamedsl.cli.reading.look_files import look_path, mistakes_beside
from gamedsl.cli.reading.rules import all_setups_options, choose_setups
from gamedsl.cli.reading.settings import settings
from gamedsl.cli.reading.targets import Reader, anywhere_option, check_folders, exclude_option, rules_files
from gamedsl.diagnostics.model import Diagnostic, Severity
from gamedsl.garbage import garbage_stays
from gamedsl.graph.compiled import Setup
from gamedsl.pipeline import Parsed, Report
from gamedsl.pipeline.switches import remove_switched_off
from gamedsl.reports.setups import setup_text
from gamedsl.reports.titles import variant_names
from gamedsl.source import Source
from gamedsl.table.text import faint
from gamedsl.values import evolve, frozen

if TYPE_CHECKING:
    from gamedsl.cli.common.fixing import Fixed
    from gamedsl.graph.compiled import Compiled

_DATA = (
    "JSON: `files`, a list with `file`, `variants`, `diagnostics` and `decisions` for each. A diagnostic has `code`, "
    "`severity`, `message`, `primary` and `others` (`file`, `start`, `end`, `text`), `help` and `fixes` (`title`, `level`, `edits`). With "
    "`--decisions` also `setups` (`players`, `options`, `bytes`, `nodes`, `slow`: why only the slow "
    "executor can play it, or null), with `--fix` also `fixed` (`code`, "
    "`place`, `title`), and `look` with the mistakes in its look file, if there are any. "
    "`unread`, a list with `file` and `reason` for each file that cannot be read."
)


@frozen
class Checked:
    """A rules file and its findings; `fixed` is None without `--fix`, `waiting` is the number of corrections that were not applied."""

    files: Files
    fixed: tuple[Fixed, ...] | None
    waiting: int
    parsed: Parsed
    setups: tuple[Setup, ...]
    report: Report
    look: tuple[str, ...] = ()
    """The mistakes in the look file beside it, a line each."""


@frozen
class Size:
    """The size of one setup's game: bytes of a position, nodes of the graph, and the reason if only the reference executor can play it."""

    setup: Setup
    bytes: int
    nodes: int
    slow: str | None


@frozen
class Choice:
    """The setups that are checked."""

    players: int | None
    options: tuple[str, ...]


@frozen
class Shape:
    """The form of the output."""

    form: str
    decisions: bool
    quiet: bool
    strict: bool


_EXAMPLES = (
    "check my_game.gdl",
    "check games --exclude drafts/ -q",
    "check games --strict --format github",
    "check my_game.gdl --fix",
    "check my_game.gdl --words",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--fix", is_flag=True, help="First apply every correction that is certain, if no mistake is left then.")
@click.option(
    "-v",
    "--verbose",
    "--decisions",
    "decisions",
    is_flag=True,
    help="Also print which questions form one decision, how large the game of each setup is, and which is too large for the fast executor.",
)
@click.option(
    "--words",
    is_flag=True,
    help="Also name what players would read in the words of the file: ends, questions, choices and formulas without a sentence.",
)
@click.option("--strict", is_flag=True, help="Warnings make the command fail, too.")
@quiet_option
@all_setups_options
@anywhere_option
@exclude_option
@dependents_option
@stdin_name_option
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json", "sarif", "github")),
    help="The form of the output. (default: text)",
)
@json_option
def command(
    files: tuple[str, ...],
    fix: bool,
    decisions: bool,
    words: bool,
    strict: bool,
    quiet: bool,
    players: int | None,
    options: tuple[str, ...],
    anywhere: bool,
    exclude: tuple[str, ...],
    dependents: bool,
    stdin_name: str | None,
    form: str | None,
    as_json: bool,
) -> ExitCode:
    """Report what is wrong in rules files, for every player count and option. A folder stands for all rules in it, `-` is
    standard input. With `--fix` its corrected text is printed, and the findings go to standard error."""
    project = settings()
    shape = Shape(form_asked_for(form, as_json) or "text", decisions, quiet, strict or project.strict)
    if fix and STANDARD_INPUT in files and (len(files) > 1 or shape.form != "text"):
        raise WrongUseError("`--fix` prints the corrected text of standard input, and nothing beside it")
    if fix and additions_asked_for():
        raise WrongUseError("`--fix` corrects files as they are", "leave out `--variant` and `--set`")
    if fix:
        check_folders(files, anywhere)
    left_out = (*project.exclude, *exclude)
    named, reader = rules_files(files, left_out), Reader()
    targets = with_dependents(named, left_out) if dependents else named
    own = frozenset(named) if fix else frozenset[str]()

    choice = Choice(players, options)

    def look(path: str) -> Checked:
        is_fixed = path in own
        return _check((open_file if is_fixed else open_rules)(path, stdin_name), is_fixed, words, choice, project.off)

    with garbage_stays():  # the findings are kept to the end anyway
        checked = _print(reader.each(targets, look), reader, shape, len(targets))
    has_failed = any(_fails(d, shape.strict) for one in checked for d in one.report.diagnostics)
    return reader.code(has_failed or any(one.look for one in checked))


def _fails(diagnostic: Diagnostic, strict: bool) -> bool:
    return is_finding(diagnostic) if strict else diagnostic.severity is Severity.ERROR


def _check(files: Files, fix: bool, words: bool, choice: Choice, off: Sequence[str]) -> Checked:
    fixed: tuple[Fixed, ...] | None = None
    waiting = 0
    if fix:
        from gamedsl.cli.common.fixing import correct_files
        from gamedsl.cli.printing.writing import rewrite

        before = files.source.text
        files, fixed, waiting = correct_files(files)
        if fixed or files.path == STANDARD_INPUT:
            rewrite(files.path, before, files.source.text)
    parsed = files.parse()
    legal = pipeline.setups(parsed)
    setups = choose_setups(files.name, legal, choice.players, choice.options) if legal else ()
    report = pipeline.check(parsed, setups)
    report = pipeline.level_fixes(report, files.source, lambda source: evolve(files, source=source).parse())
    found = report.diagnostics
    if words and not report.has_errors:
        from gamedsl.rulebook.words import words_findings

        found = (*found, *words_findings(parsed))
    told = evolve(report, diagnostics=remove_switched_off(found, off))
    look = () if report.has_errors or not setups else mistakes_beside(files, parsed, setups)
    return Checked(files, fixed, waiting, parsed, setups, told, look)


def _print(found: Iterator[Checked], reader: Reader, shape: Shape, number: int) -> list[Checked]:
    """Shows the findings of each file at once, or all of them as data at the end."""
    if shape.form == "text":
        return _show_findings(found, reader, shape, number)
    checked = list(found)
    diagnostics = list(dict.fromkeys(d for one in checked for d in one.report.diagnostics))
    sources: dict[str, Source] = {name: source for one in checked for name, source in one.files.sources.items()}
    match shape.form:
        case "json":
            data: dict[str, object] = {"files": [_data(one, shape.decisions) for one in checked]}
            print_json(data | {"unread": [{"file": f, "reason": reader.reasons[f]} for f in reader.unread]})
        case "sarif":
            from gamedsl.reports.sarif import to_sarif

            click.echo(to_sarif(diagnostics, sources, version(), from_root), nl=False)
        case _:
            from gamedsl.diagnostics.export import file_annotation, to_github

            unread = {file: [reader.reasons[file]] for file in reader.unread}
            looks = {str(look_path(one.files)): one.look for one in checked}
            pathless = [
                file_annotation(from_root(file), said) for of in (unread, looks) for file in of for said in of[file]
            ]
            click.echo(to_github(diagnostics, sources, from_root) + "".join(pathless), nl=False)
    return checked


def _sizes(checked: Checked) -> tuple[Size, ...]:
    """Returns the sizes of the setups; none if the rules have mistakes."""
    if checked.report.has_errors:
        return ()
    games = ((setup, pipeline.compile(checked.parsed, setup)) for setup in checked.setups)
    return tuple(
        Size(setup, made.game.layout.size, len(made.game.nodes), _slow(made, checked.files.sources))
        for setup, made in games
    )


def _slow(made: Compiled, sources: Mapping[str, Source]) -> str | None:
    # Only `-v` needs the emitter, and importing it takes longer than checking most games.
    from gamedsl.cli.common.engines import place_of
    from gamedsl_interpreter.wasm.emit.build import refusal

    refused = refusal(made.game)
    return None if refused is None else f"{refused}{place_of(made, refused.site, sources)}"


# ---------------------------------------------------------------- for people


def _show_findings(found: Iterator[Checked], reader: Reader, shape: Shape, number: int) -> list[Checked]:
    """Shows the findings as text. A finding in a base is shown once, with the first file that builds on it."""
    told: set[Diagnostic] = set()
    checked: list[Checked] = []
    for one in found:
        checked.append(one)
        _show(one, told, shape)
        told.update(map(_without_fixes, one.report.diagnostics))
    if number > 1 and not (shape.quiet and not told and not reader.unread):
        unread = f", {plural(len(reader.unread), 'file')} could not be read" if reader.unread else ""
        click.echo(f"{plural(len(checked), 'file')}: {count_by_severity(told) or good('no findings')}{unread}")
    return checked


def _without_fixes(diagnostic: Diagnostic) -> Diagnostic:
    """Returns the diagnostic without its corrections, which depend on the checked file, so that findings can be compared."""
    return evolve(diagnostic, fixes=())


def _show(checked: Checked, told: Set[Diagnostic], shape: Shape) -> None:
    """Shows findings; on standard error if the corrected text goes to standard output."""
    err = checked.fixed is not None and checked.files.path == STANDARD_INPUT
    for made in checked.fixed or ():
        click.echo(f"{made.place}: {made.title} ({made.code})", err=err)
    diagnostics = checked.report.diagnostics
    for diagnostic in diagnostics:
        if _without_fixes(diagnostic) not in told:
            click.echo(text_with_colours(diagnostic, checked.files.sources), err=err)
    if shape.decisions:
        _show_insides(checked, err)
    name, found = checked.files.name, count_by_severity(diagnostics)
    fixed = f"{len(checked.fixed)} fixed, " if checked.fixed else ""
    again = sum(_without_fixes(diagnostic) in told for diagnostic in diagnostics)
    above = f" ({again} told above)" if again else ""
    if checked.waiting:
        words = plural(checked.waiting, "correction")
        click.echo(f"{name}: nothing is corrected: with {words} that would leave no choice, mistakes are left", err=err)
    elif checked.fixed == () and diagnostics:
        click.echo(f"{name}: nothing is corrected: {_uncertain(diagnostics)}", err=err)
    for mistake in checked.look:
        click.echo(mistake, err=err)
    if checked.look:
        found = f"{count_by_severity(diagnostics) or 'no findings'}, {plural(len(checked.look), 'mistake')} in its look file"
    if diagnostics or fixed or checked.look or not shape.quiet:
        click.echo(f"{name}: {fixed}{found or good('no findings')}{above}", err=err)


def _uncertain(diagnostics: Sequence[Diagnostic]) -> str:
    """Says why `--fix` has corrected nothing: of no finding is it certain how it is corrected, but editors may offer something."""
    offered = sum(bool(diagnostic.fixes) for diagnostic in diagnostics)
    if not offered:
        return "no finding has a correction that is certain"
    return f"no correction is certain; for {plural(offered, 'finding')} an editor offers one to try"


def _show_insides(checked: Checked, err: bool) -> None:
    for name, _ in checked.parsed.chain.files:
        if name not in (checked.files.source.name, checked.files.name):
            click.echo(f"builds on {name}", err=err)
    for decision in checked.report.decisions:
        click.echo(decision, err=err)
    for size in _sizes(checked):
        text = f"{plural(size.bytes, 'byte')} a position, {plural(size.nodes, 'node')}"
        click.echo(f"{setup_text(size.setup)}: {faint(text)}", err=err)
        if size.slow is not None:
            click.echo(f"advice: only the slow executor can play this setup, because of {size.slow}", err=err)


# ---------------------------------------------------------------- as data


def _data(checked: Checked, decisions: bool) -> dict[str, object]:
    from gamedsl.diagnostics.export import as_data

    data: dict[str, object] = {
        "file": checked.files.source.name,
        "variants": list(variant_names(checked.parsed)),
        "diagnostics": [as_data(diagnostic, checked.files.sources) for diagnostic in checked.report.diagnostics],
        "decisions": list(checked.report.decisions),
    }
    if decisions:
        data["setups"] = [
            {
                "players": s.setup.players,
                "options": dict(s.setup.options),
                "bytes": s.bytes,
                "nodes": s.nodes,
                "slow": s.slow,
            }
            for s in _sizes(checked)
        ]
    if checked.look:
        data["look"] = list(checked.look)
    if checked.fixed is not None:
        data["fixed"] = [{"code": c.code, "place": c.place, "title": c.title} for c in checked.fixed]
    return data
