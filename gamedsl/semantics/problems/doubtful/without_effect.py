"""Finds lines that are allowed and without effect: values that are lost at once, scores and keys that decide nothing, examples that test nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence, Set

from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems import certain
from gamedsl.semantics.problems.doubtful.unused import names_in
from gamedsl.semantics.problems.usage import NeverFilled, NobodyWins
from gamedsl.source import Span
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.walk import name_of_place, walk_in_order


def lines_without_effect(nodes: Sequence[object]) -> Iterator[Problem]:
    """Finds all lines without effect in the files of a game, whose nodes are given in the order of the text."""
    yield from _find_uncounted_scores(nodes)
    yield from _find_nobody_wins(nodes)
    bases = {node.of.text for node in nodes if isinstance(node, example_lines.Example) and node.of is not None}
    defined = frozenset(node.name.text for node in nodes if isinstance(node, fields.Define))
    members = [member for node in nodes if isinstance(node, fields.Fields) for member in node.members]
    declared = [member for member in members if isinstance(member, fields.Field)]
    may_go = any(isinstance(node, statements.Eliminate) for node in nodes)
    yield from _find_zones_waiting(nodes, declared)
    if not any(isinstance(node, declarations.Whenever) for node in nodes):
        yield from _find_stuck_loops(nodes, declared, defined)
    for node in nodes:
        match node:
            case statements.Suite(body=body):
                yield from _overwritten(body, defined)
                yield from _find_unchanged(body, declared, may_go=may_go)
            case statements.If(arms=arms, otherwise=statements.Suite() as last) if arms[-1][1] == last and last.body:
                yield certain.SameBranches(_first_line(last), _first_line(arms[-1][1]), is_value=False)
            case formulas.Ternary(yes=yes, no=no) if yes == no:
                yield certain.SameBranches(no.span, yes.span, is_value=True)
            case declarations.Ranking(keys=keys) | formulas.Sort(keys=keys):
                yield from _find_repeated(keys)
            case example_lines.Example(name=name) if name.text not in bases and _is_position(node):
                yield certain.TestsNothing(name.span, name.text)
            case _:
                pass


def _find_nobody_wins(nodes: Sequence[object]) -> Iterator[NobodyWins]:
    """Finds a game for several players that does not say who has won: without a ranking and a verdict, and without elimination, by which the last one wins."""
    deciding = (declarations.Ranking, statements.Eliminate)
    verdicts = (node.verdict for node in nodes if isinstance(node, declarations.Ends | statements.EndGame))
    if any(isinstance(node, deciding) for node in nodes) or any(verdicts):
        return
    scores = [node for node in nodes if isinstance(node, declarations.Score)]
    has_phases = any(isinstance(node, declarations.Phase) for node in nodes)
    for game in nodes:
        if isinstance(game, declarations.Game) and game.most > 1 and has_phases:
            yield NobodyWins(game.name.span, scores[-1].span if scores else None)


def _first_line(suite: statements.Suite) -> Span:
    return suite.body[0].span


def _overwritten(body: Sequence[statements.Stmt], defined: Set[str]) -> Iterator[certain.Overwritten]:
    """Finds places that are set twice: the lines between the two only set other places, and none of them concerns the place. A name that is `defined` by a
    formula may read any place."""
    pending: dict[formulas.Expr, statements.Assign] = {}
    for stmt in body:
        if not isinstance(stmt, statements.Assign):
            pending.clear()
            continue
        name = name_of_place(stmt.target)
        read = set(names_in(walk_in_order((stmt.value, _path_of(stmt.target)))))
        if read & defined:
            pending.clear()
        first = None if name in read or stmt.op != "=" else pending.get(stmt.target)
        if first is not None:
            yield certain.Overwritten(first.span, name, stmt.span)
        met = read | {name}
        pending = {place: one for place, one in pending.items() if not met & set(names_in(walk_in_order((place,))))}
        if stmt.op == "=":
            pending[stmt.target] = stmt


def _path_of(place: formulas.Expr) -> object:
    """Returns the part of a place that tells whose field is set, or which of several: an assignment reads this part."""
    match place:
        case formulas.Attribute(of=of):
            return of
        case formulas.Index(of=of, args=args):
            return (_path_of(of), args)
        case _:
            return ()


def _find_unchanged(
    body: Sequence[statements.Stmt], declared: Sequence[fields.Field], *, may_go: bool
) -> Iterator[certain.DoesNothing]:
    """Finds values that are set to what they are, and pieces that go where they are: into the same zone, or into the one from which they were chosen, if
    nothing has moved since. In a pile they get another place. `may_go`: players can leave the match, so that steps to the left and to the right may
    differ."""
    piles = {one.name.text for one in declared if isinstance(one.type, fields.ZoneType) and one.type.form == "pile"}
    chosen: dict[str, formulas.Expr] = {}
    for stmt in body:
        match stmt:
            case statements.Assign(op="=", target=target, value=value) if target == value:
                yield certain.DoesNothing(stmt.span, certain.Idle.SET)
            case statements.Assign(op="=", target=target, value=value) if _is_within(target, value, declared):
                yield certain.DoesNothing(stmt.span, certain.Idle.BOUND)
            case statements.Assign(op="=", target=target, value=value) if not may_go and _is_back(target, value):
                yield certain.DoesNothing(stmt.span, certain.Idle.THERE_AND_BACK)
            case statements.Move(what=what, target=target, source=None, quantity=None) if what == target:
                yield certain.DoesNothing(stmt.span, certain.Idle.MOVE_BACK)
            case statements.Move(what=formulas.Name(id=name), target=target, source=None, quantity=None) if (
                chosen.get(name) == target and name_of_place(target) not in piles
            ):
                yield certain.DoesNothing(stmt.span, certain.Idle.PUT_BACK)
            case statements.Choose(lines=lines, menu=None):
                chosen |= {one.name.text: zone for one in lines if (zone := _zone_of(one)) is not None}
            case statements.Assign():
                set_ = name_of_place(stmt.target)
                chosen = {name: zone for name, zone in chosen.items() if set_ not in names_in(walk_in_order((zone,)))}
            case statements.Say():
                pass
            case _:
                chosen.clear()


def _is_within(target: formulas.Expr, value: formulas.Expr, declared: Sequence[fields.Field]) -> bool:
    """Whether a value is the old one with a bound that its range keeps: `max(1, price)` of a price from 1 on."""
    match value:
        case formulas.Apply(of=formulas.Name(id="max" | "min" as bound), args=args) if target in args:
            others = [arg for arg in args if arg != target]
            name = name_of_place(target)
            ranges = [one.type for one in declared if one.name.text == name]
            if len(others) != 1 or not isinstance(others[0], formulas.Number) or not ranges:
                return False
            number = others[0].value
            return all(
                isinstance(of, fields.RangeType) and (of.low >= number if bound == "max" else of.high <= number)
                for of in ranges
            )
        case _:
            return False


def _is_back(target: formulas.Expr, value: formulas.Expr) -> bool:
    """Whether a value is the old one by a step to each side: `left(right(starter))`."""
    match value:
        case formulas.Apply(
            of=formulas.Name(id="left" | "right" as first),
            args=(formulas.Apply(of=formulas.Name(id="left" | "right" as second), args=(inner,)),),
        ):
            return first != second and inner == target
        case _:
            return False


def _zone_of(
    line: object, kinds: Container[str] = ("one", "some", "any", "up_to", "exactly", "between")
) -> formulas.Expr | None:
    """Returns the collection, without its filter, from which a line selects a number of these kinds; None if it has alternatives."""
    match line:
        case statements.Selection(picks=(statements.PickOf(quantity=quantity, source=source),)) if (
            quantity.kind in kinds
        ):
            return _whole(source)
        case _:
            return None


def _whole(source: formulas.Expr) -> formulas.Expr:
    """Returns a collection without its filter."""
    while isinstance(source, formulas.Filter):
        source = source.source
    return source


# ---------------------------------------------------------------- loops and zones that wait


def _find_stuck_loops(
    nodes: Sequence[object], declared: Sequence[fields.Field], defined: Set[str]
) -> Iterator[certain.Settled]:
    """Finds loops whose `until` reads only fields, none of which a line of the loop sets."""
    plain = {one.name.text for one in declared if not isinstance(one.type, fields.ZoneType)}
    plain -= {one.name.text for one in declared if isinstance(one.type, fields.ZoneType)} | defined
    for node in nodes:
        if not isinstance(node, statements.Repeat) or node.until is None:
            continue
        parts = tuple(walk_in_order((node.until,)))
        read = [name for name in names_in(parts) if not name[0].isupper()]
        if not read or not plain.issuperset(read) or any(isinstance(part, formulas.Apply) for part in parts):
            continue
        inside = tuple(walk_in_order((node.body,)))
        stmts = [part for part in inside if isinstance(part, statements.Stmt)]
        changed = {name_of_place(part.target) for part in stmts if isinstance(part, statements.Assign)}
        if all(isinstance(part, _HARMLESS) for part in stmts) and changed.isdisjoint(read):
            yield certain.Settled(node.until.span, False, "loop", read[0])


_HARMLESS = (
    statements.Assign, statements.LetStmt, statements.Say, statements.If, statements.Match, statements.For, statements.Move, statements.Draw,
    statements.Shuffle, statements.Reveal, statements.Peek,
)  # fmt: skip
"""Statements that set no field besides that of an assignment."""


def _find_zones_waiting(nodes: Sequence[object], declared: Sequence[fields.Field]) -> Iterator[NeverFilled]:
    """Finds zones into which pieces come only after a choice of one of their own pieces, so that nothing ever comes there."""
    zones = [one for one in declared if isinstance(one.type, fields.ZoneType)]
    names = Counter(one.name.text for one in zones)
    late: Counter[str] = Counter()
    choices: dict[str, Span] = {}
    for node in nodes:
        if isinstance(node, statements.Suite):
            needed: set[str] = set()
            for stmt in node.body:
                late.update(name for name in _filled(walk_in_order((stmt,))) if name in needed)
                if isinstance(stmt, statements.Choose) and not stmt.if_able and stmt.otherwise is None:
                    for line in stmt.lines:
                        source = _zone_of(line, ("one", "some"))
                        if source is not None and (name := name_of_place(source)):
                            needed.add(name)
                            choices.setdefault(name, line.span)
    filled = Counter(_filled(nodes))
    elsewhere = {name for node in nodes if isinstance(node, _MAY_FILL) for name in names_in(walk_in_order((node,)))}
    for zone in zones:
        name = zone.name.text
        is_late = names[name] == 1 and choices.get(name) is not None and 0 < filled[name] == late[name]
        is_refilled = any(isinstance(attribute, fields.Refilled) for attribute in zone.attributes)
        if is_late and name not in elsewhere and not is_refilled:
            yield NeverFilled(zone.name.span, name, choices[name], None, is_late=True)


def _filled(nodes: Iterable[object]) -> Iterator[str]:
    """Yields the zones to which statements bring pieces, as often as they do."""
    for node in nodes:
        match node:
            case statements.Move(target=target):
                yield name_of_place(target)
            case statements.Shuffle(target=target) if target is not None:
                yield name_of_place(target)
            case statements.Draw(target=target, rest=rest):
                yield name_of_place(target)
                if rest is not None:
                    yield name_of_place(rest)
            case _:
                pass


_MAY_FILL = (
    statements.CallStmt, statements.MenuEntry, statements.Swap, statements.Rotate, statements.LetStmt, fields.Define, formulas.ListLiteral,
    example_lines.GivenZone, example_lines.GivenPicture, data.Component, formulas.Ternary,
)  # fmt: skip
"""Lines and formulas with zones to which pieces may come in other ways than by a move that names them."""


def _find_repeated(keys: Sequence[formulas.Key]) -> Iterator[certain.RepeatedKey]:
    first: dict[formulas.Expr, formulas.Key] = {}
    for key in keys:
        earlier = first.setdefault(key.value, key)
        if earlier is not key:
            yield certain.RepeatedKey(key.span, earlier.span)


def _find_uncounted_scores(nodes: Sequence[object]) -> Iterator[certain.UncountedScore]:
    ranking = next((node for node in nodes if isinstance(node, declarations.Ranking)), None)
    if ranking is None or ranking.of is not None or any(isinstance(node, declarations.Aimed) for node in nodes):
        return  # the ranking of teams or an aim may read it
    tested = [part for node in nodes if isinstance(node, example_lines.Example) for part in walk_in_order((node,))]
    mentions = Counter(names_in(nodes))
    mentions.subtract(names_in(tested))
    if mentions["total"]:
        return
    scores = [node for node in nodes if isinstance(node, declarations.Score)]
    declared = Counter(score.name.text for score in scores)
    for score in scores:
        if mentions[score.name.text] <= declared[score.name.text]:
            yield certain.UncountedScore(score.name.span, score.name.text, ranking.span)


def _is_position(example: example_lines.Example) -> bool:
    """Whether an example consists of nothing but players, a position and sentences."""
    return example.of is None and all(isinstance(line, _STILL) for line in example.lines)


_STILL = (
    example_lines.ExamplePlayers,
    example_lines.ExampleWith,
    example_lines.ExampleFrom,
    example_lines.ExampleGiven,
    example_lines.ExampleSentence,
)
