"""Every operator makes the change that it names, in the tree and in the text alike."""

from __future__ import annotations

from random import Random

import pytest

from gamedsl import pipeline
from gamedsl.mutation.changes import Operator
from gamedsl.mutation.mutants import Mutant, mutants
from gamedsl.source import Source
from gamedsl.syntax.parse import parse
from games.shipped import GAMES, VARIANTS, find
from share import few

RULES = """game lanes:
    players 2 to 3

type colour: Red, Green, Blue
type lane:
    name   worth  open  tint
    North  3      yes   Red
    South  4      no    Green

table prize from 0: 0 5

component 6 card by colour as rank in deck:
    name  @deck  Red  Green
    Low   4      1    2
    High  2      3    4

shared:
    deck: pile of card, seen by nobody, refilled from heap
    heap: bag of card
    turn_of: player or none = none
    passed = no, each round

each player:
    hand: bag of card, seen by owner
    shown: bag of card, up to 3
    points = 0

let strong = heap where rank > 2 and colour is Red
let bonus(n: int) = 2 if n >= 3 else n / 2 rounded up
let rating(n: int) = match n (1: 5, 2: 6, else: 7)

setup:
    shuffle deck
    for p in players: draw 1 from deck to p.hand

rounds up to 3:
    play until passed
    settle

phase play, each player from first(players) where not passed:
    may choose one:
        lay
        skip if points > 0

action lay:
    require a_card: some(hand) "You have none."
    choose card: one of hand where rank > 1 else one of hand
    move card to shown
    points += count(shown) * 2

action skip, once each round:
    passed = yes

phase settle:
    choose if able gift: any of hand, distinct colour
    move deck to heap
    if points < 2: points = 0
    else: points -= max(1, bonus(points))

game ends when no(deck)

score for_points: points
score for_cards after round: -count(hand)

ranking by highest total then lowest points, ties shared
"""

MADE = [
    (Operator.CELL, "North 3 → North 4"),
    (Operator.CELL, "North 3 yes → North 3 no"),
    (Operator.CELL, "North 3 yes Red → North 3 yes Green"),
    (Operator.VISIBILITY, "hand: bag of card, seen by owner → hand: bag of card"),
    (Operator.CLAUSE, "passed = no, each round → passed = no"),
    (Operator.FILTER, "heap where rank > 2 and colour is Red → heap"),
    (Operator.CONDITION, "rank > 2 and colour is Red → colour is Red"),
    (Operator.CONDITION, "rank > 2 and colour is Red → rank > 2"),
    (Operator.COMPARISON, "rank > 2 → rank >= 2"),
    (Operator.VALUE, "Red → Green"),
    (Operator.NUMBER, "2 → 3"),
    (Operator.ROUNDING, "n / 2 rounded up → n / 2 rounded down"),
    (Operator.CONDITION, "2 if n >= 3 else n / 2 rounded up → n / 2 rounded up"),
    (Operator.CONDITION, "1: 5"),
    (Operator.STEP, "shuffle deck"),
    (Operator.SWAP, "shuffle deck for p in players: draw 1 from deck to p.hand → for p in players: draw 1 from deck to p.hand shuffle deck"),
    (Operator.QUANTITY, "draw 1 from deck to p.hand → draw up to 1 from deck to p.hand"),
    (Operator.TARGET, "draw 1 from deck to p.hand → draw 1 from deck to p.shown"),
    (Operator.LOOP, "from first(players)"),
    (Operator.LOOP, "where not passed"),
    (Operator.LOOP, "play until passed → play"),
    (Operator.FUNCTION, "first(players) → last(players)"),
    (Operator.MAY, "may choose one → choose one"),
    (Operator.OFFER, "lay"),
    (Operator.GUARD, "skip if points > 0 → skip"),
    (Operator.GUARD, 'require a_card: some(hand) "You have none."'),
    (Operator.FUNCTION, "some(hand) → no(hand)"),
    (Operator.OFFER, "card: one of hand where rank > 1 else one of hand → card: one of hand where rank > 1"),
    (Operator.ASSIGNMENT, "points += count(shown) * 2 → points -= count(shown) * 2"),
    (Operator.ARITHMETIC, "count(shown) * 2 → (count(shown) + 2)"),
    (Operator.GUARD, "action skip, once each round → action skip"),
    (Operator.FLAG, "yes → no"),
    (Operator.MAY, "choose if able → choose"),
    (Operator.QUANTITY, "any → some"),
    (Operator.CLAUSE, "gift: any of hand, distinct colour → gift: any of hand"),
    (Operator.GUARD, "if points < 2 → if no"),
    (Operator.DECLARATION, "game ends when no(deck)"),
    (Operator.CLAUSE, "game ends when no(deck) → game ends after round when no(deck)"),
    (Operator.CLAUSE, "score for_cards after round: -count(hand) → score for_cards: -count(hand)"),
    (Operator.HIGHEST, "highest total → lowest total"),
    (Operator.KEY, "highest total then lowest points → highest total"),
]  # fmt: skip


@pytest.fixture(scope="module")
def made() -> set[tuple[Operator, str]]:
    return {(m.change.operator, _words(m)) for m in _of(Source("lanes", RULES))}


@pytest.mark.parametrize(("operator", "words"), MADE, ids=[words for _, words in MADE])
def test_an_operator_makes(operator: Operator, words: str, made: set[tuple[Operator, str]]) -> None:
    assert (operator, words) in made


def test_every_operator_but_those_of_variants_and_piles_is_in_the_table() -> None:
    missing = set(Operator) - {operator for operator, _ in MADE}
    assert missing == {Operator.SIDE, Operator.ANSWER}


def test_what_nobody_can_see_is_not_changed() -> None:
    rules = RULES.replace("rounds up to 3:", "rounds at most 3:").replace(
        "shuffle deck\n", 'shuffle deck\n    say "{1} deck"\n'
    )
    found = [m for m in _of(Source("lanes", rules)) if "say" in m.before or "at most" in _line(rules, m)]
    assert [m.change.operator for m in found if m.change.operator is not Operator.SWAP] == []


def test_steps_that_have_nothing_to_do_with_each_other_are_not_swapped() -> None:
    rules = RULES.replace("    shuffle deck\n", "    shuffle deck\n    passed = yes\n")
    swaps = [m.before for m in _of(Source("lanes", rules)) if m.change.operator is Operator.SWAP]
    assert "shuffle deck passed = yes" not in swaps


@pytest.mark.parametrize("name", few([*GAMES, *VARIANTS], 24, 2))
def test_the_text_of_a_change_is_its_tree(name: str) -> None:
    source = find(name)
    assert source is not None
    parsed = pipeline.parse_files(source, find)
    every = mutants(parsed.chain, source)
    for mutant in Random(name).sample(every, min(3, len(every))):
        read = parse(Source(name, mutant.change.apply(source.text)))
        assert not read.problems, _words(mutant)
        assert read.tree == mutant.tree_of(parsed.chain.files[-1][1]), _words(mutant)


def _of(source: Source) -> tuple[Mutant, ...]:
    parsed = pipeline.parse_files(source, lambda _: None)
    assert not parsed.diagnostics
    return mutants(parsed.chain, source)


def _words(mutant: Mutant) -> str:
    return f"{mutant.before} → {mutant.after}" if mutant.after else mutant.before


def _line(rules: str, mutant: Mutant) -> str:
    source = Source("lanes", rules)
    return source.line(source.position(mutant.at.start)[0])
