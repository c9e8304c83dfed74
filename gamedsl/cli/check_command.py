"""`gamedsl check`."""

from __future__ import annotations

import click
from attrs import frozen

from gamedsl import pipeline
from gamedsl.cli.data import json_option, print_json, version
from gamedsl.cli.ends import FINDINGS, FINE
from gamedsl.cli.files import Files, open_rules
from gamedsl.cli.findings import as_data, counted, is_finding, shown
from gamedsl.cli.words import good
from gamedsl.diagnostics.export import to_github, to_sarif
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.pipeline import Report
from gamedsl.source import Source

_DATA = (
    "JSON: `files`, a list with `file`, `diagnostics` and `decisions` for each. A diagnostic has `code`, "
    "`severity`, `message`, `primary` and `others` (`file`, `start`, `end`, `text`), `help` and `fixes`."
)


@frozen
class Checked:
    """A rules file and what was found in it."""

    files: Files
    report: Report


@click.command(epilog=_DATA)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--decisions", is_flag=True, help="Also print what is chosen together in one decision.")
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json", "sarif", "github")),
    default="text",
    help="For other programs.",
)
@json_option
def command(files: tuple[str, ...], decisions: bool, form: str, as_json: bool) -> int:
    """Say what is wrong in rules files, for every player count and option. `-` is standard input."""
    opened = [open_rules(path) for path in files]
    checked = [Checked(rules, pipeline.check(pipeline.parse_files(rules.source, rules.find))) for rules in opened]
    _print(checked, "json" if as_json else form, decisions)
    return FINDINGS if any(is_finding(d) for one in checked for d in one.report.diagnostics) else FINE


def _print(checked: list[Checked], form: str, decisions: bool) -> None:
    diagnostics: list[Diagnostic] = [d for one in checked for d in one.report.diagnostics]
    sources: dict[str, Source] = {name: source for one in checked for name, source in one.files.sources.items()}
    match form:
        case "json":
            print_json({"files": [_data(one) for one in checked]})
        case "sarif":
            click.echo(to_sarif(diagnostics, sources, version()), nl=False)
        case "github":
            click.echo(to_github(diagnostics, sources), nl=False)
        case _:
            for one in checked:
                _show(one, one.report.decisions if decisions else ())


def _show(checked: Checked, decisions: tuple[str, ...]) -> None:
    for diagnostic in checked.report.diagnostics:
        click.echo(shown(diagnostic, checked.files.sources))
    for decision in decisions:
        click.echo(decision)
    click.echo(f"{checked.files.source.name}: {counted(checked.report.diagnostics) or good('no findings')}")


def _data(checked: Checked) -> dict[str, object]:
    return {
        "file": checked.files.source.name,
        "diagnostics": [as_data(diagnostic, checked.files.sources) for diagnostic in checked.report.diagnostics],
        "decisions": list(checked.report.decisions),
    }
