"""Small words of English around names: plurals, articles, and the words before a name that is a statement, such as `can_go`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.graph.analysis import piece_words
from gamedsl.rulebook.model import mark_name, mark_word, readable

_VERBS = {
    "is": "are",
    "has": "have",
    "can": "can",
    "may": "may",
    "must": "must",
    "was": "were",
    "does": "do",
    **{
        f"{verb}s": verb
        for verb in (
            "hold",
            "fit",
            "lie",
            "stand",
            "lead",
            "win",
            "need",
            "see",
            "take",
            "know",
            "own",
            "keep",
            "sit",
            "play",
        )
    },
}
_MODAL = frozenset({"is", "are", "has", "have", "can", "may", "must", "was", "were", "does", "do"})
_PAST = frozenset(
    {"won", "passed", "knocked", "folded", "finished", "moved", "stopped", "called", "castled", "swapped", "resigned"}
)
_ADJECTIVES = frozenset((
    "absent", "afraid", "alive", "alone", "angry", "asleep", "awake", "blind", "built", "bust", "busy", "cold",
    "complete", "dead", "done", "down", "drunk", "dry", "empty", "famous", "free", "full", "gone", "guilty", "happy",
    "home", "hungry", "ill", "immune", "innocent", "laid", "lame", "lost", "lucky", "mad", "open", "out", "over",
    "paid", "poor", "ready", "rich", "safe", "sick", "sleepy", "sober", "sold", "spent", "stuck", "thirsty", "tired",
    "unlucky", "unpaid", "up", "visible", "weary", "wet",
))  # fmt: skip
_NOT_VERBS = ("ss", "us", "is", "across")


def plural(name: str) -> str:
    """Returns the plural of a name: `card` as cards, `sheep` as sheep."""
    return piece_words.plural(readable(name))


def is_plural(name: str) -> bool:
    """Whether a name seems to be a plural."""
    return piece_words.is_plural(readable(name))


_STOCKS = frozenset(
    {
        "wood",
        "clay",
        "grain",
        "food",
        "honour",
        "glory",
        "water",
        "flour",
        "bread",
        "renown",
        "gold",
        "silver",
        "stone",
        "money",
    }
)
"""Things that have no plural, and that somebody can have."""


def is_amount(name: str) -> bool:
    """Whether the name is something that players can have an amount of: `coins`, `wood`, but not `earned`."""
    last = readable(name).rpartition(" ")[2].casefold()
    return (last in _STOCKS or is_plural(last)) and not begins_with_verb(name)


def is_called_store(name: str, sorts: Sequence[str]) -> bool:
    """Whether the name of a number for each value of a type only says that somebody has these things: `goods[Wood]`, but not `slips[Wood]`."""
    return name in _STORES or any(name in (sort, plural(sort)) for sort in sorts)


_STORES = frozenset(("goods", "hold", "purse", "stock", "store", "stores", "supply", "wares"))
"""Names of numbers of things that somebody has, by their sorts."""


def singular(name: str) -> str:
    """Returns the singular: `coins` as coin; a name without a plural form is returned as it is."""
    return piece_words.singular(readable(name))


def one_of(name: str) -> str:
    """Returns a name with the number one: `1 coin`, `1 wood`; if only the plural is known, `people: 1`."""
    one, text = singular(name), readable(name)
    if one != text:
        return f"1 {one}"
    return f"{mark_word(name)}: 1" if is_only_plural(text) else f"1 {mark_word(name)}"


def number_of(name: str, number: int) -> str:
    """Returns a number of things: `1 coin`, `4 coins`."""
    return one_of(name) if number == 1 else f"{number} {mark_word(name)}"


def is_only_plural(text: str) -> bool:
    """Whether a text says several things, and cannot mean one of them: `people`, but not `sheep`."""
    return is_plural(text) and text.rpartition(" ")[2].casefold() not in _ALSO_ONE


_ALSO_ONE = frozenset({"sheep", "fish", "deer"})


_NO_NOUNS = frozenset(
    {
        "give",
        "get",
        "buy",
        "sell",
        "bring",
        "lose",
        "spend",
        "choose",
        "come",
        "so far",
        "begins",
        "led",
        "lit",
        "past",
        "one",
        "two",
        "three",
        "four",
        "five",
        "now",
        "here",
        "what",
        "which",
        "who",
        "whom",
        "how",
        "where",
    }
)


_PREPOSITIONS = ("your ", "my ", "no ", "for ", "in ", "on ", "at ", "of ", "to ", "from ", "with ", "under ")
_ADVERBS = frozenset(
    {
        "aboard",
        "ashore",
        "away",
        "aside",
        "up",
        "out",
        "here",
        "there",
        "yet",
        "down",
        "off",
        "on",
        "in",
        "far",
        "over",
        "left",
        "of",
        "now",
    }
)


def is_noun(name: str) -> bool:
    """Whether a name seems to be a noun, so that an article fits it: `deck`, but not `so_far`."""
    text = readable(name)
    if text in _NO_NOUNS or text.startswith("the ") or not text[:1].islower() or len(text) < _NOUN:
        return False
    if text.startswith(_PREPOSITIONS):
        return False
    is_open = text.rpartition(" ")[2] in _ADVERBS
    return not (is_open or is_adjective(text) or begins_with_verb(text) or text.endswith("ing"))


def names_place(name: str, sentence: str | None = None) -> bool:
    """Whether a field tells where somebody is, by its name or its sentence: `at`, `spot`, `Where you stand.`"""
    return name in _SPOTS or (sentence is not None and sentence.startswith("Where "))


_SPOTS = frozenset({"at", "here", "location", "place", "position", "spot", "whereabouts"})


_NOUN = 3
"""The letters of the shortest noun: other names are signs."""


def with_article(name: str) -> str:
    """Returns a name as a noun of a sentence: `the deck`, `the reach of` before its player; a name that is no noun is set off instead."""
    return f"the {mark_word(name)}" if is_noun(name) or readable(name).endswith(" of") else mark_name(name)


def in_place(name: str) -> str:
    """Returns where something lies: `in the deck`, `at home`, `aboard`."""
    text = readable(name)
    return (
        f"at {mark_word(name)}" if text == "home" else mark_word(name) if text in _WHERE else f"in {with_article(name)}"
    )


_WHERE = frozenset({"aboard", "ashore", "outside", "inside", "upstairs", "abroad"})
"""Names of places that say by themselves where something lies."""


PERSONS = ("er", "or", "man", "king", "queen")
"""The ends of names of people: `builder`. What else belongs to a player is a thing: `stall`."""


def article(name: str) -> str:
    """Returns `a` or `an`."""
    return "an" if name[:1].lower() in "aeio" else "a"


def begins_with_verb(name: str) -> bool:
    """Whether a name says something by itself: `is_home`, `can_go`."""
    first, space, _ = readable(name).partition(" ")
    return bool(space) and first in _VERBS


def is_adjective(name: str) -> bool:
    """Whether the name describes a state of somebody or something: `protected`, `out`."""
    text = readable(name)
    if text.startswith(("in ", "on ", "at ")):
        return True
    is_participle = len(text) > 4 and text.endswith(("ed", "en")) and text not in _THINGS
    return " " not in text and (text in _ADJECTIVES or is_participle)


def is_deed_done(name: str) -> bool:
    """Whether the name says what was done with something: `won`, `played`."""
    text = readable(name)
    return text in _DEEDS_DONE or (is_adjective(name) and len(text) > _SHORTEST and text.endswith(("ed", "en")))


def is_out_of_play(name: str) -> bool:
    """Whether the name of a pile says that its pieces have been played or thrown away: `used`, `discards`."""
    return name in _OUT_OF_PLAY or name.endswith("ed")


_OUT_OF_PLAY = frozenset({"discard", "discards", "graveyard", "waste"})
_DEEDS_DONE = frozenset(
    {"bought", "built", "caught", "done", "held", "kept", "laid", "led", "lost", "made", "paid", "sold", "spent", "won"}
)
_THINGS = frozenset(
    (
        "chicken",
        "garden",
        "haven",
        "hundred",
        "kitchen",
        "maiden",
        "queen",
        "raven",
        "speed",
        "steed",
        "token",
        "warden",
    )
)
"""Nouns that end like participles."""


def is_verb(name: str) -> bool:
    """Whether a name is a verb in the third person: `fits`."""
    text = readable(name)
    return " " not in text and text.endswith("s") and not text.endswith(_NOT_VERBS)


def _is_participle(name: str) -> bool:
    """Whether a name is a participle, for what somebody is doing: `limping`. Not for labels, which may be other kinds of words."""
    text = readable(name)
    return " " not in text and len(text) > _SHORTEST + 2 and text.endswith("ing")


def infinitive(verb: str) -> str:
    """Returns the infinitive of a verb: `fits` as fit, `passes` as pass, `carries` as carry."""
    if verb.endswith("ies") and len(verb) > _SHORTEST:
        return f"{verb[:-3]}y"
    known = {"is": "be", "has": "have"}
    return known.get(verb) or (verb[:-2] if verb.endswith(("sses", "ches", "shes", "xes", "oes")) else verb[:-1])


def third_person(verb: str) -> str:
    """Returns the third person of an infinitive: `fit` as fits, `pass` as passes, `carry` as carries."""
    known = {"be": "is", "have": "has"}
    if verb in known:
        return known[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "ch", "sh", "o")) else f"{verb}s"


_SHORTEST = 4
"""The letters of `lies`, whose infinitive keeps its e."""


def split_state(name: str) -> tuple[str, str]:
    """Splits a name into a thing and its state: `weather_taken`; two empty texts for other names."""
    what, space, state = readable(name).rpartition(" ")
    return (what, state) if space and is_noun(what) and is_adjective(state) else ("", "")


def condition_of_thing(name: str, no: int) -> str:
    """Turns the name of a flag about something else into a sentence: `weather_taken` as the weather is taken; empty if the name does not fit."""
    what, state = split_state(name)
    if not what:
        return ""
    verb = "are" if is_plural(what) else "is"
    said = " ".join([what, verb, *(["not"] if no else []), state])
    return f"the {mark_whole(said)}"


def deny(state: str) -> str:
    """Returns the opposite of a sentence: `the maker does not play alone`; empty if its verb is not known."""
    words = state.split(" ")
    for at, word in enumerate(words[1:], 1):
        if word in _MODAL:
            return " ".join([*words[:at], "cannot" if word == "can" else f"{word} not", *words[at + 1 :]])
        if word in _VERBS:
            return " ".join([*words[:at], "does not", _VERBS[word], *words[at + 1 :]])
    return ""


def relative(name: str, no: int, is_many: bool) -> str:
    """Returns the words of a flag's name for a clause after `who` or `that`: `can go`, `is not protected`, `have won`; empty if the name does not fit."""
    said = statement("you" if is_many else "it", name, no)
    return said.partition(" ")[2]


def mark_whole(words: str) -> str:
    """Marks words that hold together as a name. Labels, which are nouns, are not put in their place; that of the first words alone is."""
    return mark_word(words).replace(" ", "\u00a0")


def statement(who: str, name: str, no: int) -> str:
    """Returns a sentence that a flag holds for somebody: `you can go`, `Ann is not protected`. Empty if the name does not fit. `who` may be empty."""
    is_you = who == "you"
    if begins_with_verb(name):
        first, _, rest = readable(name).partition(" ")
        verb = _VERBS[first] if is_you else first
        negated = (
            "cannot"
            if verb == "can"
            else f"{verb} not"
            if verb in _MODAL
            else f"{'do' if is_you else 'does'} not {_VERBS[first]}"
        )
        return f"{who} {mark_whole(f'{negated if no else verb} {rest}')}".strip()
    if who and readable(name) in _PAST:
        return f"{who} {'have' if is_you else 'has'} {'not ' if no else ''}{mark_word(name)}"
    if who and is_verb(name):
        verb = infinitive(readable(name))
        if no:
            return f"{who} {'do' if is_you else 'does'} not {mark_word(verb)}"
        return f"{who} {mark_word(verb if is_you else name)}"
    if who and _is_participle(name):
        return f"{who} {'are' if is_you else 'is'} {'not ' if no else ''}{readable(name)}"
    if who and is_adjective(name):
        return f"{who} {'are' if is_you else 'is'} {'not ' if no else ''}{mark_word(name)}"
    return ""


_STATE = re.compile(r"(?:The|An?|Somebody|Nobody|Nothing) [^.:;,]+\.")


def state_of(sentence: str) -> str:
    """Returns what a sentence about a flag states, for use inside other sentences: `the maker plays alone` for `The maker plays alone.`; empty for sentences
    that state nothing."""
    is_state = _STATE.fullmatch(sentence) is not None and len(sentence) <= _LONGEST_STATE
    return f"{sentence[0].lower()}{sentence[1:-1]}" if is_state else ""


_LONGEST_STATE = 60
