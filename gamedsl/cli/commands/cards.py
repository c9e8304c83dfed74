"""`gamedsl cards`."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Literal

import click

from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, LimitError, WrongUseError
from gamedsl.cli.common.options import output_option
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.made_files import is_marked_pdf, mark_pdf
from gamedsl.cli.printing.text import listed, plural
from gamedsl.cli.printing.writing import Output, force_option, sources_of
from gamedsl.cli.reading.files import STANDARD_INPUT
from gamedsl.cli.reading.look_files import checked_look, look_file, look_option
from gamedsl.cli.reading.rules import all_setups_options, chosen_setups, compiled, file_name, read
from gamedsl.json import JsonObject
from gamedsl.reports.titles import game_text

if TYPE_CHECKING:
    from gamedsl.cards import Contents, OwnFiles, Page, Part, Printer, Size, Wishes
    from gamedsl.cli.reading.rules import Rules
    from gamedsl.graph.model.game import Game

_DATA = (
    "JSON: `file`, `game`, `variants`, `look` (the look file, or null), `cards` (where they were written), `pages`,"
    " `pieces` (`component`, `name`, `form`, `copies`), `boards`, `dice` (what is not printed), `unclear` (texts that are hard to read), `bytes`."
)

_EXAMPLES = (
    "cards love_letter",
    "cards love_letter --size 44x68 --paper letter -o small.pdf",
    "cards hex --part boards --part tokens",
    "cards hearts --backs fold",
)

_PARTS: tuple[Part, ...] = ("cards", "tokens", "boards", "score")


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@click.option(
    "--size",
    default="63x88",
    show_default=True,
    metavar="WxH",
    help="Size of cards in millimetres, or poker, bridge, mini, tarot, square.",
)
@click.option(
    "--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True, help="What it is printed on."
)
@click.option(
    "--backs",
    type=click.Choice(("duplex", "fold", "none")),
    default="duplex",
    show_default=True,
    help="Backs on the other side of the paper, above their fronts to be folded, or none.",
)
@click.option(
    "--part", "only", multiple=True, type=click.Choice(_PARTS), help="Print this and nothing else; may be repeated."
)
@click.option("--font", metavar="FILE", help="A font (.ttf or .otf) with letters that the usual one lacks.")
@look_option
@all_setups_options
@output_option(None, "GAME.cards.pdf")
@force_option
@cache_option
@json_option
def command(
    file: str,
    size: str,
    paper: Literal["a4", "letter"],
    backs: Literal["duplex", "fold", "none"],
    only: tuple[Part, ...],
    font: str | None,
    look: str | None,
    players: int | None,
    options: tuple[str, ...],
    output: str | None,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Write a PDF to print and play: cards with their backs, tokens, boards and score sheets.

    Without `--players` and `--option` it is enough for every number of players and every option. Pieces look as on
    the page of the game; the look file can change them and put texts on cards. docs/cards.md shows the way from
    rules to cards on the table.
    """
    rules = read(file)
    setups = chosen_setups(rules.title, rules.known.setups, players, options)
    games = [compiled(rules, setup).game for setup in setups]
    is_own = file != STANDARD_INPUT and not rules.files.additions
    place = output or f"{PurePath(file).stem if is_own else file_name(games[0])}.cards.pdf"
    if place == STANDARD_INPUT and as_json:
        raise WrongUseError("the cards and JSON cannot both go to standard output", "name a file with `-o`")
    made = Output(place, is_marked_pdf, sources_of(rules.files), force)
    made.check()

    from gamedsl.cards import PAPERS, PARTS, Wishes, check_pdf

    check_pdf()

    wishes = Wishes(PAPERS[paper], backs, tuple(part for part in PARTS if part in only) if only else PARTS)
    card = _size(size, wishes)
    found = look_file(rules, look)
    said = _look(rules, games, look)
    box = _box(rules, games, said, card, wishes)

    from gamedsl.cards import hard_to_read, own_files, pages, unknown_glyphs
    from gamedsl.page.pictures import PictureError

    faces = [(name, face) for piece in (*box.cards, *box.tokens) for name, face in piece.sides]
    own = own_files(said, [face for _, face in faces], None if found is None else found.parent)
    printer = _printer(font, own)
    sheets = pages(printer, box, wishes)
    try:
        printed = printer.printed(sheets, box.title)
    except PictureError as error:
        raise WrongUseError(str(error), "save it again, or as another type") from None
    unclear = hard_to_read(printer, faces)
    for sentence in unclear:
        click.echo(f"warning: {found}: {sentence}", err=True)
    missing = dict.fromkeys([*printed.missing, *unknown_glyphs(printer, (*box.cards, *box.tokens))])
    if missing:
        advice = "" if font else "; `--font` names a font that has them"
        click.echo(f"warning: the font has no picture for {' '.join(missing)}{advice}", err=True)
    data = mark_pdf(printed.data)
    made.write(data)
    if as_json:
        told: JsonObject = {"file": rules.name, "game": games[0].name, "variants": [*games[0].variants]}
        print_json(
            {
                **told,
                "look": None if found is None else str(found),
                "cards": place,
                "unclear": [*unclear],
                **_data(box, sheets, len(data)),
            }
        )
    elif place != STANDARD_INPUT:
        click.echo(
            f"{place}: {game_text(games[0].name, games[0].variants)}, {_summary(box, wishes, sheets)}, {len(data):,} bytes"
        )
        if box.dice:
            click.echo(f"not printed: {listed(list(box.dice))}")
    return ExitCode.SUCCESS


def _printer(font: str | None, own: OwnFiles) -> Printer:
    """Makes the printer of PDF. Raises WrongUseError for a wrong font, and MissingExtraError."""
    if font is not None and PurePath(font).suffix.lower() not in (".ttf", ".otf"):
        raise WrongUseError(f"`{font}` is no font that can be embedded", "name a file that ends in .ttf or .otf")
    from gamedsl.cards import FontError, Printer

    try:
        return Printer(font, own.fonts, own.pictures)
    except FontError as error:
        raise WrongUseError(str(error), "name another font") from None


def _size(text: str, wishes: Wishes) -> Size:
    """Reads the size of cards. Raises WrongUseError for a text that is no size, and for a size that cannot be printed."""
    from gamedsl.cards import LEAST, size_of

    size = size_of(text)
    if size is None:
        raise WrongUseError(
            f"`--size {text}` does not say WIDTHxHEIGHT in millimetres", "write it as in `--size 44x68`"
        )
    if size.width < LEAST or size.height < LEAST:
        raise WrongUseError(f"cards of {size} are too small to be cut out", f"the least is {LEAST:g} × {LEAST:g} mm")
    return size


def _look(rules: Rules, games: list[Game], named: str | None) -> JsonObject:
    """Reads the look file. Warns about colours that cannot be printed."""
    path = look_file(rules, named)
    if path is None:
        return {}
    from gamedsl.cards import unknown_colours
    from gamedsl_interpreter.hosting.model import model_of

    said = checked_look(path, rules, [model_of(game) for game in games])
    for colour in unknown_colours(said):
        click.echo(f"warning: {path}: `{colour}` is no colour that can be printed: write a name, or #b58a2a", err=True)
    return said


def _box(rules: Rules, games: list[Game], look: JsonObject, card: Size, wishes: Wishes) -> Contents:
    """Returns the contents of the print. Raises WrongUseError if there is nothing to print, or if a piece is larger than the paper."""
    from gamedsl.cards import LEAST, MOST, Size, contents, room, too_large

    box = contents(games, look, card)
    has = {"cards": box.cards, "tokens": box.tokens, "boards": box.boards, "score": box.score}
    there = [part for part in _PARTS if has[part]]
    if not there:
        raise WrongUseError(f"{rules.title} has nothing to print: no cards, tokens, boards or scores", _need(box))
    if not any(has[part] for part in wishes.parts):
        raise WrongUseError(
            f"{rules.title} has no {listed(list(wishes.parts), 'or')} to print", f"it has {listed(list(there))}"
        )
    small = [one for one in (*box.cards, *box.tokens) if one.size and min(one.size.width, one.size.height) < LEAST]
    if small:
        raise WrongUseError(
            f"`{small[0].component}` with {small[0].size} is too small to be cut out",
            f"the least is {LEAST:g} × {LEAST:g} mm",
        )
    large = too_large(box, wishes)
    if large:
        free = room(wishes.paper)
        advice = f"at most {Size(free.width, free.height)} can be printed"
        advice += ", and half of that if it is folded" if wishes.backs == "fold" else ""
        raise WrongUseError(f"larger than the paper: {listed(list(large))}", advice)
    number = sum(piece.copies for piece in (*box.cards, *box.tokens))
    if number > MOST:
        raise LimitError(f"{rules.title} has {number:,} pieces; at most {MOST:,} are printed")
    return box


def _need(box: Contents) -> str | None:
    return f"all you need is {listed(list(box.dice))}" if box.dice else None


def _summary(box: Contents, wishes: Wishes, sheets: tuple[Page, ...]) -> str:
    """Describes the print: `101 cards, 1 board, score sheets, 30 pages`."""
    cards, tokens = (sum(piece.copies for piece in pieces) for pieces in (box.cards, box.tokens))
    parts = {
        "cards": plural(cards, "card") if cards else "",
        "tokens": plural(tokens, "token") if tokens else "",
        "boards": plural(len(box.boards), "board") if box.boards else "",
        "score": "score sheets" if box.score else "",
    }
    told = [parts[part] for part in wishes.parts if parts[part]]
    return ", ".join([*told, plural(len(sheets), "page")])


def _data(box: Contents, sheets: tuple[Page, ...], size: int) -> JsonObject:
    return {
        "pages": len(sheets),
        "pieces": [
            {"component": piece.component, "name": piece.key[1], "form": piece.face.form, "copies": piece.copies}
            for piece in (*box.cards, *box.tokens)
        ],
        "boards": [board.title for board in box.boards],
        "dice": [*box.dice],
        "bytes": size,
    }
