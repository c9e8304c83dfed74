"""Moves that are tried, and questions whether an action could be chosen: both executors agree on every way to ask, in rules that try everything."""

from __future__ import annotations

import pytest

from differential.lockstep import pair
from differential.trial import Trial, tried
from gamedsl_interpreter.engine import Checking
from share import less, paired
from unit.interpreter import framed

RULES = {
    "two steps": """
phase turns, each player:
    choose:
        a: one of 0..3
        b: one of 0..3
    heap = mod(heap + 9 - a, 10)
    points += b
    ensure bound: mod(heap + points, 7) <= 3 "Not so many."
""",
    "pieces move": """
phase turns, each player:
    draw 2 from deck to hand
    choose c: any of hand
    move c from hand to used
    ensure cheap: sum(d.worth for d in used) <= 5
    choose d: up to 1 of used
    move d from used to hand
    ensure few: count(hand) <= 3
""",
    "declining": """
phase turns, each player:
    may choose a: one of 1..3
    heap -= a
    ensure some_left: heap > 1
    heap = 4
""",
    "a menu with lines that fail": """
phase turns, each player:
    choose one:
        take(1)
        take(2)
        pass
action take(n: 1..2):
    choose m: one of n..n + 2
    points += m
    loop
    ensure small: mod(points, 4) is not 1
rule loop:
    for x in 1..3:
        if points > 50: points = 0
        ensure inside: points is not 3 + x
action pass: points += 1
""",
    "if able": """
phase turns, each player:
    choose if able a: one of 1..5
    heap = a
    ensure odd: mod(heap + points, 2) is 1 and heap > 2
    points += a
""",
    "else": """
phase turns, each player:
    choose a: one of 1..5
    else: points += 1
    heap = a
    ensure low: heap < points + 2 and heap > points - 4
    points = 0 if heap is 2 else points
    points += a
""",
    "two in a row": """
phase turns, each player:
    choose a: one of 0..3
    points += a
    ensure first: mod(points, 3) is not 1
    choose b: one of 0..3
    points += b
    ensure second: mod(points, 3) is not 2
""",
    "questions": """
phase turns, each player:
    if can(take(1)): points += 1
    as left(me):
        if can(take(2)): points += 2
    choose one:
        take(1) if can(take(2))
        take(3)
        pass
action take(n: 1..3):
    choose c: one of 1..3 where it <= n
    heap = mod(heap + c, 8)
    ensure full: heap is not 5
    if not can(pass): points += 3
action pass:
    require there: heap > 1
    points += 1
""",
    "questions with pieces": """
phase turns, each player:
    draw 1 from deck to hand
    points += sum(1 for c in [Low, High] where can(lay(c)))
    choose one:
        lay(Low)
        lay(High)
        keep
action lay(c: card):
    choose:
        d: any of hand
        require that: count(d) is 1 and any(e is c for e in d)
    move d from hand to used
    ensure rest: count(used) < 4
action keep: points += 1
""",
}


@pytest.mark.parametrize(("name", "checking"), paired(list(RULES), list(Checking)))
def test_both_agree(name: str, checking: Checking) -> None:
    trial = Trial()
    game = framed.game(RULES[name])
    tried(game, trial, seeds=range(less(0, 1), less(4, 3)))
    assert not trial.unsupported
    assert trial.compared
    both = pair(game, checking)
    assert both.reference.initial(5).bytes == both.wasm.initial(5).bytes


FAULTS = """
phase turns, each player:
    choose a: one of 0..3
    if a is 1: move [Low] from deck to used
    ensure shown: a is 0 or max(c.worth for c in used) is 1 or a is 3
    if a is 1: move [Low] from used to deck
"""


def test_a_fault_in_a_trial_is_no_reason_to_refuse() -> None:
    """The module leaves what needs such a trial to the reference executor."""
    both = pair(framed.game(FAULTS))
    one, other = both.reference.initial(1), both.wasm.initial(1)
    assert one.bytes == other.bytes
    (seat,) = both.reference.to_act(one)
    moves = both.reference.moves(one, seat)
    assert [move.steps for move in both.wasm.moves(other, seat)] == [move.steps for move in moves]
    assert len(moves) == 4
    assert both.wasm.step(other, seat) == both.reference.step(one, seat)
    for chosen in (moves[0], moves[3]):
        assert both.wasm.play(other, seat, chosen).bytes == both.reference.play(one, seat, chosen).bytes
