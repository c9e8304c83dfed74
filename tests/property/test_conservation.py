"""What holds in every position of every game, and in every position of the two large ones."""

from __future__ import annotations

from collections import Counter

from hypothesis import given

from gamedsl.graph.compiled import Setup
from games import shipped
from property.walks import SEEDS, law, match, reading, some_setups

TRIANGULAR = [n * (n + 1) // 2 for n in range(9)]
KEPT_SPECIALISTS = 3


@law(examples=24)
@given(some_setups(*shipped.QUICK), SEEDS)
def test_no_piece_is_lost_or_made(which: tuple[str, Setup], seed: int) -> None:
    engine, read = shipped.engine(*which), reading(*which).position
    copies = Counter[str]()
    for kind in engine.game.kinds:
        copies[kind.name] += kind.copies
    for state, _ in match(engine, seed):
        assert read(state.bytes).copies() == copies


@law(examples=8)
@given(some_setups("gloriana"), SEEDS)
def test_taverns_hold_four_or_none(which: tuple[str, Setup], seed: int) -> None:
    engine, read = shipped.engine(*which), reading(*which).position
    for state, _ in match(engine, seed):
        now = read(state.bytes)
        sizes = {now.size(zone) for zone in now.zones if zone.endswith(".crew")}
        assert sizes <= {0, 4}


@law(examples=8)
@given(some_setups("gloriana"), SEEDS)
def test_events_are_worth_triangular_numbers(which: tuple[str, Setup], seed: int) -> None:
    engine, read = shipped.engine(*which), reading(*which).position
    values = {*TRIANGULAR, *(max(0, points - KEPT_SPECIALISTS) for points in TRIANGULAR)}
    earned = dict.fromkeys(engine.game.seats, 0)
    for state, _ in match(engine, seed):
        now = read(state.bytes).fields
        gained = {seat: now[f"{seat}.earned"] - before for seat, before in earned.items()}
        assert set(gained.values()) <= values
        earned = {seat: now[f"{seat}.earned"] for seat in earned}
        outcome = engine.outcome(state)
        assert outcome is None or all(dict(lines)["variety"] in TRIANGULAR[:6] for lines in outcome.scores)


@law(examples=8)
@given(some_setups("glory_islands"), SEEDS)
def test_every_captain_keeps_pirates_and_card_values(which: tuple[str, Setup], seed: int) -> None:
    engine, read = shipped.engine(*which), reading(*which).position
    cards = ("hand", "played", "discard", "deck")
    for state, turn in match(engine, seed):
        is_set_up = turn is None or engine.step(state, turn.seat).decision != "outfit"
        now = read(state.bytes)
        afloat = [seat for seat in engine.game.seats if now.fields[f"{seat}.marker"] < 40]
        assert sum(now.copies()[f"pirate.{seat}"] for seat in engine.game.seats) == sum(
            8 if seat == "Morgan" else 5 for seat in engine.game.seats
        )
        for seat in afloat:
            held = Counter[str]()
            for zone in cards:
                for card, count in now.zones.get(f"{seat}.{zone}", Counter[str]()).items():
                    held[card.split(".")[0]] += count
            held["Three"] += held.pop("Trey", 0)
            if not is_set_up and not held.total():
                continue
            assert held == {"One": 1, "Two": 1, "Three": 2, "Four": 1, "Five": 1}
            assert now.size(f"{seat}.barrels") <= 3
