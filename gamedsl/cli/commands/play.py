"""`gamedsl play`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from secrets import randbelow
from textwrap import fill

import click

from gamedsl import pipeline
from gamedsl.cli.common.caching import cache_option
from gamedsl.cli.common.command import gamedsl_command
from gamedsl.cli.common.engines import playing_engine
from gamedsl.cli.common.exit_codes import CommandError, ExitCode, WrongUseError
from gamedsl.cli.common.options import (
    agents_option,
    aim_option,
    new_seed_option,
    output_option,
    own_seat_option,
    policy_option,
)
from gamedsl.cli.playing.conversation import Conversation, Ended
from gamedsl.cli.playing.explaining import reason_sentence
from gamedsl.cli.playing.resigning import result_of_resigning
from gamedsl.cli.printing.faults import tell_fault
from gamedsl.cli.printing.outcomes import outcome_text
from gamedsl.cli.printing.progress import announcement
from gamedsl.cli.printing.teams import sentence_about_teams
from gamedsl.cli.printing.writing import force_option
from gamedsl.cli.reading.files import STANDARD_INPUT
from gamedsl.cli.reading.lineups import lineup_text, without_worlds
from gamedsl.cli.reading.look_files import look_for_setup, look_option
from gamedsl.cli.reading.rules import Rules, choose_setup, compile_game, from_option, read, setup_options
from gamedsl.cli.reading.saved_matches import SavedMatch, is_saved_match, read_saved_match, rules_of
from gamedsl.diagnostics.suggest import closest
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl.reports.faults import BrokenMatch
from gamedsl.reports.setups import setup_words
from gamedsl.reports.titles import plain, title_for_players, without_citations
from gamedsl.table.names import USUAL_NAMES, Names
from gamedsl.table.table import screen_width
from gamedsl.table.text import faint, join_items, title
from gamedsl.workbench.lineups import lineup
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.matches.agents import RandomMoves, RandomSteps
from gamedsl_interpreter.matches.replay import DivergedError

_NUMBERED = re.compile(r" *P(\d{1,3}) *(?:=|$)")
"""A seat by its number behind a P."""

_EXAMPLES = (
    "play tic_tac_toe",
    "play connect_four --agents mcts:200",
    "play kuhn_poker --hot-seat --names Ann,Bob",
    "play nim --option last_piece=wins --seed 7 -o match.json --force",
    "play match.json",
)


@gamedsl_command(_EXAMPLES)
@click.argument("file")
@setup_options
@click.option("--names", metavar="A,B,…", help="Names of the players.")
@agents_option
@aim_option
@own_seat_option
@click.option("--hot-seat", is_flag=True, help="People play all seats, but for those that `--seat` gives to an agent.")
@click.option(
    "--screen-reader",
    is_flag=True,
    envvar="GAMEDSL_SCREEN_READER",
    help="Tell the table in sentences, without drawings (also by the variable GAMEDSL_SCREEN_READER=1).",
)
@look_option
@policy_option
@new_seed_option
@click.option(
    "--allow-undo",
    is_flag=True,
    help="Let people undo choices that have shown dice or cards, or told others something.",
)
@output_option(None, "GAME-SEED.json; GAME.json if the game hides something", "--replay")
@from_option
@cache_option
@force_option
def command(
    file: str,
    players: int | None,
    options: tuple[str, ...],
    names: str | None,
    agents: str,
    aim: str | None,
    seats: tuple[str, ...],
    hot_seat: bool,
    screen_reader: bool,
    look: str | None,
    policy: str,
    seed: int | None,
    allow_undo: bool,
    output: str | None,
    start: str | None,
    force: bool,
) -> ExitCode:
    """Play a match in the terminal: you play one seat and random players the others, or people play all seats in turn.
    `--agents mcts` takes players that think instead of random ones.

    With the file of a saved match, that match goes on.

    Answer with a number, or with a move by its short names: `e2e4`, `from tavern Mermaid Soldier`, `2c 5h qs`.
    Other answers: `?`, `hint`, `rules`, `undo`, `why MOVE`, `table`, `log`, `view`, `moves`, `save FILE`, `help`, `quit`.
    """
    if file == STANDARD_INPUT:
        raise WrongUseError("`play` needs standard input for the answers", "write the rules into a file")
    with announcement("Checking the rules …"):
        if is_saved_match(file):
            saved = _read_saved(file, players=players, options=options, names=names, seed=seed, start=start)
            rules = saved.read(rules_of(saved.record, file, "lay the file of the rules beside the match"))
            setup, game = saved.game(rules)
            seed, start = saved.record.seed, saved.record.start
        else:
            saved, rules = None, read(file)
            setup, game = _begin(rules, players, options, names, start)
    seats = tuple(_by_number(seat, game.game) for seat in seats)
    thinking = tuple(seat for seat in seats if "=" in seat)
    others = lineup(lineup_text(agents, thinking, policy, game.game, aim), game.game)
    persons = _persons(game.game, seats, hot_seat)
    chosen_seed = randbelow(1 << 31) if seed is None else seed
    talk = Conversation(
        playing_engine(game, rules.files.sources),
        game,
        rules,
        persons,
        others,
        chosen_seed,
        force,
        allow_undo,
        start,
        None if saved is None else saved.record,
        look_for_setup(rules, look, game.game),
        screen_reader,
    )
    if output is not None:
        talk.output(output).check()
    return _talk(talk, rules, setup, output, file)


def _read_saved(file: str, **given: object) -> SavedMatch:
    """Reads the match in a file, to go on with it. Raises WrongUseError."""
    saved = read_saved_match(file, None)
    option = next((name for name, value in given.items() if value not in (None, ())), None)
    if option is not None:
        raise WrongUseError("a saved match goes on with its own players, options and seed", f"leave out `--{option}`")
    if saved.record.outcome is not None:
        raise WrongUseError(f"the match in `{file}` is over", f"`gamedsl replay {file}` plays it again")
    return saved


def _begin(
    rules: Rules, players: int | None, options: tuple[str, ...], names: str | None, start: str | None
) -> tuple[Setup, Compiled]:
    """Returns the setup and game of a new match. Raises WrongUseError, FindingsError."""
    given = tuple(name.strip() for name in names.split(",")) if names else None
    setup = choose_setup(rules, players if players is not None or given is None else len(given), options, start)
    return setup, _game(rules, setup, given, start)


def _game(rules: Rules, setup: Setup, given: tuple[str, ...] | None, start: str | None) -> Compiled:
    """Compiles the game with the names that are given, or those of the start, or else the usual ones, where the rules have no use for these words."""
    if given is None and start is None and setup.players <= len(USUAL_NAMES):
        usual = USUAL_NAMES[: setup.players]
        try:
            if pipeline.wrong_names(rules.parsed, setup, usual) is None:
                return rules.known.compile(setup, usual)
        except pipeline.NotCompilable:
            pass
    return compile_game(rules, setup, given, start)


def _talk(talk: Conversation, rules: Rules, setup: Setup, replay_file: str | None, file: str) -> ExitCode:
    game = talk.compiled
    try:
        with without_worlds():
            talk.begin()
            greeting = "\n".join(_greeting(talk, setup))
            click.echo(f"{greeting}\n")
            ended = talk.run(greeting.count("\n") + 2)
        _tell_result(talk, rules, ended)
    except DivergedError as error:
        text = f"the match in `{file}` cannot be played by these rules: {error}"
        raise WrongUseError(text, f"`gamedsl replay {file}` shows it as far as it goes") from error
    except Fault as fault:
        match = BrokenMatch(setup, game.game.seats, talk.seed, 0, tuple(talk.moves), talk.failing, talk.start)
        return tell_fault(rules, game, fault, match)
    finally:
        if talk.is_to_save:
            _save(talk, replay_file)
    return ExitCode.SUCCESS


def _tell_result(talk: Conversation, rules: Rules, ended: Ended) -> None:
    """Tells how a match ended that was played to its end or given up."""
    game = talk.compiled.game
    if talk.resigned is not None:
        click.echo(f"{game.seats[talk.resigned]} resigns; {result_of_resigning(game, talk.resigned)}.")
    outcome = talk.engine.outcome(talk.state) if ended is Ended.OVER else None
    if outcome is not None:
        reason = reason_sentence(rules, game, outcome.reason)
        names = Names(game, talk.look, is_spoken=talk.is_spoken)
        click.echo(outcome_text(names, outcome, reason, screen_width()))
        if hides(game):
            click.echo(faint(f"\nThe seed was {talk.seed}."))
        click.echo()


def _save(talk: Conversation, replay_file: str | None) -> None:
    """Writes the replay. If that file cannot be written, uses a new name, so that no match is lost. Raises CommandError."""
    if replay_file is not None:
        try:
            talk.save(replay_file)
        except CommandError as error:
            click.echo(error.format_message(), err=True)
        else:
            return
    talk.save(talk.free_name())


def _greeting(talk: Conversation, setup: Setup) -> Iterator[str]:
    """Yields the lines with which a match begins."""
    game = talk.compiled.game
    # The seed would reveal what is hidden.
    dealt = "" if hides(game) else f", seed {talk.seed}"
    begun = "" if talk.start is None else f", from {plain(talk.start)}"
    yield title(f"{title_for_players(talk.look, game.name, game.variants)}, {setup_words(setup)}{begun}{dealt}")
    if game.doc:
        yield fill(without_citations(game.doc), screen_width(), break_on_hyphens=False)
    you = join_items([game.seats[seat] for seat in sorted(talk.persons)])
    yield fill(f"You are {you}. `help` says what can be answered.", screen_width(), break_on_hyphens=False)
    if teams := sentence_about_teams(Names(game, talk.look)):
        yield fill(teams, screen_width(), break_on_hyphens=False)
    by_chance = [game.seats[seat] for seat in range(game.humans) if _is_by_chance(talk, SeatId(seat))]
    if by_chance:
        verb = "plays" if len(by_chance) == 1 else "play"
        told = f"{join_items(by_chance)} {verb} by chance; with `--agents mcts` opponents think."
        yield fill(told, screen_width(), break_on_hyphens=False)


def _is_by_chance(talk: Conversation, seat: SeatId) -> bool:
    return seat not in talk.persons and isinstance(talk.others[seat], RandomMoves | RandomSteps)


def _persons(game: Game, seats: tuple[str, ...], hot_seat: bool) -> frozenset[SeatId]:
    """Returns the seats that people play; scripted seats are never among them. Raises WrongUseError if there are none, or if an agent plays one of them too."""
    given = {_seat(game, seat.partition("=")[0].strip()) for seat in seats if "=" in seat}
    free = [SeatId(seat) for seat in range(game.humans) if seat not in given]
    if not free:
        raise WrongUseError("agents play all seats, so there is nobody to ask", "`gamedsl simulate` lets agents play")
    if hot_seat:
        return frozenset(free)
    own = [_seat(game, seat) for seat in seats if "=" not in seat]
    taken = next((seat for seat in own if seat in given), None)
    if taken is not None:
        raise WrongUseError(f"you and an agent are to play {game.seats[taken]}", "name the seat once")
    return frozenset(own or free[:1])


def _by_number(seat: str, game: Game) -> str:
    """Returns an entry of `--seat` with the number of the seat, where it says `P2` for the second one, whatever that is called."""
    numbered = _NUMBERED.match(seat)
    return seat if numbered is None or not 1 <= int(numbered[1]) <= game.humans else seat.replace("P", "", 1)


def _seat(game: Game, text: str) -> SeatId:
    names = game.seats[: game.humans]
    if text in names:
        return SeatId(names.index(text))
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(names):
        return SeatId(int(text) - 1)
    near = closest(text, names)
    raise WrongUseError(
        f"there is no seat `{text}`", f"did you mean `{near}`?" if near else f"there are {join_items(names)}"
    )
