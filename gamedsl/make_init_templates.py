"""Writes `init_templates.py`: templates for the classes of the package, so that Python compiles them with the package and not at each start."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from gamedsl.class_making import template_names, template_text

FILE = Path(__file__).with_name("init_templates.py")
_PACKAGES = ("gamedsl", "gamedsl_interpreter")
_HEAD = '''"""Templates for the `__init__` of classes of values, written by `python -m gamedsl.make_init_templates`: see `class_making`.

A template that is missing here is compiled when the program runs.
"""

# mypy: ignore-errors
# pyright: basic, reportUndefinedVariable=false
# ruff: noqa
# fmt: off
'''


def text(names: set[str]) -> str:
    """Returns the text of the file with these templates."""
    return "\n".join((_HEAD, *map(template_text, sorted(names))))


def needed() -> set[str]:
    """Returns the names of all templates that the package needs. Imports all of it."""
    for package in _PACKAGES:
        for found in walk_packages(import_module(package).__path__, f"{package}."):
            if not found.name.endswith(".__main__"):
                import_module(found.name)
    return {name for package in _PACKAGES for name in template_names(package)}


def main() -> None:
    """Writes the file."""
    FILE.write_text(text(needed()), encoding="utf-8")


if __name__ == "__main__":
    main()
