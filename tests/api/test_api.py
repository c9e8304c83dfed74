"""The names of `gamedsl`: what they give, and what they raise for a user's mistakes."""

from __future__ import annotations

import json
import subprocess
import sys
from inspect import getdoc
from pathlib import Path

import pytest

import gamedsl
from gamedsl import Checking, Engine, RandomMoves, RandomSteps, Rules, Scripted, State

GAMES = Path(__file__).parents[2] / "games"

STONES = """game stones:
    players 2 to 3

option start: 3, 5

shared:
    heap: 0..5 = start

each player:
    took_last = no

rounds at most 5:
    turns

phase turns, each player:
    choose stones: one of 1..min(2, heap)
    heap -= stones
    if heap is 0: took_last = yes

game ends when heap is 0 "The heap is empty."

ranking by highest took_last, ties shared

example all_at_once:
    players Ann, Bob
    given:
        heap = 2
    as Ann: turns
    Ann plays turns(stones = 2)
    then Ann.took_last
"""


@pytest.fixture(scope="module")
def stones() -> Rules:
    return gamedsl.parse_rules(STONES, "stones.gdl")


@pytest.fixture(scope="module")
def engine(stones: Rules) -> Engine[State]:
    return gamedsl.engine_for(stones.game(), Checking.ON)


def test_importing_reads_in_the_version_alone() -> None:
    command = "import sys, gamedsl; print(sorted(m for m in sys.modules if m.startswith('gamedsl') or m == 'attrs'))"
    ran = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True, cwd=GAMES.parent)
    assert ran.stdout.strip() == "['gamedsl', 'gamedsl.versions']"


def test_every_name_can_be_had_and_says_what_it_is() -> None:
    for name in gamedsl.__all__:
        value: object = getattr(gamedsl, name)
        assert getdoc(value), name
        assert name in dir(gamedsl)


def test_other_names_are_unknown() -> None:
    with pytest.raises(AttributeError, match="no attribute 'lod'"):
        _ = getattr(gamedsl, "lod")  # noqa: B009


# ---------------------------------------------------------------- rules


def test_a_file_and_its_text_make_the_same_game() -> None:
    path = GAMES / "classics" / "tic_tac_toe.gdl"
    assert gamedsl.load_rules(path).game() == gamedsl.parse_rules(path.read_text(encoding="utf-8")).game()


def test_rules_are_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    hearts = gamedsl.load_rules(GAMES / "classics/hearts.gdl")
    assert gamedsl.load_rules("hearts") == gamedsl.load_rules(Path("hearts")) == hearts
    assert gamedsl.load_rules("gossip").game().variants == ("gossip",)
    other = (GAMES / "classics/nim.gdl").read_text(encoding="utf-8")
    (tmp_path / "hearts.gdl").write_text(other, encoding="utf-8")
    assert gamedsl.load_rules("hearts").name == "nim", "what is near goes first"
    for wrong, meant in {"herts": "hearts", "herts.gdl": "hearts.gdl", "glorianna.gdl": "gloriana"}.items():
        with pytest.raises(FileNotFoundError, match=f"did you mean `{meant}`"):
            gamedsl.load_rules(wrong)


def test_a_variant_finds_its_base_beside_and_above_it() -> None:
    rules = gamedsl.load_rules(GAMES / "variants" / "grand_season.gdl")
    assert rules.name == "gloriana"
    assert rules.game(players=3).variants == ("frugal_court", "gossip", "grand_season")


def test_a_variant_in_a_text_is_given_its_base() -> None:
    variant = "variant quick of stones:\n    set start = 5\n"
    assert gamedsl.parse_rules(variant, bases=[STONES]).check().diagnostics == ()
    assert gamedsl.parse_rules(variant).check().has_errors


def test_rules_without_mistakes(stones: Rules) -> None:
    report = stones.check()
    assert not report.has_errors
    assert report.decisions
    assert stones.name == "stones"
    assert [(s.players, dict(s.options)) for s in stones.setups()] == [
        (2, {"start": "3"}), (2, {"start": "5"}), (3, {"start": "3"}), (3, {"start": "5"})
    ]  # fmt: skip


def test_examples_are_run(stones: Rules) -> None:
    assert [(result.name, result.passed) for result in stones.examples()] == [("all_at_once", True)]
    wrong = gamedsl.parse_rules(STONES.replace("then Ann.took_last", "then not Ann.took_last"))
    assert [result.passed for result in wrong.examples()] == [False]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (STONES.replace("- took", "").replace("    turns\n", "    turn\n"), "error[E0301]"),
        (STONES + "?", "rules:31:"),
        ("", "this file declares no game"),
        ("\0", "error["),
    ],
)
def test_mistakes_are_raised_as_people_read_them(text: str, said: str) -> None:
    with pytest.raises(gamedsl.RulesError) as caught:
        gamedsl.parse_rules(text).game()
    assert said in str(caught.value)
    assert caught.value.diagnostics


def test_a_text_is_given_its_usual_form() -> None:
    form = gamedsl.format_rules("game  oops :\n  players 2   to 4 # few\n")
    assert form == "game oops:\n    players 2 to 4   # few\n"
    assert gamedsl.format_rules(form) == form
    with pytest.raises(gamedsl.RulesError, match="rules:1:10") as caught:
        gamedsl.format_rules("game oops?:\n    players 2\n")
    assert [one.code for one in caught.value.diagnostics] == ["E0030"]


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.gdl"
    path.write_bytes(b"game \xff\xfe")
    with pytest.raises(gamedsl.RulesError, match="not a text in UTF-8"):
        gamedsl.load_rules(path)


# ---------------------------------------------------------------- setups


def test_players_names_and_options_make_a_setup(stones: Rules) -> None:
    game = stones.game(names=["Ann", "Bob", "Cat"], start="5")
    assert game.seats == ("Ann", "Bob", "Cat")
    assert game.options == (("start", "5"),)
    assert stones.game().seats == ("P1", "P2")


@pytest.mark.parametrize(
    ("players", "names", "options", "said"),
    [
        (7, None, {}, "for 2 or 3 players, not 7"),
        (3, ["Ann", "Bob"], {}, "2 names for 3 players"),
        (None, ["Ann", "Ann"], {}, "the same name"),
        (None, ["Ann", "B b"], {}, "`B b` cannot be the name of a player"),
        (None, None, {"star": "3"}, "no option `star`; did you mean `start`"),
        (None, None, {"start": "4"}, "option `start` cannot be `4`"),
    ],
)
def test_setups_that_there_are_not(
    stones: Rules, players: int | None, names: list[str] | None, options: dict[str, str], said: str
) -> None:
    with pytest.raises(gamedsl.SetupError, match=said):
        stones.game(players, names, **options)


def test_nobody_is_called_like_a_scripted_seat() -> None:
    rules = gamedsl.load_rules(GAMES / "glory_islands.gdl")
    with pytest.raises(gamedsl.SetupError, match="`Morgan` cannot be the name of a player: a scripted seat"):
        rules.game(names=["Morgan", "Ann"])
    assert rules.game(names=["Morgan", "Ann", "Bob"]).seats == ("Morgan", "Ann", "Bob")


# ---------------------------------------------------------------- matches


def test_a_match_and_its_replay(stones: Rules, engine: Engine[State]) -> None:
    record = gamedsl.play_match(engine, [RandomSteps(), RandomMoves()], seed=4)
    assert record.outcome is not None
    text = gamedsl.replay_to_json(stones.game(), record, "stones.gdl")
    assert json.loads(text)["rules"] == "stones.gdl"
    assert gamedsl.verify_replay(engine, gamedsl.replay_from_json(text)).is_over
    with pytest.raises(gamedsl.DivergedError):
        gamedsl.verify_replay(
            engine, gamedsl.replay_from_json(text.replace("stones = 2", "stones = 1").replace("= 1", "= 2"))
        )


def test_many_matches(engine: Engine[State]) -> None:
    summary = gamedsl.simulate(engine, [RandomSteps()] * 2, 1, range(20))
    assert summary.matches == 20
    assert sum(seat.wins for seat in summary.seats) == 20


def test_a_refused_move_says_why_and_where(stones: Rules, engine: Engine[State]) -> None:
    with pytest.raises(gamedsl.IllegalMove) as caught:
        gamedsl.play_match(engine, [Scripted(["turns(stones = 3)"]), RandomSteps()], seed=1)
    assert stones.place(engine.game, caught.value.refusal.site).startswith("stones.gdl:16")
    assert stones.place(engine.game, -1) == ""


def test_a_broken_promise_leads_to_its_line() -> None:
    rules = gamedsl.parse_rules(STONES.replace("heap -= stones", "heap = heap + 3"))
    with pytest.raises(gamedsl.MatchFault) as caught:
        gamedsl.play_match(gamedsl.engine_for(rules.game()), [RandomSteps()] * 2, seed=1)
    assert rules.place(rules.game(), caught.value.fault.site).startswith("rules:17")
    assert caught.value.failing is not None


# ---------------------------------------------------------------- saved states


def test_a_saved_match_goes_on_as_it_would_have(engine: Engine[State]) -> None:
    state = engine.initial(seed=2)
    again = gamedsl.state_from_json(engine, gamedsl.state_to_json(engine, state))
    assert again == state
    move = engine.moves(state, engine.to_act(state)[0])[0]
    seat = engine.to_act(state)[0]
    assert engine.play(again, seat, move) == engine.play(state, seat, move)


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"format": 1}', "[" * 100_000, "\x00"])
def test_what_is_no_saved_state(engine: Engine[State], text: str) -> None:
    with pytest.raises(gamedsl.StateError):
        gamedsl.state_from_json(engine, text)


def test_a_damaged_state(engine: Engine[State]) -> None:
    data = json.loads(gamedsl.state_to_json(engine, engine.initial(seed=2)))
    for key in data:
        with pytest.raises(gamedsl.StateError, match=r"damaged|no saved state"):
            gamedsl.state_from_json(engine, json.dumps({k: v for k, v in data.items() if k != key}))
        with pytest.raises(gamedsl.StateError):
            gamedsl.state_from_json(engine, json.dumps(data | {key: {"x": 1}}))


def test_a_state_of_another_setup(stones: Rules, engine: Engine[State]) -> None:
    other = gamedsl.engine_for(stones.game(players=3))
    with pytest.raises(gamedsl.StateError, match="another game"):
        gamedsl.state_from_json(other, gamedsl.state_to_json(engine, engine.initial(seed=2)))


def test_what_is_no_replay() -> None:
    with pytest.raises(gamedsl.ReplayError):
        gamedsl.replay_from_json("[]")
