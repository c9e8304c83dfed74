"""Why a request is refused: a sentence, a word for programs, and what to do instead."""

from __future__ import annotations

from gamedsl.errors import GameDslError


class RefusedError(GameDslError):
    """A request is not possible; the text is a sentence with the reason, which its seat may know. `code` says the same to programs, `advice` what to do, and
    `wait` in how many seconds it is worth to ask again."""

    def __init__(
        self, text: str, code: str = "refused", advice: str = "", status: int = 409, wait: int | None = None
    ) -> None:
        super().__init__(text)
        self.code, self.advice, self.status, self.wait = code, advice, status, wait

    def __reduce__(self) -> tuple[type[RefusedError], tuple[str, str, str, int, int | None]]:
        return type(self), (str(self), self.code, self.advice, self.status, self.wait)


class KeepingError(GameDslError):
    """The record of a match cannot be read or written; the text is a sentence that says why."""
