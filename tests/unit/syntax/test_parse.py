"""Parsing: the games are read without a problem, places are exact, bad lines cost only themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from gamedsl.source import Source, Span
from gamedsl.syntax.parse import LONGEST_TEXT, Parsed, parse
from gamedsl.syntax.problems.forms import Unfitting
from gamedsl.syntax.problems.pictures import CommaInRow
from gamedsl.syntax.problems.texts import LongLine, TooDeep, TooMany
from gamedsl.syntax.tree import data, declarations, example_lines, formulas
from gamedsl.syntax.tree.node import Ident
from share import few

ROOT = Path(__file__).parents[3]
GAMES = sorted((ROOT / "games").rglob("*.gdl"))


def _parsed(text: str) -> Parsed:
    return parse(Source("x", text))


def _kind(value: object) -> type[Any]:
    return type(value)


def _nodes(value: Any) -> Iterator[Any]:
    kind = _kind(value)
    if kind is tuple:
        for item in value:
            yield from _nodes(item)
    elif kind is not Span and attrs.has(kind):
        yield value
        for a in attrs.fields(kind):
            yield from _nodes(getattr(value, a.name))


def _only(text: str) -> Any:
    """The only declaration of a text without problems."""
    parsed = _parsed(text)
    assert parsed.problems == ()
    (decl,) = parsed.tree.decls
    return decl


@pytest.mark.parametrize("path", few(GAMES, 10, 1), ids=lambda path: path.stem)
def test_games_are_read(path: Path) -> None:
    source = Source(path.name, path.read_text(encoding="utf-8"))
    parsed = parse(source)
    assert parsed.problems == ()
    starts = [decl.span.start for decl in parsed.tree.decls]
    columns = [source.position(start)[1] for start in starts]
    assert set(columns) == {1}
    assert starts == sorted(starts)


@pytest.mark.parametrize("path", few(GAMES, 12), ids=lambda path: path.stem)
def test_places_are_exact(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for node in _nodes(parse(Source("x", text)).tree):
        here = text[node.span.start : node.span.end]
        match node:
            case Ident(text=name) | formulas.Name(id=name) | data.CellName(text=name):
                assert here in (name, f'"{name}"')
            case formulas.Number(value=value) | data.CellNumber(value=value):
                assert int(here.replace(" ", "")) == value
            case declarations.File():
                assert here == text
            case _:
                assert here
                assert here == here.strip()


@pytest.mark.parametrize("path", few(GAMES, 12, 1), ids=lambda path: path.stem)
def test_children_lie_inside(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for node in _nodes(parse(Source("x", text)).tree):
        kind = _kind(node)
        for a in attrs.fields(kind):
            for child in _nodes(getattr(node, a.name)):
                assert node.span.start <= child.span.start <= child.span.end <= node.span.end


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
@pytest.mark.parametrize("start", ["", "\ufeff", "\n\n", "# comment\n"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n  ", "\n    # comment", "\n\t"])
def test_line_ends_do_not_matter(ending: str, start: str, end: str) -> None:
    text = "rule r:\n    # first\n    if a:\n\n        x = 1  # one\n    else: y = [1,\n        2]"
    assert _parsed((start + text + end).replace("\n", ending)).tree == _parsed(text).tree


def test_empty_text() -> None:
    assert _parsed("") == Parsed(declarations.File(()), ())


def test_brackets_continue_lines() -> None:
    assert _only("let a = max(\n    1,\n  2\n)\n") == _only("let a = max(1, 2)\n")


def test_precedence() -> None:
    assert _only("let a = b + c * -d where e and not f or g\n") == _only(
        "let a = (b + (c * (-d))) where ((e and (not f)) or g)\n"
    )


def test_number_counts_the_whole_kind() -> None:
    assert _only("let a = 2 Token.Red\n").value == formulas.Attribute(formulas.SomeOf(2, Ident("Token")), Ident("Red"))


def test_words_are_names_where_no_keyword_fits() -> None:
    shared = _only("shared:\n    count: bag of first\n    last: 1..6 = 1\n")
    assert [member.name.text for member in shared.members] == ["count", "last"]


def test_selection_over_several_lines() -> None:
    wide = _only(
        "rule r:\n    choose:\n        m: any of s\n"
        "            where a\n            else one of u\n            distinct v\n"
    )
    assert wide == _only("rule r:\n    choose:\n        m: any of s where a else one of u, distinct v\n")


def test_ten_declarations_with_one_mistake_each() -> None:
    text = "".join(f"score s{i} = {i}\n\n" for i in range(10))
    problems = _parsed(text).problems
    assert [Source("x", text).position(problem.span.start)[0] for problem in problems] == list(range(1, 20, 2))


def test_ten_lines_of_an_example_with_one_mistake_each() -> None:
    lines = [f"    then a is {i}\n    Ann plays = b{i}\n" for i in range(10)]
    parsed = _parsed("example e:\n    players Ann, Bob\n" + "".join(lines))
    assert len(parsed.problems) == 10
    (example,) = parsed.tree.decls
    assert isinstance(example, example_lines.Example)
    assert len(example.lines) == 11


@pytest.mark.parametrize(
    ("block", "bad", "good"),
    [
        ("variant v of g:", "set copies", "remove a"),
        ("when storm:", "set a b c", "set a = 1"),
        ("seat Morgan:", "a b c d", "a = 0"),
        ("shared:", "a b c", "a = 0"),
        ("each player:", "a: bag 7", "a: bag of b"),
        ("rule r:", "a b", "a = 1"),
        ("rounds:", "a b", "a"),
        ("table t:", "a: b", "a b"),
        ("graph g:", "a", "a b"),
    ],
)
def test_the_rest_of_a_block_is_kept(block: str, bad: str, good: str) -> None:
    parsed = _parsed(f"{block}\n    {bad}\n    {good}\n    {bad}\n    {good}\nscore s: 1\n")
    assert [type(problem) for problem in parsed.problems] == [Unfitting, Unfitting]
    healthy, _ = _parsed(f"{block}\n    {good}\n    {good}\nscore s: 1\n").tree.decls
    assert parsed.tree.decls[0] == healthy
    assert len(parsed.tree.decls) == 2


@pytest.mark.parametrize("lost", ["table long: " + "0 " * 2100, "let a = " + "(" * 61, "5" + "[" * 61])
@pytest.mark.parametrize(
    "before", ["n\nt\n", "rule r:\n    x = 1\n", "let a = 1\nlet b = 2\n", "component c:\n    name\n    A\n"]
)
def test_a_line_that_cannot_be_read_takes_nothing_else_with_it(before: str, lost: str) -> None:
    parsed = _parsed(f"{before}{lost}\nscore s: 1\n")
    assert parsed.tree.decls == _parsed(f"{before}x\nscore s: 1\n").tree.decls
    assert [type(q) for q in parsed.problems if q.span.start >= len(before)] in ([LongLine], [TooDeep])


@pytest.mark.parametrize("header", ["component o:", "type s:", "table t:", "type s"])
def test_a_row_of_commas_is_no_row(header: str) -> None:
    parsed = _parsed(f"{header}\n    ,\n    , ,\nscore s: 1\n")
    assert CommaInRow in [type(problem) for problem in parsed.problems]
    assert parsed.tree.decls[-1] == _only("score s: 1\n")


def test_a_text_that_is_too_long_is_not_read() -> None:
    text = "# " + "x" * LONGEST_TEXT + "\nscore s: 1\n"
    parsed = _parsed(text)
    assert parsed.problems == (LongLine(Span("x", 0, 0), LONGEST_TEXT, "characters"),)
    assert parsed.tree.decls == ()


def test_a_bad_header_takes_its_block_with_it() -> None:
    parsed = _parsed("rule r:\n    if a b c:\n        x = 1\n    y = 2\n")
    assert len(parsed.problems) == 1
    assert _only("rule r:\n    y = 2\n") == parsed.tree.decls[0]


def test_a_mended_line_is_kept() -> None:
    assert _parsed("rule r\n    if a = 1 && b: x++\n").tree == _parsed("rule r:\n    if a is 1 and b: x += 1\n").tree


def test_problems_are_in_order_and_not_too_many() -> None:
    problems = _parsed("a b\n" * 150).problems
    assert len(problems) == 101
    assert problems[-1] == TooMany(Span("x", 400, 401), 50)
    assert [problem.span.start for problem in problems[:100]] == list(range(0, 400, 4))


@pytest.mark.parametrize(
    ("line", "block"),
    [
        ("rounds up to 1: go\n", "rounds up to 1:\n    go\n"),
        ("when long: remove buy\n", "when long:\n    remove buy\n"),
        ("when long: add rule r: x = 1\n", "when long:\n    add rule r: x = 1\n"),
        ("variant v of g: set n = 9\n", "variant v of g:\n    set n = 9\n"),
        ("start s: n = 9\n", "start s:\n    n = 9\n"),
        ("seat Ghost:\n    answers: steps: highest\n", "seat Ghost:\n    answers:\n        steps: highest\n"),
        ("rule r:\n    choose one: buy if c\n", "rule r:\n    choose one:\n        buy if c\n"),
        ("example e:\n    given: n = 9\n", "example e:\n    given:\n        n = 9\n"),
    ],
)
def test_a_block_of_one_line_may_follow_its_header(line: str, block: str) -> None:
    short, long = _parsed(line), _parsed(block)
    assert (short.problems, long.problems) == ((), ())
    assert short.tree.decls == long.tree.decls


@pytest.mark.parametrize("board", ["row stair 5", "ring pit 6", "grid cell 2 by 2, eight neighbours"])
def test_a_board_of_one_line_may_end_in_a_sentence(board: str) -> None:
    assert _only(f'{board} "Where we play."\n').doc == "Where we play."


def test_what_is_told_openly_has_its_place() -> None:
    """The formula or the zones behind the word."""
    text = "phase turns:\n    let best = openly hand\n\neach card in openly hand, deck:\n    worth = 1\n"
    parsed = _parsed(text)
    assert parsed.problems == ()
    assert [text[mark.start : mark.end] for mark in parsed.tree.marks] == ["hand", "hand, deck"]
