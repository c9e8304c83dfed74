"""Checks of arguments. Each returns its argument, or raises ArgumentError with one sentence about what is wrong."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from math import isfinite
from operator import index
from pathlib import Path
from reprlib import repr as short
from sys import maxsize
from typing import NoReturn, TypeVar

from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game, StartSpec
from gamedsl.graph.model.types import SeatId

T = TypeVar("T")

_PLAIN = (int, float, str, bytes, bool, type(None))


def nobody(_: object) -> None:
    """Does nothing: the default for callbacks that watch a function."""


def describe_value(value: object) -> str:
    """Names a value in a sentence: numbers and texts by themselves, anything else by its type."""
    if isinstance(value, type):
        return f"the class {value.__name__} itself"
    return short(value) if isinstance(value, _PLAIN) else _with_article(type(value).__name__)


def require(what: str, value: object, kind: type[T], advice: str = "") -> T:
    """Returns the value if it has the type `kind`."""
    if isinstance(value, kind):
        return value
    raise ArgumentError(
        f"`{what}` is {_with_article(kind.__name__)}, not {describe_value(value)}{advice and f': {advice}'}"
    )


def text(what: str, value: object) -> str:
    """Returns the value if it is a text."""
    if isinstance(value, str):
        return value
    raise ArgumentError(f"`{what}` is a text, not {describe_value(value)}")


def one_of(what: str, value: object, known: Iterable[str]) -> str:
    """Returns the value if it is one of some texts."""
    words = list(known)
    if isinstance(value, str) and value in words:
        return value
    raise ArgumentError(f"`{what}` is one of {', '.join(words)}, not {describe_value(value)}")


def whole(what: str, value: object, least: int | None = None) -> int:
    """Returns the value as a whole number if it is `least` or more. `True` and `False` are answers and no numbers."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = index(value)  # type: ignore[arg-type]  # anything but a number is refused here
    except TypeError:
        raise ArgumentError(f"`{what}` is a whole number, not {describe_value(value)}") from None
    if least is not None and number < least:
        raise ArgumentError(f"`{what}` is {least} or more, not {describe_value(number)}")
    return number


def countable(what: str, value: object, least: int = 0) -> int:
    """Returns the value as a whole number if it is `least` or more, and small enough to count things."""
    number = whole(what, value, least)
    if number > maxsize:
        raise ArgumentError(f"`{what}` is {number}, more than can be counted")
    return number


def positive(what: str, value: object, of: str = "a number") -> float:
    """Returns the value as a finite number if it is 0 or more; `of` is the word for it in the error."""
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and value >= 0:
        return float(value)
    raise ArgumentError(f"`{what}` is {of}, 0 or more, not {describe_value(value)}")


def path(what: str, value: object, of: str) -> str:
    """Returns the value as the path of something, if there can be such a path."""
    if not isinstance(value, str | Path):
        raise ArgumentError(f"`{what}` is the path of {of}, not {describe_value(value)}")
    text = str(value)
    try:
        is_possible = text != "" and b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        is_possible = False
    if is_possible:
        return text
    raise ArgumentError(f"`{what}` is the path of {of}, and no path can be {describe_value(text)}")


def seat(game: Game, value: object) -> SeatId:
    """Returns the value as a seat of the game."""
    if isinstance(value, str) and value in game.seats:
        raise ArgumentError(f"a seat is given by its number: {value} is {game.seats.index(value)}")
    number = whole("seat", value)
    if not 0 <= number < len(game.seats):
        known = ", ".join(f"{i} ({name})" for i, name in enumerate(game.seats))
        raise ArgumentError(f"there is no seat {number}: there is {known}")
    return SeatId(number)


def viewer(game: Game, value: object) -> SeatId | None:
    """Returns the value as a seat of the game, or None for a spectator."""
    return None if value is None else seat(game, value)


def start(game: Game, value: object) -> StartSpec:
    """Returns the start of the game that has this name."""
    name = text("start", value)
    found = next((one for one in game.starts if one.name == name), None)
    if found is not None:
        return found
    known = [one.name for one in game.starts]
    if not known:
        raise ArgumentError(f"there is no start `{name}`: {game.name} has none in this setup")
    from difflib import get_close_matches  # imported only when a name is mistyped

    near = get_close_matches(name, known, 1)
    said = f"did you mean `{near[0]}`?" if near else f"there is {', '.join(known)}"
    raise ArgumentError(f"there is no start `{name}`; {said}")


def one_origin(start: object, state: object) -> None:
    """Raises ArgumentError if both a start and a state are given as the beginning of matches."""
    if start is not None and state is not None:
        raise ArgumentError("give `start` or `state`, not both: matches begin from one of them")


def texts(what: str, value: object) -> tuple[str, ...]:
    """Returns the value as a list of texts; a single text is refused."""
    if isinstance(value, str | bytes):
        raise ArgumentError(f"`{what}` is a list of texts, not one text")
    return tuple(text(f"{what}[{i}]", one) for i, one in enumerate(several(what, value)))


def workers(value: object, what: str = "workers") -> int | None:
    """Returns the value as a number of threads or processes; None means one for each processor."""
    return None if value is None else whole(what, value, 1)


def several(what: str, value: object) -> Sequence[object]:
    """Returns the value as a list."""
    try:
        return tuple(value)  # type: ignore[arg-type, unused-ignore]  # values that cannot be iterated over are refused here
    except TypeError:
        raise ArgumentError(f"`{what}` is a list, not {describe_value(value)}") from None


def each(what: str, value: Iterable[T]) -> Iterable[T]:
    """Returns the value if it can be iterated over."""
    try:
        iter(value)
        return value
    except TypeError:
        raise ArgumentError(f"`{what}` is a list, not {describe_value(value)}") from None


def function(what: str, value: Callable[..., T]) -> Callable[..., T]:
    """Returns the value if it is a function."""
    if callable(value):
        return value
    raise ArgumentError(f"`{what}` is a function, not {describe_value(value)}")


def engine(value: object) -> None:
    """Refuses anything that is not an engine."""
    if isinstance(value, type) or not all(
        callable(getattr(value, name, None)) for name in ("initial", "to_act", "play")
    ):
        raise ArgumentError(f"`engine` is what `gamedsl.engine_for(game)` gives, not {describe_value(value)}")


def agents(game: Game, value: object) -> None:
    """Refuses anything but one agent for each person. There may also be agents for scripted seats; they are never asked."""
    if isinstance(value, str):
        raise ArgumentError(f"`agents` is a list of agents, not a text: `agents_from({value!r}, game)` makes them")
    found = several("agents", value)
    if not game.humans <= len(found) <= len(game.seats):
        raise ArgumentError(
            f"{game.name} has {game.humans} players here, so there are {game.humans} agents, not {len(found)}"
        )
    for one in found:
        agent(one)


def agent(value: T) -> T:
    """Returns the value if it is an agent."""
    if isinstance(value, type):
        raise ArgumentError(f"an agent is {describe_value(value)}: write `{value.__name__}()`")
    if not callable(getattr(value, "choose", None)) or not isinstance(getattr(value, "name", None), str):
        raise ArgumentError(f"an agent has a `name` and a `choose`; {describe_value(value)} is none")
    return value


def foreign(game: Game) -> NoReturn:
    """Reports that a state belongs to another game."""
    raise ArgumentError(f"this state belongs to another game than {game.name} as it is set up here")


def _with_article(name: str) -> str:
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"
