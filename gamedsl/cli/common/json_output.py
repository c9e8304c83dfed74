"""What commands print for other programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

import click

F = TypeVar("F", bound=Callable[..., object])


def json_option(command: F) -> F:
    """The option that asks for data."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def version() -> str:
    """The version of the language as it is installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("gamedsl")
    except PackageNotFoundError:
        return "(not installed)"


def print_json(data: object) -> None:
    """JSON with two spaces and keys in the order in which they were written."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))
