"""Shows the marked parts of sentences: in brackets, or, since brackets inside brackets cannot be read, by a letter that is explained below."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from gamedsl.rulebook.model import (
    LEFT,
    RIGHT,
    Block,
    Book,
    Drawing,
    Illustration,
    Paragraph,
    Section,
    Step,
    Steps,
    Table,
    mark_name,
)
from gamedsl.values import evolve, frozen

_JOINS = re.compile(r"[+−×÷]|, | and | or | for | as long as ")
_END = re.compile(r"[.:;]?$")
_NOUN = re.compile(r"(the|those|all|one|each) ")


@frozen
class _Group:
    """A marked part: texts, and further parts inside it."""

    items: tuple[str | _Group, ...]

    @property
    def is_nested(self) -> bool:
        return any(isinstance(item, _Group) for item in self.items)


def without_marks(book: Book) -> Book:
    """Returns the book with its marked parts shown."""
    return evolve(book, sections=tuple(map(_section, book.sections)))


def flat(text: str) -> str:
    """Returns a text for a heading: of marked parts inside marked parts, only the outer ones are in brackets."""
    return _flat(_parse(text))


def _flat(items: Sequence[str | _Group], depth: int = 0) -> str:
    said = (item if isinstance(item, str) else _flat(item.items, depth + 1) for item in items)
    text = "".join(said)
    return f"({text})" if depth == 1 else text


def flatten_brackets(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Returns the text, with letters for its bracketed parts, and the part that each letter stands for."""
    if LEFT not in text:
        return text, ()
    letters = iter([letter for letter in ascii_uppercase if mark_name(letter) not in text])
    known: dict[_Group, str] = {}
    shown = _show(_parse(text), known, letters)
    explained: list[tuple[str, str]] = []
    while len(explained) < len(known):
        group, letter = list(known.items())[len(explained)]
        explained.append((letter, _show(group.items, known, letters)))
    return shown, tuple(explained)


def _show(items: Sequence[str | _Group], known: dict[_Group, str], letters: Iterator[str]) -> str:
    said: list[str] = []
    for at, item in enumerate(items):
        if isinstance(item, str):
            said.append(item)
        elif _ends_clearly(said, item, items[at + 1 :]):
            said.append(_show(item.items, known, letters))
        elif item.is_nested:
            if item not in known:
                known[item] = mark_name(next(letters))
            said.append(known[item])
        else:
            said.append(f"({''.join(str(part) for part in item.items)})")
    return "".join(said)


def _ends_clearly(before: Sequence[str], group: _Group, after: Sequence[str | _Group]) -> bool:
    """Whether a part needs no brackets: it is a noun, it ends the sentence, and no part before it could be understood to continue after it."""
    rest = "".join(str(item) if isinstance(item, str) else "x" for item in after)
    first = group.items[0] if group.items else ""
    if not _END.fullmatch(rest) or not isinstance(first, str) or _NOUN.match(first) is None:
        return False
    return _JOINS.search("".join(before).rpartition(": ")[2]) is None


def _parse(text: str) -> tuple[str | _Group, ...]:
    stack: list[list[str | _Group]] = [[]]
    for part in re.split(f"([{LEFT}{RIGHT}])", text):
        if part == LEFT:
            stack.append([])
        elif part == RIGHT:
            items = tuple(stack.pop())
            stack[-1].append(_Group(items))
        elif part:
            stack[-1].append(part)
    return tuple(stack[0])


# ---------------------------------------------------------------- parts of the book


def _section(section: Section) -> Section:
    return evolve(
        section,
        title=flat(section.title),
        blocks=tuple(_blocks(section.blocks)),
        parts=tuple(map(_section, section.parts)),
    )


def _blocks(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        match block:
            case Paragraph(text):
                yield evolve(block, text=in_one_text(text))
            case Steps(steps):
                yield evolve(block, steps=tuple(map(_step, steps)))
            case Table(head, rows, caption):
                shown = tuple(tuple(map(in_one_text, row)) for row in rows)
                yield evolve(block, head=tuple(map(in_one_text, head)), rows=shown, caption=in_one_text(caption))
            case Drawing(caption):
                yield evolve(block, caption=flat(caption))
            case Illustration():
                yield block


def in_one_text(text: str) -> str:
    """Returns a text with letters for its bracketed parts, followed by sentences that explain the letters."""
    shown, letters = flatten_brackets(text)
    if not letters:
        return shown
    return " ".join([shown.removesuffix(":").removesuffix(".") + ".", *(_meaning(*one) for one in letters)])


def _meaning(letter: str, text: str) -> str:
    return f"Here {letter} means: {text.removesuffix('.')}."


def _step(step: Step) -> Step:
    shown, letters = flatten_brackets(step.text)
    explained = tuple(Step(_meaning(*one)) for one in letters)
    return Step(shown, (*explained, *map(_step, step.steps)))
