"""Finds names that players would read because the rules have no sentence (`gamedsl check --words`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.problem import Problem
from gamedsl.pipeline.reading import Parsed
from gamedsl.pipeline.said_words import says, says_number
from gamedsl.pipeline.switches import without_comments
from gamedsl.semantics.problems.bare_names import (
    ChoiceWithoutSentence,
    EndWithoutSentence,
    LeftOutOfSentence,
    MachineryShown,
    NumberWithoutSentence,
    PhaseWithoutSentence,
    QuestionWithoutSentence,
)
from gamedsl.source import NOWHERE, Span
from gamedsl.syntax.tree import data, declarations, fields, formulas, statements
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.walk import name_of_place, tells_a_choice, walk


def bare_names(parsed: Parsed) -> tuple[Diagnostic, ...]:
    """Returns findings for the parts that lack a sentence for people, in the file itself but not in its bases, in the order of the text. Comments switch
    findings off as elsewhere."""
    if not parsed.chain.files:
        return ()
    _, file = parsed.chain.files[-1]
    source = next(one for one in parsed.sources if one.name == file.span.source)
    found = [problem for decl in file.decls for node in walk(decl) for problem in _of_node(node, source.text)]
    every = [decl for _, one in parsed.chain.files for decl in one.decls]
    found += (*_problems_of_steps(file.decls, every), *_problems_of_numbers(file.decls, every))
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


def _problems_of_steps(decls: Sequence[declarations.Decl], every: Sequence[declarations.Decl]) -> Iterator[Problem]:
    """Yields the problems of `decls`, a part of `every`."""
    starts = _starts(every)
    for decl in decls:
        match decl:
            case declarations.Phase(name=name, body=body) if not body.doc:
                if not _is_told_by_others(body, every):
                    yield PhaseWithoutSentence(name.span, name.text)
            case declarations.Phase(name=name, body=body) | declarations.Rule(name=name, body=body) if body.doc:
                yield from _find_left_out(name.text, body, starts)
            case declarations.Setup(body=body) if body.doc:
                yield from _find_left_out("set-up", body, {})
            case _:
                pass


def _is_told_by_others(body: statements.Suite, every: Sequence[declarations.Decl]) -> bool:
    """Whether a phase only leads to rules and actions that have sentences."""
    told = {decl.name.text for decl in every if isinstance(decl, declarations.Rule) and decl.body.doc}
    match body.body:
        case (statements.CallStmt(call=call),):
            return _function_of(call) in told
        case (statements.Choose(lines=(), menu=statements.Menu(lines=lines)),):
            return all(_function_of(line.call) in told for line in lines)
        case _:
            return False


def _function_of(call: formulas.Expr) -> str:
    of = call.of if isinstance(call, formulas.Apply) else call
    return of.id if isinstance(of, formulas.Name) else ""


def _find_left_out(name: str, body: statements.Suite, starts: Mapping[str, formulas.Expr]) -> Iterator[Problem]:
    """Yields the shuffles, the ends of the match without a reason, and the reset fields that the sentence of a body does not mention."""
    doc = body.doc or ""
    found: set[str] = set()
    for node in walk(body):
        match node:
            case statements.Shuffle() if not _SHUFFLED.search(doc):
                what, word = "a shuffle", "shuffle"
            case statements.EndGame(why=None) if not _ENDED.search(doc):
                what, word = "an end of the match", "ends"
            case statements.Assign(op="=", target=target, value=value) if _is_reset(target, value, starts, doc):
                field = name_of_place(target).replace("_", " ")
                what, word = f"that “{field}” is as at the start again", field
            case _:
                continue
        if what not in found:
            found.add(what)
            yield LeftOutOfSentence(node.span, name, what, word)


_SHUFFLED = re.compile(r"\b(shuffl|mix|random|by lot|by chance)", re.IGNORECASE)
_ENDED = re.compile(r"\b(ends?|ended|over|wins?|won|winner|loses?|lost|last|finish\w*|drawn?)\b", re.IGNORECASE)
_ANEW = re.compile(
    r"\b(again|anew|back|new|next|reset|fresh|clear\w*|empt\w*|begin\w*|start\w*|free|no|none|nothing|nobody|all)\b",
    re.IGNORECASE,
)


def _is_reset(target: formulas.Expr, value: formulas.Expr, starts: Mapping[str, formulas.Expr], doc: str) -> bool:
    """Whether a field that players read of gets the value that it has at the start, and the sentence `doc` does not say so."""
    name = name_of_place(target)
    if starts.get(name) != value or _ANEW.search(doc):
        return False
    return not any(says(doc, word) for word in name.split("_"))


def _starts(every: Sequence[declarations.Decl]) -> Mapping[str, formulas.Expr]:
    """Returns the start values of the fields that have a sentence."""
    return {
        one.name.text: one.start
        for decl in every
        if isinstance(decl, fields.Fields)
        for one in decl.members
        if isinstance(one, fields.Field)
        and one.is_shown
        and one.doc
        and one.start is not None
        and not isinstance(one.start, formulas.FlagLiteral)
    }


def _problems_of_numbers(decls: Sequence[declarations.Decl], every: Sequence[declarations.Decl]) -> Iterator[Problem]:
    """Yields the problems of `decls` (some of `every`) that are ends or scores with a sentence, which people read instead of the formula. A number of the
    formula must be in this sentence, in the sentence of something that the formula uses, in that of the game, or in that of another end or score."""
    by_name = _by_name(every)
    values = {one.text for decl in every if isinstance(decl, data.EnumType) for one in decl.values}
    sizes = frozenset(_sizes(every))
    around = [decl.doc for decl in every if isinstance(decl, _AROUND) and decl.doc]
    for decl in decls:
        match decl:
            case declarations.Ends(condition=condition, doc=str()) if condition is not None:
                root, where = condition, "when the match ends"
            case declarations.Score(name=score, value=value, doc=str()):
                root, where = value, f"what “{score.text.replace('_', ' ')}” is worth"
            case _:
                continue
        nodes = list(_with_formulas(root, by_name))
        told = " ".join((*around, *(doc for node in nodes if isinstance(doc := getattr(node, "doc", None), str))))
        own = [name for node in walk(root) if (name := _value(node, values)) and not says(told, name)]
        numbers = (_missing(node, sizes, told) for node in nodes)
        for what in dict.fromkeys((*(f"“{name}”" for name in own), *numbers)):
            if what:
                yield NumberWithoutSentence(decl.span, what, where)


_AROUND = (
    declarations.Game,
    declarations.Variant,
    declarations.Rounds,
    declarations.Ends,
    declarations.Score,
    declarations.Ranking,
)


def _by_name(every: Sequence[declarations.Decl]) -> Mapping[str, fields.Define | fields.Field]:
    """Returns the formulas and fields that a formula can use."""
    own: list[fields.Define | fields.Field] = [decl for decl in every if isinstance(decl, fields.Define)]
    for decl in every:
        own += decl.members if isinstance(decl, fields.Fields) else ()
    return {one.name.text: one for one in own}


def _with_formulas(root: Node, by_name: Mapping[str, fields.Define | fields.Field]) -> Iterator[object]:
    """Yields the nodes of a formula, the nodes of formulas without a sentence that it uses, and the fields and other formulas that it uses, whose sentences
    describe them."""
    waiting: list[object] = [root]
    known: set[str] = set()
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            if isinstance(node, formulas.Name | formulas.Attribute) and (name := name_of_place(node)) not in known:
                known.add(name)
                match by_name.get(name):
                    case fields.Define(doc=None, value=value) as used if not isinstance(value, formulas.MatchExpr):
                        waiting.append(used)
                    case fields.Define() | fields.Field() as used:
                        yield used
                    case _:
                        pass


def _sizes(every: Sequence[declarations.Decl]) -> Iterator[int]:
    """Yields the sizes of boards and sets of pieces, and the distances of their last places: the list of the box contains these numbers."""
    for decl in every:
        match decl:
            case data.Grid(rows=int(rows), columns=int(columns)):
                yield from (rows, columns)
            case data.Ring(size=int(size)) | data.Track(size=int(size)):
                yield from (size, size + 1)
            case data.Component(total=int(total)):
                yield from (total, total // 2)
            case _:
                pass


def _value(node: object, values: set[str]) -> str:
    """Returns the words for a value of a type; empty for everything else."""
    return node.id.replace("_", " ") if isinstance(node, formulas.Name) and node.id in values else ""


def _missing(node: object, sizes: frozenset[int], told: str) -> str:
    """Names a number above 1 that no sentence mentions; empty if there is none."""
    match node:
        case formulas.Number(value=number) if number > 1 and number not in sizes and not says_number(told, number):
            return f"the number {number}"
        case _:
            return ""
