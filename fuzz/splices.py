"""Splices of real files: lines, declarations and tokens of one inserted, deleted, doubled and swapped in another; numbers made extreme."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from fuzz.generator.dice import Dice
from fuzz.generator.rules import rules_file
from fuzz.numbers import EXTREME, number
from fuzz.seeds import TOKEN, blocks, seeds
from fuzz.tokens import token
from gamedsl.syntax.tables import OPERATOR_WORDS, load

_KERNEL = """game x:
    players {players}

type colour: Red, Blue

component 6 card in deck: 1..6
component coin each player in purse: 3
grid cell {size} by {size}

shared:
    deck: pile of card
    {field}

each player:
    hand: bag of card, seen by owner
    purse: bag of coin
    points: 0..99 = 0

rounds up to 2:
    turns

phase turns, each player:
{body}
ranking by highest points, ties shared
"""
_KERNEL_NAMES = (
    *(
        "colour",
        "Red",
        "Blue",
        "card",
        "coin",
        "cell",
        "deck",
        "purse",
        "hand",
        "points",
        "turns",
        "me",
        "it",
        "players",
        "round",
    ),
    *("box", "number", "row", "col", "heap", "done", "seen", "bids", "left", "count"),
)
_FIELDS = ("heap: 0..9 = 0", "done = no", "seen: set of colour = []", "row: bag of card", "bids[1..3]: 0..9 = 0")


def of_splices(random: Random) -> bytes:
    """A file or a part of one after up to five changes; most have fewer than 400 bytes."""
    (base,) = random.choices(_BASES, _WEIGHTS)
    text = base(random)
    for _ in range(random.choice((0, 1, 1, 1, 2, 2, 3, 5))):
        text = random.choice(_CHANGES)(random, text)
    return text.encode("utf-8", "surrogatepass")


# ---------------------------------------------------------------- what is changed


def _declarations(random: Random) -> str:
    """A few declarations of several files under one header."""
    (head,) = random.choices(_HEADS, _OF_HEADS)
    return head + "".join(random.choice(seeds().blocks)[:600] for _ in range(random.randint(1, 3)))


def _around_statements(random: Random) -> str:
    """A small complete game whose turns consist of statements of other games."""
    body = "".join(random.choice(seeds().bodies) for _ in range(random.randint(1, 2)))
    if random.randrange(4):
        body = TOKEN.sub(lambda match: _known(random, match.group()), body)
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    size = random.choice((1, 2, 3))
    return _KERNEL.format(
        players=random.choice((1, 2, 2)), size=size, field=random.choice(_FIELDS), body=lines or "    points += 1\n"
    )


def _known(random: Random, word: str) -> str:
    """A name that the small game declares in place of one that it does not."""
    is_name = word.isidentifier() and word not in _KERNEL_NAMES and word not in load().reserved | OPERATOR_WORDS
    return random.choice(_KERNEL_NAMES) if is_name else word


def _small_file(random: Random) -> str:
    return random.choice(seeds().small)


def _any_file(random: Random) -> str:
    return random.choice(seeds().whole)


def _valid_file(random: Random) -> str:
    return rules_file(Dice(random.randrange))


_HEADS = ("", "game x:\n    players 2\n", "game x:\n    players 1 to 3\n", "variant x of kuhn_poker:\n")
_OF_HEADS = (20, 68, 10, 2)
_BASES: tuple[Callable[[Random], str], ...] = (
    _declarations,
    _around_statements,
    _small_file,
    _valid_file,
    _any_file,
)
_WEIGHTS = (80, 13, 4, 2.5, 0.5)


# ---------------------------------------------------------------- changes

Change = Callable[[Random, str], str]


def _on_token(change: Callable[[Random, str], str], wanted: Callable[[str], bool] = bool) -> Change:
    """A change of one token among those that are `wanted`."""

    def changed(random: Random, text: str) -> str:
        places = [m.span() for m in TOKEN.finditer(text) if wanted(m.group())]
        if not places:
            return text
        start, end = random.choice(places)
        return text[:start] + change(random, text[start:end]) + text[end:]

    return changed


def _swapped_tokens(random: Random, text: str) -> str:
    places = [m.span() for m in TOKEN.finditer(text)]
    if len(places) < 2:
        return text
    (a, b), (c, d) = sorted(random.sample(places, 2))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def _name_of_same_file(random: Random, text: str) -> str:
    """One name becomes another one of the same text, which may well be declared."""
    places = [m.span() for m in TOKEN.finditer(text) if m.group().isidentifier()]
    if len(places) < 2:
        return text
    (a, b), (c, d) = random.sample(places, 2)
    return text[:a] + text[c:d] + text[b:]


def _on_lines(change: Callable[[Random, list[str]], None]) -> Change:
    """A change of the list of lines."""

    def changed(random: Random, text: str) -> str:
        lines = text.split("\n")
        change(random, lines)
        return "\n".join(lines)

    return changed


def _line_lost(random: Random, lines: list[str]) -> None:
    del lines[random.randrange(len(lines))]


def _line_doubled(random: Random, lines: list[str]) -> None:
    at = random.randrange(len(lines))
    lines[at:at] = [lines[at]] * random.choice((1, 1, 2, 40))


def _line_moved(random: Random, lines: list[str]) -> None:
    line = lines.pop(random.randrange(len(lines)))
    lines.insert(random.randint(0, len(lines)), line)


def _line_of_another(random: Random, lines: list[str]) -> None:
    at = random.randint(0, len(lines) - 1)
    depth = len(lines[at]) - len(lines[at].lstrip())
    body = random.choice(seeds().bodies).splitlines()
    lines[at:at] = [" " * depth + line for line in body]


def _line_indented(random: Random, lines: list[str]) -> None:
    at = random.randrange(len(lines))
    lines[at] = random.choice(("    ", "  ", "\t", "")) + lines[at].removeprefix(random.choice(("", "    ")))


def _declaration_of_another(random: Random, text: str) -> str:
    own = blocks(text)
    own.insert(random.randint(0, len(own)), random.choice(seeds().blocks))
    return "\n".join(own)


def _declaration_again(random: Random, text: str) -> str:
    own = blocks(text)
    if own:
        own.insert(random.randint(0, len(own)), random.choice(own))
    return "\n".join(own)


def _cut_off(random: Random, text: str) -> str:
    return text[: random.randint(0, len(text))]


def _is_number(word: str) -> bool:
    return word.isdecimal()


_CHANGES: tuple[Change, ...] = (
    _on_token(lambda _, __: ""),
    _on_token(lambda _, word: f"{word} {word}"),
    _on_token(lambda random, _: token(random)),
    _on_token(lambda random, word: f"{word} {token(random)}"),
    _on_token(lambda random, _: number(random), _is_number),
    _on_token(lambda random, _: number(random), _is_number),
    _on_token(lambda random, _: random.choice(EXTREME), _is_number),
    _on_token(lambda random, _: random.choice(seeds().names), str.isidentifier),
    _name_of_same_file,
    _name_of_same_file,
    _swapped_tokens,
    _on_lines(_line_lost),
    _on_lines(_line_doubled),
    _on_lines(_line_moved),
    _on_lines(_line_of_another),
    _on_lines(_line_of_another),
    _on_lines(_line_indented),
    _declaration_of_another,
    _declaration_again,
    _cut_off,
)
