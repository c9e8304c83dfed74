"""Facts that the offers of a choice disclose to the seat that decides."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.model import source_statements as source
from gamedsl.graph.model import statements as effects
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import RuleId
from gamedsl.semantics.model.checked import Checked
from gamedsl.semantics.secrets.knowledge import Held, State
from gamedsl.semantics.secrets.labels import Labels
from gamedsl.semantics.secrets.model import OPEN, Label, Secret, Way
from gamedsl.semantics.secrets.notes import Notes


class Offers:
    """The offers of the choices of one setup."""

    def __init__(self, checked: Checked, labels: Labels, notes: Notes) -> None:
        self._checked = checked
        self._labels = labels
        self._notes = notes

    def take(self, part: effects.Part, seat: Expr | None, unseen: bool, state: State) -> Label:
        """Returns the secrets that the offers of a part depend on, and binds its local to the chosen value."""
        labels = self._labels
        match part:
            case effects.Bind(local, value):
                state.bind(local, self._notes.add_tests(labels.make_held(value, state)))
                return OPEN
            case effects.YesNo(name, local, condition):
                label = labels.value(condition, state)
                self.tell(condition, label, seat, state)
                state.bind(local, Held(self.unseen(name, seat) if unseen else OPEN))
                return label
            case effects.Requirement(condition=condition):
                label = labels.value(condition, state)
                self.tell(condition, label, seat, state)
                return label
            case effects.Select():
                found = OPEN
                for offer in part.sources:
                    label = labels.value(offer, state)
                    self.tell(offer, label, seat, state)
                    found |= label
                state.bind(part.element, Held(found, found))
                for other in (part.number, part.least, part.distinct):
                    if other is not None:
                        label = labels.value(other, state)
                        self.tell(other, label - found, seat, state)
                secret = self.unseen(part.name, seat) if unseen or part.secret else OPEN
                pieces = is_pieces(self._checked.locals[part.local].type)
                state.bind(
                    part.local,
                    Held((found if pieces else OPEN) | secret, secret, None, self._checked.sites[part.site].span),
                )
                return found

    def openings(self, number: RuleId) -> Iterator[int]:
        """Returns the choices (by `id`) that belong to the menu from which an action is picked."""
        rule = self._checked.rules[number]
        for body in (rule.body, *(own for _, own in rule.for_seats)):
            opening = next(
                (stmt for stmt in body.stmts if not isinstance(stmt, source.Require | effects.SetLocal)), None
            )
            if isinstance(opening, source.Choose):
                yield id(opening)

    def unseen(self, name: str, seat: Expr | None) -> Label:
        """Returns the label of a choice that only its seat sees."""
        return frozenset({Secret("choice", name, "owner", seat)})

    def tell(self, expr: Expr | None, label: Label, seat: Expr | None, state: State) -> None:
        """Records that the seat learns the secrets of a label from the offer of a formula."""
        if seat is not None:
            self._notes.tell(Way.OFFER, expr, label, state, to=seat)


def is_unnoticed(stmt: source.Choose) -> bool:
    """Whether the other seats do not learn if a `may choose` was taken or declined."""
    chosen = [part for part in stmt.parts if isinstance(part, effects.Select | effects.YesNo)]
    return (
        stmt.menu is None and bool(chosen) and all(isinstance(part, effects.Select) and part.secret for part in chosen)
    )
