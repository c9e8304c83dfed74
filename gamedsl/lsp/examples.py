"""Runs one example of the rules for an editor."""

from __future__ import annotations

from gamedsl import pipeline
from gamedsl.reports.failed_examples import reasons
from gamedsl.services import View
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.worked_examples.running import run_example


def run_named(view: View, name: str) -> tuple[bool, str]:
    """Returns whether the example passes in all setups that have it, and a text that says so or why not."""
    if view.report.has_errors:
        return False, "the rules have mistakes; examples can run when they are mended"
    sources = {source.name: source for source in view.parsed.sources}
    runs = 0
    for _, compiled, specs in pipeline.examples(view.parsed):
        for spec in specs:
            if spec.name != name:
                continue
            runs += 1
            result = run_example(ReferenceHost(compiled.game), spec)
            if not result.passed:
                lines = (line.text for line in reasons(result, compiled, sources))
                return False, "\n".join((f"{name} fails", *lines))
    return (True, f"{name} passes") if runs else (False, f"no setup has an example called {name}")
