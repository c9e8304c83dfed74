"""Describes long formulas as lists: cases one below the other, the terms of a sum, the parts of a condition."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.rulebook.model import LEFT, RIGHT, Step
from gamedsl.rulebook.sentences import selections
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import about_it, function_name, join_items
from gamedsl.syntax.tree import formulas, statements
from gamedsl.syntax.tree.walk import with_node
from gamedsl.values import evolve, frozen

_LONG = 150
"""The most characters of a formula in one sentence."""


@frozen
class Outline:
    """A formula in words: a text that ends a sentence, or that introduces the steps below it."""

    text: str
    steps: tuple[Step, ...] = ()

    def sentence(self, head: str = "") -> Step:
        """Returns the formula as a line of a list, after a head."""
        lead = f"{head} {self.text}".strip()
        return Step(f"{lead.removesuffix(':')}:" if self.steps else f"{lead}.", self.steps)


def value_outline(say: Formulas, node: formulas.Expr) -> Outline:
    """Describes the value of a formula."""
    said = say.value(node)
    match node:
        case formulas.MatchExpr(subject, arms, otherwise) if len(arms) > 1:
            return Outline(f"depending on {say.part(subject)}", tuple(_match_steps(say, arms, otherwise)))
        case formulas.Ternary(no=no) if not said.startswith("whether ") and (
            isinstance(no, formulas.Ternary | formulas.MatchExpr) or is_heavy(said)
        ):
            return Outline("", tuple(_cases(say, node)))
        case formulas.Binary("+" | "-") if (is_heavy(said) or _has_cases(node)) and any(
            _is_number(term) for term, _ in _terms(node)
        ):
            return Outline("the total of these", tuple(_sum_steps(say, list(_terms(node)))))
        case formulas.Apply(
            formulas.Name("max" | "min" as name), (formulas.Number(limit), inner) | (inner, formulas.Number(limit))
        ) if (
            not isinstance(inner, formulas.Named | formulas.Comprehension)
            and (found := value_outline(say, inner)).steps
            and found.text
        ):
            return Outline(f"{found.text}, but at {'least' if name == 'max' else 'most'} {limit}", found.steps)
        case _ if said.startswith("whether ") and is_heavy(said):
            found = condition_outline(say, node)
            return Outline(f"whether {found.text}", found.steps)
        case _:
            return Outline(said)


def argument_outline(say: Formulas, node: formulas.Expr) -> Outline:
    """Describes a value inside a sentence. A sum with cases is hard to read there."""
    found = value_outline(say, node)
    is_sum = (
        isinstance(node, formulas.Binary) and node.op in ("+", "-") and any(_is_number(one) for one, _ in _terms(node))
    )
    if found.steps or not is_sum or not is_heavy(say.part(node)):
        return found
    return Outline("the total of these", tuple(_sum_steps(say, list(_terms(node)))))


def condition_outline(say: Formulas, node: formulas.Arg, no: int = 0) -> Outline:
    """Describes a condition, or its opposite if `no`."""
    said = say.negate(node) if no else say.test(node)
    if not is_heavy(said):
        return Outline(said)
    match node:
        case formulas.Unary("not", operand):
            return condition_outline(say, operand, 1 - no)
        case formulas.Binary("and" | "or" as op):
            head = "all of these are so" if (op == "and") != bool(no) else "at least one of these is so"
            return Outline(head, tuple(condition_outline(say, part, no).sentence() for part in split_joined(node, op)))
        case formulas.Apply(args=(formulas.Comprehension() as loop,)) if function_name(node) == "all" and not no:
            return _for_every(say, loop) or Outline(said)
        case _:
            return Outline(said)


def _for_every(say: Formulas, loop: formulas.Comprehension) -> Outline | None:
    if loop.second is not None or loop.choose is not None:
        return None
    name = loop.var.text
    one = selections.one(say, about_it(loop.source, name), name)
    head = f"for every {one.replace('one ', '', 1) if one.startswith('one ') else one}, this is so"
    inner = say.binding(name)
    if isinstance(loop.body, formulas.Comprehension):
        found = _for_every(inner, loop.body)
    else:
        found = condition_outline(inner, loop.body)
    return None if found is None else Outline(head, (found.sentence(),))


def is_heavy(text: str) -> bool:
    """Whether a text is too long for one sentence, or has marked parts inside marked parts."""
    return len(text) > _LONG or _depth(text) > 1


def _depth(text: str) -> int:
    depth = most = 0
    for sign in text:
        depth += (sign == LEFT) - (sign == RIGHT)
        most = max(most, depth)
    return most


def split_joined(node: formulas.Expr, op: str) -> Iterator[formulas.Expr]:
    """Yields the parts of a condition that are joined by `and`, or by `or`."""
    match node:
        case formulas.Binary(own, left, right) if own == op:
            yield from split_joined(left, op)
            yield from split_joined(right, op)
        case _:
            yield node


def _cases(say: Formulas, node: formulas.Expr) -> Iterator[Step]:
    while isinstance(node, formulas.Ternary):
        yield value_outline(say, node.yes).sentence(f"If {say.test(node.condition)}:")
        node = node.no
    yield value_outline(say, node).sentence("Otherwise:")


def _match_steps(
    say: Formulas, arms: tuple[tuple[tuple[formulas.Expr, ...], formulas.Expr], ...], otherwise: formulas.Expr | None
) -> Iterator[Step]:
    for values, result in arms:
        yield value_outline(say, result).sentence(f"{join_items([say.value(v) for v in values], 'or')}:")
    if otherwise is not None:
        yield value_outline(say, otherwise).sentence("Anything else:")


def _terms(node: formulas.Expr, is_less: bool = False) -> Iterator[tuple[formulas.Expr, bool]]:
    """Yields the terms of a sum, each with whether it is taken off."""
    match node:
        case formulas.Binary("+" | "-" as op, left, right):
            yield from _terms(left, is_less)
            yield from _terms(right, is_less != (op == "-"))
        case _:
            yield node, is_less


def _has_cases(node: formulas.Expr) -> bool:
    """Whether a term of a sum depends on more than one condition."""
    return any(isinstance(term, formulas.Ternary) and isinstance(term.no, formulas.Ternary) for term, _ in _terms(node))


def _is_number(node: formulas.Expr) -> bool:
    """Whether a term is certainly a number: then its sum is none of pieces or places."""
    match node:
        case formulas.Number() | formulas.Divide() | formulas.Unary("-") | formulas.Binary("*"):
            return True
        case formulas.Ternary(yes=yes, no=no):
            return _is_number(yes) or _is_number(no)
        case formulas.Apply():
            return function_name(node) in ("count", "sum", "max", "min", "mod")
        case _:
            return False


def _sum_steps(say: Formulas, terms: list[tuple[formulas.Expr, bool]]) -> Iterator[Step]:
    for term, is_less in terms:
        head = "less" if is_less else ""
        if isinstance(term, formulas.Ternary) and term.no == formulas.Number(0):
            yield Step(f"{head} {say.value(term.yes)} if {say.test(term.condition)}.".strip())
        else:
            found = value_outline(say, term)
            yield (evolve(found, text="one of these") if found.steps and not found.text else found).sentence(head)


# ---------------------------------------------------------------- statements with cases


def cases_of(node: statements.Stmt) -> statements.If | None:
    """Splits a statement whose place or amount depends on a condition into one statement for each case; None for others."""
    match node:
        case statements.Assign(value=value) | statements.LetStmt(value=value):
            found = _choice_in(value)
            is_set = not isinstance(node, statements.Assign) or node.op == "="
            is_single = isinstance(value, formulas.Ternary) and not isinstance(value.no, formulas.Ternary)
            if found is value and is_single and is_set:
                return None
        case statements.Move(what=what, target=target, source=source):
            found = _choice_in(target) or _choice_in(what) or (None if source is None else _choice_in(source))
        case statements.Draw(source=source, target=target):
            found = _choice_in(target) or _choice_in(source)
        case statements.CallStmt(call=formulas.Apply(args=args)):
            found = next((one for arg in args if (one := _choice_in(arg)) is not None), None)
        case _:
            found = None
    if found is None:
        return None
    last = _last(found)
    is_idle = (
        isinstance(node, statements.Assign) and node.op != "=" and node.value is found and last == formulas.Number(0)
    )
    return statements.If(tuple(_arms(node, found)), None if is_idle else _suite(node, found, last))


def _choice_in(node: formulas.Arg) -> formulas.Ternary | None:
    """Returns the condition on which the whole value of a formula depends; None if there is none. A condition for a single summand does not count."""
    match node:
        case formulas.Ternary():
            return node
        case formulas.Named(value=value) | formulas.Attribute(of=value):
            return _choice_in(value)
        case formulas.Apply(args=args) | formulas.Index(args=args):
            return next((one for arg in args if (one := _choice_in(arg)) is not None), None)
        case _:
            return None


def _last(node: formulas.Ternary) -> formulas.Expr:
    while isinstance(node.no, formulas.Ternary):
        node = node.no
    return node.no


def _arms(statement: statements.Stmt, found: formulas.Ternary) -> Iterator[tuple[formulas.Expr, statements.Suite]]:
    node: formulas.Expr = found
    while isinstance(node, formulas.Ternary):
        yield node.condition, _suite(statement, found, node.yes)
        node = node.no


def _suite(statement: statements.Stmt, found: formulas.Ternary, value: formulas.Expr) -> statements.Suite:
    return statements.Suite(None, (with_node(statement, found, value),))
