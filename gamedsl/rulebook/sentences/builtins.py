"""The words for values of the language, and those that built-in functions declare."""

from __future__ import annotations

from gamedsl.semantics.model.builtin_names import SIGNATURES

VALUES = {
    "players": "the players",
    "playing": "the players still in the game",
    "humans": "the number of people",
    "round": "the number of the round",
    "box": "the box",
    "directions": "the eight directions",
    "none": "nothing",
    "declined": "it is declined",
    "total": "total",
}
"""The words for values of the language, which are not names of the game."""


def result_text(name: str, arguments: int) -> str | None:
    """Returns the words for the result of a function with so many arguments, with a place for each; None if it has none."""
    signature = SIGNATURES.get(name)
    at = -1 if signature is None else arguments - signature.fewest
    return signature.results[at] if signature is not None and 0 <= at < len(signature.results) else None


def valued_text(name: str, arguments: int) -> str:
    """Returns the words for the result of a function whose first argument gives a value for each element; empty if there is none."""
    signature = SIGNATURES.get(name)
    if signature is None or not signature.valued:
        return ""
    return signature.valued + (signature.valued_most if arguments == signature.most else "")


def test_text(name: str, arguments: int) -> tuple[str, str] | None:
    """Returns the words for a test with so many arguments, and for the opposite; None for functions that give something else."""
    signature = SIGNATURES.get(name)
    return signature.test if signature is not None and signature.most == arguments else None
