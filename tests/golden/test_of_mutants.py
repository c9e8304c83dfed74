"""What is made of files of the corpus of meanings after a change of one rule, as `mutate` makes them: numbers, signs and orders that nobody has written.

A row has the name of a file, the change, and a digest of each thing that is made then, so that it is clear which part of gamedsl has changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

from attrs import frozen

from corpus.test_corpus import bases_of
from gamedsl import pipeline
from gamedsl.cards import contents, pages
from gamedsl.cards.boards import grounds_in
from gamedsl.cards.table.book import icons_section, table_picture
from gamedsl.diagnostics.model import Severity
from gamedsl.graph.draw.joint import join_drawings
from gamedsl.graph.draw.joint_text import joint_text
from gamedsl.graph.model.game import Game
from gamedsl.graph.text.dump import dump
from gamedsl.mutation.mutants import Mutant, mutants
from gamedsl.pipeline import Parsed, Report
from gamedsl.rulebook import html, rulebook
from gamedsl.rulebook.drawn.sentences import drawing_in_words
from gamedsl.source import Source
from gamedsl_interpreter.engine import Checking, Fault
from gamedsl_interpreter.hosting.model import model_of
from gamedsl_interpreter.plans.distances import with_distances
from gamedsl_interpreter.reference import ReferenceEngine
from golden.conftest import CompareRows
from golden.playthrough import playthrough
from golden.test_cards import page_row, piece_row
from golden.test_drawings import rounded
from golden.test_of_corpus import CORPUS, FILES, NO_FILES, game_of, parsed_of
from unit.cards.games import CARD, USUAL, printer

_THINGS = 4
"""Things that are made of a file besides what a check finds, drawn by its name."""
_TRIES = 4
"""Changes of a file that are drawn until one is playable."""


@frozen
class Changed:
    """The rules of a file before and after a change, and the games of their last setups."""

    path: Path
    parsed: Parsed
    game: Game


def _checked(text: str, path: Path) -> tuple[Parsed, Report]:
    bases = bases_of(path)
    parsed = pipeline.parse_files(Source(path.name, text), bases.find, bases)
    return parsed, pipeline.check(parsed)


def _text(path: Path, mutant: Mutant) -> str:
    text = path.read_text("utf-8")
    for edit in sorted(mutant.change.edits, key=lambda edit: -edit.start):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _book(rules: Changed) -> Iterator[str]:
    yield html(rulebook(rules.parsed))


def _graph(rules: Changed) -> Iterator[str]:
    yield dump(with_distances(rules.game))


def _match(rules: Changed) -> Iterator[str]:
    try:
        yield playthrough(ReferenceEngine(rules.game, Checking.ON))
    except Fault as fault:
        yield str(fault)


def _box(rules: Changed) -> Iterator[str]:
    found = contents([rules.game], {}, CARD)
    yield from map(piece_row, (*found.cards, *found.tokens))
    yield from map(page_row, pages(printer(), found, USUAL))


def _table(rules: Changed) -> Iterator[str]:
    for picture in (
        table_picture(rules.game, {}, grounds_in(rules.game, {}), NO_FILES),
        icons_section(rules.game, {}, NO_FILES),
    ):
        yield rounded(repr(picture))


def _drawn(rules: Changed) -> Iterator[str]:
    """The graph in words, and what differs from that before the change."""
    before = drawing_in_words(game_of(rules.path), parsed_of(rules.path), {})
    yield joint_text(join_drawings(before, drawing_in_words(rules.game, rules.parsed, {})))


def _page(rules: Changed) -> Iterator[str]:
    yield json.dumps(model_of(rules.game))


WAYS: dict[str, Callable[[Changed], Iterator[str]]] = {
    "book": _book,
    "box": _box,
    "drawn": _drawn,
    "graph": _graph,
    "match": _match,
    "page": _page,
    "table": _table,
}


def test_what_is_made_after_a_change(golden_rows: CompareRows) -> None:
    golden_rows("of_mutants.txt", [partial(_row, path) for path in FILES], 1)


def _row(path: Path) -> str:
    dice, told = Random(path.stem), list[str]()
    every = list(mutants(parsed_of(path).chain, Source(path.name, path.read_text("utf-8"))))
    for mutant in dice.sample(every, min(_TRIES, len(every))):
        parsed, report = _checked(_text(path, mutant), path)
        told.append(f"{mutant.before} -> {mutant.after or 'left out'}, check {_digest([repr(report)])}")
        if not any(one.severity is Severity.ERROR for one in report.diagnostics):
            rules = Changed(path, parsed, pipeline.compile(parsed, list(pipeline.setups(parsed))[-1]).game)
            ways = sorted(dice.sample(list(WAYS), _THINGS))
            return ", ".join(
                (f"{path.stem}: {'; '.join(told)}", *(f"{way} {_digest(WAYS[way](rules))}" for way in ways))
            )
    return f"{path.stem}: {'; '.join(told) or 'nothing to change'}"


def _digest(texts: Iterable[str]) -> str:
    return sha256("\n".join(texts).replace(str(CORPUS), "").encode()).hexdigest()[:8]
