"""What is hidden from whom, and the places where it is told."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Literal

from gamedsl.graph.model.expressions import Expr
from gamedsl.source import Span
from gamedsl.values import field, frozen

Sort = Literal["choice", "roll", "zone", "field"]
"""What is hidden: what was chosen or rolled unseen, what lies in a zone, the value of a field."""


@frozen
class Secret:
    """A hidden fact; `place` is the zone that holds it, as long as it is unchanged.

    `knows` says who knows it: `nobody`, the `owner` (a formula for a seat), all `others`, or `some` seats that only play decides.
    `seen_by` are seats that have looked at it since it was changed last."""

    sort: Sort
    name: str
    knows: Literal["nobody", "owner", "others", "some"]
    owner: Expr | None = None
    seen_by: frozenset[Expr] = frozenset()
    place: Expr | None = None

    def is_known_to(self, seat: Expr | None) -> bool:
        """Whether a seat knows it; None stands for all seats. In doubt, whom the rules compute knows it: a match decides that."""
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
"""The secrets that a value depends on; nothing if all seats may know it."""
OPEN: Label = frozenset()


def unknown(label: Label, seat: Expr | None) -> Label:
    """What of it a seat (None: any seat) does not know."""
    return frozenset(secret for secret in label if not secret.is_known_to(seat))


class Way(Enum):
    """How hidden facts reach somebody. The value is the word for data."""

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
"""What the words of the rules say openly: pieces that move to an open zone, `peek` and `reveal`, `if able` and `else:`, scores at the end."""


Anchor = int | str
"""A statement of the checked tree (by `id`) before which play comes by when something is told, or the name of a phase, at its beginning."""


@frozen
class Fact:
    """What is told, without who knows it."""

    sort: Sort
    name: str


@frozen
class Disclosure:
    """A place where `facts` reach somebody who could not know them. `to` is in words; `is_marked`: the rules say `openly` there."""

    way: Way
    span: Span
    facts: tuple[Fact, ...]
    to: str
    is_marked: bool = False
    anchors: frozenset[Anchor] = field(default=frozenset[Anchor](), eq=False)
    """Where play comes by when it is told; nothing where that is at the end of a match, or after every turn."""

    @property
    def mark(self) -> Span | None:
        """The formula behind `openly`."""
        return self.span if self.is_marked else None

    @property
    def is_meant(self) -> bool:
        """Whether the rules say by a word that it is to be learned."""
        return self.is_marked or self.way in SHOWN_BY_ITSELF


@frozen
class Disclosures:
    """All of one setup in order of place, and the marks that tell nothing. Not `is_whole`: the rules are too large, and there may be more."""

    told: tuple[Disclosure, ...]
    idle: tuple[Span, ...]
    is_whole: bool = True


def facts_of(label: Iterable[Secret]) -> tuple[Fact, ...]:
    return tuple(sorted({Fact(one.sort, one.name) for one in label}, key=lambda f: (f.sort, f.name)))
