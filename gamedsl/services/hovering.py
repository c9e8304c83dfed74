"""The text that an editor shows at a name or formula: its sort, its type, and the sentence of the rules."""

from __future__ import annotations

from gamedsl.graph.model.game import Visibility
from gamedsl.semantics.model.builtin_names import SIGNATURES
from gamedsl.semantics.model.symbols import FieldSymbol, ZoneSymbol
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.problems.terms import phrase
from gamedsl.services.completing import is_in_words
from gamedsl.services.declarations import Declared
from gamedsl.services.names import declaration_of, names_of
from gamedsl.services.workspace import View
from gamedsl.source import Span
from gamedsl.syntax.problems.word_uses import FORMS
from gamedsl.values import frozen

_MOST_LINES = 12
"""The most lines of a declaration that are shown."""
_GIVEN = {
    "players": "all players, in the order of their seats",
    "playing": "the players who are still in the game",
    "humans": "the number of people who play",
    "round": "the number of the present round",
    "box": "where pieces lie that are out of the game",
    "directions": "the directions of a board",
    "total": "a player's sum of all score lines",
    "me": "the player who acts",
    "it": "the element that is looked at",
}
"""Names that the language gives, with what they are."""


@frozen
class Hover:
    """A text for people, and the place that it is about: lines of rules, and paragraphs."""

    place: Span
    code: str
    paragraphs: tuple[str, ...]


def hover(view: View, offset: int) -> Hover | None:
    """Returns a description of the name or formula at an offset; None if there is nothing to describe."""
    use = names_of(view).at(view.path, offset)
    if use is not None:
        declared = declaration_of(view, use.key)
        if declared is not None:
            type_ = _type_text(view, use.place)
            if isinstance(declared, Declared) and declared.sort in ("zone", "field"):
                return _of_member(view, use.place, declared)
            if isinstance(declared, Declared):
                owned = _what_and_whose(declared)
                said = owned if type_ is None or declared.sort not in ("let", "column") else f"{owned}: {type_}"
                return Hover(use.place, _code(view, declared), tuple(part for part in (said, declared.doc) if part))
            said = f"{_article(declared.sort)} {declared.sort} of this part of the rules"
            return Hover(use.place, declared.name, (said if type_ is None else f"{said}: {type_}",))
    word = _word_at(view.source.text, offset)
    if word is not None:
        text = view.source.text[word.start : word.end]
        if text in SIGNATURES and view.source.text[word.end : word.end + 1] == "(":
            return Hover(
                Span(view.path, word.start, word.end),
                f"{text}(…)",
                (f"takes {SIGNATURES[text].arguments}", *_results(text)),
            )
        if text in _GIVEN:
            return Hover(Span(view.path, word.start, word.end), text, (_GIVEN[text],))
    found = _of_formula(view, offset)
    return _of_word(view, word) if found is None and word is not None else found


def _of_member(view: View, place: Span, declared: Declared) -> Hover:
    """Describes the content of a zone or field, and who sees it, in the first setup."""
    owned = _what_and_whose(declared)
    program = view.first_program
    world = None if program is None else program.world
    known = {} if world is None else world.symbols if declared.owner is None else world.members.get(declared.owner, {})
    said: tuple[str, ...] = (owned,)
    match known.get(declared.name):
        case FieldSymbol(number) if world is not None:
            field = world.fields[number]
            said = (f"{owned}: {phrase(describe(world, field.type))}", _visibility_text(field.visibility, field.owned))
        case ZoneSymbol(number) if world is not None:
            zone = world.zones[number]
            held = " and ".join(f"`{world.classes[one].name}`" for one in zone.classes)
            said = (
                f"{owned}: {_article(zone.form)} {zone.form} of {held}",
                _visibility_text(zone.visibility, zone.owned),
            )
        case _:
            pass
    return Hover(place, _code(view, declared), tuple(part for part in (*said, declared.doc) if part))


def _what_and_whose(declared: Declared) -> str:
    """Names the sort of a declaration and its owner, such as "a field of `player`"."""
    what = f"{_article(declared.sort)} {declared.sort}"
    return what if declared.owner is None else f"{what} of `{declared.owner}`"


def _visibility_text(of: Visibility, is_owned: bool) -> str:
    """Says who sees a zone or field."""
    if of.top_seen:
        return "everybody sees its top, nobody the rest"
    match of.who:
        case "everyone":
            return "everybody sees it"
        case "nobody":
            return "nobody sees it"
        case "others":
            return "all but its owner see it"
        case "function":
            return "the rules say who sees it"
        case "owner":
            return "its owner sees it" if is_owned else "who owns it sees it"


def _of_word(view: View, place: Span) -> Hover | None:
    """Shows how a word of the language is written."""
    word = view.source.text[place.start : place.end]
    example = FORMS.get(word)
    is_word = example is not None and not is_in_words(view.source.text, place.start)
    return (
        Hover(Span(view.path, place.start, place.end), example or word, ("a word of the language",))
        if is_word
        else None
    )


def _results(name: str) -> tuple[str, ...]:
    signature = SIGNATURES[name]
    texts = signature.results or (() if signature.test is None else (f"whether {signature.test[0]}",))
    return tuple(text.format("…", "…", "…", "…") for text in texts[:1])


def _of_formula(view: View, offset: int) -> Hover | None:
    """Says the type of the smallest formula around an offset."""
    around = [
        span
        for span in view.meanings.types
        if span.source == view.path and span.start <= offset < span.end and span.end > span.start
    ]
    if not around:
        return None
    span = min(around, key=lambda one: one.end - one.start)
    return Hover(span, view.source.text[span.start : span.end], (view.meanings.types[span](),))


def _type_text(view: View, place: Span) -> str | None:
    found = [
        span
        for span in view.meanings.types
        if span.source == place.source and span.end == place.end and span.start <= place.start
    ]
    if not found:
        return None
    return view.meanings.types[max(found, key=lambda one: one.start)]()


def _code(view: View, declared: Declared) -> str:
    """Returns the text of a declaration; if it has many lines, the first ones."""
    source = view.source_of(declared.place.source)
    if source is None:
        return declared.name
    whole = declared.whole if declared.whole.source == source.name else declared.place
    begin = source.line_start(whole.start)
    lines = source.text[begin : whole.end].rstrip().splitlines()
    margin = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
    shown = [line[margin:] if not line[:margin].strip() else line for line in lines[:_MOST_LINES]]
    return "\n".join([*shown, "…"] if len(lines) > _MOST_LINES else shown)


def _word_at(text: str, offset: int) -> Span | None:
    start = end = offset
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return Span("", start, end) if end > start else None


def _article(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"
