"""The formulas after the word `openly`, and the secrets that they disclose."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from gamedsl.semantics.secrets.model import Anchor, Label
from gamedsl.source import Span


class Marks:
    """The formulas after the word `openly`, and the secrets that they disclose."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._of: dict[str, list[Span]] = {}
        for span in sorted(set(spans), key=lambda s: (s.source, s.start, -s.end)):
            outer = self._of.setdefault(span.source, [])
            if not outer or span.start >= outer[-1].end:
                outer.append(span)
        self.told: dict[Span, Label] = {}
        self.reached: set[Span] = set()
        self.at: Anchor | None = None
        """The anchor of the current statement."""
        self.anchors: dict[Span, set[Anchor]] = {}
        """For each mark, the anchors of the statements that read its formula."""
        self.noting: list[set[Span]] = []
        """The sets that collect every disclosing mark."""

    def note(self, mark: Span) -> None:
        """Records that the current statement reads a disclosing formula after this mark."""
        if self.at is not None:
            self.anchors.setdefault(mark, set()).add(self.at)
        for one in self.noting:
            one.add(mark)

    def around(self, span: Span) -> Span | None:
        """Returns the mark whose formula contains the span, or None."""
        found = self._of.get(span.source)
        if not found:
            return None
        at = bisect_right(found, span.start, key=lambda s: s.start) - 1
        return found[at] if at >= 0 and found[at].end >= span.end else None
