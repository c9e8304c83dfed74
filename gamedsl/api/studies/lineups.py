"""Who plays in studies, and with which engine."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.api.rules import Rules
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.game import Game
from gamedsl.workbench.lineups import lineup_for, lineup_with
from gamedsl_interpreter import arguments
from gamedsl_interpreter.matches.fastest import Chosen, fastest
from gamedsl_interpreter.wasm.instances.interface import Purpose


def lineup_of(agents: str, game: Game, aim: str | None = None) -> str:
    """Returns the text of a lineup after checking it; `aim` is what players that think play for. Raises AgentSpecError, ArgumentError."""
    text = lineup_with(arguments.text("agents", agents), (), game)
    if aim is None:
        return text
    return lineup_for(text, arguments.one_of("aim", aim, ("points", "victory", "rank")), game)


def engine_with_note(rules: Rules, game: Compiled, purpose: Purpose, warn: Callable[[str], object]) -> Chosen:
    """Returns the fastest executor for the game. If that is the reference executor, `warn` is told why, with the line of the rules."""
    chosen = fastest(game.game, keeper=rules.known.store, purpose=purpose)
    if chosen.note is not None:
        place = rules.place(game.game, chosen.site).partition(",")[0]
        warn(f"{chosen.note}{place and f' ({place})'}")
    return chosen
