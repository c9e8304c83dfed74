"""Lists which seats learn which hidden facts in a setup, in the words of the rules: each disclosure with its line, and the number of random matches in which
it happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os.path import basename

from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl.pipeline.reading import Parsed
from gamedsl.pipeline.secrets import count_disclosures, disclosures_in
from gamedsl.semantics.secrets.model import Disclosure as Found
from gamedsl.semantics.secrets.model import Disclosures, Way
from gamedsl.source import Source, Span
from gamedsl.values import frozen

HOW: Mapping[Way, str] = {
    Way.SENTENCE: "a sentence tells it",
    Way.OFFER: "what is offered depends on it",
    Way.QUESTION: "who is asked depends on it",
    Way.BRANCH: "what happens depends on it",
    Way.VALUE: "an open value depends on it",
    Way.COUNT: "a number of pieces depends on it",
    Way.END: "the end of the match depends on it",
    Way.MOVE: "the pieces move",
    Way.LOOK: "it is shown",
    Way.NOTHING: "whether there is a choice depends on it",
    Way.SCORES: "the result is computed from it",
}

_OPENLY = "what comes of it is seen"
"""The words for a disclosure that the rules mark with `openly`."""

_LONGEST = 60
"""The most characters of the rules that are quoted."""

Count = Callable[[Game, int], "tuple[int, ...]"]
"""Plays a Game with this many marks, and returns for each mark the number of matches that passed it."""


@frozen
class Disclosure:
    """A place of the rules where something hidden is learned.

    `hidden`: the zones, fields, choices and rolls about which something is learned. `who` learns it, in words: `everybody`, `who looks`, `its new owner` …
    `how`: the way, in words. `said`: `openly` if the rules have this word, `shown` if their other words show it (pieces that move to an open zone, `peek`,
    `reveal`, scores at the end …), `nothing` if `check` reports it as a finding. `matches` is the number of matches that passed this place; None if nobody
    has counted. `span` is the place itself.
    """

    file: str
    line: int
    column: int
    text: str
    hidden: tuple[str, ...]
    who: str
    how: str
    said: str
    matches: int | None
    span: Span


@frozen
class Disclosed:
    """All disclosures in a setup, in source order. `matches` random matches of `seed` were played. If not `is_whole`, the rules are too large to analyse
    fully, and there may be more."""

    setup: Setup
    disclosures: tuple[Disclosure, ...]
    matches: int
    seed: int
    is_whole: bool

    @property
    def data(self) -> JsonObject:
        """The object that `gamedsl secrets --json` prints, without the file."""
        return {
            "players": self.setup.players,
            "options": dict(self.setup.options),
            "matches": self.matches,
            "seed": self.seed,
            "whole": self.is_whole,
            "disclosures": [
                {
                    "file": one.file,
                    "line": one.line,
                    "column": one.column,
                    "text": one.text,
                    "hidden": [*one.hidden],
                    "who": one.who,
                    "how": one.how,
                    "said": one.said,
                    "matches": one.matches,
                }
                for one in self.disclosures
            ],
        }


def list_disclosures(parsed: Parsed, setup: Setup, matches: int, seed: int, count: Count) -> Disclosed:
    """Lists which seats learn which hidden facts in a setup of rules without mistakes; `count` plays the matches, if there are any. Raises NotCompilable."""
    found: Disclosures | None
    times: tuple[int, ...] | None = None
    if matches:
        both = count_disclosures(parsed, setup)
        found = None if both is None else both[0]
        if both is not None:
            times = count(both[1], len(both[0].told))
    else:
        found = disclosures_in(parsed, setup)
    if found is None:
        return Disclosed(setup, (), matches, seed, True)
    sources = {source.name: source for source in parsed.sources}
    told = tuple(
        _disclosure(one, sources, None if times is None else times[number] if one.anchors else matches)
        for number, one in enumerate(found.told)
    )
    return Disclosed(setup, told, matches, seed, found.is_whole)


def disclosures_of(parsed: Parsed, setup: Setup) -> Disclosed:
    """Lists the disclosures without playing matches."""
    return list_disclosures(parsed, setup, 0, 0, lambda game, marks: ())


def _disclosure(found: Found, sources: Mapping[str, Source], matches: int | None) -> Disclosure:
    source = sources[found.span.source]
    line, column = source.position(found.span.start)
    text = " ".join(source.text[found.span.start : found.span.end].split())
    said = "openly" if found.is_marked else "shown" if found.is_meant else "nothing"
    return Disclosure(
        basename(source.name),
        line,
        column,
        text if len(text) <= _LONGEST else f"{text[: _LONGEST - 2].rstrip()} …",
        tuple(fact.name for fact in found.facts),
        found.to,
        _OPENLY if found.is_marked else HOW[found.way],
        said,
        matches,
        found.span,
    )
