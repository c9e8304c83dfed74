"""Runs a studio: listens on this machine, and watches the files from which the rules were read."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe

import uvicorn
from watchfiles import Change, awatch  # pyright: ignore[reportUnknownVariableType]  (names types of trio)

from gamedsl.server.running import EndingServer, bind_socket, settings
from gamedsl.studio.editing import Editing
from gamedsl.studio.server import application
from gamedsl.studio.state import Studio

OWN_HOST = "127.0.0.1"
_OTHERS = (".gdl", ".look.toml", ".csv", ".png", ".jpg", ".svg")
"""Endings of files beside the rules that can be watched: rules or a look file may name them later."""
_MOST_AT_ONCE = 200
"""The most simultaneous connections; further ones are told to come later."""
_PAUSE = 60
"""Milliseconds without a further change before the files are read: editors write a file in several steps."""
_SETTLING = 1_000
"""Milliseconds after which files are read although nothing is heard of them, once folders are watched anew."""


def serve(
    studio: Studio,
    port: int,
    look: Path | None,
    tell: Callable[[str], None],
    host: str = OWN_HOST,
    share: Callable[[int], None] | None = None,
    frames: Sequence[str] = (),
    editing: Editing | None = None,
) -> None:
    """Serves until Ctrl-C. `port` 0 takes any free port, `look` is the look file, and `tell` is called with the address. With another `host` than this
    machine's own, the network can reach the seats of a shared match; `share` is called with the port, and begins the match. Pages of the origins
    `frames` may show the studio in a frame. With `editing` the page has an editor. Raises OSError for a port or host that cannot be used."""
    with bind_socket(host, port) as listening:
        port = listening.getsockname()[1]
        if share is not None:
            share(port)
        token = token_urlsafe(24)
        hosts = frozenset(f"{name}:{port}" for name in (OWN_HOST, "localhost"))

        def end() -> None:
            studio.end()
            if editing is not None:
                editing.end()
            if studio.shared is not None:
                studio.shared.end()

        made = settings(application(studio, token, hosts, frames, editing), _MOST_AT_ONCE)
        tell(f"http://{OWN_HOST}:{port}/{token}/")
        asyncio.run(_serve(EndingServer(made, end), listening, studio, look))


async def _serve(server: uvicorn.Server, listening: socket.socket, studio: Studio, look: Path | None) -> None:
    studio.begin_trials()
    watching = asyncio.create_task(watch(studio, look))
    watching.add_done_callback(
        lambda _: setattr(server, "should_exit", True)
    )  # end if watching fails, because then nothing follows the file
    try:
        await server.serve([listening])
    finally:
        studio.end()
        if studio.shared is not None:
            studio.shared.end()
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


async def watch(studio: Studio, look: Path | None) -> None:
    """Reads the rules again whenever one of their files changes, and once soon after the watching of folders has begun, because earlier changes are not
    reported."""
    while True:
        watched = _files_to_watch(studio, look)
        folders = {path.parent for path in watched if path.parent.is_dir()}

        def is_own(_: Change, path: str, own: frozenset[Path] = watched) -> bool:
            return Path(path) in own or path.endswith(_OTHERS)

        is_looked_at = False
        changes = awatch(
            *folders, watch_filter=is_own, step=_PAUSE, recursive=False, rust_timeout=_SETTLING, yield_on_timeout=True
        )
        async for changed in changes:
            if changed or not is_looked_at:
                is_looked_at = True
                await asyncio.to_thread(studio.look)
                if _files_to_watch(studio, look) != watched:
                    break


def _files_to_watch(studio: Studio, look: Path | None) -> frozenset[Path]:
    """Returns the files whose changes count. Their folders are watched, because editors replace the old file by a new one."""
    named = (*studio.files, *([] if look is None else [str(look)]))
    return frozenset(Path(name).resolve() for name in named)
