"""Looks for leaks: hidden things that a seat can infer although the rules do not declare it. Two matches that differ in one hidden thing are played with the
same choices. Everything that the seat is offered, asked, told and shown is compared, up to the first place where the rules declare that something is
learned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from gamedsl.errors import ArgumentError
from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, TogetherNode
from gamedsl.graph.model.statements import Roll
from gamedsl.graph.model.types import SeatId, SiteId
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.engine import Checking, Fault, Move, Refusal, Step, View
from gamedsl_interpreter.facts import Chosen, Moved
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.knowledge.events import event_of_choice
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.trouble.attempts import Attempt, EnoughError, make_pick
from gamedsl_interpreter.trouble.exchanging import Other, exchange
from gamedsl_interpreter.wording.texts import Counts

CODE = "E_SECRET"
_LONGEST = 150
"""Stops of a match at most that are looked at."""
_AHEAD = 25
"""Stops after the exchange at most that are compared."""
_STOPS = 150
"""Stops that are compared for each match at most; few of long matches leave time for the others."""
_LOOKS = 16
"""Exchanges that are tried in a match."""
_TRIES = 120
"""Matches that are tried to make one shorter."""
_SHORT_LOOKS = 6
"""Exchanges that are tried in each of them."""

Kind = Literal["position", "choice", "roll"]


@frozen
class Told:
    """The counters of places where the rules declare that something is learned (`said`), and the counters of places that reveal something without declaring
    it (`unsaid`), with their lines. `at_end`: the end of a match may reveal something too."""

    said: frozenset[int] = frozenset()
    unsaid: Mapping[int, SiteId] = field(factory=dict[int, SiteId])
    at_end: bool = False


@frozen
class _Look:
    """An exchange of one hidden thing: at this stop, for this seat."""

    stop: int
    seat: SeatId
    seed: int
    kind: Kind


def leaks(
    game: Game, told: Told, matches: int, seed: int, start: str | None = None, tick: Callable[[int], object] = abs
) -> tuple[Attempt, ...]:
    """Finds matches in which a seat can infer something hidden, a short one for each line of the rules; the seat can infer it after the last move. `game`
    counts the places where something is learned (see `Told`)."""
    search = _Search(ReferenceEngine(game, Checking.OFF), told, seed, start)
    found: dict[SiteId, Attempt] = {}
    for index in range(matches):
        if search.stops > _STOPS * matches:
            break
        for one in search.in_match(index):
            site = SiteId(-1 if one.fault is None else one.fault.site)
            if site not in found:
                found[site] = search.shorter(one, site, tick)
        tick(1)
    return tuple(found[site] for site in sorted(found))


@define(eq=False)
class _Run:
    """A match in progress: the options that were taken, by number, and the moves. `stops` are its positions, each with the number of options before it."""

    state: ReferenceState
    choices: list[int] = field(factory=list[int])
    moves: list[Played] = field(factory=list[Played])
    stops: list[tuple[ReferenceState, int]] = field(factory=list[tuple[ReferenceState, int]])


class _Search:
    def __init__(self, engine: ReferenceEngine, told: Told, seed: int, start: str | None) -> None:
        self._engine = engine
        self._told = told
        self._seed = seed
        self._start = start
        self.stops = 0
        """The number of stops compared so far."""

    # ------------------------------------------------------------ matches

    def in_match(self, index: int) -> Iterator[Attempt]:
        """Yields each leak in a random match, as a match up to there."""
        dice = Dice.seeded(self._seed, index)
        try:
            run = self._play(index, lambda step: dice.below(len(step.options)))
        except Fault:
            return
        if len(run.stops) < 2:
            return
        for _ in range(_LOOKS):
            look = self._look(dice, dice.below(len(run.stops) - 1))
            found = self._compare(index, run, look)
            if found is not None:
                yield found

    def shorter(self, found: Attempt, site: SiteId, tick: Callable[[int], object]) -> Attempt:
        """Returns the shortest match found with a leak at this line."""
        best, tries = found, 0
        while True:
            better = None
            for choices in _smaller(best.choices):
                if tries >= _TRIES:
                    return best
                tries += 1
                tick(1)
                better = self._find_showing(best.index, choices, site, len(best.choices))
                if better is not None:
                    break
            if better is None:
                return best
            best = better

    def _find_showing(self, index: int, choices: Sequence[int], site: SiteId, size: int) -> Attempt | None:
        try:
            run = self._play(index, make_pick(choices))
        except Fault:
            return None
        stops = len(run.stops)
        dice = Dice.seeded(self._seed, len(choices))
        for _ in range(_SHORT_LOOKS):
            look = self._look(dice, max(0, stops - 1 - dice.below(4)))
            one = self._compare(index, run, look)
            if one is not None and one.fault is not None and one.fault.site == site and len(one.choices) < size:
                return one
        return None

    def _look(self, dice: Dice, stop: int) -> _Look:
        kinds: tuple[Kind, ...] = ("position", "position", "choice", "roll")
        kind = kinds[dice.below(len(kinds))]
        return _Look(stop, SeatId(dice.below(self._engine.game.humans)), dice.below(1 << 30), kind)

    def _play(self, index: int, pick: Callable[[Step], int]) -> _Run:
        """Plays a match to its end, or until its choices are used up. Raises Fault."""
        run = _Run(self._engine.initial(self._seed, index, self._start))
        while len(run.stops) < _LONGEST:
            run.stops.append((run.state, len(run.choices)))
            if run.state.is_over or not self._engine.to_act(run.state):
                break
            try:
                self._step(run, pick)
            except EnoughError:
                break
        return run

    def _step(self, run: _Run, pick: Callable[[Step], int]) -> tuple[SeatId, Move, list[tuple[Step, int]]]:
        """Chooses and plays a move, with the chance of the match."""
        seat, move, answers = self._choose(run, pick)
        run.state = self._engine.play(run.state, seat, move)
        return seat, move, answers

    def _choose(self, run: _Run, pick: Callable[[Step], int]) -> tuple[SeatId, Move, list[tuple[Step, int]]]:
        seat = self._engine.to_act(run.state)[0]
        answers: list[tuple[Step, int]] = []

        def take(step: Step) -> int:
            number = pick(step) % len(step.options)
            run.choices.append(number)
            answers.append((step, step.options[number].value))
            return step.options[number].value

        move = self._engine.walk(run.state, seat, take)
        run.moves.append(Played(seat, move.text))
        return seat, move, answers

    # ------------------------------------------------------------ two matches

    def _compare(self, index: int, match: _Run, look: _Look) -> Attempt | None:
        """Plays the match and its changed twin side by side; returns the match up to where the seat can tell the difference. None if it cannot, or if the
        rules say that it may."""
        state, number = match.stops[look.stop]
        pick = make_pick(match.choices[number:])
        dice = Dice.seeded(look.seed)
        run = _Run(state, match.choices[:number], match.moves[: look.stop])
        marks = [self._count_said(before) for before, _ in match.stops[: look.stop + 1]]
        other: Other | None = None
        try:
            if look.kind == "position":
                if self._is_settled(marks, run.state):
                    other = exchange(self._engine.machine, run.state, look.seat, dice)
                if other is None or self._is_open(run.state):
                    return None
                text = self._difference(run.state, other.state, look.seat, None)
                if text is not None:
                    return self._attempt(index, run, look.seat, other, text, run.state)
            return self._follow(index, run, other, look, dice, pick)
        except (Fault, EnoughError, ArgumentError):
            return None

    def _is_settled(self, marks: Sequence[tuple[int, ...]], state: ReferenceState) -> bool:
        """Whether the open decision did not arise at a place where the rules say that something is learned."""
        back = len(self._engine.game.seats) if state.is_shared else 1
        return len(marks) > back and marks[-1 - back] == marks[-1]

    def _is_open(self, state: ReferenceState) -> bool:
        """Whether a seat has already made a choice that the others will learn later."""
        return state.is_shared and any(True for _ in self._engine.machine.choices_since_opening(state))

    def _follow(
        self, index: int, run: _Run, other: Other | None, look: _Look, dice: Dice, pick: Callable[[Step], int]
    ) -> Attempt | None:
        engine, seat = self._engine, look.seat
        for _ in range(_AHEAD):
            if run.state.is_over or not engine.to_act(run.state):
                return None
            self.stops += 1
            before, at = self._count_said(run.state), run.state
            acting, move, answers = self._choose(run, pick)
            if other is not None:
                if acting == seat:
                    text = self._question_difference(other.state, seat, answers)
                    if text is not None:
                        run.moves.pop()
                        del run.choices[len(run.choices) - len(answers) :]
                        return self._attempt(index, run, seat, other, text, at)
                theirs = engine.parse_move(other.state, acting, move.text)
                if isinstance(theirs, Refusal):
                    return None
                next_other: Move = theirs
                text_of_other = other.text
                state_of_other = other.state
            else:
                fork = self._fork(run.state, acting, move, seat, dice) if look.kind == "choice" else None
                if fork is None and look.kind == "choice":
                    run.state = engine.play(run.state, acting, move)
                    continue
                next_other, text_of_other = (move, "") if fork is None else fork
                state_of_other = run.state
            one, two, rolled = self._play_both(
                run.state, move, state_of_other, next_other, acting, seat, look, dice, other
            )
            run.state = one
            if two is None:
                if other is None and look.kind == "roll":
                    continue
                return None
            other = Other(two, rolled or text_of_other)
            if self._count_said(one) != before or self._count_said(two) != before:
                return None
            if _chance_differs(one, two, seat):
                return None
            text = self._difference(one, two, seat, acting)
            if text is not None:
                return self._attempt(index, run, seat, other, text, at)
        return None

    def _play_both(
        self,
        state: ReferenceState,
        move: Move,
        other_state: ReferenceState,
        other_move: Move,
        acting: SeatId,
        seat: SeatId,
        look: _Look,
        dice: Dice,
        other: Other | None,
    ) -> tuple[ReferenceState, ReferenceState | None, str]:
        """Plays both moves with the same chance; the other state is None if this chance is impossible there. The first state follows the match. A roll that
        the seat does not see may differ in the other match; the text then describes the difference."""
        engine = self._engine
        if state.stream is None:
            raise AssertionError("a match has its chance")
        chance = Dice(state.stream)
        one = engine.play(engine.reseeded(state, None), acting, move)
        two: ReferenceState | None = engine.play(engine.reseeded(other_state, None), acting, other_move)
        is_forked, text = other is not None or look.kind == "choice", ""
        while not one.is_over and not engine.to_act(one):
            outcome = engine.sample(one, chance)
            theirs = outcome
            if look.kind == "roll" and not is_forked and self._is_unseen_roll(one, seat):
                theirs = engine.sample(one, dice)
                is_forked = theirs != outcome
                text = f"{theirs.text} and not {outcome.text}" if is_forked else ""
            if two is not None:
                same_node = two.node == one.node and not two.is_over and not engine.to_act(two)
                try:
                    two = engine.play_chance(two, theirs) if same_node else None
                except ArgumentError:
                    two = None
            one = engine.play_chance(one, outcome)
        if two is not None and not two.is_over and not engine.to_act(two):
            two = None
        return (
            _with_stream(engine, one, chance),
            None if two is None or not is_forked else _with_stream(engine, two, chance),
            text,
        )

    def _is_unseen_roll(self, state: ReferenceState, seat: SeatId) -> bool:
        node = self._engine.game.nodes[state.node]
        if not isinstance(node, ChanceNode) or not isinstance(node.event, Roll) or node.event.seat is None:
            return False
        machine = self._engine.machine
        return bool(machine.make.of(node.event.seat)(machine.frame(state)) != seat)

    def _fork(
        self, state: ReferenceState, acting: SeatId, move: Move, seat: SeatId, dice: Dice
    ) -> tuple[Move, str] | None:
        """Finds another move of the acting seat that looks the same to `seat`."""
        if acting == seat:
            return None
        engine = self._engine
        machine = engine.machine
        decision, frame, _ = engine.asking(state, acting)
        node = engine.game.nodes[state.node]
        is_unseen = isinstance(node, DecisionNode) and node.is_unseen

        def content_of(one: Move) -> object:
            ending = decision.ending(frame, one.steps)
            if ending is None:
                raise AssertionError("a move of the decision")
            pieces = [
                (part.plan, selection.name, value)
                for part in ending.walk
                if not part.declined
                for selection, value in zip(machine.plans.sites[part.plan].selections, part.values, strict=True)
                if is_pieces(selection.type)
            ]
            said = None if is_unseen else event_of_choice(machine, Chosen(acting, ending.walk, 1 << seat))
            return pieces, said

        for _ in range(4):
            other = engine.walk(state, acting, lambda step: step.options[dice.below(len(step.options))].value)
            if other != move and content_of(other) == content_of(move):
                return other, f"{engine.game.seats[acting]} chooses {other.text} and not {move.text}"
        return None

    # ------------------------------------------------------------ comparison

    def _count_said(self, state: ReferenceState) -> tuple[int, ...]:
        """Counts how often play has passed places where the rules say that something is learned."""
        return tuple(state.counters[number] for number in sorted(self._told.said))

    def _question_difference(
        self, other: ReferenceState, seat: SeatId, answers: Sequence[tuple[Step, int]]
    ) -> str | None:
        """Describes the difference between the seat's questions in both matches, step by step with the same answers; None if there is none."""
        left = iter(answers)
        different: list[str] = []

        def pick(step: Step) -> int:
            asked = next(left, None)
            if different or asked is None or asked[0] != step:
                if not different:
                    different.append(_step_difference(None if asked is None else asked[0], step))
                return step.options[0].value
            return asked[1]

        if seat not in self._engine.to_act(other):
            return "it is asked, and would not be"
        self._engine.walk(other, seat, pick)
        if not different and next(left, None) is not None:
            return "it is asked more"
        return different[0] if different else None

    def _difference(
        self, one: ReferenceState, other: ReferenceState, seat: SeatId, acting: SeatId | None
    ) -> str | None:
        """Describes a difference between what the seat sees in the two positions; None if there is none."""
        engine = self._engine
        if one.is_over != other.is_over:
            return None if self._told.at_end else "the match is over in one of them only"
        if one.is_over:
            return None
        mine, theirs = engine.view(one, seat), engine.view(other, seat)
        if mine != theirs:
            return _view_difference(mine, theirs)
        if seat in engine.to_act(one) and seat in engine.to_act(other):
            here, there = engine.step(one, seat), engine.step(other, seat)
            return None if here == there else _step_difference(here, there)
        return None

    def _attempt(self, index: int, run: _Run, seat: SeatId, other: Other, text: str, at: ReferenceState) -> Attempt:
        """Reports the leak as a match with a fault: at a line that is known to reveal something if play has passed one, else at the decision after which the
        seat can tell."""
        game = self._engine.game
        came = [
            site
            for number, site in sorted(self._told.unsaid.items())
            if run.state.counters[number] > at.counters[number]
        ] or [site for number, site in sorted(self._told.unsaid.items()) if other.state.counters[number]]
        node = game.nodes[at.node]
        decided = node.plan.site if isinstance(node, DecisionNode | TogetherNode) else SiteId(-1)
        detail = f"{game.seats[seat]} can tell whether {other.text}: {text}"
        fault = Fault(CODE, came[0] if came else decided, detail)
        return Attempt(self._seed, index, self._start, tuple(run.choices), tuple(run.moves), None, fault, None)


def _chance_differs(one: ReferenceState, other: ReferenceState, seat: SeatId) -> bool:
    """Whether the seat has seen equally many pieces drawn in both matches, but different ones: then the content of the pile differed, and no rule has
    revealed it."""
    mine, theirs = _list_drawn_pieces(one, seat), _list_drawn_pieces(other, seat)
    return mine != theirs and [sum(count for _, count in pieces) for pieces in mine] == [
        sum(count for _, count in pieces) for pieces in theirs
    ]


def _list_drawn_pieces(state: ReferenceState, seat: SeatId) -> list[Counts]:
    return [
        part.pieces
        for fact in state.log.all()
        if isinstance(fact, Moved) and fact.drawn
        for part in fact.parts
        if part.seen >> seat & 1
    ]


def _smaller(choices: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yields shorter choices: with parts left out, large ones first, and with first options."""
    size = max(1, len(choices) // 2)
    while size:
        for at in range(len(choices) - size, -1, -size):
            yield (*choices[:at], *choices[at + size :])
        size //= 2


def _with_stream(engine: ReferenceEngine, state: ReferenceState, chance: Dice) -> ReferenceState:
    """Returns the state with the chance stream of the match at its current position."""
    work = engine.machine.resume(state)
    work.dice = Dice(chance.stream)
    return engine.machine.stop(work, state.node)


def _step_difference(here: Step | None, there: Step | None) -> str:
    if here is None or there is None:
        return "one question is asked in one of them only"
    mine, theirs = ([option.text for option in step.options] for step in (here, there))
    if mine != theirs:
        return f"`{here.name}` offers {', '.join(mine)}, and would offer {', '.join(theirs)}"
    return f"`{here.name}` is asked, and `{there.name}` would be"


def _view_difference(mine: View, theirs: View) -> str:
    for here, there in zip(mine.events, theirs.events, strict=False):
        if here != there:
            return f"it reads “{here.text}”, and would read “{there.text}”"
    if len(mine.events) != len(theirs.events):
        more = (mine if len(mine.events) > len(theirs.events) else theirs).events[
            min(len(mine.events), len(theirs.events))
        ]
        return f"it reads “{more.text}” in one of them only"
    for name, value in mine.fields:
        other = dict(theirs.fields).get(name)
        if other != value:
            return f"it sees that {name} is {value}, and would see {other}"
    for zone in mine.zones:
        if zone not in theirs.zones:
            return f"it sees something else of {zone.name}"
    if mine.to_act != theirs.to_act:
        return "others are to choose"
    return "play is at another place"
