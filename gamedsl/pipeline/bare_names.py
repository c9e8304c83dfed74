"""Finds names that players would read because the rules have no sentence (`gamedsl check --words`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.problem import Problem
from gamedsl.pipeline.reading import Parsed
from gamedsl.pipeline.switches import without_comments
from gamedsl.pipeline.told_numbers import problems_of_numbers
from gamedsl.pipeline.told_steps import problems_of_steps
from gamedsl.semantics.problems.bare_names import (
    ChoiceWithoutSentence,
    EndWithoutSentence,
    MachineryShown,
    QuestionWithoutSentence,
)
from gamedsl.source import NOWHERE, Span
from gamedsl.syntax.tree import declarations, fields, formulas, statements
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.walk import tells_a_choice, walk


def bare_names(parsed: Parsed) -> tuple[Diagnostic, ...]:
    """Returns findings for the parts that lack a sentence for people, in the file itself but not in its bases, in the order of the text. Comments switch
    findings off as elsewhere."""
    if not parsed.chain.files:
        return ()
    _, file = parsed.chain.files[-1]
    source = next(one for one in parsed.sources if one.name == file.span.source)
    found = [problem for decl in file.decls for node in walk(decl) for problem in _of_node(node, source.text)]
    every = [decl for _, one in parsed.chain.files for decl in one.decls]
    found += (*problems_of_steps(file.decls, every), *problems_of_numbers(file.decls, every))
    found.sort(key=lambda problem: (problem.span.start, problem.code))
    return without_comments([problem.explain() for problem in found], source)


def _of_node(node: object, text: str) -> Iterator[Problem]:
    match node:
        case declarations.Ends(condition=Node() as condition, doc=None):
            yield EndWithoutSentence(condition.span, text[condition.span.start : condition.span.end])
        case statements.Choose(lines=lines):
            for line in lines:
                if isinstance(line, statements.Selection) and line.ask is None:
                    yield QuestionWithoutSentence(line.name.span, line.name.text, _question(line))
        case fields.Fields(owner=owner, members=members):
            for member in members:
                if isinstance(member, fields.Field) and member.is_shown:
                    yield from _of_field(member, is_shared=owner is None)
        case declarations.Rule(is_action=True, body=statements.Suite(body=lines)):
            body = _without_rolls(lines)
            is_told = any(
                isinstance(one, statements.Choose) or tells_a_choice(body, at, True) for at, one in enumerate(body)
            )
            if body and not is_told and not _is_told_by_answer(body, -1):
                yield ChoiceWithoutSentence(node.name.span, node.name.text, ())
        case statements.Suite(body=lines):
            body = _without_rolls(lines)
            told = [at for at in range(len(body)) if tells_a_choice(body, at)]
            for at, statement in enumerate(body):
                if isinstance(statement, statements.Choose) and statement.menu is None and not statement.unseen:
                    selections = [line for line in statement.lines if isinstance(line, statements.Selection)]
                    following = next(
                        (i for i in range(at + 1, len(body)) if isinstance(body[i], statements.Choose)), len(body)
                    )
                    if selections and not any(at < i < following for i in told) and not _is_told_by_answer(body, at):
                        seen = tuple(one.name.text for one in selections if one.seen_by == "everyone")
                        name = selections[0].name
                        said = _sentence_with(body[at + 1 : following], seen, text)
                        yield ChoiceWithoutSentence(name.span, name.text, seen, said)
        case _:
            pass


def _without_rolls(body: Sequence[statements.Stmt]) -> list[statements.Stmt]:
    """Returns the lines of a block without its rolls: logs fold them into the sentence that follows."""
    return [one for one in body if not isinstance(one, statements.Roll)]


def _question(line: statements.Selection) -> str:
    """Returns a general question that fits any such selection."""
    match line.picks[0]:
        case statements.PickYesNo():
            return "Do you want to?"
        case statements.PickOf(quantity=statements.Quantity(kind="one")):
            return "Which one do you choose?"
        case _:
            return "Which ones do you choose?"


def _sentence_with(body: Sequence[statements.Stmt], names: Sequence[str], text: str) -> Span:
    """Returns the place of the first log sentence in these lines that mentions one of the names; `NOWHERE` if there is none."""
    said = (one.span for one in body if isinstance(one, statements.Say))
    return next((at for at in said if any(f"{{{name}" in text[at.start : at.end] for name in names)), NOWHERE)


_MOST_READABLE = 99_999
"""Numbers with more digits are put together of others."""


def _of_field(field: fields.Field, *, is_shared: bool) -> Iterator[Problem]:
    is_flag = field.start is not None and field.type is None and isinstance(field.start, formulas.FlagLiteral)
    if is_flag and is_shared and field.doc is None:
        yield MachineryShown(field.name.span, field.name.text, is_flag=True)
    bare = field.type.of if isinstance(field.type, fields.OptionalType) else field.type
    if isinstance(bare, fields.RangeType) and bare.high > _MOST_READABLE:
        yield MachineryShown(field.name.span, field.name.text, is_flag=False)


def _is_told_by_answer(body: Sequence[statements.Stmt], at: int) -> bool:
    """Whether an `if` directly after a choice, or at the beginning of an action (-1), logs the answer."""
    after = body[at + 1] if at + 1 < len(body) else None
    return isinstance(after, statements.If) and any(
        isinstance(one, statements.Say) for one in after.arms[0][1].body[:1]
    )
