"""Puts the problems of a text into one list: problems that only follow from another one are left out, related problems are joined."""

from __future__ import annotations

from gamedsl.diagnostics.problem import MOST_PROBLEMS
from gamedsl.source import Source, Span
from gamedsl.syntax.problems.forms import EmptyBrackets, MissingComma, PlainSentence, Unfitting
from gamedsl.syntax.problems.nesting import StrayBracket, UnclosedBracket
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.problems.signs import Braces, GluedNumber, Semicolon, UnclosedString, UnknownCharacter, WrongQuotes
from gamedsl.syntax.problems.texts import TooMany
from gamedsl.syntax.problems.words import ForeignWord, MissingColon, NoDeclaration, ReservedName, StatementAtTop
from gamedsl.values import evolve

FOLLOWERS = Unfitting | NoDeclaration | StatementAtTop
"""Problems of a line that fits nowhere; not reported after another problem with the line."""


def join_problems(source: Source, found: list[SyntaxProblem]) -> list[SyntaxProblem]:
    """Joins a missing sign and the wrong sign in its place into one problem, as in `each cell;`. The wrong sign is directly after the gap."""
    found = _without_followers(source, found)
    gaps = [one for one in found if isinstance(one, MissingColon | MissingComma)]
    for gap in gaps:
        beside = next((one for one in found if isinstance(one, _SIGNS) and one.span.start == gap.span.end), None)
        if beside is not None and beside.span.end > beside.span.start:
            sign = Span(source.name, beside.span.start, beside.span.start + 1)
            found = [one for one in found if one is not beside and one is not gap]
            found.append(evolve(gap, span=sign))
    return found


def _without_followers(source: Source, found: list[SyntaxProblem]) -> list[SyntaxProblem]:
    """Removes problems that follow from another one: signs in a line of another language (`function bust() {`), the sign in the place of a bracket
    (`card[Three, Clubs\\`), everything after the first brace (`say {x}`), words of the language behind a guessed `:`, and everything in a line that is an
    English sentence."""

    def row(problem: SyntaxProblem) -> int:
        return source.position(problem.span.start)[0]

    sentences = {row(one): one for one in reversed(found) if isinstance(one, PlainSentence)}
    found = [one for one in found if sentences.get(row(one), one) is one]
    foreign = {row(one) for one in found if isinstance(one, ForeignWord)}
    open_ = {row(one): one.span.start for one in found if isinstance(one, UnclosedBracket)}
    quotes = [one for one in found if isinstance(one, UnclosedString)]
    unquoted = {row(one) for one in quotes}
    unopened = {row(one) for one in quotes if not source.text[one.span.start + 1 :].partition("\n")[0].strip()}
    colons = [one.span.start for one in found if isinstance(one, MissingColon)]
    headers = {row(one): one.span.start for one in found if isinstance(one, MissingColon)}
    braced = {row(one): one.span.start for one in reversed(found) if isinstance(one, Braces) and one.sign == "{"}
    return [
        one
        for one in found
        if not (isinstance(one, GluedNumber) and any(one.span.start < at < one.span.end for at in colons))
        and not (isinstance(one, ReservedName) and one.span.start >= headers.get(row(one), one.span.end))
        and not (isinstance(one, FOLLOWERS) and row(one) in unquoted)
        and not (isinstance(one, FOLLOWERS | Braces) and one.span.start > braced.get(row(one), one.span.start))
        and not (row(one) in unopened and not isinstance(one, UnclosedString))
        and not (isinstance(one, Braces | Semicolon | EmptyBrackets | MissingColon) and row(one) in foreign)
        and not (isinstance(one, UnknownCharacter) and open_.get(row(one), one.span.start) < one.span.start)
    ]


_SIGNS = Semicolon | UnknownCharacter | UnclosedString | WrongQuotes | StrayBracket
"""The problems of a single sign that is read as nothing."""


def sort_problems(found: list[SyntaxProblem], unseen: int) -> tuple[SyntaxProblem, ...]:
    """Sorts the problems by place, without repetitions, at most `MOST_PROBLEMS`."""
    found.sort(key=_place)
    unique = list(dict.fromkeys(found))
    hidden = unique[MOST_PROBLEMS:]
    if not hidden:
        return tuple(unique)
    return (*unique[:MOST_PROBLEMS], TooMany(hidden[0].span, len(hidden) + unseen))


def _place(problem: SyntaxProblem) -> tuple[int, int]:
    return problem.span.start, problem.span.end
