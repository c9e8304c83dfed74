"""The surroundings of a line that is rewritten."""

from __future__ import annotations

from gamedsl.syntax.guessing.own_names import OwnNames
from gamedsl.values import frozen


@frozen
class Setting:
    """The surroundings of a line: the `headers` of the blocks around it, the names of the rules, the text that holds them, the last choice above it and the last
    roll. `lacks_player`: it needs a player, and nobody acts there."""

    headers: tuple[str, ...]
    own: OwnNames
    names: str
    chosen: str
    rolled: str
    lacks_player: bool
