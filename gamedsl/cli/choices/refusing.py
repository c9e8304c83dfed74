"""Says why a move is refused, in the words of the game: also of a short move that names something which is not offered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from gamedsl.cli.choices.move_words import join_squares
from gamedsl.cli.choices.moves_by_words import MOST_INSTEAD, MovesByWords, words_of
from gamedsl.cli.choices.notation import NO, YES, read_options, tokens_of
from gamedsl.cli.choices.numbers import are_numbers, list_numbers, numbers_text
from gamedsl.cli.choices.part_fits import PartFits
from gamedsl.cli.choices.piece_letters import PieceLetters
from gamedsl.cli.choices.questions import Questions
from gamedsl.cli.choices.unoffered import Unoffered
from gamedsl.cli.printing.option_lists import Answer
from gamedsl.diagnostics.suggest import closest
from gamedsl.graph.analysis.piece_words import singular
from gamedsl.graph.analysis.walk import plans_at
from gamedsl.rulebook.model import capital
from gamedsl.table.card_details import CardDetails
from gamedsl.table.letters import Letters
from gamedsl.table.logs.telling import Teller
from gamedsl.table.names import Names, key
from gamedsl.table.steps import Several, step_after
from gamedsl.table.text import join_items
from gamedsl_interpreter.engine import Engine, Move, Refusal, State, Step
from gamedsl_interpreter.things import Choice, Counted, Kind, Piece, Place, Seat, Thing, Word
from gamedsl_interpreter.worlds.ruled_out import node_of

_FROM_TO = re.compile(r"[a-z]\d+ [a-z]\d+\b")
_SQUARE = re.compile(r"[a-z]\d+")
_OUTSIDE = re.compile(r"`(-?\d+)` is not in `\[?(.+?)\]?`\.?")
"""A number that is none of those that a formula gives."""
_NUMBERS = re.compile(r"[-−]?\d+\.\.[-−]?\d+|[-−]?\d+(?:, [-−]?\d+)*")
_QUOTED = re.compile(r"`([^`]*)`")
_MOST_KINDS_OF_MOVES = 12
"""At most this many kinds of moves are tried for an answer."""
_NO_REASON = "`{}` cannot be chosen like that here"
"""The refusal of a selection for which the rules have no sentence, with its name."""
_BY_ITSELF = frozenset({"continue", "count", "deal", "go", "next", "roll", "score", "throw"})
"""The words of people who want the game to go on."""
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
        moves: MovesByWords,
    ) -> None:
        self._engine = engine
        self._names = names
        self._details = CardDetails(names)
        self._teller = teller
        self._questions = questions
        self._letters = letters
        self.moves = moves
        self._parts = PartFits(engine, names)
        self._unoffered = Unoffered(engine, names)

    def find_meant(self, state: State, seat: int, text: str) -> list[Move]:
        """Returns the moves that a text means as players of boards write it (`Nf3`), or that have all of its words in any order."""
        short = self.in_letters(text)
        known = self.moves.paths(state, seat)
        lettered = self._letters.moves(short, known) if self._letters.is_form(short) else []
        # `bc4` may be a pawn of column b, or else a bishop.
        lettered = lettered or self._letters.moves(f"{text[:1].upper()}{text[1:]}", known)
        found = lettered or self.moves.with_words(state, seat, text)
        # A single word must identify exactly one move.
        is_vague = not lettered and len(words_of(text)) < 2 and len(found) > 1
        return [] if is_vague else found

    def in_letters(self, text: str) -> str:
        """Returns a move in board notation: `Nc3` for `knight to c3` and `nc3`; other texts unchanged."""
        raised = f"{text[:1].upper()}{text[1:]}"
        is_small = text[:1] not in self._columns and raised[:1] in self._piece_letters.values()
        return self._short_form(text) or (raised if is_small and self._letters.is_form(raised) else text)

    @cached_property
    def _columns(self) -> frozenset[str]:
        """The letters with which the names of places begin."""
        boards = enumerate(self._names.game.boards)
        return frozenset(
            self._names.short_place(at, number)[:1] for at, of in boards for number in range(len(of.places))
        )

    def is_between_squares(self, state: State, seat: int) -> bool:
        """Whether the moves of a seat go from one square to another."""
        found = self.moves.paths(state, seat)
        words = self._questions.path_words(found, seat)
        return bool(words) and all(_FROM_TO.match(one) for one in words)

    def is_on_square(self, state: State, seat: int) -> bool:
        """Whether the moves of a seat are names of squares, on which something is placed."""
        words = self._questions.path_words(self.moves.paths(state, seat), seat)
        return bool(words) and all(_SQUARE.fullmatch(one) for one in words)

    def why_unreachable(self, state: State, seat: int, text: str) -> str:
        """Returns a sentence that says where the pieces can go that a move like `Ke3` names; empty for other texts, and if such a piece can go to the named
        place."""
        called = self.in_letters(text)
        letter, found = called[:1], self.moves.paths(state, seat)
        named = next((name for name, one in self._piece_letters.items() if one == letter), "")
        if not (named and letter.isupper() and self._letters.is_form(called)) or self._letters.moves(called, found):
            return ""
        ways = self._letters.targets(letter, found)
        goes = [f"from {source} to {join_items(targets, 'or')}" for source, targets in ways.items()]
        return f"The {named} can go {', '.join(goes)}." if goes else f"No {named} of yours can move now."

    def _short_form(self, text: str) -> str:
        """Returns `Nc3` for `knight to c3`; nothing for other texts."""
        tokens = [one for one in tokens_of(text) if one != "to"]
        if len(tokens) != 2 or not self._letters.is_form(tokens[1]):
            return ""
        letters = self._piece_letters.get(key(tokens[0]))
        return f"{letters}{tokens[1]}" if letters else ""

    @cached_property
    def _piece_letters(self) -> dict[str, str]:
        """The letters for pieces on boards, by the names of the kinds or values that they stand for."""
        game, letters = self._names.game, Letters(self._names)
        kinds = {key(self._names.face(one).title): letters.kind(one) for one in range(len(game.kinds))}
        values = {key(name): letters.word(of, name) for of, spec in enumerate(game.enums) for name in spec.values}
        return {name: letter.upper() for name, letter in {**values, **kinds}.items()}

    def reason(self, state: State, seat: int, text: str) -> str:
        """Returns why a seat cannot make the move that a short text names; empty if the text is not like the moves that it can make."""
        found = self.moves.paths(state, seat)
        like = [path.move for path in found] or [self._engine.walk(state, seat, lambda step: step.options[0].value)]
        refusal = self._of_action(state, seat, text) or self._refusal(state, seat, text, like)
        if refusal is None or not refusal.why:
            refusal = self._unoffered.refusal(state, seat, text) or refusal
        if refusal is None:
            return ""
        offered = self._questions.path_words(found, seat) or self._options_of(state, seat, refusal.reason)
        sentence = self._sentence(refusal, text, offered)
        is_about = refusal.why is not None and refusal.kind == "selection"
        return f"{sentence} {self._card_text(text)}".rstrip() if is_about else sentence

    def _card_text(self, text: str) -> str:
        """Returns the text of the card with which an answer ends, such as its cost; empty if the answer names no card, or the card has no text."""
        tokens = tokens_of(text)
        ends = {key("".join(tokens[at:])) for at in range(len(tokens))}
        named = (kind for kind in range(len(self._names.game.kinds)) if ends & self._names.kind_keys(kind))
        told = ((self._names.kind(kind), self._details.of(kind)) for kind in named)
        return next((f"{kind}: {detail}." for kind, detail in told if detail), "")

    def rule_against(self, state: State, seat: int, text: str) -> str:
        """Returns the sentence with which the rules refuse an answer that no possible move has; empty if they have none."""
        refusal = self._unoffered.refusal(state, seat, text)
        return "" if refusal is None else refusal.why or ""

    def _options_of(self, state: State, seat: int, name: str) -> list[str]:
        """Returns the options of a selection, if it is the first question, or the first one after an action of a menu."""
        first = step_after(self._engine, state, seat, ())
        if isinstance(first, Move):
            return []
        begun = [(option.value,) for option in first.options] if first.kind == "menu" else []
        steps = [first, *(step_after(self._engine, state, seat, values) for values in begun)]
        offering = [step for step in steps if isinstance(step, Step) and step.name == name and step.kind != "menu"]
        return list(dict.fromkeys(self._names.thing(one.thing, seat) for step in offering for one in step.options))

    def in_part(self, state: State, seat: int, text: str, options: Sequence[str]) -> str:
        """Describes which words of an answer fit the offered options, and why the others do not; empty if that does not help."""
        told, rest = self._parts.split_answer(state, text, options)
        if not told or not rest:
            return told and f"{told}."
        if reason := self.reason(state, seat, rest):
            return f"{told}. {reason}"
        found = self.moves.paths(state, seat)
        whole = [
            words
            for path, words in zip(found, self._questions.path_words(found, seat), strict=True)
            if not any(choice.values for choice in path.move.choices)
        ]
        if told.endswith(tuple(f"({words})" for words in whole)):
            return f"{told}, and asks for nothing else: leave out `{rest}`."
        return f"{told}. `{rest}` {FITS_NOTHING}"

    def find_first(self, state: State, text: str, options: Sequence[str]) -> int | None:
        """Returns the number, from 0, of the option that must be chosen before the things that a text names; None if there is none."""
        return self._parts.before(state, text, options)

    def _of_action(self, state: State, seat: int, text: str) -> Refusal | None:
        """Returns why an action that a text names cannot be chosen now, if the rules have a sentence for that."""
        tokens = tokens_of(text)
        here = self._engine.game.nodes[node_of(state.bytes)]
        for name in dict.fromkeys(plan.name for plan in plans_at(here)):
            if any(key("".join(tokens[:size])) == key(name) for size in range(1, 1 + len(tokens))):
                read = self._engine.parse_move(state, seat, name)
                if isinstance(read, Refusal) and read.why:
                    return read
        return None

    def of_number(self, line: str, options: Sequence[str]) -> str:
        """Returns why a number is no answer."""
        if are_numbers(options):
            return f"{line} is not possible here: say {numbers_text(options)}."
        first, *between = list_numbers(options)
        if not between:
            return f"The list has no number {line}: there is only {first}."
        is_row = between[-1] - first == len(between)
        known = (
            f"it goes from {first} to {between[-1]}"
            if is_row
            else f"it has {join_items([str(number) for number in (first, *between)])}"
        )
        return f"The list has no number {line}: {known}."

    def of_word(
        self, state: State, seat: int, word: str, answers: Sequence[Answer], words: Sequence[str], *, has_begun: bool
    ) -> str:
        """Explains why an answer cannot be used, by its first word that fits nothing. `has_begun`: the move is made step by step, and a step can be taken
        back."""
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
        elsewhere = (one for one in self._names.game.nodes if one is not here)
        labels = (tokens_of(self._names.action(plan.name)) for node in elsewhere for plan in plans_at(node))
        return any(key(word) == key(label[0]) for label in labels if label)

    def how_to_answer(self, state: State, seat: int, answers: Sequence[Answer]) -> str:
        """Explains what can be typed at a question, with an offered option as an example."""
        if are_numbers([answer.words for answer in answers]):
            leads = next((one.detail for one in answers if one.detail.startswith("to ")), "")
            where = f", or where it leads, as `{leads.removeprefix('to ')}`" if leads else ""
            return f"say a number: {numbers_text([answer.words for answer in answers])}{where}"
        found = self.moves.paths(state, seat)
        lettered = self._letters.short(found[0].move, found) if found else ""
        if answers[0].detail.startswith("to "):
            lettered = f"{answers[0].words} {answers[0].detail}"
        moves = self._questions.path_words(found, seat) if found else [answers[0].words]
        return f"say a number of the list, or a move as `{lettered or join_squares(moves[0])}`"

    def _refusal(self, state: State, seat: int, text: str, offered: Sequence[Move]) -> Refusal | None:
        tokens = tokens_of(text)
        found: list[Refusal] = []
        for written in dict.fromkeys(
            one for move in _kinds_of_moves(offered) for one in self._rules_forms(move, tokens)
        ):
            read = self._engine.parse_move(state, seat, written)
            if isinstance(read, Refusal) and read.kind in _TOLD:
                found.append(read)
        return next((one for one in found if one.why), found[0] if found else None)

    def _sentence(self, refusal: Refusal, text: str, offered: Sequence[str]) -> str:
        """Returns the refusal of an answer: the sentence of the rules if they have one, otherwise the options that are offered instead."""
        told = refusal.text.removeprefix(f"`{refusal.reason}`: ")
        if told == _NO_REASON.format(refusal.reason):
            begun = [one for one in offered if _begins(key(text), key(one.split(" ")[0]))] or offered
            instead = f"possible: {', '.join(begun)}" if 0 < len(begun) <= MOST_INSTEAD else "`?` tells the rule"
            told = f"`{text}` cannot be chosen here; {instead}"
        elif refusal.why is None and (outside := _OUTSIDE.fullmatch(told)) is not None:
            numbers = [one for one in re.split(r", |\.\.", outside[2]) if re.fullmatch(r"-?\d+", one)]
            is_row = ".." in outside[2] and len(numbers) > 1
            instead = f"{numbers[0]} to {numbers[1]}" if is_row else join_items(numbers, "or")
            told = f"{outside[1]} is not possible here"
            told += f": say {instead}" if _NUMBERS.fullmatch(outside[2]) else ""
        else:
            told = refusal.why or _QUOTED.sub(lambda found: self._names.clean(found[1]), told)
        return told[:1].upper() + told[1:] + ("" if told[-1:] in ".!?" else ".")

    def of_several(self, text: str, unread: str, chosen: Sequence[Thing], limits: Several, seat: int) -> str:
        """Explains what is wrong with an answer that should choose several things. `unread` is the first word that names no thing, `chosen` the things named
        before it."""
        number = str(limits.fewest) if limits.fewest == limits.most else f"{limits.fewest} to {limits.most}"
        wanted = f"name {number} of the list{', or `none`' if limits.fewest == 0 else ''}"
        words = [answer.words for answer in self._questions.candidates(limits, seat)]
        told = [self._names.thing(one, seat) for one in chosen]
        if unread:
            like = [at for at, (one, _) in enumerate(limits.candidates) if self._is_like(unread, one)]
            if not like:
                return f"`{unread}` is not one of those: {wanted}."
            named = join_items([f"{at + 1} ({words[at]})" for at in like], "or")
            before = f"After {join_items(told)}, " if told else ""
            if not unread.isdigit() and len(like) > 1:
                return f"{before}`{unread}` may be {named}: say its number."
            if unread.isdigit() and int(unread) > len(words):
                return f"{before}`{unread}` is no number of the list; do you mean {named}? {capital(wanted)}."
            return f"{before}`{unread}` is not there so often: {wanted}."
        if not limits.fewest <= len(chosen) <= limits.most:
            named = f" ({join_items(told)})" if chosen and text.replace(" ", "").isdigit() else ""
            return f"`{text}` {'is' if len(chosen) == 1 else 'are'} {len(chosen)}{named}: {wanted}."
        return f"These cannot be chosen together; {wanted}."

    def _is_like(self, word: str, thing: Thing) -> bool:
        """Whether a word begins one of the names of a thing: `jack` fits the names of two cards."""
        forms = {key(word), singular(key(word))}
        return any(_begins(name, form) for name in self._names.keys(thing) for form in forms)

    # ------------------------------------------------------------ moves as rules write them

    def _rules_forms(self, move: Move, tokens: Sequence[str]) -> Iterator[str]:
        """Yields the moves that the words describe, in the form in which the rules write them. `move` is one of this kind."""
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
        """Reads the next words as values of these selections. Yields, for each reading, the words of the values and the place where the remaining words
        begin."""
        if not values or at >= len(tokens):
            # Selections without words may have any value.
            yield (), tokens, at
            return
        (name, like), *others = values
        if isinstance(like, tuple | Counted):
            texts, here = self._many(like, tokens, at)
            found = [(f"[{', '.join(texts)}]", tokens, here)] if texts else []
        else:
            found = list(self._one(like, tokens, at))
        if not found:
            # People may name only a later choice: the house, but not the road to it.
            yield from self._values(others, tokens, at)
        for text, rest, here in found:
            for more, last, end in self._values(others, rest, here):
                yield (f"{name} = {text}", *more), last, end

    def _one(self, like: Thing, tokens: Sequence[str], at: int) -> Iterator[tuple[str, Sequence[str], int]]:
        if isinstance(like, int) and not isinstance(like, bool):
            if re.fullmatch(r"-?\d+", tokens[at]):
                yield tokens[at], tokens, at + 1
            return
        for text, (used, left) in read_options(list(self._names_like(like)), tokens, at):
            if left:
                yield text, [*tokens[: at + used - 1], left, *tokens[at + used :]], at + used - 1
            else:
                yield text, tokens, at + used

    def _many(self, like: Thing, tokens: Sequence[str], at: int) -> tuple[list[str], int]:
        """Returns all things of a selection of several that the next words name, and where the rest of them begins."""
        things = (
            like if isinstance(like, tuple) else [one for one, _ in like.entries] if isinstance(like, Counted) else []
        )
        named = list(self._names_like(things[0])) if things else []
        texts: list[str] = []
        while at < len(tokens):
            found = [(text, used) for text, (used, left) in read_options(named, tokens, at) if not left]
            if not found:
                break
            texts.append(found[0][0])
            at += found[0][1]
        return texts, at

    def _names_like(self, like: Thing) -> Iterator[_Named]:
        """Yields the names of all things of the same sort as a given thing."""
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


def consenting(text: str, options: Sequence[str]) -> int | None:
    """Returns the number of the option that a word of refusal means (the only option that stops), or that a word of consent means (the other one of two).
    None for other words."""
    stops = [at for at, one in enumerate(options) if one.split(" ")[0] in NO]
    word = key(text)
    if len(stops) != 1 or word not in NO | YES or (word in YES and len(options) != 2):
        return None
    return stops[0] if word in NO else 1 - stops[0]


def _begins(text: str, name: str) -> bool:
    """Whether a text begins with a name: `h11` does not begin with `h1`."""
    return text.startswith(name) and not text[len(name) :][:1].isdigit()


def _kinds_of_moves(moves: Sequence[Move]) -> Iterator[Move]:
    """Yields one move of each kind. Moves that answer the same questions are of one kind."""
    found: dict[object, Move] = {}
    for move in moves:
        kind = tuple(
            (choice.name, choice.is_declined, tuple((name, type(one)) for name, one in choice.values))
            for choice in move.choices
        )
        found.setdefault(kind, move)
    yield from list(found.values())[:_MOST_KINDS_OF_MOVES]
