"""Reads a file of wishes: what may change, which figures are wanted, which matches are played. This module knows nothing about the game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import TypeAlias, cast

from gamedsl.reports.toml_lines import read_toml
from gamedsl.values import frozen
from gamedsl.workbench.tuning.mistakes import Mistakes, WishesError, WishMistake

LEAST_CHANGE = "change as little as possible"
"""The only key of `[keep]`."""

ON_OR_OFF = "on or off"
"""The value of a variant, or of the lines of one, that may be used or not."""

_MOST = 1_000_000_000
_SECTIONS = {"may": "what may be changed", "want": "what is wanted", "keep": "what shall stay as it is"}
_AT = re.compile(r" \(at line (\d+).*\)$")
_EXAMPLE = '`"points[7]" = [20, 36]`'


@frozen
class Bounds:
    """A number from `low` to `high`, in steps."""

    low: int
    high: int
    step: int


@frozen
class Values:
    """Some values of an option."""

    values: tuple[str, ...]


@frozen
class OnOrOff:
    """A variant or lines of one that may be used or not."""


May: TypeAlias = "Bounds | Values | OnOrOff"


@frozen
class Wishes:
    """A file of wishes: the keys of `[may]` with their possible values, the keys of `[want]` with their goals in words, and whether small changes are
    better."""

    may: tuple[tuple[str, May], ...]
    want: tuple[tuple[str, str], ...]
    keeps: bool


def read_wishes(text: str, mistakes: Mistakes) -> Wishes:
    """Reads the wishes in a text, and notes mistakes. Raises WishesError for a text that is no TOML."""
    try:
        data = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        place = _AT.search(str(error))
        told = _AT.sub("", str(error)).rstrip(".")
        line = None if place is None else int(place[1])
        advice = 'write `[may]` and below it `"points[7]" = [20, 36]`'
        raise WishesError([WishMistake(line, f"this is no TOML: {told}", advice)]) from None
    for key in data:
        if key not in _SECTIONS:
            known = ", ".join(f"`[{name}]` ({what})" for name, what in _SECTIONS.items())
            mistakes.add([key], f"there is no `[{key}]` in wishes", f"there is {known}")
    tables = {name: _section(data, name, mistakes) for name in _SECTIONS}
    for name, example in (("may", _EXAMPLE), ("want", '`length = "45 to 60 decisions"`')):
        if not tables[name] and isinstance(data.get(name, {}), dict):
            mistakes.add(
                [name], f"`[{name}]` has nothing: {_SECTIONS[name]} is missing", f"write a line such as {example}"
            )
    may = [(key, found) for key, value in tables["may"].items() if (found := _may(key, value, mistakes)) is not None]
    want = [(key, value) for key, value in tables["want"].items() if isinstance(value, str)]
    for key, value in tables["want"].items():
        if not isinstance(value, str):
            mistakes.add(["want", key], f"the goal of `{key}` is no text", f'write `{key} = "under 10"`, in quotes')
    return Wishes(tuple(may), tuple(want), _keeps(tables["keep"], mistakes))


def _section(data: Mapping[str, object], name: str, mistakes: Mistakes) -> dict[str, object]:
    found = data.get(name, {})
    if isinstance(found, dict):
        return cast("dict[str, object]", found)
    mistakes.add([name], f"`{name}` is no section", f"write `[{name}]` on a line of its own")
    return {}


def _may(key: str, value: object, mistakes: Mistakes) -> May | None:
    at = ["may", key]
    if value == ON_OR_OFF:
        return OnOrOff()
    if isinstance(value, dict):
        return _read_steps(key, cast("dict[str, object]", value), mistakes)
    if isinstance(value, list):
        every = cast("list[object]", value)
        texts = tuple(dict.fromkeys(one for one in every if isinstance(one, str)))
        if every and len(texts) == len(every):
            if len(texts) > 1:
                return Values(texts)
            mistakes.add(at, f"`{key}` has one value, so there is nothing to choose", "name two values or more")
            return None
        numbers = [one for one in every if _is_whole(one)]
        if len(every) == 2 and len(numbers) == 2:
            return _bounds(key, cast("int", every[0]), cast("int", every[1]), 1, mistakes)
    mistakes.add(
        at,
        f"what `{key}` may be is not said",
        f'two whole numbers for a number ({_EXAMPLE}), texts for an option (`["no", "yes"]`), or `"{ON_OR_OFF}"` for a variant',
    )
    return None


def _read_steps(key: str, value: Mapping[str, object], mistakes: Mistakes) -> Bounds | None:
    advice = "write `{ from = 20, to = 36, by = 4 }`"
    for word in value:
        if word not in ("from", "to", "by"):
            mistakes.add(["may", key], f"the bounds of `{key}` have no `{word}`", advice)
            return None
    numbers = [value.get("from"), value.get("to"), value.get("by", 1)]
    if not all(_is_whole(one) for one in numbers):
        mistakes.add(["may", key], f"the bounds of `{key}` are no whole numbers from, to and by", advice)
        return None
    low, high, step = (cast("int", one) for one in numbers)
    return _bounds(key, low, high, step, mistakes)


def _bounds(key: str, low: int, high: int, step: int, mistakes: Mistakes) -> Bounds | None:
    at = ["may", key]
    if step < 1:
        mistakes.add(at, f"`{key}` goes by {step}, which leads nowhere", "a step is 1 or more")
    elif low > high:
        mistakes.add(at, f"`{key}` may be from {low} to {high}, which is nothing", f"write `[{high}, {low}]`")
    elif low + step > high:
        mistakes.add(at, f"`{key}` may only be {low}, so there is nothing to choose", "give bounds that differ")
    elif max(abs(low), abs(high)) > _MOST:
        mistakes.add(at, f"the bounds of `{key}` are too large", "numbers of games are below a thousand millions")
    else:
        return Bounds(low, high, step)
    return None


def _keeps(table: Mapping[str, object], mistakes: Mistakes) -> bool:
    for key, value in table.items():
        if key != LEAST_CHANGE:
            mistakes.add(["keep", key], f"nothing can be kept by `{key}`", f'there is `"{LEAST_CHANGE}" = true`')
        elif not isinstance(value, bool):
            mistakes.add(["keep", key], f"`{key}` is neither true nor false", "write `true`, without quotes")
    return table.get(LEAST_CHANGE) is True


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
