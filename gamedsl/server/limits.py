"""How much one address may ask of a server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic

from starlette.types import Scope

from gamedsl.server.refusals import RefusedError
from gamedsl.values import frozen

_MINUTE = 60.0

LATER = 60
"""Seconds after which it is worth to ask again, where nobody knows better."""


@frozen
class Limits:
    """The limits of one address: requests in a minute, open event streams, and open tables that it has made. 0: as many as it likes."""

    requests: int
    pages: int
    tables: int


class Usage:
    """The requests of addresses. They are kept in memory only, and used in one thread."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._minute = 0
        self._asked: Counter[str] = Counter()
        self._pages: Counter[str] = Counter()

    def count(self, address: str | None) -> None:
        """Counts a request. Raises RefusedError if there are too many in this minute."""
        if address is None or not self._limits.requests:
            return
        now = monotonic()
        if self._minute != now // _MINUTE:
            self._minute = int(now // _MINUTE)
            self._asked.clear()
        self._asked[address] += 1
        if self._asked[address] > self._limits.requests:
            seconds = int(_MINUTE - now % _MINUTE) + 1
            raise RefusedError(
                f"Your address has asked more than {self._limits.requests:,} times in a minute.",
                "too-many-requests",
                f"Ask again in {seconds} seconds.",
                429,
                seconds,
            )

    @contextmanager
    def page(self, address: str | None) -> Generator[None]:
        """Counts a page while it is open. Raises RefusedError if there are too many."""
        if address is None or not self._limits.pages:
            yield
            return
        if self._pages[address] >= self._limits.pages:
            raise RefusedError(
                f"Your address has as many pages open as it may have ({self._limits.pages:,}).",
                "too-many-pages",
                "Close some of them.",
                429,
                LATER,
            )
        self._pages[address] += 1
        try:
            yield
        finally:
            self._pages[address] -= 1
            if not self._pages[address]:
                del self._pages[address]


def address_of(scope: Scope) -> str | None:
    """Returns the address for which a request counts. For IPv6 this is the network of 64 bits, which one household gets. None for a program on this machine,
    which is not limited."""
    client = scope.get("client")
    if client is None:
        return None
    try:
        found = ip_address(client[0])
    except ValueError:
        return str(client[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return None if found.is_loopback else str(ip_network((int(found), 64), strict=False))
        found = found.ipv4_mapped
    return None if found.is_loopback else str(found)
