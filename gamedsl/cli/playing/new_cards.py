"""Tells the texts of cards that a person sees for the first time, where no list of options tells them."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from gamedsl.cli.choices.questions import Questions
from gamedsl.table.card_details import CardDetails
from gamedsl.table.logs.folding import read_move
from gamedsl.table.names import Names
from gamedsl.table.table import Table, screen_width
from gamedsl.table.text import faint
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.engine import View

_MOST = 8
"""Of more new cards in the middle of the table nothing is told: `card NAME` tells it."""
_WIDEST_NAME = 24


@frozen
class CardsTold:
    """The lines about new cards, and the kinds of these cards. The person's own cards get their whole text."""

    text: str = ""
    on_offer: str = ""
    """The lines together with those about the other cards in the middle that cost something; equal to `text` if there are none."""
    kinds: frozenset[int] = frozenset()
    own: frozenset[int] = frozenset()


@define
class NewCards:
    """The cards of one match that were not described yet."""

    names: Names
    questions: Questions
    _table: Table = field(init=False)
    _details: CardDetails = field(init=False)
    _known: set[int] = field(factory=set[int])
    _first: frozenset[int] | None = None
    """The cards that the table named at the first look."""

    def __attrs_post_init__(self) -> None:
        self._table = Table(self.names, screen_width())
        self._details = CardDetails(self.names)

    def describe(self, view: View) -> CardsTold:
        """Returns the texts of the cards that the seat of a view sees, unless they were shown before; for own cards, with their sentences."""
        seen = dict(self._table.kinds_beside_boards(view))
        self._first = frozenset(seen) if self._first is None else self._first
        # What has lain in the middle since the beginning among too many to be named is of no use now.
        came = self._first | _moved(self.names, view)
        seen = {kind: is_own for kind, is_own in seen.items() if is_own or kind in came}
        new = [kind for kind in seen if kind not in self._known and not self.questions.is_described(kind)]
        own = [kind for kind in new if seen[kind]]
        told = {kind: self.questions.words_on(kind) for kind in own}
        middle = {kind: self.questions.details_on(kind) for kind in new if not seen[kind]}
        middle = {kind: text for kind, text in middle.items() if text}
        told = {kind: text for kind, text in told.items() if text} | (middle if len(middle) <= _MOST else {})
        priced = [kind for kind, is_own in seen.items() if not is_own and self._details.has_price(kind)]
        offered = {kind: self.questions.details_on(kind) for kind in priced if kind not in told}
        shown = told | (offered if len(priced) <= _MOST and not self.names.is_spoken else {})
        text, on_offer = "\n".join(self._lines(told)), "\n".join(self._lines(shown))
        return CardsTold(text, on_offer, frozenset(told), frozenset(told).intersection(own))

    def note(self, told: CardsTold) -> None:
        """Notes that a person has read these lines."""
        self._known |= told.kinds
        self.questions.note_described(told.own)

    def _lines(self, told: dict[int, str]) -> Sequence[str]:
        called = {kind: self.names.kind(kind) for kind in told}
        width = min(max(map(len, called.values()), default=0), _WIDEST_NAME)
        lines: list[str] = []
        for kind, text in told.items():
            if self.names.is_spoken:
                lines.append(f"  {called[kind]}: {text}")
                continue
            room = max(20, screen_width() - width - 4)
            first, *more = wrap(text, room, break_on_hyphens=False)
            lines.append(f"  {called[kind].ljust(width)}  {faint(first)}")
            lines += [f"{' ' * (width + 4)}{faint(line)}" for line in more]
        return lines


def _moved(names: Names, view: View) -> frozenset[int]:
    """Returns the cards that the seat of a view has seen move."""
    moves = (read_move(event) for event in view.events if event.data[0] == "move")
    return frozenset(
        names.kind_numbers[name] for moved in moves for name, _ in moved.pieces if name in names.kind_numbers
    )
