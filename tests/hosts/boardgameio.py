"""Matches with boardgame.io itself: `PYTHONPATH=tests python -m hosts.boardgameio`. Needs npm, which installs boardgame.io in a folder of its own,
and Chromium.

Clients and a server of boardgame.io play whole matches over SocketIO, and all that each client is sent is compared with what its seat may see.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory
from time import sleep
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Page

import gamedsl
from gamedsl_interpreter.hosting.module import hosted_module
from hosts.driving import HERE, ROOT
from page.browser import browser

GAMES = (("classics/connect_four", 2), ("classics/hearts", 4), ("gloriana", 4))
PACKAGES = {
    "private": True,
    "dependencies": {"boardgame.io": "0.50.2", "esbuild": "0.28.2"},
    "overrides": {"koa-compose": "4.1.0"},
}


def main() -> int:
    """Installs boardgame.io, builds modules, and plays."""
    with TemporaryDirectory() as folder:
        packages = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else installed(Path(folder))
        modules = [_module(name, players, Path(folder)) for name, players in GAMES]
        _lobby(packages, modules[0])
        program = [str(HERE / "boardgameio.mjs"), str(ROOT / "hosts/js/src"), str(packages), *map(str, modules)]
        return subprocess.run(["node", *program], check=False).returncode


def _lobby(packages: Path, module: Path) -> None:
    """Starts the lobby of the documentation, and plays a match on its page with two browsers. Raises OSError, NoBrowserError."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    program = ["node", str(ROOT / "docs/examples/lobby.mjs"), str(module)]
    with subprocess.Popen(program, cwd=packages, env={**os.environ, "PORT": port, "SECRET": "of a test"}) as server:
        try:
            address = f"http://127.0.0.1:{port}"
            _answered(address)  # the server is there
            with browser() as chromium:
                ann, bob = (chromium.new_context().new_page() for _ in range(2))
                _entered(ann, address, "new match")
                _entered(bob, address, "seat 1")
                number = _clicked((ann, bob))
            print(f"the lobby of the documentation: a match to its end in Chromium, {number} clicks")
        finally:
            server.terminate()


def _entered(page: Page, address: str, button: str) -> None:
    page.goto(address)
    page.get_by_role("button", name=button).click()
    page.locator("p").first.wait_for()


def _clicked(pages: tuple[Page, ...]) -> int:
    """Clicks the first button of whoever has one until both pages have the result, and says how often. Raises TimeoutError."""
    clicks = 0
    for _ in range(2000):
        told = [str(page.locator("pre").text_content()) for page in pages]
        asked = [page for page in pages if page.locator("button").count()]
        if asked:
            asked[0].locator("button").first.click()
            asked[0].wait_for_function(
                "told => document.querySelector('pre').textContent !== told", arg=told[pages.index(asked[0])]
            )
            clicks += 1
        elif all(text.partition("\n")[0] for text in told):
            return clicks
        else:
            pages[0].wait_for_timeout(20)
    raise TimeoutError("the match does not end")


def _answered(address: str) -> str:
    """What a server answers that may have just been started. Raises OSError."""
    for _ in range(200):
        try:
            with urlopen(address) as answer:
                return str(answer.read().decode())
        except URLError:
            sleep(0.1)
    raise TimeoutError(address)


def installed(folder: Path) -> Path:
    """A folder in which npm has installed boardgame.io."""
    (folder / "package.json").write_text(json.dumps(PACKAGES), encoding="utf-8")
    subprocess.run(
        ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--silent"], cwd=folder, check=True
    )
    return folder


def _module(name: str, players: int, folder: Path) -> Path:
    module = folder / f"{Path(name).name}.wasm"
    text = (ROOT / f"games/{name}.gdl").read_text(encoding="utf-8")
    # A match of hearts to a hundred points is too long for a test.
    rules = gamedsl.parse_rules(text.replace("points >= 100", "points >= 26"))
    module.write_bytes(hosted_module(rules.game(players)))
    return module


if __name__ == "__main__":
    sys.exit(main())
