"""Formats the view of a seat as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gamedsl.cli.printing.text import plural
from gamedsl.graph.model.game import FieldSpec, Game
from gamedsl.graph.text.names import type_text
from gamedsl.table.text import faint, title
from gamedsl.values import frozen
from gamedsl_interpreter.engine import View, ZoneView
from gamedsl_interpreter.wording.texts import Texts, specs_by_instance


def view_text(view: View, game: Game) -> str:
    """Lists zones and fields, one per line. Empty zones share a line, and so do families of fields that still have their start value."""
    shown = [zone for zone in view.zones if zone.count != 0]
    empty = [zone.name for zone in view.zones if zone.count == 0]
    fields, still = _fold_fields(view, _starts(game))
    named = (*(zone.name for zone in shown), *(name for name, _ in fields))
    lines = [(zone.name, _contents(zone)) for zone in shown]
    quiet = [("empty", ", ".join(empty))] if empty else []
    quiet += [(f"still {value}", ", ".join(families)) for value, families in still.items()]
    width = max((len(name) for name in (*named, *(name for name, _ in quiet))), default=0)
    return "\n".join(
        (
            *((title(view.phase),) if view.phase else ()),
            *(f"{name.ljust(width)}  {text}" for name, text in (*lines, *fields)),
            *(faint(f"{name.ljust(width)}  {text}") for name, text in quiet),
        )
    )


@frozen
class _Start:
    """A field's start value; `family` is the common name of the fields of its declaration (`player.points`)."""

    family: str
    value: str


def _starts(game: Game) -> dict[str, _Start]:
    """Returns each field's start value, by the name of the field."""
    words = Texts(game)
    fields, _ = specs_by_instance(game)
    return {
        name: _Start(_family(game, spec), words.value(spec.start[i - spec.base], spec.type))
        for i, (name, spec) in enumerate(zip(words.fields, fields, strict=True))
    }


def _family(game: Game, spec: FieldSpec) -> str:
    return f"{type_text(game, spec.dimensions[0].type)}.{spec.name}" if spec.owned else spec.name


def _fold_fields(view: View, starts: dict[str, _Start]) -> tuple[list[tuple[str, str]], dict[str, list[str]]]:
    """Separates the fields that get a line of their own from the others. The others are grouped by start value: families of which two or more fields still
    have it."""
    still = Counter(starts[name] for name, value in view.fields if value == starts[name].value)
    sizes = Counter(starts[name].family for name, _ in view.fields)
    own = [(name, value) for name, value in view.fields if value != starts[name].value or still[starts[name]] == 1]
    folded: dict[str, list[str]] = {}
    for start, number in still.items():
        if number > 1:
            size = sizes[start.family]
            many = f"all {number}" if number == size else f"{number} of {size}"
            folded.setdefault(start.value, []).append(f"{start.family} ({many})")
    return own, folded


def _contents(zone: ZoneView) -> str:
    if zone.contents is not None:
        return _count_text(zone.contents)
    notes = [f"backs: {_count_text(zone.backs)}"] if zone.backs else []
    notes += [f"must hold: {_count_text(zone.known)}"] if zone.known else []
    number = "unknown number of pieces" if zone.count is None else plural(zone.count, "piece")
    return f"{number} ({'; '.join(notes)})" if notes else number


def _count_text(pieces: Sequence[tuple[str, int]]) -> str:
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in pieces)
