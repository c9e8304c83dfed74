"""How values show themselves in notebooks: what makes the HTML is read in only when a notebook asks for it."""

from __future__ import annotations

from importlib import import_module


def shown_by(function: str, value: object) -> str:
    """What a function of `gamedsl.adapters.notebooks` makes of a value. Its name is a text, because that module stands above the classes that it shows."""
    return str(getattr(import_module("gamedsl.adapters.notebooks"), function)(value))
