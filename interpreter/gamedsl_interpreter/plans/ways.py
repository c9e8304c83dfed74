"""How the complete moves of a plan are counted: a small tree, in which each node says how many ways there are to complete a move from it on.

An interpreter of this tree needs three functions over a node, on a position and with the locals bound so far:

* `count` gives the number of ways. Each class below says how.
* `nth(n)` finds the n-th way in normative order, counting from 0, and binds the locals on it. At each step it passes over values as long as n is not
  below their count, and takes the counts away. What `count` has computed for the same locals may be used again.
* `walk` draws one value at each step. It offers the values from which a move can be completed: those whose `then` has a count above 0.

A node is certain if a move can be completed from it whatever happens (`Reading.is_certain`): `walk` need not try.

All three give what a search through all values gives: the same order, the same steps, the same faults. What is counted out of order or only once is
therefore either evaluated by that search in the same order, or cannot fail. A step with one possible value is taken silently.

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
    """The ways of `then` if all conditions hold, tested in order up to the first that fails; else none."""

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
    """One step: which line. The sum of the lines."""

    name: str
    lines: tuple[Ways, ...]


@frozen
class Gate:
    """One step: take (0) or decline (1). The sum of both."""

    name: str
    take: Ways
    decline: Leaf


@frozen
class IfAble:
    """No step: the ways of `take`, if there are any; else the one of `skip`."""

    take: Ways
    skip: Leaf


@frozen
class Flag:
    """One step: no (0), or yes (1) if the condition holds. With dependence NONE the number of values times `then`, else the sum over the values."""

    number: int
    part: YesNo
    then: Ways
    dependence: Dependence


@frozen
class One:
    """One step: which element of the offer, numbered from 0.

    With dependence NONE the number of elements times `then`, which is computed only if there is an element. Else the sum over the elements, with the
    local bound to each in turn. If there is an element, what is `hoisted` is computed before.
    """

    number: int
    """Different for each choice of a plan."""
    part: Select
    facts: SelectionFacts
    rivals: tuple[Select, ...]
    """Those of the facts' rivals that can take a piece which this selection offers."""
    then: Ways
    dependence: Dependence
    hoisted: tuple[Hoisted, ...] = ()


@frozen
class Several:
    """A step for each entry of the offer (how many of it?), or for each group of a `distinct` selection (none, or which member?).

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
    """What is computed once before `then` is counted for each number of elements."""
    is_table_hoisted: bool = False
    """The table W is computed by a choice around, with the locals that it reads."""


@frozen
class Kept:
    """The ways of `ways`, which do not depend on choices around: hoisted from one of them, and counted there once."""

    number: int
    ways: Ways


@frozen
class Hoisted:
    """What a choice computes before its values are tried: the count of a Kept, or the table W of a Several with dependence NONE
    from which nothing need be chosen. It cannot fail.
    `binds` are bound before: they lie between the choice and what is hoisted, and do not depend on the choice."""

    binds: tuple[Bind, ...]
    what: Kept | Several


Ways: TypeAlias = Leaf | Tested | Bound | Menu | Gate | IfAble | Flag | One | Several | Kept


@frozen
class Counting:
    """The tree of a plan."""

    root: Ways


def nodes(ways: Ways) -> Iterator[Ways]:
    """A node and all nodes below it, in normative order."""
    yield ways
    for inner in below(ways):
        yield from nodes(inner)


def below(ways: Ways) -> tuple[Ways, ...]:
    """The nodes directly below a node."""
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
