"""Problems of collections: their elements, filters of them, and what goes through them."""

from __future__ import annotations

from typing import Literal

from gamedsl.diagnostics.meant import Meant
from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, FixLevel
from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.terms import About, Described, Thing, phrase
from gamedsl.source import Span
from gamedsl.values import frozen


@frozen
class NotACollection(Problem):
    code = "E0403"
    title = "something without elements"
    found: Described

    def explain(self) -> Diagnostic:
        is_zone = isinstance(self.found, About) and self.found.term is Thing.ZONE_OF
        return self._say(
            "the pieces of a zone have no numbers" if is_zone else "this has no elements",
            f"this is {phrase(self.found)}",
            help="the lowest piece of a pile is `first(deck)`, and the one on top `last(deck)`; `first(deck, 3)` are the lowest three"
            if is_zone
            else "a zone, a list, a set or a whole type has elements; `[x]` is the list of one",
        )


@frozen
class NotPairs(Problem):
    """A loop `for a, b in S` over elements that are no pairs."""

    code = "E0650"
    title = "two names for elements that are no pairs"
    found: Described

    def explain(self) -> Diagnostic:
        return self._say(
            "a `for` of two names goes through pairs",
            f"this is {phrase(self.found)}",
            help="for the number of each element write `for i, x in numbered(S)`",
        )


@frozen
class OneOfMany(Problem):
    """A selection `name: 1 of S` where a single element is needed: it gives a collection with one element."""

    code = "E0417"
    title = "a collection with one in it, where the one is needed"
    name: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.name}` is a collection with one in it",
            "this takes a number of them",
            help="`one of` gives the one itself",
            fixes=(Fix("write `one of`", (Edit(self.span, "one of"),), FixLevel.PERHAPS),),
        )


@frozen
class RepeatsLost(Problem):
    code = "E0407"
    title = "equal values would be lost"
    function: str
    field: str
    path: str
    """The text behind the collection: `grain.worth` in `sum(cart.grain.worth)`."""
    collection: Span | None
    """Where this collection is named; None where it is no name, or if more stands behind the path."""
    meant: Meant | None = None
    """The meaning that the line shows."""

    def explain(self) -> Diagnostic:
        help = f"go through the elements: `{self.function}(x.{self.path} for x in …)`"
        if self.function == "count":
            help = "how many elements there are is `count(…)` of the collection itself, without the dot"
        elif self.meant is not None:
            help = f"go through the elements: `{self.function}({self.meant.words})`"
        return self._say(
            f"`{self.function}` would take equal values only once",
            f"`.{self.field}` gives the different values",
            help=help,
            fixes=() if self.meant is None else self.meant.fixes,
        )


@frozen
class WhatIsFiltered(Problem):
    """A `where`, `while` or `by` after a sum without brackets: it applies to the whole sum, but looks as if it applied to the last part."""

    code = "W0930"
    title = "brackets say what is filtered"
    word: Literal["where", "while", "by"]
    last: str

    def explain(self) -> Diagnostic:
        start, end = (Span(self.span.source, at, at) for at in (self.span.start, self.span.end))
        last = "…" if self.last == "this" else self.last
        return self._say(
            f"`{self.word}` is about all that stands before it",
            "not only about the last part",
            help=f"put brackets round all of it, or only round the last part if that is meant: `({last} {self.word} …)`",
            fixes=(Fix("put brackets round all of it", (Edit(start, "("), Edit(end, ")"))),),
        )


@frozen
class SameForEach(Problem):
    """A `where` whose condition does not depend on the element."""

    code = "W0931"
    title = "a `where` that asks nothing about its elements"
    element: Described

    def explain(self) -> Diagnostic:
        return self._say(
            "this condition does not speak of the elements: it keeps all of them or none",
            f"it is the same for each {phrase(self.element).removeprefix('a ').removeprefix('an ')}",
            help="the element itself is `it`, and what it has stands alone or behind it: `it.value > 3`; "
            "what does not depend on it belongs in an `if`",
        )
