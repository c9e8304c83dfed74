"""Words for decisions: the question, and the options with their details."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set

from gamedsl.cards.faces import text_of
from gamedsl.cli.choices.squares import is_square
from gamedsl.cli.printing.option_lists import Answer, OptionLists
from gamedsl.graph.analysis.piece_words import singular
from gamedsl.table.card_details import CardDetails, find_start
from gamedsl.table.logs.telling import Teller, join_pairs, with_number
from gamedsl.table.names import Names
from gamedsl.table.steps import (
    SEVERAL,
    Path,
    Several,
    find_questions_behind,
    is_answered,
    kind_of,
    leads_to_one_action,
    list_asked_selections,
    list_chosen_things,
    list_forced_choices,
    list_names_in,
)
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Move, Step, StepOption
from gamedsl_interpreter.things import Piece, Place, Thing, Word

_USUAL = "What do you do?"
"""The question of a menu that has none of its own."""
_ARTICLES = frozenset({"a", "an", "the"})
_YES_OR_NO = re.compile(r"(?:Do|Does|Will|Shall|Should|May|Can|Is|Are|Has|Have|Want)\b")


class Questions:
    """The words of decisions of one game. `at` describes the content of a place."""

    def __init__(self, names: Names, teller: Teller, width: int, at: Callable[[Place], str]) -> None:
        self._names = names
        self._details = CardDetails(names)
        self._teller = teller
        self.lists = OptionLists(width, names.is_spoken)
        self._at = at
        self._told: set[int] = set()
        self._has_left_out = self._is_told_of_cards = False

    # ------------------------------------------------------------ questions

    def of_step(self, step: Step) -> str:
        """Returns the question of a step."""
        label = self._names.clean(step.name)
        about = self._names.thing(step.topic) if step.kind == "count" and step.topic is not None else ""
        asked = step.ask or self._question_of(step.name)
        if asked is not None:
            return f"{asked} ({about})" if about else asked
        match step.kind:
            case "menu":
                return _USUAL
            case "gate" | "yes_no":
                return f"{label[:1].upper()}{label[1:]}?"
            case "count":
                return f"How many {about} ({label})?"
            case "one" if not any(_is_number(option.thing) for option in step.options):
                return f"Which {label}?"
            case "one" if singular(label) != label:
                return f"How many {label}?"
            case _:
                return f"Choose {label}:"

    def of_gated(self, gate: Step, step: Step) -> str:
        """Returns the question for the optional part that a gate (the choice whether to do anything) opens: the question of the rules, if there is one."""
        asked = [one.ask or self._question_of(one.name) for one in (gate, step)]
        return " ".join(dict.fromkeys(filter(None, asked))) or self.of_step(step if step.kind == "menu" else gate)

    def answer_declining(self, gate: Step) -> Answer:
        """Returns the answer that declines the optional part which a gate asks about."""
        return Answer(self._option(gate, next(one for one in gate.options if one.thing is not True), 0))

    def of_several(self, step: Step, of: Several) -> str:
        """Returns the question of a selection of several things, with how many they may be."""
        number = str(of.fewest) if of.fewest == of.most else f"{of.fewest} to {of.most}"
        asked = step.ask or self._question_of(step.name) or f"Choose {self._names.clean(step.name)}:"
        if of.most < 2:
            return f"{asked} ({number})"
        none = ", or `none`" if of.fewest == 0 else ""
        return f"{asked} ({number}, as `{'1 2' if of.most == 2 else '1 2 3'}`{none})"

    def of_paths(self, found: Sequence[Path]) -> list[str]:
        """Returns the questions that complete moves answer: first those common to all, then the others with their actions."""
        if len(found) == 1 and all(choice.is_declined for choice in found[0].move.choices):
            return ["There is nothing to choose:"]
        steps = list(dict.fromkeys((step.name, step.kind, step.ask) for path in found for step, _ in path.steps))
        asked: dict[str, set[str]] = {}
        if found[0].steps and found[0].steps[0][0].kind == "only":
            asked |= {ask: {name} for name, ask in found[0].steps[0][0].questions}
        is_alone = leads_to_one_action(found)
        for name, kind, ask in steps:
            if is_alone and kind == "gate":
                # The question of the only action that is left says enough.
                continue
            told = ask or self._question_of(name) or (_USUAL if kind == "menu" else None)
            if told is not None:
                asked.setdefault(told, set()).add(name)
        if asked:
            # If an action has several questions, each may be asked in some moves only.
            often = Counter(name for names in asked.values() for name in names)
            alone = {one: {name for name in names if often[name] == 1} for one, names in asked.items()}
            # Moves that decline everything answer no questions.
            done = [path for path in found if not all(choice.is_declined for choice in path.move.choices)] or found
            everywhere = [one for one, names in alone.items() if all(is_answered(path, one, names) for path in done)]
            # The usual question is left out beside another one.
            best = [one for one in everywhere if one != _USUAL] or [_USUAL]
            return best if len(asked) > 1 and len(found) > 1 else list(asked)
        chosen = [step for path in found for step, _ in path.steps if step.kind not in ("gate", "only")]
        names = list(dict.fromkeys(self._names.clean(step.name) for step in chosen))
        if len(names) == 1 and all(step.kind == "one" for step in chosen):
            return [self.of_step(chosen[0])]
        if names:
            return [f"Choose {' and '.join(names)}:"]
        if behind := find_questions_behind(found):
            return behind
        if any(kind == "gate" for _, kind, _ in steps):
            return [_USUAL]
        forced = [name for path in found for name in list_names_in(path.move)]
        chosen_names = {name for path in found for choice in path.move.choices for name, _ in choice.values}
        usual = f"Which {self._names.clean(*chosen_names)}?" if len(chosen_names) == 1 else "Choose:"
        return [next(filter(None, map(self._question_of, forced)), usual)]

    def of_forced(self, actions: Sequence[str], things: Sequence[Thing], seat: int, question: str) -> str:
        """Returns a question together with the forced choices that led to it: actions before it, things after it."""
        told = [self._names.thing(one, seat) for one in things]
        told = [one for one in told if not re.search(rf"\b{re.escape(one)}\b", question, re.IGNORECASE)]
        # Leaves out names of actions that add nothing to the question: single words, and words that all occur in it.
        asked = set(question.lower().rstrip("?").split(" ")) | _ARTICLES
        labels = [
            one for one in map(self._names.action, actions) if " " in one and not asked.issuperset(one.split(" "))
        ]
        called = "".join(f"{label[:1].upper()}{label[1:]}. " for label in labels)
        if told and question.endswith(")") and " (" in question:
            # Choices made so far come before the number of things to choose.
            asked_first, _, more = question.rpartition(" (")
            return f"{called}{asked_first} ({', '.join(told)}; {more}"
        behind = f" ({', '.join(told)})" if told else ""
        return f"{called}{question}{behind}"

    def _question_of(self, name: str) -> str | None:
        """Returns the question of the look file for a selection, or the usual one for drawn pieces, which `keep` asks about without a sentence."""
        words = self._names.look.get("say")
        own = text_of(words, name) if isinstance(words, dict) else None
        return own or ("Which do you keep?" if name == "kept" else None)

    # ------------------------------------------------------------ order

    def in_order(self, found: list[Path] | None) -> list[Path] | None:
        """Returns complete moves in the order in which people look for them, if they choose cards or squares."""
        if found is None:
            return None
        keys = [[self._order(option.thing) for _, option in path.steps] for path in found]
        is_ordered = all(len(key) == len(keys[0]) and None not in key for key in keys)
        order = (
            sorted(range(len(found)), key=lambda i: [one or () for one in keys[i]]) if is_ordered else range(len(found))
        )
        return [found[i] for i in order]

    def step_in_order(self, step: Step) -> Step:
        """Returns a step with its options in that order."""
        keys = [self._order(option.thing) for option in step.options]
        if step.kind != "one" or None in keys:
            return step
        order = sorted(range(len(keys)), key=lambda i: keys[i] or ())
        return evolve(step, options=tuple(step.options[i] for i in order))

    def _order(self, thing: Thing) -> tuple[int, ...] | None:
        """Returns the place of a card in a hand that is sorted, or of a square by its letter and its number; None for other things."""
        kind = kind_of(thing)
        if kind is not None:
            return self._names.order(kind) if self._names.face(kind).rank is not None else None
        name = self._names.thing(thing) if isinstance(thing, Place) else ""
        return (ord(name[0]), int(name[1:])) if is_square(name) else None

    # ------------------------------------------------------------ answers

    def options(self, step: Step, seat: int) -> list[Answer]:
        """Returns the options of a step."""
        answers = [
            self._answer(words, option.thing) if step.kind == "one" else Answer(words)
            for option in step.options
            for words in [self._option(step, option, seat)]
        ]
        often = Counter(answer.words for answer in answers)
        return [
            evolve(answer, words=f"{answer.words} from {self._names.place_of(option.thing)}")
            if often[answer.words] > 1 and isinstance(option.thing, Piece)
            else answer
            for answer, option in zip(answers, step.options, strict=True)
        ]

    def _option(self, step: Step, option: StepOption, seat: int) -> str:
        match step.kind:
            case "gate" if self._is_yes_or_no(step):
                return "yes" if option.thing is True else "no"
            case "gate":
                return self._names.action(step.name) if option.thing is True else "pass"
            case "menu":
                return self._names.action(option.text)
            case "only":
                return "go on"
            case "yes_no" if step.ask is not None:
                return "yes" if option.thing is True else "no"
            case _:
                return self._names.thing(option.thing, seat)

    def _is_yes_or_no(self, step: Step) -> bool:
        """Whether a question is answered by yes or no: *Do you roll again?*, but not *What does the wolf do?*"""
        return _YES_OR_NO.match(step.ask or self._question_of(step.name) or "") is not None

    def sort(self, of: Several) -> Several:
        """Returns a selection of several with its pieces in the order in which they lie on the table."""

        def place(one: tuple[Thing, int]) -> tuple[int, int]:
            kind = kind_of(one[0])
            return (-1, 0) if kind is None else self._names.order(kind)

        return evolve(of, candidates=tuple(sorted(of.candidates, key=place)))

    def candidates(self, of: Several, seat: int) -> list[Answer]:
        """Returns the things of a selection of several."""
        often = Counter(self._names.thing(thing, seat) for thing, _ in of.candidates)
        found: list[Answer] = []
        for thing, number in of.candidates:
            words = self._names.thing(thing, seat)
            if often[words] > 1 and isinstance(thing, Piece):
                words = f"{words} from {self._names.place_of(thing)}"
            found.append(self._answer(words if number == 1 else f"{words} (up to {number})", thing))
        return found

    def _answer(self, words: str, thing: Thing) -> Answer:
        """Returns an option that is about a thing."""
        kind = kind_of(thing)
        short = self._names.sentence(kind) if kind is not None and kind in self._told else ""
        return Answer(words, self._detail(thing), "" if self._names.is_spoken else short)

    def _detail(self, thing: Thing) -> str:
        kind = kind_of(thing)
        if kind is not None:
            return self.describe(kind)
        match thing:
            case Place():
                # Screen readers do not show what is printed on a board.
                printed = self._details.of_place(thing) if self._names.is_spoken else ""
                return ", ".join(filter(None, (printed, self._at(thing))))
            case Word():
                return self._details.of_route(thing) or self._details.of_value(thing)
            case _:
                return ""

    def describe(self, kind: int) -> str:
        """Returns the text on a card. A screen reader tells its sentence only once in a match; `card NAME` tells it again."""
        is_left_out = kind in self._told and self._names.is_spoken
        self._told.add(kind)
        self._has_left_out |= is_left_out and bool(self._names.sentence(kind))
        return self.details_on(kind) if is_left_out else self.words_on(kind)

    def tell_of_cards(self) -> str:
        """Returns, once in a match, how the sentence of a card is told again, if an option had it before; else nothing."""
        is_first = self._has_left_out and not self._is_told_of_cards
        self._is_told_of_cards |= is_first
        return "`card NAME` tells again what a card does." if is_first else ""

    def words_on(self, kind: int) -> str:
        """Returns the text on a card, with its sentence."""
        return ": ".join(filter(None, (self.details_on(kind), self._names.sentence(kind))))

    def details_on(self, kind: int) -> str:
        """Returns the text on a card, without its sentence."""
        return self._details.of(kind)

    def is_described(self, kind: int) -> bool:
        """Whether an option or a line below the table has shown the text of a card."""
        return kind in self._told

    def note_described(self, kinds: Set[int]) -> None:
        """Notes that the table has shown the texts of some cards."""
        self._told |= kinds

    def _is_route(self, thing: Thing) -> bool:
        return isinstance(thing, Word) and bool(self._details.of_route(thing))

    def path_answers(self, found: Sequence[Path], seat: int) -> list[Answer]:
        """Returns complete moves as options. A move that consists of one thing shows the details of that thing."""
        answers: list[Answer] = []
        asked, told = list_asked_selections(found), list[Thing]()
        for path, words in zip(found, self.path_words(found, seat), strict=True):
            things = [option.thing for step, option in path.steps if step.kind == "one"]
            is_one = len(path.steps) == 1 and not list(list_forced_choices(path, asked))
            if not is_one or not things:
                # Things that are chosen without a question have details, too.
                chosen = [thing for choice in path.move.choices for _, thing in choice.values]
                called = [one for one in chosen if self._names.thing(one, seat) in words]
                things = [one for one in called if kind_of(one) is not None or self._is_route(one)]
            behind = self._behind(path) if words == "yes" else ""
            # A card that several moves are about has its details once.
            is_told = len(things) == 1 and things[0] in told
            is_about = len(things) == 1 and not is_told
            answers.append(self._answer(words, things[0]) if is_about else Answer(words, "" if is_told else behind))
            told = things
        return answers

    def _behind(self, path: Path) -> str:
        """Returns the actions that follow at once from a yes, because they leave nothing to choose."""
        asked = {name for step, _ in path.steps for name in (step.name, step.decision)}
        names = [one.name for one in path.move.choices if not one.is_declined and one.name not in asked]
        return ", ".join(map(self._names.action, names))

    def path_words(self, found: Sequence[Path], seat: int) -> list[str]:
        """Returns the words of complete moves. Selections that are forced in all moves are left out, except where this would leave no words."""
        asked = list_asked_selections(found)
        words = [self._of_path(path, seat, asked) for path in found]
        if leads_to_one_action(found):
            words = ["none" if one == "no" else one for one in words]
        often = Counter(words)
        told = zip(found, words, strict=True)
        return [self._with_places(path, one, seat) if often[one] > 1 else one for path, one in told]

    def _with_places(self, path: Path, words: str, seat: int) -> str:
        """Returns the words of a complete move that another one has too: with the places of its pieces, if it chooses any, else with all of its choices."""
        pieces = [option.thing for _, option in path.steps if isinstance(option.thing, Piece)]
        for piece in pieces:
            name, place = self._names.thing(piece, seat), self._names.place_of(piece)
            words = words.replace(name, f"{name} from {place}", 1) if place else words
        return words if pieces else self._teller.move(path.move, seat)

    def _of_path(self, path: Path, seat: int, asked: Set[str]) -> str:
        """Returns the words of a complete move: what was chosen, and what was forced in selections that other moves ask for. For an action from a menu all
        choices are included: `trade Apple, Plum` would mean something else without the first."""
        match path.steps:
            case [(step, option)] if step.kind == "gate" and self._is_yes_or_no(step):
                if option.thing is not True:
                    return "no"
                has_more = any(choice.values for choice in path.move.choices)
                return self._teller.move(path.move, seat) if has_more else "yes"
            case _:
                pass
        if path.move.choices and all(choice.is_declined for choice in path.move.choices):
            return "pass"
        is_taken = all(step.kind == "gate" and option.thing is True for step, option in path.steps)
        if is_taken or any(step.kind in ("only", "menu") for step, _ in path.steps):
            return self._teller.move(path.move, seat)
        order = {name: i for i, name in enumerate(list_names_in(path.move))}
        forced = list(list_forced_choices(path, asked))
        words = list(self._step_texts(path, seat, sum(_is_number(thing) for _, thing in forced)))
        words += [(name, self._words_of_forced(name, thing, seat)) for name, thing in forced]
        words += self._forced_ends(path, words, seat)
        words.sort(key=lambda one: order.get(one[0], len(order)))
        texts = [text for _, text in join_pairs(words, self._teller.pairs)]
        joined = " ".join(texts) if all(map(is_square, texts)) else ", ".join(texts)
        return joined or self._teller.move(path.move)

    def _forced_ends(self, path: Path, words: Sequence[tuple[str, str]], seat: int) -> Iterator[tuple[str, str]]:
        """Yields the places of a complete move to which the lines of its `words` lead: no other choice is left for them, but they say where one goes."""
        told = {name for name, _ in words}
        for name, thing in (value for choice in path.move.choices for value in choice.values if value[0] not in told):
            if isinstance(thing, Place):
                end = self._names.thing(thing, seat)
                yield from ((name, end) for _, line in words if find_start(line, end))

    def _words_of_forced(self, name: str, thing: Thing, seat: int) -> str:
        told = self._names.thing(thing, seat)
        return with_number(self._name_of(name), told) if _is_number(thing) else told

    def _step_texts(self, path: Path, seat: int, forced: int) -> Iterator[tuple[str, str]]:
        """Yields the selections of a complete move that were asked for, each with its words. `forced`: how many numbers the move has besides them."""
        told: set[tuple[str, str]] = set()
        numbers = forced + sum(step.kind not in ("gate", "menu") for step, _ in path.steps)
        has_gates = sum(step.kind == "gate" for step, _ in path.steps) > 1
        told_too = set(list_names_in(path.move))
        for i, (step, option) in enumerate(path.steps):
            if step.kind in SEVERAL:
                if (step.decision, step.name) not in told:
                    told.add((step.decision, step.name))
                    yield step.name, self._choice_words(path.move, step, seat)
            elif step.kind == "gate" and has_gates and option.thing is not True:
                yield step.name, self._teller.decline_words(step.name)
            elif not (step.kind == "gate" and option.thing is True and i + 1 < len(path.steps)):
                is_counting = any(one == step.name and other in told_too for one, other in self._teller.pairs)
                yield step.name, self._step_words(step, option, seat, has_label=numbers > 1 and not is_counting)

    def _name_of(self, name: str) -> str:
        """Returns the name of a selection for use beside its number: its label if that is one word."""
        label = self._names.action(name)
        return self._names.clean(name) if " " in label else label

    def _choice_words(self, move: Move, step: Step, seat: int) -> str:
        chosen = [(self._names.thing(thing, seat), number) for thing, number in list_chosen_things(move, step.name)]
        return self._names.count_text(chosen) if chosen else f"no {self._names.action(step.name)}"

    def _step_words(self, step: Step, option: StepOption, seat: int, *, has_label: bool) -> str:
        label = self._name_of(step.name)
        if step.kind == "yes_no" and (has_label or step.ask is None):
            return self._names.flag(step.name, is_set=option.thing is True)
        if step.kind == "one" and _is_number(option.thing) and has_label:
            return with_number(label, self._names.thing(option.thing))
        return self._option(step, option, seat)

    def completions(self, found: Sequence[Path], seat: int) -> list[str]:
        """Returns the words that occur in complete moves, for completion at the prompt."""
        return [
            self._names.thing(option.thing, seat) if step.kind == "one" else self._names.clean(option.text)
            for path in found
            for step, option in path.steps
        ]


def _is_number(thing: Thing) -> bool:
    return isinstance(thing, int) and not isinstance(thing, bool)
