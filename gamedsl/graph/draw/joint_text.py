"""Describes the differences of two graphs as text: elements that are new, gone or changed, and arrows that lead elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.graph.draw.joint import differing
from gamedsl.graph.draw.model import SIGNS, Arrow, Drawing, Element

_INDENT = "    "


def joint_text(drawn: Drawing) -> str:
    """Returns a heading with counts, then by cluster each element that differs or has an arrow that differs; ends in a line break."""
    elements, arrows = differing(drawn)
    lines = [f"{drawn.name} ({drawn.setup})", _numbers("node", elements), _numbers("arrow", arrows)]
    if not elements and not arrows:
        lines = [lines[0], "The graphs are the same; `gamedsl diff` says what else differs."]
    leaving = {arrow.source for arrow in arrows}
    for cluster in drawn.clusters:
        inside = (e for e in drawn.elements if e.cluster == cluster.name)
        told = [e for e in inside if e.state != "same" or e.id in leaving]
        if told:
            lines += ["", f"---- {cluster.name} ".ljust(80, "-")]
            lines += [line for element in told for line in _element(drawn, element)]
    return "\n".join(lines) + "\n"


def _numbers(noun: str, things: Sequence[Element | Arrow]) -> str:
    counted = {state: sum(thing.state == state for thing in things) for state in ("new", "gone", "changed")}
    return f"{noun}s: {', '.join(f'{number} {state}' for state, number in counted.items())}"


def _element(drawn: Drawing, element: Element) -> Iterator[str]:
    """Yields the path, content and differing arrows of an element; all arrows of an element that is new or gone."""
    said = ": ".join(part for part in (element.who, element.title.removeprefix(SIGNS[element.state]).strip()) if part)
    path = " > ".join(element.path)
    sign = SIGNS[element.state] or " "
    yield f"{sign} n{element.id}  {element.form}  {path}{f'  ({said})' if said and said != path else ''}"
    if element.state != "same":
        yield from (f"{_INDENT}{_move_sign(line)}" for line in element.lines)
    for arrow in drawn.arrows:
        if arrow.source == element.id and (arrow.state != "same" or element.state in ("new", "gone")):
            label = arrow.label.removeprefix(SIGNS[arrow.state]).strip()
            yield f"{_INDENT}{SIGNS[arrow.state] or ' '} -> {_target(drawn, arrow)}{f'  {label}' if label else ''}"


def _move_sign(line: str) -> str:
    """Moves the sign of a line to the left of its indentation."""
    text = line.lstrip()
    indent = line[: len(line) - len(text)]
    return f"{text[0]} {indent}{text[2:]}" if text[:1] in (SIGNS["new"], SIGNS["gone"]) else f"  {line}"


def _target(drawn: Drawing, arrow: Arrow) -> str:
    target = drawn.elements[arrow.target]
    return f"n{target.id} ({' > '.join(target.path) or target.title})"
