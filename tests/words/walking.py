"""Random matches in the terminal, with all that they show; and what of a text is written for rules and not for people."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from gamedsl.cli.main import run

ROOT = Path(__file__).parents[2]
GAMES = tuple(
    sorted(
        str(path.relative_to(ROOT / "games").with_suffix(""))
        for path in (ROOT / "games").rglob("*.gdl")
        if "variants" not in path.parts
    )
)
MOST_ANSWERS = 60

_RAW = {
    "a backtick": re.compile(r"`"),
    "a dot between names": re.compile(r"[^\W\d]\w*\.[^\W\d]\w*"),
    "an underscore": re.compile(r"_"),
    "a value of a flag": re.compile(r"\b(is|=|:) ?(yes|no)(?=$|[,.;)])|\b(True|False|true|false)\b"),
    "an index in brackets": re.compile(r"\w\[[^\]]*\]"),
    "a formula": re.compile(r"\w [=<>]=? \w"),
    "one of several": re.compile(
        r"(?<![\w:·,.–-])1 (?:[a-z]+ )?"
        r"(?:cards|pieces|tiles|points|pots|loaves|coins|barrels|treasures|players|sacks|stones|men|chips|tricks|steps|places|moves)\b"
    ),
    "an article before a vowel": re.compile(r"(?<=[a-z] )a (?!one\b|[Uu]ni|[Ee]u|use)[AEIOUaeiou][a-z]"),
    "an action without a sentence": re.compile(r"^  (?:Ann|Bob|Cat|Dan|Eve|Fay): [A-Z]?[a-z]+(?: [a-z]+){0,2}$"),
    "the end of a round as a gain": re.compile(r"\bround \d+ → \d+"),
    "a way as an arrow": re.compile(r"→ [^\W\d]"),
    "a refusal that says no more than no": re.compile(r"^Not [A-Z][^.]*\."),
    "a slip of the pen": re.compile(r"(?<!\.)\.\.(?!\.)|,,| ,|\w [.;!](?:\s|$)|\b(the|a|an|of|to|and) \1\b"),
}
"""What no line shows, with its name."""


def raw(text: str) -> Iterator[str]:
    """Says what of a text is written for rules and not for people."""
    for line in map(_without_commands, text.splitlines()):
        for name, pattern in _RAW.items():
            if pattern.search(line):
                yield f"{name}: {line.strip()}"


_UNSAID = re.compile(r"^(?:Ann|Bob|Cat|Dan|Eve|Fay): [^?]+[.!]$")


def unsaid(text: str) -> Iterator[str]:
    """Yields the lines of a page's log that name a player and what was chosen, without a verb: `Ann: A throw: 2, 9.`"""
    yield from filter(_UNSAID.match, text.splitlines())


_ENDS = ("?", ".", ":")
_FEWEST_WORDS = 3


def unclear(question: str) -> Iterator[str]:
    """Says why a question is no sentence about what is chosen."""
    words = question.split()
    if not question.endswith(_ENDS):
        yield f"no sentence: {question}"
    if len(words) < _FEWEST_WORDS:
        yield f"too short: {question}"


_COMMANDS = re.compile(
    r"`(help|moves|none|undo|undo anyway|--agents mcts|\?)`|(The match is written to) .*|^`[^`]*`|(or a move as|say a number, as) `[^`]*`|, as `[1 2 3]+`"
)
"""What can be typed or was typed, and the name of a file."""


def _without_commands(line: str) -> str:
    return _COMMANDS.sub("", line)


def terminal_walk(game: str, seed: int, *more: str) -> str:
    """Plays a match in the terminal, as somebody does who reads each question and takes any of its answers, and gives all that is printed but for what was
    typed."""
    printed = io.StringIO()
    before = sys.stdin
    sys.stdin = _Answers(printed, Random(seed))
    try:
        with TemporaryDirectory() as folder, redirect_stdout(printed), redirect_stderr(printed):
            saved = f"{folder}/match.json"
            run(["play", str(ROOT / f"games/{game}.gdl"), "--seed", str(seed), "--replay", saved, *more])
    finally:
        sys.stdin = before
    return printed.getvalue()


_QUESTION = re.compile(r"^[^\W\d]\w*: ", re.MULTILINE)
_LIMITS = re.compile(r"\((\d+)(?: to (\d+))?, as [^)]*\)|\(0 to 1\)")
_NUMBERED = re.compile(r"(?:^ *|  +)(\d+)  (?=\S)", re.MULTILINE)


class _Answers(io.TextIOWrapper):
    """Answers to the questions that are printed: any of the numbers, as many as are asked for. It ends after `MOST_ANSWERS` of them."""

    def __init__(self, printed: io.StringIO, random: Random) -> None:
        super().__init__(io.BytesIO())
        self._printed = printed
        self._random = random
        self._given = 0

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # as `io.TextIOWrapper` has it
        """Gives the answer to the last question."""
        self._given += 1
        if self._given > MOST_ANSWERS:
            return ""
        return f"{self._answer(self._printed.getvalue()[-4000:])}\n"

    def _answer(self, text: str) -> str:
        question = list(_QUESTION.finditer(text))[-1]
        shown = re.split(r"^\w+> ", text[question.start() :], maxsplit=1, flags=re.MULTILINE)[0]
        head, _, listed = shown.rpartition("\n")[0].partition("\n")
        while listed[:2] == "  " and listed[2:3] not in ("", " "):
            more, _, listed = listed.partition("\n")
            head += more
        offered: list[str] = _NUMBERED.findall(listed)
        if not offered:
            return self._number(listed.strip())
        limits = _LIMITS.search(head)
        if limits is None:
            return self._random.choice(offered)
        size = self._random.randint(int(limits[1] or 0), int(limits[2] or limits[1] or 1))
        return " ".join(self._random.sample(offered, min(size, len(offered)))) or "none"

    def _number(self, told: str) -> str:
        """Gives one of the numbers or places that a line offers."""
        span = re.match(r"(\d+) to (\d+)", told)
        if span is not None:
            return str(self._random.randint(int(span[1]), int(span[2])))
        squares = re.match(r"any of \d+, from (?:\w+ )?([a-z])(\d+) to (?:\w+ )?([a-z])(\d+)", told)
        if squares is not None:
            letter = chr(self._random.randint(ord(squares[1]), ord(squares[3])))
            return f"{letter}{self._random.randint(*sorted((int(squares[2]), int(squares[4]))))}"
        return self._random.choice(re.split(r", | or ", told))
