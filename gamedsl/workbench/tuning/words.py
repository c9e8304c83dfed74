"""Words for people: figures, goals, changes and estimates, without names that occur only in rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gamedsl.graph.analysis.number_words import with_minus
from gamedsl.workbench.comparing.words import number_text
from gamedsl.workbench.statistics.estimates import Estimate
from gamedsl.workbench.tuning.figures import Figure, Sort
from gamedsl.workbench.tuning.goals import Unit
from gamedsl.workbench.tuning.knobs import Knob, Number, Option, Setting, Switch

Names = Mapping[str, str]
"""Names for people, by those of the rules."""

_CELL = re.compile(r"(\w+)\[(.+?)\](?:\.(\w+))?")
_ATTRIBUTE = re.compile(r"(\w+)\.(\w+)")
_SET = re.compile(r"set (.+?)\s*(?:=|\bup to|\bat most)\s*(.+)")
_WORD = re.compile(r"[A-Za-z]\w*")


def figure_text(figure: Figure, names: Names) -> str:
    """Names a figure: `length`, `share of hold banquet`."""
    match figure.sort:
        case Sort.SEAT_WINS:
            return f"wins of {'the first seat' if figure.seat == 0 else f'seat {figure.seat + 1}'}"
        case Sort.LINE:
            return f"points of {readable_text(figure.names[0], names)}"
        case Sort.USES:
            return f"uses of {readable_text(figure.names[0], names)}"
        case Sort.SHARE:
            return f"share of {readable_text(figure.names[0], names)}"
        case Sort.END:
            return f"ends by “{figure.names[0].rstrip('.')}”"
        case _:
            return str(figure.sort.value)


def unit_text(unit: Unit) -> str:
    """Names the unit of a figure, for headings of tables."""
    return "%" if unit is Unit.PERCENT else unit.value


def amount(number: float, unit: Unit) -> str:
    """Formats a value in its unit, without the unit."""
    return with_minus(f"{number * 100:.1f}") if unit.is_share else number_text(number)


def estimate_text(one: Estimate | None, unit: Unit) -> str:
    """Formats a figure with its interval: `47.1 (46.2 to 48.0)`."""
    if one is None:
        return "not known"
    number, inside = amount(one.value, unit), interval_text(one, unit)
    return number if inside == number else f"{number} ({inside})"


def interval_text(one: Estimate, unit: Unit) -> str:
    """Formats an interval: `46.2 to 48.0`; as one number if its ends are written alike."""
    if one.low == float("-inf"):
        return "too few matches for an interval"
    low, high = amount(one.low, unit), amount(one.high, unit)
    return low if low == high else f"{low} to {high}"


def knob_text(knob: Knob, names: Names) -> str:
    """Names a number, option or variant that may change: `points for 7`, `variant gossip`."""
    if isinstance(knob, Switch):
        return (
            f"{readable_text(knob.variant, names)}: {_line_text(knob.lines, names)}"
            if knob.lines
            else readable_text(knob.key, names)
        )
    return f"option {readable_text(knob.key, names)}" if isinstance(knob, Option) else _place_text(knob.key, names)


def _line_text(lines: Sequence[str], names: Names) -> str:
    """Describes a line of a variant: what it sets, replaces, adds or removes, with the variant's sentence about it."""
    first = lines[0]
    if found := _SET.fullmatch(first):
        return f"{_place_text(found[1], names)}, {found[2]}"
    head = readable_text(" ".join(first.replace(":", " ").split()[:3]), names)
    sentence = re.search(r'"([^"]+)"', " ".join(lines))
    return f"{head} (“{sentence[1].rstrip('.')}”)" if sentence else head


def _place_text(key: str, names: Names) -> str:
    """Names the place that a line sets: `points for 7`."""
    if found := _CELL.fullmatch(key):
        row = f"{readable_text(found[1], names)} for {readable_text(found[2], names)}"
        return f"{readable_text(found[3], names)} of {row}" if found[3] else row
    if found := _ATTRIBUTE.fullmatch(key):
        return f"{readable_text(found[2], names)} of {readable_text(found[1], names)}"
    return readable_text(re.sub(r"\s+(up to|at most)$", "", key), names)


def setting_text(knob: Knob, setting: Setting | None, names: Names) -> str:
    """Formats the value of a number, option or variant that may change."""
    if setting is None:
        return readable_text(knob.now_text, names) if isinstance(knob, Number) and knob.now_text else "as it is"
    if isinstance(setting, bool):
        return "on" if setting else "off"
    return readable_text(setting, names) if isinstance(setting, str) else with_minus(setting)


def change_text(knob: Knob, setting: Setting, names: Names) -> str:
    """Describes a change: `points for 7: 26 instead of 28`."""
    if isinstance(knob, Switch):
        return f"{knob_text(knob, names)}: {setting_text(knob, setting, names)}"
    before, after = setting_text(knob, knob.now, names), setting_text(knob, setting, names)
    return f"{knob_text(knob, names)}: {after} instead of {before}"


def readable_text(text: str, names: Names) -> str:
    """Writes the names in a text for people."""
    return _WORD.sub(lambda found: names.get(found[0], found[0].replace("_", " ")), text)
