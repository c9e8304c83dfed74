"""The setup that is played at a shared table, with its engine and model, and the players of its seats."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import cast

from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl.studio.setting import Setting
from gamedsl.studio.sharing.nodes import alike
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.hosting.model import model_of
from gamedsl_interpreter.hosting.seat_data import SeatData
from gamedsl_interpreter.matches.agents import Agent
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.thinking.specs import AgentSpecError


@frozen
class Guests:
    """The players: `agents` returns the agents of a game by seat, all other seats belong to people; `host` returns the seat that the host wants (None: the
    first free one). `names` are the names that were requested."""

    agents: Callable[[Game], Mapping[int, Agent]] = lambda _: {}
    host: Callable[[Game], int | None] = lambda _: None
    names: Sequence[str] = ()


@frozen
class Playing:
    """The setup that is played, with the model for its pages. `digest` changes with everything that a page is made from."""

    setting: Setting
    data: SeatData
    model: JsonObject
    nodes: Mapping[int, int]
    digest: str
    agents: Mapping[int, Agent]
    host: int | None

    @property
    def seats(self) -> int:
        """The number of seats for people and agents."""
        return self.data.engine.game.humans


def playing_of(setting: Setting, guests: Guests) -> Playing:
    """Prepares a setup for playing. Raises NotCompilable, AgentSpecError."""
    game = setting.compiled.game
    model = model_of(game)
    text = json.dumps([model, setting.style], sort_keys=True)
    digest = sha256(text.encode()).hexdigest()[:20]
    engine = cast("Engine[State]", fastest(game, keeper=setting.known.store).engine)
    agents, host = guests.agents(game), guests.host(game)
    if host is not None and host in agents:
        raise AgentSpecError(f"you and an agent are to play {game.seats[host]}", "name the seat once")
    if len(guests.names) > game.humans:
        raise AgentSpecError(f"there are {len(guests.names)} names for {game.humans} players")
    return Playing(setting, SeatData(engine), model, alike(model), digest, agents, host)


def spoken(seat: str) -> str:
    """Returns the name of a seat whose player has not chosen one."""
    found = re.fullmatch(r"P(\d+)", seat)
    return f"Player {found[1]}" if found else seat.replace("_", " ")
