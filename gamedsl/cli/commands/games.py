"""`gamedsl games`."""

from __future__ import annotations

from pathlib import Path

from gamedsl.bases import shipped
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.paging import show_long
from gamedsl.cli.printing.text import faint
from gamedsl.cli.reading.files import open_file
from gamedsl.syntax import tree
from gamedsl.syntax.marks import told_or_none
from gamedsl.values import frozen


@frozen
class Shipped:
    """A game that comes with the language, or a variant of one (`of` names its bases)."""

    name: str
    file: Path
    of: tuple[str, ...]
    fewest: int
    most: int
    sentence: str

    @property
    def players(self) -> str:
        """The numbers of players: `2`, or `2 to 4`."""
        return str(self.fewest) if self.fewest == self.most else f"{self.fewest} to {self.most}"


_DATA = "JSON: `games`, a list with `name`, `file`, `of` (what a variant builds on), `fewest`, `most` (players) and `sentence`."


@gamedsl_command(("games", "games --json"), _DATA)
@json_option
def command(as_json: bool) -> ExitCode:
    """List the games that come with gamedsl: every command takes such a name in place of a file."""
    games = sorted((_read_game(place) for place in shipped()), key=lambda game: game.name)
    if as_json:
        print_json({"games": [_data(game) for game in games]})
        return ExitCode.SUCCESS
    width = max((len(game.name) for game in games), default=0)
    show_long("\n".join(_line(game, width) for game in games))
    return ExitCode.SUCCESS


def _line(game: Shipped, width: int) -> str:
    about = f"{game.players:>7}  {game.sentence}"
    return f"{game.name:<{width}}  {about}{faint(f' ({_of(game)})') if game.of else ''}"


def _of(game: Shipped) -> str:
    return f"a variant of {', '.join(game.of)}"


def _read_game(place: Path) -> Shipped:
    """Reads the name, the players and the sentence of a game."""
    parsed = open_file(str(place)).parsed()
    own = parsed.chain.files[-1][1].decls
    variant = next((decl for decl in own if isinstance(decl, tree.Variant)), None)
    game = parsed.game
    doc = told_or_none(variant.doc if variant is not None else game.doc if game is not None else None)
    of = tuple(base.text for base in variant.bases) if variant is not None else ()
    fewest, most = (0, 0) if game is None else (game.fewest, game.most)
    return Shipped(place.stem, place, of, fewest, most, doc or "")


def _data(game: Shipped) -> dict[str, object]:
    return {
        "name": game.name,
        "file": str(game.file),
        "of": list(game.of),
        "fewest": game.fewest,
        "most": game.most,
        "sentence": game.sentence,
    }
