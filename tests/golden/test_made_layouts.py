"""Texts of rules made at random, as they are laid out for print: which sentences become paragraphs, steps and lists. A line has the first words and the length
of each part."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from gamedsl.rulebook.layout.flow import lay_out
from gamedsl.rulebook.model import Book, Paragraph, Section, Steps, plain
from golden.conftest import Compare

_TEXTS = 120
_BEGINS = (
    ("A player takes",),
    ("A player takes", "It counts", "They pay", "Otherwise nobody has"),
    ("It counts", "Then they pay"),
    ("First, roll", "Then, move", "Next, pay", "Finally, draw", "It counts"),
    ("Each of these happens: first comes", "A player takes"),
)
"""With what the sentences of a text may begin."""
_LENGTHS = ((2, 9), (5, 30), (20, 60))


def test_made_layouts(golden: Compare) -> None:
    golden("made_layouts.txt", "".join(f"{line}\n" for number in range(_TEXTS) for line in _lines(number)))


def _lines(number: int) -> Iterator[str]:
    random = Random(number)
    begins, (least, most) = _BEGINS[number % len(_BEGINS)], _LENGTHS[number % len(_LENGTHS)]
    sentences = [_sentence(random, begins, random.randint(least, most)) for _ in range(random.randint(1, 7))]
    (section,) = lay_out(Book("", (Section("", (Paragraph(" ".join(sentences), is_own=True),)),))).sections
    yield f"# {', '.join(map(_short, sentences))}"
    for block in section.blocks:
        match block:
            case Paragraph(text):
                yield _short(text)
            case Steps(steps, is_ordered):
                yield from (f"{at if is_ordered else '-'} {_short(step.text)}" for at, step in enumerate(steps, 1))
            case _:
                yield repr(block)


def _sentence(random: Random, begins: tuple[str, ...], length: int) -> str:
    begin = random.choice(begins)
    if begin.startswith("Each of these"):
        return f"{begin} {'; '.join(' '.join(['much'] * length) for _ in range(random.randint(1, 3)))}."
    return f"{begin} {' '.join(['much'] * length)}."


def _short(text: str) -> str:
    words = plain(text).split()
    return f"{' '.join(words[:3])} … {len(words)}"
