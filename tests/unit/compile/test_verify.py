"""The verifier finds what is broken: each row breaks one promise of a sound game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from gamedsl.compile import compile_game
from gamedsl.graph.model.expressions import (
    Arithmetic,
    Call,
    Const,
    Equal,
    Expr,
    FieldAt,
    Filter,
    LimitReached,
    Local,
    MakeList,
    Not,
)
from gamedsl.graph.model.game import FunctionSpec, Game, LocalSpec
from gamedsl.graph.model.layout import Layout
from gamedsl.graph.model.nodes import BranchNode, ChanceNode, DecisionNode, EffectNode, Node, TogetherNode
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.statements import (
    CallRule,
    Check,
    CountPass,
    Effect,
    For,
    If,
    Repeat,
    Resolve,
    SetField,
    SetLocal,
    StartCount,
)
from gamedsl.graph.model.types import (
    FLAG,
    UNKNOWN,
    FieldId,
    FunctionId,
    Int,
    KindId,
    ListOf,
    LocalId,
    NodeId,
    Optional,
    Player,
    RuleId,
)
from tools.verifier.verify import verify
from unit.compile.building import NOBODY, SITE, Rules, below, call, choose, draw, line, num, one, repeat, same

DIGIT = Int(0, 9)


def sound() -> Game:
    """A game with a node of every kind, loops of every kind, and a routine."""
    rules = Rules()
    me, n, m, k, turn = (
        rules.me(),
        rules.local("n", DIGIT),
        rules.local("m", DIGIT),
        rules.local("k", DIGIT),
        rules.me(),
    )
    points, sum_ = rules.field("points", DIGIT, 0, own=True), rules.field("sum", DIGIT, 0)
    rules.round_field = rules.field("round", DIGIT, 0)
    rules.rounds = ("up_to", 3)
    deck, hand = rules.zone("deck", "pile", start="AABC", seen=NOBODY), rules.zone("hand", "bag")
    digits = MakeList((num(1), num(2)), ListOf(DIGIT, 2))
    add = rules.rule("add", rules.set(sum_, rules.get(k)), params=[k])
    act = rules.rule("act", call(add, None, num(1)), action=True)
    ask = choose(rules.get(me), one(rules, "n", digits, n), owner="play", mode="may")
    menu = choose(rules.get(me), owner="play", menu=[line(act), line(act)])
    body = (draw(1, rules.of(deck), rules.of(hand)), ask, menu, rules.set(points, rules.get(n), rules.get(me)))
    rules.phase_each("play", rules.each(me, *body))
    bid = choose(rules.get(turn), one(rules, "m", digits, m), owner="bids")
    rules.phase_each("bids", rules.each(turn, bid, rules.set(sum_, rules.get(m)), together=True))
    rules.ends_when(below(num(5), rules.at(sum_)), "enough")
    rules.end = (
        rules.each(
            me, If(same(rules.at(sum_), num(1)), (rules.set(sum_, num(2)),), ()), until=same(num(1), rules.at(sum_))
        ),
    )
    rules.setup = (repeat("at_most", 3, rules.add(sum_), until=same(rules.at(sum_), num(3))),)
    return compile_game(rules.checked()).game


def test_a_sound_game_has_no_findings() -> None:
    assert verify(sound()) == []


def changed(game: Game, cls: type, change: Callable[[Any], Node]) -> Game:
    """The game with the first node of a class changed."""
    at = next(i for i, node in enumerate(game.nodes) if isinstance(node, cls))
    return evolve(game, nodes=(*game.nodes[:at], change(game.nodes[at]), *game.nodes[at + 1 :]))


def with_effect(game: Game, *effects: Stmt) -> Game:
    """The game with effects put in front of those of its first effect node."""
    return changed(game, EffectNode, lambda node: evolve(node, body=(*effects, *node.body)))


ME = LocalId(0)
NOWHERE = NodeId(999)
YES = Const(True, FLAG)


def put(value: Expr) -> SetField:
    return SetField(FieldId(3), (), value, SITE)


BROKEN: list[tuple[str, Callable[[Game], Game], str]] = [
    ("edge", lambda g: changed(g, ChanceNode, lambda n: evolve(n, next=NOWHERE)), "n999, which does not exist"),
    ("start", lambda g: evolve(g, start=NOWHERE), "n999 is an entry"),
    ("unreached", lambda g: evolve(g, nodes=(*g.nodes, g.nodes[-1])), "is not reached"),
    ("local", lambda g: with_effect(g, put(Local(LocalId(99), DIGIT))), "local 99 does not exist"),
    ("field", lambda g: with_effect(g, SetField(FieldId(99), (), num(1), SITE)), "field 99 does not exist"),
    ("index", lambda g: with_effect(g, put(FieldAt(FieldId(0), (), DIGIT, SITE))), "field points has 0 indices"),
    ("function", lambda g: with_effect(g, put(Call(FunctionId(9), (), DIGIT))), "function 9 does not exist"),
    ("counter", lambda g: with_effect(g, StartCount(7)), "counter 7 does not exist"),
    ("unknown", lambda g: with_effect(g, put(Const(1, UNKNOWN))), "unknown type"),
    ("base", lambda g: evolve(g, fields=(evolve(g.fields[0], base=1), *g.fields[1:])), "begins at instance 1, not 0"),
    ("starts", lambda g: evolve(g, zones=(evolve(g.zones[0], start=()), *g.zones[1:])), "deck has 0 start values"),
    (
        "none of a kind",
        lambda g: evolve(g, zones=(evolve(g.zones[0], start=(((KindId(0), 0),),)), *g.zones[1:])),
        "deck starts with a kind of which it holds none",
    ),
    (
        "none",
        lambda g: with_effect(g, SetField(FieldId(0), (Const(None, Optional(Player(2))),), num(1), SITE)),
        "SetField changes what may be none",
    ),
    ("stops", lambda g: with_effect(g, Resolve(Const(0, DIGIT), None, SITE)), "Resolve is no effect"),
    ("nested", lambda g: with_effect(g, If(YES, (Resolve(Const(0, DIGIT), None, SITE),), ())), "Resolve is no effect"),
    ("routine", lambda g: evolve(g, routines=()), "is called but is no routine"),
    ("arguments", lambda g: with_effect(g, CallRule(RuleId(0), None, (), SITE)), "rule 0 is called with 0 arguments"),
    (
        "circle",
        lambda g: evolve(g, routines=(evolve(g.routines[0], body=(CallRule(RuleId(0), None, (num(1),), SITE),)),)),
        "routines call each other",
    ),
    (
        "functions",
        lambda g: evolve(g, functions=(FunctionSpec("f", (), Call(FunctionId(0), (), DIGIT)),)),
        "functions call each other",
    ),
    ("unset", lambda g: with_effect(g, put(Local(LocalId(1), DIGIT))), "may read n (1) before it is set"),
    (
        "unset on one way",
        lambda g: with_effect(g, If(YES, (SetLocal(LocalId(1), num(1)),), ()), put(Local(LocalId(1), DIGIT))),
        "may read n (1) before it is set",
    ),
    (
        "unset in a loop",
        lambda g: with_effect(g, For((LocalId(1),), MakeList((), ListOf(DIGIT, 0)), ()), put(Local(LocalId(1), DIGIT))),
        "may read n (1) before it is set",
    ),
    (
        "open routine",
        lambda g: evolve(g, routines=tuple(evolve(r, params=()) for r in g.routines)),
        "rule add may read k (3)",
    ),
    ("ranking", lambda g: evolve(g, ranking=evolve(g.ranking, order=Local(ME, DIGIT))), "ranking reads me (0)"),
    (
        "live",
        lambda g: changed(g, DecisionNode, lambda n: evolve(n, live=())),
        "is wrong about what is live",
    ),
    (
        "condition",
        lambda g: changed(g, BranchNode, lambda n: evolve(n, condition=num(1))),
        "a condition of type Int",
    ),
    (
        "type of a local",
        lambda g: evolve(g, locals=(LocalSpec("me", FLAG), *g.locals[1:])),
        "me (0) is read as another type",
    ),
    (
        "type of a field",
        lambda g: with_effect(g, put(FieldAt(FieldId(1), (), FLAG, SITE))),
        "field sum is read as another type",
    ),
    (
        "exits",
        lambda g: changed(g, DecisionNode, lambda n: evolve(n, plan=evolve(n.plan, exit=5))),
        "exits but its plan uses",
    ),
    (
        "menu and exit",
        lambda g: changed(g, DecisionNode, lambda n: evolve(n, plan=evolve(n.plan, menu=(n.plan,)))),
        "not exactly one of menu and exit",
    ),
    (
        "gate",
        lambda g: changed(g, DecisionNode, lambda n: evolve(n, plan=evolve(n.plan, gate=None))),
        "do not go together",
    ),
    (
        "before the gate",
        lambda g: changed(g, DecisionNode, lambda n: evolve(n, plan=evolve(n.plan, gate_at=9))),
        "stands more than requirements and lets",
    ),
    (
        "no gate",
        lambda g: changed(g, DecisionNode, lambda n: evolve(n, plan=evolve(n.plan, gate=None, gate_exit=None, gate_at=1))),
        "has no gate but parts before it",
    ),
    (
        "offered under a condition",
        lambda g: changed(g, DecisionNode, lambda n: evolve(n, plan=evolve(n.plan, offered_if=num(1)))),
        "only a line of a menu is offered under a condition",
    ),
    (
        "too full at the start",
        lambda g: evolve(g, zones=tuple(evolve(zone, capacity=0) for zone in g.zones)),
        "pieces and holds 0",
    ),
    (
        "counter in a formula",
        lambda g: changed(g, BranchNode, lambda n: evolve(n, condition=Not(LimitReached(0, 3, FLAG), FLAG))),
        "a formula reads a proof counter",
    ),
    (
        "counter of a limit",
        lambda g: changed(g, BranchNode, lambda n: evolve(n, condition=LimitReached(99, 3, FLAG))),
        "counter 99 does not exist",
    ),
    (
        "cut off inside an effect",
        lambda g: changed(
            g, EffectNode, lambda n: evolve(n, body=(Repeat("at_most", num(2), None, (), SITE, True, 0), *n.body))
        ),
        "a match is cut off inside an effect",
    ),
    (
        "store",
        lambda g: changed(g, TogetherNode, lambda n: evolve(n, exit_field=FieldId(1))),
        "sum is no hidden field by seat",
    ),
    (
        "stored",
        lambda g: changed(g, TogetherNode, lambda n: evolve(n, commits=((LocalId(1), n.todo_field),))),
        "which its plan does not bind",
    ),
    ("private", lambda g: changed(g, DecisionNode, lambda n: evolve(n, is_private=not n.is_private)), "wrongly whether it is private"),
    ("gap", lambda g: evolve(g, layout=Layout(g.layout.cells[1:], g.layout.size)), "a gap or an overlap at 0"),
    ("size", lambda g: evolve(g, layout=Layout(g.layout.cells, 9)), "the layout has 9 bytes"),
    (
        "cell",
        lambda g: evolve(g, layout=Layout(g.layout.cells[:-1], g.layout.cells[-1].offset)),
        "each field, zone and live local once",
    ),
    (
        "width",
        lambda g: evolve(g, layout=Layout((evolve(g.layout.cells[0], size=3), *g.layout.cells[1:]), g.layout.size)),
        "the cell of node 0 has 3 bytes",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "break_", "finding"), BROKEN, ids=[row[0] for row in BROKEN])
def test_what_is_broken_is_found(name: str, break_: Callable[[Game], Game], finding: str) -> None:
    found = verify(break_(sound()))
    assert any(finding in text for text in found), found


# ---------------------------------------------------------------- loops


def around(*body: Effect, condition: Expr = YES) -> Game:
    """An effect node and a branch in a circle, and the way out of it."""
    game = compile_game(Rules().checked()).game
    nodes = (
        EffectNode((SetLocal(LocalId(0), num(0)), SetLocal(LocalId(1), num(0))), NodeId(1), "c", ()),
        BranchNode(condition, NodeId(2), NodeId(3), "", "c", ()),
        EffectNode(body, NodeId(1), "c", ()),
        game.nodes[-1],
    )
    locals = (LocalSpec("i", DIGIT), LocalSpec("j", DIGIT))
    return evolve(game, nodes=nodes, start=NodeId(0), locals=locals, counters=1)


AT, J = LocalId(0), LocalId(1)


def more(local: LocalId) -> Arithmetic:
    return Arithmetic("+", Local(local, DIGIT), num(1), DIGIT, SITE)


TEST = below(Local(AT, DIGIT), num(5))


@pytest.mark.parametrize(
    ("body", "condition", "bounded"),
    [
        ((SetLocal(AT, more(AT)),), TEST, True),
        ((CountPass(0, 5, SITE),), YES, True),
        ((), YES, False),
        ((SetLocal(J, more(J)),), TEST, False),
        ((SetLocal(AT, more(AT)), SetLocal(AT, num(0))), TEST, False),
        ((SetLocal(AT, more(J)),), TEST, False),
        ((StartCount(0), CountPass(0, 5, SITE)), YES, False),
        ((Check(YES, "E_BOUND", "", SITE), If(YES, (SetLocal(AT, more(AT)),), ())), TEST, False),
    ],
)
def test_a_cycle_must_count_itself_down(body: tuple[Effect, ...], condition: Expr, bounded: bool) -> None:
    found = verify(around(*body, condition=condition))
    assert any("nothing bounds the cycle n1, n2" in text for text in found) is not bounded, found


def test_a_formula_must_not_bind_what_is_needed_later() -> None:
    digits = MakeList((num(1),), ListOf(DIGIT, 1))
    bound = SetLocal(J, num(1)), SetLocal(AT, more(AT))
    filtered = If(Equal(Filter(digits, AT, YES, digits.type), digits, FLAG), (), ())
    assert any(
        "binds i (0), which is needed later" in text for text in verify(around(filtered, *bound, condition=TEST))
    )
