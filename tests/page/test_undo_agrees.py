"""The page and the terminal take back the same choices at a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

import gamedsl
from gamedsl.cli.playing.news import Shown
from gamedsl.cli.playing.past import Past, Point, Told
from gamedsl.graph.model.types import SeatId
from page.browser import Opened, write_beginning
from page.playing import GAMES, ROOT, written_page
from share import less, picked

_LEARNT = """([moves, asked]) => {
    const { session } = window.gamedslPage;
    const { match } = session;
    for (const [seat, text] of moves) match.play(seat, text);
    return asked.map(([from, to, seats]) => Object.create(session, {
        match: { value: match.at(to) },
        isHalfMade: { value: false },
        lastOwn: { value: () => ({ before: from }) },
        isPerson: { value: (seat) => seats.includes(seat) },
    }).learnt);
}"""
"""What the page says that the persons at some seats have learnt between two positions of a match."""
_NAMES = {None: None, Told.THROWN: "thrown", Told.HIDDEN: "hidden", Told.ANSWER: "answered"}
_LENGTH = less(200, 40)
_AHEAD = 4
"""So many moves after a choice it is asked what has been learnt."""


@pytest.mark.parametrize(
    "name",
    picked(
        GAMES,
        (
            "gloriana",
            "classics/holdem",
            "classics/connect_four",
            "modern/cant_stop",
            "modern/love_letter",
            "classics/sealed_bids",
        ),
    ),
)
def test_page_and_terminal_refuse_the_same(name: str, context: BrowserContext, tmp_path: Path) -> None:
    rules = gamedsl.load_rules(ROOT / f"games/{name}.gdl")
    setup = rules.setups()[0]
    engine, dice = gamedsl.engine_for(rules.game(players=setup.players, **dict(setup.options))), gamedsl.Dice.seeded(4)
    states = [engine.initial(5)]
    played: list[tuple[int, str]] = []
    while not states[-1].is_over and len(played) < _LENGTH:
        seat = engine.to_act(states[-1])[0]
        moves = engine.moves(states[-1], seat)
        move = moves[dice.below(len(moves))]
        played.append((seat, move.text))
        states.append(engine.play(states[-1], seat, move))
    all_seats = list(range(len(engine.game.seats)))
    asked = [
        (before, min(before + ahead, len(played)), seats)
        for before, (seat, _) in enumerate(played)
        for ahead in range(1, 1 + _AHEAD)
        for seats in ([seat], all_seats)
    ]
    expected = [_NAMES[_told(engine, states[before], states[after], seats)] for before, after, seats in asked]
    page = Opened(context, written_page(name, tmp_path)).page
    people = ", ".join(f'{{name: "{one}", who: "person"}}' for one in engine.game.seats)
    page.evaluate(write_beginning(f"[{people}]", 5))
    found = page.evaluate(_LEARNT, [played, asked])
    differing = [(one, other, *ask) for one, other, ask in zip(found, expected, asked, strict=True) if one != other]
    assert not differing


def _told(engine: gamedsl.Engine, before: gamedsl.State, after: gamedsl.State, seats: list[int]) -> Told | None:
    past = Past(engine, frozenset(map(SeatId, seats)), is_free=False)
    past.add(Point(before, 0, Shown()))
    return past.last_news(after)
