"""`gamedsl cards`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import click

from gamedsl.api.making.cards import Cards, PrintError, cards_of
from gamedsl.cards.paper import PARTS, Part
from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode, LimitError, WrongUseError
from gamedsl.cli.common.options import output_option
from gamedsl.cli.printing.findings import warn
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.made_files import Made, makes, mark_pdf
from gamedsl.cli.printing.text import plural
from gamedsl.cli.printing.writing import Output, force_option, sources_of
from gamedsl.cli.reading.files import STANDARD_INPUT
from gamedsl.cli.reading.look_files import look_file, look_option, showing_mistakes
from gamedsl.cli.reading.rules import all_setups_options, choose_setups, compile_game, name_for_output, read
from gamedsl.reports.titles import game_text
from gamedsl_interpreter.perft import TooManyError

_DATA = (
    "JSON: `file`, `game`, `variants`, `look` (the look file, or null), `cards` (where they were written), `pages`,"
    " `pieces` (`component`, `name`, `form`, `copies`), `boards`, `dice` and `needed` (what is not printed), `unclear` (texts that are hard to read), `bytes`."
)

_EXAMPLES = (
    "cards love_letter",
    "cards love_letter --size 44x68 --paper letter -o small.pdf",
    "cards hex --part boards --part tokens",
    "cards hearts --backs fold",
)


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
    "--part", "only", multiple=True, type=click.Choice(PARTS), help="Print this and nothing else; may be repeated."
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
    setups = choose_setups(rules.title, rules.known.setups, players, options)
    game = compile_game(rules, setups[0]).game
    place = output or f"{name_for_output(rules, file, game)}.cards.pdf"
    if place == STANDARD_INPUT and as_json:
        raise WrongUseError("the cards and JSON cannot both go to standard output", "name a file with `-o`")
    written = Output(place, makes(Made.CARDS), sources_of(rules.files), force, (".pdf",))
    written.check()
    found = look_file(rules, look)
    try:
        with showing_mistakes(found, "no cards are written"):
            made = cards_of(rules.api, setups, size, paper, backs, only or PARTS, font, found)
    except PrintError as error:
        raise WrongUseError(error.text, error.advice) from None
    except TooManyError as error:
        raise LimitError(str(error)) from None
    for colour in made.colours:
        warn(f"{found}: `{colour}` is no colour that can be printed: write a name, or #b58a2a")
    for sentence in made.unclear:
        warn(sentence if found is None else f"{found}: {sentence}")
    if made.missing:
        advice = "" if font else "; `--font` names a font that has them"
        warn(f"the font has no picture for {' '.join(made.missing)}{advice}")
    data = mark_pdf(made.pdf, Made.CARDS)
    written.write(data)
    if as_json:
        told = {"file": rules.name, "game": game.name, "variants": [*game.variants]}
        look_name = None if found is None else str(found)
        print_json({**told, "look": look_name, "cards": place, **made.data, "bytes": len(data)})
    elif place != STANDARD_INPUT:
        parts = _summary(made, only or PARTS)
        click.echo(f"{place}: {game_text(game.name, game.variants)}, {parts}, {len(data):,} bytes")
        for needed in (*made.dice, *made.needed):
            click.echo(f"not printed: {needed}")
    return ExitCode.SUCCESS


def _summary(made: Cards, only: Sequence[Part]) -> str:
    """Describes the print: `101 cards, 1 board, score sheets, 30 pages`."""
    cards, tokens = (sum(piece.copies for piece in pieces) for pieces in (made.cards, made.tokens))
    parts = {
        "cards": plural(cards, "card") if cards else "",
        "tokens": plural(tokens, "token") if tokens else "",
        "boards": plural(len(made.boards), "board") if made.boards else "",
        "score": "score sheets" if made.has_score else "",
    }
    told = [parts[part] for part in PARTS if part in only and parts[part]]
    return ", ".join([*told, plural(made.pages, "page")])
