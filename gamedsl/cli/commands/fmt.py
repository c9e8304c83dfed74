"""`gamedsl fmt`."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import unified_diff

import click

from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode
from gamedsl.cli.common.options import quiet_option, stdin_name_option
from gamedsl.cli.printing.findings import count_by_severity, text_with_colours
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.text import plural
from gamedsl.cli.printing.writing import rewrite
from gamedsl.cli.reading.files import STANDARD_INPUT, Files, open_file
from gamedsl.cli.reading.settings import settings
from gamedsl.cli.reading.targets import Reader, anywhere_option, check_folders, exclude_option, rules_files
from gamedsl.syntax.format import format_text
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.values import frozen

_DATA = (
    "JSON: `files`, a list with `file`, `changed` (whether its form is another one than the usual), `written`, and `diagnostics`, the mistakes "
    "because of which a file is left as it is. `unread`, a list with `file` and `reason` for each file that cannot be read."
)


@frozen
class Form:
    """A rules file and its formatted text."""

    files: Files
    text: str
    problems: tuple[SyntaxProblem, ...]

    @property
    def is_changed(self) -> bool:
        """Whether formatting changes the text."""
        return not self.problems and self.text != self.files.source.text


_EXAMPLES = (
    "fmt my_game.gdl",
    "fmt games --check",
    "fmt my_game.gdl --diff",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", "only_check", is_flag=True, help="Change nothing; say which files would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
@anywhere_option
@exclude_option
@stdin_name_option
@quiet_option
@json_option
def command(
    files: tuple[str, ...],
    only_check: bool,
    diff: bool,
    anywhere: bool,
    exclude: tuple[str, ...],
    stdin_name: str | None,
    quiet: bool,
    as_json: bool,
) -> ExitCode:
    """Format rules files: four spaces for a level, one between words, tables in columns.

    A folder stands for all rules in it. A file with mistakes in its syntax is left as it is. `-` is standard input; its
    formatted text is printed. Before it changes files in a folder that belongs to no project, it asks.
    """
    keeps = only_check or diff
    if not keeps:
        check_folders(files, anywhere)
    targets, reader = rules_files(files, (*settings().exclude, *exclude)), Reader()
    forms: list[Form] = []
    for form in reader.each(targets, lambda path: _form(open_file(path, stdin_name))):
        forms.append(form)
        if not keeps and (form.is_changed or (form.files.path == STANDARD_INPUT and not as_json)):
            rewrite(form.files.path, form.files.source.text, form.text)
        if not as_json:
            _show(form, only_check, diff, quiet)
    if as_json:
        unread = [{"file": path, "reason": reader.reasons[path]} for path in reader.unread]
        print_json({"files": [_data(form, keeps) for form in forms], "unread": unread})
    elif len(targets) > 1 and not (quiet and not any(form.problems or (keeps and form.is_changed) for form in forms)):
        _show_all(forms, keeps)
    return reader.code(any(form.problems or (keeps and form.is_changed) for form in forms))


def _form(rules: Files) -> Form:
    done = format_text(rules.source)
    return Form(rules, done.text, done.problems)


# ---------------------------------------------------------------- for people


def _show(form: Form, only_check: bool, diff: bool, quiet: bool) -> None:
    name = form.files.source.name
    if form.problems:
        diagnostics = [problem.explain() for problem in form.problems]
        for diagnostic in diagnostics:
            click.echo(text_with_colours(diagnostic, form.files.sources), err=True)
        click.echo(f"{name}: left as it is: {count_by_severity(diagnostics)}", err=True)
    elif form.is_changed and diff:
        before, after = form.files.source.text.splitlines(keepends=True), form.text.splitlines(keepends=True)
        for line in unified_diff(before, after, name, name):
            click.echo(_colour(line), nl=False)
    elif form.is_changed and only_check:
        click.echo(f"{name}: would change")
    elif form.is_changed and form.files.path != STANDARD_INPUT and not quiet:
        click.echo(f"{name}: formatted")


def _colour(line: str) -> str:
    text = line if line.endswith("\n") else f"{line}\n"
    match text[0]:
        case "+":
            return click.style(text, fg="green")
        case "-":
            return click.style(text, fg="red")
        case _:
            return text


def _show_all(forms: Sequence[Form], keeps: bool) -> None:
    changed = sum(form.is_changed for form in forms)
    broken = sum(bool(form.problems) for form in forms)
    verb = "would change" if keeps else "formatted"
    left = f", {broken} left as they are" if broken else ""
    click.echo(f"{plural(len(forms), 'file')}: {changed} {verb}{left}", err=True)


# ---------------------------------------------------------------- as data


def _data(form: Form, keeps: bool) -> dict[str, object]:
    from gamedsl.diagnostics.export import as_data

    return {
        "file": form.files.source.name,
        "changed": form.is_changed,
        "written": form.is_changed and not keeps and form.files.path != STANDARD_INPUT,
        "diagnostics": [as_data(problem.explain(), form.files.sources) for problem in form.problems],
    }
