"""Traits of statements and declarations name attributes that their classes have, and their examples begin as the grammar has it."""

from __future__ import annotations

from typing import get_args

import pytest

from gamedsl.syntax.tree import declarations, statements
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.traits import traits_of, words_of
from gamedsl.values import field_names

KINDS: tuple[type[Node], ...] = (*get_args(statements.Stmt), *get_args(declarations.Decl))
WITHOUT_A_WORD = {"CallStmt", "Assign", "EndGame"}
"""Calls and assignments begin with a name; the end of the game begins with the word of another form."""
OTHER_FORMS = {"RecordType", "RowTable", "CsvTable", "RingAround", "KindBlock", "Aimed"}
"""Further forms of a declaration whose word another class shows."""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_traits_name_attributes_of_their_class(kind: type[Node]) -> None:
    assert set(traits_of(kind).moves) <= set(field_names(kind) or ())


def test_every_statement_and_declaration_shows_its_word() -> None:
    silent = {kind.__name__ for kind in KINDS if not traits_of(kind).words}
    assert silent == WITHOUT_A_WORD | OTHER_FORMS


def test_words_begin_forms() -> None:
    assert words_of(declarations.WithBody) == {"setup", "phase", "rule", "action", "whenever", "end"}
