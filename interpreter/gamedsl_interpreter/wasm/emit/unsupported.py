"""What is too large for a module."""

from __future__ import annotations

from gamedsl.errors import GameDslError


class Unsupported(GameDslError):
    """Rules beyond a limit of the emitter. The message is what there is too much of, in the words of the rules, and the limit in brackets."""
