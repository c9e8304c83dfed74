"""Complete moves in words: which plans a move goes through, and the text that names it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

from gamedsl.graph.analysis.filters import unfiltered
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
    """A `choose` that was gone through: its plan, and the values of its selections in written order (none of them if it was declined)."""

    plan: int
    declined: bool
    values: tuple[Value, ...]


Walk: TypeAlias = tuple[Part, ...]
"""A complete move: the plans that were gone through, outermost first."""

Doubtful: TypeAlias = Mapping[LocalId, frozenset[int]]
"""By selection, the kinds that are offered from several places."""


@frozen
class Vocabulary:
    """What all moves of a Game are put into words with: its plans by number, names, and things."""

    sites: Sequence[PlanSite]
    texts: Texts
    things: Things


@frozen
class MoveWords:
    """A complete move, ready to be put into words."""

    vocabulary: Vocabulary
    walk: Walk
    doubtful: Doubtful

    def text(self) -> str:
        """The stable text that names the move."""
        return walk_text(self.vocabulary.sites, self.vocabulary.texts, self.walk, self.doubtful)

    def choices(self) -> tuple[Choice, ...]:
        """What the text says, as things of the game."""
        return tuple(_choices(self.vocabulary, self.walk))


class Told(Protocol):
    """What knows the words of moves by their steps."""

    def words(self, steps: tuple[int, ...], /) -> MoveWords: ...


class LateMove(Move):
    """A move whose text and choices are made when they are asked for."""

    __slots__ = ("_told",)

    def __init__(self, steps: tuple[int, ...], told: Told | MoveWords, asked: int = 1) -> None:
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "asked", asked)
        object.__setattr__(self, "_told", told)

    @property
    def words(self) -> MoveWords:
        """What text and choices are made of; it is found once."""
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
        """What the text says, as things of the game."""
        return self.words.choices()

    def __reduce__(self) -> tuple[type[Move], tuple[tuple[int, ...], str, int, tuple[Choice, ...]]]:
        return Move, (self.steps, self.text, self.asked, self.choices)


# ---------------------------------------------------------------- plans


@frozen
class Selection:
    """A selection of a plan: its name, the local that it binds, of which type that is, and whether nobody else is told."""

    name: str
    local: LocalId
    type: types.Type
    is_secret: bool
    why: str | None = None
    """Why what its filter leaves out is refused."""
    ask: str | None = None
    """What the player is asked."""
    offered: tuple[Expr, ...] = ()
    """What it offers one of, without its filters: the alternatives of `P else Q`."""
    is_filtered: bool = False
    """Whether it offers only some of that."""


@frozen
class PlanSite:
    """A plan as it is talked about; `id` is its number among all plans of the Game. `is_line`: it is an action in a menu. `names`: of itself and of all
    plans in its menus."""

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
        """Others do not learn whether its gate was taken, because everything chosen behind it is secret."""
        return bool(self.selections) and not self.has_menu and all(selection.is_secret for selection in self.selections)

    def all(self) -> tuple[PlanSite, ...]:
        """Itself and all plans in its menus, outermost first: in the order of their numbers."""
        return (self, *(site for line in self.lines for site in line.all()))

    def questions(self) -> tuple[tuple[str, str], ...]:
        """What its selections ask, each with the name of its plan, in written order."""
        asked = ((site.name, s.ask) for site in self.all() for s in site.selections)
        return tuple(dict.fromkeys((name, ask) for name, ask in asked if ask is not None))


def plan_site(game: Game, plan: Plan, number: int, *, is_line: bool = False) -> PlanSite:
    """A plan with those in its menus; it gets this number, and they the following ones."""
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
    """The selection that a part makes."""
    of = game.locals[part.local].type
    is_secret = isinstance(part, Select) and part.secret
    offered = _offered(part)
    is_filtered = isinstance(part, Select) and bool(offered) and offered != part.sources
    return Selection(part.name, part.local, of, is_secret, part.why, part.ask, offered, is_filtered)


def _offered(part: Select | YesNo) -> tuple[Expr, ...]:
    if isinstance(part, YesNo) or part.quantity != "one":
        return ()
    return tuple(unfiltered(source) for source in part.sources)


# ---------------------------------------------------------------- texts


def walk_text(sites: Sequence[PlanSite], names: Texts, walk: Walk, doubtful: Doubtful) -> str:
    """The stable text of a complete move."""
    return ", ".join(_part_texts(sites, names, walk, doubtful))


def _part_texts(sites: Sequence[PlanSite], names: Texts, walk: Walk, doubtful: Doubtful) -> Iterator[str]:
    for part in walk:
        site = sites[part.plan]
        if part.declined:
            yield f"no {site.name}"
        elif site.selections:
            yield f"{site.name}({', '.join(_chosen(names, site, part, doubtful))})"
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


def _chosen(names: Texts, site: PlanSite, part: Part, doubtful: Doubtful) -> Iterator[str]:
    for selection, value in zip(site.selections, part.values, strict=True):
        yield f"{selection.name} = {chosen_text(names, selection, value, doubtful.get(selection.local, frozenset()))}"


def chosen_text(names: Texts, selection: Selection, value: Value, doubtful: frozenset[int]) -> str:
    """The text of a selected value."""
    match selection.type, value:
        case types.Piece(), (int(zone), int(kind)):
            return names.piece(kind, zone, doubtful)
        case types.Pieces(), tuple():
            return names.pieces(shapes.piece_counts(value), doubtful)
        case _:
            return names.value(value, selection.type)
