"""Listens for a server, until somebody ends it."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Sequence
from errno import EADDRNOTAVAIL

import uvicorn
from starlette.types import ASGIApp

_BACKLOG = 2_048
"""The most connections that wait to be accepted."""

_LARGEST_HEAD = 16_384
"""The most bytes in the head of a request."""


def bind_socket(host: str, port: int) -> socket.socket:
    """Returns a socket at an address of this machine; `port` 0 takes any free one. Raises OSError for a port or host that cannot be used."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(_BACKLOG)  # from now on, connections are accepted
    except socket.gaierror as error:
        listening.close()
        raise OSError(EADDRNOTAVAIL, os.strerror(EADDRNOTAVAIL)) from error
    except OSError:
        listening.close()
        raise
    return listening


def settings(application: ASGIApp, most_at_once: int, proxies: Sequence[str] = ()) -> uvicorn.Config:
    """Returns the configuration for serving an application. Connections beyond `most_at_once` are told to come later. `proxies` are addresses or networks
    that are trusted to name the client they ask for."""
    return uvicorn.Config(
        application,
        log_config=None,  # the default would close the handlers of the calling program
        log_level="critical",  # a page that is still open when the server ends is no error
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        lifespan="off",
        proxy_headers=bool(proxies),
        forwarded_allow_ips=[*proxies],
        limit_concurrency=most_at_once,
        h11_max_incomplete_event_size=_LARGEST_HEAD,
        backlog=_BACKLOG,
    )


class EndingServer(uvicorn.Server):
    """A server that ends all waiting requests of its application when it ends."""

    def __init__(self, config: uvicorn.Config, end: Callable[[], None]) -> None:
        super().__init__(config)
        self._end = end

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the waiting requests, then the server."""
        self._end()
        await super().shutdown(sockets)


def serve(
    application: ASGIApp,
    end: Callable[[], None],
    listening: socket.socket,
    most_at_once: int,
    proxies: Sequence[str] = (),
) -> None:
    """Serves until Ctrl-C; then `end` is called."""
    _allow_files(most_at_once)
    asyncio.run(EndingServer(settings(application, most_at_once, proxies), end).serve([listening]))


def _allow_files(wanted: int) -> None:
    """Allows this process to open as many connections as the system permits, if the system can be asked."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted + 200 if hard == resource.RLIM_INFINITY else min(hard, wanted + 200)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
