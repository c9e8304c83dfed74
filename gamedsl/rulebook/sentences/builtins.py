"""Words for values of the language, and for the results of built-in functions as these declare them."""

from __future__ import annotations

from gamedsl.semantics.model.builtin_names import SIGNATURES

VALUES = {
    "players": "the players",
    "playing": "the players still in the game",
    "humans": "the number of people",
    "round": "the number of the round",
    "box": "the box",
    "number": "the number of the seat",
    "owner": "its owner",
    "directions": "the eight directions",
    "none": "nothing",
    "declined": "it is declined",
    "total": "total",
}
"""The words for values of the language, which are not names of the game."""


def result_text(name: str, arguments: int) -> str | None:
    """Returns the words for the result of a function with this many arguments, with a place for each; None if it has none."""
    signature = SIGNATURES.get(name)
    return None if signature is None else _with_arguments(signature.results, arguments - signature.fewest)


def gives_several(name: str) -> bool:
    """Whether the result of a function is several things, by its words."""
    signature = SIGNATURES.get(name)
    several = ("all ", "the places", "the neighbours")
    return signature is not None and any(words.startswith(several) for words in signature.results)


def text_with_values(name: str, arguments: int) -> str | None:
    """Returns the words for the result of a function whose first argument gives a value for each element; None if it has none."""
    signature = SIGNATURES.get(name)
    return None if signature is None else _with_arguments(signature.valued, arguments - signature.fewest)


def _with_arguments(texts: tuple[str, ...], more: int) -> str | None:
    """Returns the text for a number of arguments beyond the fewest."""
    return texts[more] if 0 <= more < len(texts) else None


def test_text(name: str, arguments: int) -> tuple[str, str] | None:
    """Returns the words for a test with this many arguments, and for the opposite; None for functions that give something else."""
    signature = SIGNATURES.get(name)
    return signature.test if signature is not None and signature.most == arguments else None
