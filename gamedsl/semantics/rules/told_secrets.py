"""Sentences for everybody that name what some players do not know: choices and rolls made unseen, hidden fields and pieces.

A secret that is moved to an open zone or revealed somewhere in the rules counts as told: whether the sentence comes before or
after it is not looked into. Sizes of zones are no secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.graph.analysis.walk import children, expressions
from gamedsl.graph.model import source_statements, statements
from gamedsl.graph.model.expressions import Call, Const, Count, Equal, Expr, FieldAt, Local, TopPiece, ZoneAt
from gamedsl.graph.model.game import FieldSpec, ZoneSpec
from gamedsl.graph.model.types import FunctionId, LocalId, ZoneId
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import Secret, TellsSecret
from gamedsl.semantics.rules.program import Program
from gamedsl.semantics.rules.simultaneous import inner_statements, whole_rules
from gamedsl.values import define, field


def check_told(program: Program, others: Sequence[source_statements.Stmt]) -> None:
    """Reports sentences that tell a secret."""
    if len(program.world.seats) == 1:
        return
    every = tuple(_every(whole_rules(program, others)))
    if not any(isinstance(stmt, statements.Say) for stmt in every):
        return
    secrets = _Secrets(program.world)
    for stmt in reversed(every):
        secrets.open(stmt)
    for stmt in every:
        secrets.note(stmt)
    for stmt in every:
        if isinstance(stmt, statements.Say):
            found = next((secret for value in stmt.values for secret in secrets.told_by(value)), None)
            if found is not None:
                program.world.problem(TellsSecret(program.world.sites[stmt.site].span, *found))


def _every(stmts: Sequence[source_statements.Stmt]) -> Iterator[source_statements.Stmt]:
    for stmt in stmts:
        yield stmt
        yield from _every(inner_statements(stmt))


_Found = tuple[Secret, str]
"""What sort of secret it is, and its name."""


@define
class _Secrets:
    """What the locals of the rules hold that is not known to all."""

    world: World
    of_locals: dict[LocalId, _Found] = field(factory=dict[LocalId, _Found])
    open_locals: set[LocalId] = field(factory=set[LocalId])
    """Locals of which everybody sees the pieces somewhere."""
    open_zones: set[ZoneId] = field(factory=set[ZoneId])

    def open(self, stmt: source_statements.Stmt) -> None:
        """Notes what a statement shows to everybody; what comes later is noted already."""
        match stmt:
            case statements.Move(what, to):
                if any(isinstance(e, ZoneAt) and self._is_public(self.world.zones[e.zone]) for e in expressions(to)):
                    self.open_locals |= _locals(what)
            case statements.For(locals, source, body):
                for inner in body:
                    if isinstance(inner, statements.Peek) and not _locals(inner.seat).isdisjoint(locals):  # `reveal`
                        self.open_zones |= {e.zone for e in expressions(inner.what) if isinstance(e, ZoneAt)}
                if not self.open_locals.isdisjoint(locals):
                    self.open_locals |= _locals(source)
            case statements.SetLocal(local, value) if local in self.open_locals:
                self.open_locals |= _locals(value)
            case _:
                pass

    def note(self, stmt: source_statements.Stmt) -> None:
        """Notes what the names that a statement gives hold."""
        match stmt:
            case source_statements.Choose(parts=parts, unseen=unseen):
                for part in parts:
                    is_secret = unseen or (isinstance(part, statements.Select) and part.secret)
                    if is_secret and isinstance(part, statements.Select | statements.YesNo):
                        self._hide(part.local, ("choice", part.name))
            case statements.Roll(name=name, local=local, seat=seat) if seat is not None:
                self._hide(local, ("roll", name))
            case source_statements.RollBlock(rolls):
                for roll in rolls:
                    self.note(roll)
            case statements.SetLocal(local, value):
                self._hide(local, *self.told_by(value))
            case statements.For(locals, source):
                for local in locals:
                    self._hide(local, *self.told_by(source))
            case _:
                pass

    def _hide(self, local: LocalId, *found: _Found) -> None:
        if found and local not in self.open_locals:
            self.of_locals[local] = found[0]

    def told_by(self, expr: Expr, inside: tuple[FunctionId, ...] = ()) -> Iterator[_Found]:
        """The secrets that the value of a formula comes from."""
        match expr:
            case Count() | Equal(TopPiece(), Const(None)) | Equal(Const(None), TopPiece()):
                return
            case TopPiece(ZoneAt(zone)) if self.world.zones[zone].visibility.top_seen:
                return
            case Local(local) if local in self.of_locals:
                yield self.of_locals[local]
            case FieldAt(number):
                spec = self.world.fields[number]
                if not spec.hidden and not self._is_public(spec):
                    yield "field", spec.name
            case ZoneAt(zone):
                if zone not in self.open_zones and not self._is_public(self.world.zones[zone]):
                    yield "zone", self.world.zones[zone].name
            case Call(function) if function not in inside:
                made = self.world.functions[function]
                if made is not None:
                    yield from self.told_by(made.body, (*inside, function))
            case _:
                pass
        for part in children(expr):
            yield from self.told_by(part, inside)

    def _is_public(self, spec: ZoneSpec | FieldSpec) -> bool:
        return spec.visibility.who == "everyone"


def _locals(shown: object) -> set[LocalId]:
    return {expr.id for expr in expressions(shown) if isinstance(expr, Local)}
