"""Formulas and effects read as rules would say them."""

from __future__ import annotations

import pytest

from gamedsl.graph.model.expressions import (
    And,
    Arithmetic,
    Compare,
    Const,
    Count,
    Equal,
    Expr,
    Extreme,
    Has,
    IfElse,
    KindOf,
    Lookup,
    MakeList,
    Not,
    Or,
    Within,
)
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode
from gamedsl.graph.model.statements import Effect, If
from gamedsl.graph.model.types import FLAG, Bag, ClassId, Int, Kind, ListOf, Piece, Player, SetOf, TableId
from gamedsl.graph.text.formula_text import formula
from gamedsl.graph.text.names import Style, words
from gamedsl.graph.text.rule_text import effect_lines, event_line, part_line
from unit.graph.court import court
from unit.graph.samples import SITE, field, local, number, set_field

COUNT = Int(0, 9)
ME, SEAT = local(0, Player(2)), Player(2)
CARD = Kind((ClassId(0),))
EARNED = field(1, COUNT, ME)


def plus(left: Expr, right: Expr) -> Arithmetic:
    return Arithmetic("+", left, right, COUNT, SITE)


def times(left: Expr, right: Expr) -> Arithmetic:
    return Arithmetic("*", left, right, COUNT, SITE)


def is_one(value: Expr) -> Equal:
    return Equal(value, number(1), FLAG)


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (EARNED, "earned"),
        (field(1, COUNT, Const(1, SEAT)), "Bob.earned"),
        (plus(number(1), times(number(2), number(3))), "1 + 2 * 3"),
        (times(plus(number(1), number(2)), number(3)), "(1 + 2) * 3"),
        (Arithmetic("-", number(1), Arithmetic("-", number(2), number(3), COUNT, SITE), COUNT, SITE), "1 - (2 - 3)"),
        (Arithmetic("div_up", number(1), number(2), COUNT, SITE), "1 / 2 rounded up"),
        (Not(is_one(EARNED), FLAG), "earned is not 1"),
        (Not(Has(Const((0, 1), SetOf(CARD)), Const(2, CARD), FLAG), FLAG), "Crown not in [Horse, Boat]"),
        (Not(And(is_one(EARNED), is_one(EARNED), FLAG), FLAG), "not (earned is 1 and earned is 1)"),
        (
            And(Or(is_one(EARNED), is_one(EARNED), FLAG), is_one(EARNED), FLAG),
            "(earned is 1 or earned is 1) and earned is 1",
        ),
        (
            Compare("<", IfElse(is_one(EARNED), number(1), number(2), COUNT), number(3), FLAG),
            "(1 if earned is 1 else 2) < 3",
        ),
        (Const(((0, 3), (1, 1)), Bag(CARD, 9)), "[3 Horse, Boat]"),
        (Const((1, 2, 3), SetOf(COUNT)), "1..3"),
        (Const((0, 1), SetOf(SEAT)), "players"),
        (Compare(">", Count(Const((0, 2), SetOf(CARD)), COUNT), number(0), FLAG), "some([Horse, Crown])"),
        (Not(Equal(Count(Const((0,), SetOf(CARD)), COUNT), number(0), FLAG), FLAG), "some([Horse])"),
        (Lookup(TableId(0), (KindOf(local(3, Piece((ClassId(0),))), CARD),), COUNT, SITE), "helper.worth"),
        (Const((2, 0), Piece((ClassId(0),))), "Horse of Bob.hand"),
        (Extreme("min", MakeList((number(3), EARNED), ListOf(COUNT, 2)), COUNT, SITE), "min(3, earned)"),
    ],
)  # fmt: skip
def test_a_formula_reads_as_in_the_rules(expr: Expr, text: str) -> None:
    assert formula(words(court(), Style.RULES), expr) == text


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        (set_field(1, Within(plus(EARNED, number(2)), COUNT, SITE), ME), "earned += 2"),
        (set_field(1, plus(field(1, COUNT, Const(0, SEAT)), number(2)), ME), "earned = Ann.earned + 2"),
        (
            If(is_one(EARNED), (set_field(1, number(2), ME),), (set_field(1, number(3), ME),)),
            "if earned is 1:\n  earned = 2\nelse:\n  earned = 3",
        ),
    ],
)  # fmt: skip
def test_an_effect_reads_as_in_the_rules(effect: Effect, text: str) -> None:
    assert "\n".join(effect_lines(words(court(), Style.RULES), effect)) == text


def test_selections_and_draws_read_as_in_the_rules() -> None:
    game = court()
    decisions = [node for node in game.nodes if isinstance(node, DecisionNode)]
    chances = [node for node in game.nodes if isinstance(node, ChanceNode)]
    menu = decisions[0].plan.menu
    assert menu is not None
    said = words(game, Style.RULES)
    assert part_line(said, menu[0].parts[0]) == "helper: one of (hand where worth > 1) else hand"
    assert event_line(said, chances[1].event) == "draw up to 5 from deck to Bob.hand"
