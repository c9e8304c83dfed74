"""Finds the address of the host in its network, and recognises the names in requests that mean it."""

from __future__ import annotations

import re
import socket
from functools import cache
from ipaddress import IPv4Address
from urllib.parse import urlsplit

_SOME_ADDRESS = ("192.0.2.1", 9)
"""An address reserved for documentation. Nothing is sent there: the system only says which of its own addresses it would use."""

_USUAL_PORTS = {"http": 80, "https": 443}

EVERY = "0.0.0.0"
"""The address that listens at all addresses of the machine."""


def own_address(host: str) -> str:
    """Returns the address under which others reach this machine when it listens at `host`."""
    if host != EVERY:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_SOME_ADDRESS)
            found: str = asking.getsockname()[0]
        except OSError:
            return "127.0.0.1"  # there is no network
    return found


def names_host(header: str | None, port: int) -> bool:
    """Whether a Host header names this host as people in the network may: an address, or the name of this machine, with the port. Other names that resolve
    to this machine are rejected, so that a page of another site cannot be made to speak with this host."""
    if header is None:
        return False
    return header.rpartition(":")[2] == str(port) and is_own_name(header)


def is_own_name(header: str) -> bool:
    """Whether a Host header names this machine, at any port."""
    name = header.rpartition(":")[0] if ":" in header else header
    own = _own_name()
    return name.lower() in ("localhost", own, f"{own}.local") or _is_address(name)


@cache
def _own_name() -> str:
    return socket.gethostname().lower()


def _is_address(name: str) -> bool:
    try:
        IPv4Address(name)
    except ValueError:
        return False
    return True


def host_in(url: str) -> str:
    """Returns the host that a URL of the web names, as browsers write it in requests: in small letters, with the port unless it is the usual one. "" for a
    text that is no such URL."""
    try:
        parts = urlsplit(url)
        name, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    if parts.scheme not in _USUAL_PORTS or "@" in parts.netloc or re.search(r"\s", url):
        return ""
    shown = f"[{name}]" if ":" in name else name
    return shown if not shown or port in (None, _USUAL_PORTS[parts.scheme]) else f"{shown}:{port}"


def is_here(client: str | None) -> bool:
    """Whether a request comes from this machine."""
    return client is not None and _is_address(client) and IPv4Address(client).is_loopback
