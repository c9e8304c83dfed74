"""Reads agents as people write them: `mcts:2000,random`.

A list names an agent for each player, in the order of the seats; one agent alone plays all seats. An agent is a word and its limit:

    random          random answers to steps            random:moves    random complete moves
    greedy          looks one answer ahead             greedy:50       with 50 playouts for each option
    mcts            searches a tree                    mcts:2000       with 2,000 iterations for a move
                                                       mcts:500ms      for half a second (also `2s`)
                                                       mcts:2000x4     with four threads
    cfr             a mixed strategy for small games   cfr:50000       after 50,000 rounds of regret matching
    beginner, steady, strong                           agents as pages call them, without a limit

A thinking player can be followed by what it plays for, if that is not the aim of the game: `mcts:2000 for points`, also `victory` or `rank`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl.values import evolve
from gamedsl_interpreter import arguments
from gamedsl_interpreter.aims import Aim, aim_of
from gamedsl_interpreter.matches.agents import Agent, RandomMoves, RandomSteps

STRENGTHS: Mapping[str, str] = {"beginner": "mcts:100", "steady": "mcts:2s", "strong": "mcts:6s"}
"""How strong an agent plays, in words that players know from pages, and the agent that each means."""

AIMS = (Aim.POINTS, Aim.VICTORY, Aim.RANK)
"""The aims that an agent can play for."""

WORDS = ("random", "greedy", "mcts", "cfr", *STRENGTHS)
"""The words for agents."""

_TIME = re.compile(r"([0-9]{1,9})(ms|s)")
_THREADS = re.compile(r"[1-9]|[1-5][0-9]|6[0-4]")
_NUMBER = re.compile(r"[0-9]{1,9}")


class AgentSpecError(ArgumentError):
    """A text names no agent, or not one for each seat. `advice` tells what can be written (it may be empty)."""

    def __init__(self, text: str, advice: str = "") -> None:
        super().__init__(f"{text}; {advice}" if advice else text)
        self.text = text
        self.advice = advice


def agent_from(spec: str) -> Agent:
    """Makes the agent that a text names. Raises AgentSpecError."""
    text, aim = _split_aim(arguments.text("spec", spec).strip())
    text = STRENGTHS.get(text, text)
    word, colon, allowed = text.partition(":")
    if colon and not allowed:
        raise AgentSpecError(
            f"nothing stands behind the colon of `{text}`", f"write `{word}` or {_LIKE.get(word, '`mcts:2000`')}"
        )
    make = {"random": _random, "greedy": _greedy, "mcts": _mcts, "cfr": _cfr}.get(word)
    if colon and word in STRENGTHS:
        raise AgentSpecError(f"`{text}` is no agent", f"write `{word}`")
    if make is None:
        raise AgentSpecError(f"there is no agent `{word}`" if word else "an agent is missing", _suggest(word))
    agent = make(text, allowed)
    if aim is None:
        return agent
    from gamedsl_interpreter.thinking.cfr import Cfr  # imported here because random matches do not need them
    from gamedsl_interpreter.thinking.greedy import Greedy
    from gamedsl_interpreter.thinking.mcts import Mcts

    if not isinstance(agent, Cfr | Greedy | Mcts):
        raise AgentSpecError(f"`{text}` plays for nothing", f"write `mcts for {aim.value}` or `greedy for {aim.value}`")
    return evolve(agent, aim=aim)


def _split_aim(text: str) -> tuple[str, Aim | None]:
    """Splits a text into the agent and its aim. Raises AgentSpecError."""
    before, word, wanted = (part.strip() for part in text.partition(" for "))
    if not word:
        return text, None
    aim = next((aim for aim in AIMS if aim.value == wanted), None)
    if aim is None:
        raise AgentSpecError(f"`{text}` is no agent", "a player plays for `points`, `victory` or `rank`")
    return before, aim


def agents_from(specs: str, game: Game) -> tuple[Agent, ...]:
    """Makes the agents for the players of a game: one for each, or one for all of them. Raises AgentSpecError, ArgumentError."""
    arguments.require("game", game, Game, "give what `rules.game()` gives")
    named = [agent_from(spec) for spec in arguments.text("specs", specs).split(",")]
    if len(named) == 1:
        named *= game.humans
    if len(named) != game.humans:
        players = f"{game.humans} player{'' if game.humans == 1 else 's'}"
        raise AgentSpecError(
            f"{game.name} has {players} here, and `{specs}` names {len(named)} agents",
            "name one for each of them, or one for all",
        )
    for agent in named:
        _check_aim(agent, game)
    return tuple(named)


def _check_aim(agent: Agent, game: Game) -> None:
    """Checks that an agent can play for its aim in a game. Raises AgentSpecError."""
    try:
        aim_of(game, getattr(agent, "aim", None))
    except ArgumentError as error:
        raise AgentSpecError(f"`{agent.name}` cannot play here: {error}") from None


def with_seats(agents: Sequence[Agent], seats: Iterable[str], game: Game) -> tuple[Agent, ...]:
    """Replaces the agents at some seats: each text is `SEAT=AGENT`, the seat by name or by number from 1. Raises AgentSpecError."""
    made = list(agents)
    taken: set[int] = set()
    for text in seats:
        name, equals, spec = text.partition("=")
        if not equals:
            raise AgentSpecError(f"`{text}` names no agent", f"write `{text}=greedy`")
        seat = seat_from(name.strip(), game)
        if seat in taken:
            raise AgentSpecError(f"two agents are named for {game.seats[seat]}", "name one")
        taken.add(seat)
        made[seat] = agent_from(spec)
        _check_aim(made[seat], game)
    return tuple(made)


def seat_from(name: str, game: Game) -> int:
    """Finds the number of a player's seat, given by name or by number from 1. Raises AgentSpecError."""
    names = game.seats[: game.humans]
    if name in names:
        return names.index(name)
    if name.isascii() and name.isdigit() and len(name) < 4 and 1 <= int(name) <= len(names):
        return int(name) - 1
    raise AgentSpecError(f"there is no seat `{name}`", _did_you_mean(name, names) or f"there are {', '.join(names)}")


# ---------------------------------------------------------------- words


_LIKE: Mapping[str, str] = {
    "random": "`random:moves`",
    "greedy": "`greedy:50`",
    "mcts": "`mcts:2000` or `mcts:500ms`",
    "cfr": "`cfr:50000`",
}


def _random(text: str, allowed: str) -> Agent:
    if allowed in ("", "steps"):
        return RandomSteps()
    if allowed == "moves":
        return RandomMoves()
    raise AgentSpecError(f"`{text}` is no agent", "write `random` or `random:moves`")


def _greedy(text: str, allowed: str) -> Agent:
    from gamedsl_interpreter.thinking.greedy import Greedy  # imported here because random matches do not need it

    return (
        Greedy(_number(text, allowed, "write the number of playouts for each option: `greedy:50`"))
        if allowed
        else Greedy()
    )


def _mcts(text: str, allowed: str) -> Agent:
    from gamedsl_interpreter.thinking.mcts import Mcts  # imported here because random matches do not need it

    if not allowed:
        return Mcts()
    allowed, threads = _threads(text, allowed)
    time = _TIME.fullmatch(allowed)
    if time is not None and int(time[1]):
        return Mcts(milliseconds=int(time[1]) * (1000 if time[2] == "s" else 1), threads=threads)
    return Mcts(_number(text, allowed, f"write iterations or a time: {_LIKE['mcts']}"), threads=threads)


def _cfr(text: str, allowed: str) -> Agent:
    from gamedsl_interpreter.thinking.cfr import Cfr  # imported here because random matches do not need it

    return Cfr(_number(text, allowed, "write the number of rounds: `cfr:50000`")) if allowed else Cfr()


def _number(text: str, allowed: str, advice: str) -> int:
    """Reads a number above 0."""
    if not _NUMBER.fullmatch(allowed) or not int(allowed):
        raise AgentSpecError(f"`{text}` is no agent", advice)
    return int(allowed)


def _threads(text: str, allowed: str) -> tuple[str, int]:
    """Splits the text before the `x` from the number of threads after it; 1 if there is no `x`."""
    before, times, number = allowed.partition("x")
    if not times or not before:
        return allowed, 1
    if not _THREADS.fullmatch(number):
        raise AgentSpecError(f"`{text}` is no agent", "write 1 to 64 threads behind the `x`: `mcts:2000x4`")
    return before, int(number)


def _suggest(word: str) -> str:
    return _did_you_mean(word, WORDS) or f"there are {', '.join(f'`{known}`' for known in WORDS)}"


def _did_you_mean(word: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches  # imported only when a word is mistyped

    near = get_close_matches(word, known, 1)
    return f"did you mean `{near[0]}`?" if near else ""
