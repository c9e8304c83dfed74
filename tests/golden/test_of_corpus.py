"""What is made of each file of the corpus of meanings, as digests: a change of any part of gamedsl shows in the rows of the files that it concerns.

A row has the name of a file, a digest, and some words on what was made. Each test makes one thing, so that it is clear which part has changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zlib import crc32

import pytest

import gamedsl
from corpus.test_corpus import bases_of
from gamedsl import pipeline
from gamedsl.api.making.drawings import graph_of
from gamedsl.cards import Contents, Size, contents, pages
from gamedsl.cards.boards import grounds_in
from gamedsl.cards.own_files import OwnFiles
from gamedsl.cards.table.book import icons_section, table_picture
from gamedsl.cli.common.card_texts import CardTexts
from gamedsl.cli.playing.explaining import Explainer
from gamedsl.cli.reading.rules import choose_setup, compile_game, read
from gamedsl.graph.draw.joint import join_drawings
from gamedsl.graph.draw.joint_text import joint_text
from gamedsl.graph.draw.pages import pages_of
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl.graph.text.dump import dump
from gamedsl.lsp import answers
from gamedsl.lsp.places import range_of
from gamedsl.page.grounds import grounds_of
from gamedsl.pipeline import Parsed
from gamedsl.reports import pasted
from gamedsl.rulebook import html, markdown, rulebook
from gamedsl.rulebook.drawn.sentences import drawing_in_words
from gamedsl.semantics.model.effort import Effort
from gamedsl.services import View, Workspace, hovering, marking, names, outline, rewriting, usual_form
from gamedsl.source import Source, Span
from gamedsl.syntax.guessing.own_names import OwnNames, Zone, own_names
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.walk import walk_in_order
from gamedsl.table import steps
from gamedsl.table.names import Names
from gamedsl_interpreter.engine import Checking, Engine
from gamedsl_interpreter.hosting.model import model_of
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.plans.distances import with_distances
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.reference.meter import Meter
from gamedsl_interpreter.trouble.exchanging import exchange
from golden.conftest import Compare, CompareRows
from golden.playthrough import playthrough
from golden.test_beliefs import belief_row
from golden.test_cards import page_row, piece_row
from golden.test_drawings import rounded
from property.walks import match
from unit.cards.games import USUAL, printer
from unit.trouble.test_planted import RULES

CORPUS = Path(__file__).parents[1] / "corpus/meaning"
FILES = sorted(CORPUS.glob("*.gdl"))


_FEW = {"help": 12, "box": 2, "rewritten": 4}
"""What takes long is made of about one in so many files, and of those that everyday runs always look at."""
_EVERYDAY = {
    "apart": 4,
    "book": 2,
    "box": 2,
    "drawn": 4,
    "explained": 5,
    "help": 2,
    "page": 2,
    "rewritten": 4,
    "table": 3,
    "told": 4,
}
"""To so many rows there is one that everyday runs look at, where they do not look at all."""
NO_FILES = OwnFiles({}, {})
_ALWAYS = {
    "apart": ("map_tables", "one_line_blocks", "seats_zones_seen", "toll_road_free"),
    "book": (
        "boards", "changed", "collected", "division", "elimination", "ends_for_some", "game_over", "growing_boards", "other_results", "place_names",
        "quay_crews", "shapes", "unseen",
    ),
    "box": ("chains_changed", "edges", "else_of_actions", "kinds", "starts"),
    "drawn": ("decisions", "quay", "statements"),
    "help": ("cases_in_lines", "displaced", "quay_else_value", "refused_wholly", "sides"),
    "page": ("displaced", "last_turns_fixed", "quay_depth"),
    "table": ("boards_of_all_kinds", "growing_boards"),
    "told": ("scripted", "ways"),
}  # fmt: skip
"""Files that everyday runs look at too: together they reach most of what the other rows of everyday runs do not, in the least time."""
_FIRST_STOPS = 8
_MOST_WAYS = 24
_EACH_NAME = 3
"""Names of a file of which an editor is told about one."""
_EACH_RENAMED = 40
"""Names of a file of which one is renamed: the rules are checked again for each."""


@cache
def parsed_of(path: Path) -> Parsed:
    bases = bases_of(path)
    return pipeline.parse_files(Source(path.name, path.read_text("utf-8")), bases.find, bases)


@cache
def game_of(path: Path) -> Game:
    """The game of a file in its last setup."""
    return pipeline.compile(parsed_of(path), list(pipeline.setups(parsed_of(path)))[-1]).game


def _graph(path: Path) -> Iterator[str]:
    """The graph as text, with the distances to the breaks of promises, and as drawings."""
    yield dump(with_distances(game_of(path)))
    for form in ("text", "json", "dot", "mermaid", "svg"):
        yield graph_of(game_of(path), form)


def _book(path: Path) -> Iterator[str]:
    yield markdown(rulebook(parsed_of(path)))
    yield html(rulebook(parsed_of(path)))


def _match(path: Path) -> Iterator[str]:
    """A match with random moves, and what each seat sees."""
    yield playthrough(ReferenceEngine(game_of(path), Checking.ON))


def _asked(path: Path) -> Iterator[str]:
    """What seats are asked at the first stops of a match: open steps, selections as a whole, and why an option or an earlier move is refused; and the work."""
    engine = ReferenceEngine(game_of(path))
    usual, spent = Meter.spend, [0]

    def spend(meter: Meter, number: int) -> None:
        spent[0] += number
        usual(meter, number)

    with patch.object(Meter, "spend", spend):
        for state, seats, texts in _stops(engine):
            for seat in seats:
                yield repr((engine.step(state, seat), engine.refusals(state, seat, ())))
                several = engine.several(state, seat, ())
                amounts = () if several is None else tuple(min(1, part.most) for part in several.parts)
                yield repr((several, [engine.pick_amounts(state, seat, (), some) for some in _kept_parts(amounts)]))
                yield from (repr(engine.parse_move(state, seat, text)) for text in texts)
                yield from _steps_of_moves(engine, state, seat)
                yield repr(
                    (*pasted.givens(engine.game, state), *pasted.run_lines(engine.game, state, Played(seat, "")))
                )
            yield f"{spent[0]} steps"


def _steps_of_moves(engine: Engine[Any], state: ReferenceState, seat: SeatId) -> Iterator[str]:
    """What people are asked, step by step, on the ways to the moves of a seat."""
    found = steps.paths(engine, state, seat, _MOST_WAYS)
    if found:
        yield repr((steps.is_every_pair(found), steps.leads_to_one_action(found), steps.find_questions_behind(found)))
        yield repr([sorted(steps.list_asked_selections([path])) for path in found])
    for move in engine.moves(state, seat)[:: 1 + _MOST_WAYS // 8]:
        asked = steps.find_asked_selections(engine, state, seat, move)
        yield repr((sorted(asked), list(steps.list_names_in(move))))


def _kept_parts(amounts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yields these amounts of the first part, of the first two, and so on."""
    yield from ((*amounts[:end], *(0 for _ in amounts[end:])) for end in range(min(len(amounts), 5) + 1))


def _stops(engine: ReferenceEngine) -> Iterator[tuple[ReferenceState, Sequence[SeatId], list[str]]]:
    """Yields the first stops of a match, with the seats that choose and some moves of the stop before."""
    texts: list[str] = []
    for state, turn in match(engine, 3, most=_FIRST_STOPS):
        if turn is not None:
            yield state, engine.to_act(state), texts
            texts = [move.text for move in engine.moves(state, turn.seat)[:3]]


def _believed(path: Path) -> Iterator[str]:
    """What seats may believe of what is hidden from them, worlds that they sample, and positions that look the same to them."""
    engine = ReferenceEngine(game_of(path))
    for number, (state, _, _) in enumerate(_stops(engine)):
        for seat in map(SeatId, range(len(engine.game.seats))):
            yield belief_row(engine, state, seat)
            others = (exchange(engine.machine, state, seat, Dice.seeded(number + more)) for more in range(3))
            yield from (repr((other.text, other.state.frame)) for other in others if other is not None)


def _apart(path: Path) -> Iterator[str]:
    """What differs from the file before, in all three forms."""
    before = FILES[FILES.index(path) - 1]
    found = gamedsl.differences_of(gamedsl.load_rules(before), gamedsl.load_rules(path))
    yield json.dumps(found.data)
    yield from (found.text(), found.markdown(), found.html())


def _told(path: Path) -> Iterator[str]:
    """Where something hidden is learned."""
    rules = gamedsl.load_rules(path)
    yield repr(gamedsl.secrets_told(rules, rules.setups()[-1], matches=0).data)


def _actions(path: Path) -> Iterator[str]:
    """The actions of a game as numbers, and those that are legal at the first stops of a match."""
    try:
        space = gamedsl.action_space(game_of(path))
    except gamedsl.ArgumentError as error:
        yield str(error)
        return
    yield repr((space.size, space.most_moves, [space.text(number) for number in range(min(space.size, 3000))]))
    engine = ReferenceEngine(game_of(path))
    for state, seats, _ in _stops(engine):
        yield repr([gamedsl.legal_actions(engine, state, seat) for seat in seats])


def _checked(path: Path) -> Iterator[str]:
    """What a check finds, and how much of its work is left."""
    effort = Effort()
    yield repr(pipeline.check(parsed_of(path), effort=effort))
    yield f"{effort.left} steps"


def _box(path: Path) -> Iterator[str]:
    found: Contents = contents([game_of(path)], {}, Size(63.0, 88.0))
    yield from map(piece_row, (*found.cards, *found.tokens))
    yield from map(page_row, pages(printer(), found, USUAL))


def _table(path: Path) -> Iterator[str]:
    """The picture of the table after the set-up, and the symbols of a game, as rulebooks have them."""
    game = game_of(path)
    for picture in (table_picture(game, {}, grounds_in(game, {}), NO_FILES), icons_section(game, {}, NO_FILES)):
        yield rounded(repr(picture))


def _drawn(path: Path) -> Iterator[str]:
    """The graph in the words of the rulebook, on its pages, and what differs from the file before."""
    before, drawn = (drawing_in_words(game_of(one), parsed_of(one), {}) for one in (FILES[FILES.index(path) - 1], path))
    yield joint_text(join_drawings(before, drawn))
    yield rounded(repr(pages_of(drawn)))


def _page(path: Path) -> Iterator[str]:
    """What a page is told of a game."""
    model = model_of(game_of(path))
    yield json.dumps(model)
    yield json.dumps(grounds_of(model, {}))


def _explained(path: Path) -> Iterator[str]:
    """What people are told at the terminal who ask about a choice of a game, or about its cards."""
    rules = read(str(path))
    made = compile_game(rules, choose_setup(rules, None, (), None), None, None)
    explainer, engine = Explainer(rules, made, {}, 90), ReferenceEngine(made.game)
    asked: dict[str, list[str]] = {}
    for state, seats, _ in _stops(engine):
        for step in (engine.step(state, seat) for seat in seats):
            asked.setdefault(step.decision, [option.text for option in step.options if step.kind == "menu"])
    for name, actions in asked.items():
        yield from ("\n".join(explainer.answer(about, name, actions)) for about in ("", "full", "nothing"))
        yield from ("\n".join(explainer.answer("", one, ())) for one in (name, *actions))
        yield explainer.sentences([name, *actions])
    yield "\n".join(explainer.rules(path.stem[:4]))
    yield CardTexts(Names(made.game, {})).answer("")


def _named(path: Path) -> Iterator[str]:
    """The names that advice takes from a text before it is parsed."""
    found = own_names(path.read_text(encoding="utf-8"))
    yield from (f"{name}: {json.dumps(getattr(found, name), default=_as_data)}" for name in OwnNames.__annotations__)


def _as_data(value: frozenset[str] | Zone) -> Sequence[str] | str:
    return sorted(value) if isinstance(value, frozenset) else repr(value)


def _help(path: Path) -> Iterator[str]:
    """What an editor is told at every name."""
    view = Workspace().view(str(path))
    assert view is not None
    yield repr((outline.folds(view.source.text), marking.colours(view), usual_form.text_in_usual_form(view.source)))
    yield repr((answers.symbols(view), answers.tokens(view), answers.lenses(view, "run", "play"), answers.links(view)))
    yield repr(answers.hints(view, range_of(view.source, Span(view.path, 0, len(view.source.text)))))
    for at in sorted(_places(view))[::_EACH_NAME]:
        position = range_of(view.source, Span(view.path, at, at)).start
        yield repr((hovering.hover(view, at), answers.highlights(view, position), outline.around(view, at)))
        yield repr((answers.signature(view, position), answers.completions(view, view.source, position)))


def _rewritten(path: Path) -> Iterator[str]:
    """What an editor offers to write in another way, what it renames, and where rules are called."""
    view = Workspace().view(str(path))
    assert view is not None
    for node in walk_in_order(view.file):
        span = node.span if isinstance(node, Node) else None
        if span is not None and span.source == view.path:
            for rewrite in (rewriting.extract, rewriting.as_option, rewriting.inline):
                change = rewrite(view, span.start, span.end)
                if change is not None:
                    yield repr(change)
    for key in names.names_of(view).by_key:
        yield repr((outline.calls_to(view, key), outline.calls_from(view, key)))
    for at in sorted(_places(view))[::_EACH_RENAMED]:
        yield repr((names.uses_at(view, at), names.rename(view, at, "renamed")))


def _places(view: View) -> set[int]:
    """The beginning of every name that stands in the file."""
    return {use.place.start for use in names.names_of(view).uses if use.place.source == view.path}


WAYS: dict[str, Callable[[Path], Iterator[str]]] = {
    "actions": _actions,
    "apart": _apart,
    "asked": _asked,
    "believed": _believed,
    "book": _book,
    "box": _box,
    "checked": _checked,
    "drawn": _drawn,
    "explained": _explained,
    "graph": _graph,
    "help": _help,
    "match": _match,
    "named": _named,
    "page": _page,
    "rewritten": _rewritten,
    "table": _table,
    "told": _told,
}


@pytest.mark.parametrize("way", WAYS)
def test_what_is_made_of_the_corpus(way: str, golden_rows: CompareRows) -> None:
    always = _ALWAYS.get(way, ())
    files = [path for path in FILES if path.stem in always or _is_taken(path, _FEW.get(way, 1))]
    rows = [partial(made_row, WAYS[way], path) for path in files]
    golden_rows(f"of_corpus/{way}.txt", rows, _EVERYDAY.get(way, 1), places_of(always, files))


def _is_taken(path: Path, one_in: int) -> bool:
    """Whether a file is among those of which something is made. Its name decides, so a new file shifts no other one."""
    return crc32(path.stem.encode()) % one_in == 0


CONDITIONS = (
    "heap >= 3 or other < 2",
    "heap > 3 and other < 9",
    "not (heap < 4 and other > 1)",
    "(heap < 9) is (other > 3)",
    "heap is not 7 or heap is other",
    "heap / other rounded down < 7 and mood is calm",
    "other is 0 or heap / other rounded down < 7",
    "heap in 2..20 if mood is calm else other in [3, 4, 5]",
    "count(marks) < 6",
    "no(players where many(it)) or some(players where not many(it))",
    "all(p.taken < 7 for p in players)",
    "count(players where it.taken > 3) <= 1",
    "count(players where it.taken > 3) is 0",
)
"""Conditions in all forms of which there are distances."""


def test_distances_to_the_breaks_of_conditions(golden: Compare) -> None:
    invariants = (f"invariant rule_{number}: {condition}\n" for number, condition in enumerate(CONDITIONS))
    game = gamedsl.parse_rules(f"{RULES}{''.join(invariants)}").game()
    golden("of_corpus/distances.txt", dump(with_distances(game)))


def places_of(stems: Sequence[str], files: Sequence[Path]) -> list[int]:
    """Returns where the files with these names stand in a list."""
    return [files.index(CORPUS / f"{stem}.gdl") for stem in stems]


def made_row(make: Callable[[Path], Iterator[str]], path: Path) -> str:
    """Returns the row of a file for one way."""
    return row(path, list(make(path)))


def row(path: Path, made: list[str]) -> str:
    whole = "\n".join(made).replace(str(CORPUS), "")
    return f"{path.stem} {sha256(whole.encode()).hexdigest()[:8]}: {len(made)} texts with {whole.count(chr(10))} lines"
