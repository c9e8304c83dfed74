"""Names of the rules as titles."""

from __future__ import annotations

_SHORT = frozenset(["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"])


def as_title(name: str) -> str:
    """Returns a name with capital first letters: `lines_of_action` as “Lines of Action”. Short words inside stay small."""
    words = name.replace("_", " ").split()
    return " ".join(
        word if number and word in _SHORT else f"{word[:1].upper()}{word[1:]}" for number, word in enumerate(words)
    )
