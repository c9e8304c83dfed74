"""What is played at a shared table: a setup with its engine and model, and who plays its seats."""

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
from gamedsl_interpreter.agents import Agent
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.fastest import fastest
from gamedsl_interpreter.hosting.model import model_of
from gamedsl_interpreter.hosting.seat_data import SeatData
from gamedsl_interpreter.thinking.specs import AgentSpecError


@frozen
class Guests:
    """Who plays: `agents` gives those of a game by seat, all other seats are people's; `host` gives the one that the host wants (None: the first that is
    free). `names` are those that were asked for."""

    agents: Callable[[Game], Mapping[int, Agent]] = lambda _: {}
    host: Callable[[Game], int | None] = lambda _: None
    names: Sequence[str] = ()


@frozen
class Playing:
    """A setup that is played, with the model that its pages are given. `digest` changes with all that a page is made of."""

    setting: Setting
    data: SeatData
    model: JsonObject
    nodes: Mapping[int, int]
    digest: str
    agents: Mapping[int, Agent]
    host: int | None

    @property
    def seats(self) -> int:
        """How many seats people or agents can take."""
        return self.data.engine.game.humans


def playing_of(setting: Setting, guests: Guests) -> Playing:
    """What is played of a setup. Raises NotCompilable, AgentSpecError."""
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
    """What a seat without a name of its own is called."""
    found = re.fullmatch(r"P(\d+)", seat)
    return f"Player {found[1]}" if found else seat.replace("_", " ")
