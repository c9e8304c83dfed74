"""Finds what lies on the table because it was thrown: the dice of the present turn."""

from __future__ import annotations

from gamedsl_interpreter.engine import View


def throws_on_table(view: View) -> list[tuple[str, str]]:
    """Returns what was thrown last and not yet used by a choice, or else what was thrown earlier and is still of use, by its names."""
    rolled = {event.data[1] for event in view.events if event.data[0] == "roll"}
    # What somebody has chosen stands in the log, and what only the rules count by is nobody's business.
    return _last_throws(view) or [(name, value) for name, value in view.locals if name in rolled]


def _last_throws(view: View) -> list[tuple[str, str]]:
    """Returns the dice that were thrown last, by their names, as long as nobody has chosen since. What is no number is drawn and not thrown."""
    rolls: list[tuple[str, str]] = []
    for event in reversed(view.events):
        match event.data[0]:
            case "roll":
                name, value = str(event.data[1]), str(event.data[2])
                if name in (one for one, _ in rolls):
                    break
                rolls.append((name, value))
            case "choose":
                break
            case _:
                pass
    return [(name, value) for name, value in reversed(rolls) if value.isdigit()]
