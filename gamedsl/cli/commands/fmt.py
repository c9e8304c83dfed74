"""`gamedsl fmt`."""

from __future__ import annotations

import click

from gamedsl.cli.common.exit_codes import FINDINGS, SUCCESS
from gamedsl.cli.common.files import STANDARD_INPUT, Files, open_file
from gamedsl.cli.common.findings import counted, shown
from gamedsl.cli.common.writing import rewrite
from gamedsl.syntax.explain import explain
from gamedsl.syntax.format import formatted
from gamedsl.syntax.problems import SyntaxProblem


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", "only_check", is_flag=True, help="Change nothing; say which files would change.")
def command(files: tuple[str, ...], only_check: bool) -> int:
    """Format rules files: four spaces for a level, one between words, tables in columns.

    A file with mistakes in its syntax is left as it is. `-` is standard input; its formatted text is printed.
    """
    codes = [_format(open_file(path), only_check) for path in files]
    return max(codes)


def _format(rules: Files, only_check: bool) -> int:
    done = formatted(rules.source)
    if done.problems:
        _show(rules, done.problems)
    if rules.path == STANDARD_INPUT and not only_check:
        rewrite(rules.path, rules.source.text, done.text)
    elif done.text != rules.source.text:
        if only_check:
            click.echo(f"{rules.source.name}: would change")
            return FINDINGS
        rewrite(rules.path, rules.source.text, done.text)
        click.echo(f"{rules.source.name}: formatted")
    return FINDINGS if done.problems else SUCCESS


def _show(rules: Files, problems: tuple[SyntaxProblem, ...]) -> None:
    diagnostics = [explain(problem) for problem in problems]
    for diagnostic in diagnostics:
        click.echo(shown(diagnostic, rules.sources), err=True)
    click.echo(f"{rules.source.name}: left as it is: {counted(diagnostics)}", err=True)
