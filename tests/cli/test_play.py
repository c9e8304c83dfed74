"""`play`: whole conversations through a pipe."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Ran, Runs, moves

ANN = ("--names", "Ann,Bob", "--seed", "1")


def play(gamedsl: Runs, *answers: str, args: tuple[str, ...] = ANN) -> Ran:
    """Plays the game with these answers."""
    return gamedsl("play", "heap.gdl", *args, stdin="".join(f"{answer}\n" for answer in answers).encode())


@pytest.mark.usefixtures("heap")
def test_a_whole_match(gamedsl: Runs) -> None:
    ran = play(gamedsl, *["1"] * 21, args=("--hot-seat", "--names", "Ann,Bob", "--seed", "1"))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Heap, 2 players, seed 1\nTake one, two or three stones")
    assert "You are Ann and Bob." in ran.out
    assert "\nAnn wins. The heap is empty.\n" in ran.out
    assert ran.out.endswith("\n\nThe match is written to heap-1.json.\n")
    assert moves("heap-1.json")[:2] == [("Ann", "turns(stones = 1)"), ("Bob", "turns(stones = 1)")]


@pytest.mark.usefixtures("heap")
def test_others_play_at_random_and_are_told(gamedsl: Runs) -> None:
    ran = play(gamedsl, "2")
    assert ran.out.count("Ann: How many stones?") == 2
    assert [seat for seat, _ in moves("heap-1.json")] == ["Ann", "Bob"]
    assert "  Bob: stones " in ran.out


ALL_OF_THEM = """
game all_of_them:
    players 2

type colour: Red, Blue

rounds up to 1:
    turns

phase turns, each player:
    choose:
        who:     any of players
        colours: any of colour
        numbers: 3 of 1..4

ranking by highest number
"""


def test_a_choice_of_everything_is_read_back(gamedsl: Runs) -> None:
    Path("all_of_them.gdl").write_text(ALL_OF_THEM)
    move = "turns(who = [Ann, Bob], colours = [Red, Blue], numbers = [1, 2, 3])"
    ran = gamedsl("play", "all_of_them.gdl", *ANN, stdin=f"moves\n{move}\n".encode())
    assert "      Ann, Bob, Red, Blue, 1, 2, 3\n" in ran.out
    assert moves("all_of_them-1.json")[0] == ("Ann", move)
    assert gamedsl("replay", "all_of_them-1.json").code == 0


STONES = """
game stones:
    players 2

component 5 stone in heap

shared:
    heap: bag of stone

each player:
    won: bag of stone
    last: 0..9 = 0

rounds up to 2:
    turns

phase turns, each player:
    choose:
        number: one of 7..9
        taken:  up to 3 of heap
    move taken to won
    last = number

ranking by highest count(won), ties shared
"""


def test_a_number_alone_counts_pieces_of_the_only_kind(gamedsl: Runs) -> None:
    Path("stones.gdl").write_text(STONES)
    ran = gamedsl("play", "stones.gdl", *ANN, stdin=b"8 2\n")
    assert "  Ann: number 8, 2 Stone\n" in ran.out


CAMP = """
game camp:
    players 3

shared:
    order: players
    fires: 0..9 = 0

each player:
    asleep = no
    logs: 0..9 = 2

rounds up to 2:
    turns

phase turns, each player:
    choose burn: one of 0..2
    logs -= burn
    asleep = yes

ranking by highest logs, ties shared
"""


def test_fields_of_a_family_that_have_not_changed_share_a_line(gamedsl: Runs) -> None:
    Path("camp.gdl").write_text(CAMP)
    args = ("--names", "Ann,Bob,Cat", "--seed", "1", "--hot-seat")
    ran = gamedsl("play", "camp.gdl", *args, stdin=b"view rules\n1\nview rules\n2\nview rules\n")
    first, second, third = (
        said.split("turns\n", 1)[1].split("\n\n")[0] for said in ran.out.split("> view rules\n")[1:]
    )
    assert first.startswith(
        "round     1\n"
        "order     [Ann, Bob, Cat]\n"
        "fires     0\n"
        "still no  player.asleep (all 3)\n"
        "still 2   player.logs (all 3)\n"
    )
    assert (
        "Ann.asleep  yes\nAnn.logs    1\nstill no    player.asleep (2 of 3)\nstill 2     player.logs (2 of 3)\n"
        in second
    )
    assert "Cat.asleep  no\n" in third


EVEN = """
game even:
    players 2

shared:
    stake: 1..5 = 1

rounds up to 2:
    bidding

phase bidding, each player:
    choose n: one of 1..5
    stake = n

score points: stake - stake

ranking by highest total, ties shared
"""


def test_who_sees_no_difference_says_so(gamedsl: Runs) -> None:
    Path("even.gdl").write_text(EVEN)
    ran = gamedsl("play", "even.gdl", "--seed", "1", "--agents", "mcts:20", stdin=b"1\n1\n")
    assert "Bob (mcts:20) sees no difference between the options, and takes any of them." in ran.out


DICE = """
game dice:
    players 2

shared:
    dice: bag of 1..6 = []

rounds up to 1:
    turns

phase turns, each player:
    roll pool: 5 of 3..4
    choose keep: any of pool
    dice = keep

ranking by highest number
"""


def test_dice_are_written_one_by_one_and_read_back(gamedsl: Runs) -> None:
    Path("dice.gdl").write_text(DICE)
    ran = gamedsl("play", "dice.gdl", *ANN, stdin=b"5 5\n3 3\n")
    assert "  Pool: 3, 3, 3, 4, 4\n" in ran.out
    assert "Ann: Choose keep: (0 to 5, as `1 2 3`, or `none`)\n   1  3 (up to 3)\n   2  4 (up to 2)\n" in ran.out
    assert "`5` is not one of those: name 0 to 5 of the list, or `none`.\n" in ran.out
    assert moves("dice-1.json")[0] == ("Ann", "turns(keep = [3, 3])")


@pytest.mark.usefixtures("heap")
def test_the_same_seed_gives_the_same_match(gamedsl: Runs) -> None:
    answers = ["1"] * 12
    assert play(gamedsl, *answers).out.replace("-1.json", "") == play(gamedsl, *answers).out.replace("-1-2.json", "")


@pytest.mark.usefixtures("heap")
def test_a_seat_can_be_chosen(gamedsl: Runs) -> None:
    for seat in ("Bob", "2"):
        assert "Bob: How many stones?" in play(gamedsl, args=(*ANN, "--seat", seat)).out


def test_the_rules_name_the_columns_of_their_tables(gamedsl: Runs) -> None:
    ran = gamedsl("play", "love_letter", "--seed", "1", stdin=b"rules\nquit\n")
    assert "  - Guard: rank 1, count 5\n" in ran.out


@pytest.mark.usefixtures("heap")
def test_moves_may_be_written(gamedsl: Runs) -> None:
    play(gamedsl, "turns(stones = 3)")
    assert moves("heap-1.json")[0] == ("Ann", "turns(stones = 3)")


@pytest.mark.usefixtures("heap")
def test_undo_goes_back_to_the_last_own_choice(gamedsl: Runs) -> None:
    ran = play(gamedsl, "undo", "1", "2", "back", "u", "3", "quit")
    assert "There is nothing to take back.\n" in ran.out
    assert [move for move in moves("heap-1.json") if move[0] == "Ann"] == [("Ann", "turns(stones = 3)")]


@pytest.mark.usefixtures("heap")
def test_questions_in_between(gamedsl: Runs) -> None:
    ran = play(
        gamedsl,
        "help",
        "view rules",
        "moves",
        "why turns(stones = 4)",
        "why turns(stones = 2)",
        "why",
        "9",
        "xyzzy",
        "",
    )
    assert ran.code == 0
    assert "why          why a move is possible or refused, as `why MOVE`; `why 2` asks\n" in ran.out
    assert "heap      21\nstill no  player.took_last (all 2)\n" in ran.out
    assert "Ann> moves\n      1, 2 or 3\n" in ran.out
    assert "`stones` cannot be chosen like that here\n  --> heap.gdl:20:5\n" in ran.out
    assert "It is possible: 2. " in ran.out
    assert "Why what?" in ran.out
    assert "9 is not possible here: say 1, 2 or 3.\n" in ran.out
    assert "`xyzzy` is not offered here; say a number: 1, 2 or 3.\n" in ran.out


def test_rules_cannot_come_from_where_answers_come_from(gamedsl: Runs) -> None:
    assert gamedsl("play", "-", stdin=b"game x:").err.startswith("error: `play` needs standard input for the answers\n")


@pytest.mark.usefixtures("heap")
def test_a_match_can_be_saved_on_the_way(gamedsl: Runs) -> None:
    ran = play(gamedsl, "1", "save here.json", "save no/where.json", "quit")
    assert "The match is written to here.json.\n" in ran.out
    assert "`no/where.json` cannot be written: " in ran.out
    assert len(moves("here.json")) == 2


@pytest.mark.usefixtures("heap")
def test_nothing_is_written_before_the_first_move(gamedsl: Runs) -> None:
    assert play(gamedsl, "quit").code == 0
    assert not list(Path.cwd().glob("*.json"))


@pytest.mark.usefixtures("heap")
def test_replays_are_not_overwritten(gamedsl: Runs) -> None:
    for name in ("heap-1.json", "heap-1-2.json", "heap-1-3.json"):
        play(gamedsl, "1")
        assert Path(name).is_file()
    play(gamedsl, "2", args=(*ANN, "--replay", "mine.json"))
    assert Path("mine.json").is_file()


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--names", "Ann,Bob,Cat,Dan,Eve"], "heap.gdl is for 2 to 4 players, not 5"),
        (["--names", "Ann,Bob", "--players", "3"], "2 names for 3 players"),
        (["--names", "Ann,A b"], "`A b` cannot be the name of a player"),
        (["--names", "Ann,Ann"], "two players have the same name"),
        (["--names", "Ann,Bob", "--seat", "Bobb"], "there is no seat `Bobb`\nhelp: did you mean `Bob`?"),
        (["--seat", "3"], "there is no seat `3`"),
    ],
)
def test_seats_that_are_none(gamedsl: Runs, heap: str, args: list[str], says: str) -> None:
    ran = gamedsl("play", heap, *args)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"error: {says}")


def test_a_fault_while_playing(gamedsl: Runs, heap: str) -> None:
    Path(heap).write_text(Path(heap).read_text().replace("0..21 = 21", "2..21 = 21"))
    ran = play(gamedsl, *["1"] * 20)
    assert ran.code == 1
    assert ran.err.startswith("error[E_BOUND]: ")
    assert ran.err.splitlines()[-3].endswith("  <- here")
    assert moves("heap-1.json")


def test_big_decisions_are_made_step_by_step(gamedsl: Runs, heap: str) -> None:
    wide = (
        Path(heap)
        .read_text()
        .replace(
            "    choose stones: one of 1..min(3, heap)\n",
            "    choose:\n        stones: one of 1..min(3, heap)\n        lucky: one of 1..9\n",
        )
    )
    Path(heap).write_text(wide.replace("turns(stones = 3) because", "turns(stones = 3, lucky = 1) because"))
    ran = play(gamedsl, "2", "view", "undo", "0", "3", "9", "turns(stones = 1, lucky = 7)", "quit")
    assert ran.code == 0
    assert "Ann: How many stones?\n      1, 2 or 3\nAnn> 2\nAnn: Choose lucky:\n      1, 2, " in ran.out
    assert "0 is not possible here: say 1, 2 or 3.\n" in ran.out
    own = [move for seat, move in moves("heap-1.json") if seat == "Ann"]
    assert own == ["turns(stones = 3, lucky = 9)", "turns(stones = 1, lucky = 7)"]


WIDE = """game wide:
    players 2

each player:
    points = 0

rounds up to 1:
    turns

phase turns, each player:
    choose:
        a: one of 1..100
        b: one of 1..100
        c: one of 1..100
        d: one of 1..100
        e: one of 1..100
    points = a + b + c + d + e

ranking by highest points, ties shared
"""


def test_a_decision_with_more_moves_than_can_be_listed(gamedsl: Runs) -> None:
    Path("wide.gdl").write_text(WIDE)
    ran = gamedsl("play", "wide.gdl", "--seed", "1", stdin=b"moves\n0\n3\n4\n5\n6\n7\n")
    assert ran.code == 0
    assert "These are more than 200: choose step by step.\n" in ran.out
    assert "Ann: Choose a:\n      1 to 100\n" in ran.out
    assert "0 is not possible here: say 1 to 100.\n" in ran.out
    assert "Ann: a 3, b 4, c 5, d 6, e 7\n" in ran.out


_LAMPS = """game lamps:
    "Build one card each."
    players 2

component card in deck:
    name   count
    Spark  1
    Lamp   1
    Stone  4

shared:
    deck: bag of card

each player:
    coins: 0..9 = 0

each Spark:
    "Two coins when it is built, and light for all who come home late at night."
    whenever build(plan): coins += 2

each Lamp:
    "A coin when it is built."
    whenever build(plan): coins += 1

rounds up to 2:
    turns

phase turns, each player:
    choose one:
        build

action build:
    choose plan: one of deck
    move plan to box

ranking by highest coins, ties shared
"""


def test_a_card_is_told_beside_its_option_and_when_it_is_asked_for(gamedsl: Runs) -> None:
    Path("lamps.gdl").write_text(_LAMPS)
    answers = ("build(plan = Lamp)", "card Spark", "card Sparks", "card Stone", "card", "build(plan = Stone)")
    ran = gamedsl("play", "lamps.gdl", "--hot-seat", stdin="".join(f"{answer}\n" for answer in answers).encode())
    assert ran.code == 0
    first, second, *_ = ran.out.split("Bob: Which plan?")
    whole = "Two coins when it is built, and light for all who come home late at night."
    assert f"  Spark  coins 0 → 2: {whole}  " in " ".join(first.replace("\n" + " " * 13, " ").splitlines())
    assert "  Lamp   coins 0 → 1: A coin when it is built.\n" in first
    # Without a screen to fit on, the text stands beside the option each time.
    assert f"  Spark  coins 0 → 2: {whole}    2  Stone " in " ".join(second.replace("\n" + " " * 13, " ").splitlines())
    assert f"Bob> card Spark\n{whole}\n" in second
    assert "No card is called `Sparks`: do you mean `Spark`?" in second
    assert "No card called `Stone` says more than its name." in second
    every = " ".join(second.split("Bob> card\n")[1].split())
    assert every.startswith(f"Spark: {whole} Lamp: A coin when it is built.")


@pytest.mark.usefixtures("heap")
def test_who_leaves_in_the_middle_is_asked(gamedsl: Runs) -> None:
    at_once = play(gamedsl, "q", "1")
    assert "Leave the match?" not in at_once.out
    stayed = play(gamedsl, "1", "q", "q", "1", "quit", "yes", "1")
    assert stayed.out.count("Leave the match? (yes or no)") == 2
    assert stayed.out.count("You play on.") == 1
    assert [seat for seat, _ in moves("heap-1.json")] == ["Ann", "Bob", "Ann", "Bob"]


def test_q_is_a_queen_where_one_is_offered(gamedsl: Runs) -> None:
    shown = gamedsl("play", "cribbage", "--seed", "1", stdin=b"1 2\nq\nq\n").out
    assert "Ann lays Q♦" in shown
    assert shown.count("Leave the match? (yes or no)") == 1


@pytest.mark.usefixtures("heap")
def test_a_saved_match_goes_on(gamedsl: Runs) -> None:
    whole = play(gamedsl, "2", "1", "3")
    before = moves("heap-1.json")
    play(gamedsl, "2", "1", "quit", args=(*ANN, "-o", "left.json"))
    assert moves("left.json") == before[:4]
    gone_on = gamedsl("play", "left.json", stdin=b"undo\n1\n3\n")
    assert (whole.code, gone_on.code, gone_on.err) == (0, 0, "")
    assert "Taken back." in gone_on.out
    went = moves("heap-1-2.json")
    assert (went[:3], went[4]) == (before[:3], ("Ann", "turns(stones = 3)"))


@pytest.mark.usefixtures("heap")
def test_a_saved_match_has_its_own_seed_and_an_end(gamedsl: Runs) -> None:
    play(gamedsl, *["1"] * 21, args=("--hot-seat", "--names", "Ann,Bob", "--seed", "1"))
    over = gamedsl("play", "heap-1.json")
    assert over.code == 2
    assert "is over" in over.err
    assert "gamedsl replay heap-1.json" in over.err
    other = gamedsl("play", "heap-1.json", "--seed", "2")
    assert "leave out `--seed`" in other.err


@pytest.mark.usefixtures("heap")
def test_who_leaves_while_another_has_chosen_is_asked(gamedsl: Runs) -> None:
    shown = play(gamedsl, "1", "q", "no", "2", "q", "yes", args=("--hot-seat", "--names", "Ann,Bob", "--seed", "1")).out
    assert "Bob> q\nLeave the match? (yes or no)\n> no\nYou play on.\nBob> 2\n" in shown
    assert moves("heap-1.json") == [("Ann", "turns(stones = 1)"), ("Bob", "turns(stones = 2)")]


@pytest.mark.usefixtures("heap")
def test_a_saved_match_may_have_any_name_and_goes_on_in_its_file(gamedsl: Runs) -> None:
    play(gamedsl, "2", "save kept", "quit", "yes")
    before = moves("kept")
    Path("heap-1.json").unlink()
    looked = gamedsl("play", "kept", stdin=b"quit\nyes\n")
    assert (looked.code, looked.err) == (0, "")
    assert "is written" not in looked.out
    assert gamedsl("play", "kept", "-o", "kept", stdin=b"3\nquit\nyes\n").code == 0
    assert moves("kept")[: len(before)] == before
    assert len(moves("kept")) > len(before)
    assert sorted(path.name for path in Path().glob("*kept*")) == ["kept"]


@pytest.mark.usefixtures("heap")
@pytest.mark.parametrize(
    ("change", "why", "advice"),
    [
        ({"rules": "lost.gdl", "game": "lost"}, "the rules `lost.gdl` are not found", "lay the file of the rules"),
        ({"start": "late"}, "cannot be played by these rules: the replay begins from `late`", "`gamedsl replay "),
        (
            {"moves": [{"seat": "Ann", "move": "turns(stones = 9)"}]},
            "cannot be played by these rules: move 1",
            "`gamedsl replay ",
        ),
        ({"format": "other"}, "this is not a replay", "a replay is what `gamedsl play` writes"),
    ],
)
def test_a_saved_match_that_cannot_go_on_says_why(
    gamedsl: Runs, change: dict[str, object], why: str, advice: str
) -> None:
    play(gamedsl, "2", "quit", "yes", args=(*ANN, "-o", "left.json"))
    Path("left.json").write_text(json.dumps(json.loads(Path("left.json").read_text()) | change))
    ran = gamedsl("play", "left.json", stdin=b"1\n")
    assert (ran.code, ran.out) == (2, "")
    assert why in ran.err
    assert f"help: {advice}" in ran.err
    assert [path.name for path in Path().glob("*.json")] == ["left.json"]
