"""`check --fix`: the certain corrections of a rules file, as they are told."""

from __future__ import annotations

from gamedsl import pipeline
from gamedsl.cli.common.files import Files
from gamedsl.reports.places import position
from gamedsl.values import evolve, frozen


@frozen
class Fixed:
    """One correction that was made: `place` is where it stood by then."""

    code: str
    place: str
    title: str


def corrected(files: Files) -> tuple[Files, tuple[Fixed, ...], int]:
    """The rules with all certain corrections made, which those are, and how many wait because other mistakes are left; base files stay as they are."""
    made = pipeline.corrected(files.source, lambda source: evolve(files, source=source).parsed())
    fixed = tuple(Fixed(one.diagnostic.code, _place(one, files), one.fix.title) for one in made.made)
    return evolve(files, source=made.source), fixed, len(made.waiting)


def _place(one: pipeline.Correction, files: Files) -> str:
    return position(one.diagnostic.primary.span, evolve(files, source=one.source).sources)
