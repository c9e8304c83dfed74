"""One page for each finding and each fault, and the index of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.diagnostics.model import Severity, severity_of
from gamedsl.graph.model.faults import FAULTS
from gamedsl.pipeline.catalogue import CATALOGUE, page
from gamedsl.reports.fault_advice import ADVICE
from gamedsl.syntax.problems.problem import FIRST_OF_MEANING
from tools.site.pages import Pages

INDEX = "findings/README.md"


def add(pages: Pages) -> None:
    """Add all pages of findings, and fill the index."""
    for code in CATALOGUE:
        source = f"gamedsl/diagnostics/pages/{code}.md"
        head, _, text = page(code).partition("\n")
        pages.put(source, _page(code), f"{head}\n\n*{_KINDS[severity_of(code)]}*\n{text}")
    for code, title in FAULTS.items():
        pages.files[_page(code)] = (
            f"# {code}: {title}\n\n*Fault: reported while a match is played*\n\n"
            "The rules passed checking, and a match led to a position in which a line cannot be carried out. The report "
            f"names the line, the seed and the moves.\n\nWhat to do: {ADVICE[code]}.\n"
        )
    pages.fill(INDEX, "findings", "\n\n".join(_tables()))
    pages.sections["findings"] = [_page(code) for code in (*CATALOGUE, *FAULTS)]


_KINDS = {
    Severity.ERROR: "Error: the rules cannot be played",
    Severity.WARNING: "Warning: the rules can be played",
    Severity.INFO: "Hint: the rules can be played, and something in them is not finished",
}


def _page(code: str) -> str:
    return f"findings/{code}.md"


def _tables() -> Iterator[str]:
    written = {code: title for code, title in CATALOGUE.items() if code < FIRST_OF_MEANING}
    later = {code: title for code, title in CATALOGUE.items() if code not in written}
    errors = {code: title for code, title in later.items() if severity_of(code) is Severity.ERROR}
    yield "## How a text is written\n\n" + _table(written.items())
    yield "## What a text means\n\n" + _table(errors.items())
    yield "## Warnings\n\n" + _table((code, title) for code, title in later.items() if code not in errors)
    yield "## Faults in a match\n\n" + _table(FAULTS.items())


def _table(rows: Iterable[tuple[str, str]]) -> str:
    return "| code | finding |\n|---|---|\n" + "\n".join(f"| [{code}]({code}.md) | {title} |" for code, title in rows)
