"""Options that are refused, with the reason."""

from __future__ import annotations

from gamedsl.values import frozen
from gamedsl_interpreter.engine import Refusal
from gamedsl_interpreter.things import Thing


@frozen
class Refused:
    """An option that an open step offers, but a requirement of the rules does not allow: its fields are those of `StepOption`, and `refusal` says why."""

    value: int
    text: str
    thing: Thing
    refusal: Refusal
