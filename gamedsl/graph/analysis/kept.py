"""Finds the fields that keep what was chosen or thrown, so that both need not be told."""

from __future__ import annotations

from gamedsl.graph.analysis.walk import statements
from gamedsl.graph.model.expressions import Local
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.statements import SetField


def list_kept_names(game: Game) -> frozenset[tuple[str, str]]:
    """Returns the pairs of a field and the name of a local (a choice or a throw) whose value some rule assigns to the field."""
    return frozenset(
        (game.fields[one.field].name, game.locals[one.value.id].name)
        for one in statements((game.nodes, game.routines))
        if isinstance(one, SetField) and isinstance(one.value, Local)
    )
