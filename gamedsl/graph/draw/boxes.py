"""Computes the size of each drawn element, and the positions on its lower side where arrows leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from gamedsl.graph.draw.metrics import CODE, HEADING, LABEL, TEST, WHO, Font
from gamedsl.graph.draw.model import Arrow, Drawing, Element, Form
from gamedsl.graph.draw.wrap import clip, wrap
from gamedsl.graph.model.types import NodeId
from gamedsl.values import frozen

LINE = 14.0
"""The height of a line of text."""
LABEL_LINE = 12.5
MOST_CHARACTERS = 46
MOST_LINES = 9
MOST_ACTIONS = 18
_TOLD = 4
"""So many times as many lines has a box that is told in sentences before the rest is left out."""
_PARTS, _PARTS_TOLD = 3, 6
"""The most lines into which a line of the rules, or a sentence, is broken."""
_PARTS_AT_END = 4
"""The most lines of a sentence about an end."""


@frozen
class Text:
    """A line of text, `dx` to the right of the left edge of its block."""

    text: str
    font: Font
    dx: float = 0.0


@frozen
class Slot:
    """Space for one leaving arrow: the label stands to the right of the arrow. `at` is the position of the arrow, from the slot's left."""

    target: NodeId
    label: tuple[str, ...]
    width: float
    at: float


@frozen
class Box:
    """An element with its size in pixels; `head` and `body` are its texts from top to bottom."""

    element: Element
    head: tuple[Text, ...]
    body: tuple[Text, ...]
    slots: tuple[Slot, ...]
    width: float
    height: float


def boxes(drawn: Drawing) -> dict[NodeId, Box]:
    """Returns a box for each element."""
    leaving: dict[NodeId, list[Arrow]] = {element.id: [] for element in drawn.elements}
    for arrow in drawn.arrows:
        leaving[arrow.source].append(arrow)
    return {element.id: _box(element, leaving[element.id]) for element in drawn.elements}


def ports(box: Box, order: Mapping[NodeId, float]) -> dict[NodeId, float]:
    """Returns where the arrow to each target leaves, from the box's middle; `order` ranks the targets from left to right."""
    slots = sorted(box.slots, key=lambda slot: (order[slot.target], slot.target))
    x = -sum(slot.width for slot in slots) / 2
    result: dict[NodeId, float] = {}
    for slot in slots:
        result[slot.target] = x + slot.at
        x += slot.width
    return result


def label_height(box: Box) -> float:
    """Returns the height that the labels below a box need."""
    return max((len(slot.label) for slot in box.slots), default=0) * LABEL_LINE


# ---------------------------------------------------------------- one box


def _box(element: Element, leaving: Sequence[Arrow]) -> Box:
    head, body = _texts(element)
    slots = _slots(leaving)
    across, above = _padding(element.form)
    text_width = max((text.dx + text.font.width(text.text) for text in (*head, *body)), default=0.0)
    width = max(text_width + 2 * across, sum(slot.width for slot in slots) + 12, 56.0)
    gap = 8.0 if head and body else 0.0
    return Box(element, head, body, slots, width, (len(head) + len(body)) * LINE + gap + 2 * above)


def _texts(element: Element) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
    match element.form:
        case "branch":
            most = _PARTS_TOLD if element.is_told else _PARTS
            return (), tuple(Text(line, TEST) for line in wrap(element.title, 30, most))
        case "decision" | "together":
            who = (Text(clip(element.who, MOST_CHARACTERS), WHO),) if element.who else ()
            return (*who, Text(element.title, HEADING)), _body(element, 52, MOST_ACTIONS)
        case "effect" | "chance":
            said = " · ".join(text for text in (element.title, element.who) if text)
            return ((Text(said, HEADING),) if said else ()), _body(element, 36, MOST_LINES)
        case "end" | "stop":
            ends = (
                [part for line in element.lines for part in wrap(line, 60, _PARTS_AT_END)]
                if element.is_told
                else [clip(line, 60) for line in element.lines]
            )
            return (Text(element.title, HEADING),), tuple(Text(line, TEST) for line in ends)
        case _:
            assert_never(element.form)


def _body(element: Element, columns: int, most: int) -> tuple[Text, ...]:
    font, most_parts = (TEST, _PARTS_TOLD) if element.is_told else (CODE, _PARTS)
    lines = [text for line in element.lines for text in _break_line(line, columns, font, most_parts)]
    if len(lines) <= (_TOLD * most if element.is_told else most):
        return tuple(lines)
    kept = (_TOLD * most if element.is_told else most) - 1
    return (*lines[:kept], Text(f"… {len(lines) - kept} more", WHO))


def _break_line(line: str, columns: int, font: Font, parts: int) -> tuple[Text, ...]:
    """Breaks a line of a rule; its continuations are indented."""
    text = line.lstrip()
    indent = len(line) - len(text)
    first, *more = wrap(text, columns - indent, lines=parts)
    space = CODE.width(" ")
    return (Text(first, font, indent * space), *(Text(part, font, (indent + 2) * space) for part in more))


def _padding(form: Form) -> tuple[float, float]:
    """Returns the padding left and right, and above and below."""
    match form:
        case "branch":
            return 24.0, 7.0
        case "chance":
            return 34.0, 8.0
        case "end" | "stop":
            return 30.0, 12.0
        case "effect" | "decision" | "together":
            return 11.0, 7.0
        case _:
            assert_never(form)


def _slots(leaving: Sequence[Arrow]) -> tuple[Slot, ...]:
    if len(leaving) == 1:
        return (_middle_slot(leaving[0]),)
    return tuple(_side_slot(arrow) for arrow in leaving)


def _middle_slot(arrow: Arrow) -> Slot:
    """Makes the slot of a box with a single arrow, which leaves in the middle."""
    label, wide = _label(arrow)
    return Slot(arrow.target, label, 2 * wide + 16, wide + 8)


def _side_slot(arrow: Arrow) -> Slot:
    label, wide = _label(arrow)
    return Slot(arrow.target, label, wide + 18, 6.0) if label else Slot(arrow.target, label, 20.0, 10.0)


def _label(arrow: Arrow) -> tuple[tuple[str, ...], float]:
    lines = wrap(arrow.label, 18) if arrow.label else ()
    return lines, max((LABEL.width(line) for line in lines), default=0.0)
