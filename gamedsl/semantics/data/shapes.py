"""Declares shapes: reads their pictures, and finds their poses (the different turned and mirrored forms in which they can lie)."""

from __future__ import annotations

from gamedsl.graph.model.types import DIRECTION, FLAG, UNKNOWN, Enum, EnumId, Int, Type, Value
from gamedsl.semantics.data.boards import DIRECTIONS, HEX_SIDES, SIDES
from gamedsl.semantics.data.cells import cell_text, cell_value, column_type
from gamedsl.semantics.data.enums import MOST_VALUES, new_enum
from gamedsl.semantics.model.effort import DECLARATION
from gamedsl.semantics.model.poses import Pose, Poses, Square
from gamedsl.semantics.model.symbols import Column
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import Amount, BadShape, ShapeFlaw, TooMany
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.terms import Role, about
from gamedsl.syntax.tree import data, declarations
from gamedsl.syntax.tree.node import Ident

PLAIN = "X"
"""The cell of a square without a value."""
MOST_SQUARES = 64
"""The most cells of a picture."""


def declare_shapes(world: World, decls: tuple[declarations.Decl, ...]) -> None:
    """Declares the types of all shapes and of the ways in which they lie."""
    added = [decl for decl in decls if isinstance(decl, data.Shape)]
    declared = [decl for decl in decls if isinstance(decl, data.Shapes)]
    names = tuple(decl.name.text for decl in declared)
    for shape in added:
        if shape.of.text not in names:
            world.problem(UnknownName(shape.of.span, shape.of.text, Role.SHAPES, names))
    for decl in declared:
        _declare(world, decl, (*decl.pictures, *(shape for shape in added if shape.of.text == decl.name.text)))


def _declare(world: World, decl: data.Shapes, pictures: tuple[data.Picture | data.Shape, ...]) -> None:
    if not pictures:
        world.problem(BadShape(decl.name.span, about(ShapeFlaw.NO_SHAPES, decl.name.text)))
        return
    value = _type_of_squares(world, pictures)
    kept: dict[str, tuple[data.Picture | data.Shape, tuple[Square, ...]]] = {}
    for picture in pictures:
        squares = _squares(world, picture, value)
        if squares:
            kept.setdefault(picture.name.text, (picture, squares))
    enum = new_enum(world, decl.name, tuple(picture.name for picture in pictures))
    if enum is None or len(kept) < len({picture.name.text for picture in pictures}):
        return
    poses = tuple(
        pose for shape, (_, squares) in enumerate(kept.values()) for pose in _poses_of(world, decl, shape, squares)
    )
    if value != UNKNOWN:
        _compare(world, [picture for picture, _ in kept.values()], poses)
    size = len(poses)
    if size > MOST_VALUES:
        world.problem(TooMany(decl.by.span, about(Amount.POSES, decl.name.text), size, MOST_VALUES))
        return
    texts = list(kept)
    names = tuple(Ident(_name(texts[pose.shape], pose), span=decl.by.span) for pose in poses)
    by = new_enum(world, decl.by, names)
    if by is None:
        return
    world.poses[by] = Poses(decl.by.text, decl.hex, poses, value)
    _attributes(world, enum, by, poses)


def _attributes(world: World, enum: EnumId, by: EnumId, poses: tuple[Pose, ...]) -> None:
    """Gives shapes their size, and poses their shape and how they are turned and flipped."""
    sizes = {pose.shape: len(pose.squares) for pose in poses}
    size = Int(min(sizes.values()), max(sizes.values()))
    world.enum_columns[enum, "size"] = Column(size, tuple(sizes[shape] for shape in range(len(sizes))))
    own: dict[str, tuple[Type, tuple[Value, ...]]] = {
        "shape": (Enum(enum, len(sizes)), tuple(pose.shape for pose in poses)),
        "size": (size, tuple(sizes[pose.shape] for pose in poses)),
        "turned": (DIRECTION, tuple(pose.turned for pose in poses)),
        "flipped": (FLAG, tuple(pose.is_flipped for pose in poses)),
    }
    for name, (type_, values) in own.items():
        world.enum_columns[by, name] = Column(type_, values)


# ---------------------------------------------------------------- pictures


def _type_of_squares(world: World, pictures: tuple[data.Picture | data.Shape, ...]) -> Type | None:
    """Returns the type of the values that stand in the pictures; None if all squares are plain."""
    cells = [
        cell
        for picture in pictures
        for row in picture.rows.rows
        for cell in row.cells
        if not isinstance(cell, data.CellBlank) and cell_text(cell) != PLAIN
    ]
    return column_type(world, "square", cells) if cells else None


def _squares(world: World, picture: data.Picture | data.Shape, value: Type | None) -> tuple[Square, ...]:
    """Reads a picture. No squares after a reported problem."""
    cells = sum(len(row.cells) for row in picture.rows.rows)
    world.work(picture.span, DECLARATION + cells)
    if cells > MOST_SQUARES:
        world.problem(TooMany(picture.name.span, about(Amount.CELLS, picture.name.text), cells, MOST_SQUARES))
        return ()
    found: list[Square] = []
    for r, row in enumerate(picture.rows.rows):
        for c, cell in enumerate(row.cells):
            if isinstance(cell, data.CellBlank):
                continue
            known = None
            if cell_text(cell) != PLAIN and value is not None:
                read = cell_value(world, "square", cell, value)
                known = read if isinstance(read, int) else None
            found.append((r, c, known))
    if not found:
        world.problem(BadShape(picture.name.span, about(ShapeFlaw.NO_SQUARES, picture.name.text)))
    return tuple(found)


# ---------------------------------------------------------------- poses


def _turn(square: Square, is_hex: bool) -> Square:
    """Turns a square clockwise: by a quarter, or by a sixth on hexagons."""
    r, c, value = square
    return (r + c, -r, value) if is_hex else (c, -r, value)


def _flip(square: Square, is_hex: bool) -> Square:
    """Mirrors a square at the line from north to south."""
    r, c, value = square
    return (r + c, -c, value) if is_hex else (r, -c, value)


def _count_from_first(squares: list[Square]) -> tuple[Square, ...]:
    """Counts rows and columns from the first square."""
    row, column, _ = min((r, c, 0) for r, c, _ in squares)
    return tuple(sorted(((r - row, c - column, v) for r, c, v in squares), key=lambda square: square[:2]))


def _poses_of(world: World, decl: data.Shapes, shape: int, squares: tuple[Square, ...]) -> list[Pose]:
    """Returns the poses of a shape: first as it is drawn, then turned clockwise; then the same for its mirror image."""
    directions = HEX_SIDES if decl.hex else SIDES
    found: dict[tuple[Square, ...], Pose] = {}
    for is_flipped in (False, True) if decl.flips else (False,):
        moved = [_flip(square, decl.hex) for square in squares] if is_flipped else list(squares)
        for direction in directions if decl.turns else directions[:1]:
            lying = _count_from_first(moved)
            found.setdefault(lying, Pose(shape, lying, direction, is_flipped))
            moved = [_turn(square, decl.hex) for square in moved]
    world.effort.spend(DECLARATION * len(squares))
    return list(found.values())


def _name(shape: str, pose: Pose) -> str:
    """Returns the name of a pose: `Corner_E`, `Corner_N_flipped`."""
    return f"{shape}_{DIRECTIONS[pose.turned]}{'_flipped' if pose.is_flipped else ''}"


def _compare(world: World, pictures: list[data.Picture | data.Shape], poses: tuple[Pose, ...]) -> None:
    """Reports a shape that has a pose of an earlier one."""
    first: dict[tuple[Square, ...], int] = {}
    for pose in poses:
        earlier = first.setdefault(pose.squares, pose.shape)
        if earlier != pose.shape:
            picture, other = pictures[pose.shape], pictures[earlier]
            world.problem(BadShape(picture.name.span, about(ShapeFlaw.SAME_SHAPE, picture.name.text, other.name.text)))
            return
