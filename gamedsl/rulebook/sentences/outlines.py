"""Describes long formulas as lists: cases one below the other, the terms of a sum, the parts of a condition."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.rulebook.model import LEFT, RIGHT, Step
from gamedsl.rulebook.sentences import selections
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import about_it, function_name, listed
from gamedsl.syntax import tree
from gamedsl.syntax.tree_walk import with_node
from gamedsl.values import evolve, frozen

_LONG = 150
"""The most characters of a formula in one sentence."""


@frozen
class Outline:
    """A formula in words: a text that ends a sentence, or that leads to the steps below it."""

    text: str
    steps: tuple[Step, ...] = ()

    def sentence(self, head: str = "") -> Step:
        """Returns the formula as a line of a list, behind a head."""
        lead = f"{head} {self.text}".strip()
        return Step(f"{lead.removesuffix(':')}:" if self.steps else f"{lead}.", self.steps)


def value_outline(say: Formulas, node: tree.Expr) -> Outline:
    """Describes the value of a formula."""
    said = say.value(node)
    match node:
        case tree.MatchExpr(subject, arms, otherwise) if len(arms) > 1:
            return Outline(f"depending on {say.part(subject)}", tuple(_match_steps(say, arms, otherwise)))
        case tree.Ternary(no=no) if not said.startswith("whether ") and (
            isinstance(no, tree.Ternary | tree.MatchExpr) or is_heavy(said)
        ):
            return Outline("", tuple(_cases(say, node)))
        case tree.Binary("+" | "-") if (is_heavy(said) or _has_cases(node)) and any(
            _is_number(term) for term, _ in _terms(node)
        ):
            return Outline("the sum of these", tuple(_sum_steps(say, list(_terms(node)))))
        case tree.Apply(
            tree.Name("max" | "min" as name), (tree.Number(limit), inner) | (inner, tree.Number(limit))
        ) if (
            not isinstance(inner, tree.Named | tree.Comprehension)
            and (found := value_outline(say, inner)).steps
            and found.text
        ):
            return Outline(f"{found.text}, but at {'least' if name == 'max' else 'most'} {limit}", found.steps)
        case _ if said.startswith("whether ") and is_heavy(said):
            found = condition_outline(say, node)
            return Outline(f"whether {found.text}", found.steps)
        case _:
            return Outline(said)


def condition_outline(say: Formulas, node: tree.Arg, no: int = 0) -> Outline:
    """Describes a condition, or its opposite if `no`."""
    said = say.negated(node) if no else say.test(node)
    if not is_heavy(said):
        return Outline(said)
    match node:
        case tree.Unary("not", operand):
            return condition_outline(say, operand, 1 - no)
        case tree.Binary("and" | "or" as op):
            head = "all of these are so" if (op == "and") != bool(no) else "at least one of these is so"
            return Outline(head, tuple(condition_outline(say, part, no).sentence() for part in joined(node, op)))
        case tree.Apply(args=(tree.Comprehension() as loop,)) if function_name(node) == "all" and not no:
            return _for_every(say, loop) or Outline(said)
        case _:
            return Outline(said)


def _for_every(say: Formulas, loop: tree.Comprehension) -> Outline | None:
    if loop.second is not None or loop.choose is not None:
        return None
    name = loop.var.text
    one = selections.one(say, about_it(loop.source, name), name)
    head = f"for every {one.replace('one ', '', 1) if one.startswith('one ') else one}, this is so"
    inner = say.binding(name)
    if isinstance(loop.body, tree.Comprehension):
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


def joined(node: tree.Expr, op: str) -> Iterator[tree.Expr]:
    """Yields the parts of a condition that are joined by `and`, or by `or`."""
    match node:
        case tree.Binary(own, left, right) if own == op:
            yield from joined(left, op)
            yield from joined(right, op)
        case _:
            yield node


def _cases(say: Formulas, node: tree.Expr) -> Iterator[Step]:
    while isinstance(node, tree.Ternary):
        yield value_outline(say, node.yes).sentence(f"If {say.test(node.condition)}:")
        node = node.no
    yield value_outline(say, node).sentence("Otherwise:")


def _match_steps(
    say: Formulas, arms: tuple[tuple[tuple[tree.Expr, ...], tree.Expr], ...], otherwise: tree.Expr | None
) -> Iterator[Step]:
    for values, result in arms:
        yield value_outline(say, result).sentence(f"{listed([say.value(v) for v in values], 'or')}:")
    if otherwise is not None:
        yield value_outline(say, otherwise).sentence("Anything else:")


def _terms(node: tree.Expr, is_less: bool = False) -> Iterator[tuple[tree.Expr, bool]]:
    """Yields the terms of a sum, each with whether it is taken off."""
    match node:
        case tree.Binary("+" | "-" as op, left, right):
            yield from _terms(left, is_less)
            yield from _terms(right, is_less != (op == "-"))
        case _:
            yield node, is_less


def _has_cases(node: tree.Expr) -> bool:
    """Whether a term of a sum depends on more than one condition."""
    return any(isinstance(term, tree.Ternary) and isinstance(term.no, tree.Ternary) for term, _ in _terms(node))


def _is_number(node: tree.Expr) -> bool:
    """Whether a term is certainly a number: then its sum is none of pieces or places."""
    match node:
        case tree.Number() | tree.Divide() | tree.Unary("-") | tree.Binary("*"):
            return True
        case tree.Ternary(yes=yes, no=no):
            return _is_number(yes) or _is_number(no)
        case tree.Apply():
            return function_name(node) in ("count", "sum", "max", "min", "mod")
        case _:
            return False


def _sum_steps(say: Formulas, terms: list[tuple[tree.Expr, bool]]) -> Iterator[Step]:
    for term, is_less in terms:
        head = "less" if is_less else ""
        if isinstance(term, tree.Ternary) and term.no == tree.Number(0):
            yield Step(f"{head} {say.value(term.yes)} if {say.test(term.condition)}.".strip())
        else:
            found = value_outline(say, term)
            yield (evolve(found, text="one of these") if found.steps and not found.text else found).sentence(head)


# ---------------------------------------------------------------- statements with cases


def cases_of(node: tree.Stmt) -> tree.If | None:
    """Returns a statement whose place or amount depends on a condition as one statement for each case; None for others."""
    match node:
        case tree.Assign(value=value) | tree.LetStmt(value=value):
            found = _choice_in(value)
            if found is value and isinstance(value, tree.Ternary) and not isinstance(value.no, tree.Ternary):
                return None
        case tree.Move(what=what, target=target, source=source):
            found = _choice_in(target) or _choice_in(what) or (None if source is None else _choice_in(source))
        case tree.Draw(source=source, target=target):
            found = _choice_in(target) or _choice_in(source)
        case tree.CallStmt(call=tree.Apply(args=args)):
            found = next((one for arg in args if (one := _choice_in(arg)) is not None), None)
        case _:
            found = None
    return None if found is None else tree.If(tuple(_arms(node, found)), _suite(node, found, _last(found)))


def _choice_in(node: tree.Arg) -> tree.Ternary | None:
    """Returns the condition in a formula on which its whole value depends; None without one. A term that is added in some cases is none."""
    match node:
        case tree.Ternary():
            return node
        case tree.Named(value=value) | tree.Attribute(of=value):
            return _choice_in(value)
        case tree.Apply(args=args) | tree.Index(args=args):
            return next((one for arg in args if (one := _choice_in(arg)) is not None), None)
        case _:
            return None


def _last(node: tree.Ternary) -> tree.Expr:
    while isinstance(node.no, tree.Ternary):
        node = node.no
    return node.no


def _arms(statement: tree.Stmt, found: tree.Ternary) -> Iterator[tuple[tree.Expr, tree.Suite]]:
    node: tree.Expr = found
    while isinstance(node, tree.Ternary):
        yield node.condition, _suite(statement, found, node.yes)
        node = node.no


def _suite(statement: tree.Stmt, found: tree.Ternary, value: tree.Expr) -> tree.Suite:
    return tree.Suite(None, (with_node(statement, found, value),))
