"""Heads of blocks as sentences give them: `for every camp with fewer than 2 crates:`, `up to two times, as long as you are not tired:`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.syntax.sentences.conditions import collection, condition, text_of
from gamedsl.syntax.sentences.scene import Scene, Word

_TIMES = re.compile(
    r"(?:(?:repeat|do) )?(?:(?:this|it|that) )?(?:(?:at most|up to) )?(\d+)(?: times?)?(?= ,| while| as| until| unless|$)"
)
_ACTING = re.compile(
    r"(?:(?:each|every) player|you|everybody|everyone) (?:(?:may|can|must) )?(?:take|do|have|get|perform|play)s? (?:up to )?(\d+) (?:actions|turns|moves|works)$"
)
_LASTING = (("as", "long", "as"), ("while",))
_ENDING = (("until",), ("unless",))


def header(words: Sequence[Word], scene: Scene) -> str:
    """Returns the head of a block, without its `:`; empty if it is not understood."""
    if words and words[-1].said == ":":
        words = words[:-1]
    if found := _ACTING.match(text_of(words)):
        return f"repeat up to {found[1]}" if "may" in found[0] or "up to" in found[0] else f"repeat {found[1]}"
    return _repeat(words, scene) or _loop(words, scene)


def _repeat(words: Sequence[Word], scene: Scene) -> str:
    """Returns the head of a loop that is told with its limit, and with a condition."""
    found = _TIMES.match(text_of(words))
    if found is None or ("times" not in found[0] and found[1] not in ("1", "2") and words[0].said != "repeat"):
        return ""
    rest = words[found[0].count(" ") + 1 :]
    rest = rest[1:] if rest and rest[0].said == "," else rest
    if not rest:
        return f"repeat up to {found[1]}"
    said = tuple(word.said for word in rest)
    for starts, is_lasting in ((_LASTING, True), (_ENDING, False)):
        start = next((one for one in starts if said[: len(one)] == one), ())
        asked = condition(rest[len(start) :], scene) if start else ""
        if asked:
            return f"repeat up to {found[1]} until {negated(asked) if is_lasting else asked}"
    return ""


def negated(asked: str) -> str:
    """Returns the opposite of a condition."""
    plain = asked.removeprefix("not ")
    return plain if plain != asked and " " not in plain else f"not ({asked})"


def _loop(words: Sequence[Word], scene: Scene) -> str:
    """Returns the head of a loop through places or pieces; of players it says who acts."""
    start = 2 if len(words) > 1 and words[0].said == "for" else 1
    if len(words) <= start or words[start - 1].said not in _EACH:
        return ""
    things = collection(words[start:], scene)
    base, _, tests = things.partition(" where ")
    if base == "players":
        return f"each player where {tests}" if tests else "each player"
    return f"for {base[0]} in {things}" if things else ""


_EACH = frozenset(["each", "every", "all"])
