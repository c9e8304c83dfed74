"""Texts that nobody writes: every one has an answer, and none takes long (the whole file runs in seconds)."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

from gamedsl.diagnostics.render import render
from gamedsl.source import Source
from gamedsl.syntax.parse import Parsed, parse
from gamedsl.syntax.problems.texts import LongLine, TooDeep
from gamedsl.syntax.reader import Reader
from share import less

SIZE = less(1 << 18, 1 << 13)
GAMES = [path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parents[3] / "games").rglob("*.gdl"))]
_DRAW = random.Random(1)

HOSTILE = {
    "nul": "\0" * 100,
    "round brackets": "(" * SIZE,
    "brackets on lines": "(\n" * (SIZE // 2),
    "deeper brackets": "".join(" " * i + "(\n" for i in range(1000)),
    "brackets in a rule": "rule r:\n    x = " + "(" * 100_000 + "1" + ")" * 100_000 + "\n",
    "deep blocks": "rule r:\n" + "".join(" " * (i + 1) + "if a:\n" for i in range(1400)),
    "blanks": " " * SIZE,
    "tabs": "\t\n" * (SIZE // 2),
    "one word": "a" * SIZE,
    "one line of words": "a " * (SIZE // 2),
    "bad lines": "rule r:\n" + "    x x\n" * (SIZE // 8),
    "words that may be halves": "table long: Craft order_seen let\n" + "Craft order_seen let\n" * (SIZE // 21),
    "one number": "1" * SIZE,
    "a long sum": "let x = " + "1+" * (SIZE // 2) + "1\n",
    "a long path": "let x = a" + ".b" * (SIZE // 2) + "\n",
    "many nots": "let x = " + "not " * 5000 + "a\n",
    "many elses": "let x = " + "a if b else " * 2000 + "a\n",
    "semicolons": "a;" * (SIZE // 2),
    "quotes": '"' * SIZE,
    "single quotes": "'" * SIZE,
    "open comments": "/* a\n" * (SIZE // 5),
    "closing brackets": ")" * SIZE,
    "wrong closing brackets": "let x = a(" + "] graph grow mine" * (SIZE // 17) + "\n",
    "braces": "{" * SIZE,
    "exclamation marks": "!" * SIZE,
    "headers only": "game g:\n" * (SIZE // 8),
    "header chain": "rule r:\n    " + "for a in b: " * 5000 + "c\n",
    "chains in blocks": "rule r:\n" + "".join(" " * (i + 1) + "as a: " * 30 + "\n" for i in range(50)),
    "carriage returns": "\r" * SIZE,
    "surrogates": bytes(range(256)).decode("utf-8", "surrogateescape") * less(1000, 100),
    "binary": _DRAW.randbytes(SIZE).decode("utf-8", "replace"),
    "headers without names": "type ?\nrule ?\naction ?\nphase ?\ngrid ?\ncomponent ?\ntable ?\nscore ?\n    x x\n",
    "any characters": "".join(chr(_DRAW.randrange(1, 0x3000)) for _ in range(SIZE // 4)),
}


@cache
def _read(name: str) -> Parsed:
    return parse(Source("x", HOSTILE[name]))


@pytest.mark.parametrize("name", HOSTILE)
def test_every_text_has_an_answer(name: str) -> None:
    parsed = _read(name)
    assert len(parsed.problems) <= 101
    for problem in parsed.problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(HOSTILE[name])
        problem.explain()


@pytest.mark.parametrize(
    "name",
    [
        "round brackets",
        "brackets in a rule",
        "deep blocks",
        "many nots",
        "many elses",
        "header chain",
        "chains in blocks",
    ],
)
def test_too_deep_is_said(name: str) -> None:
    assert {type(problem) for problem in _read(name).problems} & {
        TooDeep,
        LongLine,
    }


def test_games_with_slips() -> None:
    """A few characters of a game are lost, doubled or moved, as while typing; every text has an answer."""
    for seed in range(less(100, 15)):
        draw = random.Random(seed)
        text = draw.choice(GAMES)
        for _ in range(draw.choice([1, 3, 10])):
            at, to = draw.randrange(len(text)), draw.randrange(len(text))
            slip = draw.choice(["", "\n", " ", "(", '"', ":", "=", text[to : to + draw.randrange(1, 9)]])
            text = text[:at] + slip + text[at + draw.randrange(3) :]
        source = Source("x", text)
        for problem in parse(source).problems:
            render(problem.explain(), {"x": source})


def test_parts_of_a_game_in_any_order() -> None:
    """Every cut and shuffled text is read to its end."""
    words = re.findall(
        r"\w+|[^\w\s]| +|\n", "rule r(x: int):\n    if a[1, 2] is 3: move x to b\n    else:\n        y += 1\n"
    )
    for seed in range(less(300, 40)):
        draw = random.Random(seed)
        text = "".join(draw.choice(words) for _ in range(60))
        for problem in parse(Source("x", text)).problems:
            problem.explain()


def test_a_text_of_wrong_lines_is_not_read_again_for_each_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = list[Reader]()
    read = Reader.read

    def noted(reader: Reader, begin: int = 0, end: int | None = None) -> None:
        if reader.source == text:
            whole.append(reader)
        read(reader, begin, end)

    monkeypatch.setattr(Reader, "read", noted)
    text = Source("x", "game g:\n    players 2\n\nrule r:\n" + "    foo bar baz 1\n" * 30)
    assert len(parse(text).problems) == 30
    assert len(whole) <= 2
