"""Lines of examples that fix a draw or a roll: its order counts where pieces arrive on a pile, and only if it can come out like this."""

from __future__ import annotations

import pytest

from gamedsl import pipeline
from gamedsl.source import Source
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.worked_examples.running import run_example

RULES = """
game fixed:
    "Two piles and a bag."
    players 2

component 4 card in box: A, B, C, D

shared:
    deck: pile of card, seen by nobody
    row:  pile of card
    heap: bag of card

rounds up to 1:
    turns

phase turns, each player: pass

rule to_row: draw 3 from deck to row
rule to_heap: draw 3 from deck to heap
rule throw:
    roll eyes: 2 of 1..6
    if eyes is [2, 5]: move A from box to heap

ranking by highest count(heap), ties shared

example fixed:
    players Ann, Bob
    given:
        deck: C, A, B, D from the top
"""
MIXED = RULES.replace("deck: C, A, B, D from the top", "row: none")


def _failures(lines: str) -> tuple[str, ...]:
    """What the example with these lines says."""
    text = RULES + "".join(f"    {line}\n" for line in lines.splitlines())
    files = pipeline.parse_files(Source("fixed", text), lambda _: None)
    assert not pipeline.check(files).has_errors, pipeline.check(files).diagnostics
    made = pipeline.compile(files, pipeline.setups(files)[0])
    return tuple(f.text for f in run_example(ReferenceHost(made.game), made.examples[0]).failures)
