"""Random edits of texts, and findings in a form that can be compared."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

from gamedsl.diagnostics.model import Diagnostic

_PIECES = (
    "(", ")", '"', "\n", "    ", " ", ".", ",", ":", "x", "9", " is ", "me.", "where ", "# ", "é", "\t", "move ", "[", "]", "-",
)  # fmt: skip


def edited(text: str, dice: random.Random) -> tuple[str, int]:
    """Returns a text with a small change, and the place of it."""
    at = dice.randrange(len(text) + 1)
    match dice.randrange(4):
        case 0:
            return text[:at] + text[at + dice.randrange(1, 12) :], at
        case 1:
            return text[:at] + dice.choice(_PIECES) + text[at:], at
        case 2:
            return text[:at] + text[at : at + 20][::-1] + text[at + 20 :], at
        case _:
            line = text.count("\n", 0, at)
            lines = text.split("\n")
            return "\n".join([*lines[:line], *lines[line + 1 :]]), at


def changed_word(text: str, dice: random.Random) -> str:
    """Returns a text as it is while somebody types: a letter more or less, or another word of the text in place of one."""
    at = dice.randrange(len(text))
    word = re.compile(r"[A-Za-z_]\w*").search(text, at)
    match dice.randrange(4):
        case 0:
            return text[:at] + dice.choice("abcxyz019") + text[at:]
        case 1:
            return text[:at] + text[at + 1 :]
        case _ if word is not None:
            words: list[str] = sorted(set(re.findall(r"[A-Za-z_]\w*", text)))
            other = dice.choice(words)
            return text[: word.start()] + other + text[word.end() :]
        case _:
            return text


def mistakes(found: Iterable[Diagnostic]) -> set[object]:
    """Returns what is wrong where. Suggestions may be left out by a whole check, which tries them."""
    return {(one.code, one.severity, one.message, one.primary, one.others) for one in found}


def told(found: Iterable[Diagnostic]) -> set[object]:
    """Returns what people read of findings: not whether a correction is certain, which needs a whole check."""
    return {
        (
            one.code,
            one.severity,
            one.message,
            one.primary,
            one.others,
            one.help,
            tuple((f.title, f.edits) for f in one.fixes),
        )
        for one in found
    }


def messages(found: Iterable[Diagnostic]) -> set[object]:
    """Returns what findings say is wrong, and where. Their advice may become better with a whole check, which tries lines."""
    return {(one.code, one.severity, one.message, one.primary) for one in found}
