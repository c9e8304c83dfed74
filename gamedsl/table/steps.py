"""The open choices of a decision as a person answers them: one question for each selection, also if it selects several things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import takewhile

from gamedsl.errors import GameDslError
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Move, State, Step, StepOption
from gamedsl_interpreter.things import Counted, Kind, Piece, Place, Seat, Thing, Word

SEVERAL = frozenset({"count", "member", "group"})
"""Kinds of steps that belong to a selection of several things."""
_MANY = 3
"""From so many things on, pairs of them are many."""


class OpenStepError(GameDslError):
    """Leaves the making of a move at its first step without an answer."""

    def __init__(self, step: Step) -> None:
        super().__init__(f"the step `{step.topic}` is open")
        self.step = step


def step_after(engine: Engine[State], state: State, seat: int, values: Sequence[int]) -> Step | Move:
    """Returns the step that is open after these answers, or the complete move that they make. Nothing is played."""
    rest = iter(values)

    def answer(step: Step) -> int:
        for value in rest:
            return value
        raise OpenStepError(step)

    try:
        return engine.walk(state, seat, answer)
    except OpenStepError as found:
        return found.step


@frozen
class Path:
    """A complete move with the steps that were open on its way, and the option that was chosen at each."""

    move: Move
    steps: tuple[tuple[Step, StepOption], ...]


def paths(engine: Engine[State], state: State, seat: int, most: int, before: Sequence[int] = ()) -> list[Path] | None:
    """Returns all complete moves that begin with the answers `before`, in order; None if there are more than `most`. It never makes more than `most` + 1 moves."""
    found: list[Path] = []
    # The index of the chosen option at each step. It counts like an odometer: the last index that can grow is increased.
    chosen: list[int] = []
    while True:
        steps: list[tuple[Step, StepOption]] = []

        def answer(step: Step, steps: list[tuple[Step, StepOption]] = steps) -> int:
            if len(steps) < len(before):
                option = next(one for one in step.options if one.value == before[len(steps)])
                steps.append((step, option))
                return option.value
            at = len(steps) - len(before)
            if at == len(chosen):
                chosen.append(0)
            option = step.options[chosen[at]]
            steps.append((step, option))
            return option.value

        found.append(Path(engine.walk(state, seat, answer), tuple(steps)))
        # Every untried option can be completed, so each leads to at least one more move.
        open_steps = steps[len(before) :]
        ahead = sum(len(step.options) - 1 - at for (step, _), at in zip(open_steps, chosen, strict=True))
        if len(found) + ahead > most:
            return None
        while chosen and chosen[-1] + 1 >= len(open_steps[len(chosen) - 1][0].options):
            chosen.pop()
        if not chosen:
            return found
        chosen[-1] += 1


def find_asked_selections(engine: Engine[State], state: State, seat: int, move: Move) -> frozenset[str]:
    """Returns the selections of a move in which something else could have been chosen."""
    asked: set[str] = set()
    chosen = {name: thing for choice in move.choices for name, thing in choice.values}
    declined = {choice.name: choice.is_declined for choice in move.choices}
    wanted = {name: dict(list_chosen_things(move, name)) for name in chosen}

    def answer(step: Step) -> int:
        asked.add(step.name)
        if step.kind in SEVERAL:
            value = value_for(step, wanted.get(step.name, {}))
        elif step.kind == "menu":
            value = next((option.value for option in step.options if option.text in declined), None)
        elif step.kind == "gate":
            value = next(option.value for option in step.options if option.thing is not declined.get(step.name, True))
        else:
            value = next((option.value for option in step.options if option.thing == chosen.get(step.name)), None)
        return step.options[0].value if value is None else value

    engine.walk(state, seat, answer)
    return frozenset(asked)


def things_forced_before(
    engine: Engine[State], state: State, seat: int, values: Sequence[int], step: Step
) -> list[Thing]:
    """Returns the pieces, players and places that a move contains before a step although nobody was asked for them, because nothing else could be chosen. Before a
    menu, whose question says nothing of them, also those that were chosen."""
    found: list[dict[str, Thing]] = []
    actions = {option.text for option in step.options}
    for index in (0, -1):
        asked: set[str] = set()
        rest = iter(values)

        def answer(one: Step, index: int = index, asked: set[str] = asked, rest: Iterator[int] = rest) -> int:
            asked.add(one.name)
            return next(rest, one.options[index].value)

        move = engine.walk(state, seat, answer)
        made = takewhile(lambda one: step.kind != "menu" or one.name not in actions, move.choices)
        chosen = [(name, thing) for choice in made for name, thing in choice.values]
        names = [name for name, _ in chosen]
        ahead = chosen[: names.index(step.name)] if step.name in names else chosen if step.kind == "menu" else []
        found.append({name: thing for name, thing in ahead if name not in asked or step.kind == "menu"})
    first, last = found
    return [thing for name, thing in first.items() if last.get(name) == thing and _is_told(engine.game, thing)]


def _is_told(game: Game, thing: Thing) -> bool:
    """Whether somebody has to know that a thing was chosen: a piece, a player, or a place such as a tavern in which pieces lie."""
    if isinstance(thing, Word):
        kinds = {of.type for zone in game.zones for of in zone.dimensions}
        return any(isinstance(of, types.Enum) and game.enums[of.id].name == thing.of for of in kinds)
    return isinstance(thing, Piece | Kind | Place | Seat)


def find_forced_actions(engine: Engine[State], state: State, seat: int, values: Sequence[int], step: Step) -> list[str]:
    """Returns the actions to which a step belongs and that nobody chose, because their menus offered nothing else."""
    asked: set[str] = {step.decision}
    rest = iter(values)

    def answer(one: Step) -> int:
        value = next(rest, one.options[0].value)
        asked.add(one.name)
        asked.update(option.text for option in one.options if option.value == value)
        return value

    move = engine.walk(state, seat, answer)
    at = next((at for at, choice in enumerate(move.choices) if step.name in dict(choice.values)), -1)
    names = [choice.name for choice in move.choices[: at + 1] if not choice.is_declined]
    return [name for name in names if name not in asked]


def is_every_pair(found: Sequence[Path]) -> bool:
    """Whether moves consist of a first thing and of what follows, and everything can follow each of several first things: two short questions say as much as
    a list of all pairs."""
    followed: dict[int, list[tuple[str, ...]]] = {}
    for path in found:
        if len(path.steps) < 2 or any(step.kind != "one" for step, _ in path.steps):
            return False
        (_, first), *rest = path.steps
        followed.setdefault(first.value, []).append(tuple(option.text for _, option in rest))
    several = list(followed.values())
    return len(several) >= _MANY <= len(several[0]) and all(one == several[0] for one in several)


def leads_to_one_action(found: Sequence[Path]) -> bool:
    """Whether an optional menu has only one action left, which asks a question of its own: all moves but a pass are of this action."""
    done = [path for path in found if not all(choice.is_declined for choice in path.move.choices)]
    begun = [path.steps[:2] for path in done]
    if not begun or not all(len(steps) == 2 and steps[0][0].kind == "gate" and steps[1][0].ask for steps in begun):
        return False
    actions = {path.move.choices[0].name for path in done}
    return len(actions) == 1 and begun[0][0][0].decision not in actions


def find_questions_behind(found: Sequence[Path]) -> list[str]:
    """Returns the questions that the rules ask in selections that all complete moves make (apart from moves that decline everything), although only one
    thing can be chosen in each selection."""
    made = [[choice.name for choice in path.move.choices if not choice.is_declined] for path in found]
    done = [names for names in made if names]
    questions = found[0].steps[0][0].questions if found[0].steps else ()
    return list(dict.fromkeys(ask for name, ask in questions if done and all(name in names for names in done)))


def list_forced_choices(path: Path, asked: Set[str]) -> Iterator[tuple[str, Thing]]:
    """Yields the forced choices of a complete move, in selections for which other moves are asked."""
    own = list_asked_selections([path])
    for choice in path.move.choices:
        yield from ((name, thing) for name, thing in choice.values if name in asked and name not in own)


def list_asked_selections(found: Sequence[Path]) -> set[str]:
    """Returns the selections that any of some complete moves asks for."""
    return {step.name for path in found for step, _ in path.steps}


def is_answered(path: Path, question: str, selections: Set[str]) -> bool:
    """Whether a complete move answers a question of some selections, also where only one thing could be chosen. If the rules ask it, the move is of an action that
    asks it: selections of several actions may have the same name."""
    askers = {name for step, _ in path.steps for name, ask in step.questions if ask == question}
    made = {*list_asked_selections([path]), *list_names_in(path.move)}
    return not made.isdisjoint(selections) and (not askers or not made.isdisjoint(askers))


def list_names_in(move: Move) -> Iterator[str]:
    """Yields the names of the actions and selections of a move, in order."""
    for choice in move.choices:
        yield choice.name
        yield from (name for name, _ in choice.values)


# ---------------------------------------------------------------- several at once


@frozen
class Several:
    """A selection of several things: its candidates with the number of each that can be chosen, and how many things a choice has at least and at most."""

    candidates: tuple[tuple[Thing, int], ...]
    fewest: int
    most: int


def several(engine: Engine[State], state: State, seat: int, values: Sequence[int], step: Step) -> Several:
    """Returns the selection to which a step belongs. It is found by two moves: one takes as few things as possible, the other as many as possible."""
    found: dict[Thing, int] = {}
    sizes: list[int] = []
    for index in (0, -1):
        taken: list[Step] = []
        rest = iter(values)

        def answer(open_step: Step, index: int = index, taken: list[Step] = taken, rest: Iterator[int] = rest) -> int:
            for value in rest:
                return value
            if is_of(open_step, step):
                taken.append(open_step)
                return open_step.options[index].value
            return open_step.options[0].value

        move = engine.walk(state, seat, answer)
        for one in taken:
            for thing, number in offers_of(one):
                found[thing] = max(found.get(thing, 0), number)
        chosen = list(list_chosen_things(move, step.name))
        for thing, number in chosen:
            found[thing] = max(found.get(thing, 0), number)
        sizes.append(sum(number for _, number in chosen))
    return Several(tuple(found.items()), min(sizes), max(sizes))


def is_of(step: Step, other: Step) -> bool:
    """Whether two steps belong to one selection of several things."""
    return step.kind in SEVERAL and (step.decision, step.name, step.kind) == (other.decision, other.name, other.kind)


def offers_of(step: Step) -> Iterator[tuple[Thing, int]]:
    """Yields the things that can be chosen in a step, each with its greatest number."""
    if step.kind == "group":
        yield from ((option.thing, 1) for option in step.options if option.thing is not None)
    else:
        numbers = [int(option.thing) for option in step.options if isinstance(option.thing, int)]
        yield step.topic, max(numbers, default=1)


def list_chosen_things(move: Move, selection: str) -> Iterator[tuple[Thing, int]]:
    """Yields the things that a move chooses in a selection, each with its number."""
    for choice in move.choices:
        for name, thing in choice.values:
            if name != selection:
                continue
            match thing:
                case Counted(entries):
                    yield from entries
                case tuple():
                    yield from ((one, 1) for one in thing)
                case _:
                    pass


def value_for(step: Step, wanted: dict[Thing, int]) -> int | None:
    """Returns the answer to a step that takes some of the wanted things, and removes these from `wanted`; None if the step offers none of them."""
    if step.kind == "group":
        for option in step.options:
            if option.thing is not None and wanted.get(option.thing, 0) > 0:
                wanted[option.thing] -= 1
                return option.value
        return next((option.value for option in step.options if option.thing is None), None)
    number = wanted.get(step.topic, 0)
    take = min(number, 1) if step.kind == "member" else number
    taken = next((one for one in step.options if one.thing == take), None)
    if taken is None:
        return None
    wanted[step.topic] = number - take
    return taken.value


def kind_of(thing: Thing) -> int | None:
    """Returns the number of a thing's kind; None for things that are no pieces."""
    return thing.kind.number if isinstance(thing, Piece) else None
