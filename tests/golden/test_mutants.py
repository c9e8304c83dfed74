"""All changes of rules that `mutate` tries: in words for two games that have nearly everything, and a digest for each file of the corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from corpus.test_corpus import FILES, HERE, bases_of, split
from gamedsl.mutation.mutants import Mutant, mutants
from gamedsl.pipeline import parse_files
from gamedsl.source import Source
from golden.conftest import Compare
from share import IS_WHOLE, share
from unit.mutation.test_operators import RULES

SHARES = """game shares:
    players 3

component 3 card in deck

shared:
    deck: bag of card

each player:
    hand: bag of card
    glory: 0..99 = 0

setup:
    each player: draw 1 from deck to hand

rounds up to 2: turns

phase turns:
    rotate hand left
    rotate hand right
    award glory from [3, 2] to players by highest count(hand), ties shared rounded down
    award glory from [3, 2] to players by highest count(hand), ties share one rounded up

ranking by highest glory, ties shared
"""
EVERYTHING = Path(__file__).parents[1] / "unit/variants/everything.gdl"


def test_mutants_in_words(golden: Compare) -> None:
    texts = {"everything.gdl": EVERYTHING.read_text(encoding="utf-8"), "lanes.gdl": RULES, "shares.gdl": SHARES}
    golden("mutants/words.txt", "\n".join(_in_words(name, text) for name, text in texts.items()))


def _in_words(name: str, text: str) -> str:
    source = Source(name, text)
    rows = [_row(source, one) for one in mutants(parse_files(source, lambda _: None).chain, source)]
    return "\n".join((f"# {name}", *rows, ""))


def _row(source: Source, one: Mutant) -> str:
    change = one.change
    line, column = source.position(one.at.start)
    shown = f"{source.position(change.shown.start)} to {source.position(change.shown.end)}"
    after = f" -> {one.after}" if one.after else " left out"
    return f"{line}:{column} {change.operator.value} in {one.part}: {one.before}{after} | {change.notice} | {shown}"


def test_mutants_of_the_corpus(golden: Compare) -> None:
    made = list(_of_corpus(share(FILES, 2)))
    if IS_WHOLE:
        golden("mutants/corpus.txt", "\n".join(made) + "\n")
    else:
        known = (HERE.parent / "golden/mutants/corpus.txt").read_text(encoding="utf-8").splitlines()
        assert set(made) - set(known) == set()


def _of_corpus(paths: Sequence[Path]) -> Iterator[str]:
    for path in paths:
        source = Source("corpus.gdl", split(path.read_text(encoding="utf-8"))[0])
        bases = bases_of(path)
        parsed = parse_files(source, bases.find, bases)
        if not parsed.diagnostics:
            every = mutants(parsed.chain, source)
            counted = sorted(Counter(one.change.operator.name.lower() for one in every).items())
            whole = "".join(f"{_row(source, one)} {one.change.edits} {one.change.new}" for one in every)
            name = path.relative_to(HERE).as_posix()
            yield f"{name} {sha256(whole.encode()).hexdigest()[:8]}: {', '.join(f'{n} {name}' for name, n in counted)}"
