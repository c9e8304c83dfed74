"""The forms that other games asked for: each gives the tree that is meant, and keeps it when it is formatted."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from gamedsl.source import Source
from gamedsl.syntax.format import format
from gamedsl.syntax.parse import parse
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident


def _read(text: str) -> tuple[declarations.Decl, ...]:
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


def _name(text: str) -> formulas.Name:
    return formulas.Name(text)


def _id(text: str) -> Ident:
    return Ident(text)


def _number(value: int) -> formulas.Number:
    return formulas.Number(value)


A, B, C, S, X, P = _name("a"), _name("b"), _name("c"), _name("S"), _id("x"), _name("p")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("S as x where c", formulas.Filter(S, C, X)),
        ("S as x while c", formulas.Leading(S, C, X)),
        ("S as x by highest a then lowest b", formulas.Sort(S, (formulas.Key("highest", A), formulas.Key("lowest", B)), X)),
        ("S as x where a where c", formulas.Filter(formulas.Filter(S, A, X), C)),
        ("S where c", formulas.Filter(S, C)),
        ("[a for x in 2 of S]", formulas.ListLiteral((formulas.Comprehension(A, X, S, _number(2)),))),
        ("[a for x in b of S where c]", formulas.ListLiteral((formulas.Comprehension(A, X, formulas.Filter(S, C), B),))),
        ("[a for x in S]", formulas.ListLiteral((formulas.Comprehension(A, X, S),))),
        ("[a for x, b in S]", formulas.ListLiteral((formulas.Comprehension(A, X, S, second=_id("b")),))),
        ("[a for x in S for b in c]", formulas.ListLiteral((formulas.Comprehension(formulas.Comprehension(A, _id("b"), C), X, S),))),
        ("[a for x in S where c for b in 2 of c]", formulas.ListLiteral((
            formulas.Comprehension(formulas.Comprehension(A, _id("b"), C, _number(2)), X, formulas.Filter(S, C)),
        ))),
        ("match a (b: 1)", formulas.MatchExpr(A, (((B,), _number(1)),), None)),
        ("match a (b: 1, c, S: 2, else: p)", formulas.MatchExpr(A, (((B,), _number(1)), ((C, S), _number(2))), P)),
        ("match a(b) (c: 1)", formulas.MatchExpr(formulas.Apply(A, (B,)), (((C,), _number(1)),), None)),
        ("2 + match a[b] (c: 1)", formulas.Binary("+", _number(2), formulas.MatchExpr(formulas.Index(A, (B,)), (((C,), _number(1)),), None))),
        ("match a (b: match c (S: 1), p: 2)", formulas.MatchExpr(
            A, (((B,), formulas.MatchExpr(C, (((S,), _number(1)),), None)), ((P,), _number(2))), None
        )),
    ],
)  # fmt: skip
def test_expressions(text: str, tree: formulas.Expr) -> None:
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
        ("one", statements.Quantity("one")),
        ("any", statements.Quantity("any")),
        ("some", statements.Quantity("some")),
        ("up to 2", statements.Quantity("up_to", _number(2))),
        ("2", statements.Quantity("exactly", _number(2))),
        ("1..a + 1", statements.Quantity("between", _number(1), formulas.Binary("+", A, _number(1)))),
    ],
)
def test_quantities(text: str, quantity: statements.Quantity) -> None:
    picked = statements.PickOf(quantity, S)
    assert _stmt(f"choose x: {text} of S") == statements.Choose(
        False, False, (statements.Selection(X, (picked,), None),), None
    )
    assert _stmt(f"move {text} of S to p") == statements.Move(S, None, "to", P, quantity=quantity)
    assert _stmt(f"move {text} of S from a under p") == statements.Move(S, A, "under", P, quantity=quantity)


def test_some_stays_a_function() -> None:
    assert _value("some(S)") == formulas.Apply(_name("some"), (S,))
    assert _stmt("move S to p") == statements.Move(S, None, "to", P)


def _limit(number: int, *, cut_off: bool = False) -> statements.Limit:
    return statements.Limit("at_most", _number(number), cut_off)


BODY = statements.Suite(None, (statements.CallStmt(_name("go")),))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("repeat at most 9, else cut off: go", statements.Repeat(_limit(9, cut_off=True), None, BODY)),
        ("repeat until c, at most 9, else cut off: go", statements.Repeat(_limit(9, cut_off=True), C, BODY)),
        ("repeat until c, at most 9: go", statements.Repeat(_limit(9), C, BODY)),
        ("repeat at most 9 until c: go", statements.Repeat(_limit(9), C, BODY)),
        ("each p: go", statements.Each(statements.EachClause(_id("p"), None, None, None, False, None, None), BODY)),
        ("each p together: go", statements.Each(statements.EachClause(_id("p"), None, None, None, True, None, None), BODY)),
        ("each p together until c, at most 9, else cut off: go", statements.Each(
            statements.EachClause(_id("p"), None, None, None, True, C, _limit(9, cut_off=True)), BODY
        )),
        ("each p by lowest a then highest b from S where c: go", statements.Each(
            statements.EachClause(_id("p"), None, S, C, False, None, None, (formulas.Key("lowest", A), formulas.Key("highest", B))), BODY
        )),
        ("each p in S until c, at most 9: go", statements.Each(
            statements.EachClause(_id("p"), S, None, None, False, C, _limit(9)), BODY
        )),
        ("award a from b to S by highest c, ties share one rounded down", statements.Award(
            A, B, formulas.Sort(S, (formulas.Key("highest", C),)), "down", "one"
        )),
        ("award a from b to S by highest c, ties shared rounded up", statements.Award(
            A, B, formulas.Sort(S, (formulas.Key("highest", C),)), "up", "all"
        )),
        ("reveal a", statements.Reveal(A)),
        ("for x in S: as p: go", statements.For((X,), S, statements.Suite(None, (statements.As(P, BODY),)))),
        ("for x in S: as p:\n    go", statements.For((X,), S, statements.Suite(None, (statements.As(P, BODY),)))),
        ("if a: for x in S: go\nelse: go", statements.If(((A, statements.Suite(None, (statements.For((X,), S, BODY),))),), BODY)),
    ],
)  # fmt: skip
def test_statements(text: str, tree: statements.Stmt) -> None:
    assert _stmt(text) == tree


def test_choices() -> None:
    one = statements.PickOf(statements.Quantity("one"), S)
    plain = statements.Selection(X, (one,), None)
    assert _stmt("may if c choose x: one of S") == statements.Choose(True, False, (plain,), None, C)
    assert _stmt("may choose x: one of S") == statements.Choose(True, False, (plain,), None)
    assert _stmt("may if c choose if able:\n    x: one of S") == statements.Choose(True, True, (plain,), None, C)
    menu = statements.Menu((statements.MenuEntry(A, C), statements.MenuEntry(formulas.Apply(B, (S,)), None)))
    assert _stmt("choose one:\n    a if c\n    b(S)") == statements.Choose(False, False, (), menu)
    assert _stmt("may if c choose one:\n    a if c\n    b(S)") == statements.Choose(True, False, (), menu, C)


def test_selections() -> None:
    one = statements.PickOf(statements.Quantity("one"), S)
    secret = statements.Selection(X, (one,), _id("a"), "owner")
    assert _stmt("choose x: one of S, distinct a, seen by owner").lines == (secret,)
    assert _stmt("choose:\n    x: one of S\n        distinct a\n        seen by owner").lines == (secret,)
    assert _stmt("choose x: one of S, seen by owner").lines == (statements.Selection(X, (one,), None, "owner"),)
    named = statements.PickOf(statements.Quantity("one"), formulas.Filter(S, C, _id("y")))
    assert _stmt("choose:\n    x: one of S\n        as y where c").lines == (statements.Selection(X, (named,), None),)


def test_rounds() -> None:
    text = """\
rounds at most 1000, else cut off:
    deal
    auction until c, at most 8
    sale, up to 3
"""
    assert _decl(text) == declarations.Rounds(_limit(1000, cut_off=True), None, (
        declarations.RoundEntry(_id("deal"), None, None),
        declarations.RoundEntry(_id("auction"), C, _limit(8)),
        declarations.RoundEntry(_id("sale"), None, statements.Limit("up_to", _number(3))),
    ))  # fmt: skip


@pytest.mark.parametrize("period", ["turn", "round", "game", "deal"])
def test_once(period: str) -> None:
    assert _decl(f"action x(y: a), once each {period}: go") == declarations.Rule(
        True, X, (fields.Param(_id("y"), fields.TypeName(_id("a"))),), None, BODY, _id(period)
    )
    assert _decl(f"rule x, once each {period}: go").once == _id(period)
    added = _decl(f"variant v of g:\n    add action x to y, once each {period}: go\n").changes[0].decl
    assert (added.into, added.once) == (_id("y"), _id(period))
    assert _decl(f"shared:\n    x: flag, each {period}\n").members[0].attributes == (fields.ResetEach(_id(period)),)


ROWS = data.Rows(None, (data.Row((data.CellName("A"), data.CellBlank(), data.CellName("B"))),))
LAYER = data.Layer(_id("l"), ROWS)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("row x 9\n", data.Track(X, 9, None, ())),
        ("row x 3, each p:\n    l:\n        A . B\n", data.Track(X, 3, None, (LAYER,), _id("p"))),
        ("ring x 3, each p\n", data.Ring(X, 3, None, (), _id("p"))),
        ("ring x 3:\n    l:\n        A . B\n", data.Ring(X, 3, None, (LAYER,))),
        ("grid x 5 by 4, each p\n", data.Grid(X, 5, 4, False, None, (), None, _id("p"))),
        ("grid x 5 by 4 by e\n", data.Grid(X, 5, 4, False, None, (), _id("e"))),
        ("grid x 1 by 3 hex by e, each p:\n    l:\n        A . B\n", data.Grid(
            X, 1, 3, True, None, (LAYER,), _id("e"), _id("p")
        )),
        ("graph x by e, each p:\n    a b\n", data.Graph(
            X, _id("e"), None, (data.Path(None, (_id("a"), _id("b"))),), _id("p")
        )),
        ("graph x by e:\n    a b\n    l:\n        A . B\n    n: b c\n", data.Graph(
            X, _id("e"), None, (data.Path(None, (_id("a"), _id("b"))), data.Path(_id("n"), (_id("b"), _id("c")))), None, (LAYER,)
        )),
    ],
)  # fmt: skip
def test_boards(text: str, tree: declarations.Decl) -> None:
    assert _decl(text) == tree


def test_row_is_free_as_a_name() -> None:
    assert _stmt("for row in S: go") == statements.For((_id("row"),), S, BODY)
    added = _decl("variant v of g:\n    add row x 9\n    add rowing after x in r\n").changes
    assert isinstance(added[0].decl, data.Track)
    assert isinstance(added[1], declarations.Insert)


def test_changes_of_requirements() -> None:
    text = 'variant v of g:\n    replace ensure x in a: yes "Why."\n    replace require x in setup: yes\n    remove ensure x in a\n'
    assert _decl(text).changes == (
        declarations.ReplaceRequirement(statements.EnsureStmt(X, formulas.FlagLiteral(True), "Why."), _id("a")),
        declarations.ReplaceRequirement(statements.RequireStmt(X, formulas.FlagLiteral(True), None), _id("setup")),
        declarations.RemoveRequirement("ensure", X, _id("a")),
    )


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a", fields.TypeName(_id("a"))),
        ("flag", fields.TypeName(_id("flag"))),
        ("a or none", fields.OptionalType(fields.TypeName(_id("a")))),
        ("1..3 or none", fields.OptionalType(fields.RangeType(1, 3))),
        ("a or b", fields.UnionType((_id("a"), _id("b")))),
        ("a or b or c", fields.UnionType((_id("a"), _id("b"), _id("c")))),
        ("a or b or none", fields.OptionalType(fields.UnionType((_id("a"), _id("b"))))),
    ],
)
def test_types(text: str, tree: fields.TypeExpr) -> None:
    (member,) = _decl(f"shared:\n    x[{text}]: {text}, seen by nobody\n").members
    assert member == fields.Field(X, (tree,), tree, None, (fields.SeenBy(_id("nobody")),), None)
    assert _decl(f"rule r(x: {text}): go").params == (fields.Param(X, tree),)


def test_a_closed_box() -> None:
    (member,) = _decl("shared:\n    box, seen by nobody\n").members
    assert member == fields.Field(_id("box"), (), None, None, (fields.SeenBy(_id("nobody")),), None)


HEADS = fields.Define(_id("heads"), (), formulas.Ternary(C, _number(7), _number(1)), None)


COMPONENT = data.Component(None, X, None, None, None, None, None, None, None, None)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("component x: 1..5\n", evolve(COMPONENT, numbers=formulas.Binary("..", _number(1), _number(5)))),
        ("component x: 1..5\n    let heads = 7 if c else 1\n", evolve(COMPONENT, 
            numbers=formulas.Binary("..", _number(1), _number(5)), lets=(HEADS,)
        )),
        ("component x:\n    A . B\n    let heads = 7 if c else 1\n", evolve(COMPONENT, rows=ROWS, lets=(HEADS,))),
        ('component x: "x.csv"\n    let heads = 7 if c else 1\n', evolve(COMPONENT, csv="x.csv", lets=(HEADS,))),
        ('component x: "x.csv"\n', evolve(COMPONENT, csv="x.csv")),
        ('component x "All."\n', evolve(COMPONENT, doc="All.")),
    ],
)  # fmt: skip
def test_attributes_by_formula(text: str, tree: data.Component) -> None:
    assert _decl(text) == tree


def test_formulas_are_no_cells() -> None:
    text = "component x:\n    name  worth\n    A     3\n    let heads = worth + 1\n"
    assert format(text) == text


def test_scores() -> None:
    assert _decl("score x after round: a\n") == declarations.Score(X, A, None, _id("round"))
    assert _decl("score x after deal: a\n").after == _id("deal")
    assert _decl('score x: a "All."\n') == declarations.Score(X, A, "All.")


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
    hit, ann, no_throw = _name("hit"), _name("Ann"), example_lines.Decline(_id("throw"))
    deck = _name("deck")
    two_and_one = formulas.Binary("+", _number(2), _number(1))
    assert given == example_lines.ExampleGiven((
        example_lines.GivenZone(_name("aside"), (example_lines.FreeContent(_number(9), deck), formulas.SomeOf(2, _id("Horse")))),
        example_lines.GivenZone(_name("other"), (example_lines.FreeContent(two_and_one, formulas.Index(deck, (formulas.Me(),))),)),
    ))  # fmt: skip
    assert declines == example_lines.ExampleDeclines(ann, _id("throw"))
    assert plays == example_lines.ExamplePlays(ann, (no_throw, formulas.Apply(hit, (_number(3),))))
    assert cannot == example_lines.ExampleCannot(ann, (no_throw, hit), _id("enough"))
    assert (stays, holds) == (example_lines.ExampleThen(A, as_before=True), example_lines.ExampleThen(A))


def test_sentences_among_the_lines_of_an_example() -> None:
    text = 'example e:\n    "What {it} is about."\n    "First,"\n    players Ann, Bob\n    "{a} and {b}."\n    then a\n'
    example = _decl(text)
    sentence = example_lines.ExampleSentence
    assert example.doc == "What {it} is about."
    first, players, values, then = example.lines
    assert (first, values) == (sentence(("First,",), ()), sentence(("", " and ", "."), (A, B)))
    assert isinstance(players, example_lines.ExamplePlayers)
    assert then == example_lines.ExampleThen(A)


_CASES = formulas.MatchExpr(A, (((B,), _number(1)), ((C, S), _number(2))), P)


def test_a_block_of_cases() -> None:
    block = "match a:\n    b: 1\n    c, S: 2\n    else: p"
    assert _decl(f"let v = {block}\n").value == _CASES
    documented = block.replace("a:", 'a:\n    "Two."', 1)
    assert _decl(f"let v(x) = {documented}\n") == fields.Define(_id("v"), (fields.Param(X, None),), _CASES, "Two.")
    assert _decl(f"score v: {block}\n").value == _CASES
    assert _stmt(f"let x = {block}") == statements.LetStmt(X, _CASES)
    assert _stmt(f"a = {block}") == statements.Assign("=", A, _CASES)


def test_a_case_with_cases() -> None:
    inner = _decl("let v = match a:\n    b: match c:\n        S: 1\n    p: 2\n").value
    assert inner == formulas.MatchExpr(
        A, (((B,), formulas.MatchExpr(C, (((S,), _number(1)),), None)), ((P,), _number(2))), None
    )


def test_a_sentence_does_nothing() -> None:
    assert _decl('rule r: "No."\n').body == statements.Suite("No.", ())
    assert _stmt('if a: "No."') == statements.If(((A, statements.Suite("No.", ())),), None)


def test_several_indexes() -> None:
    (member,) = _decl("shared:\n    x[a, 1..3] = 1\n").members
    assert member == fields.Field(X, (fields.TypeName(_id("a")), fields.RangeType(1, 3)), None, _number(1), (), None)
