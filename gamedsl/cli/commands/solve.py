"""`gamedsl solve`."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from textwrap import fill
from typing import cast

import click

from gamedsl.api.plain import json_of
from gamedsl.api.solving import OutOfTimeError, Watching, search_of, within_seconds
from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import choose_engine
from gamedsl.cli.common.exit_codes import ExitCode, LimitError, WrongUseError
from gamedsl.cli.common.options import FiniteRange, aim_option, count_option, most_option, output_option, seed_option
from gamedsl.cli.printing.faults import tell_fault
from gamedsl.cli.printing.json_output import json_option, print_json
from gamedsl.cli.printing.progress import progress
from gamedsl.cli.printing.text import plural, table
from gamedsl.cli.printing.writing import Output, force_option, sources_of
from gamedsl.cli.reading.look_files import look_as_it_is
from gamedsl.cli.reading.rules import Rules, choose_setup, compile_game, from_option, head_data, read, setup_options
from gamedsl.errors import ArgumentError
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.reports.setups import setup_text
from gamedsl.reports.solutions import FEW, best_count, mixture_lines, move_rows, open_sentence, payoff_rows
from gamedsl.reports.titles import game_text
from gamedsl.table.logs.printed_log import texts_with_number
from gamedsl.table.logs.retelling import retell
from gamedsl.table.logs.telling import Teller
from gamedsl.table.names import Names
from gamedsl.table.table import screen_width
from gamedsl.table.text import faint, title
from gamedsl.values import frozen
from gamedsl_interpreter.aims import Aim, aim_of
from gamedsl_interpreter.engine import Checking, Engine, Fault, Forced, State
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.matches.replay import Replay, replay_of, to_json
from gamedsl_interpreter.perft import TooManyError
from gamedsl_interpreter.solving.hidden_games import HiddenSolution
from gamedsl_interpreter.solving.open_games import OpenSolution
from gamedsl_interpreter.solving.values import EndlessError

_DATA = """JSON: `file`, `variants`, `players`, `options`, `start` (with `--from`), `method` (`positions` or `histories`), `aim` (`victory`, `points`, `lead` or
`rank`), `values` by seat (fractions as text where they are exact). With `positions`: `positions`, `exact`, `length`, `first` (who chooses first), `moves`
(`move`, `values`, `length`), `decided` (positions at which moves differ in value), `play` (`seat`, `move`). With `histories`: `histories`, `exploitability`,
`rounds`, `strategy` (`seat`, `observed`, `moves` with probabilities)."""

_EXAMPLES = (
    "solve tic_tac_toe",
    "solve three_mens_morris -o best.json",
    "solve kuhn_poker --within 0.01",
)

_SMALLER = "allow more with `--most`, begin nearer to the end with `--from`, or make the game smaller with `--players`, `--option` or `--set`"


@frozen
class _Task:
    """The arguments of the command."""

    rules: Rules
    setup: Setup
    game: Compiled
    start: str | None
    most: int
    within: float
    wish: Aim | None
    seed: int
    output: Output | None
    as_json: bool


@gamedsl_command(_EXAMPLES, _DATA)
@click.argument("file")
@setup_options
@from_option
@most_option
@aim_option
@click.option(
    "--within",
    type=FiniteRange(0),
    default=0.001,
    show_default=True,
    metavar="X",
    help="If something is hidden: stop when nobody can gain more than this.",
)
@count_option("--rounds", least=1, default=10_000, told="If something is hidden: stop after so many rounds.")
@click.option(
    "--seconds",
    type=FiniteRange(0, min_open=True),
    metavar="S",
    help="Seconds for the search; then it ends with what is known.",
)
@seed_option
@output_option(None, "none; the match of best play is printed")
@force_option
@cache_option
@json_option
def command(
    file: str,
    players: int | None,
    options: tuple[str, ...],
    start: str | None,
    most: int,
    aim: str | None,
    within: float,
    rounds: int,
    seconds: float | None,
    seed: int,
    output: str | None,
    force: bool,
    as_json: bool,
) -> ExitCode:
    """Say what a small game is worth if everybody plays as well as possible.

    Where nothing is hidden, every position gets its value: who can force a win and in how many moves, the best first moves, and a match of best play
    (`-o` writes it as a replay). Forced moves count. Play that never ends is worth the same to both. Among three or more players each takes what is best for
    the seat, and the first of equal moves.

    Where something is hidden from one of two players, the best strategies are mixtures. They are approached until nobody can gain more than `--within` by
    playing otherwise; a single player's best play is exact.
    """
    rules = read(file)
    setup = choose_setup(rules, players, options, start)
    game = compile_game(rules, setup, start=start)
    replay = None if output is None else Output(output, lambda _: False, sources_of(rules.files), force)
    wish = None if aim is None else Aim(aim)
    try:
        aim_of(game.game, wish)
    except ArgumentError as error:
        raise WrongUseError(str(error), "leave `--for` out") from None
    task = _Task(rules, setup, game, start, most, within, wish, seed, replay, as_json)
    is_hidden = hides(game.game)
    if replay is not None:
        if is_hidden:
            raise WrongUseError(
                "best play is a mixture where something is hidden, so there is no match to write", "leave out `-o`"
            )
        replay.check()
    if is_hidden and game.game.humans > 2:
        raise LimitError(
            f"something is hidden from {game.game.humans} players here, and only for one or two there is a method that finds best play",
            "take two players with `--players`, if the rules allow it",
        )
    try:
        return _solve(task, seconds, rounds)
    except TooManyError as error:
        raise LimitError(f"there is {error}", _SMALLER) from error
    except Fault as fault:
        return tell_fault(rules, game, fault, None)


def _solve(task: _Task, seconds: float | None, rounds: int) -> ExitCode:
    """Solves the game, and shows what was found. Ctrl-C and the clock end the search early; what is known by then is shown."""
    search = search_of(task.game.game, partial(_engine, task), task.wish, task.most, task.start, task.seed)
    code = ExitCode.SUCCESS
    try:
        answer = search.run(_watching(seconds), task.within, rounds)
    except (KeyboardInterrupt, OutOfTimeError) as stop:
        code = ExitCode.INTERRUPTED if isinstance(stop, KeyboardInterrupt) else ExitCode.LIMIT
        answer = search.so_far()
        if answer is None:
            click.echo(f"stopped {search.describe_progress()}", err=True)
            return code
    except EndlessError as error:
        raise LimitError(
            f"{search.describe_progress()}: {error}", "take two players with `--players`, or one"
        ) from error
    if answer is None:
        raise LimitError(
            f"{_describe(task)} has more than {task.most:,} {search.what}; stopped {search.describe_progress()}",
            _SMALLER,
        )
    if isinstance(answer, OpenSolution) and task.output is not None:
        task.output.write(to_json(_replay(task, answer.play)))
    if task.as_json:
        print_json(_head(task) | cast("dict[str, object]", json_of(answer, task.game.game)))
    elif isinstance(answer, OpenSolution):
        _show_open(task, answer)
    else:
        _show_hidden(task, answer)
    is_open = isinstance(answer, OpenSolution) or answer.exploitability <= task.within
    return code if is_open or code is not ExitCode.SUCCESS else ExitCode.LIMIT


def _watching(seconds: float | None) -> Watching:
    """Returns what shows a running count of each part of the search, and ends it when the time is over."""
    limit = within_seconds(seconds, abs)

    @contextmanager
    def watching(what: str) -> Generator[Callable[[int], object]]:
        with progress(what) as tick:

            def count(more: int) -> None:
                tick(more)
                limit(more)

            yield count

    return watching


# ---------------------------------------------------------------- nothing is hidden


def _show_open(task: _Task, answer: OpenSolution) -> None:
    game = task.game.game
    click.echo(title(f"{_describe(task)}: {plural(answer.positions, 'position')}"))
    click.echo(open_sentence(game, answer))
    head, *rows = payoff_rows(game, answer.aim, answer.payoff)
    click.echo("\n" + table(head, rows))
    if answer.mover is not None:
        best = best_count(answer, answer.mover)
        click.echo(
            f"\n{game.seats[answer.mover]} moves first; {best} of {plural(len(answer.moves), 'first move')} {'is' if best == 1 else 'are'} best."
        )
        head, *rows = move_rows(answer, answer.mover)
        words = _words_of_first_moves(task)
        click.echo(table(head, [(words.get(move, move), *more) for move, *more in rows]))
        if len(answer.moves) > FEW:
            click.echo(faint(f"… and {len(answer.moves) - FEW:,} more; `--json` has all of them"))
    click.echo(f"\nThe choice matters at {plural(answer.decided, 'position')}.")
    if task.output is not None:
        click.echo(f"A match of best play is written to {task.output.path}.")
        return
    click.echo(title("\na match of best play"))
    look, width = look_as_it_is(task.rules, game), screen_width()
    told = list(retell(_engine(task, Forced.PLAYED), look, _replay(task, answer.play)))
    for number, lines in enumerate(told[:FEW], start=1):
        for text in texts_with_number(number, lines, width):
            click.echo(text)
    if len(told) > FEW:
        click.echo(faint(f"… and {plural(len(told) - FEW, 'more move', 'more moves')}; `-o FILE` writes all of them"))


def _words_of_first_moves(task: _Task) -> dict[str, str]:
    """Returns the words for people of the moves with which a match begins, by their texts in the rules."""
    engine, teller = (
        _engine(task, Forced.PLAYED),
        Teller(Names(task.game.game, look_as_it_is(task.rules, task.game.game))),
    )
    state = engine.initial(task.seed, 0, task.start) if task.start is not None else engine.initial(task.seed)
    seat = engine.to_act(state)[0]
    return {move.text: teller.move(move, seat) for move in engine.moves(state, seat)}


def _replay(task: _Task, play: Sequence[Played]) -> Replay:
    """Returns the match as a replay. As in every replay, forced moves are left out."""
    engine = _engine(task, Forced.PLAYED)
    state = engine.initial(task.seed, 0, task.start) if task.start is not None else engine.initial(task.seed)
    moves: list[tuple[int, str]] = []
    for one in play:
        if state.is_over or engine.to_act(state)[0] != one.seat:
            continue
        move = next((move for move in engine.moves(state, one.seat) if move.text == one.text), None)
        if move is None:
            continue
        moves.append((one.seat, move.text))
        state = engine.play(state, one.seat, move)
    outcome = engine.outcome(state) if state.is_over else None
    added = task.rules.files.additions.lines
    return replay_of(task.game.game, task.rules.name, task.seed, 0, tuple(moves), outcome, task.start, added)


# ---------------------------------------------------------------- something is hidden


def _show_hidden(task: _Task, answer: HiddenSolution) -> None:
    game = task.game.game
    sets = plural(len(answer.mixtures), "information set")
    click.echo(title(f"{_describe(task)}: {plural(answer.histories, 'history', 'histories')}, {sets}"))
    if game.humans == 2:
        click.echo(
            f"After {plural(answer.rounds, 'round')} a player who knows the other's strategy gains at most {answer.exploitability:.4f} more on average."
        )
    head, *rows = payoff_rows(game, answer.aim, answer.payoff)
    click.echo("\n" + table(head, rows))
    click.echo(title("\nhow to choose first"))
    names = Names(game, look_as_it_is(task.rules, game))
    for line in mixture_lines(game, answer.mixtures, names.clean):
        click.echo(fill(line, screen_width(), subsequent_indent="  ", break_on_hyphens=False))


# ---------------------------------------------------------------- both


def _engine(task: _Task, forced: Forced) -> Engine[State]:
    chosen = choose_engine(task.game, task.rules.files.sources, Checking.OFF, forced)
    return cast("Engine[State]", chosen.engine)


def _describe(task: _Task) -> str:
    begun = "" if task.start is None else f", from {task.start}"
    return f"{game_text(task.game.game.name, task.game.game.variants)}, {setup_text(task.setup)}{begun}"


def _head(task: _Task) -> dict[str, object]:
    return head_data(task.rules, task.setup, task.game.game.variants, task.start)
