"""Opens every shipped game in the workshop, plays a match of it by clicking, and does every lesson: `PYTHONPATH=tests python -m workshop.every_game FILE [NAME…]`.

What was done is noted in FILE, line by line; the same command goes on where it was stopped.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Error

from gamedsl.bases import shipped
from gamedsl.workshop.folder import kept_folder
from gamedsl.workshop.python_archive import Form
from gamedsl.workshop.tour import lessons
from page.browser import browser
from workshop.tab import Tab, served


def main() -> int:
    """Does what is not noted yet; returns 1 if something went wrong."""
    notes = Path(sys.argv[1])
    done = set(notes.read_text("utf-8").splitlines()) if notes.exists() else set[str]()
    names = sys.argv[2:] or [
        *(f"lesson={one['name']}" for one in lessons()),
        *(f"game={place.stem}" for place in shipped()),
    ]
    wrong = 0
    with (
        tempfile.TemporaryDirectory() as out,
        served(Path(out), kept_folder(), Form.COMPILED) as address,
        browser() as c,
    ):
        tab = Tab(c, address)
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
        tab.page.evaluate("name => { location.hash = name; }", name)
        tab.page.wait_for_function("() => location.hash === ''")
        if name.startswith("lesson="):
            tab.page.get_by_role("button", name="Check").click()
            tab.page.wait_for_selector(".verdict.bad")
            tab.page.get_by_role("button", name="Show the answer").click()
            tab.page.get_by_role("button", name="Check").click()
            tab.page.wait_for_selector(".verdict.good")
        else:
            tab.play(1)
    except (Error, AssertionError) as error:
        return f"wrong: {str(error)[:300]!r}"
    return "done" if not tab.complaints else f"wrong: {tab.complaints[0][:300]!r}"


if __name__ == "__main__":
    sys.exit(main())
