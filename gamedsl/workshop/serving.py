"""Serves the folder of a workshop on this machine."""

from __future__ import annotations

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from gamedsl.values import frozen

OWN_HOST = "127.0.0.1"


class _Handler(SimpleHTTPRequestHandler):
    """Answers with the files, for this machine only, and says nothing on the terminal."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".js": "text/javascript"}  # noqa: RUF012

    def parse_request(self) -> bool:
        """Refuses requests under the name of another host: a page of that host could ask in this browser."""
        if not super().parse_request():
            return False
        if str(self.headers.get("host", "")).partition(":")[0] in (self.connection.getsockname()[0], "localhost"):
            return True
        self.send_error(403, "This workshop answers to its own address only.")
        return False

    def end_headers(self) -> None:
        self.send_header("cache-control", "no-cache")
        self.send_header("x-content-type-options", "nosniff")
        self.send_header("referrer-policy", "no-referrer")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Does nothing."""


@frozen
class Served:
    """A server that runs in a thread, and its address."""

    address: str
    server: ThreadingHTTPServer
    thread: threading.Thread

    def wait(self) -> None:
        """Waits until the server ends."""
        self.thread.join()

    def end(self) -> None:
        """Ends the server."""
        self.server.shutdown()
        self.server.server_close()


def serve_folder(folder: Path, port: int, host: str = OWN_HOST) -> Served:
    """Serves a folder under an address of this machine; `port` 0 takes any free one. Raises OSError for a port that cannot be used."""
    server = ThreadingHTTPServer((host, port), functools.partial(_Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, name="workshop", daemon=True)
    thread.start()
    return Served(f"http://{host}:{server.server_port}/", server, thread)
