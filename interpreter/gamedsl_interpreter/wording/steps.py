"""Puts open steps into words: the question, and the name and meaning of each answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from gamedsl.graph.model import types
from gamedsl.graph.model.statements import Select
from gamedsl.graph.model.types import Value
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Step, StepOption
from gamedsl_interpreter.things import Thing, Things, Word


@frozen
class Open:
    """An open step with the data for its words: `text` names its values."""

    kind: Literal["gate", "menu", "one", "count", "group", "member", "yes_no", "only"]
    name: str
    about: str
    text: Callable[[int], str]
    element: Callable[[int], Value] = lambda value: value
    """Returns the element that a value stands for (one, group; none for no element), else the value itself."""
    of: types.Type = types.NOTHING
    """The type of the elements."""
    topic: tuple[Value, types.Type] = (None, types.NOTHING)
    """The thing that `about` names, and its type."""
    ask: str | None = None
    several: tuple[Select, int] | None = None
    """The selection of several to which the step belongs, and a number: copies of the element that are offered (count, member), or elements of the group, even if
    they cannot be completed. Only the reference executor sets it."""
    kept: dict[Value, tuple[str, Thing]] | None = None
    """A cache of the words and things of elements, if they depend on the element alone."""


def gate(name: str) -> Open:
    """Makes the step that asks whether an optional part is done."""
    return Open("gate", name, "", ("take", "decline").__getitem__)


def menu(owner: str, lines: Sequence[str]) -> Open:
    """Makes the step that asks for an action."""
    return Open("menu", owner, "", lines.__getitem__)


def yes_no(name: str, ask: str | None) -> Open:
    """Makes a step with the answers no and yes."""
    return Open("yes_no", name, "", ("no", "yes").__getitem__, ask=ask)


def only_move(decision: str, text: str) -> Open:
    """Makes the step of a private decision that has one complete move, with this text."""
    return Open("only", decision, "", lambda _: text)


def show_step(
    things: Things, decision: str, questions: tuple[tuple[str, str], ...], opened: Open, values: Sequence[int]
) -> Step:
    """Returns an open step with its completable values, as the engine shows it."""
    kept = opened.kept
    if kept is None:
        options = [StepOption(value, opened.text(value), _value_thing(things, opened, value)) for value in values]
    else:
        options = [StepOption(value, *_words_of(things, opened, kept, value)) for value in values]
    topic = things.thing(*opened.topic)
    return Step(decision, opened.kind, opened.name, opened.about, tuple(options), opened.ask, questions, topic)


def _words_of(things: Things, opened: Open, kept: dict[Value, tuple[str, Thing]], value: int) -> tuple[str, Thing]:
    element = opened.element(value)
    found = kept.get(element)
    if found is None:
        found = kept[element] = opened.text(value), _value_thing(things, opened, value)
    return found


def _value_thing(things: Things, opened: Open, value: int) -> Thing:
    """Returns the thing that a value of the step stands for."""
    match opened.kind:
        case "one" | "group":
            return things.thing(opened.element(value), opened.of)
        case "menu":
            return Word(opened.name, opened.text(value), value)
        case "gate":
            return not value
        case "yes_no" | "member":
            return bool(value)
        case "count":
            return value
        case "only":
            return None
