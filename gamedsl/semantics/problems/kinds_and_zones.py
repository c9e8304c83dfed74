"""Problems of pieces: of the zones where they lie, of moves and draws, and of the blocks of their kinds (`each Robots in built:`)."""

from __future__ import annotations

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, FixLevel
from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.terms import About, Described, Flaw, Thing, advice_on, phrase
from gamedsl.semantics.problems.wording import join_names
from gamedsl.source import Span
from gamedsl.values import frozen


class KindFlaw(Flaw):
    """Mistakes in blocks of kinds."""

    NO_KIND = (
        "only kinds of pieces have rules in a block",
        "declare the rule on its own; `each {0}:` holds fields, zones and `let`s",
    )
    ROW_OF_NOTHING = ("nothing says which component `{0}` belongs to", "write it: `each {0} of card:`")
    NO_HEADING = (
        "`{0}` has no heading that says what its columns are",
        "give the component a block with a heading, like `name  cost  count`",
    )
    ZONE_OF_OTHERS = ("`{0}` belongs neither to players nor to all", "name a zone of `each player:` or of `shared:`")
    ZONES_OF_SEVERAL = ("`{0}` and `{1}` do not belong to the same", "name zones of each player, or zones of all")
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
        return self._say(what, help=help)


# ---------------------------------------------------------------- zones, moves and draws


@frozen
class NotAZone(Problem):
    """A formula that is no zone. `zone` and `places`: it names the zones of a board's places, and these are the first of the places. `contents`: the pieces
    that an example puts there, if there is one for each place."""

    code = "E0412"
    title = "no zone"
    found: Described
    zone: str = ""
    places: tuple[str, ...] = ()
    contents: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    """The zones of the place or player that stands there."""
    field: str = ""
    """The field that an example gives a value as if it were a zone."""
    value: str = "…"
    """The value that it gives."""
    sign: Span | None = None
    """The place of the `:` before the value."""

    def explain(self) -> Diagnostic:
        if self.places:
            return self._of_each_place()
        if self.instead:
            return self._say(
                "a zone is needed here",
                f"this is {phrase(self.found)}",
                help=f"pieces lie in a zone of {'the player' if self.found is Thing.PLAYER else 'the place'}: write {join_names(self.instead, 'or')}",
                fixes=tuple(Fix(f"write `{one}`", (Edit(self.span, one),), FixLevel.PERHAPS) for one in self.instead),
            )
        if self.field:
            return self._say(
                "a zone is needed here",
                f"this is {phrase(self.found)}",
                help=f"a field gets its value with `=`: write `{self.field} = {self.value}`",
                fixes=() if self.sign is None else (Fix("write `=`", (Edit(self.sign, " = "),), FixLevel.CERTAIN),),
            )
        return self._say(
            "a zone is needed here",
            f"this is {phrase(self.found)}",
            help="a zone is a `bag`, a `pile` or a `slot` under `shared:` or `each …:`",
        )

    def _of_each_place(self) -> Diagnostic:
        first = f"{self.places[0]}.{self.zone}"
        if not self.contents:
            return self._say(
                "a zone is needed here",
                f"each place has a `{self.zone}` of its own",
                help=f"say of which place, like `{first}`",
            )
        lines = [f"{place}.{self.zone}: {text}" for place, text in zip(self.places, self.contents, strict=True)]
        return self._say(
            "a zone is needed here",
            f"each place has a `{self.zone}` of its own",
            help=f"write a line for each place: {' and below it '.join(f'`{one}`' for one in lines)}",
        )


@frozen
class CannotLieThere(Problem):
    """Pieces that may come into a zone which is not declared for them. `wrong` and `fitting`: the components of those that cannot lie there, and of those
    that can. `declared`: the declaration with which all of them could. `is_whole`: two zones exchange their contents."""

    code = "E0424"
    title = "pieces that cannot lie where they go"
    zone: str
    wrong: tuple[str, ...]
    fitting: tuple[str, ...]
    declared: str
    is_whole: bool = False

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.zone}` cannot hold {join_names(self.wrong, 'or')}",
            "such pieces may come there",
            help=(*self._ways(), f"if they may lie there, declare `{self.zone}: {self.declared}`"),
        )

    def _ways(self) -> tuple[str, ...]:
        if not self.fitting:
            return ()
        if self.is_whole:
            return ("zones exchange all that lies there: to exchange some of it, move it",)
        those = " or ".join(f"it in {name}" for name in self.fitting)
        test = " or ".join(f"x in {name}" for name in self.fitting)
        return (f"say which pieces go: `where {those}` behind a zone or pieces, `if {test}:` before a single piece x",)


@frozen
class NoBottom(Problem):
    """A draw from under something that is no pile. `zone` is its formula."""

    code = "E0419"
    title = "a draw from under a zone without an order"
    message = "`{zone}` has no bottom"
    label = "only a `pile` has an order"
    help = "write `from {zone}` to draw at random, or declare the zone as a `pile`"
    zone: str


@frozen
class NamedDraw(Problem):
    """`draw 1 card from deck`, `draw 1 Penny from supply`: a draw cannot name pieces, because it takes whatever comes. `piece` is the named piece, with its
    number in `number`; `start` is the first word of the statement."""

    code = "E0420"
    title = "a draw that names what is drawn"
    number: int
    piece: str
    zone: str
    is_component: bool
    start: Span

    def explain(self) -> Diagnostic:
        if self.is_component:
            return self._say(
                f"a draw takes what lies in `{self.zone}`",
                "a number is enough",
                help=f"write `draw {self.number} from {self.zone}`",
                fixes=(Fix(f"write `{self.number}`", (Edit(self.span, str(self.number)),)),),
            )
        return self._say(
            "a draw takes what comes",
            f"`{self.piece}` is a kind of its own",
            help=f"a piece of this kind is moved: `move {self.number} {self.piece} from {self.zone}`",
            fixes=(Fix("write `move`", (Edit(self.start, "move"),), FixLevel.PERHAPS),),
        )


@frozen
class CannotMove(Problem):
    code = "E0413"
    title = "something that cannot be moved"
    found: Described
    assignment: str = ""
    """The assignment that is meant, if a field with a place was moved."""

    def explain(self) -> Diagnostic:
        return self._say(
            "only pieces can be moved",
            f"this is {phrase(self.found)}",
            help=f"a field that holds a place gets another one: `{self.assignment}`"
            if self.assignment
            else "move what lies in a zone (`hand where …`), or kinds from a zone (`3 Horse from red`)",
        )
