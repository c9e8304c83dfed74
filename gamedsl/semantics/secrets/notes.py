"""Records where hidden facts reach a seat, and which tests decide whether the current statement runs."""

from __future__ import annotations

from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import SiteId
from gamedsl.semantics.model.checked import Checked
from gamedsl.semantics.secrets.knowledge import Held, State
from gamedsl.semantics.secrets.labels import Labels
from gamedsl.semantics.secrets.marks import Marks
from gamedsl.semantics.secrets.model import OPEN, Anchor, Label, Secret, Way, unknown
from gamedsl.source import Span
from gamedsl.values import define, field

EVERYBODY = "everybody"


@define(eq=False)
class Test:
    """A test that decides which statements run; `label` holds the secrets that it depends on."""

    label: Label
    span: Span
    anchor: Anchor | None


@define(eq=False)
class Notes:
    """The disclosures found so far, and the tests that decide whether the current statement runs."""

    checked: Checked
    labels: Labels
    marks: Marks
    told: dict[tuple[Way, Span, str], Label] = field(factory=dict[tuple[Way, Span, str], Label])
    anchors: dict[tuple[Way, Span, str], set[Anchor]] = field(factory=dict[tuple[Way, Span, str], set[Anchor]])
    """For each disclosure the points that play passes: see `Anchor`."""
    tests: list[Test] = field(factory=list[Test])
    gates: list[Test] = field(factory=list[Test])
    """Unseen declines in the current rule or pass: the statements after them run only if nothing was declined."""
    at: Span | None = None
    """The line of the current statement."""

    def line(self, site: SiteId) -> None:
        """Moves to the line of a statement."""
        if 0 <= site < len(self.checked.sites):
            self.at = self.checked.sites[site].span

    def span(self, expr: Expr | None, state: State) -> Span | None:
        """Returns the place of the part of a formula that depends on something hidden, or else the current line."""
        found = None if expr is None else self.labels.find_telling_part(expr, state)
        return found or self.at

    def note(self, way: Way, span: Span, to: str, label: Label, test: Test | None = None) -> None:
        """Records a disclosure."""
        key = way, span, to
        self.told[key] = self.told.get(key, OPEN) | label
        anchor = self.marks.at if test is None else test.anchor
        if anchor is not None:
            self.anchors.setdefault(key, set()).add(anchor)

    def tell(
        self,
        way: Way,
        expr: Expr | None,
        label: Label,
        state: State,
        site: SiteId | None = None,
        to: Expr | None = None,
    ) -> None:
        """Records that a value which depends on `label` reaches a seat (None: all), except secrets that an enclosing test already discloses."""
        if site is not None:
            self.line(site)
        new = unknown(label, to) - self.because
        span = self.span(expr, state)
        if new and span is not None:
            self.note(way, span, EVERYBODY if to is None else "who is asked" if way is Way.OFFER else "its owner", new)

    def shows(self, way: Way = Way.BRANCH, to: Expr | None = None) -> None:
        """Records that a seat (None: all) notices the current event, and so learns the outcomes of the tests around it."""
        for test in self.around:
            new = unknown(test.label, to)
            if new:
                for other in (Way.BRANCH, Way.QUESTION, Way.END):
                    if other is not way and (other, test.span, EVERYBODY) in self.told:
                        if other is Way.QUESTION:
                            way = Way.QUESTION
                        del self.told[other, test.span, EVERYBODY]
                self.note(way, test.span, EVERYBODY, new, test)

    def open_test(self, condition: Expr | None, state: State, site: SiteId | None = None, label: Label = OPEN) -> bool:
        """Opens a test around the next statements. Returns whether it depends on a secret, and so must be closed."""
        if site is not None:
            self.line(site)
        found = label if condition is None else self.labels.value(condition, state) | label
        span = self.span(condition, state)
        if not found or span is None:
            return False
        self.tests.append(Test(found, span, self.marks.at))
        return True

    def close(self, is_open: bool) -> None:
        """Closes the last test, if one was opened."""
        if is_open:
            self.tests.pop()

    @property
    def around(self) -> tuple[Test, ...]:
        """All tests that decide whether the current statement runs."""
        return (*self.tests, *self.gates)

    @property
    def because(self) -> Label:
        """All secrets on which the tests around the current statement depend."""
        return frozenset[Secret]().union(*(test.label for test in self.around))

    def add_tests(self, held: Held) -> Held:
        """Adds the secrets of the tests around the current statement to the labels of a local."""
        because = self.because
        return Held(held.value | because, held.which | because, None if because else held.same, held.span)
