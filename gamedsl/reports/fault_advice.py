"""Advice for designers on each fault while playing: one line, shown with the match and by `gamedsl explain`."""

from __future__ import annotations

BELOW_ZERO = "this number is never below 0: write `max(0, …)` around it"
"""The advice if fewer than no pieces are to be drawn or chosen, or dice rolled."""

ADVICE: dict[str, str] = {
    "E_BOUND": "widen the range if the value is right; else keep it inside, with `min` and `max`, or by a requirement",
    "E_CHOICE": "say what happens then: `else:` below the choice, `choose if able`, `up to 1 of`, `else` another source, or a test in front",
    "E_MISSING": "`draw up to n` and `move up to n` take what there is; `refilled from` shuffles another zone in; else test `some(zone)` first",
    "E_FULL": "test `count(zone)` before pieces are moved there, or raise its `up to`",
    "E_NONE": "test `is not none` first, or let the field start with a value",
    "E_INDEX": "test that the index is inside first, or make the table or board longer",
    "E_DIV": "test that the divisor is not 0 first",
    "E_LIMIT": "raise the number if so many passes are right; `up to n` in its place ends the loop or the game without a fault, and "
    "rounds `at most n, else cut off` report such matches apart",
    "E_PASS": "let somebody always have something to do, or end the phase: `until …`",
    "E_WHICH": "let somebody choose the pieces, or say of which kind: `2 Horse`",
    "E_TIE": "add another key with `then`, or say `ties shared` or `ties decided by p`",
    "E_ONLY": "test that there is exactly one first, or take `first(…)`",
    "E_EMPTY": "test `some(…)` first",
    "E_REFUSED": "test `can(…)` in front of the action, or change its requirement",
    "E_BUDGET": "make of it several smaller choices or loops, or put early what rules most of it out; a choice with too many "
    "moves to count can still be made step by step (`--policy steps`, `play`)",
    "E_SECRET": "write `openly` in front of the formula if that is meant (`gamedsl secrets` lists what the rules say), or test what all see",
    "E_INVARIANT": "the invariant or a rule is wrong: the match that leads there shows which",
}
