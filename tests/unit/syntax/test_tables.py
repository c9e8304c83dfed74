"""The checked-in parse tables are those of the grammar, and the machine reads as Lark does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import attrs
import pytest
from lark import Lark, Token, Tree
from lark.lark import PostLex

from gamedsl.source import Source, Span
from gamedsl.syntax.parse import parse
from gamedsl.syntax.problems.word_uses import INNER_WORDS, USES
from gamedsl.syntax.tables import UNNAMEABLE, load
from share import few
from tools import make_tables

ROOT = Path(__file__).parents[3]
GAMES = sorted((ROOT / "games").rglob("*.gdl"))


class _Lines(PostLex):
    """Makes the layout tokens of a text without comments."""

    always_accept = ("_NL",)
    text = ""

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        indents, depth, has_begun = [0], 0, False
        for token in stream:
            if token.type != "_NL":
                depth += (token.type in ("LPAR", "LSQB")) - (token.type in ("RPAR", "RSQB"))
                has_begun = True
                yield token
                continue
            line = self.text[token.end_pos :].partition("\n")[0]
            indent = len(line) - len(line.lstrip())
            if depth or not has_begun or indent == len(line) < len(self.text[token.end_pos :]):
                continue
            yield token
            if indent > indents[-1]:
                indents.append(indent)
                yield Token("_INDENT", "")
            while indent < indents[-1]:
                indents.pop()
                yield Token("_DEDENT", "")


_LAYOUT = _Lines()


@pytest.fixture(scope="module")
def lark() -> Lark:
    """Lark's own parser for the grammar; to build it takes seconds."""
    return make_tables.builder(make_tables.GRAMMAR.read_text(encoding="utf-8"), _LAYOUT)


def test_tables_are_fresh(lark: Lark) -> None:
    fresh = make_tables.text(make_tables.tables(lark))
    assert make_tables.TABLES.read_text(encoding="utf-8") == fresh


def test_words() -> None:
    tables = load()
    assert not tables.reserved & tables.soft
    assert tables.reserved | tables.soft == set(tables.words)
    assert {"move", "phase", "if", "yes"} <= tables.reserved
    assert {"from", "count", "where", "hex"} <= tables.soft


def test_the_use_of_every_word_that_is_no_name_is_told() -> None:
    assert set(USES) >= load().reserved | UNNAMEABLE >= set(INNER_WORDS)
    assert not [word for word, form in USES.items() if word not in form]


@pytest.mark.parametrize("path", few(GAMES, 6, 1), ids=lambda path: path.stem)
def test_lark_reads_the_same_names(path: Path, lark: Lark) -> None:
    text = path.read_text(encoding="utf-8").rstrip() + "\n"
    _LAYOUT.text = re.sub(r'("[^"\n]*")|#[^\n]*', lambda found: found[1] or " " * len(found[0]), text)
    theirs = _lark_names(cast(Any, lark).parse(_LAYOUT.text))
    ours = set(_our_names(parse(Source("x", text)).tree))
    words = {(at, name) for at, name in theirs - ours if name == "pieces"}  # in `for 22 pieces`
    assert ours == theirs - words


def _lark_names(tree: Tree[Token]) -> set[tuple[int, str]]:
    tokens = tree.scan_values(lambda value: isinstance(value, Token) and value.type == "NAME")
    return {(token.start_pos or 0, str(token)) for token in tokens}


def _kind(value: object) -> type[Any]:
    return type(value)


def _our_names(value: Any) -> list[tuple[int, str]]:
    kind = _kind(value)
    if kind is tuple:
        return [name for item in value for name in _our_names(item)]
    if not attrs.has(kind) or kind is Span:
        return []
    own = [getattr(value, a) for a in ("text", "id") if isinstance(getattr(value, a, None), str)]
    is_word = own and own[0] in ("setup", "rounds", "end")  # as a step a name in the tree and a keyword in the text
    is_sentence = own and not own[0].isidentifier()
    names = [] if is_word or is_sentence else [(value.span.start, name) for name in own]
    return names + [name for a in attrs.fields(kind) for name in _our_names(getattr(value, a.name))]
