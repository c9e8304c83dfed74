"""The refusal of a request: a sentence, a code for programs, and what to do instead."""

from __future__ import annotations

from gamedsl.errors import GameDslError


class RefusedError(GameDslError):
    """A request is not possible; the text is a sentence with the reason, which contains only facts that its seat may know. `code` is the reason for
    programs, `advice` tells what to do, and `wait` after how many seconds a new request makes sense."""

    def __init__(
        self, text: str, code: str = "refused", advice: str = "", status: int = 409, wait: int | None = None
    ) -> None:
        super().__init__(text)
        self.code, self.advice, self.status, self.wait = code, advice, status, wait


class KeepingError(GameDslError):
    """The record of a match cannot be read or written; the text is a sentence with the reason."""
