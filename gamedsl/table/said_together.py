"""Selections that a sentence of the rules names side by side: where it says `{n} {face}`, a choice is told as `2 twos`, and not as `n 2, twos`."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from itertools import pairwise
from typing import TypeAlias

from gamedsl.graph.analysis.piece_words import singular
from gamedsl.graph.analysis.walk import statements
from gamedsl.graph.model.expressions import Local
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.statements import Say

Pair: TypeAlias = tuple[str, str]
"""The names of two selections: the first one is a number of what the second one is."""

_ONE_OF = re.compile(r"1 ([a-z]{3,}s)")


def pairs_of(game: Game) -> frozenset[Pair]:
    """Returns the selections that stand side by side in a sentence of `say`."""
    said = (one for one in statements((game.nodes, game.routines)) if isinstance(one, Say))
    return frozenset(
        (game.locals[one.id].name, game.locals[other.id].name)
        for sentence in said
        for text, (one, other) in zip(sentence.texts[1:-1], pairwise(sentence.values), strict=True)
        if text == " " and isinstance(one, Local) and isinstance(other, Local)
    )


def join_pairs(told: Sequence[tuple[str, str]], pairs: Set[Pair]) -> list[tuple[str, str]]:
    """Joins the words of selections that are said together. `told`: selections with their words."""
    joined: list[tuple[str, str]] = []
    for name, words in told:
        if joined and (joined[-1][0], name) in pairs:
            both = f"{joined[-1][1]} {words}"
            is_one = _ONE_OF.fullmatch(both)
            joined[-1] = name, f"1 {singular(is_one[1])}" if is_one else both
        else:
            joined.append((name, words))
    return joined
