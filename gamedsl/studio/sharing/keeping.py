"""The file of a shared match, with the links of the seats and the match as a replay. It allows the match to continue when the host restarts."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeGuard

from cattrs import BaseValidationError, Converter

from gamedsl.json import Json
from gamedsl.server.refusals import KeepingError
from gamedsl.server.requests import json_in
from gamedsl.values import frozen
from gamedsl_interpreter.matches.replay import Replay, ReplayError
from gamedsl_interpreter.matches.replay import from_json as replay_from
from gamedsl_interpreter.matches.replay import to_json as replay_text

FORMAT = "gamedsl shared match 1"


@frozen
class Chair:
    """The name and the link's token of a seat."""

    name: str
    token: str


@frozen
class Kept:
    """A saved shared match: `match` identifies it, `port` is the port in its links. `replay` holds all moves, including those that the current rules do not
    allow."""

    match: str
    port: int
    chairs: tuple[Chair, ...]
    replay: Replay


Keep = Callable[[str], None]
"""Writes the file. Raises KeepingError."""


def file_text(kept: Kept) -> str:
    """Returns the text of the file."""
    replay: Json = json.loads(replay_text(kept.replay))
    chairs: list[Json] = [{"name": chair.name, "token": chair.token} for chair in kept.chairs]
    data = {"format": FORMAT, "match": kept.match, "port": kept.port, "chairs": chairs, "replay": replay}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def read_kept(text: str) -> Kept:
    """Reads the text of a file. Raises KeepingError."""
    try:
        data = json_in(text.encode())
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise KeepingError("it holds no shared match")
    try:
        chairs = _CONVERTER.structure(data.get("chairs"), tuple[Chair, ...])
        match, port, replay = data.get("match"), data.get("port"), replay_from(json.dumps(data.get("replay")))
    except (ReplayError, BaseValidationError, TypeError, ValueError, KeyError) as error:
        raise KeepingError("the shared match in it is damaged") from error
    if not isinstance(match, str) or not _is_port(port) or _are_weak(chairs):
        raise KeepingError("the shared match in it is damaged")
    return Kept(match, port, chairs, replay)


def _is_port(data: Json) -> TypeGuard[int]:
    return type(data) is int and 0 < data < 1 << 16


_LEAST = 20


def _are_weak(chairs: tuple[Chair, ...]) -> bool:
    """Whether a link is easy to guess, or two seats have the same link."""
    tokens = {chair.token for chair in chairs}
    return len(tokens) < len(chairs) or any(len(token) < _LEAST for token in tokens)


def _text(data: object, _: type) -> str:
    if not isinstance(data, str):
        raise ValueError(f"{data!r} is no text")
    return data


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(str, _text)
    return converter


_CONVERTER = _converter()
