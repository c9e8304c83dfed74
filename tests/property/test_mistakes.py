"""Rules with slips of the pen: checking them always comes to an end, and points into the text."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamedsl.pipeline import check, parse_files
from gamedsl.source import Source
from share import less

GAMES = sorted(p for p in (Path(__file__).parents[2] / "games").rglob("*.gdl") if p.parent.name != "variants")
TEXTS = [path.read_text(encoding="utf-8") for path in GAMES]
_LENGTH = less(1_000_000, 3_500)
"""Characters of the longest texts that slips are made in: the same slips, and less to check."""
_TOKEN = re.compile(r'"[^"\n]*"|#.*|\w+|[^\w\s]')
_NUMBERS = ("0", "1", "2", "3", "7", "63", "64", "65", "513", "4096", "32768", "999999999")

Slip = Callable[[str, int, int], str]
"""A text with a mistake; the two numbers choose where and which."""


def _at_token(change: Slip, wanted: str = "") -> Slip:
    """A slip at one token, which is among those that look as `wanted`."""

    def slip(text: str, where: int, which: int) -> str:
        tokens = [m for m in _TOKEN.finditer(text) if re.match(wanted, m.group())]
        token = tokens[where % len(tokens)]
        return text[: token.start()] + change(text, where, which) + text[token.end() :] if tokens else text

    return slip


def _without(text: str, where: int, which: int) -> str:
    return ""


def _twice(text: str, where: int, which: int) -> str:
    tokens = [m.group() for m in _TOKEN.finditer(text)]
    return f"{tokens[where % len(tokens)]} {tokens[where % len(tokens)]}"


def _other_name(text: str, where: int, which: int) -> str:
    names = [m.group() for m in re.finditer(r"[A-Za-z_]\w*", text)]
    return names[which % len(names)] + ("x" if which % 3 == 0 else "")


def _other_number(text: str, where: int, which: int) -> str:
    return _NUMBERS[which % len(_NUMBERS)]


def _swapped(text: str, where: int, which: int) -> str:
    tokens = list(_TOKEN.finditer(text))
    a, b = tokens[where % (len(tokens) - 1)], tokens[where % (len(tokens) - 1) + 1]
    return text[: a.start()] + b.group() + text[a.end() : b.start()] + a.group() + text[b.end() :]


def _line_lost(text: str, where: int, which: int) -> str:
    lines = text.split("\n")
    del lines[where % len(lines)]
    return "\n".join(lines)


def _line_twice(text: str, where: int, which: int) -> str:
    lines = text.split("\n")
    lines.insert(where % len(lines), lines[where % len(lines)])
    return "\n".join(lines)


def _line_moved(text: str, where: int, which: int) -> str:
    lines = text.split("\n")
    line = lines.pop(where % len(lines))
    lines.insert(which % (len(lines) + 1), line)
    return "\n".join(lines)


SLIPS: tuple[Slip, ...] = (
    _at_token(_without),
    _at_token(_twice),
    _at_token(_other_name, r"[A-Za-z_]"),
    _at_token(_other_number, r"\d"),
    _swapped,
    _line_lost,
    _line_twice,
    _line_moved,
)

slips = st.tuples(st.sampled_from(SLIPS), st.integers(0, 10**6), st.integers(0, 10**6))


@settings(
    max_examples=less(120, 20),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.sampled_from([text for text in TEXTS if len(text) < _LENGTH]), st.lists(slips, min_size=1, max_size=3))
def test_any_slip_is_reported_in_its_text(text: str, made: list[tuple[Slip, int, int]]) -> None:
    for slip, where, which in made:
        text = slip(text, where, which)
    for diagnostic in check(parse_files(Source("rules", text), lambda name: None)).diagnostics:
        places = [diagnostic.primary.span, *(e.span for f in diagnostic.fixes for e in f.edits)]
        for span in (*places, *(other.span for other in diagnostic.others)):
            assert span.source == "rules"
            assert 0 <= span.start <= span.end <= len(text)


def test_a_misspelt_name_is_mended_by_its_suggestion() -> None:
    """Every fix of a shipped game's misspelt names gives the game back."""
    for text in TEXTS:
        right = "draw 1 from deck to hand"
        if right not in text:
            continue
        wrong = text.replace(right, "draw 1 from dekc to hand", 1)
        (found,) = check(parse_files(Source("rules", wrong), lambda name: None)).diagnostics
        (edit,) = found.fixes[0].edits
        assert wrong[: edit.span.start] + edit.text + wrong[edit.span.end :] == text
