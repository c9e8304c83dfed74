"""Variants of small games: every line of change of the grammar, with names, sentences and declarations of the game in its holes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

from fuzz.numbers import number

_GAMES = ("pig", "nim", "connect_four", "english_auction", "kuhn_poker", "twenty_one")
"""Small games that together have most sorts of declarations."""

_FOLDER = Path(__file__).parents[1] / "games" / "classics"

_LINES = (
    "set {name} = {value}", "set {name}[{value}] = {value}", "set {name}[{name}].{name} = {value}", "set {name}.{name} = {value}",
    "set copies of {name} = {number}", "set copies of {name} in {name} = {number}", "set players {number} to {number}",
    "set component {number} {name}", "set {name} up to {number}", "set {name} at most {number}", "set rounds up to {number}",
    "set {name} in rounds at most {number}", "set match {name} in {name} = {value}", "add match {name} in {name} = {value}",
    "add match else in {name}: {name} += 1", "replace match {name} in {name}: {name} += 1", "remove match {name} in {name}",
    "remove {name}", "remove examples broken by {name}", "remove {sentence}", "replace {sentence}: game ends when {name} > {number}", "remove when {name}",
    "remove require {name} in {name}", "replace ensure {name} in {name}: {name} > {number}", "add {name} after {name} in {name}",
    "add {name} before {name} in rounds", "add {decl}", "replace {decl}", "add option {name}_2: no, yes",
    "add rule {name}_2: {name} += {number}", "add game ends when {name} is {value}", "add whenever {name}: {name} += 1",
    "when {name}: set {name} = {value}", "seat {name}:\n    answers:\n        {name}: first",
    "add seat Ghost when humans is 2:\n    answers:\n        {name}: random", "replace rule {name}: {name} -= {number}",
)  # fmt: skip
"""The alternatives of `change`, with holes."""


def of_changes(random: Random) -> bytes:
    """A variant of up to six changes; now and then one of them says the same once more."""
    game = random.choice(_GAMES)
    lines = [_change(random, game) for _ in range(random.choice((1, 1, 2, 2, 3, 4, 6)))]
    if random.random() < 0.2:
        lines.append(random.choice(lines))
    if random.random() < 0.15:
        lines = [f"when {random.choice(_names(game))}:", *(f"    {line}".replace("\n", "\n    ") for line in lines)]
        lines[0] = f"add {lines[0]}"
    body = "".join(f"    {line}\n".replace("\n    ", "\n        ", line.count("\n")) for line in lines)
    return f"variant x of {game}:\n{body}".encode("utf-8", "surrogatepass")


def _change(random: Random, game: str) -> str:
    line = random.choice(_LINES)
    for hole, made in (("{name}", _names), ("{sentence}", _sentences), ("{decl}", _declarations)):
        while hole in line:
            line = line.replace(hole, random.choice(made(game)), 1)
    while "{value}" in line:
        line = line.replace("{value}", random.choice((number(random), "yes", "none", random.choice(_names(game)))), 1)
    while "{number}" in line:
        line = line.replace("{number}", number(random), 1)
    return line


@cache
def _text(game: str) -> str:
    return (_FOLDER / f"{game}.gdl").read_text(encoding="utf-8")


@cache
def _names(game: str) -> tuple[str, ...]:
    """All words of the rules outside of sentences, and one that they do not have."""
    return (*sorted(set(re.findall(r"[A-Za-z]\w*", re.sub(r'"[^"\n]*"', "", _text(game))))), "nowhere")


@cache
def _sentences(game: str) -> tuple[str, ...]:
    return (*re.findall(r'"[^"\n]*"', _text(game)), '"No such sentence."')


@cache
def _declarations(game: str) -> tuple[str, ...]:
    return tuple(part.strip("\n") for part in re.split(r"\n+(?=\w)", _text(game)) if not part.startswith("game "))
