"""The parts of a rulebook, independent of its output form: sections with paragraphs, steps, tables and boards.

Texts are plain, except that names of the rules stand between two marks, which each writer shows in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gamedsl.syntax.marks import Mark, replace_marks
from gamedsl.values import evolve, frozen

_OPEN, _CLOSE, _QUIET = "\x02", "\x03", "\x06"
_NOTE, _NOTE_END = "\x07", "\x08"
LEFT, RIGHT = "\x04", "\x05"
"""The marks of a part of a sentence whose ends must be clear. `brackets.py` decides how each is shown."""
_UNPRINTED = re.compile(r"[\x00-\x1f\x7f]+")
_REFERENCES = re.compile(r"^(?:[A-Z]\d+[a-z]?(?:\s*[-–,]\s*)?)+\.?\s*(?=[A-Z]|$)")
"""Numbers of rules before a sentence, such as `R12, R14.`: for people who check the file, not for players."""
_NAMED = re.compile(f"([{_OPEN}{_QUIET}])([^{_CLOSE}]*){_CLOSE}")
_NOTED = re.compile(f"{_NOTE}([^{_NOTE_END}]*){_NOTE_END}")
_PARTS = re.compile(f"{_NAMED.pattern}|{_NOTED.pattern}")
_NAMED_WITH_ARTICLE = re.compile(rf"(\b(?:[Aa]n?|[Tt]he) )?{_NAMED.pattern}")


@frozen
class Span:
    """A part of a text. `is_name`: it is a name of the rules; `is_quiet`: a name without special type; `is_note`: the sign that refers to a note."""

    text: str
    is_name: bool = False
    is_quiet: bool = False
    is_note: bool = False

    @property
    def is_set_off(self) -> bool:
        """Whether the part is shown in italics."""
        return self.is_name and not self.is_quiet


def mark_name(name: str) -> str:
    """Marks a name of the rules as part of a text: `sailing_cards` is shown as sailing cards."""
    return f"{_OPEN}{readable(name)}{_CLOSE}"


def quiet(text: str) -> str:
    """Returns the text with its names shown like the words around them. Labels still take their place."""
    return text.replace(_OPEN, _QUIET)


def set_off(text: str) -> str:
    """Returns the text with all its names in italics, the opposite of `quiet`."""
    return text.replace(_QUIET, _OPEN)


def mark_word(name: str) -> str:
    """Marks a name of the rules that is shown like any other word of a sentence; names of one or two letters are in italics."""
    return quiet(mark_name(name)) if len(readable(name)) > _LETTERS or name == "no" else mark_name(name)


_LETTERS = 2
"""The most letters of names that are only signs."""


def bracket(text: str) -> str:
    """Marks a part of a sentence whose ends must be clear."""
    return f"{LEFT}{text}{RIGHT}"


def replace_names(text: str, write: Callable[[str, str], tuple[str, str] | None]) -> str:
    """Replaces the marked names in a text. `write` gets the article before a name (empty: none) and the name, and returns their replacements, or None to
    keep both. If a name loses its definite article, the new name is set off."""

    def one(found: re.Match[str]) -> str:
        article, mark, name = found[1] or "", found[2], found[3]
        new = write(article, name)
        if new is None:
            return found[0]
        is_alone = article.lower() == "the " and not new[0] and not new[1].lower().startswith("the ")
        return f"{new[0]}{_OPEN if is_alone else mark}{new[1]}{_CLOSE}"

    return _NAMED_WITH_ARTICLE.sub(one, text)


def readable(name: str) -> str:
    """Returns the readable form of a name."""
    return clean(name).replace("_", " ").strip() or "_"


def capital(text: str) -> str:
    """Returns the text with a capital first letter, also if it begins with a marked name."""
    at = 1 if text[:1] in (_OPEN, _QUIET, LEFT) else 0
    return f"{text[:at]}{text[at : at + 1].upper()}{text[at + 1 :]}"


def small(text: str) -> str:
    """Returns the text with a small first letter, also if it begins with a marked name."""
    at = 1 if text[:1] in (_OPEN, _QUIET, LEFT) else 0
    return f"{text[:at]}{text[at : at + 1].lower()}{text[at + 1 :]}"


def clean(text: str) -> str:
    """Joins a text of the rules into one line, without the marks of this module."""
    return " ".join(_UNPRINTED.sub(" ", text).split())


def sentence_of_doc(doc: str | None) -> str:
    """Returns a sentence of the file with its marks as notes and without the leading numbers of rules. Sentences that are our own additions, where the
    published rules leave something open, appear only in the notes."""
    said = replace_marks(clean(doc or ""), _as_note)
    return _REFERENCES.sub("", said.replace(f" {_NOTE}", _NOTE))


def _as_note(mark: Mark) -> str:
    is_aside = mark.label == OURS and mark.text[:1].isupper() and mark.text.endswith(".")
    return with_note("" if is_aside else mark.text, f"{mark.label}: {capital(mark.text)}")


OURS = "ours"
"""The label of what is no reading of the rulebook."""


INSTEAD = "Instead: "
"""How the title of a section begins that replaces another."""


def with_note(text: str, note: str) -> str:
    """Returns a text with a note after it."""
    return f"{text}{_NOTE}{note}{_NOTE_END}"


def without_notes(text: str) -> str:
    """Returns a text without its notes."""
    return _NOTED.sub("", text)


def without_asides(text: str) -> str:
    """Returns a text without the notes on our own additions: they may be wrong for rules that a variant has changed."""
    return _NOTED.sub(lambda found: "" if found[1].startswith(f"{OURS}: ") else found[0], text)


def notes_in(text: str) -> list[str]:
    """Returns the notes of a text, in order."""
    return _NOTED.findall(text)


def is_reading(sentence: str) -> bool:
    """Whether a whole sentence is a reading (an interpretation of the published rules): its only note stands at its end and has no other text."""
    found = list(_NOTED.finditer(sentence))
    if len(found) != 1 or found[0].end() != len(sentence):
        return False
    label, _, said = found[0][1].partition(": ")
    return label != OURS and said.endswith(plain(sentence))


def split_sentences(text: str) -> list[str]:
    """Returns the sentences of a text, each with its notes."""
    notes = iter(_NOTED.findall(text))
    found: list[str] = []
    for piece in re.split(r" (?=[A-Z(])", _NOTED.sub(_EMPTY, text)):
        if found and not found[-1].removesuffix(_EMPTY).endswith((".", "!", "?")):
            found[-1] += f" {piece}"
        else:
            found.append(piece)
    return [re.sub(_EMPTY, lambda _: with_note("", next(notes)), one) for one in found if one]


_EMPTY = f"{_NOTE}{_NOTE_END}"


def replace_notes(text: str, sign: Callable[[str], str]) -> str:
    """Returns a text with signs in the place of its notes."""
    return _NOTED.sub(lambda found: f"{_NOTE}{sign(found[1])}{_NOTE_END}", text)


def spans(text: str) -> Iterator[Span]:
    """Yields the parts of a text."""
    end = 0
    for found in _PARTS.finditer(text):
        if found.start() > end:
            yield Span(text[end : found.start()])
        if found[3]:
            yield Span(found[3], is_note=True)
        elif found[2]:
            yield Span(found[2], is_name=True, is_quiet=found[1] == _QUIET)
        end = found.end()
    if end < len(text):
        yield Span(text[end:])


def plain(text: str) -> str:
    """Returns a text without marks and notes."""
    return "".join(span.text for span in spans(text) if not span.is_note)


def plain_sentence(doc: str | None) -> str:
    """Returns a sentence of the file without numbers of rules, marks and notes."""
    return plain(sentence_of_doc(doc)).strip()


def go_on(said: str) -> str:
    """Returns a sentence in the form after a name and a colon."""
    return small(said) if len(split_sentences(said)) == 1 else said


@frozen
class Paragraph:
    """A text, after a `lead` such as *Goal:* if it has one. `is_own` marks a sentence that comes from the rules file itself, `is_aside` a hint in small
    letters, `is_position` the position at the beginning of an example."""

    text: str
    is_own: bool = False
    is_aside: bool = False
    is_position: bool = False
    lead: str = ""


def own_sentence(doc: str | None) -> tuple[Block, ...]:
    """Returns the sentence of a declaration as a paragraph, if there is one."""
    said = sentence_of_doc(doc)
    return (Paragraph(said, is_own=True),) if said else ()


@frozen
class Step:
    """A line of a list, with the lines below it."""

    text: str
    steps: tuple[Step, ...] = ()


@frozen
class Steps:
    """A list. `is_ordered`: the lines are steps to do one after another."""

    steps: tuple[Step, ...]
    is_ordered: bool = False


@frozen
class Table:
    """Rows below a heading, all with the same number of cells. `is_position`: each row tells the contents of a place. `of`: the name of the rules' table
    that it shows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    is_position: bool = False
    of: str = ""

    @property
    def columns(self) -> tuple[tuple[str, ...], ...]:
        """The cells of each column, without its heading."""
        return tuple(tuple(row[at] for row in self.rows) for at in range(len(self.head)))


@frozen
class Drawing:
    """A board seen from above: rows of cells. Columns and rows have the names that players use; without names they are numbered from the left and from the
    top. On a `hex` board, each row is shifted by half a cell."""

    caption: str
    rows: tuple[tuple[str, ...], ...]
    is_hex: bool = False
    called: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The names of its columns and rows; nothing if the rules do not give them."""

    @property
    def across(self) -> tuple[str, ...]:
        """The headings of the columns."""
        width = max(map(len, self.rows), default=0)
        return self.called[0] or tuple(str(at + 1) for at in range(width))

    @property
    def down(self) -> tuple[str, ...]:
        """The headings of the rows; a single row has none."""
        return self.called[1] or tuple(str(at + 1) if len(self.rows) > 1 else "" for at in range(len(self.rows)))


@frozen
class Illustration:
    """A drawn picture, such as the table after the set-up: its size in millimetres, the elements of SVG in it, and the symbols that these use, by their
    names. `told` describes it in sentences for people who do not see it. `letters` are lines of characters that replace it where only text is possible."""

    caption: str
    told: tuple[str, ...] = ()
    width: float = 0
    height: float = 0
    inside: str = ""
    symbols: tuple[tuple[str, str], ...] = ()
    letters: tuple[str, ...] = ()
    least: float = 1.0
    """How much smaller it may be on a page that has begun, and still be read."""
    is_alone: bool = False
    """Whether its caption says what it shows without the text before it: then the text behind it may stand first, where a page has no room for it."""


HEXAGON = ((0.5, -0.077), (1.0, 0.211), (1.0, 0.789), (0.5, 1.077), (0.0, 0.789), (0.0, 0.211))
"""The corners of a hexagon of width 1 with a point at the top, centred in the unit square."""


Block = Paragraph | Steps | Table | Drawing | Illustration


@frozen
class Key:
    """The key of a declaration: its sort (`rule`), its name, and the block or condition around it (empty: none)."""

    sort: str
    name: str
    place: str = ""


@frozen
class Section:
    """A part of the book. `tells` are the declarations that its own blocks describe, without those of its `parts`. `called` is its name in the index, if
    that differs from the name of its declaration. `exactly` holds the exact steps for the sentences in `blocks`, until they get their place in the book.
    `is_exact` marks a section of such steps, or another one in small letters."""

    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple[Section, ...] = ()
    tells: tuple[Key, ...] = ()
    called: str = ""
    exactly: Section | None = None
    is_exact: bool = False


@frozen
class Book:
    """The whole rulebook."""

    title: str
    sections: tuple[Section, ...]
    has_index: bool = True
    """Whether it has an index; a short one needs none."""
    told_alone: tuple[str, ...] = ()
    """Actions and phases whose sentence in the file stands in place of their steps; empty where the book has the steps too."""


@frozen
class Placed:
    """A section with its number, such as `4.2`."""

    number: tuple[int, ...]
    section: Section

    @property
    def anchor(self) -> str:
        """The anchor for links to the section."""
        return "s" + "-".join(map(str, self.number))

    @property
    def label(self) -> str:
        """The number of the section in readable form."""
        return ".".join(map(str, self.number))


def sections_in_order(sections: tuple[Section, ...], above: tuple[int, ...] = ()) -> Iterator[Placed]:
    """Yields all sections in order, each before its parts."""
    for at, section in enumerate(sections, 1):
        here = (*above, at)
        yield Placed(here, section)
        yield from sections_in_order(section.parts, here)


def index(book: Book) -> list[tuple[str, tuple[Placed, ...]]]:
    """Returns the names for the index in alphabetical order, each with the sections of the book that describe it in sentences."""
    found = {
        name: tuple(
            one
            for one in places
            if not one.section.is_exact and not _is_story(one.section) and _stands_in(name, one.section)
        )
        for name, places in places_of_names(book).items()
    }
    names = sorted((name for name in found if found[name]), key=lambda name: (_without_article(name), name))
    return [(capital(name), found[name]) for name in names]


def _stands_in(name: str, section: Section) -> bool:
    return any(name.casefold() in plain(text).casefold() for text in texts(section))


def _without_article(name: str) -> str:
    return re.sub(r"^(an?|the) ", "", name.casefold())


def _is_story(section: Section) -> bool:
    """Whether a section tells an example, which nobody looks up by its name."""
    return any(key.sort == "example" for key in section.tells)


def places_of_names(book: Book) -> dict[str, tuple[Placed, ...]]:
    """Returns the sections that describe each declared name, also step by step."""
    found: dict[str, dict[str, Placed]] = {}
    for place in sections_in_order(book.sections):
        for key in place.section.tells:
            if key.name and key.sort != "game":
                found.setdefault(place.section.called or readable(key.name), {})[place.anchor] = place
    return {name: tuple(places.values()) for name, places in found.items()}


def texts(section: Section) -> Iterator[str]:
    """Yields all texts of a section with their marks, without the texts of its parts."""
    yield section.title
    for block in section.blocks:
        match block:
            case Paragraph(text):
                yield text
            case Steps(steps):
                yield from _step_texts(steps)
            case Table(head, rows, caption):
                yield caption
                yield from head
                yield from (cell for row in rows for cell in row)
            case Drawing(caption, rows):
                yield caption
                yield from (cell for row in rows for cell in row)
                yield from (*block.across, *block.down)
            case Illustration(caption, told):
                yield caption
                yield from told


def _step_texts(steps: tuple[Step, ...]) -> Iterator[str]:
    for step in steps:
        yield step.text
        yield from _step_texts(step.steps)


def with_texts(section: Section, write: Callable[[str], str]) -> Section:
    """Returns a section in which `write` has changed each text, in the order in which people read them. The texts of pictures are not changed."""
    return evolve(
        section,
        blocks=tuple(_with_texts(block, write) for block in section.blocks),
        parts=tuple(with_texts(part, write) for part in section.parts),
    )


def _with_texts(block: Block, write: Callable[[str], str]) -> Block:
    match block:
        case Paragraph():
            return evolve(block, text=write(block.text))
        case Steps(steps):
            return evolve(block, steps=tuple(_step_with(step, write) for step in steps))
        case Table(head, rows, caption):
            caption, head = write(caption), tuple(map(write, head))
            return evolve(block, head=head, rows=tuple(tuple(map(write, row)) for row in rows), caption=caption)
        case Drawing(caption=caption, rows=rows):
            return evolve(block, caption=write(caption), rows=tuple(tuple(map(write, row)) for row in rows))
        case Illustration():
            return block


def _step_with(step: Step, write: Callable[[str], str]) -> Step:
    return Step(write(step.text), tuple(_step_with(one, write) for one in step.steps))
