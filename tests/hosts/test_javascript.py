"""The JavaScript package plays the same matches as Python: the same views, steps, texts, events and outcomes."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gamedsl
from gamedsl_interpreter.hosting.seat_data import SeatData
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState
from hosts.driving import ROOT, first_difference, lines, written, written_for_users
from share import share

GAMES = (
    "gloriana",
    "glory_islands",
    "classics/hearts",
    "classics/chess",
    "classics/hex",
    "modern/love_letter",
    "classics/ludo",
)


def _game(name: str) -> gamedsl.Game:
    return gamedsl.load_rules(ROOT / f"games/{name}.gdl").game()


@pytest.mark.parametrize("name", share(GAMES, 3))
def test_a_match_is_the_same_in_javascript(name: str, tmp_path: Path) -> None:
    game = _game(name)
    assert first_difference(game, written_for_users(game, tmp_path), 5) is None


def test_what_is_refused_has_its_sentence_and_what_is_saved_is_a_replay(tmp_path: Path) -> None:
    game = _game("classics/hearts")
    refused, saved = lines("refused.mjs", written(game, tmp_path))
    assert refused == ["Hearts are not broken: before one has been played, lead one only if you have nothing else."]
    engine = gamedsl.engine_for(game)
    assert gamedsl.verify_replay(engine, gamedsl.replay_from_json(str(saved))).is_over


def test_moves_by_their_texts_and_why_there_are_none(tmp_path: Path) -> None:
    """In chess from a named start, with a seed that no number of JSON holds."""
    game = _game("classics/chess")
    seed = 2**63 + 1
    replay = gamedsl.Match(gamedsl.engine_for(game), seed, start="kiwipete")
    first = replay.moves(0)[17]
    commands: list[list[object]] = [
        ["load", replay.to_json()], ["events", 0], ["play", 1, first.text], ["play", 0, "jump"], ["play", 0, "go(start = square[4, 4], target = square[1, 1])"],
        ["play", 0, first.text.replace(" ", "")], ["toAct"], ["save"], ["view", 32], ["step", -1], ["play", 1, None],
        ["new", {"start": "nowhere"}], ["new", {"seed": 1.5}], ["load", "{"], ["load", json.dumps({"format": "gamedsl replay 1", "digest": "other"})],
    ]  # fmt: skip
    found: Any = lines("asked.mjs", written(game, tmp_path), given=commands)
    engine = gamedsl.engine_for(game)
    assert [event["text"] for event in found[1]["gave"]] == [
        event.text for event in engine.view(replay.state, 0).events
    ]
    assert [(answer["error"], answer["refusal"]["kind"]) for answer in found[2:5]] == [
        ("IllegalMove", "not_your_turn"), ("IllegalMove", "not_offered"), ("IllegalMove", "selection"),
    ]  # fmt: skip
    assert (found[5]["gave"]["text"], found[6]["gave"]) == (first.text, [1])
    again = gamedsl.Match.from_json(found[7]["gave"], engine)
    replay.move(0, first)
    assert (again.seed, again.start, again.state) == (seed, "kiwipete", replay.state)
    assert [answer["error"] for answer in found[8:]] == ["GameError"] * 7


def test_what_a_filter_leaves_out_has_its_sentence(tmp_path: Path) -> None:
    """In Quoridor: a second wall where one lies."""
    game = _game("classics/quoridor")
    match = gamedsl.Match(gamedsl.engine_for(game), 1)
    wall = next(move.text for move in match.moves(0) if move.text.startswith("build"))
    match.move(0, wall)
    menu = next(option.value for option in match.step(1).options if option.text == "build")
    refused = match.engine.parse_move(match.state, 1, wall)
    commands = [
        ["new", {"seed": 1}],
        ["play", 0, wall],
        ["play", 1, wall],
        ["take", 1, menu],
        ["leftOut", 1],
        ["step", 1],
    ]
    found: Any = lines("asked.mjs", written(game, tmp_path), given=commands)
    assert isinstance(refused, gamedsl.Refusal)
    assert found[2]["refusal"]["why"] == refused.why == "A wall lies there."
    assert [(option["text"], option["refusal"]["why"]) for option in found[4]["gave"]] == [
        (wall.partition("middle = ")[2].partition("]")[0] + "]", "A wall lies there.")
    ]
    assert len(found[5]["gave"]["options"]) == 63


@pytest.mark.parametrize("name", share(["gloriana", "classics/hearts", "modern/lost_cities"], 2, 1))
def test_every_move_is_found_by_its_text(name: str, tmp_path: Path) -> None:
    """Hands and boards are large there: moves are found without listing them. Steps that are taken of an open decision are saved too."""
    game = _game(name)
    match = gamedsl.Match(gamedsl.engine_for(game), 3)
    dice = Random(1)
    texts: list[tuple[int, str]] = []
    while not match.is_over and len(texts) < 24:
        seat = match.to_act[0]
        texts.append((seat, match.move(seat, dice.choice(match.moves(seat))).text))
    while len(match.state.pending) == 0 and not match.is_over:
        match.take_step(match.to_act[0], match.step(match.to_act[0]).options[-1].value)
    played = [[each.seat, each.text] for each in match.played]
    commands: list[object] = [["new", {"seed": 3}], *(["play", *one] for one in played)]
    open_steps = json.loads(match.to_json())["open"]
    commands += [["take", game.seats.index(one["seat"]), value] for one in open_steps for value in one["steps"]]
    found: Any = lines("asked.mjs", written(game, tmp_path), given=[*commands, ["save"]])
    assert [answer["gave"]["text"] for answer in found[1 : len(played) + 1]] == [text for _, text in played]
    again = gamedsl.Match.from_json(found[-1]["gave"], match.engine)
    assert again.state == match.state
    assert json.loads(again.to_json())["open"] == open_steps


def test_another_future_is_the_one_of_python(tmp_path: Path) -> None:
    """In Ludo, where every move is followed by a roll."""
    game = _game("classics/ludo")
    engine = gamedsl.engine_for(game)
    state = engine.reseeded(engine.initial(4), 9, 2)
    commands: list[object] = [["new", {"seed": 4}], ["reseeded", 9, 2]]
    for _ in range(12):
        seat = engine.to_act(state)[0]
        move = engine.moves(state, seat)[0]
        commands += [["play", seat, move.text], ["events", 0]]
        state = engine.play(state, seat, move)
    seat = engine.to_act(state)[0]
    wrong = [
        ["save"],
        ["save", 3],
        ["step"],
        ["reseeded", "x"],
        ["imagined", seat, {"seed": "x"}],
        ["imagined", seat, {"most": -1}],
        ["advise", seat, {"seed": "x"}],
        ["choose", seat, "mcts:1", {"seed": None}],
        ["playouts", None],
        ["list", seat, {"most": "x"}],
    ]
    found: Any = lines("asked.mjs", written(game, tmp_path), given=[*commands, *wrong])
    seen = found[len(commands) - 1]["gave"]
    assert [event["text"] for event in seen] == [event.text for event in engine.view(state, 0).events]
    assert [answer.get("error") for answer in found[len(commands) :]] == ["GameError"] * len(wrong)


@pytest.mark.parametrize("name", share(["gloriana", "modern/love_letter"], 2, 1))
def test_what_is_hidden_changes_no_view(name: str, tmp_path: Path) -> None:
    """Neither what lies where the seat does not see it, nor what moved unseen, changes a byte of what the seat is shown."""
    game = _game(name)
    engine, dice = WasmEngine(game), gamedsl.Dice.seeded(1)
    state = engine.initial(6)
    given: list[object] = []
    while not state.is_over and len(given) < 24:
        seat, watcher = engine.to_act(state)[0], len(given) % len(game.seats)
        worlds = engine.worlds(state, watcher)
        move = engine.moves(state, seat)[0]
        given.append([[seat, move.text], watcher, [_record(worlds.sample(dice)) for _ in range(3)]])
        state = engine.play(state, seat, move)
    found: Any = lines("hidden.mjs", written(game, tmp_path), "6", given=given)
    assert [one["differing"] for one in found] == [[]] * len(given)
    assert sum(one["changed"] for one in found) > len(given)


def _record(state: WasmState) -> str:
    return b64encode(state.record).decode()


@pytest.mark.parametrize("name", share(["classics/hearts", "gloriana", "classics/goofspiel"], 2))
def test_a_host_in_python_tells_seats_the_same(name: str, tmp_path: Path) -> None:
    """Views, events, steps and refusals of `SeatData`, which pages of a shared match are told, are those of the package."""
    game = _game(name)
    match = gamedsl.Match(gamedsl.engine_for(game), 3)
    data = SeatData(match.engine)
    commands: list[object] = [["new", {"seed": 3}]]
    wanted: list[Any] = [None]
    while not match.is_over and len(match.played) < 14:
        seat, watcher = match.to_act[0], len(match.played) % len(game.seats)
        step = data.after(match.state, seat, ())
        assert isinstance(step, gamedsl.Step)
        move = match.moves(seat)[7 * len(match.played) % len(match.moves(seat))]
        commands += [
            ["view", watcher],
            ["events", watcher],
            ["step", seat],
            ["refused", seat],
            ["play", seat, move.text],
        ]
        seen = [data.event(event) for event in match.view(watcher).events]
        wanted += [data.view(match.state, watcher), seen, data.step(step), data.refusals(match.state, seat, ()), None]
        match.move(seat, move)
    found: Any = lines("asked.mjs", written(game, tmp_path), given=commands)
    for command, told, own in zip(commands, found, wanted, strict=True):
        if own is not None:
            assert _told(told["gave"]) == json.loads(json.dumps(own)), command


@pytest.mark.parametrize(
    "name", share(("classics/hearts", "gloriana", "rows", "modern/gem_guild", "modern/canal_country"), 3, 2)
)
def test_selections_of_several_are_the_same_as_a_whole(name: str, tmp_path: Path) -> None:
    """What can be picked of them, and the answers that choose just what is picked."""
    game = gamedsl.load_rules(ROOT / "tests/page/rows.gdl").game() if name == "rows" else _game(name)
    engine, random = gamedsl.engine_for(game), Random(3)
    data, state = SeatData(engine), engine.initial(3)
    commands: list[object] = [["new", {"seed": 3}]]
    wanted: list[object] = [None]

    def asked(command: str, seat: int, *given: object, gives: object) -> None:
        commands.append([command, seat, *given])
        wanted.append(gives)

    found = 0
    while not state.is_over and found < 60:
        seat, values = engine.to_act(state)[0], tuple[int, ...]()
        while isinstance(step := data.after(state, seat, values), gamedsl.Step):
            several: Any = data.several(state, seat, values)
            assert (several is not None) == (step.kind in ("count", "group", "member"))
            asked("several", seat, gives=several)
            answers: tuple[int, ...] | None = None
            for _ in range(0 if several is None else 6):
                amounts = _some_of(several, random)
                answers = data.pick_amounts(state, seat, values, amounts)
                asked("picked", seat, amounts, gives=None if answers is None else [*answers])
                found += answers is not None
            for value in answers or (random.choice(step.options).value,):
                asked("take", seat, value, gives=None)
                values = (*values, value)
        state = engine.play(state, seat, step)
    assert found >= 20
    told: Any = lines("asked.mjs", written(game, tmp_path), given=commands)
    for command, one, own in zip(commands, told, wanted, strict=True):
        assert isinstance(command, list)
        if command[0] in ("several", "picked"):
            assert one["gave"] == json.loads(json.dumps(own)), command


def _some_of(several: Any, random: Random) -> list[int]:
    """Amounts of a selection's parts, of which many are allowed."""
    parts = [i for i, part in enumerate(several["parts"]) for _ in range(part["most"])]
    number = several["number"] if several["quantity"] == "exactly" else random.randint(0, min(5, len(parts)))
    taken = random.sample(parts, min(number, len(parts)))
    return [taken.count(i) for i in range(len(several["parts"]))]


def _told(gave: gamedsl.Json) -> gamedsl.Json:
    """Without what only the package's own code reads of a step."""
    if not isinstance(gave, dict):
        return gave
    return {key: value for key, value in gave.items() if key not in ("plan", "choices")}
