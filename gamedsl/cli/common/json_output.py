"""What commands print for other programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

import click

from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.versions import PACKAGE

F = TypeVar("F", bound=Callable[..., object])


def json_option(command: F) -> F:
    """The option that asks for data."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def version() -> str:
    """The version of the package."""
    return PACKAGE


def print_json(data: object) -> None:
    """JSON with two spaces and keys in the order in which they were written."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def asked_form(form: str | None, as_json: bool) -> str | None:
    """The form that `--format` or `--json` asks for; None without them. Raises WrongUseError if they contradict each other."""
    if as_json and form not in (None, "json"):
        raise WrongUseError(f"`--json` and `--format {form}` contradict each other")
    return "json" if as_json else form
