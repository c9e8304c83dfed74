"""Writes candidates as variants: texts with one line for each change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from gamedsl.values import frozen
from gamedsl.workbench.tuning.knobs import Knob, Number, Option, Setting, Switch, list_changed_knobs


@frozen
class Base:
    """The base of all candidates, as a variant's head names it: a game, and further variants; and lines that all candidates have."""

    names: tuple[str, ...]
    lines: tuple[str, ...] = ()


def changes_of(knobs: Sequence[Knob], settings: Mapping[str, Setting]) -> list[str]:
    """Returns the lines of a variant with these settings; totals of components follow the copies of their kinds."""
    lines, more = list[str](), Counter[str]()
    for knob in list_changed_knobs(knobs, settings):
        setting = settings[knob.key]
        lines.extend(knob.lines if isinstance(knob, Switch) else [knob.line(setting)])
        if isinstance(knob, Number) and knob.total is not None and knob.now is not None and isinstance(setting, int):
            more[knob.total.component] += knob.total.each * (setting - knob.now)
        elif isinstance(knob, Switch) and knob.total is not None:
            more[knob.total.component] += knob.total.each
    totals = (knob.total for knob in knobs if not isinstance(knob, Option) and knob.total is not None)
    pieces = {total.component: total.pieces for total in totals}
    return [*lines, *(f"set component {pieces[name] + number} {name}" for name, number in more.items() if number)]


def variant_text(
    name: str,
    base: Base,
    knobs: Sequence[Knob],
    settings: Mapping[str, Setting],
    sentence: str = "What is tried.",
    more: Iterable[str] = (),
    comments: Iterable[str] = (),
) -> str:
    """Returns the text of a variant with these settings. `more` are further lines; `comments` stand above the variant."""
    on = [knob.variant for knob in list_changed_knobs(knobs, settings) if isinstance(knob, Switch) and not knob.lines]
    body = [f'"{sentence}"', *base.lines, *changes_of(knobs, settings), *more]
    lines = [f"    {line}" for part in body for line in part.splitlines()]
    return "\n".join(
        [*(f"# {line}" for line in comments), f"variant {name} of {', '.join([*base.names, *on])}:", *lines, ""]
    )
