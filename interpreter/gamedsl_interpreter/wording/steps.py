"""Open steps in words: what is asked, and what each answer is called and means."""

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
    """A step: `text` names its values."""

    kind: Literal["gate", "menu", "one", "count", "group", "member", "yes_no", "only"]
    name: str
    about: str
    text: Callable[[int], str]
    element: Callable[[int], Value] = lambda value: value
    """What a value stands for, where it stands for an element (one, group; none for no element), else the value itself."""
    of: types.Type = types.NOTHING
    """The type of the elements."""
    topic: tuple[Value, types.Type] = (None, types.NOTHING)
    """What `about` names, and its type."""
    ask: str | None = None
    several: tuple[Select, int] | None = None
    """The selection of several that the step belongs to, and how many of the element are offered (count, member), or how many elements (group), whatever
    can be completed. Told by the reference executor."""
    kept: dict[Value, tuple[str, Thing]] | None = None
    """Words and things of elements, where they depend on the element alone; those that are made are put there."""


def gate(name: str) -> Open:
    """Whether something is done."""
    return Open("gate", name, "", ("take", "decline").__getitem__)


def menu(owner: str, lines: Sequence[str]) -> Open:
    """Which action."""
    return Open("menu", owner, "", lines.__getitem__)


def yes_no(name: str, ask: str | None) -> Open:
    """Yes or no."""
    return Open("yes_no", name, "", ("no", "yes").__getitem__, ask=ask)


def only_move(decision: str, text: str) -> Open:
    """The step of a private decision that has one complete move, with this text."""
    return Open("only", decision, "", lambda _: text)


def shown(
    things: Things, decision: str, questions: tuple[tuple[str, str], ...], opened: Open, values: Sequence[int]
) -> Step:
    """An open step with its completable values, as the engine shows it."""
    kept = opened.kept
    if kept is None:
        options = [StepOption(value, opened.text(value), _meant(things, opened, value)) for value in values]
    else:
        options = [StepOption(value, *_kept(things, opened, kept, value)) for value in values]
    topic = things.thing(*opened.topic)
    return Step(decision, opened.kind, opened.name, opened.about, tuple(options), opened.ask, questions, topic)


def _kept(things: Things, opened: Open, kept: dict[Value, tuple[str, Thing]], value: int) -> tuple[str, Thing]:
    element = opened.element(value)
    found = kept.get(element)
    if found is None:
        found = kept[element] = opened.text(value), _meant(things, opened, value)
    return found


def _meant(things: Things, opened: Open, value: int) -> Thing:
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
