"""The nodes of statements and choices."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax.tree.formulas import Expr, Key
from gamedsl.syntax.tree.node import Ident, span_field
from gamedsl.values import frozen


@frozen
class Suite:
    doc: str | None
    body: tuple[Stmt, ...]
    span: Span = span_field()


@frozen
class LetStmt:
    name: Ident
    value: Expr
    span: Span = span_field()


@frozen
class CallStmt:
    """A name or an application as a statement."""

    call: Expr
    span: Span = span_field()


@frozen
class Assign:
    op: Literal["=", "+=", "-="]
    target: Expr
    value: Expr
    span: Span = span_field()


@frozen
class RequireStmt:
    name: Ident
    condition: Expr
    why: str | None
    span: Span = span_field()


@frozen
class EnsureStmt:
    """`ensure name: c "why"`: only moves after which c holds here are legal."""

    name: Ident
    condition: Expr
    why: str | None
    span: Span = span_field()


@frozen
class EndGame:
    """`end game "why"`: the match ends at once."""

    why: str | None
    span: Span = span_field()


@frozen
class Move:
    """With a quantity (`move 2 of hand to deck`), `what` is the set from which the actor chooses. `any_order`: nobody may ask for their order on the pile."""

    what: Expr
    source: Expr | None
    side: Literal["to", "under"]
    target: Expr
    quantity: Quantity | None = None
    any_order: bool = False
    span: Span = span_field()


@frozen
class Draw:
    """`keep` is the number that the actor may keep; `None` without a `keep` part."""

    up_to: bool
    number: Expr
    source: Expr
    keep: Expr | None
    side: Literal["to", "under"]
    target: Expr
    span: Span = span_field()


@frozen
class Flip:
    """A piece shows its other side."""

    piece: Expr
    span: Span = span_field()


@frozen
class Say:
    """A sentence for the log: its texts, with a value between any two of them."""

    texts: tuple[str, ...]
    values: tuple[Expr, ...]
    span: Span = span_field()


@frozen
class Swap:
    first: Expr
    second: Expr
    span: Span = span_field()


@frozen
class Rotate:
    zone: Expr
    side: Literal["left", "right"]
    span: Span = span_field()


@frozen
class Shuffle:
    """Without a target the zone is shuffled in itself."""

    what: Expr
    side: Literal["to", "under"] | None
    target: Expr | None
    span: Span = span_field()


@frozen
class Peek:
    """Others do not notice an `unseen` look (`, seen by nobody`)."""

    zone: Expr
    unseen: bool = False
    span: Span = span_field()


@frozen
class Reveal:
    zone: Expr
    span: Span = span_field()


@frozen
class Record:
    """Records the current values in a history."""

    history: Ident
    span: Span = span_field()


@frozen
class Forget:
    """Empties a history."""

    history: Ident
    span: Span = span_field()


@frozen
class Eliminate:
    who: Expr
    span: Span = span_field()


@frozen
class Award:
    """Tied players share `all` prizes of the places that they fill, or only `one`: the prize of the first place."""

    field: Expr
    prizes: Expr
    to: Expr
    rounding: Literal["up", "down"]
    share: Literal["all", "one"] = "all"
    span: Span = span_field()


@frozen
class Quantity:
    """`one`, `any`, `some`, `up_to` a number, `exactly` a number, or `between` a number and a `high` one."""

    kind: Literal["one", "any", "some", "up_to", "exactly", "between"]
    number: Expr | None = None
    high: Expr | None = None
    span: Span = span_field()


@frozen
class PickOf:
    """`one of S`, `any of S`, `some of S`, `up to e of S`, `e of S`, `e..f of S`."""

    quantity: Quantity
    source: Expr
    span: Span = span_field()


@frozen
class PickYesNo:
    """`may [if c]`."""

    condition: Expr | None
    span: Span = span_field()


@frozen
class PickNamed:
    """A named pick, or its application."""

    pick: Expr
    span: Span = span_field()


Pick = PickOf | PickYesNo | PickNamed


@frozen
class Selection:
    """`picks` are the alternatives of `P else Q`. With `, seen by owner` nobody else sees the choice; with `, seen by nobody` the others do not notice it
    (which applies to the whole `choose`). `why` is the sentence of its filter, `ask` the question for it."""

    name: Ident
    picks: tuple[Pick, ...]
    distinct: Ident | None
    seen_by: Literal["everyone", "owner", "nobody"] = "everyone"
    why: str | None = None
    ask: str | None = None
    span: Span = span_field()


@frozen
class MenuEntry:
    """An action, or its application; `strike if armed` is there only under its condition."""

    call: Expr
    condition: Expr | None
    span: Span = span_field()


@frozen
class Menu:
    """The lines of a `choose one:` or `then one:`."""

    lines: tuple[MenuEntry, ...]
    span: Span = span_field()


@frozen
class Choose:
    """`lines` are selections, `let` and `require` lines in written order; either part may be missing.

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
    span: Span = span_field()


@frozen
class Roll:
    lines: tuple[Selection | LetStmt | RequireStmt, ...]
    span: Span = span_field()


@frozen
class If:
    """`arms` are the conditions in order; `otherwise` is the `else` part."""

    arms: tuple[tuple[Expr, Suite], ...]
    otherwise: Suite | None
    span: Span = span_field()


@frozen
class MatchArm:
    values: tuple[Expr, ...]
    body: Suite
    span: Span = span_field()


@frozen
class Match:
    subject: Expr
    arms: tuple[MatchArm, ...]
    otherwise: Suite | None
    span: Span = span_field()


@frozen
class For:
    """One name, or two names over a list of pairs."""

    names: tuple[Ident, ...]
    source: Expr
    body: Suite
    span: Span = span_field()


@frozen
class Limit:
    """`up to number`, `at most number`; `cut_off` is `at most number, else cut off`."""

    kind: Literal["up_to", "at_most"]
    number: Expr
    cut_off: bool = False
    span: Span = span_field()


@frozen
class EachClause:
    """`each noun [in order] [by keys] [from first] [where c] [together] [until c] [, limit]`."""

    noun: Ident
    order: Expr | None
    first: Expr | None
    where: Expr | None
    together: bool
    until: Expr | None
    limit: Limit | None
    keys: tuple[Key, ...] = ()
    span: Span = span_field()


@frozen
class Each:
    clause: EachClause
    body: Suite
    span: Span = span_field()


@frozen
class Repeat:
    """`repeat [limit] [until c]`; the c of `repeat until declined` is that name."""

    limit: Limit | None
    until: Expr | None
    body: Suite
    span: Span = span_field()


@frozen
class As:
    who: Expr
    body: Suite
    span: Span = span_field()


Stmt = (
    LetStmt | CallStmt | Assign | RequireStmt | EnsureStmt | EndGame | Move | Draw | Swap | Rotate | Shuffle | Peek | Reveal | Flip | Say | Eliminate
    | Award | Choose | Roll | If | Match | For | Each | Repeat | As | Record | Forget
)  # fmt: skip
