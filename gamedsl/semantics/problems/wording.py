"""Helpers for explanations: guesses of the intended name, and lists of names."""

from __future__ import annotations

from gamedsl.diagnostics.model import Edit, Fix, FixLevel
from gamedsl.diagnostics.suggest import is_slip, rank_by_likeness
from gamedsl.source import Span
from gamedsl.syntax.guessing.foreign_words import FOREIGN_VALUES, FOREIGN_WORDS, SAME_WORDS
from gamedsl.syntax.guessing.own_names import own_names
from gamedsl.syntax.guessing.phrase_table import Place
from gamedsl.syntax.guessing.phrases import find_phrase

_FEW = 8
"""The most known names that are listed; more would hide the message."""


def advice_on_name(span: Span, name: str, known: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[Fix, ...]]:
    """Returns advice and edit for an unknown name: the nearest known name, or all known names if they are few."""
    other_number = next((word for word in (f"{name}s", name.removesuffix("s")) if word in known and word != name), None)
    if other_number is not None:
        level = FixLevel.CERTAIN if is_slip(name, other_number) else FixLevel.PERHAPS
        return (f"did you mean `{other_number}`?",), misspelt(span, name, other_number, level)
    foreign = tuple(word for word in _words_here(name) if word in known or (word in _ALWAYS and name in FOREIGN_VALUES))
    if foreign:
        level = (
            FixLevel.CERTAIN if foreign in ((SAME_WORDS.get(name),), (FOREIGN_VALUES.get(name),)) else FixLevel.PERHAPS
        )
        return (f"here it is called {join_names(foreign, 'or')}",), tuple(
            f for word in foreign for f in misspelt(span, name, word, level)
        )
    near = rank_by_likeness(name, known)
    if near:
        slips = [word for word in near if is_slip(name, word)]
        level = FixLevel.CERTAIN if slips == near[:1] else FixLevel.PERHAPS
        return (f"did you mean `{near[0]}`?",), misspelt(span, name, near[0], level)
    if 0 < len(known) <= _FEW:
        return (f"known here: {join_names(known, 'and')}",), ()
    return (), ()


JOINING = frozenset(
    ["and", "or", "is", "in", "not", "if", "else", "where", "by", "as", "for", "of", "from", "to", "with"]
)
"""Words of the language that stand beside names."""

_ALWAYS = frozenset(["yes", "no", "none"])


def _words_here(name: str) -> tuple[str, ...]:
    if name in FOREIGN_VALUES:
        return (FOREIGN_VALUES[name],)
    return FOREIGN_WORDS.get(name, ())


def misspelt(span: Span, name: str, near: str, level: FixLevel) -> tuple[Fix, ...]:
    """Returns the edit that writes the nearest name; none if the place holds more than the name."""
    if span.end - span.start != len(name):
        return ()
    return (Fix(f"write `{near}`", (Edit(span, near),), level),)


def join_names(names: tuple[str, ...], word: str) -> str:
    """Joins names as in `a`, `b` and `c`; of many, only the first."""
    shown = [f"`{name}`" for name in names[:_FEW]]
    if len(names) > _FEW:
        return ", ".join(shown) + ", …"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {word} {shown[-1]}"


def quote_name(name: str) -> str:
    """Quotes a name; `this` replaces a missing name."""
    return name if name == "this" else f"`{name}`"


_ALONE = {
    "reshuffle": "shuffle deck",
    "draw_card": "draw 1 from deck to hand",
    "deal": "each player: draw 5 from deck to hand",
    "win": "end game",
    "finish": "end game",
    "endgame": "end game",
}
"""Single words that people use for things that need a line here."""


def line_in_words(name: str) -> str | None:
    """Returns the line for a name made of rulebook words, such as `end_of_game`."""
    if name in _ALONE or "_" not in name:
        return _ALONE.get(name)
    said = find_phrase(name.lower().split("_"), own_names(""), is_header=False)
    return said.lines[0] if said is not None and said.place is Place.RULE and len(said.lines) == 1 else None
