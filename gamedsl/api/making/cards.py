"""Prints games on paper: cards, tokens, boards and score sheets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Literal

from gamedsl.api.asked import compile_setup, correct, some_setups
from gamedsl.api.making.looks import read_look
from gamedsl.api.rules import Rules
from gamedsl.errors import ArgumentError
from gamedsl.graph.compiled import Setup
from gamedsl.json import JsonObject
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.values import evolve, frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.perft import TooManyError

if TYPE_CHECKING:
    from gamedsl.cards import Contents, OwnFiles, Printer, Size, Wishes


class PrintError(ArgumentError):
    """Something that cannot be printed as it was asked for. `text` says what, `advice` what to ask for instead (it may be empty)."""

    def __init__(self, text: str, advice: str = "") -> None:
        super().__init__(f"{text}; {advice}" if advice else text)
        self.text = text
        self.advice = advice


@frozen
class PrintedPiece:
    """A piece of the print: its component, its name in the rules, its form (`card`, `token`, …), and how many are printed."""

    component: str
    name: str
    form: str
    copies: int


@frozen
class Cards:
    """A game on paper: the PDF as bytes, its number of pages, and what is on them. `dice` and `needed` name what is needed beside it. `unclear` has a
    sentence for each text that is hard to read, `missing` the characters for which no font has a picture, `colours` the names in the look file that are no
    colours."""

    pdf: bytes
    pages: int
    cards: tuple[PrintedPiece, ...]
    tokens: tuple[PrintedPiece, ...]
    boards: tuple[str, ...]
    has_score: bool
    dice: tuple[str, ...]
    needed: tuple[str, ...]
    unclear: tuple[str, ...]
    missing: tuple[str, ...]
    colours: tuple[str, ...]

    @property
    def data(self) -> JsonObject:
        """The object that `gamedsl cards --json` prints."""
        return {
            "unclear": [*self.unclear],
            "pages": self.pages,
            "pieces": [
                {"component": one.component, "name": one.name, "form": one.form, "copies": one.copies}
                for one in (*self.cards, *self.tokens)
            ],
            "boards": [*self.boards],
            "dice": [*self.dice],
            "needed": [*self.needed],
            "bytes": len(self.pdf),
        }


def cards_of(
    rules: Rules,
    setups: Sequence[Setup] | None = None,
    size: str = "63x88",
    paper: Literal["a4", "letter"] = "a4",
    backs: Literal["duplex", "fold", "none"] = "duplex",
    parts: Sequence[str] = ("cards", "tokens", "boards", "score"),
    font: str | Path | None = None,
    look: str | Path | None = None,
) -> Cards:
    """Prints a game as a PDF to print and play, as `gamedsl cards` writes it: enough for each of some setups (None: all).

    `size` is that of cards in millimetres, or a size of the trade (`poker`). `parts` are some of `cards`, `tokens`, `boards` and `score`. `font` is a file
    with letters that the usual font lacks, `look` the path of a look file, beside which its pictures and fonts are.

    Raises RulesError, LookError, FontError, PictureError, MissingExtraError, OSError, TooManyError for more pieces than are printed, PrintError for what
    cannot be printed, and ArgumentError.
    """
    from gamedsl.cards import (
        PAPERS,
        PARTS,
        Wishes,
        check_pdf,
        contents,
        hard_to_read,
        own_files,
        pages,
        small_letters,
        unknown_colours,
        unknown_glyphs,
    )

    correct(rules)
    games = [compile_setup(rules, setup).game for setup in some_setups(rules, setups)]
    chosen = [arguments.one_of("parts", part, PARTS) for part in arguments.texts("parts", parts)]
    arguments.one_of("paper", paper, PAPERS)
    arguments.one_of("backs", backs, ("duplex", "fold", "none"))
    if not chosen:
        raise ArgumentError(f"`parts` has none of {', '.join(PARTS)}")
    file = None if font is None else arguments.path("font", font, "a font")
    check_pdf()
    wishes = Wishes(PAPERS[paper], backs, tuple(part for part in PARTS if part in chosen))
    card = _size(arguments.text("size", size))
    said = _with_texts(rules, read_look(look, rules, games))
    box = _with_needs(rules, _box(rules, contents(games, said, card), wishes))
    faces = [(name, face) for piece in (*box.cards, *box.tokens) for name, face in piece.sides]
    own = own_files(said, [face for _, face in faces], None if look is None else Path(look).parent)
    printer = _printer(file, own)
    sheets = pages(printer, box, wishes)
    printed = printer.print_pages(sheets, box.title)
    cards, tokens = (
        tuple(PrintedPiece(one.component, one.key[1], one.face.form, one.copies) for one in pieces)
        for pieces in (box.cards, box.tokens)
    )
    return Cards(
        printed.data,
        len(sheets),
        cards,
        tokens,
        tuple(board.title for board in box.boards),
        box.score is not None,
        box.dice,
        box.needed,
        (*hard_to_read(printer, faces), *small_letters(printer, box, wishes, sheets)),
        tuple(dict.fromkeys([*printed.missing, *unknown_glyphs(printer, (*box.cards, *box.tokens))])),
        tuple(unknown_colours(said)),
    )


def _with_texts(rules: Rules, look: JsonObject) -> JsonObject:
    """Adds the texts of kinds with rules but without a sentence, as the rulebook tells them, unless the look file has one."""
    from gamedsl.rulebook import texts_of_pieces

    own = look.get("value")
    values = dict(own) if isinstance(own, dict) else {}
    for name, text in texts_of_pieces(rules.known.parsed).items():
        of_kind = values.get(name)
        values[name] = {"text": text, **(of_kind if isinstance(of_kind, dict) else {})}
    return {**look, "value": values} if values else look


def _with_needs(rules: Rules, box: Contents) -> Contents:
    """Adds what is needed beside what is printed, as the rulebook lists it."""
    from gamedsl.cards import drop_printed
    from gamedsl.rulebook import needs_on_table

    return evolve(box, needed=drop_printed(needs_on_table(rules.known.parsed, box.there), box))


def _size(text: str) -> Size:
    """Reads the size of cards. Raises PrintError for a text that is no size, and for a size that cannot be printed."""
    from gamedsl.cards import LEAST, size_of

    size = size_of(text)
    if size is None:
        raise PrintError(f"the size `{text}` does not say WIDTHxHEIGHT in millimetres", "write it as in `44x68`")
    if size.width < LEAST or size.height < LEAST:
        raise PrintError(f"cards of {size} are too small to be cut out", f"the least is {LEAST:g} × {LEAST:g} mm")
    return size


def _printer(font: str | None, own: OwnFiles) -> Printer:
    """Makes the printer of PDF. Raises PrintError, FontError."""
    from gamedsl.cards import Printer

    if font is not None and PurePath(font).suffix.lower() not in (".ttf", ".otf"):
        raise PrintError(f"`{font}` is no font that can be embedded", "name a file that ends in .ttf or .otf")
    return Printer(font, own.fonts, own.pictures)


def _box(rules: Rules, box: Contents, wishes: Wishes) -> Contents:
    """Returns the contents of the print. Raises PrintError if there is nothing to print, or if a piece is larger than the paper; TooManyError."""
    from gamedsl.cards import LEAST, MOST, PARTS, Size, room, too_large

    has = {"cards": box.cards, "tokens": box.tokens, "boards": box.boards, "score": box.score}
    there = [part for part in PARTS if has[part]]
    if not there:
        need = f"all you need is {join_items(list(box.dice))}" if box.dice else ""
        raise PrintError(f"{rules.name} has nothing to print: no cards, tokens, boards or scores", need)
    if not any(has[part] for part in wishes.parts):
        raise PrintError(
            f"{rules.name} has no {join_items(list(wishes.parts), 'or')} to print", f"it has {join_items(there)}"
        )
    small = [one for one in (*box.cards, *box.tokens) if one.size and min(one.size.width, one.size.height) < LEAST]
    if small:
        raise PrintError(
            f"`{small[0].component}` with {small[0].size} is too small to be cut out",
            f"the least is {LEAST:g} × {LEAST:g} mm",
        )
    large = too_large(box, wishes)
    if large:
        free = room(wishes.paper)
        advice = f"at most {Size(free.width, free.height)} can be printed"
        advice += ", and half of that if it is folded" if wishes.backs == "fold" else ""
        raise PrintError(f"larger than the paper: {join_items(list(large))}", advice)
    number = sum(piece.copies for piece in (*box.cards, *box.tokens))
    if number > MOST:
        raise TooManyError(f"{rules.name} has {number:,} pieces; at most {MOST:,} are printed")
    return box
