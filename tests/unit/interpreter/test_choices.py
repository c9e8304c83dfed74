"""What a decision offers: against a brute-force oracle, step by step, forced and refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import cast

import pytest

import gamedsl
from gamedsl.graph.model import nodes
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Engine, Fault, IllegalMove, Move, Refusal, State
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from unit.interpreter.builders import bidding, collecting, const, tic_tac_toe

ANN = SeatId(0)

ENTRIES = (
    ("Ruby", "here", 2),
    ("Jade", "here", 2),
    ("Coal", "here", 2),
    ("Ruby", "there", 2),
    ("Rose", "there", 2),
    ("Lime", "there", 1),
)
COLOUR = {"Ruby": 0, "Rose": 0, "Jade": 1, "Lime": 1, "Coal": None}
WORTH = {"Ruby": 5, "Rose": 3, "Jade": 2, "Lime": 1, "Coal": 0}


def oracle(least: int, most: int, points: int, *, distinct: bool) -> list[str]:
    """All selections by hand: count vectors in lexicographic order; with `distinct` in the order of the groups red, green, none."""
    entries = sorted(ENTRIES, key=lambda entry: {0: 0, 1: 1, None: 2}[COLOUR[entry[0]]]) if distinct else list(ENTRIES)
    found: list[tuple[tuple[int, ...], str]] = []
    for counts in product(*(range((1 if distinct else count) + 1) for _, _, count in entries)):
        chosen = [(entry, count) for entry, count in zip(entries, counts, strict=True) if count]
        colours = [COLOUR[kind] for (kind, _, _), _ in chosen]
        worth = sum(WORTH[kind] * count for (kind, _, _), count in chosen)
        if not least <= sum(counts) <= most or worth > points or (distinct and len(set(colours)) < len(colours)):
            continue
        listed = sorted(chosen, key=lambda item: ENTRIES.index(item[0]))
        names = [f"{count} {name}" if count > 1 else name for name, count in ((named(e), c) for e, c in listed)]
        found.append((in_steps(entries, counts, distinct=distinct), f"collect(chosen = [{', '.join(names)}])"))
    return [text for _, text in sorted(found)]


def named(entry: tuple[str, str, int]) -> str:
    return f"Ruby from {entry[1]}" if entry[0] == "Ruby" else entry[0]


def in_steps(entries: list[tuple[str, str, int]], counts: tuple[int, ...], *, distinct: bool) -> tuple[int, ...]:
    """A step for each entry, or for each colour: none, or which member."""
    if not distinct:
        return counts
    steps: list[int] = []
    for colour in (0, 1, None):
        members = [count for (kind, _, _), count in zip(entries, counts, strict=True) if COLOUR[kind] == colour]
        steps.append(members.index(1) + 1 if 1 in members else 0)
    return tuple(steps)


@pytest.mark.parametrize("distinct", [False, True])
@pytest.mark.parametrize("points", [5, 9, 99])
@pytest.mark.parametrize("bound", [None, (0, 2), (2, 2), (3, 3)])
def test_moves_are_what_the_oracle_says_in_its_order(
    bound: tuple[int, int] | None, points: int, *, distinct: bool
) -> None:
    number = None if bound is None else const(bound[1])
    exactly = bound is not None and bound[0] == bound[1]
    engine = ReferenceEngine(ruled(number is not None, bound, points, distinct=distinct, exactly=exactly))
    expected = oracle(*(bound or (0, 99)), points, distinct=distinct)
    assert len(expected) > 1, "choose bounds that leave a choice"
    state = engine.initial(0)
    assert [move.text for move in engine.moves(state, ANN)] == expected
    assert list(by_steps(engine, state, ())) == [move.steps for move in engine.moves(state, ANN)]


@pytest.mark.parametrize("distinct", [False, True])
@pytest.mark.parametrize("points", [5, 99])
@pytest.mark.parametrize("bound", [(1, None), (1, 3), (2, 3), (0, 2), (-1, 2)])
def test_selections_may_have_a_least_number(bound: tuple[int, int | None], points: int, *, distinct: bool) -> None:
    """`some of`, `2 to 3 of`: the same moves in the same order, without those that are too few."""
    low, high = bound
    number = None if high is None else const(high)
    engine = ReferenceEngine(collecting(number=number, least=const(low), distinct=distinct, most=points))
    expected = oracle(low, 99 if high is None else high, points, distinct=distinct)
    state = engine.initial(0)
    assert [move.text for move in engine.moves(state, ANN)] == expected
    assert list(by_steps(engine, state, ())) == [move.steps for move in engine.moves(state, ANN)]


@pytest.mark.parametrize(("least", "most"), [(12, None), (3, 2)])
def test_a_least_number_out_of_reach_leaves_nothing(least: int, most: int | None) -> None:
    """As an exact number does."""
    number = None if most is None else const(most)
    with pytest.raises(Fault, match="E_CHOICE"):
        ReferenceEngine(collecting(number=number, least=const(least))).initial(0)
    with pytest.raises(Fault, match="E_CHOICE"):
        ReferenceEngine(collecting(number=const(12), exactly=True)).initial(0)
    assert ReferenceEngine(collecting(least=const(11))).initial(0).is_over


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("collect(chosen = [Lime])", "too few are chosen for `chosen`"),
        ("collect(chosen = [])", "too few are chosen for `chosen`"),
        ("collect(chosen = [Lime, Coal, Rose, Jade])", "`chosen` cannot be chosen like that here"),
        ("collect(chosen = [2 Lime])", "`chosen` cannot be chosen like that here"),
    ],
)
def test_a_selection_of_too_few_is_told(text: str, says: str) -> None:
    engine = ReferenceEngine(collecting(number=const(3), least=const(2)))
    found = engine.parse_move(engine.initial(0), ANN, text)
    assert isinstance(found, Refusal)
    assert (found.kind, found.reason, found.text) == ("selection", "chosen", says)


def ruled(bounded: bool, bound: tuple[int, int] | None, points: int, *, distinct: bool, exactly: bool) -> Game:
    number = const(bound[1]) if bounded and bound is not None else None
    return collecting(number=number, exactly=exactly, distinct=distinct, most=points)


def by_steps(engine: ReferenceEngine, state: ReferenceState, taken: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The complete walks that a player can make step by step, in the order in which they are offered."""
    root = engine.moves(state, ANN)
    for option in engine.step(state, ANN).options:
        after = engine.take_step(state, ANN, option.value)
        if after.is_over:
            yield next(move.steps for move in root if option.value == move.steps[len(common(root))])
        else:
            assert len(after.bytes) > engine.game.layout.size
            yield from by_steps(engine, after, taken)


def common(moves: Sequence[Move]) -> tuple[int, ...]:
    """The steps that all moves share from the beginning."""
    first = moves[0]
    size = 0
    while all(move.steps[: size + 1] == first.steps[: size + 1] for move in moves) and size < len(first.steps):
        size += 1
    return first.steps[:size]


def test_pieces_chosen_before_are_gone() -> None:
    engine = ReferenceEngine(collecting(number=const(1), exactly=True, then_one=True))
    texts = [move.text for move in engine.moves(engine.initial(0), ANN)]
    assert "collect(chosen = [Lime], last = Lime)" not in texts
    assert "collect(chosen = [Rose], last = Rose)" in texts
    assert len(texts) == 6 * 6 - 1


def test_what_lies_nowhere_may_be_chosen_again() -> None:
    rules = """game gifts:
    players 2

component card:
    name   count
    Horse  2
    Boat   2

each player:
    hand: bag of card

rule use(things: bag of card):
    choose:
        one_card: one of things
        other: one of things

rounds up to 1:
    turns

phase turns, each player: use([Horse, Boat])

ranking by highest count(hand), ties shared
"""
    game = gamedsl.parse_rules(rules).game()
    engines = [cast("Engine[State]", one) for one in (ReferenceEngine(game), fastest(game).engine)]
    for engine in engines:
        offered = [move.text for move in engine.moves(engine.initial(1), SeatId(0))]
        both = [(one, other) for one in ("Horse", "Boat") for other in ("Horse", "Boat")]
        assert offered == [f"use(one_card = {one}, other = {other})" for one, other in both]


def test_a_single_move_is_made_silently_but_told() -> None:
    engine = ReferenceEngine(collecting(most=-1, number=const(0), exactly=False))
    with pytest.raises(Exception, match="E_CHOICE"):
        engine.initial(0)
    forced = ReferenceEngine(collecting(number=const(11), exactly=True))
    state = forced.initial(0)
    assert state.is_over
    assert [event.data[0] for event in forced.view(state, ANN).events] == ["choose", "move", "move"]


@pytest.mark.parametrize(
    ("text", "means"),
    [
        (
            "collect(last = Coal, chosen = [Ruby from here, Lime, Coal])",
            "collect(chosen = [Ruby from here, Coal, Lime], last = Coal)",
        ),
        ("collect(chosen = Rose, last=Lime)", "collect(chosen = [Rose], last = Lime)"),
        ("collect(chosen = [], last = Rose)", "collect(chosen = [], last = Rose)"),
        ("collect(chosen=none,last=Rose)", "collect(chosen = [], last = Rose)"),
    ],
)
def test_texts_name_moves(text: str, means: str) -> None:
    engine = ReferenceEngine(collecting(distinct=True, most=6, then_one=True))
    found = engine.parse_move(engine.initial(0), ANN, text)
    assert isinstance(found, Move)
    assert found.text == means


def test_every_move_is_found_by_its_own_text() -> None:
    engine = ReferenceEngine(collecting(distinct=True, most=6, then_one=True))
    state = engine.initial(0)
    for move in engine.moves(state, ANN):
        assert engine.parse_move(state, ANN, move.text) == move


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("collect(chosen = [Ruby from here, 2 Jade], last = Coal)", "selection", "chosen"),
        ("collect(chosen = [Rose, Ruby from here], last = Coal)", "selection", "chosen"),
        ("collect(chosen = [Ruby from here, Jade], last = Coal)", "requirement", "cheap"),
        ("collect(chosen = [], last = Gold)", "selection", "last"),
        ("collect(chosen = [Lime], last = Lime)", "selection", "last"),
        ("collect(chosen = [])", "unknown", "collect"),
        ("collect((", "unknown", "collect"),
        ("no collect", "not_offered", "collect"),
        ("scatter", "not_offered", "collect"),
        ("collect(whom = Lime)", "selection", "whom"),
    ],
)
def test_refusals_name_what_refuses(text: str, kind: str, reason: str) -> None:
    engine = ReferenceEngine(collecting(distinct=True, most=6, then_one=True))
    found = engine.parse_move(engine.initial(0), ANN, text)
    assert isinstance(found, Refusal)
    assert (found.kind, found.reason) == (kind, reason)


def test_a_move_of_another_seat_or_position_is_refused() -> None:
    engine = ReferenceEngine(tic_tac_toe())
    state = engine.initial(0)
    last = engine.moves(state, ANN)[8]
    with pytest.raises(IllegalMove) as caught:
        engine.play(state, SeatId(1), last)
    assert caught.value.refusal.kind == "not_your_turn"
    with pytest.raises(IllegalMove):
        engine.play(engine.play(state, ANN, last), SeatId(1), last)


def test_scripted_seats_answer_by_themselves() -> None:
    highest = nodes.Answer("card", "last", None, None)
    engine = ReferenceEngine(bidding(script=highest))
    state = engine.initial(0)
    assert engine.to_act(state) == (0, 1)
    for seat in (ANN, SeatId(1)):
        state = engine.play(state, seat, engine.moves(state, seat)[0])
    assert ("Three", 1) in ({z.name: z.contents for z in engine.view(state, ANN).zones}["Robot.bid"] or ())


def test_a_script_may_leave_it_to_chance() -> None:
    engine = ReferenceEngine(bidding(script=nodes.Answer("card", "random", None, None)))
    state = engine.initial(None)
    assert engine.to_act(state) == ()
    outcomes = engine.chance(state)
    assert [(outcome.text, outcome.weight) for outcome in outcomes] == [
        ("card = One", 1),
        ("card = Two", 1),
        ("card = Three", 1),
    ]
    assert engine.to_act(engine.play_chance(state, outcomes[1])) == (0, 1)
    assert engine.to_act(engine.initial(7)) == (0, 1)
