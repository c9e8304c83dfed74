"""Every change line of the grammar, applied to every sort of declaration: each changes the game or its examples, or is a finding at its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from gamedsl import pipeline
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.graph.serial import digest
from gamedsl.pipeline import Parsed
from gamedsl.source import Source
from gamedsl.syntax.parse import Parsed as ParsedText
from gamedsl.syntax.parse import parse
from gamedsl.syntax.tree import data, declarations
from gamedsl.syntax.tree.sentences import sentences_of
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import evolve
from gamedsl.variants.merge import merge
from share import paired, share

BASE = Source("everything", (Path(__file__).parent / "everything.gdl").read_text(encoding="utf-8"))

NAMES = (
    "everything", "storm", "depth", "metal", "rank", "nugget", "gem", "sailor", "ticket", "price", "prize", "cell", "rim", "nest", "wheel", "stair", "town",
    "road", "bonus", "worth", "pair", "ground", "log", "pan", "gold", "wealth", "mark", "positions", "setup", "rounds", "digging", "resting", "end",
    "keep_digging", "sell", "prepare", "tidy", "echo", "money", "ranking", "dryness", "flood", "later", "lottery", "Ghost", "plain", "Gold", "Ace", "Small",
    "Ruby", "Opal", "plank", "lying", "Beam", "Joist", "Large", "North", "Coast", "nothing_of_this_name", "me", "it", "players", "box", "total",
)  # fmt: skip
"""What the base declares, of every sort, and what it does not."""

LINES = {
    "set_value": ("set {0} = 3", "set {0} = yes", "set {0}[1] = 3", "set {0}[1, 1].deepness = 3", "set {0}.weight = 3", "set {0}[Large].first = 4",
                  "set {0}.tolls = 3", "set {0}[Dover].people = 3"),
    "set_copies": ("set copies of {0} = 7", "set copies of {0} in ground = 7"),
    "set_players": ("set players 1 to 2",),
    "set_total": ("set component 7 {0}",),
    "set_limit": ("set {0} at most 3", "set {0} up to 2"),
    "set_rounds_limit": ("set rounds up to 2",),
    "set_entry_limit": ("set {0} in rounds at most 2",),
    "set_match": ("set match Gold in {0} = 7",),
    "add_match_value": ("add match Tin in {0} = 7",),
    "replace_match": ("replace match Gold in {0}: log = 7",),
    "add_match": ("add match else in {0}: log = 7",),
    "remove_match": ("remove match Iron in {0}",),
    "replace_end": ('replace "{0}": game ends when log > 5', 'replace "Too much.": game ends when log > 5'),
    "remove_end": ('remove "{0}"', 'remove "Too much."'),
    "reword": ('replace "{0}" with "nothing at all"', 'replace "Too much." with "{0} is too much."'),
    "remove_when": ("remove when {0}", "remove when not storm"),
    "remove_aim": ("remove players aim",),
    "insert": ("add tidy after prepare in {0}", "add {0} before prepare in setup", "add {0} after digging in rounds", "add tidy after {0} in setup"),
    "remove": ("remove {0}",),
    "remove_broken": ("remove examples broken by {0}",),
    "replace_requirement": ("replace require dry in {0}: log < 5", "replace ensure wet in {0}: log < 5"),
    "remove_requirement": ("remove require dry in {0}", "remove ensure wet in {0}"),
    "seat": ("seat {0}:\n    answers:\n        digging: last", "seat {0} when not storm:\n    answers:\n        digging: last",
             "seat Ghost:\n    answers:\n        {0}: last", "seat Ghost:\n    replace rule {0}: log += 3"),
}  # fmt: skip
"""Lines for each alternative of `change` in the grammar, with a hole for a name."""

WITHIN = ("{0}", "add when storm:\n    {0}", "seat Ghost:\n    {0}")
"""Where a change may stand."""

SAYS_NOTHING_NEW = {
    "remove depth": "an option with one value has it also when it is removed",
    "set Small.weight = 3": "no rule asks for weights",
    "add when storm:\n    set Small.weight = 3": "no rule asks for weights",
    "seat Ghost:\n    set Small.weight = 3": "no rule asks for weights",
}


def _decls() -> Iterator[str]:
    """Every declaration of the base, as it is written."""
    yield from re.split(r"\n+(?=\S)", BASE.text.strip("\n"))


def _others() -> Iterator[str]:
    """The declarations of the base with one number more, and with another name: as good as any other change."""
    for decl in _decls():
        larger = re.sub(r"\d+", lambda n: str(int(n[0]) + 1), decl, count=1)
        renamed = re.sub(r"^(\w+(?: \d+)?) (\w+)", r"\1 new_\2", decl, count=1)
        yield from (other for other in (larger, renamed) if other != decl)


@cache
def _base() -> tuple[object, ...]:
    parsed, findings = _checked(BASE)
    assert findings == ()
    return _effect(parsed)


@cache
def _read(source: Source) -> ParsedText:
    return parse(source)


def _checked(source: Source) -> tuple[Parsed, tuple[Diagnostic, ...]]:
    parsed = pipeline.parse_files(
        source, lambda name: BASE if name == "everything" else None, trees={BASE: _read(BASE)}
    )
    found = pipeline.check(parsed).diagnostics
    return parsed, tuple(d for d in found if d.code != "W0902")  # what is changed need not be used


def _effect(parsed: Parsed) -> tuple[object, ...]:
    """What there is of a game, whatever its variants are called: the digest of each setup in order, and the examples."""
    games = tuple(
        (str(setup), digest(evolve(pipeline.compile(parsed, setup).game, variants=())))
        for setup in pipeline.setups(parsed)
    )
    return games, tuple((str(setup), specs) for setup, _, specs in pipeline.examples(parsed))


def _is_ignored(change: str) -> bool:
    lines = "\n".join(f"    {line}" for line in change.split("\n"))
    parsed, findings = _checked(Source("variant", f"variant other of everything:\n{lines}\n"))
    if '" with "' in change:
        return not findings and _sentences(parsed) == _sentences(_checked(BASE)[0])
    return not findings and change not in SAYS_NOTHING_NEW and _effect(parsed) == _base()


def _sentences(parsed: Parsed) -> list[str]:
    merged, _ = merge(parsed.chain, pipeline.setups(parsed)[-1])
    return [] if merged is None else [said for decl in merged.written for said in sentences_of(decl)]


def test_a_variant_that_changes_nothing_is_seen_to_change_nothing() -> None:
    for change in ("set log = 0", "set prize[Large].first = 3"):
        parsed, findings = _checked(Source("variant", f"variant other of everything:\n    {change}\n"))
        assert (findings, _effect(parsed)) == ((), _base())


@pytest.mark.parametrize(
    ("change", "line"),
    [("add phase dawn: log += 1", "add dawn after p in rounds"), ("add action nap: log += 1", "add action nap to r:")],
)
def test_what_is_added_without_a_place_is_told_with_the_line_that_gives_it_one(change: str, line: str) -> None:
    _, (found,) = _checked(Source("variant", f"variant other of everything:\n    {change}\n"))
    assert found.code == "I0901"
    assert any(f"`{line}`" in advice for advice in found.help)


@pytest.mark.parametrize("form", sorted(LINES))
def test_every_line_on_every_name(form: str) -> None:
    pairs = [(line, name) for name in NAMES for line in LINES[form]]
    lines = dict.fromkeys(line.format(name) for line, name in share(pairs, 200, sorted(LINES).index(form) % 50))
    assert [line for line in lines if _is_ignored(line)] == []


@pytest.mark.parametrize(("form", "within"), paired(sorted(LINES), WITHIN[1:]))
def test_every_line_under_a_condition_and_in_a_seat(form: str, within: str) -> None:
    some = ("storm", "nugget", "price", "log", "rounds", "keep_digging", "prepare", "Ghost", "plain", "Small")
    lines = dict.fromkeys(line.format(name) for line in LINES[form] for name in some)
    changes = [
        within.format(line.replace("\n", "\n    "))
        for line in share(list(lines), 100, (sorted(LINES).index(form) + WITHIN.index(within)) % 50)
    ]
    assert [change for change in changes if _is_ignored(change)] == []


@pytest.mark.parametrize(("within", "deed"), paired(WITHIN, ["add", "replace"]))
def test_every_declaration_added_and_replaced(deed: str, within: str) -> None:
    others = share(list(_others()), 80, WITHIN.index(within))
    changes = [within.format(f"{deed} {decl}".replace("\n", "\n    ")) for decl in others]
    assert [change for change in changes if _is_ignored(change)] == []


def test_the_table_is_complete() -> None:
    grammar = (files("gamedsl.syntax") / "gdl.lark").read_text(encoding="utf-8")
    change = grammar[grammar.index("\nchange:") : grammar.index("\ncase_of:")]
    forms = {line.split("->")[-1].strip() if "->" in line else "seat" for line in change.strip().split("\n")}
    assert forms == {*LINES, "add", "replace"}
    declared = {type(decl) for decl in parse(BASE).tree.decls} | {type(node) for node in walk(parse(BASE).tree)}
    assert set(declarations.Decl.__args__) - declared == {data.CsvTable, declarations.Variant}
