"""A small Game written by hand, with cards, chance and a menu in a menu."""

from __future__ import annotations

from gamedsl.graph.model.expressions import (
    Arithmetic,
    Call,
    Compare,
    Const,
    Contents,
    Convert,
    Count,
    Equal,
    Expr,
    Filter,
    Fold,
    KindOf,
    Lookup,
    MakeList,
    Need,
    Neighbour,
    Not,
    Or,
    Pick,
    Seats,
    Sorted,
    SortKey,
    Within,
    ZoneAt,
)
from gamedsl.graph.model.game import (
    Builtins,
    ClassSpec,
    EnumSpec,
    FunctionSpec,
    Game,
    InvariantSpec,
    KindSpec,
    LocalSpec,
    RankingSpec,
    Routine,
    ScoreLine,
    TableSpec,
    Visibility,
    ZoneSpec,
)
from gamedsl.graph.model.layout import Cell, Layout
from gamedsl.graph.model.nodes import (
    Answer,
    BranchNode,
    ChanceNode,
    DecisionNode,
    EffectNode,
    EndNode,
    Plan,
    Script,
    TogetherNode,
)
from gamedsl.graph.model.statements import (
    CallRule,
    Draw,
    If,
    Move,
    Requirement,
    Roll,
    Select,
    SetField,
    SetLocal,
    Shuffle,
    YesNo,
)
from gamedsl.graph.model.types import (
    FLAG,
    Bag,
    ClassId,
    Enum,
    EnumId,
    FieldId,
    FunctionId,
    Int,
    Kind,
    KindId,
    ListOf,
    LocalId,
    NodeId,
    Optional,
    Piece,
    Pieces,
    Ranking,
    RuleId,
    SeatId,
    SetOf,
    TableId,
    Zone,
    ZoneId,
)
from unit.graph.samples import COUNT, OWN, PER_SEAT, SEAT, SEATS, SEEN, SITE, field, local, number, set_field, stored


def court() -> Game:
    """Cards are bid in secret, then used in turn until nobody has any: chance, simultaneous choice, a menu in a menu,
    a scripted seat.
    """
    card, seat = Kind((ClassId(0),)), SEAT
    cards, hand_type = Pieces((ClassId(0),), 12), Zone((ClassId(0),), "bag")
    me, it, spent, helper, rain, bid, sky = (
        local(0, seat),
        local(1, Piece((ClassId(0),))),
        local(2, cards),
        local(3, Piece((ClassId(0),))),
        local(4, FLAG),
        local(5, Piece((ClassId(0),))),
        local(6, Enum(EnumId(0), 2)),
    )
    deck, spoils = ZoneAt(ZoneId(0), (), Zone((ClassId(0),), "pile"), SITE), ZoneAt(ZoneId(2), (), hand_type, SITE)
    hand = ZoneAt(ZoneId(1), (me,), hand_type, SITE)
    in_hand = Contents(hand, cards)
    value = Lookup(TableId(0), (KindOf(it, card),), COUNT, SITE)
    worth = Fold("sum", spent, LocalId(1), value, COUNT, SITE)
    strong = Filter(in_hand, LocalId(1), Compare(">", value, number(1), FLAG), cards)
    some = Compare(">", Count(in_hand, COUNT), number(0), FLAG)
    enough = Requirement("enough", Compare(">=", worth, number(2), FLAG), "An event costs two.", SITE)
    pay = Select("spent", LocalId(2), "any", None, (in_hand,), LocalId(1), None, SITE)
    bonus = YesNo("rain", LocalId(4), Equal(sky, Const(1, Enum(EnumId(0), 2)), FLAG), SITE)
    one = Select("helper", LocalId(3), "one", None, (strong, in_hand), LocalId(1), None, SITE)
    event = Plan(
        "event",
        None,
        None,
        (),
        (
            Plan("feast", None, None, (pay, enough), None, 1, SITE),
            Plan("hunt", None, None, (pay, bonus), None, 2, SITE),
        ),
        None,
        SITE,
    )
    menu = Plan("court_life", "may", 3, (), (Plan("hire", None, None, (one,), None, 0, SITE), event), None, SITE)
    bids = Plan(
        "bidding",
        None,
        None,
        (Select("bid", LocalId(5), "one", None, (in_hand,), LocalId(1), None, SITE),),
        None,
        0,
        SITE,
    )
    earned = field(1, Int(0, 99), me)

    def earn(value: Expr) -> SetField:
        return set_field(1, Within(Arithmetic("+", earned, value, COUNT, SITE), Int(0, 99), SITE), me)

    live, life, bidding = (LocalId(0), LocalId(6)), ("court_life",), ("bidding",)
    return Game(
        name="court",
        doc="Cards are bid, then spent at court.",
        seats=("Ann", "Bob"),
        humans=1,
        options=(("storm", "no"),),
        variants=("grand",),
        classes=(ClassSpec("card", KindId(0), 3, True),),
        kinds=tuple(KindSpec(name, ClassId(0), 4, 0, "red", None) for name in ("Horse", "Boat", "Crown")),
        enums=(EnumSpec("sky", ("Sunny", "Rainy")),),
        boards=(),
        tables=(TableSpec("worth", (0,), (3,), (1, 2, 3), ("Horse", "Boat", "Crown")),),
        fields=(
            stored("round", Int(0, 3), (0,), 0),
            stored("earned", Int(0, 99), (0, 0), 1, PER_SEAT),
            stored("done", FLAG, (False, False), 3, PER_SEAT),
            stored("turn", seat, (0,), 5),
            stored("bidding todo", FLAG, (False, False), 6, PER_SEAT),
            stored("bidding exit", Int(0, 1), (0, 0), 8, PER_SEAT),
            stored("bidding bid", Optional(Piece((ClassId(0),))), (None, None), 10, PER_SEAT),
            stored("reason", Int(0, 1), (0,), 12),
        ),
        zones=(
            ZoneSpec(
                "deck",
                "pile",
                (ClassId(0),),
                (),
                False,
                None,
                0,
                (((KindId(0), 4), (KindId(1), 4), (KindId(2), 4)),),
                None,
                ZoneId(2),
                Visibility("nobody"),
                hidden=False,
                doc="The pile.",
            ),
            ZoneSpec(
                "hand", "bag", (ClassId(0),), (PER_SEAT,), True, None, 1, ((), ()), 5, None, OWN, hidden=False, doc=None
            ),
            ZoneSpec(
                "spoils", "bag", (ClassId(0),), (), False, None, 3, ((),), None, None, SEEN, hidden=False, doc=None
            ),
        ),
        functions=(
            FunctionSpec("coins", (LocalId(0),), earned),
            FunctionSpec(
                "over",
                (),
                Fold(
                    "all",
                    Seats(None, True, SEATS),
                    LocalId(0),
                    Or(field(2, FLAG, me), Not(some, FLAG), FLAG),
                    FLAG,
                    SITE,
                ),
            ),
        ),
        locals=(
            LocalSpec("me", seat),
            LocalSpec("it", Piece((ClassId(0),))),
            LocalSpec("spent", cards),
            LocalSpec("helper", Piece((ClassId(0),))),
            LocalSpec("rain", FLAG),
            LocalSpec("bid", Piece((ClassId(0),))),
            LocalSpec("sky", Enum(EnumId(0), 2)),
        ),
        routines=(Routine(RuleId(0), "reward", LocalId(0), (LocalId(2),), (earn(worth),)),),
        nodes=(
            EffectNode((Shuffle(deck, None, None, False, SITE),), NodeId(1), "setup", ("setup",)),
            ChanceNode(
                Draw(
                    number(5),
                    False,
                    deck,
                    None,
                    None,
                    ZoneAt(ZoneId(1), (Const(0, seat),), hand_type, SITE),
                    False,
                    SITE,
                ),
                None,
                NodeId(2),
                (),
                "setup",
                ("setup",),
            ),
            ChanceNode(
                Draw(
                    number(5),
                    True,
                    deck,
                    None,
                    None,
                    ZoneAt(ZoneId(1), (Const(1, seat),), hand_type, SITE),
                    False,
                    SITE,
                ),
                None,
                NodeId(3),
                (),
                "setup",
                ("setup", "deal"),
            ),
            BranchNode(
                Compare(">=", field(0, Int(0, 3)), number(3), FLAG),
                NodeId(22),
                NodeId(4),
                "all rounds are played",
                "rounds",
                ("rounds",),
            ),
            EffectNode(
                (set_field(0, Arithmetic("+", field(0, Int(0, 3)), number(1), Int(0, 3), SITE)),),
                NodeId(5),
                "rounds",
                ("rounds",),
            ),
            ChanceNode(
                Roll("sky", LocalId(6), "one", None, Const((0, 1), SetOf(Enum(EnumId(0), 2))), SITE),
                None,
                NodeId(6),
                (LocalId(6),),
                "bidding",
                bidding,
            ),
            TogetherNode(
                LocalId(0),
                some,
                bids,
                ((LocalId(5), FieldId(6)),),
                FieldId(5),
                FieldId(4),
                NodeId(7),
                (LocalId(6),),
                "bidding",
                bidding,
            ),
            EffectNode(
                (
                    Move(
                        MakeList(
                            (
                                Need(
                                    field(6, Optional(Piece((ClassId(0),))), Const(0, seat)), Piece((ClassId(0),)), SITE
                                ),
                            ),
                            ListOf(card, 1),
                        ),
                        spoils,
                        False,
                        False,
                        SITE,
                    ),
                    set_field(3, Const(0, seat)),
                ),
                NodeId(8),
                "bidding",
                bidding,
            ),
            BranchNode(Call(FunctionId(1), (), FLAG), NodeId(3), NodeId(9), "nobody can act", "court_life", life),
            BranchNode(
                Not(field(2, FLAG, field(3, seat)), FLAG), NodeId(10), NodeId(20), "not done", "court_life", life
            ),
            EffectNode((SetLocal(LocalId(0), field(3, seat)),), NodeId(11), "court_life", life),
            DecisionNode(
                me,
                menu,
                (NodeId(12), NodeId(14), NodeId(15), NodeId(18)),
                (*live, LocalId(2), LocalId(3), LocalId(4)),
                "court_life",
                life,
            ),
            EffectNode(
                (Move(Convert(local(3, Piece((ClassId(0),))), cards), spoils, False, False, SITE),),
                NodeId(13),
                "court_life",
                (*life, "hire"),
            ),
            EffectNode(
                (earn(Lookup(TableId(0), (KindOf(helper, card),), COUNT, SITE)),),
                NodeId(19),
                "court_life",
                (*life, "hire"),
            ),
            EffectNode(
                (Move(spent, spoils, False, False, SITE), earn(worth)),
                NodeId(19),
                "court_life",
                (*life, "event", "feast"),
            ),
            BranchNode(rain, NodeId(16), NodeId(17), "rain", "court_life", (*life, "event", "hunt")),
            EffectNode((earn(number(1)),), NodeId(17), "court_life", (*life, "event", "hunt")),
            EffectNode(
                (CallRule(RuleId(0), me, (spent,), SITE), Move(spent, deck, True, False, SITE)),
                NodeId(19),
                "court_life",
                (*life, "event", "hunt"),
            ),
            EffectNode((set_field(2, Const(True, FLAG), me),), NodeId(19), "court_life", life),
            BranchNode(
                Compare(">", earned, number(9), FLAG),
                NodeId(21),
                NodeId(20),
                "somebody has ten coins",
                "court_life",
                life,
            ),
            EffectNode((set_field(3, Neighbour("left", field(3, seat), seat)),), NodeId(8), "court_life", life),
            EffectNode((set_field(7, number(1)),), NodeId(22), "court_life", life),
            EffectNode(
                (If(Equal(Pick("first", in_hand, it.type, SITE), bid, FLAG), (earn(number(2)),), (earn(number(1)),)),),
                NodeId(23),
                "end",
                ("end",),
            ),
            EndNode("end", ("end",)),
        ),
        start=NodeId(0),
        counters=1,
        scripts=(
            Script(
                SeatId(1), (Answer("court_life", "first", None, None), Answer("spent", "highest", LocalId(1), value))
            ),
        ),
        scores=(ScoreLine("coins", FunctionId(0), "What was earned."),),
        ranking=RankingSpec(
            Sorted(Seats(None, False, SEATS), LocalId(0), (SortKey(True, earned),), Ranking(seat, 2)),
            "shared",
            None,
            None,
            SITE,
        ),
        invariants=(
            InvariantSpec(
                "few", Compare("<=", Count(Const(((0, 1),), Bag(card, 12)), COUNT), number(9), FLAG), None, SITE
            ),
        ),
        reasons=("all rounds are played", "somebody has ten coins"),
        builtins=Builtins(FieldId(0), None, FieldId(7), None, None, FunctionId(0)),
        layout=Layout(
            (
                Cell("node", 0, 0, 1, None),
                Cell("field", 0, 1, 1, Int(0, 3)),
                Cell("zone", 1, 2, 3, hand_type),
                Cell("local", 6, 5, 1, Enum(EnumId(0), 2)),
            ),
            6,
        ),
    )
