"""Opens every shipped game in the workshop, checks it, lets the computer play a match of it, and does every lesson:
`PYTHONPATH=tests python -m workshop.every_game FILE [NAME…]`.

What was done is noted in FILE, line by line; the same command goes on where it was stopped. The match is judged by the program on this machine: the saved
match has to be one of the rules file. A short form, in `test_workshop.py`, is among the tests.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Error

import gamedsl
from gamedsl.bases import files_of_games
from gamedsl.workshop.folder import lay_folder_once
from gamedsl.workshop.tour import lessons
from page.browser import browser
from workshop.tab import Tab, profile, served


def main() -> int:
    """Does what is not noted yet; returns 1 if something went wrong."""
    notes = Path(sys.argv[1])
    done = set(notes.read_text("utf-8").splitlines()) if notes.exists() else set[str]()
    names = sys.argv[2:] or [
        *(f"lesson={one['name']}" for one in lessons()),
        *(f"game={place.stem}" for place in files_of_games()),
    ]
    wrong = 0
    with served(lay_folder_once(lambda: None)) as address, browser() as c:
        tab = Tab(profile(c), address)
        for name in names:
            if f"{name} done" in done:
                continue
            told = _try(tab, name)
            wrong += told != "done"
            with notes.open("a", encoding="utf-8") as file:
                file.write(f"{name} {told}\n")
            print(f"{name} {told}", flush=True)
    return int(wrong > 0)


def _try(tab: Tab, name: str) -> str:
    """Opens a game or does a lesson; returns `done`, or what is wrong."""
    tab.complaints.clear()
    try:
        if name.startswith("lesson="):
            tab.go(name)
            tab.page.get_by_role("button", name="Check").click()
            tab.page.wait_for_selector(".verdict.bad")
            tab.page.get_by_role("button", name="Show the answer").click()
            tab.page.get_by_role("button", name="Check").click()
            tab.page.wait_for_selector(".verdict.good")
        else:
            open_and_play(tab, name.partition("=")[2])
    except (Error, AssertionError, gamedsl.GameDslError) as error:
        return f"wrong: {str(error)[:300]!r}"
    return "done" if not tab.complaints else f"wrong: {tab.complaints[0][:300]!r}"


def open_and_play(tab: Tab, name: str) -> int:
    """Opens a shipped game, waits until it is checked, and lets the computer play a match of it. Returns the number of its moves. Raises AssertionError if there is
    an error in the rules, or if the match that was played is none of the shipped rules."""
    place = next(place for place in files_of_games() if place.stem == name)
    tab.go(f"game={name}")
    told = tab.checked_anyhow()
    assert "error" not in told, told
    length, saved = tab.watch(1)
    rules = gamedsl.load_rules(place)
    setup = rules.setups()[0]
    engine = gamedsl.engine_for(rules.game(players=setup.players, **dict(setup.options)))
    assert gamedsl.verify_replay(engine, gamedsl.replay_from_json(saved)).is_over
    return length


if __name__ == "__main__":
    sys.exit(main())
