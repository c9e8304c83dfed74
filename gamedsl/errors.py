"""The base classes of all errors of this package."""

from __future__ import annotations

__all__ = ["ArgumentError", "GameDslError"]


class GameDslError(Exception):
    """The base of every error that this package raises intentionally; each of them also has a fitting built-in base class.

    Every error can be pickled and copied with its attributes, so that it arrives complete from another process.
    """

    def __reduce__(self) -> tuple[object, ...]:
        # A constructor that makes the text from other arguments cannot be called with the text.
        return _make_again, (type(self), self.args), self.__dict__ or None


class ArgumentError(GameDslError, ValueError, TypeError):
    """An invalid argument: of the wrong type, out of range, or made by another game. The text is one sentence that says which, and what is expected.
    Nothing has happened."""


def _make_again(kind: type[GameDslError], args: tuple[object, ...]) -> GameDslError:
    error = kind.__new__(kind)
    error.args = args
    return error


class MissingExtraError(GameDslError):
    """The request needs a library that is not installed; `extra` is the extra of the package that has it."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs a library that is not installed")
        self.extra = extra
