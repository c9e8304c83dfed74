"""Reads the sides that a comparison plays from the command line."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.additions import NO_ADDITIONS
from gamedsl.cli.common.engines import chosen_engine
from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.cli.reading.files import STANDARD_INPUT, asked_additions
from gamedsl.cli.reading.lineups import chosen_lineup
from gamedsl.cli.reading.rules import Rules, chosen_setup, compiled, read
from gamedsl.cli.reading.sides import Wish, base_of, second_wish, setups_of
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.reports.setups import setup_text
from gamedsl.reports.titles import game_text
from gamedsl.values import evolve, frozen
from gamedsl.workbench.comparing.sides import Side
from gamedsl.workbench.lineups import lineup_text
from gamedsl.workbench.playing.jobs import Job
from gamedsl_interpreter.wasm.instances.interface import Purpose


@frozen
class Player:
    """A side of a comparison, with its rules and setup."""

    rules: Rules
    setup: Setup
    game: Compiled
    side: Side

    @property
    def agents(self) -> str:
        return self.side.job.agents


def players_of(
    first: Wish,
    others: Sequence[str],
    to_players: int | None,
    to_options: tuple[str, ...],
    agents: str,
    to_agents: str | None,
    seed: int,
    aim: str | None = None,
) -> tuple[Player, ...]:
    """Returns all sides, each with a unique name. Raises WrongUseError, FindingsError."""
    wishes = [second_wish(first, other, to_players, to_options) or first for other in others]
    if not wishes and (to_agents is not None or to_players is not None or to_options):
        wishes = [second_wish(first, None, to_players, to_options) or first]
    read_sides = _rules(first, wishes)
    if len(read_sides) > len(wishes) + 1:
        wishes = [first]
    before = _player(
        read_sides[0], chosen_setup(read_sides[0], _least(first, read_sides), first.options), agents, seed, aim
    )
    after = [
        _player(rules, _closest_setup(rules, wish, before), to_agents or agents, seed, aim)
        for rules, wish in zip(read_sides[1:], wishes, strict=True)
    ]
    return _make_unique((before, *after))


def _rules(first: Wish, wishes: Sequence[Wish]) -> list[Rules]:
    """Reads the rules of all sides. The additions of the command line apply to all sides but the first."""
    added = asked_additions()
    files = [first.file, *(wish.file for wish in wishes)]
    if files.count(STANDARD_INPUT) > 1:
        raise WrongUseError("only one of the sides can be standard input", "name a file for the other ones")
    if not wishes and not added:
        variant = read(first.file)
        try:
            return [read(base_of(variant)), variant]
        except WrongUseError:
            message = f"{variant.name} is no variant: it has nothing to be compared with"
            raise WrongUseError(
                message, "name another FILE, or what changes: `--set`, `--variant`, `--to-agents` …"
            ) from None
    one = read(first.file, NO_ADDITIONS)
    return [one, *(read(file, added) for file in files[1:])] if wishes else [one, read(first.file, added)]


def _least(first: Wish, sides: Sequence[Rules]) -> int | None:
    """Returns the smallest number of players that all sides allow, unless the command line names one."""
    if first.players is not None:
        return first.players
    counts = [{setup.players for setup in rules.known.setups} for rules in sides]
    return min((number for number in counts[0] if all(number in other for other in counts)), default=None)


def _closest_setup(rules: Rules, wish: Wish, before: Player) -> Setup:
    """Returns the setup of another side: as asked for, and otherwise as close to the first side's setup as possible."""
    own = dict(before.setup.options)

    def unlike(setup: Setup) -> tuple[bool, int]:
        return setup.players != before.setup.players, sum(
            own.get(name, value) != value for name, value in setup.options
        )

    return min(setups_of(rules, wish, before.rules), key=unlike)


def _player(rules: Rules, setup: Setup, agents: str, seed: int, aim: str | None) -> Player:
    game = compiled(rules, setup)
    agents = chosen_lineup(agents, (), "steps", game.game, aim)
    chosen = chosen_engine(game, rules.files.sources, purpose=Purpose.PLAY)
    name = game_text(game.game.name, game.game.variants)
    return Player(rules, setup, game, Side(name, Job(chosen, agents, seed)))


def _make_unique(sides: tuple[Player, ...]) -> tuple[Player, ...]:
    """Makes the names unique by appending what differs between the sides, else their number."""
    for more in (_file, _setup, _agents, _number):
        names = [one.side.name for one in sides]
        if len(set(names)) == len(names):
            break
        parts = [more(one, number) for number, one in enumerate(sides)]
        if len(set(parts)) > 1:
            sides = tuple(
                evolve(one, side=evolve(one.side, name=f"{one.side.name} ({part})"))
                for one, part in zip(sides, parts, strict=True)
            )
    return sides


def _file(one: Player, _: int) -> str:
    return one.rules.name


def _setup(one: Player, _: int) -> str:
    return setup_text(one.setup)


def _agents(one: Player, _: int) -> str:
    return lineup_text(one.agents, one.game.game)


def _number(_: Player, number: int) -> str:
    return f"side {number + 1}"
