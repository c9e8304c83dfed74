"""A small Game written by hand that is all choice, and the parts of which such Games are made."""

from __future__ import annotations

from gamedsl.graph.model.expressions import (
    Call,
    Const,
    Equal,
    Expr,
    FieldAt,
    Filter,
    Fold,
    IfElse,
    Local,
    Lookup,
    Neighbour,
    Not,
    Seats,
    Sorted,
    SortKey,
)
from gamedsl.graph.model.game import (
    BoardSpec,
    Builtins,
    Dimension,
    FieldSpec,
    FunctionSpec,
    Game,
    LocalSpec,
    RankingSpec,
    ScoreLine,
    TableSpec,
    Visibility,
)
from gamedsl.graph.model.layout import Cell, Layout
from gamedsl.graph.model.nodes import (
    BranchNode,
    DecisionNode,
    EffectNode,
    EndNode,
    Plan,
)
from gamedsl.graph.model.statements import (
    Select,
    SetField,
    SetLocal,
)
from gamedsl.graph.model.types import (
    FLAG,
    BoardId,
    FieldId,
    FunctionId,
    Int,
    ListOf,
    LocalId,
    NodeId,
    Optional,
    Player,
    Position,
    Ranking,
    SetOf,
    SiteId,
    TableId,
    Type,
    Value,
)

SITE = SiteId(0)
SEAT = Player(2)
SEEN = Visibility("everyone")
OWN = Visibility("owner")
PER_SEAT = Dimension(SEAT, 2, 0)
SEATS = ListOf(SEAT, 2)
COUNT = Int(0, 9)


def number(value: int) -> Const:
    """A number between 0 and 9."""
    return Const(value, COUNT)


def local(id: int, of: Type) -> Local:
    """The value of a local."""
    return Local(LocalId(id), of)


def field(id: int, of: Type, *index: Expr) -> FieldAt:
    """The value of a field."""
    return FieldAt(FieldId(id), index, of, SITE)


def set_field(id: int, value: Expr, *index: Expr) -> SetField:
    """An assignment."""
    return SetField(FieldId(id), index, value, SITE)


def stored(name: str, of: Type, start: tuple[Value, ...], base: int, *dimensions: Dimension) -> FieldSpec:
    """A field seen by everyone; owned if its first dimension is a seat."""
    owned = bool(dimensions) and isinstance(dimensions[0].type, Player)
    return FieldSpec(name, of, dimensions, owned, None, base, start, None, SEEN, hidden=False, doc=None)


def tic_tac_toe() -> Game:
    """Three in a row: one decision, two tests."""
    place, mark = Position(BoardId(0), 9), Optional(SEAT)
    me, spot, it, line = local(0, SEAT), local(1, place), local(2, place), local(3, ListOf(place, 3))
    lines = tuple((a, a + d, a + 2 * d) for a, d in ((0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2)))
    rows = Lookup(TableId(0), (), ListOf(ListOf(place, 3), 8), SITE)
    whole = Fold("all", line, LocalId(2), Equal(field(1, mark, it), me, FLAG), FLAG, SITE)
    free = Filter(
        Const(tuple(range(9)), SetOf(place)),
        LocalId(2),
        Equal(field(1, mark, it), Const(None, mark), FLAG),
        SetOf(place),
    )
    won = Fold("any", rows, LocalId(3), whole, FLAG, SITE)
    select = Select("spot", LocalId(1), "one", None, (free,), LocalId(2), None, SITE)
    plan = Plan("turns", None, None, (select,), None, 0, SITE)
    following = set_field(0, Neighbour("left", field(0, SEAT), SEAT))
    path = ("turns",)
    return Game(
        name="tic_tac_toe",
        doc="Three in a row.",
        seats=("Ann", "Bob"),
        humans=2,
        options=(),
        variants=(),
        classes=(),
        kinds=(),
        enums=(),
        boards=(
            BoardSpec(
                "cell",
                "grid",
                tuple(f"cell[{r}, {c}]" for r in (1, 2, 3) for c in (1, 2, 3)),
                tuple((r, c) for r in range(3) for c in range(3)),
            ),
        ),
        tables=(TableSpec("lines", (), (), (lines,), ()),),
        fields=(
            stored("turn", SEAT, (0,), 0),
            stored("disc", mark, (None,) * 9, 1, Dimension(place, 9, 0)),
            stored("reason", Int(0, 2), (0,), 10),
            stored("won", FLAG, (False, False), 11, PER_SEAT),
        ),
        zones=(),
        functions=(
            FunctionSpec("three", (LocalId(0),), won),
            FunctionSpec("points", (LocalId(0),), IfElse(field(3, FLAG, me), number(1), number(0), COUNT)),
        ),
        locals=(
            LocalSpec("me", SEAT),
            LocalSpec("spot", place),
            LocalSpec("it", place),
            LocalSpec("line", ListOf(place, 3)),
        ),
        routines=(),
        nodes=(
            EffectNode((set_field(0, Const(0, SEAT)),), NodeId(1), "setup", ("setup",)),
            EffectNode((SetLocal(LocalId(0), field(0, SEAT)),), NodeId(2), "turns", path),
            DecisionNode(me, plan, (NodeId(3),), (LocalId(0), LocalId(1)), "turns", path),
            EffectNode((set_field(1, me, spot),), NodeId(4), "turns", path),
            BranchNode(
                Call(FunctionId(0), (me,), FLAG),
                NodeId(5),
                NodeId(6),
                "three in a row",
                "turns",
                path,
                "three in a row",
            ),
            EffectNode((set_field(2, number(1)), set_field(3, Const(True, FLAG), me)), NodeId(9), "turns", path),
            BranchNode(
                Not(
                    Fold(
                        "any",
                        Const(tuple(range(9)), SetOf(place)),
                        LocalId(2),
                        Equal(field(1, mark, it), Const(None, mark), FLAG),
                        FLAG,
                        SITE,
                    ),
                    FLAG,
                ),
                NodeId(7),
                NodeId(8),
                "the board is full",
                "turns",
                path,
            ),
            EffectNode((set_field(2, number(2)),), NodeId(9), "turns", path),
            EffectNode((following,), NodeId(1), "turns", path),
            EndNode("end", ("end",)),
        ),
        start=NodeId(0),
        counters=0,
        scripts=(),
        scores=(ScoreLine("points", FunctionId(1), None),),
        ranking=RankingSpec(
            Sorted(
                Seats(None, False, SEATS),
                LocalId(0),
                (SortKey(True, Call(FunctionId(1), (me,), COUNT)),),
                Ranking(SEAT, 2),
            ),
            "shared",
            None,
            None,
            SITE,
        ),
        invariants=(),
        reasons=("all rounds are played", "three in a row", "the board is full"),
        builtins=Builtins(None, None, FieldId(2), None, None, None),
        layout=Layout(
            (
                Cell("node", 0, 0, 1, None),
                Cell("field", 0, 1, 1, SEAT),
                *(Cell("field", i, i + 1, 1, mark) for i in range(1, 10)),
            ),
            11,
        ),
    )
