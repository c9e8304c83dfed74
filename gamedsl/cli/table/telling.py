"""Tells what has happened in sentences, from the events that a seat has observed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from textwrap import fill
from typing import Literal, TypeAlias, cast

from gamedsl.cli.printing.text import faint, title
from gamedsl.cli.table.names import Names
from gamedsl.graph.analysis.shown import shown_zones
from gamedsl.graph.model.nodes import DecisionNode, EffectNode, TogetherNode
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.engine import Event, Move
from gamedsl_interpreter.things import Choice, Thing

_EFFECTS = 5
"""Most effects of a choice that are told."""

_FROM = re.compile(r" from [^,\[\]]+(?:\[[^\]]*\])?(?:\.\w+)?(?=[,\]]|$)")
_QUIET = frozenset({"field", "shuffle", "shuffle_under", "start"})
"""Events that the table shows by itself, or that change nothing that people see."""

_LOOKS = frozenset({"see", "peek"})
"""Events of looks into a zone."""

Sort: TypeAlias = Literal["choice", "effect", "period"]


@frozen
class Line:
    """A line of the log: a choice with its sentence, an effect of the choice above it, or the beginning of a round."""

    sort: Sort
    text: str


def log_text(line: Line, width: int) -> str:
    """Returns a line of the log as it is printed, in lines of this width."""
    match line.sort:
        case "period":
            return title(f"— {line.text} —")
        case "choice":
            return fill(line.text, width, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
        case "effect":
            indent = " " * 4
            return faint(fill(line.text, width, initial_indent=indent, subsequent_indent=indent * 2))


def numbered_texts(number: int, lines: Sequence[Line], width: int) -> Iterator[str]:
    """Yields the lines of a move as they are printed, behind its number."""
    for at, line in enumerate(lines):
        margin = faint(f"{number:>4}") if at == 0 else " " * 4
        yield margin + log_text(line, width - 4).replace("\n", "\n    ")


@frozen
class _Moved:
    """Pieces that were moved: their kinds with numbers if the seat saw them, else their number; the zones that they left, and where they went."""

    pieces: tuple[tuple[str, int], ...]
    number: int
    sources: tuple[str, ...]
    to: str


@define
class _Entry:
    """A choice with what followed from it; `who` is the chooser, until something is told."""

    text: str
    who: str = ""
    is_open: bool = False
    is_bare: bool = False
    is_sentence: bool = False
    sort: Sort = "choice"
    effects: list[str | _Moved] = field(factory=list["str | _Moved"])


class _Log:
    """Collects what is told: moves to one place become one line, and what a sentence says already is not told again."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._entries: list[_Entry] = []

    def add_choice(self, who: str, words: str, *, is_bare: bool) -> None:
        """Adds a choice; `words` are empty if others learn nothing of it. `is_bare`: they learn the name of the action alone."""
        last = self._entries[-1] if self._entries else None
        if last is not None and last.is_open and last.who == who and last.text and words:
            last.text += f"; {words.removeprefix(f'{who}: ')}"
            last.is_bare = is_bare
            return
        self._entries.append(_Entry(words, who, is_open=True, is_bare=is_bare))

    def add_sentence(self, text: str) -> None:
        """Adds a sentence of the rules. The first one after a choice takes the place of its words, unless something was told between."""
        if self._entries and self._entries[-1].is_open:
            self._entries[-1] = _Entry(text, self._entries[-1].who, is_sentence=True)
        else:
            self._entries.append(_Entry(text, is_sentence=True))

    def add_period(self, text: str) -> None:
        """Adds the beginning of a round."""
        self._entries.append(_Entry(text, sort="period"))

    def add_effect(self, text: str) -> None:
        """Adds what followed from the last choice."""
        entry = self._last()
        entry.is_open = False
        entry.effects.append(text)

    def add_move(self, moved: _Moved) -> None:
        """Adds pieces that moved."""
        entry = self._last()
        if entry.is_sentence and self._is_said(entry, moved):
            return
        pieces = [self._own(name, entry.who) for name, _ in moved.pieces]
        is_first, entry.is_open = entry.is_open, False
        is_own = is_first and moved.sources[0].startswith(f"{entry.who}.")
        has_place = is_own and self._names.zone(moved.to) in re.split(r"[ ,;]+", entry.text)
        if is_first and pieces and (has_place or all(one in entry.text for one in pieces)):
            return
        if is_first and pieces and entry.text and entry.is_bare:
            entry.text += f" {self._pieces(moved)}"
            return
        if is_own and pieces and not entry.text:
            entry.text = f"{entry.who}: {self._pieces(moved)}"
            return
        before = entry.effects[-1] if entry.effects else None
        if isinstance(before, _Moved) and before.to == moved.to and bool(before.pieces) == bool(moved.pieces):
            sources = tuple(dict.fromkeys((*before.sources, *moved.sources)))
            joined = (*before.pieces, *moved.pieces)
            entry.effects[-1] = _Moved(joined, before.number + moved.number, sources, moved.to)
            return
        entry.effects.append(moved)

    def _is_said(self, entry: _Entry, moved: _Moved) -> bool:
        """Whether a sentence of the rules says that the pieces moved: it names all of them, and whose they are if they are not the chooser's; or the places
        between which they went."""
        text = entry.text.casefold()
        named = [self._own(name, entry.who).casefold().split(" of ") for name, _ in moved.pieces]
        ends = [self._names.zone(zone) for zone in (*moved.sources, moved.to)]
        words = re.split(r"[ ,;.:]+", entry.text)
        return (bool(named) and all(one in text for part in named for one in part)) or all(one in words for one in ends)

    def _own(self, name: str, who: str) -> str:
        """Returns the name of a piece, without its owner if that is the chooser."""
        return self._names.clean(name).removesuffix(f" of {who}")

    def _last(self) -> _Entry:
        if not self._entries or self._entries[-1].sort == "period":
            self._entries.append(_Entry(""))
        return self._entries[-1]

    def lines(self) -> list[Line]:
        """Returns the lines of the log."""
        found: list[Line] = []
        for entry in self._entries:
            text = entry.text or (f"{entry.who} has chosen" if entry.who else "")
            if text:
                found.append(Line(entry.sort, text))
            told = [one if isinstance(one, str) else self._moved(one) for one in entry.effects]
            found += [Line("effect", one) for one in told[:_EFFECTS]]
            if len(told) > _EFFECTS:
                found.append(Line("effect", f"and {len(told) - _EFFECTS} more"))
        return found

    def _moved(self, moved: _Moved) -> str:
        source = self._names.zone(moved.sources[0]) if len(moved.sources) == 1 else ""
        to, pieces = self._names.zone(moved.to), self._pieces(moved)
        if self._names.is_spoken:
            return f"{pieces} from {source} to {to}" if source else f"{pieces} to {to}"
        return f"{pieces}: {source} → {to}" if source else f"{pieces} → {to}"

    def _pieces(self, moved: _Moved) -> str:
        if not moved.pieces:
            return f"{moved.number} hidden"
        return self._names.counted([(self._names.clean(name), count) for name, count in moved.pieces])


class Teller:
    """Puts the events of one game into sentences."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def tell(
        self, events: Sequence[Event], first: int = 0, asked: Mapping[int, frozenset[str]] | None = None
    ) -> list[Line]:
        """Returns the lines for the events from number `first` on, oldest first. The first `say` after a choice replaces the words of the choice if nothing
        was told between. `asked`: the selections that are told of a choice, by the number of its event (without an entry: all)."""
        log = _Log(self._names)
        is_begun = first > 0
        for number, event in enumerate(events[first:], start=first):
            what, data = str(event.data[0]), event.data[1:]
            if what == "choose":
                is_begun = True
                words = self._choice(data, (asked or {}).get(number))
                log.add_choice(str(data[0]), words, is_bare=_is_bare(data))
            elif what == "say":
                log.add_sentence(self._said(event.text))
            elif what == "field" and data[0] == "round":
                log.add_period(f"Round {data[1]}")
            elif what == "move":
                # The set-up only brings the table about, which is shown.
                if is_begun and self._unshown.isdisjoint(map(str, data[-2:])):
                    log.add_move(_moved(data))
            elif what not in _QUIET and not (what in _LOOKS and str(data[1]) in self._unshown):
                log.add_effect(self._names.clean(event.text))
        return log.lines()

    def _said(self, text: str) -> str:
        """Returns a sentence of the rules. Whoever it begins with needs no owner: `Ann plays Flat`, not `Flat of Ann`."""
        told = self._names.clean(text)
        who = next((seat for seat in self._names.game.seats if told.startswith(f"{seat} ")), None)
        return told if who is None else told.replace(f" of {who}", "")

    @cached_property
    def _unshown(self) -> frozenset[str]:
        """The names of the zones that players need not see."""
        shown = shown_zones(self._names.game)
        return frozenset(name for number, name in enumerate(self._names.texts.zones) if number not in shown)

    # ------------------------------------------------------------ choices

    def _choice(self, data: Sequence[object], asked: frozenset[str] | None) -> str:
        who = str(data[0])
        # Nobody needs to be told whose pieces a player takes from the own ones.
        words = ", ".join(filter(None, (self._part(*part, asked) for part in _parts(data)))).replace(f" of {who}", "")
        return f"{who}: {words}" if words else ""

    def _part(
        self,
        name: str,
        declined: bool | None,
        values: Sequence[tuple[str, str]],
        asked: frozenset[str] | None,
    ) -> str:
        is_whole = asked is None or name not in self._phases
        kept = [one for one in values if is_whole or one[0] in (asked or ())] or values
        told = [self._value(selection, value) for selection, value in kept]
        return self._named(name, declined=bool(declined), values=[one for one in told if one])

    def _value(self, selection: str, value: str) -> str:
        label = self._names.clean(selection)
        if value in ("yes", "no"):
            return label if value == "yes" else f"no {label}"
        if value.isdigit():
            return f"{label} {value}"
        if value == "[]":
            return f"no {label}"
        return self._names.clean(_FROM.sub("", value))

    def _named(self, name: str, *, declined: bool, values: Sequence[str]) -> str:
        """Returns a part of a choice: the name of its action, if it is not that of a phase, and the values."""
        called = self._names.clean(name)
        if declined:
            return self.declined(name)
        joined = self._join(values)
        if name in self._phases:
            return joined
        return f"{called} {joined}".strip() if len(values) < 2 else f"{called} {joined}"

    def declined(self, name: str) -> str:
        """Returns the words for a choice that is declined. A choice with the name of its phase has no name of its own: whoever takes nothing passes."""
        return "pass" if name in self._clusters else f"no {self._names.clean(name)}"

    @staticmethod
    def _join(values: Sequence[str]) -> str:
        is_short = all(re.fullmatch(r"[a-z]?\d+", one) for one in values)
        return (" " if is_short else ", ").join(values)

    @cached_property
    def _phases(self) -> frozenset[str]:
        """The names of the plans at the top of decisions: everybody knows them, because they are the phase or its menu."""
        nodes = self._names.game.nodes
        return frozenset(node.plan.name for node in nodes if isinstance(node, DecisionNode | TogetherNode))

    @cached_property
    def _clusters(self) -> frozenset[str]:
        """The names of the phases."""
        return frozenset(node.cluster for node in self._names.game.nodes if not isinstance(node, EffectNode))

    # ------------------------------------------------------------ moves

    def move(self, move: Move, seat: int | None = None, *, has_labels: bool = False) -> str:
        """Returns the words of a complete move of a seat, with all of its choices. `has_labels`: numbers stand behind what they are, also if there is one."""
        told = (self._chosen(choice, seat, has_labels=has_labels) for choice in move.choices)
        return ", ".join(filter(None, told)) or "go on"

    def _chosen(self, choice: Choice, seat: int | None, *, has_labels: bool) -> str:
        is_labelled = has_labels or len(choice.values) > 1
        told = [self._told(name, thing, seat, is_labelled=is_labelled) for name, thing in choice.values]
        return self._named(choice.name, declined=choice.is_declined, values=told)

    def _told(self, selection: str, thing: Thing, seat: int | None, *, is_labelled: bool) -> str:
        label = self._names.clean(selection)
        match thing:
            case bool():
                return label if thing else f"no {label}"
            case int() if is_labelled:
                return f"{label} {thing}"
            case _:
                told = self._names.thing(thing, seat)
                return f"no {label}" if told == "none" else told


_Part: TypeAlias = tuple[str, "bool | None", tuple[tuple[str, str], ...]]
"""A part of a choice in an event: the action, whether it was declined, and the values by the names of their selections."""


def _parts(data: Sequence[object]) -> tuple[_Part, ...]:
    return cast("tuple[_Part, ...]", data[1]) if isinstance(data[1], tuple) else ()


def _is_bare(data: Sequence[object]) -> bool:
    """Whether a choice is told by the name of its action alone."""
    parts = _parts(data)
    return len(parts) == 1 and not (parts[0][1] or parts[0][2])


def _moved(data: Sequence[object]) -> _Moved:
    counted = cast("tuple[tuple[str, int], ...]", data[0]) if isinstance(data[0], tuple) else ()
    number = data[0] if isinstance(data[0], int) else 0
    return _Moved(counted, number, (str(data[-2]),), str(data[-1]))
