"""Computes a seat's belief along the log of a match: each stretch is processed once, and its result is kept with it."""

from __future__ import annotations

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.facts import Chosen, Log, Moved
from gamedsl_interpreter.reference.knowledge.events import check_seat
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.worlds.belief import Belief
from gamedsl_interpreter.worlds.ruled_out import Judge, node_of
from gamedsl_interpreter.worlds.rules.analysis import Rules
from gamedsl_interpreter.worlds.sight import SeenLayout, SeenLeaving, SeenMove, UnseenRoll, seen_by
from gamedsl_interpreter.worlds.starts import explain_start


def belief_after(machine: Machine, rules: Rules, log: Log, seat: SeatId) -> Belief:
    """Returns the belief of a seat after the whole log. Raises ImpossibleError, ArgumentError."""
    later: list[Log] = []
    belief: Belief | None = None
    for stretch in log.newest_first():
        check_seat(machine, stretch, seat)
        known = stretch.beliefs.get(seat)
        if isinstance(known, Belief):
            belief = known
            break
        later.append(stretch)
    if belief is None:
        belief = Belief(machine)
    for stretch in reversed(later):
        belief = belief.copy()
        _take_in(machine, rules, belief, stretch, seat)
        stretch.beliefs[seat] = belief
    return belief


def _take_in(machine: Machine, rules: Rules, belief: Belief, stretch: Log, seat: SeatId) -> None:
    judge = _judge(machine, rules, stretch, seat)
    if judge is not None and not judge.shows_pieces:
        judge.learn(belief, {})
        judge = None
    waiting: SeenMove | None = None
    for number, fact in enumerate(stretch.facts):
        sight = seen_by(machine.game, fact, seat)
        after = stretch.facts[number + 1] if number + 1 < len(stretch.facts) else None
        if isinstance(after, Moved) and after.swapped and isinstance(sight, SeenMove):
            waiting = sight
            continue
        match sight:
            case None:
                pass
            case SeenLayout(start, shown):
                belief.begin(explain_start(machine, start, shown))
            case UnseenRoll(node, roller):
                if roller is not None:
                    for field in rules.kept.get(node, {}):
                        belief.rolled[machine.game.fields[field].base + roller] = sight
            case SeenMove() if waiting is not None:
                belief.learn_swap(waiting, sight)
                waiting = None
            case SeenMove(parts=parts):
                belief.learn(sight)
                if judge is not None:
                    _judge_shown(judge, belief, parts)
                    judge = None
            case _:
                belief.learn(sight)


def _judge(machine: Machine, rules: Rules, stretch: Log, seat: SeatId) -> Judge | None:
    """Returns the judge of the choice with which a stretch begins, if it is another seat's and can be judged."""
    first = stretch.facts[0] if stretch.facts else None
    if stretch.asked is None or not isinstance(first, Chosen) or first.seat == seat or not first.seen >> seat & 1:
        return None
    node = node_of(stretch.asked)
    rule = rules.judged.get(node)
    return None if rule is None else Judge(machine, rule, stretch.asked, first, seat)


def _judge_shown(judge: Judge, belief: Belief, parts: tuple[SeenLeaving, ...]) -> None:
    shown = {part.zone: part.pieces for part in parts if part.pieces is not None}
    if len(shown) == len(parts):
        judge.learn(belief, shown)
    else:
        belief.lost |= {judge.lost}
