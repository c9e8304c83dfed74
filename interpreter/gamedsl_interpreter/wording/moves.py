"""Puts complete moves into words: finds the plans that a move passes through, and writes the text that names it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

from gamedsl.graph.analysis.filters import remove_filters
from gamedsl.graph.model import shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Bind, Select, YesNo
from gamedsl.graph.model.types import LocalId, SiteId, Value
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Move
from gamedsl_interpreter.things import Choice, Things
from gamedsl_interpreter.wording.texts import Texts

# ---------------------------------------------------------------- moves


@frozen
class Part:
    """A `choose` that a move passed through: its plan, and the values of its selections in written order (empty if it was declined)."""

    plan: int
    declined: bool
    values: tuple[Value, ...]


Walk: TypeAlias = tuple[Part, ...]
"""A complete move: the plans on its way, outermost first."""

Doubtful: TypeAlias = Mapping[LocalId, frozenset[int]]
"""By selection, the kinds that are offered from several places."""


@frozen
class Vocabulary:
    """The tables for the words of all moves of a Game: its plans by number, names, and things."""

    sites: Sequence[PlanSite]
    texts: Texts
    things: Things


@frozen
class MoveWords:
    """A complete move with the tables for its words."""

    vocabulary: Vocabulary
    walk: Walk
    doubtful: Doubtful

    def text(self) -> str:
        """Writes the stable text that names the move."""
        return ", ".join(_part_texts(self.vocabulary.sites, self.vocabulary.texts, self.walk, self.doubtful))

    def choices(self) -> tuple[Choice, ...]:
        """Returns the choices of the text as things of the game."""
        return tuple(_choices(self.vocabulary, self.walk))


class Told(Protocol):
    """Finds the words of a move by its steps."""

    def words(self, steps: tuple[int, ...], /) -> MoveWords: ...


class LateMove(Move):
    """A move whose text and choices are made on first use."""

    __slots__ = ("_told",)

    def __init__(self, steps: tuple[int, ...], told: Told | MoveWords, asked: int = 1) -> None:
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "asked", asked)
        object.__setattr__(self, "_told", told)

    @property
    def words(self) -> MoveWords:
        """The words of the move, found once."""
        told: Told | MoveWords = object.__getattribute__(self, "_told")
        if isinstance(told, MoveWords):
            return told
        found = told.words(self.steps)
        object.__setattr__(self, "_told", found)
        return found

    @property
    def text(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]  # the same to whoever reads it
        """The stable text that names the move."""
        return self.words.text()

    @property
    def choices(self) -> tuple[Choice, ...]:  # pyright: ignore[reportIncompatibleVariableOverride]  # the same to whoever reads it
        """The choices of the text, as things of the game."""
        return self.words.choices()

    def __reduce__(self) -> tuple[type[Move], tuple[tuple[int, ...], str, int, tuple[Choice, ...]]]:
        return Move, (self.steps, self.text, self.asked, self.choices)


# ---------------------------------------------------------------- plans


@frozen
class Selection:
    """A selection of a plan: its name, the local that it binds, the type of that local, and whether it is kept secret from others."""

    name: str
    local: LocalId
    type: types.Type
    is_secret: bool
    why: str | None = None
    """The reason that the rules give for its filter, for refusals."""
    ask: str | None = None
    """The question for the player, as the rules write it."""
    offered: tuple[Expr, ...] = ()
    """The collections from which it offers one element, without filters: the alternatives of `P else Q`."""
    is_filtered: bool = False
    """Whether it offers only some of that."""


@frozen
class PlanSite:
    """A plan with the data for its words; `id` is its number among all plans of the Game. `is_line`: it is an action in a menu. `names`: its name and those
    of all plans in its menus."""

    id: int
    name: str
    is_line: bool
    has_menu: bool
    selections: tuple[Selection, ...]
    names: frozenset[str]
    site: SiteId
    binds: frozenset[LocalId]
    """All locals that the parts bind."""
    lines: tuple[PlanSite, ...]
    """The plans in its menu."""

    @property
    def is_secret(self) -> bool:
        """Whether others do not learn if its gate was taken, because everything chosen after it is secret."""
        return bool(self.selections) and not self.has_menu and all(selection.is_secret for selection in self.selections)

    def all(self) -> tuple[PlanSite, ...]:
        """Lists the plan and all plans in its menus, outermost first: in the order of their numbers."""
        return (self, *(site for line in self.lines for site in line.all()))

    def questions(self) -> tuple[tuple[str, str], ...]:
        """Lists the questions of its selections, each with the name of its plan, in written order."""
        asked = ((site.name, s.ask) for site in self.all() for s in site.selections)
        return tuple(dict.fromkeys((name, ask) for name, ask in asked if ask is not None))


def plan_site(game: Game, plan: Plan, number: int, *, is_line: bool = False) -> PlanSite:
    """Numbers a plan and the plans in its menus: the plan gets this number, the others the following ones."""
    lines: list[PlanSite] = []
    after = number + 1
    for line in plan.menu or ():
        lines.append(plan_site(game, line, after, is_line=True))
        after += len(lines[-1].all())
    return PlanSite(
        id=number,
        name=plan.name,
        is_line=is_line,
        has_menu=plan.menu is not None,
        selections=tuple(selection_of(game, part) for part in plan.parts if isinstance(part, Select | YesNo)),
        names=frozenset({plan.name}).union(*(site.names for site in lines)),
        site=plan.site,
        binds=frozenset(part.local for part in plan.parts if isinstance(part, Select | YesNo | Bind)),
        lines=tuple(lines),
    )


def selection_of(game: Game, part: Select | YesNo) -> Selection:
    """Returns the selection that a part makes."""
    of = game.locals[part.local].type
    is_secret = isinstance(part, Select) and part.secret
    offered = _sources_of(part)
    is_filtered = isinstance(part, Select) and bool(offered) and offered != part.sources
    return Selection(part.name, part.local, of, is_secret, part.why, part.ask, offered, is_filtered)


def _sources_of(part: Select | YesNo) -> tuple[Expr, ...]:
    if isinstance(part, YesNo) or part.quantity != "one":
        return ()
    return tuple(remove_filters(source) for source in part.sources)


# ---------------------------------------------------------------- texts


def _part_texts(sites: Sequence[PlanSite], names: Texts, walk: Walk, doubtful: Doubtful) -> Iterator[str]:
    for part in walk:
        site = sites[part.plan]
        if part.declined:
            yield f"no {site.name}"
        elif site.selections:
            yield f"{site.name}({', '.join(_selection_texts(names, site, part, doubtful))})"
        elif site.is_line or not site.has_menu:
            yield site.name


def _choices(vocabulary: Vocabulary, walk: Walk) -> Iterator[Choice]:
    things = vocabulary.things
    for part in walk:
        site = vocabulary.sites[part.plan]
        if part.declined or site.selections or site.is_line or not site.has_menu:
            chosen = () if part.declined else zip(site.selections, part.values, strict=True)
            values = tuple((selection.name, things.thing(value, selection.type)) for selection, value in chosen)
            yield Choice(site.name, part.declined, values)


def _selection_texts(names: Texts, site: PlanSite, part: Part, doubtful: Doubtful) -> Iterator[str]:
    for selection, value in zip(site.selections, part.values, strict=True):
        yield f"{selection.name} = {selection_text(names, selection, value, doubtful.get(selection.local, frozenset()))}"


def selection_text(names: Texts, selection: Selection, value: Value, doubtful: frozenset[int]) -> str:
    """Writes the text of a selected value."""
    match selection.type, value:
        case types.Piece(), (int(zone), int(kind)):
            return names.piece(kind, zone, doubtful)
        case types.Pieces(), tuple():
            return names.pieces(shapes.piece_counts(value), doubtful)
        case _:
            return names.value(value, selection.type)
