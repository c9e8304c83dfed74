"""Cuts and breaks texts for drawings."""

from __future__ import annotations


def clip(text: str, most: int) -> str:
    """Returns at most this many characters; an ellipsis replaces the rest."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def wrap(text: str, most: int, lines: int = 3) -> tuple[str, ...]:
    """Breaks a text at blanks into lines of about `most` characters; an ellipsis replaces the rest after `lines` lines."""
    result = [""]
    for word in text.split(" "):
        if result[-1] and len(result[-1]) + 1 + len(word) > most:
            result.append(word)
        else:
            result[-1] = f"{result[-1]} {word}".strip()
    shown = result[:lines]
    if len(result) > lines:
        shown[-1] = f"{shown[-1]} …"
    return tuple(clip(line, most + 8) for line in shown)
