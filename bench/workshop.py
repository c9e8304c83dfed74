"""Measures the workshop in Chromium: `PYTHONPATH=tests python -m bench.workshop [FOLDER] [--far]`.

Prints the bytes of a visit until there is a table, the seconds until there are findings and a table, at the first visit and from the cache, and the seconds of
processors that the browser took for that (on Linux). With `--far` the workshop is not at the address of this machine, as for a visitor from elsewhere.
FOLDER is one that `gamedsl workshop -o FOLDER` wrote; without it one is put together. The load of the machine is printed beside the seconds, which depend
on it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from playwright.sync_api import BrowserContext

from gamedsl.workshop.folder import kept_folder, lay_folder
from gamedsl.workshop.serving import OWN_HOST, serve_folder
from page.browser import browser

_FAR = "--far"
_PATIENCE = 300_000
_CHECKED = "() => performance.getEntriesByName('gamedsl-checked').length > 0"


def main() -> None:
    """Prints the figures."""
    with tempfile.TemporaryDirectory() as made:
        given = [one for one in sys.argv[1:] if one != _FAR]
        folder = Path(given[0]) if given else Path(made)
        if not given:
            lay_folder(folder, kept_folder())
        elif not (folder / "index.html").is_file():
            sys.exit(f"{folder} holds no workshop: `python -m tools.workshop {folder}` puts one there")
        served = serve_folder(folder, 0, "127.0.0.2" if _FAR in sys.argv else OWN_HOST)
        try:
            with browser() as chromium:
                context = chromium.new_context(viewport={"width": 1280, "height": 800})
                context.new_page()  # the window of the browser takes a second of its own, which is not measured
                print(f"load of the machine  {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
                for visit in ("first visit", "from the cache", "from the cache"):
                    print(f"{visit:<20} {_visit(context, served.address)}", flush=True)
        finally:
            served.end()


def _visit(context: BrowserContext, address: str) -> str:
    """Opens the workshop in a new tab, and returns what was measured."""
    page = context.new_page()
    page.set_default_timeout(_PATIENCE)
    began, worked = perf_counter(), _worked()
    page.goto(address)
    page.wait_for_selector(".cm-content")
    writable = perf_counter() - began
    page.wait_for_function(_CHECKED)
    checked, worked_then = perf_counter() - began, _worked() - worked
    page.wait_for_selector(".game iframe:not(.next)")
    played, worked = perf_counter() - began, _worked() - worked
    own = "performance.getEntriesByType('resource').reduce((sum, {transferSize}) => sum + transferSize, 0)"
    sizes = [int(page.evaluate(own)), *(int(worker.evaluate(own)) for worker in page.workers)]
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.close()
    told = f"writable {writable:.1f} s, findings {checked:.1f} s ({worked_then:.1f} of processors), table {played:.1f} s ({worked:.1f})"
    return f"{told}, {sum(sizes) / 1e6:.1f} MB"


def _worked() -> float:
    """Returns the seconds of processors that the processes below this one have taken, with those that have ended; 0 on systems without `/proc`."""
    taken: dict[int, tuple[int, float]] = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            rest = place.read_text("utf-8").rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        taken[int(place.parent.name)] = (int(rest[1]), sum(map(int, rest[11:15])) / os.sysconf("SC_CLK_TCK"))
    own = {os.getpid()}
    while more := {one for one, (parent, _) in taken.items() if parent in own} - own:
        own |= more
    return sum(seconds for one, (_, seconds) in taken.items() if one in own)


if __name__ == "__main__":
    main()
