"""Shows rules, games, views and summaries in notebooks: small tables in the colours of the notebook, light or dark.

Everything from rules is escaped. Nothing refers to other files, and no script runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

import gamedsl

_MOST = 60
"""The most rows of a table; the others are counted."""
_STYLE = (
    "<style>.gamedsl table{border-collapse:collapse;margin:.4em 0}"
    ".gamedsl :is(td,th){text-align:left;padding:.1em .8em .1em 0;border-bottom:1px solid #8884;vertical-align:top}"
    ".gamedsl :is(th,.faint){opacity:.65}</style>"
)
"""The style uses only shades of the notebook's own colours."""


def rules_html(rules: gamedsl.Rules) -> str:
    """Shows the name and the setups of rules, or their mistakes if they cannot be played."""
    errors = [one for one in rules.check().diagnostics if one.severity is gamedsl.Severity.ERROR]
    if errors:
        return f"<div><b>Rules with mistakes</b><pre>{escape(rules.text(errors[:5]))}</pre>{_tell_left_out(len(errors) - 5)}</div>"
    setups = rules.setups()
    players = sorted({setup.players for setup in setups})
    options: dict[str, dict[str, None]] = {}
    for setup in setups:
        for name, value in setup.options:
            options.setdefault(name, {})[value] = None
    rows = [("players", ", ".join(map(str, players))), *((name, ", ".join(values)) for name, values in options.items())]
    game = rules.game()
    return _block(rules.name, game.doc or "", _table((), rows))


def game_svg(game: gamedsl.Game) -> str:
    """Draws the graph of a game. The drawing has a light background."""
    return gamedsl.svg_of(game)


def view_html(view: gamedsl.View) -> str:
    """Shows a view: zones, fields, and the last observations."""
    contents = [(zone.name, _contents(zone)) for zone in view.zones]
    zones = [(name, held) for name, held in contents if held]
    empty = ", ".join(name for name, held in contents if not held)
    seen = [(event.text,) for event in view.events[-5:]]
    acting = ", ".join(map(str, view.to_act)) or "nobody"
    rows = [*zones, *((("empty", empty),) if empty else ()), *view.fields]
    tables = _table((), rows) + (_table(("seen last",), seen) if seen else "")
    who = "all seats see" if view.seat is None else f"seat {view.seat} sees"
    return _block(f"What {who}", f"{view.phase}; to act: {acting}", tables)


def summary_html(summary: gamedsl.Summary) -> str:
    """Shows the seats with their victories and scores, and the reasons for which matches ended."""
    lines = [name for name, _ in summary.seats[0].lines] if summary.seats else []
    number = max(summary.matches, 1)
    is_alone = summary.contest.value == "alone"
    seats = [
        (
            seat.name, seat.policy, "" if is_alone else f"{float(seat.wins) / number:.1%}", f"{seat.total.mean:.2f}",
            *(f"{tally.mean:.2f}" for _, tally in seat.lines),
        )
        for seat in summary.seats
    ]  # fmt: skip
    ends = [(reason, f"{count / number:.1%}") for reason, count in summary.reasons]
    told = f"{summary.matches:,} matches of seed {summary.seed}; {summary.decisions.mean:.1f} decisions each"
    tables = _table(("seat", "policy", "wins", "total", *lines), seats) + _table(("ended because", ""), ends)
    return _block(summary.game, told, tables)


def _contents(zone: gamedsl.ZoneView) -> str:
    """Describes the contents of a zone; empty for a zone that is seen to be empty."""
    if zone.contents is not None:
        return ", ".join(kind if number == 1 else f"{number} {kind}" for kind, number in zone.contents)
    known = f" (among them {', '.join(f'{number} {kind}' for kind, number in zone.known)})" if zone.known else ""
    return f"{'?' if zone.count is None else zone.count} unseen{known}"


def _block(title: str, words: str, inside: str) -> str:
    faint = f'<div class="faint">{escape(words)}</div>' if words else ""
    return f'{_STYLE}<div class="gamedsl"><b>{escape(title)}</b>{faint}{inside}</div>'


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    listed = list(rows)
    top = f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>" if any(head) else ""
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in listed[:_MOST])
    return f"<table>{top}{body}</table>{_tell_left_out(len(listed) - _MOST)}"


def _tell_left_out(number: int) -> str:
    return f'<div class="faint">… {number} more</div>' if number > 0 else ""
