"""Secrets, the seats that know them, and the places of the rules that disclose them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Literal

from gamedsl.graph.model.expressions import Expr
from gamedsl.source import Span
from gamedsl.values import field, frozen

Sort = Literal["choice", "roll", "zone", "field"]
"""The kind of hidden fact: an unseen choice, an unseen roll, the content of a zone, or the value of a field."""


@frozen
class Secret:
    """A hidden fact. `place` is the zone that holds it, until the content of the zone changes.

    `knows` says who knows it: `nobody`, the `owner` (a formula for a seat), all `others`, or `some` seats that the rules compute during play.
    `seen_by` are seats that have looked at it since its last change.
    """

    sort: Sort
    name: str
    knows: Literal["nobody", "owner", "others", "some"]
    owner: Expr | None = None
    seen_by: frozenset[Expr] = frozenset()
    place: Expr | None = None

    def is_known_to(self, seat: Expr | None) -> bool:
        """Whether a seat knows the secret; None stands for all seats. Seats that the rules compute (`some`) count as knowing it: only a match can
        decide that."""
        if seat is None:
            return False
        match self.knows:
            case "owner":
                known = self.owner == seat
            case "others":
                known = self.owner != seat
            case "some":
                known = True
            case "nobody":
                known = False
        return known or seat in self.seen_by


Label = frozenset[Secret]
"""The secrets that a value depends on; empty if all seats may know the value."""
OPEN: Label = frozenset()


def unknown(label: Label, seat: Expr | None) -> Label:
    """Returns the secrets of the label that a seat (None: any seat) does not know."""
    return frozenset(secret for secret in label if not secret.is_known_to(seat))


class Way(Enum):
    """The ways in which hidden facts reach a seat. The value is the word used in exported data."""

    SENTENCE = "sentence"
    OFFER = "offer"
    QUESTION = "question"
    BRANCH = "branch"
    VALUE = "value"
    COUNT = "count"
    END = "end"
    MOVE = "move"
    LOOK = "look"
    NOTHING = "nothing to choose"
    SCORES = "scores"


SHOWN_BY_ITSELF = frozenset({Way.MOVE, Way.LOOK, Way.NOTHING, Way.SCORES})
"""Disclosures that the rules state openly: pieces that move to an open zone, `peek` and `reveal`, `if able` and `else:`, scores at the end."""


Anchor = int | str
"""A point in the rules that play passes when something is disclosed: a statement of the checked tree (by `id`), or the beginning of a phase (by
name)."""


@frozen
class Fact:
    """A disclosed fact, without who knows it."""

    sort: Sort
    name: str


@frozen
class Disclosure:
    """A place of the rules where `facts` reach a seat that could not know them. `to` names the seat in words; `is_marked`: the rules say `openly`
    there."""

    way: Way
    span: Span
    facts: tuple[Fact, ...]
    to: str
    is_marked: bool = False
    anchors: frozenset[Anchor] = field(default=frozenset[Anchor](), eq=False)
    """Points that play passes at this disclosure; empty for disclosures at the end of a match or after every turn."""

    @property
    def mark(self) -> Span | None:
        """The formula after the word `openly`, or None without such a mark."""
        return self.span if self.is_marked else None

    @property
    def is_meant(self) -> bool:
        """Whether a word of the rules says that the disclosure is intended."""
        return self.is_marked or self.way in SHOWN_BY_ITSELF


@frozen
class Disclosures:
    """All disclosures of one setup in source order, and the marks that disclose nothing. If not `is_whole`, the rules were too large to search
    completely."""

    told: tuple[Disclosure, ...]
    idle: tuple[Span, ...]
    is_whole: bool = True


def facts_of(label: Iterable[Secret]) -> tuple[Fact, ...]:
    return tuple(sorted({Fact(one.sort, one.name) for one in label}, key=lambda f: (f.sort, f.name)))
