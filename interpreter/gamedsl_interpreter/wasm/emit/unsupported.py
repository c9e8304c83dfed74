"""Errors for games that are too large for a module."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from gamedsl.errors import GameDslError
from gamedsl.graph.analysis.walk import site_of
from gamedsl.graph.model.types import SiteId

SPLIT = "split it: a part that means something by itself can be a `let` or a rule"
"""The advice for a part that is too long."""


class Unsupported(GameDslError):
    """Rules beyond a limit of the emitter. The message names the excess in the words of the rules, with the limit in brackets; then the declaration
    that contains it, if known, and advice. `site` is a line in that declaration (-1: unknown)."""

    def __init__(self, what: str, *, advice: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.advice = advice
        self.declaration = ""
        self.site = SiteId(-1)

    def __str__(self) -> str:
        where = f", in `{self.declaration}`" if self.declaration else ""
        advice = f"; {self.advice}" if self.advice else ""
        return f"{self.what}{where}{advice}"


class TooLong(Unsupported):
    """More code than a function or a module may have. It may become less if it is divided into more functions. `function` is the one that is too long."""

    def __init__(self, what: str, *, function: str = "", advice: str = "") -> None:
        super().__init__(what, advice=advice)
        self.function = function


@contextmanager
def declaration(name: str, thing: object) -> Generator[None]:
    """Names the declaration in errors raised inside, unless an inner declaration has named itself. `thing` is the part of the Game that was made from the
    declaration."""
    try:
        yield
    except Unsupported as refused:
        if not refused.declaration:
            refused.declaration = name
            refused.site = site_of(thing)
        raise
