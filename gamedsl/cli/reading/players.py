"""Reads the sides that a comparison plays from the command line."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.additions import NO_ADDITIONS
from gamedsl.api.studies.comparing import Player, closest, sides_of, use_defaults
from gamedsl.cli.common.engines import note
from gamedsl.cli.common.exit_codes import WrongUseError
from gamedsl.cli.reading.files import STANDARD_INPUT, additions_asked_for
from gamedsl.cli.reading.lineups import without_worlds
from gamedsl.cli.reading.rules import Rules, choose_setup, read
from gamedsl.cli.reading.sides import Wish, base_of, second_wish, setups_of


def players_of(
    first: Wish,
    others: Sequence[str],
    to_players: int | None,
    to_options: tuple[str, ...],
    agents: str,
    to_agents: str | None,
    seed: int,
    aim: str | None = None,
) -> tuple[Sequence[Rules], tuple[Player, ...]]:
    """Returns the rules of all sides, and the sides, each with a unique name. Raises WrongUseError, FindingsError."""
    wishes = [second_wish(first, other, to_players, to_options) or first for other in others]
    if not wishes and (to_agents is not None or to_players is not None or to_options):
        wishes = [second_wish(first, None, to_players, to_options) or first]
    read_sides = _rules(first, wishes)
    if len(read_sides) > len(wishes) + 1:
        wishes = [first]
    before = choose_setup(read_sides[0], _least(first, read_sides), first.options)
    setups = [
        closest(setups_of(rules, wish, read_sides[0]), use_defaults(before, read_sides[0].api, rules.api))
        for rules, wish in zip(read_sides[1:], wishes, strict=True)
    ]
    who = [agents, *[to_agents or agents] * len(setups)]
    entries = [
        (rules.api, setup, agent) for rules, setup, agent in zip(read_sides, (before, *setups), who, strict=True)
    ]
    with without_worlds():
        return read_sides, sides_of(entries, seed, aim, note)


def _rules(first: Wish, wishes: Sequence[Wish]) -> list[Rules]:
    """Reads the rules of all sides. The additions of the command line apply to all sides but the first."""
    added = additions_asked_for()
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
