"""Matches by clicking, compared with the command line's."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from pathlib import Path

import gamedsl
import made_once
from gamedsl.api.asked import compile_setup
from gamedsl.cards import page_look
from gamedsl.json import JsonObject
from gamedsl.page import page_html, page_setups, read_look
from gamedsl.rulebook import rules_beside
from gamedsl_interpreter.hosting.model import model_of
from gamedsl_interpreter.things import thing_json
from games import shipped
from page.browser import Clicked, Pick
from share import IS_WHOLE

ROOT = Path(__file__).parents[2]
GAMES = tuple(
    sorted(
        str(path.relative_to(ROOT / "games").with_suffix(""))
        for path in (ROOT / "games").rglob("*.gdl")
        if "variants" not in path.parts
    )
)


def written_page(
    name: str, folder: Path, setups: slice = slice(0, 1), rules_file: Path | None = None, *, has_look: bool = False
) -> Path:
    """The page of some setups (else the first) of a game that comes with gamedsl, or of a file; `has_look`: with the look file beside the rules."""
    file = rules_file or ROOT / f"games/{name}.gdl"
    path = folder / f"{name.replace('/', '_')}.html"
    key = f"page {name} {setups} {has_look} {file.read_text('utf-8')}"
    path.write_bytes(made_once.kept(key, lambda: _page(name, file, setups, has_look=has_look).encode()))
    return path


def _page(name: str, file: Path, setups: slice, *, has_look: bool) -> str:
    rules = gamedsl.load_rules(file)
    chosen = [(setup, compile_setup(rules, setup)) for setup in rules.setups()[setups]]
    made, modules, _ = page_setups(chosen, len(chosen) if IS_WHOLE else _MANY, None, 1, lambda _, __: None)
    look = _look(ROOT / f"games/{name}.look.toml", _games(rules, file)) if has_look else {}
    return page_html(made, f"{name}.gdl", look, rules_beside(rules.parsed, look), modules)


_MANY = 100
"""As many setups as a page has whose modules are not optimised: optimising takes as long as the rest. Matches on modules that are optimised are played in the tests
of hosts and in whole runs."""


def _games(rules: gamedsl.Rules, file: Path) -> list[gamedsl.Game]:
    """The games of all setups; those of the repository are compiled once in a run."""
    if file.is_relative_to(ROOT / "games"):
        return [shipped.game(file.stem, setup) for setup in shipped.every_setup(file.stem)]
    return [rules.game(players=setup.players, **dict(setup.options)) for setup in rules.setups()]


def _look(path: Path, games: list[gamedsl.Game]) -> JsonObject:
    """What `gamedsl page` makes of a look file; nothing if there is none."""
    if not path.exists():
        return {}
    look = read_look(path.read_text("utf-8"), [model_of(game) for game in games], path.parent)
    return page_look(games, look, path.parent).look


def check_played(game: gamedsl.Game, clicked: Clicked) -> None:
    """The saved match, which is over, is one that a replay verifies, move by move with the same positions, and its moves choose what was picked."""
    end = gamedsl.verify_replay(gamedsl.engine_for(game), gamedsl.replay_from_json(clicked.saved))
    assert end.is_over
    assert check_moves(game, clicked) == len(clicked.picks)


def check_moves(game: gamedsl.Game, clicked: Clicked) -> int:
    """The moves so far lead to the same positions, and choose what was picked. Gives how many selections were compared: not those of a move that is not
    complete."""
    saved = json.loads(clicked.saved)
    engine = gamedsl.engine_for(game)
    state = engine.initial(saved["seed"])
    positions: list[int] = []
    compared = 0
    picks: dict[int, list[Pick]] = {}
    for pick in clicked.picks:
        picks.setdefault(pick.move, []).append(pick)
    for entry in saved["moves"]:
        seat = saved["seats"].index(entry["seat"])
        move = engine.parse_move(state, seat, entry["move"])
        assert not isinstance(move, gamedsl.Refusal)
        for pick in picks.pop(len(positions), []):
            assert chosen(move, pick.name) == dict(pick.parts), f"{pick.name} in {move.text}: {pick.parts} was picked"
            compared += 1
        state = engine.play(state, seat, move)
        positions.append(zlib.crc32(state.bytes))
    assert tuple(positions) == clicked.positions
    assert clicked.leaks == ()
    return compared


def chosen(move: gamedsl.Move, selection: str) -> dict[str, int]:
    """How many of each thing a selection chooses."""
    (thing,) = (thing for choice in move.choices for name, thing in choice.values if name == selection)
    match thing:
        case gamedsl.Counted(entries):
            return {_json(one): number for one, number in entries}
        case tuple():
            return dict(Counter(_json(one) for one in thing))
        case _:
            raise AssertionError(f"{selection} is one thing in {move.text}")


def _json(thing: gamedsl.Thing) -> str:
    """As the browser writes it."""
    return json.dumps(thing_json(thing), ensure_ascii=False, separators=(",", ":"))
