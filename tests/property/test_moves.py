"""Laws of moves: what is offered is accepted, all else is refused with a reason, and steps are another way to the same moves."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from hypothesis import example, given

from gamedsl.errors import ArgumentError
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Engine, IllegalMove, Move, Refusal, S
from gamedsl_interpreter.matches.agents import is_unfinished
from games import shipped
from property.walks import SEEDS, law, match, some_setups

MANY = 400
"""Decisions with more moves are left out where all moves are gone through."""

EVERY = 5
"""Only every fifth decision is looked at where looking takes long."""


@law(examples=25)
@given(some_setups(*shipped.GAMES), SEEDS)
def test_offered_moves_are_accepted(which: tuple[str, Setup], seed: int) -> None:
    engine, dice = shipped.engine(*which), random.Random(seed)
    for state, turn in match(engine, seed, most=40):
        if turn is None or turn.number % EVERY:
            continue
        moves = engine.moves(state, turn.seat)
        assert len(moves) > 1 or _is_private(engine, state, turn.seat), "decisions with one move are taken silently"
        assert len({move.text for move in moves}) == len({move.steps for move in moves}) == len(moves)
        assert list(moves) == sorted(moves, key=lambda move: move.steps)
        for move in dice.sample(list(moves), min(8, len(moves))):
            engine.play(state, turn.seat, move)
            assert engine.parse_move(state, turn.seat, move.text) == move


@law(examples=25)
@given(some_setups(*shipped.GAMES), SEEDS)
@example(("brimming_bowls", Setup(2, ())), 0)  # its filter has a sentence
def test_other_moves_are_refused_with_a_reason(which: tuple[str, Setup], seed: int) -> None:
    engine, dice = shipped.engine(*which), random.Random(seed)
    heard: list[str] = ["", "pass", "no take_turn", "take_turn(", "x(y = 1), z"]
    for state, turn in match(engine, seed, most=40):
        if turn is None:
            break
        heard.append(turn.move.text)
        if turn.number % EVERY:
            continue
        moves = engine.moves(state, turn.seat)
        for text in (*_mutants(turn.move.text, heard, dice), dice.choice(heard)):
            found = engine.parse_move(state, turn.seat, text)
            assert _is_reason(found) if isinstance(found, Refusal) else found in moves
        for move in _strange(turn.move, dice):
            assert move in moves or _is_illegal(engine, state, turn.seat, move)
        for seat in map(SeatId, range(len(engine.game.seats))):
            if seat not in engine.to_act(state):
                refused = engine.parse_move(state, seat, turn.move.text)
                assert isinstance(refused, Refusal)
                assert refused.kind == "not_your_turn"


def _is_private(engine: Engine[S], state: S, seat: SeatId) -> bool:
    """Whether the decision is asked although it has one move: others must not learn that it has no more."""
    return engine.step(state, seat).kind == "only"


def _is_reason(refusal: Refusal) -> bool:
    """Requirements and filters may have a sentence of the rules; all others name what refuses and say it."""
    return bool(refusal.text and refusal.reason) and (
        refusal.why is None or refusal.kind in ("requirement", "selection")
    )


def _is_illegal(engine: Engine[S], state: S, seat: SeatId, move: Move) -> bool:
    try:
        engine.play(state, seat, move)
    except IllegalMove as illegal:
        return bool(illegal.refusal.text)
    except ArgumentError as wrong:
        return "steps of a move" in str(wrong)
    return False


def _mutants(text: str, heard: list[str], dice: random.Random) -> Iterator[str]:
    """Texts that look like the move: words exchanged, left out, said twice, or taken from other moves."""
    words = re.findall(r"\w+|\W", text)
    others = [word for other in heard for word in re.findall(r"\w+", other)]
    for _ in range(4):
        changed = list(words)
        at = dice.randrange(len(changed))
        match dice.randrange(4):
            case 0:
                changed[at] = dice.choice(others)
            case 1:
                del changed[at]
            case 2:
                changed.insert(at, changed[at])
            case _:
                changed[at], changed[-1] = changed[-1], changed[at]
        yield "".join(changed)
    parts = text.split(", ")
    yield ", ".join(parts[1:])
    yield ", ".join((*parts, dice.choice(heard)))


def _strange(move: Move, dice: random.Random) -> Iterator[Move]:
    """Moves of other steps."""
    if move.steps:
        at = dice.randrange(len(move.steps))
        for value in (-1, move.steps[at] + 1, 99):
            yield Move((*move.steps[:at], value, *move.steps[at + 1 :]), "another")
        yield Move(move.steps[:at], "too short")
    yield Move((*move.steps, 0), "too long")


@law(examples=25)
@given(some_setups(*shipped.QUICK), SEEDS)
def test_steps_and_complete_moves_agree(which: tuple[str, Setup], seed: int) -> None:
    engine = shipped.engine(*which)
    for state, turn in match(engine, seed, most=40):
        if turn is None or turn.number % EVERY:
            continue
        moves = engine.moves(state, turn.seat)
        if len(moves) > MANY:
            continue
        ends = list(_ends_by_steps(engine, state, turn.seat))
        assert len(ends) == len(moves)
        for move, end in zip(moves, ends, strict=True):
            assert engine.play(state, turn.seat, move).bytes == end.bytes


def _ends_by_steps(engine: Engine[S], state: S, seat: SeatId) -> Iterator[S]:
    """The positions after all complete moves, found step by step."""
    options = engine.step(state, seat).options
    assert len(options) > 1 or _is_private(engine, state, seat), "steps with one option are taken silently"
    assert len({option.text for option in options}) == len(options)
    for option in options:
        ahead = engine.take_step(state, seat, option.value)
        if is_unfinished(engine, ahead) and seat in engine.to_act(ahead):
            yield from _ends_by_steps(engine, ahead, seat)
        else:
            yield ahead
