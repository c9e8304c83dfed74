"""Computes a seat's belief along the log of a match: each stretch is processed once, and its result is kept with it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gamedsl.graph.model.types import NodeId, SeatId
from gamedsl.values import evolve
from gamedsl_interpreter.facts import Chosen, Log, Moved
from gamedsl_interpreter.reference.given import lay_out
from gamedsl_interpreter.reference.knowledge.events import check_seat
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.wording.texts import Counts
from gamedsl_interpreter.worlds.belief import Belief, ImpossibleError
from gamedsl_interpreter.worlds.conclusions import Conclusions, conclude
from gamedsl_interpreter.worlds.explanation import ANY, Bag, Explanation, more
from gamedsl_interpreter.worlds.lost import Lost, LostKind
from gamedsl_interpreter.worlds.replays import Replay
from gamedsl_interpreter.worlds.ruled_out import Judge, node_of
from gamedsl_interpreter.worlds.rules.analysis import Rules
from gamedsl_interpreter.worlds.sight import SeenLayout, SeenLeaving, SeenMove, UnseenRoll, back_of, sight_of


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
    for stretch in reversed(later):
        belief = _after_stretch(machine, rules, belief, stretch, seat)
        stretch.beliefs[seat] = belief
    return Belief(machine) if belief is None else belief


def _after_stretch(machine: Machine, rules: Rules, before: Belief | None, stretch: Log, seat: SeatId) -> Belief:
    belief = Belief(machine) if before is None else before.copy()
    try:
        _take_in(machine, rules, belief, stretch, seat)
    except ImpossibleError:
        # Explanations that were left out, or conclusions that hold only nearly, may be the reason.
        belief = belief_again(machine, rules, stretch, seat)
    return belief


def belief_again(machine: Machine, rules: Rules, log: Log, seat: SeatId) -> Belief:
    """Returns another belief of a seat after the whole log, if the first one is impossible. No conclusion splits its explanations, so fewer of them are left
    out. If it is impossible too, returns `belief_without_conclusions`. It is kept with the log. Raises ImpossibleError."""
    belief = Belief(machine)
    belief.divides = False
    try:
        for stretch in reversed(list(log.newest_first())):
            _take_in(machine, rules, belief, stretch, seat)
    except ImpossibleError:
        return belief_without_conclusions(machine, rules, log, seat)
    belief.lost |= {_UNDIVIDED}
    log.beliefs[seat] = belief
    return belief


def belief_without_conclusions(machine: Machine, rules: Rules, log: Log, seat: SeatId) -> Belief:
    """Returns what a seat believes if it draws no conclusions from the events after choices, and keeps this belief with the log. Raises ImpossibleError."""
    belief = Belief(machine)
    for stretch in reversed(list(log.newest_first())):
        _take_in(machine, rules, belief, stretch, seat, concludes=False)
    belief.lost |= {_GIVEN_UP}
    log.beliefs[seat] = belief
    return belief


def learn_from_choice(machine: Machine, rules: Rules, belief: Belief, stretch: Log, seat: SeatId) -> None:
    """Restricts a seat's belief about the position before a stretch of the log: the choice must have been legal, and must have led to the facts that the
    seat was told. The conclusions from these facts were found before, for the belief after the stretch. Raises ImpossibleError."""
    judge = _judge(machine, rules, stretch, seat)
    if judge is not None:
        shown: Mapping[int, Counts] | None = _first_pieces_seen(machine, stretch, seat) if judge.shows_pieces else {}
        if shown is not None:
            judge.learn(belief, shown, have_left=False)
    found = stretch.concluded.get(seat)
    if isinstance(found, Conclusions):
        for rule in found.rules:
            belief.restrict(rule)


_UNDIVIDED = Lost(
    LostKind.EXPLANATIONS, "", "what followed earlier choices has too many explanations: only a part of it is kept"
)
_GIVEN_UP = Lost(
    LostKind.EXPLANATIONS,
    "",
    "what followed earlier choices contradicts what is left of the explanations: it is given up",
)


def _take_in(
    machine: Machine, rules: Rules, belief: Belief, stretch: Log, seat: SeatId, *, concludes: bool = True
) -> None:
    judge = _judge(machine, rules, stretch, seat)
    if judge is not None and not judge.shows_pieces:
        judge.learn(belief, {})
        judge = None
    waiting: SeenMove | None = None
    replay = _replay(machine, rules, belief, stretch, seat) if concludes else None
    picks: Mapping[tuple[int, int], int] = {}
    moves = 0
    for number, fact in enumerate((*stretch.facts, None)):
        if replay is not None and number == replay.until:
            picks = _conclude(machine, rules, belief, stretch, replay)
            replay = None
        if fact is None:
            break
        sight = sight_of(machine.game, fact, seat)
        if isinstance(sight, SeenMove):
            sight = _with_picks(sight, moves, picks)
            moves += 1
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


# ---------------------------------------------------------------- what follows a choice


def _replay(machine: Machine, rules: Rules, belief: Belief, stretch: Log, seat: SeatId) -> Replay | None:
    """Returns the replay of a stretch that begins with a choice from which the seat can learn something."""
    first = stretch.facts[0] if stretch.facts else None
    if stretch.asked is None or not isinstance(first, Chosen) or not first.seen >> seat & 1:
        return None
    node = node_of(stretch.asked)
    if node not in rules.replayed:
        return None
    replay = Replay(machine, stretch.asked, stretch.facts, seat)
    if replay.is_possible:
        return replay
    belief.lost |= {_loss_behind(machine, node)}
    return None


def _conclude(
    machine: Machine, rules: Rules, belief: Belief, stretch: Log, replay: Replay
) -> Mapping[tuple[int, int], int]:
    """Restricts the belief to contents that agree with a replay, and returns the moves that took all pieces of some kinds."""
    if replay.seat not in stretch.concluded:
        stretch.concluded[replay.seat] = conclude(machine, belief, replay, rules.replayed[replay.node])
    found = stretch.concluded[replay.seat]
    assert found is None or isinstance(found, Conclusions)
    if found is None or not found.is_exact:
        belief.lost |= {_loss_behind(machine, replay.node)}
    if found is None:
        return {}
    for rule in found.rules:
        if not belief.restrict(rule):
            belief.lost |= {_loss_behind(machine, replay.node)}
    return found.picks


def _with_picks(move: SeenMove, number: int, picks: Mapping[tuple[int, int], int]) -> SeenMove:
    if not picks:
        return move
    return evolve(move, parts=tuple(evolve(part, among=picks.get((number, part.zone), 0)) for part in move.parts))


def _loss_behind(machine: Machine, node: NodeId) -> Lost:
    name = machine.decisions[node].name
    return Lost(LostKind.CONDITIONS, name, f"what follows a choice in `{name}` may say more than the worlds keep")


# ---------------------------------------------------------------- what a move rules out


def _judge(machine: Machine, rules: Rules, stretch: Log, seat: SeatId) -> Judge | None:
    """Returns the judge of the choice at the beginning of a stretch; None if the seat made the choice itself, or if the rules draw no conclusions from such
    choices."""
    first = stretch.facts[0] if stretch.facts else None
    if stretch.asked is None or not isinstance(first, Chosen) or first.seat == seat or not first.seen >> seat & 1:
        return None
    node = node_of(stretch.asked)
    rule = rules.judged.get(node)
    return None if rule is None else Judge(machine, rule, stretch.asked, first, seat)


def _judge_shown(judge: Judge, belief: Belief, parts: tuple[SeenLeaving, ...]) -> None:
    shown = _list_seen_pieces(parts)
    if shown is None:
        belief.lost |= {judge.lost}
    else:
        judge.learn(belief, shown)


def _list_seen_pieces(parts: tuple[SeenLeaving, ...]) -> Mapping[int, Counts] | None:
    """Returns the pieces that leave each zone; None if the seat does not see all of them."""
    shown = {part.zone: part.pieces for part in parts if part.pieces is not None}
    return shown if len(shown) == len(parts) else None


def _first_pieces_seen(machine: Machine, stretch: Log, seat: SeatId) -> Mapping[int, Counts] | None:
    """Returns the first pieces to move in a stretch; None if the seat does not see all of them."""
    for fact in stretch.facts:
        sight = sight_of(machine.game, fact, seat)
        if isinstance(sight, SeenMove):
            return _list_seen_pieces(sight.parts)
    return None


# ---------------------------------------------------------------- starts


def explain_start(machine: Machine, start: int, shown: tuple[tuple[int, Counts], ...]) -> Explanation:
    """Makes the explanation of a start. The number of pieces in each zone, with their classes and backs, is public because the rules define it. The kinds of
    unseen pieces count as hidden although the rules name them, because a start represents a random deal."""
    frame = list(machine.start)
    lay_out(machine, frame, machine.game.starts[start])
    seen = dict(shown)
    pools: dict[int, Bag] = {}
    numbers: dict[tuple[int, int], int] = {}
    zones: list[list[Bag]] = []
    for zone, is_pile in enumerate(machine.zones.piles):
        if zone in seen:
            stretches: list[Bag] = [dict(seen[zone])]
        else:
            stretch: Bag = {}
            for kind, count in machine.zones.contents(frame, zone):
                number = numbers.setdefault((machine.game.kinds[kind].cls, back_of(machine.game, kind)), len(numbers))
                more(pools.setdefault(number, {}), kind, count)
                more(stretch, (number, ANY), count)
            stretches = [stretch] if stretch or not is_pile else []
        zones.append(stretches)
    return Explanation(zones, pools, Fraction(1), len(numbers))
