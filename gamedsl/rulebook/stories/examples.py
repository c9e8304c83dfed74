"""Describes worked examples and starts: the position, then what happens."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from gamedsl.rulebook.model import Block, Drawing, Paragraph, Step, capital, mark_name, quiet, sentence_of_doc
from gamedsl.rulebook.names import story_name
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.rulebook.stories.events import bare_refusals, event_blocks, is_bare_refusal, run_text
from gamedsl.rulebook.stories.positions import position_blocks
from gamedsl.semantics.model.merged import literal_text
from gamedsl.syntax.tree import example_lines, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.passages import Passage, passages
from gamedsl.syntax.tree.walk import walk


def example_blocks(say: Formulas, example: example_lines.Example) -> Iterator[Block]:
    """Describes an example line by line, without its sentences."""
    yield from _position(say, example, example.lines)
    yield from event_blocks(say, example.lines, has_bare=tells_bare(say, example))


def blocks_of(say: Formulas, example: example_lines.Example) -> Iterator[Block]:
    """Describes an example. The sentences of the file replace the lines that they cover. The position comes first, then the events, as one text or, if they
    are long, passage by passage."""
    every = list(passages(example.lines))
    opening = " ".join(_text_of(say, one) for one in every if _is_opening(one))
    position = _position(say, example, example.lines)
    if opening:
        yield Paragraph(opening, is_own=True, is_position=True)
        yield from (block for block in position if isinstance(block, Drawing))
    else:
        yield from position
    story: list[str] = []
    for one in every:
        if not one.sentences:
            blocks = event_blocks(say, one.lines, has_bare=tells_bare(say, example))
            story += [block.text for block in blocks if isinstance(block, Paragraph)]
        elif not _is_opening(one):
            story.append(_text_of(say, one))
    is_short = sum(len(text.split()) for text in story) <= _SHORT
    parts = [" ".join(story)] if is_short else story
    yield from (Paragraph(text, is_own=True) for text in parts if text)


_SHORT = 150
"""The most words of a story in one paragraph; a longer one has a paragraph for each passage."""


def is_told(example: example_lines.Example) -> bool:
    """Whether sentences of the file describe the events of an example."""
    return any(isinstance(line, example_lines.ExampleSentence) for line in example.lines)


def _is_opening(passage: Passage) -> bool:
    """Whether a passage is only about the position in which an example begins."""
    opens = [isinstance(line, _OPENING) for line in passage.lines]
    others = [line for line in passage.lines if not isinstance(line, _OPENING)]
    return (
        bool(passage.sentences) and any(opens) and all(isinstance(line, example_lines.ExampleThen) for line in others)
    )


_OPENING = (
    example_lines.ExamplePlayers | example_lines.ExampleWith | example_lines.ExampleFrom | example_lines.ExampleGiven
)


def _text_of(say: Formulas, passage: Passage) -> str:
    """Returns the text of a passage. A sentence may continue on the next line."""
    said = ""
    for sentence in passage.sentences:
        text = _fill(say, passage, sentence)
        goes_on = said and not said.endswith((".", "!", "?", "”"))
        said = f"{said} {text if goes_on else capital(text)}".strip()
    return said


def _fill(say: Formulas, passage: Passage, sentence: example_lines.ExampleSentence) -> str:
    """Returns a sentence with the values that the lines of its passage say."""
    first, *others = sentence_of_doc(_GAP.join(sentence.texts)).split(_GAP)
    found = [passage.value_of(value) or value for value in sentence.values]
    values = [
        join_items([say.value(item) for item in one.items]) if isinstance(one, formulas.ListLiteral) else say.value(one)
        for one in found
    ]
    return "".join((first, *(f"{quiet(value)}{text}" for value, text in zip(values, others, strict=True))))


_GAP = "{}"
"""Stands for a value in a sentence; no text of a sentence has braces."""


def _position(
    say: Formulas, example: example_lines.Example, lines: Sequence[example_lines.ExampleLine]
) -> Iterator[Block]:
    given = [one for line in lines if isinstance(line, example_lines.ExampleGiven) for one in line.lines]
    opening = _opening(
        say,
        [
            line
            for line in lines
            if isinstance(line, example_lines.ExamplePlayers | example_lines.ExampleWith | example_lines.ExampleFrom)
        ],
    )
    if example.of is not None:
        of = mark_name(story_name(say.names, example.of.text))
        opening = f"{opening} The position is that of {of}{', but:' if given else '.'}".strip()
    yield from position_blocks(say, opening, given)


def tells_bare(say: Formulas, example: example_lines.Example) -> bool:
    """Whether a book mentions refusals without a reason in this example: it shows nothing else, or it has a single one and the example's sentence gives the
    reason."""
    is_one = sum(is_bare_refusal(say, line) for line in example.lines) == 1
    return (is_one and example.doc is not None) or not _shows_more(say, example)


def _shows_more(say: Formulas, example: example_lines.Example) -> bool:
    """Whether an example shows more than refusals without a reason: a deed or a result."""
    return any(
        isinstance(line, _RESULT) or (isinstance(line, _HAPPENING) and not _is_idle(say, line))
        for line in example.lines
    )


def is_for_authors(say: Formulas, example: example_lines.Example) -> bool:
    """Whether an example teaches players nothing: it only looks at the set-up; it can be described only with formulas; or it has no sentence, and only
    refuses something without a reason or looks at the position."""
    if is_told(example):
        return False
    is_given = example.of is not None or any(
        isinstance(line, example_lines.ExampleGiven | example_lines.ExampleFrom) for line in example.lines
    )
    happens = [line for line in example.lines if isinstance(line, _HAPPENING)]
    if not is_given and all(isinstance(line, example_lines.ExampleRun) and line.call == _SETUP for line in happens):
        return True
    if any(_is_formula(line) for line in example.lines):
        return True
    if sentence_of_doc(example.doc):
        return False
    has_run = any(isinstance(line, example_lines.ExampleRun) for line in example.lines)
    acts = any(isinstance(line, _HAPPENING) and not _is_idle(say, line) for line in example.lines)
    return not acts and not (has_run and _shows_more(say, example))


_SETUP = formulas.Name("setup")


def _is_formula(line: example_lines.ExampleLine) -> bool:
    """Whether a line can only be told as a formula: a part of the rules with arguments, a list that is computed, or a sum of numbers of pieces."""
    match line:
        case example_lines.ExampleRun(call=formulas.Apply(args=args)):
            return bool(args)
        case example_lines.ExampleThen(fact=fact):
            return any(_is_computed(node) for node in walk(fact))
        case _:
            return False


_COUNTS = ("count", "sum")


def _is_computed(node: object) -> bool:
    """Whether a formula is a comparison with a computed list, or a sum of numbers of pieces."""
    if not isinstance(node, formulas.Binary):
        return False
    sides = (node.left, node.right)
    if node.op in ("+", "-", "*", "/"):
        return any(
            isinstance(one, formulas.Apply) and isinstance(one.of, formulas.Name) and one.of.id in _COUNTS
            for one in sides
        )
    items = [item for one in sides for item in ((one, *one.items) if isinstance(one, formulas.ListLiteral) else (one,))]
    return any(isinstance(one, formulas.Comprehension) for one in items)


def _is_idle(say: Formulas, line: example_lines.ExampleLine) -> bool:
    """Whether a line only says which part of the rules runs, or refuses something without a reason."""
    return isinstance(line, example_lines.ExampleRun) or is_bare_refusal(say, line)


def is_about_data(example: example_lines.Example) -> bool:
    """Whether an example only looks at the beginning or at numbers of the rules, without a position or a move of its own: a check for authors."""
    return example.of is None and not any(
        isinstance(line, _HAPPENING | example_lines.ExampleGiven | example_lines.ExampleFrom) for line in example.lines
    )


_HAPPENING = (
    example_lines.ExampleRun
    | example_lines.ExampleRoll
    | example_lines.ExampleDraw
    | example_lines.ExamplePlays
    | example_lines.ExampleDeclines
    | example_lines.ExampleCannot
    | example_lines.ExampleOptions
)


_RESULT = example_lines.ExampleThen | example_lines.ExampleSees | example_lines.ExampleOver


def more_refusals(
    say: Formulas, examples: Iterable[example_lines.Example]
) -> Iterator[tuple[example_lines.Example, Step]]:
    """Yields the refusals that the examples in the body of a book leave out, each after the name of its example."""
    for example in examples:
        if not tells_bare(say, example) and (found := bare_refusals(say, example.lines)):
            yield example, Step(f"{mark_name(capital(story_name(say.names, example.name.text)))}: {' '.join(found)}")


def instructive(
    examples: Sequence[example_lines.Example], own: Collection[str], most: int
) -> list[example_lines.Example]:
    """Returns at most this many examples in their order, and none whose base is left out. Examples with sentences come first, the `own` ones of a variant
    among them; then examples in which somebody plays. If some examples have sentences, only these are returned; otherwise a few of the others."""

    def rank(at: int) -> tuple[bool, bool, bool]:
        one = examples[at]
        is_good = is_told(one) or any(isinstance(line, example_lines.ExamplePlays) for line in one.lines)
        return not is_told(one), one.name.text not in own, not is_good

    told = sum(map(is_told, examples))
    most = min(most, max(told, _FEW))
    ranked = sorted(range(len(examples)), key=rank)[:most]
    chosen = [one for at, one in enumerate(examples) if at in ranked]
    names = {one.name.text for one in chosen}
    return [one for one in chosen if one.of is None or one.of.text in names]


_FEW = 3
"""The examples of a book that are told from their lines, if no sentences tell as many."""
MOST = 8
"""The most examples of a printed book: more of them only repeat the rules."""


def start_blocks(say: Formulas, start: example_lines.StartPosition) -> Iterator[Block]:
    """Describes a start, without its sentence."""
    opening = _opening(
        say,
        [line for line in start.lines if isinstance(line, example_lines.ExamplePlayers | example_lines.ExampleWith)],
    )
    yield from position_blocks(
        say,
        opening,
        [
            line
            for line in start.lines
            if isinstance(line, example_lines.GivenZone | example_lines.GivenValue | example_lines.GivenPicture)
        ],
    )
    yield from (
        Paragraph(f"Play goes on with {run_text(say, line)}.")
        for line in start.lines
        if isinstance(line, example_lines.ExampleRun)
    )


def _agreement(say: Formulas, option: str, value: str) -> str:
    """Says which option the players have agreed on: `lone defenders`, or `wins (last piece)`."""
    if option not in say.names.switches:
        return f"{mark_name(value)} ({mark_name(option)})"
    return mark_name(option) if value == "yes" else f"no {mark_name(option)}"


def _is_part(say: Formulas, names: Sequence[Ident]) -> bool:
    """Whether these are the first of those who play in most examples."""
    return len(names) > 1 and tuple(name.text for name in names) == say.names.circle[: len(names)]


def circle_of(decls: Iterable[object]) -> tuple[str, ...]:
    """Returns the longest row of people that begins like most others in the examples; empty for a few examples."""
    rows = [
        tuple(name.text for name in line.names)
        for decl in decls
        if isinstance(decl, example_lines.Example)
        for line in decl.lines
        if isinstance(line, example_lines.ExamplePlayers)
    ]
    longest = max(rows, key=len, default=())
    fits = sum(row == longest[: len(row)] for row in rows)
    return longest if len(longest) > 1 and fits > 1 and 2 * fits > len(rows) else ()


def _opening(
    say: Formulas, lines: Sequence[example_lines.ExamplePlayers | example_lines.ExampleWith | example_lines.ExampleFrom]
) -> str:
    said: list[str] = []
    for line in lines:
        match line:
            case example_lines.ExamplePlayers(names) if tuple(name.text for name in names) == say.names.circle:
                pass  # the chapter tells it once
            case example_lines.ExamplePlayers(names) if _is_part(say, names):
                said.append(f"There are {len(names)} players.")
            case example_lines.ExamplePlayers(names):
                is_one = len(names) == 1
                said.append(
                    f"{join_items([quiet(mark_name(name.text)) for name in names])} {'plays' if is_one else 'play'}."
                )
            case example_lines.ExampleWith(options):
                settings = [_agreement(say, name.text, literal_text(value)) for name, value in options]
                said.append(f"They have agreed on {join_items(settings)}.")
            case example_lines.ExampleFrom(name):
                said.append(f"The position is the start {mark_name(story_name(say.names, name.text))}.")
    return " ".join(said)
