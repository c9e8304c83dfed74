"""The rulings of the language, one topic a file: their examples state what has to come out, on both executors."""

from __future__ import annotations

from pathlib import Path

import pytest

from differential.both import BothHost
from gamedsl import pipeline
from gamedsl.diagnostics.model import Severity
from gamedsl.source import Source
from gamedsl_interpreter.examples import run_example

_FOLDER = Path(__file__).parent / "meaning"

_TOPICS = tuple(sorted(path.stem for path in _FOLDER.glob("*.gdl")))


@pytest.mark.parametrize("topic", _TOPICS)
def test_rulings_hold(topic: str) -> None:
    parsed = pipeline.parse_files(Source(topic, (_FOLDER / f"{topic}.gdl").read_text(encoding="utf-8")), _find)
    assert not [d for d in pipeline.check(parsed).diagnostics if d.severity is Severity.ERROR]
    failures: list[str] = []
    tried = 0
    for _, compiled, specs in pipeline.examples(parsed):
        if not specs:
            continue
        both = BothHost(compiled.game, specs)
        for spec in specs:
            tried += 1
            failures += [f"{spec.name}: {failure.text}" for failure in run_example(both, spec).failures]
    assert tried
    assert not failures


def _find(name: str) -> Source | None:
    path = _FOLDER / f"{name}.gdl"
    return Source(name, path.read_text(encoding="utf-8")) if path.exists() else None
