"""Slips of people who write rules: fingers, words, word order, habits of other languages, edits that were left half-way.

Written from how people slip, and not from what findings know of. Each slip knows the text before, so that what is told can be judged by the original.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from random import Random

from attrs import frozen

from bench.mistakes import Rules

Owed = tuple[str, ...]


@frozen
class Slip:
    """A change of a text from `start` to `end`. `lines`: where it can be told, from 1.

    `lost`: the words of the original that a right suggestion names (or an edit gives the original back). None if the text does not show what stood there:
    a name or number that was left out, or the other half of a line.
    `extra`: what should not be there is told by pointing at it.
    `is_other`: the text that it makes may be legal as well as the original, such as another number or a line at another depth.
    """

    kind: str
    start: int
    end: int
    text: str
    lines: frozenset[int]
    lost: Owed | None
    extra: bool = False
    is_other: bool = False

    def made_in(self, text: str) -> str:
        """The text with the slip."""
        return text[: self.start] + self.text + text[self.end :]


Kind = Callable[[Rules, Random], Iterable[Slip]]

# ---------------------------------------------------------------- fingers

_BESIDE = {
    "q": "wa", "w": "qes", "e": "wrd", "r": "etf", "t": "ryg", "y": "tuh", "u": "yij", "i": "uok", "o": "ipl", "p": "o", "a": "qsz", "s": "adwx", "d": "sfec",
    "f": "dgrv", "g": "fhtb", "h": "gjyn", "j": "hkum", "k": "jlim", "l": "ko", "z": "xa", "x": "zcs", "c": "xvd", "v": "cbf", "b": "vng", "n": "bmh", "m": "nj",
    ":": ";'lp", ",": "m.", ".": ",/", "=": "-0", "+": "=", "(": "9)", ")": "0(", "[": "p]", "]": "[\\", '"': "'", "_": "-", "<": ",", ">": ".", "*": "8", "/": ".",
    "-": "=0", "@": "2", "1": "2", "2": "13", "3": "24", "4": "35", "5": "46", "6": "57", "7": "68", "8": "79", "9": "80", "0": "9",
}  # fmt: skip
"""The keys around a key, and the same key with or without the shift."""


def key_beside(rules: Rules, random: Random) -> Iterator[Slip]:
    """One key beside the right one."""
    for _, _, (terminal, word, start, end) in rules.tokens():
        if terminal == "STRING":
            continue
        i = random.randrange(len(word))
        near = _BESIDE.get(word[i].lower())
        if near:
            hit = random.choice(near)
            made = word[:i] + (hit.upper() if word[i].isupper() else hit) + word[i + 1 :]
            yield _word("key beside", rules, start, end, made, word)


def fingers(rules: Rules, random: Random) -> Iterator[Slip]:
    """Two letters swapped, a letter lost or typed twice."""
    for _, _, (_, word, start, end) in rules.words():
        if len(word) > 2:
            i = random.randrange(len(word) - 1)
            made = random.choice(
                (word[:i] + word[i + 1] + word[i] + word[i + 2 :], word[:i] + word[i + 1 :], word[: i + 1] + word[i:])
            )
            yield _word("letters swapped, lost or doubled", rules, start, end, made, word)


def shift(rules: Rules, random: Random) -> Iterator[Slip]:
    """A capital letter for a small one, or a small one for a capital."""
    for _, _, (_, word, start, end) in rules.words():
        made = random.choice((word[0].swapcase() + word[1:], word[:2].upper() + word[2:], word.upper()))
        if made[0] != word[0] or len(word) > 1:
            yield _word("shift held or missed", rules, start, end, made, word)


def space(rules: Rules, random: Random) -> Iterator[Slip]:
    """A space lost between two words, or one inside a word."""
    for line in rules.lines:
        for (_, one, start, end), (_, two, begin, stop) in zip(line.tokens, line.tokens[1:], strict=False):
            if end < begin and "\n" not in rules.text[end:begin] and (one[-1:] + two[:1]).replace("_", "a").isalnum():
                yield Slip("space lost or put in", start, stop, one + two, rules.at(start), (one, two))
            if len(one) > 4 and one.isalpha():
                i = random.randrange(1, len(one))
                yield Slip("space lost or put in", start, end, f"{one[:i]} {one[i:]}", rules.at(start), (one,))


def _word(kind: str, rules: Rules, start: int, end: int, made: str, word: str) -> Slip:
    """A word that became another one: if that is a word of the text or a number too, the text may be legal."""
    other = (
        made in rules.declared or (word.isdigit() and made.isdigit()) or made in _SIGNS or (made in _vocabulary(rules))
    )
    return Slip(kind, start, end, made, rules.at(start), (word,), is_other=other)


_SIGNS = frozenset(["<", ">", "<=", ">=", "+", "-", "*", "/", "=", "+=", "-=", ",", "."])


def _vocabulary(rules: Rules) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", rules.text))


# ---------------------------------------------------------------- words


def dropped(rules: Rules, random: Random) -> Iterator[Slip]:
    """A word or a sign left out."""
    for _, _, (terminal, word, start, end) in rules.tokens():
        if terminal != "STRING":
            more = 1 if rules.text[end : end + 1] == " " else 0
            owed = None if terminal in ("NAME", "INT") or start in rules.names else (word,)
            yield Slip("word left out", start, end + more, "", rules.at(start), owed)


def doubled(rules: Rules, random: Random) -> Iterator[Slip]:
    """A word typed twice."""
    for _, _, (terminal, word, start, end) in rules.tokens():
        if terminal != "STRING" and word[0].isalpha():
            yield Slip("word twice", end, end, f" {word}", rules.at(start), (), extra=True)


def small_words(rules: Rules, random: Random) -> Iterator[Slip]:
    """`to`, `of`, `each`, `the` and their like forgotten, exchanged or put in, as in English."""
    near = {
        "to": ("into", "in", "for", ""),
        "of": ("from", "in", "the", ""),
        "from": ("of", "in", "out of"),
        "in": ("of", "inside", "into", "at"),
        "each": ("every", "all", "the", ""),
        "with": ("by", "for", "and"),
        "by": ("with", "per", "of"),
        "is": ("are", "was", ""),
        "where": ("with", "that", "when", "whose"),
        "at": ("a", ""),
        "most": ("least", ""),
        "up": ("", "upto"),
        "one": ("a", "any one", "1", ""),
        "until": ("till", "while", "unless"),
        "for": ("of", ""),
        "and": ("or", ",", ""),
        "or": ("and", ","),
        "if": ("when", "in case"),
        "not": ("no", "isn't"),
        "no": ("not", "none"),
        "none": ("no", "nothing", "nobody"),
        "as": ("like", "called"),
        "after": ("when", "behind"),
        "ties": ("tie", "draws"),
    }
    for line, i, (_, word, start, end) in rules.words():
        if word in near and start not in rules.names:
            made = random.choice(near[word])
            more = 1 if not made and rules.text[end : end + 1] == " " else 0
            other = (
                {word, made} <= {"and", "or", ","}
                or {word, made} == {"most", "least"}
                or {word, made} == {"no", "none"}
            )
            yield Slip("small word", start, end + more, made, rules.at(start), (word,), is_other=other)
            if i + 1 < len(line.tokens) and line.tokens[i + 1][0] == "NAME" and random.random() < 0.2:
                yield Slip("small word", end, end, " the", rules.at(start), (), extra=True)


def number_of_words(rules: Rules, random: Random) -> Iterator[Slip]:
    """The plural for the singular, and the other way round."""
    for _, _, (_, word, start, end) in rules.words():
        if len(word) > 2:
            made = word[:-1] if word.endswith("s") else f"{word}s"
            yield _word("singular or plural", rules, start, end, made, word)


def order(rules: Rules, random: Random) -> Iterator[Slip]:
    """Words in another order: two neighbours, or the two ends of a statement."""
    for line in rules.lines:
        for (kind, one, start, end), (_, two, begin, stop) in zip(line.tokens, line.tokens[1:], strict=False):
            if one != two and kind != "STRING" and one[0].isalpha() and two[0].isalnum():
                made = two + rules.text[end:begin] + one
                owed = f"{one}{rules.text[end:begin]}{two}"
                yield Slip("word order", start, stop, made, rules.at(start), (owed,))
        words = [token[1] for token in line.tokens]
        for one, two in (("from", "to"), ("to", "from"), ("to", "by"), ("up", "until")):
            if one in words and two in words and 0 < words.index(one) < (cut := words.index(two)) and ":" not in words:
                first, last = line.tokens[words.index(one)][2], line.tokens[-1][3]
                middle = line.tokens[cut][2]
                made = f"{rules.text[middle:last]} {rules.text[first:middle].rstrip()}"
                yield Slip("word order", first, last, made, rules.at(first), (rules.text[first:last],))


# ---------------------------------------------------------------- other languages


_HABITS: tuple[tuple[str, str, str], ...] = (
    # Python
    (r"\bis\b(?! not)", "==", "is"),
    (r"\bis not\b", "!=", "is not"),
    (r"\byes\b", "True", "yes"),
    (r"\bno\b(?!\()", "False", "no"),
    (r"\bnone\b", "None", "none"),
    (r"\bcount\(", "len(", "count"),
    (r"^rule (\w+):", r"def \1():", "rule"),
    (r"\belse if\b", "elif", "else if"),
    (r"^( +)for (\w+) in (\d+)\.\.(\d+)", r"\1for \2 in range(\3, \4)", ".."),
    (r"\bmod\((\w+), (\w+)\)", r"\1 % \2", "mod"),
    (r"\bplayers\b", "self.players", "players"),
    (r"\bno\(", "not any(", "no"),
    (r"#", "//", "#"),
    (r"\bwhere\b", "if", "where"),
    (r"(?<=: )(\w+) (?=if .* else)", r"(\1) ", ""),
    # JavaScript, C
    (r"\bis\b(?! not)", "===", "is"),
    (r"\band\b", "&&", "and"),
    (r"\bor\b", "||", "or"),
    (r"\bnot (?=\w)", "!", "not"),
    (r"\blet\b", "const", "let"),
    (r"\blet\b", "var", "let"),
    (r"\byes\b", "true", "yes"),
    (r"\bnone\b", "null", "none"),
    (r"(\w) \+= 1$", r"\1++", "+= 1"),
    (r"(\w) -= 1$", r"\1--", "-= 1"),
    (r"^( +)if (.*):$", r"\1if (\2) {", ":"),
    (r"^rule (\w+):", r"function \1() {", "rule"),
    (r"^( +)(\w+ [+-]?= .*)$", r"\1\2;", ""),
    (r"^( +)for (\w+) in (\w+):", r"\1for (\2 of \3):", "in"),
    (r"^( +)(\w+) \+= (\w+)$", r"\1\2 = \2 + \3;", ""),
    (r'"([^"\']*)"', r"'\1'", '"'),
    (r"^( +)(\w+): (\d+)\.\.(\d+) = (\d+)", r"\1int \2 = \5;", ""),
    (r"\bmin\(", "Math.min(", "min"),
    (r"\bcount\((\w+)\)", r"\1.length", "count"),
    (r"\.\.", "...", ".."),
    (r"\bmax\(", "std::max(", "max"),
    (r"(\w)\.(\w)", r"\1->\2", "."),
    # Lua
    (r"^( +)if (.*):$", r"\1if \2 then", ":"),
    (r"\bis not\b", "~=", "is not"),
    (r"\blet\b", "local", "let"),
    (r"\bnone\b", "nil", "none"),
    (r"\belse if\b", "elseif", "else if"),
    (r"^( +)(\w+) \+= (\w+)$", r"\1\2 = \2 + \3 end", ""),
    (r"^rule (\w+):", r"function \1()", "rule"),
    (r"#", "--", "#"),
    (r"\brepeat up to (\d+):", r"for i = 1, \1 do", "repeat"),
    (r"\bcount\((\w+)\)", r"#\1", "count"),
)
"""What stands here, what is written elsewhere, and the words that a help would have to name."""

_SAME_MEANING = frozenset([r"(?<=: )(\w+) (?=if .* else)"])


def habits(rules: Rules, random: Random) -> Iterator[Slip]:
    """A form of Python, JavaScript, C or Lua."""
    for pattern, instead, lost in _HABITS:
        if pattern in _SAME_MEANING:
            continue
        found = list(re.finditer(pattern, rules.text, re.MULTILINE))
        random.shuffle(found)
        for one in found[:6]:
            if _in_sentence(rules, one.start()) and pattern not in ("#", r'"([^"\']*)"'):
                continue
            if pattern == "#" and _in_sentence(rules, one.start()):
                continue
            made = one.expand(instead)
            yield Slip(
                "habit of another language",
                one.start(),
                one.end(),
                made,
                rules.at(one.start()),
                (lost,) if lost else (),
                extra=not lost,
            )


def _in_sentence(rules: Rules, offset: int) -> bool:
    """Whether a place is inside of quotes or a comment."""
    begin = rules.text.rfind("\n", 0, offset) + 1
    before = rules.text[begin:offset]
    return before.count('"') % 2 == 1 or "#" in before


# ---------------------------------------------------------------- edits left half-way


def half(rules: Rules, random: Random) -> Iterator[Slip]:
    """A line that ends in the middle, an argument or a side that is still missing, a name changed in one place only."""
    for line in rules.lines:
        if len(line.tokens) > 3:
            cut = random.randrange(1, len(line.tokens))
            end = line.tokens[-1][3]
            begin = line.tokens[cut][2]
            if line.tokens[cut - 1][1] not in (":",) and "\n" not in rules.text[begin:end]:
                yield Slip("line left half-way", begin, end, "", rules.at(begin), None)
    for _, _, (terminal, _, start, end) in rules.tokens():
        if terminal in ("CMP", "PLUS", "MINUS", "IS", "AND", "OR", "EQUAL"):
            stop = rules.text.find("\n", end)
            if stop > 0 and "(" not in rules.text[end:stop] and not rules.text[end:stop].rstrip().endswith(":"):
                yield Slip("line left half-way", end, stop, "", rules.at(start), None)
    for word, start in rules.declared.items():
        rows = rules.rows_of(word)
        if len(rows) > 1 and len(word) > 2:
            new = random.choice((f"{word}_2", f"new_{word}" if word[0].islower() else f"New{word}"))
            yield Slip("renamed in one place", start, start + len(word), new, rows, (new,))


def depth(rules: Rules, random: Random) -> Iterator[Slip]:
    """A line or a block at another depth after it was moved."""
    for number, line in enumerate(rules.lines):
        if line.column == 0 or number + 1 >= len(rules.lines):
            continue
        start = line.tokens[0][2]
        begin = start - line.column
        last = number
        if random.random() < 0.5:
            while last + 1 < len(rules.lines) and rules.lines[last + 1].column > line.column:
                last += 1
        by = random.choice((-4, -4, 4, 4, -2, 2, -1, 1, -3))
        end = rules.lines[last].tokens[-1][3]
        made = "".join(_moved(row, by) for row in rules.text[begin:end].splitlines(keepends=True))
        rows = frozenset(range(rules.row(start) - 1, rules.row(end) + 2))
        yield Slip("line at another depth", begin, end, made, rows, ("indent",), is_other=True)


def _moved(row: str, by: int) -> str:
    if by > 0:
        return " " * by + row if row.strip() else row
    blank = len(row) - len(row.lstrip(" "))
    return row[min(blank, -by) :]


def pasted(rules: Rules, random: Random) -> Iterator[Slip]:
    """A line or a declaration pasted a second time."""
    for line in rules.lines:
        start = line.tokens[0][2] - line.column
        stop = rules.text.find("\n", line.tokens[-1][3])
        if stop > 0 and "\n" not in rules.text[start:stop]:
            text = rules.text[start : stop + 1]
            rows = frozenset([rules.row(start), rules.row(start) + 1])
            yield Slip("line pasted twice", stop + 1, stop + 1, text, rows, (), extra=True, is_other=True)


# ---------------------------------------------------------------- signs


def colons(rules: Rules, random: Random) -> Iterator[Slip]:
    """A `:` forgotten, with or without a capital letter in front; one too many."""
    for line in rules.lines:
        first, last = line.tokens[0], line.tokens[-1]
        if last[0] == "COLON":
            yield Slip("colon", last[2], last[3], "", rules.at(last[2]), (":",))
            if first[1][0].islower():
                made = first[1].capitalize() + rules.text[first[3] : last[2]]
                yield Slip("colon", first[2], last[3], made, rules.at(first[2]), (":", first[1]))
        elif first[0] != "NAME" or len(line.tokens) > 2:
            yield Slip("colon", last[3], last[3], ":", rules.at(last[2]), (), extra=True)


def marks(rules: Rules, random: Random) -> Iterator[Slip]:
    """Commas and full stops lost, put in or exchanged; a sentence's dot at the end of a line."""
    for line in rules.lines:
        for kind, _, start, end in line.tokens:
            if kind == "COMMA":
                yield Slip(
                    "comma or full stop", start, end, random.choice(("", ";", ".", ",,")), rules.at(start), (",",)
                )
            if kind == "NAME" and random.random() < 0.05 and end != line.tokens[-1][3]:
                yield Slip("comma or full stop", end, end, ",", rules.at(start), (), extra=True)
        last = line.tokens[-1]
        if last[0] in ("NAME", "INT", "RPAR"):
            yield Slip(
                "comma or full stop",
                last[3],
                last[3],
                random.choice((".", ",", ";")),
                rules.at(last[2]),
                (),
                extra=True,
            )


def brackets(rules: Rules, random: Random) -> Iterator[Slip]:
    """A bracket lost, put in, or of the other sort; a quote lost."""
    other = {"(": "[", ")": "]", "[": "(", "]": ")"}
    for _, _, (terminal, word, start, end) in rules.tokens():
        if word in other:
            made = random.choice(("", "", other[word], word + word))
            yield Slip("bracket or quote", start, end, made, rules.at(start), (word,))
        elif terminal == "STRING":
            at = random.choice((start, end - 1))
            yield Slip("bracket or quote", at, at + 1, "", rules.at(start), ('"',))


def equals(rules: Rules, random: Random) -> Iterator[Slip]:
    """`=`, `is` and `==`, one for another."""
    for _, _, (_, word, start, end) in rules.tokens():
        if word in ("=", "is") and start not in rules.names:
            made = random.choice([w for w in ("=", "==", "is", "equals") if w != word])
            yield Slip("equals", start, end, made, rules.at(start), (word,))
        if word in ("+=", "-="):
            made = random.choice(("=+" if word == "+=" else "=-", word[0], f"{word[0]} ="))
            other = made.startswith("=")
            yield Slip("equals", start, end, made, rules.at(start), (word,), is_other=other)


def numbers(rules: Rules, random: Random) -> Iterator[Slip]:
    """Another number, or another comparison: valid rules of another game."""
    for _, _, (terminal, word, start, end) in rules.tokens():
        if terminal == "INT":
            made = random.choice((str(int(word) + 1), str(max(0, int(word) - 1)), f"{word}0", word[:-1] or "0"))
            yield Slip("another number or comparison", start, end, made, rules.at(start), None, is_other=True)
        elif terminal == "CMP":
            made = random.choice([w for w in ("<", ">", "<=", ">=") if w != word])
            yield Slip("another number or comparison", start, end, made, rules.at(start), None, is_other=True)


KINDS: tuple[Kind, ...] = (
    key_beside, fingers, shift, space, dropped, doubled, small_words, number_of_words, order, habits, half, depth, pasted, colons, marks, brackets, equals,
    numbers,
)  # fmt: skip
"""Each gives the slips of its kind that a text offers."""
