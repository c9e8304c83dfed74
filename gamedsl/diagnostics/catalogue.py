"""Every diagnostic code with its severity and title; codes are stable and never used again for something else."""

from __future__ import annotations

from importlib.resources import files

from attrs import frozen

from gamedsl.diagnostics.model import Severity


@frozen
class Entry:
    """What a code stands for; the title also heads the code's page."""

    severity: Severity
    title: str


CATALOGUE: dict[str, Entry] = {
    # ------------------------------------------------ E0001..E0199: how a text is written (gamedsl.syntax.explain)
    # ------------------------------------------------ E02xx..E09xx, W, I: what a text means (gamedsl.semantics.explain)
}


def page(code: str) -> str:
    """The Markdown page that explains a code; a code without a page is a KeyError."""
    place = files("gamedsl.diagnostics") / "pages" / f"{code}.md"
    if code not in CATALOGUE or not place.is_file():
        raise KeyError(code)
    return place.read_text(encoding="utf-8")
