"""Replays: a match as data, enough to play it again move by move and to notice any difference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, get_args, get_origin

from gamedsl.errors import GameDslError
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl.graph.serial import digest
from gamedsl.json import Json
from gamedsl.values import frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Engine, Move, Outcome, Refusal, S
from gamedsl_interpreter.serial import require_type

if TYPE_CHECKING:
    from cattrs import Converter

FORMAT = 1
"""Number of the JSON form; it grows when a replay written earlier could no longer be read."""


@frozen
class ReplayMove:
    """A move by the name of its seat and its text."""

    seat: str
    move: str


@frozen
class OpenSteps:
    """Steps that a seat, given by name, has taken in an open decision."""

    seat: str
    steps: tuple[int, ...]


@frozen
class SeatedPerson:
    """Who sits at a seat, as a page calls them: `who` is `person`, or how the computer plays there."""

    name: str
    who: str


@frozen
class Replay:
    """A match of `game` with these options, seats (the `players` persons first, then scripted ones) and seed. `digest` names the compiled rules; `rules` is
    the file they came from, as the user called it, and `added` are the additions to it, as lines (`variant gossip`, `set points[7]=26`). `outcome` is
    None for a match that was not played to the end, `start` for one that began with the set-up."""

    game: str
    rules: str
    players: int
    options: dict[str, str]
    variants: tuple[str, ...]
    seats: tuple[str, ...]
    digest: str
    seed: int
    index: int
    moves: tuple[ReplayMove, ...]
    outcome: Outcome | None
    start: str | None = None
    open: tuple[OpenSteps, ...] = ()
    """The steps already taken in open decisions, in a match that was not played to the end."""
    added: tuple[str, ...] = ()
    version: int | None = None
    """How often the match was changed, if it is another number than that of its moves and open steps: see `gamedsl.Match.version`."""
    taken_back: tuple[int, ...] = ()
    """How often something was taken back that a seat had seen, by seat; the last number is that of spectators. Empty if nothing was."""
    people: tuple[SeatedPerson, ...] = ()
    """Who sits where, in a match that a page has saved. The match itself does not depend on it."""


class ReplayError(GameDslError, ValueError):
    """This is no replay, or its format is no longer supported; the text gives the reason in one sentence."""


class DivergedError(GameDslError, ValueError):
    """The match comes out differently from the replay; `number` counts the moves before that point."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__(text)
        self.number = number


def replay_of(
    game: Game,
    rules: str,
    seed: int,
    index: int,
    moves: tuple[tuple[SeatId, str], ...],
    outcome: Outcome | None,
    start: str | None = None,
    added: tuple[str, ...] = (),
) -> Replay:
    """Makes the replay of a match of this game; `moves` as (seat, text), `added` names the changes on top of the rules."""
    return Replay(
        game=game.name,
        rules=rules,
        players=game.humans,
        options=dict(game.options),
        variants=game.variants,
        seats=game.seats,
        digest=digest(game),
        seed=seed,
        index=index,
        moves=tuple(ReplayMove(game.seats[seat], text) for seat, text in moves),
        outcome=outcome,
        start=start,
        added=added,
    )


def verify_replay(engine: Engine[S], record: Replay) -> S:
    """Plays the match again and returns its last position. Raises DivergedError if anything differs from the replay, Fault, ArgumentError."""
    _check_arguments(engine, record)
    state = _first_stop(engine, record)
    for _, after in positions(engine, record):
        state = after
    outcome = engine.outcome(state)
    if record.outcome is not None and outcome != record.outcome:
        raise DivergedError(len(record.moves), "the match ends with another outcome than the one written down")
    return state


def positions(engine: Engine[S], record: Replay) -> Iterator[tuple[ReplayMove, S]]:
    """Yields each move with the position after it. Raises DivergedError where a move is not possible, Fault, ArgumentError."""
    return ((played, after) for played, _, after in moves_of(engine, record))


def moves_of(engine: Engine[S], record: Replay) -> Iterator[tuple[ReplayMove, Move, S]]:
    """Yields each move in its written form and as a move of the engine, with the position after it. Raises what `positions` raises."""
    _check_arguments(engine, record)
    seats = {name: SeatId(number) for number, name in enumerate(engine.game.seats)}
    if record.seats != engine.game.seats:
        raise DivergedError(
            0, f"the replay is for {', '.join(record.seats)}, the game has {', '.join(engine.game.seats)}"
        )
    state = _first_stop(engine, record)
    for number, played in enumerate(record.moves):
        if state.is_over:
            raise DivergedError(number, f"the match is over before move {number + 1}")
        seat = seats.get(played.seat)
        if seat is None:
            raise DivergedError(number, f"move {number + 1}: nobody is called {played.seat}")
        move = engine.parse_move(state, seat, played.move)
        if isinstance(move, Refusal):
            raise DivergedError(number, f"move {number + 1}, {played.seat} plays {played.move}: {move.text}")
        state = engine.play(state, seat, move)
        yield played, move, state


def _first_stop(engine: Engine[S], record: Replay) -> S:
    """Returns the first stop of the match. Raises DivergedError for a start that the rules no longer have."""
    return engine.initial(record.seed, record.index, start_of_replay(engine, record))


def start_of_replay(engine: Engine[S], record: Replay) -> str | None:
    """Returns the start from which the match begins. Raises DivergedError if the rules no longer have it."""
    if record.start is not None and all(start.name != record.start for start in engine.game.starts):
        raise DivergedError(0, f"the replay begins from `{record.start}`, a start that the rules do not have")
    return record.start


def _check_arguments(engine: object, record: object) -> None:
    arguments.engine(engine)
    arguments.require("record", record, Replay, "`replay_from_json` makes one out of a text")


def to_json(record: Replay) -> str:
    """Writes the replay as JSON that people can read: indented, keys in the order of the class, a line break at the end."""
    data = {"format": f"gamedsl replay {FORMAT}", **_converter().unstructure(record)}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def from_json(text: str) -> Replay:
    """Reads a replay that `to_json` wrote. Raises ReplayError, ArgumentError."""
    from cattrs import BaseValidationError

    arguments.text("text", text)
    try:
        data: Json = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"this is no JSON: {error}") from error
    if not isinstance(data, dict) or "format" not in data:
        raise ReplayError("this is no replay: it says no format")
    if data["format"] != f"gamedsl replay {FORMAT}":
        raise ReplayError(f"this is not a replay of format {FORMAT}: it says {data['format']!r}")
    try:
        return _converter().structure({key: value for key, value in data.items() if key != "format"}, Replay)
    except (BaseValidationError, TypeError, ValueError, KeyError, AttributeError) as error:
        raise ReplayError("this replay is damaged: a part is missing or of the wrong form") from error


def _list(data: Json, form: object) -> object:
    if not isinstance(data, list):
        raise ValueError(f"{data!r} is not a list")
    (item, *_) = get_args(form)
    return tuple(_converter().structure(part, item) for part in data)


def _is_list(form: object) -> bool:
    return get_origin(form) is tuple and get_args(form)[-1:] == (...,)


def _fraction(data: object, _: type) -> Fraction:
    return Fraction(str(data))


@cache
def _converter() -> Converter:
    from cattrs import Converter
    from cattrs.gen import make_dict_unstructure_fn, override

    converter = Converter(forbid_extra_keys=True)
    converter.register_unstructure_hook(Fraction, str)
    converter.register_structure_hook(Fraction, _fraction)
    converter.register_structure_hook_func(_is_list, _list)
    for form in (str, int):
        converter.register_structure_hook(form, require_type)
    late = override(omit_if_default=True)
    converter.register_unstructure_hook(Outcome, make_dict_unstructure_fn(Outcome, converter, won=late))
    as_before = make_dict_unstructure_fn(
        Replay, converter, start=late, added=late, open=late, version=late, taken_back=late, people=late
    )
    converter.register_unstructure_hook(Replay, as_before)
    return converter
