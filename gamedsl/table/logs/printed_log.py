"""Formats lines of the log for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill

from gamedsl.table.logs.entries import BETWEEN, Line
from gamedsl.table.text import colour_suits, faint, title, wrap_counts


def log_text(line: Line, width: int) -> str:
    """Formats a line of the log in lines of this width."""
    return colour_suits(_line_text(line, width))


def _line_text(line: Line, width: int) -> str:
    match line.sort:
        case "period":
            return title(f"— {line.text} —")
        case "choice" | "pending":
            return fill(line.text, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
        case "effect":
            return _effects_text(line.text, width)
        case "phase":
            heading, _, effects = line.text.partition(BETWEEN)
            return f"  {heading}\n{_effects_text(effects, width)}" if effects else f"  {heading}"


def _effects_text(text: str, width: int) -> str:
    indent = " " * 4
    return faint("\n".join(f"{indent}{one}" for one in _pack(text, width - len(indent))))


def texts_below_each_other(lines: Sequence[Line], width: int) -> list[str]:
    """Formats several lines of the log; an empty line precedes each round."""
    return [
        f"\n{log_text(line, width)}" if at and line.sort == "period" else log_text(line, width)
        for at, line in enumerate(lines)
    ]


def texts_with_number(number: int, lines: Sequence[Line], width: int) -> Iterator[str]:
    """Yields the formatted lines of a move after its number; a round that begins before the move is above both."""
    margin = faint(f"{number:>4}")
    for line in lines:
        if line.sort == "period":
            yield log_text(line, width)
        else:
            yield margin + log_text(line, width - 4).replace("\n", "\n    ")
            margin = " " * 4


def _pack(text: str, width: int) -> Iterator[str]:
    """Yields the lines of effects: none is broken over two lines if it fits into one."""
    line = ""
    for effect in text.split(BETWEEN):
        joined = f"{line}{BETWEEN}{effect}" if line else effect
        if len(joined) <= width:
            line = joined
            continue
        if line:
            yield line
        *whole, line = wrap_counts(effect, width, "  ") or [""]
        yield from whole
    yield line
