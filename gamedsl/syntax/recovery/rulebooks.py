"""Answers lines that are written as in a rulebook."""

from __future__ import annotations

import re

from gamedsl.source import Source, Span
from gamedsl.syntax.guessing.change_slips import CHANGING
from gamedsl.syntax.guessing.own_names import OwnNames, own_names, same_name
from gamedsl.syntax.guessing.phrase_table import Place
from gamedsl.syntax.guessing.phrases import Said, condition_here, find_phrase
from gamedsl.syntax.lines import Token
from gamedsl.syntax.problems.forms import InWords
from gamedsl.syntax.reader import Reader
from gamedsl.syntax.recovery.lines import WITH_STATEMENTS
from gamedsl.syntax.recovery.stumble import Answer, Stumble


def in_words(s: Stumble) -> Answer | None:
    """Handles `discard your hand`, `for each player:`."""
    if s.headers and (s.headers[0] in _NO_SENTENCES or s.headers[-1] in _NO_SENTENCES | CHANGING):
        return None
    own, words = own_names(s.source.text), [token[1] for token in s.tokens]
    if s.headers and words[0] in own.rules:
        return None  # the rules of the file come before the verbs of rulebooks
    if words[:2] == ["rounds", "until"] and not s.headers and len(words) > 2:
        return _rounds_with_end(s)
    if _is_menu(words) and _stands_here(Place.RULE, s.headers):
        lines = ("choose one:", *(f"    {word}" for word in words[3::2]))
        span = s.span(s.first).to(s.span(s.tokens[-1]))
        text = s.source.text[span.start : span.end]
        return InWords(span, text, lines, Place.RULE, is_own=True, indent=s.line.column), []
    colon = next((i for i, token in enumerate(s.tokens) if token[0] == "COLON"), len(s.tokens) if s.opens else 0)
    said = find_phrase(words[:colon], own, is_header=True) if colon else None
    end = colon if said else len(s.tokens)
    said = said or find_phrase(words, own, is_header=False)
    if said is None:
        return _behind_colon(s, colon, own)
    if s.headers[:1] == ("setup",) and any("choose " in line for line in said.lines):
        return None  # nobody chooses in a set-up
    span = s.span(s.first).to(s.span(s.tokens[end - 1]))
    is_here = _stands_here(said.place, s.headers)
    text = s.source.text[span.start : span.end]
    lines, others = _named(s, said, words, own)
    problem = InWords(span, text, lines, said.place, said.is_own, s.line.column if is_here else None, others)
    if is_here and said.place is Place.RULE and len(lines) == 1 and lines[0].startswith(_NAMING):
        return problem, s.with_tokens(_read(s, lines[0], span))  # lines below use the name
    if not is_here or said.place in (Place.RULE, Place.TOP):
        return problem, []
    return problem, s.with_tokens(_read(s, said.lines[0], span), s.tokens[end:])


def _named(s: Stumble, said: Said, words: list[str], own: OwnNames) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the lines for a phrase, and other lines to try if these do not work: a choice with the name of its piece, which the lines below use, and a
    loop over players."""
    if said.place is not Place.RULE or len(said.lines) != 1:
        return said.lines, ()
    (line,) = said.lines
    others = [f"each player: {line}"] if not line.startswith(("each player", "choose", "may ", "if ")) else []
    piece = next((found for word in words[1:] if (found := same_name(word, own.pieces))), "")
    if line.startswith("choose chosen: 1 of ") and piece:
        named = f"choose {piece}: one of {line.removeprefix('choose chosen: 1 of ')}"
        below = s.source.text[s.tokens[-1][3] :].partition("\n\n")[0]
        if re.search(rf"\b{piece}\b", below):
            return (named,), (line,)
        others.append(named)
    return said.lines, tuple(others)


def _read(s: Stumble, line: str, span: Span) -> list[Token]:
    """Reads a line that replaces another one."""
    reader = Reader(Source(s.source.name, line), s.machine.tables)
    reader.read()
    return [(terminal, word, span.start, span.end) for terminal, word, _, _ in reader.lines[0].tokens]


def _rounds_with_end(s: Stumble) -> Answer:
    """Handles `rounds until no(deck):`, `rounds until no(deck), up to 9:`. The end of the match becomes a line of its own, and rounds get a limit."""
    end = next((i for i, token in enumerate(s.tokens) if token[0] == "COLON"), len(s.tokens))
    comma, *limit = [token[1] for token in s.tokens[max(3, end - 4) : end]] or [""]
    has_limit = comma == "," and limit[:2] in (["up", "to"], ["at", "most"]) and limit[2:] != []
    last = s.tokens[end - 5 if has_limit else end - 1]
    span, condition = s.span(s.first).to(s.span(s.tokens[end - 1])), s.span(s.tokens[2]).to(s.span(last))
    text = s.source.text[condition.start : condition.end]
    said = condition_here(text, own_names(s.source.text)) or text
    rounds = f"rounds {' '.join(limit)}" if has_limit else "rounds at most 50"
    problem = InWords(
        span,
        s.source.text[span.start : span.end],
        (f"game ends when {said}", "", rounds),
        Place.TOP,
        is_own=True,
        indent=s.line.column,
    )
    return problem, s.with_tokens(_read(s, rounds, span), s.tokens[end:])


def _is_menu(words: list[str]) -> bool:
    """Whether a line names the things to choose from: `choose one: work or rest`. In this language each of them has a line of its own."""
    names, between = words[3::2], words[4::2]
    is_list = len(names) == len(between) + 1 > 1 and all(word in ("or", ",") for word in between)
    return words[:3] == ["choose", "one", ":"] and is_list and all(name.isidentifier() for name in names)


def _behind_colon(s: Stumble, colon: int, own: OwnNames) -> Answer | None:
    """Handles `if count(hand) > 7: discard down to 7`, `action rest: earn 2`: a sentence on the line of its header. If it needs several lines, they go below
    the header."""
    words = [token[1] for token in s.tokens[colon + 1 :]]
    is_rule = not s.headers and s.first[1] in WITH_STATEMENTS
    if s.position <= colon or not words or not (is_rule or _stands_here(Place.RULE, s.headers)):
        return None
    said = find_phrase(words, own, is_header=False)
    if said is None or said.place is not Place.RULE:
        return None
    span = s.span(s.tokens[colon + 1]).to(s.span(s.tokens[-1]))
    text = s.source.text[span.start : span.end]
    lines = said.lines if len(said.lines) == 1 else ("", *said.lines)
    return InWords(span, text, lines, said.place, said.is_own, s.line.column + 4), []


_NAMING = ("choose ", "may choose ", "roll ")
"""Beginnings of lines that give a name to something."""

_NO_SENTENCES = frozenset(
    ["table", "component", "type", "shapes", "shape", "graph", "grid", "ring", "row", "example", "start", "answers"]
)
"""Blocks of data, in which every word may be a name."""


def _stands_here(place: Place, headers: tuple[str, ...]) -> bool:
    """Whether a line of this sort may stand in these blocks."""
    match place:
        case Place.RULE | Place.HEADER:
            return bool(headers) and headers[0] in WITH_STATEMENTS
        case Place.TOP | Place.PHASE:
            return not headers
        case Place.GAME:
            return headers == ("game",)
        case Place.FIELDS:
            return headers == ("each",)
        case Place.SHARED:
            return headers == ("shared",)
