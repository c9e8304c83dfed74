"""Tells a drawing of a game in the sentences of its rulebook, and by the labels of its look file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from gamedsl.graph.draw.model import Cluster, Drawing, Element
from gamedsl.pipeline.reading import Parsed
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
_ENDS = {"or decline": "or nothing", "if able": "if possible"}


def drawing_in_words(drawn: Drawing, parsed: Parsed, labels: Mapping[str, str]) -> Drawing:
    """Returns a drawing whose boxes hold sentences in place of lines of the rules. `labels` are the names of rules for people; a line that no sentence tells
    stays as it is, with its names as words."""
    tell = _Telling(Formulas(names_of([decl for _, file in parsed.chain.files for decl in file.decls])), labels)
    clusters = {one.cluster: tell.label(one.cluster) for one in drawn.elements}
    forms = {one.id: one.form for one in drawn.elements}
    # A test that leads to the end of the game has its reason for a question.
    reasons = {
        one.source: one.label for one in drawn.arrows if forms[one.source] == "branch" and one.label.endswith(".")
    }
    told = _told_once([tell.element(one, clusters[one.cluster]) for one in drawn.elements])
    return evolve(
        drawn,
        elements=tuple(
            evolve(one, title=f"{reasons[one.id].rstrip('.')}?" if one.id in reasons else one.title, is_told=True)
            for one in told
        ),
        arrows=tuple(
            evolve(one, label="yes" if reasons.get(one.source) == one.label else tell.ways(one.label))
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


class _Telling:
    """Words for the parts of one drawing."""

    def __init__(self, say: Formulas, labels: Mapping[str, str]) -> None:
        self._say = say
        self._labels = labels

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
                told = tuple(_ranked(line) for line in one.lines)
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
        told = self._condition(test)
        return f"{capital(told)}?" if told else f"{capital(test.replace('_', ' '))}?"

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
            return indent + capital(
                _VALUE.sub(lambda one: "the player" if one[1] == "me" else readable(one[1]), said[1])
            )
        if (asked := _IF.match(line)) and (told := self._condition(asked[1])):
            return f"{indent}If {told}:"
        return line.replace("_", " ")

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


def _ranked(line: str) -> str:
    return capital(
        line.removeprefix("ranking: ").replace("players by ", "ranked by ") if line.startswith("ranking: ") else line
    )
