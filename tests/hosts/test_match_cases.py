# pyright: reportUnknownMemberType=false
# (The types of jsonschema leave some open.)
"""Matches behave alike for hosts in Python and in JavaScript: both do what `match_cases.json` says."""

from __future__ import annotations

import json
import re
from functools import reduce
from pathlib import Path
from typing import Any, cast

import jsonschema
import pytest

import gamedsl
from gamedsl_interpreter.hosting.seat_data import SeatData
from hosts.driving import HERE, ROOT, lines, written
from share import share
from tools import model_schema

CASES: list[Any] = json.loads((HERE / "match_cases.json").read_text(encoding="utf-8"))["cases"]
OTHER_NAMES = {"from": "first"}
"""Arguments that Python calls otherwise, because it reserves the word."""


GAMES = list(dict.fromkeys((case["game"], case.get("players")) for case in CASES))


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_both_hosts_do_what_the_cases_say(name: str, players: int | None, tmp_path: Path) -> None:
    game = gamedsl.load_rules(ROOT / f"games/{name}.gdl").game(players)
    cases = [case for case in CASES if (case["game"], case.get("players")) == (name, players)]
    told = lines("cases.mjs", written(game, tmp_path), given=cases)
    for case, results in zip(cases, told, strict=True):
        assert isinstance(results, list)
        _compare(case, results)
        _compare(case, list(_done_in_python(case, game)))


def _compare(case: Any, told: list[Any]) -> None:
    results = iter(told)
    named: dict[str, Any] = {}
    for line in case["does"]:
        if "do" not in line:
            texts = [json.dumps(cast("object", _part(named, name))) for name in line.get("same", line.get("other"))]
            assert len(set(texts)) == (1 if "same" in line else len(texts)), (case["name"], line)
            continue
        found = next(results)
        if "raises" in line:
            assert found.get("raised") == line["raises"], (case["name"], line, found)
            assert found["text"] == line.get("text", found["text"])
        else:
            assert "gave" in found, (case["name"], line, found)
            assert "gives" not in line or _fits(found["gave"], line["gives"]), (case["name"], line, found)
            named[line.get("as", "")] = found["gave"]


def _fits(found: object, wanted: object) -> bool:
    """Whether a result is as wanted; of objects only the wanted fields count."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        fields, own = cast("dict[str, object]", wanted), cast("dict[str, object]", found)
        return all(key in own and _fits(own[key], value) for key, value in fields.items())
    if isinstance(wanted, list) and isinstance(found, list):
        each, parts = cast("list[object]", wanted), cast("list[object]", found)
        return len(parts) == len(each) and all(map(_fits, parts, each))
    # A number is no flag.
    return isinstance(found, bool) == isinstance(wanted, bool) and found == wanted


def _part(named: dict[str, Any], path: str) -> Any:
    """`name.0.text`: a part of a result."""
    name, *parts = path.split(".")
    return reduce(lambda value, part: value[int(part) if part.isdigit() else part], parts, named[name])


# ---------------------------------------------------------------- Python


def _done_in_python(case: Any, game: gamedsl.Game) -> Any:
    match = gamedsl.Match(gamedsl.engine_for(game), case["seed"], start=case.get("start"))
    for _ in range(case.get("answers", 0)):
        seat = match.open_seat
        assert seat is not None
        match.take_step(seat, match.step(seat).options[0].value)
    named: dict[str, Any] = {}
    objects: dict[str, Any] = {}
    for line in case["does"]:
        if "do" not in line:
            continue
        name, *given = line["do"]
        found: Any = None
        try:
            if name == "reload":
                match = gamedsl.Match.from_json(match.to_json(), match.engine)
            else:
                found = _called(match, name, [_known(one, named, objects) for one in given])
            yield {"gave": _data(found, match)}
        except gamedsl.GameDslError as error:
            yield {"raised": type(error).__name__, "text": str(error)}
        named[line.get("as", "")] = _data(found, match)
        objects[line.get("as", "")] = found


def _called(match: gamedsl.Match, name: str, given: list[Any]) -> Any:
    member = getattr(match, re.sub(r"([A-Z])", r"_\1", name).lower())
    if not callable(member):
        return member
    more: dict[str, Any] = given.pop() if given and isinstance(given[-1], dict) else {}
    return member(*given, **{OTHER_NAMES.get(key, key): value for key, value in more.items()})


def _known(given: Any, named: dict[str, Any], objects: dict[str, Any]) -> Any:
    if isinstance(given, dict):
        arguments = cast("dict[str, Any]", given)
        return {key: _known(value, named, objects) for key, value in arguments.items()}
    if not isinstance(given, str) or not given.startswith("$"):
        return given
    name, *parts = given[1:].split(".")
    if not parts:
        return objects[name]
    return objects[name][int(parts[0])] if len(parts) == 1 and parts[0].isdigit() else _part(named, given[1:])


def _data(found: Any, match: gamedsl.Match) -> Any:
    """A result in the form of JavaScript."""
    data = SeatData(match.engine)
    match found:
        case gamedsl.Match():
            made: Any = {"toAct": found.to_act, "length": found.length}
        case gamedsl.Move():
            made = {"steps": found.steps, "text": found.text}
        case gamedsl.Played():
            choices = [
                {"name": one.name, "isDeclined": one.is_declined, "values": gamedsl.json_of(one.values)}
                for one in found.choices
            ]
            made = {"seat": found.seat, "text": found.text, "choices": choices}
        case gamedsl.Step():
            made = data.step(found)
        case gamedsl.Event():
            made = data.event(found)
        case gamedsl.View():
            made = {"seat": found.seat, "toAct": found.to_act}
        case gamedsl.Refused():
            refusal = {
                "kind": found.refusal.kind,
                "name": found.refusal.reason,
                "why": found.refusal.why,
                "text": found.refusal.text,
            }
            made = {"value": found.value, "text": found.text, "thing": gamedsl.json_of(found.thing), "refusal": refusal}
        case dict():
            made = {str(key): _data(value, match) for key, value in cast("dict[int, Any]", found).items()}
        case tuple() | list():
            made = [_data(one, match) for one in cast("list[Any]", found)]
        case _:
            made = found
    return json.loads(json.dumps(made))


# ---------------------------------------------------------------- messages


@pytest.mark.parametrize("name", share(["gloriana", "classics/hearts", "classics/goofspiel", "modern/love_letter"], 2))
def test_messages_are_the_same_from_both_hosts(name: str, tmp_path: Path) -> None:
    """For all seats and for spectators, with the news since the message before; and they have the form of the schema."""
    game = gamedsl.load_rules(ROOT / f"games/{name}.gdl").game()
    form = jsonschema.Draft202012Validator(model_schema.message_schema(closed=True))
    match = gamedsl.Match(gamedsl.engine_for(game), 3)
    everybody = [*range(len(game.seats)), None]
    does: list[Any] = []
    wanted: list[Any] = []
    keys: dict[int | None, str] = {}
    for number in range(10):
        for seat in everybody:
            message: Any = match.message(seat, keys.get(seat))
            form.validate(message)
            keys[seat] = message["key"]
            given = {"since": f"$key {seat} {number - 1}"} if number else {}
            does += [{"do": ["message", seat, given]}, {"do": ["key", seat], "as": f"key {seat} {number}"}]
            wanted += [message, None]
        if match.is_over:
            break
        seat = match.to_act[-1]
        value = match.step(seat).options[number % len(match.step(seat).options)].value
        does.append({"do": ["takeStep", seat, value]})
        wanted.append(None)
        match.take_step(seat, value)
    (told,) = lines("cases.mjs", written(game, tmp_path), given=[{"seed": 3, "does": does}])
    assert isinstance(told, list)
    assert len(told) == len(wanted)
    for line, found, own in zip(does, told, wanted, strict=True):
        if own is not None:
            assert isinstance(found, dict)
            assert isinstance(found["gave"], dict)
            assert {**found["gave"], "key": ""} == {**own, "key": ""}, line


_MISSPELT: list[tuple[list[Any], str]] = [
    (["list", 0, {"first": 1}], "there is no option `first`: there is `from`, `most`"),
    (["list", 0, 1], "options are an object with `from`, `most`, not 1"),
    (["takeStep", 0, 0, {"verison": 0}], "there is no option `verison`: there is `version`, `key`"),
    (["move", 0, "e2e4", {"Key": ""}], "there is no option `Key`: there is `version`, `key`"),
    (["undo", None, 3], "options are an object with `version`, `key`, not 3"),
    (["redo", None, {"keys": ""}], "there is no option `keys`: there is `version`, `key`"),
    (["events", 0, "some key"], "options are an object with `since`, `from`, not some key"),
    (["message", 0, {"from": 1}], "there is no option `from`: there is `since`"),
    (["choose", 0, "mcts:10", {"sed": 1}], "there is no option `sed`: there is `seed`"),
    (["advise", 0, {"seconds": 1}], "there is no option `seconds`: there is `milliseconds`, `seed`"),
    (["imagined", 0, {"number": 1}], "there is no option `number`: there is `seed`, `most`"),
    (["playouts", 1, {"sed": 1}], "there is no option `sed`: there is `seed`, `index`, `policy`"),
]


def test_options_that_do_not_exist_are_refused_in_javascript(tmp_path: Path) -> None:
    """A misspelt `version` would be no check. In Python they are a TypeError."""
    game = gamedsl.load_rules("chess").game()
    (told,) = lines(
        "cases.mjs", written(game, tmp_path), given=[{"seed": 1, "does": [{"do": do} for do, _ in _MISSPELT]}]
    )
    assert isinstance(told, list)
    assert told == [{"raised": "ArgumentError", "text": text} for _, text in _MISSPELT]
