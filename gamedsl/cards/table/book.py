"""Puts pictures into a rulebook: the table as play begins, and the positions of worked examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.cards.boards import Grounds
from gamedsl.cards.chosen_colours import colours_of_seats
from gamedsl.cards.drawing.usual_ruler import UsualRuler
from gamedsl.cards.faces import Looks
from gamedsl.cards.own_files import OwnFiles
from gamedsl.cards.table.boards import Pointed
from gamedsl.cards.table.icons import icons
from gamedsl.cards.table.markup import illustration
from gamedsl.cards.table.picture import picture
from gamedsl.cards.table.places import part_of
from gamedsl.cards.table.position import Places, Position, position_of
from gamedsl.cards.table.scene import Words
from gamedsl.graph.model import types
from gamedsl.graph.model.example_lines import Cannot, ExampleSpec, GivenField, GivenZone, Plays
from gamedsl.graph.model.expressions import Const
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.statements import Roll
from gamedsl.json import JsonObject
from gamedsl.page.colours import css
from gamedsl.rulebook.labels import labels_in
from gamedsl.rulebook.model import (
    Block,
    Book,
    Drawing,
    Illustration,
    Paragraph,
    Section,
    Table,
    capital,
    plain,
    readable,
    sections_in_order,
)
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.values import evolve
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.random import Dice, chance
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.worked_examples.running import position_with_givens

_SEEDS = (1, 2)
"""The matches whose beginnings are compared: if they differ, chance has a part in them."""


def table_picture(game: Game, look: JsonObject, grounds: Grounds, own: OwnFiles) -> Illustration | None:
    """Returns a picture of the table after the set-up; None if the rules cause a fault before, or if nothing lies there."""
    engine = ReferenceEngine(game)
    try:
        state, caption = table_after_set_up(engine, look)
        worn = _look_with_colours(engine, state, look)
        block = picture(game, worn, grounds, UsualRuler(), position_of(engine, state))
    except Fault:
        return None
    # A picture of a board is readable in small size, as in an example; pictures of pieces on the table are not.
    found = illustration(block, caption, own.pictures, least=_SMALLER if game.zones else _SMALLEST)
    return evolve(found, is_alone=True) if block.marks else None


def _look_with_colours(engine: ReferenceEngine, state: ReferenceState, look: JsonObject) -> JsonObject:
    """Returns a look in which the seats have the colours that players have chosen, if all have chosen one."""
    game, values = engine.game, dict(engine.view(state, None).fields)
    chosen = colours_of_seats(game, look, values)
    if len(chosen) < game.humans:
        return look
    return {**look, "seats": {"colors": [css(chosen[seat]) for seat in range(game.humans)]}}


def table_after_set_up(engine: ReferenceEngine, look: JsonObject) -> tuple[ReferenceState, str]:
    """Returns the position at the first choice after the set-up, and the caption of its picture. Raises Fault."""
    game, states = engine.game, [_after_set_up(engine, seed) for seed in _SEEDS]
    first, other = (position_of(engine, state) for state in states)
    people = "one player" if game.humans == 1 else f"{game.humans} players"
    chance = "" if first == other else " Where chance or players decide, yours will look different."
    return states[0], f"The table {_moment(engine, states[0], look)}, with {people}.{chance}"


def _after_set_up(engine: ReferenceEngine, seed: int) -> ReferenceState:
    """Returns the position after the set-up; choices in it take the first option. Cards are dealt, but it stops before a die is rolled: a roll begins a
    turn, and many turns may pass before the first choice."""
    dice, state, moves = Dice(chance(seed)), engine.initial(None), 0
    while not _is_rolled_in_play(engine, state):
        if engine.chance_count(state):
            state = engine.play_chance(state, engine.sample(state, dice))
        elif moves < _MOST_MOVES and engine.view(state, None).phase == _SET_UP and (seats := engine.to_act(state)):
            state = engine.play(state, seats[0], engine.walk(state, seats[0], lambda step: step.options[0].value))
            moves += 1
        else:
            break
    return state


def _is_rolled_in_play(engine: ReferenceEngine, state: ReferenceState) -> bool:
    match engine.game.nodes[state.node]:
        case ChanceNode(event=Roll()):
            return engine.view(state, None).phase != _SET_UP
        case _:
            return False


_SET_UP = "setup"
_MOST_MOVES = 100
"""The choices of a set-up that are made for a picture; what is open then is seen as it is."""


def _moment(engine: ReferenceEngine, state: ReferenceState, look: JsonObject) -> str:
    """Names what is over at the moment of a picture: the set-up, and parts of the first round in which nobody chooses."""
    phase = engine.view(state, None).phase
    if phase == _SET_UP:
        return "during the set-up"
    phases = [one.name for one in engine.game.about.sentences if one.of == "phase"]
    done = phases[: phases.index(phase)] if phase in phases else []
    if not done:
        return "after the set-up"
    labels = labels_in(look).names
    parts = [f"“{capital(labels.get(readable(one), readable(one)))}”" for one in done]
    return f"in the first round, after {join_items(parts, 'and')}"


def example_picture(
    host: ReferenceHost, spec: ExampleSpec, look: JsonObject, grounds: Grounds, own: OwnFiles
) -> Illustration | None:
    """Returns a picture of the position of an example; None if it has none. It shows the openly lying things that the example mentions, and their boards."""
    state = position_in_example(host, spec)
    if state is None:
        return None
    game, places = host.game, Places(host.game)
    zones, fields, boards = parts_in_example(game, spec)
    whole = position_of(host.engine, state, zones, fields)
    shown = Position(
        {i: one for i, one in whole.zones.items() if i in zones or places.of_zone(i) in boards},
        {
            i: one
            for i, one in whole.fields.items()
            if i in fields or places.of_field(i) in boards or places.in_field(i, one) in boards
        },
    )
    every = tuple(dict.fromkeys(_places_pointed_at(game, spec)))
    pointed = tuple(one for one in every if not one.is_refused or evolve(one, is_refused=False) not in every)
    pointed = pointed if len(pointed) <= _MOST_RINGS else ()
    block = picture(game, look, grounds, UsualRuler(), shown, boards, pointed)
    scale = min(1.0, max(_least(game), _HIGH / block.height)) if block.height else 1.0
    caption = _caption(spec, Words(game, Looks(game, look)), [one for one in pointed if one.board in boards])
    return illustration(block, caption, own.pictures, scale, _SMALLER) if block.marks else None


def _least(game: Game) -> float:
    """Returns the smallest readable scale of a picture of an example. Names of lines are small, names of places are larger."""
    return _WITH_NAMES if any(shape.edges is not None and shape.ends for shape in game.about.shapes) else _SMALLEST


_WITH_NAMES, _SMALLEST, _HIGH = 0.7, 0.55, 70.0
"""How much smaller than the table after the set-up a picture of an example may be, and the height in millimetres that it should not pass."""
_SMALLER = 0.75
"""How much smaller a picture may become where a page has little room."""


_MOST_RINGS = 6
"""The most places that rings and crosses mark; more of them only hide the board."""


def _caption(spec: ExampleSpec, words: Words, pointed: Sequence[Pointed]) -> str:
    """Names the seats whose choices have rings, and the seats whose refused choices have crosses; without rings and crosses, the seat that chooses next.
    Empty if nobody chooses."""
    choosing, refused = (
        [*dict.fromkeys(words.seat(one.seat) for one in pointed if one.is_refused is is_refused)]
        for is_refused in (False, True)
    )
    said: list[str] = []
    if choosing:
        said.append(f"Ring: what {join_items(choosing, 'and')} {'choose' if len(choosing) > 1 else 'chooses'}.")
    if refused:
        who = join_items(refused, "and")
        said.append("Cross: what may not be chosen." if refused == choosing else f"Cross: what {who} may not choose.")
    if said:
        return " ".join(said)
    return next(
        (f"Before {words.seat(line.seat)} chooses." for line in spec.lines if isinstance(line, Plays | Cannot)), ""
    )


def _places_pointed_at(game: Game, spec: ExampleSpec) -> Iterator[Pointed]:
    """Yields the places and routes that somebody chooses in an example, or may not choose."""
    for line in spec.lines:
        if isinstance(line, Plays | Cannot):
            for _, value in (arg for part in line.parts for arg in part.args):
                match value:
                    case Const(value=int() as at, type=types.Position(of)) if at >= 0:
                        board, place = part_of(game, of, at)
                        yield Pointed(line.seat, board, place, None, isinstance(line, Cannot))
                    case Const(value=int() as at, type=types.Enum(of)):
                        board = next((i for i, one in enumerate(game.about.shapes) if one.ends and one.edges == of), -1)
                        if board >= 0:
                            yield Pointed(line.seat, board, None, at, isinstance(line, Cannot))
                    case _:
                        pass


def position_in_example(host: ReferenceHost, spec: ExampleSpec) -> ReferenceState | None:
    """Returns the position of an example; None if it has none, or if the rules cause a fault before."""
    try:
        return position_with_givens(host, spec)
    except Fault:
        return None


def parts_in_example(game: Game, spec: ExampleSpec) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """Returns the zones and the fields whose content an example tells, and the boards to which they belong."""
    zones = frozenset(one.zone for one in spec.given if isinstance(one, GivenZone))
    fields = frozenset(game.fields[one.field].base + one.instance for one in spec.given if isinstance(one, GivenField))
    places = Places(game)
    values = {
        game.fields[one.field].base + one.instance: one.value for one in spec.given if isinstance(one, GivenField)
    }
    standing = (places.in_field(number, value) for number, value in values.items())
    found = (*map(places.of_zone, zones), *map(places.of_field, fields), *standing)
    boards = (board for board in found if board is not None)
    return zones, fields, frozenset(boards)


def icons_section(game: Game, look: JsonObject, own: OwnFiles) -> Section | None:
    """Returns a section with the symbols of a game, a picture for each group of them; None if it has none besides the colours of its players."""
    groups = [illustration(block, "", own.pictures) for block in icons(game, look, UsualRuler())]
    return Section("Icons", tuple(groups)) if groups else None


def with_pictures(
    book: Book,
    table: Illustration | None,
    icons: Section | None,
    examples: Mapping[str, Illustration],
    boards: Sequence[str] = (),
) -> Book:
    """Returns a book with pictures where they belong. The numbers of sections do not change. A picture of an example replaces texts about the places of
    `boards`."""
    sections = list(book.sections)
    if table is not None:
        sections = [evolve(one, blocks=(*one.blocks, table)) if one.title == "Set-up" else one for one in sections]
    if icons is not None:
        at = next((i for i, one in enumerate(sections) if one.title in _WITH_ICONS), None)
        if at is not None:
            sections[at] = evolve(sections[at], parts=(*sections[at].parts, icons))
    return evolve(book, sections=tuple(_with_examples(one, examples, boards) for one in sections))


def examples_with_positions(book: Book) -> frozenset[str]:
    """Returns the names of the examples whose position a book describes."""
    found = (
        key.name
        for place in sections_in_order(book.sections)
        for key in place.section.tells
        if key.sort == "example" and any(_is_position(block) for block in place.section.blocks)
    )
    return frozenset(found)


def _is_position(block: Block) -> bool:
    return isinstance(block, Drawing) or (isinstance(block, Table | Paragraph) and block.is_position)


_WITH_ICONS = ("What is in the box", "Words of the game", "On the table")


def _with_examples(section: Section, examples: Mapping[str, Illustration], boards: Sequence[str]) -> Section:
    found = next((examples[key.name] for key in section.tells if key.sort == "example" and key.name in examples), None)
    parts = tuple(_with_examples(part, examples, boards) for part in section.parts)
    blocks = section.blocks if found is None else _in_place(section.blocks, found, boards)
    return evolve(section, blocks=blocks, parts=parts)


def _in_place(blocks: Sequence[Block], found: Illustration, boards: Sequence[str]) -> tuple[Block, ...]:
    """Replaces drawings of boards and rows about their places by a picture; if there are none, puts the picture after the sentences that open the position."""
    others = [rest for one in blocks if not isinstance(one, Drawing) for rest in _without_places(one, boards)]
    at = next((i for i, one in enumerate(others) if not isinstance(one, Paragraph) or one.is_position), len(others))
    at += at < len(others) and isinstance(others[at], Paragraph)
    return (*others[:at], found, *others[at:])


def _without_places(block: Block, boards: Sequence[str]) -> Iterator[Block]:
    """Yields a table of a position without the rows on places of boards."""
    if not isinstance(block, Table) or not block.is_position:
        yield block
        return
    rows = tuple(row for row in block.rows if not any(f" of {readable(one)} " in f"{plain(row[0])} " for one in boards))
    if rows:
        yield evolve(block, rows=rows)
