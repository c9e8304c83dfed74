"""What is computed of the files of the corpus of meanings, as digests: trees, values, thinking players, searches for faults, mutants, reports, words for editors.

As in `test_of_corpus`, a row has the name of a file, a digest, and some words on what was made. Where an error of the API is the answer, it is the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

import gamedsl
from gamedsl.lsp import answers
from gamedsl.lsp.places import range_of
from gamedsl.mutation.mutants import mutants
from gamedsl.services import Workspace, hovering
from gamedsl.source import Source, Span
from gamedsl_interpreter.matches.agents import Adviser
from gamedsl_interpreter.random import policy_stream
from golden.conftest import CompareRows
from golden.test_of_corpus import CORPUS, FILES, game_of, made_row, parsed_of, places_of
from property.walks import match

_MATCHES = 10
_CUTS = 6
_SLOW = ("quay_clear", "quay_depth")
"""Matches in which every choice takes seconds; other files have the same decisions."""
_ALWAYS = {
    "mutants": ("arrays_and_starts", "cases_in_lines", "chess_with_ensure", "drawn", "statements"),
    "report": ("last_turns", "toll_road_free"),
    "thinking": ("place_names", "quay_more_fog"),
    "trees": ("laid_tiles",),
    "trouble": ("place_names",),
    "typed": ("displaced", "guarded_ends", "house", "printed", "quay_depth", "ways"),
}
"""Files that everyday runs look at too, as in `test_of_corpus`."""
_PLAYERS = ("greedy", "mcts:12", "mcts:12 for points", "random:moves", "cfr:5")


def _trees(path: Path) -> Iterator[str]:
    """How many positions there are, how they end, and the values of small games."""
    game = game_of(path)
    engine = gamedsl.engine_for(game)
    yield from _told(lambda: list(gamedsl.perft(engine, 2, most=400)))
    yield from _told(lambda: gamedsl.explore(engine, 3, most=400))
    yield from _told(lambda: gamedsl.solve(game, most=400, rounds=20))
    yield from _told(lambda: (gamedsl.bounds(game), gamedsl.traits_of(game), gamedsl.utility_of(game)))


def _told(make: Callable[[], object]) -> Iterator[str]:
    """Yields what is made as text, or the words of the error."""
    try:
        yield repr(make())
    except gamedsl.GameDslError as error:
        yield str(error)


def _thinking(path: Path) -> Iterator[str]:
    """What players that think choose at the first stops of a match, with their reasons; which players differs from file to file."""
    if path.stem in _SLOW:
        return
    engine = gamedsl.engine_for(game_of(path))
    name = Random(path.stem).choice(_PLAYERS)
    agent = gamedsl.agent_from(name)
    for state, turn in match(engine, 3, most=3):
        if turn is not None:
            dice = policy_stream(1)
            make = agent.advise if isinstance(agent, Adviser) else agent.choose
            yield from _told(partial(make, engine, state, turn.seat, dice))


def _trouble(path: Path) -> Iterator[str]:
    """What a search for matches in which rules break a promise finds."""
    rules = gamedsl.load_rules(path)
    yield from _told(lambda: gamedsl.verify(rules, rules.setups()[-1:], 2, 300, _MATCHES, seconds=0.0, secrets=2))
    yield from _told(lambda: gamedsl.secrets_told(rules, rules.setups()[-1], matches=_MATCHES).data)


def _mutants(path: Path) -> Iterator[str]:
    """The changes of single rules that are tried on it."""
    parsed = parsed_of(path)
    yield from map(repr, mutants(parsed.chain, Source(path.name, path.read_text("utf-8"))))


def _report(path: Path) -> Iterator[str]:
    """What a report tells of some random matches."""
    rules = gamedsl.load_rules(path)
    yield from _told(lambda: gamedsl.report_of(rules, rules.setups()[-1], matches=_MATCHES, skill=0))


_STRANGERS = {file.stem for folder in CORPUS.parents[1].parents for file in folder.glob("*.gdl")}
"""Rules that lie above the checkout on this machine: editors offer them as bases."""


def _typed(path: Path) -> Iterator[str]:
    """What an editor offers while a file is being typed, at places drawn at random."""
    text, dice = path.read_text("utf-8"), Random(path.stem)
    view = Workspace().view(str(path))
    assert view is not None
    for _ in range(_CUTS):
        at = dice.randrange(len(text))
        cut = Source(view.source.name, text[:at] + text[text.find("\n", at) :])
        position = range_of(cut, Span(view.path, at, at)).start
        offered = [one for one in answers.completions(view, cut, position) if one.label not in _STRANGERS]
        yield repr((offered, hovering.hover(view, at)))


WAYS: dict[str, tuple[Callable[[Path], Iterator[str]], int]] = {
    "mutants": (_mutants, 2),
    "report": (_report, 7),
    "thinking": (_thinking, 5),
    "trees": (_trees, 5),
    "trouble": (_trouble, 7),
    "typed": (_typed, 1),
}
"""Each with how many files there are to one of which it is made."""


@pytest.mark.parametrize("way", WAYS)
def test_what_is_computed(way: str, golden_rows: CompareRows) -> None:
    make, one_in = WAYS[way]
    files = FILES[::one_in]
    rows = [partial(made_row, make, path) for path in files]
    golden_rows(f"computed/{way}.txt", rows, 2, places_of(_ALWAYS[way], files))
