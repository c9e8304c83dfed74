"""What hosts do after every move of a match, beside playing it: milliseconds of thread time of one core for a whole match.

| row | is |
|---|---|
| moves as texts | the texts of all moves of whoever has to choose, as a host shows them |
| a move by its text | `Match.move` with a text |
| views | `Match.view` for each seat after each move |
| messages | `Match.message_json` for each seat after each move, with the news since the message before: views, steps, refusals, events, as JSON text |
| whole logs | `json_of` of these views as JSON text, with all events, as before there were messages |

The same random match is played in each run, after two others.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import Counter
from random import Random
from statistics import median
from time import thread_time

import gamedsl


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="gloriana")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    engine = gamedsl.engine_for(gamedsl.load_rules(given.game).game(given.players))
    for warm in (1, 2):
        _play(gamedsl.Match(engine, warm))
    found = [_play(gamedsl.Match(engine, 5)) for _ in range(given.runs)]
    number = len(engine.game.seats)
    print(f"{given.game} for {number}, {found[0]['looks'] // number} moves")
    for row in ("moves as texts", "a move by its text", "views", "messages", "whole logs"):
        print(f"{row:22}{1000 * median(one[row] for one in found):10.1f} ms")
    print(f"{'bytes of a message':22}{found[0]['message bytes'] / found[0]['looks']:10,.0f}")
    print(f"{'bytes with the log':22}{found[0]['log bytes'] / found[0]['looks']:10,.0f}")


def _play(match: gamedsl.Match) -> Counter[str]:
    """Plays a match; returns seconds and bytes by what took them."""
    found, random = Counter[str](), Random(5)
    seats = range(len(match.game.seats))
    keys: dict[int, str] = {}
    clock = thread_time()

    def took(what: str) -> None:
        nonlocal clock
        now = thread_time()
        found[what] += now - clock  # type: ignore[assignment]  # seconds
        clock = now

    while (seat := match.open_seat) is not None:
        took("")
        texts = [move.text for move in match.moves(seat)]
        took("moves as texts")
        match.move(seat, random.choice(texts))
        took("a move by its text")
        views = [match.view(one) for one in seats]
        took("views")
        messages = [match.message_json(one, keys.get(one)) for one in seats]
        took("messages")
        keys = {one: match.key(one) for one in seats}
        took("")
        logs = [json.dumps(gamedsl.json_of(view)) for view in views]
        took("whole logs")
        found["message bytes"] += sum(map(len, messages))
        found["log bytes"] += sum(map(len, logs))
        found["looks"] += len(views)
    return found


if __name__ == "__main__":
    main()
