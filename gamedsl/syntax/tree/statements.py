"""Statements and choices."""

from __future__ import annotations

from typing import Literal

from gamedsl.syntax.tree.formulas import Expr, Key
from gamedsl.syntax.tree.node import Declared, Ident, Node
from gamedsl.syntax.tree.traits import written
from gamedsl.values import frozen


@frozen
class Suite(Node):
    doc: str | None
    body: tuple[Stmt, ...]


@written("let NAME = 3")
@frozen
class LetStmt(Node):
    name: Declared
    value: Expr


@frozen
class CallStmt(Node):
    """A name or an application as a statement."""

    call: Expr


@frozen
class Assign(Node):
    op: Literal["=", "+=", "-="]
    target: Expr
    value: Expr


@written("require NAME: C")
@frozen
class RequireStmt(Node):
    name: Declared
    condition: Expr
    why: str | None


@written("ensure NAME: C")
@frozen
class EnsureStmt(Node):
    """`ensure name: c "why"`: only moves after which c holds here are legal."""

    name: Declared
    condition: Expr
    why: str | None


@frozen
class Verdict(Node):
    """`all win`, `players where c lose`: who has won. `which` is c, or None for all players; `word` says whether they win or lose."""

    which: Expr | None
    word: Literal["win", "lose"]


@written(changes_all=True)
@frozen
class EndGame(Node):
    """`end game "why"`, `end game, all lose "why"`: the match ends at once."""

    verdict: Verdict | None
    why: str | None


@written("move card to hand", moves=("what",))
@frozen
class Move(Node):
    """A move of pieces. With a quantity (`move 2 of hand to deck`), `what` is the set from which the actor chooses. `any_order`: no rule may read their
    order on the pile."""

    what: Expr
    source: Expr | None
    side: Literal["to", "under"]
    target: Expr
    any_order: bool = False
    quantity: Quantity | None = None


@written("draw 2 from deck to hand")
@frozen
class Draw(Node):
    """A draw. From a pile, it takes from the top, or from the bottom if `is_below` (`from under deck`). `keep` is the number (or range of numbers) of pieces
    that the actor keeps; None without a `keep` part. `rest` is the zone for the others; without it, they return."""

    up_to: bool
    number: Expr
    source: Expr
    keep: Expr | None
    side: Literal["to", "under"]
    target: Expr
    rest_side: Literal["to", "under"] | None = None
    rest: Expr | None = None
    is_below: bool = False


@written("flip piece", moves=("piece",), changes_all=True)
@frozen
class Flip(Node):
    """A piece shows its other side."""

    piece: Expr


@written('say "A sentence."')
@frozen
class Say(Node):
    """A sentence for the log: its texts, with a value between any two of them."""

    texts: tuple[str, ...]
    values: tuple[Expr, ...]


@written("swap a with b", moves=("first", "second"))
@frozen
class Swap(Node):
    first: Expr
    second: Expr


@written("rotate hand left", changes_all=True)
@frozen
class Rotate(Node):
    zone: Expr
    side: Literal["left", "right"]


@written("shuffle deck")
@frozen
class Shuffle(Node):
    """A shuffle. Without a target, the zone itself is shuffled."""

    what: Expr
    side: Literal["to", "under"] | None
    target: Expr | None


@written("peek deck")
@frozen
class Peek(Node):
    """A look at pieces. Others do not notice an `unseen` look (`, seen by nobody`)."""

    zone: Expr
    unseen: bool = False


@written("reveal hand")
@frozen
class Reveal(Node):
    zone: Expr


@written("record NAME", changes_all=True)
@frozen
class Record(Node):
    """Records the current values in a history."""

    history: Ident


@written("forget NAME", changes_all=True)
@frozen
class Forget(Node):
    """Empties a history."""

    history: Ident


@written("eliminate p", changes_all=True)
@frozen
class Eliminate(Node):
    who: Expr


@written("award glory from prizes to players by highest k")
@frozen
class Award(Node):
    """Tied players share `all` prizes of the places that they fill, or only `one`: the prize of the first place."""

    field: Expr
    prizes: Expr
    to: Expr
    rounding: Literal["up", "down"]
    share: Literal["all", "one"] = "all"


@frozen
class Quantity(Node):
    """`one`, `any`, `some`, `up_to` a number, `exactly` a number, or `between` a number and a `high` one."""

    kind: Literal["one", "any", "some", "up_to", "exactly", "between"]
    number: Expr | None = None
    high: Expr | None = None


@frozen
class PickOf(Node):
    """`one of S`, `any of S`, `some of S`, `up to e of S`, `e of S`, `e..f of S`."""

    quantity: Quantity
    source: Expr


@frozen
class PickYesNo(Node):
    """`may [if c]`."""

    condition: Expr | None


@frozen
class PickNamed(Node):
    """A named pick, or its application."""

    pick: Expr


Pick = PickOf | PickYesNo | PickNamed


@frozen
class Selection(Node):
    """A selection. `picks` are the alternatives of `P else Q`. With `, seen by owner` nobody else sees the choice; with `, seen by nobody` the others
    do not notice it (which applies to the whole `choose`). `why` is the sentence of its filter, `ask` the question for it."""

    name: Declared
    picks: tuple[Pick, ...]
    distinct: Ident | None
    seen_by: Literal["everyone", "owner", "nobody"] = "everyone"
    why: str | None = None
    ask: str | None = None


@frozen
class MenuEntry(Node):
    """An action, perhaps with arguments; `strike if armed` is offered only under its condition."""

    call: Expr
    condition: Expr | None


@frozen
class Menu(Node):
    """The lines of a `choose one:` or `then one:`."""

    lines: tuple[MenuEntry, ...]


@written("choose card: one of hand")
@frozen
class Choose(Node):
    """A choice. `lines` are selections, `let` and `require` lines in written order; either part may be missing.

    `condition` is the c of `may if c choose`; `otherwise` is the `else` part, for when nothing can be chosen. Others do not notice an `unseen` one
    (`, seen by nobody`).
    """

    may: bool
    if_able: bool
    lines: tuple[Selection | LetStmt | RequireStmt, ...]
    menu: Menu | None
    condition: Expr | None = None
    otherwise: Suite | None = None
    unseen: bool = False


@written("roll die: one of 1..6")
@frozen
class Roll(Node):
    lines: tuple[Selection | LetStmt | RequireStmt, ...]


@written("if C:")
@frozen
class If(Node):
    """An `if` with its `else if` arms in order; `otherwise` is the `else` part."""

    arms: tuple[tuple[Expr, Suite], ...]
    otherwise: Suite | None


@frozen
class MatchArm(Node):
    values: tuple[Expr, ...]
    body: Suite


@written("match suit:")
@frozen
class Match(Node):
    subject: Expr
    arms: tuple[MatchArm, ...]
    otherwise: Suite | None


@written("for x in S:")
@frozen
class For(Node):
    """A `for` loop: with one name, or with two names over a list of pairs."""

    names: tuple[Declared, ...]
    source: Expr
    body: Suite


@frozen
class Limit(Node):
    """`up to number`, `at most number`; `cut_off` is `at most number, else cut off`."""

    kind: Literal["up_to", "at_most"]
    number: Expr
    cut_off: bool = False


@frozen
class EachClause(Node):
    """`each noun [in order] [by keys] [from first] [where c] [together] [until c] [, limit]`."""

    noun: Ident
    order: Expr | None
    first: Expr | None
    where: Expr | None
    together: bool
    until: Expr | None
    limit: Limit | None
    keys: tuple[Key, ...] = ()


@written("each player:")
@frozen
class Each(Node):
    clause: EachClause
    body: Suite


@written("repeat up to 3:")
@frozen
class Repeat(Node):
    """`repeat [limit] [until c]`; the c of `repeat until declined` is that name."""

    limit: Limit | None
    until: Expr | None
    body: Suite


@written("as player: NAME")
@frozen
class As(Node):
    who: Expr
    body: Suite


Stmt = (
    LetStmt | CallStmt | Assign | RequireStmt | EnsureStmt | EndGame | Move | Draw | Swap | Rotate | Shuffle | Peek | Reveal | Flip | Say | Eliminate
    | Award | Choose | Roll | If | Match | For | Each | Repeat | As | Record | Forget
)  # fmt: skip
