"""Finds single steps that the sentence of a rule or phase certainly leaves out: an amount, a draw or a condition of which none of its words speaks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamedsl.pipeline.said_words import says_number
from gamedsl.rulebook.model import plain_sentence
from gamedsl.rulebook.names import Names
from gamedsl.rulebook.sentences.assignments import as_limit
from gamedsl.rulebook.sentences.shapes import with_given
from gamedsl.rulebook.untold.effects import CONDITION, DRAW, PROMISE, changes_of_players, names_one
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.syntax.tree.walk import name_of_place, only_says, walk
from gamedsl.values import evolve


def left_out_steps(names: Names, decl: declarations.Rule | declarations.Phase | declarations.Setup) -> statements.Suite:
    """Returns the statements of a rule, phase or set-up that its sentence certainly leaves out, with those that give names to what they use. A number in a condition
    may stand in any sentence of the rules, because players remember such limits. Only a printed book
    of rules in which each phase and action has a sentence has such steps."""
    body = decl.body
    if not (names.is_printed and names.is_told and body.doc):
        return evolve(body, doc=None, body=())
    notes = [text for node in walk(body) for text in _notes(node)]
    said = " ".join((plain_sentence(body.doc), *notes)).casefold()
    total = sum(_one_number(node.number) for node in walk(body) if isinstance(node, statements.Draw))
    tells_draws = _SHARE.search(said) is not None or (total > 0 and says_number(said, total))
    is_set_up = isinstance(decl, declarations.Setup)
    find = _Finder(names, said, f"{said} {names.sentences}", tells_draws=tells_draws, is_set_up=is_set_up)
    return evolve(body, doc=None, body=tuple(find.left_of(body.body)))


def _notes(node: object) -> Iterator[str]:
    """Yields the questions and refusals of a statement: tables tell them when they matter."""
    match node:
        case statements.Selection(why=why, ask=ask):
            yield from (text for text in (why, ask) if text)
        case statements.RequireStmt(why=why) | statements.EnsureStmt(why=why) if why:
            yield why
        case _:
            pass


class _Finder:
    """The search for steps that the words `said` leave out; `known` has the words of all sentences. `tells_draws`: the words tell all draws in one number, or
    as a share. In a set-up (`is_set_up`) also what is there for all is told, because nothing else says it."""

    def __init__(self, names: Names, said: str, known: str, *, tells_draws: bool, is_set_up: bool) -> None:
        self._names, self._said, self._known = names, said, known
        self._tells_draws, self._is_set_up = tells_draws, is_set_up

    def left_of(self, body: tuple[statements.Stmt, ...], seen: frozenset[str] = frozenset()) -> list[statements.Stmt]:
        """Returns the statements of a block that are left out, in place of a call those of the rule without a sentence that it calls."""
        left: list[statements.Stmt] = []
        used: set[str] = set()
        for one in reversed(body):
            kept = self._cut(one, seen)
            if not kept and used & _bound_in(one):
                kept = [one]
            left = [*kept, *left]
            used |= {node.id for node in walk(tuple(kept)) if isinstance(node, formulas.Name)}
        return left

    def _cut(self, one: statements.Stmt, seen: frozenset[str]) -> list[statements.Stmt]:
        """Returns what is left out of one statement: of a loop, only some of its steps."""
        match one:
            case statements.Say():
                return []
            case statements.For() | statements.Each() | statements.Repeat() | statements.As():
                left = self.left_of(one.body.body, seen)
                return [evolve(one, body=evolve(one.body, body=tuple(left)))] if left else []
            case statements.CallStmt(call):
                name = name_of_place(call.of if isinstance(call, formulas.Apply) else call)
                helper = self._names.helpers.get(name)
                args = call.args if isinstance(call, formulas.Apply) else ()
                if helper is None or helper.body.doc or name in seen or len(args) != len(helper.params):
                    return []
                given = {one.name.text: arg for one, arg in zip(helper.params, args, strict=True)}
                return self.left_of(tuple(with_given(one, given) for one in helper.body.body), seen | {name})
            case _:
                return [one] if any(self._is_left_out(node, is_own=not seen) for node in walk(one)) else []

    def _is_left_out(self, node: object, *, is_own: bool) -> bool:
        """Whether some part of one statement is certainly left out. What a rule without a sentence of its own counts may be no more than a mark."""
        match node:
            case statements.If() if only_says(node):
                return False
            case statements.If(arms) if CONDITION.search(self._said) is None and any(map(_compares, arms)):
                return True
            case statements.Draw() if DRAW.search(self._said) is None:
                return True
            case statements.Assign(op) if is_own and self._is_untold_gain(node, _COST if op == "-=" else _GAIN):
                return True
            case _:
                pass
        return not all(says_number(self._said, one) for one in self._amounts(node)) or not all(
            says_number(self._known, one) for one in _limits(node)
        )

    def _is_untold_gain(self, node: statements.Assign, tells: re.Pattern[str]) -> bool:
        """Whether a statement changes a number of players that another sentence names, and this one neither names it nor has a word for such a change."""
        if tells.search(self._said) is not None:
            return False
        words = [one for one in changes_of_players(self._names, node) if not self._names.boards & {*one}]
        return any(not names_one(self._said, one) and names_one(self._known, one) for one in words)

    def _amounts(self, node: object) -> Iterator[int]:
        """Yields the numbers of which one statement says how much it changes, draws, moves or asks for."""
        match node:
            case statements.Assign(op, target):
                words = changes_of_players(self._names, node) if op == "=" else ()
                is_for_all = self._is_set_up and isinstance(target, formulas.Name)
                if op != "=" or is_for_all or any(names_one(self._known, one) for one in words):
                    yield from _amounts_in(as_limit(node).value, target)
            case statements.Draw(number=number, keep=keep) if not self._tells_draws:
                yield from (*_amounts_in(number, None), *(() if keep is None else _amounts_in(keep, None)))
            case statements.Quantity(number=number) if number is not None:
                yield from _amounts_in(number, None)
            case _:
                pass


def _one_number(value: formulas.Expr) -> int:
    return value.value if isinstance(value, formulas.Number) else 0


def _bound_in(one: statements.Stmt) -> set[str]:
    """Returns the names that a statement gives to what it finds."""
    return {node.name.text for node in walk(one) if isinstance(node, statements.LetStmt | statements.Selection)}


def _amounts_in(value: formulas.Arg, target: formulas.Expr | None) -> Iterator[int]:
    """Yields the numbers of a sum or product. What only keeps the target within its limits is left out, such as 9 in `min(coins + 2, 9)`."""
    match value:
        case formulas.Number(number) if 1 < number < PROMISE:
            yield number
        case formulas.Binary("+" | "-" | "*", left, right) | formulas.Divide(left, right):
            yield from (*_amounts_in(left, target), *_amounts_in(right, target))
        case formulas.Apply(formulas.Name("min" | "max"), args):
            is_limited = any(node == target for one in args for node in walk(one))
            for one in args:
                if not (is_limited and isinstance(one, formulas.Number)) and not isinstance(one, formulas.Named):
                    yield from _amounts_in(one, target)
        case _:
            pass


def _limits(node: object) -> Iterator[int]:
    """Yields the numbers with which one statement compares something."""
    match node:
        case statements.PickOf(source=source):
            yield from _compared(source)
        case statements.If(arms):
            yield from (number for condition, _ in arms for number in _compared(condition))
        case statements.RequireStmt(condition=condition):
            yield from _compared(condition)
        case _:
            pass


def _compared(condition: formulas.Expr) -> Iterator[int]:
    for node in walk(condition):
        if isinstance(node, formulas.Binary) and node.op in _COMPARISONS:
            for side in (node.left, node.right):
                if isinstance(side, formulas.Number) and 1 < side.value < PROMISE:
                    yield side.value


def _compares(arm: tuple[formulas.Expr, statements.Suite]) -> bool:
    """Whether a condition is about numbers or pieces, and not only a flag that other rules set."""
    return any(
        (isinstance(node, formulas.Binary) and node.op in _COMPARISONS) or isinstance(node, formulas.Apply)
        for node in walk(arm[0])
    )


_COMPARISONS = ("<", "<=", ">", ">=", "is", "is not")
_SHARE = re.compile(r"\b(half|halves|thirds?|quarters?|as many|as the table)\b")
"""Words of a sentence that tells a number as a share of others."""
_CHANGE = (
    r"pay\w*|paid|costs?|prices?|buy\w*|bought|sell\w*|sold|los(e|es|t)|giv\w+|spend\w*|us(e|es|ed)|put\w*|points?|scor\w*|counts?|eats?|less|fewer|worth"
    r"|lower\w*|goes"
)
_COST = re.compile(rf"\b({_CHANGE}|for|back|away|out|exchang\w+|swap\w*|turn\w*|lay|laid|falls?)\b")
"""Words of a sentence that tells of a cost, by whatever name."""
_GAIN = re.compile(
    rf"\b({_CHANGE}|gets?|gains?|receiv\w*|earn\w*|wins?|won|tak(e|es|en)|bring\w*|fetch\w*|not(e|es|ed)|fill\w*|more|add\w*|rais\w*|divid\w+|carr\w+"
    r"|shar\w+)\b"
)
"""Words of a sentence that tells of a cost or a gain, by whatever name."""
