"""Answers for lines that can be read after one edit: a slip of the fingers, a small word, words as people say them, another word in a change."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, pairwise

from gamedsl.diagnostics.meant import Meant
from gamedsl.diagnostics.suggest import is_slip
from gamedsl.source import Span
from gamedsl.syntax.guessing.change_slips import CHANGING, guess_change
from gamedsl.syntax.guessing.edits import NearLine, readable_lines
from gamedsl.syntax.guessing.near_lines import near_line
from gamedsl.syntax.guessing.own_names import own_names
from gamedsl.syntax.guessing.sayings import chosen_above, guess_sayings, rolled_above
from gamedsl.syntax.lines import Token
from gamedsl.syntax.problems.forms import Unfitting
from gamedsl.syntax.recovery.starts import FOREIGN_STARTS
from gamedsl.syntax.recovery.stumble import Answer, Stumble
from gamedsl.syntax.rewriting.patterns import row_edits
from gamedsl.syntax.rewriting.setting import Setting
from gamedsl.syntax.rewriting.table import NEAR

_GLUED = re.compile(r" ([:,(])|(?<=\()( )| (?=\))|(?<=\.\.) | (?=\.\.)| (?=\.)|(?<=\.) | (?=\])")
"""Blanks that stand beside signs only because words are joined by blanks."""
_MINUS = re.compile(r"(?:^|(?<=[=(:,] ))- (?=\d)")
"""A minus that begins a number."""
_LAWS = ("require", "ensure")
"""Words of lines that lack their name: another question has its place."""
_MOST_ROWS = 3
"""The most lines for one saying."""
_SHORT = 130
"""A meant line of so many characters is shown whole."""


def finger_slip(s: Stumble) -> Answer | None:
    """Handles `p layers Ann`, `seenby owner`, `high is not none: x = 1`: slips that the neighbouring words and the whole line reveal."""
    near = near_line(s.machine, s.tokens, s.position, s.height, s.source.text, only_sure=True)
    return None if near is None else _answer_with(s, (near,))


def near_words(s: Stumble) -> Answer | None:
    """Handles `in in players`, `to the deck`: one different word makes the line readable."""
    near = near_line(s.machine, s.tokens, s.position, s.height, s.source.text)
    return None if near is None else _answer_with(s, (near,))


def saying(s: Stumble) -> Answer | None:
    """Handles `hand contains Weed`, `all players lose if no(deck)`."""
    near = guess_sayings(s.machine, s.tokens, s.height, s.headers, s.source.text) or _rows(s)
    return _answer_with(s, near, is_told=True) if near else None


def _rows(s: Stumble) -> tuple[NearLine, ...]:
    """Returns the lines for words of which one row of the table says the meaning, from the beginning of the line or of what stands behind a `:`."""
    text, place = s.source.text, s.first[2]
    chosen, rolled = chosen_above(text, place), rolled_above(text, place)
    setting = Setting(s.headers, own_names(text), text, chosen, rolled, lacks_player=False)
    first = s.first[1]
    if first in FOREIGN_STARTS or first in _LAWS or any(is_slip(first, word) for word in s.machine.tables.words):
        return ()
    fitting = [
        one
        for one in row_edits([token[1] for token in s.tokens], setting)
        if one[0].is_anchored and one[0].cost <= NEAR
    ]
    edits = (edit for _, edit in sorted(fitting, key=lambda one: one[0].cost))
    return tuple(islice(readable_lines(s.machine, s.tokens, s.height, edits, is_slip=True), _MOST_ROWS))


def other_change(s: Stumble) -> Answer | None:
    """Handles `set points[7]: 26`, `delete gossip` in a block of changes."""
    if not s.headers or s.headers[-1] not in CHANGING:
        return None
    near = guess_change(s.machine, s.tokens, s.position, s.height)
    return None if near is None else _answer_with(s, (near,))


def _answer_with(s: Stumble, near: Sequence[NearLine], *, is_told: bool = False) -> Answer:
    """Returns the answer with the proposed lines, the likeliest first. If this is a slip, reading continues with it."""
    goes_on = s.with_tokens(near[0].tokens) if near[0].is_slip else []
    meant = tuple(meant_line(s, one) for one in near)
    after = s.before[1] if s.position else ""
    return Unfitting(s.span(s.found), s.found[1], after, s.wanted(), meant, is_told), goes_on


def meant_line(s: Stumble, near: NearLine) -> Meant:
    """Returns an intended line; of a long one that is no change, only the words around the edit."""
    text, tokens, words = s.source.text, s.tokens, _join(near.words, s)
    start = tokens[near.first][2] if near.first < near.last else tokens[near.first - 1][3] if near.first else s.first[2]
    end = tokens[near.last - 1][3] if near.last else start
    if near.first == near.last:
        end = tokens[near.last][2] if near.last < len(tokens) else start
        before = "" if not near.first or words[:1] in (",", ":", ".") else " "
        is_glued = near.last == len(tokens) or words == "." or _is_glued(tokens[near.last - 1], tokens[near.last][1])
        words = f"{before}{words}{'' if is_glued else ' '}"
    elif not words:
        start = tokens[near.first - 1][3] if near.first else start
        end = end if near.first else tokens[near.last][2]
    if near.first and near.first < near.last and _is_glued(tokens[near.first - 1], words[:1]):
        start = tokens[near.first - 1][3]
    if _stands_apart(words[:1]) and start and not (text[start - 1].isspace() or text[start - 1] in "(["):
        words = f" {words}"
    if _stands_apart(words[-1:]) and text[end : end + 1].isalnum():
        words = f"{words} "
    if words[-1:] in (".", "(", "["):
        end += text[end : end + 1] == " "
    is_change = bool(s.headers) and s.headers[-1] in CHANGING
    is_short = tokens[-1][3] - tokens[0][2] + len(words) <= _SHORT
    first, last = (0, len(tokens) - 1) if is_change or is_short else _find_shown_words(tokens, near)
    meant = " ".join(f"{text[tokens[first][2] : start]}{words}{text[end : tokens[last][3]]}".split())
    return Meant(Span(s.source.name, start, end), words, meant)


def _find_shown_words(tokens: Sequence[Token], near: NearLine) -> tuple[int, int]:
    """Returns the first and the last word that are shown with an edit: two on each side, and the whole of a name with dots."""
    first, last = max(0, near.first - 2), min(len(tokens) - 1, near.last + 1)
    while 0 < first < near.first and "." in (tokens[first][1], tokens[first - 1][1]):
        first -= 1
    while near.last <= last < len(tokens) - 1 and "." in (tokens[last][1], tokens[last + 1][1]):
        last += 1
    return first, last


def _join(words: Sequence[str], s: Stumble) -> str:
    """Joins the words of an edit. Two words that are neighbours in the line keep the text between them."""
    between = {(one[1], other[1]): s.source.text[one[3] : other[2]] for one, other in pairwise(s.tokens)}
    joined = words[0] if words else ""
    for before, word in pairwise(words):
        is_index = word == "[" and before not in _BEFORE_LISTS
        joined += ("" if is_index or before == "[" else between.get((before, word), " ")) + word
    return _MINUS.sub("-", _GLUED.sub(r"\1", joined))


_BEFORE_LISTS = frozenset(["in", "is", "not", "of", "=", ":", ",", "(", "if", "and", "or"])
"""Words behind which a `[` begins a list. Behind a name it begins an index."""


def _is_glued(before: Token, sign: str) -> bool:
    """Whether no blank separates a sign from a word beside it."""
    return sign in (":", ",", ".", ")", "]") or (sign in ("(", "[") and before[0] in ("NAME", "RSQB"))


def _stands_apart(sign: str) -> bool:
    """Whether there is a blank between a sign and the words beside it."""
    return sign.isalnum() or sign == "="
