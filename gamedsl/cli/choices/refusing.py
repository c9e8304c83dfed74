"""Says why a move is refused, in the words of the game: also of a short move that names something which is not offered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import cached_property
from typing import TypeAlias

from gamedsl.cli.choices.move_words import VERBS, joined
from gamedsl.cli.choices.notation import ALIKE, NO, SMALL_WORDS, YES, options_named, tokens_of, without_counts
from gamedsl.cli.choices.part_fits import PartFits
from gamedsl.cli.choices.piece_letters import PieceLetters
from gamedsl.cli.choices.questions import MANY, Answer, Questions, are_numbers, numbers_text
from gamedsl.cli.choices.same import without_same
from gamedsl.cli.choices.told_moves import ToldMoves
from gamedsl.cli.choices.unoffered import Unoffered
from gamedsl.diagnostics.suggest import closest
from gamedsl.graph.analysis.piece_words import singular
from gamedsl.graph.analysis.walk import plans
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.rulebook.model import capital
from gamedsl.table.letters import Letters
from gamedsl.table.names import Names, in_figures, key
from gamedsl.table.steps import Path, Several, paths, step_after
from gamedsl.table.telling import Teller
from gamedsl.table.text import listed
from gamedsl_interpreter.engine import Engine, Move, Refusal, State, Step
from gamedsl_interpreter.things import Choice, Counted, Kind, Piece, Place, Seat, Thing, Word
from gamedsl_interpreter.worlds.ruled_out import node_of

_FROM_TO = re.compile(r"[a-z]\d+ [a-z]\d+\b")
_SQUARE = re.compile(r"[a-z]\d+")
_OUTSIDE = re.compile(r"`(-?\d+)` is not in `\[?(.+?)\]?`\.?")
"""A number that is none of those that a formula gives."""
_NUMBERS = re.compile(r"-?\d+\.\.-?\d+|-?\d+(?:, -?\d+)*")
_QUOTED = re.compile(r"`([^`]*)`")
_MOST_KINDS_OF_MOVES = 12
"""At most this many kinds of moves are tried for an answer."""
_NUMBER = re.compile(r"\d")
_NO_REASON = "`{}` cannot be chosen like that here"
"""The refusal of a selection for which the rules have no sentence, with its name."""
_MOST_INSTEAD = 10
"""At most this many moves are named in place of one that is refused."""
_BY_ITSELF = frozenset({"continue", "count", "deal", "go", "next", "roll", "score", "throw"})
"""What people say who want the game to go on."""
_BEGINNING = 3
"""So many letters of a word may stand for it."""
FITS_NOTHING = "fits nothing there."
"""The end of the reply to an answer of which a part could not be read."""
_TOLD = frozenset({"selection", "requirement"})

_Named: TypeAlias = tuple[str, frozenset[str]]
"""A thing as rules write it, and the answers that mean it."""


class Refusals:
    """The refusals of one game."""

    def __init__(
        self,
        engine: Engine[State],
        names: Names,
        teller: Teller,
        questions: Questions,
        letters: PieceLetters,
        told: ToldMoves,
    ) -> None:
        self._engine = engine
        self._names = names
        self._teller = teller
        self._questions = questions
        self._letters = letters
        self._told = told
        self._parts = PartFits(engine, names)
        self._unoffered = Unoffered(engine, names)
        self._looked: tuple[State, int, Sequence[Path]] | None = None

    def meant(self, state: State, seat: int, text: str) -> list[Move]:
        """Returns the moves that a text means as players of boards write it (`Nf3`), or that have all of its words in any order."""
        short = self.in_letters(text)
        known = self._paths(state, seat)
        lettered = self._letters.moves(short, known) if self._letters.is_form(short) else []
        # `bc4` may be a pawn of column b, or else a bishop.
        lettered = lettered or self._letters.moves(f"{text[:1].upper()}{text[1:]}", known)
        found = lettered or self.with_words(state, seat, text)
        # A single word has to fit one move only.
        is_vague = not lettered and len(_words_of(text)) < 2 and len(found) > 1
        return [] if is_vague else found

    def with_words(self, state: State, seat: int, text: str) -> list[Move]:
        """Returns the moves in whose words, in the questions that they answer, or in the sentence that would tell them, all words of a text occur, numbers as
        often as they are said: `8/2` for a checker that goes from 8 to 2."""
        tokens = _words_of(text)
        if not tokens or (len(tokens) == 1 and tokens[0].isdigit()):  # a number alone is one of the list, or none
            return []
        found = self._paths(state, seat) or self._paths_by_action(state, seat)
        sentences = self._told.sentences(state, seat, [path.move for path in found])
        fitting = [path for path, told in zip(found, sentences, strict=True) if _has_all(told, tokens)]
        if not fitting and "/" not in text:
            words = [f"{self._words(path, seat)} {told}" for path, told in zip(found, sentences, strict=True)]
            for said in (tokens, [ALIKE.get(one, one) for one in tokens]):
                fitting = fitting or [path for path, told in zip(found, words, strict=True) if _has_all(told, said)]
            uncounted = without_counts(tokens)
            if not fitting and uncounted and len(uncounted) < len(tokens):
                # How many there are goes without saying where a move has no number.
                told = zip(found, words, strict=True)
                fitting = [path for path, one in told if not _NUMBER.search(one) and _has_all(one, uncounted)]
        return [path.move for path in without_same(self._engine, state, seat, fitting)]

    def _words(self, path: Path, seat: int) -> str:
        """Returns the words of a complete move and of the questions that it answers."""
        return f"{self._teller.move(path.move, seat)} {_asked_in(path)}"

    def nearest(self, state: State, seat: int, text: str) -> str:
        """Returns in a sentence the moves that have most words of a text, and which words they lack; empty if they are many, or have none that names something."""
        tokens = [one for one in without_counts(_words_of(text)) if one not in VERBS]
        found = self._paths(state, seat) or self._paths_by_action(state, seat)
        if not found or len(tokens) < 2:
            return ""
        words = [set(tokens_of(self._words(path, seat))) for path in found]
        # Words that all moves of an action have say nothing of what is chosen, and single letters are signs of a notation.
        tokens = [one for one in tokens if len(one) > 1 or one.isdigit()]
        naming = [one for one in tokens if not any(_occurs(one, set(self._labels(path))) for path in found)]
        fits = [[one for one in naming if _occurs(one, told)] for told in words]
        most = max(map(len, fits))
        near = [path for path, one in zip(found, fits, strict=True) if len(one) == most]
        known = max(fits, key=len)
        lacking = [one for one in naming if one not in known]
        if not most or not lacking or len(near) > _MOST_INSTEAD:
            return ""
        moves = dict.fromkeys(self._teller.move(path.move, seat) for path in near)
        others = [one for one in lacking if not any(one in fit for fit in fits)]
        if others:
            told = f"`{' '.join(others)}` fits nothing here"
        else:
            told = f"{listed([f'`{one}`' for one in naming])} do not go together here"
        return f"{told}; possible: {'; '.join(moves)}."

    def _labels(self, path: Path) -> Iterator[str]:
        """Yields the words of the actions of a move."""
        for choice in path.move.choices:
            yield from tokens_of(self._names.action(choice.name))

    def begun_by(self, state: State, seat: int, moves: Sequence[Move]) -> tuple[int, ...]:
        """Returns the answers with which all of some complete moves begin; none if they have none in common."""
        answers = [tuple(option.value for _, option in path.steps) for path in self.paths_of(state, seat, moves)]
        size = 0
        while answers and len({one[: size + 1] for one in answers}) == 1 and size < len(answers[0]):
            size += 1
        return answers[0][:size] if answers else ()

    def paths_of(self, state: State, seat: int, moves: Sequence[Move]) -> list[Path]:
        """Returns complete moves with their steps; none of those actions that have too many."""
        found = self._paths(state, seat) or self._paths_by_action(state, seat)
        return [path for path in found if path.move in moves]

    def _paths_by_action(self, state: State, seat: int) -> list[Path]:
        """Returns the complete moves of those actions of a menu that have not too many."""
        step = step_after(self._engine, state, seat, ())
        if isinstance(step, Move) or step.kind not in ("menu", "gate"):
            return []
        each = (paths(self._engine, state, seat, MANY, (option.value,)) for option in step.options)
        return [path for found in each for path in found or ()]

    def in_letters(self, text: str) -> str:
        """Returns a move as players of boards write it: `Nc3` for `knight to c3` and `nc3`; other texts as they are."""
        raised = f"{text[:1].upper()}{text[1:]}"
        is_small = text[:1] not in self._columns and raised[:1] in self._piece_letters.values()
        return self._shortened(text) or (raised if is_small and self._letters.is_form(raised) else text)

    @cached_property
    def _columns(self) -> frozenset[str]:
        """The letters with which names of places begin."""
        boards = enumerate(self._names.game.boards)
        return frozenset(
            self._names.short_place(at, number)[:1] for at, of in boards for number in range(len(of.places))
        )

    def is_between_squares(self, state: State, seat: int) -> bool:
        """Whether the moves of a seat go from one square to another."""
        found = self._paths(state, seat)
        words = self._questions.path_words(found, seat)
        return bool(words) and all(_FROM_TO.match(one) for one in words)

    def is_on_square(self, state: State, seat: int) -> bool:
        """Whether the moves of a seat are squares on which something is placed."""
        words = self._questions.path_words(self._paths(state, seat), seat)
        return bool(words) and all(_SQUARE.fullmatch(one) for one in words)

    def unreached(self, state: State, seat: int, text: str) -> str:
        """Returns in a sentence where the pieces can go that a move like `Ke3` names; empty for other texts, and where it could go there."""
        called = self.in_letters(text)
        letter, found = called[:1], self._paths(state, seat)
        named = next((name for name, one in self._piece_letters.items() if one == letter), "")
        if not (named and letter.isupper() and self._letters.is_form(called)) or self._letters.moves(called, found):
            return ""
        ways = self._letters.targets(letter, found)
        goes = [f"from {source} to {listed(targets, 'or')}" for source, targets in ways.items()]
        return f"The {named} can go {', '.join(goes)}." if goes else f"No {named} of yours can move now."

    def _shortened(self, text: str) -> str:
        """Returns `Nc3` for `knight to c3`; nothing for other texts."""
        tokens = [one for one in tokens_of(text) if one != "to"]
        if len(tokens) != 2 or not self._letters.is_form(tokens[1]):
            return ""
        letters = self._piece_letters.get(key(tokens[0]))
        return f"{letters}{tokens[1]}" if letters else ""

    @cached_property
    def _piece_letters(self) -> dict[str, str]:
        """The letters on boards by the names that they stand for, which are kinds of pieces or values."""
        game, letters = self._names.game, Letters(self._names)
        kinds = {key(self._names.face(one).title): letters.kind(one) for one in range(len(game.kinds))}
        values = {key(name): letters.word(of, name) for of, spec in enumerate(game.enums) for name in spec.values}
        return {name: letter.upper() for name, letter in {**values, **kinds}.items()}

    def reason(self, state: State, seat: int, text: str) -> str:
        """Returns why a seat cannot make the move that a short text names; empty if the text is not like the moves that it can make."""
        found = self._paths(state, seat)
        like = [path.move for path in found] or [self._engine.walk(state, seat, lambda step: step.options[0].value)]
        refusal = self._of_action(state, seat, text) or self._refusal(state, seat, text, like)
        if refusal is None or not refusal.why:
            refusal = self._unoffered.refusal(state, seat, text) or refusal
        if refusal is None:
            return ""
        offered = self._questions.path_words(found, seat) or self._offered_by(state, seat, refusal.reason)
        sentence = self._sentence(refusal, text, offered)
        is_about = refusal.why is not None and refusal.kind == "selection"
        return f"{sentence} {self._printed(text)}".rstrip() if is_about else sentence

    def _printed(self, text: str) -> str:
        """Returns what stands on the card that a text ends with, as what it costs; empty if it names none or if that says nothing."""
        tokens = tokens_of(text)
        ends = {key("".join(tokens[at:])) for at in range(len(tokens))}
        named = (kind for kind in range(len(self._names.game.kinds)) if ends & self._names.kind_keys(kind))
        told = ((self._names.kind(kind), self._names.detail(kind)) for kind in named)
        return next((f"{kind}: {detail}." for kind, detail in told if detail), "")

    def rule_against(self, state: State, seat: int, text: str) -> str:
        """Returns the sentence of the rules against an answer that no move has which is possible now; empty if they have none."""
        refusal = self._unoffered.refusal(state, seat, text)
        return "" if refusal is None else refusal.why or ""

    def _offered_by(self, state: State, seat: int, name: str) -> list[str]:
        """Returns what a selection offers that is asked for first, or first after an action of a menu."""
        first = step_after(self._engine, state, seat, ())
        if isinstance(first, Move):
            return []
        begun = [(option.value,) for option in first.options] if first.kind == "menu" else []
        steps = [first, *(step_after(self._engine, state, seat, values) for values in begun)]
        offering = [step for step in steps if isinstance(step, Step) and step.name == name and step.kind != "menu"]
        return list(dict.fromkeys(self._names.thing(one.thing, seat) for step in offering for one in step.options))

    def in_part(self, state: State, seat: int, text: str, options: Sequence[str]) -> str:
        """Returns which words of an answer fit what is offered, and why the others do not; empty if that tells nothing."""
        told, rest = self._parts.told(state, text, options)
        if not told or not rest:
            return told and f"{told}."
        return f"{told}. {self.reason(state, seat, rest) or f'`{rest}` {FITS_NOTHING}'}"

    def first_chosen(self, state: State, text: str, options: Sequence[str]) -> int | None:
        """Returns the number, from 0, of the option that has to be chosen before what a text names; None if there is none."""
        return self._parts.before(state, text, options)

    def _of_action(self, state: State, seat: int, text: str) -> Refusal | None:
        """Returns why an action that a text names cannot be chosen now, if the rules have a sentence for that."""
        tokens = tokens_of(text)
        node = self._engine.game.nodes[node_of(state.bytes)]
        actions = [plan.name for plan in plans(node.plan)] if isinstance(node, DecisionNode | TogetherNode) else []
        for name in dict.fromkeys(actions):
            if any(key("".join(tokens[:size])) == key(name) for size in range(1, 1 + len(tokens))):
                read = self._engine.parse_move(state, seat, name)
                if isinstance(read, Refusal) and read.why:
                    return read
        return None

    def of_number(self, line: str, options: Sequence[str]) -> str:
        """Returns why a number is no answer."""
        if are_numbers(options):
            return f"{line} is not possible here: say {numbers_text(options)}."
        last = len(options)
        return f"The list has no number {line}: " + (f"it goes from 1 to {last}." if last > 1 else "there is only 1.")

    def of_word(
        self, state: State, seat: int, word: str, answers: Sequence[Answer], words: Sequence[str], *, has_begun: bool
    ) -> str:
        """Returns why an answer is none, by its first word that fits nothing. `has_begun`: the move is made step by step, and a step can be taken back."""
        near = closest(word, words)
        if near:
            return f"`{word}` is not offered here: did you mean {near}?"
        if word.lower() in _BY_ITSELF:
            return f"What follows by itself is done for you; here {self.how_to_answer(state, seat, answers)}."
        back = ", or `undo` to choose again" if has_begun else ""
        if self._is_elsewhere(state, word):
            return f"`{word}` is for another moment; here {self.how_to_answer(state, seat, answers)}{back}."
        return f"`{word}` is not offered here; {self.how_to_answer(state, seat, answers)}{back}."

    def _is_elsewhere(self, state: State, word: str) -> bool:
        """Whether a word begins the name of an action that is chosen at another decision."""
        here = self._engine.game.nodes[node_of(state.bytes)]
        nodes = (
            one for one in self._names.game.nodes if isinstance(one, DecisionNode | TogetherNode) and one is not here
        )
        labels = (tokens_of(self._names.action(plan.name)) for node in nodes for plan in plans(node.plan))
        return any(key(word) == key(label[0]) for label in labels if label)

    def how_to_answer(self, state: State, seat: int, answers: Sequence[Answer]) -> str:
        """Returns what can be typed at a question, with an example of what is offered."""
        if are_numbers([answer.words for answer in answers]):
            leads = next((one.detail for one in answers if one.detail.startswith("to ")), "")
            where = f", or where it leads, as `{leads.removeprefix('to ')}`" if leads else ""
            return f"say a number: {numbers_text([answer.words for answer in answers])}{where}"
        found = self._paths(state, seat)
        lettered = self._letters.short(found[0].move, found) if found else ""
        if answers[0].detail.startswith("to "):
            lettered = f"{answers[0].words} {answers[0].detail}"
        moves = self._questions.path_words(found, seat) if found else [answers[0].words]
        return f"say a number of the list, or a move as `{lettered or joined(moves[0])}`"

    def _paths(self, state: State, seat: int) -> Sequence[Path]:
        """Returns the complete moves of a seat; none if they are too many to be looked through. Those of the last question are kept."""
        if self._looked is None or self._looked[0] is not state or self._looked[1] != seat:
            self._looked = state, seat, paths(self._engine, state, seat, MANY) or ()
        return self._looked[2]

    def _refusal(self, state: State, seat: int, text: str, offered: Sequence[Move]) -> Refusal | None:
        tokens = tokens_of(text)
        found: list[Refusal] = []
        for written in dict.fromkeys(one for move in _kinds_of_moves(offered) for one in self._written(move, tokens)):
            read = self._engine.parse_move(state, seat, written)
            if isinstance(read, Refusal) and read.kind in _TOLD:
                found.append(read)
        return next((one for one in found if one.why), found[0] if found else None)

    def _sentence(self, refusal: Refusal, text: str, offered: Sequence[str]) -> str:
        """Returns the refusal of an answer: the sentence of the rules if they have one, else what is offered instead."""
        told = refusal.text.removeprefix(f"`{refusal.reason}`: ")
        if told == _NO_REASON.format(refusal.reason):
            begun = [one for one in offered if _begins(key(text), key(one.split(" ")[0]))] or offered
            instead = f"possible: {', '.join(begun)}" if 0 < len(begun) <= _MOST_INSTEAD else "`?` tells the rule"
            told = f"`{text}` cannot be chosen here; {instead}"
        elif refusal.why is None and (outside := _OUTSIDE.fullmatch(told)) is not None:
            numbers = [one for one in re.split(r", |\.\.", outside[2]) if re.fullmatch(r"-?\d+", one)]
            is_row = ".." in outside[2] and len(numbers) > 1
            instead = f"{numbers[0]} to {numbers[1]}" if is_row else listed(numbers, "or")
            told = f"{outside[1]} is not possible here"
            told += f": say {instead}" if _NUMBERS.fullmatch(outside[2]) else ""
        else:
            told = refusal.why or _QUOTED.sub(lambda found: self._names.clean(found[1]), told)
        return told[:1].upper() + told[1:] + ("" if told[-1:] in ".!?" else ".")

    def of_several(self, text: str, unread: str, chosen: Sequence[Thing], limits: Several, seat: int) -> str:
        """Returns what is wrong with an answer that should choose several things. `unread` is its first word that names none of them, `chosen` what those
        before it name."""
        number = str(limits.fewest) if limits.fewest == limits.most else f"{limits.fewest} to {limits.most}"
        wanted = f"name {number} of the list{', or `none`' if limits.fewest == 0 else ''}"
        words = [answer.words for answer in self._questions.candidates(limits, seat)]
        told = [self._names.thing(one, seat) for one in chosen]
        if unread:
            like = [at for at, (one, _) in enumerate(limits.candidates) if self._is_like(unread, one)]
            if not like:
                return f"`{unread}` is not one of those: {wanted}."
            named = listed([f"{at + 1} ({words[at]})" for at in like], "or")
            before = f"After {listed(told)}, " if told else ""
            if not unread.isdigit() and len(like) > 1:
                return f"{before}`{unread}` may be {named}: say its number."
            if unread.isdigit() and int(unread) > len(words):
                return f"{before}`{unread}` is no number of the list; do you mean {named}? {capital(wanted)}."
            return f"{before}`{unread}` is not there so often: {wanted}."
        if not limits.fewest <= len(chosen) <= limits.most:
            named = f" ({listed(told)})" if chosen and text.replace(" ", "").isdigit() else ""
            example = " ".join(dict.fromkeys([*_numbers_of(chosen, limits), *map(str, range(1, len(words) + 1))]))
            few = example.split(" ")[: limits.fewest]
            together = f" together, as `{' '.join(few)}`" if 0 < len(chosen) < len(few) else ""
            return f"`{text}` {'is' if len(chosen) == 1 else 'are'} {len(chosen)}{named}: {wanted}{together}."
        return f"These cannot be chosen together; {wanted}."

    def _is_like(self, word: str, thing: Thing) -> bool:
        """Whether a word begins one of the names of a thing: `jack` those of two cards."""
        forms = {key(word), singular(key(word))}
        return any(_begins(name, form) for name in self._names.keys(thing) for form in forms)

    # ------------------------------------------------------------ moves as rules write them

    def _written(self, move: Move, tokens: Sequence[str]) -> Iterator[str]:
        """Yields the words as moves like this one, as rules write them."""
        for parts in self._choices(move.choices, tokens, 0):
            yield ", ".join(parts)

    def _choices(self, choices: Sequence[Choice], tokens: Sequence[str], at: int) -> Iterator[tuple[str, ...]]:
        if not choices:
            if at == len(tokens):
                yield ()
            return
        first, *others = choices
        called = at < len(tokens) and key(tokens[at]) == key(first.name)
        for start in {at, at + called}:
            for values, rest, here in self._values(first.values, tokens, start):
                written = f"{first.name}({', '.join(values)})" if values else first.name
                yield from ((written, *more) for more in self._choices(others, rest, here))

    def _values(
        self, values: Sequence[tuple[str, Thing]], tokens: Sequence[str], at: int
    ) -> Iterator[tuple[tuple[str, ...], Sequence[str], int]]:
        """Yields the next words as values of these selections, each with the words and where the rest of them begins."""
        if not values or at >= len(tokens):
            # What is left out is free.
            yield (), tokens, at
            return
        (name, like), *others = values
        if isinstance(like, tuple | Counted):
            texts, here = self._many(like, tokens, at)
            found = [(f"[{', '.join(texts)}]", tokens, here)] if texts else []
        else:
            found = list(self._one(like, tokens, at))
        if not found:
            # Somebody may name only what is chosen later: a house, and not the road.
            yield from self._values(others, tokens, at)
        for text, rest, here in found:
            for more, last, end in self._values(others, rest, here):
                yield (f"{name} = {text}", *more), last, end

    def _one(self, like: Thing, tokens: Sequence[str], at: int) -> Iterator[tuple[str, Sequence[str], int]]:
        if isinstance(like, int) and not isinstance(like, bool):
            if re.fullmatch(r"-?\d+", tokens[at]):
                yield tokens[at], tokens, at + 1
            return
        for text, (used, left) in options_named(list(self._named(like)), tokens, at):
            if left:
                yield text, [*tokens[: at + used - 1], left, *tokens[at + used :]], at + used - 1
            else:
                yield text, tokens, at + used

    def _many(self, like: Thing, tokens: Sequence[str], at: int) -> tuple[list[str], int]:
        """Returns all things of a selection of several that the next words name, and where the rest of them begins."""
        things = (
            like if isinstance(like, tuple) else [one for one, _ in like.entries] if isinstance(like, Counted) else []
        )
        named = list(self._named(things[0])) if things else []
        texts: list[str] = []
        while at < len(tokens):
            found = [(text, used) for text, (used, left) in options_named(named, tokens, at) if not left]
            if not found:
                break
            texts.append(found[0][0])
            at += found[0][1]
        return texts, at

    def _named(self, like: Thing) -> Iterator[_Named]:
        """Yields everything of the sort of a thing."""
        game, names = self._names.game, self._names
        match like:
            case Place():
                board = names.board_number(like)
                for number, name in enumerate(game.boards[board].places):
                    called = (names.place(board, number), names.short_place(board, number), name)
                    yield name, frozenset(map(key, called))
            case Piece() | Kind():
                kind = game.kinds[(like.kind if isinstance(like, Piece) else like).number]
                of = game.classes[kind.cls]
                for number in range(of.first, of.first + of.count):
                    yield game.kinds[number].name, names.kind_keys(number)
            case Seat():
                yield from ((name, frozenset({key(name)})) for name in game.seats)
            case Word():
                values = next((spec.values for spec in game.enums if spec.name == like.of), (like.name,))
                yield from ((name, frozenset({key(name), key(names.clean(name))})) for name in values)
            case bool():
                yield from ((name, frozenset({name})) for name in ("yes", "no"))
            case _:
                pass


def options_with(text: str, options: Sequence[str]) -> list[int]:
    """Returns the numbers, from 0, of the options in whose words all words of a text occur: `tavern` in `take staff from a tavern`."""
    tokens = [one for one in tokens_of(text) if one not in SMALL_WORDS]
    if not tokens or all(one.isdigit() for one in tokens):
        return []
    if ALIKE.keys() & set(tokens):
        return _with_all(tokens, options) or _with_all([ALIKE.get(one, one) for one in tokens], options)
    return _with_all(tokens, options)


def _with_all(tokens: Sequence[str], options: Sequence[str]) -> list[int]:
    """Returns the numbers of the options that have all of these words, or words that begin with them."""
    words = [set(tokens_of(one)) for one in options]
    exact = [at for at, one in enumerate(words) if one.issuperset(tokens)]
    return exact or [at for at, one in enumerate(words) if all(_occurs(token, one) for token in tokens)]


def consenting(text: str, options: Sequence[str]) -> int | None:
    """Returns the number of the option that a word of refusal means, the only one that stops; or that a word of consent means, the other one of two. None for other
    words."""
    stops = [at for at, one in enumerate(options) if one.split(" ")[0] in NO]
    word = key(text)
    if len(stops) != 1 or word not in NO | YES or (word in YES and len(options) != 2):
        return None
    return stops[0] if word in NO else 1 - stops[0]


def _asked_in(path: Path) -> str:
    """Returns the questions that a move answers; not those that it declines."""
    return " ".join(step.ask or "" for step, option in path.steps if option.thing is not False)


def _numbers_of(chosen: Sequence[Thing], limits: Several) -> list[str]:
    """Returns the numbers in the list of things that are chosen."""
    return [str(at) for at, (one, _) in enumerate(limits.candidates, start=1) if one in chosen]


def _words_of(text: str) -> list[str]:
    return [one for one in tokens_of(text.replace("/", " ")) if one not in SMALL_WORDS]


def _has_all(told: str, tokens: Sequence[str]) -> bool:
    """Whether all words occur in a text, numbers as often as they are said."""
    words = tokens_of(told.replace(".", " "))
    words += [figures for one in words if (figures := in_figures(one)) != one]
    numbers = Counter(one for one in tokens if one.isdigit())
    return numbers <= Counter(words) and all(_occurs(one, set(words)) for one in tokens)


def _occurs(word: str, words: Set[str]) -> bool:
    """Whether a word is one of some words, or the plural or the beginning of one."""
    names = {word, singular(word)}
    return bool(names & words) or any(
        one.startswith(name) for name in names if len(name) >= _BEGINNING for one in words
    )


def _begins(text: str, name: str) -> bool:
    """Whether a text begins with a name: `h11` does not begin with `h1`."""
    return text.startswith(name) and not text[len(name) :][:1].isdigit()


def _kinds_of_moves(moves: Sequence[Move]) -> Iterator[Move]:
    """Yields one move of each kind: of those that answer the same questions."""
    found: dict[object, Move] = {}
    for move in moves:
        kind = tuple(
            (choice.name, choice.is_declined, tuple((name, type(one)) for name, one in choice.values))
            for choice in move.choices
        )
        found.setdefault(kind, move)
    yield from list(found.values())[:_MOST_KINDS_OF_MOVES]
