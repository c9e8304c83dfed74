"""What is too large for a module."""

from __future__ import annotations

from gamedsl.errors import GameDslError


class Unsupported(GameDslError):
    """Rules beyond a limit of the emitter. The message is what there is too much of, in the words of the rules, and the limit in brackets."""


class TooLong(Unsupported):
    """More text than a function or a module may have; if it is divided into more functions it may be less."""
