"""`gamedsl games`."""

from __future__ import annotations

from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.exit_codes import ExitCode
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.paging import show_long
from gamedsl.reports.shipped_games import ShippedGame, shipped_games
from gamedsl.table.text import faint

_DATA = "JSON: `games`, a list with `name`, `file`, `of` (what a variant builds on), `fewest`, `most` (players) and `sentence`."


@gamedsl_command(("games", "games --json"), _DATA)
@json_option
def command(as_json: bool) -> ExitCode:
    """List the games that come with gamedsl: every command takes such a name in place of a file."""
    games = shipped_games()
    if as_json:
        print_json({"games": [_data(game) for game in games]})
        return ExitCode.SUCCESS
    width = max((len(game.name) for game in games), default=0)
    show_long("\n".join(_line(game, width) for game in games))
    return ExitCode.SUCCESS


def _line(game: ShippedGame, width: int) -> str:
    about = f"{game.players:>7}  {game.sentence}"
    return f"{game.name:<{width}}  {about}{faint(f' ({_of(game)})') if game.of else ''}"


def _of(game: ShippedGame) -> str:
    return f"a variant of {', '.join(game.of)}"


def _data(game: ShippedGame) -> dict[str, object]:
    return {
        "name": game.name,
        "file": str(game.file),
        "of": list(game.of),
        "fewest": game.fewest,
        "most": game.most,
        "sentence": game.sentence,
    }
