"""Tells the answer to a question that players are asked: *Which card do you clear?* and a card make *clears file 1*."""

from __future__ import annotations

import re

from gamedsl.rulebook.sentences.english import third_person


def answer_text(question: str, what: str) -> str:
    """Turns an answer to a question into a deed: `clears file 1`, `places a stone at e5`; empty for a question of another form."""
    found = _parts(question, what)
    return "" if found is None else f"{third_person(found[0])} {found[1]}"


def possible_answers(question: str, what: str) -> str:
    """Returns the possible answers as a deed after `may`: `clear only file 1 or file 3`."""
    found = _parts(question, f"only {what}")
    return f"choose only {what}" if found is None else " ".join(found)


def yes_or_no_text(question: str, *, is_so: bool) -> str:
    """Turns the answer to a yes-or-no question into a deed: `plants a flag`, `does not plant a flag`; empty for a question of another form."""
    found = _DO_YOU.fullmatch(question)
    if found is None:
        return ""
    verb, rest = found[1], found[2]
    return f"{third_person(verb)}{rest}" if is_so else f"does not {verb}{rest}"


def _parts(question: str, what: str) -> tuple[str, str] | None:
    """Returns the verb of a question, and the rest of the question with an answer in the place of the question word."""
    if (found := _WHAT.fullmatch(question)) is not None:
        return found[1], f"{what}{found[2]}"
    if (found := _WHERE.fullmatch(question)) is not None:
        is_way = found[1].startswith(_GOING)
        rest = found[2]
        return found[1], f"{rest} {'to' if is_way else 'at'} {what}".strip()
    return None


_DO_YOU = re.compile(r"Do you (\w+)([^?,:]*)\?")
_WHAT = re.compile(r"(?:Which|What|Whom)(?: \w+){0,2} do you (\w+)((?: \w+)?)\?")
_WHERE = re.compile(r"Where do you (\w+)((?: \w+){0,3})\?")
_GOING = ("go", "walk", "send", "move", "fly", "sail", "run", "jump", "step", "travel")
"""Verbs behind which a place is where something goes to."""
