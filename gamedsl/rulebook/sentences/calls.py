"""Describes the results of functions in words: `the number of cards in your hand`, `the larger of these`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gamedsl.rulebook.model import LEFT, RIGHT, bracket, mark_name, mark_word, readable
from gamedsl.rulebook.sentences import selections
from gamedsl.rulebook.sentences.builtins import result_text, test_text, text_with_values
from gamedsl.rulebook.sentences.english import is_noun
from gamedsl.rulebook.sentences.shapes import about_it, as_filter, function_name, join_items
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import name_of_place

if TYPE_CHECKING:
    from gamedsl.rulebook.sentences.formulas import Formulas

_OPEN_ENDS = (" of", " for", " in", " from", " to", " with", " at", " after", " before", " by", " on", " under")
"""Ends of names behind which their argument may follow: `the fee of the inn`."""


_TO, _PAIR = " to", 2
"""The end of a name that tells a way, and the places between which it is: `days_to(a, b)`."""


def call_value(say: Formulas, node: formulas.Apply) -> str:
    """Describes the result of a function of the language or of the game as a noun."""
    name = function_name(node)
    plain = [arg for arg in node.args if not isinstance(arg, formulas.Named)]
    if test_text(name, len(plain)) or name in ("all", "any"):
        return f"whether {say.test(node)}"
    template = result_text(name, len(plain))
    rest = [say.value(arg) for arg in node.args if isinstance(arg, formulas.Named)]
    if node.args and isinstance(node.args[0], formulas.Comprehension):
        template = text_with_values(name, len(plain)) or template
    if name == "count" and isinstance(node.args[0], formulas.Comprehension):
        return _number_of(say, node.args[0])
    if name == "count" and isinstance(node.args[0], formulas.Filter | formulas.Name | formulas.Attribute):
        noun = selections.many(say, node.args[0])
        return f"the number of {noun.removeprefix('those of ') if isinstance(node.args[0], formulas.Name) else noun}"
    if name in ("left", "right") and isinstance(node.args[0], formulas.Me):
        return f"your {name} neighbour"
    if name == "turn" and len(node.args) == 2 and (turned := _turn_text(say, *node.args)):
        return turned
    if name == "only" and isinstance(node.args[0], formulas.Filter) and say.is_plainly_named(node.args[0]):
        return f"the {selections.one(say, node.args[0])}"
    if name == "sum" and isinstance(node.args[0], formulas.Comprehension):
        return _total(say, node.args[0])
    if name in ("max", "min") and len(node.args) > 1:
        return _limit_text(say, name, node.args)
    if name in ("first", "last") and len(node.args) == 2 and node.args[1] == formulas.Number(1):
        return f"the {name} of {say.part(node.args[0])}"
    if name in ("first", "leaders") and len(node.args) == 1 and isinstance(node.args[0], formulas.Sort):
        return _best(say, name, node.args[0])
    if template is not None and name not in say.names.parameters:
        said = template.replace("(", LEFT).replace(")", RIGHT).format(*map(say.argument, plain))
        said = said.replace(" at most 1 steps", " at most 1 step")
        return f"{said} {bracket(', '.join(rest))}" if rest else said
    if not node.args:
        return say.value(node.of)
    called = readable(name_of_place(node.of))
    if called.endswith(_TO) and len(plain) == _PAIR and len(node.args) == _PAIR:
        start, end = map(say.part, plain)
        return f"the {mark_word(called.removesuffix(_TO))} from {start} to {end}"
    if node.args == (formulas.Me(),) and is_noun(called):
        return f"your {mark_word(called)}"
    joined = of_or_for(say, node.of, node.args)
    return f"{say.value(node.of)}{joined}{join_items([say.part(arg) for arg in node.args])}"


def of_or_for(say: Formulas, whole: formulas.Expr, args: Sequence[formulas.Arg]) -> str:
    """Returns what joins a value with that to which it belongs: `the price of clay`, but `your slips for a snail`, and `the fee for 3`."""
    if readable(name_of_place(whole)).endswith(_OPEN_ENDS):
        return " "
    match whole, args:
        case _, (
            formulas.Number() | formulas.Binary() | formulas.Divide() | formulas.Apply(formulas.Name("count" | "sum")),
        ):
            return " for "
        case formulas.Name(id), (_,) if id not in say.names.of_players | say.names.tables | say.bound and is_noun(id):
            return " of "
        case _:
            return " for "


def _number_of(say: Formulas, node: formulas.Comprehension) -> str:
    """Describes for how many elements a test holds."""
    test = say.binding(node.var.text, *([node.second.text] if node.second else []))
    if node.second is None and node.choose is not None and not isinstance(node.body, formulas.Comprehension):
        ways = f"{say.part(node.choose)} of {say.part(node.source)}"
        return f"the number of ways to choose {ways} {bracket(mark_name(node.var.text))} so that {test.test(node.body)}"
    if (found := as_filter(node, negated=False)) is not None and say.is_plainly_named(node.source):
        return f"the number of {selections.many(say, found)}"
    return f"for how many this is so: {say.loop(node, is_test=True)}"


def _turn_text(say: Formulas, start: formulas.Arg, eighths: formulas.Arg) -> str:
    """Describes a direction relative to another one, if the angle is a number; else returns an empty text."""
    match eighths:
        case formulas.Number(value) | formulas.Unary("-", formulas.Number(value)):
            is_back = isinstance(eighths, formulas.Unary) != (value < 0)
            angle = "an eighth" if abs(value) == 1 else f"{abs(value)} eighths"
            return f"the direction {angle} of a circle {'anti' if is_back else ''}clockwise from {say.part(start)}"
        case _:
            return ""


def _total(say: Formulas, node: formulas.Comprehension) -> str:
    """Describes a sum over a loop; the summands come last."""
    if isinstance(node.body, formulas.Comprehension) or node.second is not None or node.choose is not None:
        return f"the sum of {say.loop(node, is_test=False)}"
    source = about_it(node.source, node.var.text)
    match node.body:
        case formulas.Attribute(formulas.Name(id), name) if id == node.var.text:
            return f"the sum of {mark_word(name.text)} of each {selections.one(say, source)}"
        case _:
            pass
    each = selections.one(say, source, node.var.text)
    each = f"{mark_word(node.var.text)} of {say.part(source)}" if each.startswith("one ") else each
    return f"the sum, over each {each}, of {say.binding(node.var.text).value(node.body)}"


def _limit_text(say: Formulas, name: str, args: Sequence[formulas.Arg]) -> str:
    """Describes the larger or smaller of several values; a constant one becomes a limit."""
    if len(args) == 2:
        limit, other = args if _is_fixed(say, args[0]) else reversed(args)
        if _is_fixed(say, limit):
            return f"{_inner(say, other)}, but at {'least' if name == 'max' else 'most'} {say.value(limit)}"
    word = (
        ("larger" if len(args) == 2 else "largest") if name == "max" else ("smaller" if len(args) == 2 else "smallest")
    )
    return f"the {word} of {join_items([say.part(arg) for arg in args])}"


def _inner(say: Formulas, node: formulas.Arg) -> str:
    return say.value(node) if isinstance(node, formulas.Binary) else say.part(node)


def _is_fixed(say: Formulas, node: formulas.Arg) -> bool:
    return isinstance(node, formulas.Number) or (
        isinstance(node, formulas.Name) and node.id in say.names.numbers and node.id not in say.bound
    )


def _best(say: Formulas, name: str, node: formulas.Sort) -> str:
    """Describes the first elements in an order."""
    inner = say.within(node.name)
    keys = f"with the {inner.keys(node.keys)}"
    if any(say.is_flag(key.value) for key in node.keys):
        keys = f"first {', then '.join([_preference(inner, key) for key in node.keys])}"
    if node.name is None and say.is_plainly_named(node.source):
        who = selections.one(say, node.source) if name == "first" else selections.many(say, node.source)
        return f"the {who}{',' if isinstance(node.source, formulas.Filter) else ''} {keys}"
    return f"{'the one' if name == 'first' else 'those'} of {say.part(node.source)}{name_note(node.name)} {keys}"


def _preference(say: Formulas, key: formulas.Key) -> str:
    """Describes who comes before others: `one who is home`, `one with the highest rank`."""
    if not say.is_flag(key.value):
        return f"the one with the {say.key_text(key)}"
    return f"one where {say.test(key.value) if key.direction == 'highest' else say.negate(key.value)}"


def name_note(name: Ident | None) -> str:
    """Gives the name of each element in brackets; empty if it has none."""
    return "" if name is None else f" {bracket(f'each called {mark_word(name.text)}')}"
