"""Describes worked examples and starts: the position as a drawing and a table, then the events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from gamedsl.rulebook.data import picture_cells
from gamedsl.rulebook.model import Block, Drawing, Paragraph, Step, Steps, Table, named, plain
from gamedsl.rulebook.names import lines_of, story_name
from gamedsl.rulebook.sentences.choices import call_text, quote
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.selections import conjuncts
from gamedsl.rulebook.sentences.shapes import listed
from gamedsl.rulebook.sentences.statements import verdict_text
from gamedsl.semantics.model.merged import literal_text
from gamedsl.syntax.tree import data, example_lines, formulas
from gamedsl.syntax.tree.node import Ident, Node
from gamedsl.values import frozen


def example_blocks(say: Formulas, example: example_lines.Example) -> Iterator[Block]:
    """Describes an example, without its sentence."""
    if example.of is not None:
        has_more = any(
            isinstance(line, example_lines.ExampleGiven | example_lines.ExamplePlayers) for line in example.lines
        )
        of = named(story_name(say.names, example.of.text))
        yield Paragraph(f"The position is that of {of}{', except for this:' if has_more else '.'}")
    yield from _opening(
        say,
        [
            line
            for line in example.lines
            if isinstance(line, example_lines.ExamplePlayers | example_lines.ExampleWith | example_lines.ExampleFrom)
        ],
    )
    given = [one for line in example.lines if isinstance(line, example_lines.ExampleGiven) for one in line.lines]
    yield from _position(say, given)
    steps = tuple(_steps(say, example.lines))
    if steps:
        yield Steps(steps, is_ordered=True)


def is_about_data(example: example_lines.Example) -> bool:
    """Whether an example only looks at the beginning or at numbers of the rules, without a position or a move of its own: a check for authors."""
    return example.of is None and not any(
        isinstance(line, _HAPPENING | example_lines.ExampleGiven | example_lines.ExampleFrom) for line in example.lines
    )


_HAPPENING = (
    example_lines.ExampleRun
    | example_lines.ExampleRoll
    | example_lines.ExampleDraw
    | example_lines.ExamplePlays
    | example_lines.ExampleDeclines
    | example_lines.ExampleCannot
    | example_lines.ExampleOptions
)


def start_blocks(say: Formulas, start: example_lines.StartPosition) -> Iterator[Block]:
    """Describes a start, without its sentence."""
    yield from _opening(
        say,
        [line for line in start.lines if isinstance(line, example_lines.ExamplePlayers | example_lines.ExampleWith)],
    )
    yield from _position(
        say,
        [
            line
            for line in start.lines
            if isinstance(line, example_lines.GivenZone | example_lines.GivenValue | example_lines.GivenPicture)
        ],
    )
    yield from (
        Paragraph(f"Play goes on with {_run(say, line)}.")
        for line in start.lines
        if isinstance(line, example_lines.ExampleRun)
    )


def _opening(
    say: Formulas, lines: Sequence[example_lines.ExamplePlayers | example_lines.ExampleWith | example_lines.ExampleFrom]
) -> Iterator[Block]:
    said: list[str] = []
    for line in lines:
        match line:
            case example_lines.ExamplePlayers(names):
                said.append(f"The players are {listed([named(name.text) for name in names])}.")
            case example_lines.ExampleWith(options):
                said.append(
                    f"With {listed([f'{named(name.text)}: {named(literal_text(value))}' for name, value in options])}."
                )
            case example_lines.ExampleFrom(name):
                said.append(f"The position is the start {named(story_name(say.names, name.text))}.")
    if said:
        yield Paragraph(" ".join(said))


# ---------------------------------------------------------------- positions


def _position(say: Formulas, given: Sequence[example_lines.Given]) -> Iterator[Block]:
    """Describes a position: boards as drawings, the rest as a table."""
    pictures = [one for one in given if isinstance(one, example_lines.GivenPicture)]
    for board in dict.fromkeys(_board(one) for one in pictures):
        yield _picture(say, board, [one for one in pictures if _board(one) == board])
    cells = [cell for one in given if (cell := _on_grid(say, one)) is not None]
    drawn = {board for board in dict.fromkeys(cell.board for cell in cells) if _fits(board, cells)}
    for board in dict.fromkeys(cell.board for cell in cells if cell.board in drawn):
        yield _drawing(say, board, cells)
    rows = [row for one in given if (row := _row(say, one, drawn)) is not None]
    if rows:
        yield Table(("before", "is"), tuple(rows), is_position=True)


def _board(given: example_lines.GivenPicture) -> str:
    of = given.layer.of if isinstance(given.layer, formulas.Attribute) else given.layer
    return of.id if isinstance(of, formulas.Name) else ""


def _picture(say: Formulas, board: str, layers: Sequence[example_lines.GivenPicture]) -> Drawing:
    """Joins the pictures of one board into one drawing."""
    grid = say.names.grids.get(board)
    rows, *others = [picture_cells(layer.rows) for layer in layers]
    for more in others:
        rows = tuple(
            tuple(f"{cell} {other}".strip() for cell, other in zip_longest(row, added, fillvalue=""))
            for row, added in zip_longest(rows, more, fillvalue=())
        )
    caption = " and ".join(say.value(layer.layer) for layer in layers)
    return Drawing(caption, rows, grid is not None and grid.hex, lines_of(grid))


@frozen
class _Cell:
    """The content of a place of a board in one of its zones or fields, `layer`."""

    board: str
    layer: str
    row: int
    column: int
    text: str


def _on_grid(say: Formulas, given: example_lines.Given) -> _Cell | None:
    """Returns the content of a place on a grid, given a line such as `space[1, 2].pirate: Beth`; None for other lines."""
    match given:
        case example_lines.GivenZone(target) | example_lines.GivenValue(target):
            pass
        case _:
            return None
    match target:
        case formulas.Attribute(formulas.Index(formulas.Name(board), (down, along)), layer):
            grid, row, column = say.names.grids.get(board), _number(down), _number(along)
            if grid is None or row is None or column is None or not _has_place(grid, row, column):
                return None
            return _Cell(board, layer.text, row, column, plain(_content(say, given)))
        case _:
            return None


def _number(node: Node) -> int | None:
    match node:
        case formulas.Number(value):
            return value
        case formulas.Unary("-", formulas.Number(value)):
            return -value
        case _:
            return None


def _has_place(grid: data.Grid | data.GrowingGrid, row: int, column: int) -> bool:
    return isinstance(grid, data.GrowingGrid) or (
        row in range(1, grid.rows + 1) and column in range(1, grid.columns + 1)
    )


def _texts_by_place(board: str, cells: Sequence[_Cell]) -> dict[tuple[int, int], str]:
    """Returns the texts for the places of a board."""
    laid: dict[tuple[int, int], str] = {}
    for cell in cells:
        if cell.board == board:
            at = cell.row, cell.column
            laid[at] = f"{laid.get(at, '')} {cell.text}".strip()
    return laid


def _fits(board: str, cells: Sequence[_Cell]) -> bool:
    """Whether the texts of all places are short enough for the drawing."""
    return all(len(text) <= _WIDEST for text in _texts_by_place(board, cells).values())


_WIDEST = 14


def _drawing(say: Formulas, board: str, cells: Sequence[_Cell]) -> Drawing:
    grid, laid = say.names.grids[board], _texts_by_place(board, cells)
    down, along = _shown(grid, laid)
    rows = tuple(tuple(laid.get((row, column), "") for column in along) for row in down)
    layers = dict.fromkeys(cell.layer for cell in cells if cell.board == board)
    return Drawing(f"{listed([named(layer) for layer in layers])} of {named(board)}", rows, grid.hex, lines_of(grid))


def _shown(grid: data.Grid | data.GrowingGrid, laid: Iterable[tuple[int, int]]) -> tuple[range, range]:
    """Returns the rows and columns that a drawing shows: all of them, or those around what lies on a board without an edge."""
    if isinstance(grid, data.Grid):
        return range(1, grid.rows + 1), range(1, grid.columns + 1)
    rows, columns = ([place[i] for place in laid] for i in (0, 1))
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


def _row(say: Formulas, given: example_lines.Given, drawn: set[str]) -> tuple[str, str] | None:
    if isinstance(given, example_lines.GivenPicture):
        return None
    cell = _on_grid(say, given)
    if cell is not None and cell.board in drawn:
        return None
    target = given.zone if isinstance(given, example_lines.GivenZone) else given.place
    return say.value(target), _content(say, given)


def _content(say: Formulas, given: example_lines.Given) -> str:
    match given:
        case example_lines.GivenZone(content=content):
            return ", ".join(_piece(say, piece) for piece in content)
        case example_lines.GivenValue(value=value):
            return say.value(value)
        case example_lines.GivenPicture():
            return ""


def _piece(say: Formulas, piece: formulas.Expr | example_lines.FreeContent) -> str:
    if isinstance(piece, example_lines.FreeContent):
        return f"any {say.value(piece.number)} of {say.value(piece.zone)}"
    return say.value(piece)


# ---------------------------------------------------------------- events


def _steps(say: Formulas, lines: Sequence[example_lines.ExampleLine]) -> Iterator[Step]:
    for line in lines:
        match line:
            case (
                example_lines.ExamplePlayers()
                | example_lines.ExampleWith()
                | example_lines.ExampleFrom()
                | example_lines.ExampleGiven()
            ):
                continue
            case example_lines.ExampleRun():
                yield Step(f"Now {_run_text(say, line)}.")
            case example_lines.ExampleRoll(name, value):
                yield Step(f"Chance gives {named(name.text)}: {say.value(value)}.")
            case example_lines.ExampleDraw(pieces, source):
                what = listed([say.value(piece) for piece in pieces])
                yield Step(f"Drawn from {say.value(source)}: {what}.")
            case example_lines.ExamplePlays(who, moves):
                yield Step(f"{say.value(who)} plays {_moves(say, moves)}.")
            case example_lines.ExampleDeclines(who, name):
                yield Step(f"{say.value(who)} declines {named(name.text)}.")
            case example_lines.ExampleCannot(who, moves, because):
                yield Step(f"{say.value(who)} may not {_not_allowed(say, moves)}.{_reason(say, moves, because)}")
            case example_lines.ExampleOptions(who, chosen, values):
                what = listed([say.part(value) for value in values], "or")
                yield Step(f"For {named(chosen.text)}, {say.value(who)} may choose only {what}.")
            case example_lines.ExampleThen(fact, as_before):
                then = "As before: " if as_before else "Then "
                yield Step(f"{then}{'; '.join(say.test(part) for part in conjuncts(fact))}.")
            case example_lines.ExampleSees(who, place, is_seen):
                verb = "sees" if is_seen else "does not see"
                yield Step(f"Then {say.value(who)} {verb} {say.value(place)}.")
            case example_lines.ExampleOver(is_over, verdict):
                result = "" if verdict is None else f", and {verdict_text(say, verdict)}"
                yield Step(f"Then the match is over{result}." if is_over else "Then the match is not over.")


_PARTS = {"setup": "the game is set up", "rounds": "the rounds begin", "end": "the match ends"}
"""The words for parts of a match that the rules do not name."""


def _run_text(say: Formulas, line: example_lines.ExampleRun) -> str:
    if isinstance(line.call, formulas.Name) and line.call.id in _PARTS:
        return _PARTS[line.call.id]
    return f"comes {_run(say, line)}"


def _run(say: Formulas, line: example_lines.ExampleRun) -> str:
    who = "" if line.who is None else f", for {say.value(line.who)}"
    name, colon, given = (
        call_text(say, line.call).partition(":")
        if isinstance(line.call, formulas.Apply | formulas.Name)
        else ("it", "", "")
    )
    return f"{name}{who}{colon}{given}"


def _moves(say: Formulas, moves: Sequence[formulas.Expr | example_lines.Decline]) -> str:
    said = [
        f"no {named(move.name.text)}" if isinstance(move, example_lines.Decline) else call_text(say, move)
        for move in moves
    ]
    return ", then ".join(said)


def _reason(say: Formulas, moves: Sequence[formulas.Expr | example_lines.Decline], because: Ident | None) -> str:
    """Says why a move is refused, with the sentence of the rules if there is one."""
    if because is None:
        return ""
    rules = (move.of if isinstance(move, formulas.Apply) else move for move in moves)
    owned = (f"{rule.id} {because.text}" for rule in rules if isinstance(rule, formulas.Name))
    known = say.names.requirements
    why = next((known[name] for name in (because.text, *owned) if name in known), None)
    if why is not None:
        return f" {quote(why)}"
    is_choice = because.text in say.names.choices
    if because.text == "once":
        return " It has been done already, and is open once each time."
    return f" It is not offered for {named(because.text)}." if is_choice else f" The reason is {named(because.text)}."


def _not_allowed(say: Formulas, moves: Sequence[formulas.Expr | example_lines.Decline]) -> str:
    """Describes refused moves: `decline hire`, `play hire`."""
    match moves:
        case [example_lines.Decline(name)]:
            return f"decline {named(name.text)}"
        case _:
            return f"play {_moves(say, moves)}"
