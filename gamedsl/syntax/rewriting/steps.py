"""Small steps from a line as people write it towards one of this language: a needless word, another small word, a name as the file writes it, a missing sign.

Each step has a cost: steps that keep the meaning are cheap, and steps that may change it are expensive.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from gamedsl.syntax.guessing.edits import Edit, word_at
from gamedsl.syntax.guessing.foreign_words import FOREIGN_VALUES, FOREIGN_WORDS
from gamedsl.syntax.guessing.near_lines import count_words
from gamedsl.syntax.guessing.own_names import OwnNames, same_name
from gamedsl.syntax.guessing.phrase_table import Place
from gamedsl.syntax.guessing.phrases import NUMBER_WORDS, condition_here, find_phrase
from gamedsl.syntax.rewriting.patterns import pattern_steps
from gamedsl.syntax.rewriting.setting import Setting
from gamedsl.syntax.rewriting.table import DOUBTFUL, NEAR, NOTHING, SAME, SMALL
from gamedsl.syntax.rewriting.values import sort_of, value_steps
from gamedsl.syntax.tables import load

Step = tuple[int, Edit]


_FILLERS = frozenset([
    "the", "a", "an", "your", "their", "its", "his", "her", "my", "our", "also", "immediately", "now", "finally", "again", "just", "exactly", "out",
    "please", "this",
])  # fmt: skip
"""Words that say nothing here."""

_SMALL_WORDS = ("of", "from", "in", "to", "for", "by", "at", "with", "until")
"""Words that people exchange for each other."""

_MISSING = (":", "one of", ": one of", "of", ",", "to", "from", ")")
"""Words and signs that people leave out. Those that ask something are not among them: `total is coins` can be read, and says nothing that was meant."""

_CONDITIONS = frozenset(["if", "when", "where", "until", "and", "or", "not", "while", ":"])
_END_OF_CONDITION = frozenset([":", ",", "and", "or", "then"])

_CHOOSING = frozenset(["choose", "chooses", "pick", "picks", "select", "selects", "take", "takes"])
_ONE = frozenset(["a", "an", "one", "1", "any"])

_CLAUSES = ("in", "by", "from", "where", "together", "until")
"""The parts behind `each player`, in their order."""


def small_steps(words: Sequence[str], fits: int, setting: Setting) -> Iterator[Step]:
    """Yields the small steps from a line, of which the words up to `fits` can be read."""
    own, known = setting.own, count_words(setting.names)
    yield from pattern_steps(words, setting)
    yield from _drop_words(words, fits)
    for at in range(len(words)):
        yield from _names(words, at, own, known)
        if setting.headers:
            yield from _needless_noun(words, at, own)
        yield from _conditions(words, at, own)
    yield from _choice(words, own)
    yield from _clauses(words)
    yield from _phrase(words, setting)
    yield from value_steps(words, setting)
    yield from _without_quotes(words)
    yield from _where_it_ends(words, fits)


def _without_quotes(words: Sequence[str]) -> Iterator[Step]:
    """Yields a line in which names stand without quotes: `"suit": ["Hearts", "Clubs"]`."""
    plain = tuple(found[1] if (found := _QUOTED_NAME.fullmatch(word)) else word for word in words)
    if plain != tuple(words):
        yield NEAR, (0, len(words), plain)


def _typed_parameter(words: Sequence[str], setting: Setting) -> Iterator[Step]:
    """Yields a heading that says of what sort its only parameter is, for `rule gather(goal):`: the sort of what has that name elsewhere, or one that works."""
    if words[0] in ("rule", "action") and word_at(words, 2) == "(" and word_at(words, 4) == ")":
        own = setting.own
        sorts = (*own.boards, *own.pieces, *dict.fromkeys(own.types.values()), "player")
        named = sort_of(words[3], setting)
        for sort in (named,) if named in sorts else sorts:
            yield NEAR, (4, 4, (":", sort))


def _drop_words(words: Sequence[str], fits: int) -> Iterator[Step]:
    """Yields the line without words that say nothing and with digits for numbers, and without one word where it cannot be read on."""
    has_digits = words[0] in ("move", "draw")
    plain = [
        str(NUMBER_WORDS[word]) if word in NUMBER_WORDS and (word != "one" or has_digits) else word
        for word in words
        if word not in _FILLERS
    ]
    if plain and plain != list(words):
        yield NOTHING, (0, len(words), tuple(plain))
    for at in (fits, fits - 1):
        if word_at(words, at) in _FILLERS and len(words) > 1:
            yield NOTHING, (at, at + 1, ())


def meaning_steps(words: Sequence[str], setting: Setting) -> Iterator[Step]:
    """Yields the steps from a line that can be read, to one whose words mean something."""
    yield from value_steps(words, setting)
    yield from _typed_parameter(words, setting)
    known = count_words(setting.names)
    for at, word in enumerate(words):
        if word.isidentifier() and word not in setting.own.fields:
            yield from _names(words, at, setting.own, known)
        piece = same_name(word, setting.own.pieces)
        zone = _only_zone(piece, setting, is_pile=words[0] == "shuffle")
        if zone and zone not in words:
            yield SMALL, (at, at + 1, (zone,))
    yield from ((cost, edit) for cost, edit in pattern_steps(words, setting) if edit[2])
    if setting.lacks_player and words[0] not in ("each", "choose", "may"):
        yield NEAR, (0, 0, ("each", "player", ":"))


def _only_zone(piece: str, setting: Setting, *, is_pile: bool) -> str:
    """Returns the zone in which such pieces lie: the only one, or in orders the only one that each player has. Empty if it could be another one."""
    holding = [zone for zone in setting.own.zones if piece in zone.pieces and (zone.form == "pile" or not is_pile)]
    held = [zone for zone in holding if zone.is_own and setting.headers]
    return next((found[0].name for found in (holding, held) if len(found) == 1), "")


def _names(words: Sequence[str], at: int, own: OwnNames, known: Counter[str]) -> Iterator[Step]:
    """Yields names as the file writes them: of `fair stack`, `hives`, `lime`; and the path from a thing to a column of its row."""
    word, after = words[at], word_at(words, at + 1)
    if not word.isidentifier():
        return
    joined = f"{word}_{after}"
    if known[joined]:
        yield NOTHING, (at, at + 2, (joined,))
    elif after and (many := same_name(joined, known)):
        yield SAME, (at, at + 2, (many,))
    if word == "is" and (column := next((one for one in own.all_columns if one.startswith(f"{after}_")), "")):
        yield SAME, (at, at + 2, (column, "is"))
    if word in FOREIGN_VALUES:
        yield NOTHING, (at, at + 1, (FOREIGN_VALUES[word],))
    if word.lower() in own.spelling and word not in own.kinds and own.spelling[word.lower()] != word:
        yield NEAR, (at, at + 1, (own.spelling[word.lower()],))
    singular = own.spelling.get(word.lower().removesuffix("s"), "")
    if singular and singular != word and not known[word]:
        yield SAME, (at, at + 1, (singular,))
    of = frozenset(own.all_columns)
    names = (
        *own.pieces,
        *own.columns,
        *(zone.name for zone in own.zones),
        *own.fields,
        *own.phases,
        *own.rules,
        *own.actions,
        *of,
    )
    same = same_name(word, names)
    if same and same != word:
        yield SAME, (at, at + 1, (same,))
    if after in of and word_at(words, at - 1) not in ("one",) and known[word] > 1:
        yield NEAR, (at + 1, at + 1, (".",))
    if word_at(words, at - 1) not in ("each", "every") and (word not in load().words or not known[word]):
        for meant in FOREIGN_WORDS.get(word, ()):
            yield SMALL, (at, at + 1, tuple(meant.split()))


def _needless_noun(words: Sequence[str], at: int, own: OwnNames) -> Iterator[Step]:
    """Yields a line without the noun after a number or a kind: `3 hives from stack`, `1 Wooden hive`."""
    before = word_at(words, at - 1)
    if same_name(words[at], own.pieces) and word_at(words, at + 1) in own.kinds:
        yield SAME, (at, at + 1, ())
    is_piece = bool(same_name(words[at], own.pieces))
    if is_piece and (before in own.kinds or before in own.spelling.values()):
        yield SAME, (at, at + 1, ())
    if is_piece and before.isdigit():
        yield NEAR, (at, at + 1, ())
    if is_piece and word_at(words, at + 1) in ("of", "from") and before in ("one", "any", "some"):
        yield SAME, (at, at + 2, ("of",))


def _conditions(words: Sequence[str], at: int, own: OwnNames) -> Iterator[Step]:
    """Yields the formula for a condition of rulebooks, wherever it stands."""
    if words[at] not in _CONDITIONS or at + 1 >= len(words):
        return
    for end in range(len(words), at + 2, -1):
        if end < len(words) and words[end] not in _END_OF_CONDITION and not words[end].startswith('"'):
            continue
        here = condition_here(" ".join(words[at + 1 : end]), own)
        if here is not None:
            yield SAME, (at + 1, end, tuple(split_line(here)))
            return


def _phrase(words: Sequence[str], setting: Setting) -> Iterator[Step]:
    """Yields the line for a phrase of rulebooks, also after the `:` of a header."""
    if not setting.headers:
        return
    start = words.index(":") + 1 if ":" in words[:-1] else 0
    said = find_phrase(words[start:], setting.own, is_header=False)
    if said is not None and said.is_own and said.place is Place.RULE and len(said.lines) == 1:
        yield SAME, (start, len(words), tuple(split_line(said.lines[0])))


def _choice(words: Sequence[str], own: OwnNames) -> Iterator[Step]:
    """Yields the beginning of a choice: of `choose a plan from market where …`, `choose 2 cards from hand …`."""
    start = 1 if words[0] == "may" else 0
    if word_at(words, start) not in _CHOOSING or ":" in words[: start + 4]:
        return
    number = word_at(words, start + 1)
    noun = start + 2 if number in _ONE or number.isdigit() else start + 1
    piece = word_at(words, noun)
    if not piece.isidentifier() or word_at(words, noun + 1) not in ("from", "of", "in", "on", "where"):
        return
    many = (number,) if number.isdigit() and number != "1" else ("one",)
    of = words[noun + 2 : noun + 3] if words[noun + 1] != "where" else [piece]
    where = noun + 3 if words[noun + 1] != "where" else noun + 1
    named = (piece, piece.removesuffix("s")) if many != ("one",) else (same_name(piece, own.pieces) or piece,)
    for name in dict.fromkeys(named):
        yield NEAR, (0, where, (*words[:start], "choose", name, ":", *many, "of", *of))


def _clauses(words: Sequence[str]) -> Iterator[Step]:
    """Yields the parts after `each player` in their order: `each player where tired, from starter`."""
    if "each" not in words:
        return
    each = words.index("each") + 2
    end = next((i for i in range(each, len(words)) if words[i] == ":"), len(words))
    parts: list[list[str]] = [[]]
    depth = 0
    for word in words[each:end]:
        depth += (word in ("(", "[")) - (word in (")", "]"))
        if not depth and (word in _CLAUSES or word == ","):
            parts.append([])
        if depth or word != ",":
            parts[-1].append(word)
    kept = [part for part in parts if part]
    limit = (",", *kept.pop()) if kept and kept[-1][0] in ("at", "up") else ()
    if all(part[0] in _CLAUSES for part in kept):
        turned = sorted(kept, key=lambda part: _CLAUSES.index(part[0]))
        made = (*(word for part in turned for word in part), *limit)
        if made != tuple(words[each:end]):
            yield SAME, (each, end, made)


def _where_it_ends(words: Sequence[str], fits: int) -> Iterator[Step]:
    """Yields changes at the place where a line becomes unreadable: a small word is removed, added or replaced."""
    # A line that ends too early lacks something.
    for at in (fits, fits - 1) if fits < len(words) else ():
        word = word_at(words, at)
        if word in _SMALL_WORDS or word in (",", "each", "for"):
            if word not in ("with", "until"):
                yield SMALL, (at, at + 1, ())
            for other in _SMALL_WORDS:
                if other != word:
                    yield DOUBTFUL, (at, at + 1, (other,))
    if 0 < fits <= len(words):
        for missing in _MISSING:
            yield DOUBTFUL, (fits, fits, tuple(missing.split()))
    if fits and words[0] == "for" and fits <= 2:
        yield SMALL, (0, 1, ())


def split_line(line: str) -> list[str]:
    """Returns the words and signs of a line of this language."""
    return _WORDS.findall(line)


_QUOTED_NAME = re.compile(r'"([A-Za-z]\w*)"')
_WORDS = re.compile(r'"[^"]*"|\w+|\.\.|[<>+-]=|[^\s\w]')
