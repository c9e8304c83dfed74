"""What is too large for a module."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from gamedsl.errors import GameDslError
from gamedsl.graph.analysis.walk import site_of
from gamedsl.graph.model.types import SiteId

SPLIT = "split it: a part that means something by itself can be a `let` or a rule"
"""What helps where one thing is too long."""


class Unsupported(GameDslError):
    """Rules beyond a limit of the emitter. The message is what there is too much of, in the words of the rules, and the limit in brackets; then the
    declaration in which that is, if it is known, and what would help. `site` is a line in it (-1: none is known)."""

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
    """More text than a function or a module may have; if it is divided into more functions it may be less. `function`: the one that is too long."""

    def __init__(self, what: str, *, function: str = "", advice: str = "") -> None:
        super().__init__(what, advice=advice)
        self.function = function


@contextmanager
def declared(name: str, thing: object) -> Generator[None]:
    """Inside of a declaration, which `thing` is made of: what is refused there names it, if nothing further inside has a name."""
    try:
        yield
    except Unsupported as refused:
        if not refused.declaration:
            refused.declaration = name
            refused.site = site_of(thing)
        raise
