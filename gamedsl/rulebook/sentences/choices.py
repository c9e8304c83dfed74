"""Describes selections, requirements and calls in words."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.rulebook.model import Step, bracket, capital, clean, mark_name, mark_word, plain, readable
from gamedsl.rulebook.sentences.english import is_noun, with_article
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.outlines import condition_outline, is_heavy, split_joined
from gamedsl.rulebook.sentences.selections import conjuncts, many, noun_of, one
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.syntax.tree import formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk, with_node
from gamedsl.values import evolve


def selection(say: Formulas, node: statements.Selection, note: str = "") -> str:
    """Describes a selection: `card: one card in your hand. “Which card?”`. A `note` follows the things that may be chosen. The sentence that refuses another
    choice is in the chapter on refusals; printed books, which have none, add it to a long condition."""
    inner = say.binding(node.name.text)
    picks = picks_text(inner if _names_itself(node) else say, _with_names(say, node), node.distinct)
    said = f"{mark_name(node.name.text)}: {picks.replace(f'number {mark_word(node.name.text)} from', 'number from', 1)}"
    if node.seen_by != "everyone":
        said += ", shown to nobody else" if node.seen_by == "owner" else ", without the others noticing"
    said += f"{note}."
    said += "" if node.ask is None else f" {quote(node.ask)}"
    if node.why is None or not say.names.is_printed or len(plain(picks)) <= _MOST_BEFORE:
        return said
    return f"{said} For any other: {quote(node.why)}"


def lone_selection(say: Formulas, node: statements.Selection, head: str, note: str) -> str:
    """Describes the only selection of a choice after a head: `Choose one card in your hand as the prize. “Which card?”`"""
    ask = "" if node.ask is None else f" {quote(node.ask)}"
    if is_answer(node) and head == "Choose" and node.seen_by == "everyone":
        only = node.picks[0].condition if isinstance(node.picks[0], statements.PickYesNo) else None
        said = "" if only is None else f", and yes only if {say.test(only)}"
        return f"Say yes or no{said}{note}:{ask}"
    inner = say.binding(node.name.text)
    picks = picks_text(inner if _names_itself(node) else say, _with_names(say, node), node.distinct)
    if len(node.picks) > 1 or is_answer(node) or len(plain(picks)) > _MOST_BEFORE or node.seen_by != "everyone":
        return f"{head} {selection(say, node, note)}"
    name = readable(node.name.text)
    is_named = f" {name} " in f"{plain(picks)} ".replace(",", " ")
    called = "" if is_named else f" as the {mark_name(name)}" if is_noun(name) else f" {bracket(mark_name(name))}"
    if called and is_noun(name) and (" where " in picks or " whose " in picks):
        return f"{head}{called} {picks}{note}.{ask}"
    return f"{head} {picks}{called}{note}.{ask}"


_MOST_BEFORE = 90
"""The most characters of what may be chosen in front of what it is called then."""


def is_answer(node: statements.Selection) -> bool:
    """Whether a selection is a question that is answered by yes or no."""
    return len(node.picks) == 1 and isinstance(node.picks[0], statements.PickYesNo) and node.ask is not None


def _with_names(say: Formulas, node: statements.Selection) -> tuple[statements.Pick, ...]:
    """Returns the sources of a selection. What is said of a number goes by its name if that is a letter: `one number n from 1 to 4 where the price of n is at
    most your coins`."""
    if is_noun(node.name.text):
        return node.picks
    return tuple(
        evolve(one, source=_with_name(say, one.source, node.name)) if isinstance(one, statements.PickOf) else one
        for one in node.picks
    )


def _with_name(say: Formulas, source: formulas.Expr, name: Ident) -> formulas.Expr:
    match source:
        case formulas.Filter(formulas.Binary(".."), condition, None) if not (
            _limits(say, condition) or any(isinstance(one, formulas.Filter | formulas.Sort) for one in walk(condition))
        ):
            for node in [one for one in walk(condition) if isinstance(one, formulas.It)]:
                condition = with_node(condition, node, formulas.Name(name.text))
            return evolve(source, condition=condition, name=name)
        case _:
            return source


def _names_itself(node: statements.Selection) -> bool:
    return node.name.text not in {
        p.source.id for p in node.picks if isinstance(p, statements.PickOf) and isinstance(p.source, formulas.Name)
    }


def picks_text(say: Formulas, picks: Sequence[statements.Pick], distinct: Ident | None) -> str:
    """Describes the sources of a selection: `one of your hand, or if there is none one of the deck`."""
    said = "; if there is nothing to choose from, ".join(_pick(say, pick) for pick in picks)
    return said if distinct is None else f"{said}; no two of them with the same {mark_word(distinct.text)}"


def _pick(say: Formulas, pick: statements.Pick) -> str:
    match pick:
        case statements.PickOf(quantity, source):
            return _choose_from(say, quantity, source)
        case statements.PickYesNo(condition):
            return "yes or no" if condition is None else f"yes or no, and yes only if {say.test(condition)}"
        case statements.PickNamed(pick=named_pick):
            return call_text(say, named_pick)


def _choose_from(say: Formulas, quantity: statements.Quantity, source: formulas.Expr) -> str:
    """Describes what is chosen from one source: `one of your hand`, `any number of the pieces in your hand whose symbol is Horse`."""
    match source:
        case formulas.Apply(formulas.Name("first" | "last" as end), (inner, formulas.Number(1))):
            return f"the {end} of {say.part(inner)}"
        case formulas.Filter(formulas.Binary("..", low, high), condition, None) if quantity.kind == "one" and (
            limits := _limits(say, condition)
        ):
            return f"a number from {say.part(low)} to {say.part(high)}, but {limits}"
        case _ if (
            quantity.kind != "some"
            and noun_of(say, _collection(source)).one != "one"
            and not isinstance(source, formulas.Binary)
        ):
            number = amount(say, quantity)
            is_one = number in ("one", "1")
            return f"{'any number of' if quantity.kind == 'any' else number} {(one if is_one else many)(say, source)}"
        case formulas.Binary("..", low, high) if quantity.kind == "one":
            return f"a number from {say.part(low)} to {say.part(high)}"
        case formulas.Attribute(of, name) if quantity.kind == "one" and (
            say.is_zone(of) or (isinstance(of, formulas.Name) and of.id in say.names.lists)
        ):
            return f"one {mark_word(name.text)} found in {say.part(of)}"
        case _:
            pass
    said = say.value(source)
    if isinstance(source, formulas.Filter):
        said = said.removeprefix("those of ")
    if (
        isinstance(source, formulas.Name)
        and source.id not in say.bound
        and (source.id in say.names.values or source.id in say.names.boards)
    ):
        said = f"the {many(say, source)}"
    return f"{amount(say, quantity)} of {said}"


def _limits(say: Formulas, condition: formulas.Expr) -> str:
    """Describes the limits of a number: `at most your grain and at most your wood`; returns an empty text for other conditions."""
    said: list[str] = []
    for part in conjuncts(condition):
        match part:
            case formulas.Binary("<=" | ">=" | "<" | ">" as op, formulas.It(), right):
                said.append(say.comparison(op, right, 0).removeprefix("is "))
            case _:
                return ""
    return join_items(said)


def _collection(source: formulas.Expr) -> formulas.Expr:
    return source.source if isinstance(source, formulas.Filter) else source


def amount(say: Formulas, quantity: statements.Quantity) -> str:
    """Describes the number of chosen things: `one`, `up to 3`."""
    number = "" if quantity.number is None else say.part(quantity.number)
    match quantity.kind:
        case "one":
            return "one"
        case "any":
            return "any number"
        case "some":
            return "at least one"
        case "up_to":
            return f"up to {number}"
        case "exactly":
            return number
        case "between":
            high = "" if quantity.high is None else say.part(quantity.high)
            return f"{number} to {high}"


def demand(say: Formulas, node: statements.RequireStmt | statements.EnsureStmt) -> Step:
    """Describes a requirement and the sentence that players are told when it fails: `Only if …. Otherwise: “…”` Alternatives become `If …: only if …`, or a
    list, after the sentence."""
    only = "only if" if isinstance(node, statements.RequireStmt) else "only if afterwards"
    told = "" if node.why is None else f"{quote(node.why)} "
    name = f" {bracket(mark_name(node.name.text))}" if node.why is None and not say.names.is_printed else ""
    first, *others = split_joined(node.condition, "or")
    if others and (is_comparison(first) or not isinstance(first, formulas.Binary | formulas.Ternary)):
        head = f"If {say.negate(first)}"
        if len(others) == 1 and not is_heavy(said := say.test(others[0])):
            return Step(f"{told}{head}{name}: {only} {said}.")
        steps = tuple(condition_outline(say, part).sentence() for part in others)
        return Step(f"{told}{head}{name}, {only} at least one of these is so:", steps)
    found = condition_outline(say, node.condition)
    if found.steps:
        return Step(f"{told}{capital(only)} {found.text}{name}:", found.steps)
    return Step(f"{capital(only)} {found.text}{name}.{f' Otherwise: {told}' if told else ''}".strip())


def is_comparison(node: formulas.Expr) -> bool:
    """Whether a condition compares two values."""
    return isinstance(node, formulas.Binary) and node.op not in ("and", "or")


def call_text(say: Formulas, call: formulas.Expr) -> str:
    """Describes a choice: `sail: farthest is 3`, an action with its arguments by the names of its parameters."""
    if not isinstance(call, formulas.Apply) or not isinstance(call.of, formulas.Name):
        return mark_name(call.id) if isinstance(call, formulas.Name) else say.value(call)
    names = say.names.parameters.get(call.of.id, ())
    parts: list[str] = []
    for at, arg in enumerate(call.args):
        said = say.value(arg)
        if isinstance(arg, formulas.Named):
            value = say.value(arg.value)
            parts.append(value if len(call.args) == 1 else f"{mark_name(arg.name.text)} is {value}")
        else:
            is_told = at >= len(names) or _is_called(said, names[at])
            parts.append(said if is_told else f"{mark_name(names[at])} is {said}")
    given = ", ".join(parts)
    return f"{mark_name(call.of.id)}: {given}" if parts else mark_name(call.of.id)


def _is_called(said: str, name: str) -> bool:
    """Whether a text is only the name."""
    return plain(said).removeprefix("the ") == readable(name)


_LONG_NAME = 3
"""A shorter name of a parameter, as `n`, says nothing: its place among the others does."""


def rule_text(say: Formulas, call: formulas.Expr) -> str:
    """Describes a call of a rule with its arguments: `street with 3`, `peg with dealer as player and 2 as points`."""
    match call:
        case formulas.Apply(formulas.Name(rule), args) if args:
            pass
        case _:
            return call_text(say, call)
    names = say.names.parameters.get(rule, ())
    parts: list[str] = []
    for at, arg in enumerate(args):
        name = arg.name.text if isinstance(arg, formulas.Named) else names[at] if at < len(names) else ""
        value = arg.value if isinstance(arg, formulas.Named) else arg
        said = say.value(value) if len(args) == 1 else say.part(value)
        is_plain = _is_called(said, name) or len(name) < _LONG_NAME
        parts.append(said if is_plain else f"{said} as {with_article(name)}")
    return f"{mark_name(rule)} with {join_items(parts)}"


def quote(text: str) -> str:
    """Puts a sentence of the file in quotation marks."""
    return f"“{clean(text)}”"
