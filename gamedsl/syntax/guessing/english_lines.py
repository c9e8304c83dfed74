"""Guesses the intended line where heads, fields, orders and values are English: `rounds: 8`, `each player who is tired`, `add 1 to gold[Red]`, `2 per fine`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.own_names import OwnNames, same_name
from gamedsl.syntax.guessing.phrases import NUMBER_WORDS
from gamedsl.syntax.guessing.quantities import end_of_path

_SIGNS: dict[tuple[str, ...], str] = {
    ("is", "more", "than"): ">", ("is", "greater", "than"): ">", ("is", "higher", "than"): ">", ("is", "larger", "than"): ">",
    ("is", "less", "than"): "<", ("is", "lower", "than"): "<", ("is", "smaller", "than"): "<", ("is", "fewer", "than"): "<",
    ("more", "than"): ">", ("greater", "than"): ">", ("higher", "than"): ">", ("larger", "than"): ">",
    ("less", "than"): "<", ("lower", "than"): "<", ("smaller", "than"): "<", ("fewer", "than"): "<",
    ("is", "equal", "to"): "is", ("equal", "to"): "is", ("reaches",): ">=", ("exceeds",): ">", ("shows",): "is",
}  # fmt: skip
"""Comparisons as people say them."""
_LONGEST_SIGN = 3
_CALCULATED = {"x": "*", "times": "*", "per": "*", "plus": "+", "minus": "-"}
_POINTS = frozenset(["point", "points", "vp"])
_WHO = frozenset(["who", "that", "which", "whose"])
_BEING = frozenset(["is", "are", "has", "have"])
_ONLY_OWNER = frozenset(
    [
        "only",
        "owner",
        "sees",
        "see",
        "seen",
        "can",
        "it",
        "the",
        "by",
        "to",
        "for",
        "private",
        "hidden",
        "secret",
        "visible",
    ]
)
_SAME = frozenset(["same", "the", "of", "one", "equal"])
_ABOUT_ELEMENTS = frozenset(["sum", "max", "min"])
_BEFORE_VALUES = frozenset(["=", "+=", "-=", "+", "-", "*", ":", "(", "is", "not", "to", "if", "and", "or"])
_BEFORE_PARTS = frozenset(["to", "from", "of", "move"])
_BEHIND_NUMBERS = frozenset(["at", "each", "to", "in", "for"])
_STANDING = frozenset(["on", "at", "in"])
_ARTICLES = frozenset(["the", "a", "an", "your", "their", "his", "her", "my", "our"])


def english_edits(words: Sequence[str], headers: tuple[str, ...], own: OwnNames, chosen: str) -> Iterator[Edit]:
    """Yields the edits for a line. `headers` open the blocks around it; `chosen` is the name of the last choice above it (empty: none)."""
    yield from _edits(words, headers, own)
    yield from _all_same(words, chosen)
    plain = _in_signs(words)
    if plain != list(words):
        # If several words of the line are English, the whole line is rewritten.
        for first, last, new in _edits(plain, headers, own):
            yield 0, len(words), (*plain[:first], *new, *plain[last:])
        if plain != [word for word in words if word != "the"]:
            yield 0, len(words), tuple(plain)


def in_plain_words(words: Sequence[str], own: OwnNames) -> list[str]:
    """Returns a line without articles, with digits for numbers in words, and with names as the file spells them: `free_people` for `free people`, `Forest`
    for `the forest`."""
    plain: list[str] = []
    at = 0
    while at < len(words):
        word, after = words[at], word_at(words, at + 1)
        joined = same_name(f"{word}_{after}", own.fields) if after.isidentifier() else ""
        kind = own.spelling.get(f"{word}_{after}".lower(), "")
        if joined or (kind and after.isidentifier()):
            plain.append(joined or kind)
            at += 2
            continue
        at += 1
        if word == "for" and after in ("each", "every") and plain and word_at(words, at + 1).isalnum():
            plain.append("per")
            at += 1
        elif word in NUMBER_WORDS and (word != "one" or not _is_selected(plain, after)):
            plain.append(str(NUMBER_WORDS[word]))
        elif word == "zero":
            plain.append("0")
        elif word in ("a", "an") and after in _POINTS:
            plain.append("1")
        elif word not in _ARTICLES:
            is_known = word in own.fields or word in own.pieces or any(word == zone.name for zone in own.zones)
            plain.append(word if is_known else own.spelling.get(word, word))
    return plain


def _is_selected(before: Sequence[str], after: str) -> bool:
    """Whether `one` between these words is a selection, as in `choose card: one of hand`, and not a number."""
    return after == "of" or (before[-1:] == [":"] and after.isidentifier() and after not in _BEHIND_NUMBERS)


def _all_same(words: Sequence[str], chosen: str) -> Iterator[Edit]:
    """Yields edits for `all same colour`, `all the same colour`, `all of one colour`: a condition on the chosen things."""
    small = _SAME | {"all"}
    for i, word in enumerate(words):
        end = next((at for at in range(i, len(words)) if words[at] not in small), len(words))
        is_said = not _SAME.isdisjoint(words[i:end]) and word_at(words, i - 1) in ("", ":", "if", "and", "or", "not")
        if chosen and word in ("all", "same") and is_said and end < len(words):
            yield i, end + 1, ("all_equal", "(", "c", ".", words[end], "for", "c", "in", chosen, ")")


def _in_signs(words: Sequence[str]) -> list[str]:
    """Returns a line with the signs of comparisons, and without articles."""
    plain: list[str] = []
    at = 0
    while at < len(words):
        spoken = (tuple(words[at : at + length]) for length in range(_LONGEST_SIGN, 0, -1))
        said = next((one for one in spoken if one in _SIGNS), None)
        is_article = words[at] == "the" or (words[at] in ("a", "an") and word_at(words, at + 1).isdigit())
        if said is not None:
            plain.append(_SIGNS[said])
        elif not is_article:
            plain.append(words[at])
        at += 1 if said is None else len(said)
    return plain


def _edits(words: Sequence[str], headers: tuple[str, ...], own: OwnNames) -> Iterator[Edit]:
    if not words:
        return
    if headers in (("each",), ("shared",)):
        yield from _fields(words)
    yield from _who_acts(words)
    for i in range(len(words)):
        yield from _inside(words, i, own)


def _fields(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `gold: 0 to 9 = 0`, `hand: bag of card, only owner sees`."""
    if word_at(words, 1) == ":" and word_at(words, 2).isdigit() and word_at(words, 3) in ("to", "-", "until"):
        yield 2, 5, (words[2], "..", word_at(words, 4))
    comma = words.index(",") if "," in words else len(words)
    behind = set(words[comma + 1 :])
    if "owner" in behind and behind <= _ONLY_OWNER:
        yield comma + 1, len(words), ("seen", "by", "owner")


def _who_acts(words: Sequence[str]) -> Iterator[Edit]:
    """Yields edits for `each player who is tired`, `each tired player`, `each player not tired`."""
    for i, word in enumerate(words[:-2]):
        if word != "each":
            continue
        second, third = words[i + 1], words[i + 2]
        if second == "player" and third in _WHO:
            yield i + 2, i + 3 + (word_at(words, i + 3) in _BEING), ("where",)
        if second == "player" and third == "not":
            yield i + 2, i + 2, ("where",)
        if third == "player" and second.isidentifier():
            yield i, i + 3, ("each", "player", "where", second)


def _inside(words: Sequence[str], i: int, own: OwnNames) -> Iterator[Edit]:
    """Yields edits of a formula that begin at a word."""
    word, before, after = words[i], word_at(words, i - 1), word_at(words, i + 1)
    if word in _ABOUT_ELEMENTS and after == "(" and word_at(words, i + 3) == "of":
        end = end_of_path(words, i + 4)
        if word_at(words, end) == ")":
            yield i + 2, end, ("c", ".", words[i + 2], "for", "c", "in", *words[i + 4 : end])
    if word in ("<", ">") and after == "=":
        yield i, i + 2, (f"{word}=",)
    if word == "=" and after in ("<", ">"):
        yield i, i + 2, (f"{after}=",)
    if word.startswith('"') and word[1:-1].isdigit() and before in _BEFORE_VALUES:
        yield i, i + 1, (word[1:-1],)
    if (word, after) in (("player", "1"), ("first", "player"), ("starting", "player")) and before in _BEFORE_VALUES:
        yield i, i + 2, ("first", "(", "players", ")")
    if word == "per" and before.isdigit() and after.isdigit() and word_at(words, i + 2).isidentifier():
        share = (words[i + 2], "/", after, "rounded", "down")
        yield i - 1, i + 3, share if before == "1" else (before, "*", "(", *share, ")")
    if word == "per" and before in _POINTS and word_at(words, i - 2) == "1" and after.isdigit():
        yield i - 2, i + 3, (word_at(words, i + 2), "/", after, "rounded", "down")
    if word in _CALCULATED and after:
        yield from _calculations(words, i)
    if after == "of" and before in _BEFORE_PARTS and word.isidentifier() and word_at(words, i + 2).isidentifier():
        yield i, i + 3, (words[i + 2], ".", word)
    if word in ("on", "at") and before == "is":
        yield i, i + 1, ()
    if word in _STANDING and before in ("if", "and", "or", "not", "where", "until"):
        field = next((name for name, board in own.standing if board == after), None)
        if field is not None:
            yield i, i + 1, (field, "is")
    if word in own.boards and after.isdigit():
        second = i + 3 if word_at(words, i + 2) == "," else i + 2
        if word_at(words, second).isdigit():
            yield i, second + 1, (word, "[", after, ",", words[second], "]")


def _calculations(words: Sequence[str], i: int) -> Iterator[Edit]:
    """Yields edits for `2 x fines`, `minus 2 per fine`, `2 points per fine`."""
    sign = _CALCULATED[words[i]]
    has_noun = words[i] == "per" and words[i - 1].isidentifier() and word_at(words, i - 2).isdigit()
    for first in (i - 1, i) if has_noun else (i,):
        yield first, i + 1, (sign,)
        start = first - 2
        if word_at(words, start) == "minus":
            yield start, i + 1, ("-", words[start + 1], sign)
