"""Counting trees, which describe how the complete moves of a plan are counted: each node gives the number of ways to complete a move from there.

An interpreter of this tree needs three functions over a node, on a position and with the locals bound so far:

* `count` gives the number of ways. Each class below says how.
* `nth(n)` finds the n-th way in normative order, counting from 0, and binds the locals on it. At each step it skips values as long as n is not
  below their count, and subtracts their counts from n. Results of `count` for the same locals may be reused.
* `walk` chooses one value at each step. It offers the values from which a move can be completed: those whose `then` has a count above 0.

A node is certain if a move can always be completed from it (`Reading.is_certain`): `walk` need not count there.

All three agree with a search through all values: equal order, steps and faults. So a formula may be evaluated out of order, or only once, if it cannot fail,
or if that search evaluates it in the same order. A step with one possible value is taken silently.

Locals that `Bound` binds with `is_counted` unset are not read by any count: `count` need not compute them, `nth` and `walk` must.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.statements import Bind, Select, YesNo
from gamedsl.graph.model.types import LocalId
from gamedsl.values import frozen
from gamedsl_interpreter.plans.facts import Dependence, Limit, SelectionFacts


@frozen
class Leaf:
    """A complete move: one way. `bound`: the locals that the plans on the way have bound."""

    exit: int
    bound: frozenset[LocalId]


@frozen
class Tested:
    """If all conditions hold, the ways of `then`; otherwise none. The conditions are tested in order, up to the first that fails."""

    conditions: tuple[Expr, ...]
    then: Ways


@frozen
class Bound:
    """The ways of `then`, with a local bound to a formula."""

    part: Bind
    then: Ways
    is_counted: bool
    """Whether a count in `then` reads the local, or computing it can fail."""


@frozen
class Menu:
    """One step that chooses a line; the count is the sum over the lines."""

    name: str
    lines: tuple[Ways, ...]


@frozen
class Gate:
    """One step: take (0) or decline (1); the count is the sum of both."""

    name: str
    take: Ways
    decline: Leaf


@frozen
class IfAble:
    """No step: the ways of `take`, if there are any; else the single way of `skip`."""

    take: Ways
    skip: Leaf


@frozen
class Flag:
    """One step: no (0), or yes (1) if the condition holds. With dependence NONE the count is the number of values times `then`, else the sum over the values."""

    number: int
    part: YesNo
    then: Ways
    dependence: Dependence


@frozen
class One:
    """One step that chooses an element of the offer, numbered from 0.

    With dependence NONE the count is the number of elements times `then`, which is computed only if there is an element. Otherwise it is the sum over the
    elements, with the local bound to each in turn. If there is an element, `hoisted` is computed before.
    """

    number: int
    """Different for each choice of a plan."""
    part: Select
    facts: SelectionFacts
    rivals: tuple[Select, ...]
    """The rivals, among those of the facts, that can take a piece which this selection offers."""
    then: Ways
    dependence: Dependence
    hoisted: tuple[Hoisted, ...] = ()


@frozen
class Several:
    """A step for each entry of the offer (its values: how many copies are chosen), or for each group of a `distinct` selection (none, or one member).

    An entry that is there c times has the values 0 to c, and a group of m elements the values 0 to m, of which all above 0 choose one element. The
    number of chosen elements lies between `least` and `most`: `most` is the part's number (fault E_BOUND below 0; without one, the number of all
    elements), but no more than each of `limits`; `least` is `most` for `exactly`, else the part's `least`, or 0.

    * NONE: with W[g][r] the number of ways to choose at most r elements from group g on, the count is (W[0][most] - W[0][least - 1]) * `then`, where
      `then` is computed only if there is a selection. The table W depends on the offer alone.
    * NUMBER: the sum, over the numbers k of chosen elements, of the ways to choose k elements times `then`, which reads only how many are chosen.
      It cannot fail.
    * CHOICE: all selections are enumerated.
    """

    number: int
    part: Select
    facts: SelectionFacts
    rivals: tuple[Select, ...]
    limits: tuple[Limit, ...]
    then: Ways
    dependence: Dependence
    hoisted: tuple[Hoisted, ...] = ()
    """Computed once, before `then` is counted for each number of elements."""
    is_table_hoisted: bool = False
    """The table W is computed by an outer choice, with the locals that it reads."""


@frozen
class Kept:
    """The ways of `ways`, which do not depend on some outer choices: one of these choices counts them once (see `Hoisted`)."""

    number: int
    ways: Ways


@frozen
class Hoisted:
    """A computation that a choice makes before its values are tried: the count of a Kept, or the table W of a Several with dependence NONE and no least
    number of elements. It cannot fail. `binds` are bound before it: they lie between the choice and the hoisted node, and do not depend on the choice."""

    binds: tuple[Bind, ...]
    what: Kept | Several


Ways: TypeAlias = Leaf | Tested | Bound | Menu | Gate | IfAble | Flag | One | Several | Kept


@frozen
class Counting:
    """The counting tree of a plan."""

    root: Ways


def nodes(ways: Ways) -> Iterator[Ways]:
    """Yields a node and all nodes below it, in normative order."""
    yield ways
    for inner in below(ways):
        yield from nodes(inner)


def below(ways: Ways) -> tuple[Ways, ...]:
    """Returns the nodes directly below a node."""
    match ways:
        case Leaf():
            return ()
        case Menu(lines=lines):
            return lines
        case Gate(take=take, decline=leaf) | IfAble(take=take, skip=leaf):
            return take, leaf
        case Kept(ways=inner):
            return (inner,)
        case Tested(then=then) | Bound(then=then) | Flag(then=then) | One(then=then) | Several(then=then):
            return (then,)
