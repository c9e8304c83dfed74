"""The long comparison, in short: journeys, turns, mutants; that they notice a difference, tell where it is, and continue where they were stopped."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from time import sleep

import pytest

import gamedsl
from differential import generated, long_run, mutants, results
from differential.children import Child, Stopped, Tell
from differential.differences import Difference, compared_by
from differential.generated import Compared, made_and_compared
from differential.journey import Travelled, travelled
from differential.lockstep import Pair, named, pair, same_matches
from differential.long_run import Turn
from differential.mutants import Mutant, Order, made_and_tried, with_less
from differential.mutating import edits, without_examples
from differential.rules_files import GAMES, every_setup, files
from fuzz.generator.dice import seeded
from fuzz.generator.rules import rules_file
from gamedsl import pipeline
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.wasm.engine import WasmEngine
from share import less, picked, share

RACE = """game race:
    players 2

each player:
    way: 0..30 = 0

rounds at most 20, else cut off:
    turns

phase turns, each player:
    roll die: one of 1..6
    choose pace: one of 0..die
    way += pace

game ends after round when some(players where way >= 20)

score miles: way

ranking by highest total, ties shared
"""


def _pair_of(text: str, other: str, checking: Checking = Checking.OFF) -> Pair:
    """The reference executor of one text beside the fast one of another."""
    return Pair(
        ReferenceEngine(gamedsl.parse_rules(text).game(), checking),
        WasmEngine(gamedsl.parse_rules(other).game(), checking),
    )


def _always(both: Pair, *_: object) -> Pair:
    return both


UNLIKE = {
    "an effect": ("way += pace", "way += pace if pace < 6 else 5"),
    "a choice": ("one of 0..die", "one of 0..(die if way < 12 else 2)"),
    "chance": ("one of 1..6", "one of 1..5"),
    "the end": ("way >= 20", "way >= 21"),
    "a score": ("score miles: way", "score miles: way + 1"),
}


@pytest.fixture
def race(tmp_path: Path) -> Path:
    path = tmp_path / "race.gdl"
    path.write_text(RACE)
    return path


# ---------------------------------------------------------------- journeys


def test_a_journey_does_all_of_it() -> None:
    pairs = [pair(named(stem), Checking.ON) for stem in ("love_letter", "nim")]
    done = sum((travelled(both, seed, 60) for both in pairs for seed in range(5)), Travelled())
    assert done.positions == 600
    assert done.faults == 0
    assert min(done.decisions, done.steps, done.outcomes, done.fully, done.saved, done.jumps) > 0
    assert min(done.replays, done.matches) > 0


@pytest.mark.parametrize("stem", ["crowded_rows", "hearts"])
def test_a_journey_passes_chance_with_very_many_outcomes(stem: str) -> None:
    both = pair(named(stem))
    outcomes = sum(travelled(both, seed, 12).outcomes for seed in range(6))
    assert outcomes > 0


@pytest.mark.parametrize("change", share(list(UNLIKE.values()), 2), ids=lambda change: change[0])
def test_a_difference_is_noticed_and_found_again(change: tuple[str, str]) -> None:
    both = _pair_of(RACE, RACE.replace(*change))
    found = [compared_by(lambda: travelled(both, 3, 2000)) for _ in range(2)]
    assert isinstance(found[0], Difference)
    assert "journey 3, position " in found[0].words
    assert found[0] == found[1]
    assert isinstance(compared_by(lambda: same_matches(both, Policy.STEPS, 1, 0, less(300, 40))), Difference)


# ---------------------------------------------------------------- the long run


def test_a_run_ends_when_enough_is_played_and_continues_behind_that(
    race: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_run, "SHARE", 0.1)
    file = tmp_path / "results.jsonl"
    arguments = [str(file), "--games", str(race), "--seconds", "600", "--checking", "on", "--decisions", "900"]
    assert long_run.main([*arguments, "--steps", "60"]) == 0
    first = results.read(file, Turn)
    assert {turn.how for turn in first} == {"alone moves", "alone steps", "matches moves", "matches steps", "journey"}
    assert sum(turn.decisions for turn in first if turn.how.startswith("alone")) >= 900
    assert all((turn.found, turn.checking) == ("", "on") for turn in first)

    assert long_run.main([*arguments, "--steps", "60"]) == 0
    assert results.read(file, Turn) == first

    with file.open("a") as out:
        out.write('{"game":"race-2","ke')
    both = sum(turn.steps for turn in first if not turn.how.startswith("alone"))
    assert long_run.main([*arguments, "--steps", str(both + 1)]) == 0
    assert results.read(file, Turn)[: len(first)] == first
    more = results.read(file, Turn)[len(first) :]
    assert {turn.how for turn in more} == {"matches moves", "matches steps", "journey"}
    ends = {turn.how: turn.after for turn in first}
    assert all(turn.first == ends[turn.how] for turn in more)
    assert "all, checking on" in capsys.readouterr().out


def test_a_run_tells_which_match_differs_and_goes_on(
    race: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_run, "SHARE", 0.1)
    wrong = _pair_of(RACE, RACE.replace(*UNLIKE["a score"]))
    monkeypatch.setattr(long_run, "pair", partial(_always, wrong))
    file = tmp_path / "results.jsonl"
    arguments = [str(file), "--games", str(race), "--seconds", "600", "--steps", "1"]
    monkeypatch.setattr(long_run.Playing, "lap", _once(long_run.Playing.lap))
    assert long_run.main(arguments) == 1
    found = [turn.found for turn in results.read(file, Turn)]
    assert len(found) == 3
    assert all("difference: " in words for words in found)
    assert "difference: match 0: AssertionError" in capsys.readouterr().out


def _once(lap: object) -> object:
    """The lap of a setup, after which it has played enough."""

    def only(playing: long_run.Playing) -> bool:
        assert callable(lap)
        lap(playing)
        return False

    return only


def test_a_fault_is_told_and_is_no_difference(race: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_run, "SHARE", 0.1)
    race.write_text(RACE.replace("0..30", "0..21"))
    file = tmp_path / "results.jsonl"
    arguments = [str(file), "--games", str(race), "--seconds", "600", "--steps", "100", "--decisions", "10000"]
    assert long_run.main(arguments) == 0
    assert any(turn.found.startswith("fault: match ") and "E_BOUND" in turn.found for turn in results.read(file, Turn))


def test_rules_with_errors_are_not_compared(race: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    race.write_text(RACE.replace("way += pace", "wy += pace"))
    assert long_run.main([str(tmp_path / "results.jsonl"), "--games", str(race)]) == 0
    assert "race-2, none: not compared: " in capsys.readouterr().out


def test_variants_are_found_with_what_they_build_on() -> None:
    names = {setup.name for setup in every_setup(files([GAMES / "variants"]))}
    assert {"gossip-3", "grand_season-3"} <= names
    with pytest.raises(FileNotFoundError, match="no file or folder"):
        files([GAMES / "no_such_game.gdl"])


# ---------------------------------------------------------------- mutants


def test_every_kind_of_change_is_made() -> None:
    text = without_examples((GAMES / "gloriana.gdl").read_text())
    assert "\nexample" not in text
    made = edits(text, Random(1))
    kinds = {next(made).how for _ in range(400)}
    assert kinds >= {
        "number", "word", "name", "left out", "added", "spliced", "cell", "line dropped", "line twice", "lines swapped", "line copied",
    }  # fmt: skip


def test_mutants_are_played_alike(race: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mutants.jsonl"
    arguments = [
        str(file),
        "--games",
        str(race),
        str(GAMES / "classics" / "nim.gdl"),
        "--seconds",
        "600",
        "--steps",
        "30",
    ]
    assert mutants.main([*arguments, "--mutants", "1"]) == 0
    assert mutants.main([*arguments, "--mutants", "3"]) == 0
    assert [mutant.number for mutant in results.read(file, Mutant)] == [0, 1, 2]
    assert capsys.readouterr().out.splitlines()[-1].split()[0].isdigit()
    tried = [made_and_tried(Order((race,), 1, number, 30), lambda _: None) for number in picked(range(6), (2,))]
    assert {mutant.fate for mutant in tried} <= {"refused", "unsupported", "alike", "fault"}
    assert made_and_tried(Order((race,), 1, 2, 30), lambda _: None) in tried


def test_what_differs_is_kept(race: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = _pair_of(RACE, RACE.replace(*UNLIKE["a score"]))
    monkeypatch.setattr(mutants, "pair", partial(_always, wrong))
    tried = [made_and_tried(Order((race,), 1, number, 30), lambda _: None) for number in range(2)]
    found = [mutant for mutant in tried if mutant.fate != "refused"]
    assert found
    assert {mutant.fate for mutant in found} == {"differs"}
    assert all(mutant.rules and mutant.diff and mutant.what for mutant in found)


def test_changes_that_do_not_matter_are_taken_back() -> None:
    before, after = "a\nb\nc\nd\ne\nf\n", "a\nB\nc\nD\ne\nF\ng\n"
    assert with_less(before, after, lambda text: "D" in text) == "a\nb\nc\nD\ne\nf\n"
    assert with_less(before, after, lambda text: "B" in text and "g" in text) == "a\nB\nc\nd\ne\nF\ng\n"


def test_what_breaks_down_is_kept(race: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise IndexError("out of range")

    monkeypatch.setattr(pipeline, "compile", broken)
    mutant = made_and_tried(Order((race,), 1, 0, 30), lambda _: None)
    assert (mutant.fate, mutant.what, mutant.rules) == ("breaks", "IndexError: out of range", RACE)


# ---------------------------------------------------------------- generated files


def test_generated_files_are_played_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "generated.jsonl"
    arguments = [str(file), "--below-zero", "--share", "0.05", "--first", "66"]
    assert generated.main([*arguments, "--files", str(less(2, 1))]) == 0
    first = results.read(file, Compared)
    with file.open("a") as out:
        out.write('{"number":')
    assert generated.main([*arguments, "--decisions", str(sum(one.decisions for one in first) + 1)]) == 0
    known = results.read(file, Compared)
    assert known[: len(first)] == first
    assert len(known) > len(first)
    assert all(one.number < other.number for one, other in pairwise(known))
    played = [one for one in known if one.fate != "refused"]
    assert {one.fate for one in played} <= {"alike", "fault"}
    assert all(one.below_zero and one.setups and one.matches for one in played)
    assert f"{len(known)} files in " in capsys.readouterr().out


def test_a_generated_file_that_differs_is_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(both: Pair, *_: object) -> Travelled:
        assert all(low >= 0 for table in both.reference.game.tables for low in table.lows), "it differs"
        return Travelled()

    monkeypatch.setattr(generated, "travelled", wrong)
    monkeypatch.setattr(generated, "ATTEMPTS", 12)
    found = made_and_compared(generated.Order(3, 0.05), lambda _: None)
    assert (found.fate, "it differs" in found.what) == ("differs", True)
    assert len(found.rules) < len(rules_file(seeded(3)))
    assert " from -" in found.rules


# ---------------------------------------------------------------- children


def _work(about: str, tell: Tell) -> str:
    tell("thinking")
    while about == "for ever":
        sleep(1)
    return about.upper()


def test_what_hangs_is_given_up_and_the_next_one_is_done() -> None:
    child = Child(_work)
    assert child.ask("a", 60) == "A"
    stopped = child.ask("for ever", 0.5)
    assert isinstance(stopped, Stopped)
    assert stopped.stage in ("start", "thinking")
    assert child.ask("b", 60) == "B"
    child.close()
