"""Prints data for other programs, and chooses the form of output."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

import click

from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.versions import PACKAGE

F = TypeVar("F", bound=Callable[..., object])


def json_option(command: F) -> F:
    """Adds the option `--json`, which prints data."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def version() -> str:
    """Returns the version of the package."""
    return PACKAGE


def print_json(data: object) -> None:
    """Prints JSON, indented by two spaces, with the keys in the order of `data`."""
    click.echo(json_text(data), nl=False)


def json_text(data: object) -> str:
    """Returns JSON in the form of `print_json`, ending in a newline."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def form_asked_for(form: str | None, as_json: bool) -> str | None:
    """Returns the form that `--format` or `--json` asks for; None without them. Raises WrongUseError if they contradict each other."""
    if as_json and form not in (None, "json"):
        raise WrongUseError(f"`--json` and `--format {form}` contradict each other")
    return "json" if as_json else form
