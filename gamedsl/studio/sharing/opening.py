"""Starts sharing: continues the match in the file, or begins a new one."""

from __future__ import annotations

from gamedsl.errors import GameDslError
from gamedsl.graph.compiled import Setup
from gamedsl.server.addresses import EVERY, own_address
from gamedsl.server.players import Players
from gamedsl.studio.sharing.keeping import Keep, Kept
from gamedsl.studio.sharing.table import Guests, SharedTable
from gamedsl.studio.state import Studio
from gamedsl.values import frozen


class SetupError(GameDslError):
    """The match in the file is of another game, or of a setup that the rules do not have or that was not requested; the text is a sentence."""


@frozen
class Sharing:
    """The settings of a shared match: its players, the saved match (None: a new one), the function that saves it, and the address at which the host listens."""

    guests: Guests
    kept: Kept | None
    keep: Keep
    host: str = EVERY


def share(studio: Studio, sharing: Sharing, port: int) -> Players:
    """Shares a new match of the setup that a studio shows, or the saved match, and starts its agents. Raises UnreadableError while there is nothing to
    play, SetupError, KeepingError, NotCompilable, Fault, AgentSpecError."""
    kept = sharing.kept
    base = f"http://{own_address(sharing.host)}:{port}"
    if kept is None:
        setting = studio.shown
    else:
        setup = Setup(kept.replay.players, tuple(kept.replay.options.items()))
        shown = studio.show(setup)
        if shown is None:
            raise SetupError(f"the match in it is for {setup}")
        setting = shown
        if setting.compiled.game.name != kept.replay.game:
            raise SetupError(f"the match in it is of {kept.replay.game}")
    table = SharedTable(sharing.guests, sharing.keep, base, setting, kept)
    players = Players()
    studio.share(table)
    studio_tell = table.on_change

    def notify() -> None:
        studio_tell()
        if table.is_ended:
            players.end()
        players.wake(table)

    table.on_change = notify
    players.start()
    players.wake(table)
    return players
