"""The snippets of the extension for VS Code: rules are accepted with each of them in its place, as it is before anything is typed over it."""

from __future__ import annotations

import json
import re

import pytest

import gamedsl
from tools.textmate import FILE

SNIPPETS: dict[str, dict[str, str | list[str]]] = json.loads((FILE.parents[1] / "snippets/gdl.json").read_text("utf-8"))

HOST = {
    "game": 'game sample:\n    "A sample."\n    players 2',
    "type": "",
    "option": "",
    "component": "component card:\n    name   @stock  worth\n    Ruby   5       3\n    Pearl  5       1",
    "shared": "shared:\n    stock: bag of card, seen by nobody\n    pool: bag of card",
    "player": "each player:\n    hand: bag of card, seen by owner\n    let worth_in_hand = sum(c.worth for c in hand)",
    "board": "",
    "setup": "setup:\n    each player: draw 1 from stock to hand",
    "rounds": "rounds at most 5:\n    turns",
    "turns": "phase turns, each player:\n    choose card: one of hand\n    move card to pool\n    refill",
    "refill": "rule refill: draw 1 from stock to hand",
    "end": "game ends when no(stock)",
    "ranking": "ranking by highest worth_in_hand, ties shared",
    "more": "",
}
"""The rules around a snippet, by part. A snippet takes the place of a part, or is one of its lines."""

INSTEAD = {
    "Type": "type", "Option": "option", "Component": "component", "Board": "board", "Setup": "setup", "Rounds": "rounds", "Phase": "turns", "Rule": "refill",
    "End": "end", "Ranking": "ranking", "Whenever": "more", "Invariant": "more", "Score": "more", "Example": "more",
}  # fmt: skip
BELOW = {
    "Shared zone": HOST["shared"], "Hand": "each player:\n    let worth_in_hand = sum(c.worth for c in hand)",
    "Choice": "phase turns, each player:\n    refill", "Choice that can be declined": "phase turns, each player:\n    refill",
}  # fmt: skip
"""Lines above a snippet that is part of a block."""


@pytest.mark.parametrize("name", SNIPPETS)
def test_rules_with_a_snippet_are_accepted(name: str) -> None:
    base = (FILE.parents[3] / "games/classics/nim.gdl").read_text("utf-8")
    found = gamedsl.parse_rules(_rules(name), bases=[base]).check().diagnostics
    assert [str(one) for one in found if one.severity is gamedsl.Severity.ERROR] == []


def _rules(name: str) -> str:
    """Returns whole rules with this snippet."""
    body = _expand(name)
    if name in ("Game", "Variant"):
        return body
    parts = dict(HOST)
    if name in INSTEAD:
        parts[INSTEAD[name]] = body
    else:
        above = BELOW[name]
        part = next(part for part, text in HOST.items() if text.partition(":")[0] == above.partition(":")[0])
        parts[part] = above + "\n" + re.sub("^", "    ", body, flags=re.MULTILINE)
    return "\n\n".join(filter(None, parts.values())) + "\n"


def _expand(name: str) -> str:
    """Returns the text of a snippet before anything is typed over it: each `${1:word}` and each `$1` is its word."""
    text = "\n".join(SNIPPETS[name]["body"])
    words = dict(re.findall(r"\$\{(\d+):([^}]*)\}", text))
    return re.sub(r"\$(\d+)", lambda found: words[found[1]], re.sub(r"\$\{\d+:([^}]*)\}", r"\1", text))
