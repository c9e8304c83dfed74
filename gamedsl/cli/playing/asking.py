"""Asks a person for a move: if there are few moves, with one list of them; otherwise with one question after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import fill

import click

from gamedsl.cli.choices.costs import Cost, Costs
from gamedsl.cli.choices.markers import Markers
from gamedsl.cli.choices.notation import Reading
from gamedsl.cli.choices.questions import Questions
from gamedsl.cli.choices.same import without_same
from gamedsl.cli.choices.sets import SetOf, find_sets
from gamedsl.cli.choices.squares import squares_text
from gamedsl.cli.choices.told_moves import ToldMoves
from gamedsl.cli.choices.ways import Row, Way, Ways
from gamedsl.cli.playing.answers import Answers
from gamedsl.cli.playing.fitting import Forms
from gamedsl.cli.playing.offers import FEW, Begun, Command, Meant, Offer, Open
from gamedsl.cli.printing.option_lists import Answer
from gamedsl.graph.model.types import SeatId
from gamedsl.table.names import Names
from gamedsl.table.steps import (
    SEVERAL,
    Path,
    Several,
    find_forced_actions,
    is_every_pair,
    is_of,
    paths,
    several,
    step_after,
    things_forced_before,
)
from gamedsl.table.table import screen_width
from gamedsl.table.text import colour_suits, faint, join_items, title
from gamedsl.values import evolve, field, frozen
from gamedsl_interpreter.engine import Engine, Move, State, Step
from gamedsl_interpreter.things import Thing, Word

_NAMED = re.compile(r"`[^`]{1,20}`")
_AFTER_COLUMNS = re.compile(r": [A-Z]")
"""The beginning of the sentence of a card behind its columns."""
_WHOLE = "  (`card NAME` tells all)"
"""Stands behind a question whose options have only a part of the texts of cards."""
_LONGEST = 72
"""A list of moves is read at a glance only where their words have at most so many characters."""
_MOST_IN_SETS = 60
"""So many moves are looked through for those that choose sets of things."""


@frozen
class Asker:
    """Asks the persons of one match."""

    engine: Engine[State]
    names: Names
    questions: Questions
    costs: Costs
    told: ToldMoves
    ways: Ways
    markers: Markers
    answers: Answers
    _ahead: list[Move] = field(factory=list[Move])
    """The moves that somebody named together with the last one."""

    def alone(self, state: State, seat: SeatId) -> Move | None:
        """Returns the move that a seat makes although it could choose another: all lead to the same position, and all can see that. None if there is a choice."""
        found = paths(self.engine, state, seat, FEW)
        return found[0].move if found and len(without_same(self.engine, state, seat, found)) == 1 < len(found) else None

    def passing(self, state: State, seat: SeatId) -> Move | None:
        """Returns the move of a seat that can only pass; None if it can do something else. If several persons play, the seat is asked anyway, so that the
        others do not learn this."""
        step = self.engine.step(state, seat)
        move = self.engine.walk(state, seat, lambda one: one.options[0].value) if step.kind == "only" else None
        return move if move is not None and all(choice.is_declined for choice in move.choices) else None

    def offer(self, state: State, seat: SeatId, values: Sequence[int] = ()) -> Offer | Move:
        """Returns the offer to a seat after these answers: all moves if there are few, otherwise the options of the next question; or the move that the
        answers make."""
        step = step_after(self.engine, state, seat, values)
        if isinstance(step, Move) and values:
            return step
        found, sets = self._few(state, seat, values)
        if found:
            return self._of_moves(state, seat, found, values, sets)
        return (
            step
            if isinstance(step, Move)
            else self._of_question(state, seat, self.questions.step_in_order(step), values)
        )

    def forms(self, offer: Offer | Move, seat: SeatId) -> Forms:
        """Returns the text of a question with its options, and a form of it with short details."""
        if isinstance(offer, Move):
            return Forms([""])
        # An answer that is named stays in one line.
        asked = _NAMED.sub(lambda found: found[0].replace(" ", "\u00a0"), offer.question)
        lines = fill(
            f"{self.engine.game.seats[seat]}: {asked}", screen_width(), subsequent_indent="  ", break_on_hyphens=False
        )
        head = title(lines.replace("\u00a0", " "))
        lists = [
            list(self.questions.lists.options(offer.answers, offer.numbers, is_short=is_short))
            for is_short in (False, True)
        ]
        more = self.questions.tell_of_cards()
        note = [faint(more)] if more else []
        is_known = any(one.short for one in offer.answers)
        if is_known and len(f"{lines.splitlines()[-1]}{_WHOLE}") <= screen_width():
            heads = (head, f"{head}{faint(_WHOLE)}")
        else:
            heads = (head, head)
        texts = ([first, *rest, *note] for first, rest in zip(heads, lists, strict=True))
        return Forms([colour_suits("\n".join(text)) for text in texts], is_known=is_known)

    def ask(self, state: State, seat: SeatId, offer: Offer | Move) -> Move | Command:
        """Asks the person in the seat, who sees the offer, for a move. Returns the move, or a command that was given instead. `undo` takes one answer back."""
        taken: list[tuple[int, ...]] = [()]
        named: tuple[Thing, ...] = ()
        while not isinstance(offer, Move):
            values = taken[-1]
            said = self._answer(Open(state, seat, values, offer, named))
            was_named, named = named, said.things if isinstance(said, Begun) else ()
            match said:
                case Begun():
                    continue
                case Command.UNDO | Command.UNDO_ANYWAY if was_named:
                    pass
                case int(number) if offer.moves:
                    return offer.moves[number]
                case int(number):
                    taken.append((*values, *offer.values[number]))
                case Move() as move:
                    return move
                case Row(first, rest):
                    self._ahead[:] = rest
                    return first
                case Reading(move=Move() as move):
                    return move
                case Reading(values=read, implied=implied):
                    taken.append(read)
                    if implied:
                        self._tell_begun(state, seat, read)
                case Meant(paths=found):
                    taken.append(())
                    offer = self._of_moves(state, seat, found, ())
                    click.echo(self.forms(offer, seat).texts[0])
                    continue
                case Command.UNDO | Command.UNDO_ANYWAY if len(taken) > 1:
                    taken.pop()
                case Command():
                    return said
            offer = self.offer(state, seat, taken[-1])
            click.echo(self.forms(offer, seat).texts[0], nl=not isinstance(offer, Move))
        return offer

    def ahead(self, state: State, seat: SeatId) -> Move | None:
        """Returns the next of the moves that a person has named together, if it is still possible."""
        if not self._ahead:
            return None
        found = self.engine.parse_move(state, seat, self._ahead.pop(0).text)
        if not isinstance(found, Move):
            self._ahead.clear()
            return None
        return found

    def _tell_begun(self, state: State, seat: SeatId, values: Sequence[int]) -> None:
        """Tells the beginning of a move whose action the person did not name."""
        told: list[str] = []
        rest = iter(values)

        def answer(step: Step) -> int:
            value = next(rest, None)
            if value is None:
                return step.options[0].value
            option = next(one for one in step.options if one.value == value)
            told.append(self.names.action(option.text) if step.kind == "menu" else self.names.thing(option.thing, seat))
            return value

        self.engine.walk(state, seat, answer)
        click.echo(faint(f"Chosen so far: {', '.join(told)}; `undo` chooses again."))

    def _few(self, state: State, seat: SeatId, values: Sequence[int]) -> tuple[Sequence[Path], Sequence[SetOf]]:
        """Returns the moves that begin with these answers, each with its remaining steps, if there are few moves with few words and more than one question is
        left. An action that chooses a set of things counts as one move."""
        found = paths(self.engine, state, seat, _MOST_IN_SETS, values) or []
        rest: Sequence[Path] | None = self.questions.in_order(
            [Path(path.move, path.steps[len(values) :]) for path in found]
        )
        if not rest or (values and all(len(path.steps) < 2 for path in rest)):
            return [], []
        if self._is_one_set(state, seat, values, rest) or is_every_pair(rest):
            return [], []
        if len(rest) <= FEW:
            rest = without_same(self.engine, state, seat, rest)
        sets = find_sets(self.engine, state, seat, values, rest)
        lines = len(rest) + len(sets) - sum(len(one.at) for one in sets)
        if lines > FEW or any(len(words) > _LONGEST for words in self.questions.path_words(rest, seat)):
            return [], []
        return rest, sets

    def _of_moves(
        self, state: State, seat: SeatId, found: Sequence[Path], values: Sequence[int], sets: Sequence[SetOf] = ()
    ) -> Offer:
        """Returns complete moves as a list. The moves of each of `sets` are one line of it, which leads to the question for their things."""
        asked = " ".join(self.questions.of_paths(found))
        first = found[0].steps[0][0] if found[0].steps else None
        asked = self._whole(state, seat, values, first, f"{asked}{self._tell_moves_left(state, seat, values)}")
        steps = [step for path in found for step, _ in path.steps]
        words = self.questions.completions(found, seat)
        of_sets = {one.at[0]: one for one in sets}
        in_sets = {at for one in sets for at in one.at}
        kept = [at for at in range(len(found)) if at in of_sets or at not in in_sets]
        listed = [found[at] for at in kept if at not in of_sets]
        answered, shared = self._answers_of(state, seat, listed) if listed else (list[Answer](), "")
        asked, told = _with_shared(asked, shared), iter(answered)
        answers = [self._of_set(of_sets[at], seat) if at in of_sets else next(told) for at in kept]
        if not sets:
            return Offer(answers, steps, words, moves=[path.move for path in found], question=asked)
        made = [
            of_sets[at].values if at in of_sets else tuple(option.value for _, option in found[at].steps) for at in kept
        ]
        return Offer(answers, steps, words, made, question=asked)

    def _of_set(self, one: SetOf, seat: SeatId) -> Answer:
        """Returns an action that chooses a set of things as an option: how many of how many things."""
        most, fewest = one.of.most, one.of.fewest
        number = f"{most}" if fewest == most else f"{fewest} to {most}" if fewest else f"up to {most}"
        things = [self.names.thing(thing, seat) for thing, _ in self.questions.sort(one.of).candidates]
        return Answer(self.names.action(one.action), f"{number} of {join_items(list(dict.fromkeys(things)))}")

    def _answers_of(self, state: State, seat: SeatId, found: Sequence[Path]) -> tuple[Sequence[Answer], str]:
        """Returns complete moves as options, with their targets and costs, and what all bring that do not decline."""
        answers = self._leading(state, seat, self.questions.path_answers(found, seat), [one.move for one in found])
        answers = self._reaching(state, seat, answers, [[one.move] for one in found])
        return self._with_costs(state, seat, answers, [one.move for one in found])

    def _leading(
        self, state: State, seat: SeatId, answers: Sequence[Answer], moves: Sequence[Move]
    ) -> Sequence[Answer]:
        """Adds to each option the place to which it leads, if every option moves a piece from one place to another."""
        ways = [self.ways.way(state, seat, move) for move in moves]
        known = [way for way in ways if way is not None]
        if len(known) < len(ways) or any(answer.detail for answer in answers):
            return answers
        answers = self._without_directions(answers, moves, known)
        if all(one.words.isdigit() for one in answers) and all(way.source[0][-1].isdigit() for way in known):
            # A number of steps is no place.
            starts = [
                one.words if one.words in way.source else way.source[0] for one, way in zip(answers, known, strict=True)
            ]
            answers = [evolve(one, words=f"from {start}") for one, start in zip(answers, starts, strict=True)]
        words = [set(re.findall(r"\w+", answer.words)) for answer in answers]
        if all(one & set(way.target) for one, way in zip(words, known, strict=True)):
            return answers
        # If players count places from both ends, the list uses the player's own numbers.
        ends = [
            re.sub(rf"\b{re.escape(way.target[-1])}\b", way.target[0], end)
            for end, way in zip(self.told.ends(state, seat, moves), known, strict=True)
        ]
        told = [
            end if end.startswith("to ") or set(way.source) & set(end.split(" ")) else f"to {way.target[0]}"
            for end, way in zip(ends, known, strict=True)
        ]
        # For an action with such a number, the place that the piece leaves is shown, too.
        told = [
            f"from {way.source[0]} {end}"
            if end.startswith("to ") and way.source[0][-1].isdigit() and not one & set(way.source)
            else end
            for end, one, way in zip(told, words, known, strict=True)
        ]
        return [evolve(one, detail=end) for one, end in zip(answers, told, strict=True)]

    def _reaching(
        self, state: State, seat: SeatId, answers: Sequence[Answer], moves: Sequence[Sequence[Move]]
    ) -> Sequence[Answer]:
        """Adds to each number the place to which it takes a marker of the player. `moves` has the moves of each option."""
        if not self.markers.has_any(seat) or not all(one.words.isdigit() and not one.detail for one in answers):
            return answers
        goals = self.markers.goals(state, seat, moves)
        return [evolve(one, detail=f"to {goal}" if goal else "") for one, goal in zip(answers, goals, strict=True)]

    def _complete(self, state: State, seat: SeatId, values: Sequence[int], at: int) -> Move:
        """Returns a move that begins with these answers; later questions are answered with their option number `at`."""
        rest = iter(values)
        return self.engine.walk(state, seat, lambda step: next(rest, step.options[at].value))

    def _without_directions(
        self, answers: Sequence[Answer], moves: Sequence[Move], ways: Sequence[Way]
    ) -> Sequence[Answer]:
        """Leaves out the directions of pieces, if the options still differ by their targets."""
        short: list[Answer] = []
        for answer, move in zip(answers, moves, strict=True):
            things = [thing for choice in move.choices for _, thing in choice.values]
            told = [self.names.thing(one) for one in things if isinstance(one, Word) and one.of == "direction"]
            short.append(evolve(answer, words=", ".join(one for one in answer.words.split(", ") if one not in told)))
        differing = {(one.words, way.target) for one, way in zip(short, ways, strict=True)}
        return short if len(differing) == len(short) and all(one.words for one in short) else answers

    def _tell_moves_left(self, state: State, seat: SeatId, values: Sequence[int]) -> str:
        """Returns how many pieces are still to be moved, one after the other; empty for the last one, and in other games."""
        left = 0 if values or not self.ways.has_ways(state, seat) else self.ways.count_left(state, seat)
        return f" ({left} moves left)" if left > 1 else ""

    def _is_one_set(self, state: State, seat: SeatId, values: Sequence[int], found: Sequence[Path]) -> bool:
        """Whether the moves differ only in the set of things that they choose, and there are fewer things than moves: then the things are listed instead of
        the moves."""
        if not found[0].steps:
            return False
        first, _ = found[0].steps[0]
        if not all(is_of(step, first) for path in found for step, _ in path.steps):
            return False
        return len(found) > len(several(self.engine, state, seat, values, first).candidates)

    def _answer(self, asked: Open) -> int | Reading | Move | Row | Meant | Begun | Command:
        """Reads answers to one question until one of them answers it."""
        while True:
            said = self.answers.read(asked)
            if said is not None:
                return said

    def _of_question(self, state: State, seat: SeatId, step: Step, values: Sequence[int]) -> Offer:
        """Returns the question of a step, and the possible answers. The question whether something is done and the question what is done are joined."""
        if step.kind == "gate":
            taken = next(option.value for option in step.options if option.thing is True)
            inner = step_after(self.engine, state, seat, (*values, taken))
            if isinstance(inner, Step) and inner.kind in ("menu", "one"):
                return self._of_gated(state, seat, step, self.questions.step_in_order(inner), values)
            if isinstance(inner, Step) and inner.kind in SEVERAL:
                of = several(self.engine, state, seat, (*values, taken), inner)
                # "One or more, or nothing" is offered as "any number".
                of = evolve(of, fewest=0) if of.fewest < 2 else of
                return self._of_several(state, seat, inner, of, values)
        if step.kind in SEVERAL:
            of = several(self.engine, state, seat, values, step)
            if len(of.candidates) > 1:
                return self._of_several(state, seat, step, of, values)
        answers: Sequence[Answer] = self.questions.options(step, seat)
        ends = [step_after(self.engine, state, seat, (*values, one.value)) for one in step.options]
        shared = ""
        if step.kind in ("menu", "one"):
            answers, shared = self._with_costs(state, seat, self._with_squares(answers, ends, seat), ends)
        if step.kind == "menu":
            answers = self._with_things(state, seat, values, step, answers)
        moves = [one for one in ends if isinstance(one, Move)]
        if values and len(moves) == len(ends):
            answers = self._leading(state, seat, answers, moves)
        if step.kind == "one" and self.markers.has_any(seat):
            # The first and the last option of the later questions are tried.
            begun = [(*values, one.value) for one in step.options]
            answers = self._reaching(
                state, seat, answers, [[self._complete(state, seat, one, at) for at in (0, -1)] for one in begun]
            )
        asked = self._whole(state, seat, values, step, _with_shared(self.questions.of_step(step), shared))
        made = [(one.value,) for one in step.options]
        return Offer(answers, [step], [answer.words for answer in answers], made, question=asked)

    def _of_several(self, state: State, seat: SeatId, step: Step, of: Several, values: Sequence[int]) -> Offer:
        """Returns the offer of things of which several are chosen at once."""
        of = self.questions.sort(of)
        answers = self.questions.candidates(of, seat)
        asked = self._whole(state, seat, values, step, self.questions.of_several(step, of))
        words = [self.names.thing(thing, seat) for thing, _ in of.candidates]
        return Offer(answers, [step], words, several=of, question=asked)

    def _of_gated(self, state: State, seat: SeatId, gate: Step, step: Step, values: Sequence[int]) -> Offer:
        """Returns the offer of the optional part that a gate (the choice whether to do anything) opens; the last option is to do nothing."""
        taken = next(option.value for option in gate.options if option.thing is True)
        declined = next(option.value for option in gate.options if option.thing is not True)
        ends = [step_after(self.engine, state, seat, (*values, taken, option.value)) for option in step.options]
        ends.append(step_after(self.engine, state, seat, (*values, declined)))
        options = [*self.questions.options(step, seat), self.questions.answer_declining(gate)]
        answers, shared = self._with_costs(state, seat, options, ends)
        question = _with_shared(self.questions.of_gated(gate, step), shared)
        asked = self._whole(state, seat, (*values, taken), step, question)
        made = [*((taken, option.value) for option in step.options), (declined,)]
        return Offer(answers, [gate, step], [answer.words for answer in answers], made, question=asked)

    def _with_costs(
        self, state: State, seat: SeatId, answers: Sequence[Answer], ends: Sequence[Step | Move]
    ) -> tuple[Sequence[Answer], str]:
        """Returns options with their costs, unless these are shown already, and what all bring that do not decline. `ends` holds the result of each option: the
        next step, or the move."""
        told, shared = self.costs.of_ends(state, seat, ends)
        found = [
            answer if "costs " in answer.detail else self._with_cost(answer, cost)
            for answer, cost in zip(answers, told, strict=True)
        ]
        # What an option brings is told of those that say nothing else.
        if all(one.detail for one, end in zip(found, ends, strict=True) if isinstance(end, Move)):
            return found, shared
        gains, brought = self.costs.gains_of_ends(state, seat, ends, [one.words for one in found])
        return [
            evolve(one, detail=one.detail or more) for one, more in zip(found, gains, strict=True)
        ], shared or brought

    def _with_cost(self, answer: Answer, cost: Cost) -> Answer:
        detail = self.costs.without_price(answer.detail, cost)
        short = answer.short and _joined(cost.words, answer.short)
        return evolve(answer, detail=_joined(cost.words, detail), short=short)

    def _with_squares(self, answers: Sequence[Answer], ends: Sequence[Step | Move], seat: SeatId) -> Sequence[Answer]:
        """Returns the options. If an option leads to a choice of one of many squares, the squares are shown with it, so that a person can name one at once."""
        squares = [
            squares_text([self.names.thing(one.thing, seat) for one in self.questions.step_in_order(end).options])
            if isinstance(end, Step) and end.kind == "one"
            else ""
            for end in ends
        ]
        return [evolve(answer, detail=answer.detail or text) for answer, text in zip(answers, squares, strict=True)]

    def _with_things(
        self, state: State, seat: SeatId, values: Sequence[int], step: Step, answers: Sequence[Answer]
    ) -> Sequence[Answer]:
        """Returns the actions of a menu, each with the things that it is about without a question, because there are no others."""
        told: list[str] = []
        for option in step.options:
            begun = (*values, option.value)
            after = step_after(self.engine, state, seat, begun)
            things = things_forced_before(self.engine, state, seat, begun, after) if isinstance(after, Step) else []
            told.append(", ".join(dict.fromkeys(self.names.thing(one, seat) for one in things)))
        return [evolve(one, detail=one.detail or names) for one, names in zip(answers, told, strict=True)]

    def _whole(self, state: State, seat: SeatId, values: Sequence[int], step: Step | None, question: str) -> str:
        """Returns a question together with the forced choices that led to it."""
        if step is None:
            return question
        actions = find_forced_actions(self.engine, state, seat, values, step)
        things = things_forced_before(self.engine, state, seat, values, step)
        return self.questions.of_forced(actions, things, seat, question)


def _with_shared(question: str, shared: str) -> str:
    """Returns a question with what all its options bring that do not decline: `Which card do you throw away? (coins 5 → 6)`."""
    return f"{question} ({shared})" if shared else question


def _joined(cost: str, detail: str) -> str:
    """Returns what an option costs or brings together with its details, which may be a sentence."""
    is_sentence = detail.endswith(".") and not _AFTER_COLUMNS.search(detail)
    return (": " if is_sentence else ", ").join(filter(None, (cost, detail)))
