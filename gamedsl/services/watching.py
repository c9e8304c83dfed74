"""The things that never happen in matches of the rules that are being written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import cast

from gamedsl.services.workspace import View, Watched
from gamedsl_interpreter.engine import Checking, Engine, Forced, State, Step
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.trouble.attempts import EnoughError, attempt, curious
from gamedsl_interpreter.trouble.survey import Survey

MOST_MATCHES = 200
"""The matches that are played."""
MOST_ANSWERS = 30_000
"""The most answers in all matches together: matches of long games are fewer."""
FEWEST_MATCHES = 20
"""The fewest matches after which it is told that something has never happened."""
_SEED = 1


def watch(view: View, goes_on: Callable[[], bool]) -> Watched | None:
    """Plays matches of the first setup, whose players try everything. Returns the actions that were never offered and the fields that never changed, with a
    text about each; None if the rules have mistakes, if a match ends in a fault, or once `goes_on` says no."""
    game = view.compile()
    if game is None:
        return None
    engine = cast("Engine[State]", fastest(game, Checking.ON, forced=Forced.ASKED).engine)
    survey, taken = Survey(engine), dict[tuple[str, str, str, str], int]()
    answers = 0
    for index in range(MOST_MATCHES):
        choose = survey.watch(curious(_SEED, index, taken))

        def pick(step: Step, choose: Callable[[Step], int] = choose) -> int:
            nonlocal answers
            answers += 1
            if not goes_on():
                raise EnoughError
            return choose(step)

        survey.note(attempt(engine, _SEED, index, None, pick, survey.look))
        if not goes_on():
            return None
        if answers > MOST_ANSWERS:
            break
    idle = survey.idle()
    if idle is None or survey.matches < FEWEST_MATCHES:
        return None
    said = f"in {survey.matches} matches"
    alike, still = (Counter(names) for names in ([spec.name for spec in game.fields], idle.fields))
    told = {("action", name): f"never offered {said}" for name in idle.actions}
    told |= {("field", name): f"never changed {said}" for name in still if still[name] == alike[name]}
    return Watched(view.source.text, survey.matches, told)
