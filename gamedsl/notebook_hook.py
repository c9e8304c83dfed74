"""Shows values in notebooks; the module that makes the HTML is imported only when a notebook asks for it."""

from __future__ import annotations

from importlib import import_module


def html_by(function: str, value: object) -> str:
    """Returns the HTML of a value, made by a function of `gamedsl.adapters.notebooks`. The function is given by name, because that module is in a higher
    layer than the classes that it shows."""
    return str(getattr(import_module("gamedsl.adapters.notebooks"), function)(value))
