"""The log for people: choices as sentences, with the effects of each in a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from gamedsl.cards.faces import bare, entry, text_of
from gamedsl.graph.analysis.piece_words import plural, singular
from gamedsl.graph.model import types
from gamedsl.table.logs.entries import BETWEEN, Change, Entry, Gain, Line
from gamedsl.table.logs.folding import MOST_SORTS, Folding, Moved, is_same_throw
from gamedsl.table.logs.sayings import Sayings
from gamedsl.table.names import WAYS, Names, with_label
from gamedsl.table.text import capital, deny, join_items

_ON_BOARD = 3
"""At most this many moves onto a board are told one by one: a sowing is seen there."""
_SUITED = re.compile(r"[♥♦♣♠]$")
_NUMBER = re.compile(r"-?\d+")
_PARTICIPLE = re.compile(
    r"\w*[aeiouy]\w*[^e\W]ed|\w+[iy]ed|won|shown|thrown|drawn|taken|lost|spent|laid|sold|given|chosen|hidden|bought|paid|kept|built|caught|eaten|beaten|stolen|dealt"
    r"|waiting|resting|remaining|missing|travelling|upcoming"
)
"""The first word of the label of a zone that says only what has become of its pieces; a shed, a seed and a building are none."""


class Log:
    """Collects the lines of the log: for a field, its last value after the old one; for moves to one place, one line; and nothing that a sentence already
    says. `values` are the known values of fields before the first event, `begun` those before the first choice of the match."""

    def __init__(
        self, names: Names, folding: Folding, values: Mapping[str, str], begun: Mapping[str, str] | None = None
    ) -> None:
        self._names = names
        self._folding = folding
        self._sayings = Sayings(names, folding)
        self._values = dict(values)
        self._begun = begun or {}
        self._entries: list[Entry] = []
        self._group = 0
        self._at = -1
        """The entry to which effects belong."""
        self._phase = ""
        """The heading of the phase that has begun, until something is told under it."""

    # ------------------------------------------------------------ what happens

    def add_choice(
        self, seat: int, words: str, chosen: dict[str, str], *, is_bare: bool, is_pass: bool, is_forced: bool
    ) -> None:
        """Adds a choice; `words` are empty if others learn nothing of it. `chosen`: its values, as the rules write them. `is_bare`: others learn the name of the
        action alone. `is_forced`: nobody was asked."""
        last = self._entries[-1] if self._entries else None
        if last is None or not last.is_open:
            self._group += 1
        elif last.seat == seat and last.text and words:
            both = f"{last.text}; {words.removeprefix(f'{self._name(seat)}: ')}"
            last.text = words if last.is_pass else last.text if is_pass else both
            last.is_bare, last.is_pass, last.is_forced = is_bare, last.is_pass and is_pass, False
            last.chosen |= chosen
            return
        if is_pass and last is not None and last.seat == seat and last.sort == "choice":
            # A seat that has done something else has not passed.
            return
        self._append(
            Entry(words, seat, self._group, "choice", True, True, is_bare, False, is_pass, is_forced, chosen=chosen)
        )

    def add_sentence(self, text: str) -> None:
        """Adds a sentence of the rules. It takes the place of the words of the choice that it tells, unless something was told between. What a phase without a
        choice says of nobody is told by itself."""
        told = next((seat for seat, name in enumerate(self._names.game.seats) if text.startswith(f"{name} ")), None)
        if self._entries and self._entries[-1].is_throw_in(text, self._names):
            self._entries.pop()
            self._at = len(self._entries) - 1
        last = self._at if self._entries else None
        found = None if self._phase and told is None else last
        if told is not None and last is not None and told != self._entries[last].seat:
            open_ones = [i for i, one in enumerate(self._entries) if one.is_open and one.seat == told]
            found = open_ones[-1] if open_ones else None
        if found is not None and (self._entries[found].is_open or self._is_name_of(self._entries[found], text, told)):
            before = self._entries[found]
            said = Entry(text, before.seat, before.group, is_said=True)
            said.moves, said.fields, said.was = before.moves, before.fields, before.was
            said.looks, said.others, said.chosen = before.looks, before.others, before.chosen
            self._entries[found] = said
            if any(one.is_said for one in self._entries[found + 1 :]):
                # Later effects belong to the sentence that was logged last.
                self._entries.append(self._entries.pop(found))
                found = len(self._entries) - 1
            self._at, self._phase = found, ""
        else:
            seat = told if told is not None or found is None else self._entries[found].seat
            self._append(Entry(text, seat, self._group, is_said=True))

    def _is_name_of(self, one: Entry, text: str, told: int | None) -> bool:
        """Whether a choice has only the name of its action as words, and a sentence about its player contains the same words with their result: `turn up`,
        and `Ann turns up King.`"""
        words = one.text.removeprefix(f"{self._name(one.seat)}: ").split(" ")
        return one.is_bare and not one.is_said and told == one.seat and all(f" {word}" in text for word in words)

    def add_period(self, text: str, *, is_deal: bool) -> None:
        """Adds the beginning of a round or a deal."""
        self._append(Entry(text, None, self._group, sort="period", is_deal=is_deal))

    def begin_phase(self, heading: str, *, is_asking: bool) -> None:
        """Notes that a phase has begun, whose effects belong to no player; the heading is empty for a part without a name. At the beginning of a round, a phase in
        which players choose (`is_asking`) needs none."""
        is_headed = is_asking and bool(self._entries) and self._entries[-1].sort == "period"
        self._phase = "" if is_headed else heading

    def add_trick(self, seat: int | None, text: str) -> None:
        """Adds who takes a trick, once for all its cards."""
        last = self._entries[-1] if self._entries else None
        if last is None or (last.text != text and not re.search(r"\btrick\b", last.text, re.IGNORECASE)):
            if last is not None:
                told = [
                    name for name, value in last.fields.items() if self._sayings.says_field(text, name, value, seat)
                ]
                for name in told:
                    del last.fields[name]
            self._append(Entry(text, seat, self._group, is_said=True))

    def add_roll(self, name: str, value: str) -> None:
        """Adds the result of a roll."""
        last = self._entries[-1] if self._entries else None
        if last is None or not last.is_alone or not is_same_throw(last.rolls, name):
            last = Entry("", None if last is None or self._phase else last.seat, self._group, heading=self._phase)
            self._append(last)
        last.rolls.append((name, value))

    def add_effect(self, text: str) -> None:
        """Adds an effect of the last choice."""
        self._last().others.append(capital(text))

    def add_look(self, text: str) -> None:
        """Adds that somebody looked at something. All who look at the same thing are named in one sentence; if all others do, it says that the thing is
        shown."""
        found = self._last()
        told = found.others if found.moves or found.fields or found.others else found.looks
        looked = re.fullmatch(r"(.*?) looks at (.*)", text)
        before = re.fullmatch(r"(.*?) looks? at (.*)", told[-1]) if told else None
        if looked and before and looked[2] == before[2]:
            lookers = [*re.split(", | and ", before[1]), looked[1]]
            is_all = len(lookers) == len(self._names.game.seats) - 1
            told[-1] = f"All see {looked[2]}" if is_all else f"{join_items(lookers)} look at {looked[2]}"
        else:
            told.append(capital(text))

    def add_field(self, name: str, value: str) -> None:
        """Adds the new value of a field."""
        if name in self._folding.fields:
            found = self._last()
            found.fields[name] = value
            found.was.setdefault(name, self._values.get(name, ""))
            self._values[name] = value

    def add_move(self, moved: Moved) -> None:
        """Adds pieces that moved. The words of a choice that takes them need not be told again, and an unknown choice becomes known by them."""
        zones = [self._folding.zones[zone] for zone in (*moved.sources, *moved.targets)]
        if not all(one.is_shown for one in zones) or not moved.size:
            return
        is_first = bool(self._entries) and self._entries[self._at].is_open
        found = self._entries[self._at] if is_first else self._last()
        found.is_open = False
        pieces = [self._sayings.own(name, found.seat) for name, _ in moved.pieces]
        is_own = is_first and zones[0].where.seat == found.seat
        has_place = is_own and self._names.zone(moved.to) in re.split(r"[ ,;]+", found.text)
        if is_first and pieces and (has_place or all(one in found.text for one in pieces)):
            return
        if teller := next((one for one in self._entries if self._tells(one, zones[0].where.seat, pieces)), None):
            teller.is_laid = True
            return
        if is_first and pieces and found.text and found.is_bare:
            found.text += f" {self._pieces(moved)}"
        elif is_own and pieces and not found.text:
            found.text = f"{self._name(found.seat)}: {self._pieces(moved)}"
        else:
            (self._last() if self._phase else found).moves.append(moved)

    def _tells(self, one: Entry, owner: int | None, pieces: Sequence[str]) -> bool:
        """Whether a choice that was made together with others, and whose effects come after all of them, names the pieces that its player chose."""
        is_open = one.is_choice and one.is_open and not one.is_laid and (one.group, one.seat) == (self._group, owner)
        return is_open and bool(pieces) and all(self._sayings.has_word(one.text, name) for name in pieces)

    # ------------------------------------------------------------ lines

    def lines(self) -> list[Line]:
        """Returns the lines of the log."""
        found: list[Line] = []
        unknown: list[str] = []
        for one in (other for other in self._entries if not other.is_silent):
            text = one.text or self._throw_text(one)
            if one.is_choice and not text and one.seat is not None:
                if not self._is_part_of_said(one):
                    unknown.append(self._name(one.seat))
                if one.is_open:
                    continue
            found += _pending(unknown)
            unknown = []
            effects = self._effects(one)
            if one.heading:
                # A throw in a phase is its first effect.
                told = [*([text] if text else []), *(line.text for line in effects)]
                changes = tuple(change for line in effects for change in line.changes)
                found += [Line("phase", BETWEEN.join([one.heading, *told]), changes=changes)] if told else []
                continue
            if text:
                text += " (no other choice)" * (one.is_forced and not one.is_pass)
                found.append(Line(one.sort, text, one.is_deal, one.seat, one.is_pass))
            found += effects
        return [*found, *_pending(unknown)]

    def _is_part_of_said(self, one: Entry) -> bool:
        """Whether a choice without known values needs no line: it belongs to the line before it about the same seat and something else has happened since,
        or it is told later with the choices that were made together with it."""
        at = next(i for i, other in enumerate(self._entries) if other is one)
        before = self._entries[at - 1] if 0 < at < len(self._entries) - 1 else None
        if before is not None and before.is_said and before.seat == one.seat:
            return True
        later = [other for other in self._entries[at + 1 :] if other.is_said and other.group == one.group]
        return any(other.text.startswith(f"{self._name(one.seat)} ") for other in later)

    def _effects(self, one: Entry) -> list[Line]:
        """Returns the lines for the effects of a choice, in words, without effects that its sentence or the owner's sentence already tells. After a sentence
        about a player, effects on other players' pieces get a line of their own."""
        said_ones = [other for other in self._entries if other.is_said and other.group == one.group]
        at = next(i for i, other in enumerate(self._entries) if other is one)

        def sayers(owner: int | None) -> list[Entry]:
            seat = one.seat if owner is None else owner
            return [other for other in said_ones if other.seat == seat or other is one]

        def movers(move: Moved) -> list[Entry]:
            """Returns the entries whose sentences may tell a move. For cards that are laid on the table for all, later sentences about a player do not count,
            unless the choice has no words of its own."""
            owners = {self._folding.owner(zone) for zone in (*move.sources, *move.targets)}
            found = sayers(self._folding.owner(move.sources[0]))
            first = at + 1 if one.text else at + 2
            later = self._entries[first:] if owners == {None} else []
            return [other for other in found if not (other in later and other.text.startswith(self._name(other.seat)))]

        left = [
            move
            for move in one.moves
            if not self._is_way_of(one, move)
            and not any(self._sayings.says_move(other, move) for other in movers(move))
        ]
        went = self._folding.gather(self._folding.direct(left))
        is_many = sum(1 for move in went if self._folding.is_on_board(move.to)) > _ON_BOARD
        shown = [move for move in went if not (is_many and self._folding.is_on_board(move.to))]
        others = [move for move in shown if one.is_said and not self._is_about(one.seat, move)]
        own, strange = (
            list(
                filter(
                    None, (self._move_text(move, self._named(one)) for move in shown if (move in others) is is_other)
                )
            )
            for is_other in (False, True)
        )
        groups = list(self._set(one, sayers))
        told = (self._field(names[0], one) if len(names) == 1 else self._several(names, one) for names in groups)
        changes = tuple(Change(name, one.was[name], one.fields[name]) for names in groups for name in names)
        got = [move for move in shown if one.seat is not None and self._folding.owner(move.to) == one.seat]
        gains = tuple(
            Gain(text, tuple(self._names.clean(name) for name, _ in move.pieces))
            for move in got
            if (text := self._move_text(move, self._named(one)))
        )
        lines = (([*one.looks, *own, *told, *one.others], changes, gains), (strange, (), ()))
        return [
            Line("effect", BETWEEN.join(texts), seat=one.seat, changes=fields, gains=pieces)
            for texts, fields, pieces in lines
            if texts
        ]

    def _is_way_of(self, one: Entry, moved: Moved) -> bool:
        """Whether the words of a choice say from where to where its player goes, as the player's own pieces do in this move: `Ann: from Crane to Dyke`."""
        ways = {f"from {self._names.zone(source)} to {self._names.zone(moved.to)}" for source in moved.sources}
        is_own = one.seat is not None and {self._owner_of(name) for name, _ in moved.pieces} == {one.seat}
        return is_own and one.text.removeprefix(f"{self._name(one.seat)}: ") in ways

    def _named(self, one: Entry) -> int | None:
        """Returns the seat that the line of an entry names, so that its effects need not; None where several players have made hidden choices together, because
        they share a line."""
        is_shared = any(other.is_choice and other is not one and other.group == one.group for other in self._entries)
        return None if is_shared and one.is_choice and not one.text else one.seat

    def _is_about(self, seat: int | None, moved: Moved) -> bool:
        """Whether a move of pieces belongs to the line about a seat: the pieces or zones are the seat's, or nobody's."""
        pieces = {self._owner_of(name) for name, _ in moved.pieces}
        zones = {self._folding.owner(zone) for zone in (*moved.sources, *moved.targets)}
        owners = (pieces | zones) - {None}
        return seat is None or not owners or seat in owners

    def _set(self, one: Entry, sayers: Callable[[int | None], list[Entry]]) -> Iterator[list[str]]:
        """Yields the fields whose new values are told. Fields of one family share one text: `Store: Wood 1 → 3, Clay 4 → 2`."""
        groups: dict[object, list[str]] = {}
        for name, value in one.fields.items():
            spec, owner = self._folding.fields[name]
            # A choice of a place says where somebody goes.
            is_way = owner == one.seat and isinstance(bare(spec.type), types.Position)
            tellers = [*sayers(owner), *([one] if is_way else [])]
            is_said = any(self._sayings.says_field(other.text, name, value, other.seat) for other in tellers)
            is_said |= any(
                self._is_choice_of(other, name, value) for other in self._entries if other.group == one.group
            )
            if is_said or value == one.was[name] or not self._is_told(name, value):
                continue
            part = self._folding.part(name)[1]
            is_alone = isinstance(bare(spec.type), types.Flag)
            groups.setdefault(name if is_alone else (spec.name, owner if part else None), []).append(name)
        yield from groups.values()

    def _is_choice_of(self, one: Entry, name: str, value: str) -> bool:
        """Whether an entry tells the value of a field as a choice of its owner that the field keeps."""
        spec, owner = self._folding.fields[name]
        is_kept = any((spec.name, of) in self._names.kept for of, chosen in one.chosen.items() if chosen == value)
        return is_kept and one.seat == owner and self._sayings.has_word(one.text, self._names.clean(value))

    def _is_told(self, name: str, value: str) -> bool:
        """Whether the new value of a field is told. A number that the set-up has changed is told also where it goes back to its first value."""
        start = self._folding.start(name)
        return self._folding.is_told(name, value, has_moved=self._begun.get(name, start) != start)

    def _several(self, names: Sequence[str], one: Entry) -> str:
        owner, (head, part) = self._folding.fields[names[0]][1], self._folding.part(names[0])
        whose = f"{self._name(owner)}’s " if part and owner not in (None, self._named(one)) else ""
        parts = [self._folding.part(name)[1] or self._name(self._folding.fields[name][1]) for name in names]
        told = [with_label(one_part, self._change(name, one)) for one_part, name in zip(parts, names, strict=True)]
        gap = " " if part[:1].isdigit() else ": "
        return f"{capital(whose + head)}{gap}{', '.join(told)}"

    def _change(self, name: str, one: Entry) -> str:
        spec, _ = self._folding.fields[name]
        before, after = one.was[name], one.fields[name]
        told = self._names.value(spec, after)
        if not (_NUMBER.fullmatch(before) and _NUMBER.fullmatch(after)):
            return told
        was = self._names.value(spec, before)
        return f"from {was} to {told}" if self._names.is_spoken else f"{was} → {told}"

    def _throw_text(self, one: Entry) -> str:
        """Returns the result of a throw in words, without those that players' numbers keep; several dice are one throw."""
        rolls = [roll for roll in one.rolls if not self._is_kept(roll, one)]
        values = [WAYS.get(value, (self._names.clean(value),))[0] for _, value in rolls]
        if len(values) > 1 and all(value.isdigit() for value in values):
            return f"Thrown: {join_items(values)}"
        named = [f"{self._names.action(name)}: {value}" for (name, _), value in zip(rolls, values, strict=True)]
        return capital(", ".join(named))

    def _is_kept(self, roll: tuple[str, str], one: Entry) -> bool:
        """Whether a number of a player that is told keeps a throw."""
        found = ((self._folding.fields[name], value, one.was[name]) for name, value in one.fields.items())
        return any(
            owner is not None and (spec.name, roll[0]) in self._names.kept and value == roll[1] != was
            for (spec, owner), value, was in found
        )

    def _field(self, name: str, one: Entry) -> str:
        value, seat = one.fields[name], self._named(one)
        spec, owner = self._folding.fields[name]
        label = text_of(entry(self._names.look, "field", spec.name), "label") or self._names.clean(name)
        if "." in name or "[" in name:
            label = self._names.clean(name)
        owners = {self._folding.fields[other][1] for other in one.fields} - {None}
        is_mixed = len(owners) > 1 and not one.is_said and not isinstance(bare(spec.type), types.Position)
        is_named = is_mixed or (isinstance(bare(spec.type), types.Flag) and not one.text.startswith(self._name(owner)))
        if owner is not None and owner == seat and not is_named:
            label = label.removeprefix(f"{self._name(seat)}’s ")
        if isinstance(bare(spec.type), types.Flag):
            who = f"{self._name(owner)}’s "
            told = label.removeprefix(who)
            told = told if value == "yes" else deny(told)
            return f"{self._name(owner)}: {told}" if label.startswith(who) else capital(told)
        whose, _, own = label.rpartition("’s ")
        head = whose if self._names.is_label_in(spec, own, value) else label
        return capital(f"{head}: {self._change(name, one)}".removeprefix(": "))

    def _move_text(self, moved: Moved, seat: int | None) -> str:
        """Describes a move of pieces in words; empty if people see no movement."""
        owners = {self._owner_of(name) for name, _ in moved.pieces}
        whose = {self._folding.owner(zone) for zone in (*moved.sources, *moved.targets)} - {None}

        def label(zones: Sequence[str]) -> str:
            owner, name = self._folding.owner(zones[0]), self._names.zone(zones[0])
            is_plain = owner is not None and (len(zones) > 1 or whose <= {seat} or owners == {owner})
            return name.removeprefix(f"{self._name(owner)}’s ") if is_plain else name

        source = label(moved.sources) if self._folding.is_one_way(moved) else ""
        pieces, to = capital(self._pieces(moved)), label(moved.targets)
        if source == to:
            return ""
        begun = f"{pieces} {'goes' if moved.size == 1 else 'go'}"
        whence = self._the(source, moved.sources[0])
        whence = plural(whence) if len({self._folding.owner(zone) for zone in moved.sources}) > 1 else whence
        left = f" from {whence}" if source else ""
        if to == "home":
            return f"{begun} home{left}"
        return f"{begun}{left} {to if to == 'aside' else f'to {self._the(to, moved.to)}'}"

    def _the(self, label: str, zone: str) -> str:
        """Returns the words for a zone inside a sentence: `the hand`; for a zone whose name only describes its pieces, together with these (`the won cards`,
        `Ann’s won cards`); places and names without an article."""
        owner = self._folding.owner(zone)
        whose = "" if owner is None else f"{self._name(owner)}’s "
        if whose and label.startswith(whose):
            return f"{whose}{self._noun(label.removeprefix(whose), zone)}"
        return label if label[:1].isupper() or label[-1:].isdigit() else f"the {self._noun(label, zone)}"

    def _noun(self, label: str, zone: str) -> str:
        """Returns the words for a zone, with its pieces if its name only describes them: `won cards`, `cards played before`."""
        _, _, noun = self._names.pieces(2, self._folding.zones[zone].spec.classes).partition(" ")
        first, _, others = label.partition(" ")
        # In `played specialists`, the name contains its pieces; in `played before` it does not.
        if _PARTICIPLE.fullmatch(first) is None or singular(others) != others:
            return label
        return f"{noun} {label}" if " " in label else f"{label} {noun}"

    def _pieces(self, moved: Moved) -> str:
        if moved.pieces and len(moved.pieces) <= MOST_SORTS:
            alike = self._names.alike(self._names.kind_numbers[moved.pieces[0][0]], moved.size)
            if len(moved.pieces) == 1 and alike is not None:
                return alike
            entries = [(self._names.clean(name), count) for name, count in moved.pieces]
            if all(_SUITED.search(name) for name, _ in entries):
                return self._names.count_text(entries)
            return join_items([self._names.count_text([one]) for one in entries])
        return self._names.pieces(moved.size, self._folding.zones[moved.sources[0]].spec.classes)

    def _owner_of(self, piece: str) -> int | None:
        return next((kind.owner for kind in self._names.game.kinds if kind.name == piece), None)

    def _name(self, seat: int | None) -> str:
        return "" if seat is None else self._names.game.seats[seat]

    def _append(self, one: Entry) -> None:
        self._entries.append(one)
        self._at = len(self._entries) - 1
        self._phase = ""

    def _last(self) -> Entry:
        """Returns the entry to which an event that happens now belongs."""
        if not self._entries or self._entries[-1].sort == "period" or self._phase:
            if self._entries:
                self._entries[self._at].is_open = False
            self._append(Entry("", None, self._group, heading=self._phase))
        found = self._entries[self._at]
        found.is_open = False
        return found


def _pending(names: Sequence[str]) -> list[Line]:
    return [Line("pending", f"{join_items(names)} {'has' if len(names) == 1 else 'have'} chosen.")] if names else []
