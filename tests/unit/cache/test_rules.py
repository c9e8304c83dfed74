"""Games of rules that were compiled by an earlier start are the same games; whatever has changed is compiled anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gamedsl import pipeline
from gamedsl.cache.rules import KnownRules
from gamedsl.cache.store import Store
from gamedsl.graph.compiled import Setup
from gamedsl.source import Source

BASE = """
game heap:
    players 2 to 3

option long: no, yes

shared:
    heap: 0..21 = 9

when long:
    set heap = 21

each player:
    took = no

rounds at most 21:
    turns

phase turns, each player:
    choose stones: one of 1..min(3, heap)
    heap -= stones
    if heap is 0: took = yes

game ends when heap is 0 "The heap is empty."

ranking by highest took, ties shared
"""
VARIANT = """
variant small of heap:
    set heap = 5
"""
Two = Setup(2, (("long", "no"),))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(str(tmp_path), "program")


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From now on reading a text is an error."""

    def forbid() -> None:
        def parse(*_: object) -> None:
            raise AssertionError("the rules are read again")

        monkeypatch.setattr(pipeline, "parse_files", parse)

    return forbid


def rules(store: Store | None, text: str = BASE, base: str | None = BASE, name: str = "heap.gdl") -> KnownRules:
    """Rules as a new start reads them; `base` is what is found under the name `heap`."""
    return KnownRules(
        Source(name, text), lambda asked: Source("base.gdl", base) if asked == "heap" and base else None, store
    )


def test_what_is_known_is_not_read_again(store: Store, unread: Callable[[], None]) -> None:
    first = rules(store)
    assert first.errors() == ()
    games = {setup: first.compile(setup) for setup in first.setups}
    named = first.compile(Two, ("Ann", "Bob"))
    unread()
    again = rules(store)
    assert again.errors() == ()
    assert again.setups == first.setups
    assert {setup: again.compile(setup) for setup in again.setups} == games
    assert again.compile(Two, ("Ann", "Bob")) == named
    assert again.compile(Two).sites == games[Two].sites


def test_a_game_alone_does_not_mean_that_the_rules_have_no_errors(store: Store, unread: Callable[[], None]) -> None:
    rules(store).compile(Two)
    unread()
    assert rules(store).compile(Two).game.name == "heap"
    with pytest.raises(AssertionError, match="read again"):
        rules(store).errors()


@pytest.mark.parametrize("setup", [Setup(3, Two.options), Setup(2, (("long", "yes"),))])
def test_another_setup_is_another_game(store: Store, setup: Setup) -> None:
    first = rules(store)
    assert first.compile(Two) != first.compile(setup)
    assert rules(store).compile(setup) == rules(None).compile(setup)


def test_other_names_make_another_game(store: Store) -> None:
    for people in (None, ("Ann", "Bob"), ("Bob", "Ann")):
        assert rules(store).compile(Two, people).game.seats == (people or ("P1", "P2"))


def test_any_change_of_the_text_makes_another_game(store: Store) -> None:
    rules(store).compile(Two)
    changed = BASE.replace("= 9", "= 8")
    assert rules(store, changed).compile(Two) == rules(None, changed).compile(Two)
    longer = f"# a comment\n{BASE}"
    assert rules(store, longer).compile(Two).sites == rules(None, longer).compile(Two).sites


def test_the_name_of_the_file_is_in_the_sites(store: Store) -> None:
    rules(store).compile(Two)
    spans = {site.span.source for site in rules(store, name="other.gdl").compile(Two).sites}
    assert spans == {"other.gdl"}


def test_a_changed_base_makes_another_game(store: Store, unread: Callable[[], None]) -> None:
    changed = BASE.replace("players 2 to 3", "players 2 to 4").replace("1..min(3", "1..min(2")
    assert rules(store, VARIANT).errors() == ()
    small = rules(store, VARIANT).compile(Two)
    other = rules(store, VARIANT, changed)
    assert other.errors() == ()
    assert len(other.setups) == 6
    assert other.compile(Two) == rules(None, VARIANT, changed).compile(Two) != small
    assert rules(store, VARIANT).compile(Two) == small
    assert rules(store, VARIANT, None).errors() != ()
    assert rules(store, VARIANT, changed).errors() == ()
    unread()
    assert rules(store, VARIANT, changed).compile(Two) == other.compile(Two)


def test_rules_with_errors_are_never_kept(store: Store) -> None:
    wrong = BASE.replace("heap -= stones", "heap -= stone")
    for _ in range(2):
        assert [found.code for found in rules(store, wrong).errors()] == ["E0301"]
        with pytest.raises(pipeline.NotCompilable):
            rules(store, wrong).compile(Two)
    assert store.entries() == ()


def test_another_program_compiles_anew(store: Store, unread: Callable[[], None]) -> None:
    rules(store).compile(Two)
    unread()
    with pytest.raises(AssertionError, match="read again"):
        rules(Store(store.folder, "newer")).compile(Two)


def test_damaged_entries_are_made_again(store: Store) -> None:
    made = rules(store).compile(Two)
    for entry in store.entries():
        Path(entry.path).write_bytes(Path(entry.path).read_bytes()[:-1])
    assert rules(store).compile(Two) == made
    assert rules(store).find_game(Two, None) == made
