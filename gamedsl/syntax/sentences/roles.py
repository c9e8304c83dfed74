"""The parts of an order as sentences give them: its object, and what stands behind its prepositions."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.syntax.sentences.scene import Sort, Word
from gamedsl.values import frozen


@frozen
class Roles:
    """The words of an order by what they are: what is done, from where, to where, for each of what, and equal to what."""

    what: list[Word]
    source: list[Word]
    target: list[Word]
    each: list[Word]
    equal: list[Word]


def roles_of(words: Sequence[Word]) -> Roles:
    """Cuts the words behind a verb at the prepositions. A second verb, as in `and puts it into`, continues with the same object."""
    roles = Roles([], [], [], [], [])
    here = roles.what
    for at, word in enumerate(words):
        before, after = (words[i].said if 0 <= i < len(words) else "" for i in (at - 1, at + 1))
        is_counted = here is roles.each or here is roles.equal
        if word.said == "from" or (word.said == "of" and (before == "out" or _has_zone(words, at)) and not is_counted):
            here = roles.source
        elif word.said in INTO and not (word.said == "to" and _is_in_range(before, after)) and not is_counted:
            here = roles.target
        elif word.said == "per" or (word.said == "for" and after in ("each", "every")):
            here = roles.each
        elif word.said == "as" and _has_zone(words, at):
            here = roles.target
        elif word.said in ("equal", "as") and after not in ("many", "much"):
            here = roles.equal
        here.append(word)
    return roles


def _is_in_range(before: str, after: str) -> bool:
    """Whether `to` between two words is no place: of `up to`, `equal to`, `1 to 3`."""
    return before in ("up", "equal") or (before.isdigit() and after.isdigit())


INTO = frozenset(["to", "into", "onto", "in", "on", "under", "at"])


def _has_zone(words: Sequence[Word], at: int) -> bool:
    """Whether the noun behind a word is a zone and nothing else."""
    noun = next((word for word in words[at + 1 :] if word.names or word.said not in _ARTICLES), None)
    return noun is not None and Sort.ZONE in noun.names and Sort.PIECE not in noun.names


_ARTICLES = frozenset(["the", "your", "their", "his", "her", "that", "this"])
