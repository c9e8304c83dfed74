"""Texts that are wrapped for a terminal: what belongs together stays in one line."""

from __future__ import annotations

from gamedsl.table.text import wrap_counts, wrap_items


def test_a_number_stays_with_what_it_counts() -> None:
    assert wrap_counts("Boat, 4× Priest, 2× Noblewoman", 24) == ["Boat, 4× Priest,", "2× Noblewoman"]
    assert wrap_counts("6: 21, 7: 28, 8: 36", 16, "  ") == ["6: 21, 7: 28,", "  8: 36"]


def test_an_item_of_a_list_stays_in_one_line() -> None:
    assert wrap_items("Four Green, Five Green, Six Green", 28) == ["Four Green, Five Green,", "Six Green"]
    assert wrap_items("a name that is too long for a line, Five Green", 20) == [
        "a name that is too",
        "long for a line,",
        "Five Green",
    ]
