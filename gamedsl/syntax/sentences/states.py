"""Sentences that say how something is now: `the plot is cleared`, `the canal is yours`, `the fire on the target goes out`, `you have lost`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.syntax.sentences.conditions import named, text_of, thing_of
from gamedsl.syntax.sentences.scene import Scene, Sort, Word

_BEING = frozenset(["is", "are", "belongs", "belong", "goes", "has", "have", "counts"])
_OUT = re.compile(r"(?:goes out|is (?:put )?out|is gone|is (?:now )?empty|is extinguished)(?: now)?$")
_MINE = re.compile(r"(?:is|are|belongs|belong|becomes)(?: now)?(?: to)? (?:yours|you|mine|your own)(?: now)?$")
_NEGATED = frozenset(["not", "no", "longer", "never"])
_OPPONENT = re.compile(r"(?:your |the )?(?:opponent|other player) (?:is|has|have)\b")
_SELF = re.compile(r"you (?:are|have)(?: now| already)? \S+$")
_MORE = re.compile(r"(\d+|another)(?: more)?\b.* (?:is|are) \S+$")
_NOW = re.compile(r"you (?:now )?have (?:now )?(\d+) ")


def state(words: Sequence[Word], scene: Scene) -> tuple[str, ...]:
    """Returns the line that makes what a sentence says of one thing; none if it says something else."""
    said = text_of(words)
    being = next((i for i in range(len(words) - 1, 0, -1) if words[i].said in _BEING), 0)
    if not being:
        return ()
    value = "no" if not _NEGATED.isdisjoint(word.said for word in words[being:]) else "yes"
    return _of_place(words[:being], words[being:], value, scene) or _of_player(words, said, value, scene)


def _of_place(subject: Sequence[Word], predicate: Sequence[Word], value: str, scene: Scene) -> tuple[str, ...]:
    """Returns the line for the state of a place."""
    place, board = thing_of(subject, scene)
    if not place:
        return ()
    after, beside = thing_of(predicate, scene)
    if place in dict(scene.own.standing) and beside == board and after != place:
        return (f"{place} = {after}",)
    owned, changed = named(predicate, Sort.OWNED), named(subject, Sort.OWNED)
    has = scene.own.fields_of.get(board, frozenset())
    if owned in scene.own.place_flags and owned in has:
        return (f"{place}.{owned} = {value}",)
    marks = [mark for of, mark in scene.own.marks if of == board]
    if _MINE.search(text_of(predicate)) and len(marks) == 1:
        return (f"{place}.{marks[0]} = me",)
    if _OUT.search(text_of(predicate)) and changed in has and changed not in (*scene.own.place_flags, *marks):
        return (f"{place}.{changed} = 0",)
    return ()


def _of_player(words: Sequence[Word], said: str, value: str, scene: Scene) -> tuple[str, ...]:
    """Returns the line for the state of a player, or of a number that is said as one."""
    last = words[-1:]
    flag, number = named(last, Sort.FLAG), named(last, Sort.NUMBER)
    if flag and _OPPONENT.match(said) and scene.are_two:
        return (f"as left(me): {flag} = {value}",)
    if flag and _SELF.match(said):
        return (f"{flag} = {value}",)
    if number and (more := _MORE.match(said)):
        return (f"{number} += {'1' if more[1] == 'another' else more[1]}",)
    kept = _NOW.match(said)
    return (f"{number} = {kept[1]}",) if number and kept and "now" in said else ()


def called(words: Sequence[Word], scene: Scene) -> tuple[str, ...]:
    """Returns the line for a rule whose name is the verb of a sentence: `place` for `place one`, `keep(card)` for `keep the card`."""
    if len(words) > 1 and words[0].said == "you":
        words = words[1:]
    both = "_".join(word.said for word in words[:2])
    rule = next((name for name in scene.rules if both == name or words[0].said in (name, f"{name}s")), "")
    rest = words[2:] if both == rule else words[1:]
    if not rule or any(word.said == "from" for word in rest):
        return ()
    taken = scene.rules[rule]
    if not taken:
        is_plain = not any(word.said.isdigit() and word.said != "1" for word in rest)
        is_plain = is_plain and all(
            word.said in _ARTICLES or {Sort.PIECE, Sort.BOARD} & word.names.keys() for word in rest
        )
        return (rule,) if is_plain else ()
    thing, of = thing_of(rest, scene)
    return (f"{rule}({thing})",) if thing and taken == (of,) else ()


_ARTICLES = frozenset(["a", "an", "the", "1", "your", "this", "that", "some", "what", "you", "can", "."])
