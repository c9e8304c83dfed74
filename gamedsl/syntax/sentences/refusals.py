"""Sentences about what is allowed: `you may only buy if your sledge has fewer than four crates`, `nobody may rest while it is late`."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.syntax.sentences.conditions import condition
from gamedsl.syntax.sentences.headers import negated
from gamedsl.syntax.sentences.scene import Scene, Word

_LIMITED = frozenset(["only"])
_FORBIDDEN = frozenset(["cannot", "not", "nobody"])
_NEEDING = (("you", "need"), ("you", "must", "have"), ("you", "must", "be"))
_IF = frozenset(["if", "when", "while", "with"])


def refusal(words: Sequence[Word], scene: Scene) -> str:
    """Returns the line that says when something is allowed; empty if the sentence does not say this."""
    said = [word.said for word in words]
    needed = next((one for one in _NEEDING if tuple(said[: len(one)]) == one), ())
    if needed and (asked := condition([Word("have", {}), *words[len(needed) :]], scene)):
        return f"require allowed: {asked}"
    at = next((i for i, word in enumerate(said) if word in (*_IF, "unless")), 0)
    is_allowed = not {"may", "can", "cannot", "must", "allowed", "only"}.isdisjoint(said[:at])
    having = [Word("have", {})] if at and said[at] == "with" else []
    asked = condition([*having, *words[at + 1 :]], scene) if at and is_allowed else ""
    if not asked:
        return ""
    if not _FORBIDDEN.isdisjoint(said[:at]):
        return f"require allowed: {asked if said[at] == 'unless' else negated(asked)}"
    return f"require allowed: {asked}" if not _LIMITED.isdisjoint(said[: at + 1]) and said[at] in _IF else ""
