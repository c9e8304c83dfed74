"""Checks ends of the game, score lines, invariants and `possible` conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from gamedsl.graph.analysis.walk import free_locals
from gamedsl.graph.analysis.walk import statements as statements_in
from gamedsl.graph.model import expressions, source_statements
from gamedsl.graph.model.expressions import Const, Expr
from gamedsl.graph.model.game import InvariantSpec, PossibleSpec, ScoreLine
from gamedsl.graph.model.statements import CallRule
from gamedsl.graph.model.types import FLAG, BoardId, FunctionId, Int, ListOf, Position, RuleId, SetOf, SiteId
from gamedsl.semantics.builtins.growing_functions import laying_zones, places_in_use
from gamedsl.semantics.construction import conversions
from gamedsl.semantics.construction.board_tables import neighbours_of
from gamedsl.semantics.construction.constants import is_broken, number
from gamedsl.semantics.formulas.scores import score_function, total_function
from gamedsl.semantics.model.checked import GameEnd, LastRound, LastTurns
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import BoardSymbol, ClassSymbol
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.certain import SameForAll, SameScore
from gamedsl.semantics.problems.data import BadGrowth, GrowthFlaw
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.rules import Misplaced, Misplacement
from gamedsl.semantics.problems.terms import Role, about
from gamedsl.semantics.problems.usage import NeverChanges
from gamedsl.semantics.rules.program import Program
from gamedsl.semantics.state.fields import declare_hidden_field
from gamedsl.source import Span
from gamedsl.syntax.marks import sentence_or_none, strip_marks
from gamedsl.syntax.tree import data, declarations, formulas
from gamedsl.syntax.tree.node import Ident


def game_ends(world: World, decls: tuple[declarations.Decl, ...]) -> tuple[tuple[GameEnd, ...], tuple[str, ...]]:
    reasons = ["all rounds are played"]
    ends: list[GameEnd] = []
    for decl in decls:
        if isinstance(decl, declarations.Ends) and decl.condition is None:
            reasons[0] = _sentence(strip_marks(decl.doc)) if decl.doc else reasons[0]
        elif isinstance(decl, declarations.Ends) and decl.condition is not None:
            condition = world.check.flag(decl.condition, Scope("game ends"))
            site = world.site(decl.condition.span, "game ends")
            last = _make_countdown(world, decl.after, decl.condition.span)
            ends.append(GameEnd(decl.after == "round", condition, len(reasons), site, last))
            reasons.append(_sentence(strip_marks(decl.doc)) if decl.doc else "")
    return tuple(ends), (*reasons, *world.cuts)


def _make_countdown(world: World, after: declarations.EndsAfter | None, span: Span) -> LastTurns | LastRound | None:
    """Makes the field that counts the turns or rounds which are still played."""
    if after is None or after == "round":
        return None
    if after == "one more round":
        return LastRound(declare_hidden_field(world, "last_rounds", Int(0, 2), 0))
    playing: formulas.Expr = formulas.Apply(
        formulas.Name("count", span=span), (formulas.Name("playing", span=span),), span=span
    )
    if after == "one more turn of the others":
        playing = formulas.Binary("-", playing, formulas.Number(1, span=span), span=span)
    field = declare_hidden_field(world, "last_turns", Int(0, len(world.seats)), 0)
    return LastTurns(field, world.check.integer(playing, Scope("game ends")))


def check_end_part(program: Program, end: Sequence[source_statements.Stmt]) -> None:
    """Reports `end game` in statements that run after the match has ended."""
    for stmt in _walk_statements(program, end, set()):
        if isinstance(stmt, source_statements.EndGame):
            program.world.problem(Misplaced(program.world.sites[stmt.site].span, Misplacement.END_GAME))


def _walk_statements(
    program: Program, stmts: Sequence[source_statements.Stmt], seen: set[RuleId]
) -> Iterator[source_statements.Stmt]:
    """Yields the statements, the statements inside them, and the statements of the rules that they call or offer."""
    for stmt in statements_in(tuple(stmts)):
        yield stmt
        lines = (stmt.menu or ()) if isinstance(stmt, source_statements.Choose) else ()
        calls = (stmt,) if isinstance(stmt, CallRule) else lines
        for rule in [call.rule for call in calls if call.rule not in seen]:
            seen.add(rule)
            work = program.rules[rule]
            for body in (work.body, *(own for _, own in work.for_seats)):
                yield from _walk_statements(program, () if body is None else body.stmts, seen)


def _sentence(doc: str) -> str:
    """Returns a documentation sentence without its rule numbers."""
    head, _, rest = doc.partition(". ")
    numbers = all(
        part.strip()[:1] in ("R", "E") and part.strip()[1:].replace("-R", "").isdigit() for part in head.split(",")
    )
    return (rest if rest and numbers else doc).strip()


def score_lines(world: World) -> tuple[ScoreLine, ...]:
    made: list[ScoreLine] = []
    first: dict[tuple[formulas.Expr, str], declarations.Score] = {}
    for i, decl in enumerate(world.score_decls):
        function, _ = score_function(world, i)
        earlier = first.setdefault((decl.value, decl.after.text if decl.after is not None else ""), decl)
        if earlier is not decl:
            world.judge(
                "score", decl.name.span, SameScore(decl.name.span, decl.name.text, earlier.name.span, earlier.name.text)
            )
        spec = world.functions[function]
        if spec is not None:
            _report_constant(world, decl.name, "score", spec.body)
        made.append(ScoreLine(decl.name.text, FunctionId(function), sentence_or_none(decl.doc)))
    if world.score_decls:
        total_function(world)
    return tuple(made)


def report_equal_scores(world: World) -> None:
    """Reports score lines that give every player the same, where the players compete."""
    for i, decl in enumerate(world.score_decls if len(world.seats) > 1 else ()):
        spec = world.functions[score_function(world, i)[0]]
        if spec is None or isinstance(spec.body, Const) or is_broken(spec.body):
            continue
        if spec.params[0] not in free_locals(spec.body):
            world.problem(SameForAll(decl.name.span, describe(world, world.player), decl.name.text))


def invariants_of(world: World, decls: tuple[declarations.Decl, ...]) -> tuple[InvariantSpec, ...]:
    declared = (decl for decl in decls if isinstance(decl, declarations.Invariant))
    of_rules = [InvariantSpec(*_condition_of(world, decl, "invariant", "ranges")) for decl in declared]
    return (*of_rules, *_growth_invariants(world, decls))


def possibles_of(world: World, decls: tuple[declarations.Decl, ...]) -> tuple[PossibleSpec, ...]:
    """Returns the conditions that must be possible."""
    declared = (decl for decl in decls if isinstance(decl, declarations.Possible))
    return tuple([PossibleSpec(*_condition_of(world, decl, "possible", "wish")) for decl in declared])


def _condition_of(
    world: World,
    decl: declarations.Invariant | declarations.Possible,
    of: Literal["invariant", "possible"],
    may_state: Literal["ranges", "wish"],
) -> tuple[str, Expr, str | None, SiteId]:
    """Returns the name, the condition, the sentence and the place of a declared condition."""
    condition = world.check.flag(decl.condition, Scope(decl.name.text, may_state=may_state))
    _report_constant(world, decl.name, of, condition)
    return decl.name.text, condition, sentence_or_none(decl.doc), world.site(decl.span, decl.name.text)


def _report_constant(world: World, name: Ident, of: Literal["score", "invariant", "possible"], value: Expr) -> None:
    if isinstance(value, Const) and not is_broken(value):
        text = {True: "yes", False: "no"}[value.value] if isinstance(value.value, bool) else str(value.value)
        world.problem(NeverChanges(name.span, name.text, of, text))


def _growth_invariants(world: World, decls: tuple[declarations.Decl, ...]) -> Iterator[InvariantSpec]:
    """Yields an invariant for each board without an edge."""
    for decl in decls:
        symbol = world.symbols.get(decl.name.text) if isinstance(decl, data.GrowingGrid) else None
        if isinstance(decl, data.GrowingGrid) and isinstance(symbol, BoardSymbol):
            _report_stock(world, decl, symbol.id)
            condition = _stays_small(world, decl, symbol.id)
            if condition is not None:
                name, site = decl.name.text, world.site(decl.span, decl.name.text)
                sentence = f"What lies on `{name}` hangs together, on at most {decl.pieces} places."
                yield InvariantSpec(f"{name}_hangs_together", condition, sentence, site)


def _report_stock(world: World, decl: data.GrowingGrid, board: BoardId) -> None:
    """Reports a name that is no component, and a component with more pieces than the board has places. If each player has a board of its own, the number of
    pieces on it is checked only in a match."""
    name = decl.name.text
    if decl.of is not None and not isinstance(world.symbols.get(decl.of.text), ClassSymbol):
        components = (key for key, symbol in world.symbols.items() if isinstance(symbol, ClassSymbol))
        world.problem(UnknownName(decl.of.span, decl.of.text, Role.COMPONENT, (*components, "pieces")))
        return
    if name in world.own_boards:
        return
    zones = [world.zones[zone.id].classes for zone in laying_zones(world, board)]
    pieces = world.copies_of(sorted({cls for classes in zones for cls in classes}))
    if pieces <= decl.pieces:
        return
    tiles = max(zones, key=lambda classes: world.copies_of(sorted(classes)))
    most = world.copies_of(sorted(tiles))
    if most < pieces and len(tiles) == 1:
        component = world.classes[tiles[0]].name
        flaw = about(GrowthFlaw.MORE_ON_THEM, name, decl.pieces, pieces, component, most)
        world.problem(BadGrowth(decl.name.span, flaw))
    else:
        world.problem(BadGrowth(decl.name.span, about(GrowthFlaw.TOO_FEW_PIECES, name, decl.pieces, pieces)))


def _stays_small(world: World, decl: data.GrowingGrid, board: BoardId) -> expressions.Expr | None:
    scope = Scope(decl.name.text)
    if decl.name.text not in world.own_boards:
        return _one_group(world, decl, board, scope)
    everyone = conversions.all_values(world, world.player)
    local = world.local("me", world.player)
    condition = _one_group(world, decl, board, Scope(decl.name.text, me=local))
    if condition is None:
        return None
    return expressions.Fold("all", everyone, local.id, condition, FLAG, world.site(decl.span, decl.name.text))


def _one_group(world: World, decl: data.GrowingGrid, board: BoardId, scope: Scope) -> expressions.Expr | None:
    laid = places_in_use(world, board, scope, decl.name.span)
    if is_broken(laid):
        return None
    size = len(world.boards[board].spec.places)
    place = Position(board, size)
    groups = expressions.Groups(neighbours_of(world, world.boards[board]), laid, ListOf(SetOf(place), size))
    few = expressions.Compare("<=", expressions.Count(laid, Int(0, size)), number(decl.pieces), FLAG)
    one = expressions.Compare("<=", expressions.Count(groups, Int(0, size)), number(1), FLAG)
    return expressions.And(few, one, FLAG)
