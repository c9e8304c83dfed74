"""Texts of bytes and tokens: nothing in them is meant to be rules, except by luck."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from fuzz.numbers import number
from fuzz.seeds import seeds

SIGNS = tuple("()[]{}:,.=+-*/<>@#\"'\\?!|~^%$&;`§€\t\r\v\f\0\x7f\u00a0\u2028\u202e\ufeff𝟙é")
HEAD = "game x:\n    players 2\n\n"


def of_tokens(random: Random) -> bytes:
    """A text of one of the forms below, most of them with 50 to 400 bytes."""
    (form,) = random.choices(_FORMS, _WEIGHTS)
    return form(random)


def _raw_bytes(random: Random) -> bytes:
    return random.randbytes(_length(random, 200))


def _characters(random: Random) -> bytes:
    """Letters, signs and characters from far away."""
    drawn = (random.choice(_ALPHABETS)(random) for _ in range(_length(random, 150)))
    return "".join(drawn).encode("utf-8", "surrogatepass")


_ALPHABETS: tuple[Callable[[Random], str], ...] = (
    lambda random: random.choice(SIGNS),
    lambda random: chr(random.randrange(32, 127)),
    lambda random: random.choice("ab1_ \n"),
    lambda random: chr(random.randrange(0x110000)) if random.randrange(8) == 0 else " ",
)


def _lines(random: Random) -> bytes:
    """Lines of tokens with any indentation."""
    return "".join(_line(random) for _ in range(random.randint(1, 7))).encode()


def _under_header(random: Random) -> bytes:
    """Declarations that begin well and go on anyhow."""
    pieces = [HEAD if random.randrange(2) else ""]
    for _ in range(random.randint(1, 3)):
        pieces.append(random.choice(seeds().blocks).split("\n", 1)[0] + "\n")
        pieces += [f"    {_line(random).lstrip()}" for _ in range(random.randint(0, 3))]
    return "".join(pieces).encode()


def _repeated(random: Random) -> bytes:
    """One token, or a few, very often: nests, long lines, many lines."""
    times = random.choice((3, 20, 40, 70, 120)) if random.randrange(12) else random.choice((300, 2100, 20_000))
    once = " ".join(token(random) for _ in range(random.choice((1, 1, 2, 4))))
    gap = random.choice((" ", " ", "", "\n", ", ", "(", "[", " + "))
    before, after = random.choice(_FRAMES)
    return f"{HEAD if random.randrange(2) else ''}{before}{(once + gap) * times}{after}\n".encode()


def _staircase(random: Random) -> bytes:
    """Blocks inside blocks, with headers that are real and endings that need not be."""
    headers = [token(random) + ":", *(b.split("\n", 1)[0] for b in random.choices(seeds().bodies, k=3))]
    steps = random.choice((4, 8, 12)) if random.randrange(8) else 60
    width = random.choice((1, 2, 4))
    rows = [" " * (width * i) + random.choice(headers) for i in range(steps)]
    return (HEAD + "rule a:\n" + "\n".join(rows) + "\n").encode()


_FRAMES = (
    ("", ""),
    ("let a = ", ""),
    ("let a = ", "1"),
    ("let a = 1 + ", " 1"),
    ("table long: ", ""),
    ("type t: ", ""),
    ("rule a:\n    ", ""),
    ("phase a, each player:\n    choose b: one of ", ""),
    ("component card in deck:\n    name count\n    ", ""),
    ("each player:\n    a: ", ""),
    ("let a = match a(", ")"),
    ("let a = [", "]"),
    ("let a = (", ")"),
    ("example e:\n    ", ""),
)


def token(random: Random) -> str:
    """A word of the language, mostly."""
    kind = random.randrange(20)
    if kind < 12:
        return random.choice(seeds().words)
    if kind < 15:
        return random.choice(seeds().names)
    if kind < 17:
        return number(random)
    return random.choice(("a", "b", "A", "card", "'", '"', '"a', *SIGNS))


def _line(random: Random) -> str:
    indent = random.choice(("", "", "    ", "    ", "        ", "   ", "\t", " "))
    ending = random.choice(("\n", "\n", "\n", ":\n", ":\n", "\r\n", ",\n", " #\n"))
    words = [token(random) for _ in range(random.randint(1, 9))]
    return indent + random.choice((" ", " ", " ", "")).join(words) + ending


def _length(random: Random, usual: int) -> int:
    return random.randint(0, usual) if random.randrange(100) else random.randint(usual, 100 * usual)


_FORMS: tuple[Callable[[Random], bytes], ...] = (
    _lines,
    _under_header,
    _repeated,
    _staircase,
    _characters,
    _raw_bytes,
)
_WEIGHTS = (35, 30, 7, 8, 12, 8)
