"""What a seat sees, as text."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.cli.common.text import faint, plural, title
from gamedsl_interpreter.engine import View, ZoneView


def view_text(view: View) -> str:
    """Zones and fields, a line for each; empty zones together in one."""
    shown = [zone for zone in view.zones if zone.count != 0]
    empty = [zone.name for zone in view.zones if zone.count == 0]
    width = max((len(name) for name in (*(z.name for z in shown), *(name for name, _ in view.fields))), default=0)
    lines = [title(view.phase)] if view.phase else []
    lines += [f"{zone.name.ljust(width)}  {_contents(zone)}" for zone in shown]
    lines += [faint(f"{'empty'.ljust(width)}  {', '.join(empty)}")] if empty else []
    lines += [f"{name.ljust(width)}  {value}" for name, value in view.fields]
    return "\n".join(lines)


def _contents(zone: ZoneView) -> str:
    if zone.contents is not None:
        return _counted(zone.contents)
    notes = [f"backs: {_counted(zone.backs)}"] if zone.backs else []
    notes += [f"must hold: {_counted(zone.known)}"] if zone.known else []
    number = "unknown number of pieces" if zone.count is None else plural(zone.count, "piece")
    return f"{number} ({'; '.join(notes)})" if notes else number


def _counted(pieces: Sequence[tuple[str, int]]) -> str:
    return ", ".join(name if count == 1 else f"{count} {name}" for name, count in pieces)
