"""A language server that exchanges messages by function calls, not by a stream: for clients in the same program, or behind a socket that the caller manages."""

from __future__ import annotations

import json
from collections.abc import Callable

from pygls.exceptions import JsonRpcException

from gamedsl.lsp.server import make_server


class _Writer:
    """Passes each message on as text."""

    def __init__(self, post: Callable[[str], object]) -> None:
        self._post = post

    def write(self, data: bytes) -> None:
        self._post(data.decode("utf-8"))

    def close(self) -> None:
        """Does nothing: there is no stream."""


def serve_messages(post: Callable[[str], object]) -> Callable[[str], None]:
    """Starts a server, and returns the function that takes each message of its client. `post` is called with each message for the client. Both need a running
    event loop. The function raises ValueError for a text that is no message."""
    server = make_server()
    server.protocol.set_writer(_Writer(post), include_headers=False)

    def take(text: str) -> None:
        try:
            message = json.loads(text, object_hook=server.protocol.structure_message)
        except (ValueError, RecursionError, JsonRpcException) as error:
            raise ValueError("this is no message of the Language Server Protocol") from error
        if not hasattr(message, "jsonrpc"):  # a number, a list or another object
            raise ValueError("this is no message of the Language Server Protocol")
        server.protocol.handle_message(message)

    return take
