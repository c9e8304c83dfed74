"""Finds lines of an example that prove nothing, because they would pass whatever the rules said."""

from __future__ import annotations

from gamedsl.graph.model.example_lines import Cannot, ExampleSpec, MayChoose, Run, Then
from gamedsl.graph.model.types import SiteId
from gamedsl.values import define, field, frozen


@frozen
class ExampleNote:
    """A sentence that says why a passing line of an example proves nothing."""

    site: SiteId
    text: str


_PREPARING = frozenset({"setup", "given"})
"""Runs that make the position of an example, if another one follows."""


def first_facts(spec: ExampleSpec, line: int) -> frozenset[int] | None:
    """The numbers of all facts if the example's first run begins with this line; else None."""
    if line >= len(spec.lines) or not _begins(spec, line):
        return None
    return frozenset(n for n, later in enumerate(spec.lines) if isinstance(later, Then))


def _begins(spec: ExampleSpec, line: int) -> bool:
    here = spec.lines[line]
    if not isinstance(here, Run):
        return False
    return here.text not in _PREPARING or not any(isinstance(later, Run) for later in spec.lines[line + 1 :])


@define
class Proof:
    """The lines of one example, by number, with the reason why they have proved nothing on all ways so far; None for lines that have proved something on
    some way."""

    _told: dict[int, str | None] = field(factory=dict[int, str | None])

    def is_open(self, line: int) -> bool:
        """Whether the line has proved nothing yet."""
        return self._told.get(line, "") is not None

    def tell(self, line: int, why_not: str | None) -> None:
        """Records that the line proves nothing on one way (`why_not` is the reason), or proves something (None)."""
        if self.is_open(line):
            self._told[line] = why_not

    def notes(self, spec: ExampleSpec) -> tuple[ExampleNote, ...]:
        """Lists the lines that prove nothing: refusals one by one, facts only if nothing in the example proves anything."""
        refused = tuple(
            ExampleNote(line.site, why)
            for n, line in enumerate(spec.lines)
            if isinstance(line, Cannot) and (why := self._told.get(n)) is not None
        )
        return (*refused, *self._facts(spec))

    def _facts(self, spec: ExampleSpec) -> tuple[ExampleNote, ...]:
        facts = {n: line for n, line in enumerate(spec.lines) if isinstance(line, Then)}
        says_more = any(isinstance(line, Cannot | MayChoose) for line in spec.lines)
        if says_more or not facts or any(self._told.get(n) is None for n in facts):
            return ()
        began = next(line.text for n, line in enumerate(spec.lines) if isinstance(line, Run) and _begins(spec, n))
        what = "this" if len(facts) == 1 else "all that the example states"
        text = f"{what} held before `{began}` as well, so nothing shows that anything has happened; if it is meant to stay so, write `, as before` behind it"
        return (ExampleNote(next(iter(facts.values())).site, text),)
