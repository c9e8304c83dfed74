"""Patterns for mentions in sentences: of a number with its noun, and of a thing by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gamedsl.pipeline.said_words import cardinals, ordinal

_BETWEEN = r"(?:(?!(?:in|on|from|to|into|with|at|for|per|and|or|than|a|an)\b)(?:of the |[\w'’]+[ -])){0,2}"
"""Words that may stand between a number and its noun: `four *of the* taverns`, `seven *grey* stones`."""
_PEOPLE = ("player", "person", "people")


def number_alone(number: int) -> re.Pattern[str]:
    """Matches a number in digits or in words."""
    return _compile(_match_either(cardinals(number)))


def number_of(number: int, nouns: Iterable[str]) -> re.Pattern[str]:
    """Matches a number of things: `four taverns`, `four of the taverns`."""
    return _compile(f"{_match_either(cardinals(number))}[ -]{_BETWEEN}{_match_either(map(noun, nouns))}")


def number_or_nth_of(number: int, nouns: Iterable[str]) -> re.Pattern[str]:
    """Matches a number of things, and the one at this place: `four cards`, `the fourth round`; not `four cards round the table`."""
    many, nth = _match_either(cardinals(number)), re.escape(ordinal(number))
    things = _match_either(map(noun, nouns))
    return _compile(f"(?:{many}[ -](?!{_BETWEEN}round (?:the|a) ){_BETWEEN}|{nth}[ -]{_BETWEEN}){things}")


def people(number: int) -> re.Pattern[str]:
    """Matches a number of players."""
    return number_of(number, _PEOPLE)


def match_bound_of_people(number: int, *, is_most: bool) -> re.Pattern[str]:
    """Matches the most or the fewest players: `two to four players`, `at least three players`."""
    before = r"\b(?:to|most)[ ]|[–-]" if is_most else r"\b(?:least|from|between)[ ]"
    return re.compile(
        f"(?:{before}){_match_either(cardinals(number))}[ -](?:{'|'.join(map(noun, _PEOPLE))})s?\\b", re.IGNORECASE
    )


def thing(name: str) -> re.Pattern[str]:
    """Matches the name of a thing, also in the plural."""
    return _compile(noun(name))


def noun(name: str) -> str:
    """Returns the pattern of a name as people write it, in the singular or the plural."""
    words = re.escape(name.replace("_", " ")).replace("\\ ", "[ -]")
    return f"{words[:-1]}(?:y|ies)" if words.endswith("y") else f"{words}(?:e?s)?"


def _match_either(patterns: Iterable[str]) -> str:
    return f"(?:{'|'.join(patterns)})"


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w\-{{]){pattern}\b", re.IGNORECASE)
