"""The teams of a match, in words."""

from __future__ import annotations

from gamedsl.graph.model.types import EnumId
from gamedsl.page.ranking import teams_of_seats
from gamedsl.table.names import Names
from gamedsl.table.text import join_items


def sentence_about_teams(names: Names) -> str:
    """Returns a sentence that says who plays together; empty where nobody does, or where that can change during a match."""
    told = [
        f"{join_items([names.game.seats[one] for one in seats])} {'plays' if len(seats) == 1 else 'play'} as {team}"
        for team, seats in teams_of(names).items()
    ]
    return f"{'; '.join(told)}." if told else ""


def teams_of(names: Names) -> dict[str, list[int]]:
    """Returns the seats of each team by its name; empty if there are no teams, or if they can change during a match."""
    game = names.game
    ranked = next(((EnumId(at), enum) for at, enum in enumerate(game.enums) if enum.name == game.ranking.of), None)
    if ranked is None:
        return {}
    of, enum = ranked
    found = enumerate(teams_of_seats(game, len(enum.values)))
    return {names.word(of, value): seats for value, seats in found if seats}
