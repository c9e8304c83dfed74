"""Guesses the intended line where pieces, zones and ends are said as people say them: `hand contains Weed`, `number of Weed in hand`, `all players lose if C`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, NearLine, readable_line
from gamedsl.syntax.guessing.phrases import NUMBER_WORDS
from gamedsl.syntax.lines import Token
from gamedsl.syntax.machine import Machine

_HOLDS = frozenset(["contains", "contain", "has", "have", "holds", "includes"])
_ARTICLES = frozenset(["a", "an", "any", "one"])
_ALL = frozenset(["all", "every", "each", "any"])
_QUANTITIES = _ARTICLES | _ALL | {"some"}
_MOVES = frozenset(["move", "put", "take", "return", "give", "discard"])
_EXCEPT = frozenset(["except", "but", "besides"])
_EVENTS = frozenset(["when", "on", "after", "upon"])
_EVERYBODY = frozenset(["everyone", "everybody", "players"])
_RESULTS = {"win": "win", "wins": "win", "lose": "lose", "loses": "lose"}


def said_line(machine: Machine, tokens: Sequence[Token], height: int, headers: tuple[str, ...]) -> NearLine | None:
    """Returns the line for words as people say them, if it can be read. `headers` open the blocks around it."""
    return readable_line(machine, tokens, height, _edits([token[1] for token in tokens], headers))


def _edits(words: Sequence[str], headers: tuple[str, ...]) -> Iterator[Edit]:
    yield from _heads(words, headers)
    yield from _moves(words)
    yield from _ends(words)
    for i in range(len(words)):
        yield from _inside(words, i)


def _word(words: Sequence[str], at: int) -> str:
    return words[at] if 0 <= at < len(words) else ""


def _is_kind(word: str) -> bool:
    return word[:1].isupper()


def _heads(words: Sequence[str], headers: tuple[str, ...]) -> Iterator[Edit]:
    """Yields edits for the first line of a block: `each player except me:`, `phase a, all players:`, `each Mill when in built:`, `when sow:` in the block of a
    kind."""
    if (
        words[0] == "phase"
        and _word(words, 2) == ","
        and _word(words, 3) in _ALL
        and _word(words, 4) in ("player", "players")
    ):
        yield 3, 5, ("each", "player")
    if words[0] == "each" and _word(words, 2) in _EXCEPT and _word(words, 3) in ("me", "you"):
        yield 0, 4, ("for", "p", "in", "players", "where", "it", "is", "not", "me")
    if words[0] == "each" and _word(words, 2) in ("when", "while", "if") and _word(words, 3) == "in":
        yield 2, 3, ()
    if words[0] == "each" and _word(words, 2) == "in" and _word(words, 4) in ("or", "and"):
        yield 3, 5, (words[3], ",")
    if headers == ("each",) and words[0] in _EVENTS:
        yield 0, 1, ("whenever",)


def _moves(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `move all Weed from hand to supply`, `take one Weed from hand to supply`, and for choices without a quantity."""
    if words[0] in _MOVES and _is_kind(_word(words, 2)) and _word(words, 3) == "from":
        if words[1] in _ALL:
            yield 0, 5, ("move", _word(words, 4), "where", "it", "is", words[2])
        number = 1 if words[1] in _ARTICLES else NUMBER_WORDS.get(words[1])
        if number is not None:
            yield 0, 2, ("move", str(number))
    if words[0] == "choose" and _word(words, 2) == "of" and words[1].isidentifier() and words[1] not in _QUANTITIES:
        yield 1, 3, (words[1], ":", "one", "of")
    if words[0] == "choose" and _word(words, 2) == ":" and _word(words, 4) == "from":
        yield 3, 5, ("one", "of")


def _ends(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `everybody loses when C`, `all players win if C`, `game ends after last turn each when C`."""
    if words[0] in _EVERYBODY and _word(words, 1) in _RESULTS:
        when = 3 if _word(words, 2) in ("if", "once") else 2
        yield 0, when, ("all", _RESULTS[words[1]], *(("when",) if when == 3 else ()))
    if words[0] in ("all", "the") and _word(words, 1) == "players" and _word(words, 2) in _RESULTS:
        when = 4 if _word(words, 3) in ("if", "once") else 3
        yield 0, when, ("all", _RESULTS[words[2]], *(("when",) if when == 4 else ()))
    if words[0] == "all" and _word(words, 1) in _RESULTS and _word(words, 2) in ("if", "once"):
        yield 2, 3, ("when",)
    if list(words[:3]) == ["game", "ends", "after"] and _word(words, 3) in ("last", "final", "another"):
        yield 3, 4, ("one", "more")


def _inside(words: Sequence[str], i: int) -> Iterator[Edit]:
    """Yields edits of a formula, from a word on."""
    word, after = words[i], _word(words, i + 1)
    if word in _HOLDS and i:
        kind = i + 2 if after in _ARTICLES else i + 1
        if _is_kind(_word(words, kind)):
            yield i - 1, kind + 1, (words[kind], "in", words[i - 1])
    if _is_kind(word) and after == "is" and _word(words, i + 2) == "in":
        yield i + 1, i + 2, ()
    if word == "number" and after == "of" and _word(words, i + 3) == "in" and _word(words, i + 4).isidentifier():
        what = ("where", "it", "is", words[i + 2]) if _is_kind(words[i + 2]) else ()
        yield i, i + 5, ("count", "(", words[i + 4], *what, ")")
    if word == "of" and _is_kind(after) and _word(words, i - 2) == "(":
        yield i, i + 1, ("where", "it", "is")
    if word in ("top", "bottom"):
        of = i + 1 if after == "of" else i + 2
        if _word(words, of) == "of" and _word(words, of + 1).isidentifier():
            yield i, of + 2, ("last" if word == "top" else "first", "(", words[of + 1], ")")
    if word == "in" and after.isdigit() and _word(words, i + 2) == "to" and _word(words, i + 3).isdigit():
        yield i + 2, i + 3, ("..",)
