"""Matches by clicking, compared with the command line's."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import gamedsl
from gamedsl.page import page_html, page_setup
from page.browser import Clicked

ROOT = Path(__file__).parents[2]
GAMES = tuple(
    sorted(
        str(path.relative_to(ROOT / "games").with_suffix(""))
        for path in (ROOT / "games").rglob("*.gdl")
        if "variants" not in path.parts
    )
)


def written_page(name: str, folder: Path, setups: slice = slice(None), rules_file: Path | None = None) -> Path:
    """The page of some setups of a game that comes with gamedsl, or of a file."""
    rules = gamedsl.load_rules(rules_file or ROOT / f"games/{name}.gdl")
    made = [
        page_setup(setup, rules.game(players=setup.players, **dict(setup.options)), lambda _, make: make())
        for setup in rules.setups()[setups]
    ]
    path = folder / f"{name.replace('/', '_')}.html"
    path.write_text(page_html(made, f"{name}.gdl", {}), "utf-8")
    return path


def check_played(game: gamedsl.Game, clicked: Clicked) -> None:
    """The saved match is one that a replay verifies, move by move with the same positions."""
    saved = json.loads(clicked.saved)
    engine = gamedsl.engine_for(game)
    end = gamedsl.verify_replay(engine, gamedsl.replay_from_json(clicked.saved))
    assert end.is_over
    state = engine.initial(saved["seed"])
    positions: list[int] = []
    for entry in saved["moves"]:
        seat = saved["seats"].index(entry["seat"])
        move = engine.parse_move(state, seat, entry["move"])
        assert not isinstance(move, gamedsl.Refusal)
        state = engine.play(state, seat, move)
        positions.append(zlib.crc32(state.bytes))
    assert tuple(positions) == clicked.positions
    assert clicked.leaks == ()
