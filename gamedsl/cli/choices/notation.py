"""Reads short moves: `e2e4`, `from tavern Mermaid soldier`, `2c 5h qs`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

from gamedsl.graph.analysis.piece_words import singular
from gamedsl.table.names import Names, key
from gamedsl.table.steps import SEVERAL, Several, is_of, list_chosen_things, several, step_after, value_for
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.engine import Engine, Move, State, Step, StepOption
from gamedsl_interpreter.things import Thing

_T = TypeVar("_T")

_MOST_TOKENS = 200
_LONGEST_NAME = 6
"""Most words of one name."""
_SHORT = 3
"""Longer words may be plurals of names, or their ends: `soldiers`, but not `as`."""
_MOST_READINGS = 500
"""Most ways of reading an answer that are tried."""

_NONE = frozenset({"none", "nothing", "no", "0"})
_GOING_ON = frozenset({"go", "goon", "continue", "again"})
YES = frozenset({"yes", "y", "take", "ok", "sure"}) | _GOING_ON
NO = frozenset({"no", "n", "none", "decline", "pass", "skip", "stop", "done", "end", "hold", "bank", "stand"})
ALIKE = {"throw": "roll", "roll": "throw", "discard": "throw"}
"""Verbs that mean the same."""
_FILLERS = (frozenset({"a", "an", "at", "by", "from", "in", "of", "on", "the", "to", "with"}), frozenset({"and"}))
"""Words that people put between those that name something, first those that are seldom part of a name."""
COURTESIES = frozenset({"any", "do", "for", "got", "have", "i", "like", "me", "please", "want", "would", "you", "your"})
"""Words of whole sentences: `do you have any threes`."""
SMALL_WORDS = _FILLERS[0] | _FILLERS[1]


@frozen
class Reading:
    """The meaning of an answer: values for the open steps, and the complete move if they make one."""

    values: tuple[int, ...]
    move: Move | None
    implied: int = 0
    """How many actions of menus were left out."""

    @property
    def is_vague(self) -> bool:
        """Whether it is a whole move although the answer named only one thing and omitted an action."""
        return self.move is not None and self.implied > 0 and len(self.values) - self.implied < 2


@frozen
class Misread:
    """Why an answer could not be read: the first word that fits nothing, or several complete moves that the answer may mean."""

    word: str
    moves: tuple[Move, ...] = ()


class Reader:
    """Reads the answers of a seat at one position of a match."""

    def __init__(self, engine: Engine[State], names: Names, state: State, seat: int) -> None:
        self._engine = engine
        self._names = names
        self._state = state
        self._seat = seat
        self._tried = 0
        self._farthest = 0

    def read(self, text: str, before: Sequence[int] = (), numbered: Several | None = None) -> Reading | Misread:
        """Reads an answer at the step that is open after the answers `before`. `numbered`: the things of the open selection, which may be called by their
        numbers from 1."""
        tokens = tokens_of(text)
        if not tokens or len(tokens) > _MOST_TOKENS:
            return Misread(text.strip())
        found = self._read(tokens, text, before, numbered)
        for fillers in (*_FILLERS, COURTESIES):
            shorter = [one for one in tokens if one not in fillers]
            if isinstance(found, Reading) or found.moves or not 0 < len(shorter) < len(tokens):
                continue
            tokens, again = shorter, self._read(shorter, text, before, numbered)
            found = again if isinstance(again, Reading) or again.moves else found
        return found

    def _read(
        self, tokens: Sequence[str], text: str, before: Sequence[int], numbered: Several | None
    ) -> Reading | Misread:
        self._tried, self._farthest = 0, 0
        found = list(dict.fromkeys(self._readings(tokens, 0, tuple(before), numbered)))
        found.sort(key=lambda one: one.implied)
        whole = [one for one in found if one.move is not None] or found
        if len({one.move.steps if one.move is not None else one.values for one in whole}) == 1:
            return whole[0]
        if whole:
            return Misread(text.strip(), tuple(one.move for one in whole if one.move is not None))
        return Misread(text.split()[min(self._farthest, len(text.split()) - 1)])

    # ------------------------------------------------------------ words against steps

    def _readings(
        self,
        tokens: Sequence[str],
        at: int,
        values: tuple[int, ...],
        numbered: Several | None = None,
        forced: tuple[Thing, ...] = (),
    ) -> Iterator[Reading]:
        """Yields the readings of the words from `at` on, after the answers `values`. `forced` are the things named so far whose choice is forced, so that no
        step asks for them."""
        self._tried += 1
        if self._tried > _MOST_READINGS:
            return
        self._farthest = max(self._farthest, at)
        step = step_after(self._engine, self._state, self._seat, values)
        if isinstance(step, Move) and at == len(tokens):
            if all(one in self._things_not_asked(values) for one in forced):
                yield Reading(values, step)
            return
        if at == len(tokens):
            if not forced:
                yield Reading(values, None)
            return
        is_read = False
        for reading in () if isinstance(step, Move) else self._of_step(step, tokens, at, values, numbered, forced):
            is_read = True
            yield reading
        if not is_read:
            named = [
                (thing, self._names.keys(thing)) for thing in self._things_not_asked(values) if thing not in forced
            ]
            for thing, rest in read_options(named, tokens, at):
                yield from self._after(tokens, rest, at, values, (*forced, thing))

    def _of_step(
        self,
        step: Step,
        tokens: Sequence[str],
        at: int,
        values: tuple[int, ...],
        numbered: Several | None,
        forced: tuple[Thing, ...],
    ) -> Iterator[Reading]:
        """Yields the readings in which the next words answer an open step."""
        if step.kind in SEVERAL:
            yield from self._several(tokens, at, values, step, numbered, forced)
            return
        is_read = False
        keys = [(option, self.option_keys(step, option)) for option in step.options]
        for option, rest in read_options(keys, tokens, at):
            for reading in self._after(tokens, rest, at, (*values, option.value), forced):
                is_read = True
                yield reading
        if is_read:
            return
        if at + 1 < len(tokens) and key(tokens[at]) == key(step.name):
            # Selections may be called by their names: `stones 3`.
            yield from self._readings(tokens, at + 1, values, None, forced)
        elif step.kind == "menu":
            # An action may be left out if the other words determine it.
            for option in step.options:
                for reading in self._readings(tokens, at, (*values, option.value), None, forced):
                    yield evolve(reading, implied=reading.implied + 1)
        elif step.kind == "gate":
            # A person who names something after a gate wants to pass the gate.
            yield from self._readings(tokens, at, (*values, step.options[0].value), numbered, forced)

    def _after(
        self, tokens: Sequence[str], rest: tuple[int, str], at: int, values: tuple[int, ...], forced: tuple[Thing, ...]
    ) -> Iterator[Reading]:
        """Continues after a name. `rest` holds the number of words that the name took, and the unread rest of the last word."""
        used, left = rest
        if left:
            used -= 1
            tokens = [*tokens[: at + used], left, *tokens[at + used + 1 :]]
        yield from self._readings(tokens, at + used, values, None, forced)

    def _things_not_asked(self, values: Sequence[int]) -> list[Thing]:
        """Returns the things that no step asks for in the move that these answers make, or in the first move that begins with them."""
        asked: set[str] = set()
        rest = iter(values)

        def answer(step: Step) -> int:
            asked.add(step.name)
            return next(rest, step.options[0].value)

        move = self._engine.walk(self._state, self._seat, answer)
        return [thing for choice in move.choices for name, thing in choice.values if name not in asked]

    def option_keys(self, step: Step, option: StepOption) -> frozenset[str]:
        """Returns the answers that name an option."""
        match step.kind:
            case "gate":
                asked = _words_for_yes(step.ask)
                if option.thing is True:
                    return frozenset(map(key, _consent(asked) | {step.name, self._names.action(step.name)}))
                return frozenset(map(key, _refusal(asked) | {f"no{step.name}"}))
            case "yes_no":
                is_set, asked = option.thing is True, _words_for_yes(step.ask)
                words = _consent(asked) | {step.name} if is_set else _refusal(asked) | {f"no{step.name}"}
                return frozenset(map(key, words | {self._names.flag(step.name, is_set=is_set)}))
            case "menu":
                return frozenset({key(option.text), key(self._names.action(option.text))})
            case "only":
                # If there is only one move, its forced choices may be named too.
                named = [self._names.keys(thing) for thing in self._things_not_asked(())]
                return frozenset({key(option.text)}).union(*named)
            case _:
                return self._names.keys(option.thing) | {key(option.text)}

    # ------------------------------------------------------------ several at once

    def _several(
        self,
        tokens: Sequence[str],
        at: int,
        values: tuple[int, ...],
        step: Step,
        numbered: Several | None,
        forced: tuple[Thing, ...],
    ) -> Iterator[Reading]:
        of = several(self._engine, self._state, self._seat, values, step)
        wanted, used = self._read_wanted(tokens, at, of, numbered)
        if used == 0:
            return
        self._farthest = max(self._farthest, at + used)
        filled = self._values_choosing(values, step, dict(wanted))
        if filled is not None:
            yield from self._readings(tokens, at + used, filled, None, forced)

    def read_things(self, text: str, before: Sequence[int], step: Step, numbered: Several) -> tuple[list[Thing], str]:
        """Returns the things of an open selection that an answer names, and the first word of the answer that names none; empty if all words do."""
        of = several(self._engine, self._state, self._seat, before, step)
        whole = tokens_of(text)
        for tokens in (whole, [one for one in whole if one not in SMALL_WORDS]):
            wanted, used = self._read_wanted(tokens, 0, of, numbered) if tokens else ({}, 0)
            if used == len(tokens):
                break
        chosen = [thing for thing, number in wanted.items() for _ in range(number)]
        return chosen, tokens[used] if used < len(tokens) else ""

    def _read_wanted(
        self, tokens: Sequence[str], at: int, of: Several, numbered: Several | None
    ) -> tuple[dict[Thing, int], int]:
        """Returns the things that the next words name, each with its number, and how many words that took."""
        names = [(thing, self._names.keys(thing)) for thing, _ in of.candidates]
        most = dict(of.candidates)
        wanted: dict[Thing, int] = {}
        if key(tokens[at]) in _NONE and not any(key(tokens[at]) in keys for _, keys in names):
            return wanted, 1
        if key(tokens[at]) == "all":
            return dict(of.candidates), 1
        here = at
        while here < len(tokens):
            number, thing, used = self._one(tokens, here, names)
            if thing is not None and number > most[thing] and numbered is not None and tokens[here].isdigit():
                # `6 qs` means the sixth card and the queen, if there are no six queens.
                thing = None
            if thing is None and numbered is not None and tokens[here].isdigit():
                place = int(tokens[here]) - 1
                if 0 <= place < len(numbered.candidates):
                    number, thing, used = 1, numbered.candidates[place][0], 1
            if thing is None and len(names) == 1 and tokens[here].isdigit():
                number, thing, used = int(tokens[here]), names[0][0], 1
            if thing is None or wanted.get(thing, 0) + number > most[thing]:
                break
            wanted[thing] = wanted.get(thing, 0) + number
            here += used
        return wanted, here - at

    def _one(
        self, tokens: Sequence[str], at: int, names: Sequence[tuple[Thing, frozenset[str]]]
    ) -> tuple[int, Thing, int]:
        """Returns the thing that the next words name with its number, and how many words that took."""
        for length in _lengths(tokens, at):
            found = _find_thing(key("".join(tokens[at : at + length])), names, is_exact=True)
            if found is not None:
                return 1, found, length
        counted = re.fullmatch(r"(\d+)(?:x|×)?(.*)", tokens[at])
        if counted is not None:
            after = [counted[2], *tokens[at + 1 :]] if counted[2] else list(tokens[at + 1 :])
            if after:
                for length in range(min(_LONGEST_NAME, len(after)), 0, -1):
                    found = _find_thing(key("".join(after[:length])), names, is_exact=length > 1)
                    if found is not None:
                        return int(counted[1]), found, length + (0 if counted[2] else 1)
        found = _find_thing(key(tokens[at]), names, is_exact=False)
        return (1, found, 1) if found is not None else (0, None, 0)

    def _values_choosing(self, values: tuple[int, ...], of: Step, wanted: dict[Thing, int]) -> tuple[int, ...] | None:
        """Returns the values that choose exactly the wanted things in a selection; None if these cannot be chosen together."""
        total = {thing: number for thing, number in wanted.items() if number}
        while True:
            step = step_after(self._engine, self._state, self._seat, values)
            if isinstance(step, Move):
                return values if _is_chosen(step, of.name, total) else None
            if not is_of(step, of):
                return values
            value = value_for(step, wanted)
            if value is None:
                return None
            values = (*values, value)


def _lengths(tokens: Sequence[str], at: int) -> Iterator[int]:
    """Yields how many words from here on may form one name, the longest first. Two numbers never form one: `1 2` is not `12`."""
    for length in range(min(_LONGEST_NAME, len(tokens) - at), 0, -1):
        if length == 1 or not all(one.isdigit() for one in tokens[at : at + length]):
            yield length


def read_options(
    keys: Sequence[tuple[_T, frozenset[str]]], tokens: Sequence[str], at: int
) -> Iterator[tuple[_T, tuple[int, str]]]:
    """Yields the options that the next words name, best readings first, each with the number of words that its name takes, and the unread rest of the last
    word."""
    for length in _lengths(tokens, at):
        joined = key("".join(tokens[at : at + length]))
        exact = [one for one, names in keys if joined in names]
        if not exact and len(joined) > _SHORT:
            exact = [one for one, names in keys if singular(joined) in names]
        if exact:
            yield from ((one, (length, "")) for one in exact)
            return
    word = key(tokens[at])
    starts = [one for one, names in keys if word and any(name.startswith(word) for name in names)]
    if not starts and len(word) > _SHORT:
        # The end of a name is enough: `maritime` for `Single Maritime`.
        starts = [one for one, names in keys if any(name.endswith(word) for name in names)]
    if len(starts) == 1 and not word.lstrip("-").isdigit():
        yield starts[0], (1, "")
        return
    if "/" in tokens[at]:  # `8/2` leads from 8 to 2
        return
    glued = sorted(
        ((len(name), one) for one, names in keys for name in names if name and word.startswith(name)),
        key=lambda one: -one[0],
    )
    yield from ((one, (1, word[length:])) for length, one in glued if length < len(word))


def _consent(asked: frozenset[str]) -> frozenset[str]:
    """Returns the words that say yes to a question about an action: to “Do you stop?” nobody says yes with “go on”."""
    return (YES - _GOING_ON if asked & NO else YES) | asked


def _refusal(asked: frozenset[str]) -> frozenset[str]:
    return (NO | _GOING_ON if asked & NO else NO) - asked


def _words_for_yes(ask: str | None) -> frozenset[str]:
    """Returns the words that say yes to a question: `roll`, `again` and `roll again` to *Do you roll again?*"""
    found = re.fullmatch(r"Do you (.+)\?", ask or "")
    if found is None:
        return frozenset()
    words = found[1].split(" ")
    verbs = {words[0], *filter(None, [ALIKE.get(words[0])])}
    again = {"again", *(f"{verb} again" for verb in verbs)} if words[-1] == "again" else set[str]()
    return frozenset({found[1], *verbs, *again})


def _is_chosen(move: Move, selection: str, wanted: dict[Thing, int]) -> bool:
    found: dict[Thing, int] = {}
    for thing, number in list_chosen_things(move, selection):
        found[thing] = found.get(thing, 0) + number
    return found == wanted


def _find_thing(word: str, names: Sequence[tuple[Thing, frozenset[str]]], *, is_exact: bool) -> Thing:
    """Returns the thing with this name, or the only thing whose name begins with it; None if there is none."""
    forms = (word, singular(word))
    exact = [thing for thing, keys in names if not keys.isdisjoint(forms)]
    if exact:
        return exact[0]
    if is_exact or not word or word.isdigit():
        return None
    starts = [thing for thing, keys in names if any(one.startswith(forms) for one in keys)]
    return starts[0] if len(starts) == 1 else None


def is_number(text: str) -> bool:
    """Whether an answer is a number."""
    return re.fullmatch(r"-?[0-9]+", text) is not None


def tokens_of(text: str) -> list[str]:
    """Splits an answer into words; `e2-e4` are two, and `-3` is one."""
    return [one for one in re.split(r"[\s,;:()\[\]=?!]+|(?<=\w)(?:[-–→>]+|x(?=[a-z]\d))(?=\w)", text.lower()) if one]


def without_counts(tokens: Sequence[str]) -> list[str]:
    """Returns words without the numbers that say how many of the next one there are: `soldiers mermaid` of `2 soldiers mermaid`."""
    return [
        one
        for one, after in zip_longest(tokens, tokens[1:], fillvalue="")
        if not (one.isdigit() and len(after) >= _SHORT and after.isalpha())
    ]
