"""Describes the events of an example as a story: the deeds of players in the sentences of the log, and the facts that hold afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from gamedsl.rulebook.model import Block, Paragraph, capital, mark_name, plain, quiet, small
from gamedsl.rulebook.sentences.choices import call_text, quote
from gamedsl.rulebook.sentences.english import with_article
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import function_name, join_items
from gamedsl.rulebook.sentences.statements import verdict_text
from gamedsl.rulebook.stories.deeds import NO_DEED, Deed, as_infinitive
from gamedsl.rulebook.stories.facts import sentence_of_facts
from gamedsl.rulebook.stories.questions import answer_text, possible_answers, yes_or_no_text
from gamedsl.syntax.tree import example_lines, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import define, evolve, field

_Move = formulas.Expr | example_lines.Decline


def event_blocks(say: Formulas, lines: Sequence[example_lines.ExampleLine], *, has_bare: bool) -> Iterator[Block]:
    """Yields paragraphs; a long story has one for each result. `has_bare`: includes refusals without a reason."""
    story = _Story(say)
    told = _join(lines)
    left_out = frozenset[int]() if has_bare else _without_bare(say, told)
    for at, line in enumerate(told):
        if at not in left_out:
            story.add(line, told[at + 1 :])
    story.finish()
    if sum(map(len, story.parts)) <= _SHORT:
        story.parts = [[sentence for part in story.parts for sentence in part]]
    yield from (Paragraph(" ".join(part)) for part in story.parts if part)


def _without_bare(say: Formulas, lines: Sequence[example_lines.ExampleLine]) -> frozenset[int]:
    """Returns the places of the refusals without a reason, and of the parts of the rules that run only for them."""
    found = {at for at, line in enumerate(lines) if is_bare_refusal(say, line)}
    runs = [at for at, line in enumerate(lines) if isinstance(line, example_lines.ExampleRun)]
    for at, end in pairwise((*runs, len(lines))):
        if end > at + 1 and found.issuperset(range(at + 1, end)):
            found.add(at)
    return frozenset(found)


def _join(lines: Sequence[example_lines.ExampleLine]) -> list[example_lines.ExampleLine]:
    """Returns the lines, with consecutive draws from one place joined to one line, and likewise dice that have only a letter as a name."""
    found: list[example_lines.ExampleLine] = []
    for line in lines:
        match found[-1:], line:
            case [example_lines.ExampleDraw(before, place)], example_lines.ExampleDraw(pieces, source) if (
                place == source
            ):
                found[-1] = evolve(line, pieces=(*before, *pieces))
            case [example_lines.ExampleRoll(first, value)], example_lines.ExampleRoll(name, more) if (
                _is_letter(first) and _is_letter(name) and not isinstance(more, formulas.ListLiteral)
            ):
                shown = value.items if isinstance(value, formulas.ListLiteral) else (value,)
                found[-1] = evolve(line, value=formulas.ListLiteral((*shown, more)))
            case _:
                found.append(line)
    return found


def _is_letter(name: Ident) -> bool:
    return len(name.text) == 1


_ENDED = re.compile(r"[.!?]”$")
_SHORT = 8
"""The most sentences of a story in one paragraph."""


@define
class _Story:
    """The sentences told so far, by paragraph, and the part of the rules that runs: it is named only if nobody does anything in it."""

    say: Formulas
    parts: list[list[str]] = field(factory=lambda: [[]])
    running: str = ""
    has_moved: bool = False

    def add(self, line: example_lines.ExampleLine, following: Sequence[example_lines.ExampleLine]) -> None:
        """Describes a line. The choices in the lines after it show which question it answers."""
        say = self.say
        match line:
            case example_lines.ExampleRun():
                self.finish()
                self._end_part()
                self.running = run_text(say, line)
            case example_lines.ExampleRoll(name, value) if isinstance(value, formulas.ListLiteral) and _is_letter(name):
                self._tell(f"the dice show {join_items([say.value(one) for one in value.items])}", is_during=True)
            case example_lines.ExampleRoll(name, value):
                self._tell(f"{with_article(name.text)} is {say.value(value)}", is_during=True)
            case example_lines.ExampleDraw(pieces, source):
                what = join_items([say.value(piece) for piece in pieces])
                is_one = len(pieces) == 1 and not isinstance(pieces[0], formulas.SomeOf)
                self._tell(f"{what} {'is' if is_one else 'are'} drawn from {say.value(source)}", is_during=True)
            case example_lines.ExamplePlays(who, moves):
                self._tell(*_plays(say, who, moves))
            case example_lines.ExampleDeclines(who, name):
                if declined := _declining(say, name):
                    self._tell(f"{say.value(who)} {declined}")
            case example_lines.ExampleCannot(who, moves, because):
                reason = _reason(say, moves, because)
                self._tell(f"{say.value(who)} may not {_refusal(say, moves)}{f': {reason}' if reason else ''}")
            case example_lines.ExampleOptions(who, chosen, values):
                what = join_items([say.part(value) for value in values], "or")
                self._tell(f"{say.value(who)} {_only(say, chosen.text, what, following)}")
            case example_lines.ExampleThen(fact, as_before):
                if said := sentence_of_facts(say, [fact], self._lead()):
                    self._result(f"{said.removesuffix('.')}, as before." if as_before else said)
            case example_lines.ExampleSees(who, place, is_seen):
                verb = "sees" if is_seen else "does not see"
                self._result(f"{capital(f'{self._lead()} {say.value(who)} {verb} {say.value(place)}'.strip())}.")
            case example_lines.ExampleOver(is_over, verdict):
                result = "" if verdict is None else f", and {verdict_text(say, verdict)}"
                over = f"the match is over{result}" if is_over else "the match is not over"
                self._result(f"{capital(f'{self._lead()} {over}'.strip())}.")
            case _:
                pass

    def _tell(self, *texts: str, is_during: bool = False) -> None:
        """Adds sentences about events. Sentences about chance (`is_during`) name the part of the rules that runs."""
        for text in texts:
            during = f"In {self.running}, " if is_during and self.running else ""
            end = "" if _ENDED.search(text) else "."
            self.parts[-1].append(f"{capital(f'{during}{quiet(text)}')}{end}")
            self.running, self.has_moved = "", True

    def _lead(self) -> str:
        return f"after {self.running}," if self.running else "now" if self.has_moved else ""

    def _result(self, sentence: str) -> None:
        """Adds a sentence about what holds now."""
        lead, comma, rest = sentence.partition(", ") if self.running else ("", "", sentence)
        self.parts[-1].append(f"{lead}{comma}{quiet(rest)}")
        self.running, self.has_moved = "", False
        self._end_part()

    def finish(self) -> None:
        """Names the part of the rules that an example runs, if nothing has been told of it."""
        if self.running:
            self.parts[-1].append(f"{capital(self.running)} follows.")
            self.running, self.has_moved = "", True

    def _end_part(self) -> None:
        if self.parts[-1]:
            self.parts.append([])


_PARTS = {"setup": "the set-up", "rounds": "the rounds", "end": "the end"}
"""The words for parts of a match that the rules do not name."""


def run_text(say: Formulas, line: example_lines.ExampleRun) -> str:
    """Names a part of the rules: `evening`, `Ann’s perform (theme is Hunting)`."""
    if isinstance(line.call, formulas.Name) and line.call.id in _PARTS:
        return _PARTS[line.call.id]
    name, _, given = call_text(say, line.call).partition(": ")
    who = "" if line.who is None else f"{quiet(say.value(line.who))}’s "
    return f"{who}{name}{f' ({quiet(given)})' if given else ''}"


# ---------------------------------------------------------------- what players do


def _deed_of(say: Formulas, move: formulas.Expr) -> tuple[str, Deed, dict[str, formulas.Arg]]:
    """Returns the name of a deed, its sentences, and its choices."""
    if isinstance(move, formulas.Apply):
        name, args = function_name(move), move.args
    else:
        name, args = (move.id if isinstance(move, formulas.Name) else ""), ()
    deed = say.names.deeds.get(name, NO_DEED)
    return name, deed, deed.name_arguments(args)


def _plays(say: Formulas, who: formulas.Expr, moves: Sequence[_Move]) -> Iterator[str]:
    """Yields a sentence for each move. A choice of an earlier move can be used by later sentences; if one of these mentions it, it gets no sentence of its
    own."""
    known: dict[str, formulas.Arg] = {}
    actor = say.value(who)
    texts: list[tuple[str, set[str]]] = []
    for at, move in enumerate(moves):
        if isinstance(move, example_lines.Decline):
            if declined := _declining(say, move.name):
                texts.append((f"{actor} {declined}", set()))
            continue
        name, deed, given = _deed_of(say, move)
        known |= given
        sentence = deed.sentence(known)
        if sentence is not None:
            told = {value.id for value in sentence.values if isinstance(value, formulas.Name)}
            text = f"{_fill(say, sentence.texts, sentence.values, actor, known)}{_rest(say, deed, given, told)}"
            texts = [one for one in texts if not one[1] or not one[1] <= told]
            texts.append((text, set()))
        elif len(given) == 1 and (answer := _answer(say, deed, given)):
            texts.append((f"{actor} {answer}", set(given)))
        elif given or at == len(moves) - 1 or not name:
            texts.append((f"{actor} chooses {_choice(say, move)}", set()))
    yield from (text for text, _ in texts)


def _choice(say: Formulas, move: formulas.Expr) -> str:
    """Names a move that no sentence describes: `“whistle” (e3)`."""
    name, _, given = call_text(say, move).partition(": ")
    return f"“{name}”{f' ({given})' if given else ''}"


def _refusal(say: Formulas, moves: Sequence[_Move]) -> str:
    """Describes refused moves after `may not`: `lay Ace of Clubs`."""
    *before, move = moves
    if isinstance(move, example_lines.Decline):
        return "decline"
    known: dict[str, formulas.Arg] = {}
    for one in before:
        known |= {} if isinstance(one, example_lines.Decline) else _deed_of(say, one)[2]
    _, deed, given = _deed_of(say, move)
    known |= given
    sentence = deed.sentence(known)
    texts = None if sentence is None else as_infinitive(sentence)
    if sentence is None or texts is None:
        return (
            f"choose {', then '.join(_choice(say, one) for one in moves if not isinstance(one, example_lines.Decline))}"
        )
    told = {value.id for value in sentence.values if isinstance(value, formulas.Name)}
    return f"{_fill(say, ('', *texts), sentence.values, '', known).strip()}{_rest(say, deed, given, told)}"


def _fill(
    say: Formulas, texts: Sequence[str], values: Sequence[formulas.Expr], actor: str, known: dict[str, formulas.Arg]
) -> str:
    said = [texts[0]]
    for value, text in zip(values, texts[1:], strict=True):
        thing = _thing(say, known[value.id]) if isinstance(value, formulas.Name) else actor
        said[-1] = _drop_noun(said[-1], plain(thing))
        said += [thing, text]
    return " ".join("".join(said).split()).removesuffix(".")


def _drop_noun(before: str, thing: str) -> str:
    """Returns the text before a thing without its last noun, if the thing begins with the same noun, as in `lays strip` and `strip 15`."""
    noun, _, number = thing.partition(" ")
    return before.rstrip().removesuffix(f" {noun}") + " " if number and before.endswith(f" {noun} ") else before


def _rest(say: Formulas, deed: Deed, given: dict[str, formulas.Arg], told: set[str]) -> str:
    """Names in brackets the choices that the sentence does not mention."""
    others = {name: value for name, value in given.items() if name not in told and not _is_flag(value)}
    others = {name: value for name, value in others.items() if _thing(say, value) != "nothing"}
    if len(others) == 1 and len(deed.chosen) == 1:
        return f" ({_thing(say, next(iter(others.values())))})"
    said = "; ".join(f"{mark_name(name)}: {_thing(say, value)}" for name, value in others.items())
    return f" ({said})" if said else ""


def _is_flag(value: formulas.Arg) -> bool:
    """Whether a choice was yes or no: the sentence tells a yes, and a no need not be told."""
    return isinstance(value, formulas.FlagLiteral)


def _answer(say: Formulas, deed: Deed, given: dict[str, formulas.Arg]) -> str:
    """Describes an answer to the only question as a deed; empty if the form of the question does not allow it."""
    (name, value), *_ = given.items()
    question = deed.asks.get(name, "")
    if isinstance(value, formulas.FlagLiteral):
        return yes_or_no_text(question, is_so=value.value)
    return answer_text(question, _thing(say, value))


def _only(say: Formulas, name: str, what: str, following: Sequence[example_lines.ExampleLine]) -> str:
    """Says that only this may be chosen: `may play only Ace of Clubs`. The sentence of the log says how, else the question for the choice."""
    deeds = _deeds_with(say, name, following)
    for sentence in (deed.sentence({name: formulas.Name(name)}) for deed in deeds[:1]):
        texts = None if sentence is None else as_infinitive(sentence)
        if sentence is not None and texts is not None and sentence.values[1:] == (formulas.Name(name),):
            return f"may {f'{texts[0]}only {what}{texts[1]}'.strip().removesuffix('.')}"
    asked = next((deed.asks[name] for deed in deeds if name in deed.asks), "")
    return f"may {possible_answers(asked, what)}"


def _deeds_with(say: Formulas, name: str, following: Sequence[example_lines.ExampleLine]) -> list[Deed]:
    """Returns the deeds with a choice of this name: the deed that comes next, or the only one."""
    moves = (
        move
        for line in following
        if isinstance(line, example_lines.ExamplePlays | example_lines.ExampleCannot)
        for move in line.moves
    )
    deeds = [_deed_of(say, move)[1] for move in moves if not isinstance(move, example_lines.Decline)]
    found = [deed for deed in deeds if name in deed.chosen]
    every = [deed for deed in say.names.deeds.values() if name in deed.chosen]
    return found[:1] or (every if len({deed.asks.get(name) for deed in every}) == 1 else [])


def _thing(say: Formulas, node: formulas.Arg) -> str:
    return (
        join_items([say.value(item) for item in node.items])
        if isinstance(node, formulas.ListLiteral)
        else say.value(node)
    )


def _declining(say: Formulas, name: Ident) -> str:
    """Says that somebody declines the choice. A printed book leaves this out if the rules have no question for it."""
    asks = say.names.deeds.get(name.text, NO_DEED).asks
    told = yes_or_no_text(next(iter(asks.values())) if len(asks) == 1 else "", is_so=False)
    return told or ("declines" if say.names.has_program else "")


def _reason(say: Formulas, moves: Sequence[_Move], because: Ident | None) -> str:
    """Says why a move is refused, with the sentence of the rules; empty if there is none."""
    if because is None:
        return ""
    rules = (move.of if isinstance(move, formulas.Apply) else move for move in moves)
    owned = (f"{rule.id} {because.text}" for rule in rules if isinstance(rule, formulas.Name))
    known = say.names.requirements
    why = next((known[name] for name in (because.text, *owned) if name in known), None)
    if why is not None:
        return quote(why) if say.names.has_program or _OF_YOU.search(why) else small(why).removesuffix(".")
    return "that can be done once only, and has been done" if because.text == "once" else ""


_OF_YOU = re.compile(r"\b[Yy]our?\b")
"""A sentence that speaks to the player, and is quoted."""


def is_bare_refusal(say: Formulas, line: example_lines.ExampleLine) -> bool:
    """Whether a line refuses a move, and no sentence says why."""
    return isinstance(line, example_lines.ExampleCannot) and not _reason(say, line.moves, line.because)


def bare_refusals(say: Formulas, lines: Sequence[example_lines.ExampleLine]) -> list[str]:
    """Returns a sentence for each refusal without a reason."""
    found = [line for line in lines if isinstance(line, example_lines.ExampleCannot) and is_bare_refusal(say, line)]
    return [f"{quiet(f'{say.value(line.who)} may not {_refusal(say, line.moves)}')}." for line in found]
