"""Tables in a browser, and matches that go on until something is seen on them."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize

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


def make_window(chromium: Browser) -> None:
    """Makes the window of a computer that `opened` shows pages in. Nothing stays in it from one page to the next."""
    context = chromium.new_context(viewport=_COMPUTER, reduced_motion="reduce")
    context.add_init_script("localStorage.clear(); sessionStorage.clear();")
    context.new_page()


def opened(chromium: Browser, name: str, folder: Path, *, has_look: bool = False) -> Page:
    """Opens the page of a game in the window of a computer, instead of the page that was there: to make a window takes as long as to open a page."""
    (page,) = chromium.contexts[0].pages
    page.set_viewport_size(_COMPUTER)
    page.mouse.move(0, 0)
    page.goto(written_page(name, folder, slice(0, 1), has_look=has_look).as_uri())
    page.wait_for_function("() => window.gamedslPage")
    return page


_COMPUTER: ViewportSize = {"width": 1280, "height": 800}
