"""What people read after mistakes: those of the table of mistakes in writing, and slips of a few kinds on lines of real rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import Random
from typing import TypeVar, cast

from attrs import asdict

from bench import mistakes, slips
from corpus.test_corpus import FILES, HERE
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.render import render
from gamedsl.pipeline import check, parse_files
from gamedsl.semantics.model.builtin_names import GIVEN
from gamedsl.source import Source
from gamedsl.syntax.guessing.english_lines import in_plain_words
from gamedsl.syntax.guessing.own_names import own_names
from gamedsl.syntax.guessing.sayings import chosen_above, saying_edits
from gamedsl.syntax.guessing.told_players import conditions
from gamedsl.syntax.parse import find_lines, parse
from gamedsl.syntax.rewriting.search import search_lines
from gamedsl.syntax.sentences.reading import read_sentence
from golden.conftest import Compare, CompareParts, CompareRows
from unit.syntax import test_told_lines, test_tried_lines
from unit.syntax.mistakes import MISTAKES
from unit.syntax.test_sayings import SAID
from unit.syntax.test_sentences import SAID as SENTENCES

RULES = Path(__file__).parents[2] / "games/modern/love_letter.gdl"
T = TypeVar("T")
SLIPS_OF_A_KIND = 2
LINES = (
    "draw 1 out of deck to hand", "draw 1 from out deck to hand", "in case pot is 0: pot = 1", "out pot is 0: pot = 1", "5, pot is 0", "pot, row = 3",
    "for p in players such that p is me: pot += 1", "for p in players such p is me: pot += 1", "for c in hand if worth > 3: pot += 1",
    "choose card: one of hand if worth > 3", "choose card: one of hand with worth > 3", "choose card of hand", "choose a card: one of hand",
    "move card at deck", "move card into deck", "move top of deck on row", "put card to row", "shuffel deck", "deal 3 cards to each player",
    "pot equals 3", "pot = = 3", "pot =+ 3", "pot ++", "pot += 1 3", "pot is increased by 1", "add 1 to pot", "set pot to 3", "pot := 3", "pot == 3",
    "if pot = 3: gold += 1", "if pot 3: gold += 1", "if pot > 3 then gold += 1", "if pot > 3 and < 5: gold += 1", "if (pot > 3: gold += 1",
    "if pot > 3) : gold += 1",    "else if pot > 3: gold += 1", "elif pot > 3: gold += 1", "while pot > 3: pot -= 1",
    "add to pot", "take a card from the", "repeat 3 times: pot += 1", "repeat until pot > 3: pot += 1",
    "foreach p in players: p.gold += 1", "for each player: gold += 1", "each player gold += 1", "as P1 : pot += 1", "with P1: pot += 1", "return pot", "pass",
    "let x = ", "let = 3", "let x 3", "x = gold if pot", "gold = pot otherwise 3", "gold = max(pot gold)", "gold = max pot, gold", "gold = pot * * 2", "gold = 3pot",
    "gold = pot.", "gold = .pot", "gold = pot[1", "gold = 'pot'", 'gold = "pot', "gold = pot # note", "gold = pot // 2", "gold = pot % 2", "gold = pot ^ 2",
)  # fmt: skip
"""Lines of a rule as people may write them who know English, mathematics, or another language."""


def test_mistakes_in_writing(golden: Compare) -> None:
    golden("findings/mistakes.txt", "\n".join(_of_table()))


def _of_table() -> Iterator[str]:
    for mistake in MISTAKES:
        source = Source("mistake.gdl", mistake.text)
        yield _texts(source, (problem.explain() for problem in parse(source).problems))


def test_lines_of_people(golden: Compare) -> None:
    golden("findings/lines.txt", "\n".join(_of_lines()))


def _of_lines() -> Iterator[str]:
    for line in LINES:
        source = Source("line.gdl", f"rule told:\n    {line}\n")
        found = [problem.explain() for problem in parse(source).problems]
        fixes = [f"{one.level.name.lower()}: {one.title}\n" for each in found for one in each.fixes]
        yield f"# {line}\n{_texts(source, found)}{''.join(fixes)}"


def _texts(source: Source, found: Iterable[Diagnostic]) -> str:
    return "\n".join(render(one, {source.name: source}) for one in found)


def test_edits_that_are_tried(golden: Compare) -> None:
    """Of lines as people say them: all edits of sayings, also those after the first that works."""
    golden("findings/edits.txt", "\n".join(_tried(text, said) for text, said in said_lines()) + "\n")


def test_edits_of_shorter_lines(golden_rows: CompareRows) -> None:
    """Of the same lines without one of their words, as digests: what is read needs words that may not be there."""
    rows = [partial(_shorter, *line) for line in said_lines()]
    golden_rows("findings/shorter.txt", rows, 1)


def _shorter(text: str, said: str) -> str:
    parts = said.split(" ")
    lines = (" ".join((*parts[:at], *parts[at + 1 :])) for at in range(len(parts)))
    tried = [_tried(text.replace(said, line, 1), line) for line in lines if line.strip()]
    edits = sum(len(one.split("\n")) - 1 for one in tried)
    return f"{said.strip()!r}: {edits} edits {sha256(repr(tried).encode()).hexdigest()[:8]}"


def test_names_that_a_text_declares(golden: Compare) -> None:
    """As proposals know them, also of texts with mistakes and of variants, as digests."""
    golden("findings/names.txt", "".join(f"{path.relative_to(HERE)} {_names(path)}\n" for path in FILES))


def _names(path: Path) -> str:
    known = asdict(own_names(path.read_text("utf-8")), recurse=False)
    return sha256(repr(_in_order(known)).encode()).hexdigest()[:8]


def _in_order(value: object) -> object:
    """Returns a value with its sets in order, the same in each run."""
    match value:
        case dict():
            return {key: _in_order(one) for key, one in cast("dict[object, object]", value).items()}
        case frozenset():
            return sorted(cast("frozenset[str]", value))
        case _:
            return value


def test_sentences_that_are_read(golden_rows: CompareRows) -> None:
    """Of sentences of rulebooks, whole, without one of their words, and with one word twice: what is read out of them."""
    golden_rows("findings/sentences.txt", [partial(_read, text, said) for text, said, _ in SENTENCES], 1)


def _read(text: str, said: str) -> str:
    words = said.split(" ")
    shorter = (" ".join((*words[:at], *words[at + 1 :])) for at in range(len(words)))
    longer = (" ".join((*words[:at], *words[max(0, at - 1) :])) for at in range(len(words)))
    sources = [Source("said.gdl", text.format(one)) for one in dict.fromkeys((said, *shorter, *longer)) if one]
    row = text[: text.index("{}")].count("\n") + 1
    told = [
        [(edit.text, one.unsaid) for one in read_sentence(line, source.text, GIVEN) for edit in one.fix.edits]
        for source in sources
        for line in find_lines(source, [row])
    ]
    read = sum(bool(one) for one in told)
    return f"{said!r}: {read} of {len(told)} are read {sha256(repr(told).encode()).hexdigest()[:8]}"


def test_lines_that_are_searched(golden_rows: CompareRows) -> None:
    """Of lines as people say them: all lines that a search finds for them, the likeliest first."""
    rows = [partial(_searched, around.format(said), said, meant) for around, said, meant in SAID]
    golden_rows("findings/searched.txt", rows, 1)


def _searched(text: str, said: str, meant: str) -> str:
    source = Source("said.gdl", text)
    row = source.position(text.index(said))[0]
    names = f"{text}\nnames {said} {meant} {meant}"
    found = [
        " ".join(token[1] for token in near.tokens)
        for line in find_lines(source, [row])
        for lacks in (False, True)
        for near in search_lines(line, names, GIVEN, lacks_player=lacks)
    ]
    return f"{said!r}: {len(found)} lines {sha256(repr(found).encode()).hexdigest()[:8]}"


def said_lines() -> Iterator[tuple[str, str]]:
    """Yields texts with the lines that were put into them."""
    yield from ((rules.replace(meant, said, 1), said) for rules, meant, said in _told_lines())
    yield from ((around.format(said), said) for around, said, _ in SAID)
    yield from ((f"rule told:\n    {line}\n", line) for line in LINES)


MORE = (
    ("sum(c.reward for c in served)", "2 per contract served"),
    ("sum(c.reward for c in served)", "2 per contract"),
    ("sum(c.reward for c in served)", "reward of all the served"),
    ("sum(c.reward for c in served)", "sum of the reward of each served"),
    ("coins += 1", "coins + 2 coins"),
    ("if weather > 1:", "if apiary has 2 hives:"),
    ("if weather > 1:", "if you have at least 2 hives in apiary:"),
    ("if weather > 1:", "if the apiary holds more than 2 hives:"),
)
"""Lines of that game in which a single word decides."""


def _told_lines() -> Iterator[tuple[str, str, str]]:
    for rules, lines in (
        (test_tried_lines.GAME, (*test_tried_lines.LINES, *test_tried_lines.CHAINS, *MORE)),
        (test_told_lines.GAME, test_told_lines.LINES),
    ):
        yield from ((rules, meant, said) for meant, said in lines)


def _tried(text: str, said: str) -> str:
    """Returns the line at which a text was changed, with the line that each edit makes of it."""
    at = text.index(said)
    start = text.rindex("\n", 0, at) + 1 if "\n" in text[:at] else 0
    line = text[start:].partition("\n")[0]
    own, headers, chosen = own_names(text), _headers(text[:start], line), chosen_above(text, start)
    every: dict[str, None] = {}
    for words in (_WORD.findall(line), in_plain_words(_WORD.findall(line), own)):
        made = chain(saying_edits(words, headers, own, text, chosen), conditions(words, own))
        every |= dict.fromkeys(" ".join((*words[:first], *new, *words[last:])) for first, last, new in made)
    return "\n".join((f"# {line.strip()}", *every))


_WORD = re.compile(r"\"[^\"]*\"|\w+|\.\.|[<>=!+\-*/]=|\S")


def _headers(above: str, line: str) -> tuple[str, ...]:
    """Returns the first words of the headers of the blocks around a line."""
    found: list[str] = []
    depth = len(line) - len(line.lstrip())
    for one in reversed(above.splitlines()):
        own = len(one) - len(one.lstrip())
        if one.strip() and own < depth:
            depth = own
            found.insert(0, _WORD.findall(one)[0])
    return tuple(found)


def test_slips(golden_parts: CompareParts) -> None:
    golden_parts("findings/slips.txt", list(_of_slips()), 4)


def _of_slips() -> Iterator[Callable[[], str]]:
    source = Source(RULES.name, RULES.read_text("utf-8"))
    rules = mistakes.read(source)
    made: list[slips.Slip | mistakes.Mistake] = []
    for kind in slips.KINDS:
        made += _some(kind(rules, Random(1)))
    for other in mistakes.KINDS:
        made += _some(other(rules, Random(1)))
    yield from (partial(_of_slip, source, slip) for slip in made)


def _of_slip(source: Source, slip: slips.Slip | mistakes.Mistake) -> str:
    slipped = Source(source.name, slip.made_in(source.text))
    found = [problem.explain() for problem in parse(slipped).problems]
    found = found or list(check(parse_files(slipped, lambda _: None)).diagnostics)
    return f"# {slip.kind}: {source.text[slip.start : slip.end]!r} -> {slip.text!r}\n{_texts(slipped, found[:2])}"


def _some(every: Iterable[T]) -> list[T]:
    known = list(every)
    return Random(1).sample(known, min(SLIPS_OF_A_KIND, len(known)))
