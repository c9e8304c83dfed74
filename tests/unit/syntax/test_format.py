"""Formatting: the same tree, stable, with comments and gaps where they were."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from gamedsl.source import Source
from gamedsl.syntax.format import format, format_text
from gamedsl.syntax.parse import parse
from gamedsl.syntax.reader import Reader
from gamedsl.syntax.tables import load
from share import few, paired
from unit.syntax.mistakes import MISTAKES

ROOT = Path(__file__).parents[3]
GAMES = sorted((ROOT / "games").rglob("*.gdl"))


def _check(text: str) -> str:
    """The laws: the tree stays, a second time changes nothing, no comment is lost."""
    once = format(text)
    before, after = parse(Source("x", text)), parse(Source("x", once))
    assert before.problems == after.problems == ()
    assert after.tree == before.tree
    assert format(once) == once
    assert _comments(once) == _comments(text)
    return once


def _comments(text: str) -> list[str]:
    reader = Reader(Source("x", text), load())
    reader.read()
    return [text[start:end].rstrip() for start, end in reader.comments]


@pytest.mark.parametrize("path", few(GAMES, 12), ids=lambda path: path.stem)
def test_games(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    once = _check(text)
    assert [line for line in once.split("\n") if line.lstrip().startswith("#")] == [
        line for line in text.split("\n") if line.lstrip().startswith("#")
    ]
    assert once.count("\n\n") == text.count("\n\n")


def test_shipped_games_are_in_their_usual_form() -> None:
    for path in GAMES:
        text = path.read_text(encoding="utf-8")
        assert format(text) == text, path.stem


@pytest.mark.parametrize("word", ["from", "of", "to", "with"])
@pytest.mark.parametrize("after", [" -1", " - 1", "(1)", " (1)", "[1]", " [1]"])
def test_what_follows_a_word_that_may_be_a_name_touches_it_as_it_is_written(word: str, after: str) -> None:
    """As a name, the word may be called or less by one; as a word of the language it is followed by a value."""
    text = f"rule r:\n    x = {word}{after}\n"
    assert _check(text) == text


@pytest.mark.parametrize(
    ("path", "seed"), paired(few(GAMES, 6, 2), range(3)), ids=lambda part: getattr(part, "stem", part)
)
def test_mangled_games(path: Path, seed: int) -> None:
    draw = random.Random(seed)
    _check(_mangled(path.read_text(encoding="utf-8"), draw))


def _mangled(text: str, draw: random.Random) -> str:
    """Other indentation, other gaps, comments and blank lines anywhere."""
    step = draw.choice(["  ", "   ", "\t", "        "])
    lines: list[str] = []
    for line in text.split("\n"):
        code = line.lstrip(" ")
        indent = step * ((len(line) - len(code)) // 4)
        parts = re.split(r'("[^"]*"|#.*)', code)
        spread = [
            part if i % 2 else re.sub(" +", lambda _: " " * draw.choice([1, 1, 2, 5]), part)
            for i, part in enumerate(parts)
        ]
        lines.append(
            indent + "".join(spread) + draw.choice(["", "", "", "  ", "   # said"] if "#" not in code else [""])
        )
        if draw.random() < 0.1:
            lines.append(draw.choice(["", indent + "# more", "    # more", "\n\n\n"]))
    return draw.choice(["\n", "\r\n"]).join(lines)


def test_usual_form() -> None:
    text = """\
game   g :
  players 2   to 4


 # to come



table chart :
  "How much."
  size 1  2
  3 -4 .   # three
  10   5 each
component card in deck:
  name @low   count
  A  1 1
shared :
  a :  bag of b   "All."
  long_name:  0 .. 9=0 , each round
rule f( x : int ):
      # first
      if not ( x ) and left( me ).hand [ 1 , 2 ] is - x-1:   move  [ 2 Horse,3 Boat ]  to  hand
      else :
         y += max( 1 ,
            2
           )   # closed
      # last
# after
"""
    assert (
        _check(text.replace("each\n", "eachx\n").replace("eachx", "each s"))
        == """\
game g:
    players 2 to 4


# to come


table chart:
    "How much."
    size  1   2
    3     -4  .  # three
    10    5   each s
component card in deck:
    name  @low  count
    A     1     1
shared:
    a:   bag of b   "All."
    long_name:  0..9 = 0, each round
rule f(x: int):
    # first
    if not (x) and left(me).hand[1, 2] is -x - 1: move [2 Horse, 3 Boat] to hand
    else:
        y += max(1,
            2
        )   # closed
    # last
# after
"""
    )


@pytest.mark.parametrize("subject", ["gem", "a.gem", "me", "it", "hand[1]", "f(x)", "(a + b)"])
def test_the_lines_of_a_match_touch_what_they_judge(subject: str) -> None:
    for gap in ("", " ", "   "):
        assert _check(f"let x = match {subject}{gap}(A: 1, else: 2)\n") == f"let x = match {subject}(A: 1, else: 2)\n"


def test_a_bad_text_stays_as_it_is() -> None:
    for mistake in MISTAKES:
        result = format_text(Source("x", mistake.text))
        assert result.text == mistake.text
        assert result.problems


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "# only a comment", "\ufeff# one\r\nlet a = 1", "let a = - - -1 - -2", "rounds at most 0:\n    add\n"],
)
def test_small_texts(text: str) -> None:
    assert _check(text) == text.strip("\ufeff\n").replace("\r", "") + ("\n" if text.strip() else "")


def test_a_word_of_the_language_may_be_the_name_in_a_cell() -> None:
    text = "component card:\n    each each  3\n    each suit  4\n"
    assert format(text) == text
    assert parse(Source("x", format(text))).tree == parse(Source("x", text)).tree
