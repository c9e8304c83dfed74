"""`play` where something is hidden or rolled: what is told of it, and what `undo` leaves as it is."""

from __future__ import annotations

import json
import re
from pathlib import Path

from cli.running import Ran, Runs, moves

SECRETS = """game secrets:
    "Everybody keeps a number of their own."
    players 2

component 6 card in deck: 1..6

shared:
    deck: bag of card, seen by nobody
    row:  bag of card

each player:
    hand: bag of card, seen by owner

setup: each player: draw 2 from deck to hand

rounds up to 2:
    turns

phase turns, each player:
    choose card: one of hand
    move card to row

ranking by highest count(hand), ties shared
"""


def secrets(gamedsl: Runs, *answers: str, args: tuple[str, ...] = ()) -> Ran:
    """Plays the game in which hands are hidden with these answers."""
    Path("secrets.gdl").write_text(SECRETS)
    said = "".join(f"{answer}\n" for answer in answers).encode()
    return gamedsl("play", "secrets.gdl", "--seed", "12345", *args, stdin=said)


def test_the_seed_of_hidden_hands_is_told_at_the_end(gamedsl: Runs) -> None:
    ran = secrets(gamedsl, "1", "save", "5", "2", "6", args=("--hot-seat",))
    before, after = ran.out.split("Ann and Bob share", 1)
    assert ran.out.startswith("Secrets, 2 players\n")
    assert "12345" not in before
    assert after.endswith("\n\nThe seed was 12345.\n\nThe match is written to secrets-2.json.\n")
    assert json.loads(Path("secrets-2.json").read_text())["seed"] == 12345
    assert "12345" not in secrets(gamedsl, "1", "quit", args=("--hot-seat",)).out


def test_several_persons_do_not_undo_where_hands_are_hidden(gamedsl: Runs) -> None:
    ran = secrets(gamedsl, "1", "undo", "quit", args=("--hot-seat",))
    assert (
        "Another player may have learned something by it; that stays. `undo anyway` takes it back all the same. "
        in ran.out.replace("\n", " ")
    )
    assert [seat for seat, _ in moves("secrets.json")] == ["Ann"]


def test_undo_can_be_allowed(gamedsl: Runs) -> None:
    for number, args in enumerate((("--hot-seat", "--allow-undo"), ("--allow-undo",)), start=1):
        ran = secrets(gamedsl, "1", "undo", "2", "quit", args=args)
        assert "that stays" not in ran.out
        first = moves("secrets.json" if number == 1 else f"secrets-{number}.json")[0]
        assert first[1] == "turns(card = card[2])"


def test_what_a_choice_has_shown_is_taken_back_by_a_stronger_word(gamedsl: Runs) -> None:
    ran = secrets(gamedsl, "1", "undo", "undo anyway", "2", "quit")
    assert "You have seen what was hidden; that stays. `undo anyway` takes it back all the\nsame.\n" in ran.out
    assert moves("secrets.json")[0][1] == "turns(card = card[2])"


def test_what_others_chose_at_the_same_time_is_seen_by_a_choice(gamedsl: Runs) -> None:
    Path("together.gdl").write_text(SECRETS.replace("turns, each player:", "turns, each player together:"))
    ran = gamedsl("play", "together.gdl", "--seed", "3", stdin=b"3\nundo\nquit\n").out
    assert "You have seen what was hidden; that stays." in ran
    alone = gamedsl("play", "together.gdl", "--seed", "3", "--hot-seat", stdin=b"3\n\nundo\nquit\n").out
    assert "Taken back." in alone


def test_dice_stay_thrown(gamedsl: Runs) -> None:
    ran = gamedsl("play", "pig", "--seed", "3", stdin=b"throw\nundo\nquit\n")
    assert "The dice have been thrown; that stays. `undo anyway` takes it back all the same.\n" in ran.out


def test_what_follows_by_counting_is_what_a_zone_must_hold(gamedsl: Runs) -> None:
    table = "component 6 card in deck:\n    name  count\n    Fool  5\n    King  1\n"
    Path("fools.gdl").write_text(SECRETS.replace("component 6 card in deck: 1..6\n", table))
    ran = gamedsl("play", "fools.gdl", "--seed", "1", stdin=b"view rules\nview\nquit\n")
    assert "2 pieces (must hold: " in ran.out
    assert "  deck: 2 cards (2 Fool)\n" in ran.out


def test_the_last_hidden_card_is_asked_for(gamedsl: Runs) -> None:
    shown = secrets(gamedsl, "1", "5", "2", "6", args=("--hot-seat",)).out
    assert len(re.findall(": (?:Choose|Which) ", shown)) == 4


def test_an_answer_of_somebody_who_knows_more_stays(gamedsl: Runs) -> None:
    shown = gamedsl("play", "holdem", "--seed", "1", "--players", "2", stdin=b"raise to 4\nundo\nquit\n").out
    assert "Somebody has answered who knows what you do not; that stays." in shown
