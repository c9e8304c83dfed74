"""The games that a server offers, and their setups as tables play them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from gamedsl.api.asked import correct
from gamedsl.api.making.looks import read_look
from gamedsl.api.rules import Rules
from gamedsl.errors import ArgumentError
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game as CompiledGame
from gamedsl.json import Json, JsonObject
from gamedsl.reports.titles import title_for_players
from gamedsl.server.refusals import RefusedError
from gamedsl.server.tables.playing import Playing
from gamedsl.server.tables.setting import Setting
from gamedsl_interpreter.thinking.specs import STRENGTHS

COMPUTERS = {"random": "random:moves", **STRENGTHS}
"""How strong the computer plays, with the agents that do, as everywhere. Others cannot be asked for: anybody could keep the processor busy with them."""


class Game:
    """One game of a server, with its look. Its setups are compiled when somebody plays them."""

    def __init__(self, rules: Rules, look: str | Path | None) -> None:
        """Raises RulesError, LookError, OSError, ArgumentError."""
        self.rules = correct(rules)
        self.name = rules.name
        first = rules.setups()[0]
        game = rules.game(first.players, None, **dict(first.options))
        self.style = _style(rules, game, look)
        self.sentence = game.doc or ""
        self._said = {one.name: one.text for one in game.about.sentences if one.of == "option"}
        self._lock = Lock()
        self._playing: dict[Setup, Playing] = {}

    @property
    def title(self) -> str:
        """The name for people."""
        return title_for_players(self.style, self.name, ())

    @property
    def data(self) -> JsonObject:
        """Returns the choices for a table: the numbers of players, and the options with their values."""
        setups = self.rules.setups()
        options: dict[str, list[Json]] = {}
        for setup in setups:
            for name, value in setup.options:
                values = options.setdefault(name, [])
                if value not in values:
                    values.append(value)
        return {
            "game": self.name,
            "title": self.title,
            "sentence": self.sentence,
            "players": [*sorted({setup.players for setup in setups})],
            "options": [
                {"name": name, "values": values, "sentence": self._said.get(name)} for name, values in options.items()
            ],
            "computers": [*COMPUTERS],
        }

    def setup(self, players: int | None, options: JsonObject) -> Setup:
        """Finds the setup that was chosen. Raises RefusedError."""
        setups = self.rules.setups()
        fits = [one for one in setups if players in (None, one.players)]
        if not fits:
            numbers = ", ".join(str(number) for number in sorted({one.players for one in setups}))
            raise RefusedError(
                f"{self.title} is not for {players} players.", "no-setup", f"`players` can be {numbers}.", 422
            )
        for name, value in options.items():
            values = list(dict.fromkeys(known for one in setups for option, known in one.options if option == name))
            if value not in values:
                names = ", ".join(f"`{known}`" for known in values or dict(setups[0].options)) or "no options"
                raise RefusedError(
                    f"{self.title} has no `{name}` of that value.", "no-setup", f"There are {names}.", 422
                )
            fits = [one for one in fits if dict(one.options).get(name) == value]
        if not fits:
            raise RefusedError(f"{self.title} does not allow these together.", "no-setup", "`api/games` has all.", 422)
        return fits[0]

    def playing(self, setup: Setup) -> Playing:
        """Returns a setup as tables play it."""
        with self._lock:
            known = self._playing.get(setup)
            if known is None:
                setting = Setting(self.rules.known, setup, self.rules.known.source.name, self.style)
                known = self._playing[setup] = Playing(setting)
            return known


def _style(rules: Rules, game: CompiledGame, look: str | Path | None) -> JsonObject:
    """Returns the look of the pages of all setups. Raises LookError, OSError, ArgumentError."""
    style = read_look(look, rules, [game])
    if look is None:
        return style
    from gamedsl.cards import page_look

    return page_look([game], style, Path(look).parent).look


def games_of(rules: Sequence[Rules], looks: Sequence[str | Path | None]) -> dict[str, Game]:
    """Returns the games by their names. Raises RulesError, LookError, OSError, ArgumentError."""
    if not rules:
        raise ArgumentError("`rules` has no game: a server needs one at least")
    if looks and len(looks) != len(rules):
        raise ArgumentError(f"there are {len(rules)} games and {len(looks)} looks: give one for each, or None")
    made: dict[str, Game] = {}
    for one, look in zip(rules, looks or [None] * len(rules), strict=True):
        game = Game(one, look)
        if game.name in made:
            raise ArgumentError(f"two games are called {game.name}: a server tells them apart by their names")
        made[game.name] = game
    return made
