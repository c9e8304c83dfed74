"""Where a sentence stands that a variant contradicts."""

from __future__ import annotations

from gamedsl.pipeline import check, parse_files
from gamedsl.source import Source

TOWN = """game town:
    "Sell fruit; whoever has the most coins after six rounds wins."
    players 2

each player:
    coins: 0..90 = 0

rounds up to 6:
    turns

phase turns, each player:
    choose more: one of 1..3
    coins += more

ranking by highest coins, ties shared
"""
LONGER = 'variant longer of town:\n    set rounds up to 7\n    replace "six rounds" with "seven rounds"\n'
LONGEST = "variant longest of {base}:\n    set rounds up to 9\n"


def _found(base: str) -> list[tuple[str, str]]:
    """Returns the files of the contradicted sentences, each with the text that is marked there."""
    sources = {"town": Source("town", TOWN), "longer": Source("longer", LONGER)}
    told = check(parse_files(Source("longest", LONGEST.format(base=base)), sources.get)).diagnostics
    spans = [label.span for one in told if one.code == "I0902" for label in one.others]
    return [(span.source, sources[span.source].text[span.start : span.end]) for span in spans]


def test_the_words_are_marked_that_are_wrong() -> None:
    assert _found("town") == [("town", "six rounds")]


def test_words_that_another_variant_has_put_there_are_told_at_the_declaration() -> None:
    assert _found("longer") == [("town", TOWN[: len("seven rounds")])]
