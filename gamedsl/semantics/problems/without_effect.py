"""Finds lines that are allowed and without effect: values that are lost at once, scores and keys that decide nothing, examples that test nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set

from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems import certain
from gamedsl.semantics.problems.unused import names_in
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.walk import name_of_place, walk_in_order


def lines_without_effect(nodes: Sequence[object]) -> Iterator[Problem]:
    """Finds all lines without effect in the files of a game, whose nodes are given in the order of the text."""
    yield from _find_uncounted_scores(nodes)
    bases = {node.of.text for node in nodes if isinstance(node, example_lines.Example) and node.of is not None}
    defined = frozenset(node.name.text for node in nodes if isinstance(node, fields.Define))
    piles = frozenset(
        node.name.text
        for node in nodes
        if isinstance(node, fields.Field) and isinstance(node.type, fields.ZoneType) and node.type.form == "pile"
    )
    for node in nodes:
        match node:
            case statements.Suite(body=body):
                yield from _overwritten(body, defined)
                yield from _find_unchanged(body, piles)
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


def _find_unchanged(body: Sequence[statements.Stmt], piles: Set[str]) -> Iterator[certain.DoesNothing]:
    """Finds values that are set to what they are, and pieces that go where they are: into the same zone, or into the one from which they were chosen, if
    nothing has moved since. In one of the `piles` they get another place."""
    chosen: dict[str, formulas.Expr] = {}
    for stmt in body:
        match stmt:
            case statements.Assign(op="=", target=target, value=value) if target == value:
                yield certain.DoesNothing(stmt.span, certain.Idle.SET)
            case statements.Move(what=what, target=target, source=None, quantity=None) if what == target:
                yield certain.DoesNothing(stmt.span, certain.Idle.MOVE_BACK)
            case statements.Move(what=formulas.Name(id=name), target=target, source=None, quantity=None) if (
                chosen.get(name) == target and name_of_place(target) not in piles
            ):
                yield certain.DoesNothing(stmt.span, certain.Idle.PUT_BACK)
            case statements.Choose(lines=lines, menu=None):
                chosen |= {one.name.text: zone for one in lines if (zone := _chosen_from(one)) is not None}
            case statements.Assign():
                pass
            case _:
                chosen.clear()


def _chosen_from(line: object) -> formulas.Expr | None:
    """Returns the set from which a selection takes; None if there are several."""
    match line:
        case statements.Selection(picks=[statements.PickOf(source=formulas.Filter(source=source))]):
            return source
        case statements.Selection(picks=[statements.PickOf(source=source)]):
            return source
        case _:
            return None


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
