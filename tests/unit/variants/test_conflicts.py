"""Two variants that do not know each other: what contradicts is found in both orders alike, and what the finding advises settles it."""

from __future__ import annotations

import pytest

from gamedsl import pipeline
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.serial import digest
from gamedsl.pipeline import Parsed
from gamedsl.source import Source
from gamedsl.values import evolve, frozen

BASE = """game base:
    "Two variants change it."
    players 2

component 6 gem in ground:
    name  count
    Ruby  2
    Opal  4

table price from 0: 0 1 3 5

shared:
    ground: bag of gem
    log = 0

setup:
    lay
    begin

rounds up to 2: turns

phase turns, each player:
    choose one:
        dig
        rest

action dig:
    require dry: log < 90 "It is wet."
    log += price[1]

action rest: log += 1

rule lay: log = 1

rule begin: log += 2

rule close: log += 3

end: close

game ends when log > 50 "Much."
game ends when log > 60 "More."

score got: log

ranking by highest total, ties shared

when count(players) is 2:
    add rule extra: log += 4
    add extra after close in end
"""


@frozen
class Pair:
    """Changes of two variants, what both change in words, and what the variant that joins them may write."""

    one: str
    other: str
    name: str
    ways: tuple[str, ...]


PAIRS = {
    "set and set": Pair("set price[1] = 4", "set price[1] = 5", "price[1]", ("set price[1] = 6",)),
    "set and set of a start value": Pair("set log = 4", "set log = 5", "log", ("set log = 6",)),
    "set and replace": Pair(
        "set price[1] = 4", "replace table price from 0: 0 9 9 9", "price[1]",
        ("set price[1] = 6", "replace table price from 0: 0 7 7 7"),
    ),
    "copies": Pair(
        "set copies of Ruby in ground = 2\nset component 6 gem", "set copies of Ruby in ground = 3\nset component 6 gem\nset copies of Opal in ground = 3",
        "copies of Ruby in ground", ("set copies of Ruby in ground = 3\nset copies of Opal in ground = 3",),
    ),
    "total": Pair("set component 6 gem", "set component 7 gem\nset copies of Ruby in ground = 3", "component gem",
                  ("set component 7 gem",)),
    "players": Pair("set players 2 to 3", "set players 2 to 4", "players", ("set players 2 to 3",)),
    "limits": Pair("set rounds up to 3", "set rounds up to 4", "limit of rounds", ("set rounds up to 5",)),
    "replace and replace": Pair("replace rule lay: log = 5", "replace rule lay: log = 6", "lay", ("replace rule lay: log = 7",)),
    "add and add": Pair("add rule new: log = 5\nadd new after lay in setup", "add rule new: log = 6", "new",
                        ("replace rule new: log = 7",)),
    "add at one place": Pair(
        "add close after lay in setup", "add begin after lay in setup", "setup",
        ("replace setup:\n    lay\n    begin\n    close",),
    ),
    "add into and replace": Pair(
        "add rule a: log += 5\nadd a after lay in setup", "replace setup: lay", "setup",
        ("replace setup:\n    lay\n    a", "add a after lay in setup"),
    ),
    "a line and the whole": Pair(
        "replace require dry in dig: log < 9", "replace action dig:\n    require dry: log < 8\n    log += 2", "require dry in dig",
        ("replace require dry in dig: log < 7", "replace action dig: log += 3"),
    ),
    "a line twice": Pair(
        "replace require dry in dig: log < 9", "remove require dry in dig", "require dry in dig",
        ("replace action dig: log += 3", "remove require dry in dig"),
    ),
    "remove and replace": Pair("remove close", "replace rule close: log += 5", "close", ("remove close", "add rule close: log += 1")),
    "remove and set": Pair("remove log_twice", "set log_twice = 5", "log_twice", ("remove log_twice", "add let log_twice = 5")),
    "remove and use": Pair("remove close", "replace rule begin: close", "begin", ("replace rule begin: log += 1",)),
    "remove and call": Pair("remove begin", "add begin after lay in end", "end", ("replace end: lay",)),
    "remove and anchor": Pair("remove lay", "add close after lay in setup", "setup", ("replace setup: close",)),
    "one end": Pair('remove "Much."', 'replace "Much.": game ends when log > 55 "Much."', '"Much."', ('remove "Much."',)),
    "all ends": Pair('replace "Much.": game ends when log > 51 "A."', 'replace "Much.": game ends when log > 55 "B."', '"Much."',
                     ('replace "Much.": game ends when log > 57 "C."',)),
    "words and words": Pair(
        'replace "Two variants" with "A variant"', 'replace "Two variants" with "Three variants"', '"Two variants"',
        ('replace "Two variants" with "Four variants"',),
    ),
    "words and the whole": Pair(
        'replace "It is wet." with "Wet."', 'replace action dig:\n    require dry: log < 8 "It rains."\n    log += 2', '"It is wet."',
        ('replace action dig: log += 3',),
    ),
    "when and what it adds": Pair(
        "remove when count(players) is 2", "replace rule extra: log += 8", "extra", ("remove extra",),
    ),
}  # fmt: skip

BASES = {"remove and set": "\nlet log_twice = 2\n"}
"""What the base needs besides for a pair."""


def _read(pair: str, joined: str, order: tuple[str, str]) -> Parsed:
    base = BASE + BASES.get(pair, "")
    if pair in ("remove and anchor", "remove and call"):
        base = base.replace("end: close", "end:\n    close\n    lay")
    texts = {
        "base": base,
        "fast": _variant("fast of base", PAIRS[pair].one),
        "slow": _variant("slow of base", PAIRS[pair].other),
    }
    whole = _variant(f"joined of {', '.join(order)}", joined)
    return pipeline.parse_files(
        Source("joined", whole), lambda name: Source(name, texts[name]) if name in texts else None
    )


def _variant(head: str, changes: str) -> str:
    lines = "".join(f"    {line}\n" for line in changes.split("\n") if line)
    return f'variant {head}:\n    "For a test."\n{lines}'


def _errors(parsed: Parsed) -> list[Diagnostic]:
    return [d for d in pipeline.check(parsed).diagnostics if d.code.startswith("E")]


def _rules(compiled: Compiled) -> str:
    """The digest of a game; which variants it is made of does not count."""
    return digest(evolve(compiled.game, variants=()))


ORDERS = (("fast", "slow"), ("slow", "fast"))


@pytest.mark.parametrize("pair", PAIRS)
def test_found_alike_in_both_orders(pair: str) -> None:
    found = [
        [(d.code, d.message, d.primary.span.source, {o.span for o in d.others}) for d in _errors(_read(pair, "", o))]
        for o in ORDERS
    ]
    assert found[0] == found[1]
    [(code, message, file, places)] = found[0]
    assert (code, file) == ("E0703", "joined")
    assert message == f"`fast` and `slow` both change `{PAIRS[pair].name}`"
    assert {span.source for span in places} == {"fast", "slow"}


@pytest.mark.parametrize(("pair", "way"), [(pair, way) for pair in PAIRS for way in PAIRS[pair].ways])
def test_the_way_out_settles_it(pair: str, way: str) -> None:
    """The joined game is then the same in both orders."""
    games: list[list[tuple[str, str]]] = []
    for order in ORDERS:
        parsed = _read(pair, way, order)
        assert _errors(parsed) == []
        games.append([(str(s), _rules(pipeline.compile(parsed, s))) for s in pipeline.setups(parsed)])
    assert games[0] == games[1]
