"""`check --fix`: applies the certain corrections to a rules file."""

from __future__ import annotations

from gamedsl import pipeline
from gamedsl.cli.reading.files import Files
from gamedsl.reports.places import position
from gamedsl.values import evolve, frozen


@frozen
class Fixed:
    """One correction that was made; `place` is its position in the text at that moment."""

    code: str
    place: str
    title: str


def correct_files(files: Files) -> tuple[Files, tuple[Fixed, ...], int]:
    """Applies all certain corrections. Returns the corrected rules, the corrections, and how many others wait until other mistakes are gone. Base files
    stay unchanged."""
    made = pipeline.correct(files.source, lambda source: evolve(files, source=source).parse())
    fixed = tuple(Fixed(one.diagnostic.code, _place(one, files), one.fix.title) for one in made.made)
    return evolve(files, source=made.source), fixed, len(made.waiting)


def _place(one: pipeline.Correction, files: Files) -> str:
    return position(one.diagnostic.primary.span, evolve(files, source=one.source).sources)
