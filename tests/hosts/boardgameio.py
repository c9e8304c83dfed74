"""Matches with boardgame.io itself: `PYTHONPATH=tests python -m hosts.boardgameio`. Needs npm, which installs boardgame.io in a folder of its own.

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
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import gamedsl
from gamedsl_interpreter.hosting.module import hosted_module
from hosts.driving import HERE, ROOT

GAMES = (("classics/connect_four", 2), ("classics/hearts", 4), ("gloriana", 4))
PACKAGES = {"private": True, "dependencies": {"boardgame.io": "0.50.2"}, "overrides": {"koa-compose": "4.1.0"}}


def main() -> int:
    """Installs boardgame.io, builds modules, and plays."""
    with TemporaryDirectory() as folder:
        packages = Path(sys.argv[1]) if len(sys.argv) > 1 else installed(Path(folder))
        modules = [_module(name, players, Path(folder)) for name, players in GAMES]
        _lobby(packages, modules[0])
        program = [str(HERE / "boardgameio.mjs"), str(ROOT / "hosts/js/src"), str(packages), *map(str, modules)]
        return subprocess.run(["node", *program], check=False).returncode


def _lobby(packages: Path, module: Path) -> None:
    """Starts the lobby of the documentation, and opens and enters a match as its page does. Raises ValueError, OSError."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    program = ["node", str(ROOT / "docs/examples/lobby.mjs"), str(module)]
    with subprocess.Popen(program, cwd=packages, env={**os.environ, "PORT": port, "SECRET": "of a test"}) as server:
        try:
            address = f"http://127.0.0.1:{port}"
            page = _answered(address)
            needed = [
                link
                for link in ("/boardgameio.js", "/gamedsl/boardgameio.js")
                if link in page and _answered(address + link)
            ]
            match = json.loads(_answered(f"{address}/games/connect_four/create", {"numPlayers": 2}))["matchID"]
            joined = json.loads(
                _answered(f"{address}/games/connect_four/{match}/join", {"playerID": "1", "playerName": "Ann"})
            )
            if len(needed) < 2 or not joined["playerCredentials"]:
                raise ValueError("the lobby is not complete")
            print("the lobby of the documentation: a match is opened and entered")
        finally:
            server.terminate()


def _answered(address: str, given: dict[str, object] | None = None) -> str:
    """What a server answers that may have just been started. Raises OSError."""
    data = None if given is None else json.dumps(given).encode()
    for _ in range(200):
        try:
            with urlopen(Request(address, data, {"content-type": "application/json"})) as answer:
                return str(answer.read().decode())
        except HTTPError:
            raise
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
