"""The teams of a match, in words."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.model.types import EnumId
from gamedsl.page.ranking import teams_of_seats
from gamedsl.table.names import Names
from gamedsl.table.text import join_items


def sentence_about_teams(names: Names) -> str:
    """Returns a sentence that says who plays together; empty where nobody does, or where that can change during a match."""
    return f"{'; '.join(told)}." if (told := list(_teams(names))) else ""


def _teams(names: Names) -> Iterator[str]:
    game = names.game
    for number, enum in enumerate(game.enums):
        if enum.name != game.ranking.of:
            continue
        for value, seats in enumerate(teams_of_seats(game, len(enum.values))):
            verb = "plays" if len(seats) == 1 else "play"
            if seats:
                yield f"{join_items([game.seats[one] for one in seats])} {verb} as {names.word(EnumId(number), value)}"
