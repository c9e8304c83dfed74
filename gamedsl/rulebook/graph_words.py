"""Tells a drawing of a game in the sentences of its rulebook, and by the labels of its look file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from gamedsl.graph.draw.model import Cluster, Drawing, Element
from gamedsl.pipeline.reading import Parsed
from gamedsl.rulebook.course import ranking_text
from gamedsl.rulebook.layout.brackets import flat
from gamedsl.rulebook.model import Step, capital, plain, readable
from gamedsl.rulebook.names import names_of
from gamedsl.rulebook.sentences.conditions import condition_text
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.statements import suite_steps
from gamedsl.source import Source
from gamedsl.syntax.parse import parse
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.values import evolve

_HEAD = "game drawing:\n    players 2\n\nrule drawn:\n"
_ASK = re.compile(r'^.*, ask "([^"]*)".*$')
_REQUIRE = re.compile(r"^require \w+(?:: (.*))?$")
_SAID = re.compile(r'^\s*say "')
_CHOICE = re.compile(r"^(\w+)(?:\(.*?\))?(?: if (.*))?$")
_HIDDEN = {
    "next seat": "Is there another player?",
    "the limit is reached": "Is the limit of rounds reached?",
    "nobody is left to act": "Has nobody a turn left?",
}
"""Tests that no formula of the rules says, in words."""
_CASE = re.compile(r"^subject is (\w+)$")
"""A case of a `match`: what it is about stands before it."""
_EVERYBODY = re.compile(r"^for me in ([^:]*):$")
_ROLL = re.compile(r"^roll (die|dice|\w*_die|\w*_dice): one of (\d+)\.\.(\d+)$")
_SENTENCE, _VALUE, _IF = re.compile(r'^\s*say "(.*)"$'), re.compile(r"\{([^}]*)\}"), re.compile(r"^\s*if (.*):$")
_FORMULA = re.compile(r"[\[\](){}=]|\w\.\w")
"""Signs of a formula, which people need not read."""
UNTOLD = "More is done here, as the rules say."
"""What stands for a statement that no sentence tells."""
_UNTOLD_TEST = "Does what the rules ask here hold?"
_ENDS = {"or decline": "or nothing", "if able": "if possible"}


def drawing_in_words(drawn: Drawing, parsed: Parsed, labels: Mapping[str, str]) -> Drawing:
    """Returns a drawing whose boxes hold sentences in place of lines of the rules. `labels` are the names of rules for people; a line that no sentence tells
    stays as it is, with its names as words."""
    decls = [decl for _, file in parsed.chain.files for decl in file.decls]
    say = Formulas(names_of(decls))
    tell = _Telling(say, labels, _aim(say, decls))
    clusters = {one.cluster: tell.label(one.cluster) for one in drawn.elements}
    forms = {one.id: one.form for one in drawn.elements}
    # A test that leads to the end of the game has its reason for a question.
    reasons = {
        one.source: one.label for one in drawn.arrows if forms[one.source] == "branch" and one.label.endswith(".")
    }
    # A test that is a negation is asked without it, and its answers change places.
    turned = {
        one.id
        for one in drawn.elements
        if one.form == "branch" and one.id not in reasons and tell.is_negation(one.title)
    }
    told = _told_once([tell.element(one, clusters[one.cluster]) for one in drawn.elements])
    return evolve(
        drawn,
        elements=tuple(
            evolve(one, title=f"{reasons[one.id].rstrip('.')}?" if one.id in reasons else one.title, is_told=True)
            for one in told
        ),
        arrows=tuple(
            evolve(
                one,
                label="yes"
                if reasons.get(one.source) == one.label
                else _turned(tell.ways(one.label), one.source in turned),
            )
            for one in drawn.arrows
        ),
        clusters=tuple(Cluster(clusters[one.name], one.elements) for one in drawn.clusters),
    )


def _told_once(elements: Sequence[Element]) -> Iterator[Element]:
    """Yields boxes; one that is told as an earlier one of the same name says so."""
    seen: set[tuple[str, str, tuple[str, ...]]] = set()
    for one in elements:
        key = (one.form, one.title, one.lines)
        is_again = key in seen and one.form == "effect" and len(one.lines) > 1 and one.title
        seen.add(key)
        yield evolve(one, lines=("As in the other box of this name.",)) if is_again else one


def _turned(label: str, is_turned: bool) -> str:
    return _OPPOSITE.get(label, label) if is_turned else label


_OPPOSITE = {"yes": "no", "no": "yes"}


def _aim(say: Formulas, decls: Sequence[declarations.Decl]) -> str:
    """Returns the sentence of the rulebook on who wins; empty if the rules rank nobody."""
    scores = [decl for decl in decls if isinstance(decl, declarations.Score)]
    rank = next((decl for decl in decls if isinstance(decl, declarations.Ranking)), None)
    return "" if rank is None else plain(flat(ranking_text(say, rank, scores)))


class _Telling:
    """Words for the parts of one drawing. `aim` says who wins."""

    def __init__(self, say: Formulas, labels: Mapping[str, str], aim: str) -> None:
        self._say = say
        self._labels = labels
        self._aim = aim

    def label(self, name: str) -> str:
        """Returns the name of a rule or a part of the game for people."""
        return self._labels.get(name) or capital(readable(name))

    def element(self, one: Element, cluster: str) -> Element:
        """Returns a box in words."""
        match one.form:
            case "branch":
                return evolve(one, title=self._question(one.title), lines=(), cluster=cluster)
            case "decision" | "together":
                lines = tuple(self._options(one.lines))
                return evolve(one, who=self._who(one.who), title=self.label(one.title), lines=lines, cluster=cluster)
            case "effect" | "chance":
                title = self.label(one.title) if one.title else ""
                return evolve(one, title=title, lines=tuple(self._blocks(one.lines)), cluster=cluster)
            case "end" | "stop":
                told = tuple(self._end(line) for line in one.lines)
                return evolve(one, title=capital(one.title), lines=told, cluster=cluster)

    def ways(self, label: str) -> str:
        """Returns the label of an arrow: names of actions as people read them; other words stay."""
        return ", ".join(self._way(part) for part in label.split(", "))

    def _way(self, part: str) -> str:
        names = part.split(" > ")
        if all(name in self._labels or "_" in name for name in names):
            return " > ".join(map(self.label, names))
        return part

    def _who(self, text: str) -> str:
        who, where, condition = text.partition(", where ")
        told = self._condition(condition) if where else ""
        return f"{who}, if {told}" if told else text.replace("_", " ")

    # ------------------------------------------------------------ tests

    def _question(self, test: str) -> str:
        """Returns a test as a question, the condition as a clause before its mark."""
        if test in _HIDDEN:
            return _HIDDEN[test]
        if case := _CASE.match(test):
            return f"Is it {self.label(case[1])}?"
        if self.is_negation(test):
            test = test.removeprefix("not ")
        told = self._condition(test).removesuffix(" is yes")
        words = told or test.replace("_", " ")
        return _UNTOLD_TEST if not told and _FORMULA.search(words) else f"{capital(words)}?"

    def is_negation(self, test: str) -> bool:
        """Whether a test asks for the opposite of something simpler."""
        body = _body_of(f"    ensure told: {test}\n")
        return len(body) == 1 and isinstance(_condition_of(body[0]), formulas.Unary)

    def _end(self, line: str) -> str:
        return (self._aim or "The match is over.") if line.startswith("ranking: ") else capital(line)

    def _condition(self, text: str) -> str:
        """Returns a condition as a clause; empty if no sentence tells it."""
        body = _body_of(f"    ensure told: {text}\n")
        if len(body) == 1 and isinstance(body[0], statements.EnsureStmt):
            return plain(flat(condition_text(self._say, _condition_of(body[0]), 0)))
        return ""

    # ------------------------------------------------------------ what happens, what is chosen

    def _options(self, lines: Sequence[str]) -> Iterator[str]:
        for line in lines:
            if line in _ENDS:
                yield _ENDS[line]
            elif asked := _ASK.match(line):
                yield asked[1]
            elif required := _REQUIRE.match(line):
                if required[1]:
                    yield required[1]
            elif all(_CHOICE.match(part) for part in line.split(" > ")):
                yield ", then ".join(self._option(part) for part in line.split(" > "))
            else:
                yield from self._block([f"choose {line}"]) or (line.replace("_", " "),)

    def _option(self, text: str) -> str:
        found = _CHOICE.match(text)
        if found is None:
            return text
        told = self._condition(found[2]) if found[2] else ""
        return f"{self.label(found[1])}{f' (if {told})' if told else ''}"

    def _blocks(self, lines: Sequence[str]) -> Iterator[str]:
        """Yields the sentences of statements; what a log says is left out where something else is told."""
        blocks: list[list[str]] = []
        for line in lines:
            if blocks and (line.startswith((" ", "else"))):
                blocks[-1].append(line)
            else:
                blocks.append([line])
        silent = [block for block in blocks if not (len(block) == 1 and _SAID.match(block[0]))]
        for block in silent or blocks:
            yield from self._block(block) or map(self._plain_line, block)

    def _plain_line(self, line: str) -> str:
        """Returns a line that no sentence tells: what a log says, a condition in words, or the line with its names as words."""
        indent = line[: len(line) - len(line.lstrip())]
        if said := _SENTENCE.match(line):
            return indent + capital(_VALUE.sub(lambda one: self._value(one[1]), said[1]))
        if (asked := _IF.match(line)) and (told := self._condition(asked[1])):
            return f"{indent}If {told}:"
        words = line.replace("_", " ")
        return f"{indent}{UNTOLD}" if _FORMULA.search(words) else words

    def _value(self, text: str) -> str:
        """Returns a value inside a sentence of the log as a noun."""
        if text == "me":
            return "the player"
        body = _body_of(f"    ensure told: {text}\n")
        if len(body) != 1 or not isinstance(body[0], statements.EnsureStmt):
            return readable(text)
        node = _condition_of(body[0])
        return readable(node.id) if isinstance(node, formulas.Name) else plain(flat(self._say.value(node)))

    def _block(self, lines: Sequence[str]) -> tuple[str, ...]:
        """Returns the sentences of one statement with what is inside it, indented; empty if none tells it."""
        if everybody := _EVERYBODY.match(lines[0]):
            whose = "Each player" if everybody[1] == "players" else f"Each of {everybody[1].replace('_', ' ')}"
            return (f"{whose}:", *(f"  {line}" for line in self._blocks([line[2:] for line in lines[1:]])))
        if rolled := _ROLL.match(lines[0]):
            return (f"Roll the {readable(rolled[1])}: {rolled[2]} to {rolled[3]}.",)
        if lines[0].startswith("reset "):
            return (f"{capital(readable(lines[0].removeprefix('reset ').replace(' of me', '')))}: as at the start.",)
        kept = [line for line in lines if not _SAID.match(line)] or list(lines)
        body = _body_of("".join(f"    {line}\n" for line in kept))
        if not body:
            return ()
        suite = statements.Suite(None, tuple(body), span=body[0].span)
        return tuple(plain(flat(line)) for line in _lines(suite_steps(self._say, suite)))


def _lines(steps: Sequence[Step], depth: int = 0) -> Iterator[str]:
    for step in steps:
        yield f"{'  ' * depth}{plain(flat(step.text))}"
        yield from _lines(step.steps, depth + 1)


def _body_of(text: str) -> Sequence[statements.Stmt]:
    """Returns the statements that a piece of a drawing is written in; nothing if it is not written as in rules."""
    read = parse(Source("drawing", _HEAD + text))
    if read.problems:
        return ()
    return next((one.body.body for one in read.tree.decls if isinstance(one, declarations.Rule)), ())


def _condition_of(node: statements.Stmt) -> formulas.Expr:
    if not isinstance(node, statements.EnsureStmt):
        raise TypeError("the condition of a test is that of an `ensure`")
    return node.condition
