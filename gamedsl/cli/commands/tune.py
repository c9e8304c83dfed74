"""`gamedsl tune`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click

from gamedsl.api.studies.tuning import Tuned, tune
from gamedsl.bases import SUFFIX
from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import check_who_plays, cluster_option, jobs_option, note
from gamedsl.cli.common.exit_codes import ExitCode, FindingsError, UnwrittenError, WrongUseError
from gamedsl.cli.common.options import (
    agents_option,
    aim_option,
    count_option,
    matches_option,
    refuse_empty_name,
    seed_option,
)
from gamedsl.cli.printing.faults import tell_fault
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.made_files import Made, add_mark, makes
from gamedsl.cli.printing.progress import progress
from gamedsl.cli.printing.text import table
from gamedsl.cli.printing.writing import STANDARD_OUTPUT, Output, force_option, sources_of, write_new
from gamedsl.cli.reading.lineups import without_worlds
from gamedsl.cli.reading.look_files import look_file, look_option, showing_mistakes
from gamedsl.cli.reading.rules import Rules, choose_setup, compile_game, file_name, read, setup_options
from gamedsl.json import JsonObject
from gamedsl.reports.faults import find_broken_match
from gamedsl.table.text import title
from gamedsl.workbench.campaigns.errors import ClusterError
from gamedsl.workbench.reporting.pictures import check_drawing
from gamedsl.workbench.tuning.mistakes import WishesError
from gamedsl.workbench.tuning.search import SearchError
from gamedsl_interpreter.matches.match import MatchFault

_SEARCH, _PAGE = "search.db", "tuning.html"

_EXAMPLES = (
    "tune my_game.gdl wishes.toml --candidates 4 --matches 40 --fresh 40",
    "tune my_game.gdl wishes.toml --candidates 4 --matches 40 --fresh 40 -o tuned --json",
)

_DATA = (
    "JSON: `file`, `wishes`, `folder`, `files` (of the variants, in order), `candidates` (that were tried), `combinations` (that there are), `now` (the figures "
    "of the rules as they are) and `variants`, a list with `name`, `settings`, `changes` (in words) and `figures`, a list with `wish`, `goal`, `value`, `low`, "
    "`high` (95 %, on fresh matches; shares from 0 to 1; null: not known) and `met` (null: the interval leaves it open, or the wish has no bounds); "
    "`findings`, `notes`. After a fault: `fault`, a diagnostic with the `match`."
)


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@click.argument("wishes", metavar="WISHES")
@setup_options
@agents_option
@aim_option
@count_option("--candidates", least=1, default=40, told="How many combinations to try, those of earlier runs included.")
@matches_option(least=8, default=1000)
@count_option(
    "--fresh", least=2, default=4000, told="How many other matches the chosen variants play, for their figures."
)
@seed_option
@jobs_option
@cluster_option
@look_option
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    callback=refuse_empty_name,
    help="The folder for the variants, the page and the search (default: the name of the game with `_tuned`).",
)
@force_option
@cache_option
@json_option
def command(
    file: str,
    wishes: str,
    players: int | None,
    options: tuple[str, ...],
    agents: str,
    aim: str | None,
    candidates: int,
    matches: int,
    fresh: int,
    seed: int,
    jobs: int | None,
    address: str | None,
    look: str | None,
    output: str | None,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Search for the numbers with which a game does what you wish.

    WISHES is a TOML file: `[may]` names numbers with their bounds, options and variants that may be changed, `[want]` says what matches should be like, in
    words such as `length = "45 to 60 decisions"`, and `[keep]` can ask for small changes. Candidates race: poor ones stop early. Those that no other one beats
    in all wishes become variant files, with their figures on matches by which nothing was chosen, beside a page on what the wishes cost each other.

    The search is kept in the folder. The same command goes on with it after an interruption, and with more `--candidates`. No file is written over but the
    page.
    """
    check_drawing()
    check_who_plays(jobs, address)
    rules = read(file)
    setup = choose_setup(rules, players, options)
    game = compile_game(rules, setup)
    folder = _folder(output, f"{file_name(game.game)}_tuned")
    place = Output(str(folder / _PAGE), makes(Made.TUNING), (*sources_of(rules.files), wishes), force)
    place.check()
    found = look_file(rules, look)
    try:
        with progress("candidates", candidates) as tick, without_worlds(), showing_mistakes(found):
            made = tune(
                rules.api,
                _wishes_file(wishes),
                folder / _SEARCH,
                setup,
                agents,
                aim,
                candidates,
                matches,
                fresh,
                seed,
                found,
                jobs,
                address,
                tick,
                note,
            )
    except WishesError as error:
        _show_mistakes(wishes, error)
        with suppress(OSError):
            folder.rmdir()  # only if nothing is in it
        raise FindingsError from None
    except ClusterError as error:
        raise WrongUseError(str(error), "what has been played is kept; the same command goes on") from None
    except SearchError as error:
        raise WrongUseError(str(error), f"{error.advice} by `--output`") from None
    except MatchFault as caught:
        return tell_fault(rules, game, caught.fault, find_broken_match(setup, caught), as_json=as_json)
    files = list(_write_variants(folder, made))
    place.write(add_mark(made.page(), "html", Made.TUNING))
    if as_json:
        head: JsonObject = {"file": rules.name, "wishes": wishes, "folder": str(folder), "files": [*files]}
        print_json({**head, **made.data})
    else:
        _tell(rules, made, files, place.path)
    return ExitCode.SUCCESS


def _folder(output: str | None, usual: str) -> Path:
    """Makes the folder of the results. Raises WrongUseError, UnwrittenError."""
    if output == STANDARD_OUTPUT:
        raise WrongUseError("`--output -` is no folder", "name a folder, such as `--output tuned`")
    folder = Path(output or usual)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise WrongUseError(f"`{folder}` is a file, and no folder", "name another one by `--output`") from None
    except (OSError, ValueError) as error:
        raise UnwrittenError(
            f"the folder `{folder}` cannot be made: {getattr(error, 'strerror', None) or error}"
        ) from None
    return folder


def _wishes_file(path: str) -> str:
    """Returns the path of the wishes if they can be read. Raises WrongUseError."""
    if not Path(path).is_file():
        raise WrongUseError(
            f"there is no file `{path}`", "WISHES is a TOML file with `[may]` and `[want]`; docs/tuning.md shows one"
        )
    return path


def _show_mistakes(path: str, error: WishesError) -> None:
    for one in error.mistakes:
        place = path if one.line is None else f"{path}:{one.line}"
        click.echo(f"{place}: {one.text}\n  help: {one.advice}", err=True)


def _write_variants(folder: Path, made: Tuned) -> Iterator[str]:
    """Writes each variant to a file of its own, never over another one, and yields the paths. A file with the same rules is left as it is."""
    number = 0
    for one in made.variants:
        while True:
            number += 1
            name = f"{one.name.rpartition('_')[0]}_{number}"
            path, text = folder / f"{name}{SUFFIX}", one.text.replace(f"variant {one.name} of", f"variant {name} of", 1)
            if not path.exists():
                write_new(str(path), text)
                break
            if path.read_bytes() == text.encode():
                break
        yield str(path)


def _tell(rules: Rules, made: Tuned, files: list[str], page: str) -> None:
    click.echo(title(f"{rules.title}: {made.candidates:,} of {made.combinations:,} combinations were tried"))
    click.echo()
    click.echo(table(made.head, made.rows))
    for one, path in zip(made.variants, files, strict=True):
        click.echo(f"\n{title(one.title)}: {path}")
        for change in one.changes:
            click.echo(f"  {change}")
    if made.findings or made.notes:
        click.echo()
    for text in (*made.findings, *made.notes):
        click.echo(text)
    click.echo(f"\n{page} is written")
