"""What is secret in the shipped games, by the rules of each game and not by its file: hands, piles, dice, bids. It stays secret in random matches, in what is
shown and in what is told. No game that hides something is missing, and a `seen by` that is taken away is noticed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamedsl import pipeline
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.source import Source
from gamedsl_interpreter.engine import Engine, S
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.wasm.engine import WasmEngine
from games import shipped
from property.telling import leaks
from property.walks import SEEDS, law, match
from share import few, picked, share

SECRETS: Mapping[str, Mapping[str, str]] = {
    "bridge": {"deck": "nobody", "hand": "owner"},
    "crazy_eights": {"deck": "nobody", "hand": "owner"},
    "cribbage": {"deck": "nobody", "crib": "nobody", "hand": "owner"},
    "english_auction": {"worth": "owner"},
    "euchre": {"deck": "nobody", "laid_aside": "nobody", "hand": "owner"},
    "gin_rummy": {"stock": "nobody", "hand": "owner"},
    "go_fish": {"pond": "nobody", "hand": "owner"},
    "goofspiel": {"prizes": "nobody", "hand": "owner"},
    "hearts": {"deck": "nobody", "hand": "owner"},
    "holdem": {"deck": "nobody", "hand": "owner"},
    "kuhn_poker": {"deck": "nobody", "hand": "owner"},
    "leduc_poker": {"deck": "nobody", "hand": "owner"},
    "liars_dice": {"cup": "owner"},
    "phantom_tic_tac_toe": {
        "mark": "nobody",
        "known": "owner",
        "landed": "nobody",
        "tries_made": "nobody unless counted",
    },
    "sea_battle": {"vessel": "owner"},
    "sealed_bids": {"worth": "owner"},
    "twenty_one": {"deck": "nobody"},
    "beacon_chain": {
        "roles": "nobody",
        "basket": "nobody",
        "leftover": "nobody",
        "role": "owner",
        "hand": "owner",
    },
    "branch_lines": {"yard": "nobody", "office": "nobody", "hand": "owner", "orders": "owner"},
    "bread_street": {"plans": "nobody"},
    "canal_country": {"shed": "nobody", "office": "nobody", "tools": "owner", "contracts": "owner"},
    "colour_rows": {"deck": "nobody"},
    "crowded_rows": {"stock": "nobody", "hand": "owner"},
    "deep_cave": {"deck": "nobody"},
    "flower_stall": {"deck": "nobody", "hand": "owner"},
    "forecast": {"deck": "nobody", "hand": "owner"},
    "gem_guild": {"deck": "nobody"},
    "golf_patience": {"stock": "nobody"},
    "kiln_lane": {"deck": "nobody"},
    "lantern_show": {"deck": "nobody", "hand": "others"},
    "hedge_country": {"stock": "nobody"},
    "lost_cities": {"deck": "nobody", "hand": "owner"},
    "love_letter": {"deck": "nobody", "aside": "nobody", "hand": "owner"},
    "masked_court": {"deck": "nobody", "hand": "owner"},
    "pack_road": {"office": "nobody"},
    "domino_vale": {"stack": "nobody"},
    "shire_quilt": {"bag_of_strips": "nobody"},
    "mill_valley": {"deck": "nobody", "hand": "owner"},
    "spell_kitchen": {"cupboard": "nobody", "hand": "owner"},
    "tile_walls": {"sack": "nobody"},
    "gloriana": {"deck": "nobody", "nobles": "nobody", "singles": "nobody", "doubles": "nobody", "hand": "owner"},
    "glory_islands": {
        "sack": "nobody",
        "hand": "owner",
        "treasure": "owner unless Morgan",
        "deck": "nobody",
        "wrecks": "nobody",
        "stack": "nobody",
        "loot": "owner",
    },
}
"""By game: zones and fields that not everybody sees, and who does."""

KEPT = {"drawn": "owner"}
"""What is drawn to choose from lies in a zone of its own (`draw … keep`)."""


LOOKS = {"beacon_chain": ("role", "basket"), "love_letter": ("hand",), "glory_islands": ("stack",)}
"""Zones that one may look into by the rules: smugglers and the lookout with closed eyes and all into the basket, the Priest, and a ship at a reef."""


def problems(engine: Engine[S], state: S, secrets: Mapping[str, str], setup: Setup) -> Iterator[str]:
    """What the seats see in a position and should not, or do not see and should."""
    game = engine.game
    known = {**secrets, **KEPT}
    fields = [f"{seat}.{spec.name}" if spec.owned else spec.name for spec in game.fields for seat in game.seats]
    for number, seat in enumerate(game.seats):
        view = engine.view(state, number)
        shown = {name for name, _ in view.fields}
        for zone in view.zones:
            owner, _, name = zone.name.rpartition(".")
            may = _may_see(known.get(_bare(name)), owner, seat, setup)
            if zone.name != "other sides" and may != (zone.contents is not None):
                yield f"{seat} {'does not see' if may else 'sees'} {zone.name}"
        for field in sorted(shown):
            owner, _, name = field.rpartition(".")
            if not _may_see(known.get(_bare(name)), owner, seat, setup):
                yield f"{seat} sees {field}"
        for field in sorted(set(fields)):
            owner, _, name = field.rpartition(".")
            is_shown = any(one == field or one.startswith(f"{field}[") for one in shown)
            if name in secrets and _may_see(known[name], owner, seat, setup) and not is_shown:
                yield f"{seat} does not see {field}"


def _bare(name: str) -> str:
    return re.sub(r"\[.*", "", name)


def _may_see(who: str | None, owner: str, seat: str, setup: Setup) -> bool:
    match who:
        case None:
            return True
        case "nobody":
            return False
        case "owner":
            return owner == seat
        case "others":
            return owner != seat
        case "owner unless Morgan":
            return owner in (seat, "Morgan")
        case _:
            return dict(setup.options)["tries"] == "counted"


def _first(name: str) -> list[Setup]:
    """A setup for each number of players, and one for each value of an option."""
    every = shipped.setups(name)
    seen: dict[object, Setup] = {}
    for setup in every:
        for key in (setup.players, *setup.options):
            seen.setdefault(key, setup)
    return list(dict.fromkeys(seen.values()))


@pytest.mark.parametrize("name", share(sorted(SECRETS), 6))
def test_secrets_are_kept(name: str) -> None:
    for setup in few(_first(name), 2):
        engine = shipped.engine(name, setup)
        assert list(problems(engine, engine.initial(1), SECRETS[name], setup)) == []


@pytest.mark.parametrize("name", few([*shipped.GAMES, *shipped.VARIANTS], 8))
def test_the_open_games_hide_nothing_and_all_others_something(name: str) -> None:
    found = {hides(shipped.game(name, setup)) for setup in _first(name)}
    assert (found == {False}) if name in shipped.OPEN else (True in found)


IN_MATCHES = [
    "crazy_eights",
    "kuhn_poker",
    "lantern_show",
    "liars_dice",
    "love_letter",
    "phantom_tic_tac_toe",
    "sealed_bids",
]
"""Cards in hands and piles, hands for the others, dice, what is looked at, hidden fields, and bids."""

EVERY, MOST = 12, 60
"""At every so many decisions of a match the views are looked at, up to so many decisions."""


@pytest.mark.parametrize("name", picked(sorted(SECRETS), IN_MATCHES))
@law(3)
@given(st.data(), SEEDS)
def test_secrets_are_kept_in_matches(name: str, data: st.DataObject, seed: int) -> None:
    """In all positions of a match, and in all that was told: moves, looks, answers."""
    setup = data.draw(st.sampled_from(_first(name)))
    engine = WasmEngine(shipped.game(name, setup))
    known = {**SECRETS[name], **KEPT}
    played = list(match(engine, seed, MOST))
    for state, _ in played[::EVERY]:
        assert list(problems(engine, state, SECRETS[name], setup)) == []
    for number, seat in enumerate(engine.game.seats):

        def sees(zone: str, seat: str = seat) -> bool:
            owner, _, bare = zone.rpartition(".")
            return _may_see(known.get(_bare(bare)), owner, seat, setup)

        events = engine.view(played[-1][0], number).events
        assert list(leaks(seat, events, sees, looks=LOOKS.get(name, ()))) == []


@pytest.mark.parametrize("name", few([name for name in shipped.GAMES if name not in SECRETS], 8))
def test_nothing_is_hidden_in_the_others(name: str) -> None:
    for setup in few(_first(name), 2):
        assert _hidden(shipped.game(name, setup)) == set()


def _hidden(game: Game) -> set[str]:
    """Declared zones and fields that not everybody sees."""
    zones = {spec.name for spec in game.zones if not spec.hidden and spec.visibility.who != "everyone"}
    fields = {spec.name for spec in game.fields if not spec.hidden and spec.visibility.who != "everyone"}
    return (zones | fields) - set(KEPT)


@pytest.mark.parametrize("name", share(sorted(SECRETS), 6, 3))
def test_no_secret_is_missing_from_the_table(name: str) -> None:
    found = {one for setup in _first(name) for one in _hidden(shipped.game(name, setup))}
    assert found == set(SECRETS[name])


@pytest.mark.parametrize("name", few(sorted(SECRETS), 6, 1))
def test_a_secret_that_is_given_away_is_noticed(name: str) -> None:
    source = shipped.find(name)
    assert source is not None
    for secret in SECRETS[name]:
        pattern = rf"^( +{secret}(?:\[[^\]]*\])?:? [^\n]*?), seen by \w+(?=[^\n]*$)"
        line = next(found for found in re.finditer(pattern, source.text, re.MULTILINE) if "choose" not in found[0])
        text = source.text[: line.start()] + line[1] + source.text[line.end() :]
        parsed = pipeline.parse_files(Source(name, text), shipped.find)
        assert any(_broken(name, parsed, setup) for setup in _first(name)), f"nobody notices that {secret} lies open"


def _broken(name: str, parsed: pipeline.Parsed, setup: Setup) -> bool:
    try:
        engine = ReferenceEngine(pipeline.compile(parsed, setup).game)
    except pipeline.NotCompilable:  # of an open pile the order matters
        return True
    return any(problems(engine, engine.initial(1), SECRETS[name], setup))
