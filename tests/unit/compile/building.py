"""Checked games written by hand, as small as a test needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import Factory, define, evolve

from gamedsl.graph.compiled import Site
from gamedsl.graph.model.expressions import (
    Arithmetic,
    Compare,
    Const,
    Contents,
    Equal,
    Expr,
    FieldAt,
    Local,
    ZoneAt,
)
from gamedsl.graph.model.game import (
    Builtins,
    ClassSpec,
    Dimension,
    EnumSpec,
    FieldSpec,
    KindSpec,
    LocalSpec,
    RankingSpec,
    Visibility,
    ZoneSpec,
)
from gamedsl.graph.model.nodes import Script
from gamedsl.graph.model.source_statements import Choose, Each, Stmt
from gamedsl.graph.model.statements import CallRule, Draw, MenuLine, Move, Part, Repeat, Requirement, Select, SetField
from gamedsl.graph.model.types import (
    FLAG,
    ClassId,
    FieldId,
    Int,
    KindId,
    ListOf,
    LocalId,
    Pieces,
    Player,
    RuleId,
    SeatId,
    SiteId,
    Type,
    Value,
    Zone,
    ZoneId,
)
from gamedsl.semantics.model.checked import Body, Checked, GameEnd, Phase, PhaseEntry, RoundPlan, Rule
from gamedsl.source import NOWHERE

Form = Literal["bag", "pile", "slot"]
Limit = Literal["up_to", "at_most"]
Mode = Literal["must", "may", "if_able"]
Reset = Literal["round", "turn"]
SITE = SiteId(0)
CARD = ClassId(0)
EVERYONE = Visibility("everyone")
NOBODY = Visibility("nobody")


@define
class Rules:
    """Grows into a Checked: declarations first, then rules and phases, then `checked`."""

    seats: int = 3
    humans: int = 3
    backs: bool = False
    fields: list[FieldSpec] = Factory(list[FieldSpec])
    zones: list[ZoneSpec] = Factory(list[ZoneSpec])
    locals: list[LocalSpec] = Factory(list[LocalSpec])
    rules: list[Rule] = Factory(list[Rule])
    phases: list[Phase] = Factory(list[Phase])
    setup: tuple[Stmt, ...] = ()
    end: tuple[Stmt, ...] = ()
    ends: list[GameEnd] = Factory(list[GameEnd])
    reasons: list[str] = Factory(lambda: ["all rounds were played"])
    rounds: tuple[Limit, int] | None = None
    round_field: FieldId | None = None
    out: FieldId | None = None
    reason: FieldId | None = None
    after_round: tuple[Stmt, ...] = ()
    stages: list[PhaseEntry] | None = None
    cut: int | None = None

    @property
    def player(self) -> Player:
        return Player(self.seats)

    # ------------------------------------------------------------ declarations

    def field(self, name: str, type: Type, start: Value, *, own: bool = False, reset: Reset | None = None) -> FieldId:
        base = sum(len(spec.start) for spec in self.fields)
        dimensions = (Dimension(self.player, self.seats, 0),) if own else ()
        starts = (start,) * (self.seats if own else 1)
        self.fields.append(FieldSpec(name, type, dimensions, own, None, base, starts, reset, EVERYONE, False, None))
        return FieldId(len(self.fields) - 1)

    def zone(self, name: str, form: Form, *, own: bool = False, start: str = "", seen: Visibility = EVERYONE) -> ZoneId:
        """A zone of cards; `start` are kinds by letter, as many as letters (for each player if it is an own one)."""
        base = sum(len(spec.start) for spec in self.zones)
        dimensions = (Dimension(self.player, self.seats, 0),) if own else ()
        content = tuple((KindId("ABC".index(c)), start.count(c)) for c in sorted(set(start)))
        contents = (content,) * (self.seats if own else 1)
        self.zones.append(
            ZoneSpec(name, form, (CARD,), dimensions, own, None, base, contents, None, None, seen, False, None)
        )
        return ZoneId(len(self.zones) - 1)

    def local(self, name: str, type: Type) -> LocalId:
        self.locals.append(LocalSpec(name, type))
        return LocalId(len(self.locals) - 1)

    def me(self) -> LocalId:
        return self.local("me", self.player)

    def rule(
        self, name: str, *stmts: Stmt, me: LocalId | None = None, params: Sequence[LocalId] = (), action: bool = False
    ) -> RuleId:
        id = RuleId(len(self.rules))
        self.rules.append(Rule(id, name, action, Body(me, tuple(params), stmts), (), None, SITE))
        return id

    def replaced(
        self, rule: RuleId, seat: int, *stmts: Stmt, me: LocalId | None, params: Sequence[LocalId] = ()
    ) -> None:
        old = self.rules[rule]
        body = (SeatId(seat), Body(me, tuple(params), stmts))
        self.rules[rule] = Rule(old.id, old.name, old.is_action, old.body, (*old.for_seats, body), None, SITE)

    def phase(self, name: str, *stmts: Stmt, before: tuple[Stmt, ...] = (), after: tuple[Stmt, ...] = ()) -> int:
        self.phases.append(Phase(name, None, stmts, (), None, SITE, before, after))
        return len(self.phases) - 1

    def phase_each(self, name: str, each: Each, for_seats: tuple[tuple[SeatId, Body], ...] = ()) -> int:
        self.phases.append(Phase(name, each, (), for_seats, None, SITE))
        return len(self.phases) - 1

    def ends_when(self, condition: Expr, why: str, *, after_round: bool = False) -> None:
        self.reasons.append(why)
        self.ends.append(GameEnd(after_round, condition, len(self.reasons) - 1, SITE))

    def checked(self) -> Checked:
        kind, limit = (None, 0) if self.rounds is None else self.rounds
        copies = [sum(n for z in self.zones for at in z.start for k, n in at if k == i) for i in range(3)]
        return Checked(
            name="small",
            doc=None,
            seats=("Ann", "Bob", "Cat", "Dan")[: self.seats],
            humans=self.humans,
            options=(),
            variants=(),
            classes=(ClassSpec("card", KindId(0), 3, self.backs),),
            kinds=tuple(KindSpec("ABC"[i], CARD, copies[i], 0, "", None) for i in range(3)),
            enums=(EnumSpec("sky", ("Sunny", "Rainy")),),
            boards=(),
            tables=(),
            fields=tuple(self.fields),
            zones=tuple(self.zones),
            functions=(),
            locals=tuple(self.locals),
            rules=tuple(self.rules),
            phases=tuple(self.phases),
            setup=self.setup,
            rounds=RoundPlan(
                kind,
                limit,
                tuple(self.stages or [PhaseEntry(i) for i in range(len(self.phases))]),
                SITE,
                cut_off=self.cut is not None,
                reason=self.cut or 0,
                after=self.after_round,
            ),
            end=self.end,
            ends=tuple(self.ends),
            reasons=tuple(self.reasons),
            scores=(),
            ranking=RankingSpec(Const((), ListOf(self.player, 0)), "shared", None, None, SITE),
            invariants=(),
            possibles=(),
            scripts=tuple(Script(SeatId(s), ()) for s in range(self.humans, self.seats)),
            builtins=Builtins(self.round_field, self.out, self.reason, None, None, None),
            sites=(Site(NOWHERE, "here"),),
        )

    def cuts_off(self, why: str) -> int:
        """The reason of a match that is cut off."""
        self.reasons.append(why)
        return len(self.reasons) - 1

    # ------------------------------------------------------------ formulas

    def at(self, field: FieldId, *index: Expr) -> FieldAt:
        return FieldAt(field, index, self.fields[field].type, SITE)

    def of(self, zone: ZoneId, *index: Expr) -> ZoneAt:
        return ZoneAt(zone, index, Zone((CARD,), self.zones[zone].form), SITE)

    def inside(self, zone: ZoneId, *index: Expr) -> Contents:
        return Contents(self.of(zone, *index), Pieces((CARD,), 9))

    def get(self, local: LocalId) -> Local:
        return Local(local, self.locals[local].type)

    # ------------------------------------------------------------ statements

    def set(self, field: FieldId, value: Expr, *index: Expr) -> SetField:
        return SetField(field, index, value, SITE)

    def add(self, field: FieldId, *index: Expr) -> SetField:
        one_more = Arithmetic("+", self.at(field, *index), num(1), self.fields[field].type, SITE)
        return self.set(field, one_more, *index)

    def each(
        self,
        me: LocalId,
        *body: Stmt,
        order: Expr | None = None,
        first: Expr | None = None,
        where: Expr | None = None,
        together: bool = False,
        until: Expr | None = None,
        up_to: int | None = None,
        turn: bool = False,
        cut: int | None = None,
        at_most: int = 20,
    ) -> Each:
        limit: Limit | None = None if until is None else "up_to" if up_to is not None else "at_most"
        bound = None if until is None else num(at_most if up_to is None else up_to)
        whole = Each(me, order, first, where, together, until, limit, bound, turn, body, SITE)
        return whole if cut is None else evolve(whole, cut_off=True, reason=cut)


# ---------------------------------------------------------------- short names


def num(value: int) -> Const:
    return Const(value, Int(value, value))


def flag(value: bool) -> Const:
    return Const(value, FLAG)


def seat(value: int, seats: int = 3) -> Const:
    return Const(value, Player(seats))


def below(left: Expr, right: Expr) -> Expr:
    return Compare("<", left, right, FLAG)


def same(left: Expr, right: Expr) -> Expr:
    return Equal(left, right, FLAG)


def one(rules: Rules, name: str, source: Expr, local: LocalId) -> Select:
    """`name: one of source`."""
    return Select(name, local, "one", None, (source,), rules.local("it", rules.locals[local].type), None, SITE)


def choose(me: Expr, *parts: Part, owner: str, mode: Mode = "must", menu: Sequence[MenuLine] | None = None) -> Choose:
    return Choose(mode, me, parts, None if menu is None else tuple(menu), owner, SITE)


def line(rule: RuleId, *args: Expr, condition: Expr | None = None) -> MenuLine:
    return MenuLine(rule, args, SITE, condition)


def call(rule: RuleId, me: Expr | None = None, *args: Expr) -> CallRule:
    return CallRule(rule, me, args, SITE)


def needs(name: str, condition: Expr) -> Requirement:
    return Requirement(name, condition, None, SITE)


def move(what: Expr, to: Expr) -> Move:
    return Move(what, to, False, False, SITE)


def draw(number: int, source: Expr, to: Expr) -> Draw:
    return Draw(num(number), False, source, None, None, to, False, SITE)


def repeat(limit: Limit, number: int, *body: Stmt, until: Expr | None = None, cut: int | None = None) -> Repeat:
    return Repeat(limit, num(number), until, body, SITE, cut is not None, cut or 0)
