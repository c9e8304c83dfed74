"""Problems of the blocks of kinds: `each Robots in built:`."""

from __future__ import annotations

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.terms import About, Flaw, advice_on
from gamedsl.values import frozen


class KindFlaw(Flaw):
    """Mistakes in blocks of kinds."""

    NO_KIND = (
        "only kinds of pieces have rules in a block",
        "declare the rule on its own; `each {0}:` holds fields, zones and `let`s",
    )
    ROW_OF_NOTHING = (
        "nothing says which component `{0}` belongs to",
        "write it: `each {0} of card:`",
    )
    NO_HEADING = (
        "`{0}` has no heading that says what its columns are",
        "give the component a block with a heading, like `name  cost  count`",
    )
    ZONE_OF_OTHERS = (
        "`{0}` belongs neither to players nor to all",
        "name a zone of `each player:` or of `shared:`",
    )
    ZONES_OF_SEVERAL = (
        "`{0}` and `{1}` do not belong to the same",
        "name zones of each player, or zones of all",
    )
    WHICH_PIECE = (
        "nothing says which `{0}` this is about",
        "name the piece of the event: `whenever {1}(card):`, or say where the pieces lie: `each {0} in built:`",
    )
    ACTION_WITHOUT_MENU = (
        "nothing says who may do `{1}`, and when",
        "say where the pieces lie and which menu it joins: `each {0} in built:` and `action {1} to turns:`",
    )
    AMOUNT_OF_NOTHING = (
        "`{1}` is the sum over pieces, and nothing says which",
        "say where they lie: `each {0} in built:`; what a kind itself has is a column of its component",
    )
    OTHER_AMOUNT = (
        "another block has a `{0}` with other parameters, or of another owner",
        "use the same parameters, and zones of the same owner",
    )
    FIELD_OF_KIND = (
        "a field belongs to all kinds of a component",
        "write it into a block for the component: `each card:` with `{1}`",
    )


@frozen
class BadKindBlock(Problem):
    """A mistake in a block of a kind."""

    code = "E0644"
    title = "a block of a kind that does not say enough"
    flaw: KindFlaw | About[KindFlaw]

    def explain(self) -> Diagnostic:
        what, help = advice_on(self.flaw)
        return self._say(what, "", help=help)
