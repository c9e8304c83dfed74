"""Blocks of kinds (`each Robots in built:`): writes their rows, amounts, reactions and actions as the declarations that other games write by hand.

A row joins its component. An amount becomes a `let` of whoever owns the zone: the sum over all pieces that count. A `whenever` runs for each piece, and an
action joins a menu for those who have one of the pieces. The checker sees only the declarations made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.data.cells import cell_text
from gamedsl.semantics.model.builtin_names import SIGNATURES
from gamedsl.semantics.problems.kinds_and_zones import BadKindBlock, KindFlaw
from gamedsl.semantics.problems.names import DeclaredTwice, UnknownName
from gamedsl.semantics.problems.terms import Role, about
from gamedsl.syntax.tree import data, declarations, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import decision_in, walk, with_it_named
from gamedsl.values import define, evolve

IT = "it"
"""The name of the piece in the statements of its block. It is a word of the language, so nothing else has it."""


Decls = tuple[declarations.Decl, ...]
_WITH_ELEMENTS = (
    data.EnumType,
    data.RecordType,
    data.Shapes,
    data.Grid,
    data.GrowingGrid,
    data.Ring,
    data.RingAround,
    data.Track,
    data.Graph,
)


def expand_kind_blocks(decls: Decls) -> tuple[Decls, Decls, tuple[Problem, ...]]:
    """Replaces blocks of kinds by the declarations that they stand for. Returns the declarations without blocks; the declarations with the blocks and with
    all rows in their components; and the problems of the blocks."""
    if not any(isinstance(decl, declarations.KindBlock) for decl in decls):
        return decls, decls, ()
    expansion = _Expansion(decls)
    written = tuple(expansion.with_rows(decl) if isinstance(decl, data.Component) else decl for decl in decls)
    made = tuple(made for decl in written for made in expansion.of(decl))
    return (*made, *expansion.amounts()), written, tuple(expansion.problems)


@define
class _Amount:
    """A `let` that several blocks add to."""

    owner: str | None
    first: fields.Define
    parts: list[formulas.Expr]


class _Expansion:
    """The expansion of all blocks of a setup."""

    def __init__(self, decls: Decls) -> None:
        self.decls = decls
        self.problems: list[Problem] = []
        self.blocks: dict[str, declarations.KindBlock] = {}
        self.sums: dict[str, _Amount] = {}
        self._fields = tuple(_fields(decls))
        self._components = tuple(decl.name.text for decl in decls if isinstance(decl, data.Component))
        self._kinds = _kinds(decls)

    def of(self, decl: declarations.Decl) -> Iterable[declarations.Decl]:
        """Returns the declarations that replace a declaration."""
        if not isinstance(decl, declarations.KindBlock):
            return (decl,)
        return self._members(decl) if self._is_sound(decl) else ()

    # ------------------------------------------------------------ rows

    def with_rows(self, component: data.Component) -> data.Component:
        """Returns the component with the rows that blocks declare, below its own rows."""
        blocks = [
            block
            for block in self.decls
            if isinstance(block, declarations.KindBlock)
            and block.columns
            and block.component is not None
            and block.component.text == component.name.text
        ]
        if not blocks:
            return component
        if component.rows is None or not component.rows.rows:
            self._tell(blocks[0].name, KindFlaw.NO_HEADING, component.name.text)
            return component
        heading = component.rows.rows[0].cells
        rows = tuple(self._row(block, heading) for block in blocks)
        return evolve(component, rows=evolve(component.rows, rows=(*component.rows.rows, *rows)))

    def _row(self, block: declarations.KindBlock, heading: tuple[data.Cell, ...]) -> data.Row:
        given: dict[str, data.Cell] = {}
        known = tuple(cell_text(cell) for cell in heading[1:])
        for column in block.columns:
            title = cell_text(column.heading)
            if title not in known:
                self.problems.append(UnknownName(column.heading.span, title, Role.COLUMN, known))
            elif title in given:
                self.problems.append(DeclaredTwice(column.span, title, given[title].span))
            given[title] = column.cell
        blank = data.CellBlank(span=block.name.span)
        cells = tuple(given.get(title, blank) for title in known)
        return data.Row((data.CellName(block.name.text, span=block.name.span), *cells), span=block.name.span)

    # ------------------------------------------------------------ what a block says

    def _is_sound(self, block: declarations.KindBlock) -> bool:
        """Whether the head of a block can be understood; if not, that is told."""
        first = self.blocks.setdefault(block.name.text, block)
        if first is not block:
            self.problems.append(DeclaredTwice(block.name.span, f"each {block.name.text}", first.name.span))
            return False
        kinds, components = self._kinds, self._components
        if block.columns and block.component is None:
            self._tell(block.name, KindFlaw.ROW_OF_NOTHING, block.name.text)
            return False
        if block.component is not None and block.component.text not in components:
            self.problems.append(UnknownName(block.component.span, block.component.text, Role.COMPONENT, components))
            return False
        is_new = bool(block.columns)
        if not is_new and kinds is not None and block.name.text not in (*kinds, *components):
            if block.name.text == "player" or self._has_elements(block.name.text):
                self._tell(block.name, KindFlaw.NO_KIND, block.name.text)
            else:
                self.problems.append(UnknownName(block.name.span, block.name.text, Role.KIND, (*kinds, *components)))
            return False
        zones = {name.text: self._zone_owner(name.text) for name in block.zones}
        for name in block.zones:
            if zones[name.text] is None:
                known = tuple(m.name.text for _, m in self._fields if isinstance(m.type, fields.ZoneType))
                self.problems.append(UnknownName(name.span, name.text, Role.ZONE, known))
                return False
            if zones[name.text] not in ("shared", "player"):
                self._tell(name, KindFlaw.ZONE_OF_OTHERS, name.text)
                return False
        if len(set(zones.values())) > 1:
            self._tell(block.zones[1], KindFlaw.ZONES_OF_SEVERAL, block.zones[0].text, block.zones[1].text)
            return False
        return True

    def _members(self, block: declarations.KindBlock) -> Iterable[declarations.Decl]:
        made: list[declarations.Decl] = []
        asking = [
            m for m in block.members if isinstance(m, declarations.Whenever) and m.name is None and decision_in(m.body)
        ]
        for member in block.members:
            match member:
                case declarations.Whenever():
                    if not block.zones and not member.taken:
                        self._tell(member.of, KindFlaw.WHICH_PIECE, block.name.text, member.of.text)
                        continue
                    name = member.name
                    if name is None and asking == [member]:
                        name = Ident(block.name.text.lower(), span=block.name.span)
                    pieces = self._pieces(block)
                    made.append(evolve(member, name=name, body=with_it_named(member.body, IT), pieces=pieces))
                case declarations.Rule():
                    if not block.zones or not member.is_action or member.into is None:
                        self._tell(member.name, KindFlaw.ACTION_WITHOUT_MENU, block.name.text, member.name.text)
                        continue
                    made.append(_with_need(block, self._pieces(block), member))
                case fields.Define():
                    if not block.zones:
                        self._tell(member.name, KindFlaw.AMOUNT_OF_NOTHING, block.name.text, member.name.text)
                        continue
                    self._add_amount(block, member)
                case fields.Field():
                    self._tell(member.name, KindFlaw.FIELD_OF_KIND, block.name.text, member.name.text)
        return made

    # ------------------------------------------------------------ amounts

    def _add_amount(self, block: declarations.KindBlock, part: fields.Define) -> None:
        owner = self._zone_owner(block.zones[0].text)
        known = self.sums.setdefault(part.name.text, _Amount(owner, part, []))
        if known.owner != owner or not _are_alike(known.first.params, part.params):
            self._tell(part.name, KindFlaw.OTHER_AMOUNT, part.name.text)
            return
        known.parts.append(_total(self._pieces(block), part.value, is_flag=self._is_flag(part.value)))

    def amounts(self) -> Iterable[declarations.Decl]:
        """Returns the amounts of all blocks, each as a `let` of whoever owns the zones."""
        for amount in self.sums.values():
            is_flag = self._is_flag(amount.first.value)
            parts = [part for part in amount.parts if part != formulas.FlagLiteral(False)] or amount.parts
            value = parts[0]
            for part in parts[1:]:
                value = formulas.Binary("or" if is_flag else "+", value, part, span=part.span)
            made = evolve(amount.first, value=value)
            if amount.owner == "shared":
                yield made
            else:
                owner = Ident("player", span=made.span)
                yield fields.Fields(owner, None, (made,), span=made.span)

    def _is_flag(self, value: formulas.Expr, seen: frozenset[str] = frozenset()) -> bool:
        """Whether the value of an amount is a yes or no, by its words and by the declarations of the names in it."""
        match value:
            case formulas.FlagLiteral() | formulas.Unary(op="not"):
                return True
            case formulas.Binary(op=op):
                return op not in ("+", "-", "*", "..")
            case formulas.Ternary(yes=yes):
                return self._is_flag(yes, seen)
            case formulas.MatchExpr(arms=((_, first), *_)):
                return self._is_flag(first, seen)
            case formulas.Index(of=of):
                return self._is_flag(of, seen)
            case formulas.Apply(of=formulas.Name(id=name)) if name in SIGNATURES:
                return SIGNATURES[name].test is not None or name in ("all", "any")
            case formulas.Apply(of=of):
                return self._is_flag(of, seen)
            case formulas.Name(id=name) | formulas.Attribute(name=Ident(text=name)) if name not in seen:
                return any(self._is_flag_member(one, seen | {name}) for one in self._find_members(name))
            case _:
                return False

    def _is_flag_member(self, member: fields.Field | fields.Define, seen: frozenset[str]) -> bool:
        match member:
            case fields.Define(value=value):
                return self._is_flag(value, seen)
            case fields.Field(type=fields.TypeName(name=name)):
                return name.text == "flag"
            case fields.Field(type=None, start=formulas.FlagLiteral()):
                return True
            case _:
                return False

    def _find_members(self, name: str) -> Iterable[fields.Field | fields.Define]:
        for decl in self.decls:
            if isinstance(decl, fields.Define) and decl.name.text == name:
                yield decl
            elif isinstance(decl, fields.Fields):
                yield from (member for member in decl.members if member.name.text == name)

    # ------------------------------------------------------------ what is declared

    def _pieces(self, block: declarations.KindBlock) -> declarations.OfPieces:
        is_component = block.name.text in self._components
        return declarations.OfPieces(block.name, "in" if is_component else "is", block.zones, span=block.name.span)

    def _zone_owner(self, name: str) -> str | None:
        """Returns the owner of this zone: `shared`, `player`, another type; None if there is no such zone."""
        owners = [
            owner
            for owner, member in self._fields
            if member.name.text == name and isinstance(member.type, fields.ZoneType) and not member.indices
        ]
        return owners[0] if owners else None

    def _has_elements(self, name: str) -> bool:
        """Whether a type or board has this name."""
        return any(isinstance(decl, _WITH_ELEMENTS) and decl.name.text == name for decl in self.decls)

    def _tell(self, at: Ident, flaw: KindFlaw, *parts: str) -> None:
        self.problems.append(BadKindBlock(at.span, about(flaw, *parts)))


def _fields(decls: Decls) -> Iterable[tuple[str, fields.Field]]:
    """Yields the fields and zones of all blocks, each with its owner."""
    for decl in decls:
        if isinstance(decl, fields.Fields):
            owner = "shared" if decl.owner is None else decl.owner.text
            yield from ((owner, member) for member in decl.members if isinstance(member, fields.Field))


def _kinds(decls: Decls) -> tuple[str, ...] | None:
    """Returns the names of kinds in the first cells of rows; None if some rows are only known later (`each T`)."""
    names: list[str] = []
    for decl in decls:
        if isinstance(decl, data.Component) and decl.rows is not None:
            for row in decl.rows.rows[1:]:
                first = row.cells[0]
                if isinstance(first, data.CellEach):
                    return None
                if isinstance(first, data.CellName):
                    names.append(first.text)
        elif isinstance(decl, declarations.KindBlock) and decl.columns:
            names.append(decl.name.text)
    return tuple(dict.fromkeys(names))


def zones_of(zones: tuple[Ident, ...]) -> formulas.Expr:
    """Returns the pieces of several zones as one formula."""
    made: formulas.Expr = formulas.Name(zones[0].text, span=zones[0].span)
    for zone in zones[1:]:
        span = zones[0].span.to(zone.span)
        made = formulas.Binary("+", made, formulas.Name(zone.text, span=zone.span), span=span)
    return made


def pieces_of(pieces: Sequence[declarations.OfPieces]) -> formulas.Expr:
    """Returns the pieces of some kinds in the same zones as a formula. Its span is that of the zones, where `openly` can mark it."""
    whole = zones_of(pieces[0].zones)
    fits: formulas.Expr = is_of(pieces[0], formulas.It(span=whole.span))
    for one in pieces[1:]:
        fits = formulas.Binary("or", fits, is_of(one, formulas.It(span=whole.span)), span=whole.span)
    return formulas.Filter(whole, fits, span=whole.span)


def is_of(pieces: declarations.OfPieces, piece: formulas.Expr) -> formulas.Expr:
    """Returns whether a piece is of the kind, or of the component."""
    kind = formulas.Name(pieces.kind.text, span=pieces.kind.span)
    return formulas.Binary(pieces.test, piece, kind, span=piece.span)


def _are_alike(first: fields.Params, other: fields.Params) -> bool:
    """Whether two amounts have the same parameters: names and types."""
    if len(first) != len(other):
        return False
    for one, two in zip(first, other, strict=True):
        match one.type, two.type:
            case fields.TypeName(name=name), fields.TypeName(name=same):
                fits = name.text == same.text
            case written, same_written:
                fits = written == same_written
        if one.name.text != two.name.text or not fits:
            return False
    return True


def _total(pieces: declarations.OfPieces, value: formulas.Expr, *, is_flag: bool) -> formulas.Expr:
    """Returns the sum of a value over the pieces that count, or whether it holds for one of them."""
    source = pieces_of([pieces])
    span = source.span
    what = "any" if is_flag else "sum"
    if isinstance(value, formulas.FlagLiteral):
        return formulas.Apply(formulas.Name("some", span=span), (source,), span=span) if value.value else value
    if not any(isinstance(node, formulas.It) for node in walk(value)) and what == "sum":
        number = formulas.Apply(formulas.Name("count", span=span), (source,), span=span)
        return (
            number
            if isinstance(value, formulas.Number) and value.value == 1
            else formulas.Binary("*", value, number, span=span)
        )
    each = formulas.Comprehension(with_it_named(value, IT), Ident(IT, span=span), source, span=span)
    return formulas.Apply(formulas.Name(what, span=span), (each,), span=span)


def _with_need(
    block: declarations.KindBlock, pieces: declarations.OfPieces, action: declarations.Rule
) -> declarations.Rule:
    """Returns an action with the requirement that the player has one of the pieces."""
    span = action.name.span
    has_one = formulas.Apply(formulas.Name("some", span=span), (pieces_of([pieces]),), span=span)
    shown = block.name.text.replace("_", " ")
    need = statements.RequireStmt(
        Ident(block.name.text.lower(), span=span), has_one, f"You have no {shown}.", span=span
    )
    # There may be several pieces of the kind, so `it` is the kind itself.
    body = with_it_named(action.body, block.name.text) if pieces.test == "is" else action.body
    return evolve(action, body=evolve(body, body=(need, *body.body)))
