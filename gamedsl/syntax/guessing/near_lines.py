"""Guesses the intended line: with one word doubled, lost, glued, cut in two, out of order or exchanged for another small word.

Each such edit near the place where the line does not fit is tried, the likeliest first. This needs no rule for each form of the language: the grammar decides
which line can be read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from gamedsl.syntax.guessing.edits import Edit, NearLine, readable_lines
from gamedsl.syntax.guessing.phrases import NUMBER_WORDS
from gamedsl.syntax.lines import Token
from gamedsl.syntax.machine import Machine

_MOST_WORDS = 100
"""Longer lines are not tried: each try reads the whole line."""


_LONGEST_WORD = 60


def near_line(
    machine: Machine, tokens: Sequence[Token], position: int, height: int, text: str, *, only_sure: bool = False
) -> NearLine | None:
    """Returns the line that can be read after one edit near `position`, if there is one. `text` is the whole text.

    `only_sure`: only edits that have further evidence besides a readable line.
    """
    if len(tokens) > _MOST_WORDS:
        return None
    known = _vocabulary(text)
    sure = (
        (True, _twice(tokens, position)),
        (True, _small_first(machine, tokens)),
        (True, _article(tokens, position)),
        (True, _join_words(machine, tokens, position, known)),
        (True, _split_word(machine, tokens, position, known)),
        (True, _letter_for_colon(tokens, position, known, text)),
        (True, _stop_for_comma(tokens, position)),
        (True, _split_first_word(machine, tokens)),
        (False, _colon_for_value(tokens, position)),
        (False, _add_first_word(machine, tokens, text)),
    )
    for is_slip, edits in sure:
        for line in readable_lines(machine, tokens, height, edits, is_slip=is_slip):
            if is_slip or not _may_be_names(machine, line, height):
                return line
    for is_slip, edits in () if only_sure else _doubtful(tokens, position, text):
        for line in readable_lines(machine, tokens, height, edits, is_slip=is_slip):
            if (
                _has_known_names(line, text)
                and _is_asked(machine, line)
                and (is_slip or not _may_be_names(machine, line, height))
            ):
                return line
    return None


def _is_asked(machine: Machine, line: NearLine) -> bool:
    """Whether an inserted `in`, `or` or `and` may have a value before it: `0 in 6` asks nothing, and `one in 1..6` was meant as `one of 1..6`."""
    if line.words not in (("in",), ("or",), ("and",)) or not line.first:
        return True
    terminal, word, _, _ = line.tokens[line.first - 1]
    is_value = word not in machine.tables.words or word in OURS or word in ("none", "yes", "no")
    return is_value and (line.words != ("in",) or terminal != "INT")


OURS = frozenset([
    "players", "playing", "humans", "round", "box", "directions", "total", "number", "me", "it", "count", "sum", "max", "min", "first", "last", "left",
    "right", "neighbours", "groups", "connected", "distance", "lines", "numbered", "join", "abs",
])  # fmt: skip
"""Names that need no declaration: of values, and of the functions that are used most."""


def _has_known_names(line: NearLine, text: str) -> bool:
    """Whether the names beside an edit also occur elsewhere in the text, or belong to the language. An undeclared name is more likely an English word:
    `another player` is no slip of `another of player`."""
    following = line.tokens[line.first + len(line.words) :][:1]
    if line.words in (("as",), ("if",)) and following and following[0][0] == "INT":
        return False  # a lone number is neither a deed nor a condition
    beside = (*line.tokens[max(0, line.first - 1) : line.first], *following)
    counted = count_words(text)
    # `remove target` is no slip of `remove = target`, although `remove` is a word of the language.
    names = [token[1] for token in beside if token[0] == "NAME" or (line.words == ("=",) and token[1].isidentifier())]
    return all(counted[name] > 1 or name in OURS for name in names)


def _doubtful(tokens: Sequence[Token], position: int, text: str) -> tuple[tuple[bool, Iterator[Edit]], ...]:
    """Returns edits that are tried without further evidence, the likeliest first."""
    return (
        (False, _in_digits(tokens, position)),
        (False, _brackets_round_values(tokens, position)),
        (True, _cut(tokens, position, text)),
        (False, _swap_words(tokens, position)),
        (False, _swap_phrases(tokens, position)),
        (False, _exchanges(tokens, position)),
        (True, _beside(tokens, position)),
        (True, _sign_too_many(tokens, position)),
        (False, _owner_behind(tokens, position)),
        (False, _needless(tokens, position)),
        (False, _splits_from_a_name(tokens, position)),
        (False, _add_word(tokens, position)),
        (False, _moves_to_the_end(tokens, position)),
        (False, _exchanges_for_any(tokens, position)),
    )


@lru_cache(maxsize=2)
def _vocabulary(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[A-Za-z]\w*", text))


def _may_be_names(machine: Machine, line: NearLine, height: int) -> bool:
    """Whether any name could replace the inserted words: then there is no evidence for them."""
    if not any(word[0].isalpha() for word in line.words):
        return False
    new: list[Token] = [("NAME", word, 0, 0) for word in line.words]
    return machine.reads([*line.tokens[: line.first], *new, *line.tokens[line.first + len(new) :]], height)


def _around(position: int, count: int, before: int, behind: int) -> Iterator[int]:
    """Yields the places of words near a place, those just before it first."""
    order = (0, -1, 1, *range(-2, -before - 1, -1), *range(2, behind + 1))
    yield from (position + by for by in order if -before <= by <= behind and 0 <= position + by < count)


# ---------------------------------------------------------------- slips of the fingers


def _twice(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits for `in in`: the second word goes."""
    for i in _around(at, len(tokens), 4, 1):
        if i and tokens[i][1] == tokens[i - 1][1] and tokens[i][0] != "INT":
            yield i, i + 1, ()


def _join_words(machine: Machine, tokens: Sequence[Token], at: int, known: frozenset[str]) -> Iterator[Edit]:
    """Yields edits for `wh ere`, `se eds`: two parts of a word that occurs elsewhere, or that belongs to the language."""
    for i in _around(at, len(tokens), 3, 2):
        if i and tokens[i - 1][1][:1].isalpha() and tokens[i][1][:1].isalnum() and len(tokens[i][1]) <= _LONGEST_WORD:
            word = tokens[i - 1][1] + tokens[i][1]
            if word in machine.tables.words or word in known:
                yield i - 1, i + 1, (word,)


def _split_word(machine: Machine, tokens: Sequence[Token], at: int, known: frozenset[str]) -> Iterator[Edit]:
    """Yields edits for `seenby`, `is3`, `notBob`: two words of the language, or one and a name or a number."""
    words = machine.tables.words
    for i in dict.fromkeys((*_around(at, len(tokens), 8, 1), 0)):
        word = tokens[i][1]
        if tokens[i][0] != "NAME" or len(word) > _LONGEST_WORD:
            continue
        cuts = [(word[:c], word[c:]) for c in range(1, len(word))]
        for one, two in sorted(cuts, key=lambda cut: -((cut[0] in words) + (cut[1] in words))):
            is_two = (two in words or two in known or two.isdigit()) and (one in words or one in known)
            if is_two and (one in words or two in words):
                yield i, i + 1, (one, two)
            if two in ("pile", "bag", "slot"):
                yield i, i + 1, (one, ":", two)


def _colon_for_value(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits for `pot: 30`, where a value is given: they replace the colon by `=`."""
    if at == 1 and len(tokens) > 2 and (tokens[0][0], tokens[1][0]) == ("NAME", "COLON"):
        yield 1, 2, ("=",)


def _add_first_word(machine: Machine, tokens: Sequence[Token], text: str) -> Iterator[Edit]:
    """Yields edits that add a lost first word, for lines that begin with a name or with a middle word: `Ann, Bob`, `high is none: x = 1`, `at most 9:`."""
    first = tokens[0][1]
    if len(tokens) == 2 and tokens[1][0] == "COLON" and count_words(text)[first] == 1:
        return  # `foo:` may be a condition, a place or a player
    begins_so = tokens[0][0] in ("NAME", "INT") and first not in machine.tables.words
    is_plural = first.removesuffix("s") in machine.tables.words
    if ((begins_so and not is_plural) or first in _NEVER_FIRST) and len(tokens) > 1:
        is_number = len(tokens) > 2 and tokens[2][0] == "INT"
        yield from ((0, 0, (word,)) for word in _LOST_FIRST if word != "score" or not is_number)


_NEVER_FIRST = frozenset(["at", "by", "from", "in", "is", "of", "to", "up", "until", "where", "while", "with", "under"])
"""Words of the language with which no line begins."""


@lru_cache(maxsize=1)
def count_words(text: str) -> Counter[str]:
    """Counts the words of a text outside its sentences and comments. It is asked about again and again while its lines are read."""
    return Counter(re.findall(r"\w+", _SAID.sub("", text)))


_SAID = re.compile(r'"[^"\n]*"|#[^\n]*')


def _cut(tokens: Sequence[Token], at: int, text: str) -> Iterator[Edit]:
    """Yields edits that join a word with a blank in it, as in `per form(Hunting)`: neither half may occur elsewhere, and the sign after it must show that it
    is a name."""
    for i in _around(at, len(tokens), 1, 1):
        if i + 1 >= len(tokens) or tokens[i + 1][0] not in ("LPAR", "COLON", "EQUAL"):
            continue
        one, two = tokens[i - 1][1], tokens[i][1]
        is_short = (
            i
            and tokens[i - 1][0] == tokens[i][0] == "NAME"
            and one[:1].isalpha()
            and two[:1].isalpha()
            and len(one) + len(two) <= _LONGEST_WORD
        )
        if is_short and all(count_words(text)[word] == 1 for word in (one, two)):
            yield i - 1, i + 1, (one + two,)


_KEYS_BESIDE = {"-": "=", "=": "-", ".": ",", ",": ".", ";": ":", "/": "."}
"""Signs, and those on the next key."""


def _beside(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits that replace a sign by the one on the next key: `cell[1, 1] - 3` for `=`."""
    for i in _around(at, len(tokens), 2, 0):
        is_behind_value = i > 0 and tokens[i - 1][0] in ("NAME", "INT", "RPAR", "RSQB")
        if tokens[i][1] in _KEYS_BESIDE and (is_behind_value or tokens[i][1] not in "=-"):
            yield i, i + 1, (_KEYS_BESIDE[tokens[i][1]],)
        if i and {tokens[i - 1][1], tokens[i][1]} in ({".", "/"}, {".", ","}) and tokens[i - 1][3] == tokens[i][2]:
            yield i - 1, i + 1, ("..",)
        if i and tokens[i - 1][1] == "=" and tokens[i][1] == "+" and tokens[i - 1][3] == tokens[i][2]:
            yield i - 1, i + 1, ("+=",)


def _letter_for_colon(tokens: Sequence[Token], at: int, known: frozenset[str], text: str) -> Iterator[Edit]:
    """Yields edits that replace a letter by the missing `:` beside it on the keyboard, as in `earnedp 0..180 = 0`: the name before it must occur elsewhere."""
    for i in _around(at, len(tokens), 2, 0):
        word = tokens[i][1]
        if tokens[i][0] == "NAME" and word[-1] in "lp" and word[:-1] in known and count_words(text)[word] == 1:
            yield i, i + 1, (word[:-1], ":")


def _small_first(machine: Machine, tokens: Sequence[Token]) -> Iterator[Edit]:
    """Yields edits that write a first word in small letters, as in `As loser`; also if the `:` of its line is missing."""
    first = tokens[0][1]
    small = first[:1].lower() + first[1:]
    if small != first and small in machine.tables.words:
        yield 0, 1, (small,)
        yield 0, len(tokens), (small, *(token[1] for token in tokens[1:]), ":")


def _article(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits that remove an article: `for the n in hand`."""
    for i in _around(at, len(tokens), 2, 0):
        if tokens[i][1] == "the":
            yield i, i + 1, ()


def _stop_for_comma(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits that replace a full stop by a comma, as in `0..8 = 0. each round`: in formulas no blank follows a full stop."""
    for i in _around(at, len(tokens), 3, 0):
        if (
            i
            and i + 1 < len(tokens)
            and tokens[i][0] == "DOT"
            and tokens[i - 1][3] == tokens[i][2]
            and tokens[i][3] < tokens[i + 1][2]
        ):
            yield i, i + 1, (",",)


def _in_digits(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields an edit for a number in words where only digits fit: `players two`."""
    number = NUMBER_WORDS.get(tokens[at][1]) if at < len(tokens) else None
    if number is not None:
        yield at, at + 1, (str(number),)


def _brackets_round_values(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields an edit that makes a list of the values at the end of a line: `order = Bob, Ann`."""
    signs = [i for i, token in enumerate(tokens[:at]) if token[1] == "="]
    if signs and at < len(tokens) and tokens[at][1] == ",":
        yield signs[-1] + 1, len(tokens), ("[", *(token[1] for token in tokens[signs[-1] + 1 :]), "]")


# ---------------------------------------------------------------- small words


_SMALL = (
    "of",
    "to",
    "from",
    "in",
    "is",
    "where",
    "with",
    "by",
    "as",
    "at",
    "for",
    "until",
    "after",
    "each",
    "no",
    "none",
    "not",
    "and",
    "if",
    "or",
)
"""Words that people confuse, in the order of likelihood."""

_TAKEN = frozenset([
    *_SMALL, "into", "onto", "inside", "like", "called", "out", "that", "when", "whose", "per", "than", "on", "till", "unless", "behind",
    "are", "was", "were", "be", "every", "all", "any", "nothing", "or", "case", "through", "upto",
])  # fmt: skip
_ARTICLES = frozenset(["the", "a", "an", "than", "that", "then", "please"])


_ALIKE = (
    ("in", "at", "on", "inside", "into", "onto", "to", "of", "from", "out", "under"), ("of", "from", "for", "in", "out"),
    ("to", "for", "until", "till", "into", "onto"),
    ("with", "by", "per", "for", "and", "through"), ("by", "as", "with", "like", "called"), ("where", "with", "that", "when", "whose", "if", "while"),
    ("is", "are", "was", "were", "be", "as"), ("no", "none", "not", "nothing"), ("each", "every", "all", "any", "one"), ("if", "when", "case"),
    ("until", "till", "while", "unless"), ("after", "when", "behind", "before"), ("and", "or"), ("up", "upto", "at"), ("at", "as"), ("is", "in", "if"),
    ("of", "if", "or", "on"),
)  # fmt: skip
"""Small words that say the same in other languages, stand for the same in English, or differ by one letter."""


def _exchanges(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits that replace a small word by one of similar meaning: `component 9 card at deck`, `out of deck`, `5, pot is 0`."""
    for i in _around(at, len(tokens), 2, 1):
        word = tokens[i][1]
        if word in ("out", "in") and i + 1 < len(tokens) and tokens[i + 1][1] in ("of", "case"):
            yield i, i + 2, ("from",) if tokens[i + 1][1] == "of" else ("if",)
        if word in _TAKEN:
            near = dict.fromkeys(other for group in _ALIKE if word in group for other in group)
            yield from ((i, i + 1, (other,)) for other in near if other in _SMALL and other != word)
        if word == ",":
            yield from ((i, i + 1, (other,)) for other in ("and", "or"))
    yield from ((i, i + 1, ("where",)) for i in range(min(at, len(tokens)) - 1, 0, -1) if tokens[i][1] == "if")


def _exchanges_for_any(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits that replace a small word by any other one: `move hand for deck`."""
    for i in _around(at, len(tokens), 2, 1):
        word = tokens[i][1]
        if word in _TAKEN:
            yield from (
                (i, i + 1, (other,)) for other in sorted(_SMALL, key=lambda o: -_likeness(word, o)) if other != word
            )


def _needless(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits that remove a word: `to a deck`."""
    for i in _around(at, len(tokens), 2, 0):
        if tokens[i][1] in _ARTICLES or tokens[i][0] in ("COMMA", "DOT", "COLON"):
            yield i, i + 1, ()


def _sign_too_many(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits that remove a comma, a full stop or a colon at the end: `Six 6 6:`."""
    last = len(tokens) - 1
    if last and at >= last - 1 and tokens[last][0] in ("COMMA", "DOT", "COLON"):
        yield last, last + 1, ()


def _splits_from_a_name(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits that split a small word from a name, which need not occur elsewhere: `frugal_courtof gloriana`."""
    for i in _around(at, len(tokens), 2, 0):
        word = tokens[i][1]
        if tokens[i][0] == "NAME" and len(word) <= _LONGEST_WORD:
            cuts = [(word[:c], word[c:]) for c in range(2, len(word) - 1)]
            yield from ((i, i + 1, cut) for cut in cuts if len(cut[0]) > 3 and cut[1] in _SMALL)


def _split_first_word(machine: Machine, tokens: Sequence[Token]) -> Iterator[Edit]:
    """Yields edits that split the first word of a line from a name: `examplethree_unseen:`."""
    kind, word, _, _ = tokens[0]
    if kind == "NAME" and len(word) <= _LONGEST_WORD:
        yield from ((0, 1, (word[:c], word[c:])) for c in range(4, len(word)) if word[:c] in machine.tables.words)


_LOST = (
    ("=",), ("for",), (",",), ("of",), ("to",), ("from",), ("is",), ("in",), ("with",), ("by",), ("as",), ("where",), (":",), ("and",), ("one", "of"),
    ("up", "to"), ("at", "most"), ("most",), ("plays",), ("seen",), ("rounded",),
)  # fmt: skip
"""Words and signs that people forget, the likeliest first."""


_LOST_FIRST = (
    "if", "each", "for", "draw", "move", "players", "as", "then", "require", "set", "score", "rule", "action", "phase", "type", "component", "choose", "roll",
    "when", "repeat", "rounds", "variant", "example",
)  # fmt: skip
"""Words with which a line begins, the likeliest first."""


def _likeness(word: str, other: str) -> int:
    """Counts the letters that two words share; equals keep their order."""
    return len(set(word) & set(other)) if len(word) > 1 else 0


_ASKING = frozenset([
    "if", "until", "when", "where", "while", "is", "not", "only", "require", "ensure", "invariant", "possible", "then", "match", "for",
])  # fmt: skip
"""Words before which no condition stands in a line: without one of them nobody asks whether something is something."""

_ASKED = frozenset(["is", "in", "where", "and"])
"""Words that stand in conditions only."""
_JOINING = frozenset(["=", "of"])
"""Words for which two names beside each other are no evidence: `call storm` is none for `call = storm`."""


def _add_word(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    asks = any(token[1] in _ASKING for token in tokens[:at])
    for words in _LOST:
        for i in (at, at - 1):
            are_names = all(token[0] == "NAME" for token in tokens[max(0, i - 1) : i + 1])
            if not asks and (words[0] in _ASKED or (are_names and words[0] in _JOINING)):
                continue
            if 0 < i <= len(tokens) and words[-1] not in (tokens[i - 1][1], *(token[1] for token in tokens[i : i + 1])):
                yield i, i, words


def _swap_words(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits that swap two neighbours. A line that ends too early lacks something instead."""
    for i in () if at >= len(tokens) else _around(at, len(tokens), 2, 1):
        if i and tokens[i][1] != tokens[i - 1][1] and _are_words(tokens[i - 1], tokens[i]):
            yield i - 1, i + 1, (tokens[i][1], tokens[i - 1][1])


def _owner_behind(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields an edit that moves the owner before the owned thing: `then coins Ann is 5`."""
    if (
        at
        and at < len(tokens)
        and tokens[at - 1][0] == "NAME"
        and tokens[at - 1][1][0].islower()
        and tokens[at][1].istitle()
    ):
        yield at - 1, at + 1, (tokens[at][1], ".", tokens[at - 1][1])


def _are_words(*tokens: Token) -> bool:
    """Whether these tokens are words. Between a name and a number, a missing sign is more likely than a wrong order."""
    return all(word[:1].isalpha() for _, word, _, _ in tokens)


def _swap_phrases(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits that exchange two phrases: `move 1 rose to garden from roses`."""
    if at < len(tokens) and tokens[at][1] in _PHRASES:
        for begin in range(at - 1, 0, -1):
            if tokens[begin][1] in _PHRASES:
                yield (
                    begin,
                    len(tokens),
                    (*(token[1] for token in tokens[at:]), *(token[1] for token in tokens[begin:at])),
                )


_PHRASES = frozenset(["from", "to", "by", "with", "under", "until", "where", "in", "of"])
"""Words with which a phrase begins."""

_MOST_MOVED = 3


def _moves_to_the_end(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits that move the words at the end of the line to this place: `draw up from pond to hand to 1`. Only phrases and numbers are moved, or words
    that are moved over phrases, because a name before a comparison does not belong after it."""
    for count in range(1, _MOST_MOVED + 1):
        cut = len(tokens) - count
        for begin in (at, at - 1):
            is_phrase = begin < cut and (tokens[begin][1] in (*_PHRASES, ":") or tokens[cut][1] in _PHRASES)
            if 0 < begin < cut and (is_phrase or tokens[cut][0] == "INT"):
                words = (*(token[1] for token in tokens[cut:]), *(token[1] for token in tokens[begin:cut]))
                yield begin, len(tokens), words
