"""Describes who acts how often: the heads of phases and loops."""

from __future__ import annotations

from gamedsl.rulebook.model import bracket, mark_word
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.selections import clauses
from gamedsl.syntax.tree import formulas, statements


def clause_text(say: Formulas, node: statements.EachClause) -> str:
    """Describes a clause: `each player in turn, beginning with leader`."""
    person = node.noun.text == "player"
    said = f"each {'player' if person else mark_word(node.noun.text)}"
    if node.where is not None:
        inner = say.impersonal() if person else say.among_things(node.noun.text)
        said += clauses(inner, node.where, person, is_many=False, of_me=person)
    comma = "," if node.where is not None else ""
    if node.together:
        said += f"{comma} at the same time"
    elif person:
        said += f"{comma} in turn"
    if node.order is not None:
        said += f", in the order of {say.value(node.order)}"
    if node.keys:
        said += f", by {say.impersonal().keys(node.keys)}"
    if node.first is not None:
        said += f", beginning with {say.value(node.first)}"
    return said + (f", again and again{until_text(say, node.until, node.limit)}" if node.until or node.limit else "")


def until_text(say: Formulas, until: formulas.Expr | None, limit: statements.Limit | None) -> str:
    """Describes the end of a repetition: `` until the deck is empty, up to 8 times``, or nothing."""
    said = ""
    if isinstance(until, formulas.Name) and until.id == "declined":
        said = " until you decline"
    elif until is not None:
        said = f" until {say.test(until)}"
    times = "" if limit is None else limit_text(say, limit)
    return f"{said}{',' if said and times else ''}{f' {times}' if times else ''}"


def limit_number(say: Formulas, limit: statements.Limit) -> str:
    """Returns the number of a limit, in brackets if it is a formula."""
    is_short = isinstance(limit.number, formulas.Number | formulas.Name)
    return say.part(limit.number) if is_short else bracket(say.value(limit.number))


def limit_text(say: Formulas, limit: statements.Limit) -> str:
    """Describes a limit: `up to 8 times`; empty for a guard, which no match reaches."""
    number = limit_number(say, limit)
    if limit.cut_off:
        return f"at most {_times(number)}, and then it is cut off"
    if limit.kind != "up_to":
        return ""
    said = say.value(limit.number)
    if isinstance(limit.number, formulas.Apply) and said.startswith(_NUMBER_OF):
        return f"at most as often as there are {said.removeprefix(_NUMBER_OF)}"
    return f"at most as often as {said} says" if isinstance(limit.number, formulas.Index) else f"up to {_times(number)}"


def _times(number: str) -> str:
    return "once" if number == "1" else f"{number} times"


_NUMBER_OF = "the number of "
