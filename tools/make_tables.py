"""Builds the parse tables from gdl.lark and writes them as tables.json: `python -m tools.make_tables`.

Run it after every change of the grammar; a test compares the file with a fresh generation. Grammar conflicts and
colliding words stop it. States are numbered in the order in which they are first reached, so that the file does not
depend on the run that made it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from lark import Lark
from lark.grammar import Rule
from lark.lark import PostLex
from lark.lexer import TerminalDef, Token
from lark.parsers.lalr_analysis import Action, IntParseTable

from gamedsl import syntax
from gamedsl.syntax.tables import END, RuleRow, TablesData

GRAMMAR = Path(syntax.__file__).with_name("gdl.lark")
TABLES = GRAMMAR.with_name("tables.json")

FREE = frozenset(["because", "examples", "from", "possible", "row", "seat", "shape", "shapes", "start", "with"])
"""Words that stay free as names: `row` names columns everywhere, and only `add row ...` and `no ... because` hide it; `possible`, `seat`, `shape`, `shapes`
and `start` likewise, and only `remove examples broken by ...` hides `examples`.
`from` and `with` begin lines of examples, where no name that begins a line is called so."""

Steps: TypeAlias = dict[str, tuple[Action, int | Rule]]
"""The steps of a state by symbol: another state, or a rule that is complete."""

States: TypeAlias = dict[int, Steps]

NOTHING = -1
"""A pick of a rule: an optional part that this form of the rule leaves out."""


class _Layout(PostLex):
    """A stand-in for lines.py: it tells the builder that the layout tokens are made elsewhere."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


def builder(grammar: str, layout: PostLex) -> Lark:
    """Returns the builder of the tables of a grammar, which also reads texts if the layout makes the layout tokens."""
    return Lark(grammar, parser="lalr", lexer="contextual", postlex=layout, maybe_placeholders=True, strict=True)


def tables(lark: Lark) -> TablesData:
    """Returns the tables of a grammar, as data (see tables.py for their meaning)."""
    inside: Any = lark.parser  # Lark has no public name for its tables
    raw: IntParseTable = inside.parser.parser.parse_table
    states: States = raw.states  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    start, end = raw.start_states["start"], raw.end_states["start"]
    order = _list_states(states, start)
    number = {state: i for i, state in enumerate(order)}
    rules = sorted(lark.rules, key=_rule_key)
    rule_number = {rule: i for i, rule in enumerate(rules)}
    named = {symbol.name for rule in rules for symbol in rule.expansion if symbol.is_term}
    terminals = [*sorted(named), END]
    nonterminals = sorted({rule.origin.name for rule in rules})
    actions: list[str] = []
    gotos: list[str] = []
    for state in order:
        steps = states[state]
        actions.append(_row(steps, terminals, number, rule_number))
        gotos.append(_row(steps, nonterminals, number, rule_number))
    words = {t.pattern.value: t.name for t in lark.terminals if _is_word(t)}
    reserved = sorted(_find_reserved([states[state] for state in order], words))
    return {
        "end": number[end],
        "words": dict(sorted(words.items())),
        "signs": {t.pattern.value: t.name for t in sorted(lark.terminals, key=_name) if _is_sign(t)},
        "reserved": reserved,
        "soft": sorted(set(words) - set(reserved)),
        "nonterminals": nonterminals,
        "rules": [_rule_row(rule, nonterminals) for rule in rules],
        "actions": actions,
        "gotos": gotos,
    }


def text(tables: TablesData) -> str:
    """Returns the tables as JSON, one rule or state per line, so that a change can be read."""
    listed: dict[str, Sequence[object]] = {key: tables[key] for key in ("rules", "actions", "gotos")}
    parts = [f'"{key}": {json.dumps(value)}' for key, value in tables.items() if key not in listed]
    for key, value in listed.items():
        rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in value)
        parts.append(f'"{key}": [\n{rows}\n]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _name(terminal: TerminalDef) -> str:
    return terminal.name


def _rule_key(rule: Rule) -> tuple[str, str, list[str]]:
    return rule.origin.name, rule.alias or "", [symbol.name for symbol in rule.expansion]


def _list_states(states: States, start: int) -> list[int]:
    """Returns all states, nearest to the start first, neighbours in the order of their symbols' names."""
    order, seen = [start], {start}
    for state in order:
        for _, (_, target) in sorted(states[state].items()):
            if isinstance(target, int) and target not in seen:
                seen.add(target)
                order.append(target)
    return order


def _row(steps: Steps, symbols: list[str], number: dict[int, int], rules: dict[Rule, int]) -> str:
    """Returns symbol, action, symbol, action...; an action n >= 0 goes to state n, n < 0 applies rule ~n."""
    row: list[str] = []
    for name in symbols:
        if name in steps:
            _, target = steps[name]
            row.append(f"{name} {number[target] if isinstance(target, int) else ~rules[target]}")
    return " ".join(row)


def _rule_row(rule: Rule, nonterminals: list[str]) -> RuleRow:
    """Returns [produced nonterminal, node name, length, picks]; the name is empty where the value is passed on or is a list."""
    inline = rule.origin.name.startswith("__")
    picks = _picks(rule)
    handed_on = rule.options.expand1 and not rule.alias and len(picks) == 1
    name = "" if inline or handed_on else rule.alias or rule.origin.name
    return nonterminals.index(rule.origin.name), name, len(rule.expansion), picks


def _picks(rule: Rule) -> list[int]:
    """Returns the parts that become children: an index, NOTHING, or -2 - index for a list whose items are children."""
    left_out = rule.options.empty_indices
    groups = [len(ones) for ones in "".join(str(int(b)) for b in left_out).split("0")] if left_out else []
    picks: list[int] = []
    for i, symbol in enumerate(rule.expansion):
        picks += [NOTHING] * (groups[i] if groups else 0)
        kept = rule.options.keep_all_tokens and not symbol.name.startswith("_")
        if not symbol.is_term or kept or not getattr(symbol, "filter_out", False):
            picks.append(-2 - i if symbol.name.startswith("__") else i)
    return picks + [NOTHING] * (groups[-1] if groups else 0)


def _is_word(terminal: TerminalDef) -> bool:
    return terminal.pattern.type == "str" and re.fullmatch(r"[a-z]+", terminal.pattern.value) is not None


def _is_sign(terminal: TerminalDef) -> bool:
    return terminal.pattern.type == "str" and not _is_word(terminal) and not terminal.name.startswith("_")


def _find_reserved(states: Iterable[Steps], words: dict[str, str]) -> set[str]:
    """Returns the reserved words: those that can follow somewhere where a name could too; after a number that is no clash.

    States after a line that could not be read allow every word, so they are ignored.
    """
    found: set[str] = set()
    for steps in states:
        lost = all(isinstance(target, Rule) and target.origin.name == "bad" for _, target in steps.values())
        if "NAME" in steps and "CMP" not in steps and "STAR" not in steps and not lost:
            found |= {word for word, terminal in words.items() if terminal in steps}
    return found - FREE


def main() -> None:
    """Writes tables.json beside the grammar."""
    TABLES.write_text(text(tables(builder(GRAMMAR.read_text(encoding="utf-8"), _Layout()))), encoding="utf-8")


if __name__ == "__main__":
    main()
