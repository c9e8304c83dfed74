"""The sentences with which a log reports choices. Examples report choices with them, too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gamedsl.rulebook.sentences.english import infinitive
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import tells_a_choice, walk
from gamedsl.values import frozen

_Condition = tuple[formulas.Expr, bool]
"""A condition, and whether it holds."""


@frozen
class _Telling:
    """A sentence for the log, and when it is the right one."""

    sentence: statements.Say
    conditions: tuple[_Condition, ...]


@frozen
class Deed:
    """The choices of an action or pick: the names of its selections, their questions, and the log's sentences about them."""

    chosen: tuple[str, ...]
    asks: Mapping[str, str]
    tellings: tuple[_Telling, ...]

    def sentence(self, given: Mapping[str, formulas.Arg]) -> statements.Say | None:
        """Returns the sentence for the chosen things; None if there is none, or if it needs other data."""
        for one in self.tellings:
            fits = all(_holds(condition, given) == value for condition, value in one.conditions)
            known = (
                isinstance(v, formulas.Me) or (isinstance(v, formulas.Name) and v.id in given)
                for v in one.sentence.values
            )
            if fits and all(known):
                return one.sentence
        return None

    def name_arguments(self, args: Sequence[formulas.Arg]) -> dict[str, formulas.Arg]:
        """Returns the arguments of a move by the names of its selections."""
        found: dict[str, formulas.Arg] = {}
        for at, arg in enumerate(args):
            if isinstance(arg, formulas.Named):
                found[arg.name.text] = arg.value
            elif at < len(self.chosen):
                found[self.chosen[at]] = arg
        return found


NO_DEED = Deed((), {}, ())


def deeds_of(decls: Iterable[object]) -> dict[str, Deed]:
    """Collects the deeds of a game, by the names that examples use."""
    found: dict[str, Deed] = {}
    for decl in decls:
        for name, body, is_action in _bodies(decl):
            found[name] = _deed(body, is_action)
    return found


def _bodies(decl: object) -> Iterator[tuple[str, statements.Suite, bool]]:
    match decl:
        case declarations.KindBlock(name=kind, members=members):
            for member in members:
                if isinstance(member, declarations.WithBody) and _name_of(member) is None:
                    yield kind.text.lower(), member.body, False
                else:
                    yield from _bodies(member)
        case _:
            if isinstance(decl, declarations.WithBody) and (name := _name_of(decl)) is not None:
                yield name.text, decl.body, isinstance(decl, declarations.Rule) and decl.is_action


def _name_of(decl: declarations.WithBody) -> Ident | None:
    return None if isinstance(decl, declarations.Setup | declarations.End) else decl.name


def _deed(body: statements.Suite, is_action: bool) -> Deed:
    choices = (node for node in walk(body) if isinstance(node, statements.Choose))
    lines = [line for choice in choices for line in choice.lines if isinstance(line, statements.Selection)]
    lines.sort(key=lambda line: line.span.start)
    asks = {line.name.text: line.ask for line in lines if line.ask is not None}
    return Deed(tuple(line.name.text for line in lines), asks, tuple(_tellings(body, is_action, ())))


def _tellings(body: statements.Suite, is_choice: bool, conditions: tuple[_Condition, ...]) -> Iterator[_Telling]:
    for at, node in enumerate(body.body):
        match node:
            case statements.Say():
                if tells_a_choice(body.body, at, is_choice) or (at == 0 and conditions):
                    yield _Telling(node, conditions)
            case statements.If(arms, otherwise):
                before = conditions
                for condition, suite in arms:
                    yield from _tellings(suite, False, (*before, (condition, True)))
                    before = (*before, (condition, False))
                if otherwise is not None:
                    yield from _tellings(otherwise, False, before)
            case statements.Repeat(body=inner) | statements.Each(body=inner) | statements.As(body=inner):
                yield from _tellings(inner, False, conditions)
            case _:
                pass


def _holds(condition: formulas.Expr, given: Mapping[str, formulas.Arg]) -> bool | None:
    """Whether a condition holds for the chosen things; None if it depends on more."""
    match condition:
        case formulas.Name(id):
            value = given.get(id)
            return value.value if isinstance(value, formulas.FlagLiteral) else None
        case formulas.Unary("not", operand):
            found = _holds(operand, given)
            return None if found is None else not found
        case formulas.Binary("is" | "is not" as op, formulas.Name(id), other) if id in given and _is_literal(other):
            value = given[id]
            return (value == other) == (op == "is") if _is_literal(value) else None
        case _:
            return None


def _is_literal(node: formulas.Arg) -> bool:
    return isinstance(node, formulas.Number | formulas.FlagLiteral) or (
        isinstance(node, formulas.Name) and node.id[:1].isupper()
    )


_VERB = re.compile(r"^ ([a-z]+s)\b")
_NOT_ALONE = re.compile(r"[,;:.] ")


def as_infinitive(sentence: statements.Say) -> tuple[str, ...] | None:
    """Returns the texts of a sentence about the acting player after its verb, with the verb as infinitive, as after `may not`: ` lay `. None for other
    sentences, and for sentences about more than one deed."""
    if not sentence.values or not isinstance(sentence.values[0], formulas.Me) or sentence.texts[0]:
        return None
    first, *others = sentence.texts[1:]
    found = _VERB.match(first)
    texts = (first, *others)
    if found is None or any(_NOT_ALONE.search(text) for text in texts):
        return None
    return (f" {infinitive(found[1])}{first[found.end() :]}", *others)
