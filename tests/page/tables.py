"""Tables in a browser, and matches that go on until something is seen on them."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page

from page.browser import Opened
from page.playing import written_page

PLAY = """async ([players, until, unseen = 0, every = 1]) => {
  const app = window.gamedslPage;
  app.pause = 1e9;
  const names = ["Ann", "Bob", "Cat", "Dan"].slice(0, players);
  const session = await app.begin(0, names.map((name) => ({ name, who: "person" })), 3);
  for (let i = 0; i < 400 && !session.match.isOver; i++) {
    if (i >= unseen && i % every === 0) {
      session.uncover();
      app.draw();
      if (document.querySelector(until)) return i;
    }
    const [seat] = session.match.toAct;
    session.play(seat, session.match.list(seat, { from: (7 * i) % session.match.count(seat), most: 1 })[0].steps);
  }
  return -1;
}"""
"""Plays on, for a number of people, until the page shows what a selector names; returns after how many choices, or -1 if the match is over before. To paint a
page takes far longer than a move: `unseen` choices are made before it is painted first, and it is painted after `every` so many of the others."""

PLAY_ON = """() => {
  const app = window.gamedslPage;
  const { match } = app.session;
  for (let i = 0; !match.isOver; i++) {
    const [seat] = match.toAct;
    app.session.play(seat, match.list(seat, { from: (7 * i) % match.count(seat), most: 1 })[0].steps);
  }
  app.session.uncover();
  app.draw();
}"""
"""Plays the match of the page to its end, and paints that alone."""


def opened(chromium: Browser, name: str, folder: Path, *, has_look: bool = False) -> Page:
    """Opens the page of a game in the window of a computer."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    return Opened(context, written_page(name, folder, slice(0, 1), has_look=has_look)).page
