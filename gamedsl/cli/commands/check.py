"""`gamedsl check`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from gamedsl import pipeline
from gamedsl.cli.common.exit_codes import FINDINGS, SUCCESS, WrongUseError
from gamedsl.cli.common.files import STANDARD_INPUT, Files, open_file, open_rules
from gamedsl.cli.common.findings import counted, is_finding, shown
from gamedsl.cli.common.json_output import json_option, print_json, version
from gamedsl.cli.common.rules import setup_text
from gamedsl.cli.common.text import faint, good, plural
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.graph.compiled import Setup
from gamedsl.pipeline import Parsed, Report
from gamedsl.source import Source
from gamedsl.values import frozen

if TYPE_CHECKING:
    from gamedsl.cli.common.fixing import Corrected
    from gamedsl.graph.compiled import Compiled

_DATA = (
    "JSON: `files`, a list with `file`, `diagnostics` and `decisions` for each. A diagnostic has `code`, "
    "`severity`, `message`, `primary` and `others` (`file`, `start`, `end`, `text`), `help` and `fixes`. With "
    "`--decisions` also `setups` (`players`, `options`, `bytes`, `nodes`, `slow`: why only the slow "
    "executor can play it, or null), with `--fix` also `fixed` (`code`, "
    "`place`, `title`)."
)


@frozen
class Checked:
    """A rules file and what was found in it; `fixed` is None without `--fix`."""

    files: Files
    fixed: tuple[Corrected, ...] | None
    parsed: Parsed
    report: Report


@frozen
class Size:
    """How large the game of one setup is: bytes of a position, nodes of the graph; and why only the slow executor can play it, if so."""

    setup: Setup
    bytes: int
    nodes: int
    slow: str | None


@click.command(epilog=_DATA)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--fix", is_flag=True, help="First apply every correction that is the only one of its finding.")
@click.option(
    "-v",
    "--decisions",
    is_flag=True,
    help="Also print which questions form one decision, how large the game of each setup is, and which is too large for the fast executor.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json", "sarif", "github")),
    default="text",
    help="The form of the output.",
)
@json_option
def command(files: tuple[str, ...], fix: bool, decisions: bool, form: str, as_json: bool) -> int:
    """Report what is wrong in rules files, for every player count and option. `-` is standard input. With `--fix` its
    corrected text is printed, and the findings go to standard error."""
    chosen = "json" if as_json else form
    if fix and STANDARD_INPUT in files and (len(files) > 1 or chosen != "text"):
        raise WrongUseError("`--fix` prints the corrected text of standard input, and nothing beside it")
    checked = [_checked(open_file(path) if fix else open_rules(path), fix) for path in files]
    _print(checked, chosen, decisions)
    return FINDINGS if any(is_finding(d) for one in checked for d in one.report.diagnostics) else SUCCESS


def _checked(files: Files, fix: bool) -> Checked:
    fixed: tuple[Corrected, ...] | None = None
    if fix:
        from gamedsl.cli.common.fixing import corrected
        from gamedsl.cli.common.writing import rewrite

        before = files.source.text
        files, fixed = corrected(files)
        if fixed or files.path == STANDARD_INPUT:
            rewrite(files.path, before, files.source.text)
    parsed = files.parsed()
    return Checked(files, fixed, parsed, pipeline.check(parsed))


def _print(checked: list[Checked], form: str, decisions: bool) -> None:
    diagnostics: list[Diagnostic] = [d for one in checked for d in one.report.diagnostics]
    sources: dict[str, Source] = {name: source for one in checked for name, source in one.files.sources.items()}
    match form:
        case "json":
            print_json({"files": [_data(one, decisions) for one in checked]})
        case "sarif":
            from gamedsl.diagnostics.export import to_sarif

            click.echo(to_sarif(diagnostics, sources, version()), nl=False)
        case "github":
            from gamedsl.diagnostics.export import to_github

            click.echo(to_github(diagnostics, sources), nl=False)
        case _:
            for one in checked:
                _show(one, decisions)


def _sizes(checked: Checked) -> tuple[Size, ...]:
    """The sizes of all setups; none if the rules have mistakes."""
    if checked.report.has_errors:
        return ()
    games = ((setup, pipeline.compile(checked.parsed, setup)) for setup in pipeline.setups(checked.parsed))
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


def _show(checked: Checked, decisions: bool) -> None:
    """Shows findings; on standard error if the corrected text goes to standard output."""
    err = checked.fixed is not None and checked.files.path == STANDARD_INPUT
    for made in checked.fixed or ():
        click.echo(f"{made.place}: {made.title} ({made.code})", err=err)
    for diagnostic in checked.report.diagnostics:
        click.echo(shown(diagnostic, checked.files.sources), err=err)
    if decisions:
        _show_insides(checked, err)
    name, found = checked.files.source.name, counted(checked.report.diagnostics)
    fixed = f"{len(checked.fixed)} fixed, " if checked.fixed else ""
    click.echo(f"{name}: {fixed}{found or good('no findings')}", err=err)


def _show_insides(checked: Checked, err: bool) -> None:
    for source in checked.parsed.sources:
        if source.name != checked.parsed.name:
            click.echo(f"builds on {source.name}", err=err)
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
    if checked.fixed is not None:
        data["fixed"] = [{"code": c.code, "place": c.place, "title": c.title} for c in checked.fixed]
    return data
