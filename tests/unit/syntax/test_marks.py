"""Marks in sentences: what is told of them, and what only looks like one."""

from __future__ import annotations

import pytest

from gamedsl.source import Source
from gamedsl.syntax.marks import attempts, marks, strip_marks, without_notes

TOLD = [
    ("Nothing is marked.", "Nothing is marked."),
    ("It moves. [A4: It may not sink.]", "It moves. It may not sink. (Our reading, A4.)"),
    ("It moves [A4: and may not sink].", "It moves and may not sink (our reading, A4)."),
    ("[A4, A5: Both.] [ours: A name.]", "Both. (Our reading, A4, A5.) A name. (Our own.)"),
    ("[A4: As income[2] says.]", "As income[2] says. (Our reading, A4.)"),
    ("income[2], [1, 2] and stone[A4]", "income[2], [1, 2] and stone[A4]"),
    ("[A4] and [A4:x] and [A4: ] and [A4: x", "[A4] and [A4:x] and [A4: ] and [A4: x"),
    ("", ""),
    ("[A1: [A2: inside]]", "[A1: inside (our reading, A2)]"),
]


@pytest.mark.parametrize(("written", "said"), TOLD)
def test_what_is_told(written: str, said: str) -> None:
    assert strip_marks(written) == said


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("It moves. [A4: It may not sink.]", "It moves. It may not sink."),
        ("It moves [A4: and may not sink].", "It moves and may not sink."),
        ("[ours: A name.] It moves. [ours: Slowly.]", "It moves."),
    ],
)
def test_what_is_told_without_notes(written: str, said: str) -> None:
    assert without_notes(strip_marks(written)) == said


def test_labels_and_texts() -> None:
    assert [(mark.label, mark.text) for mark in marks("[A4: One.] two [ours: three]")] == [
        ("A4", "One."),
        ("ours", "three"),
    ]


def test_where_marks_are_tried() -> None:
    text = 'game g: "[A4: Fine.] [A5 wrong"  # "[A6: comment]"\n    let x = y[A4]  "z[A4] [OURS: no]"\n'
    found = [(text[a.span.start : a.span.end], a.is_mark) for a in attempts(Source("g", text))]
    assert found == [("[A4:", True), ("[A5", False), ("[OURS:", False)]


def test_long_brackets_are_read_once() -> None:
    assert strip_marks("[A4: " + "[" * 20_000) == "[A4: " + "[" * 20_000
    assert strip_marks("[A4: " + "x[1]" * 5_000) == "[A4: " + "x[1]" * 5_000
    assert strip_marks("[A1: " * 5_000).startswith("[A1: [A1: ")
