"""Commands that play: `test`, `simulate`, `perft`, `graph`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.running import Runs


@pytest.fixture
def faulty(heap: str) -> str:
    """A game that may go below its field's range: three stones are reserved for nobody."""
    text = Path(heap).read_text().replace("heap: 0..21 = 21", "heap: 2..21 = 21")
    Path("faulty.gdl").write_text(text)
    return "faulty.gdl"


@pytest.fixture
def options(heap: str) -> str:
    """The game with an option."""
    text = Path(heap).read_text().replace("shared:", "option prize: stones, gold\n\nshared:", 1)
    Path("options.gdl").write_text(text)
    return "options.gdl"


# ---------------------------------------------------------------- test


def test_examples_and_matches_pass(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("test", heap, "--matches", "3", "--no-cache")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[:2] == ["heap.gdl", "  ok 1 example"]
    assert [line.split(":")[0] for line in lines[2:]] == ["  ok 2 players", "  ok 3 players", "  ok 4 players"]


def test_every_option_is_played(gamedsl: Runs, options: str) -> None:
    setups = json.loads(gamedsl("test", options, "--matches", "1", "--json").out)["files"][0]["setups"]
    assert [(setup["players"], setup["options"]["prize"]) for setup in setups] == [
        (players, prize) for players in (2, 3, 4) for prize in ("stones", "gold")
    ]


def test_results_come_before_the_matches_that_follow_are_played(
    gamedsl: Runs, heap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setenv("GAMEDSL_CACHE", "off")  # other tests play these matches, and what has passed is not run again
    monkeypatch.setattr("gamedsl.cli.commands.test.random_matches", stop)
    assert gamedsl("test", heap).out == f"{heap}\n  ok 1 example\n"
    assert gamedsl("test", heap, "--quiet").out == ""


def test_a_failing_example_shows_its_line(gamedsl: Runs, heap: str) -> None:
    text = Path(heap).read_text().replace("then Ann.took_last and heap is 0", "then Ann.took_last and heap is 3")
    Path(heap).write_text(text)
    ran = gamedsl("test", heap, "--matches", "0")
    assert ran.code == 1
    assert "  FAILED the_last_stone: Ann takes the last two stones and wins.\n" in ran.out
    assert "    heap.gdl:43:5: then Ann.took_last and heap is 3\n      heap is 0, not 3\n" in ran.out


def test_a_failing_example_that_names_a_forced_decision_twice_ends(gamedsl: Runs) -> None:
    rules = """game forced:
    players 1

each player:
    points = 0

rounds up to 1: walk

phase walk, each player:
    choose a: one of 1..1
    points += a

ranking by highest points, ties shared

example twice:
    players Ann
    as Ann: walk
    then Ann.points is 0
    Ann may choose a: 1
    Ann plays walk(a = 1)
    then Ann.points is 5
"""
    Path("forced.gdl").write_text(rules)
    assert "Ann.points is 1" in gamedsl("test", "forced.gdl", "--matches", "0").out


def test_failures_as_data(gamedsl: Runs, heap: str) -> None:
    text = Path(heap).read_text().replace("choose stones: 1, 2", "choose stones: 1")
    Path(heap).write_text(text)
    ran = gamedsl("test", heap, "--matches", "0", "--json")
    assert ran.code == 1
    (file,) = json.loads(ran.out)["files"]
    assert list(file) == ["file", "variants", "passed", "examples", "findings", "setups"]
    (example,) = file["examples"]
    assert list(example) == [
        "name",
        "passed",
        "ways",
        "sampled",
        "known",
        "left_out",
        "notes",
        "because",
        "and_because",
        "failures",
    ]
    (failure,) = example["failures"]
    assert (failure["place"], failure["way"]) == ("heap.gdl:40:5", [])
    assert failure["text"].endswith(" may choose 1, 2")


def test_a_fault_in_an_example_shows_its_line_and_the_line_of_the_rule(gamedsl: Runs, heap: str) -> None:
    Path(heap).write_text(Path(heap).read_text().replace("    heap -= stones\n", "    heap -= stones + 1\n"))
    ran = gamedsl("test", heap, "--matches", "0")
    assert "    heap.gdl:42:5: Ann plays turns(stones = 2)\n      the rules break a promise here (E_BOUND): " in ran.out
    assert "\n      at heap.gdl:21:5: heap -= stones + 1\n" in ran.out
    (file,) = json.loads(gamedsl("test", heap, "--matches", "0", "--json").out)["files"]
    assert file["examples"][0]["failures"][0]["rule"] == "heap.gdl:21:5"


def test_a_fault_shows_the_rule_and_the_match(gamedsl: Runs, faulty: str) -> None:
    ran = gamedsl("test", faulty, "--matches", "5")
    assert ran.code == 1
    assert "error[E_BOUND]: " in ran.err
    assert " --> faulty.gdl:21:5\n21 |     heap -= stones\n" in ran.err
    assert "this is match 0 of seed 1 with 2 players:\n" in ran.err
    *_, last, head, line = ran.err.splitlines()
    assert re.fullmatch(r" +\d+  P[12]: stones \d  <- here", last)
    assert head == "as a line of an example:"
    assert re.fullmatch(r"    P[12] plays turns\(stones = \d\)", line)


def test_a_draw_of_less_than_nothing_and_a_tie_say_what_is_wrong(gamedsl: Runs) -> None:
    Path("drawn.gdl").write_text(_DRAWN)
    ran = gamedsl("test", "drawn.gdl", "--matches", "1")
    assert "error[E_BOUND]: a value outside its range: -1 pieces are to be drawn\n" in ran.err
    assert "help: this number is never below 0: write `max(0, …)` around it\n" in ran.err
    Path("drawn.gdl").write_text(_DRAWN.replace("up to 2 - count(hand)", "1").replace(", ties shared", ""))
    ran = gamedsl("test", "drawn.gdl", "--matches", "1")
    assert "error[E_TIE]: a tie that the rules do not resolve: P1 and P2 are tied\n" in ran.err


_DRAWN = """game drawn:
    "Draw."
    players 2

component 9 card in deck: 1..9

shared:
    deck: bag of card

each player:
    hand: bag of card

setup:
    each player: draw 3 from deck to hand

rounds up to 1: turns

phase turns, each player:
    draw up to 2 - count(hand) from deck to hand

ranking by highest count(hand), ties shared
"""


def test_who_has_nothing_to_choose_is_said(gamedsl: Runs) -> None:
    Path("stuck.gdl").write_text(_LAST.replace("one of row", "one of row where number > 1"))
    ran = gamedsl("test", "stuck.gdl", "--matches", "1")
    assert "error[E_CHOICE]: a choice without any option: P2 has nothing to choose in `turns`\n" in ran.err


def test_the_same_fault_in_several_setups_is_told_once(gamedsl: Runs, faulty: str) -> None:
    Path(faulty).write_text(re.sub(r"players 2\b.*", "players 2 to 3", Path(faulty).read_text(), count=1))
    ran = gamedsl("test", faulty, "--matches", "5")
    assert ran.err.count("error[E_BOUND]: ") == 1
    assert re.search(r"\n  FAILED 3 players: the same fault as with 2 players, in match \d of seed 1\n", ran.out)


def test_forced_moves_are_told_with_the_match_of_a_fault(gamedsl: Runs) -> None:
    Path("last.gdl").write_text(_LAST)
    ran = gamedsl("test", "last.gdl", "--matches", "1")
    lines = ran.err.splitlines()
    assert "error[E_BOUND]: " in ran.err
    told, forced, _, line = lines[-4:]
    assert re.fullmatch(r" +1  P1: \d  <- here", told)
    assert re.fullmatch(r" +2  P2: \d  \(forced\)", forced)
    assert line.startswith("    P1 plays turns(card = card[")


_LAST = """game last:
    players 2

component 2 card in row: 1..2

shared:
    row: bag of card
    used: bag of card
    rest: 0..1 = 1

rounds up to 1:
    turns

phase turns, each player:
    choose card: one of row
    move card to used
    if no(row): rest -= count(used)

ranking by highest number, ties shared
"""


# ---------------------------------------------------------------- simulate


def test_a_summary_for_people(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("simulate", heap, "--matches", "20", "--players", "3")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("heap, 3 players: 20 matches, random steps, seed 1\n\nlength ")
    assert ran.out.endswith("the match ended because\n    20  The heap is empty\n")


def test_a_summary_as_data(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("simulate", heap, "--matches", "20", "--policy", "moves", "--json")
    data = json.loads(ran.out)
    assert list(data) == [
        "file", "game", "players", "options", "variants", "policy", "seed", "first", "matches", "decisions", "steps",
        "seats", "reasons", "contest",
    ]  # fmt: skip
    assert data["reasons"] == {"The heap is empty.": 20}
    assert data["contest"] == "against each other"
    assert sum(seat["wins"] for seat in data["seats"]) == 20
    assert list(data["decisions"]) == ["mean", "sd", "min", "max"]


@pytest.mark.parametrize("players", ["1", "3"])
def test_players_who_win_together(gamedsl: Runs, tmp_path: Path, players: str) -> None:
    """All seats have the same victories, so there is one line for all of them; the players of a game with points alone have none."""
    rules = tmp_path / "boat.gdl"
    rules.write_text(BOAT, encoding="utf-8")
    told = gamedsl("simulate", str(rules), "--matches", "40", "--players", players)
    assert told.code == 0
    assert [line.split()[0] for line in told.out.splitlines() if "%" in line and " to " in line] == ["won"]
    data = json.loads(gamedsl("simulate", str(rules), "--matches", "40", "--players", players, "--json").out)
    assert data["contest"] == "together"
    assert {seat["wins"] for seat in data["seats"]} == {data["reasons"].get("Ashore.", 0)}
    rules.write_text(
        BOAT.replace("all win when miles is 0", "game ends when miles is 0").replace(LOST, ""), encoding="utf-8"
    )
    alone = gamedsl("simulate", str(rules), "--matches", "40", "--players", "1")
    assert "% to" not in alone.out


LOST = 'all lose otherwise "Night."'
BOAT = f"""game boat:
    "Row ashore before the night."
    players 1 to 3

shared:
    miles: 0..9 = 5

rounds up to 4:
    rowing

phase rowing, each player:
    choose n: one of 0..2
    miles -= min(n, miles)

all win when miles is 0 "Ashore."
{LOST}

score rowed: 5 - miles
"""


def test_a_variant_is_named(gamedsl: Runs, heap: str) -> None:
    Path("short_heap.gdl").write_text("variant short_heap of heap:\n    set heap = 9\n")
    named, titled = "short_heap of heap, 2 players", "Short Heap of Heap, 2 players"
    assert gamedsl("simulate", "short_heap.gdl", "--matches", "1").out.startswith(f"{named}: 1 match")
    assert gamedsl("build", "short_heap.gdl").out.startswith(f"short_heap.wasm: {named}, ")
    assert gamedsl("play", "short_heap.gdl", "--seed", "1", stdin=b"1\n").out.startswith(f"{titled}, seed 1\n")
    assert gamedsl("replay", "short_heap-1.json").out.startswith(f"{titled}, match 0 of seed 1\n")
    assert gamedsl("simulate", heap, "--matches", "1").out.startswith("heap, 2 players: 1 match")


HALF_FORCED = """
game half_forced:
    players 2

shared:
    spent: 0..99 = 0

rounds up to 2:
    turns

phase turns, each player:
    choose:
        only: one of 1..1
        first: one of 1..3
        second: one of first..3
    spent += only + first + second

ranking by highest spent, ties shared
"""


def test_the_length_counts_what_is_asked(gamedsl: Runs) -> None:
    Path("half_forced.gdl").write_text(HALF_FORCED)

    def figures(policy: str) -> list[tuple[float, float]]:
        data = json.loads(gamedsl("simulate", "half_forced.gdl", "--policy", policy, "--matches", "50", "--json").out)
        return [(data[name]["min"], data[name]["max"]) for name in ("decisions", "steps")]

    assert figures("moves") == [(4, 4), (4, 4)]
    # `only` is never asked, and `second` only where `first` leaves two values or more.
    assert figures("steps") == [(4, 4), (4, 8)]


def test_summaries_are_the_same_every_time(gamedsl: Runs, heap: str) -> None:
    args = ("simulate", heap, "--matches", "20", "--json")
    assert gamedsl(*args).out == gamedsl(*args).out
    assert gamedsl(*args).out != gamedsl(*args, "--seed", "2").out


def test_a_faulty_match_can_be_found_again(gamedsl: Runs, faulty: str) -> None:
    fault = json.loads(gamedsl("simulate", faulty, "--json").out)["fault"]
    match = fault["match"]
    again = json.loads(gamedsl("simulate", faulty, "--json", "--first", str(match["index"]), "--matches", "1").out)
    assert again["fault"] == fault
    assert fault["primary"]["start"]["line"] == 21
    assert match["failing"]["move"].startswith("turns(stones = ")


# ---------------------------------------------------------------- setups


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--players", "7"], "error: options.gdl is for 2 to 4 players, not 7\n"),
        (["--option", "prize"], "error: `--option prize` does not say NAME=VALUE\n"),
        (["--option", "price=gold"], "error: there is no option `price`\nhelp: did you mean `prize`?\n"),
        (["--option", "prize=golt"], "error: option `prize` cannot be `golt`\nhelp: did you mean `gold`?\n"),
        (["--option", "prize=7"], "error: option `prize` cannot be `7`\nhelp: there is `stones` and `gold`\n"),
        (
            ["--option", "prize=gold", "--option", "prize=stones"],
            "error: two values are named for the option `prize`: gold and stones\nhelp: name one\n",
        ),
    ],
)
def test_setups_that_are_none(gamedsl: Runs, options: str, args: list[str], says: str) -> None:
    for command in (["simulate"], ["graph"], ["play"], ["perft", "--depth", "1"]):
        ran = gamedsl(*command, options, *args)
        assert (ran.code, ran.out, ran.err) == (2, "", says)


@pytest.mark.parametrize("option", ["--matches", "--first"])
def test_nothing_is_counted_beyond_what_can_be_counted(gamedsl: Runs, heap: str, option: str) -> None:
    ran = gamedsl("simulate", heap, option, str(10**30))
    assert ran.code == 2
    assert f"'{option}': {10**30} is more than can be counted" in ran.err


def test_a_game_without_options(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("simulate", heap, "--option", "prize=gold")
    assert (ran.code, ran.err) == (2, "error: there is no option `prize`: this game has none\n")


def test_an_option_is_named_in_the_summary(gamedsl: Runs, options: str) -> None:
    out = gamedsl("simulate", options, "--matches", "1", "--option", "prize=gold").out
    assert out.startswith("heap, 2 players, prize = gold: 1 match,")


# ---------------------------------------------------------------- perft and graph


def test_perft_prints_a_line_for_each_depth(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("perft", heap, "--depth", "2")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "depth 0  leaves 1  positions 1  ended 0",
        "depth 1  leaves 3  positions 3  ended 0",
        "depth 2  leaves 9  positions 5  ended 0",
    ]


def test_perft_as_data(gamedsl: Runs, heap: str) -> None:
    data = json.loads(gamedsl("perft", heap, "--depth", "1", "--json").out)
    assert data["levels"][1] == {"depth": 1, "leaves": 3, "positions": 3, "ended": 0}


def test_perft_gives_up_in_time(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("perft", heap, "--depth", "20", "--most", "2")
    assert ran.code == 3
    assert ran.err.startswith("error: depth 1 has more than 2 positions\n")


@pytest.mark.parametrize(
    ("form", "start"),
    [("text", "game heap"), ("svg", "<svg"), ("dot", "digraph"), ("mermaid", "flowchart"), ("json", "{")],
)
def test_graphs(gamedsl: Runs, heap: str, form: str, start: str) -> None:
    ran = gamedsl("graph", heap, "--format", form)
    assert (ran.code, ran.err) == (0, "")
    assert start in ran.out[:200]
    written = gamedsl("graph", heap, "--format", form, "-o", "out")
    assert (written.code, written.out) == (0, "out is written\n")
    assert Path("out").read_text() == ran.out


def test_the_ending_says_what_is_drawn(gamedsl: Runs, heap: str) -> None:
    gamedsl("graph", heap, "-o", "graph.svg")
    assert Path("graph.svg").read_text().startswith("<svg")


def test_a_graph_that_cannot_be_written(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("graph", heap, "-o", "nowhere/graph.svg")
    assert (ran.code, ran.out) == (4, "")
    assert ran.err.startswith("error: `nowhere/graph.svg` cannot be written: ")


# ---------------------------------------------------------------- simulate from a saved match


@pytest.fixture
def saved(gamedsl: Runs, heap: str) -> str:
    """A match of three players that was left after two choices of the first one."""
    gamedsl("play", heap, "--names", "Ann,Bob,Cat", "--seed", "3", "--replay", "left.json", stdin=b"1\n1\nquit\n")
    return "left.json"


def test_playouts_of_a_saved_match(gamedsl: Runs, heap: str, saved: str) -> None:
    moves = json.loads(Path(saved).read_text())["moves"]
    ran = gamedsl("simulate", heap, "--from", saved, "--matches", "20")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(
        f"heap, 3 players, from {len(moves)} moves of left.json: 20 matches, random steps, seed 1\n"
    )
    assert "Ann" in ran.out


def test_a_saved_match_from_its_beginning_is_a_match(gamedsl: Runs, heap: str, saved: str) -> None:
    begun = json.loads(gamedsl("simulate", heap, "--from", saved, "--after", "0", "--matches", "20", "--json").out)
    whole = json.loads(gamedsl("simulate", heap, "--players", "3", "--matches", "20", "--json").out)
    assert (begun.pop("replay"), begun.pop("after")) == (saved, 0)
    assert begun["decisions"] == whole["decisions"]
    assert [seat["wins"] for seat in begun["seats"]] == [seat["wins"] for seat in whole["seats"]]


def test_jobs_do_not_matter(gamedsl: Runs, heap: str) -> None:
    for command in (("simulate", "--matches", "50"), ("perft", "--depth", "4"), ("explore", "--depth", "4")):
        told = [gamedsl(command[0], heap, *command[1:], *jobs).out for jobs in ((), ("-j", "1"), ("--jobs", "3"))]
        assert told[0]
        assert told[1:] == told[:1] * 2


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--from", "left.json", "--players", "3"), "players and options are those of `left.json`"),
        (("--from", "left.json", "--after", "99"), "the match in `left.json` has "),
        (("--from", "lft.json"), "there is no file `lft.json`\nhelp: did you mean `left.json`?"),
        (("--from", "heap.gdl"), "`heap.gdl`: this is no JSON"),
        (("--from", "here"), "there is no start `here`"),
        (("--after", "2"), "`--after` needs a saved match\nhelp: `--from match.json` names one"),
        (("--jobs", "0"), "0 is not in the range 1<=x<=256"),
    ],
)
def test_what_is_no_beginning(gamedsl: Runs, heap: str, saved: str, given: tuple[str, ...], said: str) -> None:
    ran = gamedsl("simulate", heap, *given)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_a_saved_match_of_other_rules(gamedsl: Runs, heap: str, saved: str) -> None:
    Path(heap).write_text(Path(heap).read_text().replace("heap: 0..21 = 21", "heap: 0..21 = 2"))
    ran = gamedsl("simulate", heap, "--from", saved)
    assert ran.code == 2
    assert "the match in `left.json` cannot be played by these rules: " in ran.err


def test_a_fault_after_a_saved_match(gamedsl: Runs, faulty: str) -> None:
    gamedsl("play", faulty, "--seed", "3", "--replay", "left.json", stdin=b"1\nquit\n")
    number = len(json.loads(Path("left.json").read_text())["moves"])
    ran = gamedsl("simulate", faulty, "--from", "left.json")
    assert ran.code == 1
    assert "error[E_BOUND]: " in ran.err
    assert f"of seed 1 with 2 players, after {number} moves of left.json:\n" in ran.err
    assert ran.err.splitlines()[-1].endswith("  <- here")
    match = json.loads(gamedsl("simulate", faulty, "--from", "left.json", "--json").out)["fault"]["match"]
    assert match["after"] == f"{number} moves of left.json"
