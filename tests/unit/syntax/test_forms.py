"""The forms that other games asked for: each gives the tree that is meant, and keeps it when it is formatted."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from gamedsl.source import Source
from gamedsl.syntax import tree as t
from gamedsl.syntax.format import format
from gamedsl.syntax.parse import parse


def _read(text: str) -> tuple[t.Decl, ...]:
    """The declarations of a text without problems, which formatting does not change."""
    parsed = parse(Source("x", text))
    assert parsed.problems == ()
    usual = format(text)
    assert parse(Source("x", usual)).tree == parsed.tree
    assert format(usual) == usual
    return parsed.tree.decls


def _decl(text: str) -> Any:
    (decl,) = _read(text)
    return decl


def _stmt(text: str) -> Any:
    (stmt,) = _decl("rule r:\n" + "".join(f"    {line}\n" for line in text.split("\n"))).body.body
    return stmt


def _value(text: str) -> Any:
    return _decl(f"let v = {text}\n").value


def _name(text: str) -> t.Name:
    return t.Name(text)


def _id(text: str) -> t.Ident:
    return t.Ident(text)


def _number(value: int) -> t.Number:
    return t.Number(value)


A, B, C, S, X, P = _name("a"), _name("b"), _name("c"), _name("S"), _id("x"), _name("p")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("S as x where c", t.Filter(S, C, X)),
        ("S as x while c", t.Leading(S, C, X)),
        ("S as x by highest a then lowest b", t.Sort(S, (t.Key("highest", A), t.Key("lowest", B)), X)),
        ("S as x where a where c", t.Filter(t.Filter(S, A, X), C)),
        ("S where c", t.Filter(S, C)),
        ("[a for x in 2 of S]", t.ListLiteral((t.Comprehension(A, X, S, _number(2)),))),
        ("[a for x in b of S where c]", t.ListLiteral((t.Comprehension(A, X, t.Filter(S, C), B),))),
        ("[a for x in S]", t.ListLiteral((t.Comprehension(A, X, S),))),
        ("[a for x, b in S]", t.ListLiteral((t.Comprehension(A, X, S, second=_id("b")),))),
        ("[a for x in S for b in c]", t.ListLiteral((t.Comprehension(t.Comprehension(A, _id("b"), C), X, S),))),
        ("[a for x in S where c for b in 2 of c]", t.ListLiteral((
            t.Comprehension(t.Comprehension(A, _id("b"), C, _number(2)), X, t.Filter(S, C)),
        ))),
        ("match a (b: 1)", t.MatchExpr(A, (((B,), _number(1)),), None)),
        ("match a (b: 1, c, S: 2, else: p)", t.MatchExpr(A, (((B,), _number(1)), ((C, S), _number(2))), P)),
        ("match a(b) (c: 1)", t.MatchExpr(t.Apply(A, (B,)), (((C,), _number(1)),), None)),
        ("2 + match a[b] (c: 1)", t.Binary("+", _number(2), t.MatchExpr(t.Index(A, (B,)), (((C,), _number(1)),), None))),
        ("match a (b: match c (S: 1), p: 2)", t.MatchExpr(
            A, (((B,), t.MatchExpr(C, (((S,), _number(1)),), None)), ((P,), _number(2))), None
        )),
    ],
)  # fmt: skip
def test_expressions(text: str, tree: t.Expr) -> None:
    assert _value(text) == tree


def test_match_over_several_lines() -> None:
    text = """\
let worth = match gem(Ruby: 3,
  Emerald, Crown:   2,
      else: 1)
"""
    usual = """\
let worth = match gem(Ruby: 3,
    Emerald, Crown:   2,
    else: 1)
"""
    assert format(text) == usual
    assert _decl(text).value.otherwise == _number(1)


@pytest.mark.parametrize(
    ("text", "quantity"),
    [
        ("one", t.Quantity("one")),
        ("any", t.Quantity("any")),
        ("some", t.Quantity("some")),
        ("up to 2", t.Quantity("up_to", _number(2))),
        ("2", t.Quantity("exactly", _number(2))),
        ("1..a + 1", t.Quantity("between", _number(1), t.Binary("+", A, _number(1)))),
    ],
)
def test_quantities(text: str, quantity: t.Quantity) -> None:
    picked = t.PickOf(quantity, S)
    assert _stmt(f"choose x: {text} of S") == t.Choose(False, False, (t.Selection(X, (picked,), None),), None)
    assert _stmt(f"move {text} of S to p") == t.Move(S, None, "to", P, quantity=quantity)
    assert _stmt(f"move {text} of S from a under p") == t.Move(S, A, "under", P, quantity=quantity)


def test_some_stays_a_function() -> None:
    assert _value("some(S)") == t.Apply(_name("some"), (S,))
    assert _stmt("move S to p") == t.Move(S, None, "to", P)


def _limit(number: int, *, cut_off: bool = False) -> t.Limit:
    return t.Limit("at_most", _number(number), cut_off)


BODY = t.Suite(None, (t.CallStmt(_name("go")),))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("repeat at most 9, else cut off: go", t.Repeat(_limit(9, cut_off=True), None, BODY)),
        ("repeat until c, at most 9, else cut off: go", t.Repeat(_limit(9, cut_off=True), C, BODY)),
        ("repeat until c, at most 9: go", t.Repeat(_limit(9), C, BODY)),
        ("repeat at most 9 until c: go", t.Repeat(_limit(9), C, BODY)),
        ("each p: go", t.Each(t.EachClause(_id("p"), None, None, None, False, None, None), BODY)),
        ("each p together: go", t.Each(t.EachClause(_id("p"), None, None, None, True, None, None), BODY)),
        ("each p together until c, at most 9, else cut off: go", t.Each(
            t.EachClause(_id("p"), None, None, None, True, C, _limit(9, cut_off=True)), BODY
        )),
        ("each p by lowest a then highest b from S where c: go", t.Each(
            t.EachClause(_id("p"), None, S, C, False, None, None, (t.Key("lowest", A), t.Key("highest", B))), BODY
        )),
        ("each p in S until c, at most 9: go", t.Each(
            t.EachClause(_id("p"), S, None, None, False, C, _limit(9)), BODY
        )),
        ("award a from b to S by highest c, ties share one rounded down", t.Award(
            A, B, t.Sort(S, (t.Key("highest", C),)), "down", "one"
        )),
        ("award a from b to S by highest c, ties shared rounded up", t.Award(
            A, B, t.Sort(S, (t.Key("highest", C),)), "up", "all"
        )),
        ("reveal a", t.Reveal(A)),
        ("for x in S: as p: go", t.For((X,), S, t.Suite(None, (t.As(P, BODY),)))),
        ("for x in S: as p:\n    go", t.For((X,), S, t.Suite(None, (t.As(P, BODY),)))),
        ("if a: for x in S: go\nelse: go", t.If(((A, t.Suite(None, (t.For((X,), S, BODY),))),), BODY)),
    ],
)  # fmt: skip
def test_statements(text: str, tree: t.Stmt) -> None:
    assert _stmt(text) == tree


def test_choices() -> None:
    one = t.PickOf(t.Quantity("one"), S)
    plain = t.Selection(X, (one,), None)
    assert _stmt("may if c choose x: one of S") == t.Choose(True, False, (plain,), None, C)
    assert _stmt("may choose x: one of S") == t.Choose(True, False, (plain,), None)
    assert _stmt("may if c choose if able:\n    x: one of S") == t.Choose(True, True, (plain,), None, C)
    menu = t.Menu((t.MenuEntry(A, C), t.MenuEntry(t.Apply(B, (S,)), None)))
    assert _stmt("choose one:\n    a if c\n    b(S)") == t.Choose(False, False, (), menu)
    assert _stmt("may if c choose one:\n    a if c\n    b(S)") == t.Choose(True, False, (), menu, C)


def test_selections() -> None:
    one = t.PickOf(t.Quantity("one"), S)
    secret = t.Selection(X, (one,), _id("a"), "owner")
    assert _stmt("choose x: one of S, distinct a, seen by owner").lines == (secret,)
    assert _stmt("choose:\n    x: one of S\n        distinct a\n        seen by owner").lines == (secret,)
    assert _stmt("choose x: one of S, seen by owner").lines == (t.Selection(X, (one,), None, "owner"),)
    named = t.PickOf(t.Quantity("one"), t.Filter(S, C, _id("y")))
    assert _stmt("choose:\n    x: one of S\n        as y where c").lines == (t.Selection(X, (named,), None),)


def test_rounds() -> None:
    text = """\
rounds at most 1000, else cut off:
    deal
    auction until c, at most 8
    sale, up to 3
"""
    assert _decl(text) == t.Rounds(_limit(1000, cut_off=True), None, (
        t.RoundEntry(_id("deal"), None, None),
        t.RoundEntry(_id("auction"), C, _limit(8)),
        t.RoundEntry(_id("sale"), None, t.Limit("up_to", _number(3))),
    ))  # fmt: skip


@pytest.mark.parametrize("period", ["turn", "round", "game", "deal"])
def test_once(period: str) -> None:
    assert _decl(f"action x(y: a), once each {period}: go") == t.Rule(
        True, X, (t.Param(_id("y"), t.TypeName(_id("a"))),), None, BODY, _id(period)
    )
    assert _decl(f"rule x, once each {period}: go").once == _id(period)
    added = _decl(f"variant v of g:\n    add action x to y, once each {period}: go\n").changes[0].decl
    assert (added.into, added.once) == (_id("y"), _id(period))
    assert _decl(f"shared:\n    x: flag, each {period}\n").members[0].attributes == (t.ResetEach(_id(period)),)


ROWS = t.Rows(None, (t.Row((t.CellName("A"), t.CellBlank(), t.CellName("B"))),))
LAYER = t.Layer(_id("l"), ROWS)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("row x 9\n", t.Track(X, 9, None, ())),
        ("row x 3, each p:\n    l:\n        A . B\n", t.Track(X, 3, None, (LAYER,), _id("p"))),
        ("ring x 3, each p\n", t.Ring(X, 3, None, (), _id("p"))),
        ("ring x 3:\n    l:\n        A . B\n", t.Ring(X, 3, None, (LAYER,))),
        ("grid x 5 by 4, each p\n", t.Grid(X, 5, 4, False, None, (), None, _id("p"))),
        ("grid x 5 by 4 by e\n", t.Grid(X, 5, 4, False, None, (), _id("e"))),
        ("grid x 1 by 3 hex by e, each p:\n    l:\n        A . B\n", t.Grid(
            X, 1, 3, True, None, (LAYER,), _id("e"), _id("p")
        )),
        ("graph x by e, each p:\n    a b\n", t.Graph(
            X, _id("e"), None, (t.Path(None, (_id("a"), _id("b"))),), _id("p")
        )),
        ("graph x by e:\n    a b\n    l:\n        A . B\n    n: b c\n", t.Graph(
            X, _id("e"), None, (t.Path(None, (_id("a"), _id("b"))), t.Path(_id("n"), (_id("b"), _id("c")))), None, (LAYER,)
        )),
    ],
)  # fmt: skip
def test_boards(text: str, tree: t.Decl) -> None:
    assert _decl(text) == tree


def test_row_is_free_as_a_name() -> None:
    assert _stmt("for row in S: go") == t.For((_id("row"),), S, BODY)
    added = _decl("variant v of g:\n    add row x 9\n    add rowing after x in r\n").changes
    assert isinstance(added[0].decl, t.Track)
    assert isinstance(added[1], t.Insert)


def test_changes_of_requirements() -> None:
    text = 'variant v of g:\n    replace ensure x in a: yes "Why."\n    replace require x in setup: yes\n    remove ensure x in a\n'
    assert _decl(text).changes == (
        t.ReplaceRequirement(t.EnsureStmt(X, t.FlagLiteral(True), "Why."), _id("a")),
        t.ReplaceRequirement(t.RequireStmt(X, t.FlagLiteral(True), None), _id("setup")),
        t.RemoveRequirement("ensure", X, _id("a")),
    )


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a", t.TypeName(_id("a"))),
        ("flag", t.TypeName(_id("flag"))),
        ("a or none", t.OptionalType(t.TypeName(_id("a")))),
        ("1..3 or none", t.OptionalType(t.RangeType(1, 3))),
        ("a or b", t.UnionType((_id("a"), _id("b")))),
        ("a or b or c", t.UnionType((_id("a"), _id("b"), _id("c")))),
        ("a or b or none", t.OptionalType(t.UnionType((_id("a"), _id("b"))))),
    ],
)
def test_types(text: str, tree: t.TypeExpr) -> None:
    (member,) = _decl(f"shared:\n    x[{text}]: {text}, seen by nobody\n").members
    assert member == t.Field(X, (tree,), tree, None, (t.SeenBy(_id("nobody")),), None)
    assert _decl(f"rule r(x: {text}): go").params == (t.Param(X, tree),)


def test_a_closed_box() -> None:
    (member,) = _decl("shared:\n    box, seen by nobody\n").members
    assert member == t.Field(_id("box"), (), None, None, (t.SeenBy(_id("nobody")),), None)


HEADS = t.Define(_id("heads"), (), t.Ternary(C, _number(7), _number(1)), None)


COMPONENT = t.Component(None, X, None, None, None, None, None, None, None, None)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("component x: 1..5\n", evolve(COMPONENT, numbers=t.Binary("..", _number(1), _number(5)))),
        ("component x: 1..5\n    let heads = 7 if c else 1\n", evolve(COMPONENT, 
            numbers=t.Binary("..", _number(1), _number(5)), lets=(HEADS,)
        )),
        ("component x:\n    A . B\n    let heads = 7 if c else 1\n", evolve(COMPONENT, rows=ROWS, lets=(HEADS,))),
        ('component x: "x.csv"\n    let heads = 7 if c else 1\n', evolve(COMPONENT, csv="x.csv", lets=(HEADS,))),
        ('component x: "x.csv"\n', evolve(COMPONENT, csv="x.csv")),
        ('component x "All."\n', evolve(COMPONENT, doc="All.")),
    ],
)  # fmt: skip
def test_attributes_by_formula(text: str, tree: t.Component) -> None:
    assert _decl(text) == tree


def test_formulas_are_no_cells() -> None:
    text = "component x:\n    name  worth\n    A     3\n    let heads = worth + 1\n"
    assert format(text) == text


def test_scores() -> None:
    assert _decl("score x after round: a\n") == t.Score(X, A, None, _id("round"))
    assert _decl("score x after deal: a\n").after == _id("deal")
    assert _decl('score x: a "All."\n') == t.Score(X, A, "All.")


def test_examples() -> None:
    text = """\
example e:
    given:
        aside: 9 of deck, 2 Horse
        other: 2 + 1 of deck[me]
    Ann declines throw
    Ann plays no throw, hit(3)
    Ann may not no throw, hit because enough
    then a, as before
    then a
"""
    given, declines, plays, cannot, stays, holds = _decl(text).lines
    hit, ann, no_throw = _name("hit"), _name("Ann"), t.Decline(_id("throw"))
    deck = _name("deck")
    two_and_one = t.Binary("+", _number(2), _number(1))
    assert given == t.ExampleGiven((
        t.GivenZone(_name("aside"), (t.FreeContent(_number(9), deck), t.SomeOf(2, _id("Horse")))),
        t.GivenZone(_name("other"), (t.FreeContent(two_and_one, t.Index(deck, (t.Me(),))),)),
    ))  # fmt: skip
    assert declines == t.ExampleDeclines(ann, _id("throw"))
    assert plays == t.ExamplePlays(ann, (no_throw, t.Apply(hit, (_number(3),))))
    assert cannot == t.ExampleCannot(ann, (no_throw, hit), _id("enough"))
    assert (stays, holds) == (t.ExampleThen(A, as_before=True), t.ExampleThen(A))


_CASES = t.MatchExpr(A, (((B,), _number(1)), ((C, S), _number(2))), P)


def test_a_block_of_cases() -> None:
    block = "match a:\n    b: 1\n    c, S: 2\n    else: p"
    assert _decl(f"let v = {block}\n").value == _CASES
    documented = block.replace("a:", 'a:\n    "Two."', 1)
    assert _decl(f"let v(x) = {documented}\n") == t.Define(_id("v"), (t.Param(X, None),), _CASES, "Two.")
    assert _decl(f"score v: {block}\n").value == _CASES
    assert _stmt(f"let x = {block}") == t.LetStmt(X, _CASES)
    assert _stmt(f"a = {block}") == t.Assign("=", A, _CASES)


def test_a_case_with_cases() -> None:
    inner = _decl("let v = match a:\n    b: match c:\n        S: 1\n    p: 2\n").value
    assert inner == t.MatchExpr(A, (((B,), t.MatchExpr(C, (((S,), _number(1)),), None)), ((P,), _number(2))), None)


def test_a_sentence_does_nothing() -> None:
    assert _decl('rule r: "No."\n').body == t.Suite("No.", ())
    assert _stmt('if a: "No."') == t.If(((A, t.Suite("No.", ())),), None)


def test_several_indexes() -> None:
    (member,) = _decl("shared:\n    x[a, 1..3] = 1\n").members
    assert member == t.Field(X, (t.TypeName(_id("a")), t.RangeType(1, 3)), None, _number(1), (), None)
