"""Tells the events that a seat has observed in sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias, cast

from gamedsl.graph.analysis.piece_words import singular
from gamedsl.graph.analysis.walk import plans, statements
from gamedsl.graph.model.expressions import Local
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, EffectNode, TogetherNode
from gamedsl.graph.model.statements import Say
from gamedsl.reports.titles import title_of
from gamedsl.table.card_details import find_start
from gamedsl.table.logs.entries import Line
from gamedsl.table.logs.folding import Folding, read_move
from gamedsl.table.logs.log import Log
from gamedsl.table.logs.moved_choices import MovedChoices
from gamedsl.table.names import Names
from gamedsl.table.text import capital, join_items
from gamedsl_interpreter.engine import Event, Move, View
from gamedsl_interpreter.things import Choice, Thing

_FROM = re.compile(r" from [^,\[\]]+(?:\[[^\]]*\])?(?:\.\w+)?(?=[,\]]|$)")
_BETWEEN_CARDS = re.compile(r"(?<=[♥♦♣♠]), (?=\w{1,2}[♥♦♣♠])")
_LIST = re.compile(r"(?<![\w\]])\[((?:[^\[\]]|\[[^\[\]]*\])+)\]")
"""Several things in a sentence of the rules: `[Jade, 2 Ruby]`."""
_SUIT = re.compile(r"[♥♦♣♠]$")
_VOWEL = re.compile(r"\b([Aa])(?= (?!One\b|Uni|Eu)[AEIOU][a-z])")
"""The article before a name that begins with a vowel."""
_ONE = re.compile(r"(\b\w+s |\b(?:by|for|has|of|with) )1 ([a-z]{3,}s)\b")
"""Matches a counted noun in a sentence that is written for several: `bakes 1 loaves`."""
_ONE_OF = re.compile(r"1 ([a-z]{3,}s)")
_MANY_ROUNDS = 30
"""Nobody plans for the last of more rounds than this."""
_PHASE = "phase"
"""The beginning of a phase, beside the events that a seat observes."""
_END = "end"
_UNNAMED = frozenset({"setup", "rounds"})
"""Parts of a match that players do not call by a name."""
_QUIET = frozenset({"shuffle", "shuffle_under", "start"})
"""Events that change nothing that people see."""

Pair: TypeAlias = tuple[str, str]
"""The names of two selections: the first one is a number of what the second one is. Where a sentence says `{n} {face}`, a choice is told as `2 twos`."""


class Teller:
    """Puts the events of one game into sentences."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self.folding = Folding(names)
        self._moved = MovedChoices(names.game, self.folding)
        """What it knows of the fields and zones of the game."""
        self._seats = {name: seat for seat, name in enumerate(names.game.seats)}

    def tell(
        self,
        view: View,
        first: int = 0,
        asked: Mapping[int, frozenset[str]] | None = None,
        *,
        has_table: bool = False,
        rounds: Mapping[int, str] | None = None,
        phases: Mapping[int, str] | None = None,
        forced: Set[int] = frozenset(),
    ) -> list[Line]:
        """Returns the lines for the events that a seat has seen from number `first` on, oldest first. A sentence of the rules replaces the words of the
        choice that it reports. `asked`: the selections to tell for a choice, by the number of its event (without an entry: all). `has_table`: the table
        beside the lines shows the hand that the seat was dealt, and what was laid out at the beginning of a round, so no line repeats it. `rounds`: the
        headings of rounds whose number is no field of the game, by the number of the event before which they stand. `phases`: the parts of the rules that
        begin after a choice, in the same way. `forced`: the numbers of choices for which nobody was asked."""
        headings = rounds or {}
        chosen = next((at for at, event in enumerate(view.events) if event.data[0] == "choose"), len(view.events))
        values, begun_with = (self.folding.values_after(view.events[:last]) for last in (max(first, chosen), chosen))
        log = Log(self._names, self.folding, values, begun_with)
        is_begun, set_up, is_over = first > 0, self._end_of_setup(view, headings), not view.to_act
        chooser: int | None = None
        for number, choices, followed in self._moved.segments(view.events[first:], first):
            for at, event in enumerate(choices, start=number):
                if at in headings and at > first:
                    log.add_period(headings[at], is_deal=False)
                self._add_choice(log, event, (asked or {}).get(at), view.seat, is_forced=at in forced)
            is_begun = is_begun or bool(choices)
            after = number + len(choices)
            if is_over and after + len(followed) == len(view.events):
                followed = self.folding.without_clearing(followed, view.events)
            heading = next((at for at in range(after, after + len(followed)) if at in headings), None)
            is_round = heading is not None or any(event.data[:2] == ("field", "round") for event in followed)
            is_shown = has_table and is_round
            is_told = [
                (not self.folding.is_dealing(event) or at >= set_up if is_begun else _is_told_of_setup(event))
                and not (is_shown and self._is_laid_out(event))
                for at, event in enumerate(followed, start=after)
            ]
            chooser = self._seats[str(choices[-1].data[1])] if choices else chooser
            begun: tuple[int, str] | None = None
            opened = self._open_phases(phases or {}, after, followed, is_told, chooser)
            told: list[Event] = []
            for at, event in enumerate(followed, start=after):
                if at == heading:
                    begun = len(told), headings[at]
                told += [*opened.get(at, ()), *([event] if is_told[at - after] else [])]
            self._add_events(log, told, None if has_table else view.seat, begun)
        is_new = len(view.events) > first or not first
        if is_new and (last := headings.get(len(view.events))) is not None:
            log.add_period(last, is_deal=False)
        return log.lines()

    def _open_phases(
        self,
        phases: Mapping[int, str],
        first: int,
        events: Sequence[Event],
        is_told: Sequence[bool],
        chooser: int | None,
    ) -> dict[int, list[Event]]:
        """Returns the headings of phases as events of their own, by the number of the event before which they stand. A phase needs none if all that happens up to
        its end happens to the player who chose before it, unless it throws something and asks nobody."""
        end = first + len(events)
        found: dict[int, list[Event]] = {}
        for at, after in pairwise((*(one for one in range(first, end) if one in phases), end)):
            inside = [events[one - first] for one in range(at, after) if is_told[one - first]]
            has_throw = phases[at] not in self._asking and any(event.data[0] == "roll" for event in inside)
            if found or has_throw or not all(self.folding.is_own(event, chooser) for event in inside):
                found[at] = [Event("", (_PHASE, phases[at]))]
        return found

    def _phase_title(self, part: str) -> str:
        if part in _UNNAMED:
            return ""
        return "At the end:" if part == _END else f"{capital(self._names.action(part))}:"

    @cached_property
    def _asking(self) -> frozenset[str]:
        """The phases in which players choose."""
        nodes = self._names.game.nodes
        return frozenset(node.cluster for node in nodes if isinstance(node, DecisionNode | TogetherNode))

    def round_begun(self, before: View | None, after: View) -> tuple[int, str] | None:
        """Returns the heading of the round that has begun between two views of a seat, and the number of the event before it; None if no round has begun, or
        if a field of the game counts rounds, because the field's change is told anyway."""
        has_field = self._names.game.builtins.round is not None
        number, was = after.round or 0, 0 if before is None else before.round or 0
        called = None if has_field or number <= was else self._name_round(number)
        if called is None:
            return None
        if before is None:
            return 0, called
        first, end = len(before.events), len(after.events)
        resets = [at for at in range(first, end) if self._is_set_back(after.events[at])]
        at = resets[-1] if resets else end
        while at - 1 in resets:
            at -= 1
        return at, called

    def _is_laid_out(self, event: Event) -> bool:
        """Whether pieces are laid out for everybody from where nobody saw them, as at the beginning of a round: the table shows them."""
        if not self.folding.is_dealing(event):
            return False
        targets = [self.folding.zones[name] for name in read_move(event).targets]
        return all(one.where.seat is None and one.spec.visibility.who == "everyone" for one in targets)

    def _name_round(self, number: int) -> str | None:
        """Returns the heading of a round by its number, with the look file's word for rounds: `Round 3 of 6`, `Move 3`; None if that word is empty: players of
        the game count no rounds, or play a single one."""
        rounds, table = self._names.game.about.rounds, self._names.look.get("table")
        called = table.get("round") if isinstance(table, dict) else None
        if called == "" or (rounds is not None and rounds.most == 1):
            return None
        return f"{title_of(called if isinstance(called, str) else 'round')} {number}{self._of_all_rounds}"

    @cached_property
    def _of_all_rounds(self) -> str:
        """How many rounds a match has, if the rules say so and players can think so far ahead: ` of 6`, or ` of at most 20` if it may end earlier."""
        rounds = self._names.game.about.rounds
        if rounds is None or not rounds.is_exact or rounds.most > _MANY_ROUNDS:
            return ""
        # The first reason is that all rounds were played.
        is_shorter = len(self._names.game.reasons) > 1
        return f" of at most {rounds.most}" if is_shorter else f" of {rounds.most}"

    def _is_set_back(self, event: Event) -> bool:
        """Whether an event sets a field of a round back."""
        what, *data = event.data
        return what == "field" and self.folding.set_back.get(str(data[0])) == data[1]

    @staticmethod
    def _end_of_setup(view: View, headings: Mapping[int, str]) -> int:
        """Returns the number of the event with which the first round begins, as far as it is known; 0 if the end of the set-up cannot be known."""
        if view.round == 0:
            return len(view.events)
        rounds = (at for at, event in enumerate(view.events) if event.data[:2] == ("field", "round"))
        return min(headings, default=next(rounds, 0)) if view.round else 0

    def _add_choice(
        self, log: Log, event: Event, asked: frozenset[str] | None, looker: int | None, *, is_forced: bool
    ) -> None:
        data = event.data[1:]
        parts = _parts(data)
        if any(declined and name in self._if_able for name, declined, _ in parts):
            # Nobody made this choice, because nothing could be chosen.
            return
        words = self._choice(data, asked)
        is_pass = words.endswith(": pass") or (bool(parts) and all(map(self._is_declined, parts)))
        if is_pass:
            # Where players can pass in several phases, a pass says in which.
            where = f" ({self._names.action(parts[0][0])})" if parts and len(self._optional) > 1 else ""
            words = f"{data[0]} passes{where}."
        seat, chosen = self._seats[str(data[0])], dict(value for _, _, values in parts for value in values)
        # That others had no choice is told only where there is nothing else to tell.
        is_forced = is_forced and (is_pass or seat == looker)
        log.add_choice(seat, words, chosen, is_bare=_is_bare(data), is_pass=is_pass, is_forced=is_forced)

    def _is_declined(self, part: _Part) -> bool:
        """Whether a part of a choice declines an action, or takes nothing in a phase that has no separate name for this. The answer no is not a pass."""
        name, declined, values = part
        return bool(declined) or (name in self._phases and bool(values) and all(value == "[]" for _, value in values))

    def _add_events(
        self, log: Log, events: Sequence[Event], looker: int | None, heading: tuple[int, str] | None = None
    ) -> None:
        """Adds the effects of a choice, and the `heading` of a round before one of these events. If cards are dealt, the heading is that of the deal."""
        folded = self.folding.without_dealing(events, looker)
        trick = self.folding.find_trick(folded.events)
        rounds = [event for event in folded.events if event.data[:2] == ("field", "round")]
        deal = "New deal" if heading is None else heading[1]
        for at, event in enumerate(folded.events):
            if at == folded.dealt and not rounds:
                log.add_period(deal, is_deal=True)
            elif folded.dealt is None and heading is not None and at == heading[0]:
                log.add_period(heading[1], is_deal=False)
            if trick is None or not self.folding.is_of_trick(event):
                self._add_event(log, event, is_deal=folded.dealt is not None)
            else:
                log.add_trick(*trick)
        if folded.dealt == len(folded.events) and not rounds:
            log.add_period(deal, is_deal=True)
        elif folded.dealt is None and heading is not None and heading[0] >= len(folded.events):
            log.add_period(heading[1], is_deal=False)

    def _add_event(self, log: Log, event: Event, *, is_deal: bool) -> None:
        what, data = str(event.data[0]), event.data[1:]
        match what:
            case "say":
                log.add_sentence(self._sentence(event.text))
            case "field" if data[0] == "round":
                called = self._name_round(int(str(data[1])))
                if called is not None:
                    log.add_period(called, is_deal=is_deal)
            case "field":
                log.add_field(str(data[0]), str(data[1]))
            case "move":
                log.add_move(read_move(event))
            case "roll":
                log.add_roll(str(data[0]), str(data[1]))
            case _ if what == _PHASE:
                part = str(data[0])
                log.begin_phase(self._phase_title(part), is_asking=part in self._asking)
            case "peek" | "see":
                if self.folding.zones[str(data[1])].is_shown:
                    is_of_others = what == "see" and data[0] and not str(data[1]).startswith(f"{data[0]}.")
                    told = f"{data[0]} sees {event.text}" if is_of_others else event.text
                    log.add_look(self._names.clean(told))
            case _ if what not in _QUIET:
                log.add_effect(self._names.clean(event.text))
            case _:
                pass

    def _sentence(self, text: str) -> str:
        """Returns a sentence of the rules. Things of the player with whom it begins need no owner: `Ann plays Flat`, not `Flat of Ann`."""
        # Cards are written beside each other, as in a hand.
        listed_ones = _LIST.sub(lambda found: self._several(found[1]), text.replace("[]", "nothing"))
        told = _BETWEEN_CARDS.sub(" ", self._names.clean(listed_ones, is_sentence=True))
        told = _ONE.sub(lambda found: f"{found[1]}1 {singular(found[2])}", _VOWEL.sub(r"\1n", told))
        who = next((seat for seat in self._names.game.seats if told.startswith(f"{seat} ")), None)
        return told if who is None else told.replace(f" of {who}", "")

    def _several(self, things: str) -> str:
        """Returns the things of a list inside a sentence: `Ruby and 2 Jade`; cards stand beside each other."""
        parts = [self._names.clean(one) for one in re.split(r", (?![^\[]*\])", things)]
        return ", ".join(parts) if all(map(_SUIT.search, parts)) else join_items(parts)

    @cached_property
    def _if_able(self) -> frozenset[str]:
        """The names of choices that are skipped if nothing can be chosen, without those that a player may decline."""
        return frozenset(name for name, gate in self._gates if gate == "if_able") - self._optional

    @cached_property
    def _optional(self) -> frozenset[str]:
        """The names of choices that a player may decline."""
        return frozenset(name for name, gate in self._gates if gate == "may")

    @cached_property
    def _gates(self) -> frozenset[tuple[str, str | None]]:
        """The names of choices, each with the way in which it may be left out."""
        nodes = [node for node in self._names.game.nodes if isinstance(node, DecisionNode | TogetherNode)]
        return frozenset((plan.name, plan.gate) for node in nodes for plan in plans(node.plan))

    # ------------------------------------------------------------ choices

    def _choice(self, data: Sequence[object], asked: frozenset[str] | None) -> str:
        who = str(data[0])
        # A player's own pieces need no owner.
        parts = _parts(data)
        if kept := _list_kept(parts):
            named = [_FROM.sub("", one) for one in kept]
            told = [self._several(one[1:-1]) if one[:1] == "[" else self._names.clean(one) for one in named]
            return f"{who} keeps {join_items(told)}.".replace(f" of {who}", "")
        words = ", ".join(filter(None, (self._part(*part, asked) for part in parts))).replace(f" of {who}", "")
        if any(words == f"no {self._names.clean(name)}" for name in _list_denied(parts)):
            return f"{who} says no."
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
        are_several = sum(value.isdigit() for _, value in kept) > 1
        counting = self._counting([selection for selection, _ in kept])
        told = [
            (selection, value if selection in counting else self._value(selection, value, are_several=are_several))
            for selection, value in kept
        ]
        # A place that nobody was asked for says where a line leads.
        forced = [
            (one, self._value(one, value, are_several=False)) for one, value in values if (one, value) not in kept
        ]
        told += [(one, end) for one, end in forced if any(find_start(line, end) for _, line in told)]
        joined = [one for _, one in join_pairs(told, self.pairs) if one]
        return self._name_part(name, declined=bool(declined), values=joined)

    def _value(self, selection: str, value: str, *, are_several: bool) -> str:
        label = self._names.action(selection)
        if value in ("yes", "no"):
            return self._names.flag(selection, is_set=value == "yes")
        if value.isdigit():
            return f"{label} {value}" if are_several else with_number(label, value)
        if value == "[]":
            return f"no {label}"
        return self._names.clean(_FROM.sub("", value))

    def _name_part(self, name: str, *, declined: bool, values: Sequence[str]) -> str:
        """Returns the words for a part of a choice: the name of its action, unless that is the phase, and the values."""
        called = self._names.clean(name)
        if declined:
            return self.decline_words(name)
        joined = self._join(values)
        if name in self._phases:
            return joined
        label = self._names.action(name)
        gap = " " if label == called else ": "
        return f"{label}{gap}{joined}" if joined else label

    def decline_words(self, name: str) -> str:
        """Returns the words for a choice that is declined. If the choice has the name of its phase, declining it is a pass."""
        return "pass" if name in self._clusters else f"no {self._names.clean(name)}"

    @staticmethod
    def _join(values: Sequence[str]) -> str:
        is_short = all(re.fullmatch(r"[a-z]?\d+", one) for one in values)
        return (" " if is_short else ", ").join(values)

    @cached_property
    def _phases(self) -> frozenset[str]:
        """The names of the plans at the top of decisions. They are left out of texts, because they are only the phase or its menu."""
        nodes = self._names.game.nodes
        return frozenset(node.plan.name for node in nodes if isinstance(node, DecisionNode | TogetherNode))

    @cached_property
    def _clusters(self) -> frozenset[str]:
        """The names of the phases."""
        return frozenset(node.cluster for node in self._names.game.nodes if not isinstance(node, EffectNode))

    # ------------------------------------------------------------ moves

    def move(self, move: Move, seat: int | None = None, *, has_labels: bool = False) -> str:
        """Returns the words of a complete move of a seat, with all of its choices. `has_labels`: each number follows its label, even if it is the only
        number."""
        told = (self._choice_words(choice, seat, has_labels=has_labels) for choice in move.choices)
        return ", ".join(filter(None, told)) or self._last_action(move)

    def _last_action(self, move: Move) -> str:
        """Returns the action of a move that chooses nothing; the action of a phase has no name of its own."""
        actions = [one.name for one in move.choices if one.name not in self._clusters]
        return self._names.action(actions[-1]) if actions else "go on"

    def _choice_words(self, choice: Choice, seat: int | None, *, has_labels: bool) -> str:
        is_labelled = has_labels or len(choice.values) > 1
        counting = self._counting([name for name, _ in choice.values])
        told = [
            (name, self._thing_words(name, thing, seat, is_labelled=is_labelled and name not in counting))
            for name, thing in choice.values
        ]
        values = [one for _, one in join_pairs(told, self.pairs)]
        return self._name_part(choice.name, declined=choice.is_declined, values=values)

    def _counting(self, selections: Sequence[str]) -> frozenset[str]:
        """Returns the selections that only say how many of the next one there are."""
        return frozenset(one for one, other in pairwise(selections) if (one, other) in self.pairs)

    @cached_property
    def pairs(self) -> frozenset[Pair]:
        """The selections that the rules name side by side."""
        return _pairs_of(self._names.game)

    def _thing_words(self, selection: str, thing: Thing, seat: int | None, *, is_labelled: bool) -> str:
        label = self._names.action(selection)
        match thing:
            case bool():
                return self._names.flag(selection, is_set=thing)
            case int() if is_labelled:
                return with_number(label, thing)
            case _:
                told = self._names.thing(thing, seat)
                return f"no {label}" if told == "none" and is_labelled else "nothing" if told == "none" else told


def with_number(label: str, number: object) -> str:
    """Returns a number after its label; a label of a single letter is left out, because it means nothing to players."""
    return f"{label} {number}" if len(label) > 1 else str(number)


_Part: TypeAlias = tuple[str, "bool | None", tuple[tuple[str, str], ...]]
"""A part of a choice in an event: the action, whether it was declined, and the values by the names of their selections."""


def _parts(data: Sequence[object]) -> tuple[_Part, ...]:
    return cast("tuple[_Part, ...]", data[1]) if isinstance(data[1], tuple) else ()


def _list_kept(parts: Sequence[_Part]) -> list[str]:
    """Returns the drawn pieces that a player keeps; nothing if the choice is another one."""
    values = [one for _, declined, chosen in parts if not declined for one in chosen]
    is_other = any(selection != "kept" for selection, _ in values)
    return [] if is_other else [value for _, value in values if value != "[]"]


def _list_denied(parts: Sequence[_Part]) -> list[str]:
    """Returns the selections of a choice that were answered with no."""
    return [name for _, declined, chosen in parts if not declined for name, value in chosen if value == "no"]


def _is_bare(data: Sequence[object]) -> bool:
    """Whether a choice is told by the name of its action alone."""
    parts = _parts(data)
    return len(parts) == 1 and not (parts[0][1] or parts[0][2])


def _is_told_of_setup(event: Event) -> bool:
    """Whether an event of the set-up is told. Moves that only prepare the table are not, because the table shows their result."""
    return event.data[0] != "move" and (event.data[0] != "field" or event.data[1] == "round")


def _pairs_of(game: Game) -> frozenset[Pair]:
    """Returns the selections that stand side by side in a sentence of `say`."""
    said = (one for one in statements((game.nodes, game.routines)) if isinstance(one, Say))
    return frozenset(
        (game.locals[one.id].name, game.locals[other.id].name)
        for sentence in said
        for text, (one, other) in zip(sentence.texts[1:-1], pairwise(sentence.values), strict=True)
        if text == " " and isinstance(one, Local) and isinstance(other, Local)
    )


def join_pairs(told: Sequence[tuple[str, str]], pairs: Set[Pair]) -> list[tuple[str, str]]:
    """Joins the words of selections that are said together, also a line of a map that is called by its ends and the end to which it is gone: `from Crane to
    Dyke`. `told`: selections with their words."""
    joined: list[tuple[str, str]] = []
    for name, words in told:
        if joined and (joined[-1][0], name) in pairs:
            both = f"{joined[-1][1]} {words}"
            is_one = _ONE_OF.fullmatch(both)
            joined[-1] = name, f"1 {singular(is_one[1])}" if is_one else both
        elif joined and (start := find_start(joined[-1][1], words)):
            joined[-1] = name, f"from {start} to {words}"
        else:
            joined.append((name, words))
    return joined
