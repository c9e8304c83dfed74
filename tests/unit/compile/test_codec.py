"""Bytes of positions: every value comes back, in the width that the table of `codec` says."""

from __future__ import annotations

import pytest
from attrs import evolve

from gamedsl.compile import compile_game
from gamedsl.graph.bytes.codec import Coder, canonical_pile, coding_of, decode_cell, encode_cell
from gamedsl.graph.bytes.codings import size_of, type_coding
from gamedsl.graph.model.expressions import MakeList
from gamedsl.graph.model.game import ClassSpec, Game, KindSpec, ZoneSpec
from gamedsl.graph.model.layout import Cell
from gamedsl.graph.model.nodes import DecisionNode
from gamedsl.graph.model.statements import SetLocal
from gamedsl.graph.model.types import (
    DIRECTION,
    FLAG,
    NOTHING,
    WORD,
    Bag,
    BoardId,
    ClassId,
    Enum,
    EnumId,
    Int,
    Kind,
    KindId,
    ListOf,
    NodeId,
    Optional,
    Piece,
    Pieces,
    Player,
    Position,
    Ranking,
    SetOf,
    Type,
    Value,
    Zone,
)
from tools.verifier.verify import verify
from unit.compile.building import CARD, NOBODY, Rules, choose, num, one, seat
from unit.compile.machine import Machine

SKY = Enum(EnumId(0), 2)
CELL = Position(BoardId(0), 256)
CARDS = Kind((CARD,))
A, B, C = KindId(0), KindId(1), KindId(2)


def small() -> Game:
    """Three kinds: many copies of A, one of B and C; zones of each form."""
    rules = Rules(seats=2)
    rules.zone("hand", "bag", own=True, start="A")
    rules.zone("deck", "pile", start="AAABC", seen=NOBODY)
    rules.zone("spot", "slot")
    return compile_game(rules.checked()).game


@pytest.mark.parametrize(
    ("type", "value", "data"),
    [
        (FLAG, True, "01"),
        (Int(0, 255), 255, "ff"),
        (Int(0, 256), 256, "0001"),
        (Int(-1, 127), -1, "ff"),
        (WORD, -2, "feff"),
        (Int(0, 65536), 65536, "00000100"),
        (SKY, 1, "01"),
        (CELL, 255, "ff00"),
        (Position(BoardId(0), 255), 254, "fe"),
        (Optional(Position(BoardId(0), 255)), 254, "ff00"),
        (DIRECTION, 7, "07"),
        (Player(4), 3, "03"),
        (CARDS, C, "02"),
        (Optional(CARDS), None, "00"),
        (Optional(CARDS), A, "01"),
        (Optional(FLAG), False, "01"),
        (Optional(Int(5, 9)), 5, "01"),
        (Optional(WORD), None, "00000000"),
        (NOTHING, None, "00"),
        (Piece((CARD,)), (-1, B), "000001"),
        (Piece((CARD,)), (3, B), "040001"),
        (Optional(Piece((CARD,))), None, "00000000"),
        (Optional(Piece((CARD,))), (-1, A), "01000000"),
        (Zone((CARD,), "bag"), 2, "0200"),
        (SetOf(SKY), (0, 1), "03"),
        (SetOf(Int(3, 15)), (3, 15), "0110"),
        (SetOf(Position(BoardId(0), 20)), (19,), "00000800"),
        (SetOf(Position(BoardId(0), 40)), (39,), "0000000080000000"),
        (SetOf(Position(BoardId(0), 65)), (0, 64), "0100000000000000" + "0100000000000000"),
        (Bag(CARDS, 9), ((A, 2), (C, 1)), "020001"),
        (Bag(Int(1, 3), 300), ((2, 300),), "0000" + "2c01" + "0000"),
        (ListOf(SKY, 3), (1, 0), "02" + "010000"),
        (ListOf(ListOf(SKY, 2), 2), ((1,), (0, 1)), "02" + "010100" + "020001"),
        (Pieces((CARD,), 2), ((0, A, 2),), "01" + "01000002" + "00000000"),
        (Ranking(Player(4), 4), ((2,), (0, 3), (1,)), "04" + "02000301" + "0b"),
        (Ranking(Player(4), 4), (), "00" + "00000000" + "00"),
    ],
)  # fmt: skip
def test_values_have_one_form(type: Type, value: Value, data: str) -> None:
    coding = type_coding(small(), type)
    cell = Cell("field", 0, 0, size_of(coding), type)
    assert encode_cell(cell, value, small()).hex() == data
    assert decode_cell(cell, bytes.fromhex(data), small()) == value


@pytest.mark.parametrize(
    ("zone", "content", "data"),
    [
        ("hand", ((A, 5), (C, 1)), "050001"),
        ("hand", (), "000000"),
        ("spot", (), "00"),
        ("spot", ((C, 1),), "03"),
        ("deck", (), "00" + "00" * 7 + "00"),
        ("deck", (((A, 1), (B, 1)), ((C, 1),)), "03" + "000102" + "00" * 4 + "04"),
        ("deck", (((A, 3),), ((A, 2), (B, 1))), "06" + "000000" + "000001" + "00" + "0e"),
        ("deck", (((A, 1),), ((A, 2), (B, 1))), "04" + "00" + "000001" + "00" * 3 + "02"),
        ("deck", (((A, 3), (B, 1)),), "04" + "00000001" + "00" * 3 + "00"),
    ],
)
def test_zones_have_one_form(zone: str, content: Value, data: str) -> None:
    game = small()
    spec = next(spec for spec in game.zones if spec.name == zone)
    cell = next(cell for cell in game.layout.cells if cell.what == "zone" and cell.id == spec.base)
    assert encode_cell(cell, content, game).hex() == data
    assert decode_cell(cell, bytes.fromhex(data), game) == content


def test_pieces_that_exist_once_are_bits() -> None:
    game = small()
    unique = tuple(evolve(kind, copies=1) for kind in game.kinds)
    many = evolve(
        game,
        kinds=tuple(KindSpec(f"K{i}", ClassId(0), 1, 0, "", None) for i in range(20)),
        classes=(ClassSpec("card", KindId(0), 20, False),),
    )
    cell = next(cell for cell in game.layout.cells if cell.what == "zone" and cell.id == 0)
    assert encode_cell(cell, ((A, 1), (C, 1)), evolve(game, kinds=unique)).hex() == "05"
    assert encode_cell(cell, ((A, 1), (KindId(19), 1)), many).hex() == "01000800"


def test_a_zone_of_two_classes_writes_their_kinds_in_one_order_however_it_names_them() -> None:
    game = small()
    kinds = (*game.kinds, KindSpec("X", ClassId(1), 2, 0, "", None))
    two = (*game.classes, ClassSpec("coin", KindId(3), 1, False))
    zones = tuple[ZoneSpec, ...](evolve(zone, classes=(ClassId(1), ClassId(0))) for zone in game.zones)
    mixed = evolve(game, kinds=kinds, classes=two, zones=zones)
    cell = next(cell for cell in game.layout.cells if cell.what == "zone" and cell.id == 0)
    content = ((A, 1), (KindId(3), 2))
    assert encode_cell(cell, content, mixed).hex() == "01000002"
    assert decode_cell(cell, bytes.fromhex("01000002"), mixed) == content


def test_equal_pieces_side_by_side_are_one_segment() -> None:
    assert canonical_pile([((A, 1),), ((A, 1),), (), ((A, 1), (B, 1)), ((B, 2),), ((B, 1),)]) == (
        ((A, 2),),
        ((A, 1), (B, 1)),
        ((B, 3),),
    )


# ---------------------------------------------------------------- positions


def asking() -> Game:
    rules = Rules(seats=2)
    me, n, m = rules.me(), rules.local("n", Int(0, 9)), rules.local("m", Int(0, 9))
    rules.zone("deck", "pile", start="AAB", seen=NOBODY)
    out = rules.field("sum", WORD, 0, own=True)
    digits = MakeList((num(1), num(2)), ListOf(Int(0, 9), 2))
    rules.setup = (
        SetLocal(me, seat(1, 2)),
        choose(rules.get(me), one(rules, "n", digits, n), owner="setup"),
        choose(rules.get(me), one(rules, "m", digits, m), owner="setup"),
        rules.set(out, rules.get(n), rules.get(me)),
    )
    return compile_game(rules.checked()).game


def test_a_position_comes_back() -> None:
    game = asking()
    coder = Coder(game)
    asked = [NodeId(i) for i, node in enumerate(game.nodes) if isinstance(node, DecisionNode)]
    piles: list[Value] = [(((A, 2), (B, 1)),)]
    data = coder.encode(asked[1], [-5, 300], piles, [1, 2, 7, None, None])
    assert len(data) == game.layout.size
    node, fields, zones, locals = coder.decode(data)
    assert (node, fields, zones) == (asked[1], [-5, 300], piles)
    assert locals == [1, 2, None, None, None]


def test_locals_that_are_not_live_leave_no_trace() -> None:
    game = asking()
    coder = Coder(game)
    first = next(NodeId(i) for i, node in enumerate(game.nodes) if isinstance(node, DecisionNode))
    piles: list[Value] = [(((A, 2), (B, 1)),)]
    assert coder.encode(first, [0, 0], piles, [1, 9, 9, 9, 9]) == coder.encode(first, [0, 0], piles, [1, 0, 0, 0, 0])


def test_the_layout_begins_with_the_node_and_has_no_gaps() -> None:
    game = asking()
    assert verify(game) == []
    cells = [(cell.what, cell.offset, cell.size) for cell in game.layout.cells]
    assert cells[:3] == [("node", 0, 2), ("field", 2, 2), ("field", 4, 2)]
    assert sum(size_of(coding_of(game, cell)) for cell in game.layout.cells) == game.layout.size


def test_what_is_kept_is_what_a_match_needs() -> None:
    machine = Machine(asking(), [1, 2])
    assert machine.run()[-1] == "Bob.sum = 1"
