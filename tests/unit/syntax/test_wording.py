"""No name of the grammar reaches a user."""

from __future__ import annotations

from gamedsl.syntax.problems.wording import list_terminals
from gamedsl.syntax.tables import load


def test_every_terminal_is_told_in_words() -> None:
    tables = load()
    terminals = {terminal for actions in tables.actions.values() for terminal in actions}
    known = {*tables.words, *tables.signs, "(", ")", "[", "]", "the comparison"}
    for terminal in sorted(terminals - {"_BAD", "_INDENT", "_DEDENT"}):
        said = list_terminals((terminal,))
        assert not said.startswith("`") or said.strip("`") in known, (terminal, said)
