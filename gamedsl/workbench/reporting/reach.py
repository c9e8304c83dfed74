"""The sections on rules and lines that are never reached, and on conditions that refuse nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from gamedsl.graph.model.game import CUT_OFF, Game
from gamedsl.graph.model.types import SiteId
from gamedsl.reports.places import Place
from gamedsl.values import frozen
from gamedsl.workbench.playing.conditions import Asked
from gamedsl.workbench.playing.noticing import Part
from gamedsl.workbench.reporting.model import Finding, Grid, Section
from gamedsl.workbench.reporting.outcomes import Outcomes

Places = Mapping[SiteId, Place]
"""The lines of the rules, by site."""

_NAMED = 6
"""The most names in a sentence."""

_PARTS = ("setup", "rounds", "end")
"""Names of parts of a match that do not come from the rules."""


_UNUSED = "Too hard to reach, or not needed? `--agents mcts:100` shows whether players that think come there."


@frozen
class _Count:
    """The number of things of one sort, and the things among them that were never reached."""

    sort: str
    every: int
    never: tuple[tuple[str, Place | None], ...]


def reach_section(
    game: Game, parts: Sequence[Part], ran: Collection[int], ended: Outcomes, places: Places, made: str
) -> Section:
    """Makes the section on the parts of the rules that no match reached: rules, lines of rules that ran, score lines, and reasons for which matches end."""
    rules = _rules(parts, ran, places)
    lines = _lines(parts, ran, places, {name for name, _ in rules.never})
    counts = (rules, lines, _scores(game, ended, places), _reasons(game, ended))
    matches = len(ended.matches)
    head = ("", "reached", "where")
    rows = [(one.sort, f"{one.every - len(one.never):,} of {one.every:,}", "") for one in counts if one.every]
    rows += [(name, "never", _name_place(place)) for one in counts for name, place in one.never]
    told = (
        f"{made} A line has run when a match has come to its statement; what only formulas compute is not looked at. A rule is named once, without its lines. "
        "What one setup never reaches another one may."
    )
    return Section(
        "reached",
        "What is never reached?",
        tuple(_reach_texts(counts, matches)),
        None,
        Grid(head, tuple(rows), is_of_words=True),
        told,
    )


def _rules(parts: Sequence[Part], ran: Collection[int], places: Places) -> _Count:
    """Counts the rules and phases, by their names."""
    every = dict.fromkeys(name for part in parts for name in part.path if name not in _PARTS)
    done = {name for at in ran for name in parts[at].path}
    never = [name for name in every if name not in done]
    return _Count("rules", len(every), tuple((name, _find_first_line(parts, name, places)) for name in never))


def _find_first_line(parts: Sequence[Part], name: str, places: Places) -> Place | None:
    """Returns the first line of a rule."""
    inside = [places[site] for part in parts if part.path[-1:] == (name,) for site in part.sites if site in places]
    return min(inside, key=lambda place: place.line, default=None)


def _lines(parts: Sequence[Part], ran: Collection[int], places: Places, left_out: Collection[str]) -> _Count:
    """Counts the lines of rules. Lines of rules that never run are left out."""
    every = dict.fromkeys(places[site] for part in parts for site in part.sites if site in places)
    done = {places[site] for at in ran for site in parts[at].sites if site in places}
    never = sorted(
        (place for place in every if place not in done and place.where not in left_out),
        key=lambda place: (place.file, place.line),
    )
    return _Count("lines", len(every), tuple((place.where, place) for place in never))


def _scores(game: Game, ended: Outcomes, places: Places) -> _Count:
    """Counts the score lines. A line that is 0 for all seats at the end of all matches was never reached."""
    zero = [
        name
        for number, name in enumerate(ended.lines)
        if not any(points for one in ended.matches for points in one.points[number])
    ]
    return _Count("score lines", len(ended.lines), tuple((name, None) for name in zero))


def _reasons(game: Game, ended: Outcomes) -> _Count:
    """Counts the reasons for which matches can end, except for the end of the last round, which is often only an upper bound, and for being cut off."""
    seen = {one.reason for one in ended.matches}
    every = [reason for reason in dict.fromkeys(game.reasons[1:]) if reason and not reason.startswith(CUT_OFF)]
    return _Count(
        "reasons for the end", len(every), tuple((f"“{one.rstrip('.')}”", None) for one in every if one not in seen)
    )


def _reach_texts(counts: Sequence[_Count], matches: int) -> Iterator[Finding]:
    rules, lines, scores, reasons = counts
    if rules.never:
        yield Finding(
            f"Rules that never ran in {matches:,} matches: {_join_names([_name_with_place(f'`{name}`', place) for name, place in rules.never])}.",
            advice=_UNUSED,
        )
    if lines.never:
        told = [f"`{place.text}` ({place.short} in `{place.where}`)" for _, place in lines.never if place is not None]
        yield Finding(f"Lines that never ran in {matches:,} matches: {_join_names(told)}.")
    if scores.never:
        yield Finding(
            f"Score lines that gave nobody a point: {_join_names([f'`{name}`' for name, _ in scores.never])}.",
            advice=_UNUSED,
        )
    if reasons.never:
        yield Finding(
            f"No match ended for this reason: {_join_names([name for name, _ in reasons.never], 'or')}.", advice=_UNUSED
        )
    if not rules.never and not lines.never:
        yield Finding(f"All {rules.every:,} rules and all {lines.every:,} lines in them ran in {matches:,} matches.")


def refusal_section(names: Mapping[SiteId, str], found: Asked, places: Places, seed: int) -> Section | None:
    """Makes the section on conditions that refused no move; None if there are no conditions."""
    known: dict[Place, tuple[str, bool, bool]] = {}
    for site, name in names.items():
        if site not in places:
            continue
        _, was_asked, was_refused = known.get(places[site], (name, False, False))
        known[places[site]] = (name, was_asked or site in found.asked, was_refused or site in found.refused)
    if not known:
        return None
    idle = [
        _name_with_place(f"`{name}`", place) for place, (name, asked, refused) in known.items() if asked and not refused
    ]
    silent = [
        _name_with_place(f"`{name}`", place)
        for place, (name, asked, refused) in known.items()
        if not asked and not refused
    ]
    rows = [
        (name, "refuses" if refused else "refuses nothing" if asked else "never asked", _name_place(place))
        for place, (name, asked, refused) in known.items()
    ]
    told = (
        f"{found.positions:,} positions that lie evenly in the first {found.matches:,} matches of seed {seed}; at each of them all moves are gone through, as far "
        "as 3,000 steps reach. A condition refuses something if a move is not offered because of it, and no other one is asked before it. Filters (`where`) "
        "are not looked at."
    )
    return Section(
        "refused",
        "Which conditions refuse nothing?",
        tuple(_refusal_texts(len(known), idle, silent, found.positions)),
        None,
        Grid(("condition", "", "where"), tuple(rows), is_of_words=True),
        told,
    )


def _refusal_texts(every: int, idle: Sequence[str], silent: Sequence[str], positions: int) -> Iterator[Finding]:
    if idle:
        yield Finding(f"These refused no move at {positions:,} positions that were looked at: {_join_names(idle)}.")
    if silent:
        yield Finding(f"Never asked, because nothing led there: {_join_names(silent)}.")
    if not idle and not silent:
        one = (
            "The only condition of a move refuses"
            if every == 1
            else f"Each of the {every:,} conditions of moves refuses"
        )
        yield Finding(f"{one} something at {positions:,} positions.")


def _name_place(place: Place | None) -> str:
    return "" if place is None else f"{place.short}  {place.text}"


def _name_with_place(name: str, place: Place | None) -> str:
    return name if place is None else f"{name} ({place.short})"


def _join_names(names: Sequence[str], last: str = "and") -> str:
    shown = list(names[:_NAMED])
    if len(names) > _NAMED:
        shown = [*shown[:-1], f"{len(names) - _NAMED + 1} more"]
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}" if len(shown) > 1 else "".join(shown)
