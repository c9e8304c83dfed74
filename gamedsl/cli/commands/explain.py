"""`gamedsl explain`."""

from __future__ import annotations

import click

from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, WrongUseError
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.paging import show_long
from gamedsl.diagnostics.model import severity_of
from gamedsl.diagnostics.suggest import closest
from gamedsl.graph.model.faults import FAULTS
from gamedsl.pipeline.catalogue import CATALOGUE, page
from gamedsl.reports.fault_advice import ADVICE

_DATA = "JSON: `code`, `severity`, `title`, `page`; without a code a list of `code`, `severity` and `title`."


_EXAMPLES = (
    "explain E0301",
    "explain",
    "explain E_BOUND --json",
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("code", required=False)
@json_option
def command(code: str | None, as_json: bool) -> ExitCode:
    """Explain the CODE of a finding; without one, list all codes."""
    entries = _entries()
    if code is None:
        _list(entries, as_json)
        return ExitCode.SUCCESS
    wanted = code.strip("[]").upper()
    if wanted not in entries:
        near = closest(wanted, entries)
        raise WrongUseError(f"there is no finding with code `{code}`", f"did you mean `{near}`?" if near else None)
    severity, title = entries[wanted]
    text = _page(wanted, title)
    if as_json:
        print_json({"code": wanted, "severity": severity, "title": title, "page": text})
    else:
        show_long(text)
    return ExitCode.SUCCESS


def _entries() -> dict[str, tuple[str, str]]:
    """Returns severity and title of every code, of findings and of faults while playing."""
    findings = {code: (severity_of(code).value, title) for code, title in CATALOGUE.items()}
    return findings | {code: ("error", title) for code, title in FAULTS.items()}


def _page(code: str, title: str) -> str:
    try:
        return page(code)
    except KeyError:
        advice = ADVICE[code]
        return (
            f"# {code}: {title}\n\nA match shows this when the rules lead there; it names the line and the moves.\n\n"
            f"What to do: {advice}.\n"
        )


def _list(entries: dict[str, tuple[str, str]], as_json: bool) -> None:
    if as_json:
        print_json([{"code": code, "severity": entry[0], "title": entry[1]} for code, entry in entries.items()])
        return
    show_long("\n".join(f"{code:12} {title}" for code, (_, title) in entries.items()))
