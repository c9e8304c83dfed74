"""News for persons at the terminal: the table, and the events since they were last asked."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cached_property

import click

from gamedsl.cli.playing.commands import COMMANDS, is_command
from gamedsl.cli.playing.fitting import Forms, fit_screen
from gamedsl.cli.playing.new_cards import CardsTold
from gamedsl.cli.playing.opening import open_counted
from gamedsl.cli.playing.prompt import read_line
from gamedsl.cli.printing.outcomes import score_sheet
from gamedsl.graph.analysis.shown import are_scores_shown
from gamedsl.graph.model.nodes import TogetherNode
from gamedsl.graph.model.types import SeatId
from gamedsl.table.logs.entries import BETWEEN, Line
from gamedsl.table.logs.phases import find_phases
from gamedsl.table.logs.printed_log import texts_below_each_other
from gamedsl.table.logs.telling import Teller
from gamedsl.table.names import Names
from gamedsl.table.table import Table, screen_rows, screen_width
from gamedsl.table.text import faint
from gamedsl.values import define, evolve, field, frozen
from gamedsl_interpreter.engine import Engine, Event, Fault, Move, State, View
from gamedsl_interpreter.things import Place

_SHORT = 14
"""A table of at most this many lines is shown whole at every turn; of a longer one what has changed, and the whole at the beginning of each round."""
_RESULT = 14
"""So many lines are kept free for the result of a match."""
_PROMPT = 3
"""So many lines are below a table that is asked for, and above it."""
_STAR = "  * has changed since you last chose"
_MANY = 8
"""More lines than this about an earlier round are told above the table."""


@frozen
class Shown:
    """Everything that persons have been shown up to a point of a match: for each person the number of shown events, the view at the last question, and the
    decisions asked since the whole table was shown."""

    told: dict[SeatId, int] = field(factory=dict[SeatId, int])
    seen: dict[SeatId, View] = field(factory=dict[SeatId, View])
    decisions: dict[SeatId, frozenset[str]] = field(factory=dict[SeatId, frozenset[str]])

    def copy(self) -> Shown:
        """Returns a copy that later turns do not change."""
        return evolve(self, told=dict(self.told), seen=dict(self.seen), decisions=dict(self.decisions))


@define
class News:
    """Shows the table and tells the log to the persons of one match."""

    engine: Engine[State]
    names: Names
    teller: Teller
    persons: frozenset[SeatId]
    asked: dict[int, frozenset[str]] = field(factory=dict[int, frozenset[str]])
    """The selections that were no forced ones in a choice, by the number of its event."""
    rounds: dict[SeatId, dict[int, str]] = field(factory=dict[SeatId, dict[int, str]])
    """The headings of rounds whose numbers are no field of the game: for each person by the number of the event before which they stand."""
    phases: dict[SeatId, dict[int, str]] = field(factory=dict[SeatId, dict[int, str]])
    """The parts of the rules that have begun after a choice, in the same way."""
    forced: dict[SeatId, set[int]] = field(factory=dict[SeatId, set[int]])
    """For each person the numbers of the choices that were made without a question, because nothing else was possible."""
    shown: Shown = field(factory=Shown)
    last_person: SeatId | None = None
    _table: Table = field(init=False)
    _typed: str = ""
    """The text that was typed where Enter continues."""
    _view: View | None = None
    """The view of the person who was asked last."""
    _is_same: bool = False
    """Whether that person was asked before too."""
    _is_long: bool = False
    """Whether the table that was shown last has many lines."""
    _is_star_known: bool = False
    """Whether the sign of changes was explained."""

    def __attrs_post_init__(self) -> None:
        self._table = Table(self.names, screen_width())

    @property
    def looker(self) -> SeatId:
        """The person who was asked last; before any question the first one."""
        return self.last_person if self.last_person is not None else min(self.persons)

    def begin(self, state: State) -> None:
        """Notes how the match begins."""
        self._table.begin(self.engine.view(state, min(self.persons)))
        self.note_round(None, state)
        self.note_forced(None, state)

    # ------------------------------------------------------------ rounds

    def note_round(self, before: State | None, after: State) -> None:
        """Notes where a round has begun with a move, or at the beginning of the match (`before` is None)."""
        for seat in () if after.is_over else self.persons:
            was = None if before is None else self.engine.view(before, seat)
            found = self.teller.round_begun(was, self.engine.view(after, seat))
            if found is not None:
                self.rounds.setdefault(seat, {})[found[0]] = found[1]

    def note_phases(self, before: State, after: State, seat: SeatId, move: Move) -> None:
        """Notes the phases in which play continued after a move of a seat."""
        for person in self.persons:
            found = find_phases(self.engine, before, after, move, seat, person)
            self.phases.setdefault(person, {}).update(found)

    def note_forced(self, before: State | None, after: State, seat: SeatId | None = None) -> None:
        """Notes the choices that followed from a move of a seat, or at the beginning of the match (`before` is None), without a question."""
        if self._has_together:
            # What several choose at once is told later.
            return
        for person in self.persons:
            first = 0 if before is None else len(self.engine.view(before, person).events)
            events = self.engine.view(after, person).events
            made = [at for at in range(first, len(events)) if events[at].data[0] == "choose"]
            self.forced.setdefault(person, set()).update(made if seat is None else made[1:])

    @cached_property
    def _has_together(self) -> bool:
        return any(isinstance(node, TogetherNode) for node in self.engine.game.nodes)

    def forget_later(self, state: State) -> None:
        """Forgets the rounds and forced choices after a position, when the match returns to it."""
        for seat, forced in self.forced.items():
            last = len(self.engine.view(state, seat).events)
            self.forced[seat] = {at for at in forced if at < last}
        for seat, headings in (*self.rounds.items(), *self.phases.items()):
            last = len(self.engine.view(state, seat).events)
            for at in [one for one in headings if one > last]:
                del headings[at]

    def _lines(self, view: View, seat: SeatId, first: int, *, has_table: bool = False) -> list[Line]:
        """Returns the log lines for a person from an event on."""
        lines = self.teller.tell(
            view,
            first,
            self.asked,
            has_table=has_table,
            rounds=self.rounds.get(seat),
            phases=self.phases.get(seat),
            forced=self.forced.get(seat, set()),
        )
        # A screen reader would read the sign between effects aloud.
        parts = (evolve(one, text=part) for one in lines for part in one.text.split(BETWEEN))
        return list(parts) if self.names.is_spoken else lines

    # ------------------------------------------------------------ turns

    def turn_to(self, state: State, seat: SeatId) -> None:
        """Turns to the person who is asked now; among several persons the one before gets time to leave."""
        if len(self.persons) > 1 and self.last_person not in (None, seat) and sys.stdin.isatty():
            read_line(f"{self.engine.game.seats[seat]}, it is your turn: Enter goes on> ", ())
            click.clear()
        self._is_same = self.last_person == seat
        self.last_person, self._view = seat, self.engine.view(state, seat)

    def tell_turn(self, state: State, seat: SeatId, question: Forms, above: int, cards: CardsTold) -> bool:
        """Tells the person whose turn it is what has happened since the last question, and shows the table and the question below it. After another choice
        in the same turn, only changes of the table are shown. `above`: the number of lines above it on the screen. `cards`: the texts of cards, shown below the
        table: of new ones, and below the whole table on a screen also of those that can be bought. Returns whether these texts fitted."""
        view, before = self.engine.view(state, seat), self.shown.seen.get(seat)
        lines = self._lines(view, seat, first := self.shown.told.get(seat, 0), has_table=True)
        while lines and lines[-1].is_pass and lines[-1].seat == seat:
            # Those who are asked next themselves know it, and if nobody asked them, they would wonder.
            lines.pop()
        began = max((at for at, line in enumerate(lines) if line.sort == "period"), default=None)
        ended = began if began is not None and (began > _MANY or lines[began].is_deal) else 0
        decision, asked = self.engine.step(state, seat).decision, frozenset[str]()
        is_whole = False
        if before is None:
            table, is_whole = self._whole(view, None), True
        elif self._is_same and began is None and self._is_part_of_turn(view.events[first:], seat, decision):
            table = self._changes(view, before, has_own=not self._is_alone(view.events[first:], seat))
            asked = self.shown.decisions[seat]
        elif began is None and self._is_long:
            table = self._changes(view, before, has_own=True)
        else:
            if ended and lines[ended].is_deal:
                self._tell_in_order(lines[:ended])
                lines = lines[ended:]
                self._wait()
            table, is_whole = self._whole(view, before), True
        if before is not None and not (self._is_star_known or self.names.is_spoken):
            table = Forms([f"{text}\n{faint(_STAR)}" if "*" in text else text for text in table.texts])
        rows = screen_rows()
        whole = table.texts[0]
        for text in dict.fromkeys((cards.text, cards.on_offer if is_whole and rows is not None else cards.text)):
            if text:
                with_cards = "\n\n".join(filter(None, (whole, text)))
                table = Forms([with_cards, *table.texts])
        told = fit_screen(lines, table, question, screen_width(), None if rows is None else rows - above - 1, seat)
        maps = self._table.maps(view) if rows is not None and before is None else []
        if rows is not None and above and before is None:
            # A screen of its own may have room for the whole table, or for the maps.
            alone = fit_screen(lines, table, question, screen_width(), rows - 1, seat)
            if any(
                all(part in alone for part in parts) > all(part in told for part in parts) for parts in (maps, [whole])
            ):
                self._wait()
                above, told = 0, alone
        for part in maps:
            if part in told:
                continue
            # At the beginning, the map is shown first; `table` shows it again.
            height = part.count("\n") + 2
            if above and above + height > (rows or 0):
                self._wait()
                above = 0
            click.echo(f"{part}\n")
            above += height
        if rows is not None and above and above + told.count("\n") + 2 > rows:
            # The text above is read first.
            self._wait()
            told = fit_screen(lines, table, question, screen_width(), rows - 1, seat)
        click.echo(told)
        self._is_star_known |= _STAR in told
        self.shown.decisions[seat] = asked | {decision}
        self.shown.told[seat] = len(view.events)
        self.shown.seen[seat] = view
        return cards.text in told or cards.on_offer in told

    def _is_part_of_turn(self, events: Sequence[Event], seat: SeatId, decision: str) -> bool:
        """Whether a question belongs to the turn whose table the seat has seen: nobody else has chosen since, or the table is long and this question was not asked
        below it before."""
        is_new = decision not in self.shown.decisions.get(seat, ())
        return self._is_alone(events, seat) or (is_new and self._is_long)

    def _is_alone(self, events: Sequence[Event], seat: SeatId) -> bool:
        """Whether nobody else than a seat has chosen."""
        name = self.engine.game.seats[seat]
        return all(event.data[1] == name for event in events if event.data[0] == "choose")

    def tell_end(self, state: State) -> None:
        """Tells how the match ended, and shows the table once more, with the pieces from which points were counted. Several persons share one text: it
        begins where the least informed of them was told last."""
        told = [
            self._lines(self.engine.view(state, seat), seat, self.shown.told.get(seat, 0))
            for seat in sorted(self.persons)
        ]
        self._tell_in_order(max(told, key=len))
        rows = screen_rows()
        view = open_counted(self.engine, state, self.engine.view(state, self.looker))
        table = self._whole(view, self.shown.seen.get(self.looker))
        self._print(table.texts[0] if rows is None else table.fitting(rows - _RESULT))

    # ------------------------------------------------------------ asked for

    def show_table(self, state: State, seat: SeatId) -> None:
        """Prints the whole table, close where the screen is too low for it."""
        view, rows = self.engine.view(state, seat), screen_rows()
        whole = self._table.text(view)
        is_low = rows is not None and whole.count("\n") + _PROMPT > rows
        self._print(self._table.text(view, is_close=True) if is_low else whole)

    def show_standings(self, state: State, seat: SeatId) -> None:
        """Prints the whole table, and the points so far, if everybody sees what they are computed from."""
        self.show_table(state, seat)
        game = self.engine.game
        if not game.scores or not are_scores_shown(game):
            return
        try:
            scores = self.engine.score_table(state)
        except Fault:
            return
        self._print(f"If the match ended now:\n{score_sheet(self.names, scores)}")

    def show_log(self, state: State, seat: SeatId) -> None:
        """Prints all that a seat was told."""
        self._tell(self._lines(self.engine.view(state, seat), seat, 0))

    # ------------------------------------------------------------ places

    def letters_at(self, state: State, place: Place) -> frozenset[str]:
        """Returns the letters of the pieces that the person who was asked last sees on a place."""
        view = self._view or self.engine.view(state, self.looker)
        return self._table.letters_at(view, place)

    def lying_at(self, place: Place) -> str:
        """Describes the content of a place, as seen by the person who was asked last."""
        if self._view is None:
            return ""
        told = self._table.at(self._view, place)
        # A single piece needs no "of you".
        return told if "," in told else told.removesuffix(f" of {self.engine.game.seats[self.looker]}")

    # ------------------------------------------------------------ printing

    def _whole(self, view: View, before: View | None) -> Forms:
        """Returns the whole table, and closer forms of it; the closest one has only the changes since an earlier view, if there is one."""
        text = self._table.text(view, before)
        self._is_long = text.count("\n") >= max(_SHORT, (screen_rows() or 0) // 2)
        with_maps, without = self._changed(view, before) if before is not None else ([], [])
        # A map stays where it is as long as there is room for it and what has changed; drawn, it says more than the list of its lines, which was shown before.
        drawn, listed = (
            [
                self._table.text(view, before, is_close=True, has_maps=has_maps, has_routes=has_routes)
                for has_routes in (True, False)
            ]
            for has_maps in (True, False)
        )
        return Forms([text, *dict.fromkeys([*drawn, *with_maps, *listed, *without])])

    def _changes(self, view: View, before: View, *, has_own: bool) -> Forms:
        """Returns the changes on the table, and closer forms of them."""
        with_maps, without = self._changed(view, before, has_own=has_own)
        return Forms([*dict.fromkeys([*with_maps, *without])])

    def _changed(self, view: View, before: View, *, has_own: bool = True) -> tuple[list[str], list[str]]:
        """Returns the changes on the table with drawn maps, and with lists of the places of maps; both also closer."""
        with_maps, without = (
            [
                self._table.changes(view, before, has_own=has_own, is_close=is_close, has_maps=has_maps)
                for is_close in (False, True)
            ]
            for has_maps in (True, False)
        )
        return with_maps, without

    def _print(self, text: str) -> None:
        if text:
            click.echo(f"{text}\n")

    def _tell(self, lines: Sequence[Line]) -> None:
        for text in texts_below_each_other(lines, screen_width()):
            click.echo(text)
        if lines:
            click.echo()

    def _tell_in_order(self, lines: Sequence[Line]) -> None:
        """Tells the events up to the end of rounds and deals. At a terminal, each deal waits until it has been read before the next one is shown."""
        for at, (line, text) in enumerate(zip(lines, texts_below_each_other(lines, screen_width()), strict=True)):
            if at and line.is_deal:
                click.echo()
                self._wait()
            click.echo(text.lstrip("\n") if line.is_deal else text)
        if lines:
            click.echo()

    def take_early_text(self) -> str:
        """Returns what somebody typed where Enter continues, once; empty if nothing was typed."""
        typed, self._typed = self._typed, ""
        return typed

    def _wait(self) -> None:
        if not self._typed and sys.stdin.isatty() and sys.stdout.isatty():
            self._typed = read_line("Enter goes on> ", COMMANDS) or ""
            if self._typed and not is_command(self._typed):
                click.echo(faint(f"`{self._typed}` is no answer here: choices are made at their question."))
