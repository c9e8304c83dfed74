"""Answers lines that are plainly English sentences, with the forms of this language that resemble their words most."""

from __future__ import annotations

import re
from itertools import pairwise

from gamedsl.source import Source, Span
from gamedsl.syntax.guessing.own_names import OwnNames, own_names, same_name
from gamedsl.syntax.guessing.phrases import digits_of, implicit_name
from gamedsl.syntax.problems.forms import PlainSentence
from gamedsl.syntax.recovery.lines import WITH_STATEMENTS
from gamedsl.syntax.recovery.near import near_words, saying
from gamedsl.syntax.recovery.stumble import Answer, Stumble

_FEWEST, _LONG = 4, 6
"""The fewest words of a sentence; one of fewer than `_LONG` may be a line of the language with one small word too many."""
_SENTENCE = re.compile(r"[A-Za-z0-9][\w ,;.!?'\u2019\u2013-]*")
_WORD = re.compile(r"[A-Za-z][\w'\u2019-]*|\d+")
_ENGLISH = frozenset(
    re.findall(
        r"\w+",
        "the a an your you their they his her he she its must cannot everybody everyone nobody somebody whoever other another",
    )
)
"""Words of sentences that no line of the language has at such a place."""

_FORMS: tuple[tuple[str, str], ...] = (
    ("shuffle|shuffles|mix|mixes", "shuffle {deck}"),
    ("draw|draws|deal|deals|fill|fills|refill|refills|replenish|drawn", "draw {n} from {deck} to {own}"),
    ("choose|chooses|select|selects|pick|picks|name|names", "choose chosen: one of {own}"),
    ("slide|slides|move|moves|put|puts|place|places|take|takes|discard|discards|return|returns|remove|removes|hang|hangs|give|gives|pass|passes|play|plays|lay",
     "move chosen to {discards}"),
    ("pay|pays|lose|loses|cost|costs|spend|spends", "{points} -= {n}"),
    ("gain|gains|get|gets|receive|receives|score|scores|earn|earns|collect", "{points} += {n}"),
    ("roll|rolls|throw|throws|dice|die", "roll die: one of 1..6"),
    ("reveal|reveals|show|shows", "reveal {own}"),
    ("cannot|can't|must|nobody", 'require able: {points} >= {n} "Why it is refused."'),
    ("wins|win|winner|crown", "ranking by highest {points}"),
    ("ends|ended", "game ends when no({deck})"),
    ("most|highest|lowest|fewest|cheapest|dearest|largest|smallest|best", "let best = first(players by highest {points})"),
    ("turn|turns|begins|starts|starting", "phase {phase}, each player:"),
    ("everybody|everyone", "each player: {points} += {n}"),
)  # fmt: skip
_MOST_FORMS = 2


def plain_sentence(s: Stumble) -> Answer | None:
    """Handles `Slide the market to the left.`, `Draw a card at random from another player's hand.`"""
    text, words = _sentence(s)
    if not words or not (text[0].isupper() or text.endswith(".")):
        return None
    if len(words) < _LONG and (near_words(s) or saying(s)):
        return None
    return _answer(s, text, words)


def small_sentence(s: Stumble) -> Answer | None:
    """Handles `the forest gets 1 wood per player`: a sentence without a capital letter, for which no line was found."""
    text, words = _sentence(s)
    is_line = s.first[0] != "NAME" and s.first[1] not in ("all", "one")
    return _answer(s, text, words) if words and s.headers and not is_line else None


def article_as_name(s: Stumble) -> Answer | None:
    """Handles `the game ends as soon as the king falls`, `heap: each player has one`: a line in which an article was taken for a name."""
    text = s.source.text[s.first[2] :].partition("\n")[0].partition("#")[0].rstrip()
    words = [word.lower() for word in _WORD.findall(text)]
    before, here = (s.before[1] if s.position else ""), s.found[1]
    article = next((word for word in (before, here) if word in _ARTICLES or (word in _EACH and word == before)), "")
    is_name = re.search(rf"\b(?:for|let|choose|roll) {article}(?: in|:| =)|\b{article}:", s.source.text)
    is_short = len(words) < _FEWEST or sum(len(word) > 1 for word in words) < _FEWEST - 1  # `set a b c` has names
    if not article or is_name or is_short:
        return None
    span = Span(s.source.name, s.first[2], s.first[2] + len(text))
    return PlainSentence(span, _forms_here(s, words)), []


def _forms_here(s: Stumble, words: list[str]) -> tuple[str, ...]:
    """Returns the forms for words that may stand where a line stands."""
    if s.headers in (("each",), ("shared",)):
        own = own_names(s.source.text)
        piece = next((found for word in words if (found := same_name(word, own.pieces))), "")
        return (f"{s.first[1]}: bag of {piece}, up to 5" if piece else f"{s.first[1]}: 0..99 = 0",)
    if s.headers and s.headers[0] not in WITH_STATEMENTS:
        return ()
    text = s.source.text[s.first[2] :].partition("\n")[0]
    condition = len(_WORD.findall(text.partition(",")[0])) if words[0].startswith(_IF) and "," in text else 0
    forms = [
        form for form in _nearest(words, s.source, condition) if (form.split()[0] in _AT_TOP) is not bool(s.headers)
    ]
    is_for_all = any(one in _EACH and other == "player" for one, other in pairwise(words))
    return tuple(
        f"each player: {one}" if is_for_all and not _DEEDS.isdisjoint(one.split()[:2]) else one for one in forms
    )


_IF = ("if", "when")
"""How words begin with which a condition begins, up to a comma."""
_ARTICLES = frozenset(["the", "a", "an"])
_EACH = frozenset(["each", "every"])
"""Words that are no names in front of a noun. Those of `_EACH` also begin parts of lines of the language."""
_DEEDS = frozenset(["choose", "draw", "move", "roll", "+=", "-="])
"""The words of forms that happen to a player, without those that name all players themselves."""
_AT_TOP = frozenset(["ranking", "game", "phase"])
"""Words with which forms begin that stand in the first column."""


def _sentence(s: Stumble) -> tuple[str, list[str]]:
    """Returns the text of a line and its words, if it is an English sentence; else no words."""
    if s.headers and (s.headers[0] not in WITH_STATEMENTS or s.headers[-1] in ("choose", "roll", "may")):
        return "", []
    text = s.source.text[s.first[2] :].partition("\n")[0].partition("#")[0].rstrip()
    words = [word.lower() for word in _WORD.findall(text)]
    # No line of the language begins with a capital letter and ends with a full stop.
    is_english = not _ENGLISH.isdisjoint(words) or (text[:1].isupper() and text.endswith("."))
    is_sentence = _SENTENCE.fullmatch(text) and len(words) >= _FEWEST and is_english
    return text, words if is_sentence else []


def _answer(s: Stumble, text: str, words: list[str]) -> Answer:
    span = Span(s.source.name, s.first[2], s.first[2] + len(text))
    return PlainSentence(span, _forms_here(s, words)), []


def _nearest(words: list[str], source: Source, condition: int) -> tuple[str, ...]:
    """Returns the forms for the first words that have one, with the names that the words give and the number behind the word. A form with another name or
    number would say what was not meant, and words of a condition are nothing that happens."""
    own = own_names(source.text)
    slots = {slot: name for slot in _SLOTS if (name := _named(slot, words, own))}
    found: dict[str, dict[str, str]] = {}
    for at, word in enumerate(words):
        if at < condition:
            continue
        for form in (form for said, form in _FORMS if word in said.split("|")):
            number = next((digits for one in words[at:] if (digits := digits_of(one))), "1")
            found.setdefault(form, slots | {"n": number})
    filled = (form.format(**given) for form, given in found.items() if given.keys() >= set(_SLOT.findall(form)))
    return tuple(filled)[:_MOST_FORMS]


_SLOT = re.compile(r"{(\w+)}")
_SLOTS = ("own", "deck", "discards", "points", "phase")


def _named(slot: str, words: list[str], own: OwnNames) -> str:
    """Returns the name in a sentence that fits in a slot of a form, or the zone in which its pieces lie; empty if there is none."""
    if slot in ("points", "phase"):
        names = own.numbers if slot == "points" else own.phases
        return next((name for word in words if (name := same_name(word, names))), "")
    zones = [zone.name for zone in own.zones if zone.is_own is (slot == "own")]
    if slot == "discards":  # where things go to: not what they are taken from
        words = [word for at, word in enumerate(words) if "from" not in words[max(0, at - 2) : at]]
    piece = next((name for word in words if (name := same_name(word, own.pieces))), None)
    of_piece = implicit_name(slot, own, piece, None) if piece and slot != "discards" else ""
    return next((name for word in words if (name := same_name(word, zones))), "") or (
        of_piece if of_piece in zones else ""
    )
