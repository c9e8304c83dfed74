"""What a generated game consists of: sorts, pieces, places, zones and fields, as rules may speak of them."""

from __future__ import annotations

from attrs import evolve, frozen

NUMBER, FLAG, PLAYER, DIRECTION = "number", "flag", "player", "direction"
"""Sorts of values that every game has; the others are the names of its types, boards and components."""


@frozen
class Attribute:
    """A data column: its name and the sort of its cells; `certain` unless a cell may be empty."""

    name: str
    sort: str
    certain: bool = True


@frozen
class Type:
    """A type: its values, and the data columns of a type with records."""

    name: str
    values: tuple[str, ...]
    attributes: tuple[Attribute, ...] = ()


@frozen
class Component:
    """Pieces: how each kind is written, and how many copies there are."""

    name: str
    kinds: tuple[str, ...]
    copies: int
    attributes: tuple[Attribute, ...]
    owned: bool = False
    """Every player has kinds of their own."""
    sided: bool = False
    """Each kind names another one as its other side."""


@frozen
class Board:
    """`form`: grid, hex, ring, row, graph or rim. `places`: how some of them are written. `edges`: the name and values of its routes.
    `grows`: it has no edge; `slabs`: it is laid with slabs, and other pieces may lie on them."""

    name: str
    form: str
    places: tuple[str, ...]
    attributes: tuple[Attribute, ...] = ()
    edges: Type | None = None
    inner: str = ""
    owned: bool = False
    grows: bool = False
    slabs: bool = False


@frozen
class Table:
    """A list (`key` is empty: numbers from `low`) or records by the values of a type; `columns` of numbers."""

    name: str
    key: str
    low: int
    size: int
    columns: tuple[str, ...] = ()


@frozen
class Zone:
    """`of`: what has such a zone (`shared`, `player`, a type or a board). `index`: the type it is an array over."""

    name: str
    of: str
    form: str
    holds: tuple[str, ...]
    seen: str = "all"
    capacity: int = 0
    index: str = ""
    refilled: bool = False
    shuffled: bool = False


@frozen
class Field:
    """`many`: empty, `set`, `bag`, `order` or `array`; an array is over `index`, `low..high` are the bounds of its numbers."""

    name: str
    of: str
    sort: str
    low: int = 0
    high: int = 0
    optional: bool = False
    many: str = ""
    index: str = ""
    seen: bool = True


@frozen
class Function:
    """A `let`: `of` is `shared` or `player` (then it is anybody's own); parameters and result by sort."""

    name: str
    of: str
    parameters: tuple[str, ...]
    result: str


@frozen
class World:
    """All that a generated game declares; `players`: the fewest and the most."""

    players: tuple[int, int]
    types: tuple[Type, ...] = ()
    components: tuple[Component, ...] = ()
    boards: tuple[Board, ...] = ()
    tables: tuple[Table, ...] = ()
    zones: tuple[Zone, ...] = ()
    fields: tuple[Field, ...] = ()
    functions: tuple[Function, ...] = ()
    option: bool = False
    """There is an option `long`."""

    def component(self, name: str) -> Component | None:
        """The component of this name."""
        return next((c for c in self.components if c.name == name), None)

    def board(self, name: str) -> Board | None:
        """The board of this name."""
        return next((b for b in self.boards if b.name == name), None)

    def type(self, name: str) -> Type | None:
        """The type of this name; routes are one too."""
        return next((t for t in (*self.types, *(b.edges for b in self.boards if b.edges)) if t.name == name), None)

    def attributes(self, sort: str) -> tuple[Attribute, ...]:
        """The data fields of a sort's elements."""
        if sort == PLAYER:
            return (Attribute("number", NUMBER),)
        found = self.component(sort) or self.board(sort) or self.type(sort)
        return found.attributes if found is not None else ()

    def common(self, holds: tuple[str, ...]) -> tuple[Attribute, ...]:
        """The data fields that all pieces of these components have."""
        return tuple(a for a in self.attributes(holds[0]) if all(a in self.attributes(h) for h in holds))


@frozen
class Named:
    """A local or an element: its name and sort. For pieces the sort is their components, joined with `+`."""

    name: str
    sort: str


@frozen
class Scope:
    """Where a formula stands. `me`: somebody acts. `names`: locals and elements that it can use. `sure`: it must never fail. `it`: the sort of the element
    of a `where`. `depth`: how much deeper it may go. `scoring`: the totals of players are known."""

    me: bool
    names: tuple[Named, ...] = ()
    sure: bool = False
    it: str = ""
    depth: int = 2
    scoring: bool = False

    def deeper(self) -> Scope:
        """One step further in."""
        return evolve(self, depth=self.depth - 1)

    def inside(self, sort: str) -> Scope:
        """Returns the scope inside a condition over elements of a sort."""
        return evolve(self, depth=self.depth - 1, it=sort)

    def also(self, name: str, sort: str) -> Scope:
        """With a name more."""
        return evolve(self, names=(*self.names, Named(name, sort)))

    def certain(self) -> Scope:
        """For a formula that must never fail."""
        return evolve(self, sure=True)

    def called(self, sort: str) -> list[str]:
        """What is known by name and of this sort."""
        return [n.name for n in self.names if n.sort == sort] + (["it"] if self.it == sort else [])
